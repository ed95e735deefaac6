#!/usr/bin/env python3
"""The tests of the Python package, as `./dev test` runs them: run.py --build build/release

Makes the wheel out of what the build has, unpacks it, and runs pytest and mypy on it, then programs of JAX, if JAX can be had. The tools come from PyPI into
environments that are made once (tools/python_env.py); exits with 77 if they cannot be had. Prints "N passed, N failed, N skipped".
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent.parent / "tools"), str(HERE.parent)]

import make_wheel  # noqa: E402
import python_env  # noqa: E402


def run(name, command, **more):
    """1 if it failed, which is shown."""
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)
    if done.returncode != 0:
        print(f"FAILED {name}\n{done.stdout[-6000:]}")
    return (1 if done.returncode else 0), done.stdout


def pytest_counts(output):
    return {word: int(number) for number, word in re.findall(r"(\d+) (passed|failed|error|skipped)", output.strip().splitlines()[-1])}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, required=True)
    options = parser.parse_args()
    python = python_env.python_with("wheel", make_wheel.TOOLS, make_wheel.CHECK)
    if python is None:
        print("the tools that make a wheel cannot be had here ($CPPJRT_PYTHON_WHEEL names a Python that has them)")
        return 77
    work = pathlib.Path(tempfile.mkdtemp(prefix="python-"))
    try:
        return test(python, options.build.resolve(), work)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def test(python, build, work):
    failed, output = run("the wheel", [python, make_wheel.__file__, "--build", build, "--out", work / "wheel", "--python", python])
    if failed:
        print("0 passed, 1 failed, 0 skipped")
        return 1
    wheel = output.strip().splitlines()[-1]
    site = work / "site"
    run("unpacking", [python, "-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check", "--target", site, wheel])
    environment = dict(os.environ, PYTHONPATH=str(site))
    passed, skipped = 1, 0

    failed, output = run("pytest", [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", HERE], env=environment, cwd=work)
    counts = pytest_counts(output)
    passed, skipped = passed + counts.get("passed", 0), counts.get("skipped", 0)
    failures = counts.get("failed", 0) + counts.get("error", 0) or failed

    failed, _ = run("mypy", [python, "-m", "mypy", "--strict", "--ignore-missing-imports", "--cache-dir", work / "mypy", "-p", "cppjrt"],
                    env=dict(environment, MYPYPATH=str(site)), cwd=work)
    failures, passed = failures + failed, passed + 1 - failed

    jax = python_env.python_with("jax", ("jax[cpu]",), "import jax, numpy")
    if jax is None:
        skipped += 1
    else:
        failed, output = run("programs of JAX", [jax, HERE / "jax_programs.py"], env=dict(environment, JAX_PLATFORMS="cppjrt"), cwd=work)
        found = re.findall(r"(\d+) passed, (\d+) failed", output)
        passed, failures = passed + (int(found[-1][0]) if found else 0), failures + (int(found[-1][1]) if found else 1)
    print(f"{passed} passed, {failures} failed, {skipped} skipped")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
