#include "cpu/executable/compile_options.h"

#include <bit>
#include <charconv>
#include <iterator>
#include <utility>

#include "base/compile_options_fields.h"
#include "base/protobuf_wire.h"
#include "cpu/executable/xla_options.h"

namespace cppjrt::cpu {
namespace {

Status Damaged(std::string_view message) {
  return InvalidArgumentError("failed to deserialize CompileOptionsProto: the bytes are no " + std::string(message));
}

// A column of the assignment: the devices of one partition, by replica.
StatusOr<std::vector<int64_t>> ReadColumn(std::string_view bytes) {
  std::vector<int64_t> ids;
  WireReader reader(bytes);
  while (reader.Next()) {
    if (reader.field() != assignment_field::kReplicaDeviceIds) continue;
    if (!reader.is_bytes()) ids.push_back(reader.integer());
    std::string_view packed = reader.bytes();
    for (uint64_t id = 0; reader.NextPacked(packed, id);) ids.push_back(static_cast<int64_t>(id));
  }
  if (!reader.ok()) return Damaged("DeviceAssignmentProto");
  return ids;
}

Status ReadAssignment(std::string_view bytes, CompileOptions& options) {
  int64_t replicas = 0;
  int64_t partitions = 0;
  std::vector<std::vector<int64_t>> columns;
  WireReader reader(bytes);
  while (reader.Next()) {
    if (reader.field() == assignment_field::kReplicaCount) replicas = reader.integer();
    if (reader.field() == assignment_field::kComputationCount) partitions = reader.integer();
    if (reader.field() != assignment_field::kComputationDevices || !reader.is_bytes()) continue;
    CPPJRT_ASSIGN_OR_RETURN(std::vector<int64_t> column, ReadColumn(reader.bytes()));
    columns.push_back(std::move(column));
  }
  if (!reader.ok()) return Damaged("DeviceAssignmentProto");
  bool fits = replicas == options.num_replicas && partitions == options.num_partitions &&
              static_cast<int64_t>(columns.size()) == partitions;
  for (const auto& column : columns) fits &= static_cast<int64_t>(column.size()) == replicas;
  if (!fits) {
    return InvalidArgumentError("the device assignment is for " + std::to_string(replicas) + " x " +
                                std::to_string(partitions) + " devices, or not complete; the options ask for " +
                                std::to_string(options.num_replicas) + " replicas x " +
                                std::to_string(options.num_partitions) + " partitions");
  }
  for (size_t replica = 0; replica < static_cast<size_t>(replicas); ++replica) {
    for (const auto& column : columns) options.device_ids.push_back(column[replica]);
  }
  return OkStatus();
}

Status CheckCounts(const CompileOptions& options) {
  const auto good = [](int64_t count) { return count >= 1 && count <= kMostProcesses; };
  if (good(options.num_replicas) && good(options.num_partitions) && options.num_processes() <= kMostProcesses) {
    return OkStatus();
  }
  return InvalidArgumentError("num_replicas is " + std::to_string(options.num_replicas) + " and num_partitions " +
                              std::to_string(options.num_partitions) +
                              "; both must be at least 1, and their product at most " + std::to_string(kMostProcesses));
}

Status ReadBuildOptions(std::string_view bytes, CompileOptions& options, std::string_view& debug_options) {
  std::string_view assignment;
  // Absent counts are 0 in the message; XLA's client always sends them.
  int64_t replicas = 1;
  int64_t partitions = 1;
  WireReader reader(bytes);
  while (reader.Next()) {
    if (reader.field() == build_field::kDeviceOrdinal) options.device_ordinal = reader.integer();
    if (reader.field() == build_field::kNumReplicas) replicas = reader.integer();
    if (reader.field() == build_field::kNumPartitions) partitions = reader.integer();
    if (reader.field() == build_field::kUseSpmdPartitioning) options.use_spmd_partitioning = reader.number() != 0;
    if (reader.field() == build_field::kDeviceAssignment) assignment = reader.bytes();
    if (reader.field() == build_field::kDebugOptions) debug_options = reader.bytes();
    if (reader.field() != build_field::kAllowPropagationToOutput) continue;
    if (!reader.is_bytes()) options.may_shard_results.push_back(reader.number() != 0);
    std::string_view packed = reader.bytes();
    for (uint64_t may = 0; reader.NextPacked(packed, may);) options.may_shard_results.push_back(may != 0);
  }
  if (!reader.ok()) return Damaged("ExecutableBuildOptionsProto");
  options.num_replicas = replicas;
  options.num_partitions = partitions;
  CPPJRT_RETURN_IF_ERROR(CheckCounts(options));
  return assignment.empty() ? OkStatus() : ReadAssignment(assignment, options);
}

// The shortest text of a number: "0.5".
std::string TextOf(double number) {
  char text[32];
  const auto [end, error] = std::to_chars(text, text + sizeof text, number);
  return error == std::errc() ? std::string(text, end) : "";
}

StatusOr<OptionValue> ReadOverride(std::string_view bytes) {
  using Kind = OptionValue::Kind;
  OptionValue value;
  WireReader reader(bytes);
  while (reader.Next()) {
    if (reader.field() == override_field::kString) value = {Kind::kText, std::string(reader.bytes())};
    if (reader.field() == override_field::kBool) value = {Kind::kBool, reader.number() != 0 ? "true" : "false"};
    if (reader.field() == override_field::kInt) value = {Kind::kInt, std::to_string(reader.integer())};
    if (reader.field() == override_field::kDouble) {
      value = {Kind::kDouble, TextOf(std::bit_cast<double>(reader.number()))};
    }
  }
  if (!reader.ok()) return Damaged("OptionOverrideProto");
  return value;
}

// An entry of env_option_overrides: name and value.
StatusOr<Settings::Option> ReadOption(std::string_view bytes) {
  std::string name;
  OptionValue value;
  WireReader reader(bytes);
  while (reader.Next()) {
    if (!reader.is_bytes()) continue;
    if (reader.field() == 1) name = reader.bytes();
    if (reader.field() != 2) continue;
    CPPJRT_ASSIGN_OR_RETURN(value, ReadOverride(reader.bytes()));
  }
  if (!reader.ok()) return Damaged("entry of env_option_overrides");
  CPPJRT_RETURN_IF_ERROR(CheckXlaOption(name, value));
  return Settings::Option(std::move(name), std::move(value.text));
}

// What we follow of XLA's DebugOptions, in which clients send the flags of their process; as an option of its name.
Status ReadDebugOptions(std::string_view bytes, std::vector<Settings::Option>& settings) {
  WireReader reader(bytes);
  while (reader.Next()) {
    if (reader.field() == debug_field::kDumpTo && !reader.bytes().empty()) {
      settings.emplace_back("xla_dump_to", reader.bytes());
    }
  }
  return reader.ok() ? OkStatus() : Damaged("DebugOptions");
}

}  // namespace

StatusOr<CompileOptions> CompileOptions::Parse(std::string_view bytes, std::vector<Settings::Option> client_settings) {
  CompileOptions options;
  options.bytes = bytes;
  options.client_settings = std::move(client_settings);
  std::vector<Settings::Option> overrides;
  std::string_view debug_options;
  WireReader reader(bytes);
  while (reader.Next()) {
    if (reader.field() == options_field::kEnvOptionOverrides && reader.is_bytes()) {
      CPPJRT_ASSIGN_OR_RETURN(Settings::Option option, ReadOption(reader.bytes()));
      overrides.push_back(std::move(option));
    }
    if (reader.field() == options_field::kCompilePortableExecutable) options.portable = reader.number() != 0;
    if (reader.field() != options_field::kExecutableBuildOptions) continue;
    if (!reader.is_bytes()) return Damaged("CompileOptionsProto");
    CPPJRT_RETURN_IF_ERROR(ReadBuildOptions(reader.bytes(), options, debug_options));
  }
  if (!reader.ok()) return Damaged("CompileOptionsProto");
  // Overrides go before flags.
  std::vector<Settings::Option> settings;
  CPPJRT_RETURN_IF_ERROR(ReadDebugOptions(debug_options, settings));
  settings.insert(settings.end(), std::make_move_iterator(overrides.begin()), std::make_move_iterator(overrides.end()));
  CPPJRT_ASSIGN_OR_RETURN(options.settings, Settings::Read(settings, options.client_settings));
  return options;
}

std::string SerializeDeviceAssignment(int64_t num_replicas, int64_t num_partitions,
                                      const std::vector<int64_t>& device_ids) {
  WireWriter message;
  message.Int(assignment_field::kReplicaCount, num_replicas);
  message.Int(assignment_field::kComputationCount, num_partitions);
  for (int64_t partition = 0; partition < num_partitions; ++partition) {
    WireWriter packed;
    for (int64_t replica = 0; replica < num_replicas; ++replica) {
      packed.Raw(static_cast<uint64_t>(device_ids[static_cast<size_t>(replica * num_partitions + partition)]));
    }
    WireWriter column;
    column.Bytes(assignment_field::kReplicaDeviceIds, packed.str());
    message.Bytes(assignment_field::kComputationDevices, column.str());
  }
  return message.str();
}

}  // namespace cppjrt::cpu
