// Shardings of a program's parameters and results, as clients see them. What they are, and how they are read:
// stablehlo/transforms/array_sharding.h.
#ifndef CPPJRT_CPU_EXECUTABLE_SHARDING_H_
#define CPPJRT_CPU_EXECUTABLE_SHARDING_H_

#include <string>

#include "stablehlo/transforms/array_sharding.h"

namespace cppjrt::cpu {

using stablehlo::Mesh;
using stablehlo::Meshes;
using stablehlo::ParseSharding;
using stablehlo::ReadMeshes;
using stablehlo::Sharding;

// As XLA's HloSharding writes it: "{devices=[2,1]0,1}".
std::string ToText(const Sharding& sharding);
// XLA's OpSharding, serialized.
std::string ToProto(const Sharding& sharding);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_EXECUTABLE_SHARDING_H_
