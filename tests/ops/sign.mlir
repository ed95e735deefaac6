// RUN: run
// Zeros and NaN are their own sign; of complex numbers the direction.

func.func @sign_i2() {
  %operand = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %result = stablehlo.sign %operand : tensor<4xi2>
  check.expect_eq_const %result, dense<[-1, -1, 0, 1]> : tensor<4xi2>
  func.return
}

// -----

func.func @sign_i4() {
  %operand = stablehlo.constant dense<[-8, -7, -1, 0, 1, 3, 5, 7]> : tensor<8xi4>
  %result = stablehlo.sign %operand : tensor<8xi4>
  check.expect_eq_const %result, dense<[-1, -1, -1, 0, 1, 1, 1, 1]> : tensor<8xi4>
  func.return
}

// -----

func.func @sign_i8() {
  %operand = stablehlo.constant dense<[-128, -127, -1, 0, 1, 5, 63, 127]> : tensor<8xi8>
  %result = stablehlo.sign %operand : tensor<8xi8>
  check.expect_eq_const %result, dense<[-1, -1, -1, 0, 1, 1, 1, 1]> : tensor<8xi8>
  func.return
}

// -----

func.func @sign_i16() {
  %operand = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 5, 16383, 32767]> : tensor<8xi16>
  %result = stablehlo.sign %operand : tensor<8xi16>
  check.expect_eq_const %result, dense<[-1, -1, -1, 0, 1, 1, 1, 1]> : tensor<8xi16>
  func.return
}

// -----

func.func @sign_i32() {
  %operand = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 5, 1073741823, 2147483647]> : tensor<8xi32>
  %result = stablehlo.sign %operand : tensor<8xi32>
  check.expect_eq_const %result, dense<[-1, -1, -1, 0, 1, 1, 1, 1]> : tensor<8xi32>
  func.return
}

// -----

func.func @sign_i64() {
  %operand = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 5, 4611686018427387903, 9223372036854775807]> : tensor<8xi64>
  %result = stablehlo.sign %operand : tensor<8xi64>
  check.expect_eq_const %result, dense<[-1, -1, -1, 0, 1, 1, 1, 1]> : tensor<8xi64>
  func.return
}

// -----

func.func @sign_f16() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0.001, 0xFC00, 0x7C00, -2.0]> : tensor<6xf16>
  %result = stablehlo.sign %operand : tensor<6xf16>
  %bits = stablehlo.bitcast_convert %result : (tensor<6xf16>) -> tensor<6xui16>
  check.expect_eq_const %bits, dense<[0x0000, 0x8000, 0x3C00, 0xBC00, 0x3C00, 0xBC00]> : tensor<6xui16>
  func.return
}

// -----

func.func @sign_f16_nan() {
  %operand = stablehlo.constant dense<[0x7E00, 0xFE00]> : tensor<2xf16>
  %result = stablehlo.sign %operand : tensor<2xf16>
  %expected = stablehlo.constant dense<[0x7E00, 0x7E00]> : tensor<2xf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<2xf16>, tensor<2xf16>
  func.return
}

// -----

func.func @sign_bf16() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0.001, 0xFF80, 0x7F80, -2.0]> : tensor<6xbf16>
  %result = stablehlo.sign %operand : tensor<6xbf16>
  %bits = stablehlo.bitcast_convert %result : (tensor<6xbf16>) -> tensor<6xui16>
  check.expect_eq_const %bits, dense<[0x0000, 0x8000, 0x3F80, 0xBF80, 0x3F80, 0xBF80]> : tensor<6xui16>
  func.return
}

// -----

func.func @sign_bf16_nan() {
  %operand = stablehlo.constant dense<[0x7FC0, 0xFFC0]> : tensor<2xbf16>
  %result = stablehlo.sign %operand : tensor<2xbf16>
  %expected = stablehlo.constant dense<[0x7FC0, 0x7FC0]> : tensor<2xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<2xbf16>, tensor<2xbf16>
  func.return
}

// -----

func.func @sign_f32() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0.001, 0xFF800000, 0x7F800000, -2.0]> : tensor<6xf32>
  %result = stablehlo.sign %operand : tensor<6xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<6xf32>) -> tensor<6xui32>
  check.expect_eq_const %bits, dense<[0x00000000, 0x80000000, 0x3F800000, 0xBF800000, 0x3F800000, 0xBF800000]> : tensor<6xui32>
  func.return
}

// -----

func.func @sign_f32_nan() {
  %operand = stablehlo.constant dense<[0x7FC00000, 0xFFC00000]> : tensor<2xf32>
  %result = stablehlo.sign %operand : tensor<2xf32>
  %expected = stablehlo.constant dense<[0x7FC00000, 0x7FC00000]> : tensor<2xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<2xf32>, tensor<2xf32>
  func.return
}

// -----

func.func @sign_f64() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0.001, 0xFFF0000000000000, 0x7FF0000000000000, -2.0]> : tensor<6xf64>
  %result = stablehlo.sign %operand : tensor<6xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<6xf64>) -> tensor<6xui64>
  check.expect_eq_const %bits, dense<[0x0000000000000000, 0x8000000000000000, 0x3FF0000000000000, 0xBFF0000000000000, 0x3FF0000000000000, 0xBFF0000000000000]> : tensor<6xui64>
  func.return
}

// -----

func.func @sign_f64_nan() {
  %operand = stablehlo.constant dense<[0x7FF8000000000000, 0xFFF8000000000000]> : tensor<2xf64>
  %result = stablehlo.sign %operand : tensor<2xf64>
  %expected = stablehlo.constant dense<[0x7FF8000000000000, 0x7FF8000000000000]> : tensor<2xf64>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<2xf64>, tensor<2xf64>
  func.return
}

// -----

func.func @sign_f32_subnormal() {
  %operand = stablehlo.constant dense<[1.0e-45, -1.0e-45]> : tensor<2xf32>
  %result = stablehlo.sign %operand : tensor<2xf32>
  check.expect_eq_const %result, dense<[1.0, -1.0]> : tensor<2xf32>
  func.return
}

// -----

func.func @sign_f32_complex() {
  %operand = stablehlo.constant dense<[(3.0, 4.0), (0.0, 0.0), (-2.0e+38, -2.0e+38), (0x7FC00000, 1.0)]> : tensor<4xcomplex<f32>>
  %result = stablehlo.sign %operand : tensor<4xcomplex<f32>>
  %expected = stablehlo.constant dense<[(0.6, 0.8), (0.0, 0.0), (-0.70710677, -0.70710677), (0x7FC00000, 0x7FC00000)]> : tensor<4xcomplex<f32>>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>
  func.return
}

// -----

func.func @sign_f64_complex() {
  %operand = stablehlo.constant dense<[(3.0, 4.0), (-1.0e+308, -1.0e+308)]> : tensor<2xcomplex<f64>>
  %result = stablehlo.sign %operand : tensor<2xcomplex<f64>>
  %expected = stablehlo.constant dense<[(0.6, 0.8), (-0.7071067811865476, -0.7071067811865476)]> : tensor<2xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>
  func.return
}
