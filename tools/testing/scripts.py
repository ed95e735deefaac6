"""Checks and corpora: programs that pass when they exit with 0 and are skipped when they exit with 77.

One that prints lines "N passed, N failed, N skipped" counts with their sum, any other counts as one test. Lines "skipped N: why"
and "NAME: skipped: why" give the reasons. To add one, add a row to CHECKS or CORPORA.
"""

import dataclasses
import os
import re
import shlex
import sys

from testing import process
from testing.outcome import FAILED, PASSED, SKIPPED, Result, parse_counts

PYTHON = sys.executable
_REASON = re.compile(r"^(?:skipped (\d+)|\S.*: skipped): (.+)$", re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class Row:
    name: str
    command: tuple  # "{repo}", "{build}" and "{corpus}" are replaced
    quick: bool = True  # part of `./dev` too
    needs: str = ""  # a folder of the corpus; skipped when absent
    update: tuple = ()  # run instead of `command` by `./dev test --update`
    timeout: int = 0  # seconds, if more than the runner's own


CHECKS = (
    Row("check: layers", (PYTHON, "{repo}/tools/check_layers.py")),
    Row("check: text", (PYTHON, "{repo}/tools/check_text.py")),
    Row("check: links of the pages", (PYTHON, "{repo}/tools/check_docs.py")),
    Row("check: docs/architecture.svg is what layer_picture.py draws", (PYTHON, "{repo}/tools/layer_picture.py", "--check"),
        update=(PYTHON, "{repo}/tools/layer_picture.py")),
    Row("check: version", (PYTHON, "{repo}/tools/version.py", "--check")),
    Row("check: NOTICE names what is linked", (PYTHON, "{repo}/tools/check_notice.py", "--build", "{build}")),
    Row("check: abi is what generate.py gives", (PYTHON, "{repo}/abi/generate.py", "--check"),
        update=(PYTHON, "{repo}/abi/generate.py")),
    Row("check: docs/slots.md is what slot_table.py gives", (PYTHON, "{repo}/tools/slot_table.py", "--check"),
        update=(PYTHON, "{repo}/tools/slot_table.py")),
    Row("check: docs/ops.md is what op_table.py gives", (PYTHON, "{repo}/tools/op_table.py", "--build", "{build}", "--check"),
        update=(PYTHON, "{repo}/tools/op_table.py", "--build", "{build}")),
    Row("check: numpy reads what pjrt writes", (PYTHON, "{repo}/cli/data/numpy_test.py", "{build}/cli/data/data_npy_tool")),
    Row("check: public headers", (PYTHON, "{repo}/tools/check_headers.py"), quick=False),
    Row("check: README and examples do what they say", (PYTHON, "{repo}/tests/docs/run_docs.py", "--build", "{build}"),
        quick=False),
    Row("check: examples print what they should", (PYTHON, "{repo}/tests/examples/run_examples.py", "--build", "{build}"),
        quick=False),
    Row("jax on our plugin", (PYTHON, "{repo}/tests/jax/smoke.py", "{build}/lib/libpjrt_cpu.so"), quick=False, timeout=1200),
    Row("python package", (PYTHON, "{repo}/python/tests/run.py", "--build", "{build}"), quick=False, timeout=1800),
    Row("check: packages", (PYTHON, "{repo}/tests/install/check_packages.py", "--build", "{build}"), quick=False, timeout=1200),
    Row("check: install", (PYTHON, "{repo}/tools/check_install.py", "--build", "{build}"), quick=False),
)


def corpus_table(group, needs="stablehlo"):
    """A group of tools/corpus_table.py, against the totals expected of it. `needs` is the folder of the corpus it reads."""
    command = (PYTHON, "{repo}/tools/corpus_table.py", "--build", "{build}", "--corpus", "{corpus}", group)
    return Row(f"corpus: {group}", command, needs=needs, update=command + ("--update",), timeout=1200)


def jax_corpus(plugin, *names):
    what = f"corpus: jax on {plugin}" + (f", {len(names)} of its programs" if names else "")
    return Row(what, (PYTHON, "{repo}/tests/corpus/run_jax.py", "--pjrt", "{build}/bin/pjrt", "--corpus", "{corpus}",
                      "--plugin", plugin, *names), needs="jax", timeout=2400)


# A few of each kind, quick to compile, for the plugins whose own faults are known (jax_expected_failures.tsv has all).
SOME_JAX = ("argsort_topk_quantile", "bitcast_views", "complex_arith", "donated_args", "eigh_pca", "fp8_casts", "gather_modes",
            "hex_constants_net", "int8_quant_matmul", "int_division", "many_inputs_240", "mlp_infer_flax", "scan_nested",
            "sharding_one_device", "unused_dup_passthrough")
# Programs from elsewhere, kept beside the checkout: `${CPPJRT_CORPUS:-../shared/corpus}`.
CORPORA = (
    corpus_table("frontend"),
    corpus_table("run"),
    corpus_table("graph"),
    corpus_table("reported", needs="reported"),
    jax_corpus("xla-cpu"),
    jax_corpus("xla-cpu-0.106", *SOME_JAX),
    jax_corpus("xla-cpu-0.81", *SOME_JAX),
)


class Script:
    def __init__(self, row, build, options):
        self.row = row
        self.name = row.name
        self.options = options
        self.timeout = max(options.timeout, row.timeout)
        names = {"repo": options.repo, "build": build, "corpus": options.corpus}
        line = row.update if options.update and row.update else row.command
        self.command = [part.format(**names) for part in line]

    def run(self):
        if self.row.needs and not (self.options.corpus / self.row.needs).is_dir():
            return [Result(self.name, SKIPPED, f"no {self.row.needs} in {self.options.corpus}")]
        finished = process.run(self.command, timeout=self.timeout, env=self.options.env, cwd=self.options.repo)
        counts = parse_counts(finished.output)
        bad = finished.code != 0 or finished.timed_out
        if finished.code == 77:
            return [Result(self.name, SKIPPED, process.tail(finished.output, 1) or "exit code 77")]
        if counts is None:
            return [self._failure(finished) if bad else Result(self.name, PASSED, seconds=finished.seconds)]
        results = []
        if counts.passed:
            results.append(Result(self.name, PASSED, seconds=finished.seconds, count=counts.passed))
        results += self._skipped(finished.output, counts.skipped)
        if counts.failed or bad:
            results.append(self._failure(finished, max(1, counts.failed)))
        return results

    def _skipped(self, output, total):
        """A result for each reason that the script gives, and one for those without."""
        reasons = [(why, int(count or 1)) for count, why in _REASON.findall(output)]
        rest = total - sum(count for _, count in reasons)
        if rest < 0:
            return [Result(self.name, FAILED, f"gives reasons for more than the {total} cases that it skipped")]
        return [Result(self.name, SKIPPED, why, count=count)
                for why, count in reasons + [("the script gives no reason", rest)] if count]

    def _failure(self, finished, count=1):
        ending = "" if finished.code == 1 else f"{finished.ending(self.timeout)}\n"
        rerun = shlex.join(os.path.relpath(part) if part.startswith("/") else part for part in self.command)
        return Result(self.name, FAILED, ending + process.tail(finished.output, 80), rerun, finished.seconds, count)


class PythonTest:
    """A file *_test.py of unittest cases."""

    def __init__(self, path, options):
        self.path = path
        self.name = str(path.relative_to(options.repo))
        self.options = options

    def run(self):
        finished = process.run([PYTHON, str(self.path)], timeout=self.options.timeout, env=self.options.env,
                               cwd=self.options.repo)
        ran = re.search(r"^Ran (\d+) tests? in", finished.output, re.MULTILINE)
        bad = {word: int(n) for word, n in re.findall(r"(failures|errors|skipped)=(\d+)", finished.output)}
        failed = bad.get("failures", 0) + bad.get("errors", 0)
        skipped = bad.get("skipped", 0)
        if finished.code != 0 or not ran:
            failed = max(1, failed)
        passed = max(0, (int(ran.group(1)) if ran else 0) - failed - skipped)
        results = [Result(self.name, PASSED, seconds=finished.seconds, count=passed)] if passed else []
        if skipped:
            results.append(Result(self.name, SKIPPED, "unittest skipped it", count=skipped))
        if failed:
            results.append(Result(self.name, FAILED, process.tail(finished.output, 80), f"python3 {self.name}",
                                  finished.seconds, failed))
        return results


def find(build, options):
    rows = [row for row in CHECKS if row.quick or not options.quick]
    if not options.quick:
        rows += CORPORA
    scripts = [Script(row, build, options) for row in rows]
    python = sorted(path for folder in ("tools", "abi", "tests") for path in (options.repo / folder).glob("**/*_test.py"))
    scripts += [PythonTest(path, options) for path in python]
    return [script for script in scripts if not options.filter or options.filter in script.name]
