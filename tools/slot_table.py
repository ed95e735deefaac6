#!/usr/bin/env python3
"""Writes docs/slots.md and docs/coverage.md: where the client calls each function of the PJRT C API, behind which method, what
tests it, and which plugins have it.

    slot_table.py          writes the pages
    slot_table.py --check  exits with 1 if the pages are not what the sources say
"""

import json
import pathlib
import re
import sys

REPO = pathlib.Path(__file__).resolve().parent.parent
SLOTS_PAGE = REPO / "docs" / "slots.md"
COVERAGE_PAGE = REPO / "docs" / "coverage.md"

# A function definition at the start of a line; names of methods have a "::" in them.
DEFINITION = re.compile(r"^[A-Za-z][\w:<>,*& ]*?[ *&]((?:~?\w+::)*~?\w+)\((?!.*;\s*$)")
CONSTRUCTOR = re.compile(r"^(\w+::~?\w+)\(")
# Used everywhere, or by the destructors of all handles.
EVERY_CALL = {
    "PJRT_Error_Destroy": "every call that fails",
    "PJRT_Error_Message": "every call that fails",
    "PJRT_Error_GetCode": "every call that fails",
    "PJRT_Error_ForEachPayload": "`Status::payloads` of every call that fails",
    "PJRT_Buffer_Delete": "`Buffer::Delete`",
}
# Functions of the sources that are no public methods: the methods that call them.
BEHIND = {
    "Api::Initialize": "Plugin::attributes",
    "CreatePluginClient": "Client::Create",
    "ReadPlatform": "Client::platform_name",
    "ReadDevices": "Client::devices",
    "ReadAddressableDevices": "Client::addressable_devices",
    "ReadDescription": "Device::description",
    "ReadMemories": "Client::memories",
    "ReadMemory": "Client::memories",
    "UploadTo": "Client::Upload",
    "Load": "Client::Compile",
    "HostTransferRun::Send": "ExecuteOptions::host_transfers",
    "SharedEvent::IsReady": "Event::IsReady",
    "SharedEvent::Poll": "Event::Poll",
    "SharedEvent::Await": "Event::Await",
    "SharedEvent::OnReady": "Event::OnReady",
    "SharedEvent::Set": "Promise::Set",
    "SharedEvent::~SharedEvent": "Event::~Event",
    "AliasPromise::Finish": "AliasPromise::Fulfill",
    "ClientState::~ClientState": "Client::~Client",
    "Client::CreateAlias": "Client::CreateAlias",
    "PJRT_LoadedExecutable_Destroy": "LoadedExecutable::~LoadedExecutable",
    "PJRT_AsyncHostToDeviceTransferManager_Destroy": "TransferManager::~TransferManager",
    "Event::Release": "Event::~Event",
    "Buffer::Release": "Buffer::~Buffer",
    "Executable::Release": "Executable::~Executable",
    "Topology::Release": "Topology::~Topology",
    "ExecuteContext::Release": "ExecuteContext::~ExecuteContext",
    "AsyncTrackingEvent::Release": "AsyncTrackingEvent::~AsyncTrackingEvent",
    "CopyToDeviceStream::Release": "CopyToDeviceStream::~CopyToDeviceStream",
    "Buffer::CopyToHostAs": "Buffer::CopyToHost",
}
# The class of the public headers for each type of extension.
CLASSES = {
    0: "GpuCustomCallExtension",
    1: "ProfilerExtension",
    2: "CustomPartitionerExtension",
    3: "StreamExtension",
    4: "LayoutsExtension",
    5: "FfiExtension",
    6: "MemoryDescriptionsExtension",
    7: "TritonExtension",
    8: "RawBufferExtension",
    9: "PhaseCompileExtension",
    10: "ExampleExtension",
    11: "UnknownExtension",
    12: "CrossHostTransfersExtension",
    13: "ExecutableMetadataExtension",
    14: "CallbackExtension",
    15: "HostAllocatorExtension",
    16: "TpuTopologyExtension",
    17: "TpuExecutableExtension",
    18: "MegascaleExtension",
    19: "ShardingsExtension",
    20: "AbiVersionExtension",
    21: "CollectivesExtension",
    22: "MultiSliceExtension",
    23: "HostMemoryAllocatorExtension",
    24: "XlaTransformExtension",
}


def slots():
    facts = json.loads((REPO / "abi" / "pjrt_abi_0_114.json").read_text())
    api = next(s for s in facts["headers"][0]["structs"] if s["name"] == "PJRT_Api")
    return [field["name"] for field in api["fields"] if "function" in field]


def extensions():
    facts = json.loads((REPO / "abi" / "pjrt_abi_0_114.json").read_text())
    enum = next(e for e in facts["headers"][0]["enums"] if e["name"] == "PJRT_Extension_Type")
    return {value: name.removeprefix("PJRT_Extension_Type_") for name, value in enum["values"].items()}


def since():
    table = (REPO / "abi" / "include" / "pjrt" / "abi" / "tables.h").read_text()
    rows = re.findall(r'\{"(PJRT_\w+)",\s*\d+,\s*(\d+)', table)
    return {name: int(minor) for name, minor in rows}


def sources():
    for path in sorted((REPO / "client").glob("*.cc")) + sorted((REPO / "client").glob("*.h")):
        if not path.name.endswith("_test.cc") and path.name != "fake_table.h":
            yield path
    yield from sorted((REPO / "client" / "extensions").glob("*.cc"))


def callers():
    """Slot name -> (files of the client, functions) that name its arguments."""
    found = {}
    for path in sources():
        function = None
        for line in path.read_text().splitlines():
            match = DEFINITION.match(line) or CONSTRUCTOR.match(line)
            if match:
                function = match.group(1)
            for name in set(re.findall(r"\b(PJRT_\w+)_Args\b", line)):
                files, functions = found.setdefault(name, ([], []))
                if path.name not in files:
                    files.append(path.name)
                if function and function not in functions and path.suffix == ".cc":
                    functions.append(function)
    return found


def tests():
    """Text of each test of the client that runs on plugins."""
    return {path.name: path.read_text() for path in sorted((REPO / "tests" / "client").glob("*_test.cc"))}


def methods_of(slot, functions):
    """The public methods that call a function."""
    if slot in EVERY_CALL:
        return EVERY_CALL[slot]
    names = [BEHIND.get(f, f) for f in functions if "::" in f or f in BEHIND] or [BEHIND.get(slot, "")]
    if not all(names):
        sys.exit(f"slot_table.py: {slot} is called by {functions or 'a file'}; add the public method to BEHIND")
    return list(dict.fromkeys(names))[:2]


def method_of(slot, functions):
    names = methods_of(slot, functions)
    return names if isinstance(names, str) else ", ".join(f"`{m}`" for m in names)


def tests_of(slot, functions, texts):
    """The fault plugin's tests make each function fail, be absent, and give nothing; others are found by the method's name."""
    names = methods_of(slot, functions)
    words = {n.split("::")[-1] for n in names if "~" not in n} if isinstance(names, list) else set()
    words -= {"Create"} if not slot.endswith("_Create") else set()
    pattern = re.compile(r"\b(?:" + "|".join(sorted(map(re.escape, words))) + r")\(") if words else None
    found = [name for name, text in texts.items() if pattern and pattern.search(text)]
    return ["fault_slots_test.cc"] + [name for name in found if name != "fault_slots_test.cc"][:2]


def answer(slot, plugin, minors):
    if minors.get(slot, 0) > plugin["minor"]:
        return "absent"
    return "no" if slot.removeprefix("PJRT_") in plugin["unimplemented"] else "yes"


def slots_page():
    called = callers()
    rows = []
    for slot in slots():
        if slot not in called:
            sys.exit(f"slot_table.py: {slot} is called nowhere in client/")
        files, functions = called[slot]
        rows.append(f"| `{slot}` | {method_of(slot, functions)} | {', '.join(f'`client/{f}`' for f in files)} |")
    head = f"""# Functions of the PJRT C API

Generated by `tools/slot_table.py`; do not edit. The client calls {len(rows)} of {len(rows)} functions, each through a public
method. If a plugin lacks a function, the method returns UNIMPLEMENTED with the function's name, the plugin's version,
and the version that added the function. What tests them and which plugins have them: [coverage.md](coverage.md).

| function | method | file |
| --- | --- | --- |
"""
    return head + "\n".join(rows) + "\n"


def slot_rows(plugins):
    called, minors, texts = callers(), since(), tests()
    for slot in slots():
        functions = called[slot][1]
        cells = [f"`{slot}`", method_of(slot, functions), ", ".join(f"`{t}`" for t in tests_of(slot, functions, texts))]
        yield "| " + " | ".join(cells + [answer(slot, p, minors) for p in plugins.values()]) + " |"


def extension_tests():
    """Tests on real plugins, then those on synthetic ones, beside the classes."""
    beside = sorted((REPO / "client" / "extensions").glob("*_test.cc"))
    return {**tests(), **{f"client/extensions/{path.name}": path.read_text() for path in beside}}


def extension_rows(every):
    texts = extension_tests()
    for number, name in sorted(extensions().items()):
        own = CLASSES[number]
        tested = [t for t, text in texts.items() if re.search(rf"\b{own}\b", text)]
        if not tested:
            sys.exit(f"slot_table.py: no test names {own}")
        cells = [str(number), name, f"`{own}`", ", ".join(f"`{t}`" for t in tested[:2])]
        yield "| " + " | ".join(cells + ["yes" if number in p["extensions"] else "" for p in every.values()]) + " |"


def coverage_page():
    table = json.loads((REPO / "docs" / "plugin_slots.json").read_text())
    plugins = table["plugins"]
    every = {**plugins, **table["without_devices"]}
    return f"""# Coverage of the PJRT C API

Generated by `tools/slot_table.py`; do not edit. The columns of plugins are from `docs/plugin_slots.json`: *yes*, it works; *no*, the plugin refuses
it or no program reaches it; *absent*, it is newer than the plugin. Besides the listed tests, `tests/client/fault_slots_test.cc`
makes each function fail, return nothing, be absent, and have each version from 0.57 on. TPU and CUDA had no devices.

## Functions

| function | method | tests | {" | ".join(plugins)} |
| --- | --- | --- | {" | ".join("---" for _ in plugins)} |
{chr(10).join(slot_rows(plugins))}

## Extensions

{len(CLASSES)} of {len(extensions())} have a class, which checks the plugin's struct_size before each entry. Newer types are available
by number, with their size and their entries.

| type | extension | class | tests | {" | ".join(every)} |
| --- | --- | --- | --- | {" | ".join("---" for _ in every)} |
{chr(10).join(extension_rows(every))}

## Tests of pypjrt

What pypjrt's tests show on a CPU, line by line, and the tests here that show at least as much; from `docs/test_map.json`.

| area | what is shown | tests |
| --- | --- | --- |
{chr(10).join(map_rows())}
"""


def all_tests():
    """Suite.Name of every test in the tree."""
    found = set()
    for folder in ("tests", "client", "cli", "base"):
        for path in (REPO / folder).rglob("*_test.cc"):
            for match in re.finditer(r"^TEST(?:_[FP])?\((\w+), *(\w+)\)", path.read_text(), re.MULTILINE):
                found.add(f"{match.group(1)}.{match.group(2)}")
    return found


def map_rows():
    known = all_tests()
    for area, shown, names in json.loads((REPO / "docs" / "test_map.json").read_text())["rows"]:
        for name in names:
            if name not in known and not (REPO / name).is_file():
                sys.exit(f"slot_table.py: docs/test_map.json names {name}, which is no test")
        yield f"| {area} | {shown} | {', '.join(f'`{n}`' for n in names)} |"


def main():
    pages = {SLOTS_PAGE: slots_page(), COVERAGE_PAGE: coverage_page()}
    if sys.argv[1:] != ["--check"]:
        for path, text in pages.items():
            path.write_text(text)
        return 0
    stale = [path for path, text in pages.items() if not path.exists() or path.read_text() != text]
    for path in stale:
        print(f"{path.relative_to(REPO)} is out of date; run tools/slot_table.py")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
