// RUN: run
func.func @gather_rows() {
  %a = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
  %i = stablehlo.constant dense<[2, 0, 3]> : tensor<3xi64>
  %r = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xi32>, tensor<3xi64>) -> tensor<3x3xi32>
  check.expect_eq_const %r, dense<[[6, 7, 8], [0, 1, 2], [9, 10, 11]]> : tensor<3x3xi32>
  func.return
}

// -----

// Slices that stick out are moved back inside, whole.
func.func @gather_clamps() {
  %a = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
  %i = stablehlo.constant dense<[-5, 1, 9]> : tensor<3xi64>
  %r = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 3>}> : (tensor<4x3xi32>, tensor<3xi64>) -> tensor<2x3x3xi32>
  check.expect_eq_const %r, dense<[[[0, 1, 2], [3, 4, 5], [6, 7, 8]], [[3, 4, 5], [6, 7, 8], [9, 10, 11]]]> : tensor<2x3x3xi32>
  func.return
}

// -----

func.func @gather_elements() {
  %a = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
  %i = stablehlo.constant dense<[[0, 2], [3, 1], [1, 0]]> : tensor<3x2xi64>
  %r = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0, 1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x3xi32>, tensor<3x2xi64>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<[2, 10, 3]> : tensor<3xi32>
  func.return
}

// -----

func.func @gather_swapped_index_map() {
  %a = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
  %i = stablehlo.constant dense<[[0, 3], [2, 1]]> : tensor<2x2xi64>
  %r = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0, 1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x3xi32>, tensor<2x2xi64>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[9, 5]> : tensor<2xi32>
  func.return
}

// -----

func.func @gather_index_vector_first() {
  %a = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
  %i = stablehlo.constant dense<[[0, 3], [2, 1]]> : tensor<2x2xi64>
  %r = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0, 1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x3xi32>, tensor<2x2xi64>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[2, 10]> : tensor<2xi32>
  func.return
}

// -----

// The slice comes before the batch.
func.func @gather_offset_first() {
  %a = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
  %i = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi64>
  %r = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 3, 1>}> : (tensor<4x3xi32>, tensor<2x1xi64>) -> tensor<3x2xi32>
  check.expect_eq_const %r, dense<[[1, 2], [4, 5], [7, 8]]> : tensor<3x2xi32>
  func.return
}

// -----

// One batch of the operand for each batch of the indices.
func.func @gather_batching() {
  %a = stablehlo.constant dense<[[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]]> : tensor<2x3x4xi32>
  %i = stablehlo.constant dense<[[[1], [2]], [[0], [3]]]> : tensor<2x2x1xi64>
  %r = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 3, 2>}> : (tensor<2x3x4xi32>, tensor<2x2x1xi64>) -> tensor<2x2x3x2xi32>
  check.expect_eq_const %r, dense<[[[[1, 2], [5, 6], [9, 10]], [[2, 3], [6, 7], [10, 11]]], [[[12, 13], [16, 17], [20, 21]], [[14, 15], [18, 19], [22, 23]]]]> : tensor<2x2x3x2xi32>
  func.return
}

// -----

func.func @gather_two_batch_dims() {
  %a = stablehlo.constant dense<[[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]]> : tensor<2x3x4xi32>
  %i = stablehlo.constant dense<[[0, 1, 1], [1, 0, 1]]> : tensor<2x3xi64>
  %r = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 4>}> : (tensor<2x3x4xi32>, tensor<2x3xi64>) -> tensor<2x3x2x4xi32>
  check.expect_eq_const %r, dense<[[[[0, 1, 2, 3], [4, 5, 6, 7]], [[12, 13, 14, 15], [16, 17, 18, 19]], [[12, 13, 14, 15], [16, 17, 18, 19]]], [[[12, 13, 14, 15], [16, 17, 18, 19]], [[0, 1, 2, 3], [4, 5, 6, 7]], [[12, 13, 14, 15], [16, 17, 18, 19]]]]> : tensor<2x3x2x4xi32>
  func.return
}

// -----

func.func @gather_scalar_index() {
  %a = stablehlo.constant dense<[[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]]> : tensor<2x3x4xi32>
  %i = stablehlo.constant dense<1> : tensor<i64>
  %r = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 3, 4>}> : (tensor<2x3x4xi32>, tensor<i64>) -> tensor<3x4xi32>
  check.expect_eq_const %r, dense<[[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]> : tensor<3x4xi32>
  func.return
}

// -----

// Too large for a signed number: clamped to the end.
func.func @gather_ui64_far() {
  %a = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
  %i = stablehlo.constant dense<[18446744073709551615, 1]> : tensor<2xui64>
  %r = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xi32>, tensor<2xui64>) -> tensor<2x3xi32>
  check.expect_eq_const %r, dense<[[9, 10, 11], [3, 4, 5]]> : tensor<2x3xi32>
  func.return
}

// -----

func.func @gather_i8_index() {
  %a = stablehlo.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]> : tensor<4x3xf16>
  %i = stablehlo.constant dense<[-128, 127]> : tensor<2xi8>
  %r = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xf16>, tensor<2xi8>) -> tensor<2x3xf16>
  check.expect_eq_const %r, dense<[[0.0, 1.0, 2.0], [9.0, 10.0, 11.0]]> : tensor<2x3xf16>
  func.return
}

// -----

func.func @gather_complex() {
  %a = stablehlo.constant dense<[[(0.0, 9.0), (1.0, 10.0), (2.0, 11.0)], [(3.0, 6.0), (4.0, 7.0), (5.0, 8.0)], [(6.0, 3.0), (7.0, 4.0), (8.0, 5.0)], [(9.0, 0.0), (10.0, 1.0), (11.0, 2.0)]]> : tensor<4x3xcomplex<f64>>
  %i = stablehlo.constant dense<[3, 1]> : tensor<2xi64>
  %r = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xcomplex<f64>>, tensor<2xi64>) -> tensor<2x3xcomplex<f64>>
  check.expect_eq_const %r, dense<[[(9.0, 0.0), (10.0, 1.0), (11.0, 2.0)], [(3.0, 6.0), (4.0, 7.0), (5.0, 8.0)]]> : tensor<2x3xcomplex<f64>>
  func.return
}

// -----

func.func @gather_empty_slice() {
  %a = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
  %i = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
  %r = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 0, 3>}> : (tensor<4x3xi32>, tensor<2xi64>) -> tensor<0x3x2xi32>
  check.expect_eq_const %r, dense<> : tensor<0x3x2xi32>
  func.return
}

// -----

func.func @gather_no_index() {
  %a = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
  %i = stablehlo.constant dense<> : tensor<0xi64>
  %r = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xi32>, tensor<0xi64>) -> tensor<0x3xi32>
  check.expect_eq_const %r, dense<> : tensor<0x3xi32>
  func.return
}
