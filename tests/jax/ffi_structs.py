"""The part of XLA FFI's C structs that a handler written in Python reads: see abi/include/pjrt/abi/xla_ffi_c_api.h."""

import ctypes
from ctypes import POINTER, c_char_p, c_int, c_int32, c_int64, c_size_t, c_uint32, c_void_p

METADATA_EXTENSION, EXECUTE, INTERNAL, TOKEN = 1, 3, 13, 17
# Numbers of XLA_FFI_DataType and numpy's (or ml_dtypes') names.
DTYPES = {1: "bool", 2: "int8", 3: "int16", 4: "int32", 5: "int64", 6: "uint8", 7: "uint16", 8: "uint32", 9: "uint64",
          10: "float16", 11: "float32", 12: "float64", 15: "complex64", 16: "bfloat16", 18: "complex128", 19: "float8_e5m2",
          20: "float8_e4m3fn", 21: "int4", 22: "uint4", 23: "float8_e4m3b11fnuz", 24: "float8_e5m2fnuz",
          25: "float8_e4m3fnuz", 26: "int2", 27: "uint2", 28: "float8_e4m3", 29: "float8_e3m4", 32: "float4_e2m1fn",
          33: "float8_e8m0fnu"}


class Head(ctypes.Structure):
    pass


Head._fields_ = [("struct_size", c_size_t), ("type", c_int32), ("next", POINTER(Head))]
HEAD = [("struct_size", c_size_t), ("extension_start", POINTER(Head))]


def struct(name, *fields, head=True):
    return type(name, (ctypes.Structure,), {"_fields_": (HEAD if head else []) + list(fields)})


Version = struct("Version", ("major", c_int), ("minor", c_int))
Metadata = struct("Metadata", ("struct_size", c_size_t), ("version", Version), ("traits", c_uint32), ("state", c_int64), head=False)
MetadataExtension = struct("MetadataExtension", ("base", Head), ("metadata", POINTER(Metadata)), head=False)
Buffer = struct("Buffer", ("dtype", c_int32), ("data", c_void_p), ("rank", c_int64), ("dims", POINTER(c_int64)))
Scalar = struct("Scalar", ("dtype", c_int32), ("value", c_void_p), head=False)
ByteSpan = struct("ByteSpan", ("ptr", c_void_p), ("len", c_size_t), head=False)
Values = struct("Values", ("size", c_int64), ("types", POINTER(c_int32)), ("values", POINTER(c_void_p)))
Attrs = struct("Attrs", ("size", c_int64), ("types", POINTER(c_int32)), ("names", POINTER(POINTER(ByteSpan))),
               ("values", POINTER(c_void_p)))
Function = ctypes.CFUNCTYPE(c_void_p, c_void_p)
ErrorCreate = struct("ErrorCreate", ("message", c_char_p), ("code", c_int32))
ContextGet = struct("ContextGet", ("ctx", c_void_p), ("type_id", POINTER(c_int64)), ("data", c_void_p))
Api = struct("Api", ("version", Version), ("internal_api", c_void_p), ("error_create", Function), ("error_get_message", Function),
             ("error_destroy", Function), ("handler_register", Function), ("stream_get", Function), ("type_register", Function),
             ("context_get", Function), ("others", c_void_p * 11))
CallFrame = struct("CallFrame", ("api", POINTER(Api)), ("ctx", c_void_p), ("stage", c_int32), ("args", Values), ("rets", Values),
                   ("attrs", Attrs), ("future", c_void_p))
STRUCT_SIZES = {ErrorCreate: 28, ContextGet: 40, Api: 192, CallFrame: 168, Version: 24, Values: 40, Attrs: 48}
