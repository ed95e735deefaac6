// RUN: run
// The last dimension of lhs with the first of rhs.

func.func @dot() {
  %a = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %b = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
  %r = stablehlo.dot %a, %b : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %s = stablehlo.dot %b, %b : (tensor<2xi32>, tensor<2xi32>) -> tensor<i32>
  check.expect_eq_const %r, dense<[17, 39]> : tensor<2xi32>
  check.expect_eq_const %s, dense<61> : tensor<i32>
  func.return
}
