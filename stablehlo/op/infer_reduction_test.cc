#include "stablehlo/op/infer_rule_test.h"

namespace cppjrt::stablehlo {
namespace {

// clang-format off
const RuleCase kReduction[] = {
    {"ok", "%a: tensor<2x3xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.reduce"(%a, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>)"},
    {"ok_wider", "%a: tensor<2x3xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.reduce"(%a, %i) ({
^bb0(%x: tensor<f64>, %y: tensor<f64>):
  "stablehlo.return"(%x) : (tensor<f64>) -> ()
}) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf64>)"},
    {"reduce_c1", "%a: tensor<2xf32>, %b: tensor<3xf32>, %i: tensor<f32>", R"(%0:2 = "stablehlo.reduce"(%a, %b, %i, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
  "stablehlo.return"(%x, %y) : (tensor<f32>, tensor<f32>) -> ()
}) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<3xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>))"},
    {"reduce_c3", "", R"("stablehlo.reduce"() ({
  "stablehlo.return"() : () -> ()
}) {dimensions = array<i64: 0>} : () -> ())"},
    {"reduce_c4", "%a: tensor<2x3xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.reduce"(%a, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {dimensions = array<i64: 2>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>)"},
    {"reduce_c5", "%a: tensor<2x3xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.reduce"(%a, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {dimensions = array<i64: 1, 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>)"},
    {"reduce_c6", "%a: tensor<2x3xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.reduce"(%a, %i) ({
^bb0(%x: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>)"},
    {"reduce_c6", "%a: tensor<2x3xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.reduce"(%a, %i) ({
^bb0(%x: tensor<i32>, %y: tensor<i32>):
  "stablehlo.return"(%x) : (tensor<i32>) -> ()
}) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xi32>)"},
    {"reduce_c6", "%a: tensor<2x3xf32>, %i: tensor<i32>", R"(%0 = "stablehlo.reduce"(%a, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<i32>) -> tensor<2xf32>)"},
    {"reduce_c7", "%a: tensor<2x3xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.reduce"(%a, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>)"},
    {"reduce_c7", "%a: tensor<2x3xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.reduce"(%a, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf64>)"},
    {"ok_window", "%a: tensor<4x4xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.reduce_window"(%a, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {window_dimensions = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>)"},
    {"ok_padded", "%a: tensor<4x4xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.reduce_window"(%a, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {window_dimensions = array<i64: 2, 2>, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>)"},
    {"reduce_window_c2", "%a: tensor<2xf32>, %b: tensor<3xf32>, %i: tensor<f32>", R"(%0:2 = "stablehlo.reduce_window"(%a, %b, %i, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
  "stablehlo.return"(%x, %y) : (tensor<f32>, tensor<f32>) -> ()
}) {window_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<3xf32>, tensor<f32>, tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>))"},
    {"reduce_window_c4", "%a: tensor<4x4xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.reduce_window"(%a, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {window_dimensions = array<i64: 2>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>)"},
    {"reduce_window_c5", "%a: tensor<4x4xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.reduce_window"(%a, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {window_dimensions = array<i64: 0, 2>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>)"},
    {"reduce_window_c6", "%a: tensor<4x4xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.reduce_window"(%a, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>)"},
    {"reduce_window_c7", "%a: tensor<4x4xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.reduce_window"(%a, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 0, 1>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>)"},
    {"reduce_window_c8", "%a: tensor<4x4xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.reduce_window"(%a, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {window_dimensions = array<i64: 2, 2>, base_dilations = array<i64: 1>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>)"},
    {"reduce_window_c9", "%a: tensor<4x4xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.reduce_window"(%a, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {window_dimensions = array<i64: 2, 2>, base_dilations = array<i64: 0, 1>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>)"},
    {"reduce_window_c10", "%a: tensor<4x4xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.reduce_window"(%a, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {window_dimensions = array<i64: 2, 2>, window_dilations = array<i64: 1>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>)"},
    {"reduce_window_c11", "%a: tensor<4x4xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.reduce_window"(%a, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {window_dimensions = array<i64: 2, 2>, window_dilations = array<i64: 0, 1>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>)"},
    {"reduce_window_c12", "%a: tensor<4x4xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.reduce_window"(%a, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {window_dimensions = array<i64: 2, 2>, padding = dense<0> : tensor<3x2xi64>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>)"},
    {"reduce_window_c13", "%a: tensor<4x4xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.reduce_window"(%a, %i) ({
^bb0(%x: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {window_dimensions = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>)"},
    {"reduce_window_c15", "%a: tensor<4x4xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.reduce_window"(%a, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {window_dimensions = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x3xf32>)"},
    {"reduce_window_c15", "%a: tensor<4x4xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.reduce_window"(%a, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {window_dimensions = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf64>)"},
    {"ok_select", "%a: tensor<4x4xf32>, %s: tensor<2x2xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.select_and_scatter"(%a, %s, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %c = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction GE>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
  "stablehlo.return"(%c) : (tensor<i1>) -> ()
}, {
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>)"},
    {"select_and_scatter_c2", "%a: tensor<4x4xf32>, %s: tensor<2x3xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.select_and_scatter"(%a, %s, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %c = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction GE>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
  "stablehlo.return"(%c) : (tensor<i1>) -> ()
}, {
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x4xf32>)"},
    {"select_and_scatter_c4", "%a: tensor<4x4xf32>, %s: tensor<2x2xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.select_and_scatter"(%a, %s, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %c = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction GE>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
  "stablehlo.return"(%c) : (tensor<i1>) -> ()
}, {
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {window_dimensions = array<i64: 2>, window_strides = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>)"},
    {"select_and_scatter_c5", "%a: tensor<4x4xf32>, %s: tensor<2x2xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.select_and_scatter"(%a, %s, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %c = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction GE>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
  "stablehlo.return"(%c) : (tensor<i1>) -> ()
}, {
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {window_dimensions = array<i64: 0, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>)"},
    {"select_and_scatter_c6", "%a: tensor<4x4xf32>, %s: tensor<2x2xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.select_and_scatter"(%a, %s, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %c = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction GE>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
  "stablehlo.return"(%c) : (tensor<i1>) -> ()
}, {
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>)"},
    {"select_and_scatter_c7", "%a: tensor<4x4xf32>, %s: tensor<2x2xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.select_and_scatter"(%a, %s, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %c = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction GE>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
  "stablehlo.return"(%c) : (tensor<i1>) -> ()
}, {
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 0, 2>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>)"},
    {"select_and_scatter_c8", "%a: tensor<4x4xf32>, %s: tensor<2x2xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.select_and_scatter"(%a, %s, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %c = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction GE>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
  "stablehlo.return"(%c) : (tensor<i1>) -> ()
}, {
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<3x2xi64>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>)"},
    {"select_and_scatter_c9", "%a: tensor<4x4xf32>, %s: tensor<2x2xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.select_and_scatter"(%a, %s, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %c = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  "stablehlo.return"(%c) : (tensor<f32>) -> ()
}, {
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>)"},
    {"select_and_scatter_c10", "%a: tensor<4x4xf32>, %s: tensor<2x2xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.select_and_scatter"(%a, %s, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %c = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction GE>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
  "stablehlo.return"(%c) : (tensor<i1>) -> ()
}, {
^bb0(%x: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>)"},
    {"select_and_scatter_c10", "%a: tensor<4x4xf32>, %s: tensor<2x2xf32>, %i: tensor<i32>", R"(%0 = "stablehlo.select_and_scatter"(%a, %s, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %c = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction GE>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
  "stablehlo.return"(%c) : (tensor<i1>) -> ()
}, {
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<i32>) -> tensor<4x4xf32>)"},
    {"select_and_scatter_c11", "%a: tensor<4x4xf32>, %s: tensor<2x2xf32>, %i: tensor<f32>", R"(%0 = "stablehlo.select_and_scatter"(%a, %s, %i) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  %c = "stablehlo.compare"(%x, %y) {comparison_direction = #stablehlo<comparison_direction GE>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
  "stablehlo.return"(%c) : (tensor<i1>) -> ()
}, {
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x5xf32>)"},
};
// clang-format on

INSTANTIATE_TEST_SUITE_P(Reduction, RuleTest, testing::ValuesIn(kReduction), RuleName);

}  // namespace
}  // namespace cppjrt::stablehlo
