#!/usr/bin/env python3
"""The front end against MLIR, as jaxlib has it: reading, printing, writing, memory, size.

    ./dev bench frontend [--corpus FOLDER] [--rounds N] [--json FILE]

Rivals are processes that take a command a line and answer with a number for each program:

    COMMAND LIST [FOLDER]      LIST: a file with a path on each line
    describe                   ops, or -1 if the program is refused; prints program number i to FOLDER/i
    read, print, write         nanoseconds of processor time: program to verified module; to text; to an artifact
    memory                     kilobytes that reading adds to the peak of resident memory, in a fresh process

First what they make of the programs is compared; only what all accept, with as many ops, is timed. Then they work through
each list in turn, a round at a time. A ratio is theirs / ours: above 1, ours is better.
"""

import argparse
import filecmp
import json
import os
import pathlib
import platform
import re
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
REPO = HERE.parent.parent
sys.path.insert(0, str(REPO / "tools"))

import python_env  # noqa: E402

# The newest that is known to work first, then whatever this machine's newest Python can have.
JAXLIB = ("jaxlib==0.12.0.1", "jaxlib")
LARGEST = 5
MEGABYTE = 1e6


class Rival:
    def __init__(self, command):
        self.command = [str(part) for part in command]
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        stderr=subprocess.DEVNULL)
        self.name = self.process.stdout.readline().strip()

    def ask(self, *words):
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()
        return [int(number) for number in self.process.stdout.readline().split()]

    def describe(self, paths, folder, out):
        """Ops of each program, -1 if it is refused, -2 if the rival dies of it."""
        counts = []
        while len(counts) < len(paths):
            rest = paths[len(counts):]
            part = out / str(len(counts))
            part.mkdir()
            answer = self.ask("describe", write_list(rest, folder, f"{out.name}.{len(counts)}"), part)
            for number in range(len(answer)):
                if (part / str(number)).exists():
                    (part / str(number)).rename(out / f"{len(counts) + number}.mlir")
            counts += answer
            if len(answer) < len(rest):
                counts.append(-2)
                self.process.wait()
                self.start()
        return counts

    def close(self):
        self.process.stdin.close()
        self.process.wait()


# ---- Programs

def texts(corpus, folder):
    """Every program of the corpus that is text; files of several are cut at "// -----"."""
    for path in sorted(corpus.rglob("*.mlir")):
        data = path.read_bytes()
        if b"// -----" not in data:
            yield path
            continue
        for number, piece in enumerate(re.split(rb"// -----[^\n]*\n?", data)):
            part = folder / f"{path.stem}.{number}.mlir"
            part.write_bytes(piece)
            yield part


def artifacts(corpus):
    return sorted(path for suffix in ("*.bc", "*.mlirbc") for path in corpus.rglob(suffix))


def write_list(paths, folder, name):
    path = folder / f"{name}.list"
    path.write_text("".join(f"{entry}\n" for entry in paths))
    return path


def compare(paths, rivals, folder, name):
    """Those that every rival accepts, with the same number of ops; says what is not so."""
    outs = []
    counts = []
    for number, rival in enumerate(rivals):
        outs.append(folder / f"{name}.{number}")
        outs[-1].mkdir()
        counts.append(rival.describe(paths, folder, outs[-1]))
    accepted = [i for i in range(len(paths)) if all(count[i] > 0 for count in counts)]
    agreed = [i for i in accepted if len({count[i] for count in counts}) == 1]
    same = [i for i in agreed if all(filecmp.cmp(outs[0] / f"{i}.mlir", out / f"{i}.mlir", shallow=False) for out in outs[1:])]
    print(f"  {name}: {len(paths)} programs; " + ", ".join(
        f"{rival.name.split(',')[0]} refuses {count.count(-1)}" + f", dies of {count.count(-2)}" * (-2 in count)
        for rival, count in zip(rivals, counts)))
    print(f"    {len(accepted)} accepted by all, as many ops in {len(agreed)}, printed the same {len(same)}")
    for i in sorted(set(agreed) - set(same))[:3] + sorted(set(accepted) - set(agreed))[:3]:
        print(f"    differs: {paths[i].name}")
    return [paths[i] for i in agreed]


def largest(paths):
    return sorted(paths, key=lambda path: -path.stat().st_size)[:LARGEST]


# ---- Measuring

def spread(values, unit="", digits=2):
    values = sorted(values)
    tenth, ninth = values[len(values) // 10], values[min(len(values) - 1, len(values) * 9 // 10)]
    return f"{statistics.median(values):.{digits}f}{unit} ({tenth:.{digits}f} to {ninth:.{digits}f})"


def time_list(rivals, command, listing, rounds):
    """Milliseconds for the whole list, by rival and round."""
    totals = [[] for _ in rivals]
    for turn in range(-1, rounds):
        order = range(len(rivals)) if turn % 2 else reversed(range(len(rivals)))
        for number in order:
            total = sum(max(0, time) for time in rivals[number].ask(command, listing)) / 1e6
            if turn >= 0:
                totals[number].append(total)
    return totals


def report_times(what, rivals, command, paths, rounds, folder):
    listing = write_list(paths, folder, re.sub(r"\W+", "_", what))
    size = sum(path.stat().st_size for path in paths) / MEGABYTE
    totals = time_list(rivals, command, listing, rounds)
    row = {"what": what, "programs": len(paths), "megabytes": size, "milliseconds": totals}
    line = f"  {what:<34} {len(paths):5} programs, {size:6.2f} MB: "
    line += ", ".join(f"{rival.name.split(',')[0]} {spread(total, ' ms', 1)}, {size / statistics.median(total) * 1e3:.0f} MB/s"
                      for rival, total in zip(rivals, totals))
    if len(rivals) > 1:
        row["ratio"] = [theirs / ours for ours, theirs in zip(totals[0], totals[1])]
        line += f"; ratio {spread(row['ratio'])}"
    print(line, flush=True)
    return row


def report_memory(what, commands, names, paths, folder):
    used = [[] for _ in commands]
    for number, path in enumerate(paths):
        listing = write_list([path], folder, f"memory{number}")
        for command, list_of in zip(commands, used):
            rival = Rival(command)
            list_of += rival.ask("memory", listing)
            rival.close()
    sums = [sum(list_of) for list_of in used]
    line = f"  {what:<34} " + ", ".join(f"{name.split(',')[0]} {total / 1024:.1f} MiB" for name, total in zip(names, sums))
    if len(commands) > 1:
        line += f"; ours / theirs {sums[0] / max(1, sums[1]):.2f}"
    print(line, flush=True)
    return {"what": what, "kilobytes": used}


def report_size(rivals_folder):
    sizes = []
    for name in ("size_with", "size_without"):
        with tempfile.NamedTemporaryFile() as stripped:
            subprocess.run(["strip", "-o", stripped.name, rivals_folder / name], check=True)
            sizes.append(os.path.getsize(stripped.name))
    added = (sizes[0] - sizes[1]) / MEGABYTE
    print(f"  what libstablehlo adds to a stripped program: {added:.2f} MB")
    return added


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rivals", type=pathlib.Path, required=True, help="the folder of the built programs")
    parser.add_argument("--corpus", type=pathlib.Path, default=os.environ.get("CPPJRT_CORPUS") or REPO / "../shared/corpus")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--json", type=pathlib.Path, help="write all times here")
    options = parser.parse_args()
    corpus = options.corpus if options.corpus.is_dir() else REPO / "examples"
    commands = [[options.rivals / "ours"]]
    python = python_env.python_with("jaxlib", JAXLIB, "import jaxlib.version, jaxlib.mlir.ir")
    if python:
        commands.append([python, HERE / "jaxlib_rival.py"])
    else:
        print("jaxlib cannot be had here ($CPPJRT_PYTHON_JAXLIB names a Python that has it): ours alone")
    rivals = [Rival(command) for command in commands]
    names = [rival.name for rival in rivals]
    print(f"frontend: programs of {os.path.relpath(corpus, REPO)}; {os.cpu_count()} threads, {platform.machine()}; " + "; ".join(names))
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        print("what they make of the programs")
        text = compare(list(texts(corpus, folder)), rivals, folder, "text")
        binary = compare(artifacts(corpus), rivals, folder, "artifacts")
        print(f"time: median over {options.rounds} rounds (10 % to 90 %), in turn")
        groups = (("read and verify text, all", "read", text), ("read and verify text, largest", "read", largest(text)),
                  ("read and verify artifacts, all", "read", binary), ("read and verify artifacts, largest", "read", largest(binary)),
                  ("print, all", "print", text), ("print, largest", "print", largest(text)),
                  ("write artifacts, all", "write", binary), ("write artifacts, largest", "write", largest(text)))
        rows = [report_times(what, rivals, command, paths, options.rounds, folder) for what, command, paths in groups if paths]
        for rival in rivals:
            rival.close()
        print("memory: what reading adds to the peak, each program in a process of its own, summed up")
        memory = [report_memory(what, commands, names, paths, folder)
                  for what, paths in (("text, largest", largest(text)), ("artifacts, largest", largest(binary))) if paths]
        print("size")
        size = report_size(options.rivals)
    if options.json:
        options.json.write_text(json.dumps({"rivals": names, "threads": os.cpu_count(), "time": rows, "memory": memory,
                                            "added_megabytes": size}, indent=1) + "\n")


if __name__ == "__main__":
    main()
