// Asin, Acos, Atan, Atan2, in radians.
//
// The arc tangent of a quotient of at most 1 is a polynomial, with the rounding error of the quotient put back; the
// others follow from it by right angles. The arc sine is a polynomial up to 1/2, and beyond pi/2 - 2 asin(sqrt((1 - x)
// / 2)).
#ifndef CPPJRT_CPU_MATH_INVERSE_TRIGONOMETRIC_H_
#define CPPJRT_CPU_MATH_INVERSE_TRIGONOMETRIC_H_

#include <array>

#include "cpu/math/polynomial.h"
#include "cpu/math/vocabulary.h"

namespace cppjrt::cpu::math {

template <class T>
struct ArcConstants;
template <>
struct ArcConstants<float> {
  static constexpr float kRightAngle = 0x1.921fb6p0f;
  static constexpr float kRightAngleLow = -0x1.777a5cp-25f;
  static constexpr float kScale = 0x1p64f;  // brings operands of a quotient to where its remainder is exact
  // (atan x - x) / x^3 in x^2, x <= 1; (asin x - x) / x^3 in x^2, x <= 1/2
  static constexpr std::array kAtan = {-0x1.5554dcp-2f, 0x1.9978eep-3f, -0x1.230abp-3f,  0x1.b4dfdcp-4f,
                                       -0x1.3553f4p-4f, 0x1.61f756p-5f, -0x1.0c23fep-6f, 0x1.7ec1c4p-9f};
  static constexpr std::array kAsin = {0x1.5555ccp-3f, 0x1.3300cp-4f, 0x1.749c6p-5f, 0x1.8af02ap-6f, 0x1.5a8308p-5f};
};
template <>
struct ArcConstants<double> {
  static constexpr double kRightAngle = 0x1.921fb54442d18p0;
  static constexpr double kRightAngleLow = 0x1.1a62633145c07p-54;
  static constexpr double kScale = 0x1p512;
  static constexpr std::array kAtan = {
      -0x1.555555555544cp-2,  0x1.999999998411p-3,   -0x1.2492491fa2135p-3, 0x1.c71c709e19f6ap-4,
      -0x1.745d02310537cp-4,  0x1.3b12b2e8e2d49p-4,  -0x1.11089d02de0f5p-4, 0x1.e1781735b8a31p-5,
      -0x1.ad32ba4e0d1bep-5,  0x1.7ee3f62d7aa55p-5,  -0x1.4f4521ca58d07p-5, 0x1.1715db01a0e8ep-5,
      -0x1.a726a91b7190fp-6,  0x1.162c3d98154c6p-6,  -0x1.2cf76bf2540fcp-7, 0x1.f96cc734beb9bp-9,
      -0x1.312a3f0e71ebep-10, 0x1.d3bb114143b65p-13, -0x1.53e5c943fcb72p-16};
  static constexpr std::array kAsin = {0x1.5555555555376p-3, 0x1.3333333371a55p-4,  0x1.6db6db405fb09p-5,
                                       0x1.f1c72cec30718p-6, 0x1.6e89e2fc9aecep-6,  0x1.1c6cec8d4cfe5p-6,
                                       0x1.c6e8b1ef41fffp-7, 0x1.8f501c2679496p-7,  0x1.a6f3a8441c04cp-8,
                                       0x1.43566fd23b4b1p-6, -0x1.0f37eb1c354a8p-6, 0x1.074de6e6c8684p-5};
};

// An angle of `turns` (0, 1 or 2) right angles, in a number, plus high + low. REQUIRES: |high| <= 1, |low| much
// smaller.
template <class V>
V AddRightAngles(const V& turns, const V& high, const V& low) {
  using C = ArcConstants<Element<V>>;
  const V angle = turns * C::kRightAngle;
  const V sum = angle + high;
  const V lost = (angle - sum) + high;
  const V result = sum + (lost + Fma(turns, C::kRightAngleLow, low));
  return Select(turns == V(0), high + low, result);
}

// atan(q + q_low) - q, for 0 <= q <= 1. (The derivative of atan is taken to a tenth, which is enough for a rounding
// error.)
template <class V>
V AtanRest(const V& q, const V& q_low) {
  using T = Element<V>;
  const V square = q * q;
  return Fma(square * q, Polynomial(square, ArcConstants<T>::kAtan), q_low * Fma(square, T(-0.5), T(1)));
}

template <class V>
V Atan(const V& x) {
  using T = Element<V>;
  using C = ArcConstants<T>;
  const V magnitude = Abs(x);
  const Mask<V> is_steep = magnitude > T(1);
  const V q = Select(is_steep, T(1) / magnitude, magnitude);
  const V q_low = Select(And(is_steep, magnitude < V(C::kScale)), ExactFma(-q, magnitude, T(1)) * q, V(T(0)));
  const V rest = AtanRest(q, q_low);
  const V turns = Select(is_steep, V(T(1)), V(T(0)));
  return CopySign(AddRightAngles<V>(turns, Select(is_steep, -q, q), Select(is_steep, -rest, rest)), x);
}

template <class V>
V Atan2(const V& y, const V& x) {
  using T = Element<V>;
  using F = Format<T>;
  using C = ArcConstants<T>;
  using I = typename F::Bits;
  const V x_magnitude = Abs(x);
  const V y_magnitude = Abs(y);
  const Mask<V> is_steep = y_magnitude > x_magnitude;
  const Mask<V> is_left = Bits(x) < I{0};
  const V larger = Select(is_steep, y_magnitude, x_magnitude);
  const V smaller = Select(is_steep, x_magnitude, y_magnitude);
  const V scale =
      Select(larger > V(C::kScale), V(1 / C::kScale), Select(larger < V(1 / C::kScale), V(C::kScale), V(T(1))));
  // 0/0 counts as 0/1, infinity/infinity as 1/1.
  const Mask<V> both_infinite = smaller == V(F::kInfinity);
  const V divisor = Select(both_infinite, V(T(1)), Select(larger == V(T(0)), V(T(1)), larger * scale));
  const V dividend = Select(both_infinite, V(T(1)), smaller * scale);
  const V q = dividend / divisor;
  const Mask<V> has_remainder = divisor < V(F::kInfinity);
  const V q_low = Select(has_remainder, ExactFma(-q, divisor, dividend) / divisor, V(T(0)));
  const V rest = AtanRest(q, q_low);
  const V turns = Select(is_steep, V(T(1)), Select(is_left, V(T(2)), V(T(0))));
  // Backwards from one right angle if to the right, from two if to the left.
  const V sign = Select(is_steep, -CopySign(V(T(1)), x), CopySign(V(T(1)), x));
  const V angle = CopySign(AddRightAngles<V>(turns, q * sign, rest * sign), y);
  return Select(Or(x != x, y != y), V(F::kNaN), angle);
}

// asin x - x for 0 <= x <= 1/2, given the square.
template <class V>
V AsinRest(const V& x, const V& square) {
  return x * square * Polynomial(square, ArcConstants<Element<V>>::kAsin);
}

template <class V>
V Asin(const V& x) {
  using T = Element<V>;
  const V magnitude = Abs(x);
  const Mask<V> is_steep = magnitude > T(0.5);
  const V square = Select(is_steep, Fma(magnitude, T(-0.5), T(0.5)), x * x);
  const V root = Select(is_steep, Sqrt(square), magnitude);
  const V rest = AsinRest(root, square);
  const V turns = Select(is_steep, V(T(1)), V(T(0)));
  const V factor = Select(is_steep, V(T(-2)), V(T(1)));
  return CopySign(AddRightAngles<V>(turns, root * factor, rest * factor), x);
}

template <class V>
V Acos(const V& x) {
  using T = Element<V>;
  const V magnitude = Abs(x);
  const Mask<V> is_steep = magnitude > T(0.5);
  const V square = Select(is_steep, Fma(magnitude, T(-0.5), T(0.5)), x * x);
  const V root = Select(is_steep, Sqrt(square), magnitude);
  const V rest = AsinRest(root, square);
  const V sign = CopySign(V(T(1)), x);
  // Steep: 2 asin or pi - 2 asin; else pi/2 - asin x.
  const V turns = Select(is_steep, T(1) - sign, V(T(1)));
  const V factor = Select(is_steep, sign + sign, -sign);
  return AddRightAngles<V>(turns, root * factor, rest * factor);
}

}  // namespace cppjrt::cpu::math

#endif  // CPPJRT_CPU_MATH_INVERSE_TRIGONOMETRIC_H_
