#include "stablehlo/transforms/collective_emitter.h"

#include <algorithm>

#include "stablehlo/ir/walk.h"
#include "stablehlo/op/def_tables.h"

namespace cppjrt::stablehlo {
namespace {

int64_t ChannelOf(const Module& module, OpId op) {
  const AttrTable& attrs = module.attrs();
  const AttrId channel = module.attr(op, "channel_handle");
  if (!attrs.Is(channel, AttrKind::kStruct)) return 0;
  const AttrId handle = attrs.field(channel, 0);
  return attrs.Is(handle, AttrKind::kInteger) ? attrs.integer(handle) : 0;
}

}  // namespace

CollectiveEmitter::CollectiveEmitter(Module& module, int64_t num_replicas, int64_t num_partitions)
    : module_(module), num_replicas_(num_replicas), num_partitions_(num_partitions) {
  for (const OpId op : PreOrder(module_, module_.root()))
    last_channel_ = std::max(last_channel_, ChannelOf(module_, op));
}

ValueId CollectiveEmitter::AllGather(Emitter& emit, ValueId piece, size_t dimension, const Groups& groups) {
  // Nothing of nothing is nothing: all_gather refuses it.
  if (emit.dims(piece)[dimension] == 0) return piece;
  std::vector<int64_t> dims(emit.dims(piece).begin(), emit.dims(piece).end());
  dims[dimension] *= static_cast<int64_t>(groups[0].size());
  return emit.Value(Opcode::kAllGather, {piece}, emit.types().Tensor(dims, emit.element(piece)),
                    {{"all_gather_dim", emit.attrs().I64(static_cast<int64_t>(dimension))},
                     {"replica_groups", GroupsAttr(groups)},
                     {"channel_handle", NextChannel()},
                     {"use_global_device_ids", emit.attrs().Unit()}});
}

ValueId CollectiveEmitter::AllReduce(Emitter& emit, ValueId value, Opcode opcode, const Groups& groups) {
  const RegionId body = emit.BinaryRegion(opcode, emit.element(value));
  return emit.Value(Opcode::kAllReduce, {value}, emit.type(value),
                    {{"replica_groups", GroupsAttr(groups)},
                     {"channel_handle", NextChannel()},
                     {"use_global_device_ids", emit.attrs().Unit()}},
                    {body});
}

ValueId CollectiveEmitter::OfThisPartition(Emitter& emit, std::span<const int64_t> numbers) {
  if (std::ranges::all_of(numbers, [&](int64_t n) { return n == numbers[0]; })) return emit.I64Scalar(numbers[0]);
  TypeTable& types = emit.types();
  const ValueId partition = emit.Value(Opcode::kPartitionId, {}, types.Tensor({}, scalar::kUI32));
  const int64_t one[] = {1};
  const ValueId number = emit.Value(Opcode::kDynamicSlice, {emit.I64s(numbers), partition},
                                    types.Tensor(one, scalar::kI64), {{"slice_sizes", emit.attrs().I64Array(one)}});
  return emit.Reshape(number, types.Tensor({}, scalar::kI64));
}

AttrId CollectiveEmitter::GroupsAttr(const Groups& partitions) {
  std::vector<int64_t> ids;
  for (int64_t replica = 0; replica < num_replicas_; ++replica) {
    for (const std::vector<int64_t>& group : partitions) {
      for (const int64_t partition : group) ids.push_back(replica * num_partitions_ + partition);
    }
  }
  const auto size = static_cast<int64_t>(partitions[0].size());
  const int64_t dims[] = {static_cast<int64_t>(ids.size()) / size, size};
  const std::span<const int64_t> kept = module_.arena().Copy(std::span<const int64_t>(ids));
  return module_.attrs().Dense(module_.types().Tensor(dims, scalar::kI64), ids.size() == 1, std::as_bytes(kept));
}

AttrId CollectiveEmitter::NextChannel() {
  AttrTable& attrs = module_.attrs();
  const AttrId fields[] = {attrs.I64(++last_channel_), attrs.I64(1)};
  return attrs.Struct(StructKind::kChannelHandle, fields);
}

}  // namespace cppjrt::stablehlo
