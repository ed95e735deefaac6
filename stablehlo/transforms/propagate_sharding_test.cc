#include "stablehlo/transforms/propagate_sharding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "stablehlo/text/parser.h"
#include "stablehlo/transforms/pipeline.h"

namespace cppjrt::stablehlo {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kArgument = "#sdy.sharding<@mesh, [{\"x\"}, {\"y\"}]>";

// Of a function @main with an argument %a: tensor<8x4xf32> shared along "x" and "y", and %b like it, of which nothing is said.
std::vector<std::string> Results(const std::string& body, const std::string& types, const std::string& functions = "",
                                 std::span<const std::string> results = {}) {
  StatusOr<Module> module =
      ParseText("sdy.mesh @mesh = <[\"x\"=2, \"y\"=2, \"z\"=2]>\n" + functions +
                    "func.func @main(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>) -> (" + types + ") {\n" + body + "}\n",
                "t.mlir");
  if (!module.ok()) return {std::string(module.status().message())};
  const std::string arguments[] = {std::string(kArgument), ""};
  return PropagateShardings(*module, {.num_partitions = 8, .arguments = arguments, .results = results});
}

TEST(PropagateShardingsTest, ElementwiseOpsAndTransposes) {
  EXPECT_THAT(Results(R"(
  %0 = stablehlo.sine %b : tensor<8x4xf32>
  %1 = stablehlo.add %0, %a : tensor<8x4xf32>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return %a, %0, %1, %2 : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<4x8xf32>
)",
                      "tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<4x8xf32>"),
              ElementsAre("#sdy.sharding<@mesh, [{\"x\"}, {\"y\"}]>", "#sdy.sharding<@mesh, [{\"x\"}, {\"y\"}]>",
                          "#sdy.sharding<@mesh, [{\"x\"}, {\"y\"}]>", "#sdy.sharding<@mesh, [{\"y\"}, {\"x\"}]>"));
}

TEST(PropagateShardingsTest, AnAxisIsUsedOnce) {
  EXPECT_THAT(Results(R"(
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.dot_general %b, %a, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<4x4xf32>
)",
                      "tensor<8x8xf32>, tensor<4x4xf32>"),
              ElementsAre("#sdy.sharding<@mesh, [{\"x\"}, {}]>", "#sdy.sharding<@mesh, [{}, {\"y\"}]>"));
}

TEST(PropagateShardingsTest, ReshapesKeepTheSlowestDimension) {
  EXPECT_THAT(Results(R"(
  %0 = stablehlo.reshape %a : (tensor<8x4xf32>) -> tensor<32xf32>
  %1 = stablehlo.reshape %a : (tensor<8x4xf32>) -> tensor<1x2x4x4x1xf32>
  %2 = stablehlo.reshape %a : (tensor<8x4xf32>) -> tensor<2x16xf32>
  return %0, %1, %2 : tensor<32xf32>, tensor<1x2x4x4x1xf32>, tensor<2x16xf32>
)",
                      "tensor<32xf32>, tensor<1x2x4x4x1xf32>, tensor<2x16xf32>"),
              ElementsAre("#sdy.sharding<@mesh, [{\"x\"}]>", "#sdy.sharding<@mesh, [{}, {\"x\"}, {}, {\"y\"}, {}]>",
                          "#sdy.sharding<@mesh, [{\"x\"}, {}]>"));
}

TEST(PropagateShardingsTest, ConstraintsAreFollowedAndOpenDimensionsFilled) {
  EXPECT_THAT(Results(R"(
  %0 = sdy.sharding_constraint %a <@mesh, [{"z"}, {}]> : tensor<8x4xf32>
  %1 = sdy.sharding_constraint %a <@mesh, [{}, {?}]> : tensor<8x4xf32>
  return %0, %1 : tensor<8x4xf32>, tensor<8x4xf32>
)",
                      "tensor<8x4xf32>, tensor<8x4xf32>"),
              ElementsAre("#sdy.sharding<@mesh, [{\"z\"}, {}]>", "#sdy.sharding<@mesh, [{}, {\"y\"}]>"));
}

TEST(PropagateShardingsTest, CallsAreFollowedEachTimeAnew) {
  EXPECT_THAT(Results(R"(
  %0 = call @f(%a) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = call @f(%b) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0, %1 : tensor<8x4xf32>, tensor<8x4xf32>
)",
                      "tensor<8x4xf32>, tensor<8x4xf32>", R"(
func.func private @f(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.sine %x : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
)"),
              ElementsAre("#sdy.sharding<@mesh, [{\"x\"}, {\"y\"}]>", ""));
}

TEST(PropagateShardingsTest, ManualComputationsSayAndTheirBodiesAdd) {
  EXPECT_THAT(Results(R"(
  %0 = sdy.manual_computation(%b) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {?}]>] manual_axes={"x"} (%c: tensor<4x4xf32>) {
    %1 = sdy.sharding_constraint %c <@mesh, [{?}, {"z"}]> : tensor<4x4xf32>
    sdy.return %1 : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
)",
                      "tensor<8x4xf32>"),
              ElementsAre("#sdy.sharding<@mesh, [{\"x\"}, {\"z\"}]>"));
}

// The sharding of the last result flows back to all values that it is made of.
TEST(PropagateShardingsTest, ResultsFlowBack) {
  const std::string results[] = {"", "", "#sdy.sharding<@mesh, [{\"z\"}, {}]>"};
  EXPECT_THAT(Results(R"(
  %0 = stablehlo.iota dim = 0 : tensor<4x8xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %2 = stablehlo.add %1, %b : tensor<8x4xf32>
  return %0, %b, %2 : tensor<4x8xf32>, tensor<8x4xf32>, tensor<8x4xf32>
)",
                      "tensor<4x8xf32>, tensor<8x4xf32>, tensor<8x4xf32>", "", results),
              ElementsAre("#sdy.sharding<@mesh, [{}, {\"z\"}]>", "#sdy.sharding<@mesh, [{\"z\"}, {}]>",
                          "#sdy.sharding<@mesh, [{\"z\"}, {}]>"));
}

constexpr std::string_view kLoop = R"(
  %n = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %n, %x = %b) : tensor<i32>, tensor<8x4xf32> cond {
    %t = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %1 = sdy.sharding_constraint %x <@mesh, [{"y"}, {"x"}]> : tensor<8x4xf32>
    stablehlo.return %i, %1 : tensor<i32>, tensor<8x4xf32>
  }
  %2 = "stablehlo.case"(%n) ({ stablehlo.return %0#1 : tensor<8x4xf32> }, {
    %3 = stablehlo.iota dim = 0 : tensor<8x4xf32>
    stablehlo.return %3 : tensor<8x4xf32>
  }) : (tensor<i32>) -> tensor<8x4xf32>
  return %b, %2 : tensor<8x4xf32>, tensor<8x4xf32>
)";

TEST(PropagateShardingsTest, ThroughLoopsAndBranches) {
  const std::string wanted = "#sdy.sharding<@mesh, [{\"y\"}, {\"x\"}]>";
  EXPECT_THAT(Results(std::string(kLoop), "tensor<8x4xf32>, tensor<8x4xf32>"), ElementsAre(wanted, wanted));
}

TEST(PropagateShardingsTest, MembersOfAGroupAreAlike) {
  EXPECT_THAT(Results(R"(
  %0 = stablehlo.iota dim = 0 : tensor<8x4xf32>
  sdy.sharding_group %a group_id=3 : tensor<8x4xf32>
  sdy.sharding_group %0 group_id=3 : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
)",
                      "tensor<8x4xf32>"),
              ElementsAre("#sdy.sharding<@mesh, [{\"x\"}, {\"y\"}]>"));
}

// What is said to be closed takes nothing, and an axis that a dimension has goes to no other.
TEST(PropagateShardingsTest, ClosedDimensionsStayAsTheyAre) {
  EXPECT_THAT(Results(R"(
  %0 = sdy.sharding_constraint %b <@mesh, [{}, {"x", ?}]> : tensor<8x4xf32>
  %1 = stablehlo.add %0, %a : tensor<8x4xf32>
  return %0, %1 : tensor<8x4xf32>, tensor<8x4xf32>
)",
                      "tensor<8x4xf32>, tensor<8x4xf32>"),
              ElementsAre("#sdy.sharding<@mesh, [{}, {\"x\"}]>", "#sdy.sharding<@mesh, [{\"x\"}, {\"y\"}]>"));
}

// What an axis does not divide stays whole. Another mesh of all devices is said in the axes of the program's.
TEST(PropagateShardingsTest, PartsOfAxesAndExtentsThatDoNotDivide) {
  EXPECT_THAT(Results(R"(
  %0 = stablehlo.slice %a [0:8, 0:3] : (tensor<8x4xf32>) -> tensor<8x3xf32>
  %1 = sdy.sharding_constraint %b <mesh<["q"=8]>, [{"q":(1)4}, {"q":(4)2}]> : tensor<8x4xf32>
  return %0, %1 : tensor<8x3xf32>, tensor<8x4xf32>
)",
                      "tensor<8x3xf32>, tensor<8x4xf32>"),
              ElementsAre("#sdy.sharding<@mesh, [{\"x\"}, {}]>", "#sdy.sharding<@mesh, [{\"x\", \"y\"}, {\"z\"}]>"));
}

TEST(PropagateShardingsTest, FunctionsThatCallEachOtherManyTimesAreGivenUp) {
  std::string functions =
      "func.func private @f0(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {\n  return %x : tensor<8x4xf32>\n}\n";
  for (int i = 1; i <= 40; ++i) {
    const std::string callee = "call @f" + std::to_string(i - 1) + "(";
    functions += "func.func private @f" + std::to_string(i) +
                 "(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {\n  %0 = " + callee +
                 "%x) : (tensor<8x4xf32>) -> tensor<8x4xf32>\n  %1 = " + callee +
                 "%0) : (tensor<8x4xf32>) -> tensor<8x4xf32>\n  return %1 : tensor<8x4xf32>\n}\n";
  }
  EXPECT_THAT(Results("  %0 = call @f40(%a) : (tensor<8x4xf32>) -> tensor<8x4xf32>\n  return %0 : tensor<8x4xf32>\n",
                      "tensor<8x4xf32>", functions),
              IsEmpty());
}

}  // namespace
}  // namespace cppjrt::stablehlo
