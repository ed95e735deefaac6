#!/usr/bin/env python3
"""Writes which functions compiling runs, in the order in which it first does.

    tools/hot_functions.py build/release/bin/cpuc PROGRAM... > cpu/plugin/hot_functions.txt

The plugin's linker puts them side by side (cpu/plugin/CMakeLists.txt). Needs valgrind. Names that a later version of LLVM no
longer has do no harm: run it again when a new one is used.
"""

import re
import subprocess
import sys
import tempfile

# Longer names are instances of templates, a tenth of all bytes for few functions.
LONGEST = 200
NAME = re.compile(r"c?fn=\(\d+\) ([A-Za-z_][\w.$]*)")


def functions_of(tool: str, program: str) -> list[str]:
    """Names of what is run while the program is compiled."""
    with tempfile.NamedTemporaryFile() as profile:
        command = ["valgrind", "--tool=callgrind", "--demangle=no", f"--callgrind-out-file={profile.name}"]
        # Valgrind knows no AVX-512.
        environment = {"CPPJRT_CPU_TARGET": "avx2", "CPPJRT_CPU_ISA": "avx2", "PATH": "/usr/bin:/bin"}
        run = subprocess.run([*command, tool, program, "--stop-after=code"], env=environment, capture_output=True)
        if run.returncode != 0:
            sys.exit(f"{tool} {program}: {run.stderr.decode(errors='replace')[-400:]}")
        with open(profile.name) as lines:
            return [match[1] for line in lines if (match := NAME.match(line))]


def main() -> None:
    """Writes the union of the programs' lists, without what is libc's."""
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    symbols = subprocess.run(["nm", "--defined-only", sys.argv[1]], capture_output=True, text=True, check=True).stdout
    own = {line.split()[-1] for line in symbols.splitlines()}
    seen = {}
    for program in sys.argv[2:]:
        for name in functions_of(sys.argv[1], program):
            if len(name) <= LONGEST and name in own:
                seen.setdefault(name)
    print("\n".join(seen))


if __name__ == "__main__":
    main()
