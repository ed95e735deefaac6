#include "stablehlo/transforms/wide_reductions.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "stablehlo/ir/uses.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/infer_op.h"
#include "stablehlo/op/infer_types.h"
#include "stablehlo/op/op_table.h"
#include "stablehlo/transforms/emitter.h"

namespace cppjrt::stablehlo {
namespace {

// Elementwise ops whose result is one of the operands, a sign of one or exact: without another one there is nothing to gain.
constexpr Opcode kExact[] = {
    Opcode::kAbs,      Opcode::kAnd,     Opcode::kClamp,   Opcode::kCompare, Opcode::kConvert,
    Opcode::kIsFinite, Opcode::kMaximum, Opcode::kMinimum, Opcode::kNegate,  Opcode::kNot,
    Opcode::kOr,       Opcode::kSelect,  Opcode::kSign,    Opcode::kXor,
};
// Elementwise ops that are about the bits of an element.
constexpr Opcode kOfBits[] = {Opcode::kBitcastConvert, Opcode::kUniformDequantize, Opcode::kUniformQuantize};

bool IsNarrow(const TypeTable& types, TypeId type) {
  const TypeId element = types.element_type(type);
  return types.IsFloat(element) && types.bits(element) < 32;
}
bool IsNarrow(const Module& module, ValueId v) { return IsNarrow(module.types(), module.type(v)); }

bool ReturnsFloat(const Module& module, OpId op) {
  return std::ranges::any_of(module.op(op).results(), [&](ValueId v) {
    return module.types().IsFloat(module.types().element_type(module.type(v)));
  });
}

bool MayWiden(const Module& module, OpId op) {
  if (Is(module, op, Trait::kTerminator) || Is(module, op, Trait::kConstantLike)) return true;
  return Is(module, op, Trait::kElementwise) && std::ranges::find(kOfBits, module.op(op).opcode) == std::end(kOfBits);
}

bool Rounds(const Module& module, OpId op) {
  return Is(module, op, Trait::kElementwise) && ReturnsFloat(module, op) &&
         std::ranges::find(kExact, module.op(op).opcode) == std::end(kExact);
}

void Widen(Module& module, ValueId v) {
  if (IsNarrow(module, v)) module.set_type(v, WithElement(module, module.type(v), scalar::kF32));
}

// Constants, and values from outside of the body, stay as they are and are converted where they are used.
void WidenOp(Module& module, OpId op) {
  if (Is(module, op, Trait::kConstantLike)) return;
  Emitter emit(&module);
  emit.MoveTo(op);
  for (size_t i = 0; i < module.op(op).operands().size(); ++i) {
    const ValueId operand = module.op(op).operands()[i];
    if (IsNarrow(module, operand)) module.set_operand(op, i, emit.Convert(operand, scalar::kF32));
  }
  for (const ValueId result : module.op(op).results()) Widen(module, result);
}

// Whether more updates than kMaxRounded may have one target.
bool ManyMayMeet(Module& module, OpId op, DiagnosticSink& sink) {
  const OpView scatter(&module, op, &sink);
  if (scatter.Flag("unique_indices")) return false;
  std::vector<int64_t> dims(module.types().dims(scatter.group_types(1)[0]).begin(),
                            module.types().dims(scatter.group_types(1)[0]).end());
  const auto vector_dim = static_cast<size_t>(scatter.FieldInt("scatter_dimension_numbers", "index_vector_dim"));
  if (vector_dim < dims.size()) dims[vector_dim] = 1;
  if (std::ranges::find(dims, kDynamic) != dims.end()) return true;
  return Product(dims).value_or(kMaxRounded + 1) > kMaxRounded;
}

// Whether a reduce_window gives all partial sums of at most kMaxRounded elements.
bool IsShortRunningSum(Module& module, OpId op, DiagnosticSink& sink) {
  const OpView window(&module, op, &sink);
  const std::span<const int64_t> sizes = window.I64s("window_dimensions");
  if (!window.has("padding")) return false;
  const DimList padding = IntElements(module, window.attr("padding")).ToVector();
  if (padding.size() != 2 * sizes.size()) return false;
  for (size_t d = 0; d < sizes.size(); ++d) {
    const int64_t before = padding[2 * d];
    const int64_t after = padding[2 * d + 1];
    const bool is_single = sizes[d] == 1 && before == 0 && after == 0;
    const bool is_running =
        sizes[d] == window.dims(0)[d] && std::min(before, after) == 0 && std::max(before, after) == sizes[d] - 1;
    if (!is_single && (!is_running || sizes[d] > kMaxRounded)) return false;
  }
  return true;
}

// The region that combines elements; none if the op is no reduction, or one that rounds at each step.
BlockId CombiningBody(Module& module, OpId op, DiagnosticSink& sink) {
  switch (module.op(op).opcode) {
    case Opcode::kAllReduce:
    case Opcode::kCollectiveReduce:
    case Opcode::kReduce:
    case Opcode::kReduceScatter:
      return module.entry_block(op, 0);
    case Opcode::kReduceWindow:
      return IsShortRunningSum(module, op, sink) ? BlockId() : module.entry_block(op, 0);
    case Opcode::kScatter:
      return ManyMayMeet(module, op, sink) ? module.entry_block(op, 0) : BlockId();
    case Opcode::kSelectAndScatter:
      return module.entry_block(op, 1);
    default:
      return BlockId();
  }
}

// Makes the narrow results of `op` f32 and converts them back after it. The converts go into `rounded` by result.
void RoundResults(Module& module, OpId op, std::vector<std::pair<ValueId, OpId>>& rounded) {
  for (const ValueId result : module.op(op).results()) {
    const TypeId narrow = module.type(result);
    if (!IsNarrow(module.types(), narrow)) continue;
    Widen(module, result);
    OpState state;
    state.opcode = Opcode::kConvert;
    state.loc = module.op(op).loc;
    state.source_offset = module.op(op).source_offset;
    const ValueId operands[] = {result};
    state.operands = operands;
    state.result_types = {&narrow, 1};
    const OpId convert = module.NewOp(state);
    module.Insert(convert, module.op(op).block, module.op(op).next);
    rounded.emplace_back(result, convert);
  }
}

}  // namespace

bool WidenBody(Module& module, BlockId body) {
  const auto is_narrow = [&](ValueId v) { return IsNarrow(module, v); };
  const std::vector<OpId> ops = OpsNow(module, body);
  if (!std::ranges::any_of(module.block(body).args, is_narrow)) return false;
  if (!std::ranges::all_of(ops, [&](OpId op) { return MayWiden(module, op); })) return false;
  if (!std::ranges::any_of(ops, [&](OpId op) { return Rounds(module, op); })) return false;
  for (const ValueId argument : module.block(body).args) Widen(module, argument);
  for (const OpId op : ops) WidenOp(module, op);
  return true;
}

Status WidenReductions(Module& module, DiagnosticSink& sink) {
  std::vector<OpId> ops;
  for (const OpId op : PostOrder(module, module.root())) ops.push_back(op);
  std::vector<std::pair<ValueId, OpId>> rounded;
  for (const OpId op : ops) {
    const BlockId body = CombiningBody(module, op, sink);
    if (body.valid() && WidenBody(module, body)) RoundResults(module, op, rounded);
  }
  if (rounded.empty()) return OkStatus();
  std::vector<ValueId> replacement(module.num_values());
  for (const auto& [result, convert] : rounded) replacement[result.index()] = module.op(convert).result(0);
  // The converts themselves have been given a result that is about to be replaced by their own.
  ReplaceUses(module, module.root(), replacement);
  for (const auto& [result, convert] : rounded) module.set_operand(convert, 0, result);
  return OkStatus();
}

}  // namespace cppjrt::stablehlo
