"""Element types under their StableHLO names, and numpy's dtypes for them. numpy and ml_dtypes are optional."""

from __future__ import annotations

import sys
from typing import Any, Tuple

numpy: Any
try:
    import numpy
except ImportError:
    numpy = None

# StableHLO's name -> numpy's, or ml_dtypes'.
NAMES = {
    "i1": "bool", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64",
    "ui8": "uint8", "ui16": "uint16", "ui32": "uint32", "ui64": "uint64",
    "f16": "float16", "f32": "float32", "f64": "float64", "complex<f32>": "complex64", "complex<f64>": "complex128",
    "bf16": "bfloat16", "f8E5M2": "float8_e5m2", "f8E4M3FN": "float8_e4m3fn", "f8E4M3B11FNUZ": "float8_e4m3b11fnuz",
    "f8E5M2FNUZ": "float8_e5m2fnuz", "f8E4M3FNUZ": "float8_e4m3fnuz", "f8E4M3": "float8_e4m3", "f8E3M4": "float8_e3m4",
    "f8E8M0FNU": "float8_e8m0fnu", "f4E2M1FN": "float4_e2m1fn", "f6E2M3FN": "float6_e2m3fn", "f6E3M2FN": "float6_e3m2fn",
    "i4": "int4", "ui4": "uint4", "i2": "int2", "ui2": "uint2", "ui1": "uint1",
}
ELEMENT_TYPES = {theirs: ours for ours, theirs in NAMES.items()}
PLAIN = frozenset(list(NAMES.values())[:14])


def numpy_dtype(element_type: str) -> Any:
    """numpy's dtype of an element type; None without numpy."""
    if numpy is None:
        return None
    name = NAMES[element_type]
    if name in PLAIN:
        return numpy.dtype(name)
    try:
        import ml_dtypes
        return numpy.dtype(getattr(ml_dtypes, name))
    except (ImportError, AttributeError) as error:
        raise NotImplementedError(f"numpy has no dtype for {element_type}; install ml_dtypes, which has most") from error


def element_type(dtype: Any) -> str:
    """The element type of a dtype, a class of numpy, or a name of either kind."""
    name = dtype if isinstance(dtype, str) else None
    if name not in ELEMENT_TYPES and numpy is not None:
        try:
            name = numpy.dtype(dtype).name
        except TypeError:
            pass
    if name not in ELEMENT_TYPES:
        raise ValueError(f"unknown element type {dtype!r}; known are {', '.join(NAMES)} and numpy's names of them")
    return ELEMENT_TYPES[name]


def as_bytes_array(value: Any) -> Tuple[Any, str | None]:
    """What has no buffer protocol as an array that has, and the element type if that array only holds its bits."""
    if numpy is None:
        raise TypeError(f"a {type(value).__name__} is no array: it has no buffer protocol, and numpy is not installed")
    array = value if isinstance(value, numpy.ndarray) else numpy.asarray(value)
    if array.dtype.kind not in "OSUMm" and array.dtype.name in PLAIN:
        if array.dtype.byteorder == (">" if sys.byteorder == "little" else "<"):
            raise TypeError(f"an array of dtype {array.dtype} has another byte order than this machine")
        return array, None
    name = array.dtype.name
    if name not in ELEMENT_TYPES:
        raise TypeError(f"an array of dtype {name} has no element type")
    bits = array if array.ndim else array.reshape(1)
    bits = bits.view(numpy.dtype(f"u{array.dtype.itemsize}"))
    return bits.reshape(array.shape) if array.ndim == 0 else bits, ELEMENT_TYPES[name]
