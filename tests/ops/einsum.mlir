// RUN: run
// Products, batches, sums over letters of one operand, diagonals, orders of the result.

func.func @einsum_matmul() {
  %a = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %b = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  %r = stablehlo.einsum %a, %b, config = "ij,jk->ki" : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %r, dense<[[19, 43], [22, 50]]> : tensor<2x2xi32>
  func.return
}

// -----

func.func @einsum_batch_sum() {
  %a = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi32>
  %b = stablehlo.constant dense<[[1, 10], [100, 1000]]> : tensor<2x2xi32>
  %r = stablehlo.einsum %a, %b, config = "bij,bj->b" : (tensor<2x2x2xi32>, tensor<2x2xi32>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[64, 15200]> : tensor<2xi32>
  func.return
}

// -----

func.func @einsum_diagonal() {
  %a = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %b = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
  %r = stablehlo.einsum %a, %b, config = "ii,i->i" : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[5, 24]> : tensor<2xi32>
  func.return
}
