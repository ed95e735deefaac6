#!/usr/bin/env python3
"""How exact JAX's elementary functions of f32 are on its own CPU plugin: a column of docs/math.md.

Needs jax, numpy and scipy. Every STRIDE-th float, against scipy's and numpy's functions of f64. Denormal operands and
results are left out: XLA's CPU takes them for 0.
"""

import argparse

import jax
import numpy
from scipy import special

FUNCTIONS = {
    "Exp": (jax.numpy.exp, numpy.exp),
    "Exp2": (jax.numpy.exp2, numpy.exp2),
    "Expm1": (jax.numpy.expm1, numpy.expm1),
    "Log": (jax.numpy.log, numpy.log),
    "Log2": (jax.numpy.log2, numpy.log2),
    "Log10": (jax.numpy.log10, numpy.log10),
    "Log1p": (jax.numpy.log1p, numpy.log1p),
    "Sin": (jax.numpy.sin, numpy.sin),
    "Cos": (jax.numpy.cos, numpy.cos),
    "Tan": (jax.numpy.tan, numpy.tan),
    "Sinh": (jax.numpy.sinh, numpy.sinh),
    "Cosh": (jax.numpy.cosh, numpy.cosh),
    "Tanh": (jax.numpy.tanh, numpy.tanh),
    "Asinh": (jax.numpy.arcsinh, numpy.arcsinh),
    "Acosh": (jax.numpy.arccosh, numpy.arccosh),
    "Atanh": (jax.numpy.arctanh, numpy.arctanh),
    "Asin": (jax.numpy.arcsin, numpy.arcsin),
    "Acos": (jax.numpy.arccos, numpy.arccos),
    "Atan": (jax.numpy.arctan, numpy.arctan),
    "Logistic": (jax.nn.sigmoid, special.expit),
    "Erf": (jax.lax.erf, special.erf),
    "Erfc": (jax.lax.erfc, special.erfc),
    "ErfInv": (jax.lax.erf_inv, special.erfinv),
    "Lgamma": (jax.lax.lgamma, special.gammaln),
    "Digamma": (jax.lax.digamma, special.digamma),
    "Rsqrt": (jax.lax.rsqrt, lambda x: 1 / numpy.sqrt(x)),
    "Cbrt": (jax.lax.cbrt, numpy.cbrt),
}
POSITIVE_ONLY = ("Lgamma", "Digamma")
SMALLEST = 2.0**-126


def floats(stride):
    bits = numpy.arange(0, 2**32, stride, dtype=numpy.uint64).astype(numpy.uint32)
    x = bits.view(numpy.float32)
    return x[numpy.isfinite(x) & (numpy.abs(x) >= SMALLEST)]


def worst(name, x):
    function, reference = FUNCTIONS[name]
    if name in POSITIVE_ONLY:
        x = x[x > 0]
    got = numpy.asarray(jax.jit(function)(x)).astype(numpy.float64)
    want = reference(x.astype(numpy.float64))
    normal = numpy.isfinite(want) & (numpy.abs(want) >= SMALLEST) & (numpy.abs(want) < 2.0**127.9)
    x, got, want = x[normal], got[normal], want[normal]
    _, exponent = numpy.frexp(want)
    error = numpy.abs(got - want) * 2.0 ** (24 - exponent)
    error[numpy.isnan(error)] = numpy.inf
    return error.max(), x[error.argmax()]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stride", type=int, default=1021)
    arguments = parser.parse_args()
    x = floats(arguments.stride)
    with numpy.errstate(all="ignore"):
        for name in FUNCTIONS:
            error, at = worst(name, x)
            print(f"| {name} | {error:.3g} | {at:.9g} |", flush=True)


if __name__ == "__main__":
    main()
