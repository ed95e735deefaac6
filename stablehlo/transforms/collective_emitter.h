// CollectiveEmitter: the ops by which the partitions of a program talk to each other, and tell which of them they are.
//
//   CollectiveEmitter collectives(module, replicas, partitions);
//   ValueId whole = collectives.AllGather(emit, piece, 0, {{0, 1}, {2, 3}});     // along dimension 0, within each group
//   ValueId start = collectives.OfThisPartition(emit, {0, 2, 4, 6});             // 2 * partition_id
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_COLLECTIVE_EMITTER_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_COLLECTIVE_EMITTER_H_

#include <cstdint>
#include <span>
#include <vector>

#include "stablehlo/transforms/emitter.h"

namespace cppjrt::stablehlo {

class CollectiveEmitter {
 public:
  // Groups of partitions of equal size, each partition in one.
  using Groups = std::vector<std::vector<int64_t>>;

  // The module outlives this. Channels are numbered behind those that it has.
  CollectiveEmitter(Module& module, int64_t num_replicas, int64_t num_partitions);

  // The pieces of a group one after the other along a dimension, in each replica.
  ValueId AllGather(Emitter& emit, ValueId piece, size_t dimension, const Groups& groups);
  // What `opcode` makes of the values of a group, in each replica.
  ValueId AllReduce(Emitter& emit, ValueId value, Opcode opcode, const Groups& groups);
  // What adding up the values of a group gives, cut along a dimension: each has its part, in the order of the group.
  ValueId ReduceScatter(Emitter& emit, ValueId value, size_t dimension, const Groups& groups);
  // Each value of a group cut along one dimension; each has its part of all, one after the other along another.
  ValueId AllToAll(Emitter& emit, ValueId value, size_t split, size_t concatenated, const Groups& groups);
  // The value of the partition that has this one as its target.
  ValueId Permute(Emitter& emit, ValueId value, std::span<const int64_t> targets);
  // The i64 scalar that `numbers` has for this partition. REQUIRES: a number for each.
  ValueId OfThisPartition(Emitter& emit, std::span<const int64_t> numbers);

 private:
  AttrId GroupsAttr(const Groups& partitions);
  AttrId IdsAttr(const Groups& lists);
  AttrId NextChannel();

  Module& module_;
  int64_t num_replicas_;
  int64_t num_partitions_;
  int64_t last_channel_ = 0;
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_COLLECTIVE_EMITTER_H_
