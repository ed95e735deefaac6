// RUN: run
func.func @cholesky_lower() {
  %a = stablehlo.constant dense<[[[1.0, 1.0, -2.0, 1.0], [1.0, 5.0, -2.0, -3.0], [-2.0, -2.0, 13.0, -8.0], [1.0, -3.0, -8.0, 25.0]], [[1.0, -2.0, -1.0, -1.0], [-2.0, 8.0, 4.0, 2.0], [-1.0, 4.0, 11.0, 1.0], [-1.0, 2.0, 1.0, 17.0]]]> : tensor<2x4x4xf64>
  %r = stablehlo.cholesky %a, lower = true : tensor<2x4x4xf64>
  %r_expected = stablehlo.constant dense<[[[1.0, 0.0, 0.0, 0.0], [1.0, 2.0, 0.0, 0.0], [-2.0, 0.0, 3.0, 0.0], [1.0, -2.0, -2.0, 4.0]], [[1.0, 0.0, 0.0, 0.0], [-2.0, 2.0, 0.0, 0.0], [-1.0, 1.0, 3.0, 0.0], [-1.0, 0.0, 0.0, 4.0]]]> : tensor<2x4x4xf64>
  check.expect_almost_eq %r, %r_expected, tolerance = 1.0e-12 : tensor<2x4x4xf64>
  func.return
}

// -----

func.func @cholesky_reads_lower_only() {
  %a = stablehlo.constant dense<[[[1.0, 99.0, 99.0, 99.0], [1.0, 5.0, -7.0, -7.0], [-2.0, -2.0, 13.0, -8.0], [1.0, -3.0, -8.0, 25.0]], [[1.0, 99.0, 99.0, 99.0], [-2.0, 8.0, -7.0, -7.0], [-1.0, 4.0, 11.0, 1.0], [-1.0, 2.0, 1.0, 17.0]]]> : tensor<2x4x4xf32>
  %r = stablehlo.cholesky %a, lower = true : tensor<2x4x4xf32>
  %r_expected = stablehlo.constant dense<[[[1.0, 0.0, 0.0, 0.0], [1.0, 2.0, 0.0, 0.0], [-2.0, 0.0, 3.0, 0.0], [1.0, -2.0, -2.0, 4.0]], [[1.0, 0.0, 0.0, 0.0], [-2.0, 2.0, 0.0, 0.0], [-1.0, 1.0, 3.0, 0.0], [-1.0, 0.0, 0.0, 4.0]]]> : tensor<2x4x4xf32>
  check.expect_almost_eq %r, %r_expected, tolerance = 1.0e-5 : tensor<2x4x4xf32>
  func.return
}

// -----

// The lower triangle is not read.
func.func @cholesky_upper() {
  %a = stablehlo.constant dense<[[[1.0, 1.0, -2.0, 1.0], [99.0, 5.0, -2.0, -3.0], [99.0, -2.0, 13.0, -8.0], [99.0, -3.0, -7.0, 25.0]], [[1.0, -2.0, -1.0, -1.0], [99.0, 8.0, 4.0, 2.0], [99.0, 4.0, 11.0, 1.0], [99.0, 2.0, -7.0, 17.0]]]> : tensor<2x4x4xf64>
  %r = stablehlo.cholesky %a, lower = false : tensor<2x4x4xf64>
  %r_expected = stablehlo.constant dense<[[[1.0, 1.0, -2.0, 1.0], [0.0, 2.0, 0.0, -2.0], [0.0, 0.0, 3.0, -2.0], [0.0, 0.0, 0.0, 4.0]], [[1.0, -2.0, -1.0, -1.0], [0.0, 2.0, 1.0, 0.0], [0.0, 0.0, 3.0, 0.0], [0.0, 0.0, 0.0, 4.0]]]> : tensor<2x4x4xf64>
  check.expect_almost_eq %r, %r_expected, tolerance = 1.0e-12 : tensor<2x4x4xf64>
  func.return
}

// -----

func.func @cholesky_complex_lower() {
  %a = stablehlo.constant dense<[[(1.0, 0.0), (2.0, 2.0), (0.0, 2.0)], [(2.0, -2.0), (12.0, 0.0), (0.0, 4.0)], [(0.0, -2.0), (0.0, -4.0), (17.0, 0.0)]]> : tensor<3x3xcomplex<f64>>
  %r = stablehlo.cholesky %a, lower = true : tensor<3x3xcomplex<f64>>
  %r_expected = stablehlo.constant dense<[[(1.0, 0.0), (0.0, 0.0), (0.0, 0.0)], [(2.0, -2.0), (2.0, 0.0), (0.0, 0.0)], [(0.0, -2.0), (-2.0, 0.0), (3.0, 0.0)]]> : tensor<3x3xcomplex<f64>>
  check.expect_almost_eq %r, %r_expected, tolerance = 1.0e-12 : tensor<3x3xcomplex<f64>>
  func.return
}

// -----

func.func @cholesky_complex_upper() {
  %a = stablehlo.constant dense<[[(1.0, 0.0), (2.0, 2.0), (0.0, 2.0)], [(2.0, -2.0), (12.0, 0.0), (0.0, 4.0)], [(0.0, -2.0), (0.0, -4.0), (17.0, 0.0)]]> : tensor<3x3xcomplex<f32>>
  %r = stablehlo.cholesky %a, lower = false : tensor<3x3xcomplex<f32>>
  %r_expected = stablehlo.constant dense<[[(1.0, -0.0), (2.0, 2.0), (0.0, 2.0)], [(0.0, -0.0), (2.0, -0.0), (-2.0, -0.0)], [(0.0, -0.0), (0.0, -0.0), (3.0, -0.0)]]> : tensor<3x3xcomplex<f32>>
  check.expect_almost_eq %r, %r_expected, tolerance = 1.0e-5 : tensor<3x3xcomplex<f32>>
  func.return
}

// -----

func.func @cholesky_one() {
  %a = stablehlo.constant dense<[[9.0]]> : tensor<1x1xf32>
  %r = stablehlo.cholesky %a, lower = true : tensor<1x1xf32>
  %r_expected = stablehlo.constant dense<[[3.0]]> : tensor<1x1xf32>
  check.expect_almost_eq %r, %r_expected, tolerance = 0.0 : tensor<1x1xf32>
  func.return
}

// -----

func.func @cholesky_empty() {
  %a = stablehlo.constant dense<> : tensor<2x0x0xf32>
  %r = stablehlo.cholesky %a, lower = true : tensor<2x0x0xf32>
  %r_expected = stablehlo.constant dense<> : tensor<2x0x0xf32>
  check.expect_almost_eq %r, %r_expected, tolerance = 0.0 : tensor<2x0x0xf32>
  func.return
}

// -----

// NaN for that matrix, not for the other one.
func.func @cholesky_not_positive_definite() {
  %a = stablehlo.constant dense<[[[1.0, 2.0], [2.0, 1.0]], [[4.0, 2.0], [2.0, 5.0]]]> : tensor<2x2x2xf32>
  %r = stablehlo.cholesky %a, lower = true : tensor<2x2x2xf32>
  %n = stablehlo.compare NE, %r, %r : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xi1>
  check.expect_eq_const %n, dense<[[[true, true], [true, true]], [[false, false], [false, false]]]> : tensor<2x2x2xi1>
  func.return
}

// -----

// One of a batch is not positive definite: it is NaN, the others are not.
func.func @cholesky_of_a_batch_with_one_that_has_none() {
  %a = stablehlo.constant dense<[[[4.0, 2.0], [2.0, 5.0]], [[1.0, 2.0], [2.0, 1.0]], [[9.0, 3.0], [3.0, 2.0]]]> : tensor<3x2x2xf32>
  %l = stablehlo.cholesky %a, lower = true : tensor<3x2x2xf32>
  %nan = stablehlo.compare NE, %l, %l : (tensor<3x2x2xf32>, tensor<3x2x2xf32>) -> tensor<3x2x2xi1>
  %zero = stablehlo.constant dense<0.0> : tensor<3x2x2xf32>
  %good = stablehlo.select %nan, %zero, %l : tensor<3x2x2xi1>, tensor<3x2x2xf32>
  check.expect_eq_const %nan, dense<[[[false, false], [false, false]], [[true, true], [true, true]], [[false, false], [false, false]]]> : tensor<3x2x2xi1>
  check.expect_eq_const %good, dense<[[[2.0, 0.0], [1.0, 2.0]], [[0.0, 0.0], [0.0, 0.0]], [[3.0, 0.0], [1.0, 1.0]]]> : tensor<3x2x2xf32>
  func.return
}

// -----

// l l^T of 37 matrices of 5 rows.
func.func @cholesky_of_many() {
  %i = stablehlo.iota dim = 0 : tensor<37x5x5xf64>
  %j = stablehlo.iota dim = 1 : tensor<37x5x5xf64>
  %k = stablehlo.iota dim = 2 : tensor<37x5x5xf64>
  %jk = stablehlo.multiply %j, %k : tensor<37x5x5xf64>
  %s = stablehlo.add %i, %jk : tensor<37x5x5xf64>
  %w = stablehlo.sine %s : tensor<37x5x5xf64>
  %p = stablehlo.dot_general %w, %w, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<37x5x5xf64>, tensor<37x5x5xf64>) -> tensor<37x5x5xf64>
  %row = stablehlo.iota dim = 1 : tensor<37x5x5xi32>
  %column = stablehlo.iota dim = 2 : tensor<37x5x5xi32>
  %d = stablehlo.compare EQ, %row, %column : (tensor<37x5x5xi32>, tensor<37x5x5xi32>) -> tensor<37x5x5xi1>
  %one = stablehlo.convert %d : (tensor<37x5x5xi1>) -> tensor<37x5x5xf64>
  %a = stablehlo.add %p, %one : tensor<37x5x5xf64>
  %l = stablehlo.cholesky %a, lower = true : tensor<37x5x5xf64>
  %u = stablehlo.cholesky %a, lower = false : tensor<37x5x5xf64>
  %ll = stablehlo.dot_general %l, %l, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<37x5x5xf64>, tensor<37x5x5xf64>) -> tensor<37x5x5xf64>
  %uu = stablehlo.dot_general %u, %u, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<37x5x5xf64>, tensor<37x5x5xf64>) -> tensor<37x5x5xf64>
  check.expect_almost_eq %ll, %a, tolerance = 1.0e-12 : tensor<37x5x5xf64>
  check.expect_almost_eq %uu, %a, tolerance = 1.0e-12 : tensor<37x5x5xf64>
  func.return
}
