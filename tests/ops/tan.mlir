// RUN: run
// Radians.

func.func @tan_f16() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001, 1.0e+02, 22.0]> : tensor<14xf16>
  %result = stablehlo.tan %operand : tensor<14xf16>
  %expected = stablehlo.constant dense<[0.5464, -0.5464, 1.558, -1.558, -2.186, 2.186, 0.1003, -0.1003, 0.6235, -1.449, 0.001, -0.001, -0.5874, 0.00885]> : tensor<14xf16>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<14xf16>, tensor<14xf16>
  func.return
}

// -----

func.func @tan_f16_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0x7C00, 0xFC00, 0x7E00]> : tensor<5xf16>
  %result = stablehlo.tan %operand : tensor<5xf16>
  %expected = stablehlo.constant dense<[0.0, -0.0, 0x7E00, 0x7E00, 0x7E00]> : tensor<5xf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<5xf16>, tensor<5xf16>
  func.return
}

// -----

func.func @tan_bf16() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001, 1.0e+02, 22.0]> : tensor<14xbf16>
  %result = stablehlo.tan %operand : tensor<14xbf16>
  %expected = stablehlo.constant dense<[0.547, -0.547, 1.555, -1.555, -2.19, 2.19, 0.1006, -0.1006, 0.63, -1.45, 0.001, -0.001, -0.586, 0.00885]> : tensor<14xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<14xbf16>, tensor<14xbf16>
  func.return
}

// -----

func.func @tan_bf16_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0x7F80, 0xFF80, 0x7FC0]> : tensor<5xbf16>
  %result = stablehlo.tan %operand : tensor<5xbf16>
  %expected = stablehlo.constant dense<[0.0, -0.0, 0x7FC0, 0x7FC0, 0x7FC0]> : tensor<5xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<5xbf16>, tensor<5xbf16>
  func.return
}

// -----

func.func @tan_f32() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001, 1.0e+02, 22.0]> : tensor<14xf32>
  %result = stablehlo.tan %operand : tensor<14xf32>
  %expected = stablehlo.constant dense<[0.5463025, -0.5463025, 1.5574077, -1.5574077, -2.1850398, 2.1850398, 0.100334674, -0.100334674, 0.62473315, -1.4492795, 0.0010000004, -0.0010000004, -0.58721393, 0.008851656]> : tensor<14xf32>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<14xf32>, tensor<14xf32>
  func.return
}

// -----

func.func @tan_f32_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<5xf32>
  %result = stablehlo.tan %operand : tensor<5xf32>
  %expected = stablehlo.constant dense<[0.0, -0.0, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<5xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<5xf32>, tensor<5xf32>
  func.return
}

// -----

func.func @tan_f64() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001, 1.0e+02, 22.0]> : tensor<14xf64>
  %result = stablehlo.tan %operand : tensor<14xf64>
  %expected = stablehlo.constant dense<[0.5463024898437905, -0.5463024898437905, 1.5574077246549023, -1.5574077246549023, -2.185039863261519, 2.185039863261519, 0.10033467208545055, -0.10033467208545055, 0.6247330752245639, -1.4492795301268253, 0.0010000003333334668, -0.0010000003333334668, -0.5872139151569291, 0.00885165604168446]> : tensor<14xf64>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<14xf64>, tensor<14xf64>
  func.return
}

// -----

func.func @tan_f64_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<5xf64>
  %result = stablehlo.tan %operand : tensor<5xf64>
  %expected = stablehlo.constant dense<[0.0, -0.0, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<5xf64>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<5xf64>, tensor<5xf64>
  func.return
}

// -----

func.func @tan_f32_zeros() {
  %operand = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %result = stablehlo.tan %operand : tensor<2xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %bits, dense<[0x00000000, 0x80000000]> : tensor<2xui32>
  func.return
}

// -----

func.func @tan_f64_zeros() {
  %operand = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf64>
  %result = stablehlo.tan %operand : tensor<2xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<2xf64>) -> tensor<2xui64>
  check.expect_eq_const %bits, dense<[0x0000000000000000, 0x8000000000000000]> : tensor<2xui64>
  func.return
}

// -----

func.func @tan_f32_complex() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.75), (-0.125, -0.5), (0.001, 0.0001), (2.0, 5.0), (-6.5, 0.5)]> : tensor<7xcomplex<f32>>
  %result = stablehlo.tan %operand : tensor<7xcomplex<f32>>
  %expected = stablehlo.constant dense<[(0.5045007, 0.3124207), (-0.005362061, 1.0369203), (-0.08434981, -0.64278585), (-0.09848911, -0.46783617), (0.0010000004, 0.0001000001), (-6.872164e-05, 1.0000594), (-0.17145984, 0.47957072)]> : tensor<7xcomplex<f32>>
  check.expect_close %result, %expected, max_ulp_difference = 2 : tensor<7xcomplex<f32>>, tensor<7xcomplex<f32>>
  func.return
}

// -----

func.func @tan_f64_complex() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.75), (-0.125, -0.5), (0.001, 0.0001), (2.0, 5.0), (-6.5, 0.5)]> : tensor<7xcomplex<f64>>
  %result = stablehlo.tan %operand : tensor<7xcomplex<f64>>
  %expected = stablehlo.constant dense<[(0.504500702698564, 0.3124206925025888), (-0.0053620609220030565, 1.036920282100185), (-0.08434981388349302, -0.6427858400872473), (-0.09848910951875205, -0.4678361632372967), (0.0010000003233334533, 0.00010000009966673201), (-6.872163880119275e-05, 1.000059350149), (-0.1714598392320654, 0.47957071846793986)]> : tensor<7xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 2 : tensor<7xcomplex<f64>>, tensor<7xcomplex<f64>>
  func.return
}

// -----

func.func @tan_of_nothing() {
  %operand = stablehlo.constant dense<> : tensor<0x3xf32>
  %result = stablehlo.tan %operand : tensor<0x3xf32>
  check.expect_eq_const %result, dense<> : tensor<0x3xf32>
  func.return
}
