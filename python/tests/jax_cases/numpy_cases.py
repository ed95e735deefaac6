"""jax.numpy against numpy."""

import jax.numpy as jnp
import numpy as np

from jax_cases import ALL, FLAT, FLOATS, INEXACT, INTEGERS, NUMBERS, ONE, REALS, TWO, reach, rows, uses

# jax.numpy's functions that numpy has under the same name: names, families, arguments made by a function of an array maker.
TABLE = (
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
    ("expand_dims", ALL, lambda a: (a(3, 4), 0)),
    ("swapaxes rollaxis", ALL, lambda a: (a(3, 4), 0, 1)),
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
    ("absolute conjugate iscomplexobj isrealobj ndim shape size isscalar iterable copy argwhere flatnonzero matrix_transpose"
     " unique_inverse", NUMBERS, ONE),
    ("acosh arccosh", FLOATS, lambda a: (np.abs(a(3, 4)) + a.one,)),
    ("acos asin atanh", FLOATS, lambda a: (np.clip(a(3, 4), -4, 4) / a.of(5),)),
    ("asinh atan", INEXACT, ONE),
    ("degrees radians modf frexp around round isneginf isposinf unwrap nanmedian trim_zeros", FLOATS, lambda a: (a(9),)),
    ("atan2", FLOATS, TWO),
    ("divide pow", INEXACT, lambda a: (np.abs(a(3, 4)) + a.one, np.abs(a(3, 4)) + a.one)),
    ("mod", ("f32", "f64", "i32", "u8"), lambda a: (a(3, 4), np.abs(a(3, 4)) + a.one)),
    ("invert bitwise_invert", INTEGERS, ONE),
    ("bitwise_left_shift bitwise_right_shift", INTEGERS, lambda a: (a(3, 4), (a(3, 4) % a.of(4)).astype(a.dtype))),
    ("ldexp", FLOATS, lambda a: (a(3, 4), np.arange(4, dtype=np.int32))),
    ("amax amin nanargmax nanargmin nanprod average", REALS, ONE),
    ("nancumsum nancumprod cumulative_sum cumulative_prod", FLOATS, lambda a: (a(9),)),
    ("nanpercentile nanquantile", FLOATS, lambda a: (a(17), 0.25)),
    ("allclose array_equal array_equiv isclose", NUMBERS, TWO),
    ("append", ALL, lambda a: (a(3), a(4))),
    ("concat column_stack", ALL, lambda a: ([a(3, 4), a(3, 4)],)),
    ("array_split split hsplit vsplit dsplit", ALL, lambda a: (a(4, 4, 4), 2)),
    ("atleast_1d atleast_2d diagflat array asarray zeros_like ones_like unstack sort_complex", NUMBERS, lambda a: (a(4),)),
    ("compress extract", ALL, lambda a: (np.array([True, False, True]), a(3))),
    ("delete", ALL, lambda a: (a(5), 1)),
    ("insert", NUMBERS, lambda a: (a(5), 1, a.of(2))),
    ("moveaxis", ALL, lambda a: (a(2, 3, 4), 0, 2)),
    ("intersect1d union1d setdiff1d setxor1d isin", REALS, lambda a: (a(9), a(7))),
    ("histogram_bin_edges", FLOATS, FLAT),
    ("histogram2d", FLOATS, lambda a: (a(17), a(17))),
    ("histogramdd", FLOATS, lambda a: (a(17, 2), 4)),
    ("vecdot", INEXACT, TWO),
    ("matvec", INEXACT, lambda a: (a(3, 4), a(4))),
    ("vecmat", INEXACT, lambda a: (a(3), a(3, 4))),
    ("poly polyder polyint", FLOATS, lambda a: (a(4),)),
    ("polyadd polymul polysub", FLOATS, lambda a: (np.abs(a(5)) + a.one, np.abs(a(3)) + a.one)),
    ("reshape", ALL, lambda a: (a(3, 4), (2, 6))),
    ("resize", ALL, lambda a: (a(3, 4), (5, 2))),
    ("take_along_axis", ALL, lambda a: (a(3, 4), np.array([[0], [2], [1]]), 1)),
    ("lexsort", REALS, lambda a: ((a(9), a(9)),)),
    ("linalg.inv linalg.det linalg.pinv linalg.slogdet linalg.svdvals linalg.matrix_rank linalg.cond", INEXACT,
     lambda a: (a(4, 4) + a.of(9) * np.eye(4, dtype=a.dtype),)),
    ("linalg.norm", INEXACT, ONE),
    ("linalg.solve", INEXACT, lambda a: (a(4, 4) + a.of(9) * np.eye(4, dtype=a.dtype), a(4, 2))),
    ("linalg.eigvalsh linalg.cholesky", INEXACT, lambda a: ((lambda m: m @ m.conj().T + a.of(9) * np.eye(4, dtype=a.dtype))(a(4, 4)),)),
    ("fft.fft fft.ifft fft.fft2 fft.fftn fft.ifftn", INEXACT, lambda a: (a(6, 8),)),
    ("fft.rfft fft.rfft2 fft.ihfft fft.fftshift", FLOATS, lambda a: (a(6, 8),)),
    ("fft.irfft fft.hfft", ("c64",), lambda a: (a(6, 8),)),
    ("linalg.cross", FLOATS, lambda a: (a(4, 3), a(4, 3))),
    ("linalg.diagonal linalg.trace linalg.matrix_transpose linalg.matrix_norm linalg.vector_norm", INEXACT, lambda a: (a(4, 4),)),
    ("linalg.outer", INEXACT, lambda a: (a(4), a(4))),
    ("linalg.matmul linalg.vecdot linalg.tensordot", INEXACT, lambda a: (a(4, 4), a(4, 4))),
    ("linalg.matrix_power", INEXACT, lambda a: (a(4, 4) / a.of(4), 3)),
    ("linalg.multi_dot", INEXACT, lambda a: ([a(4, 3), a(3, 5), a(5, 2)],)),
    ("linalg.tensorinv", FLOATS, lambda a: ((a(6, 6) + a.of(20) * np.eye(6, dtype=a.dtype)).reshape(6, 2, 3), 1)),
    ("linalg.tensorsolve", FLOATS, lambda a: ((a(6, 6) + a.of(20) * np.eye(6, dtype=a.dtype)).reshape(2, 3, 6), a(2, 3))),
    ("fft.ifft2 fft.ifftshift", INEXACT, lambda a: (a(6, 8),)),
    ("fft.rfftn", FLOATS, lambda a: (a(6, 8),)),
    ("fft.irfft2 fft.irfftn", ("c64",), lambda a: (a(6, 8),)),
)


def changed(m, name, x, *arguments):
    """x after a function of numpy that writes to its argument; JAX's gives what numpy's would leave there."""
    x = np.array(x)
    if m is jnp:
        return getattr(m, name)(x, *arguments, inplace=False)
    getattr(m, name)(x, *arguments)
    return x


def positive(a, n):
    """A matrix whose eigenvalues are positive and apart."""
    x = a(n, n)
    return (x @ x.conj().T) + np.diag(np.arange(n) * 20 + 1).astype(a.dtype)


USES = (
    ("arange", REALS, lambda m, a: m.arange(2, 9, 2, dtype=a.dtype)),
    ("linspace", INEXACT, lambda m, a: m.linspace(1, 9, 5, dtype=a.dtype)),
    ("logspace", FLOATS, lambda m, a: m.logspace(0, 2, 5, dtype=a.dtype)),
    ("geomspace", FLOATS, lambda m, a: m.geomspace(1, 9, 5, dtype=a.dtype)),
    ("zeros", ALL, lambda m, a: m.zeros((2, 3), a.dtype)),
    ("ones", ALL, lambda m, a: m.ones((2, 3), a.dtype)),
    ("full", ALL, lambda m, a: m.full((2, 3), a.one, a.dtype)),
    ("full_like", ALL, lambda m, a: m.full_like(a(2, 3), a.one)),
    ("empty", ALL, lambda m, a: m.empty((2, 3), a.dtype).shape),
    ("empty_like", ALL, lambda m, a: m.empty_like(a(2, 3)).shape),
    ("eye", ALL, lambda m, a: m.eye(3, 4, 1, dtype=a.dtype)),
    ("identity", ALL, lambda m, a: m.identity(3, a.dtype)),
    ("tri", ALL, lambda m, a: m.tri(3, 4, dtype=a.dtype)),
    ("astype", ALL, lambda m, a: m.astype(m.asarray(a(3, 4)), np.float32 if a.dtype.kind != "c" else np.complex128)),
    ("from_dlpack", NUMBERS, lambda m, a: m.from_dlpack(m.asarray(a(3, 4)))),
    ("frombuffer", ALL, lambda m, a: m.frombuffer(a(5).tobytes(), a.dtype)),
    ("fromstring", REALS, lambda m, a: m.fromstring("1 2 3", a.dtype, sep=" ")),
    ("fromfunction", REALS, lambda m, a: m.fromfunction(lambda i, j: 2 * i + j, (3, 4), dtype=a.dtype)),
    ("frompyfunc", ("i32",), lambda m, a: m.asarray(m.frompyfunc(lambda x, y: x * y, 2, 1)(a(4), a(4))).astype(a.dtype)),
    ("vectorize", FLOATS, lambda m, a: m.vectorize(lambda x, y: x * y + 1)(a(3, 1), a(4))),
    ("apply_along_axis", REALS, lambda m, a: m.apply_along_axis(lambda x: x.max(), 1, a(3, 4))),
    ("apply_over_axes", REALS, lambda m, a: m.apply_over_axes(lambda x, axis: x.max(axis=axis, keepdims=True), a(3, 4, 2), (0, 1))),
    ("piecewise", FLOATS, lambda m, a: m.piecewise(*(lambda x: (x, [x < 0, x >= 0], [lambda v: -v, lambda v: 2 * v]))(a(9)))),
    ("select", ALL, lambda m, a: m.select([np.array([True, False, False]), np.array([True, True, False])], [a(3), a(3)])),
    ("choose", ALL, lambda m, a: m.choose(np.array([0, 1, 2, 0]), [a(4), a(4), a(4)])),
    ("clip", REALS, lambda m, a: m.clip(a(3, 4), a.of(1), a.of(3))),
    ("block", ALL, lambda m, a: m.block([[a(2, 2), a(2, 3)], [a(1, 2), a(1, 3)]])),
    ("broadcast_to", ALL, lambda m, a: m.broadcast_to(a(4), (3, 4))),
    ("broadcast_arrays", ALL, lambda m, a: list(m.broadcast_arrays(a(4), a(3, 1)))),
    ("meshgrid", ALL, lambda m, a: list(m.meshgrid(a(4), a(3)))),
    ("ix_", ("i32",), lambda m, a: m.ix_(np.arange(3), np.arange(2))),
    ("indices", INTEGERS, lambda m, a: m.indices((2, 3), dtype=a.dtype)),
    ("argpartition", REALS, lambda m, a: m.sort(m.asarray(a(9))[m.argpartition(a(9) * a.of(0) + np.arange(9).astype(a.dtype), 3)[:3]])),
    ("partition", REALS, lambda m, a: m.sort(m.partition(a(9), 3)[:3])),
    ("diag_indices", ("i32",), lambda m, a: m.diag_indices(3)),
    ("diag_indices_from", ALL, lambda m, a: m.diag_indices_from(a(3, 3))),
    ("tril_indices", ("i32",), lambda m, a: m.tril_indices(3)),
    ("tril_indices_from", ALL, lambda m, a: m.tril_indices_from(a(3, 3))),
    ("triu_indices", ("i32",), lambda m, a: m.triu_indices(3)),
    ("triu_indices_from", ALL, lambda m, a: m.triu_indices_from(a(3, 3))),
    ("mask_indices", ("i32",), lambda m, a: m.mask_indices(3, m.triu)),
    ("ravel_multi_index", ("i32",), lambda m, a: m.ravel_multi_index((np.array([0, 2]), np.array([1, 3])), (3, 4))),
    ("unravel_index", ("i32",), lambda m, a: m.unravel_index(np.array([0, 5, 11]), (3, 4))),
    ("fill_diagonal", NUMBERS, lambda m, a: changed(m, "fill_diagonal", a(3, 3), a.of(7))),
    ("place", NUMBERS, lambda m, a: changed(m, "place", a(6), np.arange(6) % 2 == 0, a(3))),
    ("put", NUMBERS, lambda m, a: changed(m, "put", a(6), np.array([0, 4]), a(2))),
    ("put_along_axis", NUMBERS, lambda m, a: changed(m, "put_along_axis", a(3, 4), np.array([[0], [2], [1]]), a(3, 1), 1)),
    ("pad", NUMBERS, lambda m, a: [m.pad(a(3, 4), 1, mode=mode) for mode in ("constant", "edge", "wrap", "reflect", "symmetric")]),
    ("packbits", ("u8", "bool"), lambda m, a: m.packbits(a(3, 16), axis=1)),
    ("unpackbits", ("u8",), lambda m, a: m.unpackbits(a(3, 2), axis=1)),
    ("roots", FLOATS, lambda m, a: m.sort_complex(m.roots(np.array([1, -6, 11, -6], a.dtype)))),
    ("permute_dims", ALL, lambda m, a: m.permute_dims(a(3, 4, 2), (2, 0, 1))),
    ("polydiv", FLOATS, lambda m, a: m.polydiv(np.abs(a(5)) + a.one, np.abs(a(3)) + a.one)[0]),
    ("unique_values", NUMBERS, lambda m, a: m.sort(m.unique_values(a(9)))),
    ("unique_counts", NUMBERS, lambda m, a: m.sort(m.unique_counts(a(9)).counts)),
    ("unique_all", REALS, lambda m, a: tuple(m.unique_all(a(9)))[0]),
    ("bartlett", ("f64",), lambda m, a: m.bartlett(7)),
    ("blackman", ("f64",), lambda m, a: m.blackman(7)),
    ("hamming", ("f64",), lambda m, a: m.hamming(7)),
    ("hanning", ("f64",), lambda m, a: m.hanning(7)),
    ("kaiser", ("f64",), lambda m, a: m.kaiser(7, 2.0)),
    ("linalg.eigh", INEXACT, lambda m, a: (lambda w, v: (w, (v * w) @ v.conj().T))(*m.linalg.eigh(positive(a, 4)))),
    ("linalg.eig", FLOATS, lambda m, a: (lambda w, v: (m.sort(w.real), ((v * w) @ m.linalg.inv(v)).real))(*m.linalg.eig(positive(a, 4)))),
    ("linalg.eigvals", INEXACT, lambda m, a: m.sort(m.linalg.eigvals(positive(a, 4)).real)),
    ("linalg.qr", INEXACT, lambda m, a: (lambda q, r: (q @ r, m.abs(r)))(*m.linalg.qr(a(5, 4)))),
    ("linalg.svd", INEXACT, lambda m, a: (lambda u, s, v: ((u * s) @ v, s))(*m.linalg.svd(a(5, 4), full_matrices=False))),
    ("linalg.lstsq", FLOATS, lambda m, a: m.linalg.lstsq(a(7, 3), a(7, 2), rcond=None)[0]),
    ("fft.fftfreq", ("f64",), lambda m, a: m.fft.fftfreq(9, 0.5)),
    ("fft.rfftfreq", ("f64",), lambda m, a: m.fft.rfftfreq(9, 0.5)),
)


def cases():
    table = [(" ".join(n for n in names.split() if has(n)), families, make) for names, families, make in TABLE]
    yield from rows("numpy", table, lambda name: (reach(jnp, name), reach(np, name)))
    yield from uses("numpy", [row for row in USES if has(row[0])], jnp, np)


def has(name):
    """Whether this numpy has it: some are of its newer versions."""
    try:
        return bool(reach(np, name))
    except AttributeError:
        return False
