// Compiling, loading, and what executables tell about themselves. execute.cc runs them.
#include "tests/fault_plugin/executable.h"

#include <cstring>

#include "tests/fault_plugin/plugin.h"
#include "tests/fault_plugin/serialized.h"

namespace fault {
namespace {

constexpr char kFormat[] = "mlir";
// What the compiled program is called: no format that a client reads signatures from, as programs take what they are given.
constexpr char kOptimizedFormat[] = "fault";

int64_t TotalBytes(const std::vector<Shape>& shapes) {
  size_t total = 0;
  for (const Shape& shape : shapes) total += shape.device_bytes();
  return static_cast<int64_t>(total);
}

}  // namespace
}  // namespace fault

PJRT_Executable::PJRT_Executable(std::shared_ptr<const fault::Program> what) : program(std::move(what)) {
  costs.AddFloat("flops", 1);
  costs.AddFloat("bytes accessed",
                 static_cast<float>(fault::TotalBytes(program->parameters) + fault::TotalBytes(program->outputs)));
  for (const fault::Shape& shape : program->outputs) {
    output_types.push_back(shape.type);
    output_dims.insert(output_dims.end(), shape.dims.begin(), shape.dims.end());
    output_ranks.push_back(shape.dims.size());
  }
  memory_kinds.assign(std::max(program->outputs.size(), program->parameters.size()), fault::kMemoryKinds[0]);
  memory_kind_sizes.assign(memory_kinds.size(), std::strlen(fault::kMemoryKinds[0]));
}

PJRT_LoadedExecutable::PJRT_LoadedExecutable(PJRT_Client& owner, std::shared_ptr<const fault::Program> what)
    : client(owner),
      program(std::move(what)),
      plain(program->delay_us == 0 && program->execute_error.code == PJRT_Error_Code_OK && program->donated.empty() &&
            program->send_channel < 0 && program->receive_channel < 0) {
  for (size_t i = 0; i < program->device_ids.size(); ++i) {
    const int64_t id = program->device_ids[i];
    if (id < 0 || static_cast<size_t>(id) >= client.device_pointers.size()) {
      fault::Invalid("No matching device found for device_id " + std::to_string(id));
    }
    devices.push_back(client.device_pointers[static_cast<size_t>(id)]);
    const int partitions = static_cast<int>(program->num_partitions);
    logical_ids.push_back({static_cast<int>(i) / partitions, static_cast<int>(i) % partitions});
  }
}

namespace fault {
namespace {

std::shared_ptr<const Program> Compile(const PJRT_Program* raw, const char* options, size_t options_size) {
  const PJRT_Program& program = Ref(raw, "program is null");
  const std::string_view format = View(program.format, program.format_size);
  if (format != kFormat) Invalid("Unknown program format " + Quote(format) + ", expected 'mlir'");
  Require(program.code != nullptr || program.code_size == 0, "the program's code is null");
  return CompileProgram(View(program.code, program.code_size), View(options, options_size));
}

void ClientCompile(Plugin&, PJRT_Client_Compile_Args& args) {
  PJRT_Client& client = Live(args.client);
  args.executable =
      new PJRT_LoadedExecutable(client, Compile(args.program, args.compile_options, args.compile_options_size));
}

void CompileForTopology(Plugin&, PJRT_Compile_Args& args) {
  Ref(args.topology, "topology is null");
  if (args.client != nullptr) Live(args.client);
  args.executable = new PJRT_Executable(Compile(args.program, args.compile_options, args.compile_options_size));
}

PJRT_Executable& Of(PJRT_Executable* executable) { return Ref(executable, "executable is null"); }

void ClientLoad(Plugin&, PJRT_Client_Load_Args& args) {
  PJRT_Client& client = Live(args.client);
  std::shared_ptr<const Program> program = Of(args.executable).program;
  if (args.compile_options_size > 0) {
    program = CompileProgram(program->text, View(args.compile_options, args.compile_options_size));
  }
  args.loaded_executable = new PJRT_LoadedExecutable(client, std::move(program));
}

void DeserializeAndLoad(Plugin&, PJRT_Executable_DeserializeAndLoad_Args& args) {
  PJRT_Client& client = Live(args.client);
  const std::string_view options =
      View(args.overridden_serialized_compile_options, args.overridden_serialized_compile_options_size);
  args.loaded_executable = new PJRT_LoadedExecutable(
      client, DeserializeProgram(View(args.serialized_executable, args.serialized_executable_size), options));
}

// --- executables

void Destroy(Plugin&, PJRT_Executable_Destroy_Args& args) { delete &Of(args.executable); }

void Name(Plugin&, PJRT_Executable_Name_Args& args) {
  const std::string& name = Of(args.executable).program->name;
  args.executable_name = name.c_str();
  args.executable_name_size = name.size();
}

void NumReplicas(Plugin&, PJRT_Executable_NumReplicas_Args& args) {
  args.num_replicas = static_cast<size_t>(Of(args.executable).program->num_replicas);
}

void NumPartitions(Plugin&, PJRT_Executable_NumPartitions_Args& args) {
  args.num_partitions = static_cast<size_t>(Of(args.executable).program->num_partitions);
}

void NumOutputs(Plugin&, PJRT_Executable_NumOutputs_Args& args) {
  args.num_outputs = Of(args.executable).program->num_outputs;
}

void CodeSize(Plugin&, PJRT_Executable_SizeOfGeneratedCodeInBytes_Args& args) {
  args.size_in_bytes = static_cast<int64_t>(Of(args.executable).program->text.size());
}

void ExecutableFingerprint(Plugin&, PJRT_Executable_Fingerprint_Args& args) {
  const std::string& fingerprint = Of(args.executable).program->fingerprint;
  args.executable_fingerprint = fingerprint.c_str();
  args.executable_fingerprint_size = fingerprint.size();
}

void CostAnalysis(Plugin&, PJRT_Executable_GetCostAnalysis_Args& args) {
  const NamedValues& costs = Of(args.executable).costs;
  args.properties = costs.data();
  args.num_properties = costs.size();
}

// All figures differ, so that a reader who mixes up fields is found out.
void CompiledMemoryStats(Plugin&, PJRT_Executable_GetCompiledMemoryStats_Args& args) {
  const Program& program = *Of(args.executable).program;
  args.generated_code_size_in_bytes = static_cast<int64_t>(program.text.size());
  args.argument_size_in_bytes = TotalBytes(program.parameters);
  args.output_size_in_bytes = TotalBytes(program.outputs);
  args.alias_size_in_bytes = 1;
  args.temp_size_in_bytes = 2;
  args.host_generated_code_size_in_bytes = 3;
  args.host_argument_size_in_bytes = 4;
  args.host_output_size_in_bytes = 5;
  args.host_alias_size_in_bytes = 6;
  args.host_temp_size_in_bytes = 7;
  args.peak_memory_in_bytes = args.argument_size_in_bytes + args.output_size_in_bytes;
  args.total_size_in_bytes = args.peak_memory_in_bytes + 8;
  args.total_allocation_bytes = args.peak_memory_in_bytes + 9;
  args.indefinite_allocations = 10;
  args.peak_unpadded_heap_bytes = args.peak_memory_in_bytes + 11;
}

void OutputElementTypes(Plugin&, PJRT_Executable_OutputElementTypes_Args& args) {
  PJRT_Executable& executable = Of(args.executable);
  args.output_types = executable.output_types.data();
  args.num_output_types = executable.output_types.size();
}

void OutputDimensions(Plugin&, PJRT_Executable_OutputDimensions_Args& args) {
  const PJRT_Executable& executable = Of(args.executable);
  args.num_outputs = executable.output_ranks.size();
  args.dims = executable.output_dims.data();
  args.dim_sizes = executable.output_ranks.data();
}

void OutputMemoryKinds(Plugin&, PJRT_Executable_OutputMemoryKinds_Args& args) {
  const PJRT_Executable& executable = Of(args.executable);
  args.num_outputs = executable.program->outputs.size();
  args.memory_kinds = executable.memory_kinds.data();
  args.memory_kind_sizes = executable.memory_kind_sizes.data();
}

void ParameterMemoryKinds(Plugin&, PJRT_Executable_ParameterMemoryKinds_Args& args) {
  const PJRT_Executable& executable = Of(args.executable);
  args.num_parameters = executable.program->parameters.size();
  args.memory_kinds = executable.memory_kinds.data();
  args.memory_kind_sizes = executable.memory_kind_sizes.data();
}

// The first call, with null code, asks for the size; the second brings the space.
void OptimizedProgram(Plugin&, PJRT_Executable_OptimizedProgram_Args& args) {
  const std::string& text = Of(args.executable).program->text;
  PJRT_Program& program = Ref(args.program, "program is null");
  program.format = kOptimizedFormat;
  program.format_size = std::strlen(kOptimizedFormat);
  if (program.code == nullptr) {
    program.code_size = text.size();
    return;
  }
  Require(program.code_size >= text.size(), "PJRT_Executable_OptimizedProgram: code_size is too small");
  std::memcpy(program.code, text.data(), text.size());
}

void Serialize(Plugin&, PJRT_Executable_Serialize_Args& args) {
  const PJRT_Executable& executable = Ref(args.executable, "executable is null");
  GiveSerialized(SerializeProgram(*executable.program), &args.serialized_bytes, &args.serialized_bytes_size,
                 &args.serialized_executable, &args.serialized_executable_deleter);
}

void GetCompileOptions(Plugin&, PJRT_Executable_GetCompileOptions_Args& args) {
  GiveSerialized(Of(args.executable).program->options, &args.serialized_bytes, &args.serialized_bytes_size,
                 &args.serialized_compile_options, &args.serialized_compile_options_deleter);
}

// --- loaded executables

void DestroyLoaded(Plugin&, PJRT_LoadedExecutable_Destroy_Args& args) {
  delete &Ref(args.executable, "executable is null");
}

void GetExecutable(Plugin&, PJRT_LoadedExecutable_GetExecutable_Args& args) {
  args.executable = new PJRT_Executable(Live(args.loaded_executable).program);
}

void GetDeviceAssignment(Plugin&, PJRT_LoadedExecutable_GetDeviceAssignment_Args& args) {
  GiveSerialized(SerializeAssignment(*Live(args.executable).program), &args.serialized_bytes,
                 &args.serialized_bytes_size, &args.serialized_device_assignment,
                 &args.serialized_device_assignment_deleter);
}

void AddressableDevices(Plugin&, PJRT_LoadedExecutable_AddressableDevices_Args& args) {
  PJRT_LoadedExecutable& executable = Live(args.executable);
  args.addressable_devices = executable.devices.data();
  args.num_addressable_devices = executable.devices.size();
}

void LogicalIds(Plugin&, PJRT_LoadedExecutable_AddressableDeviceLogicalIds_Args& args) {
  PJRT_LoadedExecutable& executable = Live(args.executable);
  args.addressable_device_logical_ids = executable.logical_ids.data();
  args.num_addressable_device_logical_ids = executable.logical_ids.size();
}

void Delete(Plugin&, PJRT_LoadedExecutable_Delete_Args& args) { Live(args.executable).deleted = true; }

void IsDeleted(Plugin&, PJRT_LoadedExecutable_IsDeleted_Args& args) { args.is_deleted = Live(args.executable).deleted; }

void LoadedFingerprint(Plugin&, PJRT_LoadedExecutable_Fingerprint_Args& args) {
  const std::string& fingerprint = Live(args.executable).program->fingerprint;
  args.executable_fingerprint = fingerprint.c_str();
  args.executable_fingerprint_size = fingerprint.size();
}

}  // namespace

void AddExecutableSlots() {
  AddSlots<ClientCompile, CompileForTopology, ClientLoad, DeserializeAndLoad, Destroy, Name, NumReplicas, NumPartitions,
           NumOutputs, CodeSize, ExecutableFingerprint, CostAnalysis, CompiledMemoryStats, OutputElementTypes,
           OutputDimensions, OutputMemoryKinds, ParameterMemoryKinds, OptimizedProgram, Serialize, GetCompileOptions>();
  AddSlots<DestroyLoaded, GetExecutable, GetDeviceAssignment, AddressableDevices, LogicalIds, Delete, IsDeleted,
           LoadedFingerprint>();
}

}  // namespace fault
