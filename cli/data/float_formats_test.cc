#include "cli/data/float_formats.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace cppjrt::data {
namespace {

using pjrt::ElementType;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

double Decode(ElementType type, uint64_t bits) { return DecodeFloat(*FindFloatFormat(type), bits); }
uint64_t Encode(ElementType type, double value) { return EncodeFloat(*FindFloatFormat(type), value); }

TEST(FloatFormatsTest, EveryFloatTypeHasARowOfItsWidth) {
  for (const pjrt::ElementTypeInfo& row : pjrt::ElementTypes()) {
    const FloatFormat* const format = FindFloatFormat(row.type);
    ASSERT_EQ(format != nullptr, row.kind == pjrt::ElementKind::kFloat) << row.name;
    if (format == nullptr) continue;
    EXPECT_EQ(format->exponent_bits + format->mantissa_bits + (format->is_signed ? 1 : 0), row.bits) << row.name;
  }
}

// All patterns of all types of at most 16 bits.
template <typename Check>
void ForAllPatterns(Check check) {
  for (const pjrt::ElementTypeInfo& row : pjrt::ElementTypes()) {
    if (row.kind != pjrt::ElementKind::kFloat || row.bits > 16) continue;
    for (uint64_t bits = 0; bits < uint64_t{1} << row.bits; ++bits) check(*FindFloatFormat(row.type), bits, row);
  }
}

TEST(FloatFormatsTest, DecodedPatternsEncodeToThemselves) {
  ForAllPatterns([](const FloatFormat& format, uint64_t bits, const pjrt::ElementTypeInfo& row) {
    const double value = DecodeFloat(format, bits);
    const uint64_t again = EncodeFloat(format, value);
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(DecodeFloat(format, again))) << row.name << " " << bits;
    } else {
      EXPECT_EQ(again, bits) << row.name;
    }
  });
}

// Neighbors, the middle between them (to the even one) and points just beside the middle.
TEST(FloatFormatsTest, RoundsToNearestTiesToEven) {
  ForAllPatterns([](const FloatFormat& format, uint64_t bits, const pjrt::ElementTypeInfo& row) {
    const double low = DecodeFloat(format, bits);
    const double high = DecodeFloat(format, bits + 1);
    if (!(low >= 0 && low < high && std::isfinite(high))) return;
    const double middle = low + (high - low) / 2;
    // Without a mantissa both neighbors are odd multiples of their last place; the tie goes up, as in ml_dtypes.
    const uint64_t even = format.mantissa_bits == 0 ? bits + 1 : bits + (bits & 1);
    EXPECT_EQ(EncodeFloat(format, middle), even) << row.name << " " << middle;
    EXPECT_EQ(EncodeFloat(format, std::nextafter(middle, 0)), bits) << row.name << " " << middle;
    EXPECT_EQ(EncodeFloat(format, std::nextafter(middle, kInf)), bits + 1) << row.name << " " << middle;
  });
}

struct Constant {
  ElementType type;
  uint64_t bits;
  double value;
};

// From the formats' definitions: one, the largest and the smallest number.
TEST(FloatFormatsTest, KnownConstants) {
  const Constant constants[] = {
      {ElementType::kF16, 0x3c00, 1},
      {ElementType::kF16, 0x7bff, 65504},
      {ElementType::kF16, 0x0001, 0x1p-24},
      {ElementType::kF16, 0xfc00, -kInf},
      {ElementType::kBF16, 0x3f80, 1},
      {ElementType::kBF16, 0x7f7f, 0x1.fep127},
      {ElementType::kBF16, 0x0001, 0x1p-133},
      {ElementType::kBF16, 0x8000, -0.0},
      {ElementType::kF8E5M2, 0x3c, 1},
      {ElementType::kF8E5M2, 0x7b, 57344},
      {ElementType::kF8E5M2, 0x01, 0x1p-16},
      {ElementType::kF8E5M2, 0x7c, kInf},
      {ElementType::kF8E4M3, 0x38, 1},
      {ElementType::kF8E4M3, 0x77, 240},
      {ElementType::kF8E4M3, 0xf8, -kInf},
      {ElementType::kF8E3M4, 0x30, 1},
      {ElementType::kF8E3M4, 0x6f, 15.5},
      {ElementType::kF8E3M4, 0x01, 0x1p-6},
      {ElementType::kF8E3M4, 0x70, kInf},
      {ElementType::kF8E4M3FN, 0x38, 1},
      {ElementType::kF8E4M3FN, 0x7e, 448},
      {ElementType::kF8E4M3FN, 0x01, 0x1p-9},
      {ElementType::kF8E4M3FN, 0x7f, kNan},
      {ElementType::kF8E4M3B11FNUZ, 0x58, 1},
      {ElementType::kF8E4M3B11FNUZ, 0x7f, 30},
      {ElementType::kF8E4M3B11FNUZ, 0x01, 0x1p-13},
      {ElementType::kF8E4M3B11FNUZ, 0x80, kNan},
      {ElementType::kF8E5M2FNUZ, 0x40, 1},
      {ElementType::kF8E5M2FNUZ, 0x7f, 57344},
      {ElementType::kF8E5M2FNUZ, 0x01, 0x1p-17},
      {ElementType::kF8E4M3FNUZ, 0x40, 1},
      {ElementType::kF8E4M3FNUZ, 0x7f, 240},
      {ElementType::kF8E4M3FNUZ, 0x01, 0x1p-10},
      {ElementType::kF8E8M0FNU, 0x7f, 1},
      {ElementType::kF8E8M0FNU, 0x00, 0x1p-127},
      {ElementType::kF8E8M0FNU, 0xfe, 0x1p127},
      {ElementType::kF8E8M0FNU, 0xff, kNan},
      {ElementType::kF4E2M1FN, 0x2, 1},
      {ElementType::kF4E2M1FN, 0x7, 6},
      {ElementType::kF4E2M1FN, 0x9, -0.5},
      {ElementType::kF6E2M3FN, 0x08, 1},
      {ElementType::kF6E2M3FN, 0x1f, 7.5},
      {ElementType::kF6E2M3FN, 0x01, 0.125},
      {ElementType::kF6E3M2FN, 0x0c, 1},
      {ElementType::kF6E3M2FN, 0x1f, 28},
      {ElementType::kF6E3M2FN, 0x21, -0.0625},
      {ElementType::kF32, 0x40490fdb, 0x1.921fb6p+1},
      {ElementType::kF64, 0x400921fb54442d18, 0x1.921fb54442d18p+1},
  };
  for (const auto& [type, bits, value] : constants) {
    const double decoded = Decode(type, bits);
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(decoded)) << pjrt::Name(type) << " " << bits;
    } else {
      EXPECT_EQ(decoded, value) << pjrt::Name(type) << " " << bits;
      EXPECT_EQ(std::signbit(decoded), std::signbit(value)) << pjrt::Name(type) << " " << bits;
      EXPECT_EQ(Encode(type, value), bits) << pjrt::Name(type) << " " << value;
    }
  }
}

TEST(FloatFormatsTest, BitsAboveTheWidthAreIgnored) {
  EXPECT_EQ(Decode(ElementType::kF4E2M1FN, 0xf7), 6);
  EXPECT_EQ(Decode(ElementType::kBF16, 0xffff3f80), 1);
}

// As ml_dtypes 0.6 converts.
TEST(FloatFormatsTest, OutOfRange) {
  const Constant constants[] = {
      {ElementType::kF16, 0x7c00, 1e30},           {ElementType::kF16, 0xfc00, -kInf},
      {ElementType::kF16, 0x7e00, kNan},           {ElementType::kF16, 0x7c00, 65520},
      {ElementType::kF16, 0x7bff, 65519.99},       {ElementType::kBF16, 0x7fc0, kNan},
      {ElementType::kF8E5M2, 0x7e, kNan},          {ElementType::kF8E4M3FN, 0x7e, 464},
      {ElementType::kF8E4M3FN, 0x7f, 464.001},     {ElementType::kF8E4M3FN, 0xff, -kInf},
      {ElementType::kF8E4M3FNUZ, 0x80, kInf},      {ElementType::kF8E4M3FNUZ, 0x80, -1e30},
      {ElementType::kF8E4M3FNUZ, 0x00, -0.0},      {ElementType::kF8E4M3FNUZ, 0x00, -1e-30},
      {ElementType::kF8E5M2FNUZ, 0x80, kNan},      {ElementType::kF4E2M1FN, 0x7, kInf},
      {ElementType::kF4E2M1FN, 0xf, -1e30},        {ElementType::kF4E2M1FN, 0x8, kNan},
      {ElementType::kF6E2M3FN, 0x20, kNan},        {ElementType::kF6E3M2FN, 0x1f, 1e300},
      {ElementType::kF8E8M0FNU, 0xff, 0},          {ElementType::kF8E8M0FNU, 0xff, -1},
      {ElementType::kF8E8M0FNU, 0xff, kInf},       {ElementType::kF8E8M0FNU, 0x00, 1e-300},
      {ElementType::kF8E8M0FNU, 0x80, 1.5},        {ElementType::kF8E8M0FNU, 0x7f, 1.4999},
      {ElementType::kF8E8M0FNU, 0x7f, 0.75},       {ElementType::kF8E8M0FNU, 0xff, 0x1.8p127},
      {ElementType::kF8E8M0FNU, 0xfe, 0x1.7fp127},
  };
  for (const auto& [type, bits, value] : constants) {
    EXPECT_EQ(Encode(type, value), bits) << pjrt::Name(type) << " " << value;
  }
}

TEST(FloatFormatsTest, NarrowingFromDoubleDoesNotRoundTwice) {
  // Just above the middle between 1 and the next bf16; as f32 it is the middle, which would go to 1.
  EXPECT_EQ(Encode(ElementType::kBF16, 1 + 0x1p-8 + 0x1p-40), 0x3f81u);
}

TEST(FloatFormatsTest, WideFormatsAgreeWithTheProcessor) {
  std::mt19937_64 random(7);
  FloatFormat generic = *FindFloatFormat(ElementType::kF32);
  generic.type = ElementType::kInvalid;  // so that the shortcut is not taken
  for (int i = 0; i < 200000; ++i) {
    const auto value = std::bit_cast<float>(static_cast<uint32_t>(random()));
    if (std::isnan(value)) continue;
    ASSERT_EQ(DecodeFloat(generic, std::bit_cast<uint32_t>(value)), value);
    const auto wide = std::bit_cast<double>(random() % (uint64_t{0x50} << 52) + (uint64_t{0x3d8} << 52));
    ASSERT_EQ(EncodeFloat(generic, wide), std::bit_cast<uint32_t>(static_cast<float>(wide))) << wide;
  }
}

}  // namespace
}  // namespace cppjrt::data
