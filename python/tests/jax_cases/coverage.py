"""Which public functions of JAX have a case, and why the others have none.

A function that has neither fails the run, for the versions of JAX that the tables are for; with others it is only named.
"""

import importlib
import re

import jax

# JAX's modules, and what their cases' names begin with.
MODULES = {
    "jax.numpy": "numpy", "jax.numpy.linalg": "numpy.linalg", "jax.numpy.fft": "numpy.fft", "jax.lax": "lax", "jax.lax.linalg": "lax.linalg",
    "jax.random": "random", "jax.nn": "nn", "jax.ops": "ops", "jax.image": "image", "jax.scipy.special": "scipy.special",
    "jax.scipy.linalg": "scipy.linalg", "jax.scipy.fft": "scipy.fft", "jax.scipy.signal": "scipy.signal", "jax.scipy.ndimage": "scipy.ndimage",
    "jax.scipy.integrate": "scipy.integrate", "jax.scipy.cluster.vq": "scipy.cluster.vq", "jax.scipy.optimize": "scipy.optimize",
    "jax.scipy.sparse.linalg": "scipy.sparse.linalg", "jax.scipy.stats": "scipy.stats",
}
TRIED = ((0, 10), (0, 12))
# Reasons, and what is left out for them.
LEFT_OUT = {
    "nothing is computed: types, shapes, printing, files": """
        numpy.array_repr numpy.array_str numpy.broadcast_shapes numpy.can_cast numpy.einsum_path numpy.fromfile numpy.fromiter
        numpy.get_printoptions numpy.isdtype numpy.issubdtype numpy.load numpy.printoptions numpy.promote_types numpy.result_type numpy.save
        numpy.savez numpy.set_printoptions lax.ConvGeneralDilatedDimensionNumbers lax.DotDimensionNumbers lax.PrecisionLike
        lax.broadcast_shapes lax.conv_dimension_numbers lax.conv_general_permutations lax.conv_general_shape_tuple lax.conv_shape_tuple
        lax.conv_transpose_shape_tuple lax.dtype lax.padtype_to_pads lax.reduce_window_shape_tuple lax.shape_as_value random.Key
        random.key_data random.key_dtype random.key_impl nn.get_scaled_dot_general_config""",
    "the programs `collectives` and `shardings` have them": """
        lax.all_gather lax.all_to_all lax.axis_index lax.axis_size lax.pmax lax.pmean lax.pmin lax.ppermute lax.psum lax.psum_scatter
        lax.with_sharding_constraint""",
    "of several devices; JAX's own tests have them": """
        lax.pbroadcast lax.pcast lax.precv lax.psend lax.pshuffle lax.psum_scatter_start lax.pswapaxes
        lax.ragged_all_to_all""",
    "order of effects, no values": "lax.after_all lax.create_token lax.dce_sink",
    "products of scaled narrow types, for GPUs": "lax.scaled_dot nn.scaled_dot_general nn.scaled_matmul",
}


def functions():
    """Names as cases have them."""
    for module, prefix in MODULES.items():
        space = importlib.import_module(module)
        for name in dir(space):
            value = getattr(space, name)
            if not name.startswith("_") and callable(value) and not isinstance(value, type):
                yield f"{prefix}.{name}"


def uncovered(names):
    """Public functions that are neither in the names of cases nor left out."""
    covered = {name.rpartition(".")[0] for name in names} | set(names)
    left_out = {name for names in LEFT_OUT.values() for name in names.split()}
    return sorted(set(functions()) - covered - left_out)


def is_absent(error):
    """Whether a case failed because an older JAX does not have its function."""
    return (jax.__version_info__[:2] < max(TRIED) and isinstance(error, AttributeError)
            and re.match(r"module 'jax[\w.]*' has no attribute|type object", str(error)) is not None)


def check(names):
    missing = uncovered(names)
    if jax.__version_info__[:2] not in TRIED:
        print(f"without a case: {' '.join(missing) or 'none'}")
    else:
        assert not missing, f"no case has {' '.join(missing)}: add one to a table, or a reason to LEFT_OUT"


def cases(names):
    yield "coverage", lambda: check(names)
