// Integer algebra: exact, as arithmetic wraps. i1 counts as one bit: add is or, multiply is and.
#include <utility>

#include "cpu/graph/scalar.h"
#include "cpu/passes/constants.h"
#include "cpu/passes/ranges.h"
#include "cpu/passes/simplify.h"

namespace cppjrt::cpu {
namespace {

Value In(const Node& node, size_t i) { return node.operands[i]; }
Value Above(Value value, size_t i) { return value.node->operands[i]; }

Value Splat(const Node& node, int64_t number) {
  return MakeSplat(*node.parent, ScalarTensorInt(node.shape().type, number), node.shape().dims);
}
Value Zero(const Node& node) { return Splat(node, 0); }

// (x op c) op d is x op (c op d), for the associative operations.
Values Associate(Node& node, ElementOp op, int64_t (*combine)(int64_t, int64_t)) {
  const Value x = In(node, 0);
  const std::optional<int64_t> outer = IntSplat(In(node, 1));
  if (!outer || !x.node->Is(op)) return {};
  const std::optional<int64_t> inner = IntSplat(Above(x, 1));
  if (!inner) return {};
  return {node.parent->Elementwise(op, {Above(x, 0), Splat(node, combine(*inner, *outer))})};
}

int64_t Sum(int64_t a, int64_t b) { return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b)); }
int64_t Product(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}
int64_t And(int64_t a, int64_t b) { return a & b; }
int64_t Or(int64_t a, int64_t b) { return a | b; }
int64_t Xor(int64_t a, int64_t b) { return a ^ b; }

bool IsBit(const Node& node) { return node.shape().type == ElementType::kI1; }

Values As(Node& node, ElementOp op) { return {node.parent->Elementwise(op, {In(node, 0), In(node, 1)})}; }

Values AddRule(Node& node) {
  if (IsBit(node)) return As(node, ElementOp::kOr);
  const Value a = In(node, 0), b = In(node, 1);
  if (IsInt(b, 0)) return {a};
  if (b.node->Is(ElementOp::kNegate)) return {node.parent->Elementwise(ElementOp::kSubtract, {a, Above(b, 0)})};
  if (a.node->Is(ElementOp::kNegate)) return {node.parent->Elementwise(ElementOp::kSubtract, {b, Above(a, 0)})};
  // (x - y) + y
  if (a.node->Is(ElementOp::kSubtract) && Above(a, 1) == b) return {Above(a, 0)};
  if (b.node->Is(ElementOp::kSubtract) && Above(b, 1) == a) return {Above(b, 0)};
  return Associate(node, ElementOp::kAdd, Sum);
}

Values SubtractRule(Node& node) {
  if (IsBit(node)) return As(node, ElementOp::kXor);
  const Value a = In(node, 0), b = In(node, 1);
  if (a == b) return {Zero(node)};
  if (const std::optional<int64_t> c = IntSplat(b)) {
    return {node.parent->Elementwise(ElementOp::kAdd, {a, Splat(node, Sum(~*c, 1))})};
  }
  if (IsInt(a, 0)) return {node.parent->Elementwise(ElementOp::kNegate, {b})};
  if (b.node->Is(ElementOp::kNegate)) return {node.parent->Elementwise(ElementOp::kAdd, {a, Above(b, 0)})};
  if (a.node->Is(ElementOp::kAdd)) {  // (x + y) - y, (x + y) - x
    if (Above(a, 1) == b) return {Above(a, 0)};
    if (Above(a, 0) == b) return {Above(a, 1)};
  }
  return {};
}

Values MultiplyRule(Node& node) {
  if (IsBit(node)) return As(node, ElementOp::kAnd);
  const Value b = In(node, 1);
  if (IsInt(b, 0)) return {Zero(node)};
  if (IsInt(b, 1)) return {In(node, 0)};
  if (stablehlo::IsSigned(b.type()) && IsInt(b, -1))
    return {node.parent->Elementwise(ElementOp::kNegate, {In(node, 0)})};
  return Associate(node, ElementOp::kMultiply, Product);
}

// By a power of two, of what is not negative: a shift, or the low bits.
Values DivisionRule(Node& node) {
  const std::optional<int64_t> divisor = IntSplat(In(node, 1));
  if (!divisor || IsBit(node)) return {};
  const bool divide = node.op() == ElementOp::kDivide;
  if (*divisor == 1) return {divide ? In(node, 0) : Zero(node)};
  const bool power = *divisor > 1 && (*divisor & (*divisor - 1)) == 0;
  const Range range = RangeOf(In(node, 0));
  if (*divisor > 1 && range.low >= 0 && range.high < *divisor) return {divide ? Zero(node) : In(node, 0)};
  const bool natural = stablehlo::IsUnsigned(node.shape().type) || range.low >= 0;
  if (!power || !natural) return {};
  if (!divide) return {node.parent->Elementwise(ElementOp::kAnd, {In(node, 0), Splat(node, *divisor - 1)})};
  const Value count = Splat(node, __builtin_ctzll(static_cast<uint64_t>(*divisor)));
  return {node.parent->Elementwise(ElementOp::kShiftRightLogical, {In(node, 0), count})};
}

Values AndRule(Node& node) {
  const Value a = In(node, 0), b = In(node, 1);
  if (a == b) return {a};
  if (IsInt(b, 0)) return {b};
  if (IsAllOnes(b)) return {a};
  if ((a.node->Is(ElementOp::kNot) && Above(a, 0) == b) || (b.node->Is(ElementOp::kNot) && Above(b, 0) == a)) {
    return {Zero(node)};
  }
  // A mask that keeps all that can be set.
  if (const std::optional<int64_t> mask = IntSplat(b); mask && *mask > 0 && (*mask & (*mask + 1)) == 0) {
    const Range range = RangeOf(a);
    if (range.low >= 0 && range.high <= *mask) return {a};
  }
  return Associate(node, ElementOp::kAnd, And);
}

Values OrRule(Node& node) {
  const Value a = In(node, 0), b = In(node, 1);
  if (a == b) return {a};
  if (IsInt(b, 0)) return {a};
  if (IsAllOnes(b)) return {b};
  return Associate(node, ElementOp::kOr, Or);
}

Values XorRule(Node& node) {
  const Value a = In(node, 0), b = In(node, 1);
  if (a == b) return {Zero(node)};
  if (IsInt(b, 0)) return {a};
  if (IsAllOnes(b)) return {node.parent->Elementwise(ElementOp::kNot, {a})};
  return Associate(node, ElementOp::kXor, Xor);
}

// By the width or more: nothing is left but the sign.
Values ShiftRule(Node& node) {
  if (IsInt(In(node, 0), 0)) return {In(node, 0)};
  const std::optional<int64_t> count = IntSplat(In(node, 1));
  if (!count) return {};
  if (*count == 0) return {In(node, 0)};
  const int64_t width = stablehlo::ElementBits(node.shape().type);
  const bool beyond = *count < 0 || *count >= width;
  if (beyond && node.op() != ElementOp::kShiftRightArithmetic) return {Zero(node)};
  if (beyond) return {};
  // Twice in the same direction.
  const Value x = In(node, 0);
  if (!x.node->Is(node.op())) return {};
  const std::optional<int64_t> inner = IntSplat(Above(x, 1));
  if (!inner || *inner < 0 || *inner + *count >= width) return {};
  return {node.parent->Elementwise(node.op(), {Above(x, 0), Splat(node, *inner + *count)})};
}

Values ExtremeRule(Node& node) {
  const bool maximum = node.op() == ElementOp::kMaximum;
  if (IsBit(node)) return As(node, maximum ? ElementOp::kOr : ElementOp::kAnd);
  const Range a = RangeOf(In(node, 0)), b = RangeOf(In(node, 1));
  if (a.low >= b.high) return {In(node, maximum ? 0 : 1)};
  if (b.low >= a.high) return {In(node, maximum ? 1 : 0)};
  return {};
}

Values PowerRule(Node& node) {
  if (IsBit(node)) return {};
  const Value x = In(node, 0);
  if (IsInt(In(node, 1), 1)) return {x};
  if (IsInt(In(node, 1), 2)) return {node.parent->Elementwise(ElementOp::kMultiply, {x, x})};
  return {};
}

}  // namespace

Values SimplifyInteger(Node& node) {
  switch (node.op()) {
    case ElementOp::kAdd:
      return AddRule(node);
    case ElementOp::kSubtract:
      return SubtractRule(node);
    case ElementOp::kMultiply:
      return MultiplyRule(node);
    case ElementOp::kDivide:
    case ElementOp::kRemainder:
      return DivisionRule(node);
    case ElementOp::kAnd:
      return AndRule(node);
    case ElementOp::kOr:
      return OrRule(node);
    case ElementOp::kXor:
      return XorRule(node);
    case ElementOp::kShiftLeft:
    case ElementOp::kShiftRightArithmetic:
    case ElementOp::kShiftRightLogical:
      return ShiftRule(node);
    case ElementOp::kMaximum:
    case ElementOp::kMinimum:
      return ExtremeRule(node);
    case ElementOp::kPower:
      return PowerRule(node);
    default:
      return {};
  }
}

}  // namespace cppjrt::cpu
