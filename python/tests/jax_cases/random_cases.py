"""jax.random against the distributions of scipy: keys are fixed, so the numbers are."""

import jax
import jax.numpy as jnp
import numpy as np
import scipy.stats

from jax_cases import FLOATS

COUNT = 20000
# Distributions of scipy, and JAX's parameters before the shape.
CONTINUOUS = {
    "normal": (scipy.stats.norm(), ()), "uniform": (scipy.stats.uniform(), None), "exponential": (scipy.stats.expon(), ()),
    "gumbel": (scipy.stats.gumbel_r(), ()), "laplace": (scipy.stats.laplace(), ()), "logistic": (scipy.stats.logistic(), ()),
    "cauchy": (scipy.stats.cauchy(), ()), "maxwell": (scipy.stats.maxwell(), ()), "truncated_normal": (scipy.stats.truncnorm(-2, 1), (-2.0, 1.0)),
    "beta": (scipy.stats.beta(2, 3), (2.0, 3.0)), "gamma": (scipy.stats.gamma(2.5), (2.5,)), "chisquare": (scipy.stats.chi2(3), (3.0,)),
    "f": (scipy.stats.f(5, 12), (5.0, 12.0)), "t": (scipy.stats.t(3), (3.0,)), "pareto": (scipy.stats.pareto(2.5), (2.5,)),
    "rayleigh": (scipy.stats.rayleigh(scale=2), (2.0,)), "lognormal": (scipy.stats.lognorm(0.5), (0.5,)),
    "triangular": (scipy.stats.triang(0.25, 1, 4), (1.0, 2.0, 5.0)), "wald": (scipy.stats.invgauss(1.5), (1.5,)),
    "weibull_min": (scipy.stats.weibull_min(1.5, scale=2), (2.0, 1.5)), "generalized_normal": (scipy.stats.gennorm(1.5), (1.5,)),
    "double_sided_maxwell": (None, (0.0, 1.0)),
}
DISCRETE = {
    "bernoulli": (scipy.stats.bernoulli(0.3), (0.3,)), "binomial": (scipy.stats.binom(10, 0.3), (10.0, 0.3)),
    "geometric": (scipy.stats.geom(0.3), (0.3,)), "poisson": (scipy.stats.poisson(3), (3.0,)),
}


def sample(name, parameters, dtype):
    function = getattr(jax.random, name)
    arguments = () if parameters is None else tuple(dtype.type(p) for p in parameters)
    return np.asarray(function(jax.random.key(3), *arguments, shape=(COUNT,), dtype=dtype), np.float64)


def continuous(name, family):
    distribution, parameters = CONTINUOUS[name]
    x = sample(name, parameters, np.dtype({"f32": np.float32, "f64": np.float64}[family]))
    if distribution is None:  # the one side of it is
        distribution, x = scipy.stats.maxwell(), np.abs(x)
    assert scipy.stats.kstest(x, distribution.cdf).pvalue > 1e-3, scipy.stats.kstest(x, distribution.cdf)


def moments(x, mean, variance):
    x = np.asarray(x, np.float64)
    assert np.isfinite(x).all()
    assert np.all(np.abs(x.mean(0) - mean) < 0.05) and np.all(np.abs(x.var(0) / variance - 1) < 0.1), (x.mean(0), x.var(0))


def discrete(name):
    distribution, parameters = DISCRETE[name]
    x = np.asarray(getattr(jax.random, name)(jax.random.key(3), *parameters, shape=(COUNT,)))
    moments(x, distribution.mean(), distribution.var())


KEY = lambda: jax.random.key(3)
PARTS = np.array([0.2, 0.3, 0.5])
USES = {
    "rademacher": lambda: moments(jax.random.rademacher(KEY(), (COUNT,)), 0, 1),
    "loggamma": lambda: moments(jnp.exp(jax.random.loggamma(KEY(), 2.5, (COUNT,))), 2.5, 2.5),
    "randint": lambda: moments(jax.random.randint(KEY(), (COUNT,), 0, 10), 4.5, 99 / 12),
    "bits": lambda: moments(jax.random.bits(KEY(), (COUNT,), np.uint32) / 2.0**32, 0.5, 1 / 12),
    "ball": lambda: moments(jnp.linalg.norm(jax.random.ball(KEY(), 2, shape=(COUNT,)), axis=-1) ** 2, 0.5, 1 / 12),
    "categorical": lambda: moments(jax.random.categorical(KEY(), np.log(PARTS), shape=(COUNT,)), 1.3, 0.61),
    "choice": lambda: moments(jax.random.choice(KEY(), np.arange(3), (COUNT,), p=PARTS), 1.3, 0.61),
    "dirichlet": lambda: moments(jax.random.dirichlet(KEY(), np.array([2.0, 3.0, 5.0]), (COUNT,)), PARTS, PARTS * (1 - PARTS) / 11),
    "multinomial": lambda: moments(jax.random.multinomial(KEY(), 10.0, PARTS, shape=(COUNT, 3)), 10 * PARTS, 10 * PARTS * (1 - PARTS)),
    "multivariate_normal": lambda: moments(jax.random.multivariate_normal(KEY(), np.array([0.0, 1.0]), np.array([[2.0, 0.5], [0.5, 1.0]]), (COUNT,)),
                                           np.array([0.0, 1.0]), np.array([2.0, 1.0])),
    "orthogonal": lambda: np.testing.assert_allclose(*(lambda q: (q @ q.T, np.eye(5)))(np.asarray(jax.random.orthogonal(KEY(), 5))), atol=1e-6),
    "permutation": lambda: np.testing.assert_array_equal(np.sort(jax.random.permutation(KEY(), 99)), np.arange(99)),
    "split": lambda: np.testing.assert_equal(len({bytes(np.asarray(jax.random.key_data(k))) for k in jax.random.split(KEY(), 50)}), 50),
    "fold_in": lambda: np.testing.assert_equal(len({bytes(np.asarray(jax.random.key_data(jax.random.fold_in(KEY(), i)))) for i in range(20)}), 20),
    "wrap_key_data": lambda: np.testing.assert_equal(float(jax.random.normal(jax.random.wrap_key_data(jax.random.key_data(KEY())))),
                                                     float(jax.random.normal(KEY()))),
    "clone": lambda: np.testing.assert_equal(float(jax.random.normal(jax.random.clone(KEY()))), float(jax.random.normal(KEY()))),
    "PRNGKey": lambda: moments(jax.random.normal(jax.random.PRNGKey(1), (COUNT,)), 0, 1),
    "key.threefry2x32": lambda: moments(jax.random.normal(jax.random.key(1, impl="threefry2x32"), (COUNT,)), 0, 1),
    "key.rbg": lambda: moments(jax.random.normal(jax.random.key(1, impl="rbg"), (COUNT,)), 0, 1),
}


def cases():
    for name in CONTINUOUS:
        for family in FLOATS:
            if hasattr(jax.random, name):
                yield f"random.{name}.{family}", lambda n=name, f=family: continuous(n, f)
    for name in DISCRETE:
        yield f"random.{name}", lambda n=name: discrete(n)
    for name, use in USES.items():
        if hasattr(jax.random, name.partition(".")[0]):
            yield f"random.{name}", use
