#!/usr/bin/env python3
"""Functions of JAX against numpy and scipy, once per family of types, and what JAX does beyond them. JAX_PLATFORMS names the platform.

Prints what differs, then "N passed, N failed". With names, only cases whose name contains one of them.
"""

import os
import subprocess
import sys
import tempfile

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_num_cpu_devices", 4)

FAMILIES = {"f32": np.float32, "f64": np.float64, "c64": np.complex64, "i32": np.int32, "u8": np.uint8, "bool": np.bool_}
FLOATS, REALS, NUMBERS, INTEGERS, ALL = ("f32", "f64"), ("f32", "f64", "i32", "u8"), ("f32", "f64", "c64", "i32", "u8"), ("i32", "u8"), tuple(FAMILIES)
INEXACT = ("f32", "f64", "c64")

# jax.numpy's functions that numpy has under the same name: names, families, arguments made by a function of an array maker.
ONE, TWO = (lambda a: (a(3, 4),)), (lambda a: (a(3, 4), a(3, 4)))
NUMPY = (
    ("abs negative positive square sign conj real imag", NUMBERS, ONE),
    ("sin cos tan sinh cosh tanh exp expm1 arctan arcsinh", INEXACT, ONE),
    ("floor ceil trunc rint cbrt exp2 deg2rad rad2deg i0 sinc fabs signbit spacing", FLOATS, ONE),
    ("isnan isinf isfinite logical_not angle iscomplex isreal nan_to_num", INEXACT, ONE),
    ("sqrt log log2 log10 log1p reciprocal", INEXACT, lambda a: (np.abs(a(3, 4)) + a.one,)),
    ("arcsin arccos arctanh", FLOATS, lambda a: (np.clip(a(3, 4), -4, 4) / a.of(5),)),
    ("add subtract multiply maximum minimum equal not_equal", NUMBERS, TWO),
    ("less less_equal greater greater_equal fmax fmin copysign hypot arctan2 logaddexp logaddexp2 nextafter heaviside", FLOATS, TWO),
    ("true_divide power float_power", INEXACT, lambda a: (np.abs(a(3, 4)) + a.one, np.abs(a(3, 4)) + a.one)),
    ("floor_divide remainder fmod divmod", ("f32", "f64", "i32", "u8"), lambda a: (a(3, 4), np.abs(a(3, 4)) + a.one)),
    ("bitwise_and bitwise_or bitwise_xor gcd lcm", INTEGERS, TWO),
    ("bitwise_not bitwise_count", INTEGERS, ONE),
    ("left_shift right_shift", INTEGERS, lambda a: (a(3, 4), (a(3, 4) % a.of(4)).astype(a.dtype))),
    ("logical_and logical_or logical_xor", ALL, TWO),
    ("sum prod mean any all", NUMBERS, ONE),
    ("cumsum cumprod", ("f32", "f64", "c64"), ONE),  # of narrow integers numpy widens the result
    ("max min argmax argmin ptp median nanmax nanmin nansum nanmean", REALS, ONE),
    ("var std nanvar nanstd", INEXACT, ONE),
    ("sort unique", REALS, lambda a: (a(17),)),
    ("argsort", REALS, lambda a: (np.random.default_rng(1).permutation(17).astype(a.dtype),)),
    ("dot matmul inner", NUMBERS, lambda a: (a(4, 4), a(4, 4))),
    ("vdot outer convolve correlate kron", NUMBERS, lambda a: (a(5), a(5))),
    ("cross", FLOATS, lambda a: (a(4, 3), a(4, 3))),
    ("transpose ravel flip fliplr flipud diag diagonal trace tril triu squeeze atleast_3d rot90 nonzero count_nonzero", ALL,
     lambda a: (a(4, 4),)),
    ("diff ediff1d gradient trapezoid", FLOATS, lambda a: (a(9),)),
    ("roll repeat", ALL, lambda a: (a(3, 4), 2)),
    ("expand_dims swapaxes", ALL, lambda a: (a(3, 4), 0, *(() if a.name == "expand_dims" else (1,)))),
    ("tile", ALL, lambda a: (a(3, 4), (2, 1))),
    ("concatenate stack vstack hstack dstack", ALL, lambda a: ([a(3, 4), a(3, 4)],)),
    ("where", ALL, lambda a: (a(3, 4) == a(3, 4), a(3, 4), a(3, 4))),
    ("take", ALL, lambda a: (a(9), np.array([3, 0, 8]))),
    ("searchsorted", REALS, lambda a: (np.sort(a(9)), a(5))),
    ("interp", FLOATS, lambda a: (a(5), np.arange(9).astype(a.dtype), a(9))),
    ("percentile quantile", FLOATS, lambda a: (a(17), 0.25)),
    ("histogram bincount", ("i32",), lambda a: (np.abs(a(17)),)),
    ("polyfit", ("f64",), lambda a: (np.arange(9.0), a(9), 2)),
    ("polyval", FLOATS, lambda a: (a(3), a(5))),
    ("cov corrcoef", FLOATS, lambda a: (a(3, 9),)),
    ("einsum", INEXACT, lambda a: ("ij,kj->ik", a(3, 4), a(5, 4))),
    ("tensordot", INEXACT, lambda a: (a(3, 4), a(4, 5), 1)),
    ("vander", FLOATS, lambda a: (a(4),)),
    ("digitize", REALS, lambda a: (a(5), np.arange(-3, 3).astype(np.float64))),
    ("linalg.inv linalg.det linalg.pinv linalg.slogdet linalg.svdvals linalg.matrix_rank linalg.cond", INEXACT,
     lambda a: (a(4, 4) + a.of(9) * np.eye(4, dtype=a.dtype),)),
    ("linalg.norm", INEXACT, ONE),
    ("linalg.solve", INEXACT, lambda a: (a(4, 4) + a.of(9) * np.eye(4, dtype=a.dtype), a(4, 2))),
    ("linalg.eigvalsh linalg.cholesky", INEXACT, lambda a: ((lambda m: m @ m.conj().T + a.of(9) * np.eye(4, dtype=a.dtype))(a(4, 4)),)),
    ("fft.fft fft.ifft fft.fft2 fft.fftn fft.ifftn", INEXACT, lambda a: (a(6, 8),)),
    ("fft.rfft fft.rfft2 fft.ihfft fft.fftshift", FLOATS, lambda a: (a(6, 8),)),
    ("fft.irfft fft.hfft", ("c64",), lambda a: (a(6, 8),)),
)
SPECIAL = (
    ("erf erfc erfinv expit ndtr log_ndtr entr i0e i1 i1e", lambda a: (np.clip(a(3, 4), -4, 4) / a.of(5),)),
    ("gammaln digamma gamma", lambda a: (np.abs(a(3, 4)) + a.one,)),
    ("logit ndtri", lambda a: ((np.abs(np.clip(a(3, 4), -4, 4)) + a.one) / a.of(6),)),
    ("betainc", lambda a: (np.abs(a(5)) + a.one, np.abs(a(5)) + a.one, np.linspace(0.1, 0.9, 5).astype(a.dtype))),
    ("gammainc gammaincc zeta betaln xlogy xlog1py", lambda a: (np.abs(a(5)) + a.of(2), np.abs(a(5)) + a.one)),
    ("logsumexp softmax log_softmax", lambda a: (a(9),)),
)


class Maker:
    """Arrays of one family: small numbers, some of them equal, some negative where there are negative ones."""

    def __init__(self, name, dtype):
        self.name, self.dtype, self.random = name, np.dtype(dtype), np.random.default_rng(len(name))
        self.one = self.of(1)

    def of(self, value):
        return self.dtype.type(value)

    def __call__(self, *shape):
        x = self.random.integers(0 if self.dtype.kind in "ub" else -5, 6, shape).astype(self.dtype)
        if self.dtype.kind in "fc":
            x = x + self.random.random(shape).astype(self.dtype) * self.of(0.5)
        return x + (x[..., ::-1] * self.of(1j) if self.dtype.kind == "c" else 0)


def close(got, want, dtype):
    for g, w in zip(jax.tree.leaves(got), jax.tree.leaves(want), strict=True):
        g, w = np.asarray(g), np.asarray(w)
        assert g.shape == w.shape, f"shape {g.shape}, not {w.shape}"
        tolerance = 1e-10 if np.dtype(dtype) == np.float64 and g.dtype.itemsize >= 8 else 3e-4
        exact = g.dtype.kind in "iub"
        with np.errstate(all="ignore"):
            np.testing.assert_allclose(g, w, rtol=0 if exact else tolerance, atol=0 if exact else tolerance)


def reach(module, name):
    for part in name.split("."):
        module = getattr(module, part)
    return module


def numpy_cases():
    for names, families, arguments in NUMPY:
        for name in names.split():
            for family in families:
                yield f"numpy.{name}.{family}", lambda n=name, f=family, a=arguments: against(reach(jnp, n), reach(np, n), n, f, a)


def special_cases():
    try:
        import scipy.special
    except ImportError:
        return
    import jax.scipy.special
    for names, arguments in SPECIAL:
        for name in names.split():
            for family in FLOATS:
                yield f"special.{name}.{family}", lambda n=name, f=family, a=arguments: against(
                    reach(jax.scipy.special if hasattr(jax.scipy.special, n) else jax.nn, n), reach(scipy.special, n), n, f, a)


def against(ours, theirs, name, family, arguments):
    maker = Maker(name, FAMILIES[family])
    given = arguments(maker)
    with np.errstate(all="ignore"):
        want = theirs(*given)
    close(ours(*jax.tree.map(lambda x: jnp.asarray(x) if isinstance(x, np.ndarray) else x, given)), want, FAMILIES[family])


# --- random numbers: mean and variance

RANDOM = {"normal": (0, 1), "uniform": (0.5, 1 / 12), "exponential": (1, 1), "gumbel": (0.57722, np.pi**2 / 6), "laplace": (0, 2),
          "logistic": (0, np.pi**2 / 3), "rademacher": (0, 1), "truncated_normal": None, "cauchy": None, "maxwell": None}


def random_cases():
    for name, moments in RANDOM.items():
        yield f"random.{name}", lambda n=name, m=moments: moments_are(n, m)
    for kind in ("threefry2x32", "rbg"):
        yield f"random.key.{kind}", lambda k=kind: moments_of(jax.random.normal(jax.random.key(1, impl=k), (40000,)), (0, 1))


def moments_are(name, moments):
    arguments = (-2.0, 2.0) if name == "truncated_normal" else ()
    moments_of(getattr(jax.random, name)(jax.random.key(3), *arguments, shape=(40000,)), moments)


def moments_of(x, moments):
    x = np.asarray(x, np.float64)
    assert np.isfinite(x).all()
    if moments is not None:
        assert abs(x.mean() - moments[0]) < 0.05 and abs(x.var() / moments[1] - 1) < 0.1, (x.mean(), x.var())


# --- what JAX does beyond single functions

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
        assert "all-reduce" in compiled.as_text()
        for got, want in zip(compiled(on(mesh, weights, *w_spec), on(mesh, bias), on(mesh, batch, *x_spec)), wanted):
            close(got, want, np.float64)


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
    f = jax.shard_map(lambda a: a - jax.lax.pmean(a, "x"), mesh=mesh, in_specs=spec("x", "y"), out_specs=spec("x", "y"))
    close(jax.jit(f)(on(mesh, x, "x", "y")), x - (x[:4] + x[4:]).repeat(2, 0).reshape(4, 2, 4).swapaxes(0, 1).reshape(8, 4) / 2, np.float64)


@program
def donated_arguments_that_nothing_can_use():
    mesh = mesh_of_four()
    x = on(mesh, np.arange(16.0).reshape(8, 2), "x")
    jax.jit(lambda v: v @ v.T, donate_argnums=0)(x)
    assert not x.is_deleted()


@program
def layouts_that_are_chosen():
    from jax.experimental.layout import Format, Layout
    x = np.arange(6.0).reshape(2, 3)
    compiled = jax.jit(lambda v: v.T, out_shardings=Format(Layout.AUTO)).lower(x).compile()
    assert compiled.output_formats.layout.major_to_minor == (1, 0)
    close(compiled(x), x.T, np.float64)


@program
def profiling():
    with tempfile.TemporaryDirectory() as folder, jax.profiler.trace(folder):
        jax.block_until_ready(jax.jit(lambda x: x @ x)(jnp.ones((64, 64))))


@program
def code_is_kept_where_jax_keeps_programs():
    if os.environ.get("JAX_PLATFORMS") != "cppjrt":
        return
    with tempfile.TemporaryDirectory() as folder:
        environment = {name: text for name, text in os.environ.items() if name != "CPPJRT_CPU_CODE_CACHE"}
        environment["JAX_COMPILATION_CACHE_DIR"] = folder
        code = "import jax; jax.jit(lambda x: x * 3 + 1)(2.0).block_until_ready()"
        subprocess.run([sys.executable, "-c", code], env=environment, check=True)
        assert os.listdir(f"{folder}/cppjrt-code/entries")


@program
def kernels_in_python():
    import cppjrt
    cppjrt.ffi.register("jax_programs.scale")(lambda x, y, *, factor: np.multiply(x, factor, out=y))
    x = jnp.arange(4.0)
    call = jax.ffi.ffi_call("jax_programs.scale", jax.ShapeDtypeStruct(x.shape, x.dtype))
    close(jax.jit(lambda v: call(v, factor=np.float64(3)))(x), 3 * np.arange(4.0), np.float64)


def main():
    wanted = sys.argv[1:]
    passed = failed = 0
    for name, case in [*numpy_cases(), *special_cases(), *random_cases(), *PROGRAMS]:
        if wanted and not any(part in name for part in wanted):
            continue
        try:
            case()
            passed += 1
        except Exception as error:
            failed += 1
            print(f"FAILED {name}: {type(error).__name__}: {' '.join(str(error).split())[:300]}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
