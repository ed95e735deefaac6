#!/usr/bin/env python3
"""Installs a build into an empty folder and builds and runs tools/install_example, a project of its own, against it."""

import argparse
import pathlib
import subprocess
import sys
import tempfile

import sources


def run(*command, **options):
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default=sources.REPO / "build" / "release")
    build = parser.parse_args().build
    with tempfile.TemporaryDirectory(prefix="cppjrt-install-") as folder:
        prefix = pathlib.Path(folder, "prefix")
        example = pathlib.Path(folder, "build")
        run("cmake", "--install", build, "--prefix", prefix)
        run("cmake", "-S", sources.REPO / "tools" / "install_example", "-B", example, "-G", "Ninja",
            f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_CXX_STANDARD=20")
        run("cmake", "--build", example)
        run(example / "install_example")
        if (prefix / "bin" / "pjrt").exists():
            run(prefix / "bin" / "pjrt", "--version")


if __name__ == "__main__":
    main()
