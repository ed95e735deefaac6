// RUN: run
// Bits that are set, of as many as the type has.

func.func @popcnt_i2() {
  %operand = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %result = stablehlo.popcnt %operand : tensor<4xi2>
  check.expect_eq_const %result, dense<[1, -2, 0, 1]> : tensor<4xi2>
  func.return
}

// -----

func.func @popcnt_i4() {
  %operand = stablehlo.constant dense<[-8, -7, -1, 0, 1, 3, 5, 7]> : tensor<8xi4>
  %result = stablehlo.popcnt %operand : tensor<8xi4>
  check.expect_eq_const %result, dense<[1, 2, 4, 0, 1, 2, 2, 3]> : tensor<8xi4>
  func.return
}

// -----

func.func @popcnt_i8() {
  %operand = stablehlo.constant dense<[-128, -127, -1, 0, 1, 5, 63, 127]> : tensor<8xi8>
  %result = stablehlo.popcnt %operand : tensor<8xi8>
  check.expect_eq_const %result, dense<[1, 2, 8, 0, 1, 2, 6, 7]> : tensor<8xi8>
  func.return
}

// -----

func.func @popcnt_i16() {
  %operand = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 5, 16383, 32767]> : tensor<8xi16>
  %result = stablehlo.popcnt %operand : tensor<8xi16>
  check.expect_eq_const %result, dense<[1, 2, 16, 0, 1, 2, 14, 15]> : tensor<8xi16>
  func.return
}

// -----

func.func @popcnt_i32() {
  %operand = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 5, 1073741823, 2147483647]> : tensor<8xi32>
  %result = stablehlo.popcnt %operand : tensor<8xi32>
  check.expect_eq_const %result, dense<[1, 2, 32, 0, 1, 2, 30, 31]> : tensor<8xi32>
  func.return
}

// -----

func.func @popcnt_i64() {
  %operand = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 5, 4611686018427387903, 9223372036854775807]> : tensor<8xi64>
  %result = stablehlo.popcnt %operand : tensor<8xi64>
  check.expect_eq_const %result, dense<[1, 2, 64, 0, 1, 2, 62, 63]> : tensor<8xi64>
  func.return
}

// -----

func.func @popcnt_ui2() {
  %operand = stablehlo.constant dense<[0, 1, 3]> : tensor<3xui2>
  %result = stablehlo.popcnt %operand : tensor<3xui2>
  check.expect_eq_const %result, dense<[0, 1, 2]> : tensor<3xui2>
  func.return
}

// -----

func.func @popcnt_ui4() {
  %operand = stablehlo.constant dense<[0, 1, 5, 7, 15]> : tensor<5xui4>
  %result = stablehlo.popcnt %operand : tensor<5xui4>
  check.expect_eq_const %result, dense<[0, 1, 2, 3, 4]> : tensor<5xui4>
  func.return
}

// -----

func.func @popcnt_ui8() {
  %operand = stablehlo.constant dense<[0, 1, 5, 127, 255]> : tensor<5xui8>
  %result = stablehlo.popcnt %operand : tensor<5xui8>
  check.expect_eq_const %result, dense<[0, 1, 2, 7, 8]> : tensor<5xui8>
  func.return
}

// -----

func.func @popcnt_ui16() {
  %operand = stablehlo.constant dense<[0, 1, 5, 32767, 65535]> : tensor<5xui16>
  %result = stablehlo.popcnt %operand : tensor<5xui16>
  check.expect_eq_const %result, dense<[0, 1, 2, 15, 16]> : tensor<5xui16>
  func.return
}

// -----

func.func @popcnt_ui32() {
  %operand = stablehlo.constant dense<[0, 1, 5, 2147483647, 4294967295]> : tensor<5xui32>
  %result = stablehlo.popcnt %operand : tensor<5xui32>
  check.expect_eq_const %result, dense<[0, 1, 2, 31, 32]> : tensor<5xui32>
  func.return
}

// -----

func.func @popcnt_ui64() {
  %operand = stablehlo.constant dense<[0, 1, 5, 9223372036854775807, 18446744073709551615]> : tensor<5xui64>
  %result = stablehlo.popcnt %operand : tensor<5xui64>
  check.expect_eq_const %result, dense<[0, 1, 2, 63, 64]> : tensor<5xui64>
  func.return
}
