#include "cpu/passes/monoid.h"

#include <cmath>
#include <complex>

#include "cpu/passes/constants.h"

namespace cppjrt::cpu {

namespace {

// 0 of sums, 1 of products; for what is infinite a product with 1 + 0i may differ.
bool IsComplexIdentity(ElementOp op, const Tensor* element) {
  if (element == nullptr || (op != ElementOp::kAdd && op != ElementOp::kMultiply)) return false;
  const bool wide = element->type() == ElementType::kC128;
  const double real =
      wide ? element->data<std::complex<double>>()->real() : element->data<std::complex<float>>()->real();
  const double imag =
      wide ? element->data<std::complex<double>>()->imag() : element->data<std::complex<float>>()->imag();
  return real == (op == ElementOp::kAdd ? 0 : 1) && imag == 0;
}

}  // namespace

bool IsIdentity(ElementOp op, Value value, bool loosely) {
  const ElementType type = value.type();
  if (stablehlo::IsComplex(type)) return loosely && IsComplexIdentity(op, SplatOf(value));
  if (stablehlo::IsFloat(type)) {
    const std::optional<double> number = FloatSplat(value);
    if (!number) return false;
    switch (op) {
      case ElementOp::kAdd:
        return *number == 0 && (loosely || std::signbit(*number));
      case ElementOp::kMultiply:
        return *number == 1;
      case ElementOp::kMinimum:
        return *number == HUGE_VAL;
      case ElementOp::kMaximum:
        return *number == -HUGE_VAL;
      default:
        return false;
    }
  }
  switch (op) {
    case ElementOp::kAdd:
    case ElementOp::kOr:
    case ElementOp::kXor:
      return IsInt(value, 0);
    case ElementOp::kMultiply:
      return IsInt(value, 1);
    case ElementOp::kAnd:
      return IsAllOnes(value);
    case ElementOp::kMinimum:
      return type != ElementType::kUI64 ? IsInt(value, LargestInt(type)) : IsAllOnes(value);
    case ElementOp::kMaximum:
      return IsInt(value, SmallestInt(type));
    default:
      return false;
  }
}

bool IsExact(ElementOp op, ElementType type) {
  const bool rounds = stablehlo::IsFloat(type) || stablehlo::IsComplex(type);
  return !rounds || op == ElementOp::kMinimum || op == ElementOp::kMaximum;
}

bool IsIdempotent(ElementOp op) {
  return op == ElementOp::kMinimum || op == ElementOp::kMaximum || op == ElementOp::kAnd || op == ElementOp::kOr;
}

}  // namespace cppjrt::cpu
