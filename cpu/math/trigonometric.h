// Sin, Cos, Tan of angles in radians.
//
// x = q pi/2 + r with |r| <= pi/4: by subtracting q times pi/2 in three parts (Cody and Waite), which is exact enough
// while q is small; angles beyond, which need all bits of 2/pi, are left to Rescue. Sine and cosine of the same angle
// share the reduction and both polynomials once common subexpressions are merged.
#ifndef CPPJRT_CPU_MATH_TRIGONOMETRIC_H_
#define CPPJRT_CPU_MATH_TRIGONOMETRIC_H_

#include <array>
#include <numbers>

#include "cpu/math/exponential.h"
#include "cpu/math/polynomial.h"
#include "cpu/math/rescue.h"
#include "cpu/math/vocabulary.h"

namespace cppjrt::cpu::math {

template <class T>
struct AngleConstants;
template <>
struct AngleConstants<float> {
  static constexpr float kLargest = 1e5f;  // of the usual reduction
  // pi/2 in four parts; x - q kHigh is exact, and products of kMiddle with q < 2^16 are
  static constexpr float kHigh = 0x1.921fb6p0f;
  static constexpr float kMiddle = -0x1.78p-25f;
  static constexpr float kLow = 0x1.0b4612p-34f;
  static constexpr float kLowest = -0x1.676734p-60f;
  // (sin r - r) / r^3 and (cos r - 1 + r^2/2) / r^4 in r^2
  static constexpr std::array kSin = {-0x1.555546p-3f, 0x1.11077ap-7f, -0x1.9954e8p-13f};
  static constexpr std::array kCos = {0x1.55554ap-5f, -0x1.6c0c2ap-10f, 0x1.99e914p-16f};
};
template <>
struct AngleConstants<double> {
  static constexpr double kLargest = 0x1p30;
  static constexpr double kHigh = 0x1.921fb54442d18p0;
  static constexpr double kMiddle = 0x1.1a626p-54;  // and with q < 2^30
  static constexpr double kLow = 0x1.98a2e03707345p-77;
  static constexpr double kLowest = -0x1.6fdb1f7759834p-131;
  static constexpr std::array kSin = {-0x1.5555555555548p-3, 0x1.111111110f76p-7,    -0x1.a01a019bf2b7ap-13,
                                      0x1.71de355fa46d5p-19, -0x1.ae5e54ffce7d3p-26, 0x1.5d8e6226d3797p-33};
  static constexpr std::array kCos = {0x1.555555555554bp-5,   -0x1.6c16c16c15018p-10, 0x1.a01a019c8f942p-16,
                                      -0x1.27e4f7f1ee40dp-22, 0x1.1ee9dc126f59fp-29,  -0x1.8fa6a86831e76p-37};
};

// An angle as q pi/2 + high + low.
template <class V>
struct ReducedAngle {
  V high;
  V low;
  Int<V> q;
};

// REQUIRES: |x| <= kLargest (else anything).
template <class V>
ReducedAngle<V> ReduceAngle(const V& x) {
  using T = Element<V>;
  using C = AngleConstants<T>;
  const Nearest<V> q = NearestOfShifted<V>(Fma(x, T(2 / std::numbers::pi), Format<T>::kRoundingShift));
  const V first = ExactFma(q.number, -C::kHigh, x);
  // Where the second difference is rounded, the first is larger than the product: so what is lost can be had back.
  const V second = Fma(q.number, -C::kMiddle, first);
  const V lost = Fma(q.number, -C::kMiddle, first - second);
  const V low = Fma(q.number, -C::kLowest, Fma(q.number, -C::kLow, lost));
  const V high = second + low;
  return {high, (second - high) + low, q.integer};
}

// sin(high + low) and cos(high + low), |high| <= pi/4.
template <class V>
InParts<V> SinInParts(const ReducedAngle<V>& r) {
  const V square = r.high * r.high;
  return {r.high, Fma(square * r.high, Polynomial(square, AngleConstants<Element<V>>::kSin), r.low)};
}
template <class V>
InParts<V> CosInParts(const ReducedAngle<V>& r) {
  using T = Element<V>;
  const V square = r.high * r.high;
  const V half = square * T(0.5);
  const V above = T(1) - half;
  const V rest = Fma(square * square, Polynomial(square, AngleConstants<T>::kCos), (T(1) - above) - half);
  return {above, Fma(-r.high, r.low, rest)};
}
// Takes a whole number of quarter turns back: the sine of the angle plus `quarters` quarter turns.
template <class V>
V SinOfTurned(const ReducedAngle<V>& r, const Int<V>& quarters) {
  using F = Format<Element<V>>;
  using I = typename F::Bits;
  const Mask<V> is_odd = (quarters & I{1}) != I{0};
  const Int<V> sign = (quarters & I{2}) << (8 * sizeof(I) - 2);
  return FromBits<V>(Bits(Select(is_odd, Sum(CosInParts(r)), Sum(SinInParts(r)))) ^ sign);
}

template <class V>
Mask<V> IsLargeAngle(const V& x) {
  return Abs(x) > AngleConstants<Element<V>>::kLargest;
}

template <class V>
V Sin(const V& x) {
  const ReducedAngle<V> r = ReduceAngle(x);
  const V usual = Select(x == V(0), x, SinOfTurned<V>(r, r.q));
  return Rescue(IsLargeAngle(x), usual, kSinOfLarge, x);
}

template <class V>
V Cos(const V& x) {
  using I = typename Format<Element<V>>::Bits;
  const ReducedAngle<V> r = ReduceAngle(x);
  return Rescue(IsLargeAngle(x), SinOfTurned<V>(r, r.q + I{1}), kCosOfLarge, x);
}

// sin r / cos r or, after an odd number of quarter turns, -cos r / sin r; the quotient is corrected by what is left
// over.
template <class V>
V TanOfReduced(const ReducedAngle<V>& r) {
  using T = Element<V>;
  using I = typename Format<T>::Bits;
  const Mask<V> is_odd = (r.q & I{1}) != I{0};
  const InParts<V> sin = SinInParts(r);
  const InParts<V> cos = CosInParts(r);
  const V sin_sum = Sum(sin);
  const V cos_sum = Sum(cos);
  const V sin_low = (sin.high - sin_sum) + sin.low;
  const V cos_low = (cos.high - cos_sum) + cos.low;
  const V numerator = Select(is_odd, -cos_sum, sin_sum);
  const V denominator = Select(is_odd, sin_sum, cos_sum);
  const V numerator_low = Select(is_odd, -cos_low, sin_low);
  const V denominator_low = Select(is_odd, sin_low, cos_low);
  const V reciprocal = T(1) / denominator;
  const V quotient = numerator * reciprocal;
  const V left = ExactFma(-quotient, denominator, numerator) + Fma(-quotient, denominator_low, numerator_low);
  return Fma(left, reciprocal, quotient);
}

template <class V>
V Tan(const V& x) {
  const V usual = Select(x == V(0), x, TanOfReduced<V>(ReduceAngle(x)));
  return Rescue(IsLargeAngle(x), usual, kTanOfLarge, x);
}

// Sine and cosine of single floats that other work waits for: computed in double, where the reduction is short. About 40
// cycles from end to end instead of 60, but of vectors only half as many numbers a time. REQUIRES: T is float.
template <class V>
V SinOfTurnedInDouble(const V& x, int64_t quarters) {
  using W = Wide<V>;
  using C = AngleConstants<double>;
  using S = AngleConstants<float>;
  const W wide = Widen(x);
  const Nearest<W> q = NearestOfShifted<W>(Fma(wide, 2 / std::numbers::pi, Format<double>::kRoundingShift));
  // Exact. What pi/2 has beyond a double counts near its multiples, where the angle is its own sine.
  const W near = ExactFma(q.number, -C::kHigh, wide);
  const W exact = ExactFma(q.number, -0x1.1a62633145c07p-54, near);
  const W square = near * near;
  const W fourth = square * square;
  const W sin_rest = Fma(fourth, double{S::kSin[2]}, Fma(square, double{S::kSin[1]}, double{S::kSin[0]}));
  const W sin = Fma(near * square, sin_rest, exact);
  const W cos_rest = Fma(fourth, double{S::kCos[2]}, Fma(square, double{S::kCos[1]}, double{S::kCos[0]}));
  const W cos = Fma(fourth, cos_rest, Fma(square, -0.5, Like(square, 1.0)));
  const Int<W> turned = q.integer + quarters;
  const Mask<W> is_odd = (turned & int64_t{1}) != int64_t{0};
  const Int<W> sign = (turned & int64_t{2}) << 62;
  return Narrow<V>(FromBits<W>(Bits(Select(is_odd, cos, sin)) ^ sign));
}

template <class V>
V SinInDouble(const V& x) {
  const V usual = Select(x == V(0), x, SinOfTurnedInDouble(x, 0));
  return Rescue(IsLargeAngle(x), usual, kSinOfLarge, x);
}
template <class V>
V CosInDouble(const V& x) {
  return Rescue(IsLargeAngle(x), SinOfTurnedInDouble(x, 1), kCosOfLarge, x);
}

}  // namespace cppjrt::cpu::math

#endif  // CPPJRT_CPU_MATH_TRIGONOMETRIC_H_
