#include "pjrt/compile_options.h"

#include <charconv>
#include <limits>
#include <system_error>

#include "base/compile_options_fields.h"
#include "base/protobuf_wire.h"

namespace pjrt {
inline namespace v0 {
namespace {

using cppjrt::WireReader;
using cppjrt::WireWriter;
namespace assignment_field = cppjrt::assignment_field;
namespace build_field = cppjrt::build_field;
namespace options_field = cppjrt::options_field;
namespace override_field = cppjrt::override_field;

std::string PackedBools(const std::vector<bool>& values) {
  WireWriter packed;
  for (bool value : values) packed.Raw(value ? 1 : 0);
  return packed.str();
}

std::string PackedInts(const std::vector<int64_t>& values) {
  WireWriter packed;
  for (int64_t value : values) packed.Raw(static_cast<uint64_t>(value));
  return packed.str();
}

// Fields that are not written at their default.
void WriteText(WireWriter& out, int field, const std::string& value) {
  if (!value.empty()) out.Bytes(field, value);
}
void WriteFlag(WireWriter& out, int field, bool value) {
  if (value) out.Bool(field, true);
}
void WriteNumber(WireWriter& out, int field, int64_t value) {
  if (value != 0) out.Int(field, value);
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
  WriteText(out, build_field::kResultLayout, options.result_layout);
  WriteText(out, build_field::kDebugOptions, options.debug_options);
  out.Int(build_field::kNumReplicas, options.num_replicas);
  out.Int(build_field::kNumPartitions, options.num_partitions);
  WriteFlag(out, build_field::kUseSpmdPartitioning, options.use_spmd_partitioning);
  WriteFlag(out, build_field::kUseAutoSpmdPartitioning, options.use_auto_spmd_partitioning);
  WriteFlag(out, build_field::kDeduplicateHlo, options.deduplicate_hlo);
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
  WriteFlag(out, build_field::kAliasPassthroughParams, options.alias_passthrough_params);
  WriteFlag(out, build_field::kRunBackendOnly, options.run_backend_only);
  if (!options.allow_spmd_sharding_propagation_to_output.empty()) {
    out.Bytes(build_field::kAllowPropagationToOutput, PackedBools(options.allow_spmd_sharding_propagation_to_output));
  }
  WriteText(out, build_field::kCompilationEnvironments, options.compilation_environments);
  WriteText(out, build_field::kFdoProfile, options.fdo_profile);
  WriteNumber(out, build_field::kDeviceMemorySize, options.device_memory_size);
  WriteText(out, build_field::kAutoSpmdMeshShape, PackedInts(options.auto_spmd_partitioning_mesh_shape));
  WriteText(out, build_field::kAutoSpmdMeshIds, PackedInts(options.auto_spmd_partitioning_mesh_ids));
  if (!options.allow_spmd_sharding_propagation_to_parameters.empty()) {
    out.Bytes(build_field::kAllowPropagationToParameters,
              PackedBools(options.allow_spmd_sharding_propagation_to_parameters));
  }
  WriteFlag(out, build_field::kUseShardyPartitioner, options.use_shardy_partitioner);
  if (options.exec_time_optimization_effort != 0) {
    out.Float(build_field::kExecTimeOptimizationEffort, options.exec_time_optimization_effort);
  }
  if (options.memory_fitting_effort != 0) out.Float(build_field::kMemoryFittingEffort, options.memory_fitting_effort);
  WriteNumber(out, build_field::kProcessIndex, options.process_index);
  WriteNumber(out, build_field::kProcessCount, options.process_count);
  WriteNumber(out, build_field::kOptimizationLevel, options.optimization_level);
  WriteNumber(out, build_field::kMemoryFittingLevel, options.memory_fitting_level);
  WriteNumber(out, build_field::kSliceSize, options.slice_size);
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
    Flag<&CompileOptions::use_auto_spmd_partitioning>("use_auto_spmd_partitioning"),
    Flag<&CompileOptions::deduplicate_hlo>("deduplicate_hlo"),
    Flag<&CompileOptions::run_backend_only>("run_backend_only"),
    Flag<&CompileOptions::allow_in_place_mlir_modification>("allow_in_place_mlir_modification"),
    Number<&CompileOptions::device_memory_size>("device_memory_size"),
    Number<&CompileOptions::process_index>("process_index"),
    Number<&CompileOptions::process_count>("process_count"),
    Number<&CompileOptions::matrix_unit_operand_precision>("matrix_unit_operand_precision"),
    Number<&CompileOptions::profile_version>("profile_version"),
    Number<&CompileOptions::device_ordinal>("device_ordinal"),
    Number<&CompileOptions::exec_time_optimization_effort>("exec_time_optimization_effort"),
    Number<&CompileOptions::memory_fitting_effort>("memory_fitting_effort"),
    Number<&CompileOptions::optimization_level>("optimization_level"),
    Number<&CompileOptions::memory_fitting_level>("memory_fitting_level"),
    Number<&CompileOptions::slice_size>("slice_size"),
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
  for (const std::string& layout : argument_layouts) out.Bytes(options_field::kArgumentLayouts, layout);
  WriteFlag(out, options_field::kParameterIsTupledArguments, parameter_is_tupled_arguments);
  out.Bytes(options_field::kExecutableBuildOptions, build_options);
  WriteFlag(out, options_field::kCompilePortableExecutable, compile_portable_executable);
  WriteNumber(out, options_field::kProfileVersion, profile_version);
  WriteText(out, options_field::kMultiSliceConfig, multi_slice_config);
  for (const auto& [name, value] : env_option_overrides) {
    WireWriter entry;
    entry.Bytes(1, name);
    entry.Bytes(2, SerializeOverride(value));
    out.Bytes(options_field::kEnvOptionOverrides, entry.str());
  }
  WriteText(out, options_field::kTargetConfig, target_config);
  WriteFlag(out, options_field::kAllowInPlaceMlirModification, allow_in_place_mlir_modification);
  WriteNumber(out, options_field::kMatrixUnitOperandPrecision, matrix_unit_operand_precision);
  return out.str();
}

Status CompileOptions::Set(std::string_view name, std::string_view value) {
  if (name.starts_with("xla_") || name.starts_with("cppjrt_")) {
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
                                      ", and plugins' own that start with xla_ or cppjrt_");
}

}  // namespace v0
}  // namespace pjrt
