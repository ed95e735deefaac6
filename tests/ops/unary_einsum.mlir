// RUN: run
// Transposes, sums, traces.

func.func @unary_einsum() {
  %a = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %t = stablehlo.unary_einsum %a, config = "ij->ji" : (tensor<2x2xi32>) -> tensor<2x2xi32>
  %s = stablehlo.unary_einsum %a, config = "ij->i" : (tensor<2x2xi32>) -> tensor<2xi32>
  %d = stablehlo.unary_einsum %a, config = "ii->" : (tensor<2x2xi32>) -> tensor<i32>
  check.expect_eq_const %t, dense<[[1, 3], [2, 4]]> : tensor<2x2xi32>
  check.expect_eq_const %s, dense<[3, 7]> : tensor<2xi32>
  check.expect_eq_const %d, dense<5> : tensor<i32>
  func.return
}
