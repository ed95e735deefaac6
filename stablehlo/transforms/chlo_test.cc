#include "stablehlo/transforms/chlo.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "stablehlo/transforms/testing.h"

namespace cppjrt::stablehlo {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string Decomposed(std::string_view program) { return Transformed(program, DecomposeChlo); }

// A function that applies an op to as many values of the type.
std::string Apply(const std::string& op, const std::string& type, int operands = 1, std::string result = {}) {
  if (result.empty()) result = type;
  std::string arguments = "%0: " + type;
  std::string names = "%0";
  std::string types = type;
  for (int i = 1; i < operands; ++i) {
    arguments += ", %" + std::to_string(i) + ": " + type;
    names += ", %" + std::to_string(i);
    types += ", " + type;
  }
  return "func.func @main(" + arguments + ") -> " + result + " {\n  %r = \"" + op + "\"(" + names + ") : (" + types +
         ") -> " + result + "\n  return %r : " + result + "\n}\n";
}

TEST(ChloTest, FunctionsAreDecomposedForStaticAndDynamicShapes) {
  const char* const kReal[] = {"acos",    "acosh", "asin", "asinh",   "atan",   "atanh", "bessel_i1e", "conj", "cosh",
                               "digamma", "erf",   "erfc", "erf_inv", "lgamma", "sinh",  "square",     "tan"};
  const char* const kComplex[] = {
      "_asin_acos_kernel", "acos", "acosh", "asin", "asinh", "atan", "atanh", "conj", "cosh", "sinh", "square", "tan"};
  for (const char* op : kReal) {
    for (const char* type :
         {"tensor<3xf32>", "tensor<2xf64>", "tensor<f16>", "tensor<?x4xbf16>", "tensor<?xf8E4M3FN>"}) {
      EXPECT_THAT(Decomposed(Apply(std::string("chlo.") + op, type)),
                  AllOf(HasSubstr("func.func"), Not(HasSubstr("chlo."))))
          << op << " " << type;
    }
  }
  for (const char* op : kComplex) {
    for (const char* type : {"tensor<3xcomplex<f32>>", "tensor<?xcomplex<f64>>"}) {
      EXPECT_THAT(Decomposed(Apply(std::string("chlo.") + op, type)),
                  AllOf(HasSubstr("func.func"), Not(HasSubstr("chlo."))))
          << op << " " << type;
    }
  }
}

TEST(ChloTest, NarrowFloatsAreComputedInF32) {
  EXPECT_THAT(Decomposed(Apply("chlo.erf", "tensor<2xbf16>")),
              AllOf(HasSubstr("(tensor<2xbf16>) -> tensor<2xf32>"), HasSubstr("(tensor<2xf32>) -> tensor<2xbf16>")));
}

TEST(ChloTest, FunctionsOfTwoAndPredicates) {
  for (const char* op : {"chlo.next_after", "chlo.polygamma", "chlo.zeta"}) {
    EXPECT_THAT(Decomposed(Apply(op, "tensor<?x2xf16>", 2)), AllOf(HasSubstr("func.func"), Not(HasSubstr("chlo."))))
        << op;
  }
  for (const char* type : {"tensor<2xi4>", "tensor<2xui8>", "tensor<2xi32>", "tensor<?xi64>", "tensor<2xui64>"}) {
    EXPECT_THAT(Decomposed(Apply("chlo.mulhi", type, 2)), AllOf(HasSubstr("func.func"), Not(HasSubstr("chlo."))))
        << type;
  }
  for (const char* op : {"chlo.is_inf", "chlo.is_pos_inf", "chlo.is_neg_inf"}) {
    EXPECT_THAT(Decomposed(Apply(op, "tensor<2xf8E5M2>", 1, "tensor<2xi1>")),
                AllOf(HasSubstr("is_finite"), Not(HasSubstr("chlo."))));
  }
}

TEST(ChloTest, WhatAnOpIsNotDefinedForIsSaid) {
  EXPECT_THAT(Decomposed(Apply("chlo.bessel_i1e", "tensor<2xcomplex<f32>>")),
              AllOf(HasSubstr("UNIMPLEMENTED"), HasSubstr("t.mlir:2:"), HasSubstr("chlo.bessel_i1e"),
                    HasSubstr("complex<f32>")));
  EXPECT_THAT(Decomposed(Apply("chlo.tan", "tensor<*xf32>")), AllOf(HasSubstr("UNIMPLEMENTED"), HasSubstr("rank")));
}

TEST(ChloTest, BroadcastOfDynamicShapesChoosesAtRunTime) {
  const std::string text = Decomposed(R"(
func.func @main(%a: tensor<?x3xf32>, %b: tensor<?x?xf32>) -> tensor<?x3xf32> {
  %0 = chlo.broadcast_add %a, %b : (tensor<?x3xf32>, tensor<?x?xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
})");
  EXPECT_THAT(text, AllOf(HasSubstr("get_dimension_size"), HasSubstr("dynamic_broadcast_in_dim"), HasSubstr("select"),
                          Not(HasSubstr("chlo."))));
}

TEST(ChloTest, BroadcastOfEqualShapesIsPlain) {
  const std::string text = Decomposed(R"(
func.func @main(%a: tensor<3xf32>) -> tensor<3xf32> {
  %0 = chlo.broadcast_multiply %a, %a : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
})");
  EXPECT_THAT(text, AllOf(HasSubstr("stablehlo.multiply %arg0, %arg0"), Not(HasSubstr("broadcast"))));
}

TEST(ChloTest, TopKOfDynamicShapes) {
  const std::string text = Decomposed(R"(
func.func @main(%a: tensor<?x8xf32>) -> (tensor<?x2xf32>, tensor<?x2xi32>) {
  %0, %1 = chlo.top_k(%a, k = 2) : tensor<?x8xf32> -> (tensor<?x2xf32>, tensor<?x2xi32>)
  return %0, %1 : tensor<?x2xf32>, tensor<?x2xi32>
})");
  EXPECT_THAT(text, AllOf(HasSubstr("dynamic_iota"), HasSubstr("real_dynamic_slice"), HasSubstr("TOTALORDER")));
}

TEST(ChloTest, ScanRunsBackwardsIfAsked) {
  const std::string text = Decomposed(R"(
func.func @main(%x: tensor<4xf32>, %c: tensor<f32>) -> tensor<4xf32> {
  %o, %l = chlo.scan (%x) inits (%c) dimension = 0 attributes { is_reverse = true } {
  ^bb0(%e: tensor<f32>, %s: tensor<f32>):
    %t = chlo.tan %e : tensor<f32> -> tensor<f32>
    %n = stablehlo.add %t, %s : tensor<f32>
    stablehlo.return %n, %n : tensor<f32>, tensor<f32>
  } : (tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<f32>)
  return %o : tensor<4xf32>
})");
  EXPECT_THAT(text, AllOf(HasSubstr("stablehlo.while"), HasSubstr("dense<3> : tensor<i64>"), HasSubstr("stablehlo.tan"),
                          Not(HasSubstr("chlo."))));
}

}  // namespace
}  // namespace cppjrt::stablehlo
