"""Plugin, Client and Topology, with this package's own plugin as the default."""

from __future__ import annotations

import os
from typing import Any, Mapping

import cppjrt
from cppjrt import _interrupts, _native


def Plugin(name_or_path: str | None = None) -> _native.Plugin:  # noqa: N802
    return _native.Plugin(cppjrt.library_path() if name_or_path is None else str(name_or_path))


def plugin_of(plugin: None | str | _native.Plugin) -> _native.Plugin:
    return plugin if isinstance(plugin, _native.Plugin) else Plugin(plugin)


def runs_elsewhere(options: Mapping[str, Any]) -> bool:
    """Whether programs run on threads of the client, so that whoever waits for them is one who can be interrupted."""
    return bool(options.get("asynchronous", True)) and options.get("num_threads", len(os.sched_getaffinity(0))) != 1


def Client(plugin: None | str | _native.Plugin = None, options: Mapping[str, Any] | None = None,  # noqa: N802
           store: Any = None) -> _native.Client:
    if not runs_elsewhere(options or {}):
        _interrupts.watch()
    return _native.Client(plugin_of(plugin), None if options is None else dict(options), store)


def Topology(plugin: None | str | _native.Plugin = None, name: str = "",  # noqa: N802
             options: Mapping[str, Any] | None = None) -> _native.Topology:
    return _native.Topology(plugin_of(plugin), name, None if options is None else dict(options))
