#include "pjrt/compile_options.h"

#include <charconv>
#include <limits>
#include <system_error>

#include "client/protobuf_wire.h"

namespace pjrt {
inline namespace v0 {
namespace {

using detail::WireReader;
using detail::WireWriter;

// Field numbers of the messages in XLA's compile_options.proto and xla_data.proto.
namespace options_field {
constexpr int kParameterIsTupledArguments = 2;
constexpr int kExecutableBuildOptions = 3;
constexpr int kCompilePortableExecutable = 4;
constexpr int kProfileVersion = 5;
constexpr int kEnvOptionOverrides = 7;
}  // namespace options_field
namespace build_field {
constexpr int kDeviceOrdinal = 1;
constexpr int kNumReplicas = 4;
constexpr int kNumPartitions = 5;
constexpr int kUseSpmdPartitioning = 6;
constexpr int kDeviceAssignment = 9;
constexpr int kAliasPassthroughParams = 10;
constexpr int kAllowPropagationToOutput = 12;
constexpr int kAllowPropagationToParameters = 18;
constexpr int kUseShardyPartitioner = 19;
constexpr int kExecTimeOptimizationEffort = 20;
constexpr int kMemoryFittingEffort = 21;
}  // namespace build_field
namespace assignment_field {
constexpr int kReplicaCount = 1;
constexpr int kComputationCount = 2;
constexpr int kComputationDevices = 3;
constexpr int kReplicaDeviceIds = 1;
}  // namespace assignment_field
namespace override_field {
constexpr int kString = 1;
constexpr int kBool = 2;
constexpr int kInt = 3;
constexpr int kDouble = 4;
}  // namespace override_field

std::string PackedBools(const std::vector<bool>& values) {
  WireWriter packed;
  for (bool value : values) packed.Raw(value ? 1 : 0);
  return packed.str();
}

std::string SerializeOverride(const CompileOptions::OptionValue& value) {
  WireWriter out;
  if (const auto* text = std::get_if<std::string>(&value)) out.Bytes(override_field::kString, *text);
  if (const auto* flag = std::get_if<bool>(&value)) out.Bool(override_field::kBool, *flag);
  if (const auto* number = std::get_if<int64_t>(&value)) out.Int(override_field::kInt, *number);
  if (const auto* real = std::get_if<double>(&value)) out.Double(override_field::kDouble, *real);
  return out.str();
}

StatusOr<std::string> SerializeBuildOptions(const CompileOptions& options) {
  WireWriter out;
  if (options.device_ordinal != -1) out.Int(build_field::kDeviceOrdinal, options.device_ordinal);
  out.Int(build_field::kNumReplicas, options.num_replicas);
  out.Int(build_field::kNumPartitions, options.num_partitions);
  if (options.use_spmd_partitioning) out.Bool(build_field::kUseSpmdPartitioning, true);
  if (options.device_assignment.has_value()) {
    const DeviceAssignment& assignment = *options.device_assignment;
    if (assignment.num_replicas != options.num_replicas || assignment.num_partitions != options.num_partitions ||
        static_cast<int64_t>(assignment.device_ids.size()) != options.num_replicas * options.num_partitions) {
      return cppjrt::InvalidArgumentError("device assignment is for " + std::to_string(assignment.num_replicas) +
                                          " x " + std::to_string(assignment.num_partitions) + " with " +
                                          std::to_string(assignment.device_ids.size()) +
                                          " devices, the options ask for " + std::to_string(options.num_replicas) +
                                          " replicas x " + std::to_string(options.num_partitions) + " partitions");
    }
    out.Bytes(build_field::kDeviceAssignment, assignment.Serialize());
  }
  if (options.alias_passthrough_params) out.Bool(build_field::kAliasPassthroughParams, true);
  if (!options.allow_spmd_sharding_propagation_to_output.empty()) {
    out.Bytes(build_field::kAllowPropagationToOutput, PackedBools(options.allow_spmd_sharding_propagation_to_output));
  }
  if (!options.allow_spmd_sharding_propagation_to_parameters.empty()) {
    out.Bytes(build_field::kAllowPropagationToParameters,
              PackedBools(options.allow_spmd_sharding_propagation_to_parameters));
  }
  if (options.use_shardy_partitioner) out.Bool(build_field::kUseShardyPartitioner, true);
  if (options.exec_time_optimization_effort != 0) {
    out.Float(build_field::kExecTimeOptimizationEffort, options.exec_time_optimization_effort);
  }
  if (options.memory_fitting_effort != 0) out.Float(build_field::kMemoryFittingEffort, options.memory_fitting_effort);
  return out.str();
}

template <typename T>
bool ParseNumber(std::string_view text, T& value) {
  T parsed{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), parsed);
  if (error != std::errc() || end != text.data() + text.size()) return false;
  value = parsed;
  return true;
}

bool ParseBool(std::string_view text, bool& value) {
  const bool yes = text == "true" || text == "1";
  if (!yes && text != "false" && text != "0") return false;
  value = yes;
  return true;
}

CompileOptions::OptionValue GuessOptionValue(std::string_view text) {
  int64_t number = 0;
  double real = 0;
  if (text == "true" || text == "false") return text == "true";
  if (ParseNumber(text, number)) return number;
  if (ParseNumber(text, real)) return real;
  return std::string(text);
}

// What can be set by name; `set` returns false if the text is no such value.
struct NamedOption {
  std::string_view name;
  std::string_view wanted;
  bool (*set)(CompileOptions&, std::string_view);
};

template <auto Member>
constexpr NamedOption Flag(std::string_view name) {
  return {name, "true or false", [](CompileOptions& o, std::string_view text) { return ParseBool(text, o.*Member); }};
}
template <auto Member>
constexpr NamedOption Number(std::string_view name) {
  return {name, "a number", [](CompileOptions& o, std::string_view text) { return ParseNumber(text, o.*Member); }};
}
template <auto Member>
constexpr NamedOption FlagList(std::string_view name) {
  return {name, "true or false", [](CompileOptions& o, std::string_view text) {
            bool value = false;
            if (!ParseBool(text, value)) return false;
            (o.*Member) = {value};
            return true;
          }};
}

// clang-format off
constexpr NamedOption kNamedOptions[] = {
    Number<&CompileOptions::num_replicas>("num_replicas"),
    Number<&CompileOptions::num_partitions>("num_partitions"),
    Flag<&CompileOptions::use_spmd_partitioning>("use_spmd_partitioning"),
    Flag<&CompileOptions::use_shardy_partitioner>("use_shardy_partitioner"),
    FlagList<&CompileOptions::allow_spmd_sharding_propagation_to_parameters>("allow_spmd_sharding_propagation_to_parameters"),
    FlagList<&CompileOptions::allow_spmd_sharding_propagation_to_output>("allow_spmd_sharding_propagation_to_output"),
    Flag<&CompileOptions::alias_passthrough_params>("alias_passthrough_params"),
    Flag<&CompileOptions::parameter_is_tupled_arguments>("parameter_is_tupled_arguments"),
    Flag<&CompileOptions::compile_portable_executable>("compile_portable_executable"),
    Number<&CompileOptions::profile_version>("profile_version"),
    Number<&CompileOptions::device_ordinal>("device_ordinal"),
    Number<&CompileOptions::exec_time_optimization_effort>("exec_time_optimization_effort"),
    Number<&CompileOptions::memory_fitting_effort>("memory_fitting_effort"),
};
// clang-format on

}  // namespace

std::string DeviceAssignment::Serialize() const {
  WireWriter out;
  out.Int(assignment_field::kReplicaCount, num_replicas);
  out.Int(assignment_field::kComputationCount, num_partitions);
  for (int64_t partition = 0; partition < num_partitions; ++partition) {
    WireWriter packed;
    for (int64_t replica = 0; replica < num_replicas; ++replica) {
      packed.Raw(static_cast<uint64_t>(device_ids[static_cast<size_t>(replica * num_partitions + partition)]));
    }
    WireWriter computation;
    computation.Bytes(assignment_field::kReplicaDeviceIds, packed.str());
    out.Bytes(assignment_field::kComputationDevices, computation.str());
  }
  return out.str();
}

StatusOr<DeviceAssignment> DeviceAssignment::Parse(std::string_view bytes) {
  DeviceAssignment result{.num_replicas = 0, .num_partitions = 0, .device_ids = {}};
  std::vector<std::vector<int64_t>> columns;  // one per partition
  WireReader reader(bytes);
  while (reader.Next()) {
    if (reader.field() == assignment_field::kReplicaCount) result.num_replicas = reader.integer();
    if (reader.field() == assignment_field::kComputationCount) result.num_partitions = reader.integer();
    if (reader.field() != assignment_field::kComputationDevices || !reader.is_bytes()) continue;
    std::vector<int64_t>& column = columns.emplace_back();
    WireReader devices(reader.bytes());
    while (devices.Next()) {
      if (devices.field() != assignment_field::kReplicaDeviceIds) continue;
      std::string_view packed = devices.bytes();
      uint64_t id = 0;
      while (devices.NextPacked(packed, id)) column.push_back(static_cast<int64_t>(id));
      if (!devices.is_bytes()) column.push_back(devices.integer());
    }
    if (!devices.ok()) return cppjrt::InvalidArgumentError("damaged device assignment");
  }
  if (!reader.ok()) return cppjrt::InvalidArgumentError("damaged device assignment");
  bool fits = result.num_replicas >= 1 && result.num_partitions >= 1 &&
              static_cast<int64_t>(columns.size()) == result.num_partitions;
  for (const auto& column : columns) fits &= static_cast<int64_t>(column.size()) == result.num_replicas;
  if (!fits) return cppjrt::InvalidArgumentError("device assignment whose counts do not match its devices");
  for (int64_t replica = 0; replica < result.num_replicas; ++replica) {
    for (const auto& column : columns) result.device_ids.push_back(column[static_cast<size_t>(replica)]);
  }
  return result;
}

StatusOr<std::string> CompileOptions::Serialize() const {
  if (raw_bytes.has_value()) return *raw_bytes;
  // XLA aborts the process on these.
  constexpr int64_t kMax = std::numeric_limits<int32_t>::max();
  if (num_replicas < 1 || num_replicas > kMax || num_partitions < 1 || num_partitions > kMax) {
    return cppjrt::InvalidArgumentError("num_replicas (" + std::to_string(num_replicas) + ") and num_partitions (" +
                                        std::to_string(num_partitions) + ") must be between 1 and " +
                                        std::to_string(kMax));
  }
  CPPJRT_ASSIGN_OR_RETURN(std::string build_options, SerializeBuildOptions(*this));
  WireWriter out;
  if (parameter_is_tupled_arguments) out.Bool(options_field::kParameterIsTupledArguments, true);
  out.Bytes(options_field::kExecutableBuildOptions, build_options);
  if (compile_portable_executable) out.Bool(options_field::kCompilePortableExecutable, true);
  if (profile_version != 0) out.Int(options_field::kProfileVersion, profile_version);
  for (const auto& [name, value] : env_option_overrides) {
    WireWriter entry;
    entry.Bytes(1, name);
    entry.Bytes(2, SerializeOverride(value));
    out.Bytes(options_field::kEnvOptionOverrides, entry.str());
  }
  return out.str();
}

Status CompileOptions::Set(std::string_view name, std::string_view value) {
  if (name.starts_with("xla_")) {
    env_option_overrides[std::string(name)] = GuessOptionValue(value);
    return Status();
  }
  std::string known;
  for (const NamedOption& option : kNamedOptions) {
    if (option.name == name) {
      if (option.set(*this, value)) return Status();
      return cppjrt::InvalidArgumentError("compile option " + std::string(name) + " takes " +
                                          std::string(option.wanted) + ", not '" + std::string(value) + "'");
    }
    known += (known.empty() ? "" : ", ") + std::string(option.name);
  }
  return cppjrt::InvalidArgumentError("unknown compile option '" + std::string(name) + "'; known are " + known +
                                      ", and XLA's own that start with xla_");
}

}  // namespace v0
}  // namespace pjrt
