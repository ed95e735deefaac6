"""Python environments with packages from PyPI, each made once in the user's cache.

    python = python_env.python_with("jaxlib", ("jaxlib==0.12.0.1", "jaxlib"), "import jaxlib.version, jaxlib.mlir.ir")

gives the path of an interpreter for which the statement works, or None. $CPPJRT_PYTHON_<NAME> names one to use instead.
"""

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


def make(folder, wanted, check):
    """Tries each of `wanted` (packages for pip, separated by blanks) in turn with each interpreter; whether one worked."""
    for packages in wanted:
        for python in interpreters():
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


def python_with(name, wanted, check):
    given = os.environ.get(f"CPPJRT_PYTHON_{name.upper()}")
    if given:
        return given if works(given, check) else None
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"))
    folder = cache / "cppjrt" / f"python-{name}"
    python = folder / "bin" / "python"
    return python if works(python, check) or make(folder, wanted, check) else None
