// Shards: a whole array from the parts that the partitions have, and back.
#ifndef CPPJRT_CPU_EXECUTABLE_SHARDS_H_
#define CPPJRT_CPU_EXECUTABLE_SHARDS_H_

#include <vector>

#include "base/thread_pool.h"
#include "cppjrt/status.h"
#include "cpu/executable/sharding.h"
#include "stablehlo/eval/tensor.h"

namespace cppjrt::cpu {

// The whole array of these dimensions, or the summand of it that `partition` has. REQUIRES: a shard for each partition, of
// the dimensions that ShardDims says.
StatusOr<stablehlo::Tensor> GatherShards(const Sharding& sharding, const stablehlo::Dims& dims,
                                         const std::vector<stablehlo::Tensor>& shards, size_t partition,
                                         stablehlo::MemoryAllocator& memory);
// The part of `partition`, with zeros beyond the array. The tensor itself if the partition has all of it.
StatusOr<stablehlo::Tensor> SliceShard(const Sharding& sharding, const stablehlo::Tensor& whole, int64_t partition,
                                       stablehlo::MemoryAllocator& memory);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_EXECUTABLE_SHARDS_H_
