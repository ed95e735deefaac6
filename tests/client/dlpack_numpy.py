#!/usr/bin/env python3
"""Buffers and numpy's arrays share memory through DLPack: dlpack_numpy.py LIBRARY PLUGIN.

Exits with 77 where there is no numpy that reads DLPack.
"""

import ctypes
import gc
import sys

try:
    import numpy as np
except ImportError:
    np = None

CAPSULE_NEW = ctypes.pythonapi.PyCapsule_New
CAPSULE_NEW.restype, CAPSULE_NEW.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
CAPSULE_POINTER = ctypes.pythonapi.PyCapsule_GetPointer
CAPSULE_POINTER.restype, CAPSULE_POINTER.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
CAPSULE_RENAME = ctypes.pythonapi.PyCapsule_SetName
CAPSULE_RENAME.restype, CAPSULE_RENAME.argtypes = ctypes.c_int, [ctypes.py_object, ctypes.c_char_p]

# Names of capsules: the consumer gives a taken one the second.
LEGACY, USED_LEGACY = ctypes.c_char_p(b"dltensor"), ctypes.c_char_p(b"used_dltensor")
VERSIONED, USED_VERSIONED = ctypes.c_char_p(b"dltensor_versioned"), ctypes.c_char_p(b"used_dltensor_versioned")


class Exporter:
    """An object that numpy.from_dlpack takes."""

    def __init__(self, pointer, versioned):
        self.pointer, self.versioned = pointer, versioned

    def __dlpack_device__(self):
        return (1, 0)

    def __dlpack__(self, **_):
        return CAPSULE_NEW(self.pointer, VERSIONED if self.versioned else LEGACY, None)


class Bridge:
    def __init__(self, library, plugin):
        self.lib = ctypes.CDLL(library)
        self.lib.DlpackOpen.restype = self.lib.DlpackExport.restype = ctypes.c_void_p
        self.lib.DlpackLastError.restype = ctypes.c_char_p
        self.session = ctypes.c_void_p(self.lib.DlpackOpen(plugin.encode()))
        assert self.session.value, self.lib.DlpackLastError()

    def export(self, rows, columns, versioned, copy=False):
        pointer = self.lib.DlpackExport(self.session, ctypes.c_int64(rows), ctypes.c_int64(columns), int(versioned), int(copy))
        assert pointer, self.lib.DlpackLastError()
        return np.from_dlpack(Exporter(pointer, versioned))

    def take(self, array):
        """Whether the array's memory is used in place."""
        try:
            capsule, versioned = array.__dlpack__(max_version=(1, 0)), True
        except TypeError:  # numpy before 2.1
            capsule, versioned = array.__dlpack__(), False
        pointer = CAPSULE_POINTER(capsule, VERSIONED if versioned else LEGACY)
        done = self.lib.DlpackImport(self.session, ctypes.c_void_p(pointer), int(versioned))
        if done < 0:
            return None  # and the capsule frees it
        CAPSULE_RENAME(capsule, USED_VERSIONED if versioned else USED_LEGACY)
        return done == 1

    def read(self, array):
        out = np.empty(array.shape, array.dtype)
        assert self.lib.DlpackRead(self.session, out.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(out.nbytes)) == 0
        return out

    def drop(self):
        self.lib.DlpackDrop(self.session)


def aligned(count, dtype):
    raw = np.empty(count * np.dtype(dtype).itemsize + 64, np.uint8)
    start = -raw.ctypes.data % 64
    return raw[start:start + count * np.dtype(dtype).itemsize].view(dtype)


def check_out(bridge):
    want = np.arange(6, dtype=np.float32).reshape(2, 3)
    numpy_reads_versioned = tuple(map(int, np.__version__.split(".")[:2])) >= (2, 1)
    for versioned in [False] + [True] * numpy_reads_versioned:
        for copy in (False, True):
            array = bridge.export(2, 3, versioned, copy)
            assert np.array_equal(array, want), array
            del array
            gc.collect()
    return bridge.export(2, 3, False)


def check_in(bridge):
    dtypes = [np.bool_, np.int8, np.uint16, np.int64, np.float16, np.float32, np.float64, np.complex64, np.complex128]
    for dtype in dtypes:
        array = aligned(6, dtype)
        array[:] = np.arange(6).astype(dtype)
        array = array.reshape(2, 3)
        assert bridge.take(array) is True, dtype
        assert np.array_equal(bridge.read(array), array), dtype
        bridge.drop()
    for array in (array.T, array[::-1], array[:, ::2], np.broadcast_to(np.float32(7), (3, 2))):
        if not array.flags.writeable and tuple(map(int, np.__version__.split(".")[:2])) < (2, 1):
            continue  # older ones do not export those
        assert bridge.take(array) is False
        assert np.array_equal(bridge.read(array), array)
        bridge.drop()
    frozen = aligned(4, np.float32)
    frozen[:] = 1
    count = sys.getrefcount(frozen)
    assert bridge.take(frozen) is True
    assert sys.getrefcount(frozen) > count
    bridge.drop()
    assert sys.getrefcount(frozen) == count


def main():
    if np is None or not hasattr(np, "from_dlpack"):
        return 77
    bridge = Bridge(*sys.argv[1:3])
    array = check_out(bridge)
    check_in(bridge)
    bridge.lib.DlpackClose(bridge.session)
    assert array[1, 2] == 5  # outlives the client
    print("2 passed, 0 failed, 0 skipped")
    return 0


if __name__ == "__main__":
    sys.exit(main())
