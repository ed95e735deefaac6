#include "stablehlo/eval/convert.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "stablehlo/text/float_text.h"

namespace cppjrt::stablehlo {
namespace {

using enum ElementType;

constexpr ElementType kNarrow[] = {kF4E2M1FN,      kF6E2M3FN, kF6E3M2FN,   kF8E3M4,    kF8E4M3, kF8E4M3FN, kF8E4M3FNUZ,
                                   kF8E4M3B11FNUZ, kF8E5M2,   kF8E5M2FNUZ, kF8E8M0FNU, kBF16,   kF16};
constexpr ElementType kAll[] = {kI1,       kI2,         kI4,        kI8,     kI16,      kI32,        kI64,
                                kUI2,      kUI4,        kUI8,       kUI16,   kUI32,     kUI64,       kF4E2M1FN,
                                kF6E2M3FN, kF6E3M2FN,   kF8E3M4,    kF8E4M3, kF8E4M3FN, kF8E4M3FNUZ, kF8E4M3B11FNUZ,
                                kF8E5M2,   kF8E5M2FNUZ, kF8E8M0FNU, kBF16,   kF16,      kF32,        kF64,
                                kC64,      kC128};

// The text reader's decoder: written apart from the one under test.
double Decoded(ElementType type, uint32_t bits) { return text::FloatToDouble(bits, static_cast<Scalar>(type)); }

template <typename To, typename From>
To Convert(ElementType from_type, From from, ElementType to_type) {
  alignas(16) std::byte in[16] = {};
  alignas(16) std::byte out[16] = {};
  std::memcpy(in, &from, sizeof(from));
  ConvertElements(from_type, in, to_type, out, 1);
  To to;
  std::memcpy(&to, out, sizeof(to));
  return to;
}

uint32_t FromDouble(ElementType type, double value) {
  uint32_t bits = 0;
  FromF64(type, &value, reinterpret_cast<std::byte*>(&bits), 1);
  return bits;
}
uint32_t FromFloat(ElementType type, float value) {
  uint32_t bits = 0;
  FromF32(type, &value, reinterpret_cast<std::byte*>(&bits), 1);
  return bits;
}

// A format by its list of values: rounding is search for the nearest of them.
class Model {
 public:
  explicit Model(ElementType type) : type_(type) {
    const uint32_t patterns = 1u << ElementBits(type);
    for (uint32_t bits = 0; bits < patterns; ++bits) {
      const double value = Decoded(type, bits);
      if (std::isfinite(value) && !std::signbit(value)) finite_.push_back({value, bits});
      has_infinity_ = has_infinity_ || std::isinf(value);
      has_nan_ = has_nan_ || std::isnan(value);
    }
    std::ranges::sort(finite_, {}, &Value::value);
    signed_ = type != kF8E8M0FNU;
    // There the significand is always 1: odd.
    ties_up_ = type == kF8E8M0FNU;
  }

  struct Value {
    double value;
    uint32_t bits;
  };
  const std::vector<Value>& finite() const { return finite_; }
  bool has_sign() const { return signed_; }
  // One step beyond the largest: where rounding begins to overflow.
  double beyond() const {
    const double last = finite_.back().value;
    return type_ == kF8E8M0FNU ? 2 * last : last + (last - finite_[finite_.size() - 2].value);
  }

  // What `value` should become, as a number: NaN and infinities as such.
  double Round(long double value) const {
    const double sign = std::signbit(value) ? -1 : 1;
    const long double magnitude = std::abs(value);
    if (!signed_ && (sign < 0 || magnitude == 0)) return std::numeric_limits<double>::quiet_NaN();
    const auto above = std::ranges::upper_bound(finite_, magnitude, {}, &Value::value);
    if (above == finite_.begin()) return sign * above->value;
    const Value low = *(above - 1);
    const long double next = above == finite_.end() ? beyond() : above->value;
    const long double middle = (low.value + next) / 2;
    const bool up = magnitude > middle || (magnitude == middle && (ties_up_ || low.bits % 2 == 1));
    if (!up) return sign * low.value;
    if (above != finite_.end()) return sign * above->value;
    if (has_infinity_) return sign * std::numeric_limits<double>::infinity();
    return has_nan_ ? std::numeric_limits<double>::quiet_NaN() : sign * low.value;
  }

 private:
  ElementType type_;
  std::vector<Value> finite_;
  bool has_infinity_ = false;
  bool has_nan_ = false;
  bool signed_ = true;
  bool ties_up_ = false;
};

testing::AssertionResult IsValue(ElementType type, uint32_t bits, double expected) {
  const double value = Decoded(type, bits);
  const bool same_sign = std::signbit(value) == std::signbit(expected) || value == 0;
  if (std::isnan(expected) ? std::isnan(value) : value == expected && same_sign) return testing::AssertionSuccess();
  return testing::AssertionFailure() << ElementTypeName(type) << ": got " << value << ", expected " << expected;
}

TEST(ConvertTest, EveryNarrowPatternIsDecoded) {
  for (const ElementType type : kNarrow) {
    for (uint32_t bits = 0; bits < 1u << ElementBits(type); ++bits) {
      float single = 0;
      double wide = 0;
      ToF32(type, reinterpret_cast<const std::byte*>(&bits), &single, 1);
      ToF64(type, reinterpret_cast<const std::byte*>(&bits), &wide, 1);
      const double expected = Decoded(type, bits);
      if (std::isnan(expected)) {
        ASSERT_TRUE(std::isnan(single) && std::isnan(wide)) << ElementTypeName(type) << " " << bits;
        continue;
      }
      ASSERT_EQ(std::bit_cast<uint64_t>(static_cast<double>(single)), std::bit_cast<uint64_t>(expected))
          << ElementTypeName(type) << " " << bits;
      ASSERT_EQ(std::bit_cast<uint64_t>(wide), std::bit_cast<uint64_t>(expected))
          << ElementTypeName(type) << " " << bits;
      ASSERT_EQ(FromFloat(type, single), bits) << ElementTypeName(type);
      ASSERT_EQ(FromDouble(type, wide), bits) << ElementTypeName(type);
    }
  }
}

TEST(ConvertTest, EveryRoundingBoundaryOfNarrowFloats) {
  for (const ElementType type : kNarrow) {
    const Model model(type);
    const auto& finite = model.finite();
    for (size_t i = 0; i < finite.size(); ++i) {
      const double low = finite[i].value;
      const double high = i + 1 < finite.size() ? finite[i + 1].value : model.beyond();
      const double middle = (low + high) / 2;
      const double infinity = std::numeric_limits<double>::infinity();
      // The middle, and what lies next to it by a step of f64 (which f32 does not see) and of f32.
      const auto single = static_cast<float>(middle);
      const double doubles[] = {low,
                                middle,
                                std::nextafter(middle, 0),
                                std::nextafter(middle, infinity),
                                high,
                                static_cast<double>(std::nextafter(single, 0.0f)),
                                static_cast<double>(std::nextafter(single, std::numeric_limits<float>::infinity()))};
      for (const double value : doubles) {
        for (const double x : {value, -value}) {
          ASSERT_TRUE(IsValue(type, FromDouble(type, x), model.Round(x))) << x << " from f64";
          const auto narrowed = static_cast<float>(x);
          ASSERT_TRUE(IsValue(type, FromFloat(type, narrowed), model.Round(narrowed))) << narrowed << " from f32";
        }
      }
    }
  }
}

TEST(ConvertTest, RandomFloatsRoundToTheNearest) {
  for (const ElementType type : kNarrow) {
    const Model model(type);
    uint32_t state = 1;
    for (int i = 0; i < 20000; ++i) {
      state = state * 1664525u + 1013904223u;
      const auto value = std::bit_cast<float>(state);
      if (!std::isfinite(value)) continue;
      ASSERT_TRUE(IsValue(type, FromFloat(type, value), model.Round(value))) << value;
    }
  }
}

TEST(ConvertTest, SpecialValuesOfNarrowFloats) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  struct Case {
    ElementType type;
    uint32_t nan, infinity, minus_infinity, minus_zero, tiny;
  };
  const Case cases[] = {
      {kF4E2M1FN, 0x8, 0x7, 0xf, 0x8, 0},        {kF6E2M3FN, 0x20, 0x1f, 0x3f, 0x20, 0},
      {kF6E3M2FN, 0x20, 0x1f, 0x3f, 0x20, 0},    {kF8E3M4, 0x78, 0x70, 0xf0, 0x80, 0},
      {kF8E4M3, 0x7c, 0x78, 0xf8, 0x80, 0},      {kF8E4M3FN, 0x7f, 0x7f, 0xff, 0x80, 0},
      {kF8E4M3FNUZ, 0x80, 0x80, 0x80, 0, 0},     {kF8E4M3B11FNUZ, 0x80, 0x80, 0x80, 0, 0},
      {kF8E5M2, 0x7e, 0x7c, 0xfc, 0x80, 0},      {kF8E5M2FNUZ, 0x80, 0x80, 0x80, 0, 0},
      {kF8E8M0FNU, 0xff, 0xff, 0xff, 0xff, 0},   {kBF16, 0x7fc0, 0x7f80, 0xff80, 0x8000, 0},
      {kF16, 0x7e00, 0x7c00, 0xfc00, 0x8000, 0},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(std::string(ElementTypeName(c.type)));
    EXPECT_EQ(FromFloat(c.type, kNan), c.nan);
    EXPECT_EQ(FromFloat(c.type, kInfinity), c.infinity);
    EXPECT_EQ(FromFloat(c.type, -kInfinity), c.minus_infinity);
    EXPECT_EQ(FromFloat(c.type, -0.0f), c.minus_zero);
    EXPECT_EQ(FromDouble(c.type, 1e-300), c.tiny);
    EXPECT_EQ(FromDouble(c.type, 5e-324), c.tiny);
    EXPECT_EQ(FromDouble(c.type, static_cast<double>(kNan)), c.nan);
    EXPECT_EQ(FromDouble(c.type, -static_cast<double>(kInfinity)), c.minus_infinity);
  }
}

TEST(ConvertTest, DoublesAreRoundedOnce) {
  // Just above the middle of 1 and the next value; in f32 it would be the middle, and go down to 1.
  EXPECT_EQ(FromDouble(kBF16, 1 + 0x1p-8 + 0x1p-40), 0x3f81u);
  EXPECT_EQ(FromDouble(kF16, 1 + 0x1p-11 + 0x1p-40), 0x3c01u);
  EXPECT_EQ(FromDouble(kF8E5M2, 1 + 0x1p-3 + 0x1p-40), 0x3du);
  EXPECT_EQ((Convert<uint16_t>(kF64, 1 + 0x1p-8 + 0x1p-40, kBF16)), 0x3f81u);
}

TEST(ConvertTest, WideIntegersAreRoundedOnce) {
  const Model bf16(kBF16);
  for (int shift = 0; shift < 64; ++shift) {
    // A middle of two bf16 values with and without a low bit that f64 drops.
    for (const uint64_t low : {uint64_t{0}, uint64_t{1}, ~uint64_t{0}}) {
      const uint64_t value = (uint64_t{0x101} << shift) + low;
      ASSERT_TRUE(IsValue(kBF16, Convert<uint16_t>(kUI64, value, kBF16), bf16.Round(value))) << value;
      const auto signed_value = static_cast<int64_t>(value);
      ASSERT_TRUE(IsValue(kBF16, Convert<uint16_t>(kI64, signed_value, kBF16), bf16.Round(signed_value)))
          << signed_value;
    }
  }
  EXPECT_EQ((Convert<float>(kI64, (int64_t{1} << 60) + (int64_t{1} << 36) + 1, kF32)), 0x1.000002p60f);
  EXPECT_EQ((Convert<double>(kUI64, ~uint64_t{0}, kF64)), 0x1p64);
}

TEST(ConvertTest, FloatsToIntegersTruncateAndSaturate) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ((Convert<int8_t>(kF64, -1.9, kI8)), -1);
  EXPECT_EQ((Convert<int8_t>(kF64, 127.9, kI8)), 127);
  EXPECT_EQ((Convert<int8_t>(kF64, 128.0, kI8)), 127);
  EXPECT_EQ((Convert<int8_t>(kF64, -128.9, kI8)), -128);
  EXPECT_EQ((Convert<uint8_t>(kF64, -1.0, kUI8)), 0);
  EXPECT_EQ((Convert<uint8_t>(kF32, 255.5f, kUI8)), 255);
  EXPECT_EQ((Convert<int32_t>(kF32, 2147483648.0f, kI32)), std::numeric_limits<int32_t>::max());
  EXPECT_EQ((Convert<int64_t>(kF64, -kInfinity, kI64)), std::numeric_limits<int64_t>::min());
  EXPECT_EQ((Convert<uint64_t>(kF64, kInfinity, kUI64)), std::numeric_limits<uint64_t>::max());
  EXPECT_EQ((Convert<uint64_t>(kF32, 0x1.fffffep63f, kUI64)), 0xffffff0000000000u);
  EXPECT_EQ((Convert<int32_t>(kF64, std::numeric_limits<double>::quiet_NaN(), kI32)), 0);
  EXPECT_EQ((Convert<int8_t>(kF32, 100.0f, kI4)), 7);
  EXPECT_EQ((Convert<int8_t>(kF32, -100.0f, kI4)), -8);
  EXPECT_EQ((Convert<uint8_t>(kF32, 100.0f, kUI2)), 3);
  EXPECT_EQ((Convert<int8_t>(kF16, uint16_t{0xc000}, kI2)), -2);
}

TEST(ConvertTest, IntegersWrap) {
  EXPECT_EQ((Convert<int8_t>(kI32, 300, kI8)), 44);
  EXPECT_EQ((Convert<int8_t>(kI32, 9, kI4)), -7);
  EXPECT_EQ((Convert<uint8_t>(kI32, -1, kUI4)), 15);
  EXPECT_EQ((Convert<uint64_t>(kI4, int8_t{-1}, kUI64)), ~uint64_t{0});
  EXPECT_EQ((Convert<int64_t>(kUI32, ~uint32_t{0}, kI64)), 0xffffffff);
  EXPECT_EQ((Convert<int8_t>(kI1, uint8_t{1}, kI2)), 1);
}

TEST(ConvertTest, ToPredicatesAndComplex) {
  EXPECT_EQ((Convert<uint8_t>(kF32, -0.0f, kI1)), 0);
  EXPECT_EQ((Convert<uint8_t>(kF32, 1e-45f, kI1)), 1);
  EXPECT_EQ((Convert<uint8_t>(kF64, std::nan(""), kI1)), 1);
  EXPECT_EQ((Convert<uint8_t>(kI32, 256, kI1)), 1);
  struct C64 {
    float real, imaginary;
  };
  struct C128 {
    double real, imaginary;
  };
  EXPECT_EQ((Convert<uint8_t>(kC64, C64{0, 1}, kI1)), 0);
  EXPECT_EQ((Convert<int32_t>(kC64, C64{-2.5f, 1}, kI32)), -2);
  EXPECT_EQ((Convert<C128>(kC64, C64{1.5f, -2}, kC128)).imaginary, -2.0);
  EXPECT_EQ((Convert<C64>(kC128, C128{1e300, 0.1}, kC64)).real, std::numeric_limits<float>::infinity());
  EXPECT_EQ((Convert<C64>(kI8, int8_t{-3}, kC64)).real, -3.0f);
  EXPECT_EQ((Convert<uint16_t>(kC128, C128{1, 7}, kBF16)), 0x3f80);
}

// More elements than a block, so that every path runs over its end.
TEST(ConvertTest, OneIsOneBetweenAllTypes) {
  constexpr int64_t kCount = 2 * kConvertBlock + 3;
  std::vector<std::byte> ones(16 * kCount);
  std::vector<std::byte> converted(16 * kCount);
  std::vector<double> back(kCount);
  for (const ElementType from : kAll) {
    for (const ElementType to : kAll) {
      std::vector<double> values(kCount, 1.0);
      ConvertElements(kF64, reinterpret_cast<const std::byte*>(values.data()), from, ones.data(), kCount);
      ConvertElements(from, ones.data(), to, converted.data(), kCount);
      ConvertElements(to, converted.data(), kF64, reinterpret_cast<std::byte*>(back.data()), kCount);
      ASSERT_EQ(back, values) << ElementTypeName(from) << " to " << ElementTypeName(to);
    }
  }
}

TEST(ConvertTest, WrapSubByteExtendsSigns) {
  int8_t signed_values[] = {-9, -8, 7, 8, 15, 16};
  WrapSubByte(kI4, reinterpret_cast<std::byte*>(signed_values), 6);
  EXPECT_EQ(std::vector(signed_values, signed_values + 6), (std::vector<int8_t>{7, -8, 7, -8, -1, 0}));
  uint8_t unsigned_values[] = {3, 4, 255};
  WrapSubByte(kUI2, reinterpret_cast<std::byte*>(unsigned_values), 3);
  EXPECT_EQ(std::vector(unsigned_values, unsigned_values + 3), (std::vector<uint8_t>{3, 0, 3}));
}

}  // namespace
}  // namespace cppjrt::stablehlo
