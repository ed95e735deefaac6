// Elementwise nodes: identities of floats and of single operations; integers, comparisons and conversions have files of
// their own.
#include <bit>
#include <cmath>
#include <utility>

#include "cpu/graph/scalar.h"
#include "cpu/passes/constants.h"
#include "cpu/passes/ranges.h"
#include "cpu/passes/simplify.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::IsFloat;

Value In(const Node& node, size_t i) { return node.operands[i]; }
Value Above(Value value, size_t i) { return value.node->operands[i]; }
bool IsOp(Value value, ElementOp op) { return value.node->Is(op); }

bool IsCommutative(ElementOp op) {
  switch (op) {
    case ElementOp::kAdd:
    case ElementOp::kAnd:
    case ElementOp::kMaximum:
    case ElementOp::kMinimum:
    case ElementOp::kMultiply:
    case ElementOp::kOr:
    case ElementOp::kXor:
      return true;
    default:
      return false;
  }
}

// Constants go to the right, where the other rules look for them.
Values ConstantToTheRight(Node& node) {
  if (!IsCommutative(node.op()) || !IsConstant(In(node, 0)) || IsConstant(In(node, 1))) return {};
  return {node.parent->Elementwise(node.op(), {In(node, 1), In(node, 0)})};
}

// x + -0, x - 0, x - (-y), x + (-y), (-x) + y: the same for NaN and infinities. x + 0 is not x where x is -0.
Values FloatSum(Node& node) {
  Body& body = *node.parent;
  const Value a = In(node, 0), b = In(node, 1);
  const bool add = node.op() == ElementOp::kAdd;
  if (cpu::IsFloat(b, add ? -0.0 : 0.0)) return {a};
  if (IsOp(b, ElementOp::kNegate)) {
    return {body.Elementwise(add ? ElementOp::kSubtract : ElementOp::kAdd, {a, Above(b, 0)})};
  }
  if (add && IsOp(a, ElementOp::kNegate)) return {body.Elementwise(ElementOp::kSubtract, {b, Above(a, 0)})};
  return {};
}

// x / 2^k is x * 2^-k, rounded alike.
Values FloatQuotient(Node& node) {
  const std::optional<double> divisor = FloatSplat(In(node, 1));
  if (!divisor) return {};
  if (*divisor == 1) return {In(node, 0)};
  int exponent = 0;
  if (!std::isfinite(*divisor) || *divisor == 0 || std::abs(std::frexp(*divisor, &exponent)) != 0.5) return {};
  // Far inside of what the type and its inverse hold.
  const ElementType type = node.shape().type;
  const int most = type == ElementType::kF64 ? 1000 : type == ElementType::kF32 || type == ElementType::kBF16 ? 120 : 6;
  if (std::abs(exponent) > most || (most == 6 && type != ElementType::kF16)) return {};
  Body& body = *node.parent;
  const Value factor = MakeSplat(body, ScalarTensor(type, 1 / *divisor), node.shape().dims);
  return {body.Elementwise(ElementOp::kMultiply, {In(node, 0), factor})};
}

// Powers that are a product or quotient rounded once.
Values FloatPower(Node& node) {
  const std::optional<double> exponent = FloatSplat(In(node, 1));
  if (!exponent) return {};
  const Value x = In(node, 0);
  Body& body = *node.parent;
  if (*exponent == 1) return {x};
  if (*exponent == 2) return {body.Elementwise(ElementOp::kMultiply, {x, x})};
  if (*exponent == -1) return {body.Elementwise(ElementOp::kDivide, {body.Splat(x.type(), x.dims(), 1), x})};
  return {};
}

Values FloatRule(Node& node) {
  const double infinity = HUGE_VAL;
  switch (node.op()) {
    case ElementOp::kAdd:
    case ElementOp::kSubtract:
      return FloatSum(node);
    case ElementOp::kMultiply:
      if (cpu::IsFloat(In(node, 1), 1)) return {In(node, 0)};
      return {};
    case ElementOp::kDivide:
      return FloatQuotient(node);
    case ElementOp::kPower:
      return FloatPower(node);
    case ElementOp::kMaximum:
      if (cpu::IsFloat(In(node, 1), -infinity)) return {In(node, 0)};
      return {};
    case ElementOp::kMinimum:
      if (cpu::IsFloat(In(node, 1), infinity)) return {In(node, 0)};
      return {};
    default:
      return {};
  }
}

Values Negate(Node& node) {
  const Value x = In(node, 0);
  if (IsOp(x, ElementOp::kNegate)) return {Above(x, 0)};
  if (stablehlo::IsInteger(x.type()) && IsOp(x, ElementOp::kSubtract)) {
    return {node.parent->Elementwise(ElementOp::kSubtract, {Above(x, 1), Above(x, 0)})};
  }
  return {};
}

Values Abs(Node& node) {
  const Value x = In(node, 0);
  if (stablehlo::IsComplex(x.type())) return {};
  if (IsOp(x, ElementOp::kAbs) && x.type() == Above(x, 0).type()) return {x};
  if (IsOp(x, ElementOp::kNegate)) return {node.parent->Elementwise(ElementOp::kAbs, {Above(x, 0)})};
  if (stablehlo::IsInteger(x.type()) && RangeOf(x).low >= 0) return {x};
  return {};
}

CompareDirection Opposite(CompareDirection direction) {
  switch (direction) {
    case CompareDirection::kEq:
      return CompareDirection::kNe;
    case CompareDirection::kNe:
      return CompareDirection::kEq;
    case CompareDirection::kGe:
      return CompareDirection::kLt;
    case CompareDirection::kGt:
      return CompareDirection::kLe;
    case CompareDirection::kLe:
      return CompareDirection::kGt;
    case CompareDirection::kLt:
      return CompareDirection::kGe;
  }
  return direction;
}

Values Not(Node& node) {
  const Value x = In(node, 0);
  if (IsOp(x, ElementOp::kNot)) return {Above(x, 0)};
  if (!IsOp(x, ElementOp::kCompare)) return {};
  const ElementAttrs& attrs = x.node->attr<ElementAttrs>();
  // With a NaN all orders but != are false.
  const bool equality = attrs.direction == CompareDirection::kEq || attrs.direction == CompareDirection::kNe;
  const bool ordered = !IsFloat(Above(x, 0).type()) && !stablehlo::IsComplex(Above(x, 0).type());
  if (!equality && !ordered && !attrs.total_order) return {};
  return {node.parent->Compare(Opposite(attrs.direction), Above(x, 0), Above(x, 1), attrs.total_order)};
}

Values Select(Node& node) {
  Body& body = *node.parent;
  const Value pred = In(node, 0), yes = In(node, 1), no = In(node, 2);
  if (const std::optional<int64_t> known = IntSplat(pred)) return {*known != 0 ? yes : no};
  if (yes == no) return {yes};
  if (IsOp(pred, ElementOp::kNot)) return {body.Elementwise(ElementOp::kSelect, {Above(pred, 0), no, yes})};
  if (IsOp(no, ElementOp::kSelect) && Above(no, 0) == pred) {
    return {body.Elementwise(ElementOp::kSelect, {pred, yes, Above(no, 2)})};
  }
  if (IsOp(yes, ElementOp::kSelect) && Above(yes, 0) == pred) {
    return {body.Elementwise(ElementOp::kSelect, {pred, Above(yes, 1), no})};
  }
  if (node.shape().type == ElementType::kI1) {
    if (IsInt(yes, 1) && IsInt(no, 0)) return {pred};
    if (IsInt(yes, 0) && IsInt(no, 1)) return {body.Elementwise(ElementOp::kNot, {pred})};
    if (IsInt(no, 0)) return {body.Elementwise(ElementOp::kAnd, {pred, yes})};
    if (IsInt(yes, 1)) return {body.Elementwise(ElementOp::kOr, {pred, no})};
  }
  return {};
}

// Bounds that cannot bind, and a value that must be at one. Also clamp(low, clamp(low, x, high), high).
Values Clamp(Node& node) {
  const Value low = In(node, 0), x = In(node, 1), high = In(node, 2);
  if (IsOp(x, ElementOp::kClamp) && Above(x, 0) == low && Above(x, 2) == high) return {x};
  if (!stablehlo::IsInteger(x.type())) return {};
  const Range at = RangeOf(x), least = RangeOf(low), most = RangeOf(high);
  const bool low_free = at.low >= least.high;
  const bool high_free = at.high <= most.low;
  if (low_free && high_free) return {x};
  if (low_free) return {node.parent->Elementwise(ElementOp::kMinimum, {x, high})};
  if (high_free && most.low >= least.high) return {node.parent->Elementwise(ElementOp::kMaximum, {x, low})};
  return {};
}

Values ComplexParts(Node& node) {
  const Value x = In(node, 0);
  switch (node.op()) {
    case ElementOp::kReal:
      if (IsOp(x, ElementOp::kComplex)) return {Above(x, 0)};
      if (!stablehlo::IsComplex(x.type())) return {x};
      return {};
    case ElementOp::kImag:
      if (IsOp(x, ElementOp::kComplex)) return {Above(x, 1)};
      if (!stablehlo::IsComplex(x.type())) return {node.parent->Splat(x.type(), x.dims(), 0)};
      return {};
    default:
      if (IsOp(x, ElementOp::kReal) && IsOp(In(node, 1), ElementOp::kImag) && Above(x, 0) == Above(In(node, 1), 0) &&
          stablehlo::IsComplex(Above(x, 0).type())) {
        return {Above(x, 0)};
      }
      return {};
  }
}

Values ReducePrecision(Node& node) {
  const ElementAttrs& attrs = node.attr<ElementAttrs>();
  Value source = In(node, 0);
  if (IsOp(source, ElementOp::kConvert)) source = Above(source, 0);
  struct Format {
    ElementType type;
    int exponent_bits, mantissa_bits;
  };
  constexpr Format kFormats[] = {
      {ElementType::kF64, 11, 52}, {ElementType::kF32, 8, 23}, {ElementType::kF16, 5, 10}, {ElementType::kBF16, 8, 7}};
  for (const Format& format : kFormats) {
    const bool fits = attrs.exponent_bits >= format.exponent_bits && attrs.mantissa_bits >= format.mantissa_bits;
    if (source.type() == format.type && fits) return {In(node, 0)};
  }
  return {};
}

Values ByOperation(Node& node) {
  switch (node.op()) {
    case ElementOp::kNegate:
      return Negate(node);
    case ElementOp::kAbs:
      return Abs(node);
    case ElementOp::kNot:
      return Not(node);
    case ElementOp::kSelect:
      return Select(node);
    case ElementOp::kClamp:
      return Clamp(node);
    case ElementOp::kCompare:
      return SimplifyCompare(node);
    case ElementOp::kConvert:
    case ElementOp::kBitcast:
      return SimplifyConvert(node);
    case ElementOp::kComplex:
    case ElementOp::kReal:
    case ElementOp::kImag:
      return ComplexParts(node);
    case ElementOp::kReducePrecision:
      return ReducePrecision(node);
    case ElementOp::kMaximum:
    case ElementOp::kMinimum:
      if (In(node, 0) == In(node, 1)) return {In(node, 0)};
      return {};
    default:
      return {};
  }
}

}  // namespace

Values SimplifyElementwise(Node& node) {
  if (Values values = ConstantToTheRight(node); !values.empty()) return values;
  if (Values values = ByOperation(node); !values.empty()) return values;
  const ElementType type = node.operands.back().type();
  Values values;
  if (IsFloat(type)) values = FloatRule(node);
  if (stablehlo::IsInteger(type) || type == ElementType::kI1) values = SimplifyInteger(node);
  return values.empty() ? HoistBroadcasts(node) : values;
}

}  // namespace cppjrt::cpu
