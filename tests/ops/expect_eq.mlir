// RUN: run
// check.*: what holds and what does not; NaN is never equal, zeros are.

func.func @expect_eq_zeros() {
  %x = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %y = stablehlo.constant dense<[-0.0, 0.0]> : tensor<2xf32>
  check.expect_eq %x, %y : tensor<2xf32>
  func.return
}

// -----

func.func @bad_expect_eq_nan() {
  %x = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  check.expect_eq %x, %x : tensor<f32>
  func.return
}

// -----

func.func @bad_expect_eq_const_complex() {
  %x = stablehlo.constant dense<(1.0,2.0)> : tensor<complex<f32>>
  check.expect_eq_const %x, dense<(1.0,3.0)> : tensor<complex<f32>>
  func.return
}

// -----

func.func @bad_expect_eq_const_i4() {
  %x = stablehlo.constant dense<[1, -8]> : tensor<2xi4>
  check.expect_eq_const %x, dense<[1, 7]> : tensor<2xi4>
  func.return
}

// -----

func.func @expect_almost_eq_nan_and_tolerance() {
  %x = stablehlo.constant dense<[0x7FC00000, 1.0, 0x7F800000]> : tensor<3xf32>
  %y = stablehlo.constant dense<[0xFFC00001, 1.00005, 0x7F800000]> : tensor<3xf32>
  check.expect_almost_eq %x, %y : tensor<3xf32>
  check.expect_almost_eq %x, %y, tolerance = 0.001 : tensor<3xf32>
  func.return
}

// -----

func.func @bad_expect_almost_eq_tolerance() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  check.expect_almost_eq_const %x, dense<1.001> : tensor<f32>
  func.return
}

// -----

func.func @bad_expect_almost_eq_infinities() {
  %x = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %y = stablehlo.constant dense<0xFF800000> : tensor<f32>
  check.expect_almost_eq %x, %y, tolerance = 1.0e300 : tensor<f32>
  func.return
}

// -----

func.func @expect_close_neighbours() {
  %x = stablehlo.constant dense<[1.0, 0x00000001, 0x7FC00000]> : tensor<3xf32>
  %y = stablehlo.constant dense<[0x3F800002, 0x80000001, 0xFFC00000]> : tensor<3xf32>
  check.expect_close %x, %y, max_ulp_difference = 2 : tensor<3xf32>, tensor<3xf32>
  func.return
}

// -----

func.func @bad_expect_close_too_near() {
  %x = stablehlo.constant dense<1.0> : tensor<f64>
  check.expect_close %x, %x, max_ulp_difference = 2, min_ulp_difference = 1 : tensor<f64>, tensor<f64>
  func.return
}

// -----

func.func @expect_eq_call() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%x, %x) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %r = stablehlo.custom_call @check.eq(%x, %x) : (tensor<2xi32>, tensor<2xi32>) -> tensor<i1>
  check.expect_eq_const %r, dense<true> : tensor<i1>
  func.return
}

// -----

func.func @bad_eq_call() -> tensor<i1> {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<[1, 3]> : tensor<2xi32>
  %r = stablehlo.custom_call @check.eq(%x, %y) : (tensor<2xi32>, tensor<2xi32>) -> tensor<i1>
  func.return %r : tensor<i1>
}
