// AxesOf: the axes of a mesh that make a sharding's tiles, which may have been given by their partitions only.
//
//   Mesh mesh{{{"x", 2}, {"y", 4}}};
//   AxesOf(*ParseSharding("{devices=[4,2]<=[2,4]T(1,0)}", 2, 8, {}), mesh)  ->  {{{1, 4}}, {{4, 2}}}: "y" along rows, "x" along columns
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_SHARDING_AXES_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_SHARDING_AXES_H_

#include <optional>
#include <vector>

#include "stablehlo/transforms/array_sharding.h"

namespace cppjrt::stablehlo {

// By dimension. None if no axes, or parts of them, make these tiles. REQUIRES: the mesh is of the sharding's partitions, its
// device_ids are these, each once.
std::optional<std::vector<AxisParts>> AxesOf(const Sharding& sharding, const Mesh& mesh);

// A mesh of so many devices whose axes are as small as can be, so that they make whatever tiles there may be: of prime sizes.
Mesh FinestMesh(int64_t num_partitions);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_SHARDING_AXES_H_
