import contextlib
import io
import os
import pathlib
import tempfile
import unittest

import run_tests
from testing import cram, gtest, outcome, process, scripts, skips

FAKE_PROGRAM = """#!/bin/sh
case $1 in --gtest_output=json:*) report=${1#--gtest_output=json:};; esac
"""
REPORT = """
cat > "$report" <<'END'
{"testsuites": [{"name": "Buffer", "testsuite": [
  {"name": "Copies", "result": "COMPLETED", "time": "0.002s"},
  {"name": "Skips", "result": "SKIPPED", "time": "0s"},
  {"name": "Fails", "result": "COMPLETED", "time": "0s", "failures": [{"failure": "buffer_test.cc:3\\n1 is not 2"}]}]}]}
END
printf '%s\\n' '[ RUN      ] Buffer.Skips' 'buffer_test.cc:2: Skipped' 'no plugin tpu' '[  SKIPPED ] Buffer.Skips (0 ms)'
"""
CRASH = """
printf '%s\\n' '[ RUN      ] Buffer.Copies' '[       OK ] Buffer.Copies (0 ms)' '[ RUN      ] Buffer.Crashes'
kill -SEGV $$
"""


class Counts(unittest.TestCase):
    def test_sums_the_lines_of_a_program(self):
        text = "reading\n3 passed, 1 failed, 2 skipped\nops: 4 passed, 0 failed\nnot 5 passed, 5 failed\n"
        self.assertEqual(str(outcome.parse_counts(text)), "7 passed, 1 failed, 2 skipped")
        self.assertIsNone(outcome.parse_counts("all is well"))


class Process(unittest.TestCase):
    def test_ends_what_takes_too_long_with_its_children(self):
        finished = process.run(["sh", "-c", "echo on; sleep 60 & sleep 60"], timeout=0.2)
        self.assertTrue(finished.timed_out)
        self.assertEqual(finished.output, "on\n")
        self.assertLess(finished.seconds, 10)

    def test_takes_variables_out(self):
        finished = process.run(["sh", "-c", "echo ${HOME-none} $ONE"], timeout=9, env={"HOME": None, "ONE": "1"})
        self.assertEqual(finished.output, "none 1\n")


class Tests(unittest.TestCase):
    """Runs tests of a small checkout of its own."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.repo = pathlib.Path(scratch.name)
        self.options = run_tests.parse_arguments(["--build", str(self.repo / "build"), "--timeout", "60"])
        self.options.repo = self.repo

    def write(self, path, text, mode=0o644):
        path = self.repo / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)
        return path

    def outcomes(self, tests):
        return {result.name: (result.outcome, result.detail) for test in tests for result in test.run()}

    def test_googletest_cases(self):
        self.write("build/tests/buffer_test", FAKE_PROGRAM + REPORT, 0o755)
        self.write("build/tests/libfault.so", "", 0o755)
        self.assertEqual(self.outcomes(gtest.find(self.options.build, self.options)), {
            "buffer_test: Buffer.Copies": ("passed", ""),
            "buffer_test: Buffer.Skips": ("skipped", "no plugin tpu"),
            "buffer_test: Buffer.Fails": ("failed", "buffer_test.cc:3\n1 is not 2"),
        })

    def test_googletest_program_that_fails_after_its_cases(self):
        self.write("build/tests/buffer_test", FAKE_PROGRAM + REPORT.replace("failures", "none") + "echo leak; exit 23", 0o755)
        outcomes = self.outcomes(gtest.find(self.options.build, self.options))
        self.assertEqual(outcomes["buffer_test"][0], "failed")
        self.assertIn("exit code 23", outcomes["buffer_test"][1])

    def test_googletest_crash_is_one_failure(self):
        self.write("build/tests/buffer_test", FAKE_PROGRAM + CRASH, 0o755)
        outcomes = self.outcomes(gtest.find(self.options.build, self.options))
        self.assertEqual(outcomes["buffer_test: Buffer.Copies"][0], "passed")
        self.assertEqual(outcomes["buffer_test: Buffer.Crashes"][0], "failed")
        self.assertIn("SIGSEGV", outcomes["buffer_test: Buffer.Crashes"][1])

    def test_slow_programs_are_not_quick(self):
        self.write("build/tests/big_slow_test", "", 0o755)
        self.options.quick = True
        self.assertEqual(gtest.find(self.options.build, self.options), [])

    def test_file_tests(self):
        self.write("tests/cli/good.test", "Prose.\n\n  $ ls; echo ${CPPJRT_PLUGIN-none}\n  none\n  $ false\n  [1]\n")
        bad = self.write("tests/cli/bad.test", "  $ printf '1\\n2\\n'\n  \\d (re)\n  3\n")
        self.write("tests/cli/later.test", "  $ exit 80\n")
        outcomes = self.outcomes(cram.find(self.options.build, self.options))
        self.assertEqual(outcomes["tests/cli/good.test"], ("passed", ""))
        self.assertEqual(outcomes["tests/cli/later.test"][0], "skipped")
        self.assertEqual(outcomes["tests/cli/bad.test"][0], "failed")
        self.assertIn("-  3\n+  2\n", outcomes["tests/cli/bad.test"][1])
        self.options.update = True
        self.outcomes(cram.find(self.options.build, self.options))
        self.assertEqual(bad.read_text(), "  $ printf '1\\n2\\n'\n  \\d (re)\n  2\n")

    def script(self, text, **fields):
        return self.outcomes([scripts.Script(scripts.Row("it", ("sh", "-c", text), **fields), self.repo, self.options)])

    def test_scripts(self):
        self.assertEqual(self.script("true"), {"it": ("passed", "")})
        self.assertEqual(self.script("echo why; exit 1"), {"it": ("failed", "why")})
        self.assertEqual(self.script("true", needs="absent")["it"][0], "skipped")

    def test_script_gives_reasons_for_what_it_skips(self):
        script = "echo skipped 2: not applicable: a loop; echo wheel: skipped: no pip; echo 1 passed, 0 failed, 4 skipped"
        row = scripts.Row("it", ("sh", "-c", script))
        results = scripts.Script(row, self.options.build, self.options).run()
        self.assertEqual([(result.outcome, result.detail, result.count) for result in results], [
            ("passed", "", 1), ("skipped", "not applicable: a loop", 2), ("skipped", "no pip", 1),
            ("skipped", "the script gives no reason", 1)])

    def test_script_that_counts_but_dies_has_failed(self):
        self.assertEqual(self.script("echo 3 passed, 0 failed; exit 7")["it"][0], "failed")


class Progress(unittest.TestCase):
    def lines(self, seconds):
        output = io.StringIO()
        with contextlib.redirect_stderr(output):
            show = run_tests.Progress(2, seconds)
            show.ended(1, "buffer_test")
            show.ended(2, "shape_test")
            show.done()
        return output.getvalue().splitlines()

    def test_a_pipe_gets_a_line_from_time_to_time(self):
        self.assertEqual(self.lines(0), ["dev: [1 of 2 tests, 0 s] buffer_test", "dev: [2 of 2 tests, 0 s] shape_test"])
        self.assertEqual(self.lines(60), [])


class UnknownSkips(unittest.TestCase):
    def test_only_listed_reasons_may_skip(self):
        results = [outcome.Result("a", "skipped", "needs AVX2"), outcome.Result("b", "skipped", "no corpus"),
                   outcome.Result("c", "passed", "no corpus")]
        judged = run_tests.without_unknown_skips(results, ["needs *"])
        self.assertEqual([result.outcome for result in judged], ["skipped", "failed", "passed"])

    def test_a_missing_corpus_is_no_listed_reason(self):
        options = run_tests.parse_arguments(["--corpus", "/nonesuch"])
        corpora = [scripts.Script(row, options.build, options) for row in scripts.CORPORA]
        results = [result for script in corpora for result in script.run()]
        judged = run_tests.without_unknown_skips(results, skips.read_reasons())
        self.assertEqual({result.outcome for result in judged}, {"failed"})
        self.assertEqual(len(judged), len(scripts.CORPORA))


class Main(unittest.TestCase):
    def run_main(self, *arguments):
        output = io.StringIO()
        with tempfile.TemporaryDirectory() as build, contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            code = run_tests.main(["--unit", "--build", build, *arguments])
        return code, output.getvalue().splitlines()

    def test_no_test_is_a_failure(self):
        code, lines = self.run_main("nonesuch")
        self.assertEqual((code, lines[-1]), (1, "0 passed, 0 failed, 0 skipped"))

    def test_what_is_missing_is_red_only_in_continuous_integration(self):
        before = os.environ.pop("CI", None)
        try:
            self.assertIn("0 passed, 0 failed, 1 skipped", self.run_main("--missing", "plugin tpu")[1])
            os.environ["CI"] = "true"
            self.assertIn("0 passed, 1 failed, 0 skipped", self.run_main("--missing", "plugin tpu")[1])
        finally:
            os.environ.pop("CI", None)
            if before is not None:
                os.environ["CI"] = before


if __name__ == "__main__":
    unittest.main()
