#include "cli/data/statistics.h"

#include <gtest/gtest.h>

#include "cli/data/test_util.h"

namespace cppjrt::data {
namespace {

TEST(StatisticsTest, OfFiniteElements) {
  const Statistics s = Summarize(Literal("f32[6]=1,3,nan,-inf,0,4"));
  EXPECT_EQ(s.count, 6);
  EXPECT_EQ(s.finite, 4);
  EXPECT_EQ(s.nan, 1);
  EXPECT_EQ(s.infinite, 1);
  EXPECT_EQ(s.nonzero, 5);
  EXPECT_EQ(s.min, 0);
  EXPECT_EQ(s.max, 4);
  EXPECT_EQ(s.mean, 2);
  EXPECT_DOUBLE_EQ(s.std, 1.5811388300841898);
}

TEST(StatisticsTest, ComplexByAbsoluteValue) {
  const Statistics s = Summarize(Literal("c64[2]=3+4j,0"));
  EXPECT_EQ(s.max, 5);
  EXPECT_EQ(s.mean, 2.5);
}

TEST(StatisticsTest, NothingFinite) {
  EXPECT_EQ(Summarize(Literal("f32[0]=")).count, 0);
  const Statistics s = Summarize(Literal("f32=nan"));
  EXPECT_EQ(s.nan, 1);
  EXPECT_EQ(s.std, 0);
}

TEST(StatisticsTest, MeanOfLargeValuesDoesNotCancel) {
  const Statistics s = Summarize(Literal("f64[3]=1000000001,1000000002,1000000003"));
  EXPECT_EQ(s.mean, 1000000002);
  EXPECT_NEAR(s.std, 0.816496580927726, 1e-12);
}

}  // namespace
}  // namespace cppjrt::data
