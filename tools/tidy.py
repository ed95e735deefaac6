#!/usr/bin/env python3
"""Runs clang-tidy (.clang-tidy) over the changed sources, over all, or over a part of all; remembers which were clean, for all
checkouts. Parts make a whole run out of many short ones: --part 3/28 takes every 28th file, --part day/28 another part each day.

Generated files are left out, and tests: the macros of GoogleTest are most of what it would see. A file is checked again when it, a header of the
project it includes, or .clang-tidy changed.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import time

import sources

CLANG_TIDY = "clang-tidy-19"
# What g++ understands and clang does not.
EXTRA = ("--extra-arg=-Wno-unknown-warning-option", "--extra-arg=-Wno-unused-command-line-argument")


def closure(path, roots, seen=None):
    """The file and the project files it includes, in order of first sight."""
    seen = {} if seen is None else seen
    if path not in seen:
        seen[path] = text = (sources.REPO / path).read_text(errors="replace")
        for _, _, name in sources.includes(text):
            target = sources.resolve(name, path, roots)
            if target:
                closure(target, roots, seen)
    return seen


def digest(files):
    content = hashlib.sha256((sources.REPO / ".clang-tidy").read_bytes())
    for path, text in files.items():
        content.update(f"{path}\0{text}\0".encode())
    return content.hexdigest()


def compiled(build):
    """The project's sources that the build compiles."""
    paths = {pathlib.Path(entry["directory"], entry["file"]).resolve()
             for entry in json.loads((build / "compile_commands.json").read_text())}
    names = sorted(str(path.relative_to(sources.REPO)) for path in paths if path.is_relative_to(sources.REPO))
    return [name for name in names if name.endswith(".cc") and not name.endswith("_test.cc")
            and not name.startswith(("build", "tests/")) and not sources.is_generated(name)]


def check(path, build):
    command = [CLANG_TIDY, "-p", str(build), "--quiet", "--use-color=0", *EXTRA, path]
    done = subprocess.run(command, cwd=sources.REPO, capture_output=True, text=True)
    return done.returncode == 0, done.stdout.replace(f"{sources.REPO}/", "")


def part_of(paths, part, day):
    """Every N-th of the paths, from the K-th on, for a part "K/N"; "day" stands for the day's number."""
    which, _, count = part.partition("/")
    number = day if which == "day" else int(which)
    return sorted(paths)[number % int(count)::int(count)]


def check_all(paths, build, seconds):
    """(path, result) of those that could be started within the time."""
    end = time.monotonic() + seconds if seconds else float("inf")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda path: check(path, build) if time.monotonic() < end else None, paths)
        return [(path, result) for path, result in zip(paths, results) if result is not None]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--all", action="store_true", help="all sources, not only the changed ones")
    parser.add_argument("--part", metavar="K/N", help="the K-th of N parts of all sources; K may be \"day\", the day of the year")
    parser.add_argument("--seconds", type=int, default=0, help="start no more files after so long")
    parser.add_argument("--build", type=pathlib.Path, default=sources.REPO / "build" / "release")
    options = parser.parse_args()
    roots = sources.include_roots()
    clean = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "cppjrt", "tidy")
    clean.mkdir(parents=True, exist_ok=True)
    paths = compiled(options.build)
    if options.part:
        paths = part_of(paths, options.part, int(time.strftime("%j")))
    changed = sources.changed()
    work = {}
    for path in paths:
        files = closure(path, roots)
        if options.all or options.part or changed & set(files):
            work[path] = clean / digest(files)
    stale = {path: stamp for path, stamp in work.items() if not stamp.exists()}
    results = check_all(list(stale), options.build, options.seconds)
    bad = 0
    for path, (good, output) in results:
        if good:
            stale[path].touch()
        else:
            bad += 1
            print(output, end="")
    left = len(stale) - len(results)
    print(f"clang-tidy: {len(work)} files, {len(work) - len(stale)} of them as clean as before, {bad} with problems"
          + (f", {left} not looked at in {options.seconds} s" if left else ""))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
