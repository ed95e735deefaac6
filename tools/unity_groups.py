#!/usr/bin/env python3
"""Which sources can be compiled as one: no name that is private to one of them occurs in another.

    unity_groups.py [--size N] < LIST        a path of LIST a line; prints "GROUP PATH" for each, files that stay alone without

Compiled together, sources share what they include and the templates they use, which is most of the work; what stands in an
unnamed namespace would meet, though. Private names are those declared there, macros, and names that a using-declaration brings.
They may not occur in another source of the group, nor in a header of the project that only others include; and no two headers
may define types of one name.
The preset `first` groups its sources so (cmake/unity.cmake).
"""

import argparse
import os
import pathlib
import re
import sys

import sources

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
STRING = re.compile(r'R"(\w*)\((?:.|\n)*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'')
NAME = re.compile(r"[A-Za-z_]\w*")
TYPE = re.compile(r"\b(?:class|struct|union|enum(?:\s+class)?)\s+(?:\[\[\w+\]\]\s*)?(\w+)")
USING = re.compile(r"\busing\s+(?:[\w:]*::)?(\w+)\s*(?:=|;)")
DEFINED = re.compile(TYPE.pattern + r"[^;{()]*\{")
DECLARED = re.compile(r"(\w+)\s*(?:\(|=|\{|\[|;)")
MACRO = re.compile(r"^\s*#\s*define\s+(\w+)", re.MULTILINE)
UNNAMED = re.compile(r"\bnamespace\s*\{")
NO_NAMES = {"operator", "if", "for", "return", "static_assert", "template", "decltype", "alignas", "noexcept"}


def code_of(text):
    return STRING.sub('""', COMMENT.sub(" ", text))


def end_of(code, start):
    """Where the brace ends that opens before `start`."""
    depth = 1
    for match in re.compile(r"[{}]").finditer(code, start):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return match.start()
    return len(code)


def outermost(code):
    """The text without what stands in braces, or in angle brackets of templates; each declaration ends in ";" or "{"."""
    kept, depth = [], 0
    for char in code:
        if char == "}":
            depth -= 1
            kept.append(";" if depth == 0 else "")
        elif depth == 0:
            kept.append(char)
        if char == "{":
            depth += 1
    text = "".join(kept)
    while (shorter := re.sub(r"<[^<>;{}()]*>", " ", text)) != text:
        text = shorter
    return re.sub(r"^\s*#.*$", "", text, flags=re.MULTILINE)


def declared(text):
    """The names that the declarations of an unnamed namespace declare."""
    names = set(TYPE.findall(text)) | set(USING.findall(text))
    for chunk in re.split(r"(?<=[;{])", text):
        match = next((m for m in DECLARED.finditer(chunk) if m[1] not in NO_NAMES), None)
        names |= {match[1]} if match else set()
    return names - NO_NAMES


def private_names(text):
    """None if the file's names cannot be told."""
    code = code_of(text)
    if re.search(r"\busing\s+namespace\b", code):
        return None
    names = set(MACRO.findall(code)) | set(USING.findall(outermost_of_named(code)))
    for match in UNNAMED.finditer(code):
        names |= declared(outermost(code[match.end():end_of(code, match.end())]))
    return names


def outermost_of_named(code):
    """The declarations in named namespaces."""
    code = re.sub(r"\bnamespace\s+[\w:]+\s*\{", " ", code)
    return outermost(code.replace("extern \"\" {", " "))


def words_of(text):
    return set(NAME.findall(code_of(text)))


class Headers:
    """The project's headers that a source includes, and the words in them."""

    def __init__(self):
        self.roots = sources.include_roots()
        self.words = {}
        self.types = {}
        self.closures = {}

    def closure(self, path):
        """All headers below a file, by path from the repository root."""
        if path not in self.closures:
            self.closures[path] = found = set()
            text = (sources.REPO / path).read_text(errors="replace")
            self.words[path] = words_of(text)
            self.types[path] = set(DEFINED.findall(outermost_of_named(code_of(text))))
            for _, quote, name in sources.includes(text):
                target = sources.resolve(name, path, self.roots) if quote == '"' else None
                if target:
                    found |= {target} | self.closure(target)
        return self.closures[path]

    def defines_twice(self, headers, others):
        """Whether a header of one side and one of the other define types of the same name."""
        mine = set().union(*(self.types[path] for path in headers - others))
        return bool(mine & set().union(*(self.types[path] for path in others - headers)))

    def words_in(self, paths):
        return set().union(*(self.words[path] for path in paths))


class Group:
    def __init__(self):
        self.names, self.private, self.words, self.headers = [], set(), set(), set()

    def admits(self, private, words, headers, index):
        return not (index.defines_twice(headers, self.headers) or private & self.words or self.private & words
                    or private & index.words_in(self.headers - headers) or self.private & index.words_in(headers - self.headers))

    def add(self, name, private, words, headers):
        self.names.append(name)
        self.private |= private
        self.words |= words
        self.headers |= headers


def groups(files, size, index=None):
    """Lists of names of `files`, a dictionary of texts: those of a list can be compiled as one. With an index of headers, the
    names are paths from the repository root."""
    made, alone = [], []
    index = index or Headers()
    for name, text in files.items():
        private, words = private_names(text), words_of(text)
        if private is None:
            alone.append([name])
            continue
        headers = index.closure(name) if (sources.REPO / name).is_file() else set()
        place = next((group for group in made if len(group.names) < size and group.admits(private, words, headers, index)), None)
        if place is None:
            made.append(place := Group())
        place.add(name, private, words, headers)
    return [group.names for group in made] + alone


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=12, help="files in a group, at most")
    options = parser.parse_args()
    paths = [line.strip() for line in sys.stdin if line.strip()]
    files = {os.path.relpath(path, sources.REPO): pathlib.Path(path).read_text() for path in paths}
    for number, group in enumerate(groups(files, options.size)):
        for path in group:
            print(number if len(group) > 1 else "-", sources.REPO / path)


if __name__ == "__main__":
    main()
