// e^x and what is made of it: Exp, Exp2, Expm1, Sinh, Cosh, Tanh, Logistic.
//
// x = n ln 2 + r with |r| <= ln 2 / 2. e^r is 1 + r and a polynomial for the rest; 2^n is put together from its bits.
#ifndef CPPJRT_CPU_MATH_EXPONENTIAL_H_
#define CPPJRT_CPU_MATH_EXPONENTIAL_H_

#include <array>
#include <numbers>

#include "cpu/math/polynomial.h"
#include "cpu/math/vocabulary.h"

namespace cppjrt::cpu::math {

// The polynomials are minimax in the relative error of the whole; 2^-28 for float, 2^-57 for double.
template <class T>
struct ExponentialConstants;
template <>
struct ExponentialConstants<float> {
  static constexpr float kLn2High = 0x1.62e4p-1f;  // its products with n are exact
  static constexpr float kLn2Low = 0x1.7f7d1cp-20f;
  static constexpr float kLargest = 88.8f;  // beyond it e^x is infinite
  static constexpr float kSmallest = -104.0f;
  static constexpr float kLargestHalf = 89.5f;     // beyond it e^x / 2 is
  static constexpr float kMinusOneBelow = -20.0f;  // e^x - 1 is -1
  static constexpr float kTanhIsOne = 10.0f;
  // (e^r - 1 - r) / r^2
  static constexpr std::array kRest = {0x1.fffffap-2f, 0x1.555492p-3f, 0x1.555a26p-5f, 0x1.123988p-7f, 0x1.694cd2p-10f};
  // (2^r - 1) / r
  static constexpr std::array kBinary = {0x1.62e43p-1f, 0x1.ebfbd8p-3f,  0x1.c6af72p-5f,
                                         0x1.3b309p-7f, 0x1.5f0e12p-10f, 0x1.3fb5f2p-13f};
  // (sinh x - x) / x^3 in x^2, |x| <= 1
  static constexpr std::array kSinh = {0x1.555556p-3f, 0x1.1110eap-7f, 0x1.a01c22p-13f, 0x1.76771ep-19f};
  // (tanh x - x) / x^3 in x^2, |x| <= 0.55
  static constexpr std::array kTanh = {-0x1.55554ap-2f, 0x1.110dp-3f, -0x1.b92358p-5f, 0x1.5918a4p-6f, -0x1.9a79bap-8f};
};
template <>
struct ExponentialConstants<double> {
  static constexpr double kLn2High = 0x1.62e42feep-1;
  static constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
  static constexpr double kLargest = 710;
  static constexpr double kSmallest = -746;
  static constexpr double kLargestHalf = 711;
  static constexpr double kMinusOneBelow = -50;
  static constexpr double kTanhIsOne = 22;
  // (tanh x - x) / x^3 in x^2, |x| <= 0.36
  static constexpr std::array kTanh = {-0x1.5555555555552p-2,  0x1.11111111108c3p-3,  -0x1.ba1ba1b93a621p-5,
                                       0x1.664f48258f4c6p-6,   -0x1.226e1f94808f3p-7, 0x1.d6cda7c1cc938p-9,
                                       -0x1.7d197e72485bdp-10, 0x1.2e02d014de457p-11, -0x1.846be57504df6p-13};
  static constexpr std::array kRest = {0x1.000000000000ap-1,  0x1.55555555554fep-3,  0x1.55555555506acp-5,
                                       0x1.1111111126b2ep-7,  0x1.6c16c1847c94ap-10, 0x1.a01a012ffa32bp-13,
                                       0x1.a019994c1311ep-16, 0x1.71df18b9a1062p-19, 0x1.28ae10fca39b6p-22,
                                       0x1.ad937209d2824p-26};
  static constexpr std::array kBinary = {0x1.62e42fefa39efp-1,  0x1.ebfbdff82c5a6p-3,  0x1.c6b08d704a128p-5,
                                         0x1.3b2ab6fb9fd4bp-7,  0x1.5d87fe789f8c1p-10, 0x1.4309130f8b404p-13,
                                         0x1.ffcbfc61b2e73p-17, 0x1.62bfc5f526e95p-20, 0x1.b5252c940fc5p-24,
                                         0x1.e61e117ea7f08p-28, 0x1.e9650ee6e54fap-32};
  static constexpr std::array kSinh = {0x1.5555555555555p-3,  0x1.111111111117cp-7,  0x1.a01a01a00db3ap-13,
                                       0x1.71de3a60a9f7dp-19, 0x1.ae644b32db998p-26, 0x1.612abe6b5d71ep-33,
                                       0x1.aab9951a7065bp-41, 0x1.409579384599ap-48};
};

// 2^n. REQUIRES: it is a normal number.
template <class V>
V PowerOfTwo(const Int<V>& n) {
  using F = Format<Element<V>>;
  return FromBits<V>((n + typename F::Bits{F::kBias}) << F::kMantissa);
}

// x * 2^n, rounded once, for |n| up to twice the largest exponent.
template <class V>
V ScaleByPowerOfTwo(const V& x, const Int<V>& n) {
  const Int<V> half = n >> 1;
  return x * PowerOfTwo<V>(half) * PowerOfTwo<V>(n - half);
}

// The bounds let NaN through.
template <class V>
V AtMost(const V& x, Element<V> bound) {
  return Select(x > V(bound), V(bound), x);
}
template <class V>
V AtLeast(const V& x, Element<V> bound) {
  return Select(x < V(bound), V(bound), x);
}

// The integer next to x, as a number and as an integer. REQUIRES: |x| < 2^22 (float), 2^51 (double).
template <class V>
struct Nearest {
  V number;
  Int<V> integer;
};
template <class V>
Nearest<V> NearestOfShifted(const V& shifted) {
  constexpr Element<V> kShift = Format<Element<V>>::kRoundingShift;
  return {shifted - kShift, Bits(shifted) - Bits(kShift)};
}

// x as n ln 2 + high + low; high is exact. REQUIRES: |x| < 1000.
template <class V>
struct ReducedExponent {
  V high;
  V low;
  Int<V> n;
};
template <class V>
ReducedExponent<V> ReduceExponent(const V& x) {
  using T = Element<V>;
  using C = ExponentialConstants<T>;
  const Nearest<V> n = NearestOfShifted<V>(Fma(x, T(std::numbers::log2e), Format<T>::kRoundingShift));
  return {Fma(n.number, -C::kLn2High, x), n.number * -C::kLn2Low, n.integer};
}

// e^r - 1 - r
template <class V>
V ExponentialRest(const V& r) {
  return r * r * Polynomial(r, ExponentialConstants<Element<V>>::kRest);
}

// e^x. REQUIRES: x is reduced by ReduceExponent, and 2^n times it is still to be taken.
template <class V>
V ExponentialOfReduced(const ReducedExponent<V>& reduced) {
  const V r = reduced.high + reduced.low;
  return Fma(r * r, Polynomial(r, ExponentialConstants<Element<V>>::kRest), r) + Element<V>(1);
}

// e^x 2^k, without overflow or rounding on the way.
template <class V>
V ExpScaled(const V& x, int k) {
  const ReducedExponent<V> reduced = ReduceExponent(x);
  const V power = ExponentialOfReduced(reduced);
  return ScaleByPowerOfTwo<V>(power, k == 0 ? reduced.n : reduced.n + typename Format<Element<V>>::Bits{k});
}

// REQUIRES: 2^n and e^x are normal numbers (else anything).
template <class V>
V ExpNormal(const V& x) {
  const ReducedExponent<V> reduced = ReduceExponent(x);
  return ExponentialOfReduced(reduced) * PowerOfTwo<V>(reduced.n);
}

// e^(x + low), as 2^n (high + low): some ten bits more than a number has.
template <class V>
struct ExponentialParts {
  V high;
  V low;
  Int<V> n;
};
template <class V>
ExponentialParts<V> ExpInParts(const V& x, const V& low) {
  using T = Element<V>;
  const ReducedExponent<V> reduced = ReduceExponent(x);
  const V rest_of_angle = reduced.low + low;
  const V rest = ExponentialRest<V>(reduced.high + rest_of_angle);
  const V high = T(1) + reduced.high;
  const V lost = (T(1) - high) + reduced.high;
  return {high, lost + (rest_of_angle + rest), reduced.n};
}

template <class V>
V Exp(const V& x) {
  using C = ExponentialConstants<Element<V>>;
  return ExpScaled(AtLeast(AtMost(x, C::kLargest), C::kSmallest), 0);
}

template <class V>
V Exp2(const V& x) {
  using T = Element<V>;
  using F = Format<T>;
  const V bounded = AtLeast(AtMost(x, T(F::kBias + 2)), T(F::kMinExponent - 2));
  const Nearest<V> n = NearestOfShifted<V>(bounded + F::kRoundingShift);
  const V r = bounded - n.number;
  const V power = Fma(r, Polynomial(r, ExponentialConstants<T>::kBinary), T(1));
  return ScaleByPowerOfTwo(power, n.integer);
}

// e^x - 1 = (s - 1) + s high + s (low + rest) with s = 2^n: the first sum is taken with its rounding error, the first
// term being the larger or 0. Near 0 that is x and the rest.
template <class V>
V Expm1(const V& x) {
  using T = Element<V>;
  using C = ExponentialConstants<T>;
  const ReducedExponent<V> reduced = ReduceExponent(AtLeast(AtMost(x, C::kLargest), C::kMinusOneBelow));
  // Half of all, as 2^n may be out of range.
  const V scale = PowerOfTwo<V>(reduced.n - typename Format<T>::Bits{1});
  const V rest = ExponentialRest<V>(reduced.high + reduced.low) + reduced.low;
  const V above = scale - T(0.5);
  const V linear = scale * reduced.high;
  const V sum = above + linear;
  const V lost = (above - sum) + linear;
  const V half = sum + Fma(scale, rest, lost);
  return Select(Abs(x) < T(0.25), CopySign(reduced.high + rest, x), half + half);
}

template <class V>
V Sinh(const V& x) {
  using T = Element<V>;
  using C = ExponentialConstants<T>;
  const V magnitude = Abs(x);
  const V square = x * x;
  const V near = Fma(magnitude * square, Polynomial(square, C::kSinh), magnitude);
  const V half = ExpScaled(AtMost(magnitude, C::kLargestHalf), -1);
  const V far = half - T(0.25) / half;
  return CopySign(Select(magnitude < T(1), near, far), x);
}

template <class V>
V Cosh(const V& x) {
  using T = Element<V>;
  const V half = ExpScaled(AtMost(Abs(x), ExponentialConstants<T>::kLargestHalf), -1);
  return half + T(0.25) / half;
}

// Near 0 a polynomial; beyond, 1 - 2 / (e^2x + 1) or, for double, p / (p + 2) with p = e^2x - 1.
template <class V>
V Tanh(const V& x) {
  using T = Element<V>;
  using C = ExponentialConstants<T>;
  const V magnitude = Abs(x);
  const V bounded = AtMost(magnitude, C::kTanhIsOne);
  const V square = x * x;
  const V near = Fma(magnitude * square, Polynomial(square, C::kTanh), magnitude);
  V far = bounded;
  if constexpr (kIsFloat<V>) {
    far = T(1) - T(2) / (ExpNormal<V>(bounded + bounded) + T(1));
  } else {
    const V power = Expm1<V>(bounded + bounded);
    far = power / (power + T(2));
  }
  return CopySign(Select(magnitude < Constant<V>(0.55f, 0.35), near, far), x);
}

// By an exponential of -|x|, which does not overflow: 1 / (1 + e^-x) or, below 0, e^x / (1 + e^x). The exponential is
// taken a little more exactly than Exp does, and the quotient is corrected by what it leaves over.
template <class V>
V Logistic(const V& x) {
  using T = Element<V>;
  using C = ExponentialConstants<T>;
  const ReducedExponent<V> reduced = ReduceExponent(AtLeast<V>(-Abs(x), C::kSmallest));
  const V rest = ExponentialRest<V>(reduced.high + reduced.low) + reduced.low;
  const V power = ScaleByPowerOfTwo<V>(reduced.high + rest + T(1), reduced.n);
  const V divisor = power + T(1);
  const V divisor_low = (T(1) - divisor) + power;
  const V dividend = Select(x < T(0), power, V(T(1)));
  const V reciprocal = T(1) / divisor;
  const V quotient = dividend * reciprocal;
  const V left = Fma(-quotient, divisor_low, ExactFma(-quotient, divisor, dividend));
  return Fma(left, reciprocal, quotient);
}

}  // namespace cppjrt::cpu::math

#endif  // CPPJRT_CPU_MATH_EXPONENTIAL_H_
