// Shardings of a program's parameters and results, as clients see them. What they are, and how they are read from programs:
// stablehlo/transforms/array_sharding.h.
//
//   FromProto(ToProto(sharding), 2, 8)  ->  the same
#ifndef CPPJRT_CPU_EXECUTABLE_SHARDING_H_
#define CPPJRT_CPU_EXECUTABLE_SHARDING_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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
// Of one value as it is, of several as a tuple. REQUIRES: there is one.
std::string ToProto(std::span<const Sharding> shardings);
// Of a value that one partition has for itself: inside of manual computations.
std::string ManualProto();

// INVALID_ARGUMENT for bytes that are no OpSharding, or none of so many partitions and that rank; UNIMPLEMENTED for kinds that have
// no tiles.
StatusOr<Sharding> FromProto(std::string_view bytes, size_t rank, int64_t num_partitions);
// Of values of these ranks: a tuple, where there is not just one.
StatusOr<std::vector<Sharding>> FromProto(std::string_view bytes, std::span<const size_t> ranks,
                                          int64_t num_partitions);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_EXECUTABLE_SHARDING_H_
