"""Python environments with packages from PyPI, each made once in the user's cache.

    python = python_env.python_with("jaxlib", ("jaxlib==0.12.0.1", "jaxlib"), "import jaxlib.version, jaxlib.mlir.ir")

gives the path of an interpreter for which the statement works, or None. $CPPJRT_PYTHON_<NAME> names one to use instead.
Programs that ask for the same one at the same time get it from the first of them.
"""

import contextlib
import fcntl
import glob
import os
import pathlib
import shutil
import subprocess


def works(python, code):
    try:
        return subprocess.run([python, "-c", code], capture_output=True, timeout=300, check=False).returncode == 0
    except OSError:
        return False


def interpreters():
    """Those that packages may have a wheel for, newest first."""
    for minor in (14, 13, 12, 11):
        name = f"python3.{minor}"
        found = glob.glob(os.path.expanduser(f"~/.pyenv/versions/3.{minor}.*/bin/{name}"))
        yield from [shutil.which(name)] * bool(shutil.which(name)) + sorted(found)


def cache():
    return pathlib.Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")) / "cppjrt"


@contextlib.contextmanager
def locked(path):
    """Waits for other processes that hold this name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def make(folder, wanted, check, suits):
    """Tries each of `wanted` (packages for pip, separated by blanks) in turn with each interpreter; whether one worked."""
    for packages in wanted:
        for python in filter(suits, interpreters()):
            if not works(python, "import venv, ensurepip"):
                continue
            shutil.rmtree(folder, ignore_errors=True)
            subprocess.run([python, "-m", "venv", folder], capture_output=True, check=False)
            pip = [folder / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages.split()]
            done = subprocess.run(pip, capture_output=True, check=False)
            if done.returncode == 0 and works(folder / "bin/python", check):
                return True
    shutil.rmtree(folder, ignore_errors=True)
    return False


def python_with(name, wanted, check, suits=lambda python: True):
    """`suits` says of the path of an interpreter whether the environment may be made of it."""
    given = os.environ.get(f"CPPJRT_PYTHON_{name.upper()}")
    if given:
        return given if works(given, check) else None
    folder = cache() / f"python-{name}"
    python = folder / "bin" / "python"
    if works(python, check):
        return python
    with locked(folder.with_name(folder.name + ".lock")):
        return python if works(python, check) or make(folder, wanted, check, suits) else None
