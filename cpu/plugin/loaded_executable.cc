// Compiling, loading, and executables that have devices. execute.cc runs them.
#include <algorithm>
#include <utility>

#include "cpu/executable/serialized.h"
#include "cpu/plugin/entry.h"
#include "cpu/plugin/executable.h"
#include "cpu/plugin/serialized_bytes.h"

PJRT_LoadedExecutable::PJRT_LoadedExecutable(PJRT_Client& owner, cppjrt::cpu::Ref<cppjrt::cpu::LoadedProgram> what,
                                             std::vector<PJRT_Device*> where)
    : client(&owner), loaded(std::move(what)), fingerprint(loaded->program->fingerprint()), devices(std::move(where)) {
  const auto partitions = static_cast<int>(loaded->program->options().num_partitions);
  for (int i = 0; i < static_cast<int>(devices.size()); ++i) logical_ids.push_back({i / partitions, i % partitions});
}

namespace cppjrt::cpu {
namespace {

// A program that does less than this, in element operations, is over before another thread would have begun.
constexpr double kCheap = 50000;
constexpr double kCheapInNativeCode = 400000;

StatusOr<std::shared_ptr<const Executable>> CompileProgram(const PJRT_Program* program, const char* options_bytes,
                                                           size_t options_size, PJRT_Client* client,
                                                           const std::vector<Settings::Option>& settings) {
  CPPJRT_REQUIRE(program != nullptr, "program is null");
  const std::string_view format = View(program->format, program->format_size);
  if (format != "mlir") {
    return InvalidArgumentError("unknown program format '" + std::string(format) +
                                "'; this plugin takes 'mlir': StableHLO as text, portable artifact or bytecode");
  }
  CPPJRT_REQUIRE(program->code != nullptr || program->code_size == 0, "the program's code is null");
  CPPJRT_REQUIRE(options_bytes != nullptr || options_size == 0, "compile_options is null");
  CPPJRT_ASSIGN_OR_RETURN(CompileOptions options, CompileOptions::Parse(View(options_bytes, options_size), settings));
  return Compile(std::string(View(program->code, program->code_size)), std::move(options), Environment(client));
}

StatusOr<std::vector<PJRT_Device*>> DevicesOf(PJRT_Client& client, const CompileOptions& options) {
  std::vector<PJRT_Device*> devices;
  const int64_t first = client.options.process_id * kDevicesPerProcess;
  const bool one = options.num_processes() == 1 && options.device_ids.empty();
  for (int64_t i = 0; i < options.num_processes(); ++i) {
    int64_t id = options.device_ids.empty() ? first + i : options.device_ids[static_cast<size_t>(i)];
    if (one && options.device_ordinal >= 0) id = options.device_ordinal;
    CPPJRT_ASSIGN_OR_RETURN(PJRT_Device * device, DeviceById(client, id));
    if (std::find(devices.begin(), devices.end(), device) != devices.end()) {
      return InvalidArgumentError("the device assignment has device " + std::to_string(id) + " twice");
    }
    devices.push_back(device);
  }
  return devices;
}

StatusOr<std::vector<ArrayPlan>> MakePlans(const std::vector<ArraySpec>& specs,
                                           const std::vector<Sharding>& shardings) {
  std::vector<ArrayPlan> plans;
  for (size_t i = 0; i < specs.size(); ++i) {
    ArrayPlan& plan = plans.emplace_back();
    plan.spec = &specs[i];
    plan.sharding = &shardings[i];
    while (plan.memory_kind < kNumMemoryKinds && kKinds[plan.memory_kind].name != specs[i].memory_kind)
      ++plan.memory_kind;
    if (plan.memory_kind == kNumMemoryKinds) {
      return InvalidArgumentError("unknown memory kind '" + specs[i].memory_kind +
                                  "'; known are device, pinned_host and unpinned_host");
    }
    if (specs[i].dynamic()) continue;
    CPPJRT_ASSIGN_OR_RETURN(plan.shape, MakeShape(specs[i], shardings[i].ShardDims(specs[i].dims)));
  }
  return plans;
}

}  // namespace

StatusOr<PJRT_LoadedExecutable*> Load(PJRT_Client& client, std::shared_ptr<const Executable> program) {
  CPPJRT_ASSIGN_OR_RETURN(std::vector<PJRT_Device*> devices, DevicesOf(client, program->options()));
  Ref<LoadedProgram> loaded = MakeRef<LoadedProgram>();
  const Signature& signature = program->signature();
  CPPJRT_ASSIGN_OR_RETURN(loaded->parameters, MakePlans(signature.parameters, program->parameter_shardings()));
  CPPJRT_ASSIGN_OR_RETURN(loaded->results, MakePlans(signature.results, program->result_shardings()));
  loaded->donates = std::any_of(signature.parameters.begin(), signature.parameters.end(),
                                [](const ArraySpec& spec) { return spec.donated; });
  const stablehlo::Cost& cost = program->cost();
  const double work = cost.flops + 8 * cost.transcendentals + cost.bytes_accessed / 8;
  const bool native = program->is_native() && program->num_fallbacks() == 0;
  // Who calls a handler of the caller's sees what it does, and its error, when the call returns: XLA does so, and users of
  // Python callbacks rely on it. A loop of unknown length counts once then.
  const bool known = cost.unknown == 0 || cost.custom_calls > 0;
  loaded->bounded = cost.unknown == 0 && cost.custom_calls == 0 && work < kCheap;
  loaded->cheap = known && work < (native ? kCheapInNativeCode : kCheap);
  loaded->program = std::move(program);
  return LoadedExecutables::New(client, std::move(loaded), std::move(devices));
}

Status Serve(PJRT_Client_Compile_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.client));
  CPPJRT_ASSIGN_OR_RETURN(std::shared_ptr<const Executable> program,
                          CompileProgram(args.program, args.compile_options, args.compile_options_size, args.client,
                                         args.client->options.settings));
  CPPJRT_ASSIGN_OR_RETURN(args.executable, Load(*args.client, std::move(program)));
  return OkStatus();
}

Status Serve(PJRT_Compile_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.topology));
  if (args.client != nullptr) CPPJRT_RETURN_IF_ERROR(Check(args.client));
  CPPJRT_ASSIGN_OR_RETURN(
      std::shared_ptr<const Executable> program,
      CompileProgram(args.program, args.compile_options, args.compile_options_size, args.client,
                     args.client == nullptr ? args.topology->settings : args.client->options.settings));
  const auto needed = static_cast<size_t>(program->options().num_processes());
  if (needed > args.topology->devices.size()) {
    return InvalidArgumentError("the program needs " + std::to_string(needed) + " devices, the topology has " +
                                std::to_string(args.topology->devices.size()));
  }
  args.executable = Executables::New(std::move(program));
  return OkStatus();
}

Status Serve(PJRT_Client_Load_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.client));
  CPPJRT_RETURN_IF_ERROR(Check(args.executable));
  std::shared_ptr<const Executable> program = args.executable->program;
  CPPJRT_REQUIRE(args.compile_options != nullptr || args.compile_options_size == 0, "compile_options is null");
  const std::string_view given = View(args.compile_options, args.compile_options_size);
  const CompileOptions& before = program->options();
  CPPJRT_ASSIGN_OR_RETURN(CompileOptions options,
                          CompileOptions::Parse(given.empty() ? before.bytes : given, args.client->options.settings));
  // It may have been compiled for no client, or for one with other settings.
  if (options.bytes != before.bytes || options.client_settings != before.client_settings) {
    CPPJRT_ASSIGN_OR_RETURN(program, Compile(program->program(), std::move(options), Environment(args.client)));
  }
  CPPJRT_ASSIGN_OR_RETURN(args.loaded_executable, Load(*args.client, std::move(program)));
  return OkStatus();
}

Status Serve(PJRT_Executable_DeserializeAndLoad_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.client));
  CPPJRT_REQUIRE(args.serialized_executable != nullptr || args.serialized_executable_size == 0,
                 "serialized_executable is null");
  CPPJRT_ASSIGN_OR_RETURN(SerializedExecutable serialized,
                          Deserialize(View(args.serialized_executable, args.serialized_executable_size)));
  const std::string_view overriding =
      View(args.overridden_serialized_compile_options, args.overridden_serialized_compile_options_size);
  CPPJRT_ASSIGN_OR_RETURN(
      CompileOptions options,
      CompileOptions::Parse(overriding.empty() ? serialized.options : overriding, args.client->options.settings));
  // Its custom calls were partitioned when it was compiled: partitioners know those of this process only.
  CompileEnvironment environment = Environment(args.client);
  environment.partitioners = nullptr;
  CPPJRT_ASSIGN_OR_RETURN(std::shared_ptr<const Executable> program,
                          Compile(std::move(serialized.program), std::move(options), environment));
  CPPJRT_ASSIGN_OR_RETURN(args.loaded_executable, Load(*args.client, std::move(program)));
  return OkStatus();
}

Status Serve(PJRT_LoadedExecutable_Destroy_Args& args) {
  CPPJRT_RETURN_IF_ERROR(LoadedExecutables::Check(args.executable, "executable"));
  if (args.executable->client->generation != ForkGeneration()) return OkStatus();  // the parent's; see Buffer_Destroy
  return LoadedExecutables::Delete(args.executable, "executable");
}

Status Serve(PJRT_LoadedExecutable_GetExecutable_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.loaded_executable));
  args.executable = Executables::New(args.loaded_executable->loaded->program);
  return OkStatus();
}

Status Serve(PJRT_LoadedExecutable_GetDeviceAssignment_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.executable));
  std::vector<int64_t> ids;
  for (const PJRT_Device* device : args.executable->devices) ids.push_back(device->description.id);
  const CompileOptions& options = args.executable->loaded->program->options();
  GiveBytes(SerializeDeviceAssignment(options.num_replicas, options.num_partitions, ids), args.serialized_bytes,
            args.serialized_bytes_size, args.serialized_device_assignment, args.serialized_device_assignment_deleter);
  return OkStatus();
}

Status Serve(PJRT_LoadedExecutable_AddressableDevices_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.executable));
  args.addressable_devices = args.executable->devices.data();
  args.num_addressable_devices = args.executable->devices.size();
  return OkStatus();
}

Status Serve(PJRT_LoadedExecutable_AddressableDeviceLogicalIds_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.executable));
  args.addressable_device_logical_ids = args.executable->logical_ids.data();
  args.num_addressable_device_logical_ids = args.executable->logical_ids.size();
  return OkStatus();
}

Status Serve(PJRT_LoadedExecutable_Delete_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.executable));
  args.executable->deleted.store(true, std::memory_order_relaxed);
  return OkStatus();
}

Status Serve(PJRT_LoadedExecutable_IsDeleted_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.executable));
  args.is_deleted = args.executable->deleted.load(std::memory_order_relaxed);
  return OkStatus();
}

Status Serve(PJRT_LoadedExecutable_Fingerprint_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.executable));
  args.executable_fingerprint = args.executable->fingerprint.c_str();
  args.executable_fingerprint_size = args.executable->fingerprint.size();
  return OkStatus();
}

}  // namespace cppjrt::cpu
