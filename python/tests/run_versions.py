#!/usr/bin/env python3
"""One wheel with several versions of JAX: run_versions.py --build build/release [--table docs/jax.md] [VERSION...]

Each version gets an environment of its own, with the newest Python that has wheels of it, kept in the user's cache. There the wheel is
installed, JAX has to find the plugin by itself, and jax_programs.py and tests/jax/smoke.py run. Prints what fails and a table; `--table`
also writes it between two marks of a document. Exits with 1 if something failed or a version cannot be had.
"""

import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import environments  # noqa: E402
from run_jax_tests import write_table  # noqa: E402

VERSIONS = "0.6.0 0.6.2 0.7.2 0.8.3 0.9.2 0.10.2 0.11.2 0.12.0.1".split()
# JAX's own backend stays the default, and the plugin is there.
FOUND = """import jax
assert jax.default_backend() == "cpu" and jax.devices()[0].client.platform_version != jax.devices("cppjrt")[0].client.platform_version
assert "cppjrt" in jax.devices("cppjrt")[0].client.platform_version"""
# Milliseconds that the package adds to `import jax`, with what JAX calls when it looks for backends.
IMPORT = """import time
import jax
start = time.perf_counter()
import cppjrt.jax_plugin
cppjrt.jax_plugin.initialize()
print((time.perf_counter() - start) * 1000)"""


def output(python, *arguments, **variables):
    """What a program printed, and its exit code."""
    environment = {name: text for name, text in os.environ.items() if name not in ("JAX_PLATFORMS", "PYTHONPATH")}
    done = subprocess.run([str(python), *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False, env={**environment, **variables})
    return done.stdout, done.returncode


def shown(version, text):
    for line in text.splitlines():
        if line.startswith("FAILED"):
            print(f"{version}: {line}", flush=True)


def counts(version, what, text, code):
    """(passed, failed) of the last line that has them."""
    shown(version, text)
    found = re.findall(r"(\d+) passed, (\d+) failed", text)
    if not found:
        print(f"{version}: {what} ended with {code}: {text[-1500:]}", flush=True)
        return 0, 1
    return int(found[-1][0]), int(found[-1][1])


def try_version(version, build, wheels, words):
    """A row: version, Python, passed and failed programs, passed and failed smoke tests, found, milliseconds."""
    python = environments.jax(version)
    if python is None:
        return None
    environments.install(python, environments.wheel_for(python, build, wheels))
    text, code = output(python, "-c", FOUND)
    if code:
        print(f"{version}: JAX did not find the plugin by itself: {text[-1500:]}", flush=True)
    programs = counts(version, "jax_programs.py", *output(python, HERE / "jax_programs.py", *words, JAX_PLATFORMS="cppjrt"))
    smoke = counts(version, "smoke.py", *output(sys.executable, HERE.parent.parent / "tests/jax/smoke.py", build / "lib/libpjrt_cpu.so",
                                                CPPJRT_PYTHON_JAX=str(python)))
    times = [output(python, "-c", IMPORT, JAX_PLATFORMS="cppjrt") for _ in range(5)]
    milliseconds = statistics.median(float(text.split()[-1]) for text, code in times if code == 0) if any(c == 0 for _, c in times) else -1
    return (version, "%d.%d" % environments.version_of(python), *programs, *smoke, "no" if code else "yes", f"{milliseconds:.1f} ms")


def table_of(rows):
    head = ("JAX", "Python", "programs: passed", "failed", "smoke.py: passed", "failed", "found by itself", "added to `import jax`")
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in (head, ("---",) * len(head), *rows))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("versions", nargs="*", default=VERSIONS)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--programs", action="append", default=[], metavar="WORD", help="only cases of jax_programs.py that contain this")
    parser.add_argument("--table", type=pathlib.Path, help="also write the table between the marks of this document")
    options = parser.parse_args()
    rows, missing = [], []
    with tempfile.TemporaryDirectory(prefix="jax-versions-") as wheels:
        for version in options.versions:
            row = try_version(version, options.build.resolve(), pathlib.Path(wheels), options.programs)
            (rows if row else missing).append(row or version)
            print(f"{version}: {row or 'cannot be had here'}", file=sys.stderr, flush=True)
    print(table_of(rows))
    if options.table:
        write_table(options.table, table_of(rows), "run_versions.py")
    if missing:
        print(f"could not be had: {' '.join(missing)}")
    return 1 if missing or any(row[3] or row[5] or row[6] == "no" for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
