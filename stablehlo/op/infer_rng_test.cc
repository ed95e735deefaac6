#include "stablehlo/op/infer_rule_test.h"

namespace cppjrt::stablehlo {
namespace {

// clang-format off
const RuleCase kRng[] = {
    {"ok", "%a: tensor<f32>, %b: tensor<f32>", R"(%s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
%0 = "stablehlo.rng"(%a, %b, %s) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>)"},
    {"rng_c1", "%a: tensor<f32>, %b: tensor<f64>", R"(%s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
%0 = "stablehlo.rng"(%a, %b, %s) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f64>, tensor<2xi64>) -> tensor<2x3xf32>)"},
    {"rng_c1", "%a: tensor<f32>, %b: tensor<f32>", R"(%s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
%0 = "stablehlo.rng"(%a, %b, %s) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf64>)"},
    {"rng_c2", "%a: tensor<i32>, %b: tensor<i32>", R"(%s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
%0 = "stablehlo.rng"(%a, %b, %s) {rng_distribution = #stablehlo<rng_distribution NORMAL>} : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<2x3xi32>)"},
    {"rng_c3", "%a: tensor<f32>, %b: tensor<f32>", R"(%s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
%0 = "stablehlo.rng"(%a, %b, %s) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x4xf32>)"},
    {"rng_c3", "%a: tensor<f32>, %b: tensor<f32>", R"(%s = stablehlo.constant dense<[2, -3]> : tensor<2xi64>
%0 = "stablehlo.rng"(%a, %b, %s) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>)"},
    {"rng_bit_generator_c1", "%a: tensor<2xui64>", R"(%0:2 = "stablehlo.rng_bit_generator"(%a) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>) -> (tensor<3xui64>, tensor<2xui32>))"},
};
// clang-format on

INSTANTIATE_TEST_SUITE_P(Rng, RuleTest, testing::ValuesIn(kRng), RuleName);

}  // namespace
}  // namespace cppjrt::stablehlo
