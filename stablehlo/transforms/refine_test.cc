#include "stablehlo/transforms/refine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "stablehlo/transforms/testing.h"

namespace cppjrt::stablehlo {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string Refined(std::string_view program, const RefineOptions& options) {
  return Transformed(program, [&](Module& module, DiagnosticSink& sink) {
    return RefineShapes(module, FindEntry(module, {}), options, sink);
  });
}
RefineOptions Arguments(std::vector<ArgumentType> types) { return {.argument_types = std::move(types)}; }
ArgumentType F32(std::vector<int64_t> dims) { return {.element = ElementType::kF32, .dims = std::move(dims)}; }

constexpr std::string_view kFlatten = R"(
func.func @main(%x: tensor<?x4xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %c = stablehlo.constant dense<4> : tensor<i32>
  %m = stablehlo.multiply %n, %c : tensor<i32>
  %s = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %r = stablehlo.dynamic_reshape %x, %s : (tensor<?x4xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
})";

TEST(RefineTest, ShapesFollowFromArgumentTypes) {
  EXPECT_THAT(Refined(kFlatten, Arguments({F32({3, 4})})),
              AllOf(HasSubstr("(%arg0: tensor<3x4xf32>) -> tensor<12xf32>"),
                    HasSubstr("stablehlo.reshape %arg0 : (tensor<3x4xf32>) -> tensor<12xf32>"), Not(HasSubstr("?"))));
}

TEST(RefineTest, ZeroSizesAreSizes) {
  EXPECT_THAT(Refined(kFlatten, Arguments({F32({0, 4})})), HasSubstr("-> tensor<0xf32>"));
}

TEST(RefineTest, WithoutTypesShapesMayStayDynamic) { EXPECT_THAT(Refined(kFlatten, {}), HasSubstr("dynamic_reshape")); }

TEST(RefineTest, TypesThatDoNotFitAreRefused) {
  EXPECT_THAT(Refined(kFlatten, Arguments({F32({3, 5})})),
              AllOf(HasSubstr("INVALID_ARGUMENT"), HasSubstr("argument 0"), HasSubstr("tensor<3x5xf32>")));
  EXPECT_THAT(Refined(kFlatten, Arguments({F32({3, 4}), F32({1})})), HasSubstr("takes 1 argument"));
}

TEST(RefineTest, TheFirstOpThatStaysDynamicIsNamed) {
  EXPECT_THAT(Refined(R"(
func.func @main(%x: tensor<4xf32>, %s: tensor<1xi32>) -> tensor<?xf32> {
  %r = stablehlo.dynamic_reshape %x, %s : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
})",
                      Arguments({F32({4}), {.element = ElementType::kI32, .dims = {1}}})),
              AllOf(HasSubstr("t.mlir:3:"), HasSubstr("dynamic_reshape"), HasSubstr("tensor<?xf32>")));
}

TEST(RefineTest, AFunctionHasACopyForEachSignature) {
  const std::string text = Refined(R"(
func.func private @double(%x: tensor<?xf32>) -> tensor<?xf32> {
  %r = stablehlo.add %x, %x : tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %0 = call @double(%a) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = call @double(%b) : (tensor<?xf32>) -> tensor<?xf32>
  %2 = call @double(%0) : (tensor<?xf32>) -> tensor<?xf32>
  return %0, %1, %2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
})",
                                   Arguments({F32({2}), F32({5})}));
  EXPECT_THAT(text, AllOf(HasSubstr("@double_1(%arg0: tensor<2xf32>)"), HasSubstr("@double_2(%arg0: tensor<5xf32>)"),
                          Not(HasSubstr("@double_3"))));
}

TEST(RefineTest, StaticFunctionsOfSizesAreWorkedOut) {
  EXPECT_THAT(Refined(R"(
func.func private @half(%n: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<2> : tensor<i32>
  %r = stablehlo.divide %n, %c : tensor<i32>
  return %r : tensor<i32>
}
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %h = call @half(%n) : (tensor<i32>) -> tensor<i32>
  %s = stablehlo.reshape %h : (tensor<i32>) -> tensor<1xi32>
  %r = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
})",
                      Arguments({F32({7})})),
              HasSubstr("stablehlo.iota dim = 0 : tensor<3xf32>"));
}

TEST(RefineTest, LoopsAndBranchesAreRefinedInside) {
  EXPECT_THAT(Refined(R"(
func.func @main(%x: tensor<?xf32>, %p: tensor<i1>) -> tensor<?xf32> {
  %r = stablehlo.while(%i = %x) : tensor<?xf32>
   cond { stablehlo.return %p : tensor<i1> }
   do {
    %y = "stablehlo.if"(%p) ({
      %z = stablehlo.add %i, %i : tensor<?xf32>
      stablehlo.return %z : tensor<?xf32>
    }, { stablehlo.return %i : tensor<?xf32> }) : (tensor<i1>) -> tensor<?xf32>
    stablehlo.return %y : tensor<?xf32>
  }
  return %r : tensor<?xf32>
})",
                      Arguments({F32({6}), {.element = ElementType::kI1}})),
              AllOf(Not(HasSubstr("?")), HasSubstr("stablehlo.add %iterArg, %iterArg : tensor<6xf32>")));
}

constexpr std::string_view kAsserts = R"(
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c = stablehlo.constant dense<4> : tensor<i32>
  %p = stablehlo.compare GE, %n, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%p, %n) {api_version = 2 : i32, error_message = "expected b >= 4, got {0} {1}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return %x : tensor<?xf32>
})";

TEST(RefineTest, AssertionsThatHoldGo) {
  EXPECT_THAT(Refined(kAsserts, Arguments({F32({4})})), Not(HasSubstr("shape_assertion")));
}

TEST(RefineTest, AssertionsThatFailSayWhat) {
  EXPECT_THAT(Refined(kAsserts, Arguments({F32({3})})),
              AllOf(HasSubstr("INVALID_ARGUMENT"), HasSubstr("expected b >= 4, got 3 {1}"), HasSubstr("t.mlir:6:")));
}

TEST(RefineTest, GlobalConstantsAreNoArguments) {
  RefineOptions options = Arguments({F32({3})});
  options.platform_index = 1;
  options.dimension_variables = {{"b", 3}};
  const std::string text = Refined(R"(
func.func @main(%p: tensor<i32> {jax.global_constant = "_platform_index"}, %b: tensor<i32> {jax.global_constant = "b"}, %x: tensor<?xf32> {jax.arg = "x"}) -> tensor<?xf32> {
  %r = "stablehlo.case"(%p) ({
    %0 = stablehlo.custom_call @other_platform(%x) : (tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %0 : tensor<?xf32>
  }, {
    %s = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>
    %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
    stablehlo.return %0 : tensor<?xf32>
  }) : (tensor<i32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
})",
                                   options);
  EXPECT_THAT(text, AllOf(HasSubstr("@main(%arg0: tensor<3xf32> {jax.arg = \"x\"}) -> tensor<3xf32>"),
                          Not(HasSubstr("other_platform")), Not(HasSubstr("case"))));
}

TEST(RefineTest, ASliceOfKnownSizeAtARunTimePlace) {
  EXPECT_THAT(Refined(R"(
func.func @main(%x: tensor<?xf32>, %i: tensor<1xi32>) -> tensor<?xf32> {
  %n = stablehlo.constant dense<2> : tensor<1xi32>
  %o = stablehlo.constant dense<1> : tensor<1xi32>
  %l = stablehlo.add %i, %n : tensor<1xi32>
  %r = stablehlo.real_dynamic_slice %x, %i, %l, %o : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
})",
                      Arguments({F32({5}), {.element = ElementType::kI32, .dims = {1}}})),
              HasSubstr("dynamic_slice %arg0"));
}

TEST(RefineTest, FunctionsThatCallThemselvesAreRefused) {
  EXPECT_THAT(Refined(R"(
func.func private @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = call @f(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = call @f(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
})",
                      Arguments({F32({5})})),
              AllOf(HasSubstr("INVALID_ARGUMENT"), HasSubstr("@f calls itself")));
}

}  // namespace
}  // namespace cppjrt::stablehlo
