#include "stablehlo/op/infer_rule_test.h"

namespace cppjrt::stablehlo {
namespace {

// clang-format off
const RuleCase kChlo[] = {
    {"ok", "%a: tensor<2x3xf32>, %b: tensor<3xf32>", R"(%0 = "chlo.broadcast_add"(%a, %b)  : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>)"},
    {"chlo_error", "%a: tensor<2x3xf32>, %b: tensor<4xf32>", R"(%0 = "chlo.broadcast_add"(%a, %b)  : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2x3xf32>)"},
    {"chlo_error", "%a: tensor<2x3xf32>, %b: tensor<3xf32>", R"(%0 = "chlo.broadcast_add"(%a, %b)  : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x4xf32>)"},
    {"ok_unranked", "%a: tensor<*xf32>, %b: tensor<3xf32>", R"(%0 = "chlo.broadcast_add"(%a, %b)  : (tensor<*xf32>, tensor<3xf32>) -> tensor<*xf32>)"},
    {"ok_dims", "%a: tensor<2x3xf32>, %b: tensor<2xf32>", R"(%0 = "chlo.broadcast_add"(%a, %b) {broadcast_dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>)"},
    {"chlo_error", "%a: tensor<2x3xf32>, %b: tensor<2xi32>", R"(%0 = "chlo.broadcast_compare"(%a, %b) {comparison_direction = #chlo<comparison_direction EQ>} : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xi1>)"},
    {"ok_complex", "%a: tensor<2xf32>", R"(%0 = "chlo.broadcast_complex"(%a, %a)  : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f32>>)"},
    {"ok_select", "%p: tensor<i1>, %a: tensor<2xf32>, %b: tensor<1xf32>", R"(%0 = "chlo.broadcast_select"(%p, %a, %b)  : (tensor<i1>, tensor<2xf32>, tensor<1xf32>) -> tensor<2xf32>)"},
    {"chlo_error", "%p: tensor<i1>, %a: tensor<2xf32>, %b: tensor<1xf64>", R"(%0 = "chlo.broadcast_select"(%p, %a, %b)  : (tensor<i1>, tensor<2xf32>, tensor<1xf64>) -> tensor<2xf32>)"},
    {"chlo_error", "%a: tensor<2xf32>", R"(%0 = "chlo.constant_like"(%a) {value = 1.0 : f64} : (tensor<2xf32>) -> tensor<2xf32>)"},
    {"chlo_error", "%a: tensor<2xf32>", R"(%0 = "chlo.is_inf"(%a)  : (tensor<2xf32>) -> tensor<3xi1>)"},
    {"ok_top_k", "%a: tensor<2x5xf32>", R"(%0:2 = "chlo.top_k"(%a) {k = 3 : i64} : (tensor<2x5xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>))"},
    {"chlo_error", "%a: tensor<2x5xf32>", R"(%0:2 = "chlo.top_k"(%a) {k = 6 : i64} : (tensor<2x5xf32>) -> (tensor<2x6xf32>, tensor<2x6xi32>))"},
    {"chlo_error", "%a: tensor<f32>", R"(%0:2 = "chlo.top_k"(%a) {k = 0 : i64} : (tensor<f32>) -> (tensor<f32>, tensor<i32>))"},
    {"ok_ragged", "%a: tensor<2x11x5xf32>, %b: tensor<3x2x5x7xf32>, %g: tensor<3xi64>", R"(%0 = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>)"},
    {"chlo_error", "%a: tensor<2x11x5xf32>, %b: tensor<3x2x5x7xf32>, %g: tensor<3xi64>", R"(%0 = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1, 2], rhs_group_dimensions = [0]>} : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>)"},
    {"chlo_error", "%a: tensor<2x11x5xf32>, %b: tensor<3x2x5x7xf32>, %g: tensor<3xi64>", R"(%0 = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [3], rhs_group_dimensions = [0]>} : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>)"},
    {"chlo_error", "%a: tensor<2x11x5xf32>, %b: tensor<3x2x5x7xf32>, %g: tensor<2x3x3xi64>", R"(%0 = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<2x3x3xi64>) -> tensor<2x11x7xf32>)"},
    {"chlo_error", "%a: tensor<2x11x5xf32>, %b: tensor<3x2x5x7xf32>, %g: tensor<4x3xi64>", R"(%0 = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<4x3xi64>) -> tensor<2x11x7xf32>)"},
    {"chlo_error", "%a: tensor<2x11x5xf32>, %b: tensor<3x2x5x7xf32>, %g: tensor<3xi64>", R"(%0 = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [4]>} : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>)"},
    {"chlo_error", "%a: tensor<2x11x5xf32>, %b: tensor<3x2x5x7xf32>, %g: tensor<3xi64>", R"(%0 = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [1]>} : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>)"},
    {"chlo_error", "%a: tensor<2x11x5xf32>, %b: tensor<3x2x5x7xf32>, %g: tensor<3xi64>", R"(%0 = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0, 3]>} : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>)"},
    {"chlo_error", "%a: tensor<2x11x5xf32>, %b: tensor<3x2x5x7xf32>, %g: tensor<4xi64>", R"(%0 = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<4xi64>) -> tensor<2x11x7xf32>)"},
    {"chlo_error", "%a: tensor<2x11x5xf32>, %b: tensor<3x2x5x7xf32>, %g: tensor<3xi64>", R"(%0 = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x8xf32>)"},
    {"chlo_ragged_dot_c10", "%a: tensor<2x11x5xf32>, %b: tensor<3x2x6x7xf32>, %g: tensor<3xi64>", R"(%0 = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<2x11x5xf32>, tensor<3x2x6x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>)"},
};
// clang-format on

INSTANTIATE_TEST_SUITE_P(Chlo, RuleTest, testing::ValuesIn(kChlo), RuleName);

}  // namespace
}  // namespace cppjrt::stablehlo
