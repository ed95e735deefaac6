"""jax.lax, jax.lax.linalg, jax.nn, jax.ops, jax.image against numpy and scipy."""

import jax
import jax.numpy as jnp
import numpy as np
import scipy.linalg
import scipy.signal
import scipy.special
from jax import lax

from jax_cases import ALL, FAMILIES, FLOATS, INEXACT, INTEGERS, NUMBERS, ONE, REALS, TWO, Maker, close, reach, rows

SMALL = lambda a: (np.clip(a(3, 4), -4, 4) / a.of(5),)
ABOVE = lambda a: (np.abs(a(3, 4)) + a.one,)
ABOVE_TWO = lambda a: (np.abs(a(3, 4)) + a.one, np.abs(a(3, 4)) + a.one)
AXES = lambda a: (a(3, 4), (0, 1))
AXIS = lambda a: (a(3, 4), 1)
WHOLE = ("i32", "u8", "bool")

# NAME or NAME:OTHER, the function of numpy or of scipy.special that gives the same.
LAX = (
    ("abs neg:negative sign square", ("f32", "f64", "i32"), ONE),
    ("real imag conj square neg:negative", ("c64",), ONE),
    ("sin cos tan sinh cosh tanh asinh:arcsinh atan:arctan exp expm1", INEXACT, ONE),
    ("ceil floor cbrt exp2 is_finite:isfinite erf:special.erf erfc:special.erfc logistic:special.expit bessel_i0e:special.i0e"
     " bessel_i1e:special.i1e", FLOATS, ONE),
    ("acos:arccos asin:arcsin atanh:arctanh erf_inv:special.erfinv", FLOATS, SMALL),
    ("acosh:arccosh lgamma:special.gammaln digamma:special.psi", FLOATS, ABOVE),
    ("sqrt log log1p reciprocal", INEXACT, ABOVE),
    ("log2", FLOATS, ABOVE),
    ("add sub:subtract mul:multiply max:maximum min:minimum eq:equal ne:not_equal", ("f32", "f64", "i32", "u8"), TWO),
    ("lt:less le:less_equal gt:greater ge:greater_equal", REALS, TWO),
    ("atan2:arctan2 nextafter", FLOATS, TWO),
    ("div:divide pow:power complex:__complex igamma:special.gammainc igammac:special.gammaincc", FLOATS, ABOVE_TWO),
    ("zeta:special.zeta", FLOATS, lambda a: (np.abs(a(3, 4)) + a.of(2), np.abs(a(3, 4)) + a.one)),
    ("polygamma:special.polygamma", FLOATS, lambda a: (np.ones((3, 4), a.dtype), np.abs(a(3, 4)) + a.one)),
    ("betainc:special.betainc", FLOATS, lambda a: (np.abs(a(5)) + a.one, np.abs(a(5)) + a.one, np.linspace(0.1, 0.9, 5).astype(a.dtype))),
    ("rem:fmod", REALS, lambda a: (a(3, 4), np.abs(a(3, 4)) + a.one)),
    ("bitwise_and bitwise_or bitwise_xor", WHOLE, TWO),
    ("bitwise_not population_count:bitwise_count", INTEGERS, lambda a: (np.abs(a(3, 4)),)),
    ("shift_left:left_shift shift_right_arithmetic:right_shift", INTEGERS, lambda a: (a(3, 4), (a(3, 4) % a.of(4)).astype(a.dtype))),
    ("reduce_sum:sum reduce_prod:prod", INEXACT, AXES),
    ("reduce_max:max reduce_min:min", REALS, AXES),
    ("reduce_and:all reduce_or:any", ("bool",), AXES),
    ("cumsum cumprod", INEXACT, AXIS),
    ("transpose", ALL, lambda a: (a(2, 3, 4), (2, 0, 1))),
    ("reshape", ALL, lambda a: (a(3, 4), (2, 6))),
    ("expand_dims squeeze", ALL, lambda a: (a(1, 3), (0,))),
    ("rev:flip", ALL, lambda a: (a(3, 4), (0, 1))),
    ("tile", ALL, lambda a: (a(3, 4), (2, 1))),
    ("concatenate", ALL, lambda a: ([a(3, 4), a(3, 4)], 1)),
    ("full", ALL, lambda a: ((2, 3), a.one, a.dtype)),
    ("full_like", ALL, lambda a: (a(2, 3), a.one)),
    ("sort", REALS, lambda a: (a(17),)),
    ("dot batch_matmul:matmul", NUMBERS, lambda a: (a(4, 4), a(4, 4))),
    ("unstack stop_gradient:array optimization_barrier:array stage:array", NUMBERS, lambda a: (a(3, 4),)),
)
NN = (
    ("relu relu6 hard_tanh soft_sign leaky_relu elu celu selu gelu silu swish softplus squareplus log_sigmoid mish hard_sigmoid hard_silu"
     " hard_swish sparse_plus sparse_sigmoid sigmoid tanh identity standardize", FLOATS, ONE),
    ("glu", FLOATS, ONE),
    ("softmax log_softmax logsumexp logmeanexp", FLOATS, lambda a: (a(9),)),
    ("log1mexp", FLOATS, lambda a: (np.abs(a(3, 4)) + a.one,)),
)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def gelu(x):
    return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))


SELU = (1.0507009873554804934193349852946, 1.6732632423543772848170429916717)
# What jax.nn's functions are, in numpy.
NN_NUMPY = {
    "relu": lambda x: np.maximum(x, 0), "relu6": lambda x: np.clip(x, 0, 6), "hard_tanh": lambda x: np.clip(x, -1, 1),
    "soft_sign": lambda x: x / (1 + abs(x)), "leaky_relu": lambda x: np.where(x > 0, x, 0.01 * x),
    "elu": lambda x: np.where(x > 0, x, np.expm1(x)), "celu": lambda x: np.where(x > 0, x, np.expm1(x)),
    "selu": lambda x: SELU[0] * np.where(x > 0, x, SELU[1] * np.expm1(x)), "gelu": gelu, "silu": lambda x: x * sigmoid(x),
    "swish": lambda x: x * sigmoid(x), "softplus": lambda x: np.logaddexp(x, 0), "squareplus": lambda x: (x + np.sqrt(x * x + 4)) / 2,
    "log_sigmoid": lambda x: -np.logaddexp(-x, 0), "mish": lambda x: x * np.tanh(np.logaddexp(x, 0)),
    "hard_sigmoid": lambda x: np.clip(x + 3, 0, 6) / 6, "hard_silu": lambda x: x * np.clip(x + 3, 0, 6) / 6,
    "hard_swish": lambda x: x * np.clip(x + 3, 0, 6) / 6, "sparse_plus": lambda x: np.where(x <= -1, 0, np.where(x >= 1, x, (x + 1) ** 2 / 4)),
    "sparse_sigmoid": lambda x: np.clip((x + 1) / 2, 0, 1), "sigmoid": sigmoid, "tanh": np.tanh, "identity": lambda x: x,
    "standardize": lambda x: (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5),
    "glu": lambda x: x[:, :2] * sigmoid(x[:, 2:]), "softmax": scipy.special.softmax, "log_softmax": scipy.special.log_softmax,
    "logsumexp": scipy.special.logsumexp, "logmeanexp": lambda x: scipy.special.logsumexp(x) - np.log(x.size),
    "log1mexp": lambda x: np.log1p(-np.exp(-x)),
}


def windows(x, n):
    """Of rows, those of n neighbours."""
    return np.lib.stride_tricks.sliding_window_view(x, n, axis=-1)


def convolved(x, k):
    """Rows of images [1, 1, h, w] under one kernel."""
    return scipy.signal.correlate2d(x[0, 0], k[0, 0], "valid")[None, None]


def positive(a, n=4):
    x = a(n, n)
    return (x @ x.conj().T) + np.diag(np.arange(n) * 20 + 1).astype(a.dtype)


def update(x, at, values):
    x[at:at + len(values)] = values
    return x


def scattered(a, function):
    """Values added (or else) into elements 1, 1 and 4 of nine."""
    numbers = lax.ScatterDimensionNumbers(update_window_dims=(), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,))
    return function(a(9), np.array([[1], [1], [4]]), a(3), numbers)


def want_scattered(a, how):
    x, values = a(9), a(3)
    how.at(x, np.array([1, 1, 4]), values)
    return x


def tridiagonal(a):
    dl, d, du = a(5), np.abs(a(5)) + a.of(20), a(5)
    dl[0] = du[-1] = 0
    return dl, d, du, a(5, 2)


# Name, families, the value in JAX, the value in numpy: each of a maker that starts with the same arrays.
USES = (
    ("lax.integer_pow", NUMBERS, lambda a: lax.integer_pow(a(4), 3), lambda a: a(4) ** 3),
    ("lax.rsqrt", FLOATS, lambda a: lax.rsqrt(np.abs(a(4)) + a.one), lambda a: 1 / np.sqrt(np.abs(a(4)) + a.one)),
    ("lax.one_minus_square", FLOATS, lambda a: lax.one_minus_square(a(4)), lambda a: a.one - a(4) ** 2),
    ("lax.polynomial", FLOATS, lambda a: lax.polynomial(a(4), (a.one, a.of(2), a.of(3))), lambda a: np.polyval([3, 2, 1], a(4))),
    ("numpy.minmax", REALS, lambda a: jnp.minmax(a(3, 4), 1), lambda a: (lambda x: (x.min(1), x.max(1)))(a(3, 4))),
    ("numpy.top_k", REALS, lambda a: jnp.top_k(a(3, 9), 4)[0], lambda a: -np.sort(-a(3, 9).astype(float))[:, :4]),
    ("lax.round", FLOATS, lambda a: lax.round(a(9), lax.RoundingMethod.TO_NEAREST_EVEN), lambda a: np.rint(a(9))),
    ("lax.clamp", REALS, lambda a: lax.clamp(a.of(1), a(3, 4), a.of(3)), lambda a: np.clip(a(3, 4), 1, 3)),
    ("lax.clz", ("i32",), lambda a: lax.clz(np.abs(a(9))), lambda a: np.array([32 - int(v).bit_length() for v in np.abs(a(9))])),
    ("lax.mulhi", ("i32",), lambda a: lax.mulhi(a(9) << 24, a(9) << 24), lambda a: ((a(9) << 24).astype(np.int64) * (a(9) << 24)) >> 32),
    ("lax.shift_right_logical", ("i32",), lambda a: lax.shift_right_logical(a(9), np.full(9, 3, np.int32)),
     lambda a: (a(9).view(np.uint32) >> 3).view(np.int32)),
    ("lax.reduce_xor", INTEGERS, lambda a: lax.reduce_xor(a(3, 4), (0, 1)), lambda a: np.bitwise_xor.reduce(a(3, 4), axis=None)),
    ("lax.reduce_precision", FLOATS, lambda a: lax.reduce_precision(np.round(a(9)), 8, 10), lambda a: np.round(a(9))),
    ("lax.convert_element_type", ALL, lambda a: lax.convert_element_type(a(9), np.complex128), lambda a: a(9).astype(np.complex128)),
    ("lax.bitcast_convert_type", ("f32", "i32"), lambda a: lax.bitcast_convert_type(a(9), np.uint8), lambda a: a(9).view(np.uint8).reshape(9, 4)),
    ("lax.select", ALL, lambda a: lax.select(a(4) == a(4), a(4), a(4)), lambda a: np.where(a(4) == a(4), a(4), a(4))),
    ("lax.select_n", ALL, lambda a: lax.select_n(np.array([0, 2, 1, 0], np.int32), a(4), a(4), a(4)),
     lambda a: np.choose([0, 2, 1, 0], [a(4), a(4), a(4)])),
    ("lax.argmax", REALS, lambda a: lax.argmax(a(3, 4), 1, np.int32), lambda a: np.argmax(a(3, 4), 1)),
    ("lax.argmin", REALS, lambda a: lax.argmin(a(3, 4), 1, np.int32), lambda a: np.argmin(a(3, 4), 1)),
    ("lax.top_k", REALS, lambda a: lax.top_k(a(3, 9), 4)[0], lambda a: -np.sort(-a(3, 9).astype(float))[:, :4]),
    ("lax.approx_max_k", FLOATS, lambda a: lax.approx_max_k(a(3, 9), 4, recall_target=1.0)[0], lambda a: -np.sort(-a(3, 9))[:, :4]),
    ("lax.approx_min_k", FLOATS, lambda a: lax.approx_min_k(a(3, 9), 4, recall_target=1.0)[0], lambda a: np.sort(a(3, 9))[:, :4]),
    ("lax.sort_key_val", REALS, lambda a: lax.sort_key_val(a(9), np.arange(9)), lambda a: (lambda x, i: (x[i], i))(*(lambda x: (
        x, np.argsort(x, kind="stable")))(a(9)))),
    ("lax.cummax", REALS, lambda a: lax.cummax(a(3, 9), 1), lambda a: np.maximum.accumulate(a(3, 9), 1)),
    ("lax.cummin", REALS, lambda a: lax.cummin(a(3, 9), 1), lambda a: np.minimum.accumulate(a(3, 9), 1)),
    ("lax.cumlogsumexp", FLOATS, lambda a: lax.cumlogsumexp(a(9)), lambda a: np.logaddexp.accumulate(a(9))),
    ("lax.broadcast", ALL, lambda a: lax.broadcast(a(3), (2,)), lambda a: np.broadcast_to(a(3), (2, 3))),
    ("lax.broadcast_in_dim", ALL, lambda a: lax.broadcast_in_dim(a(3), (3, 2), (0,)), lambda a: np.broadcast_to(a(3)[:, None], (3, 2))),
    ("lax.broadcast_like", ALL, lambda a: lax.broadcast_like(a(3), a(2, 3)), lambda a: np.broadcast_to(a(3), (2, 3))),
    ("lax.broadcast_to_rank", ALL, lambda a: lax.broadcast_to_rank(a(3), 2), lambda a: a(3)[None]),
    ("lax.collapse", ALL, lambda a: lax.collapse(jnp.asarray(a(2, 3, 4)), 1, 3), lambda a: a(2, 3, 4).reshape(2, 12)),
    ("lax.iota", REALS, lambda a: lax.iota(a.dtype, 7), lambda a: np.arange(7).astype(a.dtype)),
    ("lax.broadcasted_iota", REALS, lambda a: lax.broadcasted_iota(a.dtype, (2, 3), 1), lambda a: np.tile(np.arange(3).astype(a.dtype), (2, 1))),
    ("lax.empty", ALL, lambda a: lax.empty((2, 3), a.dtype).shape, lambda a: (2, 3)),
    ("lax.split", ALL, lambda a: list(lax.split(a(7), (3, 4))), lambda a: np.split(a(7), [3])),
    ("lax.stack", ALL, lambda a: lax.stack([a(3), a(3)]), lambda a: np.stack([a(3), a(3)])),
    ("lax.pad", NUMBERS, lambda a: lax.pad(a(3), a.of(7), [(1, 2, 1)]), lambda a: (lambda x: np.insert(np.insert(np.insert(
        x, [1, 2], a.of(7)), 0, a.of(7)), [6, 6], a.of(7)))(a(3))),
    ("lax.slice", ALL, lambda a: lax.slice(a(5, 6), (1, 0), (4, 5), (2, 3)), lambda a: a(5, 6)[1:4:2, 0:5:3]),
    ("lax.slice_in_dim", ALL, lambda a: lax.slice_in_dim(a(5, 6), 1, 4, axis=1), lambda a: a(5, 6)[:, 1:4]),
    ("lax.index_in_dim", ALL, lambda a: lax.index_in_dim(a(5, 6), 2), lambda a: a(5, 6)[2:3]),
    ("lax.index_take", ALL, lambda a: lax.index_take(jnp.asarray(a(5, 6)), (np.array([3, 0]),), (0,)), lambda a: a(5, 6)[[3, 0]]),
    ("lax.dynamic_slice", ALL, lambda a: lax.dynamic_slice(a(5, 6), (jnp.int32(1), jnp.int32(9)), (2, 3)), lambda a: a(5, 6)[1:3, 3:6]),
    ("lax.dynamic_slice_in_dim", ALL, lambda a: lax.dynamic_slice_in_dim(a(5, 6), jnp.int32(2), 3), lambda a: a(5, 6)[2:5]),
    ("lax.dynamic_index_in_dim", ALL, lambda a: lax.dynamic_index_in_dim(a(5, 6), jnp.int32(2)), lambda a: a(5, 6)[2:3]),
    ("lax.dynamic_update_slice", ALL, lambda a: lax.dynamic_update_slice(a(5), a(2), (jnp.int32(9),)), lambda a: update(a(5), 3, a(2))),
    ("lax.dynamic_update_slice_in_dim", ALL, lambda a: lax.dynamic_update_slice_in_dim(a(5), a(2), jnp.int32(1), 0),
     lambda a: update(a(5), 1, a(2))),
    ("lax.dynamic_update_index_in_dim", ALL, lambda a: lax.dynamic_update_index_in_dim(a(5), a(1)[0], jnp.int32(1), 0),
     lambda a: update(a(5), 1, a(1))),
    ("lax.gather", ALL, lambda a: lax.gather(a(5, 6), np.array([[3], [0]]), lax.GatherDimensionNumbers((1,), (0,), (0,)), (1, 6)),
     lambda a: a(5, 6)[[3, 0]]),
    ("lax.scatter", ALL, lambda a: lax.scatter(a(9), np.array([[1], [4]]), a(2), lax.ScatterDimensionNumbers((), (0,), (0,))),
     lambda a: (lambda x, v: (np.put(x, [1, 4], v), x)[1])(a(9), a(2))),
    ("lax.scatter_apply", FLOATS, lambda a: lax.scatter_apply(a(9), np.array([[1], [4]]), jnp.sin, lax.ScatterDimensionNumbers((), (0,), (0,)),
                                                             update_shape=(2,), unique_indices=True),
     lambda a: (lambda x: np.where(np.isin(np.arange(9), [1, 4]), np.sin(x), x))(a(9))),
    *((f"lax.scatter_{name}", NUMBERS if name in ("add", "mul", "sub") else REALS, lambda a, f=f"scatter_{name}": scattered(a, getattr(lax, f)),
       lambda a, h=how: want_scattered(a, h)) for name, how in (("add", np.add), ("sub", np.subtract), ("mul", np.multiply),
                                                                 ("max", np.maximum), ("min", np.minimum))),
    ("lax.reduce", REALS, lambda a: lax.reduce(a(3, 4), a.of(0), lax.add, (1,)), lambda a: a(3, 4).sum(1).astype(a.dtype)),
    ("lax.reduce_window", REALS, lambda a: lax.reduce_window(a(9), a.of(0), lax.add, (3,)), lambda a: windows(a(9), 3).sum(-1).astype(a.dtype)),
    ("lax.dot_general", NUMBERS, lambda a: lax.dot_general(a(2, 3, 4), a(2, 4, 5), (((2,), (1,)), ((0,), (0,)))),
     lambda a: a(2, 3, 4) @ a(2, 4, 5)),
    ("lax.ragged_dot", FLOATS, lambda a: lax.ragged_dot(jnp.asarray(a(5, 4)), jnp.asarray(a(2, 4, 3)), jnp.array([2, 3])),
     lambda a: (lambda x, w: np.concatenate([x[:2] @ w[0], x[2:] @ w[1]]))(a(5, 4), a(2, 4, 3))),
    ("lax.ragged_dot_general", FLOATS, lambda a: lax.ragged_dot_general(
        jnp.asarray(a(5, 4)), jnp.asarray(a(2, 4, 3)), jnp.array([2, 3]), lax.RaggedDotDimensionNumbers((((1,), (1,)), ((), ())), (0,), (0,))),
     lambda a: (lambda x, w: np.concatenate([x[:2] @ w[0], x[2:] @ w[1]]))(a(5, 4), a(2, 4, 3))),
    ("lax.conv", FLOATS, lambda a: lax.conv(a(1, 1, 6, 5), a(1, 1, 3, 2), (1, 1), "VALID"), lambda a: convolved(a(1, 1, 6, 5), a(1, 1, 3, 2))),
    ("lax.conv_with_general_padding", FLOATS, lambda a: lax.conv_with_general_padding(
        a(1, 1, 6, 5), a(1, 1, 3, 2), (1, 1), ((0, 0), (0, 0)), (1, 1), (1, 1)), lambda a: convolved(a(1, 1, 6, 5), a(1, 1, 3, 2))),
    ("lax.conv_general_dilated", INEXACT, lambda a: lax.conv_general_dilated(a(1, 1, 6, 5), a(1, 1, 3, 2), (2, 1), "VALID"),
     lambda a: (lambda x, k: np.einsum("hwij,ij->hw", np.lib.stride_tricks.sliding_window_view(x, k.shape), k)[None, None, ::2])(
         a(1, 1, 6, 5)[0, 0], a(1, 1, 3, 2)[0, 0])),
    ("lax.conv_general_dilated_local", FLOATS, lambda a: lax.conv_general_dilated_local(a(1, 1, 6), np.ones((1, 3, 4), a.dtype), (1,), "VALID", (3,)),
     lambda a: windows(a(1, 1, 6), 3).sum(-1)),
    ("lax.conv_general_dilated_patches", FLOATS, lambda a: lax.conv_general_dilated_patches(a(1, 1, 6), (3,), (1,), "VALID"),
     lambda a: windows(a(6), 3).T[None]),
    ("lax.conv_transpose", FLOATS, lambda a: lax.conv_transpose(jnp.asarray(a(1, 6, 1)), jnp.asarray(a(3, 1, 1)), (1,), "VALID"),
     lambda a: (lambda x, k: np.convolve(x.ravel(), k.ravel()[::-1])[None, :, None])(a(1, 6, 1), a(3, 1, 1))),
    ("lax.fft", ("c64",), lambda a: lax.fft(a(3, 8), "fft", (8,)), lambda a: np.fft.fft(a(3, 8))),
    ("lax.igamma_grad_a", ("f32",), lambda a: lax.igamma_grad_a(np.abs(a(4)) + a.one, np.abs(a(4)) + a.one), lambda a: (lambda s, x: (
        scipy.special.gammainc(s + 1e-5, x) - scipy.special.gammainc(s - 1e-5, x)) / 2e-5)(
            np.abs(a(4)).astype(float) + 1, np.abs(a(4)).astype(float) + 1).astype(np.float32)),
    ("lax.while_loop", ("i32",), lambda a: lax.while_loop(lambda x: x < 100, lambda x: 2 * x, 1), lambda a: 128),
    ("lax.fori_loop", FLOATS, lambda a: lax.fori_loop(0, 5, lambda i, x: x + i, a(3)), lambda a: a(3) + 10),
    ("lax.scan", FLOATS, lambda a: lax.scan(lambda c, x: (c + x, c * x), a.of(0), a(5)),
     lambda a: (lambda x: (x.sum(), np.append(0, np.cumsum(x)[:-1]) * x))(a(5))),
    ("lax.associative_scan", FLOATS, lambda a: lax.associative_scan(jnp.add, jnp.asarray(a(9))), lambda a: np.cumsum(a(9))),
    ("lax.map", FLOATS, lambda a: lax.map(lambda x: 2 * x, a(4, 3)), lambda a: 2 * a(4, 3)),
    ("lax.cond", FLOATS, lambda a: lax.cond(jnp.asarray(a(1))[0] < 9, lambda x: x + 1, lambda x: x - 1, a(3)), lambda a: (a(1), a(3) + 1)[1]),
    ("lax.switch", FLOATS, lambda a: lax.switch(jnp.int32(2), [lambda x: x, lambda x: x, lambda x: 3 * x], a(3)), lambda a: 3 * a(3)),
    ("lax.platform_dependent", FLOATS, lambda a: lax.platform_dependent(a(3), cpu=lambda x: x + 1, default=lambda x: x), lambda a: a(3) + 1),
    ("lax.composite", FLOATS, lambda a: lax.composite(lambda x: x + 1, "tests.add_one")(jnp.asarray(a(3))), lambda a: a(3) + 1),
    ("lax.custom_root", FLOATS, lambda a: lax.custom_root(lambda x: x - 2, a.of(1), lambda f, x: x - f(x), lambda g, y: y / g(y * 0 + 1)), lambda a: a.of(2)),
    ("lax.custom_linear_solve", FLOATS, lambda a: (lambda m, b: lax.custom_linear_solve(
        lambda x: m @ x, b, lambda _, y: jnp.linalg.solve(m, y), symmetric=False, transpose_solve=lambda _, y: jnp.linalg.solve(m.T, y)))(
            jnp.asarray(positive(a)), jnp.asarray(a(4))), lambda a: np.linalg.solve(positive(a), a(4))),
    ("lax.rng_bit_generator", ("f64",), lambda a: lax.rng_bit_generator(np.arange(4, dtype=np.uint32), (3, 4))[1].shape, lambda a: (3, 4)),
    ("lax.rng_uniform", FLOATS, lambda a: (lambda x: (x.min() >= 2, x.max() <= 3))(lax.rng_uniform(a.of(2), a.of(3), (50,))),
     lambda a: (True, True)),
    ("lax.random_gamma_grad", ("f64",), lambda a: jnp.isfinite(lax.random_gamma_grad(np.abs(a(4)) + 1, np.abs(a(4)) + 1)), lambda a: np.ones(4, bool)),
    ("lax.linalg.cholesky", INEXACT, lambda a: lax.linalg.cholesky(positive(a)), lambda a: np.linalg.cholesky(positive(a))),
    ("lax.linalg.cholesky_update", FLOATS, lambda a: (lambda r: r.T @ r)(lax.linalg.cholesky_update(
        np.linalg.cholesky(positive(a)).T, a(4))), lambda a: (lambda m, w: m + np.outer(w, w))(positive(a), a(4))),
    ("lax.linalg.lu", INEXACT, lambda a: lax.linalg.lu(positive(a))[0], lambda a: scipy.linalg.lu_factor(positive(a))[0]),
    ("lax.linalg.lu_pivots_to_permutation", ("i32",), lambda a: lax.linalg.lu_pivots_to_permutation(np.array([2, 2, 2], np.int32), 3),
     lambda a: np.array([2, 0, 1])),
    ("lax.linalg.qr", INEXACT, lambda a: (lambda q, r: q @ r)(*lax.linalg.qr(a(5, 4), full_matrices=False)), lambda a: a(5, 4)),
    ("lax.linalg.svd", INEXACT, lambda a: lax.linalg.svd(a(5, 4), compute_uv=False), lambda a: np.linalg.svd(a(5, 4), compute_uv=False)),
    ("lax.linalg.eigh", INEXACT, lambda a: lax.linalg.eigh(jnp.asarray(positive(a)))[1], lambda a: np.linalg.eigvalsh(positive(a))),
    ("lax.linalg.eig", INEXACT, lambda a: jnp.sort(lax.linalg.eig(positive(a))[0].real), lambda a: np.linalg.eigvalsh(positive(a))),
    ("lax.linalg.schur", FLOATS, lambda a: (lambda t, z: z @ t @ z.T)(*lax.linalg.schur(a(4, 4))), lambda a: a(4, 4)),
    ("lax.linalg.hessenberg", FLOATS, lambda a: jnp.triu(lax.linalg.hessenberg(a(4, 4))[0], -1), lambda a: scipy.linalg.hessenberg(a(4, 4))),
    ("lax.linalg.householder_product", FLOATS, lambda a: lax.linalg.householder_product(
        *(lambda raw, tau: (np.array(raw), np.array(tau)))(*scipy.linalg.qr(a(4, 4), mode="raw")[0])), lambda a: scipy.linalg.qr(a(4, 4))[0]),
    ("lax.linalg.ormqr", FLOATS, lambda a: lax.linalg.ormqr(*(lambda raw, tau: (np.array(raw), np.array(tau)))(
        *scipy.linalg.qr(a(4, 4), mode="raw")[0]), a(4, 3)), lambda a: scipy.linalg.qr(a(4, 4))[0] @ a(4, 3)),
    ("lax.linalg.qdwh", FLOATS, lambda a: lax.linalg.qdwh(jnp.asarray(positive(a)))[0], lambda a: scipy.linalg.polar(positive(a))[0]),
    ("lax.linalg.symmetric_product", FLOATS, lambda a: lax.linalg.symmetric_product(a(4, 3), np.zeros((4, 4), a.dtype), symmetrize_output=True),
     lambda a: (lambda x: x @ x.T)(a(4, 3))),
    ("lax.linalg.triangular_solve", INEXACT, lambda a: lax.linalg.triangular_solve(np.tril(positive(a)), a(4, 2), left_side=True, lower=True),
     lambda a: scipy.linalg.solve_triangular(positive(a), a(4, 2), lower=True)),
    ("lax.linalg.tridiagonal", FLOATS, lambda a: (lambda d, e: jnp.linalg.eigvalsh(jnp.diag(d) + jnp.diag(e, 1) + jnp.diag(e, -1)))(
        *lax.linalg.tridiagonal(positive(a))[1:3]), lambda a: np.linalg.eigvalsh(positive(a))),
    ("lax.linalg.tridiagonal_solve", FLOATS, lambda a: lax.linalg.tridiagonal_solve(*map(jnp.asarray, tridiagonal(a))),
     lambda a: (lambda dl, d, du, b: np.linalg.solve(np.diag(d) + np.diag(dl[1:], -1) + np.diag(du[:-1], 1), b))(*tridiagonal(a))),
    ("nn.one_hot", FLOATS, lambda a: jax.nn.one_hot(np.array([0, 2]), 3, dtype=a.dtype), lambda a: np.eye(3, dtype=a.dtype)[[0, 2]]),
    ("nn.dot_product_attention", ("f32",), lambda a: jax.nn.dot_product_attention(*(a(1, 4, 1, 3),) * 3),
     lambda a: (lambda x: (scipy.special.softmax(x @ x.T / np.sqrt(3), -1) @ x)[None, :, None])(a(1, 4, 1, 3)[0, :, 0])),
    *((f"ops.segment_{name}", REALS, lambda a, f=f"segment_{name}": getattr(jax.ops, f)(a(6), np.array([0, 0, 1, 2, 2, 2]), 3),
       lambda a, h=how: np.array([h(part) for part in np.split(a(6), [2, 3])]).astype(a.dtype))
      for name, how in (("sum", np.sum), ("prod", np.prod), ("max", np.max), ("min", np.min))),
    ("image.resize", FLOATS, lambda a: jax.image.resize(a(4, 5), (8, 10), "nearest"), lambda a: a(4, 5).repeat(2, 0).repeat(2, 1)),
    ("image.scale_and_translate", FLOATS, lambda a: jax.image.scale_and_translate(
        a(4, 5), (4, 5), (0,), np.ones(1, a.dtype), np.ones(1, a.dtype), "linear")[1:], lambda a: a(4, 5)[:3]),
)


def reference(name):
    ours, _, theirs = name.partition(":")
    if theirs == "__complex":
        return lambda x, y: x + 1j * y
    return reach(scipy, theirs) if theirs.startswith("special.") else reach(np, theirs or ours)


def pair(name):
    return getattr(lax, name.partition(":")[0]), reference(name)


def same(use, want, family):
    with np.errstate(all="ignore"):
        expected = want(Maker(family, FAMILIES[family]))
    close(use(Maker(family, FAMILIES[family])), expected, FAMILIES[family])


def cases():
    yield from rows("lax", LAX, pair)
    yield from rows("nn", NN, lambda name: (getattr(jax.nn, name), NN_NUMPY[name]))
    for name, families, use, want in USES:
        if has(name):
            for family in families:
                yield f"{name}.{family}", lambda u=use, w=want, f=family: same(u, w, f)


def has(name):
    """Whether this JAX has it: some are of its newer versions."""
    try:
        return bool(reach(jax, name))
    except AttributeError:
        return False
