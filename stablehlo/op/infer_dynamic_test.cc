#include "stablehlo/op/infer_rule_test.h"

namespace cppjrt::stablehlo {
namespace {

// clang-format off
const RuleCase kDynamic[] = {
    {"ok", "%a: tensor<2xf32>, %o: tensor<2xi64>", R"(%0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %o) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xi64>) -> tensor<3x2xf32>)"},
    {"ok_unknown", "%a: tensor<2xf32>, %o: tensor<2xi64>", R"(%0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %o) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xi64>) -> tensor<?x?xf32>)"},
    {"dynamic_broadcast_in_dim_c1", "%a: tensor<2xf32>, %o: tensor<2xi64>", R"(%0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %o) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xi64>) -> tensor<3x2xf64>)"},
    {"dynamic_broadcast_in_dim_c2", "%a: tensor<2xf32>, %o: tensor<2xi64>", R"(%0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %o) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2xf32>, tensor<2xi64>) -> tensor<3x2xf32>)"},
    {"dynamic_broadcast_in_dim_c3", "%a: tensor<2xf32>, %o: tensor<2xi64>", R"(%0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %o) {broadcast_dimensions = array<i64: 2>} : (tensor<2xf32>, tensor<2xi64>) -> tensor<3x2xf32>)"},
    {"dynamic_broadcast_in_dim_c4", "%a: tensor<2x2xf32>, %o: tensor<2xi64>", R"(%0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %o) {broadcast_dimensions = array<i64: 1, 1>} : (tensor<2x2xf32>, tensor<2xi64>) -> tensor<3x2xf32>)"},
    {"dynamic_broadcast_in_dim_c5", "%a: tensor<2xf32>, %o: tensor<2xi64>", R"(%0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %o) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xi64>) -> tensor<3x4xf32>)"},
    {"dynamic_broadcast_in_dim_c6", "%a: tensor<1x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>, %o: tensor<2xi64>", R"(%0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %o) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<1x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>, tensor<2xi64>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>)"},
    {"dynamic_broadcast_in_dim_c7", "%a: tensor<2xf32>, %o: tensor<3xi64>", R"(%0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %o) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<3xi64>) -> tensor<3x2xf32>)"},
    {"dynamic_broadcast_in_dim_c7", "%a: tensor<2xf32>", R"(%o = stablehlo.constant dense<[4, 2]> : tensor<2xi64>
%0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %o) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xi64>) -> tensor<3x2xf32>)"},
    {"dynamic_broadcast_in_dim_c8", "%a: tensor<2xf32>, %o: tensor<2xi64>", R"(%0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %o) {broadcast_dimensions = array<i64: 1>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2xi64>) -> tensor<3x2xf32>)"},
    {"dynamic_broadcast_in_dim_c9", "%a: tensor<2xf32>, %o: tensor<2xi64>", R"(%0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %o) {broadcast_dimensions = array<i64: 1>, known_expanding_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xi64>) -> tensor<3x2xf32>)"},
    {"dynamic_broadcast_in_dim_c10", "%a: tensor<2xf32>, %o: tensor<2xi64>", R"(%0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %o) {broadcast_dimensions = array<i64: 1>, known_nonexpanding_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xi64>) -> tensor<3x2xf32>)"},
    {"ok_iota", "%o: tensor<2xi64>", R"(%0 = "stablehlo.dynamic_iota"(%o) {iota_dimension = 0 : i64} : (tensor<2xi64>) -> tensor<?x?xf32>)"},
    {"dynamic_iota_c1", "%o: tensor<2xi64>", R"(%0 = "stablehlo.dynamic_iota"(%o) {iota_dimension = 2 : i64} : (tensor<2xi64>) -> tensor<?x?xf32>)"},
    {"dynamic_iota_c1", "%o: tensor<2xi64>", R"(%0 = "stablehlo.dynamic_iota"(%o) {iota_dimension = -1 : i64} : (tensor<2xi64>) -> tensor<?x?xf32>)"},
    {"dynamic_iota_c2", "%o: tensor<3xi64>", R"(%0 = "stablehlo.dynamic_iota"(%o) {iota_dimension = 0 : i64} : (tensor<3xi64>) -> tensor<?x?xf32>)"},
    {"dynamic_iota_c2", "", R"(%o = stablehlo.constant dense<[2, -1]> : tensor<2xi64>
%0 = "stablehlo.dynamic_iota"(%o) {iota_dimension = 0 : i64} : (tensor<2xi64>) -> tensor<?x?xf32>)"},
    {"dynamic_iota_c2", "", R"(%o = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
%0 = "stablehlo.dynamic_iota"(%o) {iota_dimension = 0 : i64} : (tensor<2xi64>) -> tensor<2x4xf32>)"},
    {"ok_pad", "%a: tensor<4xf32>, %v: tensor<f32>, %l: tensor<1xi64>, %i: tensor<1xi64>", R"(%0 = "stablehlo.dynamic_pad"(%a, %v, %l, %l, %i) : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>)"},
    {"dynamic_pad_c1", "%a: tensor<4xf32>, %v: tensor<f64>, %l: tensor<1xi64>, %i: tensor<1xi64>", R"(%0 = "stablehlo.dynamic_pad"(%a, %v, %l, %l, %i) : (tensor<4xf32>, tensor<f64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>)"},
    {"dynamic_pad_c2", "%a: tensor<4xf32>, %v: tensor<f32>, %l: tensor<2xi64>, %i: tensor<2xi64>", R"(%0 = "stablehlo.dynamic_pad"(%a, %v, %l, %l, %i) : (tensor<4xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?xf32>)"},
    {"dynamic_pad_c3", "%a: tensor<4xf32>, %v: tensor<f32>, %l: tensor<1xi64>", R"(%i = stablehlo.constant dense<-1> : tensor<1xi64>
%0 = "stablehlo.dynamic_pad"(%a, %v, %l, %l, %i) : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>)"},
    {"dynamic_pad_c4", "%a: tensor<4xf32>, %v: tensor<f32>, %l: tensor<1xi64>, %i: tensor<1xi64>", R"(%0 = "stablehlo.dynamic_pad"(%a, %v, %l, %l, %i) : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x?xf32>)"},
    {"dynamic_pad_c4", "%a: tensor<4xf32>, %v: tensor<f32>", R"(%l = stablehlo.constant dense<1> : tensor<1xi64>
%0 = "stablehlo.dynamic_pad"(%a, %v, %l, %l, %l) : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<8xf32>)"},
    {"ok_reshape", "%a: tensor<4xf32>, %o: tensor<2xi64>", R"(%0 = "stablehlo.dynamic_reshape"(%a, %o) : (tensor<4xf32>, tensor<2xi64>) -> tensor<?x?xf32>)"},
    {"dynamic_reshape_c1", "%a: tensor<4xf32>, %o: tensor<2xi64>", R"(%0 = "stablehlo.dynamic_reshape"(%a, %o) : (tensor<4xf32>, tensor<2xi64>) -> tensor<?x?xf64>)"},
    {"dynamic_reshape_c2", "%a: tensor<4xf32>, %o: tensor<2xi64>", R"(%0 = "stablehlo.dynamic_reshape"(%a, %o) : (tensor<4xf32>, tensor<2xi64>) -> tensor<2x3xf32>)"},
    {"dynamic_reshape_c2", "%a: tensor<4xf32>", R"(%o = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
%0 = "stablehlo.dynamic_reshape"(%a, %o) : (tensor<4xf32>, tensor<2xi64>) -> tensor<?x?xf32>)"},
    {"dynamic_reshape_c3", "%a: tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>, %o: tensor<2xi64>", R"(%0 = "stablehlo.dynamic_reshape"(%a, %o) : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>, tensor<2xi64>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>)"},
    {"dynamic_reshape_c4", "%a: tensor<4xf32>, %o: tensor<3xi64>", R"(%0 = "stablehlo.dynamic_reshape"(%a, %o) : (tensor<4xf32>, tensor<3xi64>) -> tensor<?x?xf32>)"},
    {"get_dimension_size_c1", "%a: tensor<4xf32>", R"(%0 = "stablehlo.get_dimension_size"(%a) {dimension = 1 : i64} : (tensor<4xf32>) -> tensor<i32>)"},
    {"get_dimension_size_c1", "%a: tensor<4xf32>", R"(%0 = "stablehlo.get_dimension_size"(%a) {dimension = -1 : i64} : (tensor<4xf32>) -> tensor<i32>)"},
    {"ok_set_dimension_size", "%a: tensor<4xf32>, %s: tensor<i32>", R"(%0 = "stablehlo.set_dimension_size"(%a, %s) {dimension = 0 : i64} : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<4>>)"},
    {"set_dimension_size_c1", "%a: tensor<4xf32>, %s: tensor<i32>", R"(%0 = "stablehlo.set_dimension_size"(%a, %s) {dimension = 1 : i64} : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<4>>)"},
};
// clang-format on

INSTANTIATE_TEST_SUITE_P(Dynamic, RuleTest, testing::ValuesIn(kDynamic), RuleName);

}  // namespace
}  // namespace cppjrt::stablehlo
