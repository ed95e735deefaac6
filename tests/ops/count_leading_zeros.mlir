// RUN: run
// Zeros above the highest bit that is set, of as many bits as the type has.

func.func @count_leading_zeros_i2() {
  %operand = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %result = stablehlo.count_leading_zeros %operand : tensor<4xi2>
  check.expect_eq_const %result, dense<[0, 0, -2, 1]> : tensor<4xi2>
  func.return
}

// -----

func.func @count_leading_zeros_i4() {
  %operand = stablehlo.constant dense<[-8, -7, -1, 0, 1, 3, 5, 7]> : tensor<8xi4>
  %result = stablehlo.count_leading_zeros %operand : tensor<8xi4>
  check.expect_eq_const %result, dense<[0, 0, 0, 4, 3, 2, 1, 1]> : tensor<8xi4>
  func.return
}

// -----

func.func @count_leading_zeros_i8() {
  %operand = stablehlo.constant dense<[-128, -127, -1, 0, 1, 5, 63, 127]> : tensor<8xi8>
  %result = stablehlo.count_leading_zeros %operand : tensor<8xi8>
  check.expect_eq_const %result, dense<[0, 0, 0, 8, 7, 5, 2, 1]> : tensor<8xi8>
  func.return
}

// -----

func.func @count_leading_zeros_i16() {
  %operand = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 5, 16383, 32767]> : tensor<8xi16>
  %result = stablehlo.count_leading_zeros %operand : tensor<8xi16>
  check.expect_eq_const %result, dense<[0, 0, 0, 16, 15, 13, 2, 1]> : tensor<8xi16>
  func.return
}

// -----

func.func @count_leading_zeros_i32() {
  %operand = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 5, 1073741823, 2147483647]> : tensor<8xi32>
  %result = stablehlo.count_leading_zeros %operand : tensor<8xi32>
  check.expect_eq_const %result, dense<[0, 0, 0, 32, 31, 29, 2, 1]> : tensor<8xi32>
  func.return
}

// -----

func.func @count_leading_zeros_i64() {
  %operand = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 5, 4611686018427387903, 9223372036854775807]> : tensor<8xi64>
  %result = stablehlo.count_leading_zeros %operand : tensor<8xi64>
  check.expect_eq_const %result, dense<[0, 0, 0, 64, 63, 61, 2, 1]> : tensor<8xi64>
  func.return
}

// -----

func.func @count_leading_zeros_ui2() {
  %operand = stablehlo.constant dense<[0, 1, 3]> : tensor<3xui2>
  %result = stablehlo.count_leading_zeros %operand : tensor<3xui2>
  check.expect_eq_const %result, dense<[2, 1, 0]> : tensor<3xui2>
  func.return
}

// -----

func.func @count_leading_zeros_ui4() {
  %operand = stablehlo.constant dense<[0, 1, 5, 7, 15]> : tensor<5xui4>
  %result = stablehlo.count_leading_zeros %operand : tensor<5xui4>
  check.expect_eq_const %result, dense<[4, 3, 1, 1, 0]> : tensor<5xui4>
  func.return
}

// -----

func.func @count_leading_zeros_ui8() {
  %operand = stablehlo.constant dense<[0, 1, 5, 127, 255]> : tensor<5xui8>
  %result = stablehlo.count_leading_zeros %operand : tensor<5xui8>
  check.expect_eq_const %result, dense<[8, 7, 5, 1, 0]> : tensor<5xui8>
  func.return
}

// -----

func.func @count_leading_zeros_ui16() {
  %operand = stablehlo.constant dense<[0, 1, 5, 32767, 65535]> : tensor<5xui16>
  %result = stablehlo.count_leading_zeros %operand : tensor<5xui16>
  check.expect_eq_const %result, dense<[16, 15, 13, 1, 0]> : tensor<5xui16>
  func.return
}

// -----

func.func @count_leading_zeros_ui32() {
  %operand = stablehlo.constant dense<[0, 1, 5, 2147483647, 4294967295]> : tensor<5xui32>
  %result = stablehlo.count_leading_zeros %operand : tensor<5xui32>
  check.expect_eq_const %result, dense<[32, 31, 29, 1, 0]> : tensor<5xui32>
  func.return
}

// -----

func.func @count_leading_zeros_ui64() {
  %operand = stablehlo.constant dense<[0, 1, 5, 9223372036854775807, 18446744073709551615]> : tensor<5xui64>
  %result = stablehlo.count_leading_zeros %operand : tensor<5xui64>
  check.expect_eq_const %result, dense<[64, 63, 61, 1, 0]> : tensor<5xui64>
  func.return
}
