// Artifacts as bytes: a framed message (base/framed_file.h), written down in docs/formats.md.
#include <span>
#include <utility>

#include "base/files.h"
#include "base/framed_file.h"
#include "base/protobuf_wire.h"
#include "client/wire_values.h"
#include "pjrt/artifact.h"

namespace pjrt {
inline namespace v0 {
namespace {

using cppjrt::WireReader;
using cppjrt::WireWriter;

constexpr std::string_view kKind = "CPPJRTA1";
constexpr int64_t kMaxFile = int64_t{16} << 30;

enum Field {
  kName = 1,
  kPlatformName = 2,
  kPlatformVersion = 3,
  kApiMajor = 4,
  kApiMinor = 5,
  kPluginAttributes = 6,
  kPluginHash = 7,
  kHost = 8,
  kDeviceKinds = 9,
  kNumReplicas = 10,
  kNumPartitions = 11,
  kTopology = 12,
  kTopologyFingerprint = 13,
  kRuntimeAbi = 14,
  kExecutableAbi = 15,
  kProgramFormat = 16,
  kProgram = 17,
  kCompileOptions = 18,
  kSignature = 19,
  kMemory = 20,
  kCost = 21,
  kFingerprint = 22,
  kCodeSize = 23,
  kExecutable = 24,
};

// Fields that are bytes and nothing else.
constexpr std::pair<Field, std::string Artifact::*> kTexts[] = {
    {kName, &Artifact::name},
    {kPlatformName, &Artifact::platform_name},
    {kPlatformVersion, &Artifact::platform_version},
    {kPluginHash, &Artifact::plugin_hash},
    {kHost, &Artifact::host},
    {kTopology, &Artifact::topology},
    {kRuntimeAbi, &Artifact::runtime_abi},
    {kExecutableAbi, &Artifact::executable_abi},
    {kCompileOptions, &Artifact::compile_options},
    {kFingerprint, &Artifact::fingerprint},
    {kExecutable, &Artifact::executable},
};
constexpr std::pair<Field, int64_t Artifact::*> kNumbers[] = {
    {kNumReplicas, &Artifact::num_replicas},
    {kNumPartitions, &Artifact::num_partitions},
    {kCodeSize, &Artifact::code_size},
};

// Figures of CompiledMemoryStats; their fields are numbered from 1, the optional ones from 11.
constexpr int64_t CompiledMemoryStats::* kSizes[] = {
    &CompiledMemoryStats::generated_code_size, &CompiledMemoryStats::argument_size,
    &CompiledMemoryStats::output_size,         &CompiledMemoryStats::alias_size,
    &CompiledMemoryStats::temp_size,           &CompiledMemoryStats::host_generated_code_size,
    &CompiledMemoryStats::host_argument_size,  &CompiledMemoryStats::host_output_size,
    &CompiledMemoryStats::host_alias_size,     &CompiledMemoryStats::host_temp_size,
};
constexpr std::optional<int64_t> CompiledMemoryStats::* kOptionalSizes[] = {
    &CompiledMemoryStats::peak_memory,
    &CompiledMemoryStats::total_size,
    &CompiledMemoryStats::total_allocation_bytes,
    &CompiledMemoryStats::indefinite_allocations,
    &CompiledMemoryStats::peak_unpadded_heap_bytes,
};
constexpr int kFirstOptionalSize = static_cast<int>(std::size(kSizes)) + 1;

std::string WriteMemory(const CompiledMemoryStats& stats) {
  WireWriter out;
  int field = 1;
  for (const auto size : kSizes) out.Int(field++, stats.*size);
  for (const auto size : kOptionalSizes) {
    if ((stats.*size).has_value()) out.Int(field, *(stats.*size));
    ++field;
  }
  return out.str();
}

CompiledMemoryStats ReadMemory(WireReader reader) {
  CompiledMemoryStats stats;
  while (reader.Next()) {
    const int field = reader.field();
    if (field >= 1 && field < kFirstOptionalSize) stats.*kSizes[field - 1] = reader.integer();
    const int optional = field - kFirstOptionalSize;
    if (optional >= 0 && optional < static_cast<int>(std::size(kOptionalSizes))) {
      stats.*kOptionalSizes[optional] = reader.integer();
    }
  }
  return stats;
}

std::string WriteSignature(const ProgramShape& signature) {
  WireWriter out;
  for (const ArrayShape& shape : signature.parameters) out.Bytes(1, detail::WriteShape(shape));
  for (const ArrayShape& shape : signature.results) out.Bytes(2, detail::WriteShape(shape));
  return out.str();
}

StatusOr<ProgramShape> ReadSignature(std::string_view bytes) {
  ProgramShape signature;
  WireReader reader(bytes);
  while (reader.Next()) {
    if (reader.field() != 1 && reader.field() != 2) continue;
    CPPJRT_ASSIGN_OR_RETURN(ArrayShape shape, detail::ReadShape(reader.bytes()));
    (reader.field() == 1 ? signature.parameters : signature.results).push_back(std::move(shape));
  }
  if (!reader.ok()) return cppjrt::InvalidArgumentError("damaged signature");
  return signature;
}

// All but the two tables above.
Status ReadField(const WireReader& reader, Artifact& out) {
  switch (reader.field()) {
    case kApiMajor:
      out.api_version.major_version = static_cast<int>(reader.number());
      break;
    case kApiMinor:
      out.api_version.minor_version = static_cast<int>(reader.number());
      break;
    case kPluginAttributes:
      return detail::ReadValue(reader.bytes(), out.plugin_attributes);
    case kDeviceKinds:
      out.device_kinds.emplace_back(reader.bytes());
      break;
    case kTopologyFingerprint:
      out.topology_fingerprint = reader.number();
      break;
    case kProgramFormat:
      out.program.format = std::string(reader.bytes());
      break;
    case kProgram:
      out.program.code = std::string(reader.bytes());
      break;
    case kSignature: {
      CPPJRT_ASSIGN_OR_RETURN(out.signature, ReadSignature(reader.bytes()));
      break;
    }
    case kMemory:
      out.memory = ReadMemory(WireReader(reader.bytes()));
      break;
    case kCost:
      return detail::ReadValue(reader.bytes(), out.cost);
    default:
      break;  // of a later version
  }
  return Status();
}

StatusOr<Artifact> ReadMessage(std::string_view message) {
  Artifact out;
  WireReader reader(message);
  while (reader.Next()) {
    for (const auto& [field, member] : kTexts) {
      if (field == reader.field()) out.*member = std::string(reader.bytes());
    }
    for (const auto& [field, member] : kNumbers) {
      if (field == reader.field()) out.*member = reader.integer();
    }
    CPPJRT_RETURN_IF_ERROR(ReadField(reader, out));
  }
  if (!reader.ok()) return cppjrt::InvalidArgumentError("its message ends within a field");
  constexpr int64_t kMaxDevices = int64_t{1} << 31;
  if (out.num_replicas < 1 || out.num_partitions < 1 || out.num_replicas > kMaxDevices / out.num_partitions) {
    return cppjrt::InvalidArgumentError(std::to_string(out.num_replicas) + " replicas of " +
                                        std::to_string(out.num_partitions) + " partitions cannot be");
  }
  return out;
}

std::string WriteMessage(const Artifact& artifact) {
  WireWriter out;
  for (const auto& [field, member] : kTexts) {
    if (field != kExecutable && !(artifact.*member).empty()) out.Bytes(field, artifact.*member);
  }
  for (const auto& [field, member] : kNumbers) out.Int(field, artifact.*member);
  out.Int(kApiMajor, artifact.api_version.major_version);
  out.Int(kApiMinor, artifact.api_version.minor_version);
  detail::WriteValues(out, kPluginAttributes, artifact.plugin_attributes);
  for (const std::string& kind : artifact.device_kinds) out.Bytes(kDeviceKinds, kind);
  if (artifact.topology_fingerprint.has_value()) out.Varint(kTopologyFingerprint, *artifact.topology_fingerprint);
  if (!artifact.program.code.empty()) {
    out.Bytes(kProgramFormat, artifact.program.format);
    out.Bytes(kProgram, artifact.program.code);
  }
  if (artifact.signature.has_value()) out.Bytes(kSignature, WriteSignature(*artifact.signature));
  if (artifact.memory.has_value()) out.Bytes(kMemory, WriteMemory(*artifact.memory));
  detail::WriteValues(out, kCost, artifact.cost);
  out.Bytes(kExecutable, artifact.executable);
  return out.str();
}

}  // namespace

std::string Artifact::Serialize() const { return cppjrt::Frame(kKind, WriteMessage(*this)); }

StatusOr<Artifact> Artifact::Parse(std::string_view bytes) {
  CPPJRT_ASSIGN_OR_RETURN(const std::string_view message, cppjrt::Unframe(kKind, "artifact", bytes));
  StatusOr<Artifact> artifact = ReadMessage(message);
  return artifact.ok() ? std::move(artifact) : artifact.status().WithContext("bad artifact");
}

bool Artifact::IsArtifact(std::string_view bytes) { return bytes.starts_with(kKind.substr(0, kKind.size() - 1)); }

Status Artifact::WriteFile(const std::string& path) const {
  const std::string message = WriteMessage(*this);
  const std::string_view part = message;
  return cppjrt::WriteFramedFile(path, kKind, std::span(&part, 1));
}

StatusOr<Artifact> Artifact::ReadFile(const std::string& path) {
  CPPJRT_ASSIGN_OR_RETURN(const std::string bytes, cppjrt::ReadWholeFile(path, kMaxFile));
  StatusOr<Artifact> artifact = Parse(bytes);
  return artifact.ok() ? std::move(artifact) : artifact.status().WithContext(path);
}

}  // namespace v0
}  // namespace pjrt
