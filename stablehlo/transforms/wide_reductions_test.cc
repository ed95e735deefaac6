#include "stablehlo/transforms/wide_reductions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "stablehlo/transforms/testing.h"

namespace cppjrt::stablehlo {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string Widened(std::string_view program) { return Transformed(program, WidenReductions); }

// A reduce of 9 elements of `type` by `body`, which ends in %r.
std::string ReduceBy(std::string_view type, std::string_view body) {
  const std::string t(type);
  return "func.func @main(%x: tensor<9x" + t + ">, %z: tensor<" + t + ">) -> tensor<" + t + "> {\n" +
         "  %0 = \"stablehlo.reduce\"(%x, %z) <{dimensions = array<i64: 0>}> ({\n" + "  ^bb0(%a: tensor<" + t +
         ">, %b: tensor<" + t + ">):\n" + std::string(body) + "    stablehlo.return %r : tensor<" + t +
         ">\n  }) : (tensor<9x" + t + ">, tensor<" + t + ">) -> tensor<" + t + ">\n  return %0 : tensor<" + t + ">\n}";
}

TEST(WideReductionsTest, SumsAreF32AndRoundedOnce) {
  for (const std::string type : {"bf16", "f16", "f8E4M3FN", "f8E5M2", "f6E3M2FN", "f4E2M1FN"}) {
    const std::string text = Widened(ReduceBy(type, "%r = stablehlo.add %a, %b : tensor<" + type + ">\n"));
    EXPECT_THAT(text, AllOf(HasSubstr("(tensor<9x" + type + ">, tensor<" + type + ">) -> tensor<f32>"),
                            HasSubstr("stablehlo.add %arg2, %arg3 : tensor<f32>"),
                            HasSubstr("stablehlo.convert %0 : (tensor<f32>) -> tensor<" + type + ">"),
                            HasSubstr("return %1 : tensor<" + type + ">")));
  }
}

TEST(WideReductionsTest, WideSumsStay) {
  for (const std::string type : {"f32", "f64", "i8", "complex<f32>"}) {
    EXPECT_THAT(Widened(ReduceBy(type, "%r = stablehlo.add %a, %b : tensor<" + type + ">\n")),
                Not(HasSubstr("convert")));
  }
}

TEST(WideReductionsTest, WhatOnlyPicksStays) {
  EXPECT_THAT(Widened(ReduceBy("bf16", "%r = stablehlo.maximum %a, %b : tensor<bf16>\n")), Not(HasSubstr("f32")));
  EXPECT_THAT(Widened(ReduceBy("bf16", R"(
    %c = stablehlo.compare GT, %a, %b : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    %r = stablehlo.select %c, %a, %b : tensor<i1>, tensor<bf16>
)")),
              Not(HasSubstr("f32")));
}

// Constants and values from outside are converted; the body's own conversions have nothing left to round.
TEST(WideReductionsTest, BodiesAreWidenedAsAWhole) {
  const std::string text = Widened(ReduceBy("bf16", R"(
    %one = stablehlo.constant dense<1.0> : tensor<bf16>
    %c = stablehlo.multiply %b, %one : tensor<bf16>
    %w = stablehlo.convert %c : (tensor<bf16>) -> tensor<f32>
    %y = stablehlo.convert %a : (tensor<bf16>) -> tensor<f32>
    %s = stablehlo.add %w, %y : tensor<f32>
    %n = stablehlo.convert %s : (tensor<f32>) -> tensor<bf16>
    %r = stablehlo.add %n, %z : tensor<bf16>
)"));
  EXPECT_THAT(text, AllOf(HasSubstr("stablehlo.convert %cst : (tensor<bf16>) -> tensor<f32>"),
                          HasSubstr("stablehlo.convert %arg1 : (tensor<bf16>) -> tensor<f32>"),
                          Not(HasSubstr("add %n, %arg1 : tensor<bf16>"))));
}

TEST(WideReductionsTest, BitsStay) {
  EXPECT_THAT(Widened(ReduceBy("bf16", R"(
    %s = stablehlo.add %a, %b : tensor<bf16>
    %i = stablehlo.bitcast_convert %s : (tensor<bf16>) -> tensor<i16>
    %r = stablehlo.bitcast_convert %i : (tensor<i16>) -> tensor<bf16>
)")),
              Not(HasSubstr("f32")));
}

TEST(WideReductionsTest, AllKinds) {
  const std::string text = Widened(R"(
func.func @main(%x: tensor<20xbf16>, %z: tensor<bf16>) -> (tensor<20xbf16>, tensor<20xbf16>, tensor<bf16>, tensor<i32>) {
  %w = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 20>, padding = dense<[[19, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<20xbf16>, tensor<bf16>) -> tensor<20xbf16>
  %g = "stablehlo.all_reduce"(%w) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<20xbf16>) -> tensor<20xbf16>
  %t = "stablehlo.select_and_scatter"(%x, %x, %z) <{window_dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %c = stablehlo.compare GE, %a, %b : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<20xbf16>, tensor<20xbf16>, tensor<bf16>) -> tensor<20xbf16>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %v:2 = "stablehlo.reduce"(%x, %x, %z, %z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>, %c: tensor<bf16>, %d: tensor<bf16>):
    %s = stablehlo.add %a, %c : tensor<bf16>
    %p = stablehlo.multiply %b, %d : tensor<bf16>
    stablehlo.return %s, %p : tensor<bf16>, tensor<bf16>
  }) : (tensor<20xbf16>, tensor<20xbf16>, tensor<bf16>, tensor<bf16>) -> (tensor<bf16>, tensor<bf16>)
  return %g, %t, %v#1, %i : tensor<20xbf16>, tensor<20xbf16>, tensor<bf16>, tensor<i32>
})");
  EXPECT_THAT(text, AllOf(Not(HasSubstr("add %arg2, %arg3 : tensor<bf16>")), HasSubstr("-> (tensor<f32>, tensor<f32>)"),
                          HasSubstr("(tensor<20xbf16>, tensor<20xbf16>, tensor<bf16>) -> tensor<20xf32>"),
                          HasSubstr("compare GE, %arg2, %arg3 : (tensor<bf16>")));
}

std::string ScatterOf(std::string_view indices, std::string_view unique) {
  return R"(
func.func @main(%x: tensor<8xbf16>, %i: tensor<)" +
         std::string(indices) + R"(x1xi32>, %u: tensor<)" + std::string(indices) + R"(xbf16>) -> tensor<8xbf16> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{unique_indices = )" +
         std::string(unique) +
         R"(, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<8xbf16>, tensor<)" +
         std::string(indices) + R"(x1xi32>, tensor<)" + std::string(indices) + R"(xbf16>) -> tensor<8xbf16>
  return %0 : tensor<8xbf16>
})";
}

TEST(WideReductionsTest, ScattersWhereManyUpdatesMayMeet) {
  EXPECT_THAT(Widened(ScatterOf("17", "false")), HasSubstr("-> tensor<8xf32>"));
  EXPECT_THAT(Widened(ScatterOf("17", "true")), Not(HasSubstr("f32")));
  EXPECT_THAT(Widened(ScatterOf("16", "false")), Not(HasSubstr("f32")));
  EXPECT_THAT(Widened(ScatterOf("1", "false")), Not(HasSubstr("f32")));
}

// Windows along a dimension of `n` elements, as many long, from `before` of them on.
std::string WindowsOf(int64_t n, int64_t before, int64_t after) {
  const std::string type = "tensor<" + std::to_string(n) + "xbf16>";
  const std::string result = "tensor<" + std::to_string(before + after + 1) + "xbf16>";
  return "func.func @main(%x: " + type + ", %z: tensor<bf16>) -> " + result +
         " {\n  %0 = \"stablehlo.reduce_window\"(%x, %z) <{window_dimensions = array<i64: " + std::to_string(n) +
         ">, padding = dense<[[" + std::to_string(before) + ", " + std::to_string(after) + R"(]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : ()" +
         type + ", tensor<bf16>) -> " + result + "\n  return %0 : " + result + "\n}";
}

TEST(WideReductionsTest, ShortRunningSumsRoundAtEachStep) {
  EXPECT_THAT(Widened(WindowsOf(16, 15, 0)), Not(HasSubstr("f32")));
  EXPECT_THAT(Widened(WindowsOf(16, 0, 15)), Not(HasSubstr("f32")));
  EXPECT_THAT(Widened(WindowsOf(17, 16, 0)), HasSubstr("f32"));
  EXPECT_THAT(Widened(WindowsOf(17, 0, 16)), HasSubstr("f32"));
  EXPECT_THAT(Widened(WindowsOf(9, 0, 0)), HasSubstr("f32"));
  EXPECT_THAT(Widened(WindowsOf(9, 4, 4)), HasSubstr("f32"));
}

}  // namespace
}  // namespace cppjrt::stablehlo
