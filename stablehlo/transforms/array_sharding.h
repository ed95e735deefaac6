// Sharding: how the partitions of a program share an array.
//
//   CPPJRT_ASSIGN_OR_RETURN(Sharding s, ParseSharding("{devices=[2,1]<=[2]}", 2, 2, {}));
//   s.tiles == {2, 1}; s.tile_of[1] == 1          // partition 1 has the second half along dimension 0
//
// The array is cut into equal tiles, and each partition has one; several may have the same. Where they do not divide a
// dimension, the last ones reach beyond the array, or are wholly beyond it. Read from the text of
// mhlo.sharding (what XLA prints) and of sdy.sharding:
//
//   {replicated}   {manual}   {maximal device=1}
//   {devices=[2,2]<=[4]}   {devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}   {devices=[2,2]0,2,1,3}
//   #sdy.sharding<@mesh, [{"x"}, {"y":(1)2, ?}], replicated={"z"}>    with the meshes of the module
//   #sdy.sharding<@mesh, [{"x"}], unreduced={"y"}>    the array is what comes out when all partitions along "y" are reduced
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_ARRAY_SHARDING_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_ARRAY_SHARDING_H_

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cppjrt/status.h"
#include "stablehlo/eval/dims.h"
#include "stablehlo/ir/module.h"
#include "stablehlo/op/opcode.h"

namespace cppjrt::stablehlo {

struct Sharding {
  Dims tiles;                    // along each dimension
  std::vector<int64_t> tile_of;  // the tile of each partition, row-major by number
  // Which of the copies of its tile a partition has. Those with the same number have the whole array among them, and agree
  // along all axes of a mesh that the tiles are not spread over.
  std::vector<int64_t> copy_of;
  // Where the array is the sum of several, of which each partition has one: which of them. Empty: it is as it stands.
  std::vector<int64_t> summand_of = {};

  // Whether every partition has all of it, or of its summand.
  bool replicated() const { return NumElements(tiles) == 1; }
  bool unreduced() const { return !summand_of.empty(); }
  int64_t SummandOf(size_t partition) const { return unreduced() ? summand_of[partition] : 0; }
  static Sharding Replicated(size_t rank, int64_t num_partitions);
  // What each partition has, what is beyond the array included.
  Dims ShardDims(const Dims& dims) const;
  // Whether nothing is beyond the array.
  bool Divides(const Dims& dims) const;
  // The position of a partition's tile along a dimension.
  int64_t TileAlong(size_t dimension, size_t partition) const;
  // Partitions that have the same apart from one dimension, in its order.
  std::vector<std::vector<int64_t>> GroupsAlong(size_t dimension) const;
};

// Axes with their sizes, the slowest first.
struct Mesh {
  std::vector<std::pair<std::string, int64_t>> axes;
  std::vector<int64_t> device_ids = {};  // the partition at each position; empty: they are in order
};
using Meshes = std::map<std::string, Mesh, std::less<>>;

// The meshes of sdy.mesh ops, and those that JAX's serialization puts into the module's attributes.
Meshes ReadMeshes(const Module& module);

// Empty text is replicated. INVALID_ARGUMENT for text that is none or does not fit, UNIMPLEMENTED for kinds that have no
// tiles.
StatusOr<Sharding> ParseSharding(std::string_view text, size_t rank, int64_t num_partitions, const Meshes& meshes);

// How a value enters or leaves a computation that is written for one partition along some axes of a mesh.
struct ManualSharding {
  Sharding pieces;  // by manual axes only
  // Partitions along the axes over which the value is yet to be reduced share a dimension of this one.
  Sharding summands;
  Opcode reduction = Opcode::kAdd;
};

// A part of a position in a mesh: position / divisor % size.
struct AxisPart {
  int64_t divisor = 1;
  int64_t size = 1;

  friend bool operator==(const AxisPart&, const AxisPart&) = default;
};
using AxisParts = std::vector<AxisPart>;

// A sharding as it is written: by axes. Those of size 1 are left out.
struct AxisSharding {
  std::vector<AxisParts> dims;  // along each dimension, the slowest first
  std::vector<bool> open;       // dimensions that may have more
  AxisParts unreduced;
  Opcode reduction = Opcode::kAdd;
  std::vector<int64_t> partitions;  // in the order of positions; empty: a mesh of one device
};

// Of an sdy.sharding, or of each value of a sharding_per_value. With `manual_axes`, only those count.
StatusOr<AxisSharding> ParseAxisSharding(std::string_view text, size_t rank, int64_t num_partitions,
                                         const Meshes& meshes);
StatusOr<std::vector<AxisSharding>> ParseAxisShardings(std::string_view per_value, std::span<const size_t> ranks,
                                                       int64_t num_partitions, const Meshes& meshes,
                                                       std::optional<std::string_view> manual_axes = std::nullopt);

// Of an sdy.sharding at the boundary of the program: by all axes.
StatusOr<ManualSharding> ParseSdySharding(std::string_view text, size_t rank, int64_t num_partitions,
                                          const Meshes& meshes);

// Of each value of a sharding_per_value, with the axes of a manual_axes. REQUIRES: a rank for each value.
//   #sdy.sharding_per_value<[<@mesh, [{"x"}]>, <@mesh, [{}], unreduced={"x"}>]>    #sdy<manual_axes{"x"}>
StatusOr<std::vector<ManualSharding>> ParseManualShardings(std::string_view per_value, std::string_view manual_axes,
                                                           std::span<const size_t> ranks, int64_t num_partitions,
                                                           const Meshes& meshes);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_ARRAY_SHARDING_H_
