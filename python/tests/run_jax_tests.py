#!/usr/bin/env python3
"""JAX's own tests on this package's plugin, and on JAX's CPU backend beside it.

    run_jax_tests.py --jax-src DIR [--python PYTHON] [--jobs N] [--cases N] [--table FILE] [FILE...]

DIR is a checkout of JAX's repository at the tag of the installed version (the package on PyPI has no tests); PYTHON has jax, pytest and
this wheel. Each file runs in a process of its own; one that crashes or hangs is taken up again behind the test that did it. `--cases` is
JAX_NUM_GENERATED_CASES, the samples of each parameterised test. Prints a table, passed, failed and skipped by file, and every test that
passes on JAX's backend and not here; those of jax_expected_failures.tsv are expected. Exits with 1 if there are others. `--table`
writes the table between two marks of a document (docs/jax.md).
"""

import argparse
import concurrent.futures
import fnmatch
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
FILES = """lax_test lax_numpy_test lax_numpy_operators_test lax_numpy_reducers_test lax_numpy_indexing_test lax_numpy_einsum_test
    lax_scipy_test lax_scipy_special_functions_test lax_control_flow_test lax_autodiff_test lax_vmap_test linalg_test svd_test eigh_test
    qdwh_test random_lax_test fft_test nn_test api_test export_test pjit_test pmap_test shard_map_test python_callback_test
    debugging_primitives_test debug_nans_test checkify_test jaxpr_effects_test image_test scipy_stats_test scipy_signal_test
    scipy_ndimage_test scipy_optimize_test scipy_fft_test scipy_interpolate_test scipy_spatial_test sparse_test sparse_bcoo_bcsr_test
    sparsify_test array_test aot_test compilation_cache_test ffi_test profiler_test mutable_array_test memories_test layout_test
    array_interoperability_test multi_device_test batching_test state_test dtypes_test ode_test""".split()

# Written beside the run: appends a line for each test as it ends, so that a crash loses nothing; ends a test that hangs.
RECORDER = '''
import faulthandler, json, os
log = open(os.environ["CPPJRT_RECORD"], "a", buffering=1)
limit = float(os.environ["CPPJRT_TEST_SECONDS"])
done = set(filter(None, os.environ.get("CPPJRT_DONE", "").split("\\n")))
if os.environ.get("CPPJRT_DONE_FILE"):
    done |= set(open(os.environ["CPPJRT_DONE_FILE"]).read().split("\\n"))

def pytest_collection_modifyitems(items):
    items[:] = [item for item in items if item.nodeid not in done]

def pytest_runtest_logstart(nodeid, location):
    log.write(json.dumps([nodeid, "started", ""]) + "\\n")
    faulthandler.dump_traceback_later(limit, exit=True)

def pytest_runtest_logreport(report):
    if report.outcome == "failed" or report.when == "call" or (report.when == "setup" and report.outcome == "skipped"):
        text = "" if report.outcome == "passed" else str(getattr(report.longrepr, "reprcrash", None) or report.longrepr)[:300]
        log.write(json.dumps([report.nodeid, report.outcome, text]) + "\\n")

def pytest_runtest_logfinish(nodeid, location):
    faulthandler.cancel_dump_traceback_later()
'''


def read_record(path):
    """Outcome and text of each test; one that only started did not end."""
    results = {}
    for line in path.read_text().splitlines() if path.exists() else ():
        test, outcome, text = json.loads(line)
        if outcome == "started":
            results[test] = ("crashed", "the process ended within it")
        elif results.get(test, ("",))[0] != "failed":
            results[test] = (outcome, text)
    return results


def run_file(name, platform, options, work):
    folder = work / f"{platform}-{name}"
    folder.mkdir(parents=True)
    (folder / "cppjrt_recorder.py").write_text(RECORDER)
    record, done = folder / "record", folder / "done"
    environment = dict(os.environ, JAX_PLATFORMS=platform, JAX_NUM_GENERATED_CASES=str(options.cases), JAX_SKIP_SLOW_TESTS="1",
                       PYTHONPATH=os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]), CPPJRT_RECORD=str(record),
                       CPPJRT_TEST_SECONDS=str(options.test_seconds), CPPJRT_DONE_FILE=str(done))
    results, end = {}, time.monotonic() + options.file_seconds
    for _ in range(20):  # as many crashes of one file are looked past
        done.write_text("\n".join(results))
        command = [options.python, "-m", "pytest", "-q", "-p", "cppjrt_recorder", "-p", "no:cacheprovider", "--noconftest", "--tb=short",
                   f"tests/{name}.py"]
        try:
            code = subprocess.run(command, cwd=options.jax_src, env=environment, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, timeout=max(1, end - time.monotonic())).returncode
        except subprocess.TimeoutExpired:
            code = 0
        before, results = len(results), read_record(record)
        if code in (0, 1, 5) or len(results) == before:
            break
    return results


def count(results, *outcomes):
    return sum(outcome in outcomes for outcome, _ in results.values())


def row_of(name, ours, theirs):
    both = [test for test, (outcome, _) in theirs.items() if outcome == "passed"]
    good = sum(ours.get(test, ("missing",))[0] == "passed" for test in both)
    share = f"{100 * good / len(both):.1f} %" if both else "-"
    return (name, count(ours, "passed"), count(ours, "failed", "crashed"), count(ours, "skipped"), count(theirs, "passed"),
            count(theirs, "failed", "crashed"), share, good, len(both))


def table_of(rows):
    lines = ["| file | passed | failed | skipped | JAX's CPU: passed | failed | of those passed here |", "| --- | --- | --- | --- | --- | --- | --- |"]
    lines += ["| " + " | ".join(str(value) for value in row[:7]) + " |" for row in rows]
    good, both = sum(row[7] for row in rows), sum(row[8] for row in rows)
    total = [sum(row[i] for row in rows) for i in range(1, 6)]
    share = f"{100 * good / both:.2f} %" if both else "-"
    return "\n".join([*lines, "| all | " + " | ".join(map(str, total)) + f" | {share} |"])


def write_table(document, table):
    begin, end = "<!-- run_jax_tests.py begin -->", "<!-- run_jax_tests.py end -->"
    text = document.read_text()
    before, rest = text.split(begin)
    document.write_text(f"{before}{begin}\n{table}\n{end}{rest.split(end)[1]}")


def expected_failures():
    rows = [line.split("\t") for line in (HERE / "jax_expected_failures.tsv").read_text().splitlines()]
    return [row[0] for row in rows if row[0] and not row[0].startswith("#")]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", help="tests/FILE.py; all that are known by default")
    parser.add_argument("--jax-src", type=pathlib.Path, required=True)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 2) // 2))
    parser.add_argument("--cases", type=int, default=1)
    parser.add_argument("--test-seconds", type=float, default=300)
    parser.add_argument("--file-seconds", type=float, default=3000)
    parser.add_argument("--table", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path, help="a folder that keeps the results, and gives those that it has")
    options = parser.parse_args()
    options.jax_src = options.jax_src.resolve()
    files = [pathlib.Path(name).stem for name in options.files] or [f for f in FILES if (options.jax_src / f"tests/{f}.py").exists()]
    results = {}

    def one(job):
        kept = options.keep / f"{job[1]}-{job[0]}.json" if options.keep else None
        if kept and kept.exists():
            return json.loads(kept.read_text())
        found = run_file(*job, options, work)
        if kept:
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(json.dumps(found))
        return found

    with tempfile.TemporaryDirectory(prefix="jax-tests-") as folder:
        work = pathlib.Path(folder)
        jobs = [(name, platform) for name in files for platform in ("cppjrt", "cpu")]
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for job, result in zip(jobs, pool.map(one, jobs)):
                results[job] = result
                print(f"{job[0]} on {job[1]}: {count(result, 'passed')} passed, {count(result, 'failed', 'crashed')} failed",
                      file=sys.stderr, flush=True)
    table = table_of([row_of(name, results[name, "cppjrt"], results[name, "cpu"]) for name in files])
    print(table)
    if options.table:
        write_table(options.table, table)
    return report(files, results)


def report(files, results):
    """Prints what passes on JAX's backend only; 1 if some of it is not expected."""
    known, unexpected = expected_failures(), 0
    for name in files:
        for test, (outcome, _) in results[name, "cpu"].items():
            ours, text = results[name, "cppjrt"].get(test, ("missing", ""))
            if outcome != "passed" or ours in ("passed", "skipped"):
                continue
            short = test.removeprefix("tests/")
            is_known = any(fnmatch.fnmatch(short, pattern) for pattern in known)
            unexpected += not is_known
            print(f"{'expected' if is_known else 'FAILED'} {short} {ours} {' '.join(text.split())[:160]}")
    print(f"{unexpected} unexpected failures")
    return 1 if unexpected else 0


if __name__ == "__main__":
    sys.exit(main())
