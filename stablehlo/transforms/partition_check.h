// What stands in the way of partitioning a program (partition.h).
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_PARTITION_CHECK_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_PARTITION_CHECK_H_

#include <cstdint>
#include <vector>

#include "cppjrt/status.h"
#include "stablehlo/ir/module.h"
#include "stablehlo/transforms/array_sharding.h"

namespace cppjrt::stablehlo {

// UNIMPLEMENTED, naming the op, for what must happen once for the whole program, what is written for partitions outside of
// manual computations, and types without static shapes.
Status CheckPartitionable(const Module& module, OpId function);

// Whether the op is called by each partition with its parts: JAX's callbacks with partitioned=True.
bool IsForParts(const Module& module, OpId op);

// The partitions in the order of the positions of all meshes; UNIMPLEMENTED if they do not agree.
StatusOr<std::vector<int64_t>> CommonDeviceOrder(const Meshes& meshes, int64_t num_partitions);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_PARTITION_CHECK_H_
