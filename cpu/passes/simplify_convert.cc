// Conversions of conversions, and of counted indices.
#include "cpu/passes/constants.h"
#include "cpu/passes/ranges.h"
#include "cpu/passes/simplify.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::ElementBits;
using stablehlo::IsFloat;
using stablehlo::IsInteger;
using stablehlo::IsSigned;

// Integers of so many bits, sign not counted, are exact in the type.
int ExactBits(ElementType type) {
  switch (type) {
    case ElementType::kF64:
      return 53;
    case ElementType::kF32:
      return 24;
    case ElementType::kF16:
      return 11;
    case ElementType::kBF16:
      return 8;
    default:
      return 0;
  }
}

// Whether every value of `from` is one of `to`, the same number.
bool Holds(ElementType to, ElementType from) {
  if (from == to) return true;
  if (from == ElementType::kI1) return IsInteger(to) || ExactBits(to) > 0;
  if (IsInteger(from)) {
    const int bits = ElementBits(from) - (IsSigned(from) ? 1 : 0);
    if (IsInteger(to)) return IsSigned(to) ? bits <= ElementBits(to) - 1 : !IsSigned(from) && bits <= ElementBits(to);
    return bits <= ExactBits(to);
  }
  if (!IsFloat(from) || !IsFloat(to)) return false;
  if (to == ElementType::kF64) return true;
  return to == ElementType::kF32 && from != ElementType::kF64;
}

Values Conversion(Node& node) {
  const Value x = node.operands[0];
  const ElementType to = node.shape().type;
  if (x.type() == to) return {x};
  if (x.node->Is(ElementOp::kConvert)) {
    const Value source = x.node->operands[0];
    // What lies between loses nothing, or what is lost is lost at the end as well: integers that only get narrower.
    const bool narrows = IsInteger(source.type()) && IsInteger(x.type()) && IsInteger(to) &&
                         ElementBits(to) <= ElementBits(x.type()) && ElementBits(to) <= ElementBits(source.type());
    // Floats that an integer has no place for become its nearest, integers lose their upper bits.
    const bool saturates = IsInteger(source.type()) && IsFloat(x.type()) && IsInteger(to) && !Holds(to, source.type());
    if ((Holds(x.type(), source.type()) && !saturates) || narrows) return {node.parent->Convert(source, to)};
  }
  // A counted index in another type: counted in that type at once, if it is exact.
  if (x.node->kind == NodeKind::kIota && IsInteger(x.type()) && to != ElementType::kI1) {
    const Range range = RangeOf(x);
    const int bits = IsInteger(to) ? ElementBits(to) - (IsSigned(to) ? 1 : 0) : ExactBits(to);
    if (bits > 0 && range.high <= (int64_t{1} << (bits < 62 ? bits : 62))) {
      const bool fits = !IsInteger(to) || range.high < (int64_t{1} << (bits < 62 ? bits : 62));
      if (fits) return {node.parent->Iota({to, x.dims()}, x.node->dims_attr()[0])};
    }
  }
  return {};
}

Values Bitcast(Node& node) {
  const Value x = node.operands[0];
  if (x.type() == node.shape().type) return {x};
  if (x.node->Is(ElementOp::kBitcast)) return {node.parent->Bitcast(x.node->operands[0], node.shape().type)};
  return {};
}

}  // namespace

Values SimplifyConvert(Node& node) { return node.op() == ElementOp::kConvert ? Conversion(node) : Bitcast(node); }

}  // namespace cppjrt::cpu
