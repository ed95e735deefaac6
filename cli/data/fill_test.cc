#include "cli/data/fill.h"

#include <gtest/gtest.h>

#include <cmath>

#include "cli/data/element_text.h"
#include "cli/data/elements.h"
#include "cli/data/statistics.h"
#include "cli/data/test_util.h"

namespace cppjrt::data {
namespace {

using pjrt::ElementKind;
using pjrt::ElementType;

template <typename Check>
void ForAllTypes(Check check) {
  for (const pjrt::ElementTypeInfo& row : pjrt::ElementTypes()) {
    if (pjrt::HostBytesPerElement(row.type) != 0) check(row);
  }
}

TEST(FillTest, RandomDependsOnSeedOnly) {
  ForAllTypes([](const pjrt::ElementTypeInfo& row) {
    const Shape shape{row.type, {200}};
    EXPECT_EQ(BytesOf(Ok(Random(shape, 1))), BytesOf(Ok(Random(shape, 1)))) << row.name;
    if (row.type == ElementType::kS1) return;  // all 0
    EXPECT_NE(BytesOf(Ok(Random(shape, 1))), BytesOf(Ok(Random(shape, 2)))) << row.name;
  });
}

// Fixed for ever: saved results depend on them.
TEST(FillTest, RandomValuesAreTheseOnes) {
  const Array f64 = Ok(Random({ElementType::kF64, {2}}, 0));
  EXPECT_EQ(ElementText(f64, 0) + " " + ElementText(f64, 1), "0.8833108082136426 0.026433771592597743");
  const Array s32 = Ok(Random({ElementType::kS32, {8}}, 0));
  std::string text;
  for (int64_t i = 0; i < 8; ++i) text += ElementText(s32, i) + " ";
  EXPECT_EQ(text, "8 0 1 1 2 3 5 7 ");
}

TEST(FillTest, RandomStaysInItsRange) {
  ForAllTypes([](const pjrt::ElementTypeInfo& row) {
    const Array array = Ok(Random({row.type, {20000}}, 3));
    const Statistics s = Summarize(array);
    EXPECT_EQ(s.finite, s.count) << row.name;
    EXPECT_GE(s.min, 0) << row.name;
    if (row.kind == ElementKind::kFloat) {
      EXPECT_LE(s.max, 1) << row.name;
      EXPECT_NEAR(s.mean, row.type == ElementType::kF8E8M0FNU ? s.mean : 0.5, 0.01) << row.name;
    } else if (row.kind != ElementKind::kComplex) {
      EXPECT_TRUE(s.max == static_cast<double>(std::min<Wide>(9, RangeOf(row.type).max))) << row.name;
      EXPECT_NEAR(s.mean, s.max / 2, 0.1) << row.name;
    }
  });
}

TEST(FillTest, IotaCountsExactly) {
  ForAllTypes([](const pjrt::ElementTypeInfo& row) {
    const Array array = Ok(Iota({row.type, {3, 100}}));
    for (int64_t i = 0; i < (row.bits >= 16 ? 256 : 1); ++i) {
      EXPECT_EQ(RealAt(array, i), row.type == ElementType::kF8E8M0FNU ? 1 : static_cast<double>(i)) << row.name;
    }
    for (int64_t i = 0; i < array.size(); ++i) {
      EXPECT_EQ(RealAt(array, i), std::trunc(RealAt(array, i))) << row.name << i;
    }
  });
  EXPECT_EQ(RealAt(Ok(Iota({ElementType::kS4, {10}})), 9), 1);
  EXPECT_EQ(RealAt(Ok(Iota({ElementType::kF6E2M3FN, {10}})), 9), 1);
  EXPECT_EQ(RealAt(Ok(Iota({ElementType::kF4E2M1FN, {10}})), 7), 3);
  EXPECT_EQ(RealAt(Ok(Iota({ElementType::kF8E8M0FNU, {10}})), 7), 128);
}

TEST(FillTest, ImpossibleShapesAreErrors) {
  EXPECT_FALSE(Random({ElementType::kF32, {int64_t{1} << 60}}, 0).ok());
  EXPECT_FALSE(Iota({ElementType::kToken, {}}).ok());
}

}  // namespace
}  // namespace cppjrt::data
