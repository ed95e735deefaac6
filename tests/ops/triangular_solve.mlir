// RUN: run
// The other triangle has numbers of no meaning, as has the diagonal.
func.func @triangular_solve_left_lower_no_transpose_unit() {
  %a = stablehlo.constant dense<[[(1.0, 1.0), (-1.0, -3.0), (1.0, -3.0)], [(-1.0, -1.0), (2.0, 1.0), (-2.0, -3.0)], [(-1.0, 0.0), (-2.0, 1.0), (3.0, 1.0)]]> : tensor<3x3xcomplex<f64>>
  %b = stablehlo.constant dense<[[(0.0, -4.0), (1.0, 3.0)], [(-3.0, 0.0), (6.0, -5.0)], [(5.0, 11.0), (-9.0, 4.0)]]> : tensor<3x2xcomplex<f64>>
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %r_expected = stablehlo.constant dense<[[(0.0, -4.0), (1.0, 3.0)], [(1.0, -4.0), (4.0, -1.0)], [(3.0, -2.0), (-1.0, 1.0)]]> : tensor<3x2xcomplex<f64>>
  check.expect_almost_eq %r, %r_expected, tolerance = 1.0e-12 : tensor<3x2xcomplex<f64>>
  func.return
}

// -----

func.func @triangular_solve_left_lower_no_transpose() {
  %a = stablehlo.constant dense<[[(1.0, 1.0), (2.0, -2.0), (1.0, 0.0)], [(-1.0, -2.0), (2.0, 1.0), (0.0, -1.0)], [(0.0, -2.0), (1.0, -1.0), (3.0, 1.0)]]> : tensor<3x3xcomplex<f64>>
  %b = stablehlo.constant dense<[[(-5.0, -1.0), (7.0, 1.0)], [(-0.0, 3.0), (-2.0, -1.0)], [(-4.0, 18.0), (-7.0, -17.0)]]> : tensor<3x2xcomplex<f64>>
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %r_expected = stablehlo.constant dense<[[(-3.0, 2.0), (4.0, -3.0)], [(-3.0, 1.0), (4.0, 0.0)], [(-1.0, 3.0), (-2.0, -1.0)]]> : tensor<3x2xcomplex<f64>>
  check.expect_almost_eq %r, %r_expected, tolerance = 1.0e-12 : tensor<3x2xcomplex<f64>>
  func.return
}

// -----

// The other triangle has numbers of no meaning, as has the diagonal.
func.func @triangular_solve_left_lower_transpose_unit() {
  %a = stablehlo.constant dense<[[(1.0, 1.0), (-1.0, 2.0), (-3.0, 1.0)], [(2.0, 0.0), (2.0, 1.0), (1.0, 0.0)], [(-1.0, 3.0), (0.0, -3.0), (3.0, 1.0)]]> : tensor<3x3xcomplex<f64>>
  %b = stablehlo.constant dense<[[(-8.0, -27.0), (20.0, -4.0)], [(13.0, 8.0), (-3.0, 15.0)], [(-4.0, 4.0), (-4.0, -2.0)]]> : tensor<3x2xcomplex<f64>>
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %r_expected = stablehlo.constant dense<[[(-2.0, -3.0), (4.0, 0.0)], [(1.0, -4.0), (3.0, 3.0)], [(-4.0, 4.0), (-4.0, -2.0)]]> : tensor<3x2xcomplex<f64>>
  check.expect_almost_eq %r, %r_expected, tolerance = 1.0e-12 : tensor<3x2xcomplex<f64>>
  func.return
}

// -----

func.func @triangular_solve_left_lower_transpose() {
  %a = stablehlo.constant dense<[[(1.0, 1.0), (1.0, 3.0), (3.0, -1.0)], [(-3.0, 3.0), (2.0, 1.0), (-2.0, 2.0)], [(0.0, 3.0), (-1.0, 2.0), (3.0, 1.0)]]> : tensor<3x3xcomplex<f64>>
  %b = stablehlo.constant dense<[[(7.0, 24.0), (0.0, 16.0)], [(20.0, 0.0), (6.0, -2.0)], [(1.0, -13.0), (2.0, 4.0)]]> : tensor<3x2xcomplex<f64>>
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %r_expected = stablehlo.constant dense<[[(2.0, 4.0), (-1.0, -4.0)], [(4.0, -3.0), (3.0, -3.0)], [(-1.0, -4.0), (1.0, 1.0)]]> : tensor<3x2xcomplex<f64>>
  check.expect_almost_eq %r, %r_expected, tolerance = 1.0e-12 : tensor<3x2xcomplex<f64>>
  func.return
}

// -----

// The other triangle has numbers of no meaning, as has the diagonal.
func.func @triangular_solve_left_lower_adjoint_unit() {
  %a = stablehlo.constant dense<[[(1.0, 1.0), (-2.0, -1.0), (2.0, 0.0)], [(-2.0, 0.0), (2.0, 1.0), (1.0, 2.0)], [(0.0, -3.0), (0.0, 2.0), (3.0, 1.0)]]> : tensor<3x3xcomplex<f64>>
  %b = stablehlo.constant dense<[[(-1.0, 10.0), (-14.0, -7.0)], [(-2.0, -8.0), (7.0, 5.0)], [(2.0, -2.0), (-4.0, 2.0)]]> : tensor<3x2xcomplex<f64>>
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %r_expected = stablehlo.constant dense<[[(-3.0, -4.0), (-2.0, -1.0)], [(2.0, -4.0), (3.0, -3.0)], [(2.0, -2.0), (-4.0, 2.0)]]> : tensor<3x2xcomplex<f64>>
  check.expect_almost_eq %r, %r_expected, tolerance = 1.0e-12 : tensor<3x2xcomplex<f64>>
  func.return
}

// -----

func.func @triangular_solve_left_lower_adjoint() {
  %a = stablehlo.constant dense<[[(1.0, 1.0), (2.0, 2.0), (-3.0, 3.0)], [(-3.0, 3.0), (2.0, 1.0), (3.0, -3.0)], [(1.0, 2.0), (1.0, -3.0), (3.0, 1.0)]]> : tensor<3x3xcomplex<f64>>
  %b = stablehlo.constant dense<[[(-10.0, -7.0), (-1.0, -9.0)], [(8.0, -11.0), (16.0, 8.0)], [(-11.0, -3.0), (8.0, -16.0)]]> : tensor<3x2xcomplex<f64>>
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %r_expected = stablehlo.constant dense<[[(1.0, -1.0), (0.0, 3.0)], [(2.0, 1.0), (0.0, 0.0)], [(-3.0, -2.0), (4.0, -4.0)]]> : tensor<3x2xcomplex<f64>>
  check.expect_almost_eq %r, %r_expected, tolerance = 1.0e-12 : tensor<3x2xcomplex<f64>>
  func.return
}

// -----

func.func @triangular_solve_left_upper_no_transpose() {
  %a = stablehlo.constant dense<[[(1.0, 1.0), (0.0, -1.0), (0.0, -1.0)], [(-1.0, -1.0), (2.0, 1.0), (3.0, 3.0)], [(-3.0, -3.0), (1.0, -3.0), (3.0, 1.0)]]> : tensor<3x3xcomplex<f64>>
  %b = stablehlo.constant dense<[[(-1.0, 6.0), (-1.0, 0.0)], [(-25.0, -9.0), (10.0, -4.0)], [(-13.0, -1.0), (7.0, -1.0)]]> : tensor<3x2xcomplex<f64>>
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %r_expected = stablehlo.constant dense<[[(-3.0, 1.0), (2.0, -1.0)], [(-4.0, 2.0), (-1.0, -3.0)], [(-4.0, 1.0), (2.0, -1.0)]]> : tensor<3x2xcomplex<f64>>
  check.expect_almost_eq %r, %r_expected, tolerance = 1.0e-12 : tensor<3x2xcomplex<f64>>
  func.return
}

// -----

func.func @triangular_solve_left_upper_transpose() {
  %a = stablehlo.constant dense<[[(1.0, 1.0), (-3.0, -1.0), (2.0, 0.0)], [(-3.0, -3.0), (2.0, 1.0), (0.0, -2.0)], [(2.0, 2.0), (2.0, 2.0), (3.0, 1.0)]]> : tensor<3x3xcomplex<f64>>
  %b = stablehlo.constant dense<[[(7.0, 1.0), (1.0, 3.0)], [(-21.0, 7.0), (-3.0, -4.0)], [(1.0, 1.0), (8.0, -2.0)]]> : tensor<3x2xcomplex<f64>>
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %r_expected = stablehlo.constant dense<[[(4.0, -3.0), (2.0, 1.0)], [(-2.0, 2.0), (1.0, 0.0)], [(-3.0, 2.0), (1.0, -1.0)]]> : tensor<3x2xcomplex<f64>>
  check.expect_almost_eq %r, %r_expected, tolerance = 1.0e-12 : tensor<3x2xcomplex<f64>>
  func.return
}

// -----

func.func @triangular_solve_left_upper_adjoint() {
  %a = stablehlo.constant dense<[[(1.0, 1.0), (-2.0, 2.0), (-1.0, -2.0)], [(-3.0, -3.0), (2.0, 1.0), (-1.0, 3.0)], [(1.0, -3.0), (2.0, 0.0), (3.0, 1.0)]]> : tensor<3x3xcomplex<f64>>
  %b = stablehlo.constant dense<[[(3.0, 3.0), (4.0, 2.0)], [(1.0, -11.0), (2.0, -17.0)], [(-13.0, 16.0), (-27.0, -11.0)]]> : tensor<3x2xcomplex<f64>>
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<3x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  %r_expected = stablehlo.constant dense<[[(0.0, 3.0), (1.0, 3.0)], [(-1.0, -3.0), (1.0, -4.0)], [(-1.0, 4.0), (-1.0, -4.0)]]> : tensor<3x2xcomplex<f64>>
  check.expect_almost_eq %r, %r_expected, tolerance = 1.0e-12 : tensor<3x2xcomplex<f64>>
  func.return
}

// -----

func.func @triangular_solve_right_lower_no_transpose() {
  %a = stablehlo.constant dense<[[(1.0, 1.0), (0.0, 3.0), (1.0, 3.0)], [(-1.0, -3.0), (2.0, 1.0), (-1.0, 2.0)], [(3.0, -3.0), (0.0, -1.0), (3.0, 1.0)]]> : tensor<3x3xcomplex<f64>>
  %b = stablehlo.constant dense<[[(7.0, -5.0), (-6.0, 10.0), (-4.0, -8.0)], [(15.0, 11.0), (5.0, -9.0), (2.0, 14.0)]]> : tensor<2x3xcomplex<f64>>
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %r_expected = stablehlo.constant dense<[[(3.0, -4.0), (0.0, 4.0), (-2.0, -2.0)], [(2.0, -3.0), (-1.0, -3.0), (2.0, 4.0)]]> : tensor<2x3xcomplex<f64>>
  check.expect_almost_eq %r, %r_expected, tolerance = 1.0e-12 : tensor<2x3xcomplex<f64>>
  func.return
}

// -----

func.func @triangular_solve_right_lower_transpose() {
  %a = stablehlo.constant dense<[[(1.0, 1.0), (0.0, 2.0), (2.0, 0.0)], [(-2.0, 3.0), (2.0, 1.0), (-1.0, 0.0)], [(1.0, 2.0), (-1.0, -1.0), (3.0, 1.0)]]> : tensor<3x3xcomplex<f64>>
  %b = stablehlo.constant dense<[[(-3.0, -3.0), (8.0, 2.0), (-8.0, -15.0)], [(0.0, -8.0), (11.0, -1.0), (19.0, -9.0)]]> : tensor<2x3xcomplex<f64>>
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %r_expected = stablehlo.constant dense<[[(-3.0, 0.0), (3.0, 4.0), (-2.0, 0.0)], [(-4.0, -4.0), (-3.0, 3.0), (3.0, 0.0)]]> : tensor<2x3xcomplex<f64>>
  check.expect_almost_eq %r, %r_expected, tolerance = 1.0e-12 : tensor<2x3xcomplex<f64>>
  func.return
}

// -----

func.func @triangular_solve_right_lower_adjoint() {
  %a = stablehlo.constant dense<[[(1.0, 1.0), (-3.0, -2.0), (-3.0, 1.0)], [(0.0, 2.0), (2.0, 1.0), (-3.0, 1.0)], [(1.0, -1.0), (3.0, 3.0), (3.0, 1.0)]]> : tensor<3x3xcomplex<f64>>
  %b = stablehlo.constant dense<[[(5.0, 3.0), (14.0, -10.0), (4.0, -20.0)], [(-3.0, 5.0), (-4.0, 11.0), (-21.0, 5.0)]]> : tensor<2x3xcomplex<f64>>
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %r_expected = stablehlo.constant dense<[[(1.0, 4.0), (4.0, -2.0), (1.0, -2.0)], [(-4.0, 1.0), (-3.0, 0.0), (-2.0, -1.0)]]> : tensor<2x3xcomplex<f64>>
  check.expect_almost_eq %r, %r_expected, tolerance = 1.0e-12 : tensor<2x3xcomplex<f64>>
  func.return
}

// -----

func.func @triangular_solve_right_upper_no_transpose() {
  %a = stablehlo.constant dense<[[(1.0, 1.0), (-3.0, 1.0), (-1.0, -1.0)], [(0.0, -2.0), (2.0, 1.0), (2.0, 0.0)], [(-2.0, 0.0), (1.0, -3.0), (3.0, 1.0)]]> : tensor<3x3xcomplex<f64>>
  %b = stablehlo.constant dense<[[(0.0, -4.0), (3.0, 9.0), (1.0, 1.0)], [(2.0, 6.0), (-11.0, -3.0), (-13.0, 1.0)]]> : tensor<2x3xcomplex<f64>>
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %r_expected = stablehlo.constant dense<[[(-2.0, -2.0), (-1.0, 3.0), (0.0, -3.0)], [(4.0, 2.0), (1.0, -1.0), (-3.0, 4.0)]]> : tensor<2x3xcomplex<f64>>
  check.expect_almost_eq %r, %r_expected, tolerance = 1.0e-12 : tensor<2x3xcomplex<f64>>
  func.return
}

// -----

func.func @triangular_solve_right_upper_transpose() {
  %a = stablehlo.constant dense<[[(1.0, 1.0), (3.0, 3.0), (-2.0, 3.0)], [(-2.0, 2.0), (2.0, 1.0), (3.0, -1.0)], [(3.0, 1.0), (-1.0, 2.0), (3.0, 1.0)]]> : tensor<3x3xcomplex<f64>>
  %b = stablehlo.constant dense<[[(11.0, 15.0), (5.0, -15.0), (10.0, -10.0)], [(-10.0, -12.0), (-5.0, 0.0), (-4.0, 2.0)]]> : tensor<2x3xcomplex<f64>>
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %r_expected = stablehlo.constant dense<[[(-1.0, 2.0), (1.0, -1.0), (2.0, -4.0)], [(-2.0, 4.0), (-2.0, -1.0), (-1.0, 1.0)]]> : tensor<2x3xcomplex<f64>>
  check.expect_almost_eq %r, %r_expected, tolerance = 1.0e-12 : tensor<2x3xcomplex<f64>>
  func.return
}

// -----

func.func @triangular_solve_right_upper_adjoint() {
  %a = stablehlo.constant dense<[[(1.0, 1.0), (2.0, -1.0), (2.0, 3.0)], [(-2.0, 1.0), (2.0, 1.0), (-1.0, -2.0)], [(-3.0, -1.0), (3.0, -1.0), (3.0, 1.0)]]> : tensor<3x3xcomplex<f64>>
  %b = stablehlo.constant dense<[[(6.0, 22.0), (-5.0, -5.0), (-5.0, 15.0)], [(-11.0, -4.0), (9.0, 0.0), (-6.0, -8.0)]]> : tensor<2x3xcomplex<f64>>
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %r_expected = stablehlo.constant dense<[[(1.0, 3.0), (-1.0, 2.0), (-3.0, 4.0)], [(0.0, -2.0), (1.0, 0.0), (-1.0, -3.0)]]> : tensor<2x3xcomplex<f64>>
  check.expect_almost_eq %r, %r_expected, tolerance = 1.0e-12 : tensor<2x3xcomplex<f64>>
  func.return
}

// -----

func.func @triangular_solve_batch_f32() {
  %a = stablehlo.constant dense<[[[10.0, 77.0], [3.0, 2.0]], [[8.0, 77.0], [3.0, 6.0]]]> : tensor<2x2x2xf32>
  %b = stablehlo.constant dense<[[[-30.0, 30.0, 20.0], [-17.0, 3.0, 4.0]], [[16.0, 24.0, -32.0], [0.0, 33.0, 6.0]]]> : tensor<2x2x3xf32>
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x2x2xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  %r_expected = stablehlo.constant dense<[[[-3.0, 3.0, 2.0], [-4.0, -3.0, -1.0]], [[2.0, 3.0, -4.0], [-1.0, 4.0, 3.0]]]> : tensor<2x2x3xf32>
  check.expect_almost_eq %r, %r_expected, tolerance = 1.0e-5 : tensor<2x2x3xf32>
  func.return
}

// -----

func.func @triangular_solve_empty() {
  %a = stablehlo.constant dense<> : tensor<0x2x2xf32>
  %b = stablehlo.constant dense<> : tensor<0x2x1xf32>
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<0x2x2xf32>, tensor<0x2x1xf32>) -> tensor<0x2x1xf32>
  %r_expected = stablehlo.constant dense<> : tensor<0x2x1xf32>
  check.expect_almost_eq %r, %r_expected, tolerance = 0.0 : tensor<0x2x1xf32>
  func.return
}

// -----

func.func @triangular_solve_small_left_lower_no_transpose() {
  %a = stablehlo.constant dense<[[[1.36, 0.97, 1.18], [1.77, 1.32, 1.69], [-1.88, -0.14, -1.28]], [[1.25, 1.6, -1.55], [-0.12, -2.94, 0.18], [0.3, -1.95, -1.42]]]> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<[[[-1.5504, 2.6248, 2.0264, -1.1424, 2.5160000000000005], [-1.8065999999999998, 4.3533, 1.0797, 0.8364, 4.2777], [-0.2728000000000006, -5.7374, -1.6119999999999997, 2.0496, -1.8691999999999995]], [[-1.775, -2.175, -0.9875, 0.5125, -2.4875], [-1.9169999999999998, 2.1198, 2.3292, -3.783, 0.474], [-0.7596999999999998, 0.8591000000000001, 0.08060000000000023, 0.1598999999999995, -3.139]]]> : tensor<2x3x5xf64>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x3x5xf64>) -> tensor<2x3x5xf64>
  %r = stablehlo.constant dense<[[[-1.14, 1.93, 1.49, -0.84, 1.85], [0.16, 0.71, -1.18, 1.76, 0.76], [1.87, 1.57, -0.8, -0.56, -1.34]], [[-1.42, -1.74, -0.79, 0.41, -1.99], [0.71, -0.65, -0.76, 1.27, -0.08], [-0.74, -0.08, 0.82, -1.77, 1.9]]]> : tensor<2x3x5xf64>
  check.expect_almost_eq %x, %r, tolerance = 1.0e-12 : tensor<2x3x5xf64>
  func.return
}

// -----

func.func @triangular_solve_small_left_lower_no_transpose_unit() {
  %a = stablehlo.constant dense<[[[1.22, 1.0, 1.38], [-1.93, 2.72, -0.54], [0.31, -1.96, -1.87]], [[-1.42, 1.82, -1.21], [1.02, 2.84, 1.77], [-0.62, -0.58, 1.55]]]> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<[[[0.81, -1.63, 0.74, -0.78, 1.2], [-1.0533000000000001, 4.0259, -2.1882, 1.4454, -1.436], [-2.4285, -1.8300999999999998, 3.409, -1.9942000000000002, -0.3927999999999998]], [[-0.62, -1.0, 0.6, -1.42, 1.92], [-0.08239999999999992, 0.18999999999999995, -0.04800000000000004, -2.6184, 3.8884], [0.3254, -1.5518, 1.6008, 1.2189999999999996, -3.6298000000000004]]]> : tensor<2x3x5xf64>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x3x5xf64>) -> tensor<2x3x5xf64>
  %r = stablehlo.constant dense<[[[0.81, -1.63, 0.74, -0.78, 1.2], [0.51, 0.88, -0.76, -0.06, 0.88], [-1.68, 0.4, 1.69, -1.87, 0.96]], [[-0.62, -1.0, 0.6, -1.42, 1.92], [0.55, 1.21, -0.66, -1.17, 1.93], [0.26, -1.47, 1.59, -0.34, -1.32]]]> : tensor<2x3x5xf64>
  check.expect_almost_eq %x, %r, tolerance = 1.0e-12 : tensor<2x3x5xf64>
  func.return
}

// -----

func.func @triangular_solve_small_left_lower_transpose() {
  %a = stablehlo.constant dense<[[[2.74, -1.76, -0.32], [-1.44, -1.18, 0.48], [-1.32, 0.09, 2.03]], [[1.13, -0.73, -0.9], [-0.12, 2.39, -1.55], [1.29, 0.13, -2.52]]]> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<[[[-0.027400000000000535, 3.1768, -3.6544, -1.9392, 2.6964000000000006], [-1.0722999999999998, 0.9846999999999999, -2.1904, -0.6458999999999999, -0.3911], [-3.9584999999999995, 0.3857, -2.03, 1.4006999999999998, -0.30449999999999994]], [[2.2885999999999997, 2.9604999999999997, 3.7774, -0.7633999999999999, 0.6325999999999998], [2.3680000000000003, 3.3779000000000003, -1.1961, 3.2834000000000003, 3.5528000000000004], [-1.8900000000000001, -4.787999999999999, -4.6116, -0.17640000000000003, -0.3024]]]> : tensor<2x3x5xf64>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x3x5xf64>) -> tensor<2x3x5xf64>
  %r = stablehlo.constant dense<[[[-0.55, 0.82, -0.88, -0.06, 1.08], [0.76, -0.82, 1.78, 0.6, 0.32], [-1.95, 0.19, -1.0, 0.69, -0.15]], [[1.27, 0.59, 1.19, -0.61, 0.58], [0.95, 1.31, -0.6, 1.37, 1.48], [0.75, 1.9, 1.83, 0.07, 0.12]]]> : tensor<2x3x5xf64>
  check.expect_almost_eq %x, %r, tolerance = 1.0e-12 : tensor<2x3x5xf64>
  func.return
}

// -----

func.func @triangular_solve_small_left_lower_transpose_unit() {
  %a = stablehlo.constant dense<[[[2.25, 1.35, 1.75], [-0.09, -1.44, 0.88], [0.92, -1.31, -2.26]], [[-2.97, 0.66, -0.32], [0.49, -1.33, 0.55], [0.88, -1.89, -1.22]]]> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<[[[1.2595, 1.7490999999999999, 1.6026, 0.9341, 0.1442000000000001], [1.436, -4.0811, -3.0402, -1.0556999999999999, -1.4956], [-0.6, 1.81, 1.42, 1.47, 0.76]], [[-0.10229999999999997, 2.9708, -0.07469999999999993, -1.1935, -2.7508], [0.7303999999999999, 1.3086, -1.1135, -0.34429999999999994, 1.1093000000000002], [-0.36, 0.26, 0.15, -0.13, -1.37]]]> : tensor<2x3x5xf64>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x3x5xf64>) -> tensor<2x3x5xf64>
  %r = stablehlo.constant dense<[[[1.87, -0.07, 0.19, -0.34, -0.6], [0.65, -1.71, -1.18, 0.87, -0.5], [-0.6, 1.81, 1.42, 1.47, 0.76]], [[0.19, 1.86, 0.2, -0.79, -0.82], [0.05, 1.8, -0.83, -0.59, -1.48], [-0.36, 0.26, 0.15, -0.13, -1.37]]]> : tensor<2x3x5xf64>
  check.expect_almost_eq %x, %r, tolerance = 1.0e-12 : tensor<2x3x5xf64>
  func.return
}

// -----

func.func @triangular_solve_small_left_upper_no_transpose() {
  %a = stablehlo.constant dense<[[[1.77, -0.09, -1.2], [-1.47, -2.19, 1.28], [0.65, -0.47, 2.48]], [[1.99, 0.16, -0.7], [1.51, 1.04, -0.28], [1.91, -0.03, 1.98]]]> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<[[[-0.3497999999999999, -2.349, -4.146599999999999, 2.2668, 0.6972], [0.6656999999999997, -0.24750000000000005, -1.4225, 2.9649, -1.4751], [-2.232, 4.3152, 2.8023999999999996, -2.5296, -2.3064]], [[-2.0934, 3.8766, -1.0345, 1.1779, -0.11659999999999998], [0.8271999999999999, 0.40040000000000003, 1.1936, -1.3644, 1.048], [-1.584, 0.2574, -1.3068, -1.6038000000000001, 0.23759999999999998]]]> : tensor<2x3x5xf64>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x3x5xf64>) -> tensor<2x3x5xf64>
  %r = stablehlo.constant dense<[[[-0.85, -0.09, -1.51, 0.49, -0.23], [-0.83, 1.13, 1.31, -1.95, 0.13], [-0.9, 1.74, 1.13, -1.02, -0.93]], [[-1.38, 1.96, -0.83, 0.43, -0.1], [0.58, 0.42, 0.97, -1.53, 1.04], [-0.8, 0.13, -0.66, -0.81, 0.12]]]> : tensor<2x3x5xf64>
  check.expect_almost_eq %x, %r, tolerance = 1.0e-12 : tensor<2x3x5xf64>
  func.return
}

// -----

func.func @triangular_solve_small_left_upper_no_transpose_unit() {
  %a = stablehlo.constant dense<[[[1.95, -0.56, 0.98], [0.36, -2.8, -0.99], [-0.18, 1.67, 2.66]], [[-1.61, -1.94, 1.11], [-0.29, -2.39, 0.83], [0.53, -0.07, 2.16]]]> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<[[[-2.0518, -0.2570000000000001, -1.7553999999999998, -2.7988, -1.0301999999999998], [3.3419, 0.9692999999999998, 1.0707, 1.3434, 1.9024999999999999], [-1.81, 0.93, -0.93, -1.66, -1.75]], [[0.13539999999999974, 4.0132, 4.8472, -1.7121999999999997, -3.1794999999999995], [-1.3448, -0.1986000000000001, 0.13339999999999996, 1.1405999999999998, 1.0925], [-1.56, 1.58, 1.98, 0.82, -0.25]]]> : tensor<2x3x5xf64>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x3x5xf64>) -> tensor<2x3x5xf64>
  %r = stablehlo.constant dense<[[[0.59, -0.11, -0.76, -1.34, 0.78], [1.55, 1.89, 0.15, -0.3, 0.17], [-1.81, 0.93, -0.93, -1.66, -1.75]], [[1.77, -0.67, -0.28, -1.73, -0.38], [-0.05, -1.51, -1.51, 0.46, 1.3], [-1.56, 1.58, 1.98, 0.82, -0.25]]]> : tensor<2x3x5xf64>
  check.expect_almost_eq %x, %r, tolerance = 1.0e-12 : tensor<2x3x5xf64>
  func.return
}

// -----

func.func @triangular_solve_small_left_upper_transpose() {
  %a = stablehlo.constant dense<[[[2.83, -1.26, 1.21], [-1.73, -2.39, 0.22], [0.64, 0.98, -2.14]], [[2.82, -1.53, -0.41], [0.49, -1.53, -1.63], [0.74, -0.04, -1.51]]]> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<[[[2.83, 0.19810000000000003, -4.1318, -2.9998, -1.4716], [-3.5305, 2.971, -0.19189999999999996, -0.14619999999999989, 4.6226], [-0.014800000000000146, 3.3127, 1.6304, -1.9594, 1.2526000000000004]], [[4.2581999999999995, -0.2256, -2.0021999999999998, 3.3557999999999995, -5.3016], [-3.6873000000000005, 2.8611, 3.2283, -4.59, 1.7748], [-0.4099999999999999, 5.2759, -0.28080000000000016, -4.4348, -2.3356000000000003]]]> : tensor<2x3x5xf64>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x3x5xf64>) -> tensor<2x3x5xf64>
  %r = stablehlo.constant dense<[[[1.0, 0.07, -1.46, -1.06, -0.52], [0.95, -1.28, 0.85, 0.62, -1.66], [0.67, -1.64, -1.5, 0.38, -1.05]], [[1.51, -0.08, -0.71, 1.19, -1.88], [0.9, -1.79, -1.4, 1.81, 0.72], [-1.11, -1.54, 1.89, 0.66, 1.28]]]> : tensor<2x3x5xf64>
  check.expect_almost_eq %x, %r, tolerance = 1.0e-12 : tensor<2x3x5xf64>
  func.return
}

// -----

func.func @triangular_solve_small_left_upper_transpose_unit() {
  %a = stablehlo.constant dense<[[[1.13, 0.5, -0.58], [-1.06, -1.07, 0.46], [-0.61, -0.46, -1.39]], [[2.78, 0.59, 1.22], [-0.27, 2.32, 0.07], [0.37, 0.29, 1.0]]]> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<[[[-0.12, 1.56, 0.48, -0.29, -0.14], [-1.6600000000000001, -0.5999999999999999, -1.12, -0.645, -0.53], [0.8535999999999999, -2.9295999999999998, -1.884, -0.9518, -1.4804000000000002]], [[-0.85, -1.06, -0.07, -1.87, 1.7], [-1.0215, 1.1246, 0.7087, -0.4033, 0.8929999999999999], [0.7066000000000001, -2.7007000000000003, 0.6371, -3.0724, 2.7663]]]> : tensor<2x3x5xf64>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x3x5xf64>) -> tensor<2x3x5xf64>
  %r = stablehlo.constant dense<[[[-0.12, 1.56, 0.48, -0.29, -0.14], [-1.6, -1.38, -1.36, -0.5, -0.46], [1.52, -1.39, -0.98, -0.89, -1.35]], [[-0.85, -1.06, -0.07, -1.87, 1.7], [-0.52, 1.75, 0.75, 0.7, -0.11], [1.78, -1.53, 0.67, -0.84, 0.7]]]> : tensor<2x3x5xf64>
  check.expect_almost_eq %x, %r, tolerance = 1.0e-12 : tensor<2x3x5xf64>
  func.return
}

// -----

func.func @triangular_solve_small_right_lower_no_transpose() {
  %a = stablehlo.constant dense<[[[2.45, -1.35, -1.2], [-1.9, 1.01, -1.69], [-0.4, 1.89, -1.91]], [[1.34, -0.13, -0.87], [0.93, -2.1, -1.35], [-1.04, 0.69, 2.88]]]> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<[[[3.6425, 1.2263999999999997, -2.3110999999999997], [-4.0765, 1.2686, -1.3942999999999999], [0.988, 2.1255999999999995, -2.1582999999999997], [-6.873500000000001, 0.9275000000000002, 0.42019999999999996], [-2.1979999999999995, 4.917, -3.4379999999999997]], [[-1.4918, -1.2516, 1.6128], [-4.4485, 3.4269000000000003, 4.924799999999999], [-1.9976999999999998, 4.803599999999999, 5.587199999999999], [-4.3468, 4.2048, 2.6496], [1.0396, 0.11070000000000008, -1.6415999999999997]]]> : tensor<2x5x3xf64>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x5x3xf64>) -> tensor<2x5x3xf64>
  %r = stablehlo.constant dense<[[[0.87, -1.05, 1.21], [-1.63, -0.11, 0.73], [0.58, -0.01, 1.13], [-1.81, 1.33, -0.22], [0.56, 1.5, 1.8]], [[-1.22, 0.78, 0.56], [-1.25, -1.07, 1.71], [1.16, -1.65, 1.94], [-1.35, -1.7, 0.92], [0.5, -0.24, -0.57]]]> : tensor<2x5x3xf64>
  check.expect_almost_eq %x, %r, tolerance = 1.0e-12 : tensor<2x5x3xf64>
  func.return
}

// -----

func.func @triangular_solve_small_right_lower_no_transpose_unit() {
  %a = stablehlo.constant dense<[[[-2.6, 1.07, 0.09], [-1.47, -1.55, 1.02], [0.75, 1.57, 2.4]], [[-2.41, -1.45, -0.07], [1.12, 2.77, -0.39], [-1.47, 0.15, -1.14]]]> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<[[[2.5956, 1.2156000000000002, 1.08], [0.5842, 1.9032000000000004, 1.76], [0.2357999999999998, -4.1350999999999996, -1.43], [-2.3586, -1.9001000000000001, -1.93], [-2.5612000000000004, -2.7549, -1.57]], [[2.5437, 0.14350000000000002, -0.71], [-2.3793, -1.4515, -0.01], [-3.0431, -1.8345, 0.17], [1.0629, -2.1165, -1.51], [3.7294, 1.2710000000000001, -0.26]]]> : tensor<2x5x3xf64>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x5x3xf64>) -> tensor<2x5x3xf64>
  %r = stablehlo.constant dense<[[[1.08, -0.48, 1.08], [-2.0, -0.86, 1.76], [-1.47, -1.89, -1.43], [0.75, 1.13, -1.93], [-1.81, -0.29, -1.57]], [[1.22, 0.25, -0.71], [-0.77, -1.45, -0.01], [-0.71, -1.86, 0.17], [0.96, -1.89, -1.51], [1.88, 1.31, -0.26]]]> : tensor<2x5x3xf64>
  check.expect_almost_eq %x, %r, tolerance = 1.0e-12 : tensor<2x5x3xf64>
  func.return
}

// -----

func.func @triangular_solve_small_right_lower_transpose() {
  %a = stablehlo.constant dense<[[[1.63, 1.81, -1.93], [0.11, -1.92, -1.2], [-0.57, -1.35, 1.34]], [[-2.54, 1.93, -0.93], [0.42, -2.07, -1.42], [1.06, -0.26, 2.19]]]> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<[[[-2.5917, -2.5941, -1.2235], [-2.9177, -3.8640999999999996, -4.064], [0.5053, 0.1685, 1.9680000000000002], [-0.7009, 2.1414999999999997, 0.5914999999999999], [-1.9559999999999997, -0.612, -0.4173000000000001]], [[-2.54, 2.5521, 0.03570000000000029], [2.5654, -4.4193, 1.4060000000000001], [-3.5559999999999996, -0.3848999999999999, 0.4857999999999999], [3.6322, -3.3537, -1.9492], [4.699000000000001, 1.9553999999999996, -5.143700000000001]]]> : tensor<2x5x3xf64>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x5x3xf64>) -> tensor<2x5x3xf64>
  %r = stablehlo.constant dense<[[[-1.59, 1.26, -0.32], [-1.79, 1.91, -1.87], [0.31, -0.07, 1.53], [-0.43, -1.14, -0.89], [-1.2, 0.25, -0.57]], [[1.0, -1.03, -0.59], [-1.01, 1.93, 1.36], [1.4, 0.47, -0.4], [-1.43, 1.33, -0.04], [-1.85, -1.32, -1.61]]]> : tensor<2x5x3xf64>
  check.expect_almost_eq %x, %r, tolerance = 1.0e-12 : tensor<2x5x3xf64>
  func.return
}

// -----

func.func @triangular_solve_small_right_lower_transpose_unit() {
  %a = stablehlo.constant dense<[[[2.0, 1.6, -1.2], [1.19, 1.9, 0.73], [1.45, 0.49, -2.07]], [[1.73, -1.96, 0.05], [0.35, -2.36, -0.44], [-0.73, -1.89, -1.57]]]> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<[[[-1.69, -3.6611, -3.839], [0.32, 1.4208, 1.8336000000000001], [-0.77, 0.8037, -1.1737000000000002], [0.86, -0.6866000000000001, 1.4190999999999998], [0.68, 2.6392, 3.4727]], [[0.75, 1.6125, -2.149], [0.44, -1.016, 1.9600999999999997], [1.58, -0.4870000000000001, 2.7122], [0.18, -0.367, -1.3087], [-0.44, -1.444, 3.3693]]]> : tensor<2x5x3xf64>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x5x3xf64>) -> tensor<2x5x3xf64>
  %r = stablehlo.constant dense<[[[-1.69, -1.65, -0.58], [0.32, 1.04, 0.86], [-0.77, 1.72, -0.9], [0.86, -1.71, 1.01], [0.68, 1.83, 1.59]], [[0.75, 1.35, 0.95], [0.44, -1.17, 0.07], [1.58, -1.04, 1.9], [0.18, -0.43, -1.99], [-0.44, -1.29, 0.61]]]> : tensor<2x5x3xf64>
  check.expect_almost_eq %x, %r, tolerance = 1.0e-12 : tensor<2x5x3xf64>
  func.return
}

// -----

func.func @triangular_solve_small_right_upper_no_transpose() {
  %a = stablehlo.constant dense<[[[-2.31, 1.64, 0.45], [-0.45, 1.83, 0.76], [0.21, 0.86, 1.97]], [[-1.6, -1.15, -0.78], [-0.93, 1.17, 1.59], [-1.33, 0.53, 1.37]]]> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<[[[4.3427999999999995, -5.9014, -1.5239], [-0.9470999999999999, -1.6334000000000002, -3.2159], [-0.8778, 1.7028999999999999, 2.1166], [-2.1252, -1.6937000000000002, -1.0342], [-3.0954, 5.5465, 0.5557000000000003]], [[-2.2399999999999998, -0.9314, 2.1729000000000003], [1.7280000000000002, 2.1663, 3.9617000000000004], [0.144, -1.7685, -4.158900000000001], [2.192, -0.3315999999999999, -3.4273999999999996], [-0.7360000000000001, -2.3776, -1.4599000000000002]]]> : tensor<2x5x3xf64>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x5x3xf64>) -> tensor<2x5x3xf64>
  %r = stablehlo.constant dense<[[[-1.88, -1.54, 0.25], [0.41, -1.26, -1.24], [0.38, 0.59, 0.76], [0.92, -1.75, -0.06], [1.34, 1.83, -0.73]], [[1.4, 0.58, 1.71], [-1.08, 0.79, 1.36], [-0.09, -1.6, -1.23], [-1.37, -1.63, -1.39], [0.46, -1.58, 1.03]]]> : tensor<2x5x3xf64>
  check.expect_almost_eq %x, %r, tolerance = 1.0e-12 : tensor<2x5x3xf64>
  func.return
}

// -----

func.func @triangular_solve_small_right_upper_no_transpose_unit() {
  %a = stablehlo.constant dense<[[[1.75, 1.27, 1.21], [0.85, -2.96, 1.83], [0.5, 1.86, 1.27]], [[-1.99, -1.74, -1.17], [-0.5, 2.89, 0.72], [0.97, -1.66, -1.98]]]> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<[[[1.75, 3.0725000000000002, 1.733], [1.24, 3.5747999999999998, 6.1604], [-1.22, -2.1794, -4.0591], [1.62, 2.6274, 4.0633], [-1.65, -3.6555, -5.2213]], [[1.77, -4.8298000000000005, -3.6008999999999998], [-1.12, 3.8888, 1.7872], [0.88, -2.9512, -0.1819999999999995], [0.21, -0.6354, -1.7201], [1.38, -0.9811999999999999, -1.6121999999999999]]]> : tensor<2x5x3xf64>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x5x3xf64>) -> tensor<2x5x3xf64>
  %r = stablehlo.constant dense<[[[1.75, 0.85, -1.94], [1.24, 2.0, 1.0], [-1.22, -0.63, -1.43], [1.62, 0.57, 1.06], [-1.65, -1.56, -0.37]], [[1.77, -1.75, -0.27], [-1.12, 1.94, -0.92], [0.88, -1.42, 1.87], [0.21, -0.27, -1.28], [1.38, 1.42, -1.02]]]> : tensor<2x5x3xf64>
  check.expect_almost_eq %x, %r, tolerance = 1.0e-12 : tensor<2x5x3xf64>
  func.return
}

// -----

func.func @triangular_solve_small_right_upper_transpose() {
  %a = stablehlo.constant dense<[[[2.02, -1.48, -1.67], [1.27, -1.32, 1.24], [-1.91, 0.25, 2.72]], [[-1.43, -1.69, 1.89], [-1.22, 2.54, -1.95], [0.08, 1.82, 2.62]]]> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<[[[0.35009999999999986, 2.3280000000000003, 4.324800000000001], [-3.5625, -3.3124000000000002, -3.6176000000000004], [1.9269999999999996, -0.4947999999999999, -3.3728000000000002], [6.0764000000000005, 1.5859999999999999, -1.4144], [3.3713999999999995, -0.14879999999999982, -3.9168000000000003]], [[5.151299999999999, -6.0881, 1.3886], [-6.4792, 5.9117, -4.4278], [1.3905, -4.0224, -0.9432], [2.876, -0.43189999999999995, 2.5938], [0.941, -1.5227, -0.4454000000000001]]]> : tensor<2x5x3xf64>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x5x3xf64>) -> tensor<2x5x3xf64>
  %r = stablehlo.constant dense<[[[1.29, -0.27, 1.59], [-1.94, 1.26, -1.33], [-0.65, -0.79, -1.24], [1.34, -1.69, -0.52], [-0.43, -1.24, -1.44]], [[-0.55, -1.99, 0.53], [1.08, 1.03, -1.69], [0.75, -1.86, -0.36], [-1.4, 0.59, 0.99], [-0.02, -0.73, -0.17]]]> : tensor<2x5x3xf64>
  check.expect_almost_eq %x, %r, tolerance = 1.0e-12 : tensor<2x5x3xf64>
  func.return
}

// -----

func.func @triangular_solve_small_right_upper_transpose_unit() {
  %a = stablehlo.constant dense<[[[1.74, -1.69, -0.54], [0.48, 2.1, 1.25], [-1.66, -1.47, 2.93]], [[-2.93, -1.14, -0.82], [1.59, -1.53, 0.23], [-0.87, -1.58, -2.46]]]> : tensor<2x3x3xf64>
  %b = stablehlo.constant dense<[[[-1.7776, 0.945, 0.82], [-3.6224000000000003, 0.68, -0.32], [-1.3554, 1.9024999999999999, 1.17], [-0.7809999999999999, -2.3125, -1.85], [1.6192000000000002, -3.0075, -1.91]], [[-1.0904, -0.05740000000000001, 0.62], [2.1944, -0.4924, 0.12], [-2.621, 2.164, 1.8], [3.9412000000000003, -1.0959, -1.33], [3.8288, -1.7383, -0.21]]]> : tensor<2x5x3xf64>
  %x = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xf64>, tensor<2x5x3xf64>) -> tensor<2x5x3xf64>
  %r = stablehlo.constant dense<[[[-1.47, -0.08, 0.82], [-1.97, 1.08, -0.32], [0.02, 0.44, 1.17], [-1.78, 0.0, -1.85], [-0.46, -0.62, -1.91]], [[-0.81, -0.2, 0.62], [1.7, -0.52, 0.12], [0.85, 1.75, 1.8], [1.95, -0.79, -1.33], [1.73, -1.69, -0.21]]]> : tensor<2x5x3xf64>
  check.expect_almost_eq %x, %r, tolerance = 1.0e-12 : tensor<2x5x3xf64>
  func.return
}
