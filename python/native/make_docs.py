#!/usr/bin/env python3
"""Turns the docstrings of a stub into a C++ table: make_docs.py _native.pyi cppjrt_python_docs.inc

Each line of the table is {"Client.upload", R"doc(...)doc"}, in the order of names.
"""

import ast
import pathlib
import sys


def docs_of(tree, prefix=""):
    for node in tree.body:
        if not isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            continue
        name = prefix + node.name
        text = ast.get_docstring(node)
        if text:
            yield name, text
        if isinstance(node, ast.ClassDef):
            yield from docs_of(node, name + ".")


def main():
    stub, out = (pathlib.Path(path) for path in sys.argv[1:])
    rows = sorted(docs_of(ast.parse(stub.read_text())))
    out.write_text("".join(f'{{"{name}", R"doc({text})doc"}},\n' for name, text in rows))


if __name__ == "__main__":
    main()
