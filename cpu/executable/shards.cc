#include "cpu/executable/shards.h"

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

// Bytes from the start of the whole array to the first element of a tile.
int64_t TileOffset(const Sharding& sharding, int64_t tile, const Dims& shard_dims, const Dims& whole_strides) {
  int64_t offset = 0;
  for (size_t i = shard_dims.size(); i-- > 0;) {
    offset += tile % sharding.tiles[i] * shard_dims[i] * whole_strides[i];
    tile /= sharding.tiles[i];
  }
  return offset;
}

int WidthOf(const Tensor& tensor) { return static_cast<int>(ElementBytes(tensor.type())); }

}  // namespace

StatusOr<Tensor> GatherShards(const Sharding& sharding, const std::vector<Tensor>& shards, size_t partition,
                              stablehlo::MemoryAllocator& memory) {
  if (sharding.replicated()) return shards[partition];
  Dims dims = shards[0].dims();
  for (size_t i = 0; i < dims.size(); ++i) dims[i] *= sharding.tiles[i];
  CPPJRT_ASSIGN_OR_RETURN(Tensor whole, Tensor::Allocate(shards[0].type(), dims, memory));
  const Dims strides = ByteStrides(whole);
  std::vector<bool> filled(static_cast<size_t>(stablehlo::NumElements(sharding.tiles)), false);
  for (size_t p = 0; p < shards.size(); ++p) {
    const int64_t tile = sharding.tile_of[p];
    if (filled[static_cast<size_t>(tile)] || sharding.SummandOf(p) != sharding.SummandOf(partition)) continue;
    filled[static_cast<size_t>(tile)] = true;
    StridedCopy(shards[p].dims(), WidthOf(whole), shards[p].bytes().data(), ByteStrides(shards[p]),
                whole.mutable_bytes() + TileOffset(sharding, tile, shards[p].dims(), strides), strides);
  }
  return whole;
}

StatusOr<Tensor> SliceShard(const Sharding& sharding, const Tensor& whole, int64_t partition,
                            stablehlo::MemoryAllocator& memory) {
  if (sharding.replicated()) return whole;
  CPPJRT_ASSIGN_OR_RETURN(const Dims dims, sharding.ShardDims(whole.dims()));
  CPPJRT_ASSIGN_OR_RETURN(Tensor shard, Tensor::Allocate(whole.type(), dims, memory));
  const Dims strides = ByteStrides(whole);
  const int64_t tile = sharding.tile_of[static_cast<size_t>(partition)];
  StridedCopy(dims, WidthOf(whole), whole.bytes().data() + TileOffset(sharding, tile, dims, strides), strides,
              shard.mutable_bytes(), ByteStrides(shard));
  return shard;
}

}  // namespace cppjrt::cpu
