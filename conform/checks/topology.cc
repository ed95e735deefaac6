// topology: what a client's devices look like to the compiler (topology.client.*), and hardware that need not be there
// (topology.named.*).
#include <functional>
#include <map>
#include <set>

#include "conform/checks/areas.h"
#include "conform/checks/programs.h"
#include "pjrt/program.h"

namespace cppjrt::conform {
namespace {

using Topology = PJRT_TopologyDescription;

// --- what both kinds have

StatusOr<std::vector<PJRT_DeviceDescription*>> Descriptions(const Api& api, const Topology* topology) {
  auto args = api.Make<PJRT_TopologyDescription_GetDeviceDescriptions_Args>();
  args.topology = topology;
  CPPJRT_RETURN_IF_ERROR(api.Call(args));
  return std::vector<PJRT_DeviceDescription*>(args.descriptions, args.descriptions + args.num_descriptions);
}

StatusOr<std::string> PlatformOf(const Api& api, const Topology* topology) {
  auto args = api.Make<PJRT_TopologyDescription_PlatformName_Args>();
  args.topology = topology;
  CPPJRT_RETURN_IF_ERROR(api.Call(args));
  return std::string(args.platform_name, args.platform_name_size);
}

StatusOr<std::string> Serialized(const Api& api, Topology* topology) {
  auto args = api.Make<PJRT_TopologyDescription_Serialize_Args>();
  args.topology = topology;
  CPPJRT_RETURN_IF_ERROR(api.Call(args));
  std::string bytes(args.serialized_bytes, args.serialized_bytes_size);
  if (args.serialized_topology_deleter == nullptr)
    return UnknownError("the bytes come without the function that frees them");
  args.serialized_topology_deleter(args.serialized_topology);
  return bytes;
}

StatusOr<TopologyHandle> Deserialized(const Api& api, std::string_view bytes) {
  auto args = api.Make<PJRT_TopologyDescription_Deserialize_Args>();
  args.serialized_topology = bytes.data();
  args.serialized_topology_size = bytes.size();
  CPPJRT_RETURN_IF_ERROR(api.Call(args));
  return TopologyHandle(api, args.topology);
}

StatusOr<uint64_t> FingerprintOf(const Api& api, const Topology* topology) {
  auto args = api.Make<PJRT_TopologyDescription_Fingerprint_Args>();
  args.topology = topology;
  CPPJRT_RETURN_IF_ERROR(api.Call(args));
  return args.fingerprint;
}

StatusOr<ExecutableHandle> CompileFor(const Api& api, const Topology* topology, std::string_view program) {
  CPPJRT_ASSIGN_OR_RETURN(const std::string options, pjrt::CompileOptions().Serialize());
  PJRT_Program code = {};
  code.struct_size = pjrt::abi::StructSize<PJRT_Program>(api.sent_minor());
  std::string own(program);
  code.code = own.data();
  code.code_size = own.size();
  code.format = "mlir";
  code.format_size = 4;
  auto args = api.Make<PJRT_Compile_Args>();
  args.topology = topology;
  args.program = &code;
  args.compile_options = options.data();
  args.compile_options_size = options.size();
  CPPJRT_RETURN_IF_ERROR(api.Call(args));
  if (args.executable == nullptr) return UnknownError("PJRT_Compile gave neither an error nor a program");
  return ExecutableHandle(api, args.executable);
}

// XLA's CPU plugins before 0.109 are linked without what makes these work, and say NOT_FOUND.
Status NotLinkedIsUnsupported(const Status& status) {
  return status.code() == StatusCode::kNotFound ? UnimplementedError(std::string(status.message())) : status;
}

using TopologyCheck = std::function<Status(Context&, const Api&, Topology*)>;

Status HasDescriptions(Context& context, const Api& api, Topology* topology) {
  CPPJRT_ASSIGN_OR_RETURN(const auto descriptions, Descriptions(api, topology));
  std::set<int> ids;
  for (PJRT_DeviceDescription* description : descriptions) {
    auto args = api.Make<PJRT_DeviceDescription_Id_Args>();
    args.device_description = description;
    CPPJRT_RETURN_IF_ERROR(api.Call(args));
    CPPJRT_RETURN_IF_ERROR(Expect(ids.insert(args.id).second, "two devices have the id " + std::to_string(args.id)));
    auto kind = api.Make<PJRT_DeviceDescription_Kind_Args>();
    kind.device_description = description;
    CPPJRT_RETURN_IF_ERROR(api.Call(kind));
    CPPJRT_RETURN_IF_ERROR(Expect(kind.device_kind_size > 0, "a device has no kind"));
    if (ids.size() == 1) {
      context.Evidence(std::to_string(descriptions.size()) + " x " +
                       std::string(kind.device_kind, kind.device_kind_size));
    }
  }
  return Expect(!descriptions.empty(), "the topology has no devices");
}

Status HasPlatform(Context& context, const Api& api, Topology* topology) {
  CPPJRT_ASSIGN_OR_RETURN(const std::string name, PlatformOf(api, topology));
  auto version = api.Make<PJRT_TopologyDescription_PlatformVersion_Args>();
  version.topology = topology;
  CPPJRT_RETURN_IF_ERROR(api.Call(version));
  context.Evidence(name + ", " + std::string(version.platform_version, version.platform_version_size));
  return Expect(!name.empty(), "the platform has no name");
}

Status HasAttributes(Context& context, const Api& api, Topology* topology) {
  auto args = api.Make<PJRT_TopologyDescription_Attributes_Args>();
  args.topology = topology;
  CPPJRT_RETURN_IF_ERROR(api.Call(args));
  if (args.num_attributes > 0 && args.attributes == nullptr) return UnknownError("attributes are counted but null");
  std::set<std::string> names;
  for (size_t i = 0; i < args.num_attributes; ++i) {
    const std::string name(args.attributes[i].name, args.attributes[i].name_size);
    context.Evidence(name + " = " + ValueText(args.attributes[i]));
    CPPJRT_RETURN_IF_ERROR(Expect(names.insert(name).second, "two attributes are called " + name));
  }
  return Status();
}

Status RoundTrip(Context& context, const Api& api, Topology* topology) {
  CPPJRT_ASSIGN_OR_RETURN(const std::string bytes, Serialized(api, topology));
  context.Evidence(std::to_string(bytes.size()) + " bytes");
  CPPJRT_RETURN_IF_ERROR(Expect(!bytes.empty(), "the serialized topology is empty"));
  const auto back = Deserialized(api, bytes);
  if (!back.ok()) return NotLinkedIsUnsupported(back.status());
  CPPJRT_ASSIGN_OR_RETURN(const auto before, Descriptions(api, topology));
  CPPJRT_ASSIGN_OR_RETURN(const auto after, Descriptions(api, back->get()));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the number of devices read back", after.size(), before.size()));
  CPPJRT_ASSIGN_OR_RETURN(const std::string name, PlatformOf(api, topology));
  CPPJRT_ASSIGN_OR_RETURN(const std::string name_back, PlatformOf(api, back->get()));
  return ExpectEqual("the platform read back", name_back, name);
}

Status Fingerprint(Context& context, const Api& api, Topology* topology) {
  CPPJRT_ASSIGN_OR_RETURN(const uint64_t first, FingerprintOf(api, topology));
  CPPJRT_ASSIGN_OR_RETURN(const uint64_t again, FingerprintOf(api, topology));
  context.Evidence(std::to_string(first));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the fingerprint asked again", again, first));
  CPPJRT_ASSIGN_OR_RETURN(const std::string bytes, Serialized(api, topology));
  const auto back = Deserialized(api, bytes);
  if (!back.ok()) return Status();  // topology.*.round_trip says so
  CPPJRT_ASSIGN_OR_RETURN(const uint64_t read_back, FingerprintOf(api, back->get()));
  return ExpectEqual("the fingerprint of the topology read back", read_back, first);
}

Status DeserializeGarbage(Context&, const Api& api, Topology*) {
  const auto back = Deserialized(api, "\xff\xff no topology \x01");
  if (!back.ok())
    CPPJRT_RETURN_IF_ERROR(NotLinkedIsUnsupported(back.status()).code() == StatusCode::kUnimplemented
                               ? NotLinkedIsUnsupported(back.status())
                               : Status());
  return ExpectAnyError("bytes that are no topology", back.status());
}

Status Compiles(Context& context, const Api& api, Topology* topology) {
  const auto executable = CompileFor(api, topology, kTwoResults);
  if (!executable.ok()) return NotLinkedIsUnsupported(executable.status());
  auto outputs = api.Make<PJRT_Executable_NumOutputs_Args>();
  outputs.executable = executable->get();
  CPPJRT_RETURN_IF_ERROR(api.Call(outputs));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the number of results", outputs.num_outputs, size_t{2}));
  auto name = api.Make<PJRT_Executable_Name_Args>();
  name.executable = executable->get();
  CPPJRT_RETURN_IF_ERROR(api.Call(name));
  context.Evidence(std::string(name.executable_name, name.executable_name_size));
  auto serialized = api.Make<PJRT_Executable_Serialize_Args>();
  serialized.executable = executable->get();
  CPPJRT_RETURN_IF_ERROR(api.Call(serialized));
  const size_t size = serialized.serialized_bytes_size;
  serialized.serialized_executable_deleter(serialized.serialized_executable);
  context.Evidence(std::to_string(size) + " bytes serialized");
  return Expect(size > 0, "the serialized program is empty");
}

Status CompileOutputs(Context&, const Api& api, Topology* topology) {
  const auto executable = CompileFor(api, topology, kTwoResults);
  if (!executable.ok()) return NotLinkedIsUnsupported(executable.status());
  auto types = api.Make<PJRT_Executable_OutputElementTypes_Args>();
  types.executable = executable->get();
  CPPJRT_RETURN_IF_ERROR(api.Call(types));
  const std::vector<PJRT_Buffer_Type> seen(types.output_types, types.output_types + types.num_output_types);
  CPPJRT_RETURN_IF_ERROR(
      ExpectEqual("the types of the results", seen, std::vector{PJRT_Buffer_Type_F32, PJRT_Buffer_Type_F32}));
  auto dims = api.Make<PJRT_Executable_OutputDimensions_Args>();
  dims.executable = executable->get();
  CPPJRT_RETURN_IF_ERROR(api.Call(dims));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the number of results", dims.num_outputs, size_t{2}));
  const std::vector<size_t> ranks(dims.dim_sizes, dims.dim_sizes + 2);
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the ranks of the results", ranks, std::vector<size_t>{1, 1}));
  return ExpectEqual("the dimensions of the results", std::vector<int64_t>(dims.dims, dims.dims + 2),
                     std::vector<int64_t>{4, 4});
}

Status CompileGarbage(Context&, const Api& api, Topology* topology) {
  const auto good = CompileFor(api, topology, kAdd);
  if (!good.ok()) return NotLinkedIsUnsupported(good.status());
  return ExpectAnyError("a program that does not parse", CompileFor(api, topology, "no program at all").status());
}

Status KindIdsDistinct(Context& context, const Api& api, Topology* topology) {
  auto args = api.Make<PJRT_TopologyDescription_GetMemorySpaceKindIds_Args>();
  args.topology = topology;
  CPPJRT_RETURN_IF_ERROR(api.Call(args));
  const std::vector<int> ids(args.memory_space_kind_ids, args.memory_space_kind_ids + args.num_memory_space_kind_ids);
  context.Evidence(internal::ShownValue(ids));
  CPPJRT_RETURN_IF_ERROR(Expect(!ids.empty(), "the topology has no kind of memory"));
  return ExpectEqual("the number of distinct kinds", std::set<int>(ids.begin(), ids.end()).size(), ids.size());
}

Status CanonicalShape(Context& context, const Api& api, Topology* topology) {
  auto kinds = api.Make<PJRT_TopologyDescription_GetMemorySpaceKindIds_Args>();
  kinds.topology = topology;
  CPPJRT_RETURN_IF_ERROR(api.Call(kinds));
  if (kinds.num_memory_space_kind_ids == 0) return Absent("the topology has no kind of memory");
  const int64_t dims[] = {3, 5};
  auto args = api.Make<PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace_Args>();
  args.topology = topology;
  args.memory_space_kind_id = kinds.memory_space_kind_ids[0];
  args.dims = dims;
  args.num_dims = 2;
  args.element_type = PJRT_Buffer_Type_F32;
  CPPJRT_RETURN_IF_ERROR(api.Call(args));
  const std::string bytes(args.serialized_shape, args.serialized_shape_size);
  if (args.serialized_shape_deleter == nullptr)
    return UnknownError("the shape comes without the function that frees it");
  args.serialized_shape_deleter(args.serialized_shape);
  context.Evidence(std::to_string(bytes.size()) + " bytes");
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::ArrayShape shape, pjrt::ReadArrayShape(bytes));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the element type of the shape", shape.type, pjrt::ElementType::kF32));
  return ExpectEqual("the dimensions of the shape", shape.dims, std::vector<int64_t>{3, 5});
}

// --- of a client

StatusOr<Topology*> OfClient(const Session& session) {
  auto args = session.api().Make<PJRT_Client_TopologyDescription_Args>();
  args.client = session.client();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  if (args.topology == nullptr) return UnknownError("the client has no topology");
  return args.topology;
}

CheckFunction WithClient(TopologyCheck check) {
  return [check](Context& context) -> Status {
    CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
    CPPJRT_ASSIGN_OR_RETURN(Topology* const topology, OfClient(session));
    return check(context, session.api(), topology);
  };
}

Status ClientDevices(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(Topology* const topology, OfClient(session));
  CPPJRT_ASSIGN_OR_RETURN(const auto descriptions, Descriptions(session.api(), topology));
  auto devices = session.api().Make<PJRT_Client_Devices_Args>();
  devices.client = session.client();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(devices));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the number of devices", descriptions.size(), devices.num_devices));
  auto platform = session.api().Make<PJRT_Client_PlatformName_Args>();
  platform.client = session.client();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(platform));
  CPPJRT_ASSIGN_OR_RETURN(const std::string name, PlatformOf(session.api(), topology));
  return ExpectEqual("the platform", name, std::string(platform.platform_name, platform.platform_name_size));
}

Status ClientKindIds(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(Topology* const topology, OfClient(session));
  auto args = session.api().Make<PJRT_TopologyDescription_GetMemorySpaceKindIds_Args>();
  args.topology = topology;
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  const std::set<int> kinds(args.memory_space_kind_ids, args.memory_space_kind_ids + args.num_memory_space_kind_ids);
  CPPJRT_ASSIGN_OR_RETURN(PJRT_Device* const device, session.Device());
  CPPJRT_ASSIGN_OR_RETURN(PJRT_Memory* const memory, session.DefaultMemory(device));
  auto id = session.api().Make<PJRT_Memory_Kind_Id_Args>();
  id.memory = memory;
  CPPJRT_RETURN_IF_ERROR(session.api().Call(id));
  return Expect(kinds.contains(id.kind_id), "the kind id of the default memory is not among the topology's");
}

// Compiled without a client, loaded and run by one.
Status CompileThenLoad(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(Topology* const topology, OfClient(session));
  auto executable = CompileFor(session.api(), topology, kAdd);
  if (!executable.ok()) return NotLinkedIsUnsupported(executable.status());
  auto args = session.api().Make<PJRT_Client_Load_Args>();
  args.client = session.client();
  args.executable = executable->get();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  const LoadedHandle loaded(session.api(), args.loaded_executable);
  CPPJRT_ASSIGN_OR_RETURN(const Array result, session.RunOne(loaded, {F32({4}, {1, 2, 3, 4}), F32({4}, {1, 1, 1, 1})}));
  return Same(result, F32({4}, {2, 3, 4, 5}));
}

// --- by name

StatusOr<TopologyHandle> Create(Context& context, std::string_view name) {
  const Api& api = context.api();
  const std::vector<PJRT_NamedValue> options = ToNamedValues(api, context.setup().topology_options);
  auto args = api.Make<PJRT_TopologyDescription_Create_Args>();
  args.topology_name = name.data();
  args.topology_name_size = name.size();
  args.create_options = options.data();
  args.num_options = options.size();
  CPPJRT_RETURN_IF_ERROR(api.Call(args));
  if (args.topology == nullptr)
    return UnknownError("PJRT_TopologyDescription_Create gave neither an error nor a topology");
  return TopologyHandle(api, args.topology);
}

// The name the person gave, or one that some plugin is known to take.
StatusOr<TopologyHandle> CreateKnown(Context& context) {
  const std::string& given = context.setup().topology;
  if (!given.empty()) return Create(context, given);
  Status last;
  for (const char* name : {"v5e:2x2", ""}) {
    auto topology = Create(context, name);
    if (topology.ok()) return topology;
    last = topology.status();
    if (ResultOf(last) != Result::kFail) return last;
  }
  return Absent("no topology is known by name; give one with --topology (" + last.ToString() + ")");
}

CheckFunction WithName(TopologyCheck check) {
  return [check](Context& context) -> Status {
    CPPJRT_ASSIGN_OR_RETURN(const TopologyHandle topology, CreateKnown(context));
    return check(context, context.api(), topology.get());
  };
}

Status UnknownName(Context& context) {
  CPPJRT_RETURN_IF_ERROR(CreateKnown(context).status());
  const auto topology = Create(context, "no such hardware: 7 x 9");
  if (topology.ok()) {
    // Plugins of GPUs take any name and read the options only.
    if (!context.setup().topology_options.empty()) return Absent("this plugin goes by the options, not by the name");
    return UnknownError("a name that means nothing is accepted");
  }
  return ExpectAnyError("a name that means nothing", topology.status());
}

Status DestroyTwoTopologies(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(TopologyHandle first, CreateKnown(context));
  CPPJRT_ASSIGN_OR_RETURN(TopologyHandle second, CreateKnown(context));
  CPPJRT_RETURN_IF_ERROR(first.Destroy());
  CPPJRT_RETURN_IF_ERROR(HasPlatform(context, context.api(), second.get()));
  return second.Destroy();
}

struct Row {
  const char* id;
  const char* title;
  const char* meaning;
  const char* source;
  TopologyCheck check;
};

std::vector<Row> Rows() {
  return {
      {"devices", "the topology describes at least one device, with distinct ids and kinds",
       "programs are compiled for the wrong number of devices", "PJRT_TopologyDescription_GetDeviceDescriptions",
       HasDescriptions},
      {"platform", "the topology has a platform name and version", "programs are compiled by the wrong compiler",
       "PJRT_TopologyDescription_PlatformName", HasPlatform},
      {"attributes", "the topology's attributes have distinct names", "frameworks misread the shape of the machine",
       "PJRT_TopologyDescription_Attributes", HasAttributes},
      {"round_trip", "a serialized topology read back is the same", "programs cannot be compiled on another machine",
       "PJRT_TopologyDescription_Deserialize", RoundTrip},
      {"fingerprint", "the fingerprint is the same each time, and after reading back",
       "caches of compiled programs miss", "PJRT_TopologyDescription_Fingerprint", Fingerprint},
      {"deserialize_garbage", "bytes that are no topology are an error", "a damaged file crashes the program",
       "PJRT_TopologyDescription_Deserialize", DeserializeGarbage},
      {"compile", "a program is compiled without a client and serialized", "programs cannot be compiled ahead of time",
       "PJRT_Compile", Compiles},
      {"compile_outputs", "such a program knows the types and shapes of its results",
       "what was compiled ahead of time cannot be called", "PJRT_Executable_OutputDimensions", CompileOutputs},
      {"compile_garbage", "text that is no program is an error", "a damaged file crashes the compiler", "PJRT_Compile",
       CompileGarbage},
      {"memory_kinds", "kinds of memory are there, each once", "placement by memory kind does not work ahead of time",
       "PJRT_TopologyDescription_GetMemorySpaceKindIds", KindIdsDistinct},
      {"canonical_shape", "the canonical shape of f32[3,5] is f32[3,5]", "layouts cannot be known ahead of time",
       "PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace", CanonicalShape},
  };
}

}  // namespace

void AddTopologyChecks(Registry& registry) {
  for (const Row& row : Rows()) {
    registry.Add({.id = std::string("topology.client.") + row.id,
                  .title = std::string(row.title) + " (the client's topology)",
                  .meaning = row.meaning,
                  .source = row.source},
                 WithClient(row.check));
  }
  registry.Add({.id = "topology.client.matches",
                .title = "the client's topology has its devices and platform",
                .meaning = "programs are compiled for other devices than those they run on",
                .source = "PJRT_Client_TopologyDescription"},
               ClientDevices);
  registry.Add({.id = "topology.client.memory_kinds_match",
                .title = "the kinds of memory of the topology are those of the client's memories",
                .meaning = "programs compiled ahead of time name the wrong memory",
                .source = "PJRT_TopologyDescription_GetMemorySpaceKindIds"},
               ClientKindIds);
  registry.Add({.id = "topology.client.load",
                .title = "a program compiled for the topology is loaded by the client and gives right values",
                .meaning = "what was compiled ahead of time cannot be run",
                .source = "PJRT_Client_Load"},
               CompileThenLoad);
  for (const Row& row : Rows()) {
    registry.Add({.id = std::string("topology.named.") + row.id,
                  .title = std::string(row.title) + " (a topology made by name)",
                  .meaning = row.meaning,
                  .source = row.source,
                  .seconds = 60},
                 WithName(row.check));
  }
  registry.Add({.id = "topology.named.unknown_name",
                .title = "a name that means nothing is an error",
                .meaning = "a misspelt name compiles for other hardware",
                .source = "PJRT_TopologyDescription_Create"},
               UnknownName);
  registry.Add({.id = "topology.named.two",
                .title = "of two topologies made by name one lives on when the other is destroyed",
                .meaning = "programs that compile for two machines crash",
                .source = "PJRT_TopologyDescription_Destroy"},
               DestroyTwoTopologies);
}

}  // namespace cppjrt::conform
