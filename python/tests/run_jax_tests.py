#!/usr/bin/env python3
"""JAX's own tests on this package's plugin, and on JAX's CPU backend beside it.

    run_jax_tests.py --jax-src DIR [--python PYTHON] [--keep FOLDER] [--again] [--jobs N] [--cases N] [--table FILE] [FILE...]

DIR is a checkout of JAX's repository at the tag of the installed version (the package on PyPI has no tests); PYTHON has jax, pytest and
this wheel. Each file runs in a process of its own; one that crashes or hangs is taken up again behind the test that did it. `--keep`
keeps every result as it comes, so that a run that was ended goes on where it was, and `--again` runs what failed with a newer wheel.
`--cases` is JAX_NUM_GENERATED_CASES, the samples of each parameterised test. Prints a table, passed, failed and skipped by file, and
every test that passes on JAX's backend and not here; those of jax_expected_failures.tsv are expected. Exits with 1 if there are others.
`--table` writes the table between two marks of a document (docs/jax_tests.md).
"""

import argparse
import concurrent.futures
import glob
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import jax_recorder  # noqa: E402
from jax_progress import Progress, count  # noqa: E402

# Those that use a backend of CPUs and nothing that is not on PyPI; the checkout may not have all of them.
FILES = """ann_test aot_test api_test array_extensibility_test array_interoperability_test array_test async_collectives_test batching_test
    blocked_sampler_test buffer_callback_test checkify_test cholesky_update_test compilation_cache_test control_deps_test core_test
    custom_api_test custom_linear_solve_test custom_partitioning_sharding_rule_test custom_partitioning_test custom_root_test
    debug_info_test debug_nans_test debugger_test debugging_primitives_test device_test dtypes_test eigh_test error_check_test errors_test
    export_test extend_test ffi_test fft_test fused_test garbage_collection_guard_test generated_fun_test hijax_test image_test jax_jit_test
    jax_numpy_error_test jaxpr_effects_test jet_test key_reuse_test lax_autodiff_test lax_control_flow_test lax_numpy_einsum_test
    lax_numpy_hijax_test lax_numpy_indexing_test lax_numpy_operators_test lax_numpy_reducers_test lax_numpy_setops_test lax_numpy_test
    lax_numpy_ufuncs_test lax_numpy_vectorize_test lax_scipy_sparse_test lax_scipy_special_functions_test lax_scipy_spectral_dac_test
    lax_scipy_test lax_test lax_vmap_op_test lax_vmap_test layout_test linalg_sharding_test linalg_test lobpcg_test memories_test
    metadata_test multi_device_test multibackend_test mutable_array_test name_stack_test nn_test ode_test optimizers_test pickle_test
    pjit_test pmap_test polynomial_test profiler_session_test profiler_test python_callback_test qdwh_test ragged_collective_test
    random_impl_test random_lax_test random_test scheduling_groups_test scipy_fft_test scipy_interpolate_test scipy_ndimage_test
    scipy_optimize_test scipy_signal_test scipy_spatial_test scipy_stats_test shape_poly_test shard_alike_test shard_map_test
    source_info_test sparse_bcoo_bcsr_test sparse_test sparsify_test stack_test state_test stateful_rng_test stax_test string_array_test
    svd_test transfer_guard_test unary_ops_accuracy_test x64_context_test xla_bridge_test xla_interpreter_test xla_metadata_test
    xla_transform_test""".split()
PLATFORMS = ("cppjrt", "cpu")
BAD = ("failed", "crashed", "timed out")
# How pytest ends when somebody ends it.
INTERRUPTED = (2, -signal.SIGINT, -signal.SIGTERM)
running = set()
ending = threading.Event()


def run_file(name, platform, options, record, only):
    """Results of a file's tests. What the record has is not run again; after a crash or a hang the tests behind it are.

    It is the installed JAX that runs, whatever else the checkout has, without its settings for pytest: they make errors of warnings, also of
    those that come from newer versions of other packages.
    """
    environment = dict(os.environ, PYTHONSAFEPATH="1", JAX_PLATFORMS=platform, JAX_NUM_GENERATED_CASES=str(options.cases), JAX_SKIP_SLOW_TESTS="1",
                       PYTHONPATH=os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")]), CPPJRT_RECORD=str(record),
                       CPPJRT_TEST_SECONDS=str(options.test_seconds), CPPJRT_ONLY="\n".join(only),
                       CPPJRT_EXCLUDE="\n".join(options.exclude))
    command = [options.python, "-m", "pytest", "-q", "-p", "jax_recorder", "-p", "no:cacheprovider", "--noconftest", "--tb=short",
               "-c", os.devnull, "--rootdir", str(options.jax_src), f"tests/{name}.py"]
    if record.exists() and not record.read_bytes().endswith(b"\n"):  # a run was ended within a line
        record.write_text(record.read_text() + "\n")
    end = time.monotonic() + options.file_seconds
    while time.monotonic() < end and ("" not in jax_recorder.read(record) or only):
        before = jax_recorder.read(record)
        code = end_of(command, options.jax_src, environment, end - time.monotonic())
        if code is None or (code in INTERRUPTED and "" not in jax_recorder.read(record)):
            break  # a test that was running stays "started": it is run by the next call
        if not crashes_added(record, name, code, before):
            break
    results = jax_recorder.read(record)
    results.pop("", None)
    return results


def end_of(command, folder, environment, seconds):
    """The exit code of a program; None if it took longer."""
    with subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL) as process:
        running.add(process)
        if ending.is_set():
            process.terminate()
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            return None
        finally:
            running.discard(process)


def crashes_added(record, name, code, before):
    """Notes the test that ended the process. Whether there may be tests behind it."""
    after = jax_recorder.read(record)
    if "" in after and code in (0, 1, 2, 5):
        return False
    started = [test for test, (outcome, _) in after.items() if outcome == "started"]
    if not started and len(after) == len(before):  # it ended outside of tests, and would again
        started = [f"tests/{name}.py::process"]
    with record.open("a") as file:
        for test in started:
            outcome = "timed out" if code == 1 else "crashed"  # 1 is faulthandler's, where the interpreter's lock was held
            file.write(json.dumps([test, outcome, f"the process ended with {code} within it"]) + "\n")
    return "" not in after and started != [f"tests/{name}.py::process"]


def forget_failures(folder, files):
    """Takes out of the records what failed here, but for what is known to fail on JAX's backend, so that it is run again."""
    for name in files:
        ours, theirs = (jax_recorder.read(folder / f"{platform}-{name}.jsonl") for platform in PLATFORMS)
        kept = {test: value for test, value in ours.items() if test and not (value[0] in BAD and theirs.get(test, ("passed",))[0] == "passed")}
        if len(kept) < len(ours) - ("" in ours):
            (folder / f"cppjrt-{name}.jsonl").write_text("".join(json.dumps([test, *value]) + "\n" for test, value in kept.items()))


def row_of(name, ours, theirs, beside="all"):
    both = {test for test, (outcome, _) in theirs.items() if outcome == "passed"}
    if beside == "failed":  # what has not been run there counts as passed there
        both |= {test for test, (outcome, _) in ours.items() if outcome in ("passed", *BAD) and test not in theirs}
    good = sum(ours.get(test, ("missing",))[0] == "passed" for test in both)
    share = f"{100 * good / len(both):.1f} %" if both else "-"
    return (name, count(ours, "passed"), count(ours, *BAD), count(ours, "skipped"), count(theirs, "passed"),
            count(theirs, *BAD), share, good, len(both))


def table_of(rows):
    lines = ["| file | passed | failed | skipped | JAX's CPU: passed | failed | of those passed here |", "| --- | --- | --- | --- | --- | --- | --- |"]
    lines += ["| " + " | ".join(str(value) for value in row[:7]) + " |" for row in rows]
    good, both = sum(row[7] for row in rows), sum(row[8] for row in rows)
    total = [sum(row[i] for row in rows) for i in range(1, 6)]
    share = f"{100 * good / both:.2f} %" if both else "-"
    return "\n".join([*lines, "| all | " + " | ".join(map(str, total)) + f" | {share} |"])


def write_table(document, table, name="run_jax_tests.py"):
    begin, end = f"<!-- {name} begin -->", f"<!-- {name} end -->"
    text = document.read_text()
    before, rest = text.split(begin)
    document.write_text(f"{before}{begin}\n{table}\n{end}{rest.split(end)[1]}")


def expected_failures():
    rows = [line.split("\t") for line in (HERE / "jax_expected_failures.tsv").read_text().splitlines()]
    return [row[0] for row in rows if row[0] and not row[0].startswith("#")]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", help="tests/FILE.py; all that are known by default")
    parser.add_argument("--jax-src", type=pathlib.Path, required=True)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--platforms", default=",".join(PLATFORMS), help="only run these; the other's results are what is kept of it")
    parser.add_argument("--beside", choices=("all", "failed"), default="all",
                        help="what JAX's CPU backend runs; with `failed` what passes here counts as passed there too")
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 2) // 2))
    parser.add_argument("--cases", type=int, default=1)
    parser.add_argument("--only", action="append", default=[], metavar="PATTERN", help="only tests like this, lax_test.py::*Add*")
    parser.add_argument("--exclude", action="append", default=[], metavar="PATTERN", help="no tests like this")
    parser.add_argument("--test-seconds", type=float, default=300, help="a test that takes longer is ended")
    parser.add_argument("--file-seconds", type=float, default=3000, help="what is not run by then is left to another call with --keep")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder that keeps the results; a later call goes on behind them")
    parser.add_argument("--again", action="store_true", help="run what is kept as failed here, and does not fail on JAX's CPU, once more")
    parser.add_argument("--table", type=pathlib.Path, help="also write the table between the marks of this document")
    options = parser.parse_args()
    options.jax_src = options.jax_src.resolve()
    options.files = ([pathlib.Path(name).stem for name in options.files]
                     or [name for name in FILES if (options.jax_src / f"tests/{name}.py").exists()])
    return options


def run_all(options, folder):
    """Results by file and platform."""
    results = {}
    if options.again:
        forget_failures(folder, options.files)

    platforms = options.platforms.split(",")

    def one(name):
        for platform in PLATFORMS:
            record, only = folder / f"{platform}-{name}.jsonl", options.only
            if ending.is_set():
                return
            if platform == "cpu" and options.beside == "failed":
                bad = [jax_recorder.short(test) for test, (outcome, _) in results[name, "cppjrt"].items() if outcome in BAD]
                only = [glob.escape(test) for test in bad]
            if platform in platforms:
                progress.started(name, platform, record)
            if platform in platforms and (only or platform == "cppjrt" or options.beside == "all"):
                found = run_file(name, platform, options, record, only)
            else:
                found = {test: value for test, value in jax_recorder.read(record).items() if test}
            results[name, platform] = found
            if platform in platforms:
                progress.ended(name, platform, found)

    pool = concurrent.futures.ThreadPoolExecutor(options.jobs)
    with Progress(len(options.files) * len(platforms), BAD) as progress:
        try:
            list(pool.map(one, options.files))
        except KeyboardInterrupt:  # those that run are ended, no other is begun
            ending.set()
            raise
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in list(running):
                process.terminate()  # not SIGINT, which is ignored in the background
            pool.shutdown()
    return results


def end(number, frame):
    raise KeyboardInterrupt


def main():
    options = parse_arguments()
    signal.signal(signal.SIGTERM, end)
    with tempfile.TemporaryDirectory(prefix="jax-tests-") as temporary:
        folder = (options.keep or pathlib.Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        try:
            results = run_all(options, folder)
        except KeyboardInterrupt:
            print(f"ended; what has run is kept in {options.keep}: the same command goes on there" if options.keep else
                  "ended; with --keep FOLDER the results would be kept", file=sys.stderr)
            return 130
    table = table_of([row_of(name, results[name, "cppjrt"], results[name, "cpu"], options.beside) for name in options.files])
    print(table)
    if options.table:
        write_table(options.table, table)
    return report(options.files, results)


def report(files, results):
    """Prints what passes on JAX's backend only; 1 if some of it is not expected."""
    known, unexpected = expected_failures(), 0
    for name in files:
        for test, (outcome, _) in results[name, "cpu"].items():
            ours, text = results[name, "cppjrt"].get(test, ("not run", ""))
            if outcome != "passed" or ours == "passed":
                continue
            is_known = jax_recorder.matches(test, known)
            unexpected += not is_known
            print(f"{'expected' if is_known else 'FAILED'} {jax_recorder.short(test)} {ours} {' '.join(text.split())[:160]}")
    ours = [value for name in files for value in results[name, "cppjrt"].values()]
    print(f"{unexpected} unexpected failures; {sum(value[0] == 'crashed' for value in ours)} tests ended the process, "
          f"{sum(value[0] == 'timed out' for value in ours)} did not end")
    return 1 if unexpected else 0


if __name__ == "__main__":
    sys.exit(main())
