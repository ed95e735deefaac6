// RUN: run
// Signs, NaN, signed zeros, the total order of floats, the lexicographic order of complex numbers.

func.func @compare_i2_eq() {
  %lhs = stablehlo.constant dense<[-2, -2, -2, -1, -1, -1, 0, 0, 0, 1, 1, 1]> : tensor<12xi2>
  %rhs = stablehlo.constant dense<[-2, -1, 1, -2, -1, 0, -1, 0, 1, -2, 0, 1]> : tensor<12xi2>
  %result = stablehlo.compare EQ, %lhs, %rhs, SIGNED : (tensor<12xi2>, tensor<12xi2>) -> tensor<12xi1>
  check.expect_eq_const %result, dense<[true, false, false, false, true, false, false, true, false, false, false, true]> : tensor<12xi1>
  func.return
}

// -----

func.func @compare_i2_ne() {
  %lhs = stablehlo.constant dense<[-2, -2, -2, -1, -1, -1, 0, 0, 0, 1, 1, 1]> : tensor<12xi2>
  %rhs = stablehlo.constant dense<[-2, -1, 1, -2, -1, 0, -1, 0, 1, -2, 0, 1]> : tensor<12xi2>
  %result = stablehlo.compare NE, %lhs, %rhs, SIGNED : (tensor<12xi2>, tensor<12xi2>) -> tensor<12xi1>
  check.expect_eq_const %result, dense<[false, true, true, true, false, true, true, false, true, true, true, false]> : tensor<12xi1>
  func.return
}

// -----

func.func @compare_i2_ge() {
  %lhs = stablehlo.constant dense<[-2, -2, -2, -1, -1, -1, 0, 0, 0, 1, 1, 1]> : tensor<12xi2>
  %rhs = stablehlo.constant dense<[-2, -1, 1, -2, -1, 0, -1, 0, 1, -2, 0, 1]> : tensor<12xi2>
  %result = stablehlo.compare GE, %lhs, %rhs, SIGNED : (tensor<12xi2>, tensor<12xi2>) -> tensor<12xi1>
  check.expect_eq_const %result, dense<[true, false, false, true, true, false, true, true, false, true, true, true]> : tensor<12xi1>
  func.return
}

// -----

func.func @compare_i2_gt() {
  %lhs = stablehlo.constant dense<[-2, -2, -2, -1, -1, -1, 0, 0, 0, 1, 1, 1]> : tensor<12xi2>
  %rhs = stablehlo.constant dense<[-2, -1, 1, -2, -1, 0, -1, 0, 1, -2, 0, 1]> : tensor<12xi2>
  %result = stablehlo.compare GT, %lhs, %rhs, SIGNED : (tensor<12xi2>, tensor<12xi2>) -> tensor<12xi1>
  check.expect_eq_const %result, dense<[false, false, false, true, false, false, true, false, false, true, true, false]> : tensor<12xi1>
  func.return
}

// -----

func.func @compare_i2_le() {
  %lhs = stablehlo.constant dense<[-2, -2, -2, -1, -1, -1, 0, 0, 0, 1, 1, 1]> : tensor<12xi2>
  %rhs = stablehlo.constant dense<[-2, -1, 1, -2, -1, 0, -1, 0, 1, -2, 0, 1]> : tensor<12xi2>
  %result = stablehlo.compare LE, %lhs, %rhs, SIGNED : (tensor<12xi2>, tensor<12xi2>) -> tensor<12xi1>
  check.expect_eq_const %result, dense<[true, true, true, false, true, true, false, true, true, false, false, true]> : tensor<12xi1>
  func.return
}

// -----

func.func @compare_i2_lt() {
  %lhs = stablehlo.constant dense<[-2, -2, -2, -1, -1, -1, 0, 0, 0, 1, 1, 1]> : tensor<12xi2>
  %rhs = stablehlo.constant dense<[-2, -1, 1, -2, -1, 0, -1, 0, 1, -2, 0, 1]> : tensor<12xi2>
  %result = stablehlo.compare LT, %lhs, %rhs, SIGNED : (tensor<12xi2>, tensor<12xi2>) -> tensor<12xi1>
  check.expect_eq_const %result, dense<[false, true, true, false, false, true, false, false, true, false, false, false]> : tensor<12xi1>
  func.return
}

// -----

func.func @compare_i4_eq() {
  %lhs = stablehlo.constant dense<[-8, -8, -8, -1, -1, -1, 0, 0, 0, 1, 1, 1, 7, 7, 7]> : tensor<15xi4>
  %rhs = stablehlo.constant dense<[-8, -1, 7, -8, -1, 0, -1, 0, 1, 0, 1, 7, -8, 1, 7]> : tensor<15xi4>
  %result = stablehlo.compare EQ, %lhs, %rhs, SIGNED : (tensor<15xi4>, tensor<15xi4>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[true, false, false, false, true, false, false, true, false, false, true, false, false, false, true]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_i4_ne() {
  %lhs = stablehlo.constant dense<[-8, -8, -8, -1, -1, -1, 0, 0, 0, 1, 1, 1, 7, 7, 7]> : tensor<15xi4>
  %rhs = stablehlo.constant dense<[-8, -1, 7, -8, -1, 0, -1, 0, 1, 0, 1, 7, -8, 1, 7]> : tensor<15xi4>
  %result = stablehlo.compare NE, %lhs, %rhs, SIGNED : (tensor<15xi4>, tensor<15xi4>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[false, true, true, true, false, true, true, false, true, true, false, true, true, true, false]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_i4_ge() {
  %lhs = stablehlo.constant dense<[-8, -8, -8, -1, -1, -1, 0, 0, 0, 1, 1, 1, 7, 7, 7]> : tensor<15xi4>
  %rhs = stablehlo.constant dense<[-8, -1, 7, -8, -1, 0, -1, 0, 1, 0, 1, 7, -8, 1, 7]> : tensor<15xi4>
  %result = stablehlo.compare GE, %lhs, %rhs, SIGNED : (tensor<15xi4>, tensor<15xi4>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[true, false, false, true, true, false, true, true, false, true, true, false, true, true, true]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_i4_gt() {
  %lhs = stablehlo.constant dense<[-8, -8, -8, -1, -1, -1, 0, 0, 0, 1, 1, 1, 7, 7, 7]> : tensor<15xi4>
  %rhs = stablehlo.constant dense<[-8, -1, 7, -8, -1, 0, -1, 0, 1, 0, 1, 7, -8, 1, 7]> : tensor<15xi4>
  %result = stablehlo.compare GT, %lhs, %rhs, SIGNED : (tensor<15xi4>, tensor<15xi4>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[false, false, false, true, false, false, true, false, false, true, false, false, true, true, false]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_i4_le() {
  %lhs = stablehlo.constant dense<[-8, -8, -8, -1, -1, -1, 0, 0, 0, 1, 1, 1, 7, 7, 7]> : tensor<15xi4>
  %rhs = stablehlo.constant dense<[-8, -1, 7, -8, -1, 0, -1, 0, 1, 0, 1, 7, -8, 1, 7]> : tensor<15xi4>
  %result = stablehlo.compare LE, %lhs, %rhs, SIGNED : (tensor<15xi4>, tensor<15xi4>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[true, true, true, false, true, true, false, true, true, false, true, true, false, false, true]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_i4_lt() {
  %lhs = stablehlo.constant dense<[-8, -8, -8, -1, -1, -1, 0, 0, 0, 1, 1, 1, 7, 7, 7]> : tensor<15xi4>
  %rhs = stablehlo.constant dense<[-8, -1, 7, -8, -1, 0, -1, 0, 1, 0, 1, 7, -8, 1, 7]> : tensor<15xi4>
  %result = stablehlo.compare LT, %lhs, %rhs, SIGNED : (tensor<15xi4>, tensor<15xi4>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[false, true, true, false, false, true, false, false, true, false, false, true, false, false, false]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_i8_eq() {
  %lhs = stablehlo.constant dense<[-128, -128, -128, -1, -1, -1, 0, 0, 0, 1, 1, 1, 127, 127, 127]> : tensor<15xi8>
  %rhs = stablehlo.constant dense<[-128, -1, 127, -128, -1, 0, -1, 0, 1, 0, 1, 127, -128, 1, 127]> : tensor<15xi8>
  %result = stablehlo.compare EQ, %lhs, %rhs, SIGNED : (tensor<15xi8>, tensor<15xi8>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[true, false, false, false, true, false, false, true, false, false, true, false, false, false, true]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_i8_ne() {
  %lhs = stablehlo.constant dense<[-128, -128, -128, -1, -1, -1, 0, 0, 0, 1, 1, 1, 127, 127, 127]> : tensor<15xi8>
  %rhs = stablehlo.constant dense<[-128, -1, 127, -128, -1, 0, -1, 0, 1, 0, 1, 127, -128, 1, 127]> : tensor<15xi8>
  %result = stablehlo.compare NE, %lhs, %rhs, SIGNED : (tensor<15xi8>, tensor<15xi8>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[false, true, true, true, false, true, true, false, true, true, false, true, true, true, false]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_i8_ge() {
  %lhs = stablehlo.constant dense<[-128, -128, -128, -1, -1, -1, 0, 0, 0, 1, 1, 1, 127, 127, 127]> : tensor<15xi8>
  %rhs = stablehlo.constant dense<[-128, -1, 127, -128, -1, 0, -1, 0, 1, 0, 1, 127, -128, 1, 127]> : tensor<15xi8>
  %result = stablehlo.compare GE, %lhs, %rhs, SIGNED : (tensor<15xi8>, tensor<15xi8>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[true, false, false, true, true, false, true, true, false, true, true, false, true, true, true]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_i8_gt() {
  %lhs = stablehlo.constant dense<[-128, -128, -128, -1, -1, -1, 0, 0, 0, 1, 1, 1, 127, 127, 127]> : tensor<15xi8>
  %rhs = stablehlo.constant dense<[-128, -1, 127, -128, -1, 0, -1, 0, 1, 0, 1, 127, -128, 1, 127]> : tensor<15xi8>
  %result = stablehlo.compare GT, %lhs, %rhs, SIGNED : (tensor<15xi8>, tensor<15xi8>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[false, false, false, true, false, false, true, false, false, true, false, false, true, true, false]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_i8_le() {
  %lhs = stablehlo.constant dense<[-128, -128, -128, -1, -1, -1, 0, 0, 0, 1, 1, 1, 127, 127, 127]> : tensor<15xi8>
  %rhs = stablehlo.constant dense<[-128, -1, 127, -128, -1, 0, -1, 0, 1, 0, 1, 127, -128, 1, 127]> : tensor<15xi8>
  %result = stablehlo.compare LE, %lhs, %rhs, SIGNED : (tensor<15xi8>, tensor<15xi8>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[true, true, true, false, true, true, false, true, true, false, true, true, false, false, true]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_i8_lt() {
  %lhs = stablehlo.constant dense<[-128, -128, -128, -1, -1, -1, 0, 0, 0, 1, 1, 1, 127, 127, 127]> : tensor<15xi8>
  %rhs = stablehlo.constant dense<[-128, -1, 127, -128, -1, 0, -1, 0, 1, 0, 1, 127, -128, 1, 127]> : tensor<15xi8>
  %result = stablehlo.compare LT, %lhs, %rhs, SIGNED : (tensor<15xi8>, tensor<15xi8>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[false, true, true, false, false, true, false, false, true, false, false, true, false, false, false]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_i16_eq() {
  %lhs = stablehlo.constant dense<[-32768, -32768, -32768, -1, -1, -1, 0, 0, 0, 1, 1, 1, 32767, 32767, 32767]> : tensor<15xi16>
  %rhs = stablehlo.constant dense<[-32768, -1, 32767, -32768, -1, 0, -1, 0, 1, 0, 1, 32767, -32768, 1, 32767]> : tensor<15xi16>
  %result = stablehlo.compare EQ, %lhs, %rhs, SIGNED : (tensor<15xi16>, tensor<15xi16>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[true, false, false, false, true, false, false, true, false, false, true, false, false, false, true]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_i16_ne() {
  %lhs = stablehlo.constant dense<[-32768, -32768, -32768, -1, -1, -1, 0, 0, 0, 1, 1, 1, 32767, 32767, 32767]> : tensor<15xi16>
  %rhs = stablehlo.constant dense<[-32768, -1, 32767, -32768, -1, 0, -1, 0, 1, 0, 1, 32767, -32768, 1, 32767]> : tensor<15xi16>
  %result = stablehlo.compare NE, %lhs, %rhs, SIGNED : (tensor<15xi16>, tensor<15xi16>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[false, true, true, true, false, true, true, false, true, true, false, true, true, true, false]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_i16_ge() {
  %lhs = stablehlo.constant dense<[-32768, -32768, -32768, -1, -1, -1, 0, 0, 0, 1, 1, 1, 32767, 32767, 32767]> : tensor<15xi16>
  %rhs = stablehlo.constant dense<[-32768, -1, 32767, -32768, -1, 0, -1, 0, 1, 0, 1, 32767, -32768, 1, 32767]> : tensor<15xi16>
  %result = stablehlo.compare GE, %lhs, %rhs, SIGNED : (tensor<15xi16>, tensor<15xi16>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[true, false, false, true, true, false, true, true, false, true, true, false, true, true, true]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_i16_gt() {
  %lhs = stablehlo.constant dense<[-32768, -32768, -32768, -1, -1, -1, 0, 0, 0, 1, 1, 1, 32767, 32767, 32767]> : tensor<15xi16>
  %rhs = stablehlo.constant dense<[-32768, -1, 32767, -32768, -1, 0, -1, 0, 1, 0, 1, 32767, -32768, 1, 32767]> : tensor<15xi16>
  %result = stablehlo.compare GT, %lhs, %rhs, SIGNED : (tensor<15xi16>, tensor<15xi16>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[false, false, false, true, false, false, true, false, false, true, false, false, true, true, false]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_i16_le() {
  %lhs = stablehlo.constant dense<[-32768, -32768, -32768, -1, -1, -1, 0, 0, 0, 1, 1, 1, 32767, 32767, 32767]> : tensor<15xi16>
  %rhs = stablehlo.constant dense<[-32768, -1, 32767, -32768, -1, 0, -1, 0, 1, 0, 1, 32767, -32768, 1, 32767]> : tensor<15xi16>
  %result = stablehlo.compare LE, %lhs, %rhs, SIGNED : (tensor<15xi16>, tensor<15xi16>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[true, true, true, false, true, true, false, true, true, false, true, true, false, false, true]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_i16_lt() {
  %lhs = stablehlo.constant dense<[-32768, -32768, -32768, -1, -1, -1, 0, 0, 0, 1, 1, 1, 32767, 32767, 32767]> : tensor<15xi16>
  %rhs = stablehlo.constant dense<[-32768, -1, 32767, -32768, -1, 0, -1, 0, 1, 0, 1, 32767, -32768, 1, 32767]> : tensor<15xi16>
  %result = stablehlo.compare LT, %lhs, %rhs, SIGNED : (tensor<15xi16>, tensor<15xi16>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[false, true, true, false, false, true, false, false, true, false, false, true, false, false, false]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_i32_eq() {
  %lhs = stablehlo.constant dense<[-2147483648, -2147483648, -2147483648, -1, -1, -1, 0, 0, 0, 1, 1, 1, 2147483647, 2147483647, 2147483647]> : tensor<15xi32>
  %rhs = stablehlo.constant dense<[-2147483648, -1, 2147483647, -2147483648, -1, 0, -1, 0, 1, 0, 1, 2147483647, -2147483648, 1, 2147483647]> : tensor<15xi32>
  %result = stablehlo.compare EQ, %lhs, %rhs, SIGNED : (tensor<15xi32>, tensor<15xi32>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[true, false, false, false, true, false, false, true, false, false, true, false, false, false, true]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_i32_ne() {
  %lhs = stablehlo.constant dense<[-2147483648, -2147483648, -2147483648, -1, -1, -1, 0, 0, 0, 1, 1, 1, 2147483647, 2147483647, 2147483647]> : tensor<15xi32>
  %rhs = stablehlo.constant dense<[-2147483648, -1, 2147483647, -2147483648, -1, 0, -1, 0, 1, 0, 1, 2147483647, -2147483648, 1, 2147483647]> : tensor<15xi32>
  %result = stablehlo.compare NE, %lhs, %rhs, SIGNED : (tensor<15xi32>, tensor<15xi32>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[false, true, true, true, false, true, true, false, true, true, false, true, true, true, false]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_i32_ge() {
  %lhs = stablehlo.constant dense<[-2147483648, -2147483648, -2147483648, -1, -1, -1, 0, 0, 0, 1, 1, 1, 2147483647, 2147483647, 2147483647]> : tensor<15xi32>
  %rhs = stablehlo.constant dense<[-2147483648, -1, 2147483647, -2147483648, -1, 0, -1, 0, 1, 0, 1, 2147483647, -2147483648, 1, 2147483647]> : tensor<15xi32>
  %result = stablehlo.compare GE, %lhs, %rhs, SIGNED : (tensor<15xi32>, tensor<15xi32>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[true, false, false, true, true, false, true, true, false, true, true, false, true, true, true]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_i32_gt() {
  %lhs = stablehlo.constant dense<[-2147483648, -2147483648, -2147483648, -1, -1, -1, 0, 0, 0, 1, 1, 1, 2147483647, 2147483647, 2147483647]> : tensor<15xi32>
  %rhs = stablehlo.constant dense<[-2147483648, -1, 2147483647, -2147483648, -1, 0, -1, 0, 1, 0, 1, 2147483647, -2147483648, 1, 2147483647]> : tensor<15xi32>
  %result = stablehlo.compare GT, %lhs, %rhs, SIGNED : (tensor<15xi32>, tensor<15xi32>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[false, false, false, true, false, false, true, false, false, true, false, false, true, true, false]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_i32_le() {
  %lhs = stablehlo.constant dense<[-2147483648, -2147483648, -2147483648, -1, -1, -1, 0, 0, 0, 1, 1, 1, 2147483647, 2147483647, 2147483647]> : tensor<15xi32>
  %rhs = stablehlo.constant dense<[-2147483648, -1, 2147483647, -2147483648, -1, 0, -1, 0, 1, 0, 1, 2147483647, -2147483648, 1, 2147483647]> : tensor<15xi32>
  %result = stablehlo.compare LE, %lhs, %rhs, SIGNED : (tensor<15xi32>, tensor<15xi32>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[true, true, true, false, true, true, false, true, true, false, true, true, false, false, true]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_i32_lt() {
  %lhs = stablehlo.constant dense<[-2147483648, -2147483648, -2147483648, -1, -1, -1, 0, 0, 0, 1, 1, 1, 2147483647, 2147483647, 2147483647]> : tensor<15xi32>
  %rhs = stablehlo.constant dense<[-2147483648, -1, 2147483647, -2147483648, -1, 0, -1, 0, 1, 0, 1, 2147483647, -2147483648, 1, 2147483647]> : tensor<15xi32>
  %result = stablehlo.compare LT, %lhs, %rhs, SIGNED : (tensor<15xi32>, tensor<15xi32>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[false, true, true, false, false, true, false, false, true, false, false, true, false, false, false]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_i64_eq() {
  %lhs = stablehlo.constant dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808, -1, -1, -1, 0, 0, 0, 1, 1, 1, 9223372036854775807, 9223372036854775807, 9223372036854775807]> : tensor<15xi64>
  %rhs = stablehlo.constant dense<[-9223372036854775808, -1, 9223372036854775807, -9223372036854775808, -1, 0, -1, 0, 1, 0, 1, 9223372036854775807, -9223372036854775808, 1, 9223372036854775807]> : tensor<15xi64>
  %result = stablehlo.compare EQ, %lhs, %rhs, SIGNED : (tensor<15xi64>, tensor<15xi64>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[true, false, false, false, true, false, false, true, false, false, true, false, false, false, true]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_i64_ne() {
  %lhs = stablehlo.constant dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808, -1, -1, -1, 0, 0, 0, 1, 1, 1, 9223372036854775807, 9223372036854775807, 9223372036854775807]> : tensor<15xi64>
  %rhs = stablehlo.constant dense<[-9223372036854775808, -1, 9223372036854775807, -9223372036854775808, -1, 0, -1, 0, 1, 0, 1, 9223372036854775807, -9223372036854775808, 1, 9223372036854775807]> : tensor<15xi64>
  %result = stablehlo.compare NE, %lhs, %rhs, SIGNED : (tensor<15xi64>, tensor<15xi64>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[false, true, true, true, false, true, true, false, true, true, false, true, true, true, false]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_i64_ge() {
  %lhs = stablehlo.constant dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808, -1, -1, -1, 0, 0, 0, 1, 1, 1, 9223372036854775807, 9223372036854775807, 9223372036854775807]> : tensor<15xi64>
  %rhs = stablehlo.constant dense<[-9223372036854775808, -1, 9223372036854775807, -9223372036854775808, -1, 0, -1, 0, 1, 0, 1, 9223372036854775807, -9223372036854775808, 1, 9223372036854775807]> : tensor<15xi64>
  %result = stablehlo.compare GE, %lhs, %rhs, SIGNED : (tensor<15xi64>, tensor<15xi64>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[true, false, false, true, true, false, true, true, false, true, true, false, true, true, true]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_i64_gt() {
  %lhs = stablehlo.constant dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808, -1, -1, -1, 0, 0, 0, 1, 1, 1, 9223372036854775807, 9223372036854775807, 9223372036854775807]> : tensor<15xi64>
  %rhs = stablehlo.constant dense<[-9223372036854775808, -1, 9223372036854775807, -9223372036854775808, -1, 0, -1, 0, 1, 0, 1, 9223372036854775807, -9223372036854775808, 1, 9223372036854775807]> : tensor<15xi64>
  %result = stablehlo.compare GT, %lhs, %rhs, SIGNED : (tensor<15xi64>, tensor<15xi64>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[false, false, false, true, false, false, true, false, false, true, false, false, true, true, false]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_i64_le() {
  %lhs = stablehlo.constant dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808, -1, -1, -1, 0, 0, 0, 1, 1, 1, 9223372036854775807, 9223372036854775807, 9223372036854775807]> : tensor<15xi64>
  %rhs = stablehlo.constant dense<[-9223372036854775808, -1, 9223372036854775807, -9223372036854775808, -1, 0, -1, 0, 1, 0, 1, 9223372036854775807, -9223372036854775808, 1, 9223372036854775807]> : tensor<15xi64>
  %result = stablehlo.compare LE, %lhs, %rhs, SIGNED : (tensor<15xi64>, tensor<15xi64>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[true, true, true, false, true, true, false, true, true, false, true, true, false, false, true]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_i64_lt() {
  %lhs = stablehlo.constant dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808, -1, -1, -1, 0, 0, 0, 1, 1, 1, 9223372036854775807, 9223372036854775807, 9223372036854775807]> : tensor<15xi64>
  %rhs = stablehlo.constant dense<[-9223372036854775808, -1, 9223372036854775807, -9223372036854775808, -1, 0, -1, 0, 1, 0, 1, 9223372036854775807, -9223372036854775808, 1, 9223372036854775807]> : tensor<15xi64>
  %result = stablehlo.compare LT, %lhs, %rhs, SIGNED : (tensor<15xi64>, tensor<15xi64>) -> tensor<15xi1>
  check.expect_eq_const %result, dense<[false, true, true, false, false, true, false, false, true, false, false, true, false, false, false]> : tensor<15xi1>
  func.return
}

// -----

func.func @compare_ui2_eq() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 3, 3, 3]> : tensor<9xui2>
  %rhs = stablehlo.constant dense<[0, 1, 3, 0, 1, 3, 0, 1, 3]> : tensor<9xui2>
  %result = stablehlo.compare EQ, %lhs, %rhs, UNSIGNED : (tensor<9xui2>, tensor<9xui2>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[true, false, false, false, true, false, false, false, true]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui2_ne() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 3, 3, 3]> : tensor<9xui2>
  %rhs = stablehlo.constant dense<[0, 1, 3, 0, 1, 3, 0, 1, 3]> : tensor<9xui2>
  %result = stablehlo.compare NE, %lhs, %rhs, UNSIGNED : (tensor<9xui2>, tensor<9xui2>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[false, true, true, true, false, true, true, true, false]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui2_ge() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 3, 3, 3]> : tensor<9xui2>
  %rhs = stablehlo.constant dense<[0, 1, 3, 0, 1, 3, 0, 1, 3]> : tensor<9xui2>
  %result = stablehlo.compare GE, %lhs, %rhs, UNSIGNED : (tensor<9xui2>, tensor<9xui2>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[true, false, false, true, true, false, true, true, true]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui2_gt() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 3, 3, 3]> : tensor<9xui2>
  %rhs = stablehlo.constant dense<[0, 1, 3, 0, 1, 3, 0, 1, 3]> : tensor<9xui2>
  %result = stablehlo.compare GT, %lhs, %rhs, UNSIGNED : (tensor<9xui2>, tensor<9xui2>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[false, false, false, true, false, false, true, true, false]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui2_le() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 3, 3, 3]> : tensor<9xui2>
  %rhs = stablehlo.constant dense<[0, 1, 3, 0, 1, 3, 0, 1, 3]> : tensor<9xui2>
  %result = stablehlo.compare LE, %lhs, %rhs, UNSIGNED : (tensor<9xui2>, tensor<9xui2>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[true, true, true, false, true, true, false, false, true]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui2_lt() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 3, 3, 3]> : tensor<9xui2>
  %rhs = stablehlo.constant dense<[0, 1, 3, 0, 1, 3, 0, 1, 3]> : tensor<9xui2>
  %result = stablehlo.compare LT, %lhs, %rhs, UNSIGNED : (tensor<9xui2>, tensor<9xui2>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[false, true, true, false, false, true, false, false, false]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui4_eq() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 15, 15, 15]> : tensor<9xui4>
  %rhs = stablehlo.constant dense<[0, 1, 15, 0, 1, 15, 0, 1, 15]> : tensor<9xui4>
  %result = stablehlo.compare EQ, %lhs, %rhs, UNSIGNED : (tensor<9xui4>, tensor<9xui4>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[true, false, false, false, true, false, false, false, true]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui4_ne() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 15, 15, 15]> : tensor<9xui4>
  %rhs = stablehlo.constant dense<[0, 1, 15, 0, 1, 15, 0, 1, 15]> : tensor<9xui4>
  %result = stablehlo.compare NE, %lhs, %rhs, UNSIGNED : (tensor<9xui4>, tensor<9xui4>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[false, true, true, true, false, true, true, true, false]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui4_ge() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 15, 15, 15]> : tensor<9xui4>
  %rhs = stablehlo.constant dense<[0, 1, 15, 0, 1, 15, 0, 1, 15]> : tensor<9xui4>
  %result = stablehlo.compare GE, %lhs, %rhs, UNSIGNED : (tensor<9xui4>, tensor<9xui4>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[true, false, false, true, true, false, true, true, true]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui4_gt() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 15, 15, 15]> : tensor<9xui4>
  %rhs = stablehlo.constant dense<[0, 1, 15, 0, 1, 15, 0, 1, 15]> : tensor<9xui4>
  %result = stablehlo.compare GT, %lhs, %rhs, UNSIGNED : (tensor<9xui4>, tensor<9xui4>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[false, false, false, true, false, false, true, true, false]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui4_le() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 15, 15, 15]> : tensor<9xui4>
  %rhs = stablehlo.constant dense<[0, 1, 15, 0, 1, 15, 0, 1, 15]> : tensor<9xui4>
  %result = stablehlo.compare LE, %lhs, %rhs, UNSIGNED : (tensor<9xui4>, tensor<9xui4>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[true, true, true, false, true, true, false, false, true]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui4_lt() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 15, 15, 15]> : tensor<9xui4>
  %rhs = stablehlo.constant dense<[0, 1, 15, 0, 1, 15, 0, 1, 15]> : tensor<9xui4>
  %result = stablehlo.compare LT, %lhs, %rhs, UNSIGNED : (tensor<9xui4>, tensor<9xui4>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[false, true, true, false, false, true, false, false, false]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui8_eq() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 255, 255, 255]> : tensor<9xui8>
  %rhs = stablehlo.constant dense<[0, 1, 255, 0, 1, 255, 0, 1, 255]> : tensor<9xui8>
  %result = stablehlo.compare EQ, %lhs, %rhs, UNSIGNED : (tensor<9xui8>, tensor<9xui8>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[true, false, false, false, true, false, false, false, true]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui8_ne() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 255, 255, 255]> : tensor<9xui8>
  %rhs = stablehlo.constant dense<[0, 1, 255, 0, 1, 255, 0, 1, 255]> : tensor<9xui8>
  %result = stablehlo.compare NE, %lhs, %rhs, UNSIGNED : (tensor<9xui8>, tensor<9xui8>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[false, true, true, true, false, true, true, true, false]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui8_ge() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 255, 255, 255]> : tensor<9xui8>
  %rhs = stablehlo.constant dense<[0, 1, 255, 0, 1, 255, 0, 1, 255]> : tensor<9xui8>
  %result = stablehlo.compare GE, %lhs, %rhs, UNSIGNED : (tensor<9xui8>, tensor<9xui8>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[true, false, false, true, true, false, true, true, true]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui8_gt() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 255, 255, 255]> : tensor<9xui8>
  %rhs = stablehlo.constant dense<[0, 1, 255, 0, 1, 255, 0, 1, 255]> : tensor<9xui8>
  %result = stablehlo.compare GT, %lhs, %rhs, UNSIGNED : (tensor<9xui8>, tensor<9xui8>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[false, false, false, true, false, false, true, true, false]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui8_le() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 255, 255, 255]> : tensor<9xui8>
  %rhs = stablehlo.constant dense<[0, 1, 255, 0, 1, 255, 0, 1, 255]> : tensor<9xui8>
  %result = stablehlo.compare LE, %lhs, %rhs, UNSIGNED : (tensor<9xui8>, tensor<9xui8>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[true, true, true, false, true, true, false, false, true]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui8_lt() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 255, 255, 255]> : tensor<9xui8>
  %rhs = stablehlo.constant dense<[0, 1, 255, 0, 1, 255, 0, 1, 255]> : tensor<9xui8>
  %result = stablehlo.compare LT, %lhs, %rhs, UNSIGNED : (tensor<9xui8>, tensor<9xui8>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[false, true, true, false, false, true, false, false, false]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui16_eq() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 65535, 65535, 65535]> : tensor<9xui16>
  %rhs = stablehlo.constant dense<[0, 1, 65535, 0, 1, 65535, 0, 1, 65535]> : tensor<9xui16>
  %result = stablehlo.compare EQ, %lhs, %rhs, UNSIGNED : (tensor<9xui16>, tensor<9xui16>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[true, false, false, false, true, false, false, false, true]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui16_ne() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 65535, 65535, 65535]> : tensor<9xui16>
  %rhs = stablehlo.constant dense<[0, 1, 65535, 0, 1, 65535, 0, 1, 65535]> : tensor<9xui16>
  %result = stablehlo.compare NE, %lhs, %rhs, UNSIGNED : (tensor<9xui16>, tensor<9xui16>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[false, true, true, true, false, true, true, true, false]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui16_ge() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 65535, 65535, 65535]> : tensor<9xui16>
  %rhs = stablehlo.constant dense<[0, 1, 65535, 0, 1, 65535, 0, 1, 65535]> : tensor<9xui16>
  %result = stablehlo.compare GE, %lhs, %rhs, UNSIGNED : (tensor<9xui16>, tensor<9xui16>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[true, false, false, true, true, false, true, true, true]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui16_gt() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 65535, 65535, 65535]> : tensor<9xui16>
  %rhs = stablehlo.constant dense<[0, 1, 65535, 0, 1, 65535, 0, 1, 65535]> : tensor<9xui16>
  %result = stablehlo.compare GT, %lhs, %rhs, UNSIGNED : (tensor<9xui16>, tensor<9xui16>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[false, false, false, true, false, false, true, true, false]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui16_le() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 65535, 65535, 65535]> : tensor<9xui16>
  %rhs = stablehlo.constant dense<[0, 1, 65535, 0, 1, 65535, 0, 1, 65535]> : tensor<9xui16>
  %result = stablehlo.compare LE, %lhs, %rhs, UNSIGNED : (tensor<9xui16>, tensor<9xui16>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[true, true, true, false, true, true, false, false, true]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui16_lt() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 65535, 65535, 65535]> : tensor<9xui16>
  %rhs = stablehlo.constant dense<[0, 1, 65535, 0, 1, 65535, 0, 1, 65535]> : tensor<9xui16>
  %result = stablehlo.compare LT, %lhs, %rhs, UNSIGNED : (tensor<9xui16>, tensor<9xui16>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[false, true, true, false, false, true, false, false, false]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui32_eq() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 4294967295, 4294967295, 4294967295]> : tensor<9xui32>
  %rhs = stablehlo.constant dense<[0, 1, 4294967295, 0, 1, 4294967295, 0, 1, 4294967295]> : tensor<9xui32>
  %result = stablehlo.compare EQ, %lhs, %rhs, UNSIGNED : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[true, false, false, false, true, false, false, false, true]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui32_ne() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 4294967295, 4294967295, 4294967295]> : tensor<9xui32>
  %rhs = stablehlo.constant dense<[0, 1, 4294967295, 0, 1, 4294967295, 0, 1, 4294967295]> : tensor<9xui32>
  %result = stablehlo.compare NE, %lhs, %rhs, UNSIGNED : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[false, true, true, true, false, true, true, true, false]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui32_ge() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 4294967295, 4294967295, 4294967295]> : tensor<9xui32>
  %rhs = stablehlo.constant dense<[0, 1, 4294967295, 0, 1, 4294967295, 0, 1, 4294967295]> : tensor<9xui32>
  %result = stablehlo.compare GE, %lhs, %rhs, UNSIGNED : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[true, false, false, true, true, false, true, true, true]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui32_gt() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 4294967295, 4294967295, 4294967295]> : tensor<9xui32>
  %rhs = stablehlo.constant dense<[0, 1, 4294967295, 0, 1, 4294967295, 0, 1, 4294967295]> : tensor<9xui32>
  %result = stablehlo.compare GT, %lhs, %rhs, UNSIGNED : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[false, false, false, true, false, false, true, true, false]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui32_le() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 4294967295, 4294967295, 4294967295]> : tensor<9xui32>
  %rhs = stablehlo.constant dense<[0, 1, 4294967295, 0, 1, 4294967295, 0, 1, 4294967295]> : tensor<9xui32>
  %result = stablehlo.compare LE, %lhs, %rhs, UNSIGNED : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[true, true, true, false, true, true, false, false, true]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui32_lt() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 4294967295, 4294967295, 4294967295]> : tensor<9xui32>
  %rhs = stablehlo.constant dense<[0, 1, 4294967295, 0, 1, 4294967295, 0, 1, 4294967295]> : tensor<9xui32>
  %result = stablehlo.compare LT, %lhs, %rhs, UNSIGNED : (tensor<9xui32>, tensor<9xui32>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[false, true, true, false, false, true, false, false, false]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui64_eq() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 18446744073709551615, 18446744073709551615, 18446744073709551615]> : tensor<9xui64>
  %rhs = stablehlo.constant dense<[0, 1, 18446744073709551615, 0, 1, 18446744073709551615, 0, 1, 18446744073709551615]> : tensor<9xui64>
  %result = stablehlo.compare EQ, %lhs, %rhs, UNSIGNED : (tensor<9xui64>, tensor<9xui64>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[true, false, false, false, true, false, false, false, true]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui64_ne() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 18446744073709551615, 18446744073709551615, 18446744073709551615]> : tensor<9xui64>
  %rhs = stablehlo.constant dense<[0, 1, 18446744073709551615, 0, 1, 18446744073709551615, 0, 1, 18446744073709551615]> : tensor<9xui64>
  %result = stablehlo.compare NE, %lhs, %rhs, UNSIGNED : (tensor<9xui64>, tensor<9xui64>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[false, true, true, true, false, true, true, true, false]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui64_ge() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 18446744073709551615, 18446744073709551615, 18446744073709551615]> : tensor<9xui64>
  %rhs = stablehlo.constant dense<[0, 1, 18446744073709551615, 0, 1, 18446744073709551615, 0, 1, 18446744073709551615]> : tensor<9xui64>
  %result = stablehlo.compare GE, %lhs, %rhs, UNSIGNED : (tensor<9xui64>, tensor<9xui64>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[true, false, false, true, true, false, true, true, true]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui64_gt() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 18446744073709551615, 18446744073709551615, 18446744073709551615]> : tensor<9xui64>
  %rhs = stablehlo.constant dense<[0, 1, 18446744073709551615, 0, 1, 18446744073709551615, 0, 1, 18446744073709551615]> : tensor<9xui64>
  %result = stablehlo.compare GT, %lhs, %rhs, UNSIGNED : (tensor<9xui64>, tensor<9xui64>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[false, false, false, true, false, false, true, true, false]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui64_le() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 18446744073709551615, 18446744073709551615, 18446744073709551615]> : tensor<9xui64>
  %rhs = stablehlo.constant dense<[0, 1, 18446744073709551615, 0, 1, 18446744073709551615, 0, 1, 18446744073709551615]> : tensor<9xui64>
  %result = stablehlo.compare LE, %lhs, %rhs, UNSIGNED : (tensor<9xui64>, tensor<9xui64>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[true, true, true, false, true, true, false, false, true]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_ui64_lt() {
  %lhs = stablehlo.constant dense<[0, 0, 0, 1, 1, 1, 18446744073709551615, 18446744073709551615, 18446744073709551615]> : tensor<9xui64>
  %rhs = stablehlo.constant dense<[0, 1, 18446744073709551615, 0, 1, 18446744073709551615, 0, 1, 18446744073709551615]> : tensor<9xui64>
  %result = stablehlo.compare LT, %lhs, %rhs, UNSIGNED : (tensor<9xui64>, tensor<9xui64>) -> tensor<9xi1>
  check.expect_eq_const %result, dense<[false, true, true, false, false, true, false, false, false]> : tensor<9xi1>
  func.return
}

// -----

func.func @compare_i1_eq() {
  %lhs = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %rhs = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %result = stablehlo.compare EQ, %lhs, %rhs, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  check.expect_eq_const %result, dense<[true, false, false, true]> : tensor<4xi1>
  func.return
}

// -----

func.func @compare_i1_ne() {
  %lhs = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %rhs = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %result = stablehlo.compare NE, %lhs, %rhs, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  check.expect_eq_const %result, dense<[false, true, true, false]> : tensor<4xi1>
  func.return
}

// -----

func.func @compare_i1_ge() {
  %lhs = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %rhs = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %result = stablehlo.compare GE, %lhs, %rhs, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  check.expect_eq_const %result, dense<[true, false, true, true]> : tensor<4xi1>
  func.return
}

// -----

func.func @compare_i1_gt() {
  %lhs = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %rhs = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %result = stablehlo.compare GT, %lhs, %rhs, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  check.expect_eq_const %result, dense<[false, false, true, false]> : tensor<4xi1>
  func.return
}

// -----

func.func @compare_i1_le() {
  %lhs = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %rhs = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %result = stablehlo.compare LE, %lhs, %rhs, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  check.expect_eq_const %result, dense<[true, true, false, true]> : tensor<4xi1>
  func.return
}

// -----

func.func @compare_i1_lt() {
  %lhs = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %rhs = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %result = stablehlo.compare LT, %lhs, %rhs, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  check.expect_eq_const %result, dense<[false, true, false, false]> : tensor<4xi1>
  func.return
}

// -----

func.func @compare_f16_eq() {
  %lhs = stablehlo.constant dense<[0xFC00, 0xFC00, -1.0, -1.0, -1.0, -0.0, -0.0, -0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0x7C00, 0x7C00, 0x7C00, 0x7E00, 0x7E00, 0x7E00, 0xFC00]> : tensor<21xf16>
  %rhs = stablehlo.constant dense<[0xFC00, -1.0, 0xFC00, -1.0, -0.0, -1.0, -0.0, 0.0, -0.0, 0.0, 1.0, 0.0, 1.0, 0x7C00, 1.0, 0x7C00, 0x7E00, 0x7C00, 0x7E00, 0xFC00, 0x7E00]> : tensor<21xf16>
  %result = stablehlo.compare EQ, %lhs, %rhs, FLOAT : (tensor<21xf16>, tensor<21xf16>) -> tensor<21xi1>
  check.expect_eq_const %result, dense<[true, false, false, true, false, false, true, true, true, true, false, false, true, false, false, true, false, false, false, false, false]> : tensor<21xi1>
  func.return
}

// -----

func.func @compare_f16_ne() {
  %lhs = stablehlo.constant dense<[0xFC00, 0xFC00, -1.0, -1.0, -1.0, -0.0, -0.0, -0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0x7C00, 0x7C00, 0x7C00, 0x7E00, 0x7E00, 0x7E00, 0xFC00]> : tensor<21xf16>
  %rhs = stablehlo.constant dense<[0xFC00, -1.0, 0xFC00, -1.0, -0.0, -1.0, -0.0, 0.0, -0.0, 0.0, 1.0, 0.0, 1.0, 0x7C00, 1.0, 0x7C00, 0x7E00, 0x7C00, 0x7E00, 0xFC00, 0x7E00]> : tensor<21xf16>
  %result = stablehlo.compare NE, %lhs, %rhs, FLOAT : (tensor<21xf16>, tensor<21xf16>) -> tensor<21xi1>
  check.expect_eq_const %result, dense<[false, true, true, false, true, true, false, false, false, false, true, true, false, true, true, false, true, true, true, true, true]> : tensor<21xi1>
  func.return
}

// -----

func.func @compare_f16_ge() {
  %lhs = stablehlo.constant dense<[0xFC00, 0xFC00, -1.0, -1.0, -1.0, -0.0, -0.0, -0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0x7C00, 0x7C00, 0x7C00, 0x7E00, 0x7E00, 0x7E00, 0xFC00]> : tensor<21xf16>
  %rhs = stablehlo.constant dense<[0xFC00, -1.0, 0xFC00, -1.0, -0.0, -1.0, -0.0, 0.0, -0.0, 0.0, 1.0, 0.0, 1.0, 0x7C00, 1.0, 0x7C00, 0x7E00, 0x7C00, 0x7E00, 0xFC00, 0x7E00]> : tensor<21xf16>
  %result = stablehlo.compare GE, %lhs, %rhs, FLOAT : (tensor<21xf16>, tensor<21xf16>) -> tensor<21xi1>
  check.expect_eq_const %result, dense<[true, false, true, true, false, true, true, true, true, true, false, true, true, false, true, true, false, false, false, false, false]> : tensor<21xi1>
  func.return
}

// -----

func.func @compare_f16_gt() {
  %lhs = stablehlo.constant dense<[0xFC00, 0xFC00, -1.0, -1.0, -1.0, -0.0, -0.0, -0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0x7C00, 0x7C00, 0x7C00, 0x7E00, 0x7E00, 0x7E00, 0xFC00]> : tensor<21xf16>
  %rhs = stablehlo.constant dense<[0xFC00, -1.0, 0xFC00, -1.0, -0.0, -1.0, -0.0, 0.0, -0.0, 0.0, 1.0, 0.0, 1.0, 0x7C00, 1.0, 0x7C00, 0x7E00, 0x7C00, 0x7E00, 0xFC00, 0x7E00]> : tensor<21xf16>
  %result = stablehlo.compare GT, %lhs, %rhs, FLOAT : (tensor<21xf16>, tensor<21xf16>) -> tensor<21xi1>
  check.expect_eq_const %result, dense<[false, false, true, false, false, true, false, false, false, false, false, true, false, false, true, false, false, false, false, false, false]> : tensor<21xi1>
  func.return
}

// -----

func.func @compare_f16_le() {
  %lhs = stablehlo.constant dense<[0xFC00, 0xFC00, -1.0, -1.0, -1.0, -0.0, -0.0, -0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0x7C00, 0x7C00, 0x7C00, 0x7E00, 0x7E00, 0x7E00, 0xFC00]> : tensor<21xf16>
  %rhs = stablehlo.constant dense<[0xFC00, -1.0, 0xFC00, -1.0, -0.0, -1.0, -0.0, 0.0, -0.0, 0.0, 1.0, 0.0, 1.0, 0x7C00, 1.0, 0x7C00, 0x7E00, 0x7C00, 0x7E00, 0xFC00, 0x7E00]> : tensor<21xf16>
  %result = stablehlo.compare LE, %lhs, %rhs, FLOAT : (tensor<21xf16>, tensor<21xf16>) -> tensor<21xi1>
  check.expect_eq_const %result, dense<[true, true, false, true, true, false, true, true, true, true, true, false, true, true, false, true, false, false, false, false, false]> : tensor<21xi1>
  func.return
}

// -----

func.func @compare_f16_lt() {
  %lhs = stablehlo.constant dense<[0xFC00, 0xFC00, -1.0, -1.0, -1.0, -0.0, -0.0, -0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0x7C00, 0x7C00, 0x7C00, 0x7E00, 0x7E00, 0x7E00, 0xFC00]> : tensor<21xf16>
  %rhs = stablehlo.constant dense<[0xFC00, -1.0, 0xFC00, -1.0, -0.0, -1.0, -0.0, 0.0, -0.0, 0.0, 1.0, 0.0, 1.0, 0x7C00, 1.0, 0x7C00, 0x7E00, 0x7C00, 0x7E00, 0xFC00, 0x7E00]> : tensor<21xf16>
  %result = stablehlo.compare LT, %lhs, %rhs, FLOAT : (tensor<21xf16>, tensor<21xf16>) -> tensor<21xi1>
  check.expect_eq_const %result, dense<[false, true, false, false, true, false, false, false, false, false, true, false, false, true, false, false, false, false, false, false, false]> : tensor<21xi1>
  func.return
}

// -----

func.func @compare_bf16_eq() {
  %lhs = stablehlo.constant dense<[0xFF80, 0xFF80, -1.0, -1.0, -1.0, -0.0, -0.0, -0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0x7F80, 0x7F80, 0x7F80, 0x7FC0, 0x7FC0, 0x7FC0, 0xFF80]> : tensor<21xbf16>
  %rhs = stablehlo.constant dense<[0xFF80, -1.0, 0xFF80, -1.0, -0.0, -1.0, -0.0, 0.0, -0.0, 0.0, 1.0, 0.0, 1.0, 0x7F80, 1.0, 0x7F80, 0x7FC0, 0x7F80, 0x7FC0, 0xFF80, 0x7FC0]> : tensor<21xbf16>
  %result = stablehlo.compare EQ, %lhs, %rhs, FLOAT : (tensor<21xbf16>, tensor<21xbf16>) -> tensor<21xi1>
  check.expect_eq_const %result, dense<[true, false, false, true, false, false, true, true, true, true, false, false, true, false, false, true, false, false, false, false, false]> : tensor<21xi1>
  func.return
}

// -----

func.func @compare_bf16_ne() {
  %lhs = stablehlo.constant dense<[0xFF80, 0xFF80, -1.0, -1.0, -1.0, -0.0, -0.0, -0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0x7F80, 0x7F80, 0x7F80, 0x7FC0, 0x7FC0, 0x7FC0, 0xFF80]> : tensor<21xbf16>
  %rhs = stablehlo.constant dense<[0xFF80, -1.0, 0xFF80, -1.0, -0.0, -1.0, -0.0, 0.0, -0.0, 0.0, 1.0, 0.0, 1.0, 0x7F80, 1.0, 0x7F80, 0x7FC0, 0x7F80, 0x7FC0, 0xFF80, 0x7FC0]> : tensor<21xbf16>
  %result = stablehlo.compare NE, %lhs, %rhs, FLOAT : (tensor<21xbf16>, tensor<21xbf16>) -> tensor<21xi1>
  check.expect_eq_const %result, dense<[false, true, true, false, true, true, false, false, false, false, true, true, false, true, true, false, true, true, true, true, true]> : tensor<21xi1>
  func.return
}

// -----

func.func @compare_bf16_ge() {
  %lhs = stablehlo.constant dense<[0xFF80, 0xFF80, -1.0, -1.0, -1.0, -0.0, -0.0, -0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0x7F80, 0x7F80, 0x7F80, 0x7FC0, 0x7FC0, 0x7FC0, 0xFF80]> : tensor<21xbf16>
  %rhs = stablehlo.constant dense<[0xFF80, -1.0, 0xFF80, -1.0, -0.0, -1.0, -0.0, 0.0, -0.0, 0.0, 1.0, 0.0, 1.0, 0x7F80, 1.0, 0x7F80, 0x7FC0, 0x7F80, 0x7FC0, 0xFF80, 0x7FC0]> : tensor<21xbf16>
  %result = stablehlo.compare GE, %lhs, %rhs, FLOAT : (tensor<21xbf16>, tensor<21xbf16>) -> tensor<21xi1>
  check.expect_eq_const %result, dense<[true, false, true, true, false, true, true, true, true, true, false, true, true, false, true, true, false, false, false, false, false]> : tensor<21xi1>
  func.return
}

// -----

func.func @compare_bf16_gt() {
  %lhs = stablehlo.constant dense<[0xFF80, 0xFF80, -1.0, -1.0, -1.0, -0.0, -0.0, -0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0x7F80, 0x7F80, 0x7F80, 0x7FC0, 0x7FC0, 0x7FC0, 0xFF80]> : tensor<21xbf16>
  %rhs = stablehlo.constant dense<[0xFF80, -1.0, 0xFF80, -1.0, -0.0, -1.0, -0.0, 0.0, -0.0, 0.0, 1.0, 0.0, 1.0, 0x7F80, 1.0, 0x7F80, 0x7FC0, 0x7F80, 0x7FC0, 0xFF80, 0x7FC0]> : tensor<21xbf16>
  %result = stablehlo.compare GT, %lhs, %rhs, FLOAT : (tensor<21xbf16>, tensor<21xbf16>) -> tensor<21xi1>
  check.expect_eq_const %result, dense<[false, false, true, false, false, true, false, false, false, false, false, true, false, false, true, false, false, false, false, false, false]> : tensor<21xi1>
  func.return
}

// -----

func.func @compare_bf16_le() {
  %lhs = stablehlo.constant dense<[0xFF80, 0xFF80, -1.0, -1.0, -1.0, -0.0, -0.0, -0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0x7F80, 0x7F80, 0x7F80, 0x7FC0, 0x7FC0, 0x7FC0, 0xFF80]> : tensor<21xbf16>
  %rhs = stablehlo.constant dense<[0xFF80, -1.0, 0xFF80, -1.0, -0.0, -1.0, -0.0, 0.0, -0.0, 0.0, 1.0, 0.0, 1.0, 0x7F80, 1.0, 0x7F80, 0x7FC0, 0x7F80, 0x7FC0, 0xFF80, 0x7FC0]> : tensor<21xbf16>
  %result = stablehlo.compare LE, %lhs, %rhs, FLOAT : (tensor<21xbf16>, tensor<21xbf16>) -> tensor<21xi1>
  check.expect_eq_const %result, dense<[true, true, false, true, true, false, true, true, true, true, true, false, true, true, false, true, false, false, false, false, false]> : tensor<21xi1>
  func.return
}

// -----

func.func @compare_bf16_lt() {
  %lhs = stablehlo.constant dense<[0xFF80, 0xFF80, -1.0, -1.0, -1.0, -0.0, -0.0, -0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0x7F80, 0x7F80, 0x7F80, 0x7FC0, 0x7FC0, 0x7FC0, 0xFF80]> : tensor<21xbf16>
  %rhs = stablehlo.constant dense<[0xFF80, -1.0, 0xFF80, -1.0, -0.0, -1.0, -0.0, 0.0, -0.0, 0.0, 1.0, 0.0, 1.0, 0x7F80, 1.0, 0x7F80, 0x7FC0, 0x7F80, 0x7FC0, 0xFF80, 0x7FC0]> : tensor<21xbf16>
  %result = stablehlo.compare LT, %lhs, %rhs, FLOAT : (tensor<21xbf16>, tensor<21xbf16>) -> tensor<21xi1>
  check.expect_eq_const %result, dense<[false, true, false, false, true, false, false, false, false, false, true, false, false, true, false, false, false, false, false, false, false]> : tensor<21xi1>
  func.return
}

// -----

func.func @compare_f32_eq() {
  %lhs = stablehlo.constant dense<[0xFF800000, 0xFF800000, -1.0, -1.0, -1.0, -0.0, -0.0, -0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0x7F800000, 0x7F800000, 0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0xFF800000]> : tensor<21xf32>
  %rhs = stablehlo.constant dense<[0xFF800000, -1.0, 0xFF800000, -1.0, -0.0, -1.0, -0.0, 0.0, -0.0, 0.0, 1.0, 0.0, 1.0, 0x7F800000, 1.0, 0x7F800000, 0x7FC00000, 0x7F800000, 0x7FC00000, 0xFF800000, 0x7FC00000]> : tensor<21xf32>
  %result = stablehlo.compare EQ, %lhs, %rhs, FLOAT : (tensor<21xf32>, tensor<21xf32>) -> tensor<21xi1>
  check.expect_eq_const %result, dense<[true, false, false, true, false, false, true, true, true, true, false, false, true, false, false, true, false, false, false, false, false]> : tensor<21xi1>
  func.return
}

// -----

func.func @compare_f32_ne() {
  %lhs = stablehlo.constant dense<[0xFF800000, 0xFF800000, -1.0, -1.0, -1.0, -0.0, -0.0, -0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0x7F800000, 0x7F800000, 0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0xFF800000]> : tensor<21xf32>
  %rhs = stablehlo.constant dense<[0xFF800000, -1.0, 0xFF800000, -1.0, -0.0, -1.0, -0.0, 0.0, -0.0, 0.0, 1.0, 0.0, 1.0, 0x7F800000, 1.0, 0x7F800000, 0x7FC00000, 0x7F800000, 0x7FC00000, 0xFF800000, 0x7FC00000]> : tensor<21xf32>
  %result = stablehlo.compare NE, %lhs, %rhs, FLOAT : (tensor<21xf32>, tensor<21xf32>) -> tensor<21xi1>
  check.expect_eq_const %result, dense<[false, true, true, false, true, true, false, false, false, false, true, true, false, true, true, false, true, true, true, true, true]> : tensor<21xi1>
  func.return
}

// -----

func.func @compare_f32_ge() {
  %lhs = stablehlo.constant dense<[0xFF800000, 0xFF800000, -1.0, -1.0, -1.0, -0.0, -0.0, -0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0x7F800000, 0x7F800000, 0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0xFF800000]> : tensor<21xf32>
  %rhs = stablehlo.constant dense<[0xFF800000, -1.0, 0xFF800000, -1.0, -0.0, -1.0, -0.0, 0.0, -0.0, 0.0, 1.0, 0.0, 1.0, 0x7F800000, 1.0, 0x7F800000, 0x7FC00000, 0x7F800000, 0x7FC00000, 0xFF800000, 0x7FC00000]> : tensor<21xf32>
  %result = stablehlo.compare GE, %lhs, %rhs, FLOAT : (tensor<21xf32>, tensor<21xf32>) -> tensor<21xi1>
  check.expect_eq_const %result, dense<[true, false, true, true, false, true, true, true, true, true, false, true, true, false, true, true, false, false, false, false, false]> : tensor<21xi1>
  func.return
}

// -----

func.func @compare_f32_gt() {
  %lhs = stablehlo.constant dense<[0xFF800000, 0xFF800000, -1.0, -1.0, -1.0, -0.0, -0.0, -0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0x7F800000, 0x7F800000, 0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0xFF800000]> : tensor<21xf32>
  %rhs = stablehlo.constant dense<[0xFF800000, -1.0, 0xFF800000, -1.0, -0.0, -1.0, -0.0, 0.0, -0.0, 0.0, 1.0, 0.0, 1.0, 0x7F800000, 1.0, 0x7F800000, 0x7FC00000, 0x7F800000, 0x7FC00000, 0xFF800000, 0x7FC00000]> : tensor<21xf32>
  %result = stablehlo.compare GT, %lhs, %rhs, FLOAT : (tensor<21xf32>, tensor<21xf32>) -> tensor<21xi1>
  check.expect_eq_const %result, dense<[false, false, true, false, false, true, false, false, false, false, false, true, false, false, true, false, false, false, false, false, false]> : tensor<21xi1>
  func.return
}

// -----

func.func @compare_f32_le() {
  %lhs = stablehlo.constant dense<[0xFF800000, 0xFF800000, -1.0, -1.0, -1.0, -0.0, -0.0, -0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0x7F800000, 0x7F800000, 0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0xFF800000]> : tensor<21xf32>
  %rhs = stablehlo.constant dense<[0xFF800000, -1.0, 0xFF800000, -1.0, -0.0, -1.0, -0.0, 0.0, -0.0, 0.0, 1.0, 0.0, 1.0, 0x7F800000, 1.0, 0x7F800000, 0x7FC00000, 0x7F800000, 0x7FC00000, 0xFF800000, 0x7FC00000]> : tensor<21xf32>
  %result = stablehlo.compare LE, %lhs, %rhs, FLOAT : (tensor<21xf32>, tensor<21xf32>) -> tensor<21xi1>
  check.expect_eq_const %result, dense<[true, true, false, true, true, false, true, true, true, true, true, false, true, true, false, true, false, false, false, false, false]> : tensor<21xi1>
  func.return
}

// -----

func.func @compare_f32_lt() {
  %lhs = stablehlo.constant dense<[0xFF800000, 0xFF800000, -1.0, -1.0, -1.0, -0.0, -0.0, -0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0x7F800000, 0x7F800000, 0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0xFF800000]> : tensor<21xf32>
  %rhs = stablehlo.constant dense<[0xFF800000, -1.0, 0xFF800000, -1.0, -0.0, -1.0, -0.0, 0.0, -0.0, 0.0, 1.0, 0.0, 1.0, 0x7F800000, 1.0, 0x7F800000, 0x7FC00000, 0x7F800000, 0x7FC00000, 0xFF800000, 0x7FC00000]> : tensor<21xf32>
  %result = stablehlo.compare LT, %lhs, %rhs, FLOAT : (tensor<21xf32>, tensor<21xf32>) -> tensor<21xi1>
  check.expect_eq_const %result, dense<[false, true, false, false, true, false, false, false, false, false, true, false, false, true, false, false, false, false, false, false, false]> : tensor<21xi1>
  func.return
}

// -----

func.func @compare_f64_eq() {
  %lhs = stablehlo.constant dense<[0xFFF0000000000000, 0xFFF0000000000000, -1.0, -1.0, -1.0, -0.0, -0.0, -0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0xFFF0000000000000]> : tensor<21xf64>
  %rhs = stablehlo.constant dense<[0xFFF0000000000000, -1.0, 0xFFF0000000000000, -1.0, -0.0, -1.0, -0.0, 0.0, -0.0, 0.0, 1.0, 0.0, 1.0, 0x7FF0000000000000, 1.0, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<21xf64>
  %result = stablehlo.compare EQ, %lhs, %rhs, FLOAT : (tensor<21xf64>, tensor<21xf64>) -> tensor<21xi1>
  check.expect_eq_const %result, dense<[true, false, false, true, false, false, true, true, true, true, false, false, true, false, false, true, false, false, false, false, false]> : tensor<21xi1>
  func.return
}

// -----

func.func @compare_f64_ne() {
  %lhs = stablehlo.constant dense<[0xFFF0000000000000, 0xFFF0000000000000, -1.0, -1.0, -1.0, -0.0, -0.0, -0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0xFFF0000000000000]> : tensor<21xf64>
  %rhs = stablehlo.constant dense<[0xFFF0000000000000, -1.0, 0xFFF0000000000000, -1.0, -0.0, -1.0, -0.0, 0.0, -0.0, 0.0, 1.0, 0.0, 1.0, 0x7FF0000000000000, 1.0, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<21xf64>
  %result = stablehlo.compare NE, %lhs, %rhs, FLOAT : (tensor<21xf64>, tensor<21xf64>) -> tensor<21xi1>
  check.expect_eq_const %result, dense<[false, true, true, false, true, true, false, false, false, false, true, true, false, true, true, false, true, true, true, true, true]> : tensor<21xi1>
  func.return
}

// -----

func.func @compare_f64_ge() {
  %lhs = stablehlo.constant dense<[0xFFF0000000000000, 0xFFF0000000000000, -1.0, -1.0, -1.0, -0.0, -0.0, -0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0xFFF0000000000000]> : tensor<21xf64>
  %rhs = stablehlo.constant dense<[0xFFF0000000000000, -1.0, 0xFFF0000000000000, -1.0, -0.0, -1.0, -0.0, 0.0, -0.0, 0.0, 1.0, 0.0, 1.0, 0x7FF0000000000000, 1.0, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<21xf64>
  %result = stablehlo.compare GE, %lhs, %rhs, FLOAT : (tensor<21xf64>, tensor<21xf64>) -> tensor<21xi1>
  check.expect_eq_const %result, dense<[true, false, true, true, false, true, true, true, true, true, false, true, true, false, true, true, false, false, false, false, false]> : tensor<21xi1>
  func.return
}

// -----

func.func @compare_f64_gt() {
  %lhs = stablehlo.constant dense<[0xFFF0000000000000, 0xFFF0000000000000, -1.0, -1.0, -1.0, -0.0, -0.0, -0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0xFFF0000000000000]> : tensor<21xf64>
  %rhs = stablehlo.constant dense<[0xFFF0000000000000, -1.0, 0xFFF0000000000000, -1.0, -0.0, -1.0, -0.0, 0.0, -0.0, 0.0, 1.0, 0.0, 1.0, 0x7FF0000000000000, 1.0, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<21xf64>
  %result = stablehlo.compare GT, %lhs, %rhs, FLOAT : (tensor<21xf64>, tensor<21xf64>) -> tensor<21xi1>
  check.expect_eq_const %result, dense<[false, false, true, false, false, true, false, false, false, false, false, true, false, false, true, false, false, false, false, false, false]> : tensor<21xi1>
  func.return
}

// -----

func.func @compare_f64_le() {
  %lhs = stablehlo.constant dense<[0xFFF0000000000000, 0xFFF0000000000000, -1.0, -1.0, -1.0, -0.0, -0.0, -0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0xFFF0000000000000]> : tensor<21xf64>
  %rhs = stablehlo.constant dense<[0xFFF0000000000000, -1.0, 0xFFF0000000000000, -1.0, -0.0, -1.0, -0.0, 0.0, -0.0, 0.0, 1.0, 0.0, 1.0, 0x7FF0000000000000, 1.0, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<21xf64>
  %result = stablehlo.compare LE, %lhs, %rhs, FLOAT : (tensor<21xf64>, tensor<21xf64>) -> tensor<21xi1>
  check.expect_eq_const %result, dense<[true, true, false, true, true, false, true, true, true, true, true, false, true, true, false, true, false, false, false, false, false]> : tensor<21xi1>
  func.return
}

// -----

func.func @compare_f64_lt() {
  %lhs = stablehlo.constant dense<[0xFFF0000000000000, 0xFFF0000000000000, -1.0, -1.0, -1.0, -0.0, -0.0, -0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0xFFF0000000000000]> : tensor<21xf64>
  %rhs = stablehlo.constant dense<[0xFFF0000000000000, -1.0, 0xFFF0000000000000, -1.0, -0.0, -1.0, -0.0, 0.0, -0.0, 0.0, 1.0, 0.0, 1.0, 0x7FF0000000000000, 1.0, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<21xf64>
  %result = stablehlo.compare LT, %lhs, %rhs, FLOAT : (tensor<21xf64>, tensor<21xf64>) -> tensor<21xi1>
  check.expect_eq_const %result, dense<[false, true, false, false, true, false, false, false, false, false, true, false, false, true, false, false, false, false, false, false, false]> : tensor<21xi1>
  func.return
}

// -----

func.func @compare_f16_total_eq() {
  %lhs = stablehlo.constant dense<[0xFE01, 0xFE01, 0xFE00, 0xFE00, 0xFE00, 0xFC00, 0xFC00, 0xFC00, 0xBC00, 0xBC00, 0xBC00, 0x8001, 0x8001, 0x8001, 0x8000, 0x8000, 0x8000, 0x0000, 0x0000, 0x0000, 0x0001, 0x0001, 0x0001, 0x3C00, 0x3C00, 0x3C00, 0x7C00, 0x7C00, 0x7C00, 0x7E00, 0x7E00, 0x7E00, 0x7E01, 0x7E01]> : tensor<34xf16>
  %rhs = stablehlo.constant dense<[0xFE01, 0xFE00, 0xFE01, 0xFE00, 0xFC00, 0xFE00, 0xFC00, 0xBC00, 0xFC00, 0xBC00, 0x8001, 0xBC00, 0x8001, 0x8000, 0x8001, 0x8000, 0x0000, 0x8000, 0x0000, 0x0001, 0x0000, 0x0001, 0x3C00, 0x0001, 0x3C00, 0x7C00, 0x3C00, 0x7C00, 0x7E00, 0x7C00, 0x7E00, 0x7E01, 0x7E00, 0x7E01]> : tensor<34xf16>
  %result = stablehlo.compare EQ, %lhs, %rhs, TOTALORDER : (tensor<34xf16>, tensor<34xf16>) -> tensor<34xi1>
  check.expect_eq_const %result, dense<[true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true]> : tensor<34xi1>
  func.return
}

// -----

func.func @compare_f16_total_ne() {
  %lhs = stablehlo.constant dense<[0xFE01, 0xFE01, 0xFE00, 0xFE00, 0xFE00, 0xFC00, 0xFC00, 0xFC00, 0xBC00, 0xBC00, 0xBC00, 0x8001, 0x8001, 0x8001, 0x8000, 0x8000, 0x8000, 0x0000, 0x0000, 0x0000, 0x0001, 0x0001, 0x0001, 0x3C00, 0x3C00, 0x3C00, 0x7C00, 0x7C00, 0x7C00, 0x7E00, 0x7E00, 0x7E00, 0x7E01, 0x7E01]> : tensor<34xf16>
  %rhs = stablehlo.constant dense<[0xFE01, 0xFE00, 0xFE01, 0xFE00, 0xFC00, 0xFE00, 0xFC00, 0xBC00, 0xFC00, 0xBC00, 0x8001, 0xBC00, 0x8001, 0x8000, 0x8001, 0x8000, 0x0000, 0x8000, 0x0000, 0x0001, 0x0000, 0x0001, 0x3C00, 0x0001, 0x3C00, 0x7C00, 0x3C00, 0x7C00, 0x7E00, 0x7C00, 0x7E00, 0x7E01, 0x7E00, 0x7E01]> : tensor<34xf16>
  %result = stablehlo.compare NE, %lhs, %rhs, TOTALORDER : (tensor<34xf16>, tensor<34xf16>) -> tensor<34xi1>
  check.expect_eq_const %result, dense<[false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false]> : tensor<34xi1>
  func.return
}

// -----

func.func @compare_f16_total_ge() {
  %lhs = stablehlo.constant dense<[0xFE01, 0xFE01, 0xFE00, 0xFE00, 0xFE00, 0xFC00, 0xFC00, 0xFC00, 0xBC00, 0xBC00, 0xBC00, 0x8001, 0x8001, 0x8001, 0x8000, 0x8000, 0x8000, 0x0000, 0x0000, 0x0000, 0x0001, 0x0001, 0x0001, 0x3C00, 0x3C00, 0x3C00, 0x7C00, 0x7C00, 0x7C00, 0x7E00, 0x7E00, 0x7E00, 0x7E01, 0x7E01]> : tensor<34xf16>
  %rhs = stablehlo.constant dense<[0xFE01, 0xFE00, 0xFE01, 0xFE00, 0xFC00, 0xFE00, 0xFC00, 0xBC00, 0xFC00, 0xBC00, 0x8001, 0xBC00, 0x8001, 0x8000, 0x8001, 0x8000, 0x0000, 0x8000, 0x0000, 0x0001, 0x0000, 0x0001, 0x3C00, 0x0001, 0x3C00, 0x7C00, 0x3C00, 0x7C00, 0x7E00, 0x7C00, 0x7E00, 0x7E01, 0x7E00, 0x7E01]> : tensor<34xf16>
  %result = stablehlo.compare GE, %lhs, %rhs, TOTALORDER : (tensor<34xf16>, tensor<34xf16>) -> tensor<34xi1>
  check.expect_eq_const %result, dense<[true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true]> : tensor<34xi1>
  func.return
}

// -----

func.func @compare_f16_total_gt() {
  %lhs = stablehlo.constant dense<[0xFE01, 0xFE01, 0xFE00, 0xFE00, 0xFE00, 0xFC00, 0xFC00, 0xFC00, 0xBC00, 0xBC00, 0xBC00, 0x8001, 0x8001, 0x8001, 0x8000, 0x8000, 0x8000, 0x0000, 0x0000, 0x0000, 0x0001, 0x0001, 0x0001, 0x3C00, 0x3C00, 0x3C00, 0x7C00, 0x7C00, 0x7C00, 0x7E00, 0x7E00, 0x7E00, 0x7E01, 0x7E01]> : tensor<34xf16>
  %rhs = stablehlo.constant dense<[0xFE01, 0xFE00, 0xFE01, 0xFE00, 0xFC00, 0xFE00, 0xFC00, 0xBC00, 0xFC00, 0xBC00, 0x8001, 0xBC00, 0x8001, 0x8000, 0x8001, 0x8000, 0x0000, 0x8000, 0x0000, 0x0001, 0x0000, 0x0001, 0x3C00, 0x0001, 0x3C00, 0x7C00, 0x3C00, 0x7C00, 0x7E00, 0x7C00, 0x7E00, 0x7E01, 0x7E00, 0x7E01]> : tensor<34xf16>
  %result = stablehlo.compare GT, %lhs, %rhs, TOTALORDER : (tensor<34xf16>, tensor<34xf16>) -> tensor<34xi1>
  check.expect_eq_const %result, dense<[false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false]> : tensor<34xi1>
  func.return
}

// -----

func.func @compare_f16_total_le() {
  %lhs = stablehlo.constant dense<[0xFE01, 0xFE01, 0xFE00, 0xFE00, 0xFE00, 0xFC00, 0xFC00, 0xFC00, 0xBC00, 0xBC00, 0xBC00, 0x8001, 0x8001, 0x8001, 0x8000, 0x8000, 0x8000, 0x0000, 0x0000, 0x0000, 0x0001, 0x0001, 0x0001, 0x3C00, 0x3C00, 0x3C00, 0x7C00, 0x7C00, 0x7C00, 0x7E00, 0x7E00, 0x7E00, 0x7E01, 0x7E01]> : tensor<34xf16>
  %rhs = stablehlo.constant dense<[0xFE01, 0xFE00, 0xFE01, 0xFE00, 0xFC00, 0xFE00, 0xFC00, 0xBC00, 0xFC00, 0xBC00, 0x8001, 0xBC00, 0x8001, 0x8000, 0x8001, 0x8000, 0x0000, 0x8000, 0x0000, 0x0001, 0x0000, 0x0001, 0x3C00, 0x0001, 0x3C00, 0x7C00, 0x3C00, 0x7C00, 0x7E00, 0x7C00, 0x7E00, 0x7E01, 0x7E00, 0x7E01]> : tensor<34xf16>
  %result = stablehlo.compare LE, %lhs, %rhs, TOTALORDER : (tensor<34xf16>, tensor<34xf16>) -> tensor<34xi1>
  check.expect_eq_const %result, dense<[true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true]> : tensor<34xi1>
  func.return
}

// -----

func.func @compare_f16_total_lt() {
  %lhs = stablehlo.constant dense<[0xFE01, 0xFE01, 0xFE00, 0xFE00, 0xFE00, 0xFC00, 0xFC00, 0xFC00, 0xBC00, 0xBC00, 0xBC00, 0x8001, 0x8001, 0x8001, 0x8000, 0x8000, 0x8000, 0x0000, 0x0000, 0x0000, 0x0001, 0x0001, 0x0001, 0x3C00, 0x3C00, 0x3C00, 0x7C00, 0x7C00, 0x7C00, 0x7E00, 0x7E00, 0x7E00, 0x7E01, 0x7E01]> : tensor<34xf16>
  %rhs = stablehlo.constant dense<[0xFE01, 0xFE00, 0xFE01, 0xFE00, 0xFC00, 0xFE00, 0xFC00, 0xBC00, 0xFC00, 0xBC00, 0x8001, 0xBC00, 0x8001, 0x8000, 0x8001, 0x8000, 0x0000, 0x8000, 0x0000, 0x0001, 0x0000, 0x0001, 0x3C00, 0x0001, 0x3C00, 0x7C00, 0x3C00, 0x7C00, 0x7E00, 0x7C00, 0x7E00, 0x7E01, 0x7E00, 0x7E01]> : tensor<34xf16>
  %result = stablehlo.compare LT, %lhs, %rhs, TOTALORDER : (tensor<34xf16>, tensor<34xf16>) -> tensor<34xi1>
  check.expect_eq_const %result, dense<[false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false]> : tensor<34xi1>
  func.return
}

// -----

func.func @compare_bf16_total_eq() {
  %lhs = stablehlo.constant dense<[0xFFC1, 0xFFC1, 0xFFC0, 0xFFC0, 0xFFC0, 0xFF80, 0xFF80, 0xFF80, 0xBF80, 0xBF80, 0xBF80, 0x8001, 0x8001, 0x8001, 0x8000, 0x8000, 0x8000, 0x0000, 0x0000, 0x0000, 0x0001, 0x0001, 0x0001, 0x3F80, 0x3F80, 0x3F80, 0x7F80, 0x7F80, 0x7F80, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC1, 0x7FC1]> : tensor<34xbf16>
  %rhs = stablehlo.constant dense<[0xFFC1, 0xFFC0, 0xFFC1, 0xFFC0, 0xFF80, 0xFFC0, 0xFF80, 0xBF80, 0xFF80, 0xBF80, 0x8001, 0xBF80, 0x8001, 0x8000, 0x8001, 0x8000, 0x0000, 0x8000, 0x0000, 0x0001, 0x0000, 0x0001, 0x3F80, 0x0001, 0x3F80, 0x7F80, 0x3F80, 0x7F80, 0x7FC0, 0x7F80, 0x7FC0, 0x7FC1, 0x7FC0, 0x7FC1]> : tensor<34xbf16>
  %result = stablehlo.compare EQ, %lhs, %rhs, TOTALORDER : (tensor<34xbf16>, tensor<34xbf16>) -> tensor<34xi1>
  check.expect_eq_const %result, dense<[true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true]> : tensor<34xi1>
  func.return
}

// -----

func.func @compare_bf16_total_ne() {
  %lhs = stablehlo.constant dense<[0xFFC1, 0xFFC1, 0xFFC0, 0xFFC0, 0xFFC0, 0xFF80, 0xFF80, 0xFF80, 0xBF80, 0xBF80, 0xBF80, 0x8001, 0x8001, 0x8001, 0x8000, 0x8000, 0x8000, 0x0000, 0x0000, 0x0000, 0x0001, 0x0001, 0x0001, 0x3F80, 0x3F80, 0x3F80, 0x7F80, 0x7F80, 0x7F80, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC1, 0x7FC1]> : tensor<34xbf16>
  %rhs = stablehlo.constant dense<[0xFFC1, 0xFFC0, 0xFFC1, 0xFFC0, 0xFF80, 0xFFC0, 0xFF80, 0xBF80, 0xFF80, 0xBF80, 0x8001, 0xBF80, 0x8001, 0x8000, 0x8001, 0x8000, 0x0000, 0x8000, 0x0000, 0x0001, 0x0000, 0x0001, 0x3F80, 0x0001, 0x3F80, 0x7F80, 0x3F80, 0x7F80, 0x7FC0, 0x7F80, 0x7FC0, 0x7FC1, 0x7FC0, 0x7FC1]> : tensor<34xbf16>
  %result = stablehlo.compare NE, %lhs, %rhs, TOTALORDER : (tensor<34xbf16>, tensor<34xbf16>) -> tensor<34xi1>
  check.expect_eq_const %result, dense<[false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false]> : tensor<34xi1>
  func.return
}

// -----

func.func @compare_bf16_total_ge() {
  %lhs = stablehlo.constant dense<[0xFFC1, 0xFFC1, 0xFFC0, 0xFFC0, 0xFFC0, 0xFF80, 0xFF80, 0xFF80, 0xBF80, 0xBF80, 0xBF80, 0x8001, 0x8001, 0x8001, 0x8000, 0x8000, 0x8000, 0x0000, 0x0000, 0x0000, 0x0001, 0x0001, 0x0001, 0x3F80, 0x3F80, 0x3F80, 0x7F80, 0x7F80, 0x7F80, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC1, 0x7FC1]> : tensor<34xbf16>
  %rhs = stablehlo.constant dense<[0xFFC1, 0xFFC0, 0xFFC1, 0xFFC0, 0xFF80, 0xFFC0, 0xFF80, 0xBF80, 0xFF80, 0xBF80, 0x8001, 0xBF80, 0x8001, 0x8000, 0x8001, 0x8000, 0x0000, 0x8000, 0x0000, 0x0001, 0x0000, 0x0001, 0x3F80, 0x0001, 0x3F80, 0x7F80, 0x3F80, 0x7F80, 0x7FC0, 0x7F80, 0x7FC0, 0x7FC1, 0x7FC0, 0x7FC1]> : tensor<34xbf16>
  %result = stablehlo.compare GE, %lhs, %rhs, TOTALORDER : (tensor<34xbf16>, tensor<34xbf16>) -> tensor<34xi1>
  check.expect_eq_const %result, dense<[true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true]> : tensor<34xi1>
  func.return
}

// -----

func.func @compare_bf16_total_gt() {
  %lhs = stablehlo.constant dense<[0xFFC1, 0xFFC1, 0xFFC0, 0xFFC0, 0xFFC0, 0xFF80, 0xFF80, 0xFF80, 0xBF80, 0xBF80, 0xBF80, 0x8001, 0x8001, 0x8001, 0x8000, 0x8000, 0x8000, 0x0000, 0x0000, 0x0000, 0x0001, 0x0001, 0x0001, 0x3F80, 0x3F80, 0x3F80, 0x7F80, 0x7F80, 0x7F80, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC1, 0x7FC1]> : tensor<34xbf16>
  %rhs = stablehlo.constant dense<[0xFFC1, 0xFFC0, 0xFFC1, 0xFFC0, 0xFF80, 0xFFC0, 0xFF80, 0xBF80, 0xFF80, 0xBF80, 0x8001, 0xBF80, 0x8001, 0x8000, 0x8001, 0x8000, 0x0000, 0x8000, 0x0000, 0x0001, 0x0000, 0x0001, 0x3F80, 0x0001, 0x3F80, 0x7F80, 0x3F80, 0x7F80, 0x7FC0, 0x7F80, 0x7FC0, 0x7FC1, 0x7FC0, 0x7FC1]> : tensor<34xbf16>
  %result = stablehlo.compare GT, %lhs, %rhs, TOTALORDER : (tensor<34xbf16>, tensor<34xbf16>) -> tensor<34xi1>
  check.expect_eq_const %result, dense<[false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false]> : tensor<34xi1>
  func.return
}

// -----

func.func @compare_bf16_total_le() {
  %lhs = stablehlo.constant dense<[0xFFC1, 0xFFC1, 0xFFC0, 0xFFC0, 0xFFC0, 0xFF80, 0xFF80, 0xFF80, 0xBF80, 0xBF80, 0xBF80, 0x8001, 0x8001, 0x8001, 0x8000, 0x8000, 0x8000, 0x0000, 0x0000, 0x0000, 0x0001, 0x0001, 0x0001, 0x3F80, 0x3F80, 0x3F80, 0x7F80, 0x7F80, 0x7F80, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC1, 0x7FC1]> : tensor<34xbf16>
  %rhs = stablehlo.constant dense<[0xFFC1, 0xFFC0, 0xFFC1, 0xFFC0, 0xFF80, 0xFFC0, 0xFF80, 0xBF80, 0xFF80, 0xBF80, 0x8001, 0xBF80, 0x8001, 0x8000, 0x8001, 0x8000, 0x0000, 0x8000, 0x0000, 0x0001, 0x0000, 0x0001, 0x3F80, 0x0001, 0x3F80, 0x7F80, 0x3F80, 0x7F80, 0x7FC0, 0x7F80, 0x7FC0, 0x7FC1, 0x7FC0, 0x7FC1]> : tensor<34xbf16>
  %result = stablehlo.compare LE, %lhs, %rhs, TOTALORDER : (tensor<34xbf16>, tensor<34xbf16>) -> tensor<34xi1>
  check.expect_eq_const %result, dense<[true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true]> : tensor<34xi1>
  func.return
}

// -----

func.func @compare_bf16_total_lt() {
  %lhs = stablehlo.constant dense<[0xFFC1, 0xFFC1, 0xFFC0, 0xFFC0, 0xFFC0, 0xFF80, 0xFF80, 0xFF80, 0xBF80, 0xBF80, 0xBF80, 0x8001, 0x8001, 0x8001, 0x8000, 0x8000, 0x8000, 0x0000, 0x0000, 0x0000, 0x0001, 0x0001, 0x0001, 0x3F80, 0x3F80, 0x3F80, 0x7F80, 0x7F80, 0x7F80, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC1, 0x7FC1]> : tensor<34xbf16>
  %rhs = stablehlo.constant dense<[0xFFC1, 0xFFC0, 0xFFC1, 0xFFC0, 0xFF80, 0xFFC0, 0xFF80, 0xBF80, 0xFF80, 0xBF80, 0x8001, 0xBF80, 0x8001, 0x8000, 0x8001, 0x8000, 0x0000, 0x8000, 0x0000, 0x0001, 0x0000, 0x0001, 0x3F80, 0x0001, 0x3F80, 0x7F80, 0x3F80, 0x7F80, 0x7FC0, 0x7F80, 0x7FC0, 0x7FC1, 0x7FC0, 0x7FC1]> : tensor<34xbf16>
  %result = stablehlo.compare LT, %lhs, %rhs, TOTALORDER : (tensor<34xbf16>, tensor<34xbf16>) -> tensor<34xi1>
  check.expect_eq_const %result, dense<[false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false]> : tensor<34xi1>
  func.return
}

// -----

func.func @compare_f32_total_eq() {
  %lhs = stablehlo.constant dense<[0xFFC00001, 0xFFC00001, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFF800000, 0xFF800000, 0xFF800000, 0xBF800000, 0xBF800000, 0xBF800000, 0x80000001, 0x80000001, 0x80000001, 0x80000000, 0x80000000, 0x80000000, 0x00000000, 0x00000000, 0x00000000, 0x00000001, 0x00000001, 0x00000001, 0x3F800000, 0x3F800000, 0x3F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00001, 0x7FC00001]> : tensor<34xf32>
  %rhs = stablehlo.constant dense<[0xFFC00001, 0xFFC00000, 0xFFC00001, 0xFFC00000, 0xFF800000, 0xFFC00000, 0xFF800000, 0xBF800000, 0xFF800000, 0xBF800000, 0x80000001, 0xBF800000, 0x80000001, 0x80000000, 0x80000001, 0x80000000, 0x00000000, 0x80000000, 0x00000000, 0x00000001, 0x00000000, 0x00000001, 0x3F800000, 0x00000001, 0x3F800000, 0x7F800000, 0x3F800000, 0x7F800000, 0x7FC00000, 0x7F800000, 0x7FC00000, 0x7FC00001, 0x7FC00000, 0x7FC00001]> : tensor<34xf32>
  %result = stablehlo.compare EQ, %lhs, %rhs, TOTALORDER : (tensor<34xf32>, tensor<34xf32>) -> tensor<34xi1>
  check.expect_eq_const %result, dense<[true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true]> : tensor<34xi1>
  func.return
}

// -----

func.func @compare_f32_total_ne() {
  %lhs = stablehlo.constant dense<[0xFFC00001, 0xFFC00001, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFF800000, 0xFF800000, 0xFF800000, 0xBF800000, 0xBF800000, 0xBF800000, 0x80000001, 0x80000001, 0x80000001, 0x80000000, 0x80000000, 0x80000000, 0x00000000, 0x00000000, 0x00000000, 0x00000001, 0x00000001, 0x00000001, 0x3F800000, 0x3F800000, 0x3F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00001, 0x7FC00001]> : tensor<34xf32>
  %rhs = stablehlo.constant dense<[0xFFC00001, 0xFFC00000, 0xFFC00001, 0xFFC00000, 0xFF800000, 0xFFC00000, 0xFF800000, 0xBF800000, 0xFF800000, 0xBF800000, 0x80000001, 0xBF800000, 0x80000001, 0x80000000, 0x80000001, 0x80000000, 0x00000000, 0x80000000, 0x00000000, 0x00000001, 0x00000000, 0x00000001, 0x3F800000, 0x00000001, 0x3F800000, 0x7F800000, 0x3F800000, 0x7F800000, 0x7FC00000, 0x7F800000, 0x7FC00000, 0x7FC00001, 0x7FC00000, 0x7FC00001]> : tensor<34xf32>
  %result = stablehlo.compare NE, %lhs, %rhs, TOTALORDER : (tensor<34xf32>, tensor<34xf32>) -> tensor<34xi1>
  check.expect_eq_const %result, dense<[false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false]> : tensor<34xi1>
  func.return
}

// -----

func.func @compare_f32_total_ge() {
  %lhs = stablehlo.constant dense<[0xFFC00001, 0xFFC00001, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFF800000, 0xFF800000, 0xFF800000, 0xBF800000, 0xBF800000, 0xBF800000, 0x80000001, 0x80000001, 0x80000001, 0x80000000, 0x80000000, 0x80000000, 0x00000000, 0x00000000, 0x00000000, 0x00000001, 0x00000001, 0x00000001, 0x3F800000, 0x3F800000, 0x3F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00001, 0x7FC00001]> : tensor<34xf32>
  %rhs = stablehlo.constant dense<[0xFFC00001, 0xFFC00000, 0xFFC00001, 0xFFC00000, 0xFF800000, 0xFFC00000, 0xFF800000, 0xBF800000, 0xFF800000, 0xBF800000, 0x80000001, 0xBF800000, 0x80000001, 0x80000000, 0x80000001, 0x80000000, 0x00000000, 0x80000000, 0x00000000, 0x00000001, 0x00000000, 0x00000001, 0x3F800000, 0x00000001, 0x3F800000, 0x7F800000, 0x3F800000, 0x7F800000, 0x7FC00000, 0x7F800000, 0x7FC00000, 0x7FC00001, 0x7FC00000, 0x7FC00001]> : tensor<34xf32>
  %result = stablehlo.compare GE, %lhs, %rhs, TOTALORDER : (tensor<34xf32>, tensor<34xf32>) -> tensor<34xi1>
  check.expect_eq_const %result, dense<[true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true]> : tensor<34xi1>
  func.return
}

// -----

func.func @compare_f32_total_gt() {
  %lhs = stablehlo.constant dense<[0xFFC00001, 0xFFC00001, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFF800000, 0xFF800000, 0xFF800000, 0xBF800000, 0xBF800000, 0xBF800000, 0x80000001, 0x80000001, 0x80000001, 0x80000000, 0x80000000, 0x80000000, 0x00000000, 0x00000000, 0x00000000, 0x00000001, 0x00000001, 0x00000001, 0x3F800000, 0x3F800000, 0x3F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00001, 0x7FC00001]> : tensor<34xf32>
  %rhs = stablehlo.constant dense<[0xFFC00001, 0xFFC00000, 0xFFC00001, 0xFFC00000, 0xFF800000, 0xFFC00000, 0xFF800000, 0xBF800000, 0xFF800000, 0xBF800000, 0x80000001, 0xBF800000, 0x80000001, 0x80000000, 0x80000001, 0x80000000, 0x00000000, 0x80000000, 0x00000000, 0x00000001, 0x00000000, 0x00000001, 0x3F800000, 0x00000001, 0x3F800000, 0x7F800000, 0x3F800000, 0x7F800000, 0x7FC00000, 0x7F800000, 0x7FC00000, 0x7FC00001, 0x7FC00000, 0x7FC00001]> : tensor<34xf32>
  %result = stablehlo.compare GT, %lhs, %rhs, TOTALORDER : (tensor<34xf32>, tensor<34xf32>) -> tensor<34xi1>
  check.expect_eq_const %result, dense<[false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false]> : tensor<34xi1>
  func.return
}

// -----

func.func @compare_f32_total_le() {
  %lhs = stablehlo.constant dense<[0xFFC00001, 0xFFC00001, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFF800000, 0xFF800000, 0xFF800000, 0xBF800000, 0xBF800000, 0xBF800000, 0x80000001, 0x80000001, 0x80000001, 0x80000000, 0x80000000, 0x80000000, 0x00000000, 0x00000000, 0x00000000, 0x00000001, 0x00000001, 0x00000001, 0x3F800000, 0x3F800000, 0x3F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00001, 0x7FC00001]> : tensor<34xf32>
  %rhs = stablehlo.constant dense<[0xFFC00001, 0xFFC00000, 0xFFC00001, 0xFFC00000, 0xFF800000, 0xFFC00000, 0xFF800000, 0xBF800000, 0xFF800000, 0xBF800000, 0x80000001, 0xBF800000, 0x80000001, 0x80000000, 0x80000001, 0x80000000, 0x00000000, 0x80000000, 0x00000000, 0x00000001, 0x00000000, 0x00000001, 0x3F800000, 0x00000001, 0x3F800000, 0x7F800000, 0x3F800000, 0x7F800000, 0x7FC00000, 0x7F800000, 0x7FC00000, 0x7FC00001, 0x7FC00000, 0x7FC00001]> : tensor<34xf32>
  %result = stablehlo.compare LE, %lhs, %rhs, TOTALORDER : (tensor<34xf32>, tensor<34xf32>) -> tensor<34xi1>
  check.expect_eq_const %result, dense<[true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true]> : tensor<34xi1>
  func.return
}

// -----

func.func @compare_f32_total_lt() {
  %lhs = stablehlo.constant dense<[0xFFC00001, 0xFFC00001, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFF800000, 0xFF800000, 0xFF800000, 0xBF800000, 0xBF800000, 0xBF800000, 0x80000001, 0x80000001, 0x80000001, 0x80000000, 0x80000000, 0x80000000, 0x00000000, 0x00000000, 0x00000000, 0x00000001, 0x00000001, 0x00000001, 0x3F800000, 0x3F800000, 0x3F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00001, 0x7FC00001]> : tensor<34xf32>
  %rhs = stablehlo.constant dense<[0xFFC00001, 0xFFC00000, 0xFFC00001, 0xFFC00000, 0xFF800000, 0xFFC00000, 0xFF800000, 0xBF800000, 0xFF800000, 0xBF800000, 0x80000001, 0xBF800000, 0x80000001, 0x80000000, 0x80000001, 0x80000000, 0x00000000, 0x80000000, 0x00000000, 0x00000001, 0x00000000, 0x00000001, 0x3F800000, 0x00000001, 0x3F800000, 0x7F800000, 0x3F800000, 0x7F800000, 0x7FC00000, 0x7F800000, 0x7FC00000, 0x7FC00001, 0x7FC00000, 0x7FC00001]> : tensor<34xf32>
  %result = stablehlo.compare LT, %lhs, %rhs, TOTALORDER : (tensor<34xf32>, tensor<34xf32>) -> tensor<34xi1>
  check.expect_eq_const %result, dense<[false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false]> : tensor<34xi1>
  func.return
}

// -----

func.func @compare_f64_total_eq() {
  %lhs = stablehlo.constant dense<[0xFFF8000000000001, 0xFFF8000000000001, 0xFFF8000000000000, 0xFFF8000000000000, 0xFFF8000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xBFF0000000000000, 0xBFF0000000000000, 0xBFF0000000000000, 0x8000000000000000, 0x8000000000000000, 0x8000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x3FF0000000000000, 0x3FF0000000000000, 0x3FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<25xf64>
  %rhs = stablehlo.constant dense<[0xFFF8000000000001, 0xFFF8000000000000, 0xFFF8000000000001, 0xFFF8000000000000, 0xFFF0000000000000, 0xFFF8000000000000, 0xFFF0000000000000, 0xBFF0000000000000, 0xFFF0000000000000, 0xBFF0000000000000, 0x8000000000000000, 0xBFF0000000000000, 0x8000000000000000, 0x0000000000000000, 0x8000000000000000, 0x0000000000000000, 0x3FF0000000000000, 0x0000000000000000, 0x3FF0000000000000, 0x7FF0000000000000, 0x3FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<25xf64>
  %result = stablehlo.compare EQ, %lhs, %rhs, TOTALORDER : (tensor<25xf64>, tensor<25xf64>) -> tensor<25xi1>
  check.expect_eq_const %result, dense<[true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true]> : tensor<25xi1>
  func.return
}

// -----

func.func @compare_f64_total_ne() {
  %lhs = stablehlo.constant dense<[0xFFF8000000000001, 0xFFF8000000000001, 0xFFF8000000000000, 0xFFF8000000000000, 0xFFF8000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xBFF0000000000000, 0xBFF0000000000000, 0xBFF0000000000000, 0x8000000000000000, 0x8000000000000000, 0x8000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x3FF0000000000000, 0x3FF0000000000000, 0x3FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<25xf64>
  %rhs = stablehlo.constant dense<[0xFFF8000000000001, 0xFFF8000000000000, 0xFFF8000000000001, 0xFFF8000000000000, 0xFFF0000000000000, 0xFFF8000000000000, 0xFFF0000000000000, 0xBFF0000000000000, 0xFFF0000000000000, 0xBFF0000000000000, 0x8000000000000000, 0xBFF0000000000000, 0x8000000000000000, 0x0000000000000000, 0x8000000000000000, 0x0000000000000000, 0x3FF0000000000000, 0x0000000000000000, 0x3FF0000000000000, 0x7FF0000000000000, 0x3FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<25xf64>
  %result = stablehlo.compare NE, %lhs, %rhs, TOTALORDER : (tensor<25xf64>, tensor<25xf64>) -> tensor<25xi1>
  check.expect_eq_const %result, dense<[false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false]> : tensor<25xi1>
  func.return
}

// -----

func.func @compare_f64_total_ge() {
  %lhs = stablehlo.constant dense<[0xFFF8000000000001, 0xFFF8000000000001, 0xFFF8000000000000, 0xFFF8000000000000, 0xFFF8000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xBFF0000000000000, 0xBFF0000000000000, 0xBFF0000000000000, 0x8000000000000000, 0x8000000000000000, 0x8000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x3FF0000000000000, 0x3FF0000000000000, 0x3FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<25xf64>
  %rhs = stablehlo.constant dense<[0xFFF8000000000001, 0xFFF8000000000000, 0xFFF8000000000001, 0xFFF8000000000000, 0xFFF0000000000000, 0xFFF8000000000000, 0xFFF0000000000000, 0xBFF0000000000000, 0xFFF0000000000000, 0xBFF0000000000000, 0x8000000000000000, 0xBFF0000000000000, 0x8000000000000000, 0x0000000000000000, 0x8000000000000000, 0x0000000000000000, 0x3FF0000000000000, 0x0000000000000000, 0x3FF0000000000000, 0x7FF0000000000000, 0x3FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<25xf64>
  %result = stablehlo.compare GE, %lhs, %rhs, TOTALORDER : (tensor<25xf64>, tensor<25xf64>) -> tensor<25xi1>
  check.expect_eq_const %result, dense<[true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true]> : tensor<25xi1>
  func.return
}

// -----

func.func @compare_f64_total_gt() {
  %lhs = stablehlo.constant dense<[0xFFF8000000000001, 0xFFF8000000000001, 0xFFF8000000000000, 0xFFF8000000000000, 0xFFF8000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xBFF0000000000000, 0xBFF0000000000000, 0xBFF0000000000000, 0x8000000000000000, 0x8000000000000000, 0x8000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x3FF0000000000000, 0x3FF0000000000000, 0x3FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<25xf64>
  %rhs = stablehlo.constant dense<[0xFFF8000000000001, 0xFFF8000000000000, 0xFFF8000000000001, 0xFFF8000000000000, 0xFFF0000000000000, 0xFFF8000000000000, 0xFFF0000000000000, 0xBFF0000000000000, 0xFFF0000000000000, 0xBFF0000000000000, 0x8000000000000000, 0xBFF0000000000000, 0x8000000000000000, 0x0000000000000000, 0x8000000000000000, 0x0000000000000000, 0x3FF0000000000000, 0x0000000000000000, 0x3FF0000000000000, 0x7FF0000000000000, 0x3FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<25xf64>
  %result = stablehlo.compare GT, %lhs, %rhs, TOTALORDER : (tensor<25xf64>, tensor<25xf64>) -> tensor<25xi1>
  check.expect_eq_const %result, dense<[false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false]> : tensor<25xi1>
  func.return
}

// -----

func.func @compare_f64_total_le() {
  %lhs = stablehlo.constant dense<[0xFFF8000000000001, 0xFFF8000000000001, 0xFFF8000000000000, 0xFFF8000000000000, 0xFFF8000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xBFF0000000000000, 0xBFF0000000000000, 0xBFF0000000000000, 0x8000000000000000, 0x8000000000000000, 0x8000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x3FF0000000000000, 0x3FF0000000000000, 0x3FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<25xf64>
  %rhs = stablehlo.constant dense<[0xFFF8000000000001, 0xFFF8000000000000, 0xFFF8000000000001, 0xFFF8000000000000, 0xFFF0000000000000, 0xFFF8000000000000, 0xFFF0000000000000, 0xBFF0000000000000, 0xFFF0000000000000, 0xBFF0000000000000, 0x8000000000000000, 0xBFF0000000000000, 0x8000000000000000, 0x0000000000000000, 0x8000000000000000, 0x0000000000000000, 0x3FF0000000000000, 0x0000000000000000, 0x3FF0000000000000, 0x7FF0000000000000, 0x3FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<25xf64>
  %result = stablehlo.compare LE, %lhs, %rhs, TOTALORDER : (tensor<25xf64>, tensor<25xf64>) -> tensor<25xi1>
  check.expect_eq_const %result, dense<[true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true]> : tensor<25xi1>
  func.return
}

// -----

func.func @compare_f64_total_lt() {
  %lhs = stablehlo.constant dense<[0xFFF8000000000001, 0xFFF8000000000001, 0xFFF8000000000000, 0xFFF8000000000000, 0xFFF8000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xBFF0000000000000, 0xBFF0000000000000, 0xBFF0000000000000, 0x8000000000000000, 0x8000000000000000, 0x8000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x3FF0000000000000, 0x3FF0000000000000, 0x3FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<25xf64>
  %rhs = stablehlo.constant dense<[0xFFF8000000000001, 0xFFF8000000000000, 0xFFF8000000000001, 0xFFF8000000000000, 0xFFF0000000000000, 0xFFF8000000000000, 0xFFF0000000000000, 0xBFF0000000000000, 0xFFF0000000000000, 0xBFF0000000000000, 0x8000000000000000, 0xBFF0000000000000, 0x8000000000000000, 0x0000000000000000, 0x8000000000000000, 0x0000000000000000, 0x3FF0000000000000, 0x0000000000000000, 0x3FF0000000000000, 0x7FF0000000000000, 0x3FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<25xf64>
  %result = stablehlo.compare LT, %lhs, %rhs, TOTALORDER : (tensor<25xf64>, tensor<25xf64>) -> tensor<25xi1>
  check.expect_eq_const %result, dense<[false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false]> : tensor<25xi1>
  func.return
}

// -----

func.func @compare_f8E5M2_total_eq() {
  %lhs = stablehlo.constant dense<[0xFF, 0xFF, 0xFE, 0xFE, 0xFE, 0xFD, 0xFD, 0xFD, 0xFC, 0xFC, 0xFC, 0xFB, 0xFB, 0xFB, 0x81, 0x81, 0x81, 0x80, 0x80, 0x80, 0x00, 0x00, 0x00, 0x01, 0x01, 0x01, 0x7B, 0x7B, 0x7B, 0x7C, 0x7C, 0x7C, 0x7D, 0x7D, 0x7D, 0x7E, 0x7E, 0x7E, 0x7F, 0x7F]> : tensor<40xf8E5M2>
  %rhs = stablehlo.constant dense<[0xFF, 0xFE, 0xFF, 0xFE, 0xFD, 0xFE, 0xFD, 0xFC, 0xFD, 0xFC, 0xFB, 0xFC, 0xFB, 0x81, 0xFB, 0x81, 0x80, 0x81, 0x80, 0x00, 0x80, 0x00, 0x01, 0x00, 0x01, 0x7B, 0x01, 0x7B, 0x7C, 0x7B, 0x7C, 0x7D, 0x7C, 0x7D, 0x7E, 0x7D, 0x7E, 0x7F, 0x7E, 0x7F]> : tensor<40xf8E5M2>
  %result = stablehlo.compare EQ, %lhs, %rhs, TOTALORDER : (tensor<40xf8E5M2>, tensor<40xf8E5M2>) -> tensor<40xi1>
  check.expect_eq_const %result, dense<[true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true]> : tensor<40xi1>
  func.return
}

// -----

func.func @compare_f8E5M2_total_ne() {
  %lhs = stablehlo.constant dense<[0xFF, 0xFF, 0xFE, 0xFE, 0xFE, 0xFD, 0xFD, 0xFD, 0xFC, 0xFC, 0xFC, 0xFB, 0xFB, 0xFB, 0x81, 0x81, 0x81, 0x80, 0x80, 0x80, 0x00, 0x00, 0x00, 0x01, 0x01, 0x01, 0x7B, 0x7B, 0x7B, 0x7C, 0x7C, 0x7C, 0x7D, 0x7D, 0x7D, 0x7E, 0x7E, 0x7E, 0x7F, 0x7F]> : tensor<40xf8E5M2>
  %rhs = stablehlo.constant dense<[0xFF, 0xFE, 0xFF, 0xFE, 0xFD, 0xFE, 0xFD, 0xFC, 0xFD, 0xFC, 0xFB, 0xFC, 0xFB, 0x81, 0xFB, 0x81, 0x80, 0x81, 0x80, 0x00, 0x80, 0x00, 0x01, 0x00, 0x01, 0x7B, 0x01, 0x7B, 0x7C, 0x7B, 0x7C, 0x7D, 0x7C, 0x7D, 0x7E, 0x7D, 0x7E, 0x7F, 0x7E, 0x7F]> : tensor<40xf8E5M2>
  %result = stablehlo.compare NE, %lhs, %rhs, TOTALORDER : (tensor<40xf8E5M2>, tensor<40xf8E5M2>) -> tensor<40xi1>
  check.expect_eq_const %result, dense<[false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false]> : tensor<40xi1>
  func.return
}

// -----

func.func @compare_f8E5M2_total_ge() {
  %lhs = stablehlo.constant dense<[0xFF, 0xFF, 0xFE, 0xFE, 0xFE, 0xFD, 0xFD, 0xFD, 0xFC, 0xFC, 0xFC, 0xFB, 0xFB, 0xFB, 0x81, 0x81, 0x81, 0x80, 0x80, 0x80, 0x00, 0x00, 0x00, 0x01, 0x01, 0x01, 0x7B, 0x7B, 0x7B, 0x7C, 0x7C, 0x7C, 0x7D, 0x7D, 0x7D, 0x7E, 0x7E, 0x7E, 0x7F, 0x7F]> : tensor<40xf8E5M2>
  %rhs = stablehlo.constant dense<[0xFF, 0xFE, 0xFF, 0xFE, 0xFD, 0xFE, 0xFD, 0xFC, 0xFD, 0xFC, 0xFB, 0xFC, 0xFB, 0x81, 0xFB, 0x81, 0x80, 0x81, 0x80, 0x00, 0x80, 0x00, 0x01, 0x00, 0x01, 0x7B, 0x01, 0x7B, 0x7C, 0x7B, 0x7C, 0x7D, 0x7C, 0x7D, 0x7E, 0x7D, 0x7E, 0x7F, 0x7E, 0x7F]> : tensor<40xf8E5M2>
  %result = stablehlo.compare GE, %lhs, %rhs, TOTALORDER : (tensor<40xf8E5M2>, tensor<40xf8E5M2>) -> tensor<40xi1>
  check.expect_eq_const %result, dense<[true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true]> : tensor<40xi1>
  func.return
}

// -----

func.func @compare_f8E5M2_total_gt() {
  %lhs = stablehlo.constant dense<[0xFF, 0xFF, 0xFE, 0xFE, 0xFE, 0xFD, 0xFD, 0xFD, 0xFC, 0xFC, 0xFC, 0xFB, 0xFB, 0xFB, 0x81, 0x81, 0x81, 0x80, 0x80, 0x80, 0x00, 0x00, 0x00, 0x01, 0x01, 0x01, 0x7B, 0x7B, 0x7B, 0x7C, 0x7C, 0x7C, 0x7D, 0x7D, 0x7D, 0x7E, 0x7E, 0x7E, 0x7F, 0x7F]> : tensor<40xf8E5M2>
  %rhs = stablehlo.constant dense<[0xFF, 0xFE, 0xFF, 0xFE, 0xFD, 0xFE, 0xFD, 0xFC, 0xFD, 0xFC, 0xFB, 0xFC, 0xFB, 0x81, 0xFB, 0x81, 0x80, 0x81, 0x80, 0x00, 0x80, 0x00, 0x01, 0x00, 0x01, 0x7B, 0x01, 0x7B, 0x7C, 0x7B, 0x7C, 0x7D, 0x7C, 0x7D, 0x7E, 0x7D, 0x7E, 0x7F, 0x7E, 0x7F]> : tensor<40xf8E5M2>
  %result = stablehlo.compare GT, %lhs, %rhs, TOTALORDER : (tensor<40xf8E5M2>, tensor<40xf8E5M2>) -> tensor<40xi1>
  check.expect_eq_const %result, dense<[false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false]> : tensor<40xi1>
  func.return
}

// -----

func.func @compare_f8E5M2_total_le() {
  %lhs = stablehlo.constant dense<[0xFF, 0xFF, 0xFE, 0xFE, 0xFE, 0xFD, 0xFD, 0xFD, 0xFC, 0xFC, 0xFC, 0xFB, 0xFB, 0xFB, 0x81, 0x81, 0x81, 0x80, 0x80, 0x80, 0x00, 0x00, 0x00, 0x01, 0x01, 0x01, 0x7B, 0x7B, 0x7B, 0x7C, 0x7C, 0x7C, 0x7D, 0x7D, 0x7D, 0x7E, 0x7E, 0x7E, 0x7F, 0x7F]> : tensor<40xf8E5M2>
  %rhs = stablehlo.constant dense<[0xFF, 0xFE, 0xFF, 0xFE, 0xFD, 0xFE, 0xFD, 0xFC, 0xFD, 0xFC, 0xFB, 0xFC, 0xFB, 0x81, 0xFB, 0x81, 0x80, 0x81, 0x80, 0x00, 0x80, 0x00, 0x01, 0x00, 0x01, 0x7B, 0x01, 0x7B, 0x7C, 0x7B, 0x7C, 0x7D, 0x7C, 0x7D, 0x7E, 0x7D, 0x7E, 0x7F, 0x7E, 0x7F]> : tensor<40xf8E5M2>
  %result = stablehlo.compare LE, %lhs, %rhs, TOTALORDER : (tensor<40xf8E5M2>, tensor<40xf8E5M2>) -> tensor<40xi1>
  check.expect_eq_const %result, dense<[true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true]> : tensor<40xi1>
  func.return
}

// -----

func.func @compare_f8E5M2_total_lt() {
  %lhs = stablehlo.constant dense<[0xFF, 0xFF, 0xFE, 0xFE, 0xFE, 0xFD, 0xFD, 0xFD, 0xFC, 0xFC, 0xFC, 0xFB, 0xFB, 0xFB, 0x81, 0x81, 0x81, 0x80, 0x80, 0x80, 0x00, 0x00, 0x00, 0x01, 0x01, 0x01, 0x7B, 0x7B, 0x7B, 0x7C, 0x7C, 0x7C, 0x7D, 0x7D, 0x7D, 0x7E, 0x7E, 0x7E, 0x7F, 0x7F]> : tensor<40xf8E5M2>
  %rhs = stablehlo.constant dense<[0xFF, 0xFE, 0xFF, 0xFE, 0xFD, 0xFE, 0xFD, 0xFC, 0xFD, 0xFC, 0xFB, 0xFC, 0xFB, 0x81, 0xFB, 0x81, 0x80, 0x81, 0x80, 0x00, 0x80, 0x00, 0x01, 0x00, 0x01, 0x7B, 0x01, 0x7B, 0x7C, 0x7B, 0x7C, 0x7D, 0x7C, 0x7D, 0x7E, 0x7D, 0x7E, 0x7F, 0x7E, 0x7F]> : tensor<40xf8E5M2>
  %result = stablehlo.compare LT, %lhs, %rhs, TOTALORDER : (tensor<40xf8E5M2>, tensor<40xf8E5M2>) -> tensor<40xi1>
  check.expect_eq_const %result, dense<[false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false]> : tensor<40xi1>
  func.return
}

// -----

func.func @compare_f8E4M3FN_total_eq() {
  %lhs = stablehlo.constant dense<[0xFF, 0xFF, 0xFE, 0xFE, 0xFE, 0x81, 0x81, 0x81, 0x80, 0x80, 0x80, 0x00, 0x00, 0x00, 0x01, 0x01, 0x01, 0x7E, 0x7E, 0x7E, 0x7F, 0x7F]> : tensor<22xf8E4M3FN>
  %rhs = stablehlo.constant dense<[0xFF, 0xFE, 0xFF, 0xFE, 0x81, 0xFE, 0x81, 0x80, 0x81, 0x80, 0x00, 0x80, 0x00, 0x01, 0x00, 0x01, 0x7E, 0x01, 0x7E, 0x7F, 0x7E, 0x7F]> : tensor<22xf8E4M3FN>
  %result = stablehlo.compare EQ, %lhs, %rhs, TOTALORDER : (tensor<22xf8E4M3FN>, tensor<22xf8E4M3FN>) -> tensor<22xi1>
  check.expect_eq_const %result, dense<[true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true]> : tensor<22xi1>
  func.return
}

// -----

func.func @compare_f8E4M3FN_total_ne() {
  %lhs = stablehlo.constant dense<[0xFF, 0xFF, 0xFE, 0xFE, 0xFE, 0x81, 0x81, 0x81, 0x80, 0x80, 0x80, 0x00, 0x00, 0x00, 0x01, 0x01, 0x01, 0x7E, 0x7E, 0x7E, 0x7F, 0x7F]> : tensor<22xf8E4M3FN>
  %rhs = stablehlo.constant dense<[0xFF, 0xFE, 0xFF, 0xFE, 0x81, 0xFE, 0x81, 0x80, 0x81, 0x80, 0x00, 0x80, 0x00, 0x01, 0x00, 0x01, 0x7E, 0x01, 0x7E, 0x7F, 0x7E, 0x7F]> : tensor<22xf8E4M3FN>
  %result = stablehlo.compare NE, %lhs, %rhs, TOTALORDER : (tensor<22xf8E4M3FN>, tensor<22xf8E4M3FN>) -> tensor<22xi1>
  check.expect_eq_const %result, dense<[false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false]> : tensor<22xi1>
  func.return
}

// -----

func.func @compare_f8E4M3FN_total_ge() {
  %lhs = stablehlo.constant dense<[0xFF, 0xFF, 0xFE, 0xFE, 0xFE, 0x81, 0x81, 0x81, 0x80, 0x80, 0x80, 0x00, 0x00, 0x00, 0x01, 0x01, 0x01, 0x7E, 0x7E, 0x7E, 0x7F, 0x7F]> : tensor<22xf8E4M3FN>
  %rhs = stablehlo.constant dense<[0xFF, 0xFE, 0xFF, 0xFE, 0x81, 0xFE, 0x81, 0x80, 0x81, 0x80, 0x00, 0x80, 0x00, 0x01, 0x00, 0x01, 0x7E, 0x01, 0x7E, 0x7F, 0x7E, 0x7F]> : tensor<22xf8E4M3FN>
  %result = stablehlo.compare GE, %lhs, %rhs, TOTALORDER : (tensor<22xf8E4M3FN>, tensor<22xf8E4M3FN>) -> tensor<22xi1>
  check.expect_eq_const %result, dense<[true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true]> : tensor<22xi1>
  func.return
}

// -----

func.func @compare_f8E4M3FN_total_gt() {
  %lhs = stablehlo.constant dense<[0xFF, 0xFF, 0xFE, 0xFE, 0xFE, 0x81, 0x81, 0x81, 0x80, 0x80, 0x80, 0x00, 0x00, 0x00, 0x01, 0x01, 0x01, 0x7E, 0x7E, 0x7E, 0x7F, 0x7F]> : tensor<22xf8E4M3FN>
  %rhs = stablehlo.constant dense<[0xFF, 0xFE, 0xFF, 0xFE, 0x81, 0xFE, 0x81, 0x80, 0x81, 0x80, 0x00, 0x80, 0x00, 0x01, 0x00, 0x01, 0x7E, 0x01, 0x7E, 0x7F, 0x7E, 0x7F]> : tensor<22xf8E4M3FN>
  %result = stablehlo.compare GT, %lhs, %rhs, TOTALORDER : (tensor<22xf8E4M3FN>, tensor<22xf8E4M3FN>) -> tensor<22xi1>
  check.expect_eq_const %result, dense<[false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false]> : tensor<22xi1>
  func.return
}

// -----

func.func @compare_f8E4M3FN_total_le() {
  %lhs = stablehlo.constant dense<[0xFF, 0xFF, 0xFE, 0xFE, 0xFE, 0x81, 0x81, 0x81, 0x80, 0x80, 0x80, 0x00, 0x00, 0x00, 0x01, 0x01, 0x01, 0x7E, 0x7E, 0x7E, 0x7F, 0x7F]> : tensor<22xf8E4M3FN>
  %rhs = stablehlo.constant dense<[0xFF, 0xFE, 0xFF, 0xFE, 0x81, 0xFE, 0x81, 0x80, 0x81, 0x80, 0x00, 0x80, 0x00, 0x01, 0x00, 0x01, 0x7E, 0x01, 0x7E, 0x7F, 0x7E, 0x7F]> : tensor<22xf8E4M3FN>
  %result = stablehlo.compare LE, %lhs, %rhs, TOTALORDER : (tensor<22xf8E4M3FN>, tensor<22xf8E4M3FN>) -> tensor<22xi1>
  check.expect_eq_const %result, dense<[true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true]> : tensor<22xi1>
  func.return
}

// -----

func.func @compare_f8E4M3FN_total_lt() {
  %lhs = stablehlo.constant dense<[0xFF, 0xFF, 0xFE, 0xFE, 0xFE, 0x81, 0x81, 0x81, 0x80, 0x80, 0x80, 0x00, 0x00, 0x00, 0x01, 0x01, 0x01, 0x7E, 0x7E, 0x7E, 0x7F, 0x7F]> : tensor<22xf8E4M3FN>
  %rhs = stablehlo.constant dense<[0xFF, 0xFE, 0xFF, 0xFE, 0x81, 0xFE, 0x81, 0x80, 0x81, 0x80, 0x00, 0x80, 0x00, 0x01, 0x00, 0x01, 0x7E, 0x01, 0x7E, 0x7F, 0x7E, 0x7F]> : tensor<22xf8E4M3FN>
  %result = stablehlo.compare LT, %lhs, %rhs, TOTALORDER : (tensor<22xf8E4M3FN>, tensor<22xf8E4M3FN>) -> tensor<22xi1>
  check.expect_eq_const %result, dense<[false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false]> : tensor<22xi1>
  func.return
}

// -----

func.func @compare_f8E8M0FNU_total_eq() {
  %lhs = stablehlo.constant dense<[0x00, 0x00, 0x01, 0x01, 0x01, 0xFE, 0xFE, 0xFE, 0xFF, 0xFF]> : tensor<10xf8E8M0FNU>
  %rhs = stablehlo.constant dense<[0x00, 0x01, 0x00, 0x01, 0xFE, 0x01, 0xFE, 0xFF, 0xFE, 0xFF]> : tensor<10xf8E8M0FNU>
  %result = stablehlo.compare EQ, %lhs, %rhs, TOTALORDER : (tensor<10xf8E8M0FNU>, tensor<10xf8E8M0FNU>) -> tensor<10xi1>
  check.expect_eq_const %result, dense<[true, false, false, true, false, false, true, false, false, true]> : tensor<10xi1>
  func.return
}

// -----

func.func @compare_f8E8M0FNU_total_ne() {
  %lhs = stablehlo.constant dense<[0x00, 0x00, 0x01, 0x01, 0x01, 0xFE, 0xFE, 0xFE, 0xFF, 0xFF]> : tensor<10xf8E8M0FNU>
  %rhs = stablehlo.constant dense<[0x00, 0x01, 0x00, 0x01, 0xFE, 0x01, 0xFE, 0xFF, 0xFE, 0xFF]> : tensor<10xf8E8M0FNU>
  %result = stablehlo.compare NE, %lhs, %rhs, TOTALORDER : (tensor<10xf8E8M0FNU>, tensor<10xf8E8M0FNU>) -> tensor<10xi1>
  check.expect_eq_const %result, dense<[false, true, true, false, true, true, false, true, true, false]> : tensor<10xi1>
  func.return
}

// -----

func.func @compare_f8E8M0FNU_total_ge() {
  %lhs = stablehlo.constant dense<[0x00, 0x00, 0x01, 0x01, 0x01, 0xFE, 0xFE, 0xFE, 0xFF, 0xFF]> : tensor<10xf8E8M0FNU>
  %rhs = stablehlo.constant dense<[0x00, 0x01, 0x00, 0x01, 0xFE, 0x01, 0xFE, 0xFF, 0xFE, 0xFF]> : tensor<10xf8E8M0FNU>
  %result = stablehlo.compare GE, %lhs, %rhs, TOTALORDER : (tensor<10xf8E8M0FNU>, tensor<10xf8E8M0FNU>) -> tensor<10xi1>
  check.expect_eq_const %result, dense<[true, false, true, true, false, true, true, false, true, true]> : tensor<10xi1>
  func.return
}

// -----

func.func @compare_f8E8M0FNU_total_gt() {
  %lhs = stablehlo.constant dense<[0x00, 0x00, 0x01, 0x01, 0x01, 0xFE, 0xFE, 0xFE, 0xFF, 0xFF]> : tensor<10xf8E8M0FNU>
  %rhs = stablehlo.constant dense<[0x00, 0x01, 0x00, 0x01, 0xFE, 0x01, 0xFE, 0xFF, 0xFE, 0xFF]> : tensor<10xf8E8M0FNU>
  %result = stablehlo.compare GT, %lhs, %rhs, TOTALORDER : (tensor<10xf8E8M0FNU>, tensor<10xf8E8M0FNU>) -> tensor<10xi1>
  check.expect_eq_const %result, dense<[false, false, true, false, false, true, false, false, true, false]> : tensor<10xi1>
  func.return
}

// -----

func.func @compare_f8E8M0FNU_total_le() {
  %lhs = stablehlo.constant dense<[0x00, 0x00, 0x01, 0x01, 0x01, 0xFE, 0xFE, 0xFE, 0xFF, 0xFF]> : tensor<10xf8E8M0FNU>
  %rhs = stablehlo.constant dense<[0x00, 0x01, 0x00, 0x01, 0xFE, 0x01, 0xFE, 0xFF, 0xFE, 0xFF]> : tensor<10xf8E8M0FNU>
  %result = stablehlo.compare LE, %lhs, %rhs, TOTALORDER : (tensor<10xf8E8M0FNU>, tensor<10xf8E8M0FNU>) -> tensor<10xi1>
  check.expect_eq_const %result, dense<[true, true, false, true, true, false, true, true, false, true]> : tensor<10xi1>
  func.return
}

// -----

func.func @compare_f8E8M0FNU_total_lt() {
  %lhs = stablehlo.constant dense<[0x00, 0x00, 0x01, 0x01, 0x01, 0xFE, 0xFE, 0xFE, 0xFF, 0xFF]> : tensor<10xf8E8M0FNU>
  %rhs = stablehlo.constant dense<[0x00, 0x01, 0x00, 0x01, 0xFE, 0x01, 0xFE, 0xFF, 0xFE, 0xFF]> : tensor<10xf8E8M0FNU>
  %result = stablehlo.compare LT, %lhs, %rhs, TOTALORDER : (tensor<10xf8E8M0FNU>, tensor<10xf8E8M0FNU>) -> tensor<10xi1>
  check.expect_eq_const %result, dense<[false, true, false, false, true, false, false, true, false, false]> : tensor<10xi1>
  func.return
}

// -----

func.func @compare_f4E2M1FN_total_eq() {
  %lhs = stablehlo.constant dense<[0xF, 0xF, 0x9, 0x9, 0x9, 0x8, 0x8, 0x8, 0x0, 0x0, 0x0, 0x1, 0x1, 0x1, 0x7, 0x7]> : tensor<16xf4E2M1FN>
  %rhs = stablehlo.constant dense<[0xF, 0x9, 0xF, 0x9, 0x8, 0x9, 0x8, 0x0, 0x8, 0x0, 0x1, 0x0, 0x1, 0x7, 0x1, 0x7]> : tensor<16xf4E2M1FN>
  %result = stablehlo.compare EQ, %lhs, %rhs, TOTALORDER : (tensor<16xf4E2M1FN>, tensor<16xf4E2M1FN>) -> tensor<16xi1>
  check.expect_eq_const %result, dense<[true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true]> : tensor<16xi1>
  func.return
}

// -----

func.func @compare_f4E2M1FN_total_ne() {
  %lhs = stablehlo.constant dense<[0xF, 0xF, 0x9, 0x9, 0x9, 0x8, 0x8, 0x8, 0x0, 0x0, 0x0, 0x1, 0x1, 0x1, 0x7, 0x7]> : tensor<16xf4E2M1FN>
  %rhs = stablehlo.constant dense<[0xF, 0x9, 0xF, 0x9, 0x8, 0x9, 0x8, 0x0, 0x8, 0x0, 0x1, 0x0, 0x1, 0x7, 0x1, 0x7]> : tensor<16xf4E2M1FN>
  %result = stablehlo.compare NE, %lhs, %rhs, TOTALORDER : (tensor<16xf4E2M1FN>, tensor<16xf4E2M1FN>) -> tensor<16xi1>
  check.expect_eq_const %result, dense<[false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false]> : tensor<16xi1>
  func.return
}

// -----

func.func @compare_f4E2M1FN_total_ge() {
  %lhs = stablehlo.constant dense<[0xF, 0xF, 0x9, 0x9, 0x9, 0x8, 0x8, 0x8, 0x0, 0x0, 0x0, 0x1, 0x1, 0x1, 0x7, 0x7]> : tensor<16xf4E2M1FN>
  %rhs = stablehlo.constant dense<[0xF, 0x9, 0xF, 0x9, 0x8, 0x9, 0x8, 0x0, 0x8, 0x0, 0x1, 0x0, 0x1, 0x7, 0x1, 0x7]> : tensor<16xf4E2M1FN>
  %result = stablehlo.compare GE, %lhs, %rhs, TOTALORDER : (tensor<16xf4E2M1FN>, tensor<16xf4E2M1FN>) -> tensor<16xi1>
  check.expect_eq_const %result, dense<[true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true]> : tensor<16xi1>
  func.return
}

// -----

func.func @compare_f4E2M1FN_total_gt() {
  %lhs = stablehlo.constant dense<[0xF, 0xF, 0x9, 0x9, 0x9, 0x8, 0x8, 0x8, 0x0, 0x0, 0x0, 0x1, 0x1, 0x1, 0x7, 0x7]> : tensor<16xf4E2M1FN>
  %rhs = stablehlo.constant dense<[0xF, 0x9, 0xF, 0x9, 0x8, 0x9, 0x8, 0x0, 0x8, 0x0, 0x1, 0x0, 0x1, 0x7, 0x1, 0x7]> : tensor<16xf4E2M1FN>
  %result = stablehlo.compare GT, %lhs, %rhs, TOTALORDER : (tensor<16xf4E2M1FN>, tensor<16xf4E2M1FN>) -> tensor<16xi1>
  check.expect_eq_const %result, dense<[false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false]> : tensor<16xi1>
  func.return
}

// -----

func.func @compare_f4E2M1FN_total_le() {
  %lhs = stablehlo.constant dense<[0xF, 0xF, 0x9, 0x9, 0x9, 0x8, 0x8, 0x8, 0x0, 0x0, 0x0, 0x1, 0x1, 0x1, 0x7, 0x7]> : tensor<16xf4E2M1FN>
  %rhs = stablehlo.constant dense<[0xF, 0x9, 0xF, 0x9, 0x8, 0x9, 0x8, 0x0, 0x8, 0x0, 0x1, 0x0, 0x1, 0x7, 0x1, 0x7]> : tensor<16xf4E2M1FN>
  %result = stablehlo.compare LE, %lhs, %rhs, TOTALORDER : (tensor<16xf4E2M1FN>, tensor<16xf4E2M1FN>) -> tensor<16xi1>
  check.expect_eq_const %result, dense<[true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true]> : tensor<16xi1>
  func.return
}

// -----

func.func @compare_f4E2M1FN_total_lt() {
  %lhs = stablehlo.constant dense<[0xF, 0xF, 0x9, 0x9, 0x9, 0x8, 0x8, 0x8, 0x0, 0x0, 0x0, 0x1, 0x1, 0x1, 0x7, 0x7]> : tensor<16xf4E2M1FN>
  %rhs = stablehlo.constant dense<[0xF, 0x9, 0xF, 0x9, 0x8, 0x9, 0x8, 0x0, 0x8, 0x0, 0x1, 0x0, 0x1, 0x7, 0x1, 0x7]> : tensor<16xf4E2M1FN>
  %result = stablehlo.compare LT, %lhs, %rhs, TOTALORDER : (tensor<16xf4E2M1FN>, tensor<16xf4E2M1FN>) -> tensor<16xi1>
  check.expect_eq_const %result, dense<[false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false]> : tensor<16xi1>
  func.return
}

// -----

func.func @compare_f6E3M2FN_total_eq() {
  %lhs = stablehlo.constant dense<[0x3F, 0x3F, 0x21, 0x21, 0x21, 0x20, 0x20, 0x20, 0x00, 0x00, 0x00, 0x01, 0x01, 0x01, 0x1F, 0x1F]> : tensor<16xf6E3M2FN>
  %rhs = stablehlo.constant dense<[0x3F, 0x21, 0x3F, 0x21, 0x20, 0x21, 0x20, 0x00, 0x20, 0x00, 0x01, 0x00, 0x01, 0x1F, 0x01, 0x1F]> : tensor<16xf6E3M2FN>
  %result = stablehlo.compare EQ, %lhs, %rhs, TOTALORDER : (tensor<16xf6E3M2FN>, tensor<16xf6E3M2FN>) -> tensor<16xi1>
  check.expect_eq_const %result, dense<[true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true]> : tensor<16xi1>
  func.return
}

// -----

func.func @compare_f6E3M2FN_total_ne() {
  %lhs = stablehlo.constant dense<[0x3F, 0x3F, 0x21, 0x21, 0x21, 0x20, 0x20, 0x20, 0x00, 0x00, 0x00, 0x01, 0x01, 0x01, 0x1F, 0x1F]> : tensor<16xf6E3M2FN>
  %rhs = stablehlo.constant dense<[0x3F, 0x21, 0x3F, 0x21, 0x20, 0x21, 0x20, 0x00, 0x20, 0x00, 0x01, 0x00, 0x01, 0x1F, 0x01, 0x1F]> : tensor<16xf6E3M2FN>
  %result = stablehlo.compare NE, %lhs, %rhs, TOTALORDER : (tensor<16xf6E3M2FN>, tensor<16xf6E3M2FN>) -> tensor<16xi1>
  check.expect_eq_const %result, dense<[false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false]> : tensor<16xi1>
  func.return
}

// -----

func.func @compare_f6E3M2FN_total_ge() {
  %lhs = stablehlo.constant dense<[0x3F, 0x3F, 0x21, 0x21, 0x21, 0x20, 0x20, 0x20, 0x00, 0x00, 0x00, 0x01, 0x01, 0x01, 0x1F, 0x1F]> : tensor<16xf6E3M2FN>
  %rhs = stablehlo.constant dense<[0x3F, 0x21, 0x3F, 0x21, 0x20, 0x21, 0x20, 0x00, 0x20, 0x00, 0x01, 0x00, 0x01, 0x1F, 0x01, 0x1F]> : tensor<16xf6E3M2FN>
  %result = stablehlo.compare GE, %lhs, %rhs, TOTALORDER : (tensor<16xf6E3M2FN>, tensor<16xf6E3M2FN>) -> tensor<16xi1>
  check.expect_eq_const %result, dense<[true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true]> : tensor<16xi1>
  func.return
}

// -----

func.func @compare_f6E3M2FN_total_gt() {
  %lhs = stablehlo.constant dense<[0x3F, 0x3F, 0x21, 0x21, 0x21, 0x20, 0x20, 0x20, 0x00, 0x00, 0x00, 0x01, 0x01, 0x01, 0x1F, 0x1F]> : tensor<16xf6E3M2FN>
  %rhs = stablehlo.constant dense<[0x3F, 0x21, 0x3F, 0x21, 0x20, 0x21, 0x20, 0x00, 0x20, 0x00, 0x01, 0x00, 0x01, 0x1F, 0x01, 0x1F]> : tensor<16xf6E3M2FN>
  %result = stablehlo.compare GT, %lhs, %rhs, TOTALORDER : (tensor<16xf6E3M2FN>, tensor<16xf6E3M2FN>) -> tensor<16xi1>
  check.expect_eq_const %result, dense<[false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false]> : tensor<16xi1>
  func.return
}

// -----

func.func @compare_f6E3M2FN_total_le() {
  %lhs = stablehlo.constant dense<[0x3F, 0x3F, 0x21, 0x21, 0x21, 0x20, 0x20, 0x20, 0x00, 0x00, 0x00, 0x01, 0x01, 0x01, 0x1F, 0x1F]> : tensor<16xf6E3M2FN>
  %rhs = stablehlo.constant dense<[0x3F, 0x21, 0x3F, 0x21, 0x20, 0x21, 0x20, 0x00, 0x20, 0x00, 0x01, 0x00, 0x01, 0x1F, 0x01, 0x1F]> : tensor<16xf6E3M2FN>
  %result = stablehlo.compare LE, %lhs, %rhs, TOTALORDER : (tensor<16xf6E3M2FN>, tensor<16xf6E3M2FN>) -> tensor<16xi1>
  check.expect_eq_const %result, dense<[true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true]> : tensor<16xi1>
  func.return
}

// -----

func.func @compare_f6E3M2FN_total_lt() {
  %lhs = stablehlo.constant dense<[0x3F, 0x3F, 0x21, 0x21, 0x21, 0x20, 0x20, 0x20, 0x00, 0x00, 0x00, 0x01, 0x01, 0x01, 0x1F, 0x1F]> : tensor<16xf6E3M2FN>
  %rhs = stablehlo.constant dense<[0x3F, 0x21, 0x3F, 0x21, 0x20, 0x21, 0x20, 0x00, 0x20, 0x00, 0x01, 0x00, 0x01, 0x1F, 0x01, 0x1F]> : tensor<16xf6E3M2FN>
  %result = stablehlo.compare LT, %lhs, %rhs, TOTALORDER : (tensor<16xf6E3M2FN>, tensor<16xf6E3M2FN>) -> tensor<16xi1>
  check.expect_eq_const %result, dense<[false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false]> : tensor<16xi1>
  func.return
}

// -----

func.func @compare_f32_complex_eq() {
  %lhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 2.0), (1.0, 2.0), (1.0, 2.0), (0x7FC00000, 0.0), (0.0, -0.0)]> : tensor<6xcomplex<f32>>
  %rhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 3.0), (0.0, 9.0), (2.0, 0.0), (0x7FC00000, 0.0), (-0.0, 0.0)]> : tensor<6xcomplex<f32>>
  %result = stablehlo.compare EQ, %lhs, %rhs, FLOAT : (tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>) -> tensor<6xi1>
  check.expect_eq_const %result, dense<[true, false, false, false, false, true]> : tensor<6xi1>
  func.return
}

// -----

func.func @compare_f32_complex_ne() {
  %lhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 2.0), (1.0, 2.0), (1.0, 2.0), (0x7FC00000, 0.0), (0.0, -0.0)]> : tensor<6xcomplex<f32>>
  %rhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 3.0), (0.0, 9.0), (2.0, 0.0), (0x7FC00000, 0.0), (-0.0, 0.0)]> : tensor<6xcomplex<f32>>
  %result = stablehlo.compare NE, %lhs, %rhs, FLOAT : (tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>) -> tensor<6xi1>
  check.expect_eq_const %result, dense<[false, true, true, true, true, false]> : tensor<6xi1>
  func.return
}

// -----

func.func @compare_f32_complex_ge() {
  %lhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 2.0), (1.0, 2.0), (1.0, 2.0), (0x7FC00000, 0.0), (0.0, -0.0)]> : tensor<6xcomplex<f32>>
  %rhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 3.0), (0.0, 9.0), (2.0, 0.0), (0x7FC00000, 0.0), (-0.0, 0.0)]> : tensor<6xcomplex<f32>>
  %result = stablehlo.compare GE, %lhs, %rhs, FLOAT : (tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>) -> tensor<6xi1>
  check.expect_eq_const %result, dense<[true, false, true, false, false, true]> : tensor<6xi1>
  func.return
}

// -----

func.func @compare_f32_complex_gt() {
  %lhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 2.0), (1.0, 2.0), (1.0, 2.0), (0x7FC00000, 0.0), (0.0, -0.0)]> : tensor<6xcomplex<f32>>
  %rhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 3.0), (0.0, 9.0), (2.0, 0.0), (0x7FC00000, 0.0), (-0.0, 0.0)]> : tensor<6xcomplex<f32>>
  %result = stablehlo.compare GT, %lhs, %rhs, FLOAT : (tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>) -> tensor<6xi1>
  check.expect_eq_const %result, dense<[false, false, true, false, false, false]> : tensor<6xi1>
  func.return
}

// -----

func.func @compare_f32_complex_le() {
  %lhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 2.0), (1.0, 2.0), (1.0, 2.0), (0x7FC00000, 0.0), (0.0, -0.0)]> : tensor<6xcomplex<f32>>
  %rhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 3.0), (0.0, 9.0), (2.0, 0.0), (0x7FC00000, 0.0), (-0.0, 0.0)]> : tensor<6xcomplex<f32>>
  %result = stablehlo.compare LE, %lhs, %rhs, FLOAT : (tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>) -> tensor<6xi1>
  check.expect_eq_const %result, dense<[true, true, false, true, false, true]> : tensor<6xi1>
  func.return
}

// -----

func.func @compare_f32_complex_lt() {
  %lhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 2.0), (1.0, 2.0), (1.0, 2.0), (0x7FC00000, 0.0), (0.0, -0.0)]> : tensor<6xcomplex<f32>>
  %rhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 3.0), (0.0, 9.0), (2.0, 0.0), (0x7FC00000, 0.0), (-0.0, 0.0)]> : tensor<6xcomplex<f32>>
  %result = stablehlo.compare LT, %lhs, %rhs, FLOAT : (tensor<6xcomplex<f32>>, tensor<6xcomplex<f32>>) -> tensor<6xi1>
  check.expect_eq_const %result, dense<[false, true, false, true, false, false]> : tensor<6xi1>
  func.return
}

// -----

func.func @compare_f64_complex_eq() {
  %lhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 2.0), (1.0, 2.0), (1.0, 2.0), (0x7FF8000000000000, 0.0), (0.0, -0.0)]> : tensor<6xcomplex<f64>>
  %rhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 3.0), (0.0, 9.0), (2.0, 0.0), (0x7FF8000000000000, 0.0), (-0.0, 0.0)]> : tensor<6xcomplex<f64>>
  %result = stablehlo.compare EQ, %lhs, %rhs, FLOAT : (tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>) -> tensor<6xi1>
  check.expect_eq_const %result, dense<[true, false, false, false, false, true]> : tensor<6xi1>
  func.return
}

// -----

func.func @compare_f64_complex_ne() {
  %lhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 2.0), (1.0, 2.0), (1.0, 2.0), (0x7FF8000000000000, 0.0), (0.0, -0.0)]> : tensor<6xcomplex<f64>>
  %rhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 3.0), (0.0, 9.0), (2.0, 0.0), (0x7FF8000000000000, 0.0), (-0.0, 0.0)]> : tensor<6xcomplex<f64>>
  %result = stablehlo.compare NE, %lhs, %rhs, FLOAT : (tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>) -> tensor<6xi1>
  check.expect_eq_const %result, dense<[false, true, true, true, true, false]> : tensor<6xi1>
  func.return
}

// -----

func.func @compare_f64_complex_ge() {
  %lhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 2.0), (1.0, 2.0), (1.0, 2.0), (0x7FF8000000000000, 0.0), (0.0, -0.0)]> : tensor<6xcomplex<f64>>
  %rhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 3.0), (0.0, 9.0), (2.0, 0.0), (0x7FF8000000000000, 0.0), (-0.0, 0.0)]> : tensor<6xcomplex<f64>>
  %result = stablehlo.compare GE, %lhs, %rhs, FLOAT : (tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>) -> tensor<6xi1>
  check.expect_eq_const %result, dense<[true, false, true, false, false, true]> : tensor<6xi1>
  func.return
}

// -----

func.func @compare_f64_complex_gt() {
  %lhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 2.0), (1.0, 2.0), (1.0, 2.0), (0x7FF8000000000000, 0.0), (0.0, -0.0)]> : tensor<6xcomplex<f64>>
  %rhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 3.0), (0.0, 9.0), (2.0, 0.0), (0x7FF8000000000000, 0.0), (-0.0, 0.0)]> : tensor<6xcomplex<f64>>
  %result = stablehlo.compare GT, %lhs, %rhs, FLOAT : (tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>) -> tensor<6xi1>
  check.expect_eq_const %result, dense<[false, false, true, false, false, false]> : tensor<6xi1>
  func.return
}

// -----

func.func @compare_f64_complex_le() {
  %lhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 2.0), (1.0, 2.0), (1.0, 2.0), (0x7FF8000000000000, 0.0), (0.0, -0.0)]> : tensor<6xcomplex<f64>>
  %rhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 3.0), (0.0, 9.0), (2.0, 0.0), (0x7FF8000000000000, 0.0), (-0.0, 0.0)]> : tensor<6xcomplex<f64>>
  %result = stablehlo.compare LE, %lhs, %rhs, FLOAT : (tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>) -> tensor<6xi1>
  check.expect_eq_const %result, dense<[true, true, false, true, false, true]> : tensor<6xi1>
  func.return
}

// -----

func.func @compare_f64_complex_lt() {
  %lhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 2.0), (1.0, 2.0), (1.0, 2.0), (0x7FF8000000000000, 0.0), (0.0, -0.0)]> : tensor<6xcomplex<f64>>
  %rhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 3.0), (0.0, 9.0), (2.0, 0.0), (0x7FF8000000000000, 0.0), (-0.0, 0.0)]> : tensor<6xcomplex<f64>>
  %result = stablehlo.compare LT, %lhs, %rhs, FLOAT : (tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>) -> tensor<6xi1>
  check.expect_eq_const %result, dense<[false, true, false, true, false, false]> : tensor<6xi1>
  func.return
}

// -----

func.func @compare_of_nothing() {
  %lhs = stablehlo.constant dense<> : tensor<0xf32>
  %result = stablehlo.compare EQ, %lhs, %lhs : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xi1>
  check.expect_eq_const %result, dense<> : tensor<0xi1>
  func.return
}
