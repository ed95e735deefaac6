// Comparisons that ranges decide, of a value with itself, and of i1 with constants.
#include <optional>

#include "cpu/graph/scalar.h"
#include "cpu/passes/constants.h"
#include "cpu/passes/ranges.h"
#include "cpu/passes/simplify.h"

namespace cppjrt::cpu {
namespace {

using Direction = CompareDirection;

Values Known(Node& node, bool truth) {
  return {node.parent->SplatInt(ElementType::kI1, node.shape().dims, truth ? 1 : 0)};
}

std::optional<bool> Decide(Direction direction, const Range& a, const Range& b) {
  const bool less = a.high<b.low, at_most = a.high <= b.low, greater = a.low> b.high, at_least = a.low >= b.high;
  const bool equal = a.single() && a == b;
  const auto known = [](bool yes, bool no) {
    return yes ? std::optional(true) : no ? std::optional(false) : std::nullopt;
  };
  switch (direction) {
    case Direction::kEq:
      return known(equal, less || greater);
    case Direction::kNe:
      return known(less || greater, equal);
    case Direction::kLt:
      return known(less, at_least);
    case Direction::kLe:
      return known(at_most, greater);
    case Direction::kGt:
      return known(greater, at_most);
    case Direction::kGe:
      return known(at_least, less);
  }
  return std::nullopt;
}

// x == true, x != false and the like.
Values OfBits(Node& node, Direction direction) {
  const Value x = node.operands[0];
  const std::optional<int64_t> constant = IntSplat(node.operands[1]);
  if (direction == Direction::kNe && !constant)
    return {node.parent->Elementwise(ElementOp::kXor, {x, node.operands[1]})};
  if (!constant || (direction != Direction::kEq && direction != Direction::kNe)) return {};
  if ((direction == Direction::kEq) == (*constant != 0)) return {x};
  return {node.parent->Elementwise(ElementOp::kNot, {x})};
}

// (x + c) < d says nothing of x < d - c, as x + c may wrap; x + c == d does, always.
Values Equality(Node& node, Direction direction) {
  const Value x = node.operands[0];
  const std::optional<int64_t> constant = IntSplat(node.operands[1]);
  if (!constant || !x.node->Is(ElementOp::kAdd)) return {};
  const std::optional<int64_t> added = IntSplat(x.node->operands[1]);
  if (!added) return {};
  const auto rest = static_cast<int64_t>(static_cast<uint64_t>(*constant) - static_cast<uint64_t>(*added));
  const Value other = MakeSplat(*node.parent, ScalarTensorInt(x.type(), rest), x.dims());
  return {node.parent->Compare(direction, x.node->operands[0], other)};
}

}  // namespace

Values SimplifyCompare(Node& node) {
  const ElementAttrs& attrs = node.attr<ElementAttrs>();
  const Direction direction = attrs.direction;
  const Value a = node.operands[0], b = node.operands[1];
  if (IsConstant(a) && !IsConstant(b)) return {node.parent->Compare(Swapped(direction), b, a, attrs.total_order)};
  const bool reflexive = direction == Direction::kEq || direction == Direction::kLe || direction == Direction::kGe;
  if (stablehlo::IsFloat(a.type()) || stablehlo::IsComplex(a.type())) {
    return a == b && attrs.total_order ? Known(node, reflexive) : Values();
  }
  if (a == b) return Known(node, reflexive);
  if (const std::optional<bool> truth = Decide(direction, RangeOf(a), RangeOf(b))) return Known(node, *truth);
  if (a.type() == ElementType::kI1) return OfBits(node, direction);
  if (direction == Direction::kEq || direction == Direction::kNe) return Equality(node, direction);
  return {};
}

}  // namespace cppjrt::cpu
