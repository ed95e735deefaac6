// RandomMemory: bytes that elements of a type may have in memory, the same on every machine. Numbers of all sizes, with some
// special ones among them.
//
//   std::mt19937_64 random(7);
//   std::string bytes = RandomMemory(ElementType::kF32, 400, random);
#ifndef CPPJRT_TESTS_AARCH64_RANDOM_MEMORY_H_
#define CPPJRT_TESTS_AARCH64_RANDOM_MEMORY_H_

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include "stablehlo/eval/element_type.h"

namespace cppjrt::cpu::aarch64_test {

using stablehlo::ElementType;

// Mostly near 1, some of any size, few special.
inline double RandomNumber(std::mt19937_64& random) {
  const double unit = static_cast<double>(random() >> 11) * 0x1p-53;
  switch (random() % 16) {
    case 0:
      return std::ldexp(unit - 0.5, static_cast<int>(random() % 64) - 32);
    case 1: {
      constexpr double kSpecial[] = {0.0,
                                     -0.0,
                                     1.0,
                                     -1.0,
                                     std::numeric_limits<double>::infinity(),
                                     -std::numeric_limits<double>::infinity(),
                                     std::numeric_limits<double>::quiet_NaN()};
      return kSpecial[random() % std::size(kSpecial)];
    }
    default:
      return 4 * unit - 2;
  }
}

// Mostly small: they may be indices.
inline uint64_t RandomInteger(std::mt19937_64& random) {
  return random() % 4 == 0 ? random() : static_cast<uint64_t>(static_cast<int64_t>(random() % 16) - 4);
}

// An element of a type that takes up to two bytes. Of those of fewer bits than their bytes have, only those bits, with the sign
// in all bits above.
inline uint64_t RandomNarrow(ElementType type, std::mt19937_64& random) {
  const int bits = stablehlo::ElementBits(type);
  const uint64_t all = type == ElementType::kBF16
                           ? std::bit_cast<uint32_t>(static_cast<float>(RandomNumber(random))) >> 16
                       : stablehlo::IsFloat(type) ? random()
                                                  : RandomInteger(random);
  if (stablehlo::IsSigned(type)) return static_cast<uint64_t>(static_cast<int64_t>(all << (64 - bits)) >> (64 - bits));
  return all & (~uint64_t{0} >> (64 - bits));
}

inline std::string RandomMemory(ElementType type, int64_t bytes, std::mt19937_64& random) {
  type = stablehlo::RealType(type);
  const int64_t size = stablehlo::ElementBytes(type);
  std::string memory(static_cast<size_t>(bytes), '\0');
  for (int64_t at = 0; at + size <= bytes; at += size) {
    uint64_t value = 0;
    if (type == ElementType::kF64) {
      value = std::bit_cast<uint64_t>(RandomNumber(random));
    } else if (type == ElementType::kF32) {
      value = std::bit_cast<uint32_t>(static_cast<float>(RandomNumber(random)));
    } else {
      value = size <= 2 ? RandomNarrow(type, random) : RandomInteger(random);
    }
    std::memcpy(memory.data() + at, &value, static_cast<size_t>(size));
  }
  return memory;
}

// Whether two elements are the same, bit for bit, or both NaN: which NaN an operation gives is the machine's affair.
inline bool SameElement(ElementType type, const char* a, const char* b) {
  if (std::memcmp(a, b, static_cast<size_t>(stablehlo::ElementBytes(type))) == 0) return true;
  const auto both_nan = [&]<typename T>(T x, T y) {
    std::memcpy(&x, a, sizeof(x));
    std::memcpy(&y, b, sizeof(y));
    return std::isnan(x) && std::isnan(y);
  };
  const auto both_above = [&](uint16_t infinity) {
    uint16_t x = 0;
    uint16_t y = 0;
    std::memcpy(&x, a, sizeof(x));
    std::memcpy(&y, b, sizeof(y));
    return (x & 0x7fff) > infinity && (y & 0x7fff) > infinity;
  };
  // Bits of numbers, as integers: the NaN that invalid operations give, whose sign x86 sets and AArch64 does not.
  const auto both_default = [&](uint64_t nan) {
    const auto size = static_cast<size_t>(stablehlo::ElementBytes(type));
    const uint64_t sign = uint64_t{1} << (8 * size - 1);
    uint64_t x = 0;
    uint64_t y = 0;
    std::memcpy(&x, a, size);
    std::memcpy(&y, b, size);
    return (x | sign) == (nan | sign) && (y | sign) == (nan | sign);
  };
  switch (type) {
    case ElementType::kF64:
      return both_nan(0.0, 0.0);
    case ElementType::kF32:
      return both_nan(0.0f, 0.0f);
    case ElementType::kBF16:
      return both_above(0x7f80);
    case ElementType::kF16:
      return both_above(0x7c00);
    case ElementType::kF8E5M2:  // of these, more than one byte is NaN
      return (*a & 0x7f) > 0x7c && (*b & 0x7f) > 0x7c;
    case ElementType::kF8E4M3FN:
      return (*a & 0x7f) == 0x7f && (*b & 0x7f) == 0x7f;
    case ElementType::kF8E4M3:
    case ElementType::kF8E3M4:
      return (*a & 0x7f) > (type == ElementType::kF8E4M3 ? 0x78 : 0x70) &&
             (*b & 0x7f) > (type == ElementType::kF8E4M3 ? 0x78 : 0x70);
    case ElementType::kI64:
    case ElementType::kUI64:
      return both_default(0x7ff8000000000000);
    case ElementType::kI32:
    case ElementType::kUI32:
      return both_default(0x7fc00000);
    default:
      return false;
  }
}

}  // namespace cppjrt::cpu::aarch64_test

#endif  // CPPJRT_TESTS_AARCH64_RANDOM_MEMORY_H_
