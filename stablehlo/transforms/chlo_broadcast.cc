// Broadcasting as CHLO does it: shapes aligned at the last dimension, or the smaller operand placed by broadcast_dimensions;
// dimensions of 1 stretch. Where a size is known only at run time, so is which operand stretches.
#include <numeric>

#include "stablehlo/op/infer_types.h"
#include "stablehlo/transforms/chlo_ops.h"

namespace cppjrt::stablehlo::chlo {
namespace {

// Where the dimensions of each operand lie in the result.
using Placement = std::vector<int64_t>;

Placement PlacementOf(const Module& module, OpId op, ValueId operand, int64_t result_rank) {
  const int64_t rank = module.types().rank(module.type(operand));
  const AttrId given = module.attr(op, "broadcast_dimensions");
  if (given.valid() && rank < result_rank) {
    const std::span<const int64_t> dims = module.attrs().i64s(given);
    return {dims.begin(), dims.end()};
  }
  Placement last(static_cast<size_t>(rank));
  std::iota(last.begin(), last.end(), result_rank - rank);
  return last;
}

struct Operand {
  ValueId value;
  Placement placement;
};

// The size of result dimension d: that of the first operand that has it, unless it is 1 there.
ValueId ResultSize(Emitter& emit, std::span<const Operand> operands, int64_t d) {
  ValueId size;
  for (const Operand& operand : operands) {
    for (size_t i = 0; i < operand.placement.size(); ++i) {
      if (operand.placement[i] != d) continue;
      const ValueId next = emit.DimSize(operand.value, static_cast<int64_t>(i));
      size = size.valid() ? emit.Select(emit.Compare(Direction::kEq, size, emit.I64Scalar(1)), next, size) : next;
    }
  }
  return size.valid() ? size : emit.I64Scalar(1);
}

ValueId ResultShape(Emitter& emit, std::span<const Operand> operands, std::span<const int64_t> dims) {
  std::vector<ValueId> sizes;
  for (size_t d = 0; d < dims.size(); ++d) {
    const bool known = dims[d] != kDynamic;
    sizes.push_back(known ? emit.I64Scalar(dims[d]) : ResultSize(emit, operands, static_cast<int64_t>(d)));
  }
  return emit.Pack(sizes);
}

bool AllRanked(const Module& module, OpId op) {
  bool ranked = module.types().IsTensor(module.type(module.op(op).result(0)));
  for (const ValueId v : module.op(op).operands()) ranked = ranked && module.types().IsTensor(module.type(v));
  return ranked;
}

}  // namespace

StatusOr<std::vector<ValueId>> BroadcastOperands(Rewriter& rewriter, OpId op, DiagnosticSink& sink) {
  Module& module = rewriter.module();
  if (!AllRanked(module, op))
    return Unsupported(module, op, sink, "shapes have no known rank, expected ranked tensors");
  Emitter& emit = rewriter.At(op);
  const TypeId result = module.type(module.op(op).result(0));
  std::vector<Operand> operands;
  for (const ValueId v : module.op(op).operands()) {
    operands.push_back({v, PlacementOf(module, op, v, module.types().rank(result))});
    if (static_cast<int64_t>(operands.back().placement.size()) != emit.rank(v)) {
      return Invalid(module, op, sink, "broadcast_dimensions does not have a place for each dimension of the operand");
    }
  }
  const bool is_static = module.types().IsStaticTensor(result);
  const ValueId shape = is_static ? ValueId() : ResultShape(emit, operands, module.types().dims(result));
  std::vector<ValueId> values;
  for (size_t i = 0; i < operands.size(); ++i) {
    const ValueId v = operands[i].value;
    const TypeId wanted = WithElement(module, result, emit.element(v));
    const bool is_scalar_predicate =
        module.op(op).opcode == Opcode::kChloBroadcastSelect && i == 0 && emit.rank(v) == 0;
    const bool fits = is_static && emit.type(v) == wanted;
    values.push_back(fits || is_scalar_predicate ? v : emit.BroadcastInDim(v, operands[i].placement, wanted, shape));
  }
  return values;
}

Status DecomposeBroadcast(Rewriter& rewriter, OpId op, Opcode elementwise, DiagnosticSink& sink) {
  Module& module = rewriter.module();
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<ValueId> operands, BroadcastOperands(rewriter, op, sink));
  Emitter& emit = rewriter.At(op);
  const TypeId type = module.type(module.op(op).result(0));
  if (elementwise != Opcode::kCompare) {
    rewriter.Replace(op, {emit.Value(elementwise, operands, type)});
    return OkStatus();
  }
  const auto direction = static_cast<Direction>(module.attrs().enum_value(module.attr(op, "comparison_direction")));
  const AttrId kind = module.attr(op, "compare_type");
  const auto compare_type =
      kind.valid() ? static_cast<CompareType>(module.attrs().enum_value(kind)) : CompareType::kNone;
  rewriter.Replace(op, {emit.Compare(direction, operands[0], operands[1], compare_type)});
  return OkStatus();
}

}  // namespace cppjrt::stablehlo::chlo
