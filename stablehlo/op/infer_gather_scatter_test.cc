#include "stablehlo/op/infer_rule_test.h"

namespace cppjrt::stablehlo {
namespace {

// clang-format off
const RuleCase kGatherScatter[] = {
    {"ok", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>", R"(%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>)"},
    {"gather_c1", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>", R"(%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0, 1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>)"},
    {"gather_c2", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>", R"(%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 4>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>)"},
    {"gather_c2", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>", R"(%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = -1>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>)"},
    {"gather_c3", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>", R"(%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>)"},
    {"gather_c4", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>", R"(%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 2], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>)"},
    {"gather_c4", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>", R"(%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 2], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>)"},
    {"gather_c5", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>", R"(%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 4], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>)"},
    {"gather_c6", "%a: tensor<2x3x4x2xf32>, %i: tensor<2x3x2xi64>", R"(%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>)"},
    {"gather_c7", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>", R"(%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1, 0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2xf32>)"},
    {"gather_c8", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>", R"(%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [3], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>)"},
    {"gather_c9", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>", R"(%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 2, 2, 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>)"},
    {"gather_c10", "%a: tensor<2x2x4x2xf32>, %i: tensor<2x3x2xi64>", R"(%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_batching_dims = [1, 0], start_indices_batching_dims = [0, 1], start_index_map = [2, 3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x2x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>)"},
    {"gather_c11", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>", R"(%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_batching_dims = [3], start_indices_batching_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>)"},
    {"gather_c12", "%a: tensor<2x4x2xf32>, %i: tensor<2x3x2xi64>", R"(%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 2, 2, 2>} : (tensor<2x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>)"},
    {"gather_c13", "%a: tensor<2x2x4x2xf32>, %i: tensor<2x3x2xi64>", R"(%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 0], start_index_map = [2, 3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2, 2>} : (tensor<2x2x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>)"},
    {"gather_c14", "%a: tensor<2x4x2xf32>, %i: tensor<2x3x2xi64>", R"(%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_batching_dims = [0], start_indices_batching_dims = [3], start_index_map = [1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<2x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>)"},
    {"gather_c15", "%a: tensor<2x4x2xf32>, %i: tensor<2x3x2xi64>", R"(%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<2x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>)"},
    {"gather_c16", "%a: tensor<2x4x2xf32>, %i: tensor<2x3x2xi64>", R"(%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_batching_dims = [0], start_indices_batching_dims = [0, 1], start_index_map = [1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<2x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>)"},
    {"gather_c17", "%a: tensor<5x4x2xf32>, %i: tensor<2x3x2xi64>", R"(%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<5x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>)"},
    {"gather_c18", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>", R"(%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>)"},
    {"gather_c19", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>", R"(%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>)"},
    {"gather_c20", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>", R"(%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>)"},
    {"gather_c21", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>", R"(%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 5, 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>)"},
    {"gather_c22", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>", R"(%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x3xf32>)"},
    {"gather_c23", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>", R"(%0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf64>)"},
    {"ok_dynamic", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %s: tensor<3xi64>", R"(%0 = "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xf32>)"},
    {"dynamic_gather_c1", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %s: tensor<3xi64>", R"(%0 = "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xf32>)"},
    {"dynamic_gather_c7", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %s: tensor<3xi64>", R"(%0 = "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [4], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xf32>)"},
    {"dynamic_gather_c8", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>", R"(%s = stablehlo.constant dense<[2, 2, 2]> : tensor<3xi64>
%0 = "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xf32>)"},
    {"dynamic_gather_c9", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %s: tensor<3xi64>", R"(%0 = "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 1], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xf32>)"},
    {"dynamic_gather_c10", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %s: tensor<3xi64>", R"(%0 = "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 3], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xf32>)"},
    {"dynamic_gather_c11", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %s: tensor<2xi64>", R"(%0 = "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2xi64>) -> tensor<2x3x2x2xf32>)"},
    {"dynamic_gather_c12", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>", R"(%s = stablehlo.constant dense<[1, 5, 2]> : tensor<3xi64>
%0 = "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xf32>)"},
    {"dynamic_gather_c13", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>", R"(%s = stablehlo.constant dense<[1, 3, 2]> : tensor<3xi64>
%0 = "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xf32>)"},
    {"dynamic_gather_c14", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %s: tensor<3xi64>", R"(%0 = "stablehlo.dynamic_gather"(%a, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xf64>)"},
    {"ok_scatter", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>", R"(%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>)"},
    {"scatter_c1", "%a: tensor<4xf32>, %b: tensor<5xf32>, %i: tensor<2x1xi32>, %u: tensor<2xf32>, %v: tensor<2xf32>", R"(%0:2 = "stablehlo.scatter"(%a, %b, %i, %u, %v) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
  "stablehlo.return"(%x, %y) : (tensor<f32>, tensor<f32>) -> ()
}) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4xf32>, tensor<5xf32>, tensor<2x1xi32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4xf32>, tensor<5xf32>))"},
    {"scatter_c3", "%a: tensor<4xf32>, %b: tensor<4xf32>, %i: tensor<2x1xi32>, %u: tensor<2xf32>, %v: tensor<3xf32>", R"(%0:2 = "stablehlo.scatter"(%a, %b, %i, %u, %v) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
  "stablehlo.return"(%x, %y) : (tensor<f32>, tensor<f32>) -> ()
}) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4xf32>, tensor<4xf32>, tensor<2x1xi32>, tensor<2xf32>, tensor<3xf32>) -> (tensor<4xf32>, tensor<4xf32>))"},
    {"scatter_c2", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>", R"(%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0, 1], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>)"},
    {"scatter_c4", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2xf32>", R"(%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2xf32>) -> tensor<3x4x2xf32>)"},
    {"scatter_c4", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x5x2xf32>", R"(%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x5x2xf32>) -> tensor<3x4x2xf32>)"},
    {"scatter_c4", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x4x2x2xf32>", R"(%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x4x2x2xf32>) -> tensor<3x4x2xf32>)"},
    {"scatter_c7", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>", R"(%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 2], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>)"},
    {"scatter_c7", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>", R"(%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 2], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>)"},
    {"scatter_c8", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>", R"(%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 4], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>)"},
    {"scatter_c9", "%a: tensor<2x3x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>", R"(%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<2x3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<2x3x4x2xf32>)"},
    {"scatter_c10", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2xf32>", R"(%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1, 0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2xf32>) -> tensor<3x4x2xf32>)"},
    {"scatter_c11", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>", R"(%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [3], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>)"},
    {"scatter_c12", "%a: tensor<2x3x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>", R"(%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [], input_batching_dims = [1, 0], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2, 3], index_vector_dim = 2>} : (tensor<2x3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<2x3x4x2xf32>)"},
    {"scatter_c13", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>", R"(%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [], input_batching_dims = [3], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>)"},
    {"scatter_c14", "%a: tensor<2x2x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>", R"(%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 0], scatter_dims_to_operand_dims = [2, 3], index_vector_dim = 2>} : (tensor<2x2x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<2x2x4x2xf32>)"},
    {"scatter_c15", "%a: tensor<2x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>", R"(%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [], input_batching_dims = [0], scatter_indices_batching_dims = [3], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>} : (tensor<2x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<2x4x2xf32>)"},
    {"scatter_c16", "%a: tensor<2x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>", R"(%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [], input_batching_dims = [0], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>} : (tensor<2x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<2x4x2xf32>)"},
    {"scatter_c17", "%a: tensor<2x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>", R"(%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [], input_batching_dims = [0], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>} : (tensor<2x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<2x4x2xf32>)"},
    {"scatter_c18", "%a: tensor<5x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>", R"(%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>} : (tensor<5x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<5x4x2xf32>)"},
    {"scatter_c19", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>", R"(%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>)"},
    {"scatter_c20", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>", R"(%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 1], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>)"},
    {"scatter_c21", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>", R"(%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 3], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>)"},
    {"scatter_c22", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>", R"(%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 4>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>)"},
    {"scatter_c23", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>", R"(%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>)"},
    {"scatter_c24", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>", R"(%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x3xf32>)"},
    {"scatter_c24", "%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>", R"(%0 = "stablehlo.scatter"(%a, %i, %u) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf64>)"},
};
// clang-format on

INSTANTIATE_TEST_SUITE_P(GatherScatter, RuleTest, testing::ValuesIn(kGatherScatter), RuleName);

}  // namespace
}  // namespace cppjrt::stablehlo
