// Ops on single elements.
#include <algorithm>
#include <optional>

#include "cpu/graph/importer.h"
#include "stablehlo/eval/struct_fields.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::cpu {
namespace {

// In select and clamp scalars stand for all elements, in the body of a map all values may.
std::vector<Value> Spread(Body& body, std::vector<Value> values) {
  const Dims* dims = &values[0].dims();
  for (const Value& value : values) {
    if (value.dims().size() > dims->size()) dims = &value.dims();
  }
  const Dims common = *dims;
  for (Value& value : values) value = cpu::Spread(body, value, common);
  return values;
}

}  // namespace

Value Spread(Body& body, Value value, const Dims& dims) {
  if (value.dims() == dims) return value;
  return body.Broadcast(value, dims, {});
}

Status ImportElementwise(OpImport& op, ElementOp element) {
  if (op.HasQuantized()) return Evaluate(op);
  const std::vector<Value> values = Spread(op.body(), op.Inputs());
  op.Return(op.body().Elementwise(element, values));
  return OkStatus();
}

namespace {

// The unsigned integer of that many bits, if elements of so many fill whole bytes.
std::optional<ElementType> WholeUnsigned(ElementType type) {
  if (stablehlo::IsComplex(type)) return std::nullopt;
  switch (stablehlo::ElementBits(type)) {
    case 8:
      return ElementType::kUI8;
    case 16:
      return ElementType::kUI16;
    case 32:
      return ElementType::kUI32;
    case 64:
      return ElementType::kUI64;
    default:
      return std::nullopt;
  }
}

// Each element becomes `parts` narrow ones along a new last dimension, the low bits first.
Value CutBits(Body& body, Value x, ElementType narrow, const Dims& result) {
  Dims map;
  for (size_t d = 0; d < x.shape().rank(); ++d) map.push_back(static_cast<int64_t>(d));
  const Value spread = body.Broadcast(x, result, map);
  const Value part = body.Iota({x.type(), result}, static_cast<int64_t>(x.shape().rank()));
  const Value width = body.SplatInt(x.type(), result, stablehlo::ElementBits(narrow));
  const Value shift = body.Elementwise(ElementOp::kMultiply, {part, width});
  return body.Convert(body.Elementwise(ElementOp::kShiftRightLogical, {spread, shift}), narrow);
}

// The elements along the last dimension together are one, the first the low bits.
Value JoinBits(Body& body, Value x, ElementType wide, const Dims& result) {
  const size_t last = result.size();
  Value joined;
  for (int64_t i = 0; i < x.dims()[last]; ++i) {
    Dims start(last + 1, 0), limit = x.dims();
    start[last] = i;
    limit[last] = i + 1;
    const Value part = body.Reshape(body.Slice(x, start, limit, Dims(last + 1, 1)), result);
    const Value shift = body.SplatInt(wide, result, i * stablehlo::ElementBits(x.type()));
    const Value bits = body.Elementwise(ElementOp::kShiftLeft, {body.Convert(part, wide), shift});
    joined = joined.valid() ? body.Elementwise(ElementOp::kOr, {joined, bits}) : bits;
  }
  return joined;
}

}  // namespace

Status ImportBitcastConvert(OpImport& op) {
  const Shape result = op.ResultShape();
  const ElementType from = op.In(0).type();
  const bool same_width = stablehlo::ElementBits(from) == stablehlo::ElementBits(result.type);
  const bool alike = stablehlo::IsComplex(from) == stablehlo::IsComplex(result.type);
  const std::optional<ElementType> before = WholeUnsigned(from), after = WholeUnsigned(result.type);
  if (!alike || op.HasQuantized() || (!same_width && (!before || !after))) return Evaluate(op);
  Body& body = op.body();
  Value x = op.In(0);
  if (!same_width) {
    const bool cut = stablehlo::ElementBits(*before) > stablehlo::ElementBits(*after);
    x = body.Bitcast(x, *before);
    x = cut ? CutBits(body, x, *after, result.dims) : JoinBits(body, x, *after, result.dims);
  }
  op.Return(body.Bitcast(x, result.type));
  return OkStatus();
}

Status ImportCompare(OpImport& op) {
  // Numbers of the enumerators of ComparisonType (op/enums.def).
  constexpr uint32_t kTotalOrder = 2;
  if (op.HasQuantized()) return Evaluate(op);
  const auto direction = static_cast<CompareDirection>(op.Enum("comparison_direction"));
  const std::vector<Value> sides = Spread(op.body(), op.Inputs());
  op.Return(op.body().Compare(direction, sides[0], sides[1], op.Enum("compare_type") == kTotalOrder));
  return OkStatus();
}

Status ImportConvert(OpImport& op) {
  if (op.HasQuantized()) return Evaluate(op);
  op.Return(op.body().Convert(op.In(0), op.ResultShape().type));
  return OkStatus();
}

Status ImportReducePrecision(OpImport& op) {
  if (op.HasQuantized()) return Evaluate(op);
  ElementAttrs attrs;
  attrs.op = ElementOp::kReducePrecision;
  // More bits than any type has change nothing.
  attrs.exponent_bits = static_cast<int8_t>(std::min<int64_t>(op.I64("exponent_bits"), 64));
  attrs.mantissa_bits = static_cast<int8_t>(std::min<int64_t>(op.I64("mantissa_bits"), 64));
  op.Return({op.body().Add(NodeKind::kElementwise, {op.In(0).shape()}, {op.In(0)}, attrs), 0});
  return OkStatus();
}

// map: its body on scalars is done on whole arrays at once; values in it that are the same for all elements stay scalars
// until they meet others.
Status ImportMap(OpImport& op) {
  const Module& module = op.module();
  const BlockId block = module.entry_block(op.id());
  for (const OpId inner : module.ops(block)) {
    const bool plain = stablehlo::Is(module, inner, stablehlo::Trait::kElementwise) ||
                       stablehlo::Is(module, inner, stablehlo::Trait::kTerminator) ||
                       module.op(inner).opcode == stablehlo::Opcode::kConstant;
    if (!plain || !module.op(inner).regions().empty()) return Evaluate(op);
  }
  const std::span<const ValueId> arguments = module.block(block).args;
  for (size_t i = 0; i < arguments.size(); ++i) op.importer().Set(arguments[i], op.In(i));
  for (const OpId inner : module.ops(block)) {
    if (stablehlo::Is(module, inner, stablehlo::Trait::kTerminator)) {
      op.Return(Spread(op.body(), op.importer().Single(module.op(inner).operands()[0]), op.ResultShape().dims));
      break;
    }
    OpImport element(op.importer(), inner, op.body());
    if (element.HasQuantized()) return UnimplementedError("a map of quantized values");
    CPPJRT_RETURN_IF_ERROR(RuleOf(module.op(inner).opcode)(element));
  }
  return OkStatus();
}

}  // namespace cppjrt::cpu
