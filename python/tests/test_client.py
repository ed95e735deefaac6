"""Plugins, clients, devices, programs and errors."""

import ast
import pathlib
import threading

import numpy as np
import pytest

import cppjrt
from conftest import ADD


def test_the_plugin_says_what_it_is():
    plugin = cppjrt.Plugin()
    assert plugin.path == cppjrt.library_path()
    assert plugin.api_version[0] == 0 and plugin.num_slots > 100
    assert "FFI" in plugin.extensions
    assert plugin.has_slot("PJRT_Client_Create") and not plugin.has_slot("PJRT_No_Such_Function")
    low, high = plugin.stablehlo_versions
    assert low.count(".") == 2 and high.count(".") == 2


def test_a_plugin_that_is_not_there_is_not_found():
    with pytest.raises(cppjrt.NotFoundError) as caught:
        cppjrt.Plugin("/no/such/plugin.so")
    assert caught.value.code == "NOT_FOUND" and isinstance(caught.value, LookupError)


def test_plugins_are_listed():
    assert all({"name", "path", "source", "note"} == set(row) for row in cppjrt.find_plugins())


def test_options_reach_the_plugin(client):
    assert [device.id for device in client.devices] == [0, 1]
    with pytest.raises(cppjrt.InvalidArgumentError, match="num_devices"):
        cppjrt.Client(options={"no_such_option": 1})
    with pytest.raises(TypeError, match="no_such_option"):
        cppjrt.Client(options={"no_such_option": object()})


def test_devices_and_memories_are_values(client):
    assert client.device(1) == client.devices[1] and client.device(0) != client.devices[1]
    assert len({client.device(0), client.devices[0]}) == 1
    assert client.device(0).default_memory in client.memories
    assert client.device(0).default_memory.devices
    assert client.device(0) != "cpu:0"
    with pytest.raises(cppjrt.NotFoundError):
        client.device(7)


def test_memory_statistics_count_what_is_there(client):
    before = client.device(0).memory_stats()["bytes_in_use"]
    kept = client.upload(np.zeros(1 << 18, np.float32))
    assert client.device(0).memory_stats()["bytes_in_use"] >= before + kept.nbytes
    assert "device" in client.memory_report()


def test_a_program_runs(client, add):
    x = client.upload(np.arange(4, dtype=np.float32))
    y, = add(x, x)
    np.testing.assert_array_equal(np.asarray(y), [0, 2, 4, 6])
    np.testing.assert_array_equal(np.asarray(add(np.ones(4, np.float32), y)[0]), [1, 3, 5, 7])


def test_errors_of_programs_say_where(client):
    with pytest.raises(cppjrt.InvalidArgumentError, match="program:2:"):
        client.compile("func.func @main() {\n  %0 = nonsense\n}")


def test_wrong_arguments_are_refused(client, add):
    x = client.upload(np.zeros(4, np.float32))
    with pytest.raises(cppjrt.InvalidArgumentError):
        add(x)
    with pytest.raises(cppjrt.InvalidArgumentError):
        add(x, client.upload(np.zeros(5, np.float32)))
    with pytest.raises(TypeError):
        add(x, object())


def test_facts_of_a_program(client, add):
    assert add.num_outputs == 1 and add.num_replicas == 1 and add.num_partitions == 1
    assert add.output_shapes == [("f32", (4,))]
    assert add.signature() == ([("f32", (4,))] * 2, [("f32", (4,))])
    assert add.cost_analysis()["flops"] == 4
    assert add.memory_stats()["argument_size"] == 32
    assert add.fingerprint and add.devices == [client.device(0)]
    assert add.device_assignment == [[0]]


def test_a_program_survives_serialization(client, add):
    again = client.deserialize(add.serialize())
    np.testing.assert_array_equal(np.asarray(again(np.ones(4, np.float32), np.ones(4, np.float32))[0]), [2] * 4)


def test_several_devices(client):
    options = cppjrt.CompileOptions(num_replicas=2, device_assignment=[[1], [0]])
    assert options.device_assignment == [[1], [0]]
    both = client.compile(ADD, options)
    assert len(both.devices) == 2
    rows = both.execute_sharded([[np.full(4, i, np.float32)] * 2 for i in range(2)])
    assert [np.asarray(row[0])[0] for row in rows] == [0, 2]
    assert rows[0][0].device == both.devices[0]
    with pytest.raises(cppjrt.InvalidArgumentError):
        both.execute_sharded([[np.zeros(4, np.float32)] * 2])
    with pytest.raises(cppjrt.InvalidArgumentError):
        both.execute_sharded([[np.zeros(4, np.float32)] * 2] * 3)
    with pytest.raises(ValueError):
        cppjrt.CompileOptions(device_assignment=[[0], [1, 2]])


def test_options_by_name():
    options = cppjrt.CompileOptions(num_replicas=3, xla_cpu_enable_fast_math=False)
    assert options.num_replicas == 3 and b"xla_cpu_enable_fast_math" in options.serialize()
    with pytest.raises(cppjrt.InvalidArgumentError, match="num_partitions"):
        cppjrt.CompileOptions(num_replikas=3)


def test_donation():
    client = cppjrt.Client()
    step = client.compile("""
        func.func @main(%a: tensor<4xf32> {tf.aliasing_output = 0 : i32}) -> tensor<4xf32> {
          %0 = stablehlo.add %a, %a : tensor<4xf32>
          return %0 : tensor<4xf32>
        }""")
    x = client.upload(np.ones(4, np.float32))
    kept, = step.execute([x], non_donatable=[0])
    assert not x.is_deleted and np.asarray(kept)[0] == 2
    step(x)
    assert x.is_deleted and "deleted" in repr(x)
    with pytest.raises(cppjrt.FailedPreconditionError):
        step(x)


def test_threads_run_at_once(client, add):
    failures = []

    def work(number):
        try:
            for i in range(200):
                x = client.upload(np.full(4, number, np.float32))
                assert np.asarray(add(x, x)[0])[0] == 2 * number
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not failures


def test_topology_and_ahead_of_time(client):
    topology = client.topology()
    assert topology.platform_name == "cpu" and len(topology.devices) == 2
    compiled = topology.compile(ADD)
    loaded = client.deserialize(compiled.serialize())
    np.testing.assert_array_equal(np.asarray(loaded(np.ones(4, np.float32), np.ones(4, np.float32))[0]), [2] * 4)
    again = cppjrt.Topology.deserialize if hasattr(cppjrt.Topology, "deserialize") else None
    assert again is None or again(client.plugin, topology.serialize()).fingerprint == topology.fingerprint


def test_help_shows_the_stub():
    from cppjrt import _native
    assert "zero_copy" in _native.Client.upload.__doc__ and "Raises" in _native.Executable.__call__.__doc__
    assert "Values never change" in _native.Buffer.__doc__


def test_the_stub_is_what_the_module_has():
    from cppjrt import _native
    tree = ast.parse((pathlib.Path(cppjrt.__file__).parent / "_native.pyi").read_text())
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    public = {name for name in dir(_native) if not name.startswith("_")}
    assert public == set(classes) | functions
    for name, node in classes.items():
        cls = getattr(_native, name)
        stub = {member.name for member in node.body if isinstance(member, ast.FunctionDef)}
        stub |= {member.target.id for member in node.body if isinstance(member, ast.AnnAssign)}
        assert {m for m in vars(cls) if not m.startswith("_")} == {m for m in stub if not m.startswith("_")}, name
        assert all(hasattr(cls, member) for member in stub - {"__buffer__", "__release_buffer__"}), name
        assert cls.__doc__ and all(ast.get_docstring(m) for m in node.body if isinstance(m, ast.FunctionDef) and m.name[0] != "_")
    assert set(cppjrt._NATIVE | cppjrt._CLIENT) <= public and all(hasattr(cppjrt, name) for name in cppjrt.__all__)
