// RUN: run
// Bit by bit; of i1 the opposite.

func.func @not_i2() {
  %operand = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %result = stablehlo.not %operand : tensor<4xi2>
  check.expect_eq_const %result, dense<[1, 0, -1, -2]> : tensor<4xi2>
  func.return
}

// -----

func.func @not_i4() {
  %operand = stablehlo.constant dense<[-8, -7, -1, 0, 1, 3, 5, 7]> : tensor<8xi4>
  %result = stablehlo.not %operand : tensor<8xi4>
  check.expect_eq_const %result, dense<[7, 6, 0, -1, -2, -4, -6, -8]> : tensor<8xi4>
  func.return
}

// -----

func.func @not_i8() {
  %operand = stablehlo.constant dense<[-128, -127, -1, 0, 1, 5, 63, 127]> : tensor<8xi8>
  %result = stablehlo.not %operand : tensor<8xi8>
  check.expect_eq_const %result, dense<[127, 126, 0, -1, -2, -6, -64, -128]> : tensor<8xi8>
  func.return
}

// -----

func.func @not_i16() {
  %operand = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 5, 16383, 32767]> : tensor<8xi16>
  %result = stablehlo.not %operand : tensor<8xi16>
  check.expect_eq_const %result, dense<[32767, 32766, 0, -1, -2, -6, -16384, -32768]> : tensor<8xi16>
  func.return
}

// -----

func.func @not_i32() {
  %operand = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 5, 1073741823, 2147483647]> : tensor<8xi32>
  %result = stablehlo.not %operand : tensor<8xi32>
  check.expect_eq_const %result, dense<[2147483647, 2147483646, 0, -1, -2, -6, -1073741824, -2147483648]> : tensor<8xi32>
  func.return
}

// -----

func.func @not_i64() {
  %operand = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 5, 4611686018427387903, 9223372036854775807]> : tensor<8xi64>
  %result = stablehlo.not %operand : tensor<8xi64>
  check.expect_eq_const %result, dense<[9223372036854775807, 9223372036854775806, 0, -1, -2, -6, -4611686018427387904, -9223372036854775808]> : tensor<8xi64>
  func.return
}

// -----

func.func @not_ui2() {
  %operand = stablehlo.constant dense<[0, 1, 3]> : tensor<3xui2>
  %result = stablehlo.not %operand : tensor<3xui2>
  check.expect_eq_const %result, dense<[3, 2, 0]> : tensor<3xui2>
  func.return
}

// -----

func.func @not_ui4() {
  %operand = stablehlo.constant dense<[0, 1, 5, 7, 15]> : tensor<5xui4>
  %result = stablehlo.not %operand : tensor<5xui4>
  check.expect_eq_const %result, dense<[15, 14, 10, 8, 0]> : tensor<5xui4>
  func.return
}

// -----

func.func @not_ui8() {
  %operand = stablehlo.constant dense<[0, 1, 5, 127, 255]> : tensor<5xui8>
  %result = stablehlo.not %operand : tensor<5xui8>
  check.expect_eq_const %result, dense<[255, 254, 250, 128, 0]> : tensor<5xui8>
  func.return
}

// -----

func.func @not_ui16() {
  %operand = stablehlo.constant dense<[0, 1, 5, 32767, 65535]> : tensor<5xui16>
  %result = stablehlo.not %operand : tensor<5xui16>
  check.expect_eq_const %result, dense<[65535, 65534, 65530, 32768, 0]> : tensor<5xui16>
  func.return
}

// -----

func.func @not_ui32() {
  %operand = stablehlo.constant dense<[0, 1, 5, 2147483647, 4294967295]> : tensor<5xui32>
  %result = stablehlo.not %operand : tensor<5xui32>
  check.expect_eq_const %result, dense<[4294967295, 4294967294, 4294967290, 2147483648, 0]> : tensor<5xui32>
  func.return
}

// -----

func.func @not_ui64() {
  %operand = stablehlo.constant dense<[0, 1, 5, 9223372036854775807, 18446744073709551615]> : tensor<5xui64>
  %result = stablehlo.not %operand : tensor<5xui64>
  check.expect_eq_const %result, dense<[18446744073709551615, 18446744073709551614, 18446744073709551610, 9223372036854775808, 0]> : tensor<5xui64>
  func.return
}

// -----

func.func @not_i1() {
  %operand = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %result = stablehlo.not %operand : tensor<2xi1>
  check.expect_eq_const %result, dense<[true, false]> : tensor<2xi1>
  func.return
}
