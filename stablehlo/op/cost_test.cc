#include "stablehlo/op/cost.h"

#include <gtest/gtest.h>

#include <string>

#include "stablehlo/op/trip_count.h"
#include "stablehlo/parse.h"

namespace cppjrt::stablehlo {
namespace {

// The cost of one call of @main.
Cost CostOf(const std::string& program) {
  const StatusOr<Module> module = Parse(program);
  if (!module.ok()) ADD_FAILURE() << module.status().message();
  return module.ok() ? CostAnalysis(*module).program() : Cost();
}

TEST(Cost, MatrixProduct) {
  const Cost cost = CostOf(R"(func.func @main(%a: tensor<5x2x3xf32>, %b: tensor<5x3x4xf32>) -> tensor<5x2x4xf32> {
    %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1]
        : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
    return %0 : tensor<5x2x4xf32>
  })");
  EXPECT_EQ(cost.flops, 2 * 5 * 2 * 3 * 4);
  EXPECT_EQ(cost.bytes_accessed, 4 * (30 + 60 + 40));
  EXPECT_EQ(cost.unknown, 0);
}

TEST(Cost, Convolution) {
  const Cost cost =
      CostOf(R"(func.func @main(%a: tensor<1x8x8x3xf32>, %b: tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32> {
    %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
        {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
        : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
    return %0 : tensor<1x6x6x16xf32>
  })");
  EXPECT_EQ(cost.flops, 2.0 * 6 * 6 * 16 * 3 * 3 * 3);
}

TEST(Cost, TranscendentalsCountApart) {
  const Cost cost = CostOf(R"(func.func @main(%a: tensor<10xf32>) -> tensor<10xf32> {
    %0 = stablehlo.exponential %a : tensor<10xf32>
    %1 = stablehlo.add %0, %a : tensor<10xf32>
    return %1 : tensor<10xf32>
  })");
  EXPECT_EQ(cost.flops, 10);
  EXPECT_EQ(cost.transcendentals, 10);
}

TEST(Cost, ReductionRunsItsBodyForEachElement) {
  const Cost cost = CostOf(R"(func.func @main(%a: tensor<3x7xf32>, %z: tensor<f32>) -> tensor<3xf32> {
    %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1]
        : (tensor<3x7xf32>, tensor<f32>) -> tensor<3xf32>
    return %0 : tensor<3xf32>
  })");
  EXPECT_EQ(cost.flops, 21);
  EXPECT_EQ(cost.bytes_accessed, 4 * (21 + 1 + 3));
}

std::string Loop(const std::string& bound) {
  return R"(func.func @main(%a: tensor<4xf32>, %n: tensor<i32>) -> tensor<4xf32> {
    %zero = stablehlo.constant dense<2> : tensor<i32>
    %ten = stablehlo.constant dense<12> : tensor<i32>
    %step = stablehlo.constant dense<3> : tensor<i32>
    %0:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<4xf32>
    cond {
      %c = stablehlo.compare LT, %i, )" +
         bound + R"( : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %next = stablehlo.add %i, %step : tensor<i32>
      %y = func.call @body(%x) : (tensor<4xf32>) -> tensor<4xf32>
      stablehlo.return %next, %y : tensor<i32>, tensor<4xf32>
    }
    return %0#1 : tensor<4xf32>
  }
  func.func private @body(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.tanh %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  })";
}

TEST(Cost, LoopsRunAsOftenAsTheyCount) {
  const Cost cost = CostOf(Loop("%ten"));  // 2, 5, 8, 11
  EXPECT_EQ(cost.transcendentals, 4 * 4);
  EXPECT_EQ(cost.flops, 4 + 5);  // additions, comparisons
  EXPECT_EQ(cost.unknown, 0);
}

TEST(Cost, LoopsOfUnknownLengthCountOnce) {
  const Cost cost = CostOf(Loop("%n"));
  EXPECT_EQ(cost.transcendentals, 4);
  EXPECT_EQ(cost.unknown, 1);
}

TEST(Cost, UnknownSizesAreSaid) {
  const Cost cost = CostOf(R"(func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
    %0 = stablehlo.abs %a : tensor<?xf32>
    return %0 : tensor<?xf32>
  })");
  EXPECT_EQ(cost.flops, 0);
  EXPECT_GT(cost.unknown, 0);
}

// Functions that call each other must not hang; deep tuples must not take time 2^depth.
TEST(Cost, CirclesAndDoublingTypesEnd) {
  const Cost circle = CostOf(R"(func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = call @main(%a) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = stablehlo.abs %0 : tensor<4xf32>
    return %1 : tensor<4xf32>
  })");
  EXPECT_EQ(circle.flops, 4);
  std::string aliases = "!t0 = tuple<tensor<f32>, tensor<f32>>\n";
  for (int i = 1; i < 60; ++i) {
    const std::string inner = "!t" + std::to_string(i - 1);
    aliases += "!t" + std::to_string(i) + " = tuple<" + inner + ", " + inner + ">\n";
  }
  const StatusOr<Module> module = Parse(aliases + "func.func @main(%a: !t59) { return }");
  ASSERT_TRUE(module.ok()) << module.status().message();
  const CostAnalysis costs(*module);
  const ValueId argument = module->block(module->entry_block(costs.entry())).args[0];
  EXPECT_EQ(costs.bytes(module->type(argument)), 4 * 1152921504606846976.0);
}

}  // namespace
}  // namespace cppjrt::stablehlo
