"""Holds npy, npz and float conversion against numpy and ml_dtypes; exits with 77 (skipped) where they are missing.

usage: numpy_test.py PATH_OF_data_npy_tool
"""

import io
import json
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    sys.exit(77)
try:
    import ml_dtypes
except ImportError:
    ml_dtypes = None

TOOL = sys.argv[1]
NUMPY_TYPES = {
    "i1": "?", "i8": "i1", "i16": "i2", "i32": "i4", "i64": "i8", "ui8": "u1", "ui16": "u2", "ui32": "u4", "ui64": "u8",
    "f16": "f2", "f32": "f4", "f64": "f8", "complex<f32>": "c8", "complex<f64>": "c16",
}
ML_TYPES = {
    "bf16": "bfloat16", "f8E5M2": "float8_e5m2", "f8E4M3FN": "float8_e4m3fn", "f8E4M3B11FNUZ": "float8_e4m3b11fnuz",
    "f8E5M2FNUZ": "float8_e5m2fnuz", "f8E4M3FNUZ": "float8_e4m3fnuz", "f8E4M3": "float8_e4m3", "f8E3M4": "float8_e3m4",
    "f8E8M0FNU": "float8_e8m0fnu", "f4E2M1FN": "float4_e2m1fn", "f6E2M3FN": "float6_e2m3fn", "f6E3M2FN": "float6_e3m2fn",
    "i4": "int4", "ui4": "uint4", "i2": "int2", "ui2": "uint2", "s1": "int1", "ui1": "uint1",
}


def tool(*args):
    return subprocess.run([TOOL, *args], check=True, capture_output=True, text=True).stdout


def number(value):
    """A JSON value of the tool as a Python number."""
    if isinstance(value, list):
        return complex(number(value[0]), number(value[1]))
    return float(value) if isinstance(value, str) else value


def check_shown(path, name, want):
    """The tool sees in `path` the type `name`, the shape and the values of the array `want`."""
    shown = json.loads(tool("show", path, name))
    assert shown["type"] == name and tuple(shown["shape"]) == want.shape, (shown, want)
    flat = shown["data"]
    for _ in range(max(want.ndim - 1, 0)):
        flat = [x for row in flat for x in row]
    got = np.array([number(x) for x in (flat if want.ndim else [flat])])
    back = got.astype(want.dtype).ravel()
    assert back.tobytes() == np.ascontiguousarray(want).tobytes() or np.array_equal(
        back.astype(np.complex128), want.ravel().astype(np.complex128), equal_nan=True), (name, back, want)


def check_numpy_types(folder):
    path = os.path.join(folder, "a.npy")
    random = np.random.default_rng(1)
    for name, code in NUMPY_TYPES.items():
        for shape in ((), (5,), (2, 3), (2, 3, 4), (0, 3)):
            a = (random.uniform(0, 100, shape) + (1j if "c" in code else 0)).astype(code)
            for order in "<>":
                for layout in "CF":
                    np.save(path, np.array(a.astype(a.dtype.newbyteorder(order)), order=layout))
                    if a.size:
                        check_shown(path, name, a)
    for version in ((1, 0), (2, 0), (3, 0)):
        with open(path, "wb") as f:
            np.lib.format.write_array(f, np.arange(6.0), version=version)
        check_shown(path, "f64", np.arange(6.0))


def check_written(folder):
    path = os.path.join(folder, "b.npy")
    for name, code in NUMPY_TYPES.items():
        for dims, shape in (("[]", ()), ("[3]", (3,)), ("[12,2]", (12, 2))):
            tool("write", f"{name}{dims}=1", path)
            want = io.BytesIO()
            np.save(want, np.ones(shape, code))
            with open(path, "rb") as f:
                assert f.read() == want.getvalue(), (name, shape)


def check_npz(folder):
    path = os.path.join(folder, "a.npz")
    a, b = np.arange(6, dtype="f4").reshape(2, 3), np.arange(1000, dtype=">i8")
    for save in (np.savez, np.savez_compressed):
        save(path, first=a, second=b)
        lines = tool("show", path).splitlines()
        assert json.loads(lines[0])["data"] == a.tolist() and json.loads(lines[1])["data"] == b.tolist()
    tool("writez", "i32[2]=3,4", path)
    assert np.load(path)["x"].tolist() == [3, 4]


def check_ml_types(folder):
    path = os.path.join(folder, "c.npy")
    for name, ml_name in ML_TYPES.items():
        if not hasattr(ml_dtypes, ml_name):
            continue
        dtype = np.dtype(getattr(ml_dtypes, ml_name))
        bits = {"int1": 1, "uint1": 1}.get(ml_name) or (
            ml_dtypes.finfo(dtype) if "float" in ml_name else ml_dtypes.iinfo(dtype)).bits
        raw = np.arange(1 << bits, dtype="u2" if bits > 8 else "u1")
        np.save(path, raw.view(dtype))
        check_shown(path, name, raw.view(dtype))
        np.save(path, raw)
        check_shown(path, name, raw.view(dtype))
        if "float" in ml_name:
            check_rounding(path, name, dtype)
    tool("write", "bf16[3]=1,2.5,-inf", path)
    assert np.load(path).view(ml_dtypes.bfloat16).tolist() == [1, 2.5, -np.inf]
    tool("write", "i4[3]=1,-8,7", path)
    assert np.load(path).view(ml_dtypes.int4).astype(int).tolist() == [1, -8, 7]
    tool("write", "f8E5M2[3]=1,-8,7", path)
    assert np.load(path).view(ml_dtypes.float8_e5m2).astype(float).tolist() == [1, -8, 7]


def check_rounding(path, name, dtype):
    """Decimals are converted as ml_dtypes converts doubles."""
    top = float(ml_dtypes.finfo(dtype).max)
    random = np.random.default_rng(2)
    values = np.concatenate([
        random.uniform(0, min(top, 1e30), 200), np.exp2(random.uniform(-30, np.log2(min(top, 1e30)), 200)), [top]])
    if name != "f8E8M0FNU":
        values = np.concatenate([values, -values])
    tool("write", f"{name}[{len(values)}]=" + ",".join(map(repr, map(float, values))), path)
    got = np.load(path).view(dtype)
    want = values.astype(dtype)
    wrong = [(v, g, w) for v, g, w in zip(values, got, want) if g.tobytes() != w.tobytes()]
    assert not wrong, (name, wrong[:5])


np.seterr(all="ignore")
with tempfile.TemporaryDirectory() as temporary:
    check_numpy_types(temporary)
    check_written(temporary)
    check_npz(temporary)
    if ml_dtypes is not None:
        check_ml_types(temporary)
