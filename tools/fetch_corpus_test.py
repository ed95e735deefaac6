import contextlib
import io
import pathlib
import tempfile
import unittest
from unittest import mock

import fetch_corpus

REJECT = """// RUN: stablehlo-opt %s -verify-diagnostics -split-input-file | FileCheck %s

func.func @fine() { return }

// -----

// only prose

// -----

func.func @bad() {
  // expected-error-re@+1 {{must be {{.*}}, but got}}
  "stablehlo.abs"() : () -> ()
}
"""
FILES = {
    "LICENSE": b"free",
    "stablehlo/testdata/abs.mlir": b"func.func @main() { return }\n",
    "stablehlo/testdata/dynamic/abs.mlir": b"func.func @main() { return }\n",
    "stablehlo/tests/interpret/args.mlir": b"// RUN: interpret --args=1\n// CHECK: 1\n",
    "stablehlo/tests/math/sin.mlir": b"sin\n",
    "stablehlo/tests/vhlo/a.1_2_0.mlir": b"a\n",
    "stablehlo/tests/vhlo/a.1_2_0.mlir.bc": b"ML\xefR",
    "stablehlo/tests/reject.mlir": REJECT.encode(),
}


class Cases(unittest.TestCase):
    def test_a_test_is_cut_at_its_marks_and_keeps_its_numbers(self):
        cases = fetch_corpus.cases_of("reject.mlir", REJECT)
        self.assertEqual([name for name, _, _ in cases], ["reject__000.mlir", "reject__002.mlir"])
        self.assertEqual([fetch_corpus.verdict_of(program, options) for _, program, options in cases], ["accept", "reject"])
        self.assertTrue(cases[1][1].startswith("// RUN: stablehlo-opt"))

    def test_a_test_without_marks_is_one_case(self):
        cases = fetch_corpus.cases_of("a/print.mlir", "// RUN: stablehlo-opt %s\nfunc.func @f() { return }\n// -----\n")
        self.assertEqual([name for name, _, _ in cases], ["print.mlir"])

    def test_errors_have_the_line_that_they_name(self):
        program = "a // expected-error {{one}}\n// expected-error@-1 {{two}}\n// expected-error-re @below {{x {{.*}} y}}\nb\n"
        self.assertEqual(fetch_corpus.expected_errors(program), [(1, "one"), (1, "two"), (4, "x {{.*}} y")])

    def test_an_error_that_may_be_a_pass_s_has_no_verdict(self):
        self.assertIsNone(fetch_corpus.verdict_of("// expected-error {{no}}", {"--stablehlo-refine-shapes"}))


class Fetch(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for path, data in FILES.items():
            (self.root / "source" / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / "source" / path).write_bytes(data)

    def fetch(self, sha256):
        with (mock.patch.object(fetch_corpus, "SHA256", sha256), contextlib.redirect_stdout(io.StringIO()),
              contextlib.redirect_stderr(io.StringIO())):
            return fetch_corpus.fetch(self.root / "source", self.root / "corpus")

    def read(self, path):
        return (self.root / "corpus" / "stablehlo" / path).read_text()

    def test_other_contents_are_refused(self):
        self.assertEqual(self.fetch("0" * 64), 1)
        self.assertEqual(list(self.root.glob("corpus/*")), [])

    def test_the_corpus_has_its_tables(self):
        self.assertEqual(self.fetch(fetch_corpus.digest(FILES)), 0)
        self.assertEqual(self.read("testdata/INDEX.tsv"), "path\ttier\nabs.mlir\tstrict\ndynamic/abs.mlir\tparse\n")
        self.assertEqual(self.read("interpret/INDEX.tsv"), "path\tneeds\nargs.mlir\targs,output-text\n")
        self.assertIn("a.1_2_0.mlir\ttext-of-artifact\t1.2.0\na.1_2_0.mlir.bc\tartifact\t1.2.0\n", self.read("vhlo/INDEX.tsv"))
        self.assertIn("reject__002.mlir\treject\t0\tstablehlo\n", self.read("ops/INDEX.tsv"))
        self.assertIn("reject__002.mlir\t4\t0\tmust be {{.*}}, but got\t-\n", self.read("ops/ERRORS.tsv"))
        self.assertEqual(self.read("math/sin.mlir"), "sin\n")

    def test_the_list_of_relaxed_programs_gives_reasons(self):
        for line in fetch_corpus.RELAXED.read_text().splitlines():
            self.assertTrue(line.startswith("#") or len(line.split("\t")) == 2, line)


if __name__ == "__main__":
    unittest.main()
