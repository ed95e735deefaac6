"""What JAX does beyond single functions: transformations, control flow, callbacks, export, donation, several devices."""

import contextlib
import inspect
import io
import os
import pathlib
import subprocess
import sys
import tempfile

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import layout

from jax_cases import close

try:
    shard_map = jax.shard_map
except AttributeError:  # before 0.6.1
    from jax.experimental.shard_map import shard_map
# Before 0.6.3 these were called Layout and DeviceLocalLayout.
Format = getattr(layout, "Format", None) or layout.Layout
Layout = getattr(layout, "DeviceLocalLayout", None) or layout.Layout
# Without Shardy, which JAX has by default from 0.7 on, programs run whole.
PARTITIONED = jax.config.jax_use_shardy_partitioner


def program(function):
    PROGRAMS.append((f"program.{function.__name__}", function))


PROGRAMS = []


@program
def transformations():
    f = lambda x: jnp.sum(jnp.tanh(x) ** 2)
    x = jnp.linspace(-1, 1, 7)
    close(jax.grad(f)(x), 2 * np.tanh(x) / np.cosh(x) ** 2, np.float64)
    close(jax.vmap(jax.grad(f))(x[:, None])[:, 0], jax.grad(f)(x), np.float64)
    close(jax.hessian(f)(x), np.diag(np.diag(jax.jacfwd(jax.grad(f))(x))), np.float64)
    close(jax.jit(jax.checkpoint(f))(x), f(x), np.float64)


@program
def masks():
    """A product with a mask forgets infinities, as in XLA; other products do not."""
    x, mask = jnp.array([jnp.inf, jnp.nan, 3.0]), jnp.array([False, False, True])
    assert jax.jit(lambda x, mask: x * mask)(x, mask).tolist() == [0, 0, 3]
    assert jnp.isnan(jax.jit(lambda x: x * jnp.zeros(3))(x)[:2]).all()


@program
def control_flow():
    close(jax.lax.fori_loop(0, 10, lambda i, c: c + i, 0), 45, np.float64)
    close(jax.lax.while_loop(lambda c: c < 100, lambda c: 2 * c, 1), 128, np.float64)
    close(jax.lax.cond(True, lambda x: x + 1, lambda x: x - 1, 1.0), 2.0, np.float64)
    close(jax.lax.switch(2, [lambda: 0, lambda: 1, lambda: 7]), 7, np.float64)
    close(jax.lax.scan(lambda c, x: (c + x, c * x), 0.0, jnp.arange(5.0))[1], np.array([0.0, 0, 2, 9, 24]), np.float64)
    close(jax.lax.associative_scan(jnp.add, jnp.arange(9.0)), np.cumsum(np.arange(9.0)), np.float64)


@program
def callbacks():
    seen = []
    shape = jax.ShapeDtypeStruct((), jnp.float64)
    double = lambda x: jax.pure_callback(lambda v: np.asarray(v) * 2, shape, x, vmap_method="sequential")
    close(jax.jit(double)(3.0), 6.0, np.float64)
    close(jax.vmap(double)(jnp.arange(4.0)), 2 * np.arange(4.0), np.float64)
    close(jax.jit(lambda: jax.lax.scan(lambda c, x: (c + double(x), c), 0.0, jnp.arange(4.0))[0])(), 12.0, np.float64)
    jax.jit(lambda x: jax.debug.callback(lambda v: seen.append(float(v)), x))(2.0)
    jax.jit(lambda x: jax.experimental.io_callback(lambda v: seen.append(float(v)), None, x, ordered=True))(3.0)
    jax.effects_barrier()
    assert sorted(seen) == [2.0, 3.0], seen


@program
def ordered_callbacks_within_a_scan():
    seen = []

    def body(carry, x):
        jax.experimental.io_callback(lambda v: seen.append(float(v)), None, x, ordered=True)
        return carry + x, None

    close(jax.jit(lambda x: jax.lax.scan(body, 0.0, x)[0])(jnp.arange(5.0)), 10.0, np.float64)
    jax.effects_barrier()
    assert seen == [0.0, 1.0, 2.0, 3.0, 4.0], seen


@program
def printed():
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        jax.jit(lambda x: jax.debug.print("x is {}", x, ordered=True))(jnp.float32(2))
        jax.effects_barrier()
    assert text.getvalue() == "x is 2.0\n", text.getvalue()


@program
def mapped():
    n = len(jax.devices())
    x = np.arange(n * 3.0).reshape(n, 3)
    close(jax.pmap(lambda v: v - jax.lax.pmean(v, "i"), axis_name="i")(x), x - x.mean(0), np.float64)


@program
def executables_are_kept():
    from jax.experimental import serialize_executable
    load = serialize_executable.deserialize_and_load
    kept = serialize_executable.serialize(jax.jit(lambda x: x * 5).lower(2.0).compile())
    one = {"execution_devices": jax.devices()[:1]} if "execution_devices" in inspect.signature(load).parameters else {}
    close(load(*kept, **one)(3.0), 15.0, np.float64)


@program
def buffer_callbacks():
    """Functions on the plugin's memory, where this JAX has them."""
    try:
        from jax.experimental.buffer_callback import buffer_callback
    except ImportError:
        return

    seen = []

    def double(context, out, x):
        try:
            context.stream
        except jax.errors.JaxRuntimeError as error:
            seen.append(str(error))
        np.asarray(out)[...] = 2 * np.asarray(x)

    x = jnp.arange(3.0)
    assert jax.jit(buffer_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype)))(x).tolist() == [0, 2, 4]
    assert len(seen) == 1 and "GPU context is not available" in seen[0]


@program
def errors_of_callbacks():
    def fail(x):
        raise ValueError("no good")
    try:
        jax.block_until_ready(jax.jit(lambda x: jax.pure_callback(fail, jax.ShapeDtypeStruct((), jnp.float64), x))(1.0))
    except Exception as error:
        assert "no good" in str(error)
    else:
        raise AssertionError("no error")


@program
def checks():
    from jax.experimental import checkify
    error, _ = jax.jit(checkify.checkify(lambda x: jnp.log(x), errors=checkify.all_checks))(-1.0)
    assert "nan" in error.get()
    jax.config.update("jax_debug_nans", True)
    try:
        jax.jit(jnp.log)(-1.0)
    except FloatingPointError:
        pass
    else:
        raise AssertionError("a nan was not found")
    finally:
        jax.config.update("jax_debug_nans", False)


@program
def export_and_ahead_of_time():
    import jax.export
    f = jax.jit(lambda a, b: a @ b)
    x = jnp.ones((8, 8))
    exported = jax.export.export(f)(x, x)
    try:
        exported = jax.export.deserialize(exported.serialize())
    except ImportError:
        pass  # without flatbuffers
    close(exported.call(x, x), np.full((8, 8), 8.0), np.float64)
    compiled = f.lower(x, x).compile()
    cost = compiled.cost_analysis()
    assert (cost[0] if isinstance(cost, list) else cost)["flops"] == 2 * 8**3
    assert compiled.memory_analysis().argument_size_in_bytes == 2 * 8**3


@program
def donation():
    x = jnp.ones((1000,))
    y = jax.jit(lambda v: v + 1, donate_argnums=0)(x)
    assert x.is_deleted() and float(y[0]) == 2


@program
def sparse_and_convolutions():
    from jax.experimental import sparse
    m = np.diag(np.arange(1.0, 5.0))
    close(sparse.BCOO.fromdense(m) @ jnp.ones(4), m @ np.ones(4), np.float64)
    image, kernel = np.ones((1, 1, 5, 5)), np.ones((1, 1, 3, 3))
    close(jax.lax.conv(jnp.asarray(image), jnp.asarray(kernel), (1, 1), "VALID"), np.full((1, 1, 3, 3), 9.0), np.float64)


def mesh_of_four():
    return jax.make_mesh((2, 2), ("x", "y"), axis_types=(jax.sharding.AxisType.Auto,) * 2)


def on(mesh, value, *spec):
    return jax.device_put(value, jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec(*spec)))


@program
def sharded_training():
    rng = np.random.default_rng(0)
    batch, weights, bias = rng.normal(size=(16, 8)), rng.normal(size=(8, 4)), rng.normal(size=(4,))

    def step(w, b, x):
        loss = lambda w, b: jnp.mean(jax.nn.softmax(jnp.tanh(x @ w + b))[:, 0] ** 2)
        value, (dw, db) = jax.value_and_grad(loss, (0, 1))(w, b)
        return value, w - dw, b - db

    wanted = jax.jit(step)(weights, bias, batch)
    mesh = mesh_of_four()
    for w_spec, x_spec in (((), ("x",)), ((None, "y"), ("x",)), (("y",), ("x", "y")), (("x",), (("x", "y"),))):
        lowered = jax.jit(step).lower(on(mesh, weights, *w_spec), on(mesh, bias), on(mesh, batch, *x_spec))
        compiled = lowered.compile()
        assert "all-reduce" in compiled.as_text() or not PARTITIONED
        for got, want in zip(compiled(on(mesh, weights, *w_spec), on(mesh, bias), on(mesh, batch, *x_spec)), wanted):
            close(got, want, np.float64)


def two_layers(w1, w2, x):
    loss = lambda w1, w2: jnp.sum((jax.nn.gelu(x @ w1) @ w2) ** 2) / x.shape[0]
    value, (d1, d2) = jax.value_and_grad(loss, (0, 1))(w1, w2)
    return value, w1 - 0.01 * d1, w2 - 0.01 * d2


@program
def sharded_models():
    """Batches, features and parameters shared, and both at a time: what one device gives."""
    rng = np.random.default_rng(0)
    x, w1, w2 = rng.normal(size=(8, 4)), rng.normal(size=(4, 16)), rng.normal(size=(16, 4))
    wanted = jax.jit(two_layers)(w1, w2, x)
    mesh = mesh_of_four()
    shared = {
        "batch": ((), (), (("x", "y"),)),
        "features": ((None, "y"), ("y", None), ()),
        "batch and features": ((None, "y"), ("y", None), ("x",)),
        "parameters": ((("x", "y"),), (("x", "y"),), (("x", "y"),)),
    }
    for name, specs in shared.items():
        arrays = [on(mesh, value, *spec) for value, spec in zip((w1, w2, x), specs)]
        for jitted in (jax.jit(two_layers), jax.jit(two_layers, out_shardings=(None, arrays[0].sharding, arrays[1].sharding))):
            for got, want in zip(jitted(*arrays), wanted):
                close(got, want, np.float64)


@program
def random_numbers_in_parts():
    mesh = mesh_of_four()
    draw = lambda key, x: jax.random.normal(key, x.shape) + x
    x = np.arange(64.0).reshape(16, 4)
    compiled = jax.jit(draw).lower(jax.random.key(3), on(mesh, x, "x", "y")).compile()
    assert not any(word in compiled.as_text() for word in ("[16,4]", "all-")), compiled.as_text()
    close(jax.jit(draw)(jax.random.key(3), on(mesh, x, "x", "y")), jax.jit(draw)(jax.random.key(3), x), np.float64)


@program
def attention_in_a_ring():
    """Keys and values go round; what a device has seen of them is put together as it comes."""
    mesh = jax.make_mesh((4,), ("i",), axis_types=(jax.sharding.AxisType.Auto,))
    spec = jax.sharding.PartitionSpec("i")
    q, k, v = np.random.default_rng(0).normal(size=(3, 16, 4))

    def ring(q, k, v):
        def turn(_, state):
            most, total, summed, k, v = state
            scores = q @ k.T
            more = jnp.maximum(most, scores.max(1, keepdims=True))
            weights, kept = jnp.exp(scores - more), jnp.exp(most - more)
            k, v_next = (jax.lax.ppermute(a, "i", [(n, (n + 1) % 4) for n in range(4)]) for a in (k, v))
            return more, total * kept + weights.sum(1, keepdims=True), summed * kept + weights @ v, k, v_next
        nothing = 0 * q
        start = (nothing[:, :1] - jnp.inf, nothing[:, :1], nothing)
        _, total, summed, _, _ = jax.lax.fori_loop(0, 4, turn, (*start, k, v))
        return summed / total

    f = jax.jit(jax.shard_map(ring, mesh=mesh, in_specs=spec, out_specs=spec))
    close(f(q, k, v), jax.nn.softmax(q @ k.T, axis=1) @ v, np.float64)


@program
def stages_in_a_pipeline():
    """Each device has a layer; batches move on from one to the next in every turn."""
    mesh = jax.make_mesh((4,), ("i",), axis_types=(jax.sharding.AxisType.Auto,))
    spec = jax.sharding.PartitionSpec
    rng = np.random.default_rng(0)
    layers, batches = rng.normal(size=(4, 3, 3)), rng.normal(size=(6, 2, 3))

    def run(layer, batches):
        here = jax.lax.axis_index("i")

        def turn(state, t):
            given = jnp.where(here == 0, batches[jnp.minimum(t, 5)], state)
            done = jnp.tanh(given @ layer[0])
            return jax.lax.ppermute(done, "i", [(n, (n + 1) % 4) for n in range(4)]), jnp.where(here == 3, done, 0)

        _, done = jax.lax.scan(turn, batches[0] * 0 + here, jnp.arange(9))
        return jax.lax.psum(done[3:], "i")

    wanted = batches
    for layer in layers:
        wanted = np.tanh(wanted @ layer)
    close(jax.jit(jax.shard_map(run, mesh=mesh, in_specs=(spec("i"), spec()), out_specs=spec()))(layers, batches), wanted, np.float64)


@program
def linear_algebra_in_parts():
    """One matrix after the other: each device has some of them, and none gets another's."""
    mesh = mesh_of_four()
    a = np.random.default_rng(0).normal(size=(8, 3, 3))
    a = a @ a.swapaxes(1, 2) + 3 * np.eye(3)
    put = on(mesh, a, ("x", "y"))
    for f in (jnp.linalg.cholesky, jnp.linalg.inv, jnp.linalg.eigvalsh, lambda m: jnp.linalg.solve(m, m[:, :, :1]),
              lambda m: jax.lax.linalg.tridiagonal_solve(m[:, 0], m[:, 1] + 5, m[:, 2], m),
              lambda m: jnp.fft.rfft(m[:, :, 0], axis=1).real, lambda m: jnp.cumsum(m, axis=2), lambda m: jax.lax.top_k(m, 2)[0]):
        compiled = jax.jit(f).lower(put).compile()
        close(compiled(put), jax.jit(f)(a), np.float64)
        assert "all-gather" not in compiled.as_text(), compiled.as_text()


@program
def sharded_scan_gather_and_sort():
    mesh = mesh_of_four()
    x = np.random.default_rng(0).normal(size=(6, 8, 4))

    def f(x):
        carry, ys = jax.lax.scan(lambda c, r: (c + r.sum(0), jnp.sort(r, axis=1) * c), jnp.zeros(4), x)
        return carry, ys, x[:, jnp.array([3, 1])], jnp.argmax(x, axis=2), jnp.cumsum(x, axis=0), x.at[:, 2].add(1.0)

    for spec in ((), ("x",), (None, "x"), (None, "x", "y"), (None, ("x", "y")), ("y", None, "x")):
        for got, want in zip(jax.jit(f)(on(mesh, x, *spec)), jax.jit(f)(x)):
            close(got, want, np.float64)


@program
def shard_map_and_parts():
    mesh = mesh_of_four()
    spec = jax.sharding.PartitionSpec
    x = np.arange(32.0).reshape(8, 4)
    f = shard_map(lambda a: a - jax.lax.pmean(a, "x"), mesh=mesh, in_specs=spec("x", "y"), out_specs=spec("x", "y"))
    close(jax.jit(f)(on(mesh, x, "x", "y")), x - (x[:4] + x[4:]).repeat(2, 0).reshape(4, 2, 4).swapaxes(0, 1).reshape(8, 4) / 2, np.float64)


@program
def donated_arguments_that_nothing_can_use():
    mesh = mesh_of_four()
    x = on(mesh, np.arange(16.0).reshape(8, 2), "x")
    jax.jit(lambda v: v @ v.T, donate_argnums=0)(x)
    assert not x.is_deleted()


@program
def layouts_that_are_chosen():
    x = np.arange(6.0).reshape(2, 3)
    compiled = jax.jit(lambda v: v.T, out_shardings=Format(Layout.AUTO)).lower(x).compile()
    chosen = compiled.output_formats if hasattr(compiled, "output_formats") else compiled.output_layouts
    assert (getattr(chosen, "layout", None) or chosen.device_local_layout).major_to_minor == (1, 0)
    close(compiled(x), x.T, np.float64)


@program
def profiling():
    def profiled(x):
        return jnp.tanh(x) + x

    with tempfile.TemporaryDirectory() as folder:
        with jax.profiler.trace(folder):
            jax.block_until_ready(jax.jit(profiled)(jnp.ones((64, 64), jnp.float32)))
        if os.environ.get("JAX_PLATFORMS") != "cppjrt" or not getattr(jax.profiler, "ProfileData", None):
            return
        [file] = pathlib.Path(folder).rglob("*.xplane.pb")
        planes = {plane.name: plane for plane in jax.profiler.ProfileData.from_file(str(file)).planes}
        events = [event for line in planes["/device:CUSTOM:cppjrt CPU"].lines for event in line.events]
        kernel = next(event for event in events if event.name == "tanh+add f32[64,64]")
        assert kernel.duration_ns > 0 and dict(kernel.stats)["hlo_module"] == "jit_profiled", dict(kernel.stats)


@program
def code_is_kept_where_jax_keeps_programs():
    if os.environ.get("JAX_PLATFORMS") != "cppjrt":
        return
    with tempfile.TemporaryDirectory() as folder:
        environment = {name: text for name, text in os.environ.items() if name != "CPPJRT_CPU_CODE_CACHE"}
        environment |= {"JAX_COMPILATION_CACHE_DIR": folder, "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
                        "JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES": "0"}
        code = "import jax; jax.jit(lambda x: x * 3 + 1)(2.0).block_until_ready()"
        subprocess.run([sys.executable, "-c", code], env=environment, check=True)
        assert os.listdir(f"{folder}/cppjrt-code/entries")
        assert list(pathlib.Path(folder).glob("*-cache")), os.listdir(folder)


@program
def the_environment_stays():
    """Starting the backend changes nothing that other clients of the process, or its children, see."""
    if os.environ.get("JAX_PLATFORMS") != "cppjrt":
        return
    with tempfile.TemporaryDirectory() as folder:
        code = ("import os; import jax, jax.numpy as jnp; before = dict(os.environ); jnp.ones(3).block_until_ready()\n"
                "assert 'cppjrt' in jax.devices()[0].client.platform_version, jax.devices()[0].client.platform_version\n"
                "assert dict(os.environ) == before, set(os.environ.items()) ^ set(before.items())")
        subprocess.run([sys.executable, "-c", code], env=os.environ | {"JAX_COMPILATION_CACHE_DIR": folder}, check=True)


@program
def masks_select():
    """As in XLA, unless the user says otherwise."""
    if os.environ.get("JAX_PLATFORMS") != "cppjrt":
        return
    code = "import jax, jax.numpy as jnp; print(float(jax.jit(lambda x: x * (x < 1))(jnp.float32(jnp.inf))))"
    seen = [subprocess.run([sys.executable, "-c", code], env=os.environ | more, check=True, capture_output=True, text=True).stdout.strip()
            for more in ({}, {"CPPJRT_CPU_MASKED_PRODUCTS": "multiply"}, {"CPPJRT_JAX_OPTIONS": "masked_products=multiply"})]
    assert seen == ["0.0", "nan", "nan"], seen


@program
def kernels_in_python():
    import cppjrt
    cppjrt.ffi.register("jax_programs.scale")(lambda x, y, *, factor: np.multiply(x, factor, out=y))
    x = jnp.arange(4.0)
    call = jax.ffi.ffi_call("jax_programs.scale", jax.ShapeDtypeStruct(x.shape, x.dtype))
    close(jax.jit(lambda v: call(v, factor=np.float64(3)))(x), 3 * np.arange(4.0), np.float64)


@program
def collectives():
    """Each value against the same in numpy, four devices of a row each."""
    n = len(jax.devices())
    if n < 2:
        return
    mesh = jax.sharding.Mesh(np.array(jax.devices()), ("i",))
    x = np.arange(n * n * 2.0).reshape(n, 2 * n)
    lax, spec = jax.lax, jax.sharding.PartitionSpec("i")

    def each(function):
        return np.asarray(jax.jit(shard_map(function, mesh=mesh, in_specs=spec, out_specs=spec))(x))

    rows = np.ones((n, 1))
    for got, want in (
            (each(lambda v: lax.psum(v, "i") + 0 * v), rows * x.sum(0)),
            (each(lambda v: lax.pmax(v, "i") + 0 * v), rows * x.max(0)), (each(lambda v: lax.pmin(v, "i") + 0 * v), rows * x.min(0)),
            (each(lambda v: lax.pmean(v, "i") + 0 * v), rows * x.mean(0)),
            (each(lambda v: lax.all_gather(v, "i", tiled=True)), np.tile(x, (n, 1))),
            (each(lambda v: lax.ppermute(v, "i", [(k, (k + 1) % n) for k in range(n)])), np.roll(x, 1, 0)),
            (each(lambda v: lax.all_to_all(v, "i", 1, 0, tiled=True)), np.concatenate(np.split(x, n, 1))),
            (each(lambda v: lax.psum_scatter(v[0], "i", tiled=True)), x.sum(0)),
            (each(lambda v: v + lax.axis_index("i")), x + np.arange(n)[:, None]),
            (each(lambda v: v + lax.axis_size("i")), x + n)):
        close(got, want, np.float64)


@program
def shardings():
    n = len(jax.devices())
    mesh = jax.sharding.Mesh(np.array(jax.devices()), ("i",))
    x = np.arange(n * 12.0).reshape(2 * n, 6)
    put = jax.device_put(x, jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("i")))
    close(jax.jit(lambda v: jnp.tanh(v @ v.T).sum(0))(put), np.tanh(x @ x.T).sum(0), np.float64)
    constrained = jax.jit(lambda v: jax.lax.with_sharding_constraint(2 * v, put.sharding))(x)
    close(constrained, 2 * x, np.float64)
    assert constrained.sharding.is_equivalent_to(put.sharding, 2) or not PARTITIONED


@program
def partitions_of_ones_own():
    """custom_partitioning: a product whose sums each partition does for itself, then adds up."""
    from jax.experimental.custom_partitioning import custom_partitioning
    mesh = mesh_of_four()
    named = lambda *axes: jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec(*axes))
    asked = []

    @custom_partitioning
    def product(a, b):
        return a @ b, jnp.sum(a)

    def partition(mesh, arguments, results):
        asked.append([str(a.sharding.spec) for a in arguments])
        def lower(a, b):
            return jax.lax.psum(a @ b, "y"), jax.lax.psum(jnp.sum(a), ("x", "y"))
        return mesh, lower, (named("x", None), named()), (named("x", "y"), named("y", None))

    infer = lambda mesh, arguments, results: (named("x", None), named())
    rule = dict(sharding_rule="i j, j k -> i k, ", reduction_factors=("j",)) if has_sharding_rules() else {}
    product.def_partition(partition, infer_sharding_from_operands=infer, **rule)
    a = on(mesh, np.arange(24.0).reshape(4, 6), "x", "y")
    b = on(mesh, np.arange(12.0).reshape(6, 2) - 3, "y", None)
    p, total = jax.jit(lambda a, b: product(jnp.tanh(a), b))(a, b)
    close(p, np.tanh(a) @ np.asarray(b), np.float64)
    close(total, np.tanh(a).sum(), np.float64)
    assert asked, "the partitioner was not asked"
    looped = jax.jit(lambda a, b: jax.lax.fori_loop(0, 3, lambda i, c: c + product(a, b)[0], jnp.zeros((4, 2))))(a, b)
    close(looped, 3 * (np.asarray(a) @ np.asarray(b)), np.float64)


def has_sharding_rules():
    import inspect
    from jax.experimental.custom_partitioning import custom_partitioning
    return "sharding_rule" in inspect.signature(custom_partitioning.def_partition).parameters


@program
def errors_of_partitioners():
    from jax.experimental.custom_partitioning import custom_partitioning

    @custom_partitioning
    def same(x):
        return x

    def partition(mesh, arguments, results):
        raise ValueError("no such part")

    rule = dict(sharding_rule="i -> i") if has_sharding_rules() else {}
    same.def_partition(partition, infer_sharding_from_operands=lambda mesh, a, r: a[0].sharding, **rule)
    try:
        jax.jit(same)(on(mesh_of_four(), np.arange(8.0), "x"))
    except Exception as error:
        assert "no such part" in str(error), error
    else:
        raise AssertionError("an error of a partitioner was swallowed")


@program
def shardings_are_told():
    mesh = mesh_of_four()
    told = []
    def f(x):
        y = jnp.sin(x)
        jax.debug.inspect_array_sharding(y, callback=told.append)
        return y * 2
    x = on(mesh, np.arange(8.0), "x")
    close(jax.jit(f)(x), 2 * np.sin(np.arange(8.0)), np.float64)
    assert len(told) == 1 and told[0].is_equivalent_to(x.sharding, 1), told


@program
def options_of_xla():
    f = lambda x: x + 1
    close(jax.jit(f, compiler_options={"xla_embed_ir_in_executable": True})(1.0), 2.0, np.float64)
    for options in ({"xla_embed_ir_in_executable": "maybe"}, {"xla_no_such_option": True}, {"no_such_option": 1}):
        try:
            jax.jit(f, compiler_options=options)(1.0)
        except Exception as error:
            assert next(iter(options)) in str(error), error
        else:
            raise AssertionError(f"{options} was accepted")
    with tempfile.TemporaryDirectory() as folder:
        jax.jit(f, compiler_options={"xla_dump_to": folder})(1.0)
        names = " ".join(os.listdir(folder))
        assert "before_optimizations.txt" in names and "cpu_after_optimizations.txt" in names, names


@program
def views_of_numpy():
    """from_dlpack: an aligned array is shared, another is copied."""
    memory = np.zeros(64 * 8 + 64, np.int8)
    start = -memory.__array_interface__["data"][0] % 64
    aligned = memory[start:start + 64].view(np.float32)
    off = memory[start + 68:start + 132].view(np.float32)
    off[:] = 5
    shared, copied = jnp.from_dlpack(aligned, copy=False), jnp.from_dlpack(off)
    close(shared, aligned, np.float32)
    off[:] = 6
    close(copied, np.full(16, 5, np.float32), np.float32)


def cases():
    return PROGRAMS
