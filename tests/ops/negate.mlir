// RUN: run
// Integers wrap; floats change their sign bit.

func.func @negate_i2() {
  %operand = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %result = stablehlo.negate %operand : tensor<4xi2>
  check.expect_eq_const %result, dense<[-2, 1, 0, -1]> : tensor<4xi2>
  func.return
}

// -----

func.func @negate_i4() {
  %operand = stablehlo.constant dense<[-8, -7, -1, 0, 1, 3, 5, 7]> : tensor<8xi4>
  %result = stablehlo.negate %operand : tensor<8xi4>
  check.expect_eq_const %result, dense<[-8, 7, 1, 0, -1, -3, -5, -7]> : tensor<8xi4>
  func.return
}

// -----

func.func @negate_i8() {
  %operand = stablehlo.constant dense<[-128, -127, -1, 0, 1, 5, 63, 127]> : tensor<8xi8>
  %result = stablehlo.negate %operand : tensor<8xi8>
  check.expect_eq_const %result, dense<[-128, 127, 1, 0, -1, -5, -63, -127]> : tensor<8xi8>
  func.return
}

// -----

func.func @negate_i16() {
  %operand = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 5, 16383, 32767]> : tensor<8xi16>
  %result = stablehlo.negate %operand : tensor<8xi16>
  check.expect_eq_const %result, dense<[-32768, 32767, 1, 0, -1, -5, -16383, -32767]> : tensor<8xi16>
  func.return
}

// -----

func.func @negate_i32() {
  %operand = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 5, 1073741823, 2147483647]> : tensor<8xi32>
  %result = stablehlo.negate %operand : tensor<8xi32>
  check.expect_eq_const %result, dense<[-2147483648, 2147483647, 1, 0, -1, -5, -1073741823, -2147483647]> : tensor<8xi32>
  func.return
}

// -----

func.func @negate_i64() {
  %operand = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 5, 4611686018427387903, 9223372036854775807]> : tensor<8xi64>
  %result = stablehlo.negate %operand : tensor<8xi64>
  check.expect_eq_const %result, dense<[-9223372036854775808, 9223372036854775807, 1, 0, -1, -5, -4611686018427387903, -9223372036854775807]> : tensor<8xi64>
  func.return
}

// -----

func.func @negate_ui2() {
  %operand = stablehlo.constant dense<[0, 1, 3]> : tensor<3xui2>
  %result = stablehlo.negate %operand : tensor<3xui2>
  check.expect_eq_const %result, dense<[0, 3, 1]> : tensor<3xui2>
  func.return
}

// -----

func.func @negate_ui4() {
  %operand = stablehlo.constant dense<[0, 1, 5, 7, 15]> : tensor<5xui4>
  %result = stablehlo.negate %operand : tensor<5xui4>
  check.expect_eq_const %result, dense<[0, 15, 11, 9, 1]> : tensor<5xui4>
  func.return
}

// -----

func.func @negate_ui8() {
  %operand = stablehlo.constant dense<[0, 1, 5, 127, 255]> : tensor<5xui8>
  %result = stablehlo.negate %operand : tensor<5xui8>
  check.expect_eq_const %result, dense<[0, 255, 251, 129, 1]> : tensor<5xui8>
  func.return
}

// -----

func.func @negate_ui16() {
  %operand = stablehlo.constant dense<[0, 1, 5, 32767, 65535]> : tensor<5xui16>
  %result = stablehlo.negate %operand : tensor<5xui16>
  check.expect_eq_const %result, dense<[0, 65535, 65531, 32769, 1]> : tensor<5xui16>
  func.return
}

// -----

func.func @negate_ui32() {
  %operand = stablehlo.constant dense<[0, 1, 5, 2147483647, 4294967295]> : tensor<5xui32>
  %result = stablehlo.negate %operand : tensor<5xui32>
  check.expect_eq_const %result, dense<[0, 4294967295, 4294967291, 2147483649, 1]> : tensor<5xui32>
  func.return
}

// -----

func.func @negate_ui64() {
  %operand = stablehlo.constant dense<[0, 1, 5, 9223372036854775807, 18446744073709551615]> : tensor<5xui64>
  %result = stablehlo.negate %operand : tensor<5xui64>
  check.expect_eq_const %result, dense<[0, 18446744073709551615, 18446744073709551611, 9223372036854775809, 1]> : tensor<5xui64>
  func.return
}

// -----

func.func @negate_f16() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 1.5, 0xFC00, 2.0]> : tensor<5xf16>
  %result = stablehlo.negate %operand : tensor<5xf16>
  %bits = stablehlo.bitcast_convert %result : (tensor<5xf16>) -> tensor<5xui16>
  check.expect_eq_const %bits, dense<[0x8000, 0x0000, 0xBE00, 0x7C00, 0xC000]> : tensor<5xui16>
  func.return
}

// -----

func.func @negate_bf16() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 1.5, 0xFF80, 2.0]> : tensor<5xbf16>
  %result = stablehlo.negate %operand : tensor<5xbf16>
  %bits = stablehlo.bitcast_convert %result : (tensor<5xbf16>) -> tensor<5xui16>
  check.expect_eq_const %bits, dense<[0x8000, 0x0000, 0xBFC0, 0x7F80, 0xC000]> : tensor<5xui16>
  func.return
}

// -----

func.func @negate_f32() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 1.5, 0xFF800000, 2.0]> : tensor<5xf32>
  %result = stablehlo.negate %operand : tensor<5xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<5xf32>) -> tensor<5xui32>
  check.expect_eq_const %bits, dense<[0x80000000, 0x00000000, 0xBFC00000, 0x7F800000, 0xC0000000]> : tensor<5xui32>
  func.return
}

// -----

func.func @negate_f64() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 1.5, 0xFFF0000000000000, 2.0]> : tensor<5xf64>
  %result = stablehlo.negate %operand : tensor<5xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<5xf64>) -> tensor<5xui64>
  check.expect_eq_const %bits, dense<[0x8000000000000000, 0x0000000000000000, 0xBFF8000000000000, 0x7FF0000000000000, 0xC000000000000000]> : tensor<5xui64>
  func.return
}

// -----

func.func @negate_f32_complex() {
  %operand = stablehlo.constant dense<[(1.0, -2.0), (0.0, 0.0)]> : tensor<2xcomplex<f32>>
  %result = stablehlo.negate %operand : tensor<2xcomplex<f32>>
  check.expect_eq_const %result, dense<[(-1.0, 2.0), (-0.0, -0.0)]> : tensor<2xcomplex<f32>>
  func.return
}
