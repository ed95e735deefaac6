#!/usr/bin/env python3
"""JAX on a plugin, with nothing but register_plugin(): smoke.py PLUGIN.so [NAME...]

This project's plugin is given what JAX needs of it: a table made for the host, and create options (docs/jax.md).

Each program runs in a process of its own, as a plugin that fails may take the process with it; values are compared with numpy's.
Prints a line for each, then "N passed, N failed, N skipped"; the exit code tells whether one failed. Runs in an environment with
jax, which it makes if need be (tools/python_env.py); exits with 77 if it cannot.
"""

import argparse
import ctypes
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "tools"))

import python_env  # noqa: E402

PROGRAMS = {}
CAPSULE_NAME = b"pjrt_c_api"  # capsules keep a pointer to it


def program(function):
    PROGRAMS[function.__name__] = function
    return function


def close(got, want, tolerance=2e-5):
    np.testing.assert_allclose(np.asarray(got), np.asarray(want), rtol=tolerance, atol=tolerance)


def matrix(n=24, seed=0):
    return np.random.default_rng(seed).standard_normal((n, n)).astype(np.float32)


@program
def svd(jax, jnp):
    a = matrix()
    u, s, vt = jnp.linalg.svd(a)
    close((np.asarray(u) * np.asarray(s)) @ np.asarray(vt), a, 1e-4)
    close(s, np.linalg.svd(a, compute_uv=False), 1e-4)


@program
def eigh(jax, jnp):
    a = matrix() + matrix().T
    w, v = jnp.linalg.eigh(a)
    close(a @ np.asarray(v), np.asarray(v) * np.asarray(w), 1e-4)


@program
def fft(jax, jnp):
    a = matrix()
    close(jnp.fft.fft2(a), np.fft.fft2(a), 1e-4)
    close(jnp.fft.irfft(jnp.fft.rfft(a)), a, 1e-4)


@program
def sort(jax, jnp):
    a = np.append(matrix().ravel(), [np.nan, -0.0, 0.0, np.inf, -np.inf]).astype(np.float32)
    np.testing.assert_array_equal(jnp.sort(a), np.sort(a))
    np.testing.assert_array_equal(jnp.argsort(a), np.argsort(a, kind="stable"))


@program
def scan(jax, jnp):
    carry, out = jax.jit(lambda x: jax.lax.scan(lambda c, y: (0.5 * c + y, c), 0.0, x))(jnp.arange(100.0))
    want, c = [], np.float32(0)
    for y in range(100):
        want.append(c)
        c = np.float32(0.5) * c + np.float32(y)
    close(out, want)
    close(carry, c)


@program
def random(jax, jnp):
    # Numbers that any right threefry gives.
    x = jax.random.normal(jax.random.key(7), (100000,))
    assert abs(float(x.mean())) < 0.02 and abs(float(x.std()) - 1) < 0.02
    np.testing.assert_array_equal(jax.random.randint(jax.random.key(42), (4,), 0, 1000),
                                  jax.device_get(jax.random.randint(jax.random.key(42), (4,), 0, 1000, jnp.int32)))
    np.testing.assert_array_equal(np.asarray(jax.random.key_data(jax.random.split(jax.random.key(0)))),
                                  np.array([[1797259609, 2579123966], [928981903, 3453687069]], np.uint32))


@program
def grad(jax, jnp):
    a = matrix()
    g = jax.jit(jax.grad(lambda x: jnp.sum(jnp.tanh(x @ x))))(a)
    s = 1 - np.tanh(a @ a) ** 2
    close(g, s @ a.T + a.T @ s, 1e-4)


@program
def memory_stats(jax, jnp):
    before = jax.devices()[0].memory_stats()["bytes_in_use"]
    x = jax.block_until_ready(jnp.ones((1 << 20,), jnp.float32) + 1)
    after = jax.devices()[0].memory_stats()
    assert after["bytes_in_use"] - before >= x.nbytes, (before, after)
    assert after["peak_bytes_in_use"] >= after["bytes_in_use"]


@program
def donation(jax, jnp):
    """Each step's result is where its argument was: waited for, not waited for, and read by another program meanwhile."""
    step = jax.jit(lambda x: x * 0.5 + 1, donate_argnums=0)
    read = jax.jit(lambda x: jnp.sum(jnp.sin(x)))
    for waits, reads in ((True, False), (False, False), (True, True), (False, True)):
        x = jax.block_until_ready(jnp.ones((1 << 20,), jnp.float32))
        first, reused, seen = x.unsafe_buffer_pointer(), 0, []
        for _ in range(200):
            if reads:
                seen.append(read(x))
            x = step(x)
            if waits:
                reused += jax.block_until_ready(x).unsafe_buffer_pointer() == first
        assert x.unsafe_buffer_pointer() == first, (waits, reads)
        assert reused == (200 if waits else 0), (reused, waits, reads)


@program
def cost_analysis(jax, jnp):
    compiled = jax.jit(lambda a, b: a @ b).lower(matrix(64), matrix(64)).compile()
    cost = compiled.cost_analysis()
    cost = cost[0] if isinstance(cost, list) else cost
    assert cost["flops"] == 2 * 64**3, cost
    assert compiled.memory_analysis().argument_size_in_bytes == 2 * 4 * 64 * 64


@program
def dlpack(jax, jnp):
    x = jnp.arange(12.0).reshape(3, 4) * 2
    np.testing.assert_array_equal(np.from_dlpack(x), np.arange(12.0).reshape(3, 4) * 2)
    np.testing.assert_array_equal(jnp.from_dlpack(np.arange(6.0, dtype=np.float32)) + 1, np.arange(6.0) + 1)


@program
def pure_callback(jax, jnp):
    f = jax.jit(lambda x: jax.pure_callback(lambda v: np.asarray(v) * 3, jax.ShapeDtypeStruct(x.shape, x.dtype), x) + 1)
    close(f(jnp.arange(5.0)), np.arange(5.0) * 3 + 1)


@program
def debug_print(jax, jnp):
    seen = []
    f = jax.jit(lambda x: (jax.debug.callback(lambda v: seen.append(float(v)), x.sum()), x + 1)[1])
    close(f(jnp.arange(4.0)), np.arange(4.0) + 1)
    jax.effects_barrier()
    assert seen == [6.0], seen


def table_for_jaxlib(plugin):
    """None for plugins that make no tables for hosts (abi/include/pjrt/abi/cppjrt_host_api.h)."""
    import jaxlib.version
    make = getattr(ctypes.CDLL(plugin), "CppjrtApiForHost", None)
    if make is None:
        return None
    make.argtypes, make.restype = (ctypes.c_size_t, ctypes.POINTER(ctypes.c_int32), ctypes.c_size_t), ctypes.c_void_p
    api = make(80 if jaxlib.version.__version_info__[:2] < (0, 11) else 0, (ctypes.c_int32 * 1)(20), 1)
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.argtypes, capsule.restype = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p), ctypes.py_object
    return capsule(api, CAPSULE_NAME, None)


def run_one(plugin, name):
    import jax
    import numpy
    globals()["np"] = numpy
    from jax._src import xla_bridge
    api = table_for_jaxlib(plugin)
    what = {"library_path": plugin} if api is None else {"c_api": api, "options": {"copy_unaligned_views": True}}
    xla_bridge.register_plugin("under_test", priority=1000, **what)
    jax.config.update("jax_platforms", "under_test,cpu")
    jax.config.update("jax_traceback_filtering", "off")
    if name in ("pure_callback", "debug_print"):
        import host_callbacks
        host_callbacks.register(plugin)
    import jax.numpy as jnp
    PROGRAMS[name](jax, jnp)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("plugin", type=pathlib.Path)
    parser.add_argument("names", nargs="*", help="programs; all by default")
    parser.add_argument("--here", action="store_true", help="run the one program in this process")
    options = parser.parse_args()
    if options.here:
        return run_one(str(options.plugin.resolve()), options.names[0])
    python = python_env.python_with("jax", ("jax[cpu]",), "import jax, numpy")
    if python is None:
        print("jax cannot be had here ($CPPJRT_PYTHON_JAX names a Python that has it)")
        return 77
    failed = 0
    names = options.names or list(PROGRAMS)
    for name in names:
        command = [python, __file__, "--here", str(options.plugin), name]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=300)
            reason = "" if done.returncode == 0 else (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        except subprocess.TimeoutExpired:
            reason = "took more than 300 s"
        print(f"{'ok' if not reason else 'FAILED':<7} {name} {reason[:300]}", flush=True)
        failed += bool(reason)
    print(f"{len(names) - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
