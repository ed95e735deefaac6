#!/usr/bin/env python3
"""Formats the C and C++ sources with clang-format; with --check only says which files would change."""

import argparse
import subprocess
import sys

import sources

CLANG_FORMAT = "clang-format-19"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    paths = [path for path in sources.files(".c", ".cc", ".h") if not sources.is_generated(path)]
    how = ["--dry-run", "--Werror"] if check else ["-i"]
    done = subprocess.run([CLANG_FORMAT, *how, *paths], cwd=sources.REPO, stderr=subprocess.PIPE, text=True)
    bad = sorted({line.split(":")[0] for line in done.stderr.splitlines() if "[-Wclang-format-violations]" in line})
    if bad:
        print("not formatted (./dev format does it): " + " ".join(bad))
    elif done.returncode != 0:
        print(done.stderr)
    return 1 if done.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
