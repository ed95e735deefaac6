#include "stablehlo/text/float_text.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string_view>

#include "stablehlo/ir/float_format.h"

namespace cppjrt::stablehlo::text {
namespace {

using Format = FloatFormat;
using Special = FloatFormat::Special;

constexpr uint64_t Ones(int bits) { return bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1; }

// A finite value is (-1)^negative * significand * 2^exponent.
struct Parts {
  bool negative = false;
  bool is_nan = false;
  bool is_infinite = false;
  uint64_t significand = 0;
  int exponent = 0;
};

uint64_t SignBit(const Format& f) {
  return f.special == Special::kScale ? 0 : uint64_t{1} << (f.exponent_bits + f.mantissa_bits);
}

uint64_t NanBits(const Format& f) {
  switch (f.special) {
    case Special::kIeee:
      return Ones(f.exponent_bits) << f.mantissa_bits | uint64_t{1} << (f.mantissa_bits - 1);
    case Special::kUnsignedZeroNan:
      return SignBit(f);
    case Special::kFinite:
      return SignBit(f);  // what there is instead: -0
    case Special::kNanOnly:
    case Special::kScale:
      break;
  }
  return Ones(f.exponent_bits + f.mantissa_bits);
}

// The largest finite magnitude.
uint64_t LargestBits(const Format& f) {
  const uint64_t all = Ones(f.exponent_bits + f.mantissa_bits);
  switch (f.special) {
    case Special::kIeee:
      return (Ones(f.exponent_bits) << f.mantissa_bits) - 1;
    case Special::kNanOnly:
    case Special::kScale:
      return all - 1;
    case Special::kUnsignedZeroNan:
    case Special::kFinite:
      break;
  }
  return all;
}

uint64_t OverflowBits(const Format& f) {
  if (f.special == Special::kIeee) return Ones(f.exponent_bits) << f.mantissa_bits;
  return f.special == Special::kFinite ? LargestBits(f) : NanBits(f);
}

Parts Decode(uint64_t bits, const Format& f) {
  Parts parts;
  const uint64_t magnitude = bits & Ones(f.exponent_bits + f.mantissa_bits);
  parts.negative = (bits & SignBit(f)) != 0;
  if (f.special == Special::kUnsignedZeroNan) parts.is_nan = parts.negative && magnitude == 0;
  if (f.special == Special::kNanOnly || f.special == Special::kScale) parts.is_nan = magnitude > LargestBits(f);
  if (f.special == Special::kIeee && magnitude > LargestBits(f)) {
    parts.is_infinite = magnitude == OverflowBits(f);
    parts.is_nan = !parts.is_infinite;
  }
  const int exponent = static_cast<int>(magnitude >> f.mantissa_bits);
  const uint64_t mantissa = magnitude & Ones(f.mantissa_bits);
  if (f.special == Special::kScale) {
    parts.significand = 1;
    parts.exponent = exponent - f.bias;
  } else {
    parts.significand = exponent == 0 ? mantissa : mantissa | uint64_t{1} << f.mantissa_bits;
    parts.exponent = std::max(exponent, 1) - f.bias - f.mantissa_bits;
  }
  return parts;
}

// value >> shift, to nearest, ties to even.
uint64_t ShiftRounded(uint64_t value, int shift) {
  if (shift <= 0) return value << -shift;
  if (shift > 63) return 0;
  const uint64_t rest = value & Ones(shift);
  const uint64_t half = uint64_t{1} << (shift - 1);
  const uint64_t kept = value >> shift;
  return kept + (rest > half || (rest == half && (kept & 1) != 0) ? 1 : 0);
}

// Bits of significand * 2^exponent, of 53 bits, as a magnitude in `f`.
uint64_t EncodeMagnitude(uint64_t significand, int exponent, const Format& f) {
  const int top = exponent + 52;  // power of the leading bit
  const int lowest = (f.special == Special::kScale ? 0 : 1) - f.bias;
  const int kept_power = std::max(top, lowest) - f.mantissa_bits;
  const uint64_t rounded = ShiftRounded(significand, kept_power - exponent);
  if (f.special == Special::kScale) {
    const int biased = top + (rounded > 1 ? 1 : 0) + f.bias;
    return static_cast<uint64_t>(std::max(biased, 0));
  }
  // A normal number has its leading one at mantissa_bits, which adds one to the exponent; so does a carry.
  if (top < lowest) return rounded;
  return (static_cast<uint64_t>(top + f.bias - 1) << f.mantissa_bits) + rounded;
}

// The digits of significand * 2^exponent, exactly: digits * 10^exponent10, and the number of bits of `digits`.
struct Decimal {
  std::string digits;
  int exponent10 = 0;
  int bits = 0;
};

Decimal ExactDecimal(uint64_t significand, int exponent) {
  Decimal result;
  const int zeros = std::countr_zero(significand);
  significand >>= zeros;
  exponent += zeros;
  char buffer[1600];
  const double value = std::ldexp(static_cast<double>(significand), exponent);
  const int fraction = std::max(0, -exponent);
  const int length = std::snprintf(buffer, sizeof(buffer), "%.*f", fraction, value);
  for (char c : std::string_view(buffer, static_cast<size_t>(length))) {
    if (c != '.' && (c != '0' || !result.digits.empty())) result.digits.push_back(c);
  }
  result.exponent10 = -fraction;
  const long double log2 = exponent >= 0 ? static_cast<long double>(exponent)
                                         : static_cast<long double>(fraction) * std::log2(static_cast<long double>(5));
  result.bits = static_cast<int>(std::floor(std::log2(static_cast<long double>(significand)) + log2)) + 1;
  return result;
}

// LLVM drops low digits in two steps: first it truncates to a number of bits that holds `precision` digits or one more,
// then it rounds half up to `precision` digits. Where the first step leaves no digit to spare, the result is truncated.
void LimitPrecision(Decimal& d, int precision) {
  const int needed_bits = (precision * 196 + 58) / 59;
  const int removable = d.bits > needed_bits ? (d.bits - needed_bits) * 59 / 196 : 0;
  d.digits.resize(d.digits.size() - static_cast<size_t>(removable));
  d.exponent10 += removable;
  const auto drop_zeros = [&d] {
    while (d.digits.size() > 1 && d.digits.back() == '0') {
      d.digits.pop_back();
      ++d.exponent10;
    }
  };
  drop_zeros();
  const auto kept = static_cast<size_t>(precision);
  if (d.digits.size() <= kept) return;
  const bool up = d.digits[kept] >= '5';
  d.exponent10 += static_cast<int>(d.digits.size() - kept);
  d.digits.resize(kept);
  if (up) {
    size_t i = kept;
    while (i > 0 && d.digits[i - 1] == '9') d.digits[--i] = '0';
    if (i > 0) {
      ++d.digits[i - 1];
    } else {
      d.digits.insert(0, 1, '1');
    }
  }
  drop_zeros();
}

void AppendExponent(std::string& out, int exponent, char letter, size_t min_digits) {
  out.push_back(letter);
  out.push_back(exponent < 0 ? '-' : '+');
  const std::string digits = std::to_string(std::abs(exponent));
  if (digits.size() < min_digits) out.push_back('0');
  out += digits;
}

// 1.500000e+00
std::string Scientific(const Decimal& d) {
  constexpr size_t kFraction = 6;
  std::string out(1, d.digits[0]);
  out.push_back('.');
  out.append(d.digits, 1);
  out.append(kFraction - std::min(kFraction, d.digits.size() - 1), '0');
  AppendExponent(out, d.exponent10 + static_cast<int>(d.digits.size()) - 1, 'e', 2);
  return out;
}

// 0.0314, 3.14, 3.14E+20; without a point if it is a small integer.
std::string Default(const Decimal& d, int precision) {
  constexpr int kMaxPadding = 3;
  const int digits = static_cast<int>(d.digits.size());
  const int top = d.exponent10 + digits - 1;
  const bool scientific = d.exponent10 >= 0 ? d.exponent10 > kMaxPadding || digits + d.exponent10 > precision
                                            : top < 0 && -top > kMaxPadding;
  std::string out;
  if (scientific) {
    out.push_back(d.digits[0]);
    out.push_back('.');
    out += digits == 1 ? "0" : d.digits.substr(1);
    AppendExponent(out, top, 'E', 1);
  } else if (d.exponent10 >= 0) {
    out = d.digits + std::string(static_cast<size_t>(d.exponent10), '0');
  } else if (top >= 0) {
    const auto whole = static_cast<size_t>(top) + 1;
    out = d.digits.substr(0, whole) + "." + d.digits.substr(whole);
  } else {
    out = "0." + std::string(static_cast<size_t>(-top - 1), '0') + d.digits;
  }
  return out;
}

bool ReadsBackAs(std::string_view text, uint64_t magnitude, Scalar type) {
  double value = 0;
  if (type == Scalar::kF32) {
    float single = 0;
    std::from_chars(text.data(), text.data() + text.size(), single);
    return std::bit_cast<uint32_t>(single) == magnitude;
  }
  std::from_chars(text.data(), text.data() + text.size(), value);
  return FloatFromDouble(value, type) == magnitude;
}

void AppendHexBits(std::string& out, uint64_t bits) {
  char buffer[24];
  const int length = std::snprintf(buffer, sizeof(buffer), "0x%llX", static_cast<unsigned long long>(bits));
  out.append(buffer, static_cast<size_t>(length));
}

}  // namespace

bool HasFloatFormat(Scalar type) { return FloatFormatOf(type).exponent_bits != 0; }

uint64_t FloatFromDouble(double value, Scalar type) {
  const uint64_t bits = std::bit_cast<uint64_t>(value);
  if (type == Scalar::kF64) return bits;
  if (type == Scalar::kF32 && !std::isnan(value)) return std::bit_cast<uint32_t>(static_cast<float>(value));
  const Format f = FloatFormatOf(type);
  const Parts parts = Decode(bits, FloatFormatOf(Scalar::kF64));
  const uint64_t sign = parts.negative ? SignBit(f) : 0;
  if (parts.is_nan || (parts.negative && f.special == Special::kScale)) return NanBits(f);
  if (parts.is_infinite) return OverflowBits(f) | sign;
  if (parts.significand == 0) return f.special == Special::kUnsignedZeroNan ? 0 : sign;
  const int shift = std::countl_zero(parts.significand) - 11;  // to 53 bits
  const uint64_t magnitude = EncodeMagnitude(parts.significand << shift, parts.exponent - shift, f);
  if (magnitude > LargestBits(f))
    return f.special == Special::kIeee || f.special == Special::kFinite ? OverflowBits(f) | sign : NanBits(f);
  return magnitude == 0 && f.special == Special::kUnsignedZeroNan ? 0 : magnitude | sign;
}

double FloatToDouble(uint64_t bits, Scalar type) {
  if (type == Scalar::kF64) return std::bit_cast<double>(bits);
  const Parts parts = Decode(bits, FloatFormatOf(type));
  const double sign = parts.negative ? -1 : 1;
  if (parts.is_nan) return std::numeric_limits<double>::quiet_NaN();
  if (parts.is_infinite) return sign * std::numeric_limits<double>::infinity();
  return sign * std::ldexp(static_cast<double>(parts.significand), parts.exponent);
}

void AppendFloat(std::string& out, uint64_t bits, Scalar type) {
  const Format f = FloatFormatOf(type);
  const Parts parts = Decode(bits, f);
  if (parts.is_nan || parts.is_infinite) return AppendHexBits(out, bits);
  if (parts.negative) out.push_back('-');
  if (parts.significand == 0) {
    out += "0.000000e+00";
    return;
  }
  const uint64_t magnitude = bits & ~SignBit(f);
  const Decimal exact = ExactDecimal(parts.significand, parts.exponent);
  Decimal six = exact;
  LimitPrecision(six, 6);
  if (std::string text = Scientific(six); ReadsBackAs(text, magnitude, type)) {
    out += text;
    return;
  }
  const int precision = 2 + (f.mantissa_bits + 1) * 59 / 196;
  Decimal full = exact;
  LimitPrecision(full, precision);
  if (std::string text = Default(full, precision); text.find('.') != std::string::npos) {
    out += text;
    return;
  }
  if (parts.negative) out.pop_back();
  AppendHexBits(out, bits);
}

}  // namespace cppjrt::stablehlo::text
