// Programs with sdy in them, and what the verifier says of each.
#include "stablehlo/sdy/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "stablehlo/text/parser.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::stablehlo::sdy {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kMeshes = R"(
sdy.mesh @mesh = <["a"=2, "b"=4, "c"=8]>
sdy.mesh @other = <["x"=2]>
sdy.mesh @same = <["a"=2, "b"=4, "c"=8]>
sdy.mesh @one = <[], device_ids=[3]>
)";

// The errors of a program with the meshes above; empty if there are none.
std::string Problems(std::string_view program) {
  StatusOr<Module> module = ParseText(std::string(kMeshes).append(program), "t.mlir");
  if (!module.ok()) return std::string(module.status().message());
  DiagnosticSink sink(&module->source());
  static_cast<void>(CheckModule(*module, sink));
  return sink.Render();
}

// A function with an argument %x of 16x16 that is sharded so, or not if that is empty.
std::string Body(std::string_view sharding, std::string_view body) {
  std::string text = "func.func @main(%x: tensor<16x16xf32>";
  if (!sharding.empty()) text += " {sdy.sharding = #sdy.sharding<" + std::string(sharding) + ">}";
  return text + ") {\n  " + std::string(body) + "\n  return\n}\n";
}

struct Case {
  const char* sharding;
  const char* body;
  const char* problem;  // empty: none
};

class ProgramTest : public testing::TestWithParam<Case> {};

TEST_P(ProgramTest, IsRefusedAtItsLineOrAccepted) {
  const auto& [sharding, body, problem] = GetParam();
  const std::string problems = Problems(Body(sharding, body));
  if (*problem == 0) {
    EXPECT_EQ(problems, "");
  } else {
    EXPECT_THAT(problems, HasSubstr(problem));
    EXPECT_THAT(problems, HasSubstr("t.mlir:"));
  }
}

constexpr Case kShardings[] = {
    {R"(@mesh, [{"a"}, {"b", ?}p1], replicated={"c":(1)2})", "", ""},
    {R"(@nowhere, [{}, {}])", "", "unknown mesh: @nowhere"},
    {R"(@mesh, [{"a"}])", "", "sharding doesn't match tensor rank: 1 != 2"},
    {R"(@mesh, [{"a"}, {"a"}])", "", "duplicate axis ref: \"a\""},
    {R"(@mesh, [{"z"}, {}])", "", "unknown axis name: \"z\""},
    {R"(@mesh, [{}, {}], replicated={"c", "b"})", "", "replicated axes are not ordered"},
    {R"(@mesh, [{}, {}], unreduced={"c", "b"})", "", "unreduced axes are not ordered"},
    {R"(@mesh, [{}p0, {}])", "", "empty and closed but has a priority"},
    {R"(@mesh, [{"c":(1)2}, {"c"}])", "", "both sub-axis and full-axis"},
    {R"(@mesh, [{"c":(1)2, "c":(2)2}, {}])", "", "two consecutive sub-axes can be merged"},
    {R"(@mesh, [{"c":(1)4}, {"c":(2)4}])", "", "overlapping sub-axes"},
    {R"(@mesh, [{"c":(1)3}, {}])", "", "doesn't divide"},
    {R"(@mesh, [{"c":(0)2}, {}])", "", "pre-size must be at least 1"},
    {R"(@mesh, [{"c":(2)1}, {}])", "", "greater than 1"},
    {R"(@mesh, [{"c":(1)8}, {}])", "", "equal to the full axis size"},
    {R"(@one, [])", "", ""},
    {R"(@one, [{}, {}])", "", "a maximal sharding can only have rank 0"},
};
INSTANTIATE_TEST_SUITE_P(Shardings, ProgramTest, testing::ValuesIn(kShardings));

constexpr Case kOps[] = {
    {"", R"(%0 = sdy.sharding_constraint %x <@mesh, [{"a"}, {?}]> : tensor<16x16xf32>)", ""},
    {"", R"(%0 = sdy.sharding_constraint %x <@mesh, [{"a"}]> : tensor<16x16xf32>)", "rank: 1 != 2"},
    {"", R"(%0 = sdy.reshard %x <@mesh, [{"q"}, {}]> : tensor<16x16xf32>)", "unknown axis name"},
    {R"(@mesh, [{}, {}], unreduced=max{"a"})",
     R"(%0 = sdy.reshard %x <@mesh, [{}, {}], unreduced={"a"}> : tensor<16x16xf32>)",
     "changes how it is to be reduced"},
    {"", R"(%0 = "sdy.reshard"(%x) : (tensor<16x16xf32>) -> tensor<16x16xf32>)", "attribute sharding is missing"},
    {"", R"(%0 = sdy.propagation_barrier %x allowed_direction=NONE : tensor<16x16xf32>)", ""},
    {"",
     R"(%0 = "sdy.propagation_barrier"(%x) {allowed_direction = 2 : i32} : (tensor<16x16xf32>) -> tensor<16x16xf32>)",
     ""},
    {"", R"(%0 = sdy.propagation_barrier %x allowed_direction=BOTH : tensor<16x16xf32>)", "BOTH"},
    {"",
     R"(%0 = "sdy.propagation_barrier"(%x) {allowed_direction = 9 : i32} : (tensor<16x16xf32>) -> tensor<16x16xf32>)",
     "unknown direction"},
    {"", R"(%0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>} : tensor<16x16xf32>)",
     "expected #sdy.sharding_per_value"},
    {"", R"(%0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[]>} : tensor<16x16xf32>)",
     "shardings don't match number of values"},
    {"",
     R"(%0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=16, j=16}>} : tensor<16x16xf32>)",
     ""},
    {"",
     R"(%0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i])->([i, j]) {i=16, j=16}>} : tensor<16x16xf32>)",
     "mapping rank must match"},
    {"",
     R"(%0 = stablehlo.add %x, %x {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=16, j=16} reduction={i}>} : tensor<16x16xf32>)",
     "reduction factor cannot be in result mappings"},
    {"",
     R"(%0 = stablehlo.add %x, %x {sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"a" = operand-0 -> [result-0]}]}]>} : tensor<16x16xf32>)",
     "expected propagation edges to reference a sharding"},
    {"", R"(%0 = stablehlo.add %x, %x : tensor<16x16xf32>
  %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>)",
     ""},
    {"", R"(%0 = stablehlo.add %x, %x : tensor<16x16xf32>
  %1 = sdy.data_flow_edge %0 : tensor<16x16xf32>
  %2 = stablehlo.add %0, %1 : tensor<16x16xf32>)",
     "expected its operand to have this user only"},
};
INSTANTIATE_TEST_SUITE_P(Ops, ProgramTest, testing::ValuesIn(kOps));

constexpr Case kComputations[] = {
    {"",
     R"(%0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%y: tensor<8x16xf32>) {
    sdy.return %y : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>)",
     ""},
    {"",
     R"(%0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%y: tensor<5x16xf32>) {
    sdy.return %y : tensor<5x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>)",
     "the body has tensor<5x16xf32>, expected tensor<8x16xf32>"},
    {"",
     R"(%0 = sdy.manual_computation(%x) in_shardings=[] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%y: tensor<8x16xf32>) {
    sdy.return %y : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>)",
     "shardings don't match number of values"},
    {"",
     R"(%0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"b", "a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%y: tensor<8x16xf32>) {
    sdy.return %y : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>)",
     "manual axes must come before free axes"},
    {"",
     R"(%0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{}, {}]>] out_shardings=[<@other, [{}, {}]>] manual_axes={"a"} (%y: tensor<16x16xf32>) {
    sdy.return %y : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>)",
     "bound to the same mesh"},
    {"",
     R"(%0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"q"} (%y: tensor<16x16xf32>) {
    sdy.return %y : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>)",
     "unknown manual axis: \"q\""},
    {"",
     R"(%0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}, {}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%y: tensor<8x16xf32>) {
    %1 = sdy.sharding_constraint %y <@mesh, [{"a"}, {}]> : tensor<8x16xf32>
    sdy.return %1 : tensor<8x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>)",
     "already bound by a parent"},
    {"", R"(%0 = sdy.named_computation<"f">(%x) in_shardings=[<@mesh, [{"a"}, {}]>] (%y: tensor<16x16xf32>) {
    sdy.return %y : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>)",
     ""},
    {"", R"(%0 = sdy.named_computation<"f">(%x) (%y: tensor<16xf32>) {
    sdy.return %y : tensor<16xf32>
  } : (tensor<16x16xf32>) -> tensor<16xf32>)",
     "expected its operands' types"},
    {"", R"(%0 = sdy.named_computation<"f">(%x) out_shardings=[<@mesh, [{"a"}]>] (%y: tensor<16x16xf32>) {
    sdy.return %y : tensor<16x16xf32>
  } : (tensor<16x16xf32>) -> tensor<16x16xf32>)",
     "out_shardings 0: sharding doesn't match tensor rank"},
};
INSTANTIATE_TEST_SUITE_P(Computations, ProgramTest, testing::ValuesIn(kComputations));

constexpr Case kCollectives[] = {
    {R"(@mesh, [{"a", "b"}, {}])",
     R"(%0 = sdy.all_gather [{"b"}, {}] %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>)", ""},
    {R"(@mesh, [{"a", "b"}, {}])",
     R"(%0 = sdy.all_gather [{"b"}, {}] %x out_sharding=<@same, [{"a"}, {}]> : tensor<16x16xf32>)", ""},
    {R"(@mesh, [{"a", "b"}, {}])",
     R"(%0 = sdy.all_gather [{"a"}, {}] %x out_sharding=<@mesh, [{"b"}, {}]> : tensor<16x16xf32>)",
     "can't apply gathering axis"},
    {R"(@mesh, [{"c"}, {}])",
     R"(%0 = sdy.all_gather [{"c":(2)4}, {}] %x out_sharding=<@mesh, [{"c":(1)2}, {}]> : tensor<16x16xf32>)", ""},
    {R"(@mesh, [{"a", "b"}, {}])",
     R"(%0 = sdy.all_gather [{"b"}] %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>)",
     "collective axes has rank 1"},
    {"", R"(%0 = sdy.all_gather [{"b"}, {}] %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>)",
     "operand without sharding"},
    {R"(@mesh, [{"a"}, {}])",
     R"(%0 = sdy.all_gather [{}, {}] %x out_sharding=<@other, [{"x"}, {}]> : tensor<16x16xf32>)",
     "result mesh does not match"},
    {"", R"(%0 = sdy.all_slice [{"b"}, {}] %x out_sharding=<@mesh, [{"b"}, {}]> : tensor<16x16xf32>)", ""},
    {R"(@mesh, [{"c":(1)2}, {}])",
     R"(%0 = sdy.all_slice [{"c":(2)4}, {}] %x out_sharding=<@mesh, [{"c"}, {}]> : tensor<16x16xf32>)", ""},
    {R"(@mesh, [{"a"}, {}])",
     R"(%0 = sdy.all_slice [{"b"}, {}] %x out_sharding=<@mesh, [{"b"}, {}]> : tensor<16x16xf32>)",
     "doesn't match expected sharding"},
    {R"(@mesh, [{"a"}, {}])",
     R"(%0 = sdy.all_to_all [{"a"}: 0->1] %x out_sharding=<@mesh, [{}, {"a"}]> : tensor<16x16xf32>)", ""},
    {R"(@mesh, [{"a"}, {}])",
     R"(%0 = sdy.all_to_all [{"a"}: 0->2] %x out_sharding=<@mesh, [{}, {"a"}]> : tensor<16x16xf32>)",
     "target dimension 2 is out of range"},
    {R"(@mesh, [{"a"}, {}])",
     R"(%0 = sdy.all_to_all [{"a"}: 0->0] %x out_sharding=<@mesh, [{}, {"a"}]> : tensor<16x16xf32>)",
     "overlapping source/target"},
    {R"(@mesh, [{"a"}, {"b"}])",
     R"(%0 = sdy.collective_permute %x out_sharding=<@mesh, [{"c":(1)2}, {"c":(2)4}]> : tensor<16x16xf32>)", ""},
    {R"(@mesh, [{"a"}, {"b"}])",
     R"(%0 = sdy.collective_permute %x out_sharding=<@mesh, [{"b"}, {"a"}]> : tensor<16x16xf32>)",
     "sharded size of result"},
    {R"(@mesh, [{"a"}, {"b"}])",
     R"(%0 = sdy.collective_permute %x out_sharding=<@same, [{"a"}, {"b"}]> : tensor<16x16xf32>)", "same device ids"},
    {R"(@mesh, [{"a"}, {}])", R"(%0 = sdy.all_reduce {"b"} %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>)",
     ""},
    {R"(@mesh, [{"a"}, {}])", R"(%0 = sdy.all_reduce {"a"} %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>)",
     "overlaps with operand dimension"},
    {R"(@mesh, [{"a"}, {}])",
     R"(%0 = sdy.all_reduce {"c", "b"} %x out_sharding=<@mesh, [{"a"}, {}]> : tensor<16x16xf32>)", "not ordered"},
    {R"(@mesh, [{"a"}, {}])",
     R"(%0 = sdy.reduce_scatter [{"b"}, {}] %x out_sharding=<@mesh, [{"a", "b"}, {}]> : tensor<16x16xf32>)", ""},
    {R"(@mesh, [{}, {}], unreduced=max{"a"})",
     R"(%0 = sdy.all_reduce {"a"} %x out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>)", "reduced in another way"},
    {R"(@mesh, [{}, {}], unreduced=max{"a"})",
     R"(%0 = sdy.all_reduce max {"a"} %x out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>)", ""},
    {R"(@mesh, [{"a"}, {}])",
     R"(%0 = sdy.sharded_to_unreduced [{"a"}, {}] %x out_sharding=<@mesh, [{}, {}], unreduced={"a"}> : tensor<16x16xf32>)",
     ""},
    {R"(@mesh, [{"a"}, {}])",
     R"(%0 = sdy.sharded_to_unreduced [{"a"}, {}] %x out_sharding=<@mesh, [{}, {}]> : tensor<16x16xf32>)",
     "unreduced axes of out_sharding"},
    {R"(@mesh, [{"a"}, {}])",
     R"(%0 = sdy.replicated_to_unreduced {"b"} %x out_sharding=<@mesh, [{"a"}, {}], unreduced={"b"}> : tensor<16x16xf32>)",
     ""},
    {R"(@mesh, [{"a"}, {}])",
     R"(%0 = sdy.replicated_to_unreduced {"a"} %x out_sharding=<@mesh, [{"a"}, {}], unreduced={"b"}> : tensor<16x16xf32>)",
     "overlaps with operand dimension"},
};
INSTANTIATE_TEST_SUITE_P(Collectives, ProgramTest, testing::ValuesIn(kCollectives));

TEST(ShardyVerifierTest, AMeshOfTheSameAxisTwice) {
  EXPECT_THAT(Problems("sdy.mesh @bad = <[\"a\"=2, \"a\"=2]>"),
              HasSubstr("t.mlir:6:1: error: sdy.mesh: attribute mesh"));
}

TEST(ShardyVerifierTest, ShardingsOfResults) {
  EXPECT_THAT(
      Problems("func.func private @f() -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"a\"}, {}]>})"),
      HasSubstr("func.func: result 0: sdy.sharding: sharding doesn't match tensor rank: 2 != 1"));
}

}  // namespace
}  // namespace cppjrt::stablehlo::sdy
