// RUN: run
// The smallest integer stays as it is; of complex numbers the distance from 0, without overflow.

func.func @abs_i2() {
  %operand = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %result = stablehlo.abs %operand : tensor<4xi2>
  check.expect_eq_const %result, dense<[-2, 1, 0, 1]> : tensor<4xi2>
  func.return
}

// -----

func.func @abs_i4() {
  %operand = stablehlo.constant dense<[-8, -7, -1, 0, 1, 3, 5, 7]> : tensor<8xi4>
  %result = stablehlo.abs %operand : tensor<8xi4>
  check.expect_eq_const %result, dense<[-8, 7, 1, 0, 1, 3, 5, 7]> : tensor<8xi4>
  func.return
}

// -----

func.func @abs_i8() {
  %operand = stablehlo.constant dense<[-128, -127, -1, 0, 1, 5, 63, 127]> : tensor<8xi8>
  %result = stablehlo.abs %operand : tensor<8xi8>
  check.expect_eq_const %result, dense<[-128, 127, 1, 0, 1, 5, 63, 127]> : tensor<8xi8>
  func.return
}

// -----

func.func @abs_i16() {
  %operand = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 5, 16383, 32767]> : tensor<8xi16>
  %result = stablehlo.abs %operand : tensor<8xi16>
  check.expect_eq_const %result, dense<[-32768, 32767, 1, 0, 1, 5, 16383, 32767]> : tensor<8xi16>
  func.return
}

// -----

func.func @abs_i32() {
  %operand = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 5, 1073741823, 2147483647]> : tensor<8xi32>
  %result = stablehlo.abs %operand : tensor<8xi32>
  check.expect_eq_const %result, dense<[-2147483648, 2147483647, 1, 0, 1, 5, 1073741823, 2147483647]> : tensor<8xi32>
  func.return
}

// -----

func.func @abs_i64() {
  %operand = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 5, 4611686018427387903, 9223372036854775807]> : tensor<8xi64>
  %result = stablehlo.abs %operand : tensor<8xi64>
  check.expect_eq_const %result, dense<[-9223372036854775808, 9223372036854775807, 1, 0, 1, 5, 4611686018427387903, 9223372036854775807]> : tensor<8xi64>
  func.return
}

// -----

func.func @abs_f16() {
  %operand = stablehlo.constant dense<[-0.0, -1.5, 0x7C00, 0xFC00, 0x7E00, 2.0]> : tensor<6xf16>
  %result = stablehlo.abs %operand : tensor<6xf16>
  %expected = stablehlo.constant dense<[0.0, 1.5, 0x7C00, 0x7C00, 0x7E00, 2.0]> : tensor<6xf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xf16>, tensor<6xf16>
  func.return
}

// -----

func.func @abs_bf16() {
  %operand = stablehlo.constant dense<[-0.0, -1.5, 0x7F80, 0xFF80, 0x7FC0, 2.0]> : tensor<6xbf16>
  %result = stablehlo.abs %operand : tensor<6xbf16>
  %expected = stablehlo.constant dense<[0.0, 1.5, 0x7F80, 0x7F80, 0x7FC0, 2.0]> : tensor<6xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xbf16>, tensor<6xbf16>
  func.return
}

// -----

func.func @abs_f32() {
  %operand = stablehlo.constant dense<[-0.0, -1.5, 0x7F800000, 0xFF800000, 0x7FC00000, 2.0]> : tensor<6xf32>
  %result = stablehlo.abs %operand : tensor<6xf32>
  %expected = stablehlo.constant dense<[0.0, 1.5, 0x7F800000, 0x7F800000, 0x7FC00000, 2.0]> : tensor<6xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xf32>, tensor<6xf32>
  func.return
}

// -----

func.func @abs_f64() {
  %operand = stablehlo.constant dense<[-0.0, -1.5, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 2.0]> : tensor<6xf64>
  %result = stablehlo.abs %operand : tensor<6xf64>
  %expected = stablehlo.constant dense<[0.0, 1.5, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 2.0]> : tensor<6xf64>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xf64>, tensor<6xf64>
  func.return
}

// -----

func.func @abs_f32_bits() {
  %operand = stablehlo.constant dense<[-0.0, -1.0e-45]> : tensor<2xf32>
  %result = stablehlo.abs %operand : tensor<2xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %bits, dense<[0x00000000, 0x00000001]> : tensor<2xui32>
  func.return
}

// -----

func.func @abs_f32_complex() {
  %operand = stablehlo.constant dense<[(3.0, 4.0), (-3.0e+38, 0.0), (2.0e+38, 2.0e+38), (0x7F800000, 0x7FC00000), (3.0e-30, -4.0e-30), (-5.0, 0.0)]> : tensor<6xcomplex<f32>>
  %result = stablehlo.abs %operand : (tensor<6xcomplex<f32>>) -> tensor<6xf32>
  %expected = stablehlo.constant dense<[5.0, 3.0e+38, 2.828427e+38, 0x7F800000, 5.0e-30, 5.0]> : tensor<6xf32>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<6xf32>, tensor<6xf32>
  func.return
}

// -----

func.func @abs_f64_complex() {
  %operand = stablehlo.constant dense<[(3.0, 4.0), (1.0e+308, 1.0e+308), (0x7FF8000000000000, 0xFFF0000000000000), (3.0e-300, -4.0e-300)]> : tensor<4xcomplex<f64>>
  %result = stablehlo.abs %operand : (tensor<4xcomplex<f64>>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[5.0, 1.4142135623730951e+308, 0x7FF0000000000000, 5.0e-300]> : tensor<4xf64>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<4xf64>, tensor<4xf64>
  func.return
}
