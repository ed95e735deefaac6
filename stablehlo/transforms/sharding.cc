#include "stablehlo/transforms/sharding.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "stablehlo/ir/walk.h"
#include "stablehlo/op/call_target.h"
#include "stablehlo/op/infer_text.h"
#include "stablehlo/op/op_table.h"
#include "stablehlo/transforms/group_meshes.h"
#include "stablehlo/transforms/manual_computation.h"
#include "stablehlo/transforms/rewriter.h"

namespace cppjrt::stablehlo {
namespace {

// Their operand, on one device.
constexpr Opcode kIdentities[] = {
    Opcode::kSdyAllGather,
    Opcode::kSdyAllReduce,
    Opcode::kSdyAllSlice,
    Opcode::kSdyAllToAll,
    Opcode::kSdyCollectivePermute,
    Opcode::kSdyDataFlowEdge,
    Opcode::kSdyFuncDataFlowEdge,
    Opcode::kSdyPropagationBarrier,
    Opcode::kSdyReduceScatter,
    Opcode::kSdyReplicatedToUnreduced,
    Opcode::kSdyReshard,
    Opcode::kSdyShardedToUnreduced,
    Opcode::kSdyShardingConstraint,
};

constexpr std::string_view kIdentityTargets[] = {
    "Sharding",
    "SPMDFullToShardShape",
    "SPMDShardToFullShape",
    "xla.sdy.FuncResultSharding",
    "xla.sdy.GlobalToLocalShape",
    "xla.sdy.LocalToGlobalShape",
    "xla.sdy.PropagationBarrier",
};

bool IsIdentityCall(const Module& module, OpId op) {
  const Op& record = module.op(op);
  if (record.num_operands != 1 || record.num_results != 1) return false;
  return std::ranges::find(kIdentityTargets, CallTargetName(module, op)) != std::end(kIdentityTargets) &&
         module.type(record.operands()[0]) == module.type(record.result(0));
}

// Puts the ops of the body in the place of the op.
Status InlineBody(Rewriter& rewriter, OpId op, DiagnosticSink& sink) {
  Module& module = rewriter.module();
  const BlockId body = module.entry_block(op);
  const std::span<const ValueId> operands = module.op(op).operands();
  const std::span<const ValueId> arguments = module.block(body).args;
  for (size_t i = 0; i < arguments.size() && i < operands.size(); ++i) {
    if (module.type(arguments[i]) == module.type(operands[i])) continue;
    const AttrId axes = module.attr(op, "manual_axes");
    return Unsupported(
        module, op, sink,
        Cat("operand ", i, " of type ", TypeText(module, module.type(operands[i])), " is split over the manual axes ",
            axes.valid() ? module.attrs().string(axes) : "{}", " into pieces of type ",
            TypeText(module, module.type(arguments[i])), ", which one device cannot do"));
  }
  const OpId terminator = module.last_op(body);
  const ValueRange results = module.op(op).results();
  const std::span<const ValueId> given =
      terminator.valid() ? module.op(terminator).operands() : std::span<const ValueId>();
  if (arguments.size() != operands.size() || given.size() != results.size()) {
    return Invalid(module, op, sink, "the body does not take the operands or does not return the results");
  }
  const std::vector<ValueId> returned(given.begin(), given.end());
  for (size_t i = 0; i < returned.size(); ++i) {
    if (module.type(returned[i]) == module.type(results[i])) continue;
    return Unsupported(module, op, sink,
                       Cat("result ", i, " is put together from pieces of type ",
                           TypeText(module, module.type(returned[i])), ", which one device cannot do"));
  }
  for (size_t i = 0; i < operands.size(); ++i) rewriter.Map(arguments[i], operands[i]);
  if (terminator.valid()) module.Erase(terminator);
  module.Splice(body, module.op(op).block, op);
  rewriter.Replace(op, returned);
  return OkStatus();
}

bool IsSdy(const Module& module, NamedAttr attr) { return module.name(attr.name).starts_with("sdy."); }

// A dictionary, or an array of them, without its sdy entries.
AttrId WithoutSdy(Module& module, AttrId attr) {
  AttrTable& attrs = module.attrs();
  if (attrs.Is(attr, AttrKind::kArray)) {
    std::vector<AttrId> elements;
    for (size_t i = 0; i < attrs.size(attr); ++i) {
      const AttrId element = attrs.element(attr, i);
      elements.push_back(attrs.Is(element, AttrKind::kDictionary) ? WithoutSdy(module, element) : element);
    }
    return attrs.Array(elements);
  }
  std::vector<NamedAttr> entries;
  for (size_t i = 0; i < attrs.size(attr); ++i) {
    if (!IsSdy(module, attrs.entry(attr, i))) entries.push_back(attrs.entry(attr, i));
  }
  return attrs.Dictionary(entries);
}

// `manual` is null where there is one partition.
Status LowerOp(Rewriter& rewriter, ManualComputations* manual, OpId op, DiagnosticSink& sink) {
  Module& module = rewriter.module();
  const Opcode opcode = module.op(op).opcode;
  if (manual != nullptr) {
    if (opcode == Opcode::kSdyManualComputation) return manual->Inline(op, sink);
    CPPJRT_ASSIGN_OR_RETURN(const bool lowered, manual->LowerCall(op, sink));
    if (lowered) return OkStatus();
  }
  if (std::ranges::find(kIdentities, opcode) != std::end(kIdentities) || IsIdentityCall(module, op)) {
    rewriter.Replace(op, {module.op(op).operands()[0]});
  } else if (opcode == Opcode::kSdyConstant) {
    rewriter.Replace(op, {rewriter.At(op).ConstantOf(module.attr(op, "value"))});
  } else if (opcode == Opcode::kSdyShardingGroup || opcode == Opcode::kSdyMesh) {
    rewriter.Erase(op);
  } else if (opcode == Opcode::kSdyManualComputation || opcode == Opcode::kSdyNamedComputation) {
    return InlineBody(rewriter, op, sink);
  }
  return OkStatus();
}

}  // namespace

void StripShardyAttributes(Module& module, OpId op) {
  const std::span<const NamedAttr> discardable = module.op(op).discardable();
  if (std::ranges::any_of(discardable, [&](NamedAttr a) { return IsSdy(module, a); })) {
    std::vector<NamedAttr> kept;
    std::ranges::copy_if(discardable, std::back_inserter(kept), [&](NamedAttr a) { return !IsSdy(module, a); });
    const std::vector<NamedAttr> inherent(module.op(op).inherent().begin(), module.op(op).inherent().end());
    module.set_attrs(op, inherent, kept);
  }
  if (module.op(op).opcode != Opcode::kFunc) return;
  for (const std::string_view name : {"arg_attrs", "res_attrs"}) {
    const AttrId list = module.attr(op, name);
    if (module.attrs().Is(list, AttrKind::kArray)) module.set_attr(op, name, WithoutSdy(module, list));
  }
}

Status LowerSharding(Module& module, const PartitionCounts& counts, DiagnosticSink& sink) {
  NameNoMeshes(module);
  Rewriter rewriter(&module);
  std::optional<ManualComputations> manual;
  if (counts.partitions > 1) {
    manual.emplace(&rewriter, counts.replicas, counts.partitions);
    CPPJRT_RETURN_IF_ERROR(manual->ReduceArguments(sink));
  }
  StripShardyAttributes(module, module.root());
  for (const OpId op : rewriter.Ops()) {
    if (manual) CPPJRT_RETURN_IF_ERROR(manual->SplitResults(op, sink));
    StripShardyAttributes(module, op);
    CPPJRT_RETURN_IF_ERROR(LowerOp(rewriter, manual ? &*manual : nullptr, op, sink));
  }
  rewriter.Finish();
  return OkStatus();
}

}  // namespace cppjrt::stablehlo
