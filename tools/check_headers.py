#!/usr/bin/env python3
"""Checks that every public header compiles alone, twice in a row, without a warning, under g++ and clang++."""

import concurrent.futures
import os
import shutil
import subprocess
import sys

import sources

FLAGS = ("-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror", "-x", "c++",
         "-")


def public_headers():
    """Pairs (folder it is named from, name)."""
    for path in sources.files(".h"):
        parts = path.split("/include/", 1)
        if len(parts) == 2 and "/" not in parts[0]:
            yield f"{parts[0]}/include", parts[1]


def compilers():
    clang = shutil.which("clang++-19") or shutil.which("clang++")
    return [path for path in (shutil.which("g++"), clang) if path]


def compile_alone(compiler, folder, name):
    # The folder's own headers raise warnings, the others' were checked in their turn.
    others = [root for root in sources.include_roots()[1:] if root != sources.REPO / folder]
    command = [compiler, f"-I{sources.REPO / folder}"] + [f"-isystem{root}" for root in others] + list(FLAGS)
    text = f'#include "{name}"\n' * 2
    done = subprocess.run(command, input=text, capture_output=True, text=True, cwd=sources.REPO)
    return done.returncode == 0, f"{folder}/{name} with {os.path.basename(compiler)}:\n{done.stderr}"


def main():
    asked = [(compiler, *header) for compiler in compilers() for header in public_headers()]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda one: compile_alone(*one), asked))
    failures = [message for good, message in results if not good]
    print("\n".join(failures), end="\n" if failures else "")
    print(f"{len(results) - len(failures)} passed, {len(failures)} failed, 0 skipped")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
