// CHLO's functions of integers and bit patterns.
#include <cstdint>
#include <limits>

#include "stablehlo/transforms/chlo_math.h"

namespace cppjrt::stablehlo::chlo {
namespace {

Expr Bits(Expr like, uint64_t bits) { return like.With(like.emit().IntegerConstant(like.value(), bits)); }
Expr ShiftRight(Expr x, Opcode opcode, uint64_t amount) { return Apply(opcode, x, Bits(x, amount)); }

int WidthOf(Expr x) { return x.emit().types().bits(x.element()); }
bool IsUnsigned(Expr x) { return x.emit().types().IsUnsigned(x.element()); }

// The upper 64 bits of a product of unsigned 64-bit numbers, from products of their halves.
Expr MulhiUnsigned64(Expr a, Expr b) {
  constexpr auto kShift = Opcode::kShiftRightLogical;
  const Expr low = Bits(a, 0xffffffff);
  const Expr a_high = ShiftRight(a, kShift, 32);
  const Expr b_high = ShiftRight(b, kShift, 32);
  const Expr a_low = And(a, low);
  const Expr b_low = And(b, low);
  const Expr middle = a_low * b_high + ShiftRight(a_low * b_low, kShift, 32);
  const Expr other = a_high * b_low + And(middle, low);
  return a_high * b_high + ShiftRight(middle, kShift, 32) + ShiftRight(other, kShift, 32);
}

// The unsigned product counts 2^64 for the sign bit of a factor instead of -2^64.
Expr MulhiSigned64(Expr a, Expr b) {
  const Expr x = ConvertTo(a, scalar::kUI64);
  const Expr y = ConvertTo(b, scalar::kUI64);
  const Expr zero = Bits(x, 0);
  const Expr a_part = Select(Lt(a, Bits(a, 0)), y, zero);
  const Expr b_part = Select(Lt(b, Bits(b, 0)), x, zero);
  return ConvertTo(MulhiUnsigned64(x, y) - a_part - b_part, a.element());
}

}  // namespace

Expr Mulhi(Expr a, Expr b) {
  const int width = WidthOf(a);
  if (width == 64) return IsUnsigned(a) ? MulhiUnsigned64(a, b) : MulhiSigned64(a, b);
  const TypeId wide = IsUnsigned(a) ? scalar::kUI64 : scalar::kI64;
  const Expr product = ConvertTo(a, wide) * ConvertTo(b, wide);
  const Opcode shift = IsUnsigned(a) ? Opcode::kShiftRightLogical : Opcode::kShiftRightArithmetic;
  return ConvertTo(ShiftRight(product, shift, static_cast<uint64_t>(width)), a.element());
}

// Comparing with a constant of 0 is exact in every format, with an infinity only where there is one.
Expr IsInf(Expr x) { return And(Not(IsFinite(x)), Eq(x, x)); }
Expr IsPosInf(Expr x) { return And(IsInf(x), Gt(x, 0.0)); }
Expr IsNegInf(Expr x) { return And(IsInf(x), Lt(x, 0.0)); }

// The neighbour of x towards y: the bit pattern one up or down. spec of C's nextafter: NaN if either is, y if both are equal,
// from a zero the least number with the sign of y.
Expr NextAfter(Expr x, Expr y) {
  Emitter& emit = x.emit();
  const int width = WidthOf(x);
  const TypeId integer = emit.types().Integer(width);
  const Expr a = x.With(emit.BitcastTo(x.value(), integer));
  const Expr b = x.With(emit.BitcastTo(y.value(), integer));
  const uint64_t sign_bit = uint64_t{1} << (width - 1);
  const Expr sign = Bits(a, sign_bit);
  const Expr magnitude = Bits(a, ~sign_bit);
  const Expr zero = Bits(a, 0);
  const Expr one = Bits(a, 1);
  const Expr a_size = And(a, magnitude);
  const Expr b_size = And(b, magnitude);
  const Expr b_sign = And(b, sign);
  const Expr shrinks = Or(Gt(a_size, b_size), Ne(And(a, sign), b_sign));
  const Expr step = a + Select(shrinks, Bits(a, ~uint64_t{0}), one);
  const Expr from_zero = Select(Eq(b_size, zero), b, Or(b_sign, one));
  const Expr moved = Select(Eq(a_size, zero), from_zero, step);
  const Expr result = Select(Eq(x, y), b, moved);
  const Expr is_nan = Or(Ne(x, x), Ne(y, y));
  // x + y is a NaN where one of them is.
  return Select(is_nan, x + y, x.With(emit.BitcastTo(result.value(), x.element())));
}

}  // namespace cppjrt::stablehlo::chlo
