#!/usr/bin/env python3
"""Draws docs/architecture.svg from the table of tools/check_layers.py.

A frame is a top-level folder, a box is a row of the table with files of its own. Arrows are the grants of the table that #include
lines use, between neighboring columns; "also" names those to columns further left. Grants that follow from others are left out. In a
frame a box depends on boxes to its left; a frame depends on frames below it.

    tools/layer_picture.py            writes the picture
    tools/layer_picture.py --check    exit code 1 if it is out of date
"""

import argparse
import sys
import textwrap
from xml.sax.saxutils import escape

import check_layers
import sources

PICTURE = sources.REPO / "docs" / "architecture.svg"

# What a folder does, at most two lines of the box. A row with files and without words here is an error, as are words without a row.
PURPOSE = {
    "abi": "facts of the C API, generator",
    "abi/include": "generated C headers, tables",
    "base": "threads, files, hashes, traces",
    "base/include": "Status, StatusOr, Arena",
    "client": "the client library",
    "client/extensions": "extensions of the C API",
    "client/ffi": "handlers of custom calls",
    "client/fit": "programs rewritten for a plugin's version",
    "client/include": "public headers pjrt/…",
    "client/stores": "Redis and PMIx stores",
    "stablehlo": "parse.h: any form to Module",
    "stablehlo/ir": "Module: a program in memory",
    "stablehlo/op": "op table, shape inference, rules",
    "stablehlo/text": "lexer, parser, printer",
    "stablehlo/bytecode": "artifacts, MLIR bytecode",
    "stablehlo/sdy": "Shardy attributes",
    "stablehlo/verify": "Module to VerifiedModule",
    "stablehlo/tools": "the shlo command",
    "stablehlo/eval": "evaluator; tensors, custom calls",
    "stablehlo/transforms": "decompose, refine, inline, partition",
    "cpu/kernels": "GEMM, convolution, sort, FFT, scan",
    "cpu/graph": "the compiler's IR, import",
    "cpu/passes": "graph to graph",
    "cpu/plan": "kernels, buffers, proofs",
    "cpu/math": "elementary functions",
    "cpu/codegen": "LLVM IR, units, machine code",
    "cpu/native": "stages in order, native program",
    "cpu/tools": "the cpuc command",
    "cpu/executable": "Compile, settings, tiers",
    "cpu/runtime": "memory pool, queue, completions",
    "cpu/ffi": "XLA FFI handlers",
    "cpu/lapack": "linear-algebra custom calls",
    "cpu/plugin": "the PJRT C API",
    "cli": "the pjrt command",
    "cli/data": "arrays and files",
    "cli/install": "the plugin installer",
    "conform/api": "a plugin through the plain C API",
    "conform/checks": "the checks",
    "conform/isolate": "work in child processes",
    "conform/registry": "the table of checks",
    "conform/report": "findings and their outputs",
    "conform/runner": "runs of the checks",
    "conform/engine": "a plugin or the evaluator",
    "conform/semantics": "corpora",
    "conform/fuzz": "programs of single ops",
    "conform/programs": "programs with control flow",
    "python": "the wheel, the JAX plugin",
    "examples": "programs that use libpjrt",
}

BOX_W, BOX_H, GAP_X, GAP_Y = 150, 62, 34, 12
PAD, TITLE, FRAME_GAP, MARGIN = 12, 26, 18, 14

STYLE = """
    text { font-family: system-ui, sans-serif; fill: #1f2933; }
    .name { font-size: 13px; font-weight: 600; }
    .purpose { font-size: 10.5px; fill: #52606d; }
    .also { font-size: 10px; font-style: italic; fill: #52606d; }
    .title { font-size: 14px; font-weight: 700; }
    .uses { font-size: 11px; fill: #52606d; }
    .frame { fill: #f5f7fa; stroke: #9aa5b1; }
    .box { fill: #ffffff; stroke: #3e4c59; }
    .arrow { fill: none; stroke: #7b8794; stroke-width: 1.2; marker-end: url(#head); }
    #head path { fill: #7b8794; }
"""


def used_grants(repo=sources.REPO):
    """For each row of the table that has files: the other rows that its files include, tests aside."""
    roots = sources.include_roots(repo)
    edges = {}
    for path in sources.files(*sources.CXX, repo=repo):
        row = check_layers.row_of(path)
        if row is None or check_layers.is_test(path) or "*" in row.project:
            continue
        found = edges.setdefault(row.folder, set())
        for _, _, name in sources.includes((repo / path).read_text(errors="replace")):
            target = sources.resolve(name, path, roots, repo)
            if target is None or check_layers.is_test(target):
                continue
            other = check_layers.row_of(target)
            if other is not None and other != row:
                found.add(other.folder)
    return edges


def reachable(edges, start):
    seen, todo = set(), list(edges.get(start, ()))
    while todo:
        node = todo.pop()
        if node not in seen:
            seen.add(node)
            todo += edges.get(node, ())
    return seen


def reduced(edges):
    """Without the edges that follow from others. REQUIRES: no cycles."""
    return {node: {to for to in targets if not any(to in reachable(edges, other) for other in targets - {to})}
            for node, targets in edges.items()}


def levels(edges):
    """The longest path down from each node. ValueError if there is a cycle."""
    known = {}

    def level(node, above):
        if node in above:
            raise ValueError(f"{node} includes itself by way of {', '.join(above)}")
        if node not in known:
            known[node] = 1 + max((level(to, above + (node,)) for to in edges.get(node, ())), default=-1)
        return known[node]

    for node in edges:
        level(node, ())
    return known


def part(folder):
    return folder.split("/")[0]


def between_parts(edges):
    parts = {part(folder): set() for folder in edges}
    for folder, targets in edges.items():
        parts[part(folder)] |= {part(target) for target in targets} - {part(folder)}
    return parts


def inside_part(edges, name):
    return {folder: {to for to in targets if part(to) == name} for folder, targets in edges.items() if part(folder) == name}


class Frame:
    """A part with its boxes in columns by level."""

    def __init__(self, name, edges, uses):
        self.name, self.uses = name, sorted(uses)
        self.edges = inside_part(edges, name)
        columns = {}
        for folder, level in sorted(levels(self.edges).items()):
            columns.setdefault(level, []).append(folder)
        self.columns = [columns[level] for level in sorted(columns)]
        rows = max(len(column) for column in self.columns)
        title = 9 * len(name) + 7 * len(", ".join(self.uses)) + 70
        self.width = max(2 * PAD + len(self.columns) * (BOX_W + GAP_X) - GAP_X, title)
        self.height = TITLE + PAD + rows * (BOX_H + GAP_Y) - GAP_Y + PAD

    def place(self, x, y):
        """The upper left corner of each box."""
        return {folder: (x + PAD + i * (BOX_W + GAP_X), y + TITLE + PAD + j * (BOX_H + GAP_Y))
                for i, column in enumerate(self.columns) for j, folder in enumerate(column)}

    def draw(self, x, y):
        yield f'<rect class="frame" x="{x}" y="{y}" width="{self.width}" height="{self.height}" rx="8"/>'
        yield f'<text class="title" x="{x + PAD}" y="{y + 20}">{escape(self.name)}/</text>'
        if self.uses:
            left = x + PAD + 9 * len(self.name) + 16
            yield f'<text class="uses" x="{left}" y="{y + 20}">uses {escape(", ".join(self.uses))}</text>'
        places = self.place(x, y)
        near, far = self.arrows()
        for folder, target in near:
            yield arrow(places[folder], places[target])
        for folder, (left, top) in sorted(places.items()):
            yield from box(folder, far[folder], left, top)

    def arrows(self):
        """The pairs to draw, and for each box the others that it depends on."""
        column = {folder: i for i, folders in enumerate(self.columns) for folder in folders}
        near, far = [], {folder: [] for folder in column}
        for folder, targets in sorted(reduced(self.edges).items()):
            for target in sorted(targets):
                if column[target] == column[folder] - 1:
                    near.append((folder, target))
                else:
                    far[folder].append(target)
        return near, far


def arrow(start, end):
    """From the left side of a box to the right side of another."""
    x1, y1, x2, y2 = start[0], start[1] + BOX_H // 2, end[0] + BOX_W, end[1] + BOX_H // 2
    return f'<path class="arrow" d="M {x1} {y1} C {x1 - GAP_X} {y1}, {x2 + GAP_X} {y2}, {x2 + 5} {y2}"/>'


def short_name(folder):
    return folder.partition("/")[2] or f"{folder}/*"


def box(folder, others, x, y):
    yield f'<rect class="box" x="{x}" y="{y}" width="{BOX_W}" height="{BOX_H}" rx="5"/>'
    yield f'<text class="name" x="{x + 8}" y="{y + 16}">{escape(short_name(folder))}</text>'
    lines = textwrap.wrap(PURPOSE[folder], 26)
    assert len(lines) <= 2, f"{folder}: too many words in PURPOSE"
    for i, line in enumerate(lines):
        yield f'<text class="purpose" x="{x + 8}" y="{y + 30 + 12 * i}">{escape(line)}</text>'
    if others:
        names = ", ".join(short_name(other) for other in others)
        yield f'<text class="also" x="{x + 8}" y="{y + 56}">also {escape(names)}</text>'


def check_purposes(edges):
    missing, stale = edges.keys() - PURPOSE.keys(), PURPOSE.keys() - edges.keys()
    if missing or stale:
        raise ValueError(f"PURPOSE of tools/layer_picture.py: no words for {sorted(missing)}; no such folder: {sorted(stale)}")


def picture(edges):
    check_purposes(edges)
    parts = between_parts(edges)
    tiers = {}
    for name, level in sorted(levels(parts).items()):
        tiers.setdefault(level, []).append(Frame(name, edges, parts[name]))
    body, y, width = [], MARGIN, 0
    for level in sorted(tiers, reverse=True):
        x = MARGIN
        for frame in tiers[level]:
            body += frame.draw(x, y)
            x += frame.width + FRAME_GAP
        width = max(width, x - FRAME_GAP + MARGIN)
        y += max(frame.height for frame in tiers[level]) + FRAME_GAP
    height = y - FRAME_GAP + MARGIN
    head = '<marker id="head" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="6" markerHeight="6" orient="auto">' \
           '<path d="M 0 0 L 8 4 L 0 8 z"/></marker>'
    return "\n".join([
        "<!-- Generated by tools/layer_picture.py; do not edit. -->",
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        'aria-label="Folders and what they depend on">',
        f"<style>{STYLE}</style>", f"<defs>{head}</defs>", f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        *body, "</svg>", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    try:
        text = picture(used_grants())
    except ValueError as error:
        print(f"layer_picture.py: {error}")
        return 1
    if options.check:
        if not PICTURE.exists() or PICTURE.read_text() != text:
            print("docs/architecture.svg is out of date; run tools/layer_picture.py")
            return 1
        return 0
    PICTURE.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
