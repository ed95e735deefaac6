// Resharder: a value that partitions share in one way, as they are to share it.
//
//   PartitionSpec rows{{{x}, {}}, {}}, columns{{{}, {x}}, {}};
//   ValueId v = resharder.Reshard(piece, rows, columns);       // all_to_all
//
//   from               to                 by
//   unreduced          reduced            all_reduce
//   unreduced          tiles              reduce_scatter
//   tiles              whole              all_gather
//   tiles              of another dim     all_to_all
//   whole              tiles              dynamic_slice; constants and what is broadcast are made in the size wanted
//   tiles              unreduced          zeros where the other partitions' tiles are
//   whole              unreduced          zeros on all partitions but the first
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_RESHARD_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_RESHARD_H_

#include <cstdint>
#include <span>
#include <vector>

#include "stablehlo/transforms/array_sharding.h"
#include "stablehlo/transforms/collective_emitter.h"

namespace cppjrt::stablehlo {

// How partitions share a value: by which axes of the mesh each of its dimensions is cut, and over which it is yet to be added up.
struct PartitionSpec {
  std::vector<AxisParts> dims;
  AxisParts unreduced;

  static PartitionSpec Replicated(size_t rank) { return {std::vector<AxisParts>(rank), {}}; }
  bool replicated() const;
  // Whether an axis, or a part of it, is used.
  bool Uses(const AxisPart& axis) const;
  friend bool operator==(const PartitionSpec&, const PartitionSpec&) = default;
};

bool Overlap(const AxisPart& a, const AxisPart& b);
bool Overlap(const AxisPart& a, const AxisParts& list);
int64_t SizeOf(const AxisParts& axes);

class Resharder {
 public:
  // `partitions`: in the order of their positions in the mesh. The module outlives this.
  Resharder(Module& module, std::vector<int64_t> partitions);

  // New ops go where `emit` is. REQUIRES: the value has the type that `from` says, and `to` divides its dimensions.
  ValueId Reshard(Emitter& emit, ValueId value, const PartitionSpec& from, const PartitionSpec& to);
  ValueId AllReduce(Emitter& emit, ValueId value, Opcode opcode, const AxisParts& axes);

  // Parts in the opposite order along these axes.
  ValueId Mirror(Emitter& emit, ValueId value, const AxisParts& axes);

  // Where a partition's part begins along a dimension that these axes cut into parts of `size`: an i64 scalar.
  ValueId FirstOf(Emitter& emit, const AxisParts& axes, int64_t size);

  // The same tensor type with other extents: of a part, by the spec.
  TypeId PartType(TypeId whole, const PartitionSpec& spec);

 private:
  // Where partitions stand along these axes.
  std::vector<int64_t> IndicesAlong(const AxisParts& axes) const;
  CollectiveEmitter::Groups GroupsAlong(const AxisParts& axes) const;
  ValueId AddUp(Emitter& emit, ValueId value, PartitionSpec& from, const PartitionSpec& to);
  ValueId MoveAcross(Emitter& emit, ValueId value, PartitionSpec& from, const PartitionSpec& to);
  ValueId CutOut(Emitter& emit, ValueId value, size_t d, const AxisParts& axes);
  ValueId Embed(Emitter& emit, ValueId value, size_t d, const AxisParts& axes);
  ValueId OnTheFirst(Emitter& emit, ValueId value, const AxisParts& axes);

  Module& module_;
  std::vector<int64_t> partitions_;
  CollectiveEmitter collectives_;
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_RESHARD_H_
