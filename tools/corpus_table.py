#!/usr/bin/env python3
"""Runs the runners of a corpus and prints one table: per check and category what passed, failed and was skipped, and how
long it took; then what failed, and how the totals compare with tests/corpus/expected_totals.tsv.

    corpus_table.py [--build DIR] [--corpus DIR] [--update] GROUP...

A total that fell (fewer passed, more failed, a category that is gone) makes the exit code 1, and so does a case that is skipped
but has no row in tests/corpus/expected_skips.tsv, or one that is UNIMPLEMENTED now and was not before (tools/testing/skips.py).
A total that rose is said and asks for --update, which rewrites the rows of the groups that ran. Lines "skipped N: reason" split
the skipped cases into those to which a check does not apply and those that were refused, and the last line is
"N passed, N failed, N skipped".

To add a runner, add a row to GROUPS: the name of the check and a command. The command prints a line for each category,
"NAME  12 passed, 0 failed, 3 skipped" (", 0.25 s" may follow), "FAILED NAME FILE: why" for what fails, and may end in a
sum that begins with a number, and it writes skipped cases to the file $CPPJRT_SKIPS; tests/corpus/corpus.h does it for C++. Then run `./dev corpus GROUP --update` and commit the
table. A command that cannot run here exits with 77 and says why: its rows are neither compared nor rewritten.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from testing import skips  # noqa: E402

REPO = pathlib.Path(__file__).resolve().parent.parent
TABLES = REPO / "tests" / "corpus"
HEAD = "# What `./dev corpus` must reach; `./dev corpus GROUP --update` rewrites it.\ngroup\tcheck\tcategory\tpassed\tfailed\tskipped\n"

# Group -> (check, command). "{repo}", "{build}" and "{corpus}" are replaced; files in {build} are built first.
GROUPS = {
    "frontend": (
        ("text", ("{build}/corpus/text_corpus", "{corpus}")),
        ("bytecode", ("{build}/corpus/bytecode_corpus", "{corpus}")),
        ("verify", ("{build}/corpus/verify_corpus", "{corpus}")),
    ),
    "run": (
        ("evaluator", ("{build}/corpus/eval_corpus", "{corpus}")),
        ("compiled", ("{build}/corpus/native_corpus", "{corpus}")),
        ("eval jax", ("{build}/corpus/eval_jax", "{corpus}")),
        ("plugin", (sys.executable, "{repo}/tests/corpus/run_jax.py", "--pjrt", "{build}/bin/pjrt", "--corpus", "{corpus}",
                    "--plugin", "{build}/lib/libpjrt_cpu.so")),
    ),
    # Programs that were once wrong: each runs, is accepted or is refused as its case.json says.
    "reported": (
        ("evaluator", ("{build}/corpus/eval_jax", "--folder=reported", "{corpus}")),
        ("plugin", (sys.executable, "{repo}/tests/corpus/run_reported.py", "--shlo", "{build}/bin/shlo", "--pjrt",
                    "{build}/bin/pjrt", "--plugin", "{build}/lib/libpjrt_cpu.so", "--corpus", "{corpus}")),
    ),
    # The same programs through the compiler's graph and its passes and back (tests/graph/through_graph.cc).
    "graph": (
        ("graph", ("{build}/corpus/graph_corpus", "--form=text", "{corpus}")),
        ("graph jax", ("{build}/corpus/graph_jax", "--form=text", "{corpus}")),
    ),
    # The same programs compiled for AArch64, and run by the evaluator (tests/corpus/cross_run.cc).
    "cross": (
        ("aarch64", ("{build}/corpus/cross_corpus", "--form=text", "{corpus}")),
    ),
    # With reproducible_across_cpus, by each kind of instructions.
    "reproducible": (
        ("across cpus", (sys.executable, "{repo}/tests/corpus/reproducible.py", "{build}/corpus/native_corpus", "{corpus}")),
    ),
}

CATEGORY = re.compile(r"^(\D.*?)\s+(\d+) passed, (\d+) failed, (\d+) skipped(?:, ([\d.]+) s)?$")
SHOWN_FAILURES = 50


@dataclasses.dataclass(frozen=True)
class Total:
    group: str
    check: str
    category: str
    passed: int
    failed: int
    skipped: int
    seconds: float = 0

    @property
    def key(self):
        return self.group, self.check, self.category

    @property
    def counts(self):
        return self.passed, self.failed, self.skipped


@dataclasses.dataclass
class Run:
    group: str
    check: str
    totals: list
    failures: list
    problem: str = ""  # why the runner gave no result
    skipped: bool = False
    skips: collections.Counter = dataclasses.field(default_factory=collections.Counter)


def tables_of(corpus):
    """The tables of totals and of skips for a corpus: `./dev fetch` brings more of StableHLO's tests, and only those."""
    ending = "_fetched.tsv" if (corpus / "stablehlo" / "SOURCE").is_file() else ".tsv"
    return TABLES / f"expected_totals{ending}", TABLES / f"expected_skips{ending}"


def run_one(group, check, command):
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="cppjrt-corpus-") as folder:
        report = pathlib.Path(folder, "skips")
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=REPO,
                              env={**os.environ, "CPPJRT_SKIPS": str(report)})
        found = skips.read_report(f"{group}/{check}", report)
    lines = done.stdout.decode(errors="replace").splitlines()
    result = Run(group, check, parse(group, check, lines), [line for line in lines if line.startswith("FAILED ")],
                 skips=found)
    if done.returncode == 77:
        result.problem, result.skipped = (lines or ["exit code 77"])[-1], True
    elif done.returncode not in (0, 1) or not result.totals:
        result.problem = f"exit code {done.returncode} after {time.monotonic() - start:.0f} s: {' / '.join(lines[-3:])}"
    return result


def parse(group, check, lines):
    found = (CATEGORY.match(line) for line in lines if not line.startswith("FAILED "))
    return [Total(group, check, m[1], int(m[2]), int(m[3]), int(m[4]), float(m[5] or 0)) for m in found if m]


def read_table(path):
    rows = [line.split("\t") for line in path.read_text().splitlines()[2:]] if path.exists() else []
    return [Total(*row[:3], *map(int, row[3:6])) for row in rows]


def write_table(totals, path):
    path.write_text(HEAD + "".join("\t".join(map(str, t.key + t.counts)) + "\n" for t in totals))


def compare(expected, found):
    """Sentences about what fell, and about what rose or is new."""
    by_key = {total.key: total for total in found}
    fell, rose = [], []
    for want in expected:
        have = by_key.pop(want.key, None)
        name = f"{want.check}, {want.category}"
        if have is None:
            fell.append(f"{name}: gone; expected {want.passed} passed")
        elif have.passed < want.passed or have.failed > want.failed:
            fell.append(f"{name}: {have.passed} passed and {have.failed} failed; expected {want.passed} and {want.failed}")
        elif have.counts != want.counts:
            rose.append(f"{name}: {have.passed} passed, {have.failed} failed, {have.skipped} skipped; "
                        f"the table says {want.passed}, {want.failed}, {want.skipped}")
    rose += [f"{total.check}, {total.category}: new" for total in by_key.values()]
    return fell, rose


def print_totals(totals):
    print(f"{'check':<10} {'category':<24} {'passed':>7} {'failed':>7} {'skipped':>7} {'seconds':>8}")
    for t in totals:
        print(f"{t.check:<10} {t.category:<24} {t.passed:>7} {t.failed:>7} {t.skipped:>7} {t.seconds:>8.2f}")


def print_failures(runs):
    failures = [f"{run.check}: {line.removeprefix('FAILED ')}" for run in runs for line in run.failures]
    if failures:
        print("\nfailed:")
    for line in failures[:SHOWN_FAILURES]:
        print(f"  {line[:300]}")
    if len(failures) > SHOWN_FAILURES:
        print(f"  and {len(failures) - SHOWN_FAILURES} more")


def unexplained(runs):
    """Sentences about categories that skip more cases than they give reasons for."""
    sentences = []
    for run in runs:
        reasons = collections.Counter()
        for skip, count in run.skips.items():
            reasons[skip.category] += count
        sentences += [f"{total.check}, {total.category}: {total.skipped} skipped, {reasons[total.category]} of them with a reason"
                      for total in run.totals if total.skipped != reasons[total.category]]
    return sentences


def all_skips(runs):
    return sum((run.skips for run in runs), collections.Counter())


def compare_skips(runs, path, update):
    """As compare(); with `update`, rewrites the rows of what ran."""
    ran = {f"{run.group}/{run.check}" for run in runs}
    table = skips.read_table(path)
    found = list(all_skips(runs))
    if update:
        skips.write_table([skip for skip in table if skip.check not in ran] + found, path)
        return [], []
    return skips.compare([skip for skip in table if skip.check in ran], found)


def updated(expected, runs):
    """The rows of what ran, in the place of those that were there."""
    ran = {(run.group, run.check): run.totals for run in runs if not run.problem}
    rows, done = [], set()
    for row in expected:
        key = row.key[:2]
        if key not in ran:
            rows.append(row)
        elif key not in done:
            rows += ran[key]
            done.add(key)
    return rows + [total for key, totals in ran.items() if key not in done for total in totals]


def run_groups(options):
    names = {"repo": REPO, "build": options.build, "corpus": options.corpus}
    wanted = [(group, check, [word.format(**names) for word in command])
              for group in options.groups for check, command in GROUPS[group]]
    with concurrent.futures.ThreadPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        return list(pool.map(lambda row: run_one(*row), wanted))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("groups", nargs="+", choices=sorted(GROUPS), metavar="GROUP", help=", ".join(sorted(GROUPS)))
    parser.add_argument("--build", type=pathlib.Path, default=REPO / "build" / "release")
    parser.add_argument("--corpus", type=pathlib.Path,
                        default=pathlib.Path(os.environ.get("CPPJRT_CORPUS") or REPO.parent / "shared" / "corpus"))
    parser.add_argument("--update", action="store_true", help="rewrite the expected totals")
    parser.add_argument("--targets", action="store_true", help="print what has to be built, and do nothing else")
    options = parser.parse_args()
    if options.targets:
        print(*(word.removeprefix("{build}/") for group in options.groups for _, command in GROUPS[group] for word in command
                if word.startswith("{build}/")))
        return 0
    options.build, options.corpus = options.build.resolve(), options.corpus.resolve()
    if not options.corpus.is_dir():
        print(f"no corpus at {options.corpus}")
        return 77
    runs = run_groups(options)
    totals = [total for run in runs for total in run.totals]
    print_totals(totals)
    print_failures(runs)
    broken = [f"{run.check}: {run.problem}" for run in runs if run.problem and not run.skipped]
    absent = {(run.group, run.check) for run in runs if run.problem}
    totals_table, skips_table = tables_of(options.corpus)
    expected = read_table(totals_table)
    mine = [row for row in expected if row.group in options.groups and row.key[:2] not in absent]
    fell, rose = compare(mine, [total for total in totals if total.key[:2] not in absent])
    complete = [run for run in runs if not run.problem]
    bad_skips, told_skips = compare_skips(complete, skips_table, options.update)
    broken += unexplained(complete) + bad_skips
    rose += told_skips
    if options.update:
        write_table(updated(expected, runs), totals_table)
        print(f"\nwrote {totals_table.relative_to(REPO)}")
        fell = rose = []
    for title, lines in (("fell", fell + broken), ("rose; `./dev corpus GROUP --update` writes it down", rose)):
        if lines:
            print(f"\n{title}:", *lines, sep="\n  ")
    sums = [sum(total.counts[i] for total in totals) for i in range(3)]
    known = min(sums[1], sum(row.failed for row in mine))  # failures the table allows are no failures of a test
    not_run = [f"skipped 1: {run.check} did not run: {run.problem}" for run in runs if run.skipped]
    not_run += [f"skipped {known}: fails, as the table of totals allows"] if known else []
    print("", *skips.summary(all_skips(complete)), *not_run, sep="\n")
    print(f"\n{sums[0]} passed, {len(fell + broken) and max(sums[1] - known, 1)} failed, {sums[2] + known + sum(run.skipped for run in runs)} skipped")
    return 1 if fell or broken else 0


if __name__ == "__main__":
    sys.exit(main())
