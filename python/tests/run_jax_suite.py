#!/usr/bin/env python3
"""JAX's own tests from nothing, what `./dev jax` runs: run_jax_suite.py --build build/release [--jax-src DIR] [ARGS of run_jax_tests.py]

Makes the wheel, an environment with JAX and what its tests need, and installs the one in the other; then runs run_jax_tests.py and prints
its table. DIR is a checkout of JAX's repository, whose version is the one that is installed; without it that of the newest JAX is cloned
($CPPJRT_JAX_REPOSITORY names another repository, --jax another version). Environments and clones are kept in the user's cache, --fresh
makes them anew. Results are kept beside the build, for this wheel and JAX: the same command goes on where it was ended.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
import zlib

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import environments  # noqa: E402
import python_env  # noqa: E402

REPOSITORY = os.environ.get("CPPJRT_JAX_REPOSITORY", "https://github.com/jax-ml/jax")


def say(text):
    print(text, file=sys.stderr, flush=True)


def fail(text):
    sys.exit(f"jax: {text}")


def newest():
    """The version of JAX that an environment without a wish gets."""
    python = python_env.python_with("jax", environments.JAX, "import jax, numpy")
    if python is None:
        fail("JAX cannot be installed here: no Python from 3.11 on with venv, or no way to its packages")
    return subprocess.run([python, "-c", "import jax; print(jax.__version__)"], capture_output=True, text=True, check=True).stdout.strip()


def version_of(source):
    """The version a checkout says it has: in its file, which part of a checkout may lack, or as its tag."""
    file = source / "jax/version.py"
    found = re.search(r'^_version = "([\d.]+)"', file.read_text(), re.MULTILINE) if file.exists() else None
    if found:
        return found.group(1)
    described = subprocess.run(["git", "-C", source, "describe", "--tags", "--exact-match"], capture_output=True, text=True, check=False)
    found = re.fullmatch(r"jax-v([\d.]+)", described.stdout.strip())
    if not found:
        fail(f"{source} does not say which version of JAX it is (jax/version.py, or a tag jax-v*): add --jax VERSION")
    return found.group(1)


def clone(version, fresh):
    """The folder of a checkout at a version's tag."""
    folder = python_env.cache() / "jax-src" / version
    with python_env.locked(folder.with_name(f"{version}.lock")):
        if fresh:
            shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            say(f"cloning {REPOSITORY} at jax-v{version}")
            part = folder.with_name(f"{version}.part")
            shutil.rmtree(part, ignore_errors=True)
            command = ["git", "clone", "--quiet", "--depth", "1", "--branch", f"jax-v{version}", REPOSITORY, part]
            done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "GIT_TERMINAL_PROMPT": "0"})
            if done.returncode:
                shutil.rmtree(part, ignore_errors=True)
                reason = (done.stderr.strip().splitlines() or [f"git ended with {done.returncode}"])[-1]
                fail(f"JAX's repository could not be cloned ({reason}); give a checkout of it at jax-v{version} with --jax-src DIR")
            part.rename(folder)
    return folder


def fingerprint(wheel):
    """Of what is in it, whenever it was packed."""
    with zipfile.ZipFile(wheel) as file:
        parts = sorted((item.filename, item.CRC) for item in file.infolist() if not item.filename.endswith("/RECORD"))
    return f"{zlib.crc32(repr(parts).encode()):08x}"


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], epilog="All other arguments are those of run_jax_tests.py.",
                                     allow_abbrev=False)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--jax-src", type=pathlib.Path, help="a checkout of JAX's repository")
    parser.add_argument("--jax", metavar="VERSION", help="the version of JAX, if it is not what the checkout says")
    parser.add_argument("--fresh", action="store_true", help="make the environment, the clone and all results anew")
    parser.add_argument("--keep", type=pathlib.Path, help="where results are kept")
    return parser.parse_known_args()


def main():
    options, rest = parse_arguments()
    if options.jax_src and not (options.jax_src / "tests").is_dir():
        fail(f"{options.jax_src} has no folder tests: it should be a checkout of JAX's repository")
    version = options.jax or (version_of(options.jax_src) if options.jax_src else newest())
    source = options.jax_src or clone(version, options.fresh)
    say(f"JAX {version}, tests of {source}")
    python = environments.jax(version, options.fresh)
    if python is None:
        fail(f"JAX {version} cannot be installed here: no Python that has it, or no way to its packages")
    with tempfile.TemporaryDirectory(prefix="jax-wheel-") as folder:
        wheel = environments.wheel_for(python, options.build.resolve(), pathlib.Path(folder))
        keep = options.keep or options.build.resolve() / "jax-tests" / f"{version}-{fingerprint(wheel)}"
        say(f"installing {wheel.name} beside it; results in {keep}")
        environments.install(python, wheel)
    if options.fresh:
        shutil.rmtree(keep, ignore_errors=True)
    command = [sys.executable, HERE / "run_jax_tests.py", "--jax-src", source, "--python", python, "--keep", keep, *rest]
    os.execv(sys.executable, list(map(str, command)))


if __name__ == "__main__":
    main()
