"""A plugin of pytest that run_jax_tests.py loads: keeps each test's outcome as it ends, so that a crash loses nothing.

CPPJRT_RECORD names the record: a JSON line [test, outcome, text] for each event, "started" among them, and ["", "finished", ""] at the
end. Tests that have an outcome there are not run again. CPPJRT_TEST_SECONDS ends the process that a test hangs in, CPPJRT_ONLY and
CPPJRT_EXCLUDE are patterns of tests, one a line.
"""

import faulthandler
import fnmatch
import json
import os
import pathlib
import threading

RECORD = pathlib.Path(os.environ.get("CPPJRT_RECORD", os.devnull))
LIMIT = float(os.environ.get("CPPJRT_TEST_SECONDS", "300"))
timer = None
interrupted = False


def short(test):
    """Without the folder: "lax_test.py::LaxTest::testAdd"."""
    return test.removeprefix("tests/")


def read(path):
    """Outcome and text of each test, {} without a record; a line that was cut off by a crash does not count."""
    results = {}
    for line in path.read_text().splitlines() if path.exists() else ():
        try:
            test, outcome, text = json.loads(line)
        except ValueError:
            continue
        if results.get(test, ("",))[0] != "failed":
            results[test] = (outcome, text)
    return results


def write(test, outcome, text=""):
    with RECORD.open("a") as file:
        file.write(json.dumps([test, outcome, text]) + "\n")


def matches(test, patterns):
    return any(fnmatch.fnmatch(short(test), pattern) for pattern in patterns)


def pytest_collection_modifyitems(items):
    done = {test for test, (outcome, _) in read(RECORD).items() if outcome != "started"}
    only, exclude = (list(filter(None, os.environ.get(name, "").split("\n"))) for name in ("CPPJRT_ONLY", "CPPJRT_EXCLUDE"))
    items[:] = [item for item in items if item.nodeid not in done and (not only or matches(item.nodeid, only))
                and not matches(item.nodeid, exclude)]


def pytest_collectreport(report):
    if report.failed:
        write(f"{report.nodeid}::collection", "failed", str(report.longrepr)[-300:])


def pytest_runtest_logstart(nodeid, location):
    global timer
    write(nodeid, "started")
    timer = threading.Timer(LIMIT, give_up, [nodeid])
    timer.daemon = True
    timer.start()
    faulthandler.dump_traceback_later(LIMIT + 60, exit=True)  # for one that hangs with the interpreter's lock


def give_up(test):
    write(test, "timed out", f"no end within {LIMIT:.0f} s")
    os._exit(70)


def pytest_runtest_logreport(report):
    if report.outcome == "failed" or report.when == "call" or (report.when == "setup" and report.outcome == "skipped"):
        text = "" if report.outcome == "passed" else str(getattr(report.longrepr, "reprcrash", None) or report.longrepr)[:300]
        write(report.nodeid, report.outcome, text)


def pytest_runtest_logfinish(nodeid, location):
    timer.cancel()
    faulthandler.cancel_dump_traceback_later()


def pytest_keyboard_interrupt(excinfo):
    global interrupted
    interrupted = excinfo.type is KeyboardInterrupt  # a file that cannot be read is another kind of it


def pytest_sessionfinish(session, exitstatus):
    if not interrupted:
        write("", "finished")
