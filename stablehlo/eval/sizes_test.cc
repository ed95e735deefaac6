#include "stablehlo/eval/sizes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "stablehlo/eval/dims.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/parse.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::stablehlo {
namespace {

using testing::HasSubstr;

Status Check(const std::string& body) {
  StatusOr<Module> module = Parse("func.func @main(%x: tensor<f32>) {\n" + body + "\nreturn\n}\n", "model.mlir");
  EXPECT_TRUE(module.ok()) << module.status().ToString();
  return module.ok() ? CheckSizes(*module) : module.status();
}

std::string Broadcast(const std::string& type) {
  return "%0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> " + type;
}

TEST(SizesTest, TheLargestArrayIsOf47Bits) {
  EXPECT_TRUE(Check(Broadcast("tensor<35184372088832xf32>")).ok());  // 2^45 elements
  EXPECT_TRUE(Check(Broadcast("tensor<0x9223372036854775807xf32>")).ok());
  const Status status = Check(Broadcast("tensor<35184372088833xf32>"));
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(status.ToString(), HasSubstr("broadcast_in_dim at model.mlir:2:"));
  EXPECT_THAT(status.ToString(), HasSubstr("tensor<35184372088833xf32> takes 1.40737e+14 bytes; at most 2^47"));
}

TEST(SizesTest, ProductsThatOverflowAreTooLarge) {
  EXPECT_FALSE(Check(Broadcast("tensor<4611686018427387904xf32>")).ok());      // 2^64 bytes
  EXPECT_FALSE(Check(Broadcast("tensor<4294967296x4294967296x2xf32>")).ok());  // 2^65 elements
  EXPECT_FALSE(Check(Broadcast("tensor<9223372036854775807x9223372036854775807xf32>")).ok());
}

TEST(SizesTest, ArgumentsOfRegionsCount) {
  const std::string type = "tensor<4611686018427387904xf32>";
  StatusOr<Module> module = Parse("func.func @main(%x: " + type + ") {\n  return\n}\n", "model.mlir");
  ASSERT_TRUE(module.ok());
  EXPECT_THAT(CheckSizes(*module).ToString(), HasSubstr("its argument tensor<4611686018427387904xf32>"));
}

TEST(SizesTest, PaddingsAreLimited) {
  const auto pad = [](const std::string& low, const std::string& high) {
    return Check("%0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<4xf32>\n" +
                 ("%1 = stablehlo.pad %0, %x, low = [" + low + "], high = [" + high) +
                 "], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>");
  };
  EXPECT_TRUE(pad("140737488355328", "-140737488355328").ok());
  const Status status = pad("4611686018427387904", "-4611686018427387904");
  EXPECT_THAT(status.ToString(), HasSubstr("pad at model.mlir:3:"));
  EXPECT_THAT(status.ToString(), HasSubstr("its edge_padding_low of 4611686018427387904 is beyond 2^47 elements"));
}

TEST(SizesTest, TheEvaluatorRefusesWhatIsTooLarge) {
  StatusOr<Module> module = Parse(
      "func.func @main() -> tensor<1xf64> {\n  %0 = stablehlo.iota dim = 0 : tensor<2305843009213693952xf64>\n"
      "  %1 = stablehlo.slice %0 [0:1] : (tensor<2305843009213693952xf64>) -> tensor<1xf64>\n"
      "  return %1 : tensor<1xf64>\n}\n",
      "model.mlir");
  ASSERT_TRUE(module.ok());
  DiagnosticSink sink;
  StatusOr<VerifiedModule> verified = Verify(std::move(*module), sink);
  ASSERT_TRUE(verified.ok());
  EXPECT_THAT(Program::Prepare(std::move(*verified), {}).status().ToString(), HasSubstr("iota at model.mlir:2:"));
}

TEST(DimsTest, WhatIsMovedFromIsEmpty) {
  Dims few = {1, 2, 3};
  Dims many = {1, 2, 3, 4, 5, 6, 7, 8};
  const Dims taken_few = std::move(few);
  Dims taken_many;
  taken_many = std::move(many);
  EXPECT_EQ(taken_few, (Dims{1, 2, 3}));
  EXPECT_EQ(taken_many, (Dims{1, 2, 3, 4, 5, 6, 7, 8}));
  for (Dims* moved : {&few, &many}) {
    EXPECT_TRUE(moved->empty());  // NOLINT(bugprone-use-after-move): what this test is about
    moved->push_back(9);
    EXPECT_EQ(*moved, Dims{9});
  }
}

TEST(DimsTest, ProductsSaturate) {
  EXPECT_EQ(NumElements(Dims{INT64_MAX, 2}), INT64_MAX);
  EXPECT_EQ(NumElements(Dims{INT64_MAX, 2, 0}), 0);
  EXPECT_EQ(SaturatingAdd(INT64_MAX, 1), INT64_MAX);
}

}  // namespace
}  // namespace cppjrt::stablehlo
