#include "cli/data/literal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/data/elements.h"
#include "cli/data/print.h"
#include "cli/data/test_util.h"

namespace cppjrt::data {
namespace {

using ::testing::HasSubstr;

std::string Printed(std::string_view literal) {
  PrintOptions wide;
  wide.line_width = 1000;
  std::string text = Pretty(Literal(literal), wide);
  std::erase(text, '\n');
  return text;
}

TEST(LiteralTest, Splat) {
  EXPECT_EQ(Printed("f32[2,3]=1.5"), "f32[2,3][[1.5, 1.5, 1.5], [1.5, 1.5, 1.5]]");
  EXPECT_EQ(Printed("bf16=-inf"), "bf16[] -inf");
  EXPECT_EQ(Printed("3xcomplex<f32>=(1,2)"), "complex<f32>[3][1.0+2.0j, 1.0+2.0j, 1.0+2.0j]");
  EXPECT_EQ(Printed("tensor<5xi4>= -8 "), "i4[5][-8, -8, -8, -8, -8]");
}

TEST(LiteralTest, Lists) {
  for (const std::string_view text : {"1,2,3,4", "1 2 3 4", "[1,2,3,4]", "[[1,2],[3,4]]", "[[1 2] [3 4]]", "1, 2 3 , 4",
                                      " [ [ 1 , 2 ] , [ 3 , 4 ] ] ", "[[1,2,],[3,4],]"}) {
    EXPECT_EQ(Printed("i32[2,2]=" + std::string(text)), "i32[2,2][[1, 2], [3, 4]]") << text;
  }
  EXPECT_EQ(Printed("f32=[3]"), "f32[] 3.0");
  EXPECT_EQ(Printed("f32[1]=3"), "f32[1][3.0]");
  EXPECT_EQ(Printed("c64[2]=(1, 2),3-4j"), "complex<f32>[2][1.0+2.0j, 3.0-4.0j]");
  EXPECT_EQ(Printed("i1[2]=true,false"), "i1[2][true, false]");
}

TEST(LiteralTest, EmptyArrays) {
  for (const std::string_view text :
       {"f32[0]=", "f32[0]=[]", "f32[0]=1", "f32[2,0]=[[],[]]", "f32[2,0]=[]", "f32[0,2]=[]"}) {
    EXPECT_EQ(Literal(text).size(), 0) << text;
  }
}

TEST(LiteralTest, ErrorsSayWhere) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"f32", "\"f32\" is not SHAPE=VALUE"},
      {"f33=1", "shape \"f33\", character 1: expected an element type"},
      {"f32[2]=1,x", "character 10: \"x\" is not a number (f32)"},
      {"ui8[2]=1,300", "character 10: 300 does not fit ui8"},
      {"f32[3]=1,2", "character 11: 2 elements, f32[3] has 3"},
      {"f32[3]=", "character 8: 0 elements, f32[3] has 3"},
      {"f32[2]=1,2,3", "character 12: more than the 2 elements of f32[2]"},
      {"f32[2]=1,,2", "character 10: expected a number"},
      {"f32[4]=[1]", "character 10: this list has 1 elements, dimension 0 of f32[4] is 4"},
      {"f32[2,2]=[1]", "1 elements, f32[2,2] has 4"},
      {"f32[2,2]=[[1,2],[3]]", "character 19: this list has 1 elements, dimension 1 of f32[2,2] is 2"},
      {"f32[2,2]=[[1,2]]", "this list has 1 elements, dimension 0 of f32[2,2] is 2"},
      {"f32[2,2]=[[[1]]]", "character 12: more brackets than f32[2,2] has dimensions"},
      {"f32[2]=[[1,2]]", "more brackets than f32[2] has dimensions"},
      {"f32=[[1]]", "more brackets than f32[] has dimensions"},
      {"f32[2]=[1,2", "character 12: expected \"]\""},
      {"f32[2]=[1,2]]", "character 13: expected the end"},
      {"f32[2]=1,2]", "character 11: expected the end"},
      {"f32[2,1]=[[1],2]", "character 15: expected \"[\" or \"]\""},
      {"c64[2]=(1,2", "is not a number"},
      {"f32[0]=1,2", "more than the 0 elements"},
  };
  for (const auto& [text, message] : cases) {
    const StatusOr<Array> array = ParseLiteral(text);
    ASSERT_FALSE(array.ok()) << text;
    EXPECT_THAT(MessageOf(array), HasSubstr(message)) << text;
  }
}

TEST(LiteralTest, HugeShapesAreRefused) {
  EXPECT_EQ(ParseLiteral("f32[1000000000,1000000000]=0").status().code(), StatusCode::kResourceExhausted);
  EXPECT_EQ(ParseLiteral("f32[9000000000000000000,9]=0").status().code(), StatusCode::kOutOfRange);
  EXPECT_FALSE(ParseLiteral("f32[2]=" + std::string(1000000, '[')).ok());
}

TEST(LiteralTest, NoPrefixOrMutationCrashes) {
  const std::string text = "complex<f32>[2,2]=[[(1,-2e3),0x1.8p3+infj],[nan, 0x7fc0]]";
  for (size_t length = 0; length <= text.size(); ++length) {
    (void)ParseLiteral(text.substr(0, length)).ok();
    for (const char c : std::string_view("[](),=x+-j0 .e\0\xff", 16)) {
      std::string mutated = text;
      if (length < text.size()) mutated[length] = c;
      (void)ParseLiteral(mutated).ok();
    }
  }
}

TEST(LiteralTest, LargeSplat) {
  const Array array = Literal("f32[1000,1001]=2.5");
  EXPECT_EQ(RealAt(array, 0), 2.5);
  EXPECT_EQ(RealAt(array, 1000 * 1001 - 1), 2.5);
}

}  // namespace
}  // namespace cppjrt::data
