#include "cli/data/float_formats.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace cppjrt::data {
namespace {

using pjrt::ElementType;
using enum FloatSpecials;

// clang-format off
constexpr FloatFormat kFormats[] = {
    // type                     exponent, mantissa bits, bias, specials, signed
    {ElementType::kF64,            11, 52, 1023, kIeee,   true},
    {ElementType::kF32,             8, 23,  127, kIeee,   true},
    {ElementType::kF16,             5, 10,   15, kIeee,   true},
    {ElementType::kBF16,            8,  7,  127, kIeee,   true},
    {ElementType::kF8E5M2,          5,  2,   15, kIeee,   true},
    {ElementType::kF8E4M3,          4,  3,    7, kIeee,   true},
    {ElementType::kF8E3M4,          3,  4,    3, kIeee,   true},
    {ElementType::kF8E4M3FN,        4,  3,    7, kNan,    true},
    {ElementType::kF8E4M3B11FNUZ,   4,  3,   11, kNanUz,  true},
    {ElementType::kF8E5M2FNUZ,      5,  2,   16, kNanUz,  true},
    {ElementType::kF8E4M3FNUZ,      4,  3,    8, kNanUz,  true},
    {ElementType::kF8E8M0FNU,       8,  0,  127, kNan,    false},
    {ElementType::kF4E2M1FN,        2,  1,    1, kFinite, true},
    {ElementType::kF6E2M3FN,        2,  3,    1, kFinite, true},
    {ElementType::kF6E3M2FN,        3,  2,    3, kFinite, true},
};
// clang-format on

constexpr uint64_t Ones(int bits) { return (uint64_t{1} << bits) - 1; }

uint64_t SignBit(const FloatFormat& f) {
  return f.is_signed ? uint64_t{1} << (f.exponent_bits + f.mantissa_bits) : uint64_t{0};
}

// The largest pattern, sign apart, that is a finite number.
uint64_t MaxFiniteBits(const FloatFormat& f) {
  const uint64_t ones = Ones(f.exponent_bits + f.mantissa_bits);
  if (f.specials == kIeee) return ones - Ones(f.mantissa_bits) - 1;
  return f.specials == kNan ? ones - 1 : ones;
}

bool IsNan(const FloatFormat& f, uint64_t magnitude, bool negative) {
  switch (f.specials) {
    case kIeee:
      return magnitude > MaxFiniteBits(f) + 1;
    case kNan:
      return magnitude > MaxFiniteBits(f);
    case kNanUz:
      return magnitude == 0 && negative;
    case kFinite:
      return false;
  }
  return false;
}

double DecodeMagnitude(const FloatFormat& f, uint64_t magnitude) {
  const auto exponent = static_cast<int>(magnitude >> f.mantissa_bits);
  const uint64_t mantissa = magnitude & Ones(f.mantissa_bits);
  const int scale = f.bias + f.mantissa_bits;
  if (exponent == 0 && f.is_signed) return std::ldexp(static_cast<double>(mantissa), 1 - scale);
  return std::ldexp(static_cast<double>(mantissa + Ones(f.mantissa_bits) + 1), exponent - scale);
}

uint64_t EncodeNan(const FloatFormat& f, uint64_t sign) {
  switch (f.specials) {
    case kIeee:
      return sign | (MaxFiniteBits(f) + 1) | (uint64_t{1} << (f.mantissa_bits - 1));
    case kNan:
      return sign | Ones(f.exponent_bits + f.mantissa_bits);
    default:
      return SignBit(f);
  }
}

uint64_t EncodeOverflow(const FloatFormat& f, uint64_t sign) {
  if (f.specials == kIeee) return sign | (MaxFiniteBits(f) + 1);
  return f.specials == kFinite ? sign | MaxFiniteBits(f) : EncodeNan(f, sign);
}

// The pattern of a positive finite number, possibly above MaxFiniteBits. The number is counted in units of the last
// place; a count that rounds up to the next power of two carries into the exponent field by itself.
uint64_t EncodeMagnitude(const FloatFormat& f, double value) {
  const int smallest = f.is_signed ? 1 - f.bias : -f.bias;
  const int exponent = std::max(std::ilogb(value), smallest);
  const auto count = static_cast<uint64_t>(std::nearbyint(std::ldexp(value, f.mantissa_bits - exponent)));
  const uint64_t hidden = Ones(f.mantissa_bits) + 1;
  if (count < hidden) return f.is_signed ? count : 0;
  return (static_cast<uint64_t>(exponent + f.bias) << f.mantissa_bits) + (count - hidden);
}

}  // namespace

const FloatFormat* FindFloatFormat(ElementType type) {
  const auto* const row = std::ranges::find(kFormats, type, &FloatFormat::type);
  return row == std::end(kFormats) ? nullptr : row;
}

double DecodeFloat(const FloatFormat& format, uint64_t bits) {
  if (format.type == ElementType::kF64) return std::bit_cast<double>(bits);
  if (format.type == ElementType::kF32) return std::bit_cast<float>(static_cast<uint32_t>(bits));
  const uint64_t magnitude = bits & Ones(format.exponent_bits + format.mantissa_bits);
  const bool negative = (bits & SignBit(format)) != 0;
  double value = std::numeric_limits<double>::infinity();
  if (IsNan(format, magnitude, negative)) {
    value = std::numeric_limits<double>::quiet_NaN();
  } else if (magnitude <= MaxFiniteBits(format)) {
    value = DecodeMagnitude(format, magnitude);
  }
  return negative ? -value : value;
}

uint64_t EncodeFloat(const FloatFormat& format, double value) {
  if (format.type == ElementType::kF64) return std::bit_cast<uint64_t>(value);
  if (format.type == ElementType::kF32) return std::bit_cast<uint32_t>(static_cast<float>(value));
  const uint64_t sign = std::signbit(value) ? SignBit(format) : 0;
  if (std::isnan(value)) return EncodeNan(format, sign);
  if (!format.is_signed && !(value > 0)) return EncodeNan(format, 0);
  if (std::isinf(value)) return EncodeOverflow(format, sign);
  const uint64_t magnitude = value == 0 ? 0 : EncodeMagnitude(format, std::fabs(value));
  if (magnitude > MaxFiniteBits(format)) return EncodeOverflow(format, sign);
  return magnitude == 0 && format.specials == kNanUz ? 0 : sign | magnitude;
}

double MaxFinite(const FloatFormat& format) { return DecodeFloat(format, MaxFiniteBits(format)); }

}  // namespace cppjrt::data
