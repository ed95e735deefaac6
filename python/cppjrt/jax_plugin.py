"""JAX's side: the entry point `jax_plugins` leads here, and JAX calls `initialize` when it looks for backends.

The platform is called "cppjrt" and comes after JAX's own CPU backend: JAX_PLATFORMS=cppjrt (or jax.config.update("jax_platforms",
"cppjrt")) selects it, CPPJRT_JAX_PRIORITY=100 makes it the default. To JAX its devices are CPUs (`device.platform == "cpu"`), so that
what JAX knows of CPUs holds: lowering rules, jaxlib's LAPACK kernels, kernels of jax.ffi that are registered for "cpu".

Options of the client: CPPJRT_JAX_OPTIONS="num_threads=2,memory_limit=1000000000"; the number of devices is JAX's own
(jax_num_cpu_devices, or --xla_force_host_platform_device_count in XLA_FLAGS), 1 by default.
"""

from __future__ import annotations

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
    fit_profiler()
    xla_bridge.register_plugin(PLATFORM, priority=priority, library_path=cppjrt.library_path(), options=ClientOptions())
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


def fit_profiler() -> None:
    """jaxlib's tracer takes the plugin's table of functions only in the size that it was built with; before 0.11 that was 80 bytes."""
    import jaxlib.version
    if jaxlib.version.__version_info__[:2] < (0, 11):
        os.environ.setdefault("CPPJRT_CPU_PROFILER_TABLE", "80")


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
    keep_code()
    follow_xla()
    # jax.debug.inspect_array_sharding: the programs are this process's own.
    options: Dict[str, Any] = {"num_devices": num_devices(), "inspect_shardings": True}
    for item in filter(None, os.environ.get("CPPJRT_JAX_OPTIONS", "").split(",")):
        name, _, text = item.partition("=")
        options[name.strip()] = value_of(text.strip())
    return options


def follow_xla() -> None:
    """What StableHLO says otherwise, and programs written with JAX rely on: docs/differences.md."""
    os.environ.setdefault("CPPJRT_CPU_MASKED_PRODUCTS", "select")


def keep_code() -> None:
    """Who asks JAX to keep what it compiles has native code kept in the same folder: executables that JAX keeps hold programs."""
    import jax
    config: Any = jax.config
    folder = config.jax_compilation_cache_dir
    if folder and config.jax_enable_compilation_cache and "://" not in folder:
        os.environ.setdefault("CPPJRT_CPU_CODE_CACHE", os.path.join(folder, "cppjrt-code"))


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
