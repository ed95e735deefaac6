#!/usr/bin/env python3
import collections
import pathlib
import tempfile
import unittest

import corpus_table
from corpus_table import Run, Total
from testing import skips


def total(passed, failed=0, skipped=0, category="static"):
    return Total("frontend", "text", category, passed, failed, skipped)


class Parse(unittest.TestCase):
    def test_lines_of_categories_count_and_the_sum_does_not(self):
        lines = ["FAILED static a.mlir: 1 passed, 2 failed, 3 skipped", "static  12 passed, 1 failed, 0 skipped, 0.25 s",
                 "ops reject   3 passed, 0 failed, 4 skipped", "15 passed, 1 failed, 4 skipped"]
        found = corpus_table.parse("frontend", "text", lines)
        self.assertEqual([(t.category, t.counts, t.seconds) for t in found],
                         [("static", (12, 1, 0), 0.25), ("ops reject", (3, 0, 4), 0)])


class Compare(unittest.TestCase):
    def check(self, expected, found, fell, rose):
        self.assertEqual([bool(lines) for lines in corpus_table.compare(expected, found)], [fell, rose])

    def test_equal(self):
        self.check([total(5, 1, 2)], [total(5, 1, 2)], False, False)

    def test_fewer_passed_is_a_fall_even_if_they_are_skipped(self):
        self.check([total(5)], [total(4, 0, 1)], True, False)

    def test_more_failed_is_a_fall(self):
        self.check([total(5)], [total(5, 1)], True, False)

    def test_a_category_that_is_gone_is_a_fall(self):
        self.check([total(5), total(3, category="math")], [total(5)], True, False)

    def test_more_passed_is_a_rise(self):
        self.check([total(5, 0, 1)], [total(6)], False, True)

    def test_a_new_category_is_a_rise(self):
        self.check([], [total(6)], False, True)


class Skips(unittest.TestCase):
    def run_of(self, skipped, rows):
        found = collections.Counter({skips.Skip("frontend/text", "static", "*", "n/a", "no text"): rows} if rows else {})
        return Run("frontend", "text", [total(5, 0, skipped)], [], skips=found)

    def test_every_skipped_case_needs_a_reason(self):
        self.assertEqual(corpus_table.unexplained([self.run_of(2, 2), self.run_of(0, 0)]), [])
        self.assertEqual(corpus_table.unexplained([self.run_of(2, 1)]), ["text, static: 2 skipped, 1 of them with a reason"])

    def test_a_runner_reports_to_a_file(self):
        script = "printf 'static\\ta.mlir\\tn/a\\tno text\\n' >> $CPPJRT_SKIPS; echo 'static  1 passed, 0 failed, 1 skipped'"
        run = corpus_table.run_one("frontend", "text", ["sh", "-c", script])
        self.assertEqual(list(run.skips), [skips.Skip("frontend/text", "static", "a.mlir", "n/a", "no text")])
        self.assertEqual(corpus_table.unexplained([run]), [])


class Update(unittest.TestCase):
    def test_rows_of_other_checks_stay_where_they_are(self):
        other = Total("run", "eval", "static", 1, 0, 0)
        rows = corpus_table.updated([total(5), other], [Run("frontend", "text", [total(6), total(2, category="math")], [])])
        self.assertEqual([(r.check, r.category, r.passed) for r in rows],
                         [("text", "static", 6), ("text", "math", 2), ("eval", "static", 1)])

    def test_a_runner_without_result_changes_nothing(self):
        self.assertEqual(corpus_table.updated([total(5)], [Run("frontend", "text", [], [], "exit code 139")]), [total(5)])

    def test_the_table_reads_back(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "totals.tsv"
            corpus_table.write_table([total(5, 1, 2)], path)
            self.assertEqual(corpus_table.read_table(path), [total(5, 1, 2)])


if __name__ == "__main__":
    unittest.main()
