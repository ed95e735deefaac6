#!/usr/bin/env python3
"""Checks the text of every file: nothing of one machine (its paths, its package registries), no stray white space."""

import os
import re
import sys

import sources

# Files whose bytes are data.
DATA = (".mlirbc", ".npy", ".npz", ".bin", ".pb", ".png", ".zip", ".whl", ".bc")
# Files that come from elsewhere or show what a program printed.
AS_IS = ("LICENSE", ".test", ".patch", ".json", ".md")

RULES = (
    (re.compile(r"(?<![\w./}-])/(?:work|root)/\w"), "a path of one machine"),
    (re.compile(r"(?:deb\.debian|snapshot\.debian|files\.pythonhosted|pypi|crates|npmjs)\.(?:org|io|com)\b"),
     "the name of a package registry's host"),
    (re.compile(r"\r$"), "a carriage return"),
)
WHITE_SPACE = ((re.compile(r"[ \t]$"), "white space at the end of the line"),)


def own_paths():
    """Where this checkout and this home lie, if those say anything."""
    paths = {str(sources.REPO), os.path.expanduser("~")}
    words = "|".join(re.escape(path) for path in sorted(paths) if path.count("/") > 1)
    return ((re.compile(rf"(?:{words})(?:/|\b)"), "a path of this machine"),) if words else ()


def problems_of(path, text, rules):
    if not path.endswith(AS_IS):
        rules = rules + WHITE_SPACE
        if text and not text.endswith("\n"):
            yield f"{path}: no line end at the end of the file"
    for number, line in enumerate(text.split("\n"), 1):
        for pattern, words in rules:
            if pattern.search(line):
                yield f"{path}:{number}: {words}: {line.strip()[:100]}"


def main():
    rules = RULES + own_paths()
    problems = []
    for path in sources.files():
        data = (sources.REPO / path).read_bytes()
        if path.endswith(DATA) or b"\0" in data:
            continue
        problems += problems_of(path, data.decode(errors="replace"), rules)
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
