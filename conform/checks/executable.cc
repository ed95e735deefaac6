// executable: what a compiled program says of itself, and programs as bytes.
#include <sys/wait.h>
#include <unistd.h>

#include "conform/checks/areas.h"
#include "conform/checks/programs.h"

namespace cppjrt::conform {
namespace {

// A session, a loaded program and its executable.
struct Compiled {
  Session session;
  LoadedHandle loaded;
  ExecutableHandle executable;
};

StatusOr<Compiled> CompileProgram(Context& context, std::string_view program) {
  CPPJRT_ASSIGN_OR_RETURN(Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(LoadedHandle loaded, session.Compile(program));
  CPPJRT_ASSIGN_OR_RETURN(ExecutableHandle executable, session.ExecutableOf(loaded));
  return Compiled{std::move(session), std::move(loaded), std::move(executable)};
}

template <class Args>
Args Of(const Compiled& compiled) {
  auto args = compiled.session.api().Make<Args>();
  args.executable = compiled.executable.get();
  return args;
}
// The arguments of functions on loaded programs.
template <class Args>
Args OfLoaded(const Session& session, const LoadedHandle& loaded) {
  auto args = session.api().Make<Args>();
  args.executable = loaded.get();
  return args;
}

const Array kOne = F32({4}, {1, 2, 3, 4});

Status Name(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Compiled compiled, CompileProgram(context, kAdd));
  auto args = Of<PJRT_Executable_Name_Args>(compiled);
  CPPJRT_RETURN_IF_ERROR(compiled.session.api().Call(args));
  const std::string name(args.executable_name, args.executable_name_size);
  context.Evidence(name);
  return Expect(name.find("add") != std::string::npos, "the module is called add, the program '" + name + "'");
}

Status Counts(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Compiled compiled, CompileProgram(context, kTwoResults));
  auto replicas = Of<PJRT_Executable_NumReplicas_Args>(compiled);
  CPPJRT_RETURN_IF_ERROR(compiled.session.api().Call(replicas));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the number of replicas", replicas.num_replicas, size_t{1}));
  auto partitions = Of<PJRT_Executable_NumPartitions_Args>(compiled);
  CPPJRT_RETURN_IF_ERROR(compiled.session.api().Call(partitions));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the number of partitions", partitions.num_partitions, size_t{1}));
  auto outputs = Of<PJRT_Executable_NumOutputs_Args>(compiled);
  CPPJRT_RETURN_IF_ERROR(compiled.session.api().Call(outputs));
  return ExpectEqual("the number of results", outputs.num_outputs, size_t{2});
}

constexpr char kThreeShapes[] = R"(module @shapes {
  func.func public @main(%a: tensor<2x3xf32>) -> (tensor<3x2xf32>, tensor<f64>, tensor<5xi8>) {
    %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %1 = stablehlo.constant dense<2.5> : tensor<f64>
    %2 = stablehlo.constant dense<7> : tensor<5xi8>
    return %0, %1, %2 : tensor<3x2xf32>, tensor<f64>, tensor<5xi8>
  }
})";

Status OutputTypes(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Compiled compiled, CompileProgram(context, kThreeShapes));
  auto args = Of<PJRT_Executable_OutputElementTypes_Args>(compiled);
  CPPJRT_RETURN_IF_ERROR(compiled.session.api().Call(args));
  return ExpectEqual("the types of the results",
                     std::vector<PJRT_Buffer_Type>(args.output_types, args.output_types + args.num_output_types),
                     std::vector{PJRT_Buffer_Type_F32, PJRT_Buffer_Type_F64, PJRT_Buffer_Type_S8});
}

Status OutputDims(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Compiled compiled, CompileProgram(context, kThreeShapes));
  auto args = Of<PJRT_Executable_OutputDimensions_Args>(compiled);
  CPPJRT_RETURN_IF_ERROR(compiled.session.api().Call(args));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the number of results", args.num_outputs, size_t{3}));
  CPPJRT_RETURN_IF_ERROR(
      ExpectEqual("the ranks", std::vector<size_t>(args.dim_sizes, args.dim_sizes + 3), std::vector<size_t>{2, 0, 1}));
  return ExpectEqual("the dimensions", std::vector<int64_t>(args.dims, args.dims + 3), std::vector<int64_t>{3, 2, 5});
}

Status OutputMemoryKinds(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Compiled compiled, CompileProgram(context, kTwoResults));
  auto args = Of<PJRT_Executable_OutputMemoryKinds_Args>(compiled);
  CPPJRT_RETURN_IF_ERROR(compiled.session.api().Call(args));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the number of results", args.num_outputs, size_t{2}));
  for (size_t i = 0; i < 2; ++i) {
    context.Evidence(std::string(args.memory_kinds[i], args.memory_kind_sizes[i]));
    CPPJRT_RETURN_IF_ERROR(Expect(args.memory_kind_sizes[i] > 0, "a result's memory kind is empty"));
  }
  return Status();
}

Status ParameterMemoryKinds(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Compiled compiled, CompileProgram(context, kAdd));
  auto args = Of<PJRT_Executable_ParameterMemoryKinds_Args>(compiled);
  CPPJRT_RETURN_IF_ERROR(compiled.session.api().Call(args));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the number of parameters", args.num_parameters, size_t{2}));
  for (size_t i = 0; i < 2; ++i) {
    CPPJRT_RETURN_IF_ERROR(Expect(args.memory_kind_sizes[i] > 0, "a parameter's memory kind is empty"));
  }
  return Status();
}

// Of a program that no library of the plugin's can run for it.
Status CodeSize(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Compiled compiled, CompileProgram(context, kTwoResults));
  auto args = Of<PJRT_Executable_SizeOfGeneratedCodeInBytes_Args>(compiled);
  CPPJRT_RETURN_IF_ERROR(compiled.session.api().Call(args));
  context.Evidence(std::to_string(args.size_in_bytes) + " bytes");
  if (args.size_in_bytes == 0) context.Hazard("the size of the code is given as 0, not as -1 for unknown");
  return Expect(args.size_in_bytes >= -1, "the size of the code is " + std::to_string(args.size_in_bytes));
}

// a·b of 64 × 64 in f32: 16 KiB each, 2·64³ operations.
Status CostAnalysis(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Compiled compiled, CompileProgram(context, kDot));
  auto args = Of<PJRT_Executable_GetCostAnalysis_Args>(compiled);
  CPPJRT_RETURN_IF_ERROR(compiled.session.api().Call(args));
  if (args.num_properties == 0) return Absent("the cost analysis has no properties");
  double flops = -1;
  for (size_t i = 0; i < args.num_properties; ++i) {
    const PJRT_NamedValue& value = args.properties[i];
    const std::string name(value.name, value.name_size);
    if (i < 8) context.Evidence(name + " = " + ValueText(value));
    if (name == "flops" && value.type == PJRT_NamedValue_kFloat) flops = static_cast<double>(value.float_value);
  }
  if (flops < 0) return Absent("the cost analysis has no flops");
  constexpr double kExpected = 2.0 * 64 * 64 * 64;
  return Expect(flops > kExpected / 4 && flops < kExpected * 4,
                "a product of 64 x 64 is said to take " + std::to_string(flops) + " operations; it takes 524288");
}

Status MemoryStats(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Compiled compiled, CompileProgram(context, kDot));
  auto args = Of<PJRT_Executable_GetCompiledMemoryStats_Args>(compiled);
  CPPJRT_RETURN_IF_ERROR(compiled.session.api().Call(args));
  constexpr int64_t kMatrix = 64 * 64 * 4;
  context.Evidence("arguments " + std::to_string(args.argument_size_in_bytes) + ", results " +
                   std::to_string(args.output_size_in_bytes) + ", temporary " +
                   std::to_string(args.temp_size_in_bytes) + ", peak " + std::to_string(args.peak_memory_in_bytes));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the size of the arguments", args.argument_size_in_bytes, 2 * kMatrix));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the size of the results", args.output_size_in_bytes, kMatrix));
  CPPJRT_RETURN_IF_ERROR(Expect(args.temp_size_in_bytes >= 0, "the temporary size is negative"));
  return ExpectEqual("the size of what is shared with arguments", args.alias_size_in_bytes, int64_t{0});
}

Status PeakPlausible(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Compiled compiled, CompileProgram(context, kDot));
  if (compiled.session.api().minor() < 72) return Absent("the peak came with 0.72");
  auto args = Of<PJRT_Executable_GetCompiledMemoryStats_Args>(compiled);
  CPPJRT_RETURN_IF_ERROR(compiled.session.api().Call(args));
  context.Evidence("peak " + std::to_string(args.peak_memory_in_bytes));
  if (args.peak_memory_in_bytes == 0) return Absent("the peak is given as 0");
  // A compiler may or may not count arguments, which others own; a result it must hold.
  return Expect(args.peak_memory_in_bytes >= args.output_size_in_bytes,
                "the peak, " + std::to_string(args.peak_memory_in_bytes) + " bytes, is below the results, " +
                    std::to_string(args.output_size_in_bytes));
}

Status AliasSize(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Compiled compiled, CompileProgram(context, kDonatingAdd));
  auto args = Of<PJRT_Executable_GetCompiledMemoryStats_Args>(compiled);
  CPPJRT_RETURN_IF_ERROR(compiled.session.api().Call(args));
  return ExpectEqual("the size of what is shared with arguments", args.alias_size_in_bytes, int64_t{16});
}

StatusOr<std::string> FingerprintOf(const Session& session, std::string_view program) {
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle loaded, session.Compile(program));
  CPPJRT_ASSIGN_OR_RETURN(const ExecutableHandle executable, session.ExecutableOf(loaded));
  auto args = session.api().Make<PJRT_Executable_Fingerprint_Args>();
  args.executable = executable.get();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  return std::string(args.executable_fingerprint, args.executable_fingerprint_size);
}

Status Fingerprint(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const std::string add, FingerprintOf(session, kAdd));
  if (add.empty()) return Absent("the fingerprint is empty");
  CPPJRT_ASSIGN_OR_RETURN(const std::string again, FingerprintOf(session, kAdd));
  CPPJRT_ASSIGN_OR_RETURN(const std::string dot, FingerprintOf(session, kDot));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the fingerprint of the same program", again, add));
  return Expect(dot != add, "two programs have the same fingerprint");
}

Status OptimizedProgram(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Compiled compiled, CompileProgram(context, kAdd));
  PJRT_Program program = {};
  program.struct_size = pjrt::abi::StructSize<PJRT_Program>(compiled.session.api().sent_minor());
  auto args = Of<PJRT_Executable_OptimizedProgram_Args>(compiled);
  args.program = &program;
  CPPJRT_RETURN_IF_ERROR(compiled.session.api().Call(args));
  CPPJRT_RETURN_IF_ERROR(Expect(program.code_size > 0, "the optimized program has no bytes"));
  context.Evidence(std::string(program.format, program.format_size) + ", " + std::to_string(program.code_size) +
                   " bytes");
  std::string code(program.code_size, '\0');
  program.code = code.data();
  CPPJRT_RETURN_IF_ERROR(compiled.session.api().Call(args));
  return Expect(code.find_first_not_of('\0') != std::string::npos, "the optimized program was not written");
}

Status OptionsReadBack(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Compiled compiled, CompileProgram(context, kAdd));
  auto args = Of<PJRT_Executable_GetCompileOptions_Args>(compiled);
  CPPJRT_RETURN_IF_ERROR(compiled.session.api().Call(args));
  const std::string bytes(args.serialized_bytes, args.serialized_bytes_size);
  if (args.serialized_compile_options_deleter == nullptr)
    return UnknownError("the options come without what frees them");
  args.serialized_compile_options_deleter(args.serialized_compile_options);
  // What comes back compiles the program again.
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle again, compiled.session.CompileBytes(kAdd, bytes));
  CPPJRT_ASSIGN_OR_RETURN(const Array result, compiled.session.RunOne(again, {kOne, kOne}));
  return Same(result, F32({4}, {2, 4, 6, 8}));
}

Status LoadedDevices(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Compiled compiled, CompileProgram(context, kAdd));
  auto args = OfLoaded<PJRT_LoadedExecutable_AddressableDevices_Args>(compiled.session, compiled.loaded);
  CPPJRT_RETURN_IF_ERROR(compiled.session.api().Call(args));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the number of devices", args.num_addressable_devices, size_t{1}));
  CPPJRT_ASSIGN_OR_RETURN(PJRT_Device* const device, compiled.session.Device());
  return Expect(args.addressable_devices[0] == device, "the program is not on the first device");
}

Status DeleteLoaded(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Compiled compiled, CompileProgram(context, kAdd));
  auto ask = OfLoaded<PJRT_LoadedExecutable_IsDeleted_Args>(compiled.session, compiled.loaded);
  CPPJRT_RETURN_IF_ERROR(compiled.session.api().Call(ask));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("is_deleted of a new program", ask.is_deleted, false));
  auto args = OfLoaded<PJRT_LoadedExecutable_Delete_Args>(compiled.session, compiled.loaded);
  CPPJRT_RETURN_IF_ERROR(compiled.session.api().Call(args));
  CPPJRT_RETURN_IF_ERROR(compiled.session.api().Call(ask));
  return ExpectEqual("is_deleted after deletion", ask.is_deleted, true);
}

Status DeviceAssignment(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Compiled compiled, CompileProgram(context, kAdd));
  auto args = OfLoaded<PJRT_LoadedExecutable_GetDeviceAssignment_Args>(compiled.session, compiled.loaded);
  CPPJRT_RETURN_IF_ERROR(compiled.session.api().Call(args));
  const std::string bytes(args.serialized_bytes, args.serialized_bytes_size);
  if (args.serialized_device_assignment_deleter == nullptr)
    return UnknownError("the bytes come without what frees them");
  args.serialized_device_assignment_deleter(args.serialized_device_assignment);
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::DeviceAssignment assignment, pjrt::DeviceAssignment::Parse(bytes));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("replicas", assignment.num_replicas, int64_t{1}));
  return ExpectEqual("the number of devices", assignment.device_ids.size(), size_t{1});
}

// --- bytes

StatusOr<std::string> SerializedBytes(const Session& session, std::string_view program) {
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle loaded, session.Compile(program));
  CPPJRT_ASSIGN_OR_RETURN(const ExecutableHandle executable, session.ExecutableOf(loaded));
  auto args = session.api().Make<PJRT_Executable_Serialize_Args>();
  args.executable = executable.get();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  std::string bytes(args.serialized_bytes, args.serialized_bytes_size);
  if (args.serialized_executable_deleter == nullptr) return UnknownError("the bytes come without what frees them");
  args.serialized_executable_deleter(args.serialized_executable);
  return bytes;
}

StatusOr<LoadedHandle> LoadBytes(const Session& session, std::string_view bytes) {
  auto args = session.api().Make<PJRT_Executable_DeserializeAndLoad_Args>();
  args.client = session.client();
  args.serialized_executable = bytes.data();
  args.serialized_executable_size = bytes.size();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  if (args.loaded_executable == nullptr) return UnknownError("loading gave neither an error nor a program");
  return LoadedHandle(session.api(), args.loaded_executable);
}

Status SerializeRoundTrip(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const std::string bytes, SerializedBytes(session, kAdd));
  context.Evidence(std::to_string(bytes.size()) + " bytes");
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle loaded, LoadBytes(session, bytes));
  CPPJRT_ASSIGN_OR_RETURN(const Array result, session.RunOne(loaded, {kOne, kOne}));
  return Same(result, F32({4}, {2, 4, 6, 8}));
}

// Made by one client, loaded by another.
Status SerializeAcrossClients(Context& context) {
  std::string bytes;
  {
    CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
    CPPJRT_ASSIGN_OR_RETURN(bytes, SerializedBytes(session, kAdd));
  }
  CPPJRT_ASSIGN_OR_RETURN(const Session other, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle loaded, LoadBytes(other, bytes));
  CPPJRT_ASSIGN_OR_RETURN(const Array result, other.RunOne(loaded, {kOne, kOne}));
  return Same(result, F32({4}, {2, 4, 6, 8}));
}

// Made by a child process that has loaded the plugin but made no client before the fork.
Status SerializeAcrossProcesses(Context& context) {
  int ends[2];
  if (pipe(ends) != 0) return UnknownError("no pipe can be made");
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    auto session = context.NewSession();
    StatusOr<std::string> bytes = session.ok() ? SerializedBytes(*session, kAdd) : session.status();
    const std::string text = bytes.ok() ? "+" + *bytes : "-" + bytes.status().ToString();
    for (size_t at = 0; at < text.size();) {
      const ssize_t written = write(ends[1], text.data() + at, text.size() - at);
      if (written <= 0) break;
      at += static_cast<size_t>(written);
    }
    _exit(0);
  }
  close(ends[1]);
  std::string bytes;
  char buffer[4096];
  for (ssize_t count = 0; (count = read(ends[0], buffer, sizeof buffer)) > 0;)
    bytes.append(buffer, static_cast<size_t>(count));
  close(ends[0]);
  waitpid(child, nullptr, 0);
  if (!bytes.starts_with('+')) {
    CPPJRT_RETURN_IF_ERROR(context.NewSession().status());  // Absent() where there is no device
    return UnknownError("the other process could not serialize: " + bytes);
  }
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle loaded, LoadBytes(session, std::string_view(bytes).substr(1)));
  CPPJRT_ASSIGN_OR_RETURN(const Array result, session.RunOne(loaded, {kOne, kOne}));
  return Same(result, F32({4}, {2, 4, 6, 8}));
}

Status LoadGarbage(Context& context, std::string_view bytes) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  return ExpectAnyError("loading " + std::to_string(bytes.size()) + " bytes that are no program",
                        LoadBytes(session, bytes).status());
}

Status LoadTruncated(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const std::string bytes, SerializedBytes(session, kAdd));
  for (const size_t part : {bytes.size() / 2, bytes.size() - 1}) {
    CPPJRT_RETURN_IF_ERROR(ExpectAnyError(std::to_string(part) + " of " + std::to_string(bytes.size()) + " bytes",
                                          LoadBytes(session, std::string_view(bytes).substr(0, part)).status()));
  }
  return Status();
}

}  // namespace

void AddExecutableChecks(Registry& registry) {
  const Area add(registry, "executable");
  add("name", "a program has its module's name", "profiles and logs do not tell programs apart", "PJRT_Executable_Name",
      Name);
  add("counts", "replicas, partitions and results are counted", "clients allocate too few results",
      "PJRT_Executable_NumOutputs", Counts);
  add("output_types", "the types of three results are right", "results are read as other types",
      "PJRT_Executable_OutputElementTypes", OutputTypes);
  add("output_dims", "the dimensions of three results are right", "results are read with other shapes",
      "PJRT_Executable_OutputDimensions", OutputDims);
  add("output_memory_kinds", "each result has a memory kind", "offloaded results are looked for in the wrong memory",
      "PJRT_Executable_OutputMemoryKinds", OutputMemoryKinds);
  add("parameter_memory_kinds", "each parameter has a memory kind", "arguments are put into the wrong memory",
      "PJRT_Executable_ParameterMemoryKinds", ParameterMemoryKinds);
  add("code_size", "the size of the code is -1 or at least 0", "caches count wrongly",
      "PJRT_Executable_SizeOfGeneratedCodeInBytes", CodeSize);
  add("cost_analysis", "a product of 64 x 64 takes about 2 x 64 x 64 x 64 operations",
      "cost models and profiles are wrong", "PJRT_Executable_GetCostAnalysis", CostAnalysis);
  add("memory_stats", "arguments and results of a product have their sizes", "users cannot tell whether a program fits",
      "PJRT_Executable_GetCompiledMemoryStats", MemoryStats);
  add("memory_peak", "the peak is at least the results", "users cannot tell whether a program fits",
      "PJRT_Executable_GetCompiledMemoryStats", PeakPlausible);
  add("memory_alias", "a donating program shares the result with its argument",
      "users cannot tell whether a program fits", "PJRT_Executable_GetCompiledMemoryStats", AliasSize);
  add("fingerprint", "equal programs have equal fingerprints, others have others", "caches mix programs up, or miss",
      "PJRT_Executable_Fingerprint", Fingerprint);
  add("optimized_program", "the optimized program tells its size and is written",
      "compiled programs cannot be inspected", "PJRT_Executable_OptimizedProgram", OptimizedProgram);
  add("compile_options", "the options come back, and compile the program again", "recompilation uses other options",
      "PJRT_Executable_GetCompileOptions", OptionsReadBack);
  add("devices", "a program is on the first device", "programs run on the wrong device",
      "PJRT_LoadedExecutable_AddressableDevices", LoadedDevices);
  add("delete", "a deleted program says so", "programs are used after they were freed",
      "PJRT_LoadedExecutable_IsDeleted", DeleteLoaded);
  add("device_assignment", "the device assignment names one device", "programs are loaded for the wrong devices",
      "PJRT_LoadedExecutable_GetDeviceAssignment", DeviceAssignment);
  add("serialize", "a serialized program loads and gives right values", "caches of compiled programs do not work",
      "PJRT_Executable_DeserializeAndLoad", SerializeRoundTrip);
  add("serialize_clients", "a serialized program loads in another client", "caches of compiled programs do not work",
      "PJRT_Executable_DeserializeAndLoad", SerializeAcrossClients);
  add("serialize_processes", "a program serialized by another process loads", "caches of compiled programs do not work",
      "PJRT_Executable_DeserializeAndLoad", SerializeAcrossProcesses, Level::kRequired, true);
  add("load_empty", "loading no bytes is an error", "a damaged cache file crashes the program",
      "PJRT_Executable_DeserializeAndLoad", [](Context& context) { return LoadGarbage(context, ""); });
  add("load_garbage", "loading bytes that are no program is an error", "a damaged cache file crashes the program",
      "PJRT_Executable_DeserializeAndLoad",
      [](Context& context) { return LoadGarbage(context, "these are no bytes of a program"); });
  add("load_truncated", "loading a part of a program is an error", "a damaged cache file crashes the program",
      "PJRT_Executable_DeserializeAndLoad", LoadTruncated, Level::kRequired, true);
}

}  // namespace cppjrt::conform
