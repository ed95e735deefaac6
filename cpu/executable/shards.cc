#include "cpu/executable/shards.h"

#include <algorithm>
#include <cstring>

#include "cpu/runtime/strided_copy.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::Dims;
using stablehlo::ElementBytes;
using stablehlo::Tensor;

Dims ByteStrides(const Tensor& tensor) {
  Dims strides = stablehlo::RowMajorStrides(tensor.dims());
  for (int64_t& stride : strides) stride *= ElementBytes(tensor.type());
  return strides;
}

// What of a partition's tile is in the array: how much, and where it starts, in bytes of the whole.
struct Inside {
  Dims dims;
  int64_t offset = 0;
  bool empty = false;
};

Inside InsideOf(const Sharding& sharding, size_t partition, const Dims& whole_dims, const Dims& shard_dims,
                const Dims& whole_strides) {
  Inside inside{shard_dims};
  for (size_t i = 0; i < shard_dims.size(); ++i) {
    const int64_t start = sharding.TileAlong(i, partition) * shard_dims[i];
    inside.dims[i] = std::clamp<int64_t>(whole_dims[i] - start, 0, shard_dims[i]);
    inside.offset += start * whole_strides[i];
    inside.empty |= inside.dims[i] == 0;
  }
  return inside;
}

int WidthOf(const Tensor& tensor) { return static_cast<int>(ElementBytes(tensor.type())); }

}  // namespace

StatusOr<Tensor> GatherShards(const Sharding& sharding, const Dims& dims, const std::vector<Tensor>& shards,
                              size_t partition, stablehlo::MemoryAllocator& memory) {
  if (sharding.replicated()) return shards[partition];
  CPPJRT_ASSIGN_OR_RETURN(Tensor whole, Tensor::Allocate(shards[0].type(), dims, memory));
  const Dims strides = ByteStrides(whole);
  std::vector<bool> filled(static_cast<size_t>(stablehlo::NumElements(sharding.tiles)), false);
  for (size_t p = 0; p < shards.size(); ++p) {
    const auto tile = static_cast<size_t>(sharding.tile_of[p]);
    if (filled[tile] || sharding.SummandOf(p) != sharding.SummandOf(partition)) continue;
    filled[tile] = true;
    const Inside inside = InsideOf(sharding, p, dims, shards[p].dims(), strides);
    if (inside.empty) continue;
    StridedCopy(inside.dims, WidthOf(whole), shards[p].bytes().data(), ByteStrides(shards[p]),
                whole.mutable_bytes() + inside.offset, strides);
  }
  return whole;
}

StatusOr<Tensor> SliceShard(const Sharding& sharding, const Tensor& whole, int64_t partition,
                            stablehlo::MemoryAllocator& memory) {
  if (sharding.replicated()) return whole;
  CPPJRT_ASSIGN_OR_RETURN(Tensor shard, Tensor::Allocate(whole.type(), sharding.ShardDims(whole.dims()), memory));
  const Dims strides = ByteStrides(whole);
  const Inside inside = InsideOf(sharding, static_cast<size_t>(partition), whole.dims(), shard.dims(), strides);
  if (!sharding.Divides(whole.dims())) {
    std::memset(shard.mutable_bytes(), 0, static_cast<size_t>(shard.num_bytes()));
  }
  if (inside.empty) return shard;
  StridedCopy(inside.dims, WidthOf(whole), whole.bytes().data() + inside.offset, strides, shard.mutable_bytes(),
              ByteStrides(shard));
  return shard;
}

}  // namespace cppjrt::cpu
