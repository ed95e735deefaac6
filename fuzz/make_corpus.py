#!/usr/bin/env python3
"""Makes the seeds and the dictionary of a fuzzer.

Seeds are the programs of a corpus (and those of the checkout) that the fuzzer takes: text cut at "// -----", artifacts
whole, one file each, named by its hash. The dictionary has what the op table knows: names of ops, attributes, types and
enumerators, with the punctuation that the grammar asks for.
"""

import argparse
import hashlib
import json
import pathlib
import re
import subprocess

REPO = pathlib.Path(__file__).resolve().parent.parent
TEXT = (".mlir",)
BYTECODE = (".bc", ".mlirbc")
SUFFIXES = {"text": TEXT, "bytecode": BYTECODE, "verify": TEXT + BYTECODE, "plan": ()}  # plan: bytes of any kind

# What is no row of a table.
GRAMMAR = """
    func.func @main( return ({ }) <{ }> }, { ^bb0( ) -> ( : ( = # ! % @ :: #0 :2 loc( loc(unknown) loc(fused[ loc(callsite( at
    {-# #-} dialect_resources: builtin: dense< dense<[ dense<"0x array<i64: dense_resource< sparse< [[0]] affine_map<
    tensor< tensor<*x tensor<?x vector< complex< tuple< memref< !stablehlo.token !quant.uniform<i8:f32:0, {0.5:1,
    #stablehlo.bounds<?, #stablehlo. #chlo. #sdy. #vhlo. attributes private public true false unit 0x 1.0e-5 -1 inf nan
    applies across dimensions init: reducer cond do dims dim sizes window stride pad lhs_dilate rhs_dilate reverse dim_numbers
    [b, f, 0, 1] x[o, i, 0, 1] ->[b, batching_dims contracting_dims precision algorithm // """.split()


def programs(path):
    """The programs of a file, as bytes."""
    data = path.read_bytes()
    return [data] if path.suffix in BYTECODE else re.split(rb"// -----[^\n]*\n?", data)


def write_seeds(folders, suffixes, most, out):
    out.mkdir(parents=True, exist_ok=True)
    paths = sorted(path for folder in folders if folder.is_dir() for path in folder.rglob("*") if path.suffix in suffixes)
    for path in paths:
        for program in programs(path):
            if program.strip() and len(program) <= most:
                (out / hashlib.sha1(program).hexdigest()).write_bytes(program)
    return len(list(out.iterdir()))


def words(ops):
    """What the op table knows, as words of the text format."""
    for op in ops:
        yield op["name"]
        yield f'"{op["name"]}"('
        for attribute in op["attributes"]:
            yield attribute["name"] + " = "
    for name in ("scalar_types.def", "enums.def", "structs.def"):
        for path in (REPO / "stablehlo").rglob(name):
            code = re.sub(r"//.*", "", path.read_text())
            yield from re.findall(r'"([^"\s]+)"', code)
    yield from GRAMMAR


def write_dictionary(shlo, out):
    ops = json.loads(subprocess.run([shlo, "ops"], check=True, capture_output=True, text=True).stdout)
    lines = {'"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"' for word in words(ops) if len(word) <= 60}
    out.write_text("\n".join(sorted(lines)) + "\n")
    return len(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fuzzer", choices=sorted(SUFFIXES))
    parser.add_argument("--shlo", required=True, help="the built command")
    parser.add_argument("--out", required=True, type=pathlib.Path, help="a folder: seeds/ and words.dict go there")
    parser.add_argument("--corpus", type=pathlib.Path, help="a folder of programs")
    parser.add_argument("--most", type=int, default=20000, help="bytes of the largest seed")
    arguments = parser.parse_args()
    folders = [REPO / "examples", REPO / "tests"] + ([arguments.corpus] if arguments.corpus else [])
    seeds = write_seeds(folders, SUFFIXES[arguments.fuzzer], arguments.most, arguments.out / "seeds")
    entries = write_dictionary(arguments.shlo, arguments.out / "words.dict")
    print(f"{arguments.fuzzer}: {seeds} seeds, {entries} words")


if __name__ == "__main__":
    main()
