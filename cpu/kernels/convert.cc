#include "cpu/kernels/convert.h"

#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <type_traits>

namespace cppjrt::cpu::kernels {
namespace {

// ---- Into panels -----------------------------------------------------------------------------------------------------

template <typename From, typename To>
void FetchAs(const void* src, int64_t stride, const int64_t* offsets, int64_t n, void* dst, const float* /*table*/) {
  const From* from = static_cast<const From*>(src);
  To* to = static_cast<To*>(dst);
  if (offsets != nullptr) {
    for (int64_t i = 0; i < n; ++i) to[i] = static_cast<To>(from[offsets[i]]);
  } else if (stride != 1) {
    for (int64_t i = 0; i < n; ++i) to[i] = static_cast<To>(from[i * stride]);
  } else if constexpr (std::is_same_v<From, To>) {
    std::memcpy(to, from, static_cast<size_t>(n) * sizeof(To));
  } else {
    for (int64_t i = 0; i < n; ++i) to[i] = static_cast<To>(from[i]);
  }
}

// An i8 plus 128 as u8.
void FetchShifted(const void* src, int64_t stride, const int64_t* offsets, int64_t n, void* dst,
                  const float* /*table*/) {
  const uint8_t* from = static_cast<const uint8_t*>(src);
  uint8_t* to = static_cast<uint8_t*>(dst);
  if (offsets == nullptr && stride == 1) {
    for (int64_t i = 0; i < n; ++i) to[i] = static_cast<uint8_t>(from[i] ^ 0x80);
    return;
  }
  for (int64_t i = 0; i < n; ++i)
    to[i] = static_cast<uint8_t>(from[offsets != nullptr ? offsets[i] : i * stride] ^ 0x80);
}

struct F8Format {
  int exponent_bits;
  int mantissa_bits;
  int bias;
  bool infinities;  // as IEEE 754 has them
  bool fnuz;        // no infinities, no -0; its place is the only NaN
};

constexpr F8Format kF8Formats[] = {
    // In the order of ElementType.
    {3, 4, 3, true, false}, {4, 3, 7, true, false},  {4, 3, 11, false, true}, {4, 3, 7, false, false},
    {4, 3, 8, false, true}, {5, 2, 15, true, false}, {5, 2, 16, false, true},
};

float F8Value(const F8Format& format, int bits) {
  const int magnitude = bits & 0x7f;
  const int exponent = magnitude >> format.mantissa_bits;
  const int mantissa = magnitude & ((1 << format.mantissa_bits) - 1);
  const float sign = (bits & 0x80) != 0 ? -1.0f : 1.0f;
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  if (format.fnuz && bits == 0x80) return kNan;
  if (format.infinities && exponent == (1 << format.exponent_bits) - 1) {
    return mantissa == 0 ? sign * std::numeric_limits<float>::infinity() : kNan;
  }
  if (!format.infinities && !format.fnuz && magnitude == 0x7f) return kNan;
  const int significand = exponent == 0 ? mantissa : mantissa | 1 << format.mantissa_bits;
  const int power = (exponent == 0 ? 1 : exponent) - format.bias - format.mantissa_bits;
  return sign * std::ldexp(static_cast<float>(significand), power);
}

const float* F8Table(ElementType type) {
  static const auto kTables = [] {
    std::array<std::array<float, 256>, std::size(kF8Formats)> tables;
    for (size_t t = 0; t < tables.size(); ++t) {
      for (int bits = 0; bits < 256; ++bits) tables[t][static_cast<size_t>(bits)] = F8Value(kF8Formats[t], bits);
    }
    return tables;
  }();
  return kTables[static_cast<size_t>(type) - static_cast<size_t>(ElementType::kF8E3M4)].data();
}

// Calls function.operator()<T>() for the integer type, kBool as u8.
template <typename Function>
FetchFunction ForInteger(ElementType type, const Function& function) {
  switch (type) {
    case ElementType::kI8:
      return function.template operator()<int8_t>();
    case ElementType::kBool:
    case ElementType::kU8:
      return function.template operator()<uint8_t>();
    case ElementType::kI16:
      return function.template operator()<int16_t>();
    case ElementType::kU16:
      return function.template operator()<uint16_t>();
    case ElementType::kI32:
      return function.template operator()<int32_t>();
    case ElementType::kU32:
      return function.template operator()<uint32_t>();
    case ElementType::kI64:
      return function.template operator()<int64_t>();
    case ElementType::kU64:
      return function.template operator()<uint64_t>();
    default:
      return nullptr;
  }
}

FetchFunction ToF32(const KernelSet& set, ElementType type) {
  if (IsF8(type)) return set.f8_to_f32;
  switch (type) {
    case ElementType::kF32:
      return FetchAs<float, float>;
    case ElementType::kBf16:
      return set.bf16_to_f32;
    case ElementType::kF16:
      return set.f16_to_f32;
    default:
      return nullptr;
  }
}

FetchFunction ToI8(ElementType type, bool first) {
  if (type == ElementType::kI8) return first ? FetchShifted : FetchAs<uint8_t, uint8_t>;
  return type == ElementType::kU8 && first ? FetchAs<uint8_t, uint8_t> : nullptr;
}

FetchFunction ToI16(ElementType type) {
  if (type == ElementType::kI8) return FetchAs<int8_t, int16_t>;
  return type == ElementType::kU8 ? FetchAs<uint8_t, int16_t> : nullptr;
}

FetchFunction FindFetch(const KernelSet& set, ElementType type, Format format, bool first) {
  switch (format) {
    case Format::kF32:
      return ToF32(set, type);
    case Format::kF64:
      if (type == ElementType::kF32) return FetchAs<float, double>;
      return type == ElementType::kF64 ? FetchAs<double, double> : nullptr;
    case Format::kU32:
      return ForInteger(type, []<typename T>() -> FetchFunction { return FetchAs<T, uint32_t>; });
    case Format::kU64:
      return ForInteger(type, []<typename T>() -> FetchFunction { return FetchAs<T, uint64_t>; });
    case Format::kC64:
      return type == ElementType::kC64 ? FetchAs<float, float> : nullptr;
    case Format::kC128:
      return type == ElementType::kC128 ? FetchAs<double, double> : nullptr;
    case Format::kBf16:
      return type == ElementType::kBf16 ? FetchAs<uint16_t, uint16_t> : nullptr;
    case Format::kI16:
      return ToI16(type);
    case Format::kI8:
      return ToI8(type, first);
  }
  return nullptr;
}

constexpr int kPackedSizes[kNumFormats] = {4, 8, 4, 8, 4, 8, 2, 2, 1};

// ---- Out of sums -----------------------------------------------------------------------------------------------------

template <typename Sum, typename To>
void StoreAs(const KernelSet& /*set*/, const void* sums, int64_t n, void* dst, int64_t stride, const int64_t* offsets) {
  const Sum* from = static_cast<const Sum*>(sums);
  To* to = static_cast<To*>(dst);
  if (offsets == nullptr && stride == 1) {
    for (int64_t i = 0; i < n; ++i) to[i] = static_cast<To>(from[i]);
    return;
  }
  for (int64_t i = 0; i < n; ++i) to[offsets != nullptr ? offsets[i] : i * stride] = static_cast<To>(from[i]);
}

// The sum of products of truth values is true if any was; `or` of them.
template <typename Sum>
void StoreBool(const KernelSet& /*set*/, const void* sums, int64_t n, void* dst, int64_t stride,
               const int64_t* offsets) {
  const Sum* from = static_cast<const Sum*>(sums);
  uint8_t* to = static_cast<uint8_t*>(dst);
  for (int64_t i = 0; i < n; ++i) to[offsets != nullptr ? offsets[i] : i * stride] = from[i] != 0 ? 1 : 0;
}

template <auto KernelSet::* kConvert>
void StoreHalf(const KernelSet& set, const void* sums, int64_t n, void* dst, int64_t stride, const int64_t* offsets) {
  const float* from = static_cast<const float*>(sums);
  uint16_t* to = static_cast<uint16_t*>(dst);
  if (offsets == nullptr && stride == 1) return (set.*kConvert)(from, n, to);
  uint16_t some[64];
  for (int64_t begin = 0; begin < n; begin += 64) {
    const int64_t count = n - begin < 64 ? n - begin : 64;
    (set.*kConvert)(from + begin, count, some);
    for (int64_t i = 0; i < count; ++i) to[offsets != nullptr ? offsets[begin + i] : (begin + i) * stride] = some[i];
  }
}

template <typename Sum>
StoreFunction StoreInteger(ElementType type) {
  switch (type) {
    case ElementType::kBool:
      return StoreBool<Sum>;
    case ElementType::kI8:
    case ElementType::kU8:
      return StoreAs<Sum, uint8_t>;
    case ElementType::kI16:
    case ElementType::kU16:
      return StoreAs<Sum, uint16_t>;
    case ElementType::kI32:
    case ElementType::kU32:
      return StoreAs<Sum, uint32_t>;
    case ElementType::kI64:
    case ElementType::kU64:
      return sizeof(Sum) == 8 ? StoreAs<Sum, uint64_t> : nullptr;
    default:
      return nullptr;
  }
}

StoreFunction StoreF32(ElementType type) {
  switch (type) {
    case ElementType::kF32:
      return StoreAs<float, float>;
    case ElementType::kF64:
      return StoreAs<float, double>;
    case ElementType::kBf16:
      return StoreHalf<&KernelSet::f32_to_bf16>;
    case ElementType::kF16:
      return StoreHalf<&KernelSet::f32_to_f16>;
    default:
      return nullptr;
  }
}

}  // namespace

Fetch MakeFetch(const KernelSet& set, ElementType type, Format format, bool first) {
  Fetch fetch;
  fetch.function = FindFetch(set, type, format, first);
  fetch.table = IsF8(type) ? F8Table(type) : nullptr;
  fetch.source = static_cast<int>(ByteSize(type)) / (IsComplex(type) ? 2 : 1);
  fetch.packed = kPackedSizes[static_cast<int>(format)];
  fetch.copies = fetch.source == fetch.packed && fetch.function != FetchShifted && !IsF8(type);
  fetch.zero = fetch.function == FetchShifted ? 0x80 : 0;
  return fetch;
}

int64_t SumSize(Format format) {
  switch (format) {
    case Format::kF64:
    case Format::kU64:
    case Format::kC64:
      return 8;
    case Format::kC128:
      return 16;
    default:
      return 4;
  }
}

StoreFunction MakeStore(Format format, ElementType type) {
  switch (format) {
    case Format::kF32:
    case Format::kBf16:
      return StoreF32(type);
    case Format::kF64:
      if (type == ElementType::kF32) return StoreAs<double, float>;
      return type == ElementType::kF64 ? StoreAs<double, double> : nullptr;
    case Format::kU32:
    case Format::kI16:
    case Format::kI8:
      return StoreInteger<uint32_t>(type);
    case Format::kU64:
      return StoreInteger<uint64_t>(type);
    case Format::kC64:
      return type == ElementType::kC64 ? StoreAs<std::complex<float>, std::complex<float>> : nullptr;
    case Format::kC128:
      return type == ElementType::kC128 ? StoreAs<std::complex<double>, std::complex<double>> : nullptr;
  }
  return nullptr;
}

}  // namespace cppjrt::cpu::kernels
