#include "cpu/math/rescue.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "cpu/math/trigonometric.h"

namespace cppjrt::cpu::math {
namespace {

// The bits of 2/pi after the point, first word first.
constexpr std::array<uint64_t, 20> kTwoOverPi = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
    0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4,
    0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d};

// Bits of 2/pi from the one with weight 2^-first on; zeros before the point. REQUIRES: -1000 < first <= 1000.
uint64_t TwoOverPiBits(int first) {
  const int begin = first - 1;  // of the array's bits
  if (begin <= -64) return 0;
  if (begin < 0) return kTwoOverPi[0] >> -begin;
  const auto word = static_cast<size_t>(begin / 64);
  const int shift = begin % 64;
  return shift == 0 ? kTwoOverPi[word] : kTwoOverPi[word] << shift | kTwoOverPi[word + 1] >> (64 - shift);
}

__extension__ using Wide128 = __int128;
__extension__ using UnsignedWide128 = unsigned __int128;

// x = m 2^e. Of the product of m with 2/pi only what is below four quarter turns counts, so the bits of 2/pi with
// weight 2^(2-e) and more are left out (Payne and Hanek); of the others 192 give an error below 2^-137 of a quarter
// turn, and no double is closer than 2^-62 to a whole number of them.
ReducedAngle<double> ReduceLargeAngle(double x) {
  using F = Format<double>;
  const double magnitude = std::fabs(x);
  const int exponent = static_cast<int>(Bits(magnitude) >> F::kMantissa);
  const auto fraction = static_cast<uint64_t>(Bits(magnitude)) & ((uint64_t{1} << F::kMantissa) - 1);
  const uint64_t m = exponent == 0 ? fraction : fraction | uint64_t{1} << F::kMantissa;
  const int first = (exponent == 0 ? 1 : exponent) - F::kBias - F::kMantissa - 1;
  const UnsignedWide128 low = UnsignedWide128{m} * TwoOverPiBits(first + 128);
  const UnsignedWide128 middle = UnsignedWide128{m} * TwoOverPiBits(first + 64) + static_cast<uint64_t>(low >> 64);
  const uint64_t high = m * TwoOverPiBits(first) + static_cast<uint64_t>(middle >> 64);
  // In quarter turns, two bits before the point.
  const UnsignedWide128 turned = UnsignedWide128{high} << 64 | static_cast<uint64_t>(middle);
  const auto after_point = static_cast<Wide128>(turned << 2 | static_cast<uint64_t>(low) >> 62);
  const int64_t q = static_cast<int64_t>(high >> 62) + (after_point < 0 ? 1 : 0);
  const auto part = static_cast<double>(after_point);
  const double rest = static_cast<double>(after_point - static_cast<Wide128>(part)) * 0x1p-128;
  const double scaled = part * 0x1p-128;
  using C = AngleConstants<double>;
  const double product = scaled * C::kHigh;
  const double product_low = std::fma(scaled, C::kHigh, -product) + (scaled * (C::kMiddle + C::kLow) + rest * C::kHigh);
  return x < 0 ? ReducedAngle<double>{-product, -product_low, -q} : ReducedAngle<double>{product, product_low, q};
}

double SinOfLarge(double x) {
  if (!std::isfinite(x)) return Format<double>::kNaN;
  const ReducedAngle<double> r = ReduceLargeAngle(x);
  return SinOfTurned<double>(r, r.q);
}
double CosOfLarge(double x) {
  if (!std::isfinite(x)) return Format<double>::kNaN;
  const ReducedAngle<double> r = ReduceLargeAngle(x);
  return SinOfTurned<double>(r, r.q + 1);
}
double TanOfLarge(double x) {
  if (!std::isfinite(x)) return Format<double>::kNaN;
  return TanOfReduced<double>(ReduceLargeAngle(x));
}
double ExactRemainder(double x, double y) { return std::fmod(x, y); }
float ExactRemainderOfFloats(float x, float y) { return std::fmod(x, y); }

template <double (*kFunction)(double)>
float OfFloat(float x) {
  return static_cast<float>(kFunction(static_cast<double>(x)));
}

template <class T, T (*kFunction)(T)>
void ForLanes(const T* x, T* result, uint64_t lanes) {
  for (; lanes != 0; lanes &= lanes - 1) {
    const int i = std::countr_zero(lanes);
    result[i] = kFunction(x[i]);
  }
}
template <class T, T (*kFunction)(T, T)>
void ForLanes(const T* x, const T* y, T* result, uint64_t lanes) {
  for (; lanes != 0; lanes &= lanes - 1) {
    const int i = std::countr_zero(lanes);
    result[i] = kFunction(x[i], y[i]);
  }
}

template <class T, T (*kFunction)(T)>
RescueSymbol Unary(const char* name) {
  void (*const function)(const T*, T*, uint64_t) = ForLanes<T, kFunction>;
  return {name, reinterpret_cast<void*>(function)};
}
template <class T, T (*kFunction)(T, T)>
RescueSymbol Binary(const char* name) {
  void (*const function)(const T*, const T*, T*, uint64_t) = ForLanes<T, kFunction>;
  return {name, reinterpret_cast<void*>(function)};
}

}  // namespace

const RescueUnary kSinOfLarge = {"cppjrt_sin_of_large_f32", "cppjrt_sin_of_large_f64", OfFloat<SinOfLarge>, SinOfLarge};
const RescueUnary kCosOfLarge = {"cppjrt_cos_of_large_f32", "cppjrt_cos_of_large_f64", OfFloat<CosOfLarge>, CosOfLarge};
const RescueUnary kTanOfLarge = {"cppjrt_tan_of_large_f32", "cppjrt_tan_of_large_f64", OfFloat<TanOfLarge>, TanOfLarge};
const RescueBinary kExactRemainder = {"cppjrt_remainder_f32", "cppjrt_remainder_f64", ExactRemainderOfFloats,
                                      ExactRemainder};

std::span<const RescueSymbol> RescueSymbols() {
  static const std::array kSymbols = {
      Unary<float, OfFloat<SinOfLarge>>(kSinOfLarge.float_name),
      Unary<double, SinOfLarge>(kSinOfLarge.double_name),
      Unary<float, OfFloat<CosOfLarge>>(kCosOfLarge.float_name),
      Unary<double, CosOfLarge>(kCosOfLarge.double_name),
      Unary<float, OfFloat<TanOfLarge>>(kTanOfLarge.float_name),
      Unary<double, TanOfLarge>(kTanOfLarge.double_name),
      Binary<float, ExactRemainderOfFloats>(kExactRemainder.float_name),
      Binary<double, ExactRemainder>(kExactRemainder.double_name),
  };
  return kSymbols;
}

}  // namespace cppjrt::cpu::math
