#!/usr/bin/env python3
"""Runs the corpora compiled with `reproducible_across_cpus` by each kind of instructions, and compares their results bit by bit.

  reproducible.py build/release/corpus/native_corpus [CORPUS]

A program passes if all kinds give the same bits; one that cannot be had so, which the evaluator then runs, is skipped.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

# CPPJRT_CPU_TARGET, CPPJRT_CPU_ISA
KINDS = (("sse4.2", "baseline"), ("avx2", "avx2"), ("avx512", "amx"))


def digests(command, target, isa):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "digests"
        environment = dict(os.environ, CPPJRT_CPU_TARGET=target, CPPJRT_CPU_ISA=isa, CPPJRT_DIGESTS=str(path))
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode != 0:
            sys.stdout.write(done.stdout)
            raise SystemExit(f"reproducible.py: {target}: {command[0]} ended with {done.returncode}")
        return path.read_text().splitlines()


def main(arguments):
    command = [arguments[0], "--form=text", *arguments[1:]]
    lists = [digests(command, target, isa) for target, isa in KINDS]
    if len({len(one) for one in lists}) != 1:
        raise SystemExit("reproducible.py: not all kinds ran as many programs: " + str([len(one) for one in lists]))
    passed = failed = skipped = 0
    for number, lines in enumerate(zip(*lists)):
        if set(lines) == {"-"}:
            skipped += 1
        elif len(set(lines)) == 1:
            passed += 1
        else:
            failed += 1
            print(f"FAILED reproducible {number}: {' '.join(line[:12] for line in lines)}")
    if path := os.environ.get("CPPJRT_SKIPS"):
        pathlib.Path(path).write_text("bits\t*\tUNIMPLEMENTED\tthe evaluator runs it, as it has no code with the same bits everywhere\n" * skipped)
    print(f"bits {passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
