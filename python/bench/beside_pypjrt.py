#!/usr/bin/env python3
"""The bindings beside pypjrt 0.1.1 and the C++ client, on one plugin, in one run, interleaved: beside_pypjrt.py [PLUGIN]

PLUGIN: a path or name as of cppjrt.Plugin, this package's own by default. Needs this wheel and pypjrt (PyPI). Prints the median of rounds,
processor time a call in microseconds (milliseconds where it says so); lower is better. The C++ client's figure is of `pjrt bench`, which
runs the same program and waits for it. "A call from within" is what a kernel in Python adds to a program for each call of it: one that
calls it 1,000 times, less the same without.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

import cppjrt

ADD = """func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}"""
CALL = """func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @NAME(%a) {api_version = 4 : i32, backend_config = {}} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}"""


CALLS = 1000
LOOP = """func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %count = stablehlo.constant dense<1000> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<4xf32>
    cond {
      %c = stablehlo.compare LT, %i, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      BODY
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %y : tensor<i32>, tensor<4xf32>
    }
  return %r#1 : tensor<4xf32>
}"""
CALL_BODY = CALL.splitlines()[1].strip().replace("%0 =", "%y =").replace("(%a)", "(%x)")
ADD_BODY = "%y = stablehlo.add %x, %x : tensor<4xf32>"
PLUGIN = sys.argv[1] if len(sys.argv) > 1 else cppjrt.library_path()


def each(function, count):
    start = time.process_time()
    for _ in range(count):
        function()
    return (time.process_time() - start) / count * 1e6


def imports(code):
    """Milliseconds of processor time over those of an empty program."""
    program = "import time; t = time.process_time(); {}; print((time.process_time() - t) * 1e3)"
    return lambda: float(subprocess.run([sys.executable, "-c", program.format(code)], capture_output=True, text=True).stdout)


def within(call, empty):
    """Microseconds that one of CALLS calls within a program adds."""
    return lambda: (each(call, 3) - each(empty, 3)) / CALLS


def cpp():
    """What the C++ client takes for the same program, without Python."""
    command = os.path.join(os.path.dirname(cppjrt.__file__), "bin", "pjrt")
    if not os.path.exists(command):
        return {}
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as program:
        program.write(ADD)
        program.flush()
        line = [command, "bench", program.name, "--plugin", PLUGIN, "--seconds", "0.3", "--format", "json"]
        report = json.loads(subprocess.run(line, capture_output=True, text=True).stdout)
    return {"execute f32[4], waited for": lambda: report["subjects"][0]["run_ms"]["p50"] * 1e3}


def ours():
    plugin = cppjrt.Plugin(PLUGIN)
    client = cppjrt.Client(plugin)
    add, x = client.compile(ADD), client.upload(np.arange(4, dtype=np.float32))
    mega, big = np.zeros(1 << 18, np.float32), np.zeros(1 << 26, np.float32)
    there, big_there = client.upload(mega), client.upload(big)
    cppjrt.ffi.register("ours", plugin)(lambda a, b: None)
    call = client.compile(CALL.replace("NAME", "ours"))
    calls, empty = (client.compile(LOOP.replace("BODY", body)) for body in (CALL_BODY.replace("NAME", "ours"), ADD_BODY))
    return {"import (ms)": imports("import cppjrt"), "import and load the module (ms)": imports("import cppjrt; cppjrt.Client"),
            "client create": (lambda: cppjrt.Client(plugin), 20), "execute f32[4]": (lambda: add(x, x), 5000),
            "execute f32[4], waited for": (lambda: add(x, x)[0].block_until_ready(), 5000),
            "upload 16 B": (lambda: client.upload(np.arange(4, dtype=np.float32)), 5000), "upload 1 MiB": (lambda: client.upload(mega), 200),
            "upload 256 MiB": (lambda: client.upload(big), 1), "download 16 B": (lambda: x.to_host(), 5000),
            "download 1 MiB": (lambda: there.to_host(), 200), "download 256 MiB": (lambda: big_there.to_host(), 1),
            "view 256 MiB": (lambda: np.asarray(big_there), 1000),
            "kernel in Python, with its run": (lambda: call(x)[0].block_until_ready(), 3000),
            "kernel in Python, a call from within": within(lambda: calls(x)[0].block_until_ready(), lambda: empty(x)[0].block_until_ready())}


def theirs():
    import pypjrt
    import pypjrt.ffi
    plugin = pypjrt.Plugin(PLUGIN)
    client = pypjrt.Client.create(plugin)
    scope = client.devices()  # its devices hold as long as it does
    device, small, big = scope.__enter__()[0], bytearray(16), bytearray(1 << 20)
    f32 = 11
    add, x = client.compile(ADD), client.buffer_from_host(small, f32, (4,), device)
    there = client.buffer_from_host(big, f32, (1 << 18,), device)
    pypjrt.ffi.register(plugin, "theirs", lambda frame: None)
    call = client.compile(CALL.replace("NAME", "theirs"))
    calls, empty = (client.compile(LOOP.replace("BODY", body)) for body in (CALL_BODY.replace("NAME", "theirs"), ADD_BODY))
    huge = bytearray(1 << 28)
    huge_there = client.buffer_from_host(huge, f32, (1 << 26,), device)

    def closed(buffers):
        for buffer in buffers:
            buffer.close()

    def create():
        pypjrt.Client.create(plugin, allow_multiple=True).close()

    return {"import (ms)": imports("import pypjrt"), "import and load the module (ms)": imports("import pypjrt"),
            "client create": (create, 20), "execute f32[4]": (lambda: closed(add(x, x)), 500),
            "upload 16 B": (lambda: client.buffer_from_host(small, f32, (4,), device).close(), 500),
            "upload 1 MiB": (lambda: client.buffer_from_host(big, f32, (1 << 18,), device).close(), 200),
            "upload 256 MiB": (lambda: client.buffer_from_host(huge, f32, (1 << 26,), device).close(), 1),
            "execute f32[4], waited for": (lambda: closed(add(x, x)), 500),
            "download 16 B": (lambda: x.to_host(), 500), "download 1 MiB": (lambda: there.to_host(), 200),
            "download 256 MiB": (lambda: huge_there.to_host(), 1),
            "kernel in Python, with its run": (lambda: closed(call(x)), 500),
            "kernel in Python, a call from within": within(lambda: closed(calls(x)), lambda: closed(empty(x)))}, scope


def main():
    sides = {"cppjrt": ours(), "C++": cpp()}
    try:
        sides["pypjrt"], _scope = theirs()
    except ImportError:
        print("pypjrt is not installed: our figures only")
    times = {side: {name: [] for name in rows} for side, rows in sides.items()}
    for _ in range(5):
        for side, rows in sides.items():
            for name, what in rows.items():
                times[side][name].append(each(*what) if isinstance(what, tuple) else what())
    print("| what, processor time | " + " | ".join(sides) + " |\n| --- | " + "--- | " * len(sides))
    for name in sides["cppjrt"]:
        cells = (f"{statistics.median(times[side][name]):.2f}" if name in times[side] else "" for side in sides)
        print(f"| {name} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
