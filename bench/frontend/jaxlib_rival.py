"""MLIR, as jaxlib brings it, as a rival: the same commands and answers as ours.cc. Runs in an environment with jaxlib.

A context is made before the clock starts and serves all programs of a command, so what one interns (types, the
definitions of ops on their first use) is there for the next: that is the most favourable way to use it. It has no threads.
"""

import sys
import time

import jaxlib.version
from jaxlib.mlir import ir
from jaxlib.mlir._mlir_libs import _jax_mlir_ext
from jaxlib.mlir.dialects import chlo, sdy, stablehlo

MAGIC = b"ML\xefR"
LISTS = {}


def new_context():
    registry = ir.DialectRegistry()
    _jax_mlir_ext.register_dialects(registry)
    context = ir.Context()
    context.append_dialect_registry(registry)
    context.load_all_available_dialects()
    for dialect in (stablehlo, chlo, sdy):
        dialect.register_dialect(context)
    context.enable_multithreading(False)
    return context


def file_contents(path):
    with open(path, "rb") as file:
        data = file.read()
    return data if data.startswith(MAGIC) else data.decode(errors="surrogateescape")


def programs(path):
    if path not in LISTS:
        with open(path, encoding="utf-8") as lines:
            LISTS[path] = [file_contents(line.rstrip("\n")) for line in lines]
    return LISTS[path]


def load(context, program):
    """Reads and verifies."""
    if isinstance(program, bytes):
        return stablehlo.deserialize_portable_artifact(context, program)
    return ir.Module.parse(program, context=context)


def nanoseconds(work):
    """Of this thread's work: what others do on the machine does not count."""
    start = time.thread_time_ns()
    work()
    return time.thread_time_ns() - start


def describe(context, program, out):
    """Number of ops, or -1 if the program is refused; the printed program goes to a file."""
    try:
        module = load(context, program)
    except (ir.MLIRError, ValueError, TypeError, RuntimeError):
        return -1
    ops = 0

    def count(_):
        nonlocal ops
        ops += 1
        return ir.WalkResult.ADVANCE

    module.operation.walk(count)
    with open(out, "w", encoding="utf-8", errors="surrogateescape") as file:
        file.write(str(module))
    return ops


def time_writing(context, program):
    module = load(context, program)
    version = stablehlo.get_current_version()
    try:
        return nanoseconds(lambda: stablehlo.serialize_portable_artifact(module, version))
    except (ir.MLIRError, ValueError):
        return -1


def peak():
    """Kilobytes of resident memory at the most."""
    with open("/proc/self/status", encoding="ascii") as file:
        return int(next(line for line in file if line.startswith("VmHWM:")).split()[1])


def memory(context, program):
    with open("/proc/self/clear_refs", "w", encoding="ascii") as file:
        file.write("5")
    before = peak()
    module = load(context, program)
    used = peak() - before
    del module
    return used


def answer(what, context, program, out):
    if what == "describe":
        return describe(context, program, out)
    if what == "read":
        return nanoseconds(lambda: load(context, program))
    if what == "print":
        module = load(context, program)
        return nanoseconds(lambda: str(module))
    if what == "write":
        return time_writing(context, program)
    return memory(context, program)


def main():
    print(f"jaxlib {jaxlib.version.__version__}, Python {sys.version.split()[0]}", flush=True)
    for line in sys.stdin:
        what, path, *folder = line.split()
        inputs = programs(path)
        context = new_context()
        for number, program in enumerate(inputs):
            # A program may abort the process: the answers so far must have gone out by then.
            out = f"{folder[0]}/{number}" if folder else ""
            print(answer(what, context, program, out), end=" ", flush=what == "describe")
        print(flush=True)


main()
