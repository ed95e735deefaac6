// Remainder (C's fmod: the sign of the dividend, exact) and RoundNearestAfz.
#ifndef CPPJRT_CPU_MATH_REMAINDER_H_
#define CPPJRT_CPU_MATH_REMAINDER_H_

#include "cpu/math/rescue.h"
#include "cpu/math/vocabulary.h"

namespace cppjrt::cpu::math {

// x - trunc(x / y) y. The quotient rounded to a number and then truncated is the right one or one too large, so the
// difference, which is exact, is brought back by one y. That holds while the quotient is below 2^22 (float), 2^51
// (double) and no product leaves the normal numbers; the rest is for Rescue.
template <class V>
V Remainder(const V& x, const V& y) {
  using T = Element<V>;
  using F = Format<T>;
  const V dividend = Abs(x);
  const V divisor = Abs(y);
  const V quotient = Trunc(dividend / divisor);
  const V difference = ExactFma(-quotient, divisor, dividend);
  const V magnitude = Select(difference < V(0), difference + divisor, difference);
  const Mask<V> is_usual =
      And(And(quotient<PowerConstant<T>(F::kMantissa - 1), divisor> V(Constant<V>(0x1p-60f, 0x1p-500))),
          dividend < V(Constant<V>(0x1p100f, 0x1p900)));
  const Mask<V> is_below = And(dividend < divisor, dividend < V(F::kInfinity));
  const V usual = CopySign(Select(is_below, dividend, magnitude), x);
  return Rescue(Not(Or(is_usual, is_below)), usual, kExactRemainder, x, y);
}

// The nearest integer, halves away from zero.
template <class V>
V RoundNearestAfz(const V& x) {
  using T = Element<V>;
  const V magnitude = Abs(x);
  const V whole = Floor(magnitude);
  const V rounded = Select(magnitude - whole >= T(0.5), whole + T(1), whole);
  return CopySign(rounded, x);
}

}  // namespace cppjrt::cpu::math

#endif  // CPPJRT_CPU_MATH_REMAINDER_H_
