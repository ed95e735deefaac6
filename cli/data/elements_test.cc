#include "cli/data/elements.h"

#include <gtest/gtest.h>

#include "cli/data/element_text.h"
#include "cli/data/test_util.h"

namespace cppjrt::data {
namespace {

using pjrt::ElementType;

TEST(ElementsTest, Ranges) {
  EXPECT_EQ(RangeOf(ElementType::kPred).max, 1);
  EXPECT_EQ(RangeOf(ElementType::kS4).min, -8);
  EXPECT_EQ(RangeOf(ElementType::kS4).max, 7);
  EXPECT_EQ(RangeOf(ElementType::kS1).min, -1);
  EXPECT_EQ(RangeOf(ElementType::kS1).max, 0);
  EXPECT_TRUE(RangeOf(ElementType::kS64).min == std::numeric_limits<int64_t>::min());
  EXPECT_TRUE(RangeOf(ElementType::kU64).max == std::numeric_limits<uint64_t>::max());
}

TEST(ElementsTest, IntegersRoundTripAtTheirLimits) {
  for (const pjrt::ElementTypeInfo& row : pjrt::ElementTypes()) {
    if (row.kind != pjrt::ElementKind::kSigned && row.kind != pjrt::ElementKind::kUnsigned) continue;
    Array array = Ok(Array::Zeros({row.type, {3}}));
    const IntegerRange range = RangeOf(row.type);
    SetInteger(array, 0, range.min);
    SetInteger(array, 2, range.max);
    EXPECT_TRUE(IntegerAt(array, 0) == range.min) << row.name;
    EXPECT_TRUE(IntegerAt(array, 1) == 0) << row.name;
    EXPECT_TRUE(IntegerAt(array, 2) == range.max) << row.name;
    EXPECT_EQ(RealAt(array, 2), static_cast<double>(range.max)) << row.name;
  }
}

TEST(ElementsTest, HighBitsOfSubByteElementsDoNotCount) {
  const Array s4 = Ok(Array::FromBytes({ElementType::kS4, {2}}, AsBytes("\xfd\x13")));
  EXPECT_TRUE(IntegerAt(s4, 0) == -3);
  EXPECT_TRUE(IntegerAt(s4, 1) == 3);
  const Array pred = Ok(Array::FromBytes({ElementType::kPred, {1}}, AsBytes("\2")));
  EXPECT_EQ(BitsAt(pred, 0), 1u);
}

TEST(ElementsTest, RealAndComplex) {
  Array c64 = Ok(Array::Zeros({ElementType::kC64, {2}}));
  SetComplex(c64, 1, {0.1, -2});
  EXPECT_EQ(ComplexAt(c64, 1), std::complex<double>(0.1f, -2));
  EXPECT_EQ(RealAt(c64, 1), 0.1f);
  SetReal(c64, 1, 3);
  EXPECT_EQ(ComplexAt(c64, 1), std::complex<double>(3, 0));
  Array c128 = Ok(Array::Zeros({ElementType::kC128, {2}}));
  SetComplex(c128, 1, {0.1, -2});
  EXPECT_EQ(ComplexAt(c128, 1), std::complex<double>(0.1, -2));
  EXPECT_EQ(ComplexAt(c128, 0), std::complex<double>());
}

TEST(ElementsTest, TextIsTheShortestThatReadsBack) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"f32=0.1", "0.1"},
      {"f64=0.1", "0.1"},
      {"f32=1", "1.0"},
      {"f32=1e-5", "1e-05"},
      {"f32=16777216", "16777216.0"},
      {"f32=3.4028235e38", "3.4028235e+38"},
      {"f16=0.1", "0.1"},
      {"f16=65504", "65504.0"},
      {"f16=0x0001", "6e-08"},
      {"bf16=0.1", "0.1"},
      {"bf16=3.14159", "3.14"},
      {"bf16=0x7f7f", "3.3895e+38"},
      {"bf16=-0.0", "-0.0"},
      {"f8E4M3FN=448", "448.0"},
      {"f8E4M3FN=0.3", "0.3"},
      {"f8E8M0FNU=0x76", "0.001953125"},
      {"f4E2M1FN=1.5", "1.5"},
      {"f6E2M3FN=7.5", "7.5"},
      {"f32=nan", "nan"},
      {"f32=-inf", "-inf"},
      {"i1=true", "true"},
      {"i4=-8", "-8"},
      {"ui64=18446744073709551615", "18446744073709551615"},
      {"i64=-9223372036854775808", "-9223372036854775808"},
      {"c64=(1,-0.1)", "1.0-0.1j"},
      {"c128=(nan,inf)", "nan+infj"},
  };
  for (const auto& [literal, text] : cases) EXPECT_EQ(ElementText(Literal(literal), 0), text) << literal;
}

TEST(ElementsTest, TextReadsBackForAllPatterns) {
  for (const pjrt::ElementTypeInfo& row : pjrt::ElementTypes()) {
    if (row.bits == 0 || row.bits > 16) continue;
    Array array = Ok(Array::Zeros({row.type, {}}));
    for (uint64_t bits = 0; bits < uint64_t{1} << row.bits; ++bits) {
      SetBits(array, 0, bits);
      const std::string text = ElementText(array, 0);
      if (text.ends_with("nan")) continue;
      const StatusOr<Array> again = ParseValue(array.shape(), text);
      ASSERT_TRUE(again.ok()) << row.name << " " << text << " " << MessageOf(again);
      ASSERT_EQ(BitsAt(*again, 0), bits) << row.name << " " << text;
    }
  }
}

}  // namespace
}  // namespace cppjrt::data
