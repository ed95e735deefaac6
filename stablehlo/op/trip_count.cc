#include "stablehlo/op/trip_count.h"

#include <string_view>

#include "stablehlo/op/def_tables.h"
#include "stablehlo/op/infer_op.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo {
namespace {

// The value of an integer constant of one element.
std::optional<int64_t> ConstantInt(const Module& module, ValueId value) {
  const OpId op = module.defining_op(value);
  if (!op || module.op(op).opcode != Opcode::kConstant) return std::nullopt;
  const AttrId attr = module.attr(op, "value");
  if (!module.attrs().Is(attr, AttrKind::kDense)) return std::nullopt;
  const TypeTable& types = module.types();
  if (!types.IsInteger(types.element_type(module.type(value)))) return std::nullopt;
  const IntElements elements(module, attr);
  return elements.size() == 1 ? std::optional<int64_t>(elements[0]) : std::nullopt;
}

// Which argument of the block the value is.
std::optional<uint32_t> ArgumentOf(const Module& module, BlockId block, ValueId value) {
  if (module.argument_block(value) != block) return std::nullopt;
  return module.value(value).index;
}

// The operand at `i` of the op that ends the block.
ValueId Returned(const Module& module, BlockId block, uint32_t i) {
  const OpId last = module.last_op(block);
  if (!last || i >= module.op(last).num_operands) return ValueId();
  return module.op(last).operands()[i];
}

bool IsCompare(const Module& module, OpId op, std::string_view direction) {
  if (!op || module.op(op).opcode != Opcode::kCompare) return false;
  const AttrId attr = module.attr(op, "comparison_direction");
  return module.attrs().Is(attr, AttrKind::kEnum) &&
         EnumeratorName(EnumKind::kComparisonDirection, module.attrs().enum_value(attr)) == direction;
}

struct Limit {
  uint32_t variable = 0;
  int64_t bound = 0;
};

// cond { compare LT, %variable, bound }
std::optional<Limit> LimitOf(const Module& module, BlockId cond) {
  const ValueId pred = Returned(module, cond, 0);
  const OpId compare = pred ? module.defining_op(pred) : OpId();
  if (!IsCompare(module, compare, "LT")) return std::nullopt;
  const std::optional<uint32_t> variable = ArgumentOf(module, cond, module.op(compare).operands()[0]);
  const std::optional<int64_t> bound = ConstantInt(module, module.op(compare).operands()[1]);
  if (!variable || !bound) return std::nullopt;
  return Limit{*variable, *bound};
}

// do { add %variable, step }
std::optional<int64_t> StepOf(const Module& module, BlockId body, uint32_t variable) {
  const ValueId next = Returned(module, body, variable);
  const OpId add = next ? module.defining_op(next) : OpId();
  if (!add || module.op(add).opcode != Opcode::kAdd) return std::nullopt;
  if (ArgumentOf(module, body, module.op(add).operands()[0]) != variable) return std::nullopt;
  return ConstantInt(module, module.op(add).operands()[1]);
}

}  // namespace

std::optional<int64_t> TripCount(const Module& module, OpId op) {
  const BlockId cond = module.entry_block(op, 0);
  const BlockId body = module.entry_block(op, 1);
  if (!cond || !body) return std::nullopt;
  const std::optional<Limit> limit = LimitOf(module, cond);
  if (!limit || limit->variable >= module.op(op).num_operands) return std::nullopt;
  const std::optional<int64_t> step = StepOf(module, body, limit->variable);
  const std::optional<int64_t> start = ConstantInt(module, module.op(op).operands()[limit->variable]);
  if (!step || !start || *step <= 0) return std::nullopt;
  int64_t distance = 0;
  if (__builtin_sub_overflow(limit->bound, *start, &distance)) return std::nullopt;
  return distance <= 0 ? 0 : (distance - 1) / *step + 1;
}

}  // namespace cppjrt::stablehlo
