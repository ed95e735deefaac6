// RUN: run
// Zeros come in from the left; shifts by the width or more give 0.

func.func @shift_right_logical_i2() {
  %lhs = stablehlo.constant dense<[-2, -2, -2, -2, -1, -1, -1, -1, 1, 1, 1, 1]> : tensor<12xi2>
  %rhs = stablehlo.constant dense<[-2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1]> : tensor<12xi2>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<12xi2>
  check.expect_eq_const %result, dense<[0, 0, -2, 1, 0, 0, -1, 1, 0, 0, 1, 0]> : tensor<12xi2>
  func.return
}

// -----

func.func @shift_right_logical_i4() {
  %lhs = stablehlo.constant dense<[-8, -8, -8, -8, -8, -8, -1, -1, -1, -1, -1, -1, 1, 1, 1, 1, 1, 1, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7]> : tensor<30xi4>
  %rhs = stablehlo.constant dense<[-1, 0, 1, 3, 4, 7, -1, 0, 1, 3, 4, 7, -1, 0, 1, 3, 4, 7, -1, 0, 1, 3, 4, 7, -1, 0, 1, 3, 4, 7]> : tensor<30xi4>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<30xi4>
  check.expect_eq_const %result, dense<[0, -8, 4, 1, 0, 0, 0, -1, 7, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 6, 3, 0, 0, 0, 0, 7, 3, 0, 0, 0]> : tensor<30xi4>
  func.return
}

// -----

func.func @shift_right_logical_i8() {
  %lhs = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -1, -1, -1, -1, -1, -1, 1, 1, 1, 1, 1, 1, 6, 6, 6, 6, 6, 6, 127, 127, 127, 127, 127, 127]> : tensor<30xi8>
  %rhs = stablehlo.constant dense<[-1, 0, 1, 7, 8, 127, -1, 0, 1, 7, 8, 127, -1, 0, 1, 7, 8, 127, -1, 0, 1, 7, 8, 127, -1, 0, 1, 7, 8, 127]> : tensor<30xi8>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<30xi8>
  check.expect_eq_const %result, dense<[0, -128, 64, 1, 0, 0, 0, -1, 127, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 6, 3, 0, 0, 0, 0, 127, 63, 0, 0, 0]> : tensor<30xi8>
  func.return
}

// -----

func.func @shift_right_logical_i16() {
  %lhs = stablehlo.constant dense<[-32768, -32768, -32768, -32768, -32768, -32768, -1, -1, -1, -1, -1, -1, 1, 1, 1, 1, 1, 1, 6, 6, 6, 6, 6, 6, 32767, 32767, 32767, 32767, 32767, 32767]> : tensor<30xi16>
  %rhs = stablehlo.constant dense<[-1, 0, 1, 15, 16, 32767, -1, 0, 1, 15, 16, 32767, -1, 0, 1, 15, 16, 32767, -1, 0, 1, 15, 16, 32767, -1, 0, 1, 15, 16, 32767]> : tensor<30xi16>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<30xi16>
  check.expect_eq_const %result, dense<[0, -32768, 16384, 1, 0, 0, 0, -1, 32767, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 6, 3, 0, 0, 0, 0, 32767, 16383, 0, 0, 0]> : tensor<30xi16>
  func.return
}

// -----

func.func @shift_right_logical_i32() {
  %lhs = stablehlo.constant dense<[-2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -1, -1, -1, -1, -1, -1, 1, 1, 1, 1, 1, 1, 6, 6, 6, 6, 6, 6, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647]> : tensor<30xi32>
  %rhs = stablehlo.constant dense<[-1, 0, 1, 31, 32, 2147483647, -1, 0, 1, 31, 32, 2147483647, -1, 0, 1, 31, 32, 2147483647, -1, 0, 1, 31, 32, 2147483647, -1, 0, 1, 31, 32, 2147483647]> : tensor<30xi32>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<30xi32>
  check.expect_eq_const %result, dense<[0, -2147483648, 1073741824, 1, 0, 0, 0, -1, 2147483647, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 6, 3, 0, 0, 0, 0, 2147483647, 1073741823, 0, 0, 0]> : tensor<30xi32>
  func.return
}

// -----

func.func @shift_right_logical_i64() {
  %lhs = stablehlo.constant dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -1, -1, -1, -1, -1, -1, 1, 1, 1, 1, 1, 1, 6, 6, 6, 6, 6, 6, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807]> : tensor<30xi64>
  %rhs = stablehlo.constant dense<[-1, 0, 1, 63, 64, 9223372036854775807, -1, 0, 1, 63, 64, 9223372036854775807, -1, 0, 1, 63, 64, 9223372036854775807, -1, 0, 1, 63, 64, 9223372036854775807, -1, 0, 1, 63, 64, 9223372036854775807]> : tensor<30xi64>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<30xi64>
  check.expect_eq_const %result, dense<[0, -9223372036854775808, 4611686018427387904, 1, 0, 0, 0, -1, 9223372036854775807, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 6, 3, 0, 0, 0, 0, 9223372036854775807, 4611686018427387903, 0, 0, 0]> : tensor<30xi64>
  func.return
}

// -----

func.func @shift_right_logical_ui2() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
  %rhs = stablehlo.constant dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<16xui2>
  check.expect_eq_const %result, dense<[0, 0, 0, 0, 1, 0, 0, 0, 2, 1, 0, 0, 3, 1, 0, 0]> : tensor<16xui2>
  func.return
}

// -----

func.func @shift_right_logical_ui4() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 6, 6, 6, 6, 6, 15, 15, 15, 15, 15]> : tensor<20xui4>
  %rhs = stablehlo.constant dense<[0, 1, 3, 4, 15, 0, 1, 3, 4, 15, 0, 1, 3, 4, 15, 0, 1, 3, 4, 15]> : tensor<20xui4>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<20xui4>
  check.expect_eq_const %result, dense<[0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 6, 3, 0, 0, 0, 15, 7, 1, 0, 0]> : tensor<20xui4>
  func.return
}

// -----

func.func @shift_right_logical_ui8() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 6, 6, 6, 6, 6, 255, 255, 255, 255, 255]> : tensor<20xui8>
  %rhs = stablehlo.constant dense<[0, 1, 7, 8, 255, 0, 1, 7, 8, 255, 0, 1, 7, 8, 255, 0, 1, 7, 8, 255]> : tensor<20xui8>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<20xui8>
  check.expect_eq_const %result, dense<[0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 6, 3, 0, 0, 0, 255, 127, 1, 0, 0]> : tensor<20xui8>
  func.return
}

// -----

func.func @shift_right_logical_ui16() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 6, 6, 6, 6, 6, 65535, 65535, 65535, 65535, 65535]> : tensor<20xui16>
  %rhs = stablehlo.constant dense<[0, 1, 15, 16, 65535, 0, 1, 15, 16, 65535, 0, 1, 15, 16, 65535, 0, 1, 15, 16, 65535]> : tensor<20xui16>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<20xui16>
  check.expect_eq_const %result, dense<[0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 6, 3, 0, 0, 0, 65535, 32767, 1, 0, 0]> : tensor<20xui16>
  func.return
}

// -----

func.func @shift_right_logical_ui32() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 6, 6, 6, 6, 6, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295]> : tensor<20xui32>
  %rhs = stablehlo.constant dense<[0, 1, 31, 32, 4294967295, 0, 1, 31, 32, 4294967295, 0, 1, 31, 32, 4294967295, 0, 1, 31, 32, 4294967295]> : tensor<20xui32>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<20xui32>
  check.expect_eq_const %result, dense<[0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 6, 3, 0, 0, 0, 4294967295, 2147483647, 1, 0, 0]> : tensor<20xui32>
  func.return
}

// -----

func.func @shift_right_logical_ui64() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 6, 6, 6, 6, 6, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615]> : tensor<20xui64>
  %rhs = stablehlo.constant dense<[0, 1, 63, 64, 18446744073709551615, 0, 1, 63, 64, 18446744073709551615, 0, 1, 63, 64, 18446744073709551615, 0, 1, 63, 64, 18446744073709551615]> : tensor<20xui64>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<20xui64>
  check.expect_eq_const %result, dense<[0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 6, 3, 0, 0, 0, 18446744073709551615, 9223372036854775807, 1, 0, 0]> : tensor<20xui64>
  func.return
}

// -----

func.func @shift_right_logical_of_nothing() {
  %lhs = stablehlo.constant dense<> : tensor<0x3xi32>
  %rhs = stablehlo.constant dense<> : tensor<0x3xi32>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<0x3xi32>
  check.expect_eq_const %result, dense<> : tensor<0x3xi32>
  func.return
}
