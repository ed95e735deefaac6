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

ValueId CollectiveEmitter::ReduceScatter(Emitter& emit, ValueId value, size_t dimension, const Groups& groups) {
  std::vector<int64_t> dims(emit.dims(value).begin(), emit.dims(value).end());
  dims[dimension] /= static_cast<int64_t>(groups[0].size());
  const RegionId body = emit.BinaryRegion(Opcode::kAdd, emit.element(value));
  return emit.Value(Opcode::kReduceScatter, {value}, emit.types().Tensor(dims, emit.element(value)),
                    {{"scatter_dimension", emit.attrs().I64(static_cast<int64_t>(dimension))},
                     {"replica_groups", GroupsAttr(groups)},
                     {"channel_handle", NextChannel()},
                     {"use_global_device_ids", emit.attrs().Unit()}},
                    {body});
}

// Its groups are of partitions, in each replica: it knows no ids of all devices.
ValueId CollectiveEmitter::AllToAll(Emitter& emit, ValueId value, size_t split, size_t concatenated,
                                    const Groups& groups) {
  const auto count = static_cast<int64_t>(groups[0].size());
  std::vector<int64_t> dims(emit.dims(value).begin(), emit.dims(value).end());
  dims[split] /= count;
  dims[concatenated] *= count;
  return emit.Value(Opcode::kAllToAll, {value}, emit.types().Tensor(dims, emit.element(value)),
                    {{"split_dimension", emit.attrs().I64(static_cast<int64_t>(split))},
                     {"concat_dimension", emit.attrs().I64(static_cast<int64_t>(concatenated))},
                     {"split_count", emit.attrs().I64(count)},
                     {"replica_groups", IdsAttr(groups)},
                     {"channel_handle", NextChannel()}});
}

ValueId CollectiveEmitter::Permute(Emitter& emit, ValueId value, std::span<const int64_t> targets) {
  Groups pairs;
  for (size_t source = 0; source < targets.size(); ++source) {
    pairs.push_back({static_cast<int64_t>(source), targets[source]});
  }
  return emit.Value(Opcode::kCollectivePermute, {value}, emit.type(value),
                    {{"source_target_pairs", IdsAttr(pairs)}, {"channel_handle", NextChannel()}});
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

// By ids of all devices.
AttrId CollectiveEmitter::GroupsAttr(const Groups& partitions) {
  Groups groups;
  for (int64_t replica = 0; replica < num_replicas_; ++replica) {
    for (const std::vector<int64_t>& group : partitions) {
      std::vector<int64_t>& ids = groups.emplace_back();
      for (const int64_t partition : group) ids.push_back(replica * num_partitions_ + partition);
    }
  }
  return IdsAttr(groups);
}

// Lists of one length: a matrix.
AttrId CollectiveEmitter::IdsAttr(const Groups& lists) {
  std::vector<int64_t> ids;
  for (const std::vector<int64_t>& list : lists) ids.insert(ids.end(), list.begin(), list.end());
  const int64_t dims[] = {static_cast<int64_t>(lists.size()), static_cast<int64_t>(lists[0].size())};
  const std::span<const int64_t> kept = module_.arena().Copy(std::span<const int64_t>(ids));
  return module_.attrs().Dense(module_.types().Tensor(dims, scalar::kI64), ids.size() == 1, std::as_bytes(kept));
}

AttrId CollectiveEmitter::NextChannel() {
  AttrTable& attrs = module_.attrs();
  const AttrId fields[] = {attrs.I64(++last_channel_), attrs.I64(1)};
  return attrs.Struct(StructKind::kChannelHandle, fields);
}

}  // namespace cppjrt::stablehlo
