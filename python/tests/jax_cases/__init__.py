"""Cases for jax_programs.py: functions of JAX against numpy and scipy, once per family of types.

Each module has `cases()`, pairs of a name like "numpy.sin.f32" and a function that raises where JAX's values differ. Tables of two kinds:
rows of names whose arguments are alike, called in both libraries, and single uses, expressions of the module that is tried, `m`, and a
maker of arrays, `a`.
"""

import jax
import jax.numpy as jnp
import numpy as np

FAMILIES = {"f32": np.float32, "f64": np.float64, "c64": np.complex64, "i32": np.int32, "u8": np.uint8, "bool": np.bool_}
FLOATS, REALS, NUMBERS, INTEGERS, ALL = ("f32", "f64"), ("f32", "f64", "i32", "u8"), ("f32", "f64", "c64", "i32", "u8"), ("i32", "u8"), tuple(FAMILIES)
INEXACT = ("f32", "f64", "c64")

# Arguments of many functions.
ONE, TWO, FLAT = (lambda a: (a(3, 4),)), (lambda a: (a(3, 4), a(3, 4))), (lambda a: (a(17),))


class Maker:
    """Arrays of one family: small numbers, some of them equal, some negative where there are negative ones."""

    def __init__(self, name, dtype):
        self.dtype, self.random = np.dtype(dtype), np.random.default_rng(len(name))
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
        exact = g.dtype.kind in "iub" and w.dtype.kind in "iub"
        with np.errstate(all="ignore"):
            np.testing.assert_allclose(g, w, rtol=0 if exact else tolerance, atol=0 if exact else tolerance)


def reach(module, name):
    for part in name.split("."):
        module = getattr(module, part)
    return module


def put(given):
    """Arrays of numpy, somewhere in arguments, on the device."""
    return jax.tree.map(lambda x: jnp.asarray(x) if isinstance(x, np.ndarray) else x, given)


def against(ours, theirs, family, arguments):
    """Calls both with the same arguments."""
    given = arguments(Maker(family, FAMILIES[family]))
    with np.errstate(all="ignore"):
        want = theirs(*given)
    close(ours(*put(given)), want, FAMILIES[family])


def used(ours, theirs, family, use):
    """Evaluates the expression `use` with both modules; arrays are the same ones."""
    with np.errstate(all="ignore"):
        want = use(theirs, Maker(family, FAMILIES[family]))
    close(use(ours, Maker(family, FAMILIES[family])), want, FAMILIES[family])


def rows(prefix, table, pair):
    """Cases of a table of names, families and arguments; `pair` gives a name's function in JAX and elsewhere."""
    for names, families, arguments in table:
        for name in names.split():
            for family in families:
                yield f"{prefix}.{name.partition(':')[0]}.{family}", lambda n=name, f=family, a=arguments: against(*pair(n), f, a)


def uses(prefix, table, ours, theirs):
    for name, families, use in table:
        for family in families:
            yield f"{prefix}.{name}.{family}", lambda f=family, u=use: used(ours, theirs, f, u)
