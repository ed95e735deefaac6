// RUN: run
// Groups of rows, of contracted elements, infinities outside a group.

func.func @ragged_dot_free() {
  %a = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
  %b = stablehlo.constant dense<[[[1], [1]], [[10], [100]]]> : tensor<2x2x1xi32>
  %g = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %r = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<4x2xi32>, tensor<2x2x1xi32>, tensor<2xi32>) -> tensor<4x1xi32>
  check.expect_eq_const %r, dense<[[3], [430], [650], [0]]> : tensor<4x1xi32>
  func.return
}

// -----

func.func @ragged_dot_contracting() {
  %a = stablehlo.constant dense<[[1.0, 2.0, 0x7F800000]]> : tensor<1x3xf32>
  %b = stablehlo.constant dense<[[3.0], [4.0], [0x7F800000]]> : tensor<3x1xf32>
  %g = stablehlo.constant dense<[1, 1]> : tensor<2xi32>
  %r = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>} : (tensor<1x3xf32>, tensor<3x1xf32>, tensor<2xi32>) -> tensor<2x1x1xf32>
  check.expect_eq_const %r, dense<[[[3.0]], [[8.0]]]> : tensor<2x1x1xf32>
  func.return
}
