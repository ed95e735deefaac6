"""A client for any PJRT plugin, and a plugin for CPUs that comes along.

    import cppjrt, numpy as np

    client = cppjrt.Client()                      # the CPU plugin of this package
    add = client.compile('''
        func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
          %0 = stablehlo.add %a, %b : tensor<4xf32>
          return %0 : tensor<4xf32>
        }''')
    x = client.upload(np.arange(4, dtype=np.float32))
    y, = add(x, x)                                # queued; whoever reads y waits for it
    print(np.asarray(y))                          # the device's memory itself, read-only

Errors are `cppjrt.Error` with a canonical `code`; each code has a class of its own, such as `cppjrt.NotFoundError`. The interpreter's
lock is given up around everything that may block. numpy (and ml_dtypes, for bfloat16 and narrower types) is used if it is there;
without it arrays are memoryviews. Everything here is loaded when first used, so that importing costs next to nothing.

JAX finds the plugin by itself as platform "cppjrt": JAX_PLATFORMS=cppjrt. See `cppjrt.jax_plugin`.
"""

from __future__ import annotations

import importlib
import os
from typing import TYPE_CHECKING, Any, Mapping

__version__ = "0.1.0"

if TYPE_CHECKING:
    from . import ffi as ffi
    from ._errors import *  # noqa: F403
    from ._native import *  # noqa: F403

_NATIVE = frozenset((
    "Artifact", "Buffer", "CompileCache", "CompileOptions", "CompiledProgram", "Device", "DirectoryStore", "Executable",
    "InMemoryStore", "KeyValueStore", "Memory", "Session", "TcpStore", "TcpStoreServer", "find_plugins", "start_trace", "stop_trace"))
_ERRORS = frozenset((
    "Error", "CancelledError", "UnknownError", "InvalidArgumentError", "DeadlineExceededError", "NotFoundError",
    "AlreadyExistsError", "PermissionDeniedError", "ResourceExhaustedError", "FailedPreconditionError", "AbortedError",
    "OutOfRangeError", "UnimplementedError", "InternalError", "UnavailableError", "DataLossError", "UnauthenticatedError"))
_CLIENT = frozenset(("Client", "Plugin", "Topology"))

__all__ = sorted(_NATIVE | _ERRORS | _CLIENT | {"ffi", "library_path"})


def library_path() -> str:
    """Where the CPU plugin of this package lies."""
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib", "libpjrt_cpu.so")


def __getattr__(name: str) -> Any:
    if name in _NATIVE:
        value = getattr(importlib.import_module("cppjrt._native"), name)
    elif name in _CLIENT:
        value = getattr(importlib.import_module("cppjrt._client"), name)
    elif name in _ERRORS:
        value = getattr(importlib.import_module("cppjrt._errors"), name)
    elif name == "ffi":
        value = importlib.import_module("cppjrt.ffi")
    else:
        raise AttributeError(f"module 'cppjrt' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
