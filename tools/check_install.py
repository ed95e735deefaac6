#!/usr/bin/env python3
"""Installs a build into an empty folder; builds and runs tools/install_example and examples/embed_cpp, projects of their own,
against it."""

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
    return done.stdout


def build_project(source, folder, prefix):
    run("cmake", "-S", source, "-B", folder, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_CXX_STANDARD=20")
    run("cmake", "--build", folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default=sources.REPO / "build" / "release")
    build = parser.parse_args().build
    with tempfile.TemporaryDirectory(prefix="cppjrt-install-") as folder:
        prefix = pathlib.Path(folder, "prefix")
        example, embed = pathlib.Path(folder, "example"), pathlib.Path(folder, "embed")
        run("cmake", "--install", build, "--prefix", prefix)
        build_project(sources.REPO / "tools" / "install_example", example, prefix)
        run(example / "install_example")
        build_project(sources.REPO / "examples" / "embed_cpp", embed, prefix)
        said = run(embed / "embed_cpp", sources.REPO / "examples" / "embed_cpp" / "digits.mlirbc")
        if said != "this is a 6\n":
            sys.exit(f"embed_cpp said: {said}")
        if (prefix / "bin" / "pjrt").exists():
            run(prefix / "bin" / "pjrt", "--version")


if __name__ == "__main__":
    main()
