#include "cli/data/compare.h"

#include <gtest/gtest.h>

#include <limits>

#include "cli/data/test_util.h"

namespace cppjrt::data {
namespace {

Comparison Compared(std::string_view got, std::string_view want, Tolerance tolerance = {}) {
  return Compare(Literal(got), Literal(want), tolerance);
}
bool Passes(std::string_view got, std::string_view want, Tolerance tolerance = {}) {
  const Comparison result = Compared(got, want, tolerance);
  EXPECT_EQ(result.pass, result.differing == 0);
  EXPECT_EQ(result.pass, !result.worst.has_value());
  return result.pass;
}

TEST(CompareTest, ShapeAndTypeMustBeEqual) {
  EXPECT_EQ(Compared("f32[3]=1", "f32[4]=1").text, "got f32[3], expected f32[4]");
  EXPECT_EQ(Compared("f32[3]=1", "bf16[3]=1").text, "got f32[3], expected bf16[3]");
  EXPECT_FALSE(Compared("f32[1]=1", "f32=1").pass);
}

TEST(CompareTest, IntegersAreExactWhateverTheTolerance) {
  EXPECT_TRUE(Passes("i32[2]=1,2", "i32[2]=1,2"));
  EXPECT_FALSE(Passes("i32[2]=1,2", "i32[2]=1,3", {1, 10}));
  EXPECT_FALSE(Passes("i1[2]=1,0", "i1[2]=1,1", {1, 10}));
  // Equal as doubles.
  EXPECT_FALSE(Passes("i64=9007199254740993", "i64=9007199254740992"));
  EXPECT_FALSE(Passes("ui64=18446744073709551615", "ui64=18446744073709551614"));
  EXPECT_EQ(Compared("i64=9223372036854775807", "i64=-9223372036854775808").max_abs, 18446744073709551615.0);
}

TEST(CompareTest, ToleranceIsAbsolutePlusRelative) {
  EXPECT_TRUE(Passes("f64=1.75", "f64=1", {0.5, 0.25}));
  EXPECT_FALSE(Passes("f64=1.76", "f64=1", {0.5, 0.25}));
  EXPECT_TRUE(Passes("f64=-3", "f64=-2", {0.5, 0}));
  EXPECT_FALSE(Passes("f64=-2", "f64=-3", {0.25, 0}));
  EXPECT_FALSE(Passes("f32=0x00000001", "f32=0"));
  EXPECT_TRUE(Passes("bf16=1.0078125", "bf16=1", {0.0078125, 0}));
}

TEST(CompareTest, SignOfZeroDoesNotCount) { EXPECT_TRUE(Passes("f32[2]=0.0,-0.0", "f32[2]=-0.0,0.0")); }

TEST(CompareTest, NanAndInfinity) {
  const Tolerance loose{1e30, 1e30};
  EXPECT_TRUE(Passes("f32[3]=nan,inf,-inf", "f32[3]=nan,inf,-inf"));
  EXPECT_TRUE(Passes("f32=nan", "f32=-nan"));
  EXPECT_FALSE(Passes("f32=1", "f32=nan", loose));
  EXPECT_FALSE(Passes("f32=nan", "f32=1", loose));
  EXPECT_FALSE(Passes("f32=inf", "f32=-inf", loose));
  EXPECT_FALSE(Passes("f32=1", "f32=inf", loose));
  EXPECT_FALSE(Passes("f32=inf", "f32=1", loose));
  EXPECT_FALSE(Passes("f32=inf", "f32=nan", loose));
  EXPECT_FALSE(Passes("f32=inf", "f32=3e38", {std::numeric_limits<double>::infinity(), 0}));
}

TEST(CompareTest, ComplexByAbsoluteValue) {
  EXPECT_TRUE(Passes("c64=3+4.5j", "c64=3+4j", {0.1, 0}));
  EXPECT_FALSE(Passes("c64=3+4.6j", "c64=3+4j", {0.1, 0}));
  // The imaginary part is far off by itself, but not for a number of this size.
  EXPECT_TRUE(Passes("c64=100+1j", "c64=100+0j", {0.01, 0}));
  EXPECT_FALSE(Passes("c64=nan+0j", "c64=1+0j", {1e30, 0}));
}

TEST(CompareTest, ComplexThatIsNotFinitePartByPart) {
  EXPECT_TRUE(Passes("c64=inf+1.05j", "c64=inf+1j", {0.1, 0}));
  EXPECT_FALSE(Passes("c64=inf+1.2j", "c64=inf+1j", {0.1, 0}));
  EXPECT_FALSE(Passes("c64=1+1j", "c64=inf+1j", {0.1, 0}));
  EXPECT_TRUE(Passes("c64=(nan,-inf)", "c64=(nan,-inf)"));
  EXPECT_FALSE(Passes("c64=(nan,nan)", "c64=(nan,-inf)"));
}

TEST(CompareTest, NumbersAndText) {
  const Comparison r = Compared("f32[2,3]=1,1.5,2,nan,4,0.5", "f32[2,3]=1,1,2,3,4,0.25", {0, 1e-5});
  EXPECT_FALSE(r.pass);
  EXPECT_EQ(r.differing, 3);
  EXPECT_EQ(r.total, 6);
  EXPECT_EQ(r.max_abs, 0.5);
  EXPECT_EQ(r.max_rel, 1);
  EXPECT_EQ(r.first->index, 1);
  EXPECT_EQ(r.first->got, "1.5");
  EXPECT_EQ(r.worst->index, 3);
  EXPECT_EQ(r.text, "3 of 6 elements differ; worst at [1,0]: got nan, expected 3.0");
}

TEST(CompareTest, Texts) {
  EXPECT_EQ(Compared("f32[1,3]=1,2,0.5", "f32[1,3]=1,2,0.25", {0, 1e-5}).text,
            "1 of 3 elements differs; worst at [0,2]: got 0.5, expected 0.25 (|difference| 0.25 > 1e-05)");
  EXPECT_EQ(Compared("i32[2]=1,2", "i32[2]=1,7").text,
            "1 of 2 elements differs; worst at [1]: got 2, expected 7 (|difference| 5 > 0)");
  EXPECT_EQ(Compared("i1=1", "i1=0").text, "1 of 1 elements differs; worst at []: got true, expected false");
  EXPECT_EQ(Compared("f32[2]=1,2", "f32[2]=1,2").text, "all 2 elements agree; largest |difference| 0");
  EXPECT_EQ(Compared("f32=1", "f32=1").text, "the only element agrees; largest |difference| 0");
  EXPECT_EQ(Compared("f32[0]=", "f32[0]=").text, "no elements to compare");
  EXPECT_TRUE(Compared("f32[0]=", "f32[0]=").pass);
  EXPECT_EQ(Compared("f64[2]=1,2.5", "f64[2]=1,2", {1, 0}).text, "all 2 elements agree; largest |difference| 0.5");
}

TEST(CompareTest, HighBitsOfSubByteElementsDoNotCount) {
  const Array a = Ok(Array::FromBytes({pjrt::ElementType::kS4, {1}}, AsBytes("\xfd")));
  EXPECT_TRUE(Compare(a, Literal("i4[1]=-3")).pass);
}

}  // namespace
}  // namespace cppjrt::data
