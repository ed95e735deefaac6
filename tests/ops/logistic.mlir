// RUN: run
// 1 / (1 + e^-x).

func.func @logistic_f16() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001, 2.0e+01, -2.0e+01]> : tensor<14xf16>
  %result = stablehlo.logistic %operand : tensor<14xf16>
  %expected = stablehlo.constant dense<[0.6226, 0.3774, 0.731, 0.269, 0.881, 0.1192, 0.525, 0.475, 0.976, 0.0007095, 0.5005, 0.4998, 1.0, 0.0]> : tensor<14xf16>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<14xf16>, tensor<14xf16>
  func.return
}

// -----

func.func @logistic_f16_special() {
  %operand = stablehlo.constant dense<[0.0, 0x7C00, 0xFC00, 0x7E00]> : tensor<4xf16>
  %result = stablehlo.logistic %operand : tensor<4xf16>
  %expected = stablehlo.constant dense<[0.5, 1.0, 0.0, 0x7E00]> : tensor<4xf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<4xf16>, tensor<4xf16>
  func.return
}

// -----

func.func @logistic_bf16() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001, 2.0e+01, -2.0e+01]> : tensor<14xbf16>
  %result = stablehlo.logistic %operand : tensor<14xbf16>
  %expected = stablehlo.constant dense<[0.62, 0.377, 0.73, 0.27, 0.88, 0.119, 0.523, 0.475, 0.977, 0.00071, 0.5, 0.5, 1.0, 2.07e-09]> : tensor<14xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<14xbf16>, tensor<14xbf16>
  func.return
}

// -----

func.func @logistic_bf16_special() {
  %operand = stablehlo.constant dense<[0.0, 0x7F80, 0xFF80, 0x7FC0]> : tensor<4xbf16>
  %result = stablehlo.logistic %operand : tensor<4xbf16>
  %expected = stablehlo.constant dense<[0.5, 1.0, 0.0, 0x7FC0]> : tensor<4xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<4xbf16>, tensor<4xbf16>
  func.return
}

// -----

func.func @logistic_f32() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001, 2.0e+01, -2.0e+01]> : tensor<14xf32>
  %result = stablehlo.logistic %operand : tensor<14xf32>
  %expected = stablehlo.constant dense<[0.62245935, 0.37754068, 0.7310586, 0.26894143, 0.8807971, 0.11920292, 0.5249792, 0.47502083, 0.975873, 0.0007096704, 0.50025, 0.49975, 1.0, 2.0611537e-09]> : tensor<14xf32>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<14xf32>, tensor<14xf32>
  func.return
}

// -----

func.func @logistic_f32_special() {
  %operand = stablehlo.constant dense<[0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<4xf32>
  %result = stablehlo.logistic %operand : tensor<4xf32>
  %expected = stablehlo.constant dense<[0.5, 1.0, 0.0, 0x7FC00000]> : tensor<4xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<4xf32>, tensor<4xf32>
  func.return
}

// -----

func.func @logistic_f64() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001, 2.0e+01, -2.0e+01]> : tensor<14xf64>
  %result = stablehlo.logistic %operand : tensor<14xf64>
  %expected = stablehlo.constant dense<[0.6224593312018546, 0.37754066879814546, 0.7310585786300049, 0.2689414213699951, 0.8807970779778824, 0.11920292202211756, 0.52497918747894, 0.47502081252106, 0.9758729785823308, 0.0007096703991005881, 0.5002499999791666, 0.4997500000208333, 0.9999999979388464, 2.0611536181902037e-09]> : tensor<14xf64>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<14xf64>, tensor<14xf64>
  func.return
}

// -----

func.func @logistic_f64_special() {
  %operand = stablehlo.constant dense<[0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  %result = stablehlo.logistic %operand : tensor<4xf64>
  %expected = stablehlo.constant dense<[0.5, 1.0, 0.0, 0x7FF8000000000000]> : tensor<4xf64>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<4xf64>, tensor<4xf64>
  func.return
}

// -----

func.func @logistic_f32_zeros() {
  %operand = stablehlo.constant dense<[0xFF800000]> : tensor<1xf32>
  %result = stablehlo.logistic %operand : tensor<1xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<1xf32>) -> tensor<1xui32>
  check.expect_eq_const %bits, dense<[0x00000000]> : tensor<1xui32>
  func.return
}

// -----

func.func @logistic_f64_zeros() {
  %operand = stablehlo.constant dense<[0xFFF0000000000000]> : tensor<1xf64>
  %result = stablehlo.logistic %operand : tensor<1xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<1xf64>) -> tensor<1xui64>
  check.expect_eq_const %bits, dense<[0x0000000000000000]> : tensor<1xui64>
  func.return
}

// -----

func.func @logistic_f32_complex() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.75), (-0.125, -0.5), (0.001, 0.0001), (2.0, 5.0), (-6.5, 0.5)]> : tensor<7xcomplex<f32>>
  %result = stablehlo.logistic %operand : tensor<7xcomplex<f32>>
  %expected = stablehlo.constant dense<[(0.62427515, 0.059002966), (-0.04984258, 0.23480734), (0.9638184, -0.031559248), (0.46676424, -0.12714125), (0.50025, 2.4999994e-05), (0.94821894, -0.118506916), (0.001318171, 0.00071888854)]> : tensor<7xcomplex<f32>>
  check.expect_close %result, %expected, max_ulp_difference = 2 : tensor<7xcomplex<f32>>, tensor<7xcomplex<f32>>
  func.return
}

// -----

func.func @logistic_f64_complex() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.75), (-0.125, -0.5), (0.001, 0.0001), (2.0, 5.0), (-6.5, 0.5)]> : tensor<7xcomplex<f64>>
  %result = stablehlo.logistic %operand : tensor<7xcomplex<f64>>
  %expected = stablehlo.constant dense<[(0.6242751644199612, 0.05900296431450802), (-0.04984258297024424, 0.234807340416369), (0.9638183837604717, -0.03155924687355389), (0.46676423386306387, -0.12714124489130993), (0.5002499999797917, 2.4999993770834357e-05), (0.9482189585639309, -0.11850691545813528), (0.001318170999932984, 0.0007188885283538853)]> : tensor<7xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 2 : tensor<7xcomplex<f64>>, tensor<7xcomplex<f64>>
  func.return
}

// -----

func.func @logistic_f64_edges() {
  %operand = stablehlo.constant dense<[-709.0, -745.0, -8.0e+02, 8.0e+02]> : tensor<4xf64>
  %result = stablehlo.logistic %operand : tensor<4xf64>
  %expected = stablehlo.constant dense<[1.216780750623423e-308, 5.0e-324, 0.0, 1.0]> : tensor<4xf64>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<4xf64>, tensor<4xf64>
  func.return
}

// -----

func.func @logistic_f32_edges() {
  %operand = stablehlo.constant dense<[-88.0, -103.0, -2.0e+02]> : tensor<3xf32>
  %result = stablehlo.logistic %operand : tensor<3xf32>
  %expected = stablehlo.constant dense<[6.054601e-39, 1.0e-45, 0.0]> : tensor<3xf32>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<3xf32>, tensor<3xf32>
  func.return
}

// -----

func.func @logistic_of_nothing() {
  %operand = stablehlo.constant dense<> : tensor<0x3xf32>
  %result = stablehlo.logistic %operand : tensor<0x3xf32>
  check.expect_eq_const %result, dense<> : tensor<0x3xf32>
  func.return
}
