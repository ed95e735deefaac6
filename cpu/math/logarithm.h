// Logarithms: Log, Log2, Log10, Log1p, and Asinh, Acosh, Atanh, which are logarithms of sums.
//
// x = 2^n (1 + f). For float f is within 1/3 and log(1 + f) is f and a polynomial; for double f is within sqrt 2 of 1,
// s = f / (2 + f), and log(1 + f) = 2 artanh s, whose series is short: f - (f^2/2 - s (f^2/2 + R(s^2))).
#ifndef CPPJRT_CPU_MATH_LOGARITHM_H_
#define CPPJRT_CPU_MATH_LOGARITHM_H_

#include <array>

#include "cpu/math/polynomial.h"
#include "cpu/math/vocabulary.h"

namespace cppjrt::cpu::math {

template <class T>
struct LogarithmConstants;
template <>
struct LogarithmConstants<float> {
  static constexpr float kLn2High = 0x1.62e4p-1f;  // its products with n are exact
  static constexpr float kLn2Low = 0x1.7f7d1cp-20f;
  static constexpr float kLog2EHigh = 0x1.715476p0f;
  static constexpr float kLog2ELow = 0x1.4ae0cp-26f;
  static constexpr float kLog10EHigh = 0x1.bcb7b2p-2f;
  static constexpr float kLog10ELow = -0x1.5b235ep-27f;
  static constexpr float kLog10Of2High = 0x1.3442p-2f;
  static constexpr float kLog10Of2Low = -0x1.95ec1p-19f;
  static constexpr float kLowest = 0x1.555556p-1f;  // of 1 + f
  // (log(1 + f) - f) / f^2, but for its first term
  static constexpr std::array kRest = {0x1.555502p-2f, -0x1.ffff14p-3f, 0x1.99d1c4p-3f, -0x1.559802p-3f,
                                       0x1.1ec0fep-3f, -0x1.f3a7e4p-4f, 0x1.1ec5e2p-3f, -0x1.06cddep-3f};
};
template <>
struct LogarithmConstants<double> {
  static constexpr double kLn2High = 0x1.62e42feep-1;
  static constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
  static constexpr double kLog2EHigh = 0x1.71547652b82fep0;
  static constexpr double kLog2ELow = 0x1.777d0ffda0d24p-56;
  static constexpr double kLog10EHigh = 0x1.bcb7b1526e50ep-2;
  static constexpr double kLog10ELow = 0x1.95355baaafad3p-57;
  static constexpr double kLog10Of2High = 0x1.34413509f8p-2;
  static constexpr double kLog10Of2Low = -0x1.80433b83b532ap-44;
  static constexpr double kLowest = 0x1.6a09e667f3bcdp-1;
  // (2 artanh s - 2 s) / s^3 in s^2
  static constexpr std::array kRest = {0x1.5555555555593p-1, 0x1.999999997fa39p-2, 0x1.2492494224e8ap-2,
                                       0x1.c71c51dcf77adp-3, 0x1.74664887e82d2p-3, 0x1.39a0b4d915e9dp-3,
                                       0x1.2f103aea2cf88p-3};
};

// x = 2^n (1 + f).
template <class V>
struct Binary {
  V n;
  V f;
};

// The exponent n of x = 2^n m with m in [kLowest, 2 kLowest), in the place of x's exponent. REQUIRES: x is normal.
template <class V>
Int<V> ExponentBits(const V& x) {
  using T = Element<V>;
  constexpr typename Format<T>::Bits kMask = ~((typename Format<T>::Bits{1} << Format<T>::kMantissa) - 1);
  return (Bits(x) - Bits(LogarithmConstants<T>::kLowest)) & kMask;
}

// REQUIRES: x is positive and finite (else anything).
template <class V>
Binary<V> SplitBinary(const V& x) {
  using T = Element<V>;
  using F = Format<T>;
  const Mask<V> is_subnormal = x < V(F::kMinNormal);
  const V normal = Select(is_subnormal, x * PowerConstant<T>(F::kMantissa + 1), x);
  const Int<V> exponent = ExponentBits(normal);
  const V n = ToNumber<V>(exponent >> F::kMantissa);
  return {Select(is_subnormal, n - T(F::kMantissa + 1), n), FromBits<V>(Bits(normal) - exponent) - T(1)};
}

// log(1 + f) - f. REQUIRES: f as SplitBinary gives it.
template <class V>
V LogarithmRest(const V& f) {
  using T = Element<V>;
  using C = LogarithmConstants<T>;
  const V square = f * f;
  if constexpr (kIsFloat<V>) {
    return square * Fma(f, Polynomial(f, C::kRest), T(-0.5));
  } else {
    const V s = f / (f + T(2));
    const V s2 = s * s;
    const V half = square * T(0.5);
    return Fma(s, Fma(s2, Polynomial(s2, C::kRest), half), -half);
  }
}

// The result for x > 0, and what logarithms are of the rest.
template <class V>
V WithSpecialLogarithms(const V& x, const V& result) {
  using F = Format<Element<V>>;
  const V otherwise = Select(x == V(0), V(-F::kInfinity), V(F::kNaN));
  return Select(x > V(0), Select(x < V(F::kInfinity), result, x), Select(x != x, x, otherwise));
}

// log(1 + f) + n log 2
template <class V>
V LogarithmOf(const Binary<V>& x) {
  using C = LogarithmConstants<Element<V>>;
  const V low = Fma(x.n, C::kLn2Low, LogarithmRest(x.f));
  return Fma(x.n, C::kLn2High, x.f + low);
}

template <class V>
V Log(const V& x) {
  return WithSpecialLogarithms<V>(x, LogarithmOf(SplitBinary(x)));
}

// The same times a constant (`scale`, in two parts) whose product with log 2 is `step`: n step + f scale is taken with
// its rounding error.
template <class V, class T>
V ScaledLogarithmOf(const Binary<V>& x, T scale_high, T scale_low, T step_high, T step_low) {
  const V whole = x.n * step_high;  // exact
  const V sum = Fma(x.f, scale_high, whole);
  const V lost = ExactFma(x.f, scale_high, whole - sum);
  const V low = Fma(LogarithmRest(x.f), scale_high, Fma(x.f, scale_low, x.n * step_low));
  return sum + (lost + low);
}

template <class V>
V Log2(const V& x) {
  using T = Element<V>;
  using C = LogarithmConstants<T>;
  return WithSpecialLogarithms<V>(x, ScaledLogarithmOf(SplitBinary(x), C::kLog2EHigh, C::kLog2ELow, T(1), T(0)));
}

template <class V>
V Log10(const V& x) {
  using C = LogarithmConstants<Element<V>>;
  return WithSpecialLogarithms<V>(
      x, ScaledLogarithmOf(SplitBinary(x), C::kLog10EHigh, C::kLog10ELow, C::kLog10Of2High, C::kLog10Of2Low));
}

// 1 + x as 2^n (1 + f + low): f = 2^-n x + (2^-n - 1), rounded once, and what that lost. (Of a quarter of x, as 2^-n
// may be out of range.) REQUIRES: x > -1 and finite (else anything).
template <class V>
struct BinaryOfSum {
  Binary<V> sum;
  V low;
};
template <class V>
BinaryOfSum<V> SplitBinaryOfOnePlus(const V& x) {
  using T = Element<V>;
  const Int<V> exponent = ExponentBits<V>(x + T(1));
  const V scale = FromBits<V>(Bits(T(4)) - exponent);
  const V quarter = x * T(0.25);
  const V constant = Fma(scale, T(0.25), T(-1));
  const V f = Fma(scale, quarter, constant);
  return {{ToNumber<V>(exponent >> Format<T>::kMantissa), f}, Fma(scale, quarter, constant - f)};
}

// log(1 + f + low) + n log 2, low being small beside f.
template <class V>
V LogarithmOf(const BinaryOfSum<V>& x) {
  using C = LogarithmConstants<Element<V>>;
  const V low = Fma(x.sum.n, C::kLn2Low, LogarithmRest(x.sum.f) + x.low);
  return Fma(x.sum.n, C::kLn2High, x.sum.f + low);
}

template <class V>
V Log1p(const V& x) {
  using T = Element<V>;
  using F = Format<T>;
  const V result = LogarithmOf(SplitBinaryOfOnePlus(x));
  const V otherwise = Select(x == V(T(-1)), V(-F::kInfinity), V(F::kNaN));
  const V of_large = Select(x > V(T(-1)), Select(x < V(F::kInfinity), result, x), Select(x != x, x, otherwise));
  return Select(Abs(x) < Constant<V>(0x1p-25f, 0x1p-54), x, of_large);
}

// log(1 + x + low) + n log 2, low being a correction of x. REQUIRES: x >= 0 and finite (else anything).
template <class V>
V Log1pOfSum(const V& x, const V& low, const V& n) {
  BinaryOfSum<V> parts = SplitBinaryOfOnePlus(x);
  parts.sum.n = parts.sum.n + n;
  parts.low = parts.low + low / (x + Element<V>(1));
  return LogarithmOf(parts);
}

// log(x + sqrt(x^2 + 1)), the argument being 1 + (x + x^2 / (1 + sqrt(x^2 + 1))). Beyond 2^30 that is 2 x. Floats are
// computed in double, where rounding errors need no care.
template <class V>
V Asinh(const V& x) {
  using T = Element<V>;
  if constexpr (kIsFloat<V>) {
    const Wide<V> magnitude = Abs(Widen(x));
    const Wide<V> square = magnitude * magnitude;
    const Wide<V> argument = magnitude + square / (Sqrt(square + 1.0) + 1.0);
    const V result = Narrow<V>(LogarithmOf(SplitBinaryOfOnePlus(argument)));
    return CopySign(Select(Abs(x) < T(0x1p-12), Abs(x), Select(Abs(x) < V(Format<T>::kInfinity), result, x)), x);
  } else {
    const V magnitude = Abs(x);
    const Mask<V> is_large = magnitude > T(0x1p30);
    const V bounded = Select(is_large, V(T(1)), magnitude);
    const V square = bounded * bounded;
    const V quotient = square / (Sqrt(square + T(1)) + T(1));
    const V sum = bounded + quotient;
    const V lost = (bounded - sum) + quotient;
    const V result = Log1pOfSum<V>(Select(is_large, magnitude - T(1), sum), Select(is_large, V(T(0)), lost),
                                   Select(is_large, V(T(1)), V(T(0))));
    const V finite = Select(magnitude < V(Format<T>::kInfinity), result, magnitude);
    return CopySign(Select(magnitude < T(0x1p-27), magnitude, finite), x);
  }
}

// log(x + sqrt(x^2 - 1)), the argument being 1 + (d + sqrt(d^2 + 2 d)) with d = x - 1. Beyond 2^30 that is 2 x.
template <class V>
V Acosh(const V& x) {
  using T = Element<V>;
  using F = Format<T>;
  V result = x;
  if constexpr (kIsFloat<V>) {
    const Wide<V> d = Widen(x) - 1.0;
    result = Narrow<V>(LogarithmOf(SplitBinaryOfOnePlus<Wide<V>>(d + Sqrt(d * (d + 2.0)))));
    result = Select(x == V(T(1)), V(T(0)), result);
  } else {
    const Mask<V> is_large = x > T(0x1p30);
    const V d = Select(is_large, V(T(1)), x) - T(1);
    const V square = Fma(d, d, d + d);
    const V root = Sqrt(square);
    const V sum = d + root;
    const V root_low =
        (ExactFma(-root, root, square) + Fma(d, d, (d + d) - square)) / Select(root > T(0), root + root, V(T(1)));
    const V lost = (root - sum) + d + root_low;
    result = Log1pOfSum<V>(Select(is_large, x - T(1), sum), Select(is_large, V(T(0)), lost),
                           Select(is_large, V(T(1)), V(T(0))));
  }
  return Select(x >= T(1), Select(x < V(F::kInfinity), result, x), Select(x != x, x, V(F::kNaN)));
}

// log((1 + x) / (1 - x)) / 2, the argument being 1 + 2 x / (1 - x).
template <class V>
V Atanh(const V& x) {
  using T = Element<V>;
  using F = Format<T>;
  V result = x;
  if constexpr (kIsFloat<V>) {
    const Wide<V> magnitude = Abs(Widen(x));
    const Wide<V> argument = (magnitude + magnitude) / (1.0 - magnitude);
    result = Narrow<V>(LogarithmOf(SplitBinaryOfOnePlus(argument)) * 0.5);
  } else {
    const V doubled = Abs(x) + Abs(x);
    const V divisor = T(1) - Abs(x);
    const V quotient = doubled / divisor;
    const V divisor_low = (T(1) - divisor) - Abs(x);
    const V lost = Fma(-quotient, divisor_low, ExactFma(-quotient, divisor, doubled)) / divisor;
    result = Log1pOfSum<V>(quotient, lost, V(T(0))) * T(0.5);
  }
  result = Select(Abs(x) < T(1), result, Select(Abs(x) == V(T(1)), V(F::kInfinity), V(F::kNaN)));
  return Select(Abs(x) < Constant<V>(0x1p-13f, 0x1p-28), x, CopySign(Select(x != x, x, result), x));
}

}  // namespace cppjrt::cpu::math

#endif  // CPPJRT_CPU_MATH_LOGARITHM_H_
