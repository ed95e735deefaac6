"""What a test did: one Result per test case, and their sum."""

import dataclasses
import re

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"


@dataclasses.dataclass
class Result:
    name: str
    outcome: str
    detail: str = ""  # of a failure: the difference; of a skipped test: the reason
    rerun: str = ""  # the command that runs this test alone
    seconds: float = 0.0
    count: int = 1  # a script that runs many cases reports one Result for each outcome


@dataclasses.dataclass
class Counts:
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    @classmethod
    def of(cls, results):
        counts = cls()
        for result in results:
            setattr(counts, result.outcome, getattr(counts, result.outcome) + result.count)
        return counts

    def __str__(self):
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


_LINE = re.compile(r"^(?:\w+: )?(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", re.MULTILINE)


def parse_counts(text):
    """The sum of all lines "N passed, N failed, N skipped" in `text`; None if there is none."""
    lines = _LINE.findall(text)
    if not lines:
        return None
    return Counts(*(sum(int(line[i] or 0) for line in lines) for i in range(3)))
