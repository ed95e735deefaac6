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
