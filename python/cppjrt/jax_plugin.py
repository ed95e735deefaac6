"""JAX's side: the entry point `jax_plugins` leads here, and JAX calls `initialize` when it looks for backends.

The platform is called "cppjrt" and comes after JAX's own CPU backend: JAX_PLATFORMS=cppjrt (or jax.config.update("jax_platforms",
"cppjrt")) selects it, CPPJRT_JAX_PRIORITY=100 makes it the default. To JAX its devices are CPUs (`device.platform == "cpu"`), so that
what JAX knows of CPUs holds: lowering rules, jaxlib's LAPACK kernels, kernels of jax.ffi that are registered for "cpu".

What JAX needs of the plugin are create options of JAX's client, and a table made for this jaxlib (cppjrt_host_api.h): nothing of it
reaches other clients of the process, nor the environment.

Options of the client: CPPJRT_JAX_OPTIONS="num_threads=2,memory_limit=1000000000"; the number of devices is JAX's own
(jax_num_cpu_devices, or --xla_force_host_platform_device_count in XLA_FLAGS), 1 by default.
"""

from __future__ import annotations

import ctypes
import dataclasses
import logging
import os
import re
import sys
from typing import Any, Dict, Iterator, Mapping

import cppjrt

PLATFORM = "cppjrt"
# Below JAX's own CPU backend (0) and above the floor of JAX's choice (-1000).
PRIORITY = -100
OLDEST = (0, 6)
# PJRT_Extension_Type_AbiVersion.
ABI_VERSION_EXTENSION = 20
# The name of jaxlib's capsules, which keep a pointer to it.
CAPSULE_NAME = b"pjrt_c_api"

logger = logging.getLogger(__name__)


def initialize() -> None:
    """Registers the platform. Does nothing if JAX was told to use other platforms only."""
    import jax
    from jax._src import xla_bridge
    if jax.__version_info__[:2] < OLDEST:
        raise RuntimeError(f"platform {PLATFORM} needs JAX {OLDEST[0]}.{OLDEST[1]} or later, this is {jax.__version__}")
    config: Any = jax.config
    wanted: str = config.jax_platforms or ""
    if wanted and PLATFORM not in wanted.split(","):
        return
    # Spares users a warning that the platform is experimental.
    known = getattr(xla_bridge, "_nonexperimental_plugins", None)
    if isinstance(known, set):
        known.add(PLATFORM)
    priority = int(os.environ.get("CPPJRT_JAX_PRIORITY", PRIORITY))
    register(xla_bridge, priority)
    signals_first()
    if "cpu" not in wanted.split(",") and wanted:
        stand_in_for_cpu(xla_bridge)
    os.register_at_fork(after_in_child=leave_to_parent)


def signals_first() -> None:
    """When Ctrl-C has ended a program, jaxlib's wait returns with an error, while Python still has the signal to handle. Python does so before
    it runs a function: here before it makes the error, so that the wait raises KeyboardInterrupt and no other error."""
    import jax
    error: Any = jax.errors.JaxRuntimeError
    make = error.__init__

    def __init__(self: Any, *args: Any) -> None:  # noqa: N807
        make(self, *args)

    try:
        error.__init__ = __init__
    except TypeError:  # of a class that cannot be changed
        pass


def leave_to_parent() -> None:
    """A forked child has none of the threads of the parent's client: jaxlib, which waits for its own when it drops a client, must not
    drop this one when the child ends."""
    xla_bridge: Any = sys.modules.get("jax._src.xla_bridge")
    client = getattr(xla_bridge, "_backends", {}).get(PLATFORM)
    if client is not None:
        from cppjrt import _native
        _native.keep_for_ever(client)


def register(xla_bridge: Any, priority: int) -> None:
    """Registers the plugin with the table that this jaxlib takes, or by its path if another plugin stands in for this package's."""
    api = api_for_jaxlib()
    if api is None:
        xla_bridge.register_plugin(PLATFORM, priority=priority, library_path=cppjrt.library_path(), options=ClientOptions())
        return
    xla_bridge.register_plugin(PLATFORM, priority=priority, c_api=api, options=ClientOptions())
    profiler_of_jaxlib().register_plugin_profiler(api)  # which JAX does only for plugins that it is given by path


def api_for_jaxlib() -> Any:
    """A capsule as jaxlib makes them; None if the plugin does not make tables for hosts."""
    make = getattr(ctypes.CDLL(cppjrt.library_path()), "CppjrtApiForHost", None)
    if make is None:
        return None
    import jaxlib.version
    # XLA's tracer takes a table only in the size that it was built with; before 0.11 that was 80 bytes.
    profiler_table_size = 80 if jaxlib.version.__version_info__[:2] < (0, 11) else 0
    # jaxlib 0.12 refuses to serialize executables that have an ABI version of a platform that is not XLA's own.
    hidden = (ctypes.c_int32 * 1)(ABI_VERSION_EXTENSION)
    make.argtypes, make.restype = (ctypes.c_size_t, ctypes.POINTER(ctypes.c_int32), ctypes.c_size_t), ctypes.c_void_p
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.argtypes, capsule.restype = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p), ctypes.py_object
    return capsule(make(profiler_table_size, hidden, len(hidden)), CAPSULE_NAME, None)


def profiler_of_jaxlib() -> Any:
    """Where this jaxlib has register_plugin_profiler."""
    try:
        from jaxlib import _profiler
        return _profiler
    except ImportError:  # before 0.7
        from jaxlib import xla_client
        return xla_client.profiler


def stand_in_for_cpu(xla_bridge: Any) -> None:
    """Where JAX has no CPU backend of its own, this one is what JAX finds as "cpu": Python callbacks put their arrays there."""
    factories, backends = getattr(xla_bridge, "_backend_factories", {}), getattr(xla_bridge, "_backends", None)
    registration: Any = factories.get(PLATFORM)
    if backends is None or not hasattr(registration, "__dataclass_fields__"):
        return
    make = registration.factory

    def factory() -> Any:
        client = make()
        xla_bridge._backends.setdefault("cpu", client)
        return client

    factories[PLATFORM] = dataclasses.replace(registration, factory=factory)


class ClientOptions(Mapping[str, Any]):
    """What JAX makes the client with, found out when it does: newer versions would also call a function, all copy a mapping."""

    def __init__(self) -> None:
        self.values_now: Dict[str, Any] = {}

    def __iter__(self) -> Iterator[str]:
        self.values_now = client_options()
        return iter(self.values_now)

    def __getitem__(self, name: str) -> Any:
        return self.values_now[name]

    def __len__(self) -> int:
        return sum(1 for _ in self)


def client_options() -> Dict[str, Any]:
    """Options by name; for each client that is made anew, as the number of devices may be another."""
    from cppjrt import _interrupts, _jax_handlers
    refuse_processes()
    _interrupts.watch()
    _jax_handlers.share(cppjrt.library_path())
    # jax.debug.inspect_array_sharding: the programs are this process's own. from_dlpack: jaxlib makes no copy itself where a view is
    # refused, but asks for a kind of upload that its client of the C API does not have.
    options: Dict[str, Any] = {"num_devices": num_devices(), "inspect_shardings": True, "copy_unaligned_views": True}
    options |= masked_products() | code_cache()
    for item in filter(None, os.environ.get("CPPJRT_JAX_OPTIONS", "").split(",")):
        name, _, text = item.partition("=")
        options[name.strip()] = value_of(text.strip())
    return options


def masked_products() -> Dict[str, str]:
    """As XLA has them, and programs written with JAX rely on, unless the user says otherwise: docs/differences.md."""
    return {} if "CPPJRT_CPU_MASKED_PRODUCTS" in os.environ else {"masked_products": "select"}


def code_cache() -> Dict[str, str]:
    """With jax_compilation_cache_dir, native code is kept in that folder too, as the executables that JAX keeps hold only programs."""
    import jax
    config: Any = jax.config
    folder = config.jax_compilation_cache_dir
    if not folder or not config.jax_enable_compilation_cache or "://" in folder or "CPPJRT_CPU_CODE_CACHE" in os.environ:
        return {}
    return {"code_cache": os.path.join(folder, "cppjrt-code")}


def refuse_processes() -> None:
    """RuntimeError after jax.distributed.initialize for more than one process: each would run as if it were alone."""
    from jax._src import distributed
    count = getattr(distributed.global_state, "num_processes", None) or 1
    if count > 1:
        raise RuntimeError(f"platform {PLATFORM} does not run over several processes yet, jax.distributed was initialized for {count}; "
                           "run one process with more devices (jax_num_cpu_devices), or select another platform with JAX_PLATFORMS")


def num_devices() -> int:
    from jax._src import xla_bridge
    for name in ("num_cpu_devices", "NUM_CPU_DEVICES"):
        count = getattr(getattr(xla_bridge, name, None), "value", -1)
        if count is not None and count > 0:
            return int(count)
    flag = re.search(r"--xla_force_host_platform_device_count=(\d+)", os.environ.get("XLA_FLAGS", ""))
    return int(flag.group(1)) if flag else 1


def value_of(text: str) -> Any:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        return int(text)
    except ValueError:
        return text
