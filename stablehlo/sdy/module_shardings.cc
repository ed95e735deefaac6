#include "stablehlo/sdy/module_shardings.h"

#include <algorithm>

#include "stablehlo/ir/function.h"
#include "stablehlo/ir/symbol_table.h"
#include "stablehlo/op/opcode.h"

namespace cppjrt::stablehlo::sdy {
namespace {

// The attribute that gives an sdy op's only result its sharding.
std::string_view ResultAttribute(Opcode opcode) {
  switch (opcode) {
    case Opcode::kSdyDataFlowEdge:
    case Opcode::kSdyReshard:
    case Opcode::kSdyShardingConstraint:
      return "sharding";
    case Opcode::kSdyAllGather:
    case Opcode::kSdyAllReduce:
    case Opcode::kSdyAllSlice:
    case Opcode::kSdyAllToAll:
    case Opcode::kSdyCollectivePermute:
    case Opcode::kSdyReduceScatter:
    case Opcode::kSdyReplicatedToUnreduced:
    case Opcode::kSdyShardedToUnreduced:
      return "out_sharding";
    default:
      return {};
  }
}

void RemoveAxes(AxisList& axes, const ManualAxes& manual) {
  std::erase_if(axes,
                [&](const AxisRef& axis) { return std::ranges::find(manual.names, axis.name) != manual.names.end(); });
}

}  // namespace

const ModuleShardings::Meshes& ModuleShardings::MeshesAround(OpId op) {
  OpId root = op;
  while (module_.parent(root) && module_.op(root).opcode != Opcode::kModule) root = module_.parent(root);
  const auto [entry, is_new] = meshes_.try_emplace(root.index());
  if (!is_new || !module_.entry_block(root)) return entry->second;
  for (const OpId inner : module_.ops(module_.entry_block(root))) {
    if (module_.op(inner).opcode != Opcode::kSdyMesh) continue;
    const Mesh* mesh = Get<Mesh>(module_.attr(inner, "mesh"));
    if (mesh != nullptr) entry->second.emplace(SymbolName(module_, inner), mesh);
  }
  return entry->second;
}

const Mesh* ModuleShardings::MeshOf(const TensorSharding& sharding, OpId op) {
  if (sharding.inline_mesh) return &*sharding.inline_mesh;
  const Meshes& meshes = MeshesAround(op);
  const auto found = meshes.find(sharding.mesh_name);
  return found == meshes.end() ? nullptr : found->second;
}

const TensorSharding* ModuleShardings::At(AttrId per_value, size_t index) {
  const ShardingPerValue* list = Get<ShardingPerValue>(per_value);
  return list != nullptr && index < list->shardings.size() ? &list->shardings[index] : nullptr;
}

const TensorSharding* ModuleShardings::OfResult(OpId op, size_t index) {
  const Opcode opcode = module_.op(op).opcode;
  if (const std::string_view name = ResultAttribute(opcode); !name.empty()) {
    return Get<TensorSharding>(module_.attr(op, name));
  }
  const bool has_regions = opcode == Opcode::kSdyManualComputation || opcode == Opcode::kSdyNamedComputation;
  return At(module_.attr(op, has_regions ? "out_shardings" : "sdy.sharding"), index);
}

// Inside of a manual computation its axes are gone.
const TensorSharding* ModuleShardings::OfManualArgument(OpId op, size_t index) {
  const TensorSharding* outside = At(module_.attr(op, "in_shardings"), index);
  const ManualAxes* manual = Get<ManualAxes>(module_.attr(op, "manual_axes"));
  if (outside == nullptr || manual == nullptr) return outside;
  const auto [entry, is_new] = manual_arguments_.try_emplace({op.index(), index}, *outside);
  if (!is_new) return &entry->second;
  for (DimSharding& dim : entry->second.dims) RemoveAxes(dim.axes, *manual);
  RemoveAxes(entry->second.replicated, *manual);
  RemoveAxes(entry->second.unreduced, *manual);
  return &entry->second;
}

const TensorSharding* ModuleShardings::OfArgument(BlockId block, size_t index) {
  const OpId op = module_.region(module_.block(block).region).op;
  if (!op) return nullptr;
  switch (module_.op(op).opcode) {
    case Opcode::kFunc: {
      const AttrId attrs = Function(module_, op).argument_attrs(index);
      if (!module_.attrs().Is(attrs, AttrKind::kDictionary)) return nullptr;
      return Get<TensorSharding>(module_.attrs().Lookup(attrs, "sdy.sharding"));
    }
    case Opcode::kSdyManualComputation:
      return OfManualArgument(op, index);
    case Opcode::kSdyNamedComputation:
      return At(module_.attr(op, "in_shardings"), index);
    default:
      return nullptr;
  }
}

const TensorSharding* ModuleShardings::Of(ValueId value) {
  const Value& record = module_.value(value);
  if (record.kind == ValueKind::kResult) return OfResult(OpId(record.owner), record.index);
  if (record.kind == ValueKind::kArgument) return OfArgument(BlockId(record.owner), record.index);
  return nullptr;
}

}  // namespace cppjrt::stablehlo::sdy
