#!/usr/bin/env python3
"""The tests of the Python package, as `./dev test` runs them: run.py --build build/release

Makes the wheel out of what the build has and, two at a time, runs pytest and mypy on it, installs it where there is nothing else, and
runs programs of JAX, if JAX can be had. The tools come from PyPI into environments that are made once (tools/python_env.py); exits with
77 if they cannot be had. Prints "N passed, N failed, N skipped".
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent.parent / "tools"), str(HERE.parent), str(HERE)]

import environments  # noqa: E402
import make_wheel  # noqa: E402
import python_env  # noqa: E402

JOBS = 2


def run(name, command, **more):
    """(0 or 1 failed, output); what failed is shown."""
    start = time.monotonic()
    done = subprocess.run([str(part) for part in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, **more)
    shown = f"FAILED {name}\n{done.stdout[-6000:]}" if done.returncode else f"ok {name}, {time.monotonic() - start:.0f} s"
    print(shown, flush=True)
    return (1 if done.returncode else 0), done.stdout


class Package:
    """A wheel, also unpacked for Pythons that have what else a test needs. Each test gives (passed, failed, skipped)."""

    def __init__(self, python, wheel, work):
        self.python, self.wheel, self.work = python, wheel, work
        self.site = work / "site"
        self.environment = dict(os.environ, PYTHONPATH=str(self.site))

    def unpack(self):
        pip = [self.python, "-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check", "--target", self.site, self.wheel]
        return run("unpacking", pip)[0]

    def pytest(self):
        command = [self.python, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", HERE]
        failed, output = run("pytest", command, env=self.environment, cwd=self.work)
        counts = {word: int(number) for number, word in re.findall(r"(\d+) (passed|failed|error|skipped)", (output.strip().splitlines() or [""])[-1])}
        for number, why in re.findall(r"^SKIPPED \[(\d+)\] [^ ]+: (.+)$", output, re.MULTILINE):
            print(f"skipped {number}: {why}")
        return counts.get("passed", 0), counts.get("failed", 0) + counts.get("error", 0) or failed, counts.get("skipped", 0)

    def mypy(self):
        command = [self.python, "-m", "mypy", "--strict", "--ignore-missing-imports", "--cache-dir", self.work / "mypy", "-p", "cppjrt"]
        failed, _ = run("mypy", command, env=dict(self.environment, MYPYPATH=str(self.site)), cwd=self.work)
        return 1 - failed, failed, 0

    def alone(self):
        """`pip install` needs no other package, nor do the module and the command."""
        fresh = self.work / "alone"
        steps = ([self.python, "-m", "venv", fresh],
                 [fresh / "bin/python", "-m", "pip", "install", "--quiet", "--no-index", "--disable-pip-version-check", self.wheel],
                 [fresh / "bin/python", HERE / "alone.py"], [fresh / "bin/pjrt", "--version"])
        failed = any(run(f"alone: {' '.join(str(part) for part in step[1:3])}", step, cwd=self.work)[0] for step in steps)
        return 1 - failed, int(failed), 0

    def jax(self, python, part):
        command = [python, HERE / "jax_programs.py", "--part", f"{part + 1}/{JOBS}"]
        failed, output = run(f"programs of JAX, part {part + 1}", command, env=dict(self.environment, JAX_PLATFORMS="cppjrt"), cwd=self.work)
        found = re.findall(r"(\d+) passed, (\d+) failed", output)
        return (int(found[-1][0]), max(failed, int(found[-1][1])), 0) if found else (0, 1, 0)


def test(package):
    jax = python_env.python_with("jax", environments.JAX, "import jax, numpy, scipy", environments.can_use(package.wheel))
    tests = [] if jax is None else [lambda part=part: package.jax(jax, part) for part in range(JOBS)]
    tests += [package.pytest, package.mypy, package.alone]
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        counts = [sum(column) for column in zip(*pool.map(lambda each: each(), tests))]
    if jax is None:
        print("JAX cannot be had here ($CPPJRT_PYTHON_JAX names a Python that has it)")
    return counts[0], counts[1], counts[2] + (jax is None)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, required=True)
    options = parser.parse_args()
    python = make_wheel.python_with_tools()
    if python is None:
        print(make_wheel.NO_TOOLS)
        return 77
    work = pathlib.Path(tempfile.mkdtemp(prefix="python-"))
    try:
        command = [python, make_wheel.__file__, "--build", options.build.resolve(), "--out", work / "wheel", "--python", python]
        failed, output = run("the wheel", command)
        package = Package(python, output.strip().splitlines()[-1] if output.strip() else "", work)
        passed, failed, skipped = (0, 1, 0) if failed or package.unpack() else test(package)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    print(f"{passed + (not failed)} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
