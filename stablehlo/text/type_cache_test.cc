#include "stablehlo/text/type_cache.h"

#include <gtest/gtest.h>

#include <string>

#include "stablehlo/text/testing.h"

namespace cppjrt::stablehlo::text {
namespace {

TEST(TypeCacheTest, KeyIsTheWholeType) {
  EXPECT_EQ(TypeCache::KeyAt("tensor<2x3xf32> loc(unknown)"), "tensor<2x3xf32>");
  EXPECT_EQ(TypeCache::KeyAt("tensor<f32>"), "tensor<f32>");
}

TEST(TypeCacheTest, WhatMayMeanSomethingElseHasNoKey) {
  for (const char* text : {"", "tensor", "tensor<2xf32", "tensor<2xcomplex<f32>>", "tensor<2x!t>", "tensor<2xf32, #b>",
                           "vector<2xf32>", "tensor <2xf32>"}) {
    EXPECT_EQ(TypeCache::KeyAt(text), "") << text;
  }
  EXPECT_EQ(TypeCache::KeyAt("tensor<" + std::string(100, '1') + "xf32>"), "");
}

TEST(TypeCacheTest, FindsWhatWasAddedLast) {
  TypeCache cache;
  EXPECT_FALSE(cache.Find("tensor<f32>"));
  cache.Add("tensor<f32>", TypeId(7));
  EXPECT_EQ(cache.Find("tensor<f32>"), TypeId(7));
  EXPECT_FALSE(cache.Find("tensor<f64>"));
}

// More types than the cache has slots, each twice: none is taken for another.
TEST(TypeCacheTest, ManyTypesStayApart) {
  std::string program;
  for (int turn = 0; turn < 2; ++turn) {
    for (int i = 0; i < 500; ++i) {
      const std::string type = "tensor<" + std::to_string(i) + "xf32>";
      program += "func.func private @f" + std::to_string(turn * 500 + i) + "(" + type + ") -> " + type + "\n";
    }
  }
  EXPECT_EQ(RoundtripProblem(program), "");
  const std::string printed = Printed(program);
  EXPECT_NE(printed.find("@f499(tensor<499xf32>) -> tensor<499xf32>"), std::string::npos);
  EXPECT_NE(printed.find("@f999(tensor<499xf32>) -> tensor<499xf32>"), std::string::npos);
}

// A comment may hide the bracket that seems to end a type.
TEST(TypeCacheTest, CommentInsideOfType) {
  const std::string program =
      "func.func private @f(tensor<2x// >\n3xf32>)\n"
      "func.func private @g(tensor<2x// >\n4xf32>)\n";
  const std::string printed = Printed(program);
  EXPECT_NE(printed.find("@f(tensor<2x3xf32>)"), std::string::npos) << printed;
  EXPECT_NE(printed.find("@g(tensor<2x4xf32>)"), std::string::npos) << printed;
}

}  // namespace
}  // namespace cppjrt::stablehlo::text
