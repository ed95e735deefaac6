"""jax.scipy against scipy."""

import jax
import jax.numpy as jnp
import jax.scipy
import jax.scipy.spatial.transform
import numpy as np
import scipy.fft
import scipy.integrate
import scipy.interpolate
import scipy.linalg
import scipy.ndimage
import scipy.signal
import scipy.spatial.transform
import scipy.special
import scipy.stats
from jax.scipy.cluster.vq import vq
from jax.scipy.optimize import minimize
from jax.scipy.sparse.linalg import bicgstab, cg, gmres

from jax_cases import FAMILIES, FLOATS, INEXACT, REALS, Maker, close, reach, rows
from jax_cases.lax_cases import positive

ABOVE = lambda a: (np.abs(a(5)) + a.one,)
ABOVE_TWO = lambda a: (np.abs(a(5)) + a.of(2), np.abs(a(5)) + a.one)
SQUARE = lambda a: (positive(a),)
PART = lambda a: np.linspace(0.1, 0.9, 5).astype(a.dtype)

TABLE = (
    ("special.erf special.erfc special.erfinv special.expit special.ndtr special.log_ndtr special.entr special.i0 special.i0e special.i1"
     " special.i1e special.dawsn:special.dawsn special.erfcx special.expi special.sici special.fresnel special.wofz", FLOATS,
     lambda a: (np.clip(a(3, 4), -4, 4) / a.of(5),)),
    ("special.gammaln special.digamma special.gamma special.gammasgn special.loggamma special.exp1 special.spence special.factorial", FLOATS,
     ABOVE),
    ("special.logit special.ndtri special.erfcinv", FLOATS, lambda a: (PART(a),)),
    ("special.betainc", FLOATS, lambda a: (np.abs(a(5)) + a.one, np.abs(a(5)) + a.one, PART(a))),
    ("special.gammainc special.gammaincc special.zeta special.beta special.betaln special.xlogy special.xlog1py special.poch special.boxcox"
     " special.boxcox1p special.kl_div special.rel_entr special.owens_t special.comb", FLOATS, ABOVE_TWO),
    ("special.hyp1f1", FLOATS, lambda a: (np.abs(a(5)) + a.one, np.abs(a(5)) + a.of(2), PART(a))),
    ("special.hyp2f1", FLOATS, lambda a: (np.abs(a(5)) + a.one, np.abs(a(5)) + a.one, np.abs(a(5)) + a.of(3), PART(a) / a.of(2))),
    ("special.polygamma special.expn", FLOATS, lambda a: (np.array([1, 2, 3, 1, 2], np.int32), np.abs(a(5)) + a.one)),
    ("special.multigammaln", FLOATS, lambda a: (np.abs(a(5)) + a.of(4), 2)),
    ("special.logsumexp special.softmax special.log_softmax", FLOATS, lambda a: (a(9),)),
    ("linalg.det linalg.inv linalg.cholesky linalg.svd:linalg.svdvals linalg.sqrtm", FLOATS, SQUARE),
    ("linalg.block_diag", INEXACT, lambda a: (a(2, 3), a(1, 2))),
    ("linalg.toeplitz linalg.hankel", INEXACT, lambda a: (a(3), a(3))),
    ("linalg.circulant linalg.fiedler", FLOATS, lambda a: (a(4),)),
    ("linalg.companion linalg.fiedler_companion", FLOATS, lambda a: (np.abs(a(4)) + a.one,)),
    ("linalg.convolution_matrix", FLOATS, lambda a: (a(4), 3)),
    ("linalg.leslie", FLOATS, lambda a: (np.abs(a(4)), np.abs(a(3)))),
    ("linalg.dft linalg.hadamard linalg.helmert linalg.hilbert linalg.invhilbert linalg.invpascal linalg.pascal", ("f64",), lambda a: (4,)),
    ("linalg.solve", INEXACT, lambda a: (positive(a), a(4, 2))),
    ("linalg.solve_triangular", INEXACT, lambda a: (np.triu(positive(a)), a(4, 2))),
    ("linalg.solve_sylvester", FLOATS, lambda a: (positive(a), positive(a), a(4, 4))),
    ("linalg.expm", FLOATS, lambda a: (a(4, 4) / a.of(4),)),
    ("linalg.hessenberg", FLOATS, lambda a: (a(4, 4),)),
    ("linalg.expm_frechet", FLOATS, lambda a: (a(4, 4) / a.of(9), a(4, 4))),
    ("linalg.lu", FLOATS, lambda a: (a(4, 4),)),
    ("linalg.polar", FLOATS, SQUARE),
    ("fft.dct fft.idct fft.dctn fft.idctn", FLOATS, lambda a: (a(4, 6),)),
    ("signal.convolve signal.correlate signal.fftconvolve", INEXACT, lambda a: (a(9), a(4))),
    ("signal.convolve2d signal.correlate2d", FLOATS, lambda a: (a(5, 6), a(3, 2))),
    ("signal.detrend", FLOATS, lambda a: (a(9),)),
    ("signal.stft", FLOATS, lambda a: (a(512),)),
    ("integrate.trapezoid", FLOATS, lambda a: (a(9),)),
    ("stats.mode stats.sem", REALS, lambda a: (a(17),)),
    ("stats.rankdata", REALS, lambda a: (a(17),)),
)
# Name, families, the value in JAX, the value in scipy.
USES = (
    ("special.bernoulli", ("f64",), lambda a: jnp.round(jax.scipy.special.bernoulli(8), 6), lambda a: np.round(scipy.special.bernoulli(8), 6)),
    ("special.bessel_jn", ("f64",), lambda a: jax.scipy.special.bessel_jn(PART(a), v=2), lambda a: np.stack([scipy.special.jv(n, PART(a)) for n in range(3)])),
    ("special.sph_harm_y", FLOATS, lambda a: jax.scipy.special.sph_harm_y(np.array([2]), np.array([1]), PART(a)[:1], PART(a)[1:2]),
     lambda a: scipy.special.sph_harm_y(np.array([2]), np.array([1]), PART(a)[:1], PART(a)[1:2])),
    ("linalg.cho_factor", FLOATS, lambda a: jnp.triu(jax.scipy.linalg.cho_factor(positive(a))[0]), lambda a: np.triu(scipy.linalg.cho_factor(positive(a))[0])),
    ("linalg.cho_solve", FLOATS, lambda a: jax.scipy.linalg.cho_solve(jax.scipy.linalg.cho_factor(positive(a)), a(4)),
     lambda a: np.linalg.solve(positive(a), a(4))),
    ("linalg.lu_factor", INEXACT, lambda a: jax.scipy.linalg.lu_factor(a(4, 4)), lambda a: scipy.linalg.lu_factor(a(4, 4))),
    ("linalg.lu_solve", INEXACT, lambda a: jax.scipy.linalg.lu_solve(jax.scipy.linalg.lu_factor(positive(a)), a(4)),
     lambda a: np.linalg.solve(positive(a), a(4))),
    ("linalg.eigh", INEXACT, lambda a: jax.scipy.linalg.eigh(positive(a))[0], lambda a: np.linalg.eigvalsh(positive(a))),
    ("linalg.eigh_tridiagonal", FLOATS, lambda a: jax.scipy.linalg.eigh_tridiagonal(jnp.asarray(a(5)), jnp.asarray(a(4)), eigvals_only=True),
     lambda a: scipy.linalg.eigvalsh_tridiagonal(a(5), a(4))),
    ("linalg.qr", INEXACT, lambda a: (lambda q, r: (q @ r, jnp.abs(r)))(*jax.scipy.linalg.qr(a(5, 4))),
     lambda a: (lambda q, r: (q @ r, np.abs(r)))(*scipy.linalg.qr(a(5, 4)))),
    ("linalg.qr_multiply", FLOATS, lambda a: jnp.abs(jax.scipy.linalg.qr_multiply(a(4, 4), a(3, 4))[0]),
     lambda a: np.abs(scipy.linalg.qr_multiply(a(4, 4), a(3, 4))[0])),
    ("linalg.schur", FLOATS, lambda a: (lambda t, z: z @ t @ z.T)(*jax.scipy.linalg.schur(a(4, 4))), lambda a: a(4, 4)),
    ("linalg.rsf2csf", FLOATS, lambda a: (lambda t, z: (z @ t @ z.conj().T).real)(*jax.scipy.linalg.rsf2csf(*scipy.linalg.schur(a(4, 4)))),
     lambda a: a(4, 4)),
    ("linalg.funm", FLOATS, lambda a: jax.scipy.linalg.funm(positive(a) / a.of(50), jnp.exp, disp=False)[0].real,
     lambda a: scipy.linalg.expm(positive(a) / a.of(50))),
    ("signal.welch", FLOATS, lambda a: jax.scipy.signal.welch(jnp.asarray(a(512)), nperseg=64), lambda a: scipy.signal.welch(a(512), nperseg=64)),
    ("signal.csd", FLOATS, lambda a: jax.scipy.signal.csd(jnp.asarray(a(512)), a(512), nperseg=64), lambda a: scipy.signal.csd(a(512), a(512), nperseg=64)),
    ("signal.istft", FLOATS, lambda a: jax.scipy.signal.istft(jnp.asarray(scipy.signal.stft(a(512))[2]))[1],
     lambda a: scipy.signal.istft(scipy.signal.stft(a(512))[2])[1]),
    ("ndimage.map_coordinates", FLOATS, lambda a: jax.scipy.ndimage.map_coordinates(a(5, 6), [PART(a) * 3, PART(a) * 4], order=1),
     lambda a: scipy.ndimage.map_coordinates(a(5, 6).astype(np.float64), [PART(a) * 3, PART(a) * 4], order=1)),
    ("cluster.vq.vq", FLOATS, lambda a: vq(a(9, 3), a(4, 3)), lambda a: (lambda d: (d.argmin(1), d.min(1)))(
        np.linalg.norm((lambda x, c: x[:, None] - c[None])(a(9, 3), a(4, 3)), axis=-1))),
    ("optimize.minimize", ("f64",), lambda a: jnp.round(minimize(lambda x: jnp.sum((x - 2) ** 2), jnp.zeros(3), method="BFGS").x, 6),
     lambda a: np.full(3, 2.0)),
    *((f"sparse.linalg.{name}", ("f64",), lambda a, s=solver: jnp.round(s(jnp.asarray(positive(a)), jnp.asarray(a(4)), tol=1e-12)[0], 8),
       lambda a: np.round(np.linalg.solve(positive(a), a(4)), 8)) for name, solver in (("cg", cg), ("bicgstab", bicgstab), ("gmres", gmres))),
    ("interpolate.RegularGridInterpolator", FLOATS, lambda a: jax.scipy.interpolate.RegularGridInterpolator(
        (np.arange(5.0), np.arange(6.0)), a(5, 6))(np.stack([PART(a) * 3, PART(a) * 4], -1)),
     lambda a: scipy.interpolate.RegularGridInterpolator((np.arange(5.0), np.arange(6.0)), a(5, 6))(np.stack([PART(a) * 3, PART(a) * 4], -1))),
    ("spatial.transform.Rotation", FLOATS, lambda a: jax.scipy.spatial.transform.Rotation.from_rotvec(jnp.asarray(a(3) / a.of(9))).as_matrix(),
     lambda a: scipy.spatial.transform.Rotation.from_rotvec(a(3) / a.of(9)).as_matrix()),
)
# Distributions: what x is, and the parameters. P is a probability, K a count, X any number, A one above the lower end.
X, A, P, K = (lambda a: a(9) / a.of(3)), (lambda a: np.abs(a(9)) + a.of(2.5)), (lambda a: np.linspace(0.1, 0.9, 9).astype(a.dtype)), (
    lambda a: np.arange(9).astype(a.dtype))
DISTRIBUTIONS = {
    "bernoulli": (lambda a: np.arange(2).astype(a.dtype), 0.35), "beta": (P, 2.0, 3.0), "betabinom": (K, 10.0, 2.0, 3.0), "binom": (K, 10.0, 0.3), "cauchy": (X,),
    "chi2": (A, 3.0), "expon": (A,), "gamma": (A, 2.0), "gennorm": (X, 1.5), "geom": (lambda a: K(a) + a.one, 0.3), "gumbel_l": (X,), "gumbel_r": (X,),
    "laplace": (X,), "logistic": (X,), "nbinom": (K, 5.0, 0.4), "norm": (X,), "pareto": (A, 2.0), "poisson": (K, 2.0), "t": (X, 3.0),
    "truncnorm": (lambda a: P(a) * a.of(2) - a.one, -2.0, 2.0), "uniform": (P,), "vonmises": (X, 2.0), "wrapcauchy": (A, 0.5),
    "dirichlet": (lambda a: np.array([0.2, 0.3, 0.5], a.dtype), (2.0, 3.0, 4.0)), "multinomial": (lambda a: np.array([1, 2, 3], np.int32), 6, (0.2, 0.3, 0.5)),
    "multivariate_normal": (lambda a: a(2), (0.0, 1.0), ((2.0, 0.5), (0.5, 1.0))),
}
METHODS = ("pdf", "logpdf", "pmf", "logpmf", "cdf", "logcdf", "sf", "logsf", "ppf", "isf", "entropy")


def distribution(name, method, a, module, array):
    make, *parameters = DISTRIBUTIONS[name]
    parameters = [array(np.array(p, a.dtype)) if not isinstance(p, int) else p for p in parameters]
    x = () if method == "entropy" else (array((P if method in ("ppf", "isf") else make)(a)),)
    return getattr(getattr(module.stats, name), method)(*x, *parameters)


def stats_cases():
    for name in DISTRIBUTIONS:
        ours, theirs = getattr(jax.scipy.stats, name, None), getattr(scipy.stats, name)
        for method in METHODS:
            if not hasattr(ours, method) or not hasattr(theirs, method):
                continue
            for family in FLOATS if name != "betabinom" else ("f32",):  # JAX's betaln is good to 1e-6 where an argument is above 8
                yield f"scipy.stats.{name}.{method}.{family}", lambda n=name, m=method, f=family: same(
                    lambda a: distribution(n, m, a, jax.scipy, jnp.asarray), lambda a: distribution(n, m, a, scipy, np.asarray), f)


def same(use, want, family):
    with np.errstate(all="ignore"):
        expected = want(Maker(family, FAMILIES[family]))
    close(use(Maker(family, FAMILIES[family])), expected, FAMILIES[family])


def pair(name):
    ours, _, theirs = name.partition(":")
    function = reach(jax.scipy, ours)
    if ours == "linalg.svd":
        function = lambda x: jax.scipy.linalg.svd(x, compute_uv=False)
    return function, OTHER.get(ours) or reach(scipy, theirs or ours)


# Where scipy's has another name or gives more.
OTHER = {"special.dawsn": scipy.special.dawsn, "stats.sem": lambda x: scipy.stats.sem(x)}


def cases():
    table = [(" ".join(n for n in names.split() if has(n.partition(":")[0])), families, make) for names, families, make in TABLE]
    yield from rows("scipy", table, pair)
    for name, families, use, want in USES:
        if name.startswith(("sparse", "cluster", "optimize", "interpolate", "spatial")) or has(name):
            for family in families:
                yield f"scipy.{name}.{family}", lambda u=use, w=want, f=family: same(u, w, f)
    yield from stats_cases()


def has(name):
    """Whether this JAX has it: some are of its newer versions."""
    try:
        return bool(reach(jax.scipy, name))
    except AttributeError:
        return False
