import collections
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from testing import skips  # noqa: E402
from testing.skips import Skip  # noqa: E402

LOOP = Skip("run/evaluator", "accept", "a@main", "n/a", "it has a loop")
SHAPE = Skip("run/evaluator", "accept", "b@main", "INVALID_ARGUMENT", "slice: 3 > 2")


def with_code(skip, code):
    return Skip(skip.check, skip.category, skip.name, code, skip.reason)


class Compare(unittest.TestCase):
    def test_listed_skips_are_right_whatever_their_words(self):
        other_words = Skip(SHAPE.check, SHAPE.category, SHAPE.name, SHAPE.code, "slice: 3 is more than 2")
        self.assertEqual(skips.compare([LOOP, SHAPE], [LOOP, other_words]), ([], []))

    def test_a_new_skip_is_a_failure(self):
        bad, told = skips.compare([LOOP], [LOOP, SHAPE])
        self.assertEqual((len(bad), told), (1, []))
        self.assertIn("skipped, but was not before: run/evaluator, accept, b@main: INVALID_ARGUMENT", bad[0])

    def test_what_becomes_unimplemented_is_a_failure(self):
        self.assertEqual(len(skips.compare([SHAPE], [with_code(SHAPE, "UNIMPLEMENTED")])[0]), 1)
        self.assertEqual(len(skips.compare([LOOP], [with_code(LOOP, "INVALID_ARGUMENT")])[0]), 1)
        bad, told = skips.compare([with_code(SHAPE, "UNIMPLEMENTED")], [SHAPE])
        self.assertEqual((bad, len(told)), ([], 1))

    def test_what_runs_now_is_told(self):
        self.assertEqual(skips.compare([LOOP], []), ([], [f"no longer skipped: {LOOP}"]))


class Files(unittest.TestCase):
    def test_checks_that_skip_a_case_alike_share_a_row(self):
        compiled = Skip("run/compiled", *LOOP.key[1:], LOOP.code, LOOP.reason)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "skips.tsv")
            skips.write_table([LOOP, SHAPE, compiled], path)
            lines = path.read_text().splitlines()
            self.assertEqual(lines[2], "run/compiled,run/evaluator\taccept\ta@main\tn/a\tit has a loop")
            self.assertEqual(len(lines), 4)
            self.assertEqual(set(skips.read_table(path)), {LOOP, SHAPE, compiled})

    def test_report_counts_equal_lines(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "report")
            self.assertEqual(skips.read_report("run/evaluator", path), collections.Counter())
            path.write_text("accept\t*\tn/a\tthe parser accepts it\n" * 3)
            self.assertEqual(list(skips.read_report("run/evaluator", path).values()), [3])

    def test_summary_tells_the_two_kinds_apart(self):
        self.assertEqual(skips.summary(collections.Counter({LOOP: 2, SHAPE: 1})),
                         ["skipped 2: not applicable: it has a loop", "skipped 1: refused: INVALID_ARGUMENT"])

    def test_every_reason_of_the_table_says_why(self):
        for line in skips.REASONS_TABLE.read_text().splitlines():
            self.assertTrue(line.startswith("#") or len(line.split("\t")) == 2, line)


if __name__ == "__main__":
    unittest.main()
