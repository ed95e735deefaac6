"""Exceptions of the canonical error codes. `_native` makes them with `make`."""

from __future__ import annotations

from typing import Dict, Type


class Error(RuntimeError):
    """An error of the client, a plugin or a program.

    Attributes:
      code: "INVALID_ARGUMENT" and so on, one of the canonical codes.
      code_number: the same as a number, that of the PJRT C API (which is gRPC's).
      message: what was found and expected, where, and what to do.
      payloads: what the producer attached, by type URL; mostly empty.
    """

    code = "UNKNOWN"
    code_number = 2

    def __init__(self, message: str, payloads: Dict[str, bytes] | None = None) -> None:
        super().__init__(f"{self.code}: {message}")
        self.message = message
        self.payloads = payloads or {}


class CancelledError(Error):
    code, code_number = "CANCELLED", 1


class UnknownError(Error):
    code, code_number = "UNKNOWN", 2


class InvalidArgumentError(Error, ValueError):
    code, code_number = "INVALID_ARGUMENT", 3


class DeadlineExceededError(Error, TimeoutError):
    code, code_number = "DEADLINE_EXCEEDED", 4


class NotFoundError(Error, LookupError):
    code, code_number = "NOT_FOUND", 5


class AlreadyExistsError(Error):
    code, code_number = "ALREADY_EXISTS", 6


class PermissionDeniedError(Error):
    code, code_number = "PERMISSION_DENIED", 7


class ResourceExhaustedError(Error, MemoryError):
    code, code_number = "RESOURCE_EXHAUSTED", 8


class FailedPreconditionError(Error):
    code, code_number = "FAILED_PRECONDITION", 9


class AbortedError(Error):
    code, code_number = "ABORTED", 10


class OutOfRangeError(Error, IndexError):
    code, code_number = "OUT_OF_RANGE", 11


class UnimplementedError(Error, NotImplementedError):
    code, code_number = "UNIMPLEMENTED", 12


class InternalError(Error):
    code, code_number = "INTERNAL", 13


class UnavailableError(Error):
    code, code_number = "UNAVAILABLE", 14


class DataLossError(Error):
    code, code_number = "DATA_LOSS", 15


class UnauthenticatedError(Error):
    code, code_number = "UNAUTHENTICATED", 16


CLASSES: Dict[int, Type[Error]] = {cls.code_number: cls for cls in Error.__subclasses__()}


def make(code: int, message: str, payloads: Dict[str, bytes]) -> Error:
    return CLASSES.get(code, UnknownError)(message, payloads)
