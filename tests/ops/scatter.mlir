// RUN: run
func.func @scatter_add_rows() {
  %a = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
  %i = stablehlo.constant dense<[2, 0, 2]> : tensor<3xi64>
  %u = stablehlo.constant dense<[[-3, -3, 3], [0, 1, 1], [2, -4, 0]]> : tensor<3x3xi32>
  %r = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.add %x, %y : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<4x3xi32>, tensor<3xi64>, tensor<3x3xi32>) -> tensor<4x3xi32>
  check.expect_eq_const %r, dense<[[0, 2, 3], [3, 4, 5], [5, 0, 11], [9, 10, 11]]> : tensor<4x3xi32>
  func.return
}

// -----

func.func @scatter_assign_rows_last_wins() {
  %a = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
  %i = stablehlo.constant dense<[2, 0, 2]> : tensor<3xi64>
  %u = stablehlo.constant dense<[[-3, -1, 4], [0, -4, 0], [-3, 2, 4]]> : tensor<3x3xi32>
  %r = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      stablehlo.return %y : tensor<i32>
  }) : (tensor<4x3xi32>, tensor<3xi64>, tensor<3x3xi32>) -> tensor<4x3xi32>
  check.expect_eq_const %r, dense<[[0, -4, 0], [3, 4, 5], [-3, 2, 4], [9, 10, 11]]> : tensor<4x3xi32>
  func.return
}

// -----

// A slice that sticks out is skipped as a whole, as XLA does.
func.func @scatter_skips_slices() {
  %a = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
  %i = stablehlo.constant dense<[[3, 2], [-1, -1], [1, 1], [9, 0]]> : tensor<4x2xi64>
  %u = stablehlo.constant dense<[[[4, 1], [3, -1]], [[-3, 0], [-1, 1]], [[4, -2], [3, -3]], [[-1, 3], [-2, 2]]]> : tensor<4x2x2xi32>
  %r = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.add %x, %y : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<4x3xi32>, tensor<4x2xi64>, tensor<4x2x2xi32>) -> tensor<4x3xi32>
  check.expect_eq_const %r, dense<[[0, 1, 2], [3, 8, 3], [6, 10, 5], [9, 10, 11]]> : tensor<4x3xi32>
  func.return
}

// -----

func.func @scatter_assign_skips() {
  %a = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
  %i = stablehlo.constant dense<[[3, 2], [-1, -1], [1, 1], [9, 0]]> : tensor<4x2xi64>
  %u = stablehlo.constant dense<[[[0, 0], [4, 3]], [[3, 0], [4, 4]], [[-3, -3], [-2, 0]], [[3, 0], [4, -1]]]> : tensor<4x2x2xi32>
  %r = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      stablehlo.return %y : tensor<i32>
  }) : (tensor<4x3xi32>, tensor<4x2xi64>, tensor<4x2x2xi32>) -> tensor<4x3xi32>
  check.expect_eq_const %r, dense<[[0, 1, 2], [3, -3, -3], [6, -2, 0], [9, 10, 11]]> : tensor<4x3xi32>
  func.return
}

// -----

// Updates of one element are applied one after the other.
func.func @scatter_own_body_in_order() {
  %a = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
  %i = stablehlo.constant dense<[[0], [1], [0], [0]]> : tensor<4x1xi64>
  %u = stablehlo.constant dense<[[4, 1, 2], [-2, 1, 3], [3, 3, 4], [-3, 3, 0]]> : tensor<4x3xi32>
  %r = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %d = stablehlo.add %x, %x : tensor<i32>
      %s = stablehlo.add %d, %y : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<4x3xi32>, tensor<4x1xi64>, tensor<4x3xi32>) -> tensor<4x3xi32>
  check.expect_eq_const %r, dense<[[19, 21, 32], [4, 9, 13], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
  func.return
}

// -----

func.func @scatter_max_elements() {
  %a = stablehlo.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]> : tensor<4x3xf32>
  %i = stablehlo.constant dense<[[0, 0], [3, 2], [0, 0]]> : tensor<3x2xi64>
  %u = stablehlo.constant dense<[7.0, 1.0, 5.0]> : tensor<3xf32>
  %r = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0, 1], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.maximum %y, %x : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<3x2xi64>, tensor<3xf32>) -> tensor<4x3xf32>
  check.expect_eq_const %r, dense<[[7.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]> : tensor<4x3xf32>
  func.return
}

// -----

func.func @scatter_index_vector_first() {
  %a = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
  %i = stablehlo.constant dense<[[0, 3], [2, 1]]> : tensor<2x2xi64>
  %u = stablehlo.constant dense<[2, -2]> : tensor<2xi32>
  %r = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0, 1], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 0>}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.add %x, %y : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<4x3xi32>, tensor<2x2xi64>, tensor<2xi32>) -> tensor<4x3xi32>
  check.expect_eq_const %r, dense<[[0, 1, 4], [3, 4, 5], [6, 7, 8], [9, 8, 11]]> : tensor<4x3xi32>
  func.return
}

// -----

func.func @scatter_swapped_dims() {
  %a = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
  %i = stablehlo.constant dense<[[2, 3], [0, 1]]> : tensor<2x2xi64>
  %u = stablehlo.constant dense<[-4, -4]> : tensor<2xi32>
  %r = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0, 1], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.add %x, %y : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<4x3xi32>, tensor<2x2xi64>, tensor<2xi32>) -> tensor<4x3xi32>
  check.expect_eq_const %r, dense<[[0, 1, 2], [-1, 4, 5], [6, 7, 8], [9, 10, 7]]> : tensor<4x3xi32>
  func.return
}

// -----

func.func @scatter_batching() {
  %a = stablehlo.constant dense<[[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]]> : tensor<2x3x4xi32>
  %i = stablehlo.constant dense<[[[1], [2]], [[0], [3]]]> : tensor<2x2x1xi64>
  %u = stablehlo.constant dense<[[[4, 4, -2], [-1, -2, -3]], [[3, 2, -4], [-3, 1, 4]]]> : tensor<2x2x3xi32>
  %r = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [2], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.add %x, %y : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<2x3x4xi32>, tensor<2x2x1xi64>, tensor<2x2x3xi32>) -> tensor<2x3x4xi32>
  check.expect_eq_const %r, dense<[[[0, 5, 1, 3], [4, 9, 4, 7], [8, 7, 7, 11]], [[15, 13, 14, 12], [18, 17, 18, 20], [16, 21, 22, 27]]]> : tensor<2x3x4xi32>
  func.return
}

// -----

func.func @scatter_window_before_scatter_dim() {
  %a = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
  %i = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi64>
  %u = stablehlo.constant dense<[[4, -3], [1, -4], [-3, -3], [-1, -1]]> : tensor<4x2xi32>
  %r = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.add %x, %y : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<4x3xi32>, tensor<2x1xi64>, tensor<4x2xi32>) -> tensor<4x3xi32>
  check.expect_eq_const %r, dense<[[0, 5, -1], [3, 5, 1], [6, 4, 5], [9, 9, 10]]> : tensor<4x3xi32>
  func.return
}

// -----

func.func @scatter_far_index() {
  %a = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
  %i = stablehlo.constant dense<[9223372036854775807, -9223372036854775808]> : tensor<2xi64>
  %u = stablehlo.constant dense<[[2, 0, -1], [4, 1, 2]]> : tensor<2x3xi32>
  %r = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.add %x, %y : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<4x3xi32>, tensor<2xi64>, tensor<2x3xi32>) -> tensor<4x3xi32>
  check.expect_eq_const %r, dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
  func.return
}

// -----

func.func @scatter_ui64_far_index() {
  %a = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
  %i = stablehlo.constant dense<[18446744073709551615, 3]> : tensor<2xui64>
  %u = stablehlo.constant dense<[[2, -1, 4], [-4, -2, -3]]> : tensor<2x3xi32>
  %r = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.add %x, %y : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<4x3xi32>, tensor<2xui64>, tensor<2x3xi32>) -> tensor<4x3xi32>
  check.expect_eq_const %r, dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [5, 8, 8]]> : tensor<4x3xi32>
  func.return
}

// -----

func.func @scatter_scalar() {
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %i = stablehlo.constant dense<[1]> : tensor<1xi64>
  %u = stablehlo.constant dense<5> : tensor<i32>
  %r = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.add %x, %y : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3xi32>, tensor<1xi64>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<[1, 7, 3]> : tensor<3xi32>
  func.return
}

// -----

func.func @scatter_no_update() {
  %a = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
  %i = stablehlo.constant dense<> : tensor<0x1xi64>
  %u = stablehlo.constant dense<> : tensor<0x3xi32>
  %r = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.add %x, %y : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<4x3xi32>, tensor<0x1xi64>, tensor<0x3xi32>) -> tensor<4x3xi32>
  check.expect_eq_const %r, dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
  func.return
}

// -----

func.func @scatter_i4_wraps() {
  %a = stablehlo.constant dense<[7, -8, 0]> : tensor<3xi4>
  %i = stablehlo.constant dense<[[0], [1], [2]]> : tensor<3x1xi64>
  %u = stablehlo.constant dense<[1, -1, 3]> : tensor<3xi4>
  %r = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<i4>, %y: tensor<i4>):
      %s = stablehlo.add %x, %y : tensor<i4>
      stablehlo.return %s : tensor<i4>
  }) : (tensor<3xi4>, tensor<3x1xi64>, tensor<3xi4>) -> tensor<3xi4>
  check.expect_eq_const %r, dense<[-8, 7, 3]> : tensor<3xi4>
  func.return
}

// -----

func.func @scatter_bf16_rounds_each() {
  %a = stablehlo.constant dense<[256.0, 0.0]> : tensor<2xbf16>
  %i = stablehlo.constant dense<[[0], [0]]> : tensor<2x1xi64>
  %u = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xbf16>
  %r = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
      %s = stablehlo.add %x, %y : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
  }) : (tensor<2xbf16>, tensor<2x1xi64>, tensor<2xbf16>) -> tensor<2xbf16>
  check.expect_eq_const %r, dense<[256.0, 0.0]> : tensor<2xbf16>
  func.return
}

// -----

func.func @scatter_complex() {
  %a = stablehlo.constant dense<[[(0.0, 0.0), (1.0, 1.0), (2.0, 2.0)], [(3.0, 3.0), (4.0, 4.0), (5.0, 5.0)], [(6.0, 6.0), (7.0, 7.0), (8.0, 8.0)], [(9.0, 9.0), (10.0, 10.0), (11.0, 11.0)]]> : tensor<4x3xcomplex<f32>>
  %i = stablehlo.constant dense<[1, 1]> : tensor<2xi64>
  %u = stablehlo.constant dense<[[(-4.0, 3.0), (4.0, -4.0), (-4.0, 0.0)], [(0.0, -4.0), (3.0, -3.0), (2.0, 3.0)]]> : tensor<2x3xcomplex<f32>>
  %r = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>):
      %s = stablehlo.add %x, %y : tensor<complex<f32>>
      stablehlo.return %s : tensor<complex<f32>>
  }) : (tensor<4x3xcomplex<f32>>, tensor<2xi64>, tensor<2x3xcomplex<f32>>) -> tensor<4x3xcomplex<f32>>
  check.expect_eq_const %r, dense<[[(0.0, 0.0), (1.0, 1.0), (2.0, 2.0)], [(-1.0, 2.0), (11.0, -3.0), (3.0, 8.0)], [(6.0, 6.0), (7.0, 7.0), (8.0, 8.0)], [(9.0, 9.0), (10.0, 10.0), (11.0, 11.0)]]> : tensor<4x3xcomplex<f32>>
  func.return
}

// -----

// Each result depends on both updates.
func.func @scatter_two_operands() {
  %a = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %b = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi64>
  %i = stablehlo.constant dense<[[1], [1], [3], [4]]> : tensor<4x1xi32>
  %u = stablehlo.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %v = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi64>
  %r:2 = "stablehlo.scatter"(%a, %b, %i, %u, %v) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i64>, %p: tensor<i32>, %q: tensor<i64>):
      %narrow = stablehlo.convert %q : (tensor<i64>) -> tensor<i32>
      %s = stablehlo.add %x, %narrow : tensor<i32>
      %wide = stablehlo.convert %p : (tensor<i32>) -> tensor<i64>
      %d = stablehlo.add %y, %y : tensor<i64>
      %t = stablehlo.add %d, %wide : tensor<i64>
      stablehlo.return %s, %t : tensor<i32>, tensor<i64>
  }) : (tensor<4xi32>, tensor<4xi64>, tensor<4x1xi32>, tensor<4xi32>, tensor<4xi64>) -> (tensor<4xi32>, tensor<4xi64>)
  check.expect_eq_const %r#0, dense<[1, 5, 3, 7]> : tensor<4xi32>
  check.expect_eq_const %r#1, dense<[10, 96, 30, 87]> : tensor<4xi64>
  func.return
}

// -----

func.func @scatter_leaves_its_operand() {
  %a = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %i = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi32>
  %u = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
  %r = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true, indices_are_sorted = true}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.subtract %x, %y : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<4xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<4xi32>
  check.expect_eq_const %r, dense<[-5, 2, -2, 4]> : tensor<4xi32>
  check.expect_eq_const %a, dense<[1, 2, 3, 4]> : tensor<4xi32>
  func.return
}
