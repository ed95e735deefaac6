#include "cli/data/number.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clocale>
#include <cmath>

#include "cli/data/elements.h"
#include "cli/data/test_util.h"

namespace cppjrt::data {
namespace {

using pjrt::ElementType;
using ::testing::HasSubstr;

Array Parsed(ElementType type, std::string_view text) {
  Array array = Ok(Array::Zeros({type, {}}));
  const Status status = SetFromText(array, 0, text);
  EXPECT_TRUE(status.ok()) << text << ": " << status.ToString();
  return array;
}
std::string Message(ElementType type, std::string_view text) {
  Array array = Ok(Array::Zeros({type, {}}));
  return std::string(SetFromText(array, 0, text).message());
}

TEST(NumberTest, Integers) {
  EXPECT_TRUE(IntegerAt(Parsed(ElementType::kS8, "-128"), 0) == -128);
  EXPECT_TRUE(IntegerAt(Parsed(ElementType::kS8, "+127"), 0) == 127);
  EXPECT_TRUE(IntegerAt(Parsed(ElementType::kS8, "0xFF"), 0) == -1);
  EXPECT_TRUE(IntegerAt(Parsed(ElementType::kS8, "-0x80"), 0) == -128);
  EXPECT_TRUE(IntegerAt(Parsed(ElementType::kS4, "0xf"), 0) == -1);
  EXPECT_TRUE(IntegerAt(Parsed(ElementType::kU64, "18446744073709551615"), 0) == RangeOf(ElementType::kU64).max);
  EXPECT_TRUE(IntegerAt(Parsed(ElementType::kU8, "007"), 0) == 7);
}

TEST(NumberTest, IntegersThatDoNotFit) {
  EXPECT_EQ(Message(ElementType::kU8, "300"), "300 does not fit ui8");
  EXPECT_EQ(Message(ElementType::kU8, "-1"), "-1 does not fit ui8");
  EXPECT_EQ(Message(ElementType::kS8, "128"), "128 does not fit i8");
  EXPECT_EQ(Message(ElementType::kS8, "+0xFF"), "+0xFF does not fit i8");
  EXPECT_EQ(Message(ElementType::kS4, "0x1f"), "0x1f does not fit i4");
  EXPECT_EQ(Message(ElementType::kU64, "18446744073709551616"), "18446744073709551616 does not fit ui64");
  EXPECT_THAT(Message(ElementType::kS64, std::string(1000, '9')), HasSubstr("does not fit i64"));
  for (const std::string_view text : {"", "-", "1.0", "1e3", "0x", "--1", "x", "1 ", "true", "nan"}) {
    EXPECT_THAT(Message(ElementType::kS32, text), HasSubstr("is not an integer (i32)")) << text;
  }
}

TEST(NumberTest, Bools) {
  EXPECT_EQ(BitsAt(Parsed(ElementType::kPred, "true"), 0), 1u);
  EXPECT_EQ(BitsAt(Parsed(ElementType::kPred, "0"), 0), 0u);
  EXPECT_EQ(Message(ElementType::kPred, "2"), "\"2\" is not true, false, 1 or 0 (i1)");
}

TEST(NumberTest, Floats) {
  EXPECT_EQ(RealAt(Parsed(ElementType::kF64, "0.1"), 0), 0.1);
  EXPECT_EQ(RealAt(Parsed(ElementType::kF32, "0.1"), 0), 0.1f);
  EXPECT_EQ(RealAt(Parsed(ElementType::kF32, "-.5e1"), 0), -5);
  EXPECT_EQ(RealAt(Parsed(ElementType::kF32, "2."), 0), 2);
  EXPECT_EQ(RealAt(Parsed(ElementType::kF32, "0x1.8p3"), 0), 12);
  EXPECT_EQ(RealAt(Parsed(ElementType::kF32, "-0x1p-2"), 0), -0.25);
  EXPECT_EQ(RealAt(Parsed(ElementType::kF32, "+Inf"), 0), HUGE_VAL);
  EXPECT_EQ(RealAt(Parsed(ElementType::kF32, "-infinity"), 0), -HUGE_VAL);
  EXPECT_TRUE(std::isnan(RealAt(Parsed(ElementType::kBF16, "NaN"), 0)));
  EXPECT_EQ(RealAt(Parsed(ElementType::kF64, "1e-400"), 0), 0);
}

TEST(NumberTest, DecimalsRoundOnce) {
  // Just above the middle of 1 and the next f32; as a double it is the middle.
  EXPECT_EQ(RealAt(Parsed(ElementType::kF32, "1.00000005960464477539062500000001"), 0), 0x1.000002p0);
}

TEST(NumberTest, HexadecimalIsBits) {
  EXPECT_EQ(BitsAt(Parsed(ElementType::kF32, "0x7FC00001"), 0), 0x7fc00001u);
  EXPECT_EQ(RealAt(Parsed(ElementType::kBF16, "0x3f80"), 0), 1);
  EXPECT_EQ(RealAt(Parsed(ElementType::kF4E2M1FN, "0xF"), 0), -6);
  EXPECT_EQ(BitsAt(Parsed(ElementType::kF64, "0xFFF0000000000000"), 0), 0xfff0000000000000u);
  EXPECT_EQ(Message(ElementType::kBF16, "0x13f80"), "0x13f80 does not fit bf16");
  EXPECT_EQ(Message(ElementType::kF64, "0x10000000000000000"), "0x10000000000000000 does not fit f64");
  EXPECT_THAT(Message(ElementType::kF32, "-0x7F"), "");  // with a sign it is a value
}

TEST(NumberTest, FloatsThatDoNotFit) {
  EXPECT_EQ(Message(ElementType::kF16, "65520"), "65520 does not fit f16");
  EXPECT_EQ(Message(ElementType::kF16, "65519"), "");
  EXPECT_EQ(Message(ElementType::kF32, "1e39"), "1e39 does not fit f32");
  EXPECT_EQ(Message(ElementType::kF64, "-1e309"), "-1e309 does not fit f64");
  EXPECT_EQ(Message(ElementType::kF8E4M3FN, "inf"), "inf does not fit f8E4M3FN");
  EXPECT_EQ(Message(ElementType::kF8E4M3FN, "500"), "500 does not fit f8E4M3FN");
  EXPECT_EQ(Message(ElementType::kF4E2M1FN, "nan"), "nan does not fit f4E2M1FN");
  EXPECT_EQ(Message(ElementType::kF4E2M1FN, "7"), "7 does not fit f4E2M1FN");
  EXPECT_EQ(Message(ElementType::kF4E2M1FN, "6.9"), "");
  EXPECT_EQ(Message(ElementType::kF8E8M0FNU, "0"), "0 does not fit f8E8M0FNU");
  for (const std::string_view text :
       {"", "-", ".", "1e", "0x", "0x1p", "1..2", "1.0f", "nan(1)", "infin", " 1", "1-"}) {
    EXPECT_THAT(Message(ElementType::kF32, text), HasSubstr("is not a number (f32)")) << text;
  }
}

TEST(NumberTest, Complex) {
  using C = std::complex<double>;
  const auto parsed = [](std::string_view text) { return ComplexAt(Parsed(ElementType::kC128, text), 0); };
  EXPECT_EQ(parsed("(1,-2)"), C(1, -2));
  EXPECT_EQ(parsed("( 1 , 2e-3 )"), C(1, 2e-3));
  EXPECT_EQ(parsed("1+2j"), C(1, 2));
  EXPECT_EQ(parsed("1e+5-2e-5j"), C(1e5, -2e-5));
  EXPECT_EQ(parsed("(1-2j)"), C(1, -2));
  EXPECT_EQ(parsed("-2j"), C(0, -2));
  EXPECT_EQ(parsed("1e-5j"), C(0, 1e-5));
  EXPECT_EQ(parsed("3.5"), C(3.5, 0));
  EXPECT_EQ(parsed("inf-infj"), C(HUGE_VAL, -HUGE_VAL));
  EXPECT_EQ(parsed("0x1p2+0x1p-1j"), C(4, 0.5));
  EXPECT_EQ(ComplexAt(Parsed(ElementType::kC64, "(0.1,0)"), 0), C(0.1f, 0));
  for (const std::string_view text : {"", "j", "(1,2", "(1,2,3)", "1+j2", "()", "(,)", "1+2"}) {
    EXPECT_THAT(Message(ElementType::kC64, text), HasSubstr("is not a number")) << text;
  }
  EXPECT_EQ(Message(ElementType::kC64, "(1e39,0)"), "in \"(1e39,0)\": 1e39 does not fit f32");
}

TEST(NumberTest, LongTextIsShortenedInMessages) {
  EXPECT_LT(Message(ElementType::kF32, std::string(100000, 'x')).size(), 100u);
}

TEST(NumberTest, DoesNotDependOnTheLocale) {
  const char* const set = std::setlocale(LC_ALL, "de_DE.UTF-8");
  EXPECT_EQ(RealAt(Parsed(ElementType::kF32, "1.5"), 0), 1.5);
  if (set != nullptr) std::setlocale(LC_ALL, "C");
}

}  // namespace
}  // namespace cppjrt::data
