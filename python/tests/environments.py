"""Environments with JAX and this package's wheel, kept in the user's cache: what run.py, run_versions.py and run_jax_suite.py share.

    wheel = environments.wheel_for(python, build, out)
    python = environments.jax("0.8.3")     # an interpreter that has it, or None
    environments.install(python, wheel)
"""

import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent.parent / "tools"), str(HERE.parent)]

import make_wheel  # noqa: E402
import python_env  # noqa: E402

JAX = ("jax[cpu]",)
# What JAX's own tests import, and jax.export.
TESTS = "absl-py cloudpickle flatbuffers hypothesis matplotlib mpmath pillow portpicker pytest rich"


def version_of(python):
    """(3, 13) of an interpreter, (0, 0) if it does not run."""
    try:
        code = "import sys; print(*sys.version_info[:2])"
        text = subprocess.run([python, "-c", code], capture_output=True, text=True, timeout=60, check=False).stdout
    except OSError:
        text = ""
    major, _, minor = text.strip().partition(" ")
    return (int(major), int(minor)) if minor else (0, 0)


def can_use(wheel):
    """Whether an interpreter can install a wheel: cp312-abi3 is for 3.12 and all later ones, cp311-cp311 for that one."""
    _, _, tag, abi = pathlib.Path(wheel).stem.split("-")[:4]
    wanted = (int(tag[2]), int(tag[3:]))
    return lambda python: version_of(python) >= wanted if abi == "abi3" else version_of(python) == wanted


def jax(version, fresh=False):
    """A Python with this version of JAX and what its tests need, or None."""
    name = f"jax-{version}"
    if fresh:
        shutil.rmtree(python_env.cache() / f"python-{name}", ignore_errors=True)
    packages = f"jax[cpu]=={version} {TESTS}"
    return python_env.python_with(name, (packages,), f"import absl, hypothesis, jax, pytest, scipy; assert jax.__version__ == {version!r}")


def wheel_for(python, build, out):
    """The path of a wheel of `build` that `python` can install, made in the folder `out`."""
    version = version_of(python)
    name = "" if version >= make_wheel.ONE_WHEEL_FROM else f"-{version[0]}.{version[1]}"
    maker = make_wheel.python_with_tools(name, lambda other: not name or version_of(other) == version)
    if maker is None:
        sys.exit(f"{make_wheel.NO_TOOLS}, for Python {version[0]}.{version[1]}")
    command = [maker, make_wheel.__file__, "--build", build, "--out", out, "--python", maker]
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(f"the wheel could not be made\n{done.stdout}")
    return pathlib.Path(done.stdout.strip().splitlines()[-1])


def install(python, wheel):
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--force-reinstall", "--no-deps", wheel]
    done = subprocess.run(list(map(str, pip)), capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{wheel} could not be installed for {python}\n{done.stdout}{done.stderr}")
