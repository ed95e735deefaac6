"""Handlers of custom calls that JAX registers for its own CPU client, made known to a plugin.

Python callbacks (pure_callback, io_callback, jax.debug) get handlers of ours, see native/jax_callbacks.cc. All others, jaxlib's own and
those of jax.ffi.register_ffi_target, are registered with the plugin as they are, whenever they come. A handler that is registered comes
before what is built into the plugin: under JAX, `lapack_…_ffi` are jaxlib's wrappers of SciPy's LAPACK, so that results are those of JAX's
CPU backend to the last bit. The plugin's own LAPACK serves programs that run without JAX, and what jaxlib has no wrapper for.
"""

from __future__ import annotations

import logging
from typing import Any

import cppjrt
from cppjrt import _client, _native

PYTHON_CALLBACKS = ("xla_ffi_python_cpu_callback", "xla_ffi_partitioned_python_cpu_callback")
# Of XLA's own client: what the plugin has built in.
XLA_ONLY = ("dce_sink",)

logger = logging.getLogger(__name__)


def share(library_path: str) -> None:
    """Tells the plugin of all handlers so far, and from now on of every one that comes."""
    from jaxlib import xla_client
    plugin = _client.plugin_of(library_path)
    share_callbacks(plugin, xla_client)
    follow(plugin, xla_client)
    guard_stream()
    for name, handler in xla_client.custom_call_targets("Host").items():
        if isinstance(handler, dict):
            register(plugin, name, handler)
    for name, handler, version, traits in getattr(xla_client, "_custom_callback", {}).get("Host", ()):
        if version == 1:
            register(plugin, name, handler, traits)


def share_callbacks(plugin: _native.Plugin, xla_client: Any) -> None:
    stages = xla_client.custom_call_targets("Host").get(PYTHON_CALLBACKS[0])
    if stages is None:
        logger.warning("this jaxlib has no Python callbacks where cppjrt looks for them; pure_callback and jax.debug will fail")
        return
    try:
        _native.register_jax_callbacks(plugin, stages["execute"] if isinstance(stages, dict) else stages, PYTHON_CALLBACKS)
    except cppjrt.AlreadyExistsError:
        pass  # another client of this process
    except cppjrt.NotFoundError as error:
        logger.warning("%s; pure_callback and jax.debug will fail", error.message)


def guard_stream() -> None:
    """Where there are no GPUs, `ctx.stream` of buffer callbacks is JAX's error: jaxlib takes errors of handlers for objects of its own."""
    import jax
    from jax._src import xla_bridge
    try:
        from jax.experimental.buffer_callback import ExecutionContext
    except ImportError:
        return  # a JAX that has none
    theirs: Any = ExecutionContext.stream
    if not hasattr(theirs, "__get__") or getattr(theirs, "guarded", False):
        return

    class Guard:
        guarded = True

        def __get__(self, context: Any, owner: Any = None) -> Any:
            if context is not None and not {"cuda", "rocm"} & set(getattr(xla_bridge, "_backends", {})):
                raise jax.errors.JaxRuntimeError("XLA FFI GPU context is not available: this is a callback on a CPU")
            return theirs.__get__(context, owner)

    setattr(ExecutionContext, "stream", Guard())


def follow(plugin: _native.Plugin, xla_client: Any) -> None:
    """Hears of handlers that come later, by standing in front of the function of jaxlib that jax.ffi calls."""
    xla_client.register_custom_call_target = following(xla_client.register_custom_call_target, plugin)


def following(theirs: Any, plugin: _native.Plugin) -> Any:
    def register_custom_call_target(name: Any, fn: Any, platform: str = "cpu", api_version: int = 0, *rest: Any, **more: Any) -> Any:
        result = theirs(name, fn, platform, api_version, *rest, **more)
        if platform in ("cpu", "Host") and api_version == 1:
            register(plugin, name, fn, more.get("traits", rest[0] if rest else 0))
        return result

    return register_custom_call_target


def register(plugin: _native.Plugin, name: Any, handler: Any, traits: Any = 0) -> None:
    target = name.decode() if isinstance(name, bytes) else name
    if target in PYTHON_CALLBACKS or target in XLA_ONLY:
        return
    stages = handler if isinstance(handler, dict) else {"execute": handler}
    try:
        _native.register_handler(plugin, target, stages["execute"], instantiate=stages.get("instantiate"),
                                 prepare=stages.get("prepare"), initialize=stages.get("initialize"), traits=int(traits),
                                 platform="Host")
    except cppjrt.AlreadyExistsError:
        pass
    except cppjrt.Error as error:
        logger.warning("the handler of %s could not be registered with cppjrt: %s", target, error)
