#include "conform/semantics/self_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "conform/engine/engine.h"
#include "conform/semantics/batch.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/parse.h"
#include "stablehlo/text/printer.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::conform {
namespace {

using stablehlo::Module;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

StatusOr<SelfCheck> Made(std::string text, const SelfCheckOptions& options = {}) {
  CPPJRT_ASSIGN_OR_RETURN(Module module, stablehlo::Parse(std::move(text), "test.mlir"));
  stablehlo::DiagnosticSink sink(&module.source());
  CPPJRT_ASSIGN_OR_RETURN(stablehlo::VerifiedModule verified, Verify(std::move(module), sink));
  return MakeSelfCheck(std::move(verified).Release(), options);
}

constexpr const char* kWithFunctions = R"(
  module @jit_f attributes {mhlo.num_partitions = 1 : i32} {
    func.func public @main() -> (tensor<2xf32> {jax.result_info = ""}) {
      %0 = call @inputs() : () -> tensor<2xf32>
      %1 = call @expected() : () -> tensor<2xf32>
      %2 = call @twice(%0) : (tensor<2xf32>) -> tensor<2xf32>
      stablehlo.custom_call @check.expect_close(%2, %1) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
      return %2 : tensor<2xf32>
    }
    func.func private @inputs() -> tensor<2xf32> {
      %c = stablehlo.constant dense<1.5> : tensor<f32>
      %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    func.func private @expected() -> tensor<2xf32> {
      %c = stablehlo.constant dense<3.0> : tensor<2xf32>
      return %c : tensor<2xf32>
    }
    func.func private @twice(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = stablehlo.add %x, %x : tensor<2xf32>
      return %0 : tensor<2xf32>
    }
  })";

TEST(SelfCheckTest, WhatFunctionsWithoutArgumentsGiveBecomesParameters) {
  StatusOr<SelfCheck> test = Made(kWithFunctions);
  ASSERT_TRUE(test.ok()) << test.status().ToString();
  ASSERT_EQ(test->arguments.size(), 1u);
  EXPECT_EQ(test->arguments[0].data<float>()[1], 1.5f);
  ASSERT_EQ(test->checks.size(), 1u);
  EXPECT_TRUE(test->checks[0].expected.has_value());
  EXPECT_EQ(test->checks[0].rule.check.max_ulp, 3u);
  const std::string text = stablehlo::Print(test->module);
  EXPECT_THAT(text, HasSubstr("@main(%arg0: tensor<2xf32>) -> tensor<2xf32>"));
  EXPECT_THAT(text, Not(HasSubstr("@inputs")));
  EXPECT_THAT(text, Not(HasSubstr("check.")));
  EXPECT_THAT(test->uses, ElementsAre(OpUse{stablehlo::Opcode::kAdd, stablehlo::ElementType::kF32}));
}

TEST(SelfCheckTest, ConstantsBecomeParametersUnlessTheySayShapes) {
  const char* program = R"(func.func @reshapes() {
    %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %s = stablehlo.constant dense<[2, 1]> : tensor<2xi32>
    %r = stablehlo.dynamic_reshape %x, %s : (tensor<2xi32>, tensor<2xi32>) -> tensor<2x1xi32>
    check.expect_eq_const %r, dense<[[1], [2]]> : tensor<2x1xi32>
    func.return
  })";
  StatusOr<SelfCheck> test = Made(program);
  ASSERT_TRUE(test.ok()) << test.status().ToString();
  EXPECT_EQ(test->arguments.size(), 1u);
  EXPECT_THAT(stablehlo::Print(test->module), HasSubstr("dense<[2, 1]>"));
  StatusOr<SelfCheck> kept = Made(program, {.keep_constants = true});
  ASSERT_TRUE(kept.ok());
  EXPECT_TRUE(kept->arguments.empty());
}

TEST(SelfCheckTest, AnExpectationThatIsComputedIsAResult) {
  StatusOr<SelfCheck> test = Made(R"(func.func @main() {
    %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %a = stablehlo.add %x, %x : tensor<2xi32>
    %b = stablehlo.multiply %x, %x : tensor<2xi32>
    %t = stablehlo.custom_call @check.eq(%a, %b) : (tensor<2xi32>, tensor<2xi32>) -> tensor<i1>
    func.return
  })");
  ASSERT_TRUE(test.ok()) << test.status().ToString();
  ASSERT_EQ(test->checks.size(), 1u);
  EXPECT_EQ(test->checks[0].actual, 0u);  // %b: check.eq has what is expected first
  EXPECT_EQ(test->checks[0].expected_result, 1u);
  EXPECT_EQ(test->checks[0].rule.check.kind, stablehlo::CheckKind::kEqual);
}

TEST(SelfCheckTest, SaysWhatItCannotTake) {
  EXPECT_EQ(Made("func.func @main(%x: tensor<f32>) { func.return }").status().code(), StatusCode::kUnimplemented);
  EXPECT_EQ(Made("func.func @main() { func.return }").status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(Made(R"(func.func @main() {
    %x = stablehlo.constant dense<1.0> : tensor<f32>
    interpreter.print %x : tensor<f32>
    func.return
  })")
                .status()
                .code(),
            StatusCode::kUnimplemented);
}

TEST(BatchTest, MergedProgramsGiveTheResultsOfEach) {
  StatusOr<SelfCheck> first = Made(kWithFunctions);
  StatusOr<SelfCheck> second = Made(kWithFunctions);
  ASSERT_TRUE(first.ok() && second.ok());
  Module* const modules[] = {&first->module, &second->module};
  StatusOr<Module> whole = Merge(modules);
  ASSERT_TRUE(whole.ok()) << whole.status().ToString();
  Request request = {stablehlo::Print(*whole), first->arguments};
  request.arguments.push_back(second->arguments[0]);
  const Answer answer = EvaluatorEngine()->Run(request);
  ASSERT_EQ(answer.end, End::kOk) << answer.status.ToString();
  ASSERT_EQ(answer.results.size(), 2u);
  EXPECT_EQ(answer.results[1].data<float>()[0], 3.0f);
}

}  // namespace
}  // namespace cppjrt::conform
