#!/usr/bin/env python3
"""The bindings beside pypjrt 0.1.1, on the same plugin, in one run, interleaved: beside_pypjrt.py

Needs this wheel and pypjrt (PyPI). Prints the median of rounds, microseconds a call (milliseconds where it says so); lower is better.
"""

import statistics
import subprocess
import sys
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


def each(function, count):
    start = time.process_time()
    for _ in range(count):
        function()
    return (time.process_time() - start) / count * 1e6


def imports(code):
    """Milliseconds of processor time over those of an empty program."""
    program = "import time; t = time.process_time(); {}; print((time.process_time() - t) * 1e3)"
    return lambda: float(subprocess.run([sys.executable, "-c", program.format(code)], capture_output=True, text=True).stdout)


def ours():
    client = cppjrt.Client()
    add, x = client.compile(ADD), client.upload(np.arange(4, dtype=np.float32))
    big = np.zeros(1 << 18, np.float32)
    there = client.upload(big)
    cppjrt.ffi.register("ours")(lambda a, b: None)
    call = client.compile(CALL.replace("NAME", "ours"))
    return {"import (ms)": imports("import cppjrt"), "import and load the module (ms)": imports("import cppjrt; cppjrt.Client"),
            "client create": (lambda: cppjrt.Client(), 20), "execute f32[4]": (lambda: add(x, x), 5000),
            "upload 16 B": (lambda: client.upload(np.arange(4, dtype=np.float32)), 5000), "upload 1 MiB": (lambda: client.upload(big), 200),
            "download 16 B": (lambda: x.to_host(), 5000), "download 1 MiB": (lambda: there.to_host(), 200),
            "kernel in Python": (lambda: call(x)[0].block_until_ready(), 3000)}


def theirs():
    import pypjrt
    import pypjrt.ffi
    plugin = pypjrt.Plugin(cppjrt.library_path())
    client = pypjrt.Client.create(plugin)
    scope = client.devices()  # its devices hold as long as it does
    device, small, big = scope.__enter__()[0], bytearray(16), bytearray(1 << 20)
    f32 = 11
    add, x = client.compile(ADD), client.buffer_from_host(small, f32, (4,), device)
    there = client.buffer_from_host(big, f32, (1 << 18,), device)
    pypjrt.ffi.register(plugin, "theirs", lambda frame: None)
    call = client.compile(CALL.replace("NAME", "theirs"))

    def closed(buffers):
        for buffer in buffers:
            buffer.close()

    def create():
        pypjrt.Client.create(plugin, allow_multiple=True).close()

    return {"import (ms)": imports("import pypjrt"), "import and load the module (ms)": imports("import pypjrt"),
            "client create": (create, 20), "execute f32[4]": (lambda: closed(add(x, x)), 500),
            "upload 16 B": (lambda: client.buffer_from_host(small, f32, (4,), device).close(), 500),
            "upload 1 MiB": (lambda: client.buffer_from_host(big, f32, (1 << 18,), device).close(), 200),
            "download 16 B": (lambda: x.to_host(), 500), "download 1 MiB": (lambda: there.to_host(), 200),
            "kernel in Python": (lambda: closed(call(x)), 500)}, scope


def main():
    sides = {"cppjrt": ours()}
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
        print(f"| {name} | " + " | ".join(f"{statistics.median(times[side][name]):.2f}" for side in sides) + " |")


if __name__ == "__main__":
    main()
