// Powers and roots: Pow, Cbrt, Rsqrt.
#ifndef CPPJRT_CPU_MATH_POWER_H_
#define CPPJRT_CPU_MATH_POWER_H_

#include <array>

#include "cpu/math/exponential.h"
#include "cpu/math/logarithm.h"
#include "cpu/math/polynomial.h"
#include "cpu/math/vocabulary.h"

namespace cppjrt::cpu::math {

struct PowerConstants {
  // Of floats, in double: log2((1 + s) / (1 - s)) / s in s^2 (2^-37) and (2^r - 1) / r (2^-28).
  static constexpr std::array kFloatLog2 = {0x1.71547652beeb3p1, 0x1.ec709d11d001fp-1, 0x1.277780b3d56bcp-1,
                                            0x1.a58d2421bf86dp-2, 0x1.5ceff4d922d8ap-2};
  static constexpr std::array kFloatExp2 = {0x1.62e430b1638d1p-1, 0x1.ebfbdc30a72a3p-3,  0x1.c6aee53e7424ep-5,
                                            0x1.3b2d524b4fed2p-7, 0x1.5f400e73a1f55p-10, 0x1.41fa9dc9ed059p-13};
  // Of doubles: 2 artanh s = 2 s + s^3 (2/3 + s^2 (...)), the bracket to 2^-73.
  static constexpr double kTwoThirdsHigh = 0x1.5555555555555p-1;
  static constexpr double kTwoThirdsLow = 0x1.5555555555555p-55;
  static constexpr std::array kArtanh = {0x1.9999999999996p-2, 0x1.2492492492f51p-2, 0x1.c71c71c596643p-3,
                                         0x1.745d182985acfp-3, 0x1.3b1364b59a6a1p-3, 0x1.11207325d4d45p-3,
                                         0x1.de3ca9d11d6p-4,   0x1.eacd52ec57d83p-4};
  static constexpr double kLn2High = 0x1.62e42fefa4p-1;  // its products with exponents are exact
  static constexpr double kLn2Low = -0x1.8432a1b0e2634p-43;
};

// |x|^y of floats. The smallest float is a normal double.
template <class V>
V PowOfFloatMagnitudes(const V& magnitude, const V& y) {
  using D = Wide<V>;
  using F = Format<double>;
  const D x = Widen(magnitude);
  const Int<D> exponent = ExponentBits(x);
  const D f = FromBits<D>(Bits(x) - exponent) - 1.0;
  const D s = f / (f + 2.0);
  const D finite = Fma(s, Polynomial<D>(s * s, PowerConstants::kFloatLog2), ToNumber<D>(exponent >> F::kMantissa));
  const D log = Select(x == D(0.0), D(-F::kInfinity), Select(x < D(F::kInfinity), finite, x));
  const D product = AtLeast<D>(AtMost<D>(log * Widen(y), 130.0), -160.0);
  const Nearest<D> n = NearestOfShifted<D>(product + F::kRoundingShift);
  const D r = product - n.number;
  const D power = Fma(r, Polynomial(r, PowerConstants::kFloatExp2), 1.0);
  return Narrow<V>(power * PowerOfTwo<D>(n.integer));
}

// log x as high + low to 2^-65 of it. REQUIRES: x is positive and finite (else anything).
template <class V>
struct LogarithmParts {
  V high;
  V low;
};
template <class V>
LogarithmParts<V> LogInParts(const V& x) {
  using C = PowerConstants;
  const Binary<V> parts = SplitBinary(x);
  const V divisor = parts.f + 2.0;
  const V divisor_low = (2.0 - divisor) + parts.f;
  const V s = parts.f / divisor;
  const V s_low = Fma(-s, divisor_low, ExactFma(-s, divisor, parts.f)) / divisor;
  const V square = s * s;
  const V square_low = Fma(s + s, s_low, ExactFma(s, s, -square));
  const V series = square * Polynomial(square, C::kArtanh);
  const V factor = series + C::kTwoThirdsHigh;
  const V factor_low = (C::kTwoThirdsHigh - factor) + series + C::kTwoThirdsLow;
  const V product = square * factor;
  const V product_low = ExactFma(square, factor, -product) + Fma(square, factor_low, square_low * factor);
  const V cube = s * product;
  const V cube_low = ExactFma(s, product, -cube) + Fma(s, product_low, s_low * product);
  const V whole = parts.n * C::kLn2High;
  const V linear = s + s;
  const V first = whole + linear;
  const V first_low = (whole - first) + linear;
  const V second = first + cube;
  const V second_low = (first - second) + cube;
  const V low = first_low + second_low + Fma(parts.n, C::kLn2Low, cube_low + (s_low + s_low));
  const V high = second + low;
  return {high, (second - high) + low};
}

template <class V>
V PowOfDoubleMagnitudes(const V& x, const V& y) {
  using F = Format<double>;
  const LogarithmParts<V> parts = LogInParts(x);
  const V log = Select(x == V(0.0), V(-F::kInfinity), Select(x < V(F::kInfinity), parts.high, x));
  const V product = log * y;
  const V low = Fma(parts.low, y, ExactFma(log, y, -product));
  const V bounded = AtLeast<V>(AtMost<V>(product, 711.0), -747.0);
  const ExponentialParts<V> power = ExpInParts<V>(bounded, Select(bounded == product, low, V(0.0)));
  return ScaleByPowerOfTwo<V>(power.high + power.low, power.n);
}

// As C's pow: 1 for y = 0 and x = 1 even with NaN, NaN for negative x and a y that is no integer.
template <class V>
V Pow(const V& x, const V& y) {
  using T = Element<V>;
  using F = Format<T>;
  using I = typename F::Bits;
  const V magnitude = Abs(x);
  V power = magnitude;
  if constexpr (kIsFloat<V>) {
    power = PowOfFloatMagnitudes<V>(magnitude, y);
  } else {
    power = PowOfDoubleMagnitudes<V>(magnitude, y);
  }
  const V half = y * T(0.5);
  const Mask<V> is_integer = Trunc(y) == y;
  const Mask<V> is_odd = And(is_integer, Trunc(half) != half);
  const V with_sign = Select(And(is_odd, Bits(x) < I{0}), -power, power);
  const Mask<V> is_undefined = And(And(x < T(0), magnitude < V(F::kInfinity)), Not(is_integer));
  const V result = Select(is_undefined, V(F::kNaN), with_sign);
  const Mask<V> is_one = Or(Or(y == V(T(0)), x == V(T(1))), And(x == V(T(-1)), Abs(y) == V(F::kInfinity)));
  return Select(is_one, V(T(1)), result);
}

template <class V>
V Rsqrt(const V& x) {
  return Element<V>(1) / Sqrt(x);
}

// x = 2^(3 k) m with 1 <= m < 8. m^(-1/3) is a cubic to 2^-6, made exact by Halley's steps; then the root is m times
// its square, corrected by what its cube leaves over.
template <class V>
V Cbrt(const V& x) {
  using T = Element<V>;
  using F = Format<T>;
  using I = typename F::Bits;
  constexpr int kThirdOfShift = kIsFloat<V> ? 8 : 18;
  const V magnitude = Abs(x);
  const Mask<V> is_subnormal = magnitude < V(F::kMinNormal);
  const V normal = Select(is_subnormal, magnitude * PowerConstant<T>(3 * kThirdOfShift), magnitude);
  const V exponent = ToNumber<V>((Bits(normal) >> F::kMantissa) - I{F::kBias});
  const Nearest<V> k = NearestOfShifted<V>(Fma(exponent - T(1), T(1.0 / 3), F::kRoundingShift));  // floor(exponent / 3)
  const V m = FromBits<V>(Bits(normal) - ((k.integer + k.integer + k.integer) << F::kMantissa));
  V r = Polynomial(m, std::array{T(0x1.3cad5cp0), T(-0x1.305768p-2), T(0x1.77f884p-5), T(-0x1.4e1776p-9)});
  for (int step = 0; step < (kIsFloat<V> ? 2 : 3); ++step) {
    const V left = Fma(-m * r, r * r, T(1));
    r = Fma(r * left, Fma(left, T(2.0 / 9), T(1.0 / 3)), r);
  }
  const V r_square = r * r;
  const V y = m * r_square;
  const V y_square = y * y;
  const V y_square_low = ExactFma(y, y, -y_square);
  const V left = Fma(-y, y_square_low, ExactFma(-y, y_square, m));
  const V root = Fma(left * r_square, T(1.0 / 3), y);
  const Int<V> power = Select(is_subnormal, k.integer - I{kThirdOfShift}, k.integer) << F::kMantissa;
  const V result = CopySign(FromBits<V>(Bits(root) + power), x);
  return Select(And(magnitude<V(F::kInfinity), magnitude> V(T(0))), result, x);
}

}  // namespace cppjrt::cpu::math

#endif  // CPPJRT_CPU_MATH_POWER_H_
