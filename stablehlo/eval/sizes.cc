#include "stablehlo/eval/sizes.h"

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "stablehlo/eval/kernel.h"
#include "stablehlo/eval/place.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/eval/tensor.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/opcode.h"

namespace cppjrt::stablehlo {
namespace {

// As a double: the number may not fit anything else. 0 where it is not known.
double BytesOf(const TypeTable& types, TypeId tensor) {
  const std::optional<ElementType> element = ToElementType(types, types.element_type(tensor));
  double bytes = element ? static_cast<double>(ElementBytes(*element)) : 1;
  for (const int64_t dim : types.dims(tensor)) bytes *= dim == kDynamic ? 0 : static_cast<double>(dim);
  return bytes;
}

std::string TypeText(const TypeTable& types, TypeId tensor) {
  const std::optional<ElementType> element = ToElementType(types, types.element_type(tensor));
  return element ? ShapeText(*element, Dims(types.dims(tensor))) : "of rank " + std::to_string(types.rank(tensor));
}

// The first array within the type that is too large; tuples within tuples take a list, not the stack.
std::optional<TypeId> TooLarge(const TypeTable& types, TypeId type) {
  std::vector<TypeId> todo = {type};
  while (!todo.empty()) {
    const TypeId next = todo.back();
    todo.pop_back();
    if (types.kind(next) == TypeKind::kTuple) {
      for (size_t i = types.num_members(next); i > 0; --i) todo.push_back(types.member(next, i - 1));
    } else if (types.IsTensor(next) && BytesOf(types, next) > static_cast<double>(kMaxArrayBytes)) {
      return next;
    }
  }
  return std::nullopt;
}

Status TooLargeError(Module& module, OpId op, std::string_view what, TypeId tensor) {
  char bytes[32];
  std::snprintf(bytes, sizeof(bytes), "%g", BytesOf(module.types(), tensor));
  return InvalidArgumentError(PlaceOf(module, op) + ": its " + std::string(what) + " " +
                              TypeText(module.types(), tensor) + " takes " + bytes +
                              " bytes; at most 2^47 are possible");
}

template <typename Values>
Status CheckValues(Module& module, OpId op, const Values& values, std::string_view what) {
  for (const ValueId value : values) {
    const std::optional<TypeId> large = TooLarge(module.types(), module.type(value));
    if (large) return TooLargeError(module, op, what, *large);
  }
  return OkStatus();
}

Status CheckArguments(Module& module, OpId op) {
  for (const RegionId region : module.op(op).regions()) {
    for (BlockId block = module.region(region).first_block; block.valid(); block = module.block(block).next) {
      CPPJRT_RETURN_IF_ERROR(CheckValues(module, op, module.block(block).args, "argument"));
    }
  }
  return OkStatus();
}

// Paddings and dilations of windows and of pad.
Status CheckPadding(Module& module, OpId id) {
  constexpr std::string_view kNames[] = {"edge_padding_low", "edge_padding_high", "interior_padding", "padding",
                                         "base_dilations",   "window_dilations",  "lhs_dilation",     "rhs_dilation"};
  static const Environment kEnvironment;
  const OpRef op(module, id, {}, kEnvironment);
  for (const std::string_view name : kNames) {
    for (const int64_t number : op.I64s(name)) {
      if (number >= -kMaxPadding && number <= kMaxPadding) continue;
      return InvalidArgumentError(PlaceOf(module, id) + ": its " + std::string(name) + " of " + std::to_string(number) +
                                  " is beyond 2^47 elements");
    }
  }
  return OkStatus();
}

bool HasPadding(Opcode opcode) {
  return opcode == Opcode::kPad || opcode == Opcode::kReduceWindow || opcode == Opcode::kConvolution ||
         opcode == Opcode::kSelectAndScatter || opcode == Opcode::kDynamicConv;
}

}  // namespace

Status CheckSizes(Module& module) {
  for (const OpId top : module.ops(module.body())) {
    for (const OpId op : PreOrder(module, top)) {
      CPPJRT_RETURN_IF_ERROR(CheckValues(module, op, module.op(op).results(), "result"));
      CPPJRT_RETURN_IF_ERROR(CheckArguments(module, op));
      if (HasPadding(module.op(op).opcode)) CPPJRT_RETURN_IF_ERROR(CheckPadding(module, op));
    }
  }
  return OkStatus();
}

}  // namespace cppjrt::stablehlo
