"""run_jax_tests.py on a folder that stands for JAX's: a test that ends its process, one that hangs, a run that is gone on with."""

import os
import pathlib
import signal
import subprocess
import sys
import time

import pytest

import jax_recorder

HERE = pathlib.Path(__file__).resolve().parent
# Passes everywhere, but for what it does on our platform.
TESTS = """
import os, time
import pytest
OURS = os.environ["JAX_PLATFORMS"] == "cppjrt"
FIXED = os.path.exists("fixed")

def test_a(): pass
def test_crashes():
    if OURS and not FIXED: os.abort()
def test_b(): pass
def test_hangs():
    if OURS and not FIXED: time.sleep(600)
def test_fails(): assert not OURS or FIXED
def test_skips():
    if OURS: pytest.skip("no")
def test_fails_on_both(): assert False
def test_z(): open("ran", "a").write("z")
"""


LONG = ("--test-seconds", "300")


@pytest.fixture
def source(tmp_path):
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/x_test.py").write_text(TESTS)
    return tmp_path


def command(source, *arguments):
    script = [sys.executable, HERE / "run_jax_tests.py", "--jax-src", source, "--keep", source / "kept", "--test-seconds", "10", *arguments]
    return {"args": list(map(str, script)), "text": True, "cwd": source, "env": os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}}


def run(source, *arguments):
    return subprocess.run(capture_output=True, **command(source, *arguments))


def outcomes(source, platform):
    read = jax_recorder.read(source / f"kept/{platform}-x_test.jsonl")
    return {test.partition("::")[2]: outcome for test, (outcome, _) in read.items()}


def test_a_crash_and_a_hang_lose_nothing(source):
    document = source / "table.md"
    document.write_text("before\n<!-- run_jax_tests.py begin -->\nold\n<!-- run_jax_tests.py end -->\nafter\n")
    done = run(source, "x_test", "--table", document)
    assert done.returncode == 1, done.stderr
    assert "| x_test | 3 | 4 | 1 | 7 | 1 | 42.9 % |" in done.stdout
    assert "FAILED x_test.py::test_crashes crashed the process ended with -6" in done.stdout
    assert "FAILED x_test.py::test_hangs timed out no end within 10 s" in done.stdout
    assert "FAILED x_test.py::test_skips skipped" in done.stdout and "test_fails_on_both" not in done.stdout
    assert "4 unexpected failures; 1 tests ended the process, 1 did not end" in done.stdout
    text = document.read_text()
    assert text.startswith("before\n") and text.endswith("\nafter\n") and "| 42.9 % |" in text and "old" not in text


def test_what_is_kept_is_not_run_again(source):
    (source / "fixed").touch()
    assert run(source, "x_test", "--platforms", "cppjrt").returncode == 0  # of JAX's nothing is known
    record = source / "kept/cppjrt-x_test.jsonl"
    lines = [line for line in record.read_text().splitlines() if "test_z" not in line and "finished" not in line]
    record.write_text("\n".join(lines) + '\n["tests/x_te')  # as if it had been ended there, within a line
    ran = len((source / "ran").read_text())
    assert run(source, "x_test", "--platforms", "cppjrt").returncode == 0
    assert len((source / "ran").read_text()) == ran + 1 and outcomes(source, "cppjrt")["test_z"] == "passed"


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_who_ends_it_can_go_on(source, how):
    record = source / "kept/cppjrt-x_test.jsonl"
    heard = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)  # also where these tests run in the background
    how_it_runs = command(source, "x_test", "y_test", "--jobs", "1", *LONG)
    with subprocess.Popen(stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=heard, **how_it_runs) as process:
        while not record.exists() or "test_hangs" not in record.read_text():
            time.sleep(0.05)
        process.send_signal(how)
        _, said = process.communicate(timeout=200)
    assert process.returncode == 130 and f"kept in {source / 'kept'}: the same command goes on there" in said, said
    assert outcomes(source, "cppjrt")["test_hangs"] == "started" and "" not in outcomes(source, "cppjrt")
    assert not (source / "kept/cppjrt-y_test.jsonl").exists() and not (source / "ran").exists()
    (source / "fixed").touch()
    done = run(source, "x_test", "--platforms", "cppjrt")
    assert "[1/1] x_test on cppjrt: 5 passed, 2 failed, 1 skipped, " in done.stderr, done.stderr
    assert {name for name, outcome in outcomes(source, "cppjrt").items() if outcome == "crashed"} == {"test_crashes"}


def test_settings_of_the_checkout_are_not_ours(source):
    (source / "pyproject.toml").write_text('[tool.pytest.ini_options]\nfilterwarnings = ["error"]\naddopts = "--no-such-option"\n')
    (source / "tests/x_test.py").write_text("import warnings\ndef test_warns(): warnings.warn('old', DeprecationWarning)\n")
    assert "| x_test | 1 | 0 | 0 |" in run(source, "x_test", "--platforms", "cppjrt").stdout


def test_again_runs_what_failed(source):
    run(source, "x_test", "--exclude", "*skips", "--exclude", "*hangs")
    assert outcomes(source, "cppjrt")["test_fails"] == "failed"
    (source / "fixed").touch()
    ran = (source / "ran").read_text()
    done = run(source, "x_test", "--exclude", "*skips", "--again")
    assert "0 unexpected failures; 0 tests ended the process, 0 did not end" in done.stdout and done.returncode == 0
    assert (source / "ran").read_text() == ran


def test_only_some(source):
    assert run(source, "x_test", "--only", "x_test.py::test_[ab]").returncode == 0
    assert {name for name in outcomes(source, "cppjrt") if name} == {"test_a", "test_b"}


def test_beside_what_failed(source):
    done = run(source, "x_test", "--beside", "failed", "--exclude", "*hangs")
    assert {name for name in outcomes(source, "cpu") if name} == {"test_crashes", "test_fails", "test_fails_on_both"}
    assert "| x_test | 3 | 3 | 1 | 2 | 1 | 60.0 % |" in done.stdout


def test_a_file_that_cannot_be_read_fails(source):
    (source / "tests/x_test.py").write_text("import no_such_module")
    done = run(source, "x_test", "--platforms", "cppjrt")
    assert "| x_test | 0 | 1 | 0 |" in done.stdout
