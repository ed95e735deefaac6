// The inverse of the error function: ErfInv.
//
// By polynomials in w = -log(1 - x^2), or its root where it is large. For double these give 22 bits, and one step of
// Halley's on erf or, beyond 1/2, erfc, gives the rest.
#ifndef CPPJRT_CPU_MATH_INVERSE_ERROR_FUNCTION_H_
#define CPPJRT_CPU_MATH_INVERSE_ERROR_FUNCTION_H_

#include <array>

#include "cpu/math/error_function.h"
#include "cpu/math/exponential.h"
#include "cpu/math/logarithm.h"
#include "cpu/math/polynomial.h"
#include "cpu/math/vocabulary.h"

namespace cppjrt::cpu::math {

struct InverseErrorFunctionConstants {
  // erfinv(x) / x in w - 2.5, w < 5 (2^-27)
  static constexpr std::array kNear = {0x1.805c5cfcedef5p+0,   0x1.f91e8b47bc332p-3,  -0x1.11c3ccf583fccp-8,
                                       -0x1.4866876636aa3p-10, 0x1.c9b8392b34813p-13, -0x1.4cd6db31136aep-18,
                                       -0x1.cb7b9e68dc51ap-19, 0x1.f3bcf6b20a36ap-22, 0x1.129bb8c97f855p-26,
                                       -0x1.2c4526ac24209p-27, 0x1.00d79ace31a9fp-31};
  // and in sqrt(w) - 3, for the w of floats (2^-27) and of doubles (2^-22)
  static constexpr std::array kFarOfFloat = {0x1.6a9efbdd5d25cp+1,  0x1.006dca78fdc0dp+0,   0x1.3580baf8ab04cp-7,
                                             -0x1.f4ed4175ff1c3p-8, 0x1.74c59b427993ap-8,   -0x1.d303cf499efd4p-9,
                                             0x1.82290a9e0019ep-10, -0x1.0c6678ecfa4b3p-13, -0x1.1e02cdb683f8ap-12,
                                             0x1.5bb49d3315d42p-13, -0x1.163d203dfca33p-15};
  static constexpr std::array kFarOfDouble = {0x1.6a9efcc7460bap+1,  0x1.006dd449f4007p+0,   0x1.35620aa79f2ccp-7,
                                              -0x1.f55a84d9b17d7p-8, 0x1.764a96fcae49bp-8,   -0x1.d143ae265d7c0p-9,
                                              0x1.738866f77e977p-10, -0x1.fe84637993149p-14, -0x1.d3be915eec738p-13,
                                              0x1.2655e02e55497p-13, -0x1.539d06572476bp-15, 0x1.9331d1b0ada0ap-18,
                                              -0x1.8cdcdab8b8c95p-22};
};

// REQUIRES: |x| < 1 (else anything). To 22 bits; to 27 if x was a float.
template <class V, size_t kSize>
V ErfInvEstimate(const V& x, const std::array<double, kSize>& far_coefficients) {
  using C = InverseErrorFunctionConstants;
  const V magnitude = Abs(x);
  const V w = -LogarithmOf(SplitBinaryOfOnePlus(-magnitude)) - LogarithmOf(SplitBinaryOfOnePlus(magnitude));
  const V near = Polynomial<V>(AtMost(w, 5.0) - 2.5, C::kNear);
  const V far = Polynomial<V>(Sqrt(AtLeast(w, 5.0)) - 3.0, far_coefficients);
  return x * Select(w < V(5.0), near, far);
}

template <class V>
V ErfInv(const V& x) {
  using T = Element<V>;
  using F = Format<T>;
  using C = InverseErrorFunctionConstants;
  const V magnitude = Abs(x);
  V result = magnitude;
  if constexpr (kIsFloat<V>) {
    result = Narrow<V>(ErfInvEstimate<Wide<V>>(Widen(magnitude), C::kFarOfFloat));
  } else {
    const V z = ErfInvEstimate<V>(magnitude, C::kFarOfDouble);
    const V near = Fma(z, Polynomial<V>(z * z, ErrorFunctionConstants<double>::kErf), z) - magnitude;
    const ExponentialParts<V> erfc = ErfcInParts(AtMost(z, T(6)));
    const V far = (T(1) - magnitude) - (erfc.high + erfc.low) * PowerOfTwo<V>(erfc.n);
    const V difference = Select(magnitude < T(0.5), near, far);
    const V step = difference * Exp<V>(AtMost(z * z, T(40))) * T(0x1.c5bf891b4ef6bp-1);  // sqrt(pi) / 2
    result = z - step / Fma(z, step, T(1));
  }
  result = Select(magnitude < T(1), result, Select(magnitude == V(T(1)), V(F::kInfinity), V(F::kNaN)));
  const V of_small = x * T(0.5 * 1.7724538509055160273);
  return Select(magnitude < Constant<V>(0x1p-13f, 0x1p-28), of_small, CopySign(result, x));
}

}  // namespace cppjrt::cpu::math

#endif  // CPPJRT_CPU_MATH_INVERSE_ERROR_FUNCTION_H_
