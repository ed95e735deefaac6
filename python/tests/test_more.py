"""Sessions, caches, artifacts, stores, kernels, traces."""

import json
import os
import pathlib
import socket
import subprocess
import sys
import threading

import numpy as np
import pytest

import cppjrt
from conftest import ADD

STEP = """
func.func @main(%w: tensor<4xf32> {tf.aliasing_output = 0 : i32}, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>) {
  %0 = stablehlo.add %w, %x : tensor<4xf32>
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<4xf32>, tensor<f32>
}
"""


def session_of(client):
    return cppjrt.Session(client.compile(STEP), inputs=["w", "x"], outputs=["w", "sum"], feedback={"w": "w"})


def test_a_session_feeds_back(client, tmp_path):
    session = session_of(client)
    assert session.inputs == [("w", "f32", (4,)), ("x", "f32", (4,))]
    session.set("w", np.zeros(4, np.float32))
    for i in range(5):
        results = session.run(x=np.ones(4, np.float32))
    assert set(results) == {"sum"} and np.asarray(results["sum"]) == 20
    session.wait()
    np.testing.assert_array_equal(session.get("w"), [5] * 4)
    session.save(str(tmp_path / "c"), {"step": 5, "name": "test"})
    other = session_of(client)
    assert other.restore(str(tmp_path / "c")) == {"step": 5, "name": "test"}
    np.testing.assert_array_equal(other.get("w"), [5] * 4)


def test_a_session_names_what_is_wrong(client):
    session = session_of(client)
    with pytest.raises(cppjrt.NotFoundError, match="w"):
        session.run(x=np.ones(4, np.float32))
    with pytest.raises(cppjrt.NotFoundError, match="no_such"):
        session.set("no_such", np.ones(4, np.float32))
    with pytest.raises(cppjrt.InvalidArgumentError):
        session.set("w", np.ones(5, np.float32))
    assert session.get("w") is None


def test_loaders(client):
    session = session_of(client)
    devices = []
    session.set_loader("w", lambda device: devices.append(device) or np.full(4, 2, np.float32))
    session.set("x", client.upload(np.ones(4, np.float32)))
    assert np.asarray(session.run()["sum"]) == 12 and devices == [client.device(0)]
    failing = session_of(client)
    failing.set("x", np.ones(4, np.float32))
    failing.set_loader("w", lambda device: 1 / 0)
    with pytest.raises(cppjrt.InternalError, match="ZeroDivisionError"):
        failing.run()


def test_the_cache_hits(client, tmp_path):
    cache = cppjrt.CompileCache(tmp_path)
    assert cache.compile(client, ADD)[1] == "miss"
    add, outcome = cache.compile(client, ADD)
    assert outcome == "hit" and np.asarray(add(np.ones(4, np.float32), np.ones(4, np.float32))[0])[0] == 2
    entry, = cache.list()
    assert entry["bytes"] > 0 and not cache.verify()[0]["problem"]
    assert cache.clear()[0] == 1 and cache.list() == []


def test_artifacts(client, add, tmp_path):
    path = str(tmp_path / "add.pjrt")
    cppjrt.Artifact.make(client, add, ADD).write(path)
    artifact = cppjrt.Artifact.read(path)
    assert artifact.platform_name == "cpu" and artifact.check_compatible(client) == [] and artifact.program == ADD.encode()
    assert artifact.signature[1] == [("f32", (4,))]
    again = artifact.load(client)
    assert np.asarray(again(np.ones(4, np.float32), np.ones(4, np.float32))[0])[0] == 2
    data = bytearray(artifact.serialize())
    data[len(data) // 2] ^= 1
    with pytest.raises(cppjrt.DataLossError):
        cppjrt.Artifact.parse(data)
    with pytest.raises(cppjrt.InvalidArgumentError):
        cppjrt.Artifact.parse(b"nothing of the kind")


def test_stores(tmp_path):
    server = cppjrt.TcpStoreServer(secret="s")
    for store in (cppjrt.InMemoryStore(), cppjrt.DirectoryStore(str(tmp_path / "job")),
                  cppjrt.TcpStore(f"127.0.0.1:{server.port}", "s")):
        assert store.try_get("k") is None
        threading.Timer(0.05, store.put, ("k", b"\0v")).start()
        assert store.get("k", 20) == b"\0v"
        with pytest.raises((cppjrt.DeadlineExceededError, cppjrt.NotFoundError)):
            store.get("other", 0.05)
    with pytest.raises(cppjrt.PermissionDeniedError):
        cppjrt.TcpStore(f"127.0.0.1:{server.port}", "wrong")
    with pytest.raises(TypeError, match="try_get"):
        cppjrt.Client(store=type("Half", (), {"get": None})())


def call_of(target, attributes, types="(tensor<4xf32>) -> tensor<4xf32>"):
    return f"""
        func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {{
          %0 = stablehlo.custom_call @{target}(%a) {{api_version = 4 : i32, backend_config = {{{attributes}}}}} : {types}
          return %0 : tensor<4xf32>
        }}"""


def test_a_kernel_in_python(client):
    seen = {}

    @cppjrt.ffi.register("test.scale", context=True)
    def scale(x, y, *, context, **attributes):
        seen.update(attributes, writable=(x.flags.writeable, y.flags.writeable), device=context.device_ordinal)
        y[...] = attributes["factor"] * x

    run = client.compile(call_of("test.scale", 'factor = 3.0 : f32, n = -2 : i64, on = true, name = "text", '
                                               "list = array<i32: 1, 2>, inner = {deep = 1 : i8}"))
    np.testing.assert_array_equal(np.asarray(run(np.arange(4, dtype=np.float32))[0]), [0, 3, 6, 9])
    assert seen == {"factor": 3.0, "n": -2, "on": True, "name": "text", "list": [1, 2], "inner": {"deep": 1},
                    "writable": (False, True), "device": 0}
    with pytest.raises(cppjrt.AlreadyExistsError):
        cppjrt.ffi.register("test.scale")(scale)


def test_kernels_that_fail(client):
    @cppjrt.ffi.register("test.fail")
    def fail(x, y, *, how):
        raise {"value": ValueError, "key": KeyError, "other": RuntimeError}[how]("why")

    kept = []
    cppjrt.ffi.register("test.keep")(lambda x, y: kept.append(x))
    x = np.zeros(4, np.float32)

    def run(target, attributes=""):
        client.compile(call_of(target, attributes))(x)[0].block_until_ready()

    with pytest.raises(cppjrt.InvalidArgumentError, match="ValueError: why"):
        run("test.fail", 'how = "value"')
    with pytest.raises(cppjrt.NotFoundError, match="test.fail"):
        run("test.fail", 'how = "key"')
    with pytest.raises(cppjrt.InternalError, match="test_more.py"):
        run("test.fail", 'how = "other"')
    with pytest.raises(cppjrt.InternalError, match="kept array 0"):
        run("test.keep")


@pytest.mark.parametrize("dtype", ["i1", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64", "f16", "bf16", "f32", "f64",
                                   "complex<f32>", "complex<f64>", "f8E4M3FN", "f8E5M2"])
def test_kernels_see_every_type(client, dtype):
    target = "test.copy." + dtype

    @cppjrt.ffi.register(target)
    def copy(x, y):
        assert x.dtype == y.dtype and x.shape == (2, 3)
        y[...] = x

    run = client.compile(f"""
        func.func @main(%a: tensor<2x3x{dtype}>) -> tensor<2x3x{dtype}> {{
          %0 = stablehlo.custom_call @"{target}"(%a) {{api_version = 4 : i32, backend_config = {{}}}}
            : (tensor<2x3x{dtype}>) -> tensor<2x3x{dtype}>
          return %0 : tensor<2x3x{dtype}>
        }}""")
    x = client.empty((2, 3), dtype)
    got, = run(x)
    assert np.asarray(got).tobytes() == np.asarray(x).tobytes()


def test_traces(client, add, tmp_path):
    path = tmp_path / "trace.json"
    cppjrt.start_trace(str(path))
    with pytest.raises(cppjrt.FailedPreconditionError):
        cppjrt.start_trace(str(path))
    add(np.ones(4, np.float32), np.ones(4, np.float32))
    cppjrt.stop_trace()
    assert any("Execute" in event.get("name", "") for event in json.loads(path.read_text()))


def test_without_numpy():
    code = """
import sys
sys.modules["numpy"] = None
import cppjrt
client = cppjrt.Client()
x = client.upload(b"\\0\\0\\x80\\x3f" * 4, dtype="f32", shape=(2, 2))
assert x.dtype is None and x.to_host().tolist() == [[1.0, 1.0], [1.0, 1.0]] and memoryview(x).tolist() == x.view().tolist()
try:
    client.upload([1.0])
except TypeError as error:
    assert "numpy" in str(error)
else:
    raise SystemExit("a list was taken")
@cppjrt.ffi.register("twice")
def twice(x, y):
    for i in range(len(x)):
        y[i] = 2 * x[i]
run = client.compile('''
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @twice(%a) {api_version = 4 : i32, backend_config = {}} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}''')
x = client.upload(b"\\0\\0\\x80\\x3f" * 4, dtype="f32")
assert run(x)[0].to_host().tolist() == [2.0] * 4
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_command_is_there():
    if not os.path.exists(os.path.join(os.path.dirname(cppjrt.library_path()), "..", "bin", "pjrt")):
        pytest.skip("a package without the command")
    done = subprocess.run([sys.executable, "-m", "cppjrt", "--version"], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.strip()


def test_jax_over_several_processes_is_refused(monkeypatch):
    pytest.importorskip("jax")
    from jax._src import distributed

    from cppjrt import jax_plugin
    jax_plugin.refuse_processes()
    monkeypatch.setattr(distributed.global_state, "num_processes", 2)
    with pytest.raises(RuntimeError, match="several processes"):
        jax_plugin.refuse_processes()


def run_jax(program):
    """A program of JAX in a process of its own, on the plugin; its output."""
    pytest.importorskip("jax")
    environment = dict(os.environ, JAX_PLATFORMS="cppjrt")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_jax_distributed_of_one_process():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert run_jax(f"""
import jax
jax.distributed.initialize("127.0.0.1:{port}", num_processes=1, process_id=0)
import jax.numpy as jnp
print(jax.process_count(), jax.process_index(), jax.devices()[0].client.platform_version.split()[0], float(jnp.arange(4.0).sum()))
""").split()[-1] == "6.0"


def test_jax_distributed_passes_its_options():
    assert run_jax("""
import os
os.environ["CPPJRT_JAX_OPTIONS"] = "node_id=0,num_nodes=1"
import jax.numpy as jnp
print(float(jnp.arange(4.0).sum()))
""").split() == ["6.0"]


def test_jax_ragged_all_to_all():
    """Beside the sum of its parts in numpy; two messages for each device."""
    assert "all right" in run_jax("""
import os
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"
import jax, numpy as np
from jax import lax
from jax.sharding import Mesh, PartitionSpec as P

devices, each, rows, room = 4, 2, 40, 64
random = np.random.default_rng(3)
sizes = random.integers(0, 5, (devices, devices * each), dtype=np.int32)  # sender, message
starts = np.cumsum(sizes, axis=1, dtype=np.int32) - sizes
operand = random.normal(size=(devices, rows, 3)).astype(np.float32)
output = random.normal(size=(devices, room, 3)).astype(np.float32)
to = np.zeros_like(sizes)
received = np.zeros_like(sizes)
expected = output.copy()
for receiver in range(devices):
    at = 1
    for sender in range(devices):
        for k in range(each):
            message = receiver * each + k
            n, start = sizes[sender, message], starts[sender, message]
            to[sender, message] = at
            received[receiver, sender * each + k] = n
            expected[receiver, at:at + n] = operand[sender, start:start + n]
            at += n + 1
mesh = Mesh(np.array(jax.devices()), ("x",))
shard_map = jax.shard_map if hasattr(jax, "shard_map") else __import__("jax.experimental.shard_map", fromlist=["shard_map"]).shard_map
exchange = lambda *args: lax.ragged_all_to_all(*args, axis_name="x")
run = jax.jit(shard_map(exchange, mesh=mesh, in_specs=(P("x"),) * 6, out_specs=P("x")))
flat = [a.reshape(-1, *a.shape[2:]) for a in (operand, output, starts, sizes, to, received)]
got = np.asarray(run(*flat))
assert (got.reshape(expected.shape) == expected).all()

one = Mesh(np.array(jax.devices()[:1]), ("x",))
alone = jax.jit(shard_map(exchange, mesh=one, in_specs=(P("x"),) * 6, out_specs=P("x")))
i = lambda *values: np.array(values, np.int32)
got = np.asarray(alone(np.arange(4.0), np.zeros(6), i(1), i(2), i(3), i(2)))
assert got.tolist() == [0, 0, 0, 1, 2, 0], got
print("all right")
""")


def test_make_wheel_says_what_its_python_lacks(tmp_path):
    make_wheel = pathlib.Path(__file__).resolve().parent.parent / "make_wheel.py"
    if not make_wheel.exists():
        pytest.skip("without the sources")
    bare = tmp_path / "bare"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", bare], check=True)
    command = [sys.executable, make_wheel, "--build", tmp_path, "--out", tmp_path / "out", "--python"]
    done = subprocess.run([*command, bare / "bin" / "python"], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "-m pip install scikit-build-core" in done.stderr
    done = subprocess.run([*command, tmp_path / "none"], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "cannot run" in done.stderr and "Traceback" not in done.stderr
