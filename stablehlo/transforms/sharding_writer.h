// WriteSharding: the text of a sharding by axes, as a program would say it.
//
//   Meshes{{"mesh", {{{"x", 2}, {"y", 4}}}}}
//   WriteSharding({{{4, 2}}, {{2, 2}}}, 8, meshes) == "#sdy.sharding<@mesh, [{\"x\"}, {\"y\":(1)2}]>"
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_SHARDING_WRITER_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_SHARDING_WRITER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "stablehlo/transforms/array_sharding.h"

namespace cppjrt::stablehlo {

// By the first mesh of all partitions whose axes have these parts; empty if there is none, or nothing is shared.
std::string WriteSharding(const std::vector<AxisParts>& dims, int64_t num_partitions, const Meshes& meshes);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_SHARDING_WRITER_H_
