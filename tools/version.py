#!/usr/bin/env python3
"""The version of the project: CMakeLists.txt has it, and the other files that name it follow.

    version.py            print it
    version.py --check    say which files have another one; exit code 1 if there are any
    version.py --update   write it into them
"""

import argparse
import pathlib
import re
import sys

REPO = pathlib.Path(__file__).resolve().parent.parent
SOURCE = re.compile(r"project\(cppjrt VERSION (\d+\.\d+\.\d+)")
# A file and the lines of it that hold the version, or its first two numbers, between the groups.
COPIES = (
    ("python/pyproject.toml", re.compile(r'^(version = ")([^"]*)(")', re.MULTILINE), 3),
    ("python/cppjrt/__init__.py", re.compile(r'^(__version__ = ")([^"]*)(")', re.MULTILINE), 3),
    ("docs/guide/installing.md", re.compile(r"(GIT_TAG v)([\d.]+)(\))"), 3),
    ("docs/guide/installing.md", re.compile(r"(cppjrt-(?:client_|plugin_|dev_)?)(\d[\d.]+)(_amd64|-)"), 3),
    ("docs/guide/installing.md", re.compile(r"(find_package\(cppjrt )([\d.]+)( )"), 2),
    ("tests/install/consumer/CMakeLists.txt", re.compile(r"(find_package\(cppjrt )([\d.]+)( )"), 2),
    ("tools/install_example/CMakeLists.txt", re.compile(r"(find_package\(cppjrt )([\d.]+)( )"), 2),
)


def version(repo=REPO):
    return SOURCE.search((repo / "CMakeLists.txt").read_text())[1]


def wanted(repo, numbers):
    return ".".join(version(repo).split(".")[:numbers])


def problems(repo=REPO):
    for path, pattern, numbers in COPIES:
        found = {match[2] for match in pattern.finditer((repo / path).read_text())}
        if found != {wanted(repo, numbers)}:
            yield f"{path}: the version is {', '.join(sorted(found)) or 'missing'}, expected {wanted(repo, numbers)} (tools/version.py --update)"


def update(repo=REPO):
    for path, pattern, numbers in COPIES:
        text = (repo / path).read_text()
        (repo / path).write_text(pattern.sub(rf"\g<1>{wanted(repo, numbers)}\g<3>", text))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    if options.update:
        update()
    found = list(problems())
    print("\n".join(found) if options.check else version())
    return 1 if options.check and found else 0


if __name__ == "__main__":
    sys.exit(main())
