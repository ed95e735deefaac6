"""The client in C++ (see native/). The documentation below is also what help() shows: native/make_docs.py puts it into the module."""

import os
from typing import Any, Callable, List, Mapping, Sequence, Tuple, Union

from typing_extensions import Buffer as HasBuffer, CapsuleType, Self

Value = Union[str, int, float, bool, Sequence[int]]
Shape = Union[int, Sequence[int]]
ArrayType = Tuple[str, Tuple[int, ...]]
Code = Union[str, HasBuffer]
Options = Union[None, CompileOptions, HasBuffer]
Where = Union[None, Device, Memory]

class Device:
    """A device of a client, which it keeps alive. Equal to another handle of the same device."""

    @property
    def id(self) -> int:
        """The number of the device, unique among all devices of all processes."""
    @property
    def kind(self) -> str:
        """"cpu", "NVIDIA H100 80GB HBM3", "TPU v4"."""
    @property
    def process_index(self) -> int:
        """The process that the device belongs to."""
    @property
    def local_hardware_id(self) -> int:
        """The vendor's number of the device on this host; -1 if it has none."""
    @property
    def addressable(self) -> bool:
        """Whether this process can put data on it and run programs there."""
    @property
    def attributes(self) -> dict[str, Any]:
        """Whatever the vendor adds: "coords", "compute_capability"."""
    @property
    def memories(self) -> list[Memory]:
        """The memories that the device can use; empty if it is not addressable."""
    @property
    def default_memory(self) -> Memory:
        """Where arrays go that name the device only. Raises UnimplementedError if it has none."""
    def memory_stats(self) -> dict[str, int]:
        """Figures of the allocator, in bytes (counts where the name says so); those that the plugin does not keep are missing.

        Raises UnimplementedError if it keeps none."""
    def clear_memory_stats(self) -> None:
        """Sets the peaks to what is in use. Raises UnimplementedError before API 0.106."""
    def poison_execution(self, launch_id: int, message: str = ...) -> bool:
        """Ends executions on the device that were given this `launch_id`: their results raise CancelledError with the message.

        False if there are none. Raises UnimplementedError before API 0.85."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __repr__(self) -> str: ...

class Memory:
    """A memory space of devices. Equal to another handle of the same memory."""

    @property
    def id(self) -> int:
        """The number of the memory within the client."""
    @property
    def kind(self) -> str:
        """"device", "pinned_host", "unpinned_host"."""
    @property
    def devices(self) -> list[Device]:
        """The devices that can use it."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __repr__(self) -> str: ...

class KeyValueStore:
    """Where the processes of a job meet. A Python object with these three methods will do as well."""

    def get(self, key: Code, timeout: float = 60.0) -> bytes:
        """Waits for the key up to `timeout` seconds. Raises DeadlineExceededError or NotFoundError if it does not come."""
    def try_get(self, key: Code) -> bytes | None:
        """The value, or None if the key is not there."""
    def put(self, key: Code, value: Code) -> None:
        """Replaces what was there."""

class InMemoryStore(KeyValueStore):
    """For several clients of one process."""

    def __init__(self) -> None: ...

class DirectoryStore(KeyValueStore):
    """For all processes that see a directory, which is made if it is not there. Use a new one for each job."""

    def __init__(self, directory: str) -> None: ...

class TcpStore(KeyValueStore):
    """A connection to a TcpStoreServer at "host:port".

    Raises DeadlineExceededError if nobody answers within `connect_timeout` seconds, PermissionDeniedError for another secret."""

    def __init__(self, address: str, secret: str = "", connect_timeout: float = 60.0) -> None: ...

class TcpStoreServer:
    """Serves a store from a thread of its own until it is destroyed. Raises UnavailableError if it cannot listen."""

    def __init__(self, address: str = "127.0.0.1", port: int = 0, secret: str = "") -> None: ...
    @property
    def port(self) -> int:
        """Where it listens, also if any free port was asked for with 0."""

class Plugin:
    """A loaded plugin, checked and ready to make clients. The library stays loaded until the process ends.

    Args:
      name_or_path: a path ("/opt/libpjrt.so") or a name that `find_plugins` lists ("xla-cpu").

    Raises NotFoundError if there is none, InvalidArgumentError if the file is no plugin, FailedPreconditionError if it is older than
    PJRT 0.57 or of another major version."""

    def __init__(self, name_or_path: str) -> None: ...
    @property
    def path(self) -> str:
        """The library's file."""
    @property
    def api_version(self) -> tuple[int, int]:
        """Major and minor version of the PJRT C API."""
    @property
    def num_slots(self) -> int:
        """Functions of the plugin's table, at most those that this client knows."""
    @property
    def extensions(self) -> list[str]:
        """Names of the extension chain, in the plugin's order."""
    @property
    def attributes(self) -> dict[str, Any]:
        """What the plugin says of itself: "xla_version", "stablehlo_current_version"."""
    @property
    def stablehlo_versions(self) -> tuple[str, str] | None:
        """The oldest and the newest version of portable artifacts that it reads, if it says so."""
    def has_slot(self, name: str) -> bool:
        """Whether it has a function, named as in the C API: "PJRT_Client_Create"."""
    def __repr__(self) -> str: ...

def find_plugins() -> list[dict[str, str]]:
    """The plugins of this machine in order of preference: "name", "path", "source", and in "note" why one cannot be used."""

def start_trace(path: str) -> None:
    """Records every call of the C API in a file for chrome://tracing and ui.perfetto.dev. Raises FailedPreconditionError if a trace is
    being written."""

def stop_trace() -> None:
    """Ends the file. Raises FailedPreconditionError if there is no trace."""

class CompileOptions:
    """What a program is compiled for. Fields by name: CompileOptions(num_replicas=2, xla_cpu_enable_fast_math=False).

    `device_assignment` is a list of replicas, each a list with the device id of each partition. Names that begin with "xla_" are the
    compiler's own. Raises InvalidArgumentError for an unknown name, with those that exist, and for a bad value."""

    num_replicas: int
    num_partitions: int
    use_spmd_partitioning: bool
    use_shardy_partitioner: bool
    compile_portable_executable: bool
    def __init__(self, **fields: Any) -> None: ...
    def set(self, name: str, value: Any) -> None:
        """Sets a field by name. Errors as the constructor's."""
    @property
    def device_assignment(self) -> list[list[int]] | None:
        """assignment[replica][partition], or None if the plugin chooses."""
    def serialize(self) -> bytes:
        """The protobuf message that plugins read."""

class Buffer:
    """An array on a device; it keeps its client alive. Values never change.

    The array may still be on its way (an upload, the result of a program): whatever needs its values waits for them, and raises the
    error of that work. `numpy.asarray(buffer)` and `memoryview(buffer)` look at the device's memory itself, read-only, where the host
    can read it (a CPU), else at a copy. While such a view lives, no program takes the memory over."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The size of each dimension."""
    @property
    def element_type(self) -> str:
        """The type of an element under its StableHLO name: "f32", "bf16", "i1"."""
    @property
    def dtype(self) -> Any:
        """numpy's dtype; None without numpy. Raises NotImplementedError for a type that needs ml_dtypes, if that is missing."""
    @property
    def ndim(self) -> int:
        """How many dimensions it has."""
    @property
    def size(self) -> int:
        """How many elements it has."""
    @property
    def nbytes(self) -> int:
        """Bytes of the array on the host: elements narrower than a byte take one."""
    @property
    def on_device_size(self) -> int:
        """Bytes on the device: elements narrower than a byte may be packed there, tiles are padded."""
    @property
    def layout(self) -> str:
        """The order of dimensions on the device, "{1,0}"."""
    @property
    def device(self) -> Device:
        """Where it is."""
    @property
    def memory(self) -> Memory:
        """Where it is, more exactly."""
    @property
    def is_deleted(self) -> bool:
        """Whether it was deleted, or taken over by a program (donated)."""
    def is_ready(self) -> bool:
        """Whether the values are there, or will never be."""
    def block_until_ready(self) -> Self:
        """Waits for the values, raises the error of the work that makes them, and returns the buffer."""
    def copy_to(self, where: Device | Memory) -> Buffer:
        """A copy on another device, or in another memory, of the same client."""
    def delete(self) -> None:
        """Frees the memory now. Using the buffer afterwards raises FailedPreconditionError."""
    def view(self) -> Any:
        """A numpy array (without numpy a memoryview) over the device's memory itself where the host can read it, else over a copy.
        Read-only."""
    def to_host(self) -> Any:
        """The values in a new array that may be written: numpy's, or a memoryview without numpy."""
    def unsafe_pointer(self) -> int:
        """The address on the device; nothing says how long it holds."""
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """numpy's way of asking for `view`, or for a copy."""
    def __dlpack__(self, *, stream: int | None = None, max_version: tuple[int, int] | None = None, dl_device: Any = None,
                   copy: bool | None = None) -> CapsuleType:
        """The memory as a tensor for another framework, which must not write to it. Raises UnimplementedError for a type that DLPack has
        no name for."""
    def __dlpack_device__(self) -> tuple[int, int]:
        """DLPack's kind and number of the device: (1, 0) for a CPU."""
    def __buffer__(self, flags: int, /) -> memoryview: ...
    def __release_buffer__(self, view: memoryview, /) -> None: ...
    def __repr__(self) -> str: ...

class Executable:
    """A compiled program on its devices. Any number of threads may call it at once.

    A call returns when the work is queued; errors found later are raised by whoever waits for a result. A program may take an
    argument's memory over (donation): the buffer `is_deleted` then."""

    @property
    def name(self) -> str:
        """The program's name."""
    @property
    def num_replicas(self) -> int:
        """Copies of the program that run on different data."""
    @property
    def num_partitions(self) -> int:
        """Parts that one program is split into."""
    @property
    def num_outputs(self) -> int:
        """Results of one replica and partition."""
    @property
    def code_size(self) -> int:
        """Bytes of machine code; 0 from plugins that do not count them."""
    @property
    def fingerprint(self) -> bytes:
        """Equal for equal programs that the same compiler compiled alike."""
    @property
    def output_shapes(self) -> list[ArrayType]:
        """("f32", (2, 3)) for each result."""
    @property
    def output_memory_kinds(self) -> list[str]:
        """The kind of memory that each result lands in."""
    def signature(self) -> tuple[list[ArrayType], list[ArrayType]]:
        """Arguments and results as compiled. Raises UnimplementedError if the plugin does not give its program as HLO."""
    def cost_analysis(self) -> dict[str, Any]:
        """What the compiler knows of the work: "flops", "bytes accessed"."""
    def memory_stats(self) -> dict[str, int]:
        """Bytes that a run needs: "argument_size", "output_size", "temp_size", "alias_size", "generated_code_size", and more."""
    def optimized_program(self) -> tuple[str, bytes]:
        """Format ("mlir", "hlo") and bytes of the program after the compiler's passes."""
    def compile_options(self) -> bytes:
        """The serialized options it was compiled with."""
    def serialize(self) -> bytes:
        """Bytes for Client.deserialize of the same plugin in the same version."""
    @property
    def devices(self) -> list[Device]:
        """The devices of this process that it runs on, in the order of rows of execute_sharded."""
    @property
    def device_assignment(self) -> list[list[int]]:
        """assignment[replica][partition] is the id of a device."""
    @property
    def logical_device_ids(self) -> list[tuple[int, int]]:
        """Replica and partition of each of `devices`."""
    def __call__(self, *args: Any) -> list[Buffer]:
        """Runs on the one device. Arguments are Buffers, or arrays, which are uploaded first.

        Raises InvalidArgumentError for another number, type or shape of arguments and where there are several devices,
        FailedPreconditionError for a deleted one, TypeError for what is no array."""
    def execute(self, args: Sequence[Any], *, non_donatable: Sequence[int] = ..., launch_id: int = 0) -> list[Buffer]:
        """As a call; the program does not take over the arguments whose numbers are in `non_donatable`."""
    def execute_sharded(self, rows: Sequence[Sequence[Any]], *, non_donatable: Sequence[int] = ...,
                        launch_id: int = 0) -> list[list[Buffer]]:
        """Runs on all `devices`: rows[device][argument] -> results[device][output]. Raises InvalidArgumentError if there is not one row
        per device."""
    def delete(self) -> None:
        """Frees what it holds on the devices."""
    @property
    def is_deleted(self) -> bool:
        """Whether it was deleted."""
    def __repr__(self) -> str: ...

class CompiledProgram:
    """A program compiled for a topology, without devices. Serialize it for a client that has them."""

    @property
    def name(self) -> str:
        """The program's name."""
    @property
    def num_replicas(self) -> int:
        """Copies of the program that run on different data."""
    @property
    def num_partitions(self) -> int:
        """Parts that one program is split into."""
    @property
    def num_outputs(self) -> int:
        """Results of one replica and partition."""
    @property
    def code_size(self) -> int:
        """Bytes of machine code; 0 from plugins that do not count them."""
    @property
    def fingerprint(self) -> bytes:
        """Equal for equal programs that the same compiler compiled alike."""
    @property
    def output_shapes(self) -> list[ArrayType]:
        """("f32", (2, 3)) for each result."""
    @property
    def output_memory_kinds(self) -> list[str]:
        """The kind of memory that each result lands in."""
    def signature(self) -> tuple[list[ArrayType], list[ArrayType]]:
        """Arguments and results as compiled. Raises UnimplementedError if the plugin does not give its program as HLO."""
    def cost_analysis(self) -> dict[str, Any]:
        """What the compiler knows of the work: "flops", "bytes accessed"."""
    def memory_stats(self) -> dict[str, int]:
        """Bytes that a run needs: "argument_size", "output_size", "temp_size", "alias_size", "generated_code_size", and more."""
    def optimized_program(self) -> tuple[str, bytes]:
        """Format ("mlir", "hlo") and bytes of the program after the compiler's passes."""
    def compile_options(self) -> bytes:
        """The serialized options it was compiled with."""
    def serialize(self) -> bytes:
        """Bytes for Client.deserialize of the same plugin in the same version."""

class Topology:
    """Devices that a program can be compiled for, present or not.

    Args:
      plugin: whose devices.
      name: the plugin's name for them, such as "v5e:2x2"; empty where there is only one.

    Raises UnimplementedError on plugins that know no names."""

    def __init__(self, plugin: Plugin, name: str = "", options: Mapping[str, Value] | None = None) -> None: ...
    @staticmethod
    def deserialize(plugin: Plugin, data: HasBuffer) -> Topology:
        """From the bytes of `serialize`."""
    @property
    def platform_name(self) -> str:
        """"cpu", "tpu"."""
    @property
    def platform_version(self) -> str:
        """The plugin's words for its version."""
    @property
    def devices(self) -> list[dict[str, Any]]:
        """Of each device "id", "process_index", "kind", "text" and "attributes"."""
    @property
    def attributes(self) -> dict[str, Any]:
        """Whatever the vendor adds."""
    @property
    def fingerprint(self) -> int:
        """Equal for equal topologies, also in another process. Raises UnimplementedError before API 0.101."""
    def serialize(self) -> bytes:
        """Bytes for `deserialize`."""
    def compile(self, program: Code, options: Options = None, *, format: str = "mlir") -> CompiledProgram:
        """Compiles without a client. Errors as Client.compile."""

class Client:
    """A plugin at work: makes buffers, compiles programs, knows the devices. Buffers and executables keep it alive.

    Args:
      plugin: what `Plugin` gives; cppjrt.Client also takes a path, a name, or nothing for the CPU plugin of this package.
      options: of the plugin, by name; this package's knows num_devices, num_threads, memory_limit (bytes) and others.
      store: where the processes of a job meet.

    Raises InvalidArgumentError for unknown options, with those that exist, and the plugin's own errors."""

    def __init__(self, plugin: Plugin, options: Mapping[str, Value] | None = None, store: Any = None) -> None: ...
    @property
    def plugin(self) -> Plugin:
        """What it was made from."""
    @property
    def platform_name(self) -> str:
        """"cpu", "cuda", "tpu"."""
    @property
    def platform_version(self) -> str:
        """The plugin's words for its version."""
    @property
    def process_index(self) -> int:
        """The number of this process in the job."""
    @property
    def devices(self) -> list[Device]:
        """All devices of all processes."""
    @property
    def local_devices(self) -> list[Device]:
        """The devices of this process."""
    @property
    def memories(self) -> list[Memory]:
        """The memories of the devices of this process."""
    def device(self, id: int) -> Device:
        """The device with this id. Raises NotFoundError, which says what ids there are."""
    def default_device_assignment(self, num_replicas: int, num_partitions: int) -> list[list[int]]:
        """The plugin's choice of devices: assignment[replica][partition]."""
    def topology(self) -> Topology:
        """The client's own devices as a topology."""
    def compile(self, program: Code, options: Options = None, *, format: str = "mlir") -> Executable:
        """Compiles a program and loads it.

        Args:
          program: StableHLO as text, MLIR bytecode or a portable artifact; with format="hlo" a serialized HloModuleProto.
          options: a CompileOptions, or its serialized message.

        Raises InvalidArgumentError with the place in the program, UnimplementedError for what the plugin cannot compile."""
    def deserialize(self, data: HasBuffer, options: Options = None) -> Executable:
        """Loads what `Executable.serialize` of the same plugin gave."""
    def memory_report(self) -> str:
        """What the memory of the devices holds, as text."""
    def upload(self, array: Any, where: Where = None, *, dtype: Any = None, shape: Shape | None = None,
               zero_copy: bool = False) -> Buffer:
        """Puts an array on a device.

        Args:
          array: anything with the buffer protocol, a numpy array (of ml_dtypes, too), or what numpy.asarray takes: a list of Python
            floats is f64 then. Any strides.
          where: a Device or Memory; the first device if it is None.
          dtype: what plain bytes are ("bf16"); with another array, what it must be.
          shape: what shape plain bytes have.
          zero_copy: the buffer may use the array's memory itself, which must not change until the buffer is gone; it is kept till then.

        Raises TypeError for what is no array or of an unknown type, ValueError for a shape that does not fit, ResourceExhaustedError if
        the memory does not suffice."""
    def empty(self, shape: Shape, dtype: Any, where: Where = None) -> Buffer:
        """A buffer whose contents are undefined until a program writes them. Raises UnimplementedError before API 0.69."""
    def from_dlpack(self, tensor: Any, device: Device | None = None, *, copy: bool | None = None) -> Buffer:
        """A buffer over the memory of another framework's array (`__dlpack__`, or a capsule), or a copy of it.

        copy: True is always a copy, False never, None only where strides, alignment or the device need one.

        Raises UnimplementedError for a type or device that cannot be taken, or where a needed copy was forbidden."""
    def __repr__(self) -> str: ...

class Artifact:
    """A compiled program in a file, with what it was made from, what it is for, and whether it can run here."""

    @staticmethod
    def make(client: Client, executable: Executable, program: Code | None = None, options: Options = None, *,
             format: str = "mlir") -> Artifact:
        """From a program that a client compiled; with the program, it can be compiled anew where it cannot be loaded."""
    @staticmethod
    def make_ahead_of_time(topology: Topology, compiled: CompiledProgram, program: Code | None = None, options: Options = None, *,
                           format: str = "mlir") -> Artifact:
        """From a program compiled for a topology."""
    @staticmethod
    def read(path: str) -> Artifact:
        """From a file. Raises InvalidArgumentError if it is none, DataLossError if it is damaged."""
    @staticmethod
    def parse(data: HasBuffer) -> Artifact:
        """From bytes. Errors as `read`."""
    def write(self, path: str) -> None:
        """Into a file, durably and in one step."""
    def serialize(self) -> bytes:
        """What `write` writes."""
    def check_compatible(self, client: Client) -> list[str]:
        """All that speaks against running it on a client, a sentence each; empty if nothing does."""
    def load(self, client: Client, *, compile: bool = False) -> Executable:
        """Loads it; with `compile`, compiles its program where it cannot be loaded. Raises FailedPreconditionError with the reasons."""
    @property
    def name(self) -> str:
        """The program's name."""
    @property
    def platform_name(self) -> str:
        """The platform it is for."""
    @property
    def platform_version(self) -> str:
        """The plugin's words for its version."""
    @property
    def device_kinds(self) -> list[str]:
        """Kinds of the devices, each once."""
    @property
    def num_replicas(self) -> int:
        """Copies of the program."""
    @property
    def num_partitions(self) -> int:
        """Parts of the program."""
    @property
    def host(self) -> str:
        """The processor, if the code runs on it."""
    @property
    def program(self) -> bytes:
        """What was compiled; empty if it was left out."""
    @property
    def signature(self) -> tuple[list[ArrayType], list[ArrayType]] | None:
        """Arguments and results, if the plugin tells them."""
    @property
    def cost(self) -> dict[str, Any]:
        """As Executable.cost_analysis."""
    @property
    def memory(self) -> dict[str, int] | None:
        """As Executable.memory_stats, if the plugin tells them."""
    def __repr__(self) -> str: ...

class CompileCache:
    """Compiled programs kept on disk, for every thread, process and run that compiles the same again.

    Args:
      directory: $CPPJRT_CACHE_DIR or a folder in the user's cache if it is None.
      max_bytes: beyond it, what was used longest ago goes.
      salt: any text that tells programs apart."""

    def __init__(self, directory: str | os.PathLike[str] | None = None, *, max_bytes: int = ..., salt: str = "") -> None: ...
    @property
    def directory(self) -> str:
        """Where the entries lie."""
    def compile(self, client: Client, program: Code, options: Options = None, *, format: str = "mlir") -> tuple[Executable, str]:
        """As Client.compile, and what it did: "hit", "miss", "replaced" or "not kept"."""
    def list(self) -> List[dict[str, Any]]:
        """Of each entry "key", "label", "bytes", "last_used" (seconds since 1970) and "problem", the newest first."""
    def verify(self, remove: bool = False) -> List[dict[str, Any]]:
        """As `list`, after reading each entry; damaged ones go if `remove`."""
    def collect(self, max_bytes: int) -> tuple[int, int]:
        """Removes entries until at most `max_bytes` are left; how many entries and bytes went."""
    def clear(self) -> tuple[int, int]:
        """Removes all entries."""

class Session:
    """A program with its arguments by name. What stays on the device stays there; what one run makes the next can take.

    Args:
      executable: the program; it can go on being called.
      inputs, outputs: names of its arguments and results in their order; empty is "arg0", "arg1", ..., "out0", ...
      feedback: result -> argument: after a run the result is the argument of the next.

    Raises InvalidArgumentError for names that are doubled, unknown, or of another number than the program's. Threads that use one
    session wait for each other."""

    def __init__(self, executable: Executable, inputs: Sequence[str] = ..., outputs: Sequence[str] = ...,
                 feedback: Mapping[str, str] | None = None) -> None: ...
    @property
    def inputs(self) -> list[tuple[str, str, tuple[int, ...]]]:
        """Name, element type and shape of each argument."""
    @property
    def outputs(self) -> list[tuple[str, str, tuple[int, ...]]]:
        """Name, element type and shape of each result."""
    def set(self, name: str, value: Any) -> None:
        """The value of an argument for all runs to come: an array, a Buffer (copied), or a list with one for each device.

        Raises NotFoundError for an unknown name, InvalidArgumentError for another type or shape."""
    def set_loader(self, name: str, loader: Callable[[Device], Any]) -> None:
        """A function that gives the argument as an array, called once for each device when it is first needed."""
    def get(self, name: str) -> Any:
        """What the argument is now, copied to the host (a list of arrays if there are several devices), or None."""
    def run(self, **arguments: Any) -> dict[str, Any]:
        """Starts a run; arguments named here go before what is set. Results that are not fed back, by name: a Buffer, or a list with one
        for each device.

        Raises NotFoundError for an argument without a value, FailedPreconditionError for one that was donated."""
    def wait(self) -> None:
        """Waits for the last run and raises its error."""
    def save(self, path: str, note: Mapping[str, Value] | None = None) -> None:
        """Writes what is fed back, and a note, into a file, durably and in one step."""
    def restore(self, path: str) -> dict[str, Any]:
        """Puts back what `save` wrote and gives the note. Raises NotFoundError, DataLossError, or InvalidArgumentError if it is another
        session's."""

class CallContext:
    """What a kernel that asks for its context is told of its call."""

    @property
    def run_id(self) -> int:
        """The same on all devices of a run; 0 where the plugin does not tell."""
    @property
    def device_ordinal(self) -> int:
        """The number of the device on this host."""

def register_kernel(plugin: Plugin, target: str, function: Callable[..., Any], platform: str = "", context: bool = False) -> None:
    """See cppjrt.ffi.register."""

def register_handler(plugin: Plugin, target: str, execute: Any, *, instantiate: Any = None, prepare: Any = None,
                     initialize: Any = None, traits: int = 0, platform: str = "") -> None:
    """See cppjrt.ffi.register_handler."""

def wait_for_kernels() -> None:
    """Waits for kernels that run now and fails those that come later with CANCELLED: called when the program ends."""

def keep_for_ever(object: Any) -> None:
    """Sees to it that an object is never destroyed, also not when the interpreter ends."""

def register_jax_callbacks(plugin: Plugin, handler: Any, targets: Sequence[str]) -> None:
    """Handlers for the Python callbacks of JAX; `handler` is jaxlib's own, in a capsule."""
