"""Which cases of the corpora and which tests may be skipped, and why.

tests/corpus/expected_skips.tsv has a row for each skipped case of a corpus: the checks that skip it, category, name ("*": any
case of the category), code and reason. The code is "n/a" where the check says nothing about the case, else that of the error
with which the code under test refused it. tests/expected_skips.tsv has the reasons of all other tests.
"""

import collections
import dataclasses
import fnmatch
import pathlib

TESTS = pathlib.Path(__file__).resolve().parent.parent.parent / "tests"
REASONS_TABLE = TESTS / "expected_skips.tsv"
CORPUS_HEAD = ("# Cases of the corpora that are skipped; `./dev corpus GROUP --update` rewrites it. A case that is not listed fails.\n"
               "checks\tcategory\tname\tcode\treason\n")
NOT_APPLICABLE = "n/a"


@dataclasses.dataclass(frozen=True)
class Skip:
    check: str  # "group/check" of tools/corpus_table.py
    category: str
    name: str
    code: str
    reason: str

    @property
    def key(self):
        return self.check, self.category, self.name

    def __str__(self):
        return f"{self.check}, {self.category}, {self.name}: {self.code}: {self.reason}"


def read_report(check, path):
    """What a runner wrote to the file $CPPJRT_SKIPS, each row with the number of its cases."""
    lines = path.read_text(errors="replace").splitlines() if path.exists() else []
    return collections.Counter(Skip(check, *line.rstrip().split("\t", 3)) for line in lines)


def read_table(path):
    rows = [line.split("\t") for line in path.read_text().splitlines()[2:]] if path.exists() else []
    return [Skip(check, *row[1:]) for row in rows for check in row[0].split(",")]


def write_table(skips, path):
    """Checks that skip a case for the same reason share a row."""
    rows = collections.defaultdict(list)
    for skip in skips:
        rows[(skip.category, skip.name, skip.code, skip.reason)].append(skip.check)
    lines = sorted("\t".join((",".join(sorted(checks)), *row)) + "\n" for row, checks in rows.items())
    path.write_text(CORPUS_HEAD + "".join(lines))


def compare(expected, found):
    """Sentences about skips that are failures, and about those that ask for a new table."""
    known = {skip.key: skip for skip in expected}
    bad, told = [], []
    for skip in found:
        row = known.pop(skip.key, None)
        if row is None:
            bad.append(f"skipped, but was not before: {skip}")
        elif row.code != skip.code and (skip.code == "UNIMPLEMENTED" or row.code == NOT_APPLICABLE):
            bad.append(f"{skip}; was {row.code}")
        elif row.code != skip.code:
            told.append(f"{skip}; was {row.code}")
    told += [f"no longer skipped: {skip}" for skip in known.values()]
    return bad, told


def summary(found):
    """Lines "skipped N: not applicable: REASON" and "skipped N: refused: CODE" of a Counter of skips."""
    counts = collections.Counter()
    for skip, count in found.items():
        reason = skip.reason.split(": ")[0]
        counts[f"not applicable: {reason}" if skip.code == NOT_APPLICABLE else f"refused: {skip.code}"] += count
    return [f"skipped {count}: {reason}" for reason, count in sorted(counts.items())]


def read_reasons(path=REASONS_TABLE):
    """The patterns (fnmatch) of the reasons for which tests may be skipped."""
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return [line.split("\t")[0] for line in lines]


def is_known(reason, patterns):
    return any(fnmatch.fnmatchcase(reason, pattern) for pattern in patterns)
