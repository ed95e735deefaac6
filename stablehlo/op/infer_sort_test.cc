#include "stablehlo/op/infer_rule_test.h"

namespace cppjrt::stablehlo {
namespace {

// clang-format off
const RuleCase kSort[] = {
    {"ok", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.sort"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %c = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
  "stablehlo.return"(%c) : (tensor<i1>) -> ()
}) {dimension = 0 : i64, is_stable = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>)"},
    {"ok_negative", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.sort"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %c = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
  "stablehlo.return"(%c) : (tensor<i1>) -> ()
}) {dimension = -2 : i64, is_stable = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>)"},
    {"sort_c1", "", R"("stablehlo.sort"() ({
  "stablehlo.return"() : () -> ()
}) {dimension = 0 : i64, is_stable = true} : () -> ())"},
    {"sort_c3", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.sort"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %c = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
  "stablehlo.return"(%c) : (tensor<i1>) -> ()
}) {dimension = 0 : i64, is_stable = true} : (tensor<2x3xf32>) -> tensor<2x4xf32>)"},
    {"sort_c2", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.sort"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %c = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
  "stablehlo.return"(%c) : (tensor<i1>) -> ()
}) {dimension = 0 : i64, is_stable = true} : (tensor<2x3xf32>) -> tensor<2x3xf64>)"},
    {"sort_c4", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.sort"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %c = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
  "stablehlo.return"(%c) : (tensor<i1>) -> ()
}) {dimension = 2 : i64, is_stable = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>)"},
    {"sort_c4", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.sort"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %c = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
  "stablehlo.return"(%c) : (tensor<i1>) -> ()
}) {dimension = -3 : i64, is_stable = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>)"},
    {"sort_c5", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.sort"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>):
  %c = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
  "stablehlo.return"(%c) : (tensor<i1>) -> ()
}) {dimension = 0 : i64, is_stable = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>)"},
    {"sort_c5", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.sort"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {dimension = 0 : i64, is_stable = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>)"},
    {"ok_map", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.map"(%a) ({
^bb0(%x: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>)"},
    {"map_c1", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.map"(%a) ({
^bb0(%x: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>) -> tensor<2x4xf32>)"},
    {"map_c2", "", R"(%0 = "stablehlo.map"() ({
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  "stablehlo.return"(%c) : (tensor<f32>) -> ()
}) {dimensions = array<i64>} : () -> tensor<f32>)"},
    {"map_c3", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.map"(%a) ({
^bb0(%x: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {dimensions = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>)"},
    {"map_c3", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.map"(%a) ({
^bb0(%x: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {dimensions = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>)"},
    {"map_c4", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.map"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>)"},
    {"map_c4", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.map"(%a) ({
^bb0(%x: tensor<f64>):
  "stablehlo.return"(%x) : (tensor<f64>) -> ()
}) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>)"},
};
// clang-format on

INSTANTIATE_TEST_SUITE_P(Sort, RuleTest, testing::ValuesIn(kSort), RuleName);

}  // namespace
}  // namespace cppjrt::stablehlo
