// RUN: run
// To nearest even; what is too large becomes infinite, what is too small zero; NaN stays while there is a mantissa.

func.func @reduce_precision_f32_e5m10() {
  %operand = stablehlo.constant dense<[1.0, 1.0004883, 1.0014648, 65504.0, 65519.0, 6.552e+04, -6.552e+04, 6.1035156e-05, 6.1e-05, 0x7FC00000, 0x7F800000, -0.0, 1.0e+30]> : tensor<13xf32>
  %result = stablehlo.reduce_precision %operand, format = e5m10 : tensor<13xf32>
  %expected = stablehlo.constant dense<[1.0, 1.0, 1.0019531, 65504.0, 65504.0, 0x7F800000, 0xFF800000, 6.1035156e-05, 0.0, 0x7FC00000, 0x7F800000, -0.0, 0x7F800000]> : tensor<13xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<13xf32>, tensor<13xf32>
  func.return
}

// -----

func.func @reduce_precision_f32_e8m7() {
  %operand = stablehlo.constant dense<[1.0, 1.0039062, 1.0117188, 3.4e+38]> : tensor<4xf32>
  %result = stablehlo.reduce_precision %operand, format = e8m7 : tensor<4xf32>
  %expected = stablehlo.constant dense<[1.0, 1.0, 1.015625, 0x7F800000]> : tensor<4xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<4xf32>, tensor<4xf32>
  func.return
}

// -----

func.func @reduce_precision_f32_e4m0() {
  %operand = stablehlo.constant dense<[1.0, 1.5, 1.4, 2.5, 3.0, 0x7FC00000, 0xFFC00000, 3.0e+02, 0.01]> : tensor<9xf32>
  %result = stablehlo.reduce_precision %operand, format = e4m0 : tensor<9xf32>
  %expected = stablehlo.constant dense<[1.0, 2.0, 1.0, 2.0, 2.0, 0x7F800000, 0xFF800000, 0x7F800000, 0.0]> : tensor<9xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<9xf32>, tensor<9xf32>
  func.return
}

// -----

func.func @reduce_precision_f32_zero_sign() {
  %operand = stablehlo.constant dense<[-1.0e-10, -0.0, 1.0e-10]> : tensor<3xf32>
  %result = stablehlo.reduce_precision %operand, format = e5m10 : tensor<3xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<3xf32>) -> tensor<3xui32>
  check.expect_eq_const %bits, dense<[0x80000000, 0x80000000, 0x00000000]> : tensor<3xui32>
  func.return
}

// -----

func.func @reduce_precision_f64_e5m10() {
  %operand = stablehlo.constant dense<[1.0, 1.00048828125, 1.00146484375, 65504.0, 65519.0, 6.552e+04, -6.552e+04, 6.103515625e-05, 6.1e-05, 0x7FF8000000000000, 0x7FF0000000000000, -0.0, 1.0e+30]> : tensor<13xf64>
  %result = stablehlo.reduce_precision %operand, format = e5m10 : tensor<13xf64>
  %expected = stablehlo.constant dense<[1.0, 1.0, 1.001953125, 65504.0, 65504.0, 0x7FF0000000000000, 0xFFF0000000000000, 6.103515625e-05, 0.0, 0x7FF8000000000000, 0x7FF0000000000000, -0.0, 0x7FF0000000000000]> : tensor<13xf64>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<13xf64>, tensor<13xf64>
  func.return
}

// -----

func.func @reduce_precision_f64_e8m7() {
  %operand = stablehlo.constant dense<[1.0, 1.00390625, 1.01171875, 3.4e+38]> : tensor<4xf64>
  %result = stablehlo.reduce_precision %operand, format = e8m7 : tensor<4xf64>
  %expected = stablehlo.constant dense<[1.0, 1.0, 1.015625, 0x7FF0000000000000]> : tensor<4xf64>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<4xf64>, tensor<4xf64>
  func.return
}

// -----

func.func @reduce_precision_f64_e4m0() {
  %operand = stablehlo.constant dense<[1.0, 1.5, 1.4, 2.5, 3.0, 0x7FF8000000000000, 0xFFF8000000000000, 3.0e+02, 0.01]> : tensor<9xf64>
  %result = stablehlo.reduce_precision %operand, format = e4m0 : tensor<9xf64>
  %expected = stablehlo.constant dense<[1.0, 2.0, 1.0, 2.0, 2.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF0000000000000, 0.0]> : tensor<9xf64>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<9xf64>, tensor<9xf64>
  func.return
}

// -----

func.func @reduce_precision_f64_zero_sign() {
  %operand = stablehlo.constant dense<[-1.0e-10, -0.0, 1.0e-10]> : tensor<3xf64>
  %result = stablehlo.reduce_precision %operand, format = e5m10 : tensor<3xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<3xf64>) -> tensor<3xui64>
  check.expect_eq_const %bits, dense<[0x8000000000000000, 0x8000000000000000, 0x0000000000000000]> : tensor<3xui64>
  func.return
}

// -----

func.func @reduce_precision_f32_e8m23() {
  %operand = stablehlo.constant dense<[1.0e-45, 0.1, 0x7FC00000]> : tensor<3xf32>
  %result = stablehlo.reduce_precision %operand, format = e8m23 : tensor<3xf32>
  %expected = stablehlo.constant dense<[1.0e-45, 0.1, 0x7FC00000]> : tensor<3xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  func.return
}

// -----

func.func @reduce_precision_f32_e11m52() {
  %operand = stablehlo.constant dense<[1.0e-45, 0.1]> : tensor<2xf32>
  %result = stablehlo.reduce_precision %operand, format = e11m52 : tensor<2xf32>
  %expected = stablehlo.constant dense<[1.0e-45, 0.1]> : tensor<2xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<2xf32>, tensor<2xf32>
  func.return
}

// -----

func.func @reduce_precision_f64_e11m52() {
  %operand = stablehlo.constant dense<[5.0e-324, 0.1]> : tensor<2xf64>
  %result = stablehlo.reduce_precision %operand, format = e11m52 : tensor<2xf64>
  %expected = stablehlo.constant dense<[5.0e-324, 0.1]> : tensor<2xf64>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<2xf64>, tensor<2xf64>
  func.return
}

// -----

func.func @reduce_precision_f16_e5m2() {
  %operand = stablehlo.constant dense<[1.0, 1.125, 1.375, 6.55e+04, 6.0e-08]> : tensor<5xf16>
  %result = stablehlo.reduce_precision %operand, format = e5m2 : tensor<5xf16>
  %expected = stablehlo.constant dense<[1.0, 1.0, 1.5, 0x7C00, 0.0]> : tensor<5xf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<5xf16>, tensor<5xf16>
  func.return
}

// -----

func.func @reduce_precision_f16_e4m3() {
  %operand = stablehlo.constant dense<[1.0, 1.0625, 3.0e+02, 0.01]> : tensor<4xf16>
  %result = stablehlo.reduce_precision %operand, format = e4m3 : tensor<4xf16>
  %expected = stablehlo.constant dense<[1.0, 1.0, 0x7C00, 0.0]> : tensor<4xf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<4xf16>, tensor<4xf16>
  func.return
}

// -----

func.func @reduce_precision_bf16_e5m7() {
  %operand = stablehlo.constant dense<[1.0, 1.0e+30, -1.0e+30, 1.0e-30]> : tensor<4xbf16>
  %result = stablehlo.reduce_precision %operand, format = e5m7 : tensor<4xbf16>
  %expected = stablehlo.constant dense<[1.0, 0x7F80, 0xFF80, 0.0]> : tensor<4xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<4xbf16>, tensor<4xbf16>
  func.return
}

// -----

func.func @reduce_precision_bf16_e8m3() {
  %operand = stablehlo.constant dense<[1.06, 1.19]> : tensor<2xbf16>
  %result = stablehlo.reduce_precision %operand, format = e8m3 : tensor<2xbf16>
  %expected = stablehlo.constant dense<[1.0, 1.25]> : tensor<2xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<2xbf16>, tensor<2xbf16>
  func.return
}

// -----

func.func @reduce_precision_f8E5M2_e5m1() {
  %operand = stablehlo.constant dense<[1.0, 1.2, 1.8]> : tensor<3xf8E5M2>
  %result = stablehlo.reduce_precision %operand, format = e5m1 : tensor<3xf8E5M2>
  check.expect_eq_const %result, dense<[1.0, 1.0, 2.0]> : tensor<3xf8E5M2>
  func.return
}

// -----

func.func @reduce_precision_f8E4M3FN_e4m2() {
  %operand = stablehlo.constant dense<[1.0, 1.1, 1.4]> : tensor<3xf8E4M3FN>
  %result = stablehlo.reduce_precision %operand, format = e4m2 : tensor<3xf8E4M3FN>
  check.expect_eq_const %result, dense<[1.0, 1.0, 1.5]> : tensor<3xf8E4M3FN>
  func.return
}

// -----

func.func @reduce_precision_of_nothing() {
  %operand = stablehlo.constant dense<> : tensor<0xf32>
  %result = stablehlo.reduce_precision %operand, format = e5m10 : tensor<0xf32>
  check.expect_eq_const %result, dense<> : tensor<0xf32>
  func.return
}

// -----

// As many bits of exponent as f16 has: its subnormal numbers stay, rounded in the bits that they have.
func.func @reduce_precision_keeps_subnormals() {
  %x = stablehlo.constant dense<[-1.525880e-05, 5.960460e-08, 3.051760e-05, 1.0]> : tensor<4xf16>
  %r = stablehlo.reduce_precision %x, format = e5m3 : tensor<4xf16>
  check.expect_eq_const %r, dense<[-1.525880e-05, 0.0, 3.051760e-05, 1.0]> : tensor<4xf16>
  %s = stablehlo.reduce_precision %x, format = e4m3 : tensor<4xf16>
  check.expect_eq_const %s, dense<[0.0, 0.0, 0.0, 1.0]> : tensor<4xf16>
  func.return
}
