#!/usr/bin/env python3
"""Brings the StableHLO corpus from its public source to where the tests look for it; docs/evidence.md describes all corpora.

    fetch_corpus.py [--from FILE|FOLDER] [--to CORPUS]

Downloads the archive of openxla/stablehlo at the pinned commit, or reads a copy of it that is already there (a .tar.gz or a
checkout), checks the SHA-256 of what it takes, and writes CORPUS/stablehlo: programs that check their own results, op by op
tests, artifacts of old versions, and the cases of upstream's tests of parser and verifier, each in a file of its own. Every
folder gets an INDEX.tsv, which the runners in tests/corpus read; ops/ERRORS.tsv has the line of each expected error.
"""

import argparse
import hashlib
import io
import os
import pathlib
import re
import shutil
import sys
import tarfile
import urllib.request

REPO = pathlib.Path(__file__).resolve().parent.parent
COMMIT = "3c9301c116f97fbaf696959a0ede32712aec587b"
SOURCE = f"https://github.com/openxla/stablehlo/archive/{COMMIT}.tar.gz"
# Of the names and contents of all files that are taken, see digest().
SHA256 = "7313c306607d4051911031e4b7005ecab75555a2e970baf4d48d62c88230e3e8"
TAKEN = re.compile(r"(?:LICENSE|stablehlo/(?:testdata|tests)/.*\.(?:mlir|bc))")
# Programs of testdata that are judged by the relaxed rule, and why (tests/corpus/eval_checks.h).
RELAXED = REPO / "tests" / "corpus" / "relaxed.tsv"

MARK = "// -----"
ERROR = re.compile(r"expected-error(?:-re)?\s*(@[+-]\d+|@above|@below)?\s*\{\{(.*)\}\}")
WORDS = {"@above": -1, "@below": 1}
# Options of a RUN line that run no pass.
PLAIN = re.compile(r"-{1,2}(?:split-input-file|verify-diagnostics|allow-unregistered-dialect|emit-bytecode|mlir-print\S*|debug-only\S*)$")
DIALECT = re.compile(r"\b(sparse_tensor|shape|tensor|arith|memref|scf|quant|chlo|stablehlo|interpreter|check)\.")


# --- getting the files ------------------------------------------------------------------------------------------------

def read_archive(data):
    """The taken files of a .tar.gz, by path below its one folder."""
    files = {}
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as archive:
        for member in archive:
            path = member.name.partition("/")[2]
            if member.isfile() and TAKEN.fullmatch(path):
                files[path] = archive.extractfile(member).read()
    return files


def read_folder(folder):
    names = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
    return {name: path.read_bytes() for name, path in names.items() if TAKEN.fullmatch(name)}


def read_source(source):
    if source is None:
        print(f"downloading {SOURCE}", file=sys.stderr)
        with urllib.request.urlopen(SOURCE, timeout=60) as answer:
            return read_archive(answer.read())
    return read_folder(source) if source.is_dir() else read_archive(source.read_bytes())


def digest(files):
    """The SHA-256 of the lines "PATH SHA-256 of the contents"."""
    lines = (f"{path} {hashlib.sha256(data).hexdigest()}\n" for path, data in sorted(files.items()))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


# --- cutting tests into cases -----------------------------------------------------------------------------------------

def run_lines(text):
    return [line for line in text.splitlines() if line.startswith("// RUN:")]


def options_of(lines):
    """The options of the first command of each RUN line."""
    words = [word for line in lines for word in line.split("|")[0].split()]
    return {word for word in words if word.startswith("-")}


def has_code(piece):
    return any(line.strip() and not line.strip().startswith("//") for line in piece.splitlines())


def cases_of(path, text):
    """A test with -split-input-file gives a case for each part, any other one case: (name, program, options)."""
    lines = run_lines(text)
    options = options_of(lines)
    stem = pathlib.PurePosixPath(path).stem
    if "split-input-file" not in {option.lstrip("-") for option in options}:
        return [(f"{stem}.mlir", text, options)]
    pieces = [(number, piece) for number, piece in enumerate(text.split(MARK)) if has_code(piece)]
    names = {number: f"{stem}__{number:03}.mlir" if len(pieces) > 1 else f"{stem}.mlir" for number, _ in pieces}
    head = "".join(line + "\n" for line in lines)  # which the first part has
    return [(names[number], piece if number == 0 else head + piece.lstrip("\n"), options) for number, piece in pieces]


def expected_errors(program):
    """Pairs (line, message) of the expected-error comments."""
    found = []
    for number, line in enumerate(program.splitlines(), 1):
        for match in ERROR.finditer(line):
            where = match[1] or "@+0"
            found.append((number + (WORDS.get(where) or int(where[1:])), match[2]))
    return found


def verdict_of(program, options):
    """"accept", "reject", or None for an error that may be a pass's instead of the verifier's."""
    if not expected_errors(program):
        return "accept"
    return "reject" if all(PLAIN.match(option) for option in options) else None


# --- writing the corpus -----------------------------------------------------------------------------------------------

class Writer:
    def __init__(self, folder):
        self.folder = folder

    def file(self, path, data):
        path = self.folder / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def table(self, path, columns, rows):
        lines = ["\t".join(map(str, row)) + "\n" for row in [columns, *sorted(rows)]]
        self.file(path, "".join(lines).encode())


def below(files, folder):
    return {path.removeprefix(folder + "/"): data for path, data in files.items() if path.startswith(folder + "/")}


def read_relaxed():
    lines = RELAXED.read_text().splitlines()
    return {line.split("\t")[0] for line in lines if line and not line.startswith("#")}


def write_testdata(writer, files):
    relaxed = read_relaxed()
    rows = []
    for path, data in below(files, "stablehlo/testdata").items():
        tier = {"dynamic": "parse", "quantized": "quant"}.get(path.partition("/")[0] if "/" in path else "")
        rows.append((path, tier or ("relaxed" if path in relaxed else "strict")))
        writer.file(f"testdata/{path}", data)
    writer.table("testdata/INDEX.tsv", ("path", "tier"), rows)


def write_interpret(writer, files):
    rows = []
    for path, data in below(files, "stablehlo/tests/interpret").items():
        text = data.decode()
        needs = [name for name, mark in (("args", "--args="), ("output-text", "// CHECK")) if mark in text]
        rows.append((path, ",".join(needs) or "-"))
        writer.file(f"interpret/{path}", data)
    writer.table("interpret/INDEX.tsv", ("path", "needs"), rows)


def write_math(writer, files):
    rows = below(files, "stablehlo/tests/math")
    for path, data in rows.items():
        writer.file(f"math/{path}", data)
    writer.table("math/INDEX.tsv", ("path",), [(path,) for path in rows])


def vhlo_kind(path, names):
    if path.endswith(".bc"):
        return "artifact-invalid" if "invalid" in path else "artifact"
    if path + ".bc" in names:
        return "reject" if "invalid" in path else "text-of-artifact"
    if path.startswith("vhlo_to_version_downgrade."):
        return "writer"
    return "writer-reject" if path.startswith("vhlo_to_version") else "other"


def write_vhlo(writer, files):
    names = below(files, "stablehlo/tests/vhlo")
    rows = []
    for path, data in names.items():
        version = re.search(r"\.(\d+_\d+_\d+)\.", path)
        rows.append((path, vhlo_kind(path, names), version[1].replace("_", ".") if version else "-"))
        writer.file(f"vhlo/{path}", data)
    writer.table("vhlo/INDEX.tsv", ("path", "kind", "version"), rows)


def write_ops(writer, files):
    rows, errors = [], []
    for path, data in below(files, "stablehlo/tests").items():
        if path.partition("/")[0] in ("interpret", "math", "vhlo"):
            continue
        for name, program, options in cases_of(path, data.decode()):
            verdict = verdict_of(program, options)
            if verdict is None:
                continue
            unregistered = int(any("allow-unregistered-dialect" in option for option in options))
            rows.append((name, verdict, unregistered, ",".join(sorted(set(DIALECT.findall(program)))) or "-"))
            writer.file(f"ops/{name}", program.encode())
            if verdict == "reject":
                errors += [(name, line, 0, text.replace("\t", " "), "-") for line, text in expected_errors(program)]
    writer.table("ops/INDEX.tsv", ("path", "verdict", "unregistered", "dialects"), rows)
    writer.table("ops/ERRORS.tsv", ("path", "line", "optional", "text", "loose"), errors)


def write_corpus(folder, files):
    writer = Writer(folder)
    writer.file("LICENSE", files["LICENSE"])
    writer.file("SOURCE", f"{SOURCE}\n".encode())
    for write in (write_testdata, write_interpret, write_math, write_vhlo, write_ops):
        write(writer, files)


def fetch(source, corpus):
    folder = corpus / "stablehlo"
    if folder.exists():
        print(f"{folder} is already there")
        return 0
    files = read_source(source)
    if digest(files) != SHA256:
        print(f"fetch_corpus.py: the SHA-256 of the {len(files)} files is {digest(files)}, expected {SHA256}; nothing was written",
              file=sys.stderr)
        return 1
    part = corpus / f".stablehlo-{os.getpid()}"
    try:
        write_corpus(part, files)
        part.rename(folder)
    finally:
        shutil.rmtree(part, ignore_errors=True)
    print(f"{folder}: {sum(1 for path in folder.rglob('*') if path.is_file())} files of openxla/stablehlo {COMMIT[:12]}")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="source", type=pathlib.Path, help="a .tar.gz or a checkout of that commit instead of the network")
    parser.add_argument("--to", type=pathlib.Path,
                        default=pathlib.Path(os.environ.get("CPPJRT_CORPUS") or REPO.parent / "shared" / "corpus"),
                        help="the folder of all corpora; default: $CPPJRT_CORPUS, else ../shared/corpus")
    options = parser.parse_args()
    return fetch(options.source, options.to)


if __name__ == "__main__":
    sys.exit(main())
