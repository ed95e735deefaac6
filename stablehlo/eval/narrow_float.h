// Narrow floats: how the formats below 32 bits are encoded, as constants that codecs are compiled for.
//
//   EncodeNarrow<kNarrowFormat<ElementType::kF8E5M2>>(1.1) == 0x3c        // to nearest, ties to even, rounded once
//   DecodeNarrow<kNarrowFormat<ElementType::kF8E5M2>>(0x3c) == 1.0
//
// convert.h has them for arrays. All narrow values are values of f32. What a format has no pattern for becomes what it has
// (as ml_dtypes and XLA do):
//
//   special            infinity       NaN                    values beyond the largest
//   kIeee              itself         quiet, sign kept       infinity
//   kNanOnly           NaN            all ones, sign kept    NaN
//   kUnsignedZeroNan   NaN            the pattern of -0      NaN; there is no -0
//   kFinite            the largest    -0                     the largest
//   kScale             NaN            all ones               NaN; so are zero and negative values. Smaller than the
//                                                            smallest: the smallest; ties go up
#ifndef CPPJRT_STABLEHLO_EVAL_NARROW_FLOAT_H_
#define CPPJRT_STABLEHLO_EVAL_NARROW_FLOAT_H_

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "stablehlo/eval/element_type.h"
#include "stablehlo/ir/float_format.h"

namespace cppjrt::stablehlo {

struct NarrowFormat : FloatFormat {
  constexpr uint32_t sign_bit() const { return special == kScale ? 0 : 1u << (exponent_bits + mantissa_bits); }
  constexpr uint32_t magnitude_mask() const { return (1u << (exponent_bits + mantissa_bits)) - 1; }
  constexpr uint32_t infinity() const { return ((1u << exponent_bits) - 1) << mantissa_bits; }
  constexpr uint32_t largest() const {
    if (special == kIeee) return infinity() - 1;
    return special == kNanOnly || special == kScale ? magnitude_mask() - 1 : magnitude_mask();
  }
  constexpr uint32_t nan(bool negative) const {
    const uint32_t sign = negative ? sign_bit() : 0;
    if (special == kIeee) return sign | infinity() | 1u << (mantissa_bits - 1);
    if (special == kNanOnly) return sign | magnitude_mask();
    return special == kScale ? magnitude_mask() : sign_bit();
  }
  constexpr uint32_t overflow(bool negative) const {
    if (special == kIeee) return (negative ? sign_bit() : 0) | infinity();
    if (special == kFinite) return (negative ? sign_bit() : 0) | largest();
    return nan(negative);
  }
};

// The number of a float's ElementType is that of its Scalar.
template <ElementType kType>
inline constexpr NarrowFormat kNarrowFormat = {FloatFormatOf(static_cast<Scalar>(kType))};

// value >> shift, to nearest, ties to even. REQUIRES: shift > 0, value < 2^54.
constexpr uint64_t ShiftToNearest(uint64_t value, int shift) {
  if (shift > 55) return 0;
  const uint64_t kept = value >> shift;
  const uint64_t rest = value & ((uint64_t{1} << shift) - 1);
  const uint64_t half = uint64_t{1} << (shift - 1);
  return kept + (rest > half || (rest == half && (kept & 1) != 0) ? 1 : 0);
}

template <NarrowFormat kFormat>
constexpr uint32_t EncodeNarrow(double value) {
  constexpr NarrowFormat f = kFormat;
  constexpr int kMantissa = 52;
  constexpr uint64_t kInfinity = uint64_t{0x7ff} << kMantissa;
  const auto bits = std::bit_cast<uint64_t>(value);
  const bool negative = (bits >> 63) != 0;
  const uint64_t magnitude = bits & ~(uint64_t{1} << 63);
  if (magnitude > kInfinity) return f.nan(negative);
  if (f.special == NarrowFormat::kScale && (negative || magnitude == 0)) return f.nan(negative);
  if (magnitude == kInfinity) return f.overflow(negative);

  // Subnormal doubles are below half of anything here and need no leading bit.
  const int exponent = static_cast<int>(magnitude >> kMantissa) - 1023;
  const uint64_t significand = (magnitude & ((uint64_t{1} << kMantissa) - 1)) | uint64_t{1} << kMantissa;
  constexpr int kLowest = (f.special == NarrowFormat::kScale ? 0 : 1) - f.bias;
  const uint64_t rounded = ShiftToNearest(significand, kMantissa - f.mantissa_bits + std::max(0, kLowest - exponent));
  uint64_t result = rounded;
  if (f.special == NarrowFormat::kScale) {
    result = exponent < kLowest ? 0 : static_cast<uint64_t>(exponent + f.bias) + (rounded > 1 ? 1 : 0);
  } else if (exponent >= kLowest) {
    // The leading bit of a normal number adds one to the exponent; so does a carry.
    result = (static_cast<uint64_t>(exponent + f.bias - 1) << f.mantissa_bits) + rounded;
  }
  if (result > f.largest()) return f.overflow(negative);
  if (f.special == NarrowFormat::kUnsignedZeroNan && result == 0) return 0;
  return static_cast<uint32_t>(result) | (negative ? f.sign_bit() : 0);
}

// 2^exponent as a float, subnormal ones too. REQUIRES: -149 <= exponent <= 127.
constexpr float PowerOfTwo(int exponent) {
  const auto biased = static_cast<uint32_t>(exponent + 127);
  return std::bit_cast<float>(exponent < -126 ? 1u << (exponent + 149) : biased << 23);
}

template <NarrowFormat kFormat>
constexpr float DecodeNarrow(uint32_t bits) {
  constexpr NarrowFormat f = kFormat;
  const uint32_t magnitude = bits & f.magnitude_mask();
  const bool negative = (bits & f.sign_bit()) != 0;
  const float sign = negative ? -1.0f : 1.0f;
  const bool is_nan = f.special == NarrowFormat::kUnsignedZeroNan ? negative && magnitude == 0
                      : f.special == NarrowFormat::kIeee          ? magnitude > f.infinity()
                                                                  : magnitude > f.largest();
  if (is_nan) return std::bit_cast<float>(negative ? 0xffc00000u : 0x7fc00000u);
  if (magnitude > f.largest()) return sign * std::numeric_limits<float>::infinity();
  const int exponent = static_cast<int>(magnitude >> f.mantissa_bits);
  if (f.special == NarrowFormat::kScale) return PowerOfTwo(exponent - f.bias);
  const uint32_t mantissa = magnitude & ((1u << f.mantissa_bits) - 1);
  const uint32_t significand = exponent == 0 ? mantissa : mantissa | 1u << f.mantissa_bits;
  return sign * static_cast<float>(significand) * PowerOfTwo(std::max(exponent, 1) - f.bias - f.mantissa_bits);
}

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_NARROW_FLOAT_H_
