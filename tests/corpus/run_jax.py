#!/usr/bin/env python3
"""Runs the programs of corpus/jax through `pjrt run --expect` and judges the results.

    run_jax.py --pjrt build/release/bin/pjrt --corpus ../shared/corpus --plugin xla-cpu [--form text] [NAME ...]

Each case runs from its text and from its artifact. What a plugin is known to get wrong stands, with the reason, in
jax_expected_failures.tsv; a case listed there that passes is reported, as is one that fails in another way.
Prints the failures, the counts of each form, why expected failures are skipped, and "N passed, N failed, N skipped".
"""

import argparse
import collections
import concurrent.futures
import csv
import json
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
FORMS = {"text": "program.mlir", "artifact": "program.mlirbc"}
# What an exit code of `pjrt run` says of a case.
OUTCOMES = {0: "pass", 1: "differs", 3: "bad input", 5: "refused"}


def command(pjrt, plugin, folder, program, case):
    """Runs a program with the inputs of the case in `folder` and compares its results with those stored there."""
    line = [pjrt, "run", program, "--plugin", plugin, "--quiet"]
    for arg in case["args"]:
        line += ["--input", folder / arg["file"]]
    for result in case["results"]:
        line += ["--expect", folder / result["file"]]
    for name in ("rtol", "atol"):
        # Integers and booleans have no tolerance of their own and are compared exactly whatever it is.
        line += ["--" + name, ",".join(str(result.get(name, case[name])) for result in case["results"])]
    return [str(word) for word in line]


def reasons(text):
    """The first lines that say what is wrong."""
    lines = [line for line in text.splitlines() if "DIFFERS" in line or "error:" in line]
    return " | ".join(lines[:2])


def run(options, folder, form):
    case = json.loads((folder / "case.json").read_text())
    start = time.monotonic()
    try:
        done = subprocess.run(command(options.pjrt, options.plugin, folder, folder / FORMS[form], case),
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=options.timeout)
        outcome = OUTCOMES.get(done.returncode, f"exit {done.returncode}")
        text = done.stdout + done.stderr
    except subprocess.TimeoutExpired:
        outcome, text = "timeout", f"no result after {options.timeout} s"
    return folder.name, form, outcome, reasons(text), time.monotonic() - start


def expected_failures(plugin):
    with open(HERE / "jax_expected_failures.tsv", newline="") as file:
        rows = csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t")
        return {(row["case"], row["form"]): row for row in rows if row["plugin"] == plugin}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pjrt", required=True)
    parser.add_argument("--corpus", required=True, type=pathlib.Path)
    parser.add_argument("--plugin", default="xla-cpu")
    parser.add_argument("--form", choices=FORMS, action="append")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--timeout", type=int, default=300)
    parser.add_argument("--list", type=pathlib.Path, help="write the outcome of every case to this file")
    parser.add_argument("names", nargs="*", help="only these cases")
    options = parser.parse_args()

    found = subprocess.run([options.pjrt, "plugin", "info", options.plugin], stdin=subprocess.DEVNULL, capture_output=True)
    if found.returncode != 0:
        print(f"plugin {options.plugin} is not installed")
        return 77
    folders = sorted(path.parent for path in options.corpus.glob("jax/*/case.json"))
    if not folders:
        print(f"no programs of JAX in {options.corpus}")
        return 77
    if options.names:
        folders = [folder for folder in folders if folder.name in options.names]
    jobs = [(folder, form) for folder in folders for form in options.form or FORMS]
    expected = expected_failures(options.plugin)

    refused = collections.Counter()
    counts = {form: {"passed": 0, "failed": 0, "skipped": 0} for form in options.form or FORMS}
    rows = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, form, outcome, text, seconds in pool.map(lambda job: run(options, *job), jobs):
            rows.append((name, form, outcome, f"{seconds:.1f}", text))
            known = expected.get((name, form)) or expected.get((name, "*"))
            if known is None and outcome == "pass":
                counts[form]["passed"] += 1
            elif known is not None and outcome in known["outcome"].split("|"):
                counts[form]["skipped"] += 1
                refused[f"refused by {options.plugin}: {known['reason'].split(':')[0]}"] += 1
            else:
                counts[form]["failed"] += 1
                wanted = f"expected to fail ({known['outcome']}: {known['reason']})" if known else "expected to pass"
                print(f"FAILED jax {form} {name}: {outcome}, {wanted}: {text}")
    if options.list:
        with open(options.list, "w", newline="") as file:
            csv.writer(file, delimiter="\t").writerows([("case", "form", "outcome", "seconds", "text"), *rows])
    for form, count in counts.items():
        print(f"jax {form}  {count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped")
    for reason, count in sorted(refused.items()):
        print(f"skipped {count}: {reason}")
    passed, failed, skipped = (sum(count[what] for count in counts.values()) for what in ("passed", "failed", "skipped"))
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
