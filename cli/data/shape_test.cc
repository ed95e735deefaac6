#include "cli/data/shape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/data/test_util.h"

namespace cppjrt::data {
namespace {

using pjrt::ElementType;
using ::testing::HasSubstr;

TEST(ShapeTest, IsWrittenInBothNotations) {
  const Shape shape{ElementType::kF32, {2, 3}};
  EXPECT_EQ(ToString(shape), "f32[2,3]");
  EXPECT_EQ(ToMlir(shape), "tensor<2x3xf32>");
  EXPECT_EQ(ToString({ElementType::kC64, {}}), "complex<f32>[]");
  EXPECT_EQ(ToMlir({ElementType::kF8E4M3FN, {}}), "tensor<f8E4M3FN>");
}

TEST(ShapeTest, EveryTypeIsReadInEveryNotation) {
  for (const pjrt::ElementTypeInfo& row : pjrt::ElementTypes()) {
    if (pjrt::HostBytesPerElement(row.type) == 0) continue;
    const Shape shape{row.type, {2, 0, 3}};
    EXPECT_EQ(Ok(ParseShape(ToString(shape))), shape);
    EXPECT_EQ(Ok(ParseShape(ToMlir(shape))), shape);
    EXPECT_EQ(Ok(ParseShape("2x0x3x" + std::string(row.name))), shape);
    EXPECT_EQ(Ok(ParseShape(row.name)), (Shape{row.type, {}}));
    EXPECT_EQ(Ok(ParseShape(std::string(row.name) + "[]")), (Shape{row.type, {}}));
  }
}

TEST(ShapeTest, KnowsOtherSpellings) {
  EXPECT_EQ(Ok(ParseShape("pred[ 2 , 3 ]")), (Shape{ElementType::kPred, {2, 3}}));
  EXPECT_EQ(Ok(ParseShape("4xs32")), (Shape{ElementType::kS32, {4}}));
  EXPECT_EQ(Ok(ParseShape("c128")), (Shape{ElementType::kC128, {}}));
}

TEST(ShapeTest, ErrorsSayWhere) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"", "character 1: expected an element type"},
      {"f31[2]", "character 1: expected an element type"},
      {"f32[2", "character 6: expected \",\" or \"]\""},
      {"f32[2,]", "character 7: expected a dimension"},
      {"f32[-1]", "character 5: expected a dimension"},
      {"f32[2]]", "character 7: expected the end"},
      {"f32[2]{0}", "character 7: expected the end"},
      {"2x3f32", "character 4: expected \"x\""},
      {"2x?xf32", "character 3: dimensions must be known"},
      {"2x3xf32[1]", "character 8: expected the end"},
      {"tensor<2xf32", "character 13: expected \">\""},
      {"tensor<2xf32>x", "character 14: expected the end"},
      {"f32[99999999999999999999]", "character 5: dimension does not fit in 64 bits"},
      {"!stablehlo.token", "expected an element type"},
      {"invalid", "expected an element type"},
  };
  for (const auto& [text, message] : cases) {
    const StatusOr<Shape> shape = ParseShape(text);
    ASSERT_FALSE(shape.ok()) << text;
    EXPECT_EQ(shape.status().code(), StatusCode::kInvalidArgument);
    EXPECT_THAT(MessageOf(shape), HasSubstr(message));
  }
}

TEST(ShapeTest, RankIsLimited) {
  std::string text;
  for (size_t i = 0; i < kMaxRank; ++i) text += "1x";
  EXPECT_TRUE(ParseShape(text + "f32").ok());
  EXPECT_THAT(MessageOf(ParseShape(text + "1xf32")), HasSubstr("more than 64 dimensions"));
}

}  // namespace
}  // namespace cppjrt::data
