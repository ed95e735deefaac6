#!/usr/bin/env python3
"""Runs the programs of corpus/reported, which were once wrong, and judges each as its case.json says.

    run_reported.py --shlo build/release/bin/shlo --pjrt build/release/bin/pjrt --plugin build/release/lib/libpjrt_cpu.so \
        --corpus ../shared/corpus [NAME ...]

"expect" says what must hold: "accept", the program verifies and compiles; "error", verification or compilation refuses it and
names a place (file:line:column); "same", `shlo diff` tells the program neither from itself nor from its own artifact. A case
without "expect" is compiled and run from its text and from its artifact, and its results must be those stored beside it
(`eval_jax --folder=reported` runs it in the evaluator).

Prints the failures, the counts of each kind and "N passed, N failed, N skipped".
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import run_jax

# Of a diagnostic, of one for an artifact, and of the compiler: "iota at program:2:3: ...".
PLACE = re.compile(r"^[^\s:]+:\d+:\d+: error: |: error: .* \(operation \d+ of @|^[\w.]+ at [^\s:]+:\d+:\d+: ", re.MULTILINE)
REFUSED_BY_PLUGIN = 5  # exit code of `pjrt`
REFUSED_BY_VERIFIER = 1  # exit code of `shlo`


def call(options, *command):
    """The exit code and everything that was printed; the code is None after the time limit."""
    try:
        done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=options.timeout)
    except subprocess.TimeoutExpired:
        return None, f"no result after {options.timeout} s"
    return done.returncode, done.stdout.decode(errors="replace")


def compile_program(options, program, scratch):
    return call(options, options.pjrt, "compile", program, "--plugin", options.plugin, "--output", scratch / "executable")


def first_lines(text):
    return " | ".join(text.strip().splitlines()[:3])


def accept(options, folder, case, scratch):
    program = folder / "program.mlir"
    for code, text in (call(options, options.shlo, "verify", program), compile_program(options, program, scratch)):
        if code != 0:
            return f"exit code {code}: {first_lines(text)}"
    return ""


def error(options, folder, case, scratch):
    """Compilation refuses what the verifier refuses, so the compiler has the last word."""
    program = folder / "program.mlir"
    code, text = call(options, options.shlo, "verify", program)
    if code not in (0, REFUSED_BY_VERIFIER):
        return f"verification ends with exit code {code}: {first_lines(text)}"
    if code == REFUSED_BY_VERIFIER and not PLACE.search(text):
        return f"verification names no place: {first_lines(text)}"
    code, text = compile_program(options, program, scratch)
    if code != REFUSED_BY_PLUGIN:
        return f"compilation ends with exit code {code}: {first_lines(text)}"
    text = text.replace("pjrt: error: cannot compile program.mlir: PJRT_Client_Compile: ", "")
    return "" if PLACE.search(text) else f"compilation names no place: {first_lines(text)}"


def same(options, folder, case, scratch):
    program, artifact = folder / "program.mlir", scratch / "program.mlirbc"
    for command in (("diff", program, program), ("convert", program, "-o", artifact), ("diff", program, artifact)):
        code, text = call(options, options.shlo, *command)
        if code != 0 or text:
            return f"shlo {command[0]}: exit code {code}: {first_lines(text)}"
    return ""


def run(options, folder, case, scratch):
    artifact = scratch / "program.mlirbc"
    code, text = call(options, options.shlo, "convert", folder / "program.mlir", "-o", artifact)
    if code != 0:
        return f"shlo convert: exit code {code}: {first_lines(text)}"
    for program in (folder / "program.mlir", artifact):
        code, text = call(options, *run_jax.command(options.pjrt, options.plugin, folder, program, case))
        if code != 0:
            return f"{program.name}: {run_jax.OUTCOMES.get(code, f'exit code {code}')}: {run_jax.reasons(text)}"
    return ""


KINDS = {"accept": accept, "error": error, "same": same, "run": run}


def judge(options, folder):
    case = json.loads((folder / "case.json").read_text())
    kind = case.get("expect", "run")
    if kind not in KINDS:
        return folder.name, "unknown", f'"expect" is {kind}; this runner knows {", ".join(KINDS)}'
    with tempfile.TemporaryDirectory() as scratch:
        return folder.name, kind, KINDS[kind](options, folder, case, pathlib.Path(scratch))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shlo", required=True)
    parser.add_argument("--pjrt", required=True)
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--corpus", required=True, type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--timeout", type=int, default=120)
    parser.add_argument("names", nargs="*", help="only the cases whose name contains one of these")
    options = parser.parse_args()

    folders = sorted(path.parent for path in options.corpus.glob("reported/*/case.json"))
    folders = [f for f in folders if not options.names or any(name in f.name for name in options.names)]
    if not folders:
        print(f"no reported programs in {options.corpus}")
        return 77
    counts = {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, kind, problem in pool.map(lambda folder: judge(options, folder), folders):
            count = counts.setdefault(kind, [0, 0])
            count[1 if problem else 0] += 1
            if problem:
                print(f"FAILED reported {kind} {name}: {problem}")
    for kind, (passed, failed) in sorted(counts.items()):
        print(f"reported {kind}  {passed} passed, {failed} failed, 0 skipped")
    passed, failed = (sum(count[i] for count in counts.values()) for i in range(2))
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
