#include "stablehlo/text/float_text.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

namespace cppjrt::stablehlo::text {
namespace {

std::string Text(uint64_t bits, Scalar type) {
  std::string out;
  AppendFloat(out, bits, type);
  return out;
}
std::string F32(float value) { return Text(std::bit_cast<uint32_t>(value), Scalar::kF32); }
std::string F64(double value) { return Text(std::bit_cast<uint64_t>(value), Scalar::kF64); }

// Expected texts are what mlir-opt prints.
TEST(FloatTextTest, PrintsAsMlir) {
  EXPECT_EQ(F32(1.0f), "1.000000e+00");
  EXPECT_EQ(F32(-0.0f), "-0.000000e+00");
  EXPECT_EQ(F32(0.1f), "1.000000e-01");
  EXPECT_EQ(F32(3.14159274f), "3.14159274");
  EXPECT_EQ(F32(1e-30f), "1.000000e-30");
  EXPECT_EQ(F32(1.23456789e-7f), "1.23456786E-7");
}

TEST(FloatTextTest, SpecialValuesAreBits) {
  EXPECT_EQ(F32(std::numeric_limits<float>::infinity()), "0x7F800000");
  EXPECT_EQ(F32(-std::numeric_limits<float>::infinity()), "0xFF800000");
  EXPECT_EQ(F32(std::numeric_limits<float>::quiet_NaN()), "0x7FC00000");
  EXPECT_EQ(Text(0x7F80, Scalar::kBF16), "0x7F80");
}

TEST(FloatTextTest, EveryValueOfSmallTypesReadsBack) {
  for (const ScalarInfo& info : Scalars()) {
    if (info.kind != TypeKind::kFloat || info.bits > 16) continue;
    for (uint64_t bits = 0; bits < uint64_t{1} << info.bits; ++bits) {
      const double value = FloatToDouble(bits, info.scalar);
      if (std::isnan(value)) continue;
      ASSERT_EQ(FloatFromDouble(value, info.scalar), bits) << info.text << " " << bits;
      const std::string text = Text(bits, info.scalar);
      if (text.starts_with("0x")) continue;
      ASSERT_EQ(FloatFromDouble(std::stod(text), info.scalar), bits) << info.text << " " << text;
    }
  }
}

TEST(FloatTextTest, RoundsToNearestEven) {
  EXPECT_EQ(FloatFromDouble(1.0 + 1.0 / 256, Scalar::kBF16), 0x3F80u);
  EXPECT_EQ(FloatFromDouble(1.0 + 3.0 / 256, Scalar::kBF16), 0x3F82u);
  EXPECT_EQ(FloatFromDouble(65520.0, Scalar::kF16), 0x7C00u);
  EXPECT_EQ(FloatFromDouble(65519.0, Scalar::kF16), 0x7BFFu);
  EXPECT_EQ(FloatFromDouble(std::ldexp(1.0, -25), Scalar::kF16), 0u);
  EXPECT_EQ(FloatFromDouble(std::ldexp(1.5, -25), Scalar::kF16), 1u);
  EXPECT_EQ(FloatFromDouble(1e9, Scalar::kF4E2M1FN), 7u);
  EXPECT_EQ(FloatFromDouble(1e9, Scalar::kF8E4M3FN), 0x7Fu);
  EXPECT_EQ(FloatFromDouble(-0.0, Scalar::kF8E4M3FNUZ), 0u);
}

TEST(FloatTextTest, RandomDoublesReadBack) {
  uint64_t state = 1;
  for (int i = 0; i < 20000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const double value = std::bit_cast<double>(state);
    if (!std::isfinite(value)) continue;
    const std::string text = F64(value);
    if (!text.starts_with("0x")) {
      ASSERT_EQ(std::strtod(text.c_str(), nullptr), value) << text;
    }
    const auto single = static_cast<uint32_t>(state >> 32);
    const std::string short_text = Text(single, Scalar::kF32);
    if (!short_text.starts_with("0x")) {
      ASSERT_EQ(std::bit_cast<uint32_t>(std::strtof(short_text.c_str(), nullptr)), single) << short_text;
    }
  }
}

}  // namespace
}  // namespace cppjrt::stablehlo::text
