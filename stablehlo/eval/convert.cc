#include "stablehlo/eval/convert.h"

#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "stablehlo/eval/element_loop.h"
#include "stablehlo/eval/narrow_float.h"

namespace cppjrt::stablehlo {
namespace {

// Narrow floats to f32.

template <ElementType kType>
constexpr std::array<float, 256> MakeDecodeTable() {
  std::array<float, 256> table = {};
  // Bits above those of the format do not count.
  for (uint32_t i = 0; i < 256; ++i) table[i] = DecodeNarrow<kNarrowFormat<kType>>(i);
  return table;
}

template <ElementType kType, typename T>
void DecodeByTable(const uint8_t* from, T* to, int64_t n) {
  static constexpr std::array<float, 256> kTable = MakeDecodeTable<kType>();
  for (int64_t i = 0; i < n; ++i) to[i] = kTable[from[i]];
}

float DecodeBf16(uint16_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16); }

// The exponent of f16, read as one of f32, is 112 too small, of subnormal numbers as well.
float DecodeF16(uint16_t bits) {
  const uint32_t sign = (bits & 0x8000u) << 16;
  const uint32_t magnitude = (bits & 0x7fffu) << 13;
  const auto scaled = std::bit_cast<uint32_t>(std::bit_cast<float>(magnitude) * 0x1p112f);
  const uint32_t special = magnitude >= 0x0f800000u ? 0x7f800000u : 0u;
  return std::bit_cast<float>(scaled | special | sign);
}

// f32 to narrow floats.

uint16_t EncodeBf16(float value) {
  const auto bits = std::bit_cast<uint32_t>(value);
  const uint32_t rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
  const uint32_t nan = (bits >> 16 & 0x8000u) | 0x7fc0u;
  return static_cast<uint16_t>((bits & 0x7fffffffu) > 0x7f800000u ? nan : rounded);
}

uint16_t EncodeF16(float value) {
  const auto bits = std::bit_cast<uint32_t>(value);
  const uint32_t sign = bits >> 16 & 0x8000u;
  const uint32_t magnitude = bits & 0x7fffffffu;
  // Adding 1/2 leaves units of 2^-24, those of subnormal f16, in the low bits, rounded by the addition.
  const uint32_t subnormal = std::bit_cast<uint32_t>(std::bit_cast<float>(magnitude) + 0.5f) - 0x3f000000u;
  const uint32_t normal = (magnitude - (112u << 23) + 0xfff + (magnitude >> 13 & 1)) >> 13;
  const uint32_t special = magnitude > 0x7f800000u ? 0x7e00u : 0x7c00u;
  const uint32_t finite = magnitude < 0x38800000u ? subnormal : normal;
  return static_cast<uint16_t>((magnitude >= 0x47800000u ? special : finite) | sign);
}

template <typename From, typename To, typename Function>
void Each(const From* from, To* to, int64_t n, Function function) {
  CPPJRT_INDEPENDENT
  for (int64_t i = 0; i < n; ++i) to[i] = function(from[i]);
}

// Calls `visit` with a constant of the narrow float type.
template <typename Visit>
void VisitNarrow(ElementType type, Visit visit) {
  using enum ElementType;
  switch (type) {
#define CPPJRT_CASE(name) \
  case name:              \
    return visit(std::integral_constant<ElementType, name>());
    CPPJRT_CASE(kF4E2M1FN)
    CPPJRT_CASE(kF6E2M3FN)
    CPPJRT_CASE(kF6E3M2FN)
    CPPJRT_CASE(kF8E3M4)
    CPPJRT_CASE(kF8E4M3)
    CPPJRT_CASE(kF8E4M3FN)
    CPPJRT_CASE(kF8E4M3FNUZ)
    CPPJRT_CASE(kF8E4M3B11FNUZ)
    CPPJRT_CASE(kF8E5M2)
    CPPJRT_CASE(kF8E5M2FNUZ)
    CPPJRT_CASE(kF8E8M0FNU)
    CPPJRT_CASE(kBF16)
    CPPJRT_CASE(kF16)
#undef CPPJRT_CASE
    default:
      return;
  }
}

template <typename T>
const T* As(const std::byte* data) {
  return reinterpret_cast<const T*>(data);
}
template <typename T>
T* As(std::byte* data) {
  return reinterpret_cast<T*>(data);
}

template <typename T>
void Decode(ElementType type, const std::byte* from, T* to, int64_t n) {
  if (type == ElementType::kBF16) return Each(As<uint16_t>(from), to, n, DecodeBf16);
  if (type == ElementType::kF16) return Each(As<uint16_t>(from), to, n, DecodeF16);
  VisitNarrow(type, [&]<ElementType kType>(std::integral_constant<ElementType, kType>) {
    DecodeByTable<kType>(As<uint8_t>(from), to, n);
  });
}

template <typename T>
void Encode(ElementType type, const T* from, std::byte* to, int64_t n) {
  VisitNarrow(type, [&]<ElementType kType>(std::integral_constant<ElementType, kType>) {
    using Bits = std::conditional_t<(kType >= ElementType::kBF16), uint16_t, uint8_t>;
    Bits* out = As<Bits>(to);
    for (int64_t i = 0; i < n; ++i) {
      out[i] = static_cast<Bits>(EncodeNarrow<kNarrowFormat<kType>>(static_cast<double>(from[i])));
    }
  });
}

// One value between types that kernels compute in.
template <typename To, typename From>
To ConvertOne(From value) {
  if constexpr (std::is_same_v<To, Pred>) {
    return value != 0 ? Pred::kTrue : Pred::kFalse;
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    // Both limits are powers of two, exact in every float type.
    constexpr int kBits = std::numeric_limits<To>::digits;
    constexpr From kAbove = static_cast<From>(uint64_t{1} << (kBits - 1)) * 2;
    constexpr From kLowest = std::is_signed_v<To> ? -kAbove : From{0};
    if (std::isnan(value)) return 0;
    if (value <= kLowest) return std::numeric_limits<To>::min();
    return value >= kAbove ? std::numeric_limits<To>::max() : static_cast<To>(value);
  } else {
    return static_cast<To>(value);
  }
}

// 64-bit integers as doubles whose last bit says whether anything was cut off, so that they can be rounded again.
template <typename Integer>
double ToOdd(Integer value) {
  const bool negative = value < 0;
  uint64_t magnitude = negative ? ~static_cast<uint64_t>(value) + 1 : static_cast<uint64_t>(value);
  constexpr uint64_t kLow = 0x7ff;
  if (magnitude >> 53 != 0) magnitude = (magnitude & ~kLow) | ((magnitude & kLow) != 0 ? kLow + 1 : 0);
  const auto result = static_cast<double>(magnitude);
  return negative ? -result : result;
}

// Calls `visit` with a Tag of the type that `type` is read as: a plain integer, f32 or f64; i1 as uint8_t.
template <typename Visit>
void VisitPlain(ElementType type, Visit visit) {
  VisitCompute(type, [&]<typename T>(Tag<T>) {
    if constexpr (std::is_same_v<T, Pred>) {
      visit(Tag<uint8_t>());
    } else if constexpr (std::is_arithmetic_v<T>) {
      visit(Tag<T>());
    }
  });
}

// Integers to narrow floats, by way of floats that hold them.
template <typename From>
void IntegersToNarrow(const From* from, ElementType to_type, std::byte* to, int64_t n) {
  if constexpr (sizeof(From) <= 2) {
    std::array<float, kConvertBlock> block;
    Each(from, block.data(), n, [](From x) { return static_cast<float>(x); });
    FromF32(to_type, block.data(), to, n);
  } else {
    std::array<double, kConvertBlock> block;
    Each(from, block.data(), n, [](From x) { return sizeof(From) == 8 ? ToOdd(x) : static_cast<double>(x); });
    FromF64(to_type, block.data(), to, n);
  }
}

void SaturateSubByte(ElementType type, std::byte* data, int64_t n) {
  const auto clamp = [&]<typename T>(T* values, T low, T high) {
    for (int64_t i = 0; i < n; ++i) values[i] = std::min(std::max(values[i], low), high);
  };
  if (type == ElementType::kI2) clamp(As<int8_t>(data), int8_t{-2}, int8_t{1});
  if (type == ElementType::kI4) clamp(As<int8_t>(data), int8_t{-8}, int8_t{7});
  if (type == ElementType::kUI2) clamp(As<uint8_t>(data), uint8_t{0}, uint8_t{3});
  if (type == ElementType::kUI4) clamp(As<uint8_t>(data), uint8_t{0}, uint8_t{15});
}

// Real types that are not narrow floats, to any real type. REQUIRES: n <= kConvertBlock.
void ConvertPlain(ElementType from_type, const std::byte* from, ElementType to_type, std::byte* to, int64_t n) {
  VisitPlain(from_type, [&]<typename From>(Tag<From>) {
    const From* source = As<From>(from);
    if (IsNarrowFloat(to_type)) {
      if constexpr (std::is_same_v<From, float>) return FromF32(to_type, source, to, n);
      if constexpr (std::is_same_v<From, double>) return FromF64(to_type, source, to, n);
      if constexpr (std::is_integral_v<From>) return IntegersToNarrow(source, to_type, to, n);
    }
    VisitCompute(to_type, [&]<typename To>(Tag<To>) {
      if constexpr (std::is_arithmetic_v<To> || std::is_same_v<To, Pred>) {
        Each(source, As<To>(to), n, ConvertOne<To, From>);
      }
    });
    if (std::is_integral_v<From>) {
      WrapSubByte(to_type, to, n);
    } else {
      SaturateSubByte(to_type, to, n);
    }
  });
}

// Real to real. REQUIRES: n <= kConvertBlock.
void ConvertReal(ElementType from_type, const std::byte* from, ElementType to_type, std::byte* to, int64_t n) {
  if (!IsNarrowFloat(from_type)) return ConvertPlain(from_type, from, to_type, to, n);
  alignas(16) std::array<float, kConvertBlock> block;
  ToF32(from_type, from, block.data(), n);
  ConvertPlain(ElementType::kF32, reinterpret_cast<const std::byte*>(block.data()), to_type, to, n);
}

// The real part of complex numbers: every other value. REQUIRES: n <= kConvertBlock.
template <typename T>
void RealParts(const std::byte* from, std::byte* to, int64_t n) {
  for (int64_t i = 0; i < n; ++i) As<T>(to)[i] = As<T>(from)[2 * i];
}
template <typename T>
void WithZeroImaginary(const std::byte* from, std::byte* to, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    As<T>(to)[2 * i] = As<T>(from)[i];
    As<T>(to)[2 * i + 1] = 0;
  }
}

// REQUIRES: n <= kConvertBlock, one of the types is complex.
void ConvertComplex(ElementType from_type, const std::byte* from, ElementType to_type, std::byte* to, int64_t n) {
  using enum ElementType;
  alignas(16) std::array<std::byte, kConvertBlock * 16> block;
  const bool to_double = to_type == kC128;
  if (!IsComplex(from_type)) {
    ConvertReal(from_type, from, RealType(to_type), block.data(), n);
    return to_double ? WithZeroImaginary<double>(block.data(), to, n) : WithZeroImaginary<float>(block.data(), to, n);
  }
  const bool from_double = from_type == kC128;
  if (IsComplex(to_type)) {
    if (from_double == to_double) {
      std::memmove(to, from, static_cast<size_t>(n * ElementBytes(to_type)));
    } else if (to_double) {
      Each(As<float>(from), As<double>(to), 2 * n, ConvertOne<double, float>);
    } else {
      Each(As<double>(from), As<float>(to), 2 * n, ConvertOne<float, double>);
    }
    return;
  }
  from_double ? RealParts<double>(from, block.data(), n) : RealParts<float>(from, block.data(), n);
  ConvertReal(RealType(from_type), block.data(), to_type, to, n);
}

}  // namespace

void ToF32(ElementType type, const std::byte* from, float* to, int64_t n) {
  if (type == ElementType::kF32) return Each(As<float>(from), to, n, [](float x) { return x; });
  if (type == ElementType::kF64) return Each(As<double>(from), to, n, ConvertOne<float, double>);
  Decode(type, from, to, n);
}

void ToF64(ElementType type, const std::byte* from, double* to, int64_t n) {
  if (type == ElementType::kF32) return Each(As<float>(from), to, n, ConvertOne<double, float>);
  if (type == ElementType::kF64) return Each(As<double>(from), to, n, [](double x) { return x; });
  Decode(type, from, to, n);
}

void FromF32(ElementType type, const float* from, std::byte* to, int64_t n) {
  using enum ElementType;
  if (type == kF32) return Each(from, As<float>(to), n, [](float x) { return x; });
  if (type == kF64) return Each(from, As<double>(to), n, ConvertOne<double, float>);
  if (type == kBF16) return Each(from, As<uint16_t>(to), n, EncodeBf16);
  if (type == kF16) return Each(from, As<uint16_t>(to), n, EncodeF16);
  Encode(type, from, to, n);
}

void FromF64(ElementType type, const double* from, std::byte* to, int64_t n) {
  if (type == ElementType::kF32) return Each(from, As<float>(to), n, ConvertOne<float, double>);
  if (type == ElementType::kF64) return Each(from, As<double>(to), n, [](double x) { return x; });
  Encode(type, from, to, n);
}

void WrapSubByte(ElementType type, std::byte* data, int64_t n) {
  using enum ElementType;
  if (!IsSubByteInteger(type)) return;
  const int unused = 8 - ElementBits(type);
  if (IsUnsigned(type)) {
    for (int64_t i = 0; i < n; ++i) data[i] &= std::byte{0xff} >> unused;
    return;
  }
  auto* values = As<int8_t>(data);
  for (int64_t i = 0; i < n; ++i) {
    values[i] = static_cast<int8_t>(static_cast<int8_t>(static_cast<uint8_t>(values[i]) << unused) >> unused);
  }
}

void ConvertElements(ElementType from_type, const std::byte* from, ElementType to_type, std::byte* to, int64_t n) {
  const bool complex = IsComplex(from_type) || IsComplex(to_type);
  for (int64_t i = 0; i < n; i += kConvertBlock) {
    const std::byte* source = from + i * ElementBytes(from_type);
    std::byte* target = to + i * ElementBytes(to_type);
    const int64_t count = std::min(kConvertBlock, n - i);
    complex ? ConvertComplex(from_type, source, to_type, target, count)
            : ConvertReal(from_type, source, to_type, target, count);
  }
}

}  // namespace cppjrt::stablehlo
