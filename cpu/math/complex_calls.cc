#include "cpu/math/complex_calls.h"

#include <array>
#include <bit>
#include <complex>
#include <cstdint>

#include "stablehlo/eval/complex_math.h"

namespace cppjrt::cpu::math {
namespace {

using Number = std::complex<double>;
namespace evaluator = stablehlo::complex_math;

template <Number (*kFunction)(Number)>
void ForLanes(const double* re, const double* im, double* result_re, double* result_im, uint64_t lanes) {
  for (; lanes != 0; lanes &= lanes - 1) {
    const int i = std::countr_zero(lanes);
    const Number result = kFunction({re[i], im[i]});
    result_re[i] = result.real();
    result_im[i] = result.imag();
  }
}
template <Number (*kFunction)(Number, Number)>
void ForLanes(const double* re, const double* im, const double* second_re, const double* second_im, double* result_re,
              double* result_im, uint64_t lanes) {
  for (; lanes != 0; lanes &= lanes - 1) {
    const int i = std::countr_zero(lanes);
    const Number result = kFunction({re[i], im[i]}, {second_re[i], second_im[i]});
    result_re[i] = result.real();
    result_im[i] = result.imag();
  }
}

template <Number (*kFunction)(Number)>
RescueSymbol Unary(const char* name) {
  void (*const function)(const double*, const double*, double*, double*, uint64_t) = ForLanes<kFunction>;
  return {name, reinterpret_cast<void*>(function)};
}
template <Number (*kFunction)(Number, Number)>
RescueSymbol Binary(const char* name) {
  void (*const function)(const double*, const double*, const double*, const double*, double*, double*, uint64_t) =
      ForLanes<kFunction>;
  return {name, reinterpret_cast<void*>(function)};
}

// The evaluator's names.
constexpr auto kExp = evaluator::Exponential<double>;
constexpr auto kExpm1 = evaluator::ExponentialMinusOne<double>;
constexpr auto kLog = evaluator::Log<double>;
constexpr auto kLog1p = evaluator::LogPlusOne<double>;
constexpr auto kSin = evaluator::Sine<double>;
constexpr auto kCos = evaluator::Cosine<double>;
constexpr auto kTan = evaluator::Tan<double>;
constexpr auto kTanh = evaluator::Tanh<double>;
constexpr auto kLogistic = evaluator::Logistic<double>;
constexpr auto kSqrt = evaluator::Sqrt<double>;
constexpr auto kRsqrt = evaluator::Rsqrt<double>;
constexpr auto kCbrt = evaluator::Cbrt<double>;
constexpr auto kSign = evaluator::Sign<double>;
constexpr auto kDivide = evaluator::Divide<double>;
constexpr auto kPow = evaluator::Power<double>;
constexpr auto kAtan2 = evaluator::Atan2<double>;

}  // namespace

std::span<const RescueSymbol> ComplexSymbols() {
  static const std::array kSymbols = {
#define COMPLEX_UNARY(name) Unary<k##name>("cppjrt_complex_" #name),
#define COMPLEX_BINARY(name) Binary<k##name>("cppjrt_complex_" #name),
#include "cpu/math/functions.def"
  };
  return kSymbols;
}

}  // namespace cppjrt::cpu::math
