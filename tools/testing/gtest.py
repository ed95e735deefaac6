"""GoogleTest programs: the executables BUILD/tests/*_test; each of their test cases counts."""

import json
import os
import pathlib
import re
import shlex
import tempfile

from testing import process
from testing.outcome import FAILED, PASSED, SKIPPED, Result


class Program:
    def __init__(self, path, options):
        self.path = path
        self.name = path.name
        self.options = options
        self.timeout = options.timeout

    def run(self):
        with tempfile.TemporaryDirectory(prefix="cppjrt-test-") as scratch:
            report = pathlib.Path(scratch, "report.json")
            command = [str(self.path), f"--gtest_output=json:{report}", "--gtest_color=no"]
            if self.options.filter and self.options.filter not in self.name:
                # ":" and "-" have a meaning in a filter, "?" stands for any character.
                command.append(f"--gtest_filter=*{re.sub('[:-]', '?', self.options.filter)}*")
            env = {**self.options.env, "TMPDIR": scratch}
            finished = process.run(command, timeout=self.timeout, env=env, cwd=scratch)
            cases = _read_report(report)
        if cases is None or finished.timed_out or finished.code < 0:
            return self._crashed(finished)
        results = [self._case(suite, case, finished.output) for suite, case in cases]
        if finished.code != 0 and all(result.outcome != FAILED for result in results):
            # Every case passed and yet it failed: a sanitizer's report at exit, a leak.
            results.append(self._failure("", finished.ending(self.timeout), finished.output))
        return results

    def _case(self, suite, case, output):
        name = f"{suite}.{case['name']}"
        seconds = float(case["time"].rstrip("s"))
        if case.get("failures"):
            detail = "\n".join(failure["failure"] for failure in case["failures"])
            return Result(f"{self.name}: {name}", FAILED, detail, self._rerun(name), seconds)
        if case["result"] != "COMPLETED":
            return Result(f"{self.name}: {name}", SKIPPED, _skip_reason(name, output), seconds=seconds)
        return Result(f"{self.name}: {name}", PASSED, seconds=seconds)

    def _crashed(self, finished):
        """The cases that had ended keep their outcome; the crash itself is one failure."""
        ended = re.findall(r"^\[ +(OK|FAILED|SKIPPED) +\] (\S+?),? .*\(\d+ ms\)$", finished.output, re.MULTILINE)
        results = [self._ended(word, case, finished.output) for word, case in ended]
        running = re.findall(r"^\[ RUN +\] (\S+)", finished.output, re.MULTILINE)
        return results + [self._failure(running[-1] if running else "", finished.ending(self.timeout), finished.output)]

    def _ended(self, word, case, output):
        if word == "OK":
            return Result(f"{self.name}: {case}", PASSED)
        if word == "SKIPPED":
            return Result(f"{self.name}: {case}", SKIPPED, _skip_reason(case, output))
        return Result(f"{self.name}: {case}", FAILED, "see the output below", self._rerun(case))

    def _failure(self, case, ending, output):
        where = f"{self.name}: {case}" if case else self.name
        return Result(where, FAILED, f"{ending}\n{process.tail(output)}", self._rerun(case))

    def _rerun(self, case):
        return shlex.join([os.path.relpath(self.path)] + ([f"--gtest_filter={case}"] if case else []))


def find(build, options):
    folder = build / "tests"
    if not folder.is_dir():
        return []
    programs = [path for path in sorted(folder.iterdir()) if path.is_file() and os.access(path, os.X_OK)]
    if options.quick:
        programs = [path for path in programs if not path.name.endswith("_slow_test")]
    return [Program(path, options) for path in programs if path.name.endswith("_test")]


def _read_report(path):
    """Pairs (suite, case) of the cases that were asked for; None if the program did not live to write them."""
    try:
        suites = json.loads(path.read_text())["testsuites"]
    except (OSError, ValueError):
        return None
    return [(suite["name"], case) for suite in suites for case in suite["testsuite"]]


def _skip_reason(name, output):
    block = re.search(rf"^\[ RUN +\] {re.escape(name)}$(.*?)^\[  SKIPPED \]", output, re.MULTILINE | re.DOTALL)
    if not block:
        return "disabled"
    lines = [line.strip() for line in block.group(1).splitlines() if line.strip()]
    return " ".join(line for line in lines if not re.search(r":\d+: Skipped$", line))
