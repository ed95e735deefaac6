// RUN: run
// Integers wrap, i1 is or, floats follow IEEE-754 with subnormal numbers kept.

func.func @add_i2() {
  %lhs = stablehlo.constant dense<[-2, -2, -2, -2, -1, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 1]> : tensor<16xi2>
  %rhs = stablehlo.constant dense<[-2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1]> : tensor<16xi2>
  %result = stablehlo.add %lhs, %rhs : tensor<16xi2>
  check.expect_eq_const %result, dense<[0, 1, -2, -1, 1, -2, -1, 0, -2, -1, 0, 1, -1, 0, 1, -2]> : tensor<16xi2>
  func.return
}

// -----

func.func @add_i4() {
  %lhs = stablehlo.constant dense<[-8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 7, 7, 7, 7, 7, 7, 7]> : tensor<49xi4>
  %rhs = stablehlo.constant dense<[-8, -7, -1, 0, 1, 3, 7, -8, -7, -1, 0, 1, 3, 7, -8, -7, -1, 0, 1, 3, 7, -8, -7, -1, 0, 1, 3, 7, -8, -7, -1, 0, 1, 3, 7, -8, -7, -1, 0, 1, 3, 7, -8, -7, -1, 0, 1, 3, 7]> : tensor<49xi4>
  %result = stablehlo.add %lhs, %rhs : tensor<49xi4>
  check.expect_eq_const %result, dense<[0, 1, 7, -8, -7, -5, -1, 1, 2, -8, -7, -6, -4, 0, 7, -8, -2, -1, 0, 2, 6, -8, -7, -1, 0, 1, 3, 7, -7, -6, 0, 1, 2, 4, -8, -5, -4, 2, 3, 4, 6, -6, -1, 0, 6, 7, -8, -6, -2]> : tensor<49xi4>
  func.return
}

// -----

func.func @add_i8() {
  %lhs = stablehlo.constant dense<[-128, -128, -128, -128, -128, -128, -128, -128, -127, -127, -127, -127, -127, -127, -127, -127, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3, 63, 63, 63, 63, 63, 63, 63, 63, 127, 127, 127, 127, 127, 127, 127, 127]> : tensor<64xi8>
  %rhs = stablehlo.constant dense<[-128, -127, -1, 0, 1, 3, 63, 127, -128, -127, -1, 0, 1, 3, 63, 127, -128, -127, -1, 0, 1, 3, 63, 127, -128, -127, -1, 0, 1, 3, 63, 127, -128, -127, -1, 0, 1, 3, 63, 127, -128, -127, -1, 0, 1, 3, 63, 127, -128, -127, -1, 0, 1, 3, 63, 127, -128, -127, -1, 0, 1, 3, 63, 127]> : tensor<64xi8>
  %result = stablehlo.add %lhs, %rhs : tensor<64xi8>
  check.expect_eq_const %result, dense<[0, 1, 127, -128, -127, -125, -65, -1, 1, 2, -128, -127, -126, -124, -64, 0, 127, -128, -2, -1, 0, 2, 62, 126, -128, -127, -1, 0, 1, 3, 63, 127, -127, -126, 0, 1, 2, 4, 64, -128, -125, -124, 2, 3, 4, 6, 66, -126, -65, -64, 62, 63, 64, 66, 126, -66, -1, 0, 126, 127, -128, -126, -66, -2]> : tensor<64xi8>
  func.return
}

// -----

func.func @add_i16() {
  %lhs = stablehlo.constant dense<[-32768, -32768, -32768, -32768, -32768, -32768, -32768, -32768, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -32767, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3, 16383, 16383, 16383, 16383, 16383, 16383, 16383, 16383, 32767, 32767, 32767, 32767, 32767, 32767, 32767, 32767]> : tensor<64xi16>
  %rhs = stablehlo.constant dense<[-32768, -32767, -1, 0, 1, 3, 16383, 32767, -32768, -32767, -1, 0, 1, 3, 16383, 32767, -32768, -32767, -1, 0, 1, 3, 16383, 32767, -32768, -32767, -1, 0, 1, 3, 16383, 32767, -32768, -32767, -1, 0, 1, 3, 16383, 32767, -32768, -32767, -1, 0, 1, 3, 16383, 32767, -32768, -32767, -1, 0, 1, 3, 16383, 32767, -32768, -32767, -1, 0, 1, 3, 16383, 32767]> : tensor<64xi16>
  %result = stablehlo.add %lhs, %rhs : tensor<64xi16>
  check.expect_eq_const %result, dense<[0, 1, 32767, -32768, -32767, -32765, -16385, -1, 1, 2, -32768, -32767, -32766, -32764, -16384, 0, 32767, -32768, -2, -1, 0, 2, 16382, 32766, -32768, -32767, -1, 0, 1, 3, 16383, 32767, -32767, -32766, 0, 1, 2, 4, 16384, -32768, -32765, -32764, 2, 3, 4, 6, 16386, -32766, -16385, -16384, 16382, 16383, 16384, 16386, 32766, -16386, -1, 0, 32766, 32767, -32768, -32766, -16386, -2]> : tensor<64xi16>
  func.return
}

// -----

func.func @add_i32() {
  %lhs = stablehlo.constant dense<[-2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483648, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -2147483647, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3, 1073741823, 1073741823, 1073741823, 1073741823, 1073741823, 1073741823, 1073741823, 1073741823, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647]> : tensor<64xi32>
  %rhs = stablehlo.constant dense<[-2147483648, -2147483647, -1, 0, 1, 3, 1073741823, 2147483647, -2147483648, -2147483647, -1, 0, 1, 3, 1073741823, 2147483647, -2147483648, -2147483647, -1, 0, 1, 3, 1073741823, 2147483647, -2147483648, -2147483647, -1, 0, 1, 3, 1073741823, 2147483647, -2147483648, -2147483647, -1, 0, 1, 3, 1073741823, 2147483647, -2147483648, -2147483647, -1, 0, 1, 3, 1073741823, 2147483647, -2147483648, -2147483647, -1, 0, 1, 3, 1073741823, 2147483647, -2147483648, -2147483647, -1, 0, 1, 3, 1073741823, 2147483647]> : tensor<64xi32>
  %result = stablehlo.add %lhs, %rhs : tensor<64xi32>
  check.expect_eq_const %result, dense<[0, 1, 2147483647, -2147483648, -2147483647, -2147483645, -1073741825, -1, 1, 2, -2147483648, -2147483647, -2147483646, -2147483644, -1073741824, 0, 2147483647, -2147483648, -2, -1, 0, 2, 1073741822, 2147483646, -2147483648, -2147483647, -1, 0, 1, 3, 1073741823, 2147483647, -2147483647, -2147483646, 0, 1, 2, 4, 1073741824, -2147483648, -2147483645, -2147483644, 2, 3, 4, 6, 1073741826, -2147483646, -1073741825, -1073741824, 1073741822, 1073741823, 1073741824, 1073741826, 2147483646, -1073741826, -1, 0, 2147483646, 2147483647, -2147483648, -2147483646, -1073741826, -2]> : tensor<64xi32>
  func.return
}

// -----

func.func @add_i64() {
  %lhs = stablehlo.constant dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775808, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -9223372036854775807, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3, 4611686018427387903, 4611686018427387903, 4611686018427387903, 4611686018427387903, 4611686018427387903, 4611686018427387903, 4611686018427387903, 4611686018427387903, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807]> : tensor<64xi64>
  %rhs = stablehlo.constant dense<[-9223372036854775808, -9223372036854775807, -1, 0, 1, 3, 4611686018427387903, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 3, 4611686018427387903, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 3, 4611686018427387903, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 3, 4611686018427387903, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 3, 4611686018427387903, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 3, 4611686018427387903, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 3, 4611686018427387903, 9223372036854775807, -9223372036854775808, -9223372036854775807, -1, 0, 1, 3, 4611686018427387903, 9223372036854775807]> : tensor<64xi64>
  %result = stablehlo.add %lhs, %rhs : tensor<64xi64>
  check.expect_eq_const %result, dense<[0, 1, 9223372036854775807, -9223372036854775808, -9223372036854775807, -9223372036854775805, -4611686018427387905, -1, 1, 2, -9223372036854775808, -9223372036854775807, -9223372036854775806, -9223372036854775804, -4611686018427387904, 0, 9223372036854775807, -9223372036854775808, -2, -1, 0, 2, 4611686018427387902, 9223372036854775806, -9223372036854775808, -9223372036854775807, -1, 0, 1, 3, 4611686018427387903, 9223372036854775807, -9223372036854775807, -9223372036854775806, 0, 1, 2, 4, 4611686018427387904, -9223372036854775808, -9223372036854775805, -9223372036854775804, 2, 3, 4, 6, 4611686018427387906, -9223372036854775806, -4611686018427387905, -4611686018427387904, 4611686018427387902, 4611686018427387903, 4611686018427387904, 4611686018427387906, 9223372036854775806, -4611686018427387906, -1, 0, 9223372036854775806, 9223372036854775807, -9223372036854775808, -9223372036854775806, -4611686018427387906, -2]> : tensor<64xi64>
  func.return
}

// -----

func.func @add_ui2() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 3, 3, 3]> : tensor<9xui2>
  %rhs = stablehlo.constant dense<[0, 1, 3, 0, 1, 3, 0, 1, 3]> : tensor<9xui2>
  %result = stablehlo.add %lhs, %rhs : tensor<9xui2>
  check.expect_eq_const %result, dense<[0, 1, 3, 1, 2, 0, 3, 0, 2]> : tensor<9xui2>
  func.return
}

// -----

func.func @add_ui4() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 7, 7, 7, 7, 7, 15, 15, 15, 15, 15]> : tensor<25xui4>
  %rhs = stablehlo.constant dense<[0, 1, 3, 7, 15, 0, 1, 3, 7, 15, 0, 1, 3, 7, 15, 0, 1, 3, 7, 15, 0, 1, 3, 7, 15]> : tensor<25xui4>
  %result = stablehlo.add %lhs, %rhs : tensor<25xui4>
  check.expect_eq_const %result, dense<[0, 1, 3, 7, 15, 1, 2, 4, 8, 0, 3, 4, 6, 10, 2, 7, 8, 10, 14, 6, 15, 0, 2, 6, 14]> : tensor<25xui4>
  func.return
}

// -----

func.func @add_ui8() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 127, 127, 127, 127, 127, 255, 255, 255, 255, 255]> : tensor<25xui8>
  %rhs = stablehlo.constant dense<[0, 1, 3, 127, 255, 0, 1, 3, 127, 255, 0, 1, 3, 127, 255, 0, 1, 3, 127, 255, 0, 1, 3, 127, 255]> : tensor<25xui8>
  %result = stablehlo.add %lhs, %rhs : tensor<25xui8>
  check.expect_eq_const %result, dense<[0, 1, 3, 127, 255, 1, 2, 4, 128, 0, 3, 4, 6, 130, 2, 127, 128, 130, 254, 126, 255, 0, 2, 126, 254]> : tensor<25xui8>
  func.return
}

// -----

func.func @add_ui16() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 32767, 32767, 32767, 32767, 32767, 65535, 65535, 65535, 65535, 65535]> : tensor<25xui16>
  %rhs = stablehlo.constant dense<[0, 1, 3, 32767, 65535, 0, 1, 3, 32767, 65535, 0, 1, 3, 32767, 65535, 0, 1, 3, 32767, 65535, 0, 1, 3, 32767, 65535]> : tensor<25xui16>
  %result = stablehlo.add %lhs, %rhs : tensor<25xui16>
  check.expect_eq_const %result, dense<[0, 1, 3, 32767, 65535, 1, 2, 4, 32768, 0, 3, 4, 6, 32770, 2, 32767, 32768, 32770, 65534, 32766, 65535, 0, 2, 32766, 65534]> : tensor<25xui16>
  func.return
}

// -----

func.func @add_ui32() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 2147483647, 2147483647, 2147483647, 2147483647, 2147483647, 4294967295, 4294967295, 4294967295, 4294967295, 4294967295]> : tensor<25xui32>
  %rhs = stablehlo.constant dense<[0, 1, 3, 2147483647, 4294967295, 0, 1, 3, 2147483647, 4294967295, 0, 1, 3, 2147483647, 4294967295, 0, 1, 3, 2147483647, 4294967295, 0, 1, 3, 2147483647, 4294967295]> : tensor<25xui32>
  %result = stablehlo.add %lhs, %rhs : tensor<25xui32>
  check.expect_eq_const %result, dense<[0, 1, 3, 2147483647, 4294967295, 1, 2, 4, 2147483648, 0, 3, 4, 6, 2147483650, 2, 2147483647, 2147483648, 2147483650, 4294967294, 2147483646, 4294967295, 0, 2, 2147483646, 4294967294]> : tensor<25xui32>
  func.return
}

// -----

func.func @add_ui64() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615]> : tensor<25xui64>
  %rhs = stablehlo.constant dense<[0, 1, 3, 9223372036854775807, 18446744073709551615, 0, 1, 3, 9223372036854775807, 18446744073709551615, 0, 1, 3, 9223372036854775807, 18446744073709551615, 0, 1, 3, 9223372036854775807, 18446744073709551615, 0, 1, 3, 9223372036854775807, 18446744073709551615]> : tensor<25xui64>
  %result = stablehlo.add %lhs, %rhs : tensor<25xui64>
  check.expect_eq_const %result, dense<[0, 1, 3, 9223372036854775807, 18446744073709551615, 1, 2, 4, 9223372036854775808, 0, 3, 4, 6, 9223372036854775810, 2, 9223372036854775807, 9223372036854775808, 9223372036854775810, 18446744073709551614, 9223372036854775806, 18446744073709551615, 0, 2, 9223372036854775806, 18446744073709551614]> : tensor<25xui64>
  func.return
}

// -----

func.func @add_i1() {
  %lhs = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %rhs = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %result = stablehlo.add %lhs, %rhs : tensor<4xi1>
  check.expect_eq_const %result, dense<[false, true, true, true]> : tensor<4xi1>
  func.return
}

// -----

func.func @add_f16() {
  %lhs = stablehlo.constant dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, -1.5, -1.5, -1.5, -1.5, -1.5, -1.5, -1.5, -1.5, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0]> : tensor<64xf16>
  %rhs = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.5, 0x7C00, 0xFC00, 0x7E00, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7C00, 0xFC00, 0x7E00, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7C00, 0xFC00, 0x7E00, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7C00, 0xFC00, 0x7E00, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7C00, 0xFC00, 0x7E00, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7C00, 0xFC00, 0x7E00, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7C00, 0xFC00, 0x7E00, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7C00, 0xFC00, 0x7E00, 3.0]> : tensor<64xf16>
  %result = stablehlo.add %lhs, %rhs : tensor<64xf16>
  %expected = stablehlo.constant dense<[0.0, 0.0, 1.0, -1.5, 0x7C00, 0xFC00, 0x7E00, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7C00, 0xFC00, 0x7E00, 3.0, 1.0, 1.0, 2.0, -0.5, 0x7C00, 0xFC00, 0x7E00, 4.0, -1.5, -1.5, -0.5, -3.0, 0x7C00, 0xFC00, 0x7E00, 1.5, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0xFE00, 0x7E00, 0x7C00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFE00, 0xFC00, 0x7E00, 0xFC00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 3.0, 3.0, 4.0, 1.5, 0x7C00, 0xFC00, 0x7E00, 6.0]> : tensor<64xf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<64xf16>, tensor<64xf16>
  func.return
}

// -----

func.func @add_bf16() {
  %lhs = stablehlo.constant dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, -1.5, -1.5, -1.5, -1.5, -1.5, -1.5, -1.5, -1.5, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0]> : tensor<64xbf16>
  %rhs = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.5, 0x7F80, 0xFF80, 0x7FC0, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7F80, 0xFF80, 0x7FC0, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7F80, 0xFF80, 0x7FC0, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7F80, 0xFF80, 0x7FC0, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7F80, 0xFF80, 0x7FC0, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7F80, 0xFF80, 0x7FC0, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7F80, 0xFF80, 0x7FC0, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7F80, 0xFF80, 0x7FC0, 3.0]> : tensor<64xbf16>
  %result = stablehlo.add %lhs, %rhs : tensor<64xbf16>
  %expected = stablehlo.constant dense<[0.0, 0.0, 1.0, -1.5, 0x7F80, 0xFF80, 0x7FC0, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7F80, 0xFF80, 0x7FC0, 3.0, 1.0, 1.0, 2.0, -0.5, 0x7F80, 0xFF80, 0x7FC0, 4.0, -1.5, -1.5, -0.5, -3.0, 0x7F80, 0xFF80, 0x7FC0, 1.5, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0xFFC0, 0x7FC0, 0x7F80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0xFFC0, 0xFF80, 0x7FC0, 0xFF80, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 3.0, 3.0, 4.0, 1.5, 0x7F80, 0xFF80, 0x7FC0, 6.0]> : tensor<64xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<64xbf16>, tensor<64xbf16>
  func.return
}

// -----

func.func @add_f32() {
  %lhs = stablehlo.constant dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, -1.5, -1.5, -1.5, -1.5, -1.5, -1.5, -1.5, -1.5, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0]> : tensor<64xf32>
  %rhs = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.0]> : tensor<64xf32>
  %result = stablehlo.add %lhs, %rhs : tensor<64xf32>
  %expected = stablehlo.constant dense<[0.0, 0.0, 1.0, -1.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7F800000, 0xFF800000, 0x7FC00000, 3.0, 1.0, 1.0, 2.0, -0.5, 0x7F800000, 0xFF800000, 0x7FC00000, 4.0, -1.5, -1.5, -0.5, -3.0, 0x7F800000, 0xFF800000, 0x7FC00000, 1.5, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0xFFC00000, 0x7FC00000, 0x7F800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFFC00000, 0xFF800000, 0x7FC00000, 0xFF800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 3.0, 3.0, 4.0, 1.5, 0x7F800000, 0xFF800000, 0x7FC00000, 6.0]> : tensor<64xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<64xf32>, tensor<64xf32>
  func.return
}

// -----

func.func @add_f64() {
  %lhs = stablehlo.constant dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0, -0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, -1.5, -1.5, -1.5, -1.5, -1.5, -1.5, -1.5, -1.5, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0]> : tensor<64xf64>
  %rhs = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.5, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 3.0]> : tensor<64xf64>
  %result = stablehlo.add %lhs, %rhs : tensor<64xf64>
  %expected = stablehlo.constant dense<[0.0, 0.0, 1.0, -1.5, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 3.0, 0.0, -0.0, 1.0, -1.5, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 3.0, 1.0, 1.0, 2.0, -0.5, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 4.0, -1.5, -1.5, -0.5, -3.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 1.5, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0xFFF8000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF8000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 3.0, 3.0, 4.0, 1.5, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 6.0]> : tensor<64xf64>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<64xf64>, tensor<64xf64>
  func.return
}

// -----

func.func @add_f32_subnormal() {
  %lhs = stablehlo.constant dense<[1.1754944e-38, 1.0e-45]> : tensor<2xf32>
  %rhs = stablehlo.constant dense<[-1.1754942e-38, 1.0e-45]> : tensor<2xf32>
  %result = stablehlo.add %lhs, %rhs : tensor<2xf32>
  check.expect_eq_const %result, dense<[1.0e-45, 3.0e-45]> : tensor<2xf32>
  func.return
}

// -----

func.func @add_f32_bits() {
  %lhs = stablehlo.constant dense<[-0.0, -0.0, 1.0]> : tensor<3xf32>
  %rhs = stablehlo.constant dense<[-0.0, 0.0, 5.9604645e-08]> : tensor<3xf32>
  %result = stablehlo.add %lhs, %rhs : tensor<3xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<3xf32>) -> tensor<3xui32>
  check.expect_eq_const %bits, dense<[0x80000000, 0x00000000, 0x3F800000]> : tensor<3xui32>
  func.return
}

// -----

func.func @add_f8E4M3FN() {
  %lhs = stablehlo.constant dense<[1.0, 1.5, 0.5, 1.1, 2.0]> : tensor<5xf8E4M3FN>
  %rhs = stablehlo.constant dense<[1.0, 2.0, 0.25, 1.5, -2.0]> : tensor<5xf8E4M3FN>
  %result = stablehlo.add %lhs, %rhs : tensor<5xf8E4M3FN>
  check.expect_eq_const %result, dense<[2.0, 3.5, 0.75, 2.5, 0.0]> : tensor<5xf8E4M3FN>
  func.return
}

// -----

func.func @add_f8E5M2() {
  %lhs = stablehlo.constant dense<[1.0, 1.5, 0.5, 1.0, 2.0]> : tensor<5xf8E5M2>
  %rhs = stablehlo.constant dense<[1.0, 2.0, 0.25, 1.5, -2.0]> : tensor<5xf8E5M2>
  %result = stablehlo.add %lhs, %rhs : tensor<5xf8E5M2>
  check.expect_eq_const %result, dense<[2.0, 3.5, 0.8, 2.5, 0.0]> : tensor<5xf8E5M2>
  func.return
}

// -----

func.func @add_f8E3M4() {
  %lhs = stablehlo.constant dense<[1.0, 1.5, 0.5, 1.1, 2.0]> : tensor<5xf8E3M4>
  %rhs = stablehlo.constant dense<[1.0, 2.0, 0.25, 1.5, -2.0]> : tensor<5xf8E3M4>
  %result = stablehlo.add %lhs, %rhs : tensor<5xf8E3M4>
  check.expect_eq_const %result, dense<[2.0, 3.5, 0.75, 2.6, 0.0]> : tensor<5xf8E3M4>
  func.return
}

// -----

func.func @add_f4E2M1FN() {
  %lhs = stablehlo.constant dense<[1.0, 1.5, 0.5, 1.0, 2.0]> : tensor<5xf4E2M1FN>
  %rhs = stablehlo.constant dense<[1.0, 2.0, 0.0, 1.5, -2.0]> : tensor<5xf4E2M1FN>
  %result = stablehlo.add %lhs, %rhs : tensor<5xf4E2M1FN>
  check.expect_eq_const %result, dense<[2.0, 4.0, 0.5, 2.0, 0.0]> : tensor<5xf4E2M1FN>
  func.return
}

// -----

func.func @add_f6E2M3FN() {
  %lhs = stablehlo.constant dense<[1.0, 1.5, 0.5, 1.1, 2.0]> : tensor<5xf6E2M3FN>
  %rhs = stablehlo.constant dense<[1.0, 2.0, 0.2, 1.5, -2.0]> : tensor<5xf6E2M3FN>
  %result = stablehlo.add %lhs, %rhs : tensor<5xf6E2M3FN>
  check.expect_eq_const %result, dense<[2.0, 3.5, 0.8, 2.5, 0.0]> : tensor<5xf6E2M3FN>
  func.return
}

// -----

func.func @add_f6E3M2FN() {
  %lhs = stablehlo.constant dense<[1.0, 1.5, 0.5, 1.0, 2.0]> : tensor<5xf6E3M2FN>
  %rhs = stablehlo.constant dense<[1.0, 2.0, 0.25, 1.5, -2.0]> : tensor<5xf6E3M2FN>
  %result = stablehlo.add %lhs, %rhs : tensor<5xf6E3M2FN>
  check.expect_eq_const %result, dense<[2.0, 3.5, 0.8, 2.5, 0.0]> : tensor<5xf6E3M2FN>
  func.return
}

// -----

func.func @add_f8E4M3() {
  %lhs = stablehlo.constant dense<[1.0, 1.5, 0.5, 1.1, 2.0]> : tensor<5xf8E4M3>
  %rhs = stablehlo.constant dense<[1.0, 2.0, 0.25, 1.5, -2.0]> : tensor<5xf8E4M3>
  %result = stablehlo.add %lhs, %rhs : tensor<5xf8E4M3>
  check.expect_eq_const %result, dense<[2.0, 3.5, 0.75, 2.5, 0.0]> : tensor<5xf8E4M3>
  func.return
}

// -----

func.func @add_f8E4M3FNUZ() {
  %lhs = stablehlo.constant dense<[1.0, 1.5, 0.5, 1.1, 2.0]> : tensor<5xf8E4M3FNUZ>
  %rhs = stablehlo.constant dense<[1.0, 2.0, 0.25, 1.5, -2.0]> : tensor<5xf8E4M3FNUZ>
  %result = stablehlo.add %lhs, %rhs : tensor<5xf8E4M3FNUZ>
  check.expect_eq_const %result, dense<[2.0, 3.5, 0.75, 2.5, 0.0]> : tensor<5xf8E4M3FNUZ>
  func.return
}

// -----

func.func @add_f8E4M3B11FNUZ() {
  %lhs = stablehlo.constant dense<[1.0, 1.5, 0.5, 1.1, 2.0]> : tensor<5xf8E4M3B11FNUZ>
  %rhs = stablehlo.constant dense<[1.0, 2.0, 0.25, 1.5, -2.0]> : tensor<5xf8E4M3B11FNUZ>
  %result = stablehlo.add %lhs, %rhs : tensor<5xf8E4M3B11FNUZ>
  check.expect_eq_const %result, dense<[2.0, 3.5, 0.75, 2.5, 0.0]> : tensor<5xf8E4M3B11FNUZ>
  func.return
}

// -----

func.func @add_f8E5M2FNUZ() {
  %lhs = stablehlo.constant dense<[1.0, 1.5, 0.5, 1.0, 2.0]> : tensor<5xf8E5M2FNUZ>
  %rhs = stablehlo.constant dense<[1.0, 2.0, 0.25, 1.5, -2.0]> : tensor<5xf8E5M2FNUZ>
  %result = stablehlo.add %lhs, %rhs : tensor<5xf8E5M2FNUZ>
  check.expect_eq_const %result, dense<[2.0, 3.5, 0.8, 2.5, 0.0]> : tensor<5xf8E5M2FNUZ>
  func.return
}

// -----

func.func @add_f32_complex() {
  %lhs = stablehlo.constant dense<[(1.0, 2.0), (-1.5, 0.0)]> : tensor<2xcomplex<f32>>
  %rhs = stablehlo.constant dense<[(0.5, -4.0), (0.0, 2.0)]> : tensor<2xcomplex<f32>>
  %result = stablehlo.add %lhs, %rhs : tensor<2xcomplex<f32>>
  check.expect_eq_const %result, dense<[(1.5, -2.0), (-1.5, 2.0)]> : tensor<2xcomplex<f32>>
  func.return
}

// -----

func.func @add_f64_complex() {
  %lhs = stablehlo.constant dense<[(1.0, 2.0), (-1.5, 0.0)]> : tensor<2xcomplex<f64>>
  %rhs = stablehlo.constant dense<[(0.5, -4.0), (0.0, 2.0)]> : tensor<2xcomplex<f64>>
  %result = stablehlo.add %lhs, %rhs : tensor<2xcomplex<f64>>
  check.expect_eq_const %result, dense<[(1.5, -2.0), (-1.5, 2.0)]> : tensor<2xcomplex<f64>>
  func.return
}

// -----

func.func @add_of_nothing() {
  %lhs = stablehlo.constant dense<> : tensor<0x3xf32>
  %rhs = stablehlo.constant dense<> : tensor<0x3xf32>
  %result = stablehlo.add %lhs, %rhs : tensor<0x3xf32>
  check.expect_eq_const %result, dense<> : tensor<0x3xf32>
  func.return
}
