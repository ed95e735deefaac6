#include "stablehlo/op/infer_rule_test.h"

namespace cppjrt::stablehlo {
namespace {

// clang-format off
const RuleCase kLinearAlgebra[] = {
    {"ok", "%a: tensor<2x2xf32>", R"(%0 = "stablehlo.cholesky"(%a) {lower = true} : (tensor<2x2xf32>) -> tensor<2x2xf32>)"},
    {"cholesky_c1", "%a: tensor<2x2xf32>", R"(%0 = "stablehlo.cholesky"(%a) {lower = true} : (tensor<2x2xf32>) -> tensor<2x3xf32>)"},
    {"cholesky_c2", "%a: tensor<2xf32>", R"(%0 = "stablehlo.cholesky"(%a) {lower = true} : (tensor<2xf32>) -> tensor<2xf32>)"},
    {"cholesky_c3", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.cholesky"(%a) {lower = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>)"},
    {"ok_solve", "%a: tensor<3x3xf32>, %b: tensor<3x2xf32>", R"(%0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>)"},
    {"triangular_solve_c1", "%a: tensor<3x3xf32>, %b: tensor<3x2xf64>", R"(%0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3xf32>, tensor<3x2xf64>) -> tensor<3x2xf64>)"},
    {"triangular_solve_c2", "%a: tensor<3xf32>, %b: tensor<3x2xf32>", R"(%0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>)"},
    {"triangular_solve_c2", "%a: tensor<3x3xf32>, %b: tensor<1x3x2xf32>", R"(%0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3xf32>, tensor<1x3x2xf32>) -> tensor<1x3x2xf32>)"},
    {"triangular_solve_c3", "%a: tensor<3x4xf32>, %b: tensor<3x2xf32>", R"(%0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x4xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>)"},
    {"triangular_solve_c3", "%a: tensor<3x3xf32>, %b: tensor<2x2xf32>", R"(%0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>)"},
    {"triangular_solve_c3", "%a: tensor<2x3x3xf32>, %b: tensor<4x3x2xf32>", R"(%0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x3x3xf32>, tensor<4x3x2xf32>) -> tensor<4x3x2xf32>)"},
    {"triangular_solve_c4", "%a: tensor<3x3xf32>, %b: tensor<3x2xf32>", R"(%0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x3xf32>)"},
};
// clang-format on

INSTANTIATE_TEST_SUITE_P(LinearAlgebra, RuleTest, testing::ValuesIn(kLinearAlgebra), RuleName);

}  // namespace
}  // namespace cppjrt::stablehlo
