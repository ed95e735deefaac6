// RUN: run
func.func @dynamic_gather_sizes() {
  %a = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
  %i = stablehlo.constant dense<[[1, 0], [9, 9]]> : tensor<2x2xi64>
  %n = stablehlo.constant dense<[2, 2]> : tensor<2xi64>
  %r = "stablehlo.dynamic_gather"(%a, %i, %n) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 1>}> : (tensor<4x3xi32>, tensor<2x2xi64>, tensor<2xi64>) -> tensor<2x2x2xi32>
  check.expect_eq_const %r, dense<[[[3, 4], [6, 7]], [[7, 8], [10, 11]]]> : tensor<2x2x2xi32>
  func.return
}

// -----

func.func @dynamic_gather_rows() {
  %a = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
  %i = stablehlo.constant dense<[2, 0, 3]> : tensor<3xi64>
  %n = stablehlo.constant dense<[1, 3]> : tensor<2xi64>
  %r = "stablehlo.dynamic_gather"(%a, %i, %n) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x3xi32>, tensor<3xi64>, tensor<2xi64>) -> tensor<3x3xi32>
  check.expect_eq_const %r, dense<[[6, 7, 8], [0, 1, 2], [9, 10, 11]]> : tensor<3x3xi32>
  func.return
}
