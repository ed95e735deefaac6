// What the tests of kernels share: arrays of any element type from numbers and back, and numbers to fill them with.
#ifndef CPPJRT_CPU_KERNELS_REFERENCE_TEST_H_
#define CPPJRT_CPU_KERNELS_REFERENCE_TEST_H_

#include <bit>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "cpu/kernels/element_type.h"

namespace cppjrt::cpu::kernels {

// One element, wide enough for the products of all types: a complex number, or an integer modulo 2^64.
struct Number {
  std::complex<double> real;
  uint64_t integer = 0;
};

// Only complex numbers are multiplied as such: it takes long.
inline void AddProduct(const Number& a, const Number& b, Number* sum) {
  if (a.real.imag() == 0 && b.real.imag() == 0) {
    sum->real += a.real.real() * b.real.real();
  } else {
    sum->real += a.real * b.real;
  }
  sum->integer += a.integer * b.integer;
}

inline bool IsExact(ElementType type) { return IsInteger(type) || type == ElementType::kBool; }

template <typename T>
T ReadAs(const std::byte* p) {
  T value;
  std::memcpy(&value, p, sizeof(T));
  return value;
}
template <typename T>
void WriteAs(std::byte* p, T value) {
  std::memcpy(p, &value, sizeof(T));
}

// f16, and f8E5M2, which is its upper half.
inline double HalfValue(uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const double mantissa = bits & 1023;
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  if (exponent == 31) return mantissa == 0 ? sign * INFINITY : NAN;
  return sign * (exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(mantissa + 1024, exponent - 25));
}

inline Number Read(ElementType type, const std::byte* p) {
  switch (type) {
    case ElementType::kBool:
    case ElementType::kU8:
      return {0, ReadAs<uint8_t>(p)};
    case ElementType::kI8:
      return {0, static_cast<uint64_t>(ReadAs<int8_t>(p))};
    case ElementType::kI16:
      return {0, static_cast<uint64_t>(ReadAs<int16_t>(p))};
    case ElementType::kU16:
      return {0, ReadAs<uint16_t>(p)};
    case ElementType::kI32:
      return {0, static_cast<uint64_t>(ReadAs<int32_t>(p))};
    case ElementType::kU32:
      return {0, ReadAs<uint32_t>(p)};
    case ElementType::kI64:
    case ElementType::kU64:
      return {0, ReadAs<uint64_t>(p)};
    case ElementType::kF8E5M2:
      return {HalfValue(static_cast<uint16_t>(ReadAs<uint8_t>(p) << 8)), 0};
    case ElementType::kF16:
      return {HalfValue(ReadAs<uint16_t>(p)), 0};
    case ElementType::kBf16:
      return {std::bit_cast<float>(static_cast<uint32_t>(ReadAs<uint16_t>(p)) << 16), 0};
    case ElementType::kF32:
      return {ReadAs<float>(p), 0};
    case ElementType::kF64:
      return {ReadAs<double>(p), 0};
    case ElementType::kC64:
      return {std::complex<double>(ReadAs<std::complex<float>>(p)), 0};
    case ElementType::kC128:
      return {ReadAs<std::complex<double>>(p), 0};
    default:
      return {};
  }
}

// Bytes that are an ordinary element: of floats a number of about 1, of integers any.
inline void Fill(ElementType type, std::mt19937_64& random, std::byte* p) {
  const double value = std::uniform_real_distribution<double>(-2, 2)(random);
  const uint64_t bits = random();
  switch (type) {
    case ElementType::kBool:
      return WriteAs<uint8_t>(p, bits % 8 == 0 ? 1 : 0);
    case ElementType::kF8E5M2:
      return WriteAs<uint8_t>(p, static_cast<uint8_t>((bits & 0x80) | (0x34 + bits % 12)));
    case ElementType::kF16:
      return WriteAs<uint16_t>(p, static_cast<uint16_t>((bits & 0x83ff) | 0x3800));
    case ElementType::kBf16:
      return WriteAs<uint16_t>(p, static_cast<uint16_t>((bits & 0x80ff) | 0x3f00));
    case ElementType::kF32:
      return WriteAs<float>(p, static_cast<float>(value));
    case ElementType::kF64:
      return WriteAs<double>(p, value);
    case ElementType::kC64:
      return WriteAs<std::complex<float>>(p, {static_cast<float>(value), static_cast<float>(bits % 7) - 3});
    case ElementType::kC128:
      return WriteAs<std::complex<double>>(p, {value, static_cast<double>(bits % 7) - 3});
    default:
      std::memcpy(p, &bits, static_cast<size_t>(ByteSize(type)));
  }
}

inline std::vector<std::byte> RandomArray(ElementType type, int64_t elements, std::mt19937_64& random) {
  std::vector<std::byte> bytes(static_cast<size_t>(elements * ByteSize(type)));
  for (int64_t i = 0; i < elements; ++i) Fill(type, random, bytes.data() + i * ByteSize(type));
  return bytes;
}

inline std::vector<Number> ReadAll(ElementType type, const std::vector<std::byte>& bytes) {
  std::vector<Number> numbers;
  for (size_t i = 0; i < bytes.size(); i += static_cast<size_t>(ByteSize(type)))
    numbers.push_back(Read(type, bytes.data() + i));
  return numbers;
}

// How far a sum of `terms` products of about 1 may be from the truth, rounding to the result included.
inline double Tolerance(ElementType a, ElementType b, ElementType c, int64_t terms) {
  const bool wide =
      ByteSize(a) / (IsComplex(a) ? 2 : 1) == 8 || ByteSize(b) / (IsComplex(b) ? 2 : 1) == 8 || c == ElementType::kF64;
  const double sum = 8 * (wide ? 0x1p-52 : 0x1p-23) * static_cast<double>(terms + 4);
  switch (c) {
    case ElementType::kBf16:
      return sum + 0x1p-7 * (4 + static_cast<double>(terms) / 8);
    case ElementType::kF16:
      return sum + 0x1p-10 * (4 + static_cast<double>(terms) / 8);
    case ElementType::kF32:
      return sum + 0x1p-22 * static_cast<double>(terms + 4);
    default:
      return sum;
  }
}

// "" if the element is what the sum of products should be.
inline std::string Compare(const Number& expected, ElementType type, const std::byte* p, double tolerance) {
  const Number got = Read(type, p);
  if (type == ElementType::kBool) {
    const bool same = (expected.integer != 0) == (got.integer != 0);
    return same ? "" : "expected " + std::to_string(expected.integer != 0) + ", is " + std::to_string(got.integer);
  }
  if (IsExact(type)) {
    const int drop = 64 - 8 * static_cast<int>(ByteSize(type));
    if (expected.integer << drop == got.integer << drop) return "";
    return "expected " + std::to_string(expected.integer) + ", is " + std::to_string(got.integer);
  }
  const auto close = [tolerance](double x, double y) {
    return std::isnan(x) ? std::isnan(y) : x == y || std::abs(x - y) <= tolerance;
  };
  if (close(expected.real.real(), got.real.real()) && close(expected.real.imag(), got.real.imag())) return "";
  return "expected " + std::to_string(expected.real.real()) + " + " + std::to_string(expected.real.imag()) + "i, is " +
         std::to_string(got.real.real()) + " + " + std::to_string(got.real.imag()) + "i";
}

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_REFERENCE_TEST_H_
