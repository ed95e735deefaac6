// RUN: run
// Along a dimension, with batch dimensions and an index of rank 2; out of bounds is clamped, as gather does.

func.func @torch_index_select() {
  %a = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %i = stablehlo.constant dense<[[2, 0], [1, 9]]> : tensor<2x2xi32>
  %r = "stablehlo.torch_index_select"(%a, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<3x2xi32>, tensor<2x2xi32>) -> tensor<2x2x2xi32>
  check.expect_eq_const %r, dense<[[[5, 6], [1, 2]], [[3, 4], [5, 6]]]> : tensor<2x2x2xi32>
  func.return
}

// -----

func.func @torch_index_select_batch() {
  %a = stablehlo.constant dense<[[[1, 2, 3], [4, 5, 6]], [[7, 8, 9], [10, 11, 12]]]> : tensor<2x2x3xi32>
  %i = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi32>
  %r = "stablehlo.torch_index_select"(%a, %i) {dim = 2 : i64, batch_dims = 1 : i64} : (tensor<2x2x3xi32>, tensor<2x1xi32>) -> tensor<2x2x1xi32>
  check.expect_eq_const %r, dense<[[[3], [6]], [[7], [10]]]> : tensor<2x2x1xi32>
  func.return
}
