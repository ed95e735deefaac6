"""Custom kernels: Python functions that programs call through stablehlo.custom_call (API version 4), on any plugin with an FFI
extension, and from JAX through jax.ffi.ffi_call.

    @cppjrt.ffi.register("scale")
    def scale(x, y, *, factor):
        y[...] = factor * x

A kernel is called with its arguments, then its results, as numpy arrays over the plugin's memory (memoryviews without numpy): read
the former, write the latter, keep neither; a kernel that keeps one fails the run. Tokens are None. Attributes come by name: numbers,
lists of them, str, dict. What a kernel returns is ignored. An exception fails the run, with its text and the place: INTERNAL, or
INVALID_ARGUMENT for a ValueError or TypeError, NOT_FOUND for a KeyError, UNIMPLEMENTED for a NotImplementedError, RESOURCE_EXHAUSTED
for a MemoryError, CANCELLED for Ctrl-C, its own code for a cppjrt.Error. Kernels run one at a time, as they hold the interpreter's
lock. A program of one device that calls them runs before the call of it returns, on the same thread. When the program of Python ends,
kernels under way are waited for; those that come later fail with CANCELLED.
"""

from __future__ import annotations

import atexit
from typing import Any, Callable, TypeVar, Union

from cppjrt import _client, _native

Kernel = TypeVar("Kernel", bound=Callable[..., Any])
AnyPlugin = Union[None, str, _native.Plugin]


def register(target: str, plugin: AnyPlugin = None, *, platform: str = "", context: bool = False) -> Callable[[Kernel], Kernel]:
    """A decorator that registers a function as the kernel `target`, for all programs of this process, until it ends.

    Args:
      target: the name that programs call.
      plugin: where; nothing is the CPU plugin of this package, which JAX uses as well.
      platform: "Host", "CUDA", "ROCM"; empty is the plugin's own. On a GPU the arrays would lie on the device: not for Python.
      context: the kernel also gets `context`, with the numbers `run_id` and `device_ordinal`.

    Raises:
      AlreadyExistsError: the name is taken; plugins keep the first kernel.
      UnimplementedError: the plugin has no FFI extension.
    """
    def keep(function: Kernel) -> Kernel:
        _native.register_kernel(_client.plugin_of(plugin), target, function, platform, context)
        atexit.unregister(_native.wait_for_kernels)
        atexit.register(_native.wait_for_kernels)
        return function

    return keep


def register_handler(target: str, execute: Any, plugin: AnyPlugin = None, *, instantiate: Any = None, prepare: Any = None,
                     initialize: Any = None, traits: int = 0, platform: str = "") -> None:
    """Registers handlers that were compiled elsewhere: PyCapsules or addresses of XLA_FFI_Handler, one for each stage.

    Raises: as `register`.
    """
    _native.register_handler(_client.plugin_of(plugin), target, execute, instantiate=instantiate, prepare=prepare,
                             initialize=initialize, traits=traits, platform=platform)
