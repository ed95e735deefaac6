// Portable artifacts at a glance: what the first bytes of a file say.
#ifndef CPPJRT_STABLEHLO_BYTECODE_ARTIFACT_H_
#define CPPJRT_STABLEHLO_BYTECODE_ARTIFACT_H_

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "stablehlo/op/version.h"

namespace cppjrt::stablehlo {

// True if the bytes begin as MLIR bytecode does: a portable artifact or any other.
bool IsBytecode(std::span<const std::byte> bytes);

// The VHLO version of a portable artifact; none if the bytes are no artifact.
std::optional<Version> ArtifactVersion(std::span<const std::byte> bytes);

// "StableHLO_v1.10.0", which artifacts state as their producer: 1.10.0; none for any other producer.
std::optional<Version> VersionOfProducer(std::string_view producer);

// The version of the container that artifacts of a VHLO version are written in.
int ContainerVersionOf(Version version);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_BYTECODE_ARTIFACT_H_
