#!/usr/bin/env python3
"""Checks the Markdown pages: every relative link leads to an existing file and heading, every file that a page names exists.

A page names a file in backquotes, by its path from the repository root: `cpu/plan/plan.h`, `cpu/plan/`, `stablehlo/op/infer_*.cc`.
Names that do not start with a top-level folder (`pjrt/client.h`, `plan.h`) and names in generated pages are ignored.
"""

import fnmatch
import pathlib
import re
import sys

import sources

LINK = re.compile(r"(?<!!)\[[^\]\n]*\]\(([^)\s]+)\)|!\[[^\]\n]*\]\(([^)\s]+)\)")
NAME = re.compile(r"`([A-Za-z0-9_.*-]+/[A-Za-z0-9_./*-]*)`")
HEADING = re.compile(r"^#+ +(.*?)\s*$", re.MULTILINE)
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def anchors(text):
    """The anchors that GitHub gives to the headings of a page."""
    names = (re.sub(r"[^\w\- ]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title)).lower() for title in
             HEADING.findall(FENCE.sub("", text)))
    return {name.strip().replace(" ", "-") for name in names}


def is_generated(text):
    return re.search(r"^(Generated|Written) by ", text, re.MULTILINE) is not None


def folders_of(files):
    return {str(parent) for path in files for parent in pathlib.PurePosixPath(path).parents} - {"."}


class Pages:
    """The pages of a repository as {path: text}, with the paths of all of its files."""

    def __init__(self, pages, files):
        self.pages = pages
        self.files = set(files)
        self.folders = folders_of(files)
        self.top = {folder for folder in self.folders if "/" not in folder}

    def exists(self, path):
        if "*" in path:
            return any(fnmatch.fnmatch(file, path) for file in self.files | self.folders)
        return path in self.files or path in self.folders

    def bad_link(self, page, link):
        """The problem of a link, or None."""
        if re.match(r"[a-z]+:", link):
            return None
        path, _, anchor = link.partition("#")
        target = page if not path else normal(pathlib.PurePosixPath(page).parent / path)
        if target != "." and not self.exists(target):
            return f"there is no {target}"
        if anchor and target in self.pages and anchor not in anchors(self.pages[target]):
            return f"{target} has no heading #{anchor}"
        return None

    def bad_name(self, name):
        path = name.rstrip("/")
        if path.split("/")[0] not in self.top or self.exists(path):
            return None
        return f"there is no {path}"

    def problems(self):
        for page, text in sorted(self.pages.items()):
            prose = FENCE.sub(lambda match: "\n" * match[0].count("\n"), text)
            for number, line in enumerate(prose.split("\n"), 1):
                found = [self.bad_link(page, match[1] or match[2]) for match in LINK.finditer(line)]
                if not is_generated(text):
                    found += [self.bad_name(match[1]) for match in NAME.finditer(line)]
                yield from (f"{page}:{number}: {problem}" for problem in found if problem)


def normal(path):
    parts = []
    for part in path.parts:
        if part == ".." and parts:
            parts.pop()
        elif part not in (".", ".."):
            parts.append(part)
    return "/".join(parts) or "."


def main():
    pages = {path: (sources.REPO / path).read_text() for path in sources.files(".md")}
    problems = list(Pages(pages, sources.files()).problems())
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
