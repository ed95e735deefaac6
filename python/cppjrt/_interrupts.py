"""Ctrl-C while programs run on this package's plugin.

A thread of Python's that waits inside of jaxlib or the plugin does not come to run signal handlers, and a program that never ends would be
waited for without end. Python writes the number of each signal into a file of ours at once, whatever its threads do: a thread of this
module reads it there, and if Ctrl-C means KeyboardInterrupt it has the plugin end what still runs a moment later. The wait then returns,
and Python raises KeyboardInterrupt.

Handlers of users stay as they are: with one of them, or where somebody else has the file (`signal.set_wakeup_fd`), nothing is ended.
CPPJRT_INTERRUPT=0 turns this off.
"""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import threading

import cppjrt

# What programs under way have to end by themselves: results of a training loop that is interrupted are worth having.
GRACE_MS = 300
MESSAGE = b"interrupted"

_watching: socket.socket | None = None


def watch() -> None:
    """Begins to watch, once; in the main thread only, as others cannot ask for signals."""
    global _watching
    if _watching is not None or os.environ.get("CPPJRT_INTERRUPT") == "0":
        return
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return
    reader, writer = socket.socketpair()
    writer.setblocking(False)
    before = signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
    if before != -1:
        signal.set_wakeup_fd(before)
        return
    _watching = writer
    os.register_at_fork(after_in_child=_leave_to_parent)
    threading.Thread(target=_read, args=(reader,), name="cppjrt-interrupts", daemon=True).start()


def _read(reader: socket.socket) -> None:
    cancel = getattr(ctypes.CDLL(cppjrt.library_path()), "CppjrtCancelExecutions", None)
    if cancel is None:  # another plugin stands in for this package's
        return
    cancel.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int64]
    while numbers := reader.recv(64):
        if signal.SIGINT in numbers and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            cancel(MESSAGE, len(MESSAGE), GRACE_MS)


def _leave_to_parent() -> None:
    """The file is the parent's: what this process is told is not for its programs."""
    if _watching is None:
        return
    before = signal.set_wakeup_fd(-1)
    if before not in (-1, _watching.fileno()):
        signal.set_wakeup_fd(before)
