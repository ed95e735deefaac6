"""Python callbacks (pure_callback, io_callback, jax.debug) on a plugin: an FFI handler, in Python.

jaxlib has such handlers for the CPU client inside it. They keep state that only an instantiate stage makes, which jaxlib does
not hand out, so the handler here does their work. The Python functions to call travel with each execution: jaxlib puts an array
of them into the execution's user data, under a type id that is found by letting jaxlib's handler ask for it.
"""

import ctypes
import traceback

import ffi_structs as ffi
import numpy as np

FFI_EXTENSION = 5
TARGETS = ("xla_ffi_python_cpu_callback", "xla_ffi_partitioned_python_cpu_callback")


class FfiExtension(ctypes.Structure):
    _fields_ = [("base", ffi.Head), ("type_register", ffi.Function), ("user_data_add", ffi.Function),
                ("register_handler", ffi.Function)]


class RegisterHandlerArgs(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t), ("target_name", ctypes.c_char_p), ("target_name_size", ctypes.c_size_t),
                ("handler", ffi.Function), ("platform_name", ctypes.c_char_p), ("platform_name_size", ctypes.c_size_t),
                ("traits", ctypes.c_int32)]
    STRUCT_SIZE = 52  # without the padding at the end


def ffi_extension(library_path):
    library = ctypes.CDLL(library_path)
    library.GetPjrtApi.restype = ctypes.POINTER(ctypes.c_void_p)
    extension = ctypes.cast(library.GetPjrtApi()[1], ctypes.POINTER(ffi.Head))
    while extension:
        if extension.contents.type == FFI_EXTENSION:
            return ctypes.cast(extension, ctypes.POINTER(FfiExtension)).contents
        extension = extension.contents.next
    raise RuntimeError(f"{library_path} has no FFI extension")


def jaxlib_handler(target):
    """jaxlib's own handler, or None."""
    from jaxlib import xla_client
    stages = xla_client.custom_call_targets("Host").get(target)
    if stages is None:
        return None
    capsule = stages["execute"] if isinstance(stages, dict) else stages
    get_name, get_pointer = ctypes.pythonapi.PyCapsule_GetName, ctypes.pythonapi.PyCapsule_GetPointer
    get_name.restype, get_name.argtypes = ctypes.c_char_p, [ctypes.py_object]
    get_pointer.restype, get_pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return ffi.Function(get_pointer(capsule, get_name(capsule)))


def sized(cls, **fields):
    return cls(struct_size=ffi.STRUCT_SIZES[cls], **fields)


def callbacks_type_id(handler):
    """The type id under which the handler looks for the array of Python functions: the first that it asks for."""
    asked = []

    def context_get(address):
        asked.append(ffi.ContextGet.from_address(address).type_id[0])
        return 1  # an error, which is not looked into

    nothing = ffi.Function(lambda address: 0)
    one = ffi.Function(lambda address: 1)
    get = ffi.Function(context_get)
    api = sized(ffi.Api, version=sized(ffi.Version, major=0, minor=3), error_create=one, error_get_message=nothing,
                error_destroy=nothing, handler_register=nothing, stream_get=nothing, type_register=nothing, context_get=get)
    api.others = (ctypes.c_void_p * 11)(*[ctypes.cast(one, ctypes.c_void_p)] * 11)
    index = ctypes.c_uint64(0)
    scalar = ffi.Scalar(dtype=9, value=ctypes.addressof(index))
    name = ctypes.create_string_buffer(b"index")
    span = ctypes.pointer(ffi.ByteSpan(ctypes.addressof(name), 5))
    attrs = sized(ffi.Attrs, size=1, types=(ctypes.c_int32 * 1)(3), names=(ctypes.POINTER(ffi.ByteSpan) * 1)(span),
                  values=(ctypes.c_void_p * 1)(ctypes.addressof(scalar)))
    frame = sized(ffi.CallFrame, api=ctypes.pointer(api), ctx=1, stage=ffi.EXECUTE, args=sized(ffi.Values), rets=sized(ffi.Values),
                  attrs=attrs)
    handler(ctypes.addressof(frame))
    if not asked:
        raise RuntimeError("this jaxlib looks for its Python callbacks in another way")
    return asked[0]


def array_of(address):
    """A view of an XLA_FFI_Buffer, None for a token."""
    buffer = ffi.Buffer.from_address(address)
    if buffer.dtype == ffi.TOKEN:
        return None
    name = ffi.DTYPES[buffer.dtype]
    try:
        dtype = np.dtype(name)
    except TypeError:
        import ml_dtypes
        dtype = np.dtype(getattr(ml_dtypes, name))
    shape = tuple(buffer.dims[i] for i in range(buffer.rank))
    size = dtype.itemsize * int(np.prod(shape, dtype=np.int64))
    data = (ctypes.c_byte * size).from_address(buffer.data) if size else b""
    return np.frombuffer(data, dtype=dtype).reshape(shape)


def attribute(frame, wanted):
    for i in range(frame.attrs.size):
        span = frame.attrs.names[i].contents
        if ctypes.string_at(span.ptr, span.len) == wanted:
            return ctypes.c_uint64.from_address(ffi.Scalar.from_address(frame.attrs.values[i]).value).value
    raise RuntimeError(f"no attribute {wanted}")


def call_python(frame, type_id):
    get = sized(ffi.ContextGet, ctx=frame.ctx, type_id=ctypes.pointer(ctypes.c_int64(type_id)))
    if frame.api.contents.context_get(ctypes.addressof(get)):
        raise RuntimeError("the execution carries no Python callbacks")
    functions = ctypes.cast(get.data, ctypes.POINTER(ctypes.c_void_p))  # the first member points to an array of PyObject*
    table = ctypes.cast(functions[0], ctypes.POINTER(ctypes.py_object))
    function = table[attribute(frame, b"index")]
    arguments = [array_of(frame.args.values[i]) for i in range(frame.args.size)]
    results = function(*[None if a is None else a.copy() for a in arguments])
    for i, value in zip(range(frame.rets.size), results or ()):
        into = array_of(frame.rets.values[i])
        if into is not None:
            into[...] = value


def make_handler(type_id):
    def handle(address):
        frame = ffi.CallFrame.from_address(address)
        extension = frame.extension_start
        if extension and extension.contents.type == ffi.METADATA_EXTENSION:
            metadata = ctypes.cast(extension, ctypes.POINTER(ffi.MetadataExtension)).contents.metadata.contents
            metadata.version.major = frame.api.contents.version.major
            metadata.version.minor = frame.api.contents.version.minor
            return 0
        try:
            call_python(frame, type_id)
            return 0
        except BaseException:
            create = sized(ffi.ErrorCreate, message=traceback.format_exc().encode(), code=ffi.INTERNAL)
            return frame.api.contents.error_create(ctypes.addressof(create))

    return ffi.Function(handle)


kept = []  # handlers that plugins know


def register(library_path):
    """Registers the handlers with a plugin. REQUIRES: the plugin was registered with JAX, which has loaded it."""
    extension = ffi_extension(library_path)
    theirs = jaxlib_handler(TARGETS[0])
    if theirs is None:
        raise RuntimeError("this jaxlib has no Python callbacks")
    kept.append(make_handler(callbacks_type_id(theirs)))
    for target in TARGETS:
        name, platform = target.encode(), b"Host"
        arguments = RegisterHandlerArgs(RegisterHandlerArgs.STRUCT_SIZE, name, len(name), kept[-1], platform, len(platform), 0)
        if extension.register_handler(ctypes.addressof(arguments)):
            raise RuntimeError(f"the plugin refused the handler {target}")
