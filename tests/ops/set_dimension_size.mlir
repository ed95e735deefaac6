// RUN: run
// The first elements of a dimension, as many as are asked for; more than there are is an error.

func.func @set_dimension_size_smaller() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %r = stablehlo.set_dimension_size %x, %n, dim = 1 : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x?xi32, #stablehlo.bounds<?, 3>>
  %s = stablehlo.constant dense<4> : tensor<1xi32>
  %f = stablehlo.dynamic_reshape %r, %s : (tensor<2x?xi32, #stablehlo.bounds<?, 3>>, tensor<1xi32>) -> tensor<4xi32>
  check.expect_eq_const %f, dense<[1, 2, 4, 5]> : tensor<4xi32>
  func.return
}

// -----

func.func @bad_set_dimension_size_larger() -> tensor<?xi32, #stablehlo.bounds<3>> {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %n = stablehlo.constant dense<4> : tensor<i32>
  %r = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<3xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<3>>
  func.return %r : tensor<?xi32, #stablehlo.bounds<3>>
}
