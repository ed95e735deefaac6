"""Arrays in and out: numpy, the buffer protocol, DLPack, every element type."""

import array
import gc

import ml_dtypes
import numpy as np
import pytest

import cppjrt

PLAIN = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64",
         "complex64", "complex128"]
NARROW = ["bfloat16", "float8_e5m2", "float8_e4m3fn", "float8_e4m3b11fnuz", "float8_e5m2fnuz", "float8_e4m3fnuz", "int4", "uint4"]


def values(name, shape=(2, 3)):
    dtype = np.dtype(name if name in PLAIN else getattr(ml_dtypes, name))
    return np.arange(np.prod(shape)).reshape(shape).astype(dtype)


@pytest.mark.parametrize("name", PLAIN + NARROW)
def test_every_type_goes_there_and_back(client, name):
    x = values(name)
    buffer = client.upload(x)
    assert buffer.dtype == x.dtype and buffer.shape == (2, 3) and buffer.size == 6 and buffer.ndim == 2
    assert buffer.nbytes == x.nbytes
    for got in (np.asarray(buffer), buffer.to_host(), buffer.view()):
        assert got.dtype == x.dtype
        np.testing.assert_array_equal(got.astype("complex128"), x.astype("complex128"))
    assert buffer.to_host().flags.writeable and not buffer.view().flags.writeable


@pytest.mark.parametrize("name", PLAIN)
def test_the_buffer_protocol(client, name):
    x = values(name)
    view = memoryview(client.upload(x))
    assert view.shape == (2, 3) and view.readonly and view.nbytes == x.nbytes and view.c_contiguous
    np.testing.assert_array_equal(np.asarray(view), x)


def test_types_without_a_letter_say_so(client):
    with pytest.raises(BufferError, match="bf16"):
        memoryview(client.upload(values("bfloat16")))


def test_a_view_is_no_copy_and_keeps_the_memory(client):
    buffer = client.upload(np.arange(1000.0))
    view = np.asarray(buffer)
    assert view.ctypes.data == buffer.unsafe_pointer()
    assert np.asarray(buffer).ctypes.data == view.ctypes.data
    assert np.array(buffer).ctypes.data != view.ctypes.data
    del buffer
    gc.collect()
    assert view[999] == 999


def test_a_view_is_not_donated():
    client = cppjrt.Client()
    step = client.compile("""
        func.func @main(%a: tensor<64xf32> {tf.aliasing_output = 0 : i32}) -> tensor<64xf32> {
          %0 = stablehlo.add %a, %a : tensor<64xf32>
          return %0 : tensor<64xf32>
        }""")
    x = client.upload(np.ones(64, np.float32))
    view = np.asarray(x)
    try:
        y, = step(x)
        assert np.asarray(y)[0] == 2
    except cppjrt.Error:
        pass  # refusing is as good as copying
    assert view[0] == 1


@pytest.mark.parametrize("shape", [(), (0,), (3, 0), (1, 1, 1), (5,)])
def test_shapes(client, shape):
    x = np.ones(shape, np.float32)
    buffer = client.upload(x)
    assert buffer.shape == shape and np.asarray(buffer).shape == shape and buffer.to_host().shape == shape
    assert memoryview(buffer).shape == shape


def test_strides(client):
    x = np.arange(24, dtype=np.int32).reshape(2, 3, 4)
    for y in (x.T, x[:, ::2], x[::-1], np.broadcast_to(x[0, 0], (5, 4)), np.asfortranarray(x)):
        np.testing.assert_array_equal(np.asarray(client.upload(y)), y)


def test_what_is_no_array_is_refused(client):
    for wrong in (object(), "text", None, np.array(["a"]), np.array([1.0], ">f4")):
        with pytest.raises(TypeError):
            client.upload(wrong)


def test_plain_bytes_and_other_sources(client):
    assert client.upload(b"\0\0\x80\x3f", dtype="f32").to_host()[0] == 1
    assert client.upload(bytes(12), dtype="bfloat16", shape=(2, 3)).shape == (2, 3)
    assert client.upload(array.array("i", [1, 2])).element_type == "i32"
    assert client.upload([1.0, 2.0]).element_type == "f64"
    with pytest.raises(ValueError, match="24 bytes"):
        client.upload(bytes(12), dtype="f32", shape=(2, 3))
    with pytest.raises(TypeError):
        client.upload(np.zeros(3, np.float32), dtype="f64")
    with pytest.raises(ValueError, match="unknown element type"):
        client.upload(bytes(4), dtype="f33")


def test_zero_copy_holds_the_array(client):
    x = np.arange(4096.0)
    references = x.__array_interface__["data"][0]
    buffer = client.upload(x, zero_copy=True)
    np.testing.assert_array_equal(np.asarray(buffer), np.arange(4096.0))
    del x
    gc.collect()
    np.testing.assert_array_equal(np.asarray(buffer), np.arange(4096.0))
    assert references


def test_placement(client):
    x = client.upload(np.ones(3), client.device(1))
    assert x.device == client.device(1)
    y = x.copy_to(client.device(0))
    assert y.device == client.device(0) and np.asarray(y)[0] == 1
    assert client.upload(np.ones(3), client.device(1).default_memory).memory == client.device(1).default_memory


def test_deletion(client):
    x = client.upload(np.ones(3))
    x.delete()
    assert x.is_deleted
    for use in (x.to_host, x.view, lambda: memoryview(x)):
        with pytest.raises((cppjrt.Error, BufferError), match="deleted"):
            use()


def test_waiting(client):
    x = client.upload(np.ones(3))
    assert x.block_until_ready() is x and x.is_ready()


def test_empty(client):
    assert client.empty((2, 3), np.float32).shape == (2, 3)
    assert client.empty(4, "bf16").element_type == "bf16"


@pytest.mark.parametrize("name", [n for n in PLAIN if n not in ("bool",)])
def test_dlpack(client, name):
    x = values(name)
    buffer = client.upload(x)
    assert buffer.__dlpack_device__() == (1, 0)
    np.testing.assert_array_equal(np.from_dlpack(buffer), x)
    np.testing.assert_array_equal(np.asarray(client.from_dlpack(x)), x)
    again = client.from_dlpack(buffer)
    np.testing.assert_array_equal(np.asarray(again), x)


def test_dlpack_lives_longer_than_the_buffer(client):
    shared = np.from_dlpack(client.upload(np.arange(1000.0)))
    gc.collect()
    assert shared[999] == 999
    with pytest.raises(cppjrt.UnimplementedError):
        client.from_dlpack(np.arange(24.0).reshape(4, 6)[:, ::2], copy=False)
