// The error function: Erf, Erfc.
//
// Near 0 erf x is x and a polynomial. Beyond, 1 - erfc x: for float erfc x = e^-p(x) with a polynomial p; for double
// e^(-x^2) times e^(x^2) erfc x, which is smooth: (1 + 2 x) of it is a polynomial in (x - 4) / (x + 4) for all x >= 0.
#ifndef CPPJRT_CPU_MATH_ERROR_FUNCTION_H_
#define CPPJRT_CPU_MATH_ERROR_FUNCTION_H_

#include <array>

#include "cpu/math/exponential.h"
#include "cpu/math/polynomial.h"
#include "cpu/math/vocabulary.h"

namespace cppjrt::cpu::math {

template <class T>
struct ErrorFunctionConstants;
template <>
struct ErrorFunctionConstants<float> {
  static constexpr float kNear = 0.92f;
  // (erf x - x) / x in x^2
  static constexpr std::array kErf = {0x1.06eba8p-3f, -0x1.812742p-2f,  0x1.ce2decp-4f, -0x1.b80cdap-6f,
                                      0x1.54bb3ap-8f, -0x1.a9e392p-11f, 0x1.5bd58cp-14f};
  // -log(erfc x) / x, 0.9 <= x <= 4
  static constexpr std::array kLogErfc = {0x1.20fa3ep0f,  0x1.44d77ap-1f,   0x1.b7e3eap-4f, -0x1.95e67ap-6f,
                                          0x1.0f2234p-8f, -0x1.dd1cb4p-12f, 0x1.d9638p-16f, -0x1.700dd2p-21f};
};
template <>
struct ErrorFunctionConstants<double> {
  static constexpr double kNear = 0.84;
  static constexpr std::array kErf = {0x1.06eba8214db68p-3,   -0x1.812746b037995p-2,  0x1.ce2f21a03e76p-4,
                                      -0x1.b82ce3111cf83p-6,  0x1.565bccd019509p-8,   -0x1.c02da77d0fe27p-11,
                                      0x1.f9a1945ce3a5ap-14,  -0x1.f4b1b4463d77fp-17, 0x1.b8301cd7a8fcep-20,
                                      -0x1.50f9f6376cf76p-23, 0x1.6e4daf96c6fbdp-27};
  // (1 + 2 x) e^(x^2) erfc x in q = (x - 4) / (x + 4), 0 <= x <= 27.5
  static constexpr double kErfcxFirst = 0x1.3ba5916e9fd7fp0;
  static constexpr std::array kErfcx = {
      -0x1.1df1ad154a28fp-3,  0x1.f7f5df66fd6b2p-7,   0x1.16ecefcfa5420p-4,   -0x1.9ddb23c3e88bdp-4,
      0x1.7fee004e11047p-4,   -0x1.0fb06dfe55b64p-4,  0x1.3079edf6afb72p-5,   -0x1.096238829a103p-6,
      0x1.49c672795ae39p-8,   -0x1.8d4a9c358d161p-11, -0x1.a1df1d0157977p-13, 0x1.3be068468cff1p-13,
      -0x1.995a165bfb90ap-16, -0x1.788cb6125d278p-17, 0x1.7f2e89022af89p-18,  0x1.3b7bf198a88ddp-22,
      -0x1.bb383d84837e4p-21, 0x1.4093bbdb2244ap-24,  0x1.d8f553235570ep-24,  -0x1.33de9402c1f5dp-26,
      -0x1.e45a279d29f94p-27, 0x1.f8e6ce33532f4p-30,  0x1.58a12a6de32b3p-30};
};

// erfc x = 2^n (high + low). REQUIRES: 0 <= x <= 27.5.
template <class V>
ExponentialParts<V> ErfcInParts(const V& x) {
  using T = Element<V>;
  using C = ErrorFunctionConstants<T>;
  const V square = x * x;
  const V square_low = ExactFma(x, x, -square);
  const ExponentialParts<V> power = ExpInParts<V>(-square, -square_low);
  const V q = (x - T(4)) / (x + T(4));
  const V rest = Polynomial(q, C::kErfcx);
  const V numerator = Fma(q, rest, C::kErfcxFirst);
  const V numerator_low = Fma(q, rest, C::kErfcxFirst - numerator);
  const V denominator = x + x + T(1);
  const V denominator_low = Select(x > T(0.5), (x + x - denominator) + T(1), (T(1) - denominator) + (x + x));
  const V quotient = numerator / denominator;
  const V remainder = ExactFma(-quotient, denominator, numerator) + Fma(-quotient, denominator_low, numerator_low);
  const V quotient_low = remainder / denominator;
  const V high = power.high * quotient;
  const V lost = ExactFma(power.high, quotient, -high);
  return {high, lost + Fma(power.high, quotient_low, power.low * quotient), power.n};
}

// For double, as floats are computed. Near 0, and below it, from erf x.
template <class V>
V ErfcOfDouble(const V& x) {
  const ExponentialParts<V> parts = ErfcInParts(AtMost(Abs(x), 27.5));
  const V positive = ScaleByPowerOfTwo<V>(parts.high + parts.low, parts.n);
  const V near = 1.0 - Fma(x, Polynomial<V>(x * x, ErrorFunctionConstants<double>::kErf), x);
  return Select(Abs(x) < V(0.47), near, Select(x < V(0.0), 2.0 - positive, positive));
}

template <class V>
V Erfc(const V& x) {
  return Narrow<V>(ErfcOfDouble<Wide<V>>(Widen(x)));
}

template <class V>
V Erf(const V& x) {
  using T = Element<V>;
  using C = ErrorFunctionConstants<T>;
  const V magnitude = Abs(x);
  const V square = x * x;
  const V near = Fma(x, Polynomial(square, C::kErf), x);
  V far = magnitude;
  if constexpr (kIsFloat<V>) {
    const V bounded = AtMost(magnitude, T(4));
    far = T(1) - ExpNormal<V>(-bounded * Polynomial(bounded, C::kLogErfc));
  } else {
    const ExponentialParts<V> erfc = ErfcInParts(AtMost(magnitude, T(6)));
    far = T(1) - (erfc.high + erfc.low) * PowerOfTwo<V>(erfc.n);
  }
  return Select(magnitude < C::kNear, near, CopySign(far, x));
}

}  // namespace cppjrt::cpu::math

#endif  // CPPJRT_CPU_MATH_ERROR_FUNCTION_H_
