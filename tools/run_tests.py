#!/usr/bin/env python3
"""The test runner behind `./dev test`: unit tests, file tests of the command line, checks and corpora.

Prints every failure with what differed and the command that runs it alone, then one line "N passed, N failed, N skipped".
Exits with 1 if a test failed or none ran. With CI=true a test may be skipped only for a reason in tests/expected_skips.tsv:
any other, such as a missing corpus, plugin or tool, is a failure.
"""

import argparse
import concurrent.futures
import dataclasses
import os
import pathlib
import sys
import time
import traceback
import xml.etree.ElementTree as xml

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from testing import cram, gtest, scripts, skips  # noqa: E402
from testing.outcome import FAILED, PASSED, SKIPPED, Counts, Result  # noqa: E402

REPO = pathlib.Path(__file__).resolve().parent.parent


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("filter", nargs="?", default="", help="run only tests whose name contains this")
    parser.add_argument("--build", type=pathlib.Path, default=REPO / "build" / "release", help="the build folder")
    parser.add_argument("--quick", action="store_true", help="leave out *_slow_test programs, slow checks and corpora")
    parser.add_argument("--unit", action="store_true", help="only the GoogleTest programs")
    parser.add_argument("--update", action="store_true", help="rewrite the expectations of file tests")
    parser.add_argument("--sanitized", default="", metavar="KIND", help="address or thread: how the build is sanitized")
    parser.add_argument("--jobs", type=int, default=min(4, os.cpu_count() or 1), help="programs at a time")
    parser.add_argument("--timeout", type=int, default=600, help="seconds a program may take")
    parser.add_argument("--corpus", type=pathlib.Path,
                        default=pathlib.Path(os.environ.get("CPPJRT_CORPUS") or REPO.parent / "shared" / "corpus"))
    parser.add_argument("--missing", action="append", default=[], metavar="WHAT",
                        help="something the tests need that could not be had; counts as a skipped test")
    parser.add_argument("--junit", type=pathlib.Path, help="also write the results as JUnit XML")
    parser.add_argument("--counts", type=pathlib.Path, help="also append the last line to this file")
    options = parser.parse_args(arguments)
    options.build = options.build.resolve()
    options.corpus = options.corpus.resolve()
    options.repo = REPO
    options.env = test_environment(options)
    return options


def test_environment(options):
    """What every test finds in its environment, beside what was there."""
    plugins = os.environ.get("CPPJRT_PLUGIN_DIR") or os.path.expanduser("~/.local/lib/cppjrt")
    env = {"REPO": str(REPO), "BUILD": str(options.build), "CPPJRT_CORPUS": str(options.corpus),
           "CPPJRT_TEST_PLUGINS": plugins, "NO_COLOR": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    if options.sanitized:
        env["CPPJRT_SANITIZED"] = options.sanitized
        common = "abort_on_error=0:symbolize=1"
        env["ASAN_OPTIONS"] = f"{common}:detect_stack_use_after_return=1:strict_string_checks=1"
        env["UBSAN_OPTIONS"] = f"{common}:print_stacktrace=1"
        env["TSAN_OPTIONS"] = f"{common}:halt_on_error=0:second_deadlock_stack=1"
    return env


def missing_results(options):
    for what in options.missing:
        print(f"WARNING: {what}; the tests that need it are skipped", file=sys.stderr)
    return [Result(what, SKIPPED, "could not be had") for what in options.missing]


def without_unknown_skips(results, patterns):
    """The results with tests that were skipped for a reason outside the patterns as failures."""
    def judge(result):
        if result.outcome != SKIPPED or skips.is_known(result.detail, patterns):
            return result
        detail = f"skipped: {result.detail}\nWith CI=true only the reasons in tests/expected_skips.tsv may skip a test."
        return dataclasses.replace(result, outcome=FAILED, detail=detail)
    return [judge(result) for result in results]


def find_tests(options):
    tests = gtest.find(options.build, options)
    if not options.unit:
        tests += cram.find(options.build, options) + scripts.find(options.build, options)
    return tests


def run_one(test):
    try:
        return test.run()
    except Exception:  # the runner itself failed: that is a failed test too
        return [Result(test.name, FAILED, traceback.format_exc())]


class Progress:
    """A line on stderr: on a terminal one that changes with each test, in a pipe another one every ten seconds."""

    def __init__(self, total, seconds=10):
        self.total = total
        self.terminal = sys.stderr.isatty()
        self.seconds = seconds
        self.start = self.last = time.monotonic()

    def ended(self, number, name):
        if self.terminal:
            print(f"\r\033[K[{number}/{self.total}] {name}", end="", file=sys.stderr, flush=True)
        elif time.monotonic() >= self.last + self.seconds:
            self.last = time.monotonic()
            print(f"dev: [{number} of {self.total} tests, {self.last - self.start:.0f} s] {name}", file=sys.stderr, flush=True)

    def done(self):
        if self.terminal:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def run_all(tests, jobs):
    """Results of all tests, in the order of `tests`; shows on stderr which one ended."""
    show = Progress(len(tests))
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(run_one, test) for test in tests]
        names = dict(zip(futures, (test.name for test in tests)))
        for number, future in enumerate(concurrent.futures.as_completed(futures), 1):
            show.ended(number, names[future])
        show.done()
        return [result for future in futures for result in future.result()]


def print_report(results, seconds):
    for result in results:
        if result.outcome == FAILED:
            print(f"\nFAILED {result.name}")
            print("\n".join("  " + line for line in result.detail.splitlines()))
            if result.rerun:
                print(f"  rerun: {result.rerun}")
    reasons = {}
    for result in results:
        if result.outcome == SKIPPED:
            reasons[result.detail] = reasons.get(result.detail, 0) + result.count
    for reason, count in sorted(reasons.items()):
        print(f"skipped {count}: {reason}")
    slowest = sorted((r for r in results if r.seconds >= 5), key=lambda r: -r.seconds)[:5]
    for result in slowest:
        print(f"slow {result.seconds:.0f} s: {result.name}")
    print(f"tests took {seconds:.1f} s")


def write_junit(path, results):
    root = xml.Element("testsuite", name="cppjrt", tests=str(sum(r.count for r in results)))
    for result in results:
        case = xml.SubElement(root, "testcase", name=result.name, time=f"{result.seconds:.3f}")
        if result.outcome != PASSED:
            xml.SubElement(case, "failure" if result.outcome == FAILED else "skipped", message=result.detail[:200]).text = (
                result.detail)
    xml.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)


def main(arguments=None):
    options = parse_arguments(arguments)
    start = time.monotonic()
    results = missing_results(options) + run_all(find_tests(options), options.jobs)
    if os.environ.get("CI") == "true":
        results = without_unknown_skips(results, skips.read_reasons())
    print_report(results, time.monotonic() - start)
    counts = Counts.of(results)
    if options.junit:
        write_junit(options.junit, results)
    if options.counts:
        with options.counts.open("a") as file:
            print(counts, file=file)
    if counts.passed + counts.failed == 0:
        print("no test ran" + (f" for '{options.filter}'" if options.filter else ""), file=sys.stderr)
    print(counts, flush=True)
    return 1 if counts.failed or counts.passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
