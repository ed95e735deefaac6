// RUN: run
// Integers wrap, floats round once to nearest even, floats to integers truncate and saturate, NaN becomes 0.

func.func @convert_i2_to_i4() {
  %operand = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %result = stablehlo.convert %operand : (tensor<4xi2>) -> tensor<4xi4>
  check.expect_eq_const %result, dense<[-2, -1, 0, 1]> : tensor<4xi4>
  func.return
}

// -----

func.func @convert_i2_to_i8() {
  %operand = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %result = stablehlo.convert %operand : (tensor<4xi2>) -> tensor<4xi8>
  check.expect_eq_const %result, dense<[-2, -1, 0, 1]> : tensor<4xi8>
  func.return
}

// -----

func.func @convert_i2_to_i16() {
  %operand = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %result = stablehlo.convert %operand : (tensor<4xi2>) -> tensor<4xi16>
  check.expect_eq_const %result, dense<[-2, -1, 0, 1]> : tensor<4xi16>
  func.return
}

// -----

func.func @convert_i2_to_i32() {
  %operand = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %result = stablehlo.convert %operand : (tensor<4xi2>) -> tensor<4xi32>
  check.expect_eq_const %result, dense<[-2, -1, 0, 1]> : tensor<4xi32>
  func.return
}

// -----

func.func @convert_i2_to_i64() {
  %operand = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %result = stablehlo.convert %operand : (tensor<4xi2>) -> tensor<4xi64>
  check.expect_eq_const %result, dense<[-2, -1, 0, 1]> : tensor<4xi64>
  func.return
}

// -----

func.func @convert_i2_to_ui2() {
  %operand = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %result = stablehlo.convert %operand : (tensor<4xi2>) -> tensor<4xui2>
  check.expect_eq_const %result, dense<[2, 3, 0, 1]> : tensor<4xui2>
  func.return
}

// -----

func.func @convert_i2_to_ui4() {
  %operand = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %result = stablehlo.convert %operand : (tensor<4xi2>) -> tensor<4xui4>
  check.expect_eq_const %result, dense<[14, 15, 0, 1]> : tensor<4xui4>
  func.return
}

// -----

func.func @convert_i2_to_ui8() {
  %operand = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %result = stablehlo.convert %operand : (tensor<4xi2>) -> tensor<4xui8>
  check.expect_eq_const %result, dense<[254, 255, 0, 1]> : tensor<4xui8>
  func.return
}

// -----

func.func @convert_i2_to_ui16() {
  %operand = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %result = stablehlo.convert %operand : (tensor<4xi2>) -> tensor<4xui16>
  check.expect_eq_const %result, dense<[65534, 65535, 0, 1]> : tensor<4xui16>
  func.return
}

// -----

func.func @convert_i2_to_ui32() {
  %operand = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %result = stablehlo.convert %operand : (tensor<4xi2>) -> tensor<4xui32>
  check.expect_eq_const %result, dense<[4294967294, 4294967295, 0, 1]> : tensor<4xui32>
  func.return
}

// -----

func.func @convert_i2_to_ui64() {
  %operand = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %result = stablehlo.convert %operand : (tensor<4xi2>) -> tensor<4xui64>
  check.expect_eq_const %result, dense<[18446744073709551614, 18446744073709551615, 0, 1]> : tensor<4xui64>
  func.return
}

// -----

func.func @convert_i2_to_i1() {
  %operand = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %result = stablehlo.convert %operand : (tensor<4xi2>) -> tensor<4xi1>
  check.expect_eq_const %result, dense<[true, true, false, true]> : tensor<4xi1>
  func.return
}

// -----

func.func @convert_i2_to_f32() {
  %operand = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %result = stablehlo.convert %operand : (tensor<4xi2>) -> tensor<4xf32>
  check.expect_eq_const %result, dense<[-2.0, -1.0, 0.0, 1.0]> : tensor<4xf32>
  func.return
}

// -----

func.func @convert_i2_to_f64() {
  %operand = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %result = stablehlo.convert %operand : (tensor<4xi2>) -> tensor<4xf64>
  check.expect_eq_const %result, dense<[-2.0, -1.0, 0.0, 1.0]> : tensor<4xf64>
  func.return
}

// -----

func.func @convert_i4_to_i2() {
  %operand = stablehlo.constant dense<[-8, -1, 0, 1, 7]> : tensor<5xi4>
  %result = stablehlo.convert %operand : (tensor<5xi4>) -> tensor<5xi2>
  check.expect_eq_const %result, dense<[0, -1, 0, 1, -1]> : tensor<5xi2>
  func.return
}

// -----

func.func @convert_i4_to_i8() {
  %operand = stablehlo.constant dense<[-8, -1, 0, 1, 7]> : tensor<5xi4>
  %result = stablehlo.convert %operand : (tensor<5xi4>) -> tensor<5xi8>
  check.expect_eq_const %result, dense<[-8, -1, 0, 1, 7]> : tensor<5xi8>
  func.return
}

// -----

func.func @convert_i4_to_i16() {
  %operand = stablehlo.constant dense<[-8, -1, 0, 1, 7]> : tensor<5xi4>
  %result = stablehlo.convert %operand : (tensor<5xi4>) -> tensor<5xi16>
  check.expect_eq_const %result, dense<[-8, -1, 0, 1, 7]> : tensor<5xi16>
  func.return
}

// -----

func.func @convert_i4_to_i32() {
  %operand = stablehlo.constant dense<[-8, -1, 0, 1, 7]> : tensor<5xi4>
  %result = stablehlo.convert %operand : (tensor<5xi4>) -> tensor<5xi32>
  check.expect_eq_const %result, dense<[-8, -1, 0, 1, 7]> : tensor<5xi32>
  func.return
}

// -----

func.func @convert_i4_to_i64() {
  %operand = stablehlo.constant dense<[-8, -1, 0, 1, 7]> : tensor<5xi4>
  %result = stablehlo.convert %operand : (tensor<5xi4>) -> tensor<5xi64>
  check.expect_eq_const %result, dense<[-8, -1, 0, 1, 7]> : tensor<5xi64>
  func.return
}

// -----

func.func @convert_i4_to_ui2() {
  %operand = stablehlo.constant dense<[-8, -1, 0, 1, 7]> : tensor<5xi4>
  %result = stablehlo.convert %operand : (tensor<5xi4>) -> tensor<5xui2>
  check.expect_eq_const %result, dense<[0, 3, 0, 1, 3]> : tensor<5xui2>
  func.return
}

// -----

func.func @convert_i4_to_ui4() {
  %operand = stablehlo.constant dense<[-8, -1, 0, 1, 7]> : tensor<5xi4>
  %result = stablehlo.convert %operand : (tensor<5xi4>) -> tensor<5xui4>
  check.expect_eq_const %result, dense<[8, 15, 0, 1, 7]> : tensor<5xui4>
  func.return
}

// -----

func.func @convert_i4_to_ui8() {
  %operand = stablehlo.constant dense<[-8, -1, 0, 1, 7]> : tensor<5xi4>
  %result = stablehlo.convert %operand : (tensor<5xi4>) -> tensor<5xui8>
  check.expect_eq_const %result, dense<[248, 255, 0, 1, 7]> : tensor<5xui8>
  func.return
}

// -----

func.func @convert_i4_to_ui16() {
  %operand = stablehlo.constant dense<[-8, -1, 0, 1, 7]> : tensor<5xi4>
  %result = stablehlo.convert %operand : (tensor<5xi4>) -> tensor<5xui16>
  check.expect_eq_const %result, dense<[65528, 65535, 0, 1, 7]> : tensor<5xui16>
  func.return
}

// -----

func.func @convert_i4_to_ui32() {
  %operand = stablehlo.constant dense<[-8, -1, 0, 1, 7]> : tensor<5xi4>
  %result = stablehlo.convert %operand : (tensor<5xi4>) -> tensor<5xui32>
  check.expect_eq_const %result, dense<[4294967288, 4294967295, 0, 1, 7]> : tensor<5xui32>
  func.return
}

// -----

func.func @convert_i4_to_ui64() {
  %operand = stablehlo.constant dense<[-8, -1, 0, 1, 7]> : tensor<5xi4>
  %result = stablehlo.convert %operand : (tensor<5xi4>) -> tensor<5xui64>
  check.expect_eq_const %result, dense<[18446744073709551608, 18446744073709551615, 0, 1, 7]> : tensor<5xui64>
  func.return
}

// -----

func.func @convert_i4_to_i1() {
  %operand = stablehlo.constant dense<[-8, -1, 0, 1, 7]> : tensor<5xi4>
  %result = stablehlo.convert %operand : (tensor<5xi4>) -> tensor<5xi1>
  check.expect_eq_const %result, dense<[true, true, false, true, true]> : tensor<5xi1>
  func.return
}

// -----

func.func @convert_i4_to_f32() {
  %operand = stablehlo.constant dense<[-8, -1, 0, 1, 7]> : tensor<5xi4>
  %result = stablehlo.convert %operand : (tensor<5xi4>) -> tensor<5xf32>
  check.expect_eq_const %result, dense<[-8.0, -1.0, 0.0, 1.0, 7.0]> : tensor<5xf32>
  func.return
}

// -----

func.func @convert_i4_to_f64() {
  %operand = stablehlo.constant dense<[-8, -1, 0, 1, 7]> : tensor<5xi4>
  %result = stablehlo.convert %operand : (tensor<5xi4>) -> tensor<5xf64>
  check.expect_eq_const %result, dense<[-8.0, -1.0, 0.0, 1.0, 7.0]> : tensor<5xf64>
  func.return
}

// -----

func.func @convert_i8_to_i2() {
  %operand = stablehlo.constant dense<[-128, -1, 0, 1, 127]> : tensor<5xi8>
  %result = stablehlo.convert %operand : (tensor<5xi8>) -> tensor<5xi2>
  check.expect_eq_const %result, dense<[0, -1, 0, 1, -1]> : tensor<5xi2>
  func.return
}

// -----

func.func @convert_i8_to_i4() {
  %operand = stablehlo.constant dense<[-128, -1, 0, 1, 127]> : tensor<5xi8>
  %result = stablehlo.convert %operand : (tensor<5xi8>) -> tensor<5xi4>
  check.expect_eq_const %result, dense<[0, -1, 0, 1, -1]> : tensor<5xi4>
  func.return
}

// -----

func.func @convert_i8_to_i16() {
  %operand = stablehlo.constant dense<[-128, -1, 0, 1, 127]> : tensor<5xi8>
  %result = stablehlo.convert %operand : (tensor<5xi8>) -> tensor<5xi16>
  check.expect_eq_const %result, dense<[-128, -1, 0, 1, 127]> : tensor<5xi16>
  func.return
}

// -----

func.func @convert_i8_to_i32() {
  %operand = stablehlo.constant dense<[-128, -1, 0, 1, 127]> : tensor<5xi8>
  %result = stablehlo.convert %operand : (tensor<5xi8>) -> tensor<5xi32>
  check.expect_eq_const %result, dense<[-128, -1, 0, 1, 127]> : tensor<5xi32>
  func.return
}

// -----

func.func @convert_i8_to_i64() {
  %operand = stablehlo.constant dense<[-128, -1, 0, 1, 127]> : tensor<5xi8>
  %result = stablehlo.convert %operand : (tensor<5xi8>) -> tensor<5xi64>
  check.expect_eq_const %result, dense<[-128, -1, 0, 1, 127]> : tensor<5xi64>
  func.return
}

// -----

func.func @convert_i8_to_ui2() {
  %operand = stablehlo.constant dense<[-128, -1, 0, 1, 127]> : tensor<5xi8>
  %result = stablehlo.convert %operand : (tensor<5xi8>) -> tensor<5xui2>
  check.expect_eq_const %result, dense<[0, 3, 0, 1, 3]> : tensor<5xui2>
  func.return
}

// -----

func.func @convert_i8_to_ui4() {
  %operand = stablehlo.constant dense<[-128, -1, 0, 1, 127]> : tensor<5xi8>
  %result = stablehlo.convert %operand : (tensor<5xi8>) -> tensor<5xui4>
  check.expect_eq_const %result, dense<[0, 15, 0, 1, 15]> : tensor<5xui4>
  func.return
}

// -----

func.func @convert_i8_to_ui8() {
  %operand = stablehlo.constant dense<[-128, -1, 0, 1, 127]> : tensor<5xi8>
  %result = stablehlo.convert %operand : (tensor<5xi8>) -> tensor<5xui8>
  check.expect_eq_const %result, dense<[128, 255, 0, 1, 127]> : tensor<5xui8>
  func.return
}

// -----

func.func @convert_i8_to_ui16() {
  %operand = stablehlo.constant dense<[-128, -1, 0, 1, 127]> : tensor<5xi8>
  %result = stablehlo.convert %operand : (tensor<5xi8>) -> tensor<5xui16>
  check.expect_eq_const %result, dense<[65408, 65535, 0, 1, 127]> : tensor<5xui16>
  func.return
}

// -----

func.func @convert_i8_to_ui32() {
  %operand = stablehlo.constant dense<[-128, -1, 0, 1, 127]> : tensor<5xi8>
  %result = stablehlo.convert %operand : (tensor<5xi8>) -> tensor<5xui32>
  check.expect_eq_const %result, dense<[4294967168, 4294967295, 0, 1, 127]> : tensor<5xui32>
  func.return
}

// -----

func.func @convert_i8_to_ui64() {
  %operand = stablehlo.constant dense<[-128, -1, 0, 1, 127]> : tensor<5xi8>
  %result = stablehlo.convert %operand : (tensor<5xi8>) -> tensor<5xui64>
  check.expect_eq_const %result, dense<[18446744073709551488, 18446744073709551615, 0, 1, 127]> : tensor<5xui64>
  func.return
}

// -----

func.func @convert_i8_to_i1() {
  %operand = stablehlo.constant dense<[-128, -1, 0, 1, 127]> : tensor<5xi8>
  %result = stablehlo.convert %operand : (tensor<5xi8>) -> tensor<5xi1>
  check.expect_eq_const %result, dense<[true, true, false, true, true]> : tensor<5xi1>
  func.return
}

// -----

func.func @convert_i8_to_f32() {
  %operand = stablehlo.constant dense<[-128, -1, 0, 1, 127]> : tensor<5xi8>
  %result = stablehlo.convert %operand : (tensor<5xi8>) -> tensor<5xf32>
  check.expect_eq_const %result, dense<[-128.0, -1.0, 0.0, 1.0, 127.0]> : tensor<5xf32>
  func.return
}

// -----

func.func @convert_i8_to_f64() {
  %operand = stablehlo.constant dense<[-128, -1, 0, 1, 127]> : tensor<5xi8>
  %result = stablehlo.convert %operand : (tensor<5xi8>) -> tensor<5xf64>
  check.expect_eq_const %result, dense<[-128.0, -1.0, 0.0, 1.0, 127.0]> : tensor<5xf64>
  func.return
}

// -----

func.func @convert_i16_to_i2() {
  %operand = stablehlo.constant dense<[-32768, -1, 0, 1, 32767]> : tensor<5xi16>
  %result = stablehlo.convert %operand : (tensor<5xi16>) -> tensor<5xi2>
  check.expect_eq_const %result, dense<[0, -1, 0, 1, -1]> : tensor<5xi2>
  func.return
}

// -----

func.func @convert_i16_to_i4() {
  %operand = stablehlo.constant dense<[-32768, -1, 0, 1, 32767]> : tensor<5xi16>
  %result = stablehlo.convert %operand : (tensor<5xi16>) -> tensor<5xi4>
  check.expect_eq_const %result, dense<[0, -1, 0, 1, -1]> : tensor<5xi4>
  func.return
}

// -----

func.func @convert_i16_to_i8() {
  %operand = stablehlo.constant dense<[-32768, -1, 0, 1, 32767]> : tensor<5xi16>
  %result = stablehlo.convert %operand : (tensor<5xi16>) -> tensor<5xi8>
  check.expect_eq_const %result, dense<[0, -1, 0, 1, -1]> : tensor<5xi8>
  func.return
}

// -----

func.func @convert_i16_to_i32() {
  %operand = stablehlo.constant dense<[-32768, -1, 0, 1, 32767]> : tensor<5xi16>
  %result = stablehlo.convert %operand : (tensor<5xi16>) -> tensor<5xi32>
  check.expect_eq_const %result, dense<[-32768, -1, 0, 1, 32767]> : tensor<5xi32>
  func.return
}

// -----

func.func @convert_i16_to_i64() {
  %operand = stablehlo.constant dense<[-32768, -1, 0, 1, 32767]> : tensor<5xi16>
  %result = stablehlo.convert %operand : (tensor<5xi16>) -> tensor<5xi64>
  check.expect_eq_const %result, dense<[-32768, -1, 0, 1, 32767]> : tensor<5xi64>
  func.return
}

// -----

func.func @convert_i16_to_ui2() {
  %operand = stablehlo.constant dense<[-32768, -1, 0, 1, 32767]> : tensor<5xi16>
  %result = stablehlo.convert %operand : (tensor<5xi16>) -> tensor<5xui2>
  check.expect_eq_const %result, dense<[0, 3, 0, 1, 3]> : tensor<5xui2>
  func.return
}

// -----

func.func @convert_i16_to_ui4() {
  %operand = stablehlo.constant dense<[-32768, -1, 0, 1, 32767]> : tensor<5xi16>
  %result = stablehlo.convert %operand : (tensor<5xi16>) -> tensor<5xui4>
  check.expect_eq_const %result, dense<[0, 15, 0, 1, 15]> : tensor<5xui4>
  func.return
}

// -----

func.func @convert_i16_to_ui8() {
  %operand = stablehlo.constant dense<[-32768, -1, 0, 1, 32767]> : tensor<5xi16>
  %result = stablehlo.convert %operand : (tensor<5xi16>) -> tensor<5xui8>
  check.expect_eq_const %result, dense<[0, 255, 0, 1, 255]> : tensor<5xui8>
  func.return
}

// -----

func.func @convert_i16_to_ui16() {
  %operand = stablehlo.constant dense<[-32768, -1, 0, 1, 32767]> : tensor<5xi16>
  %result = stablehlo.convert %operand : (tensor<5xi16>) -> tensor<5xui16>
  check.expect_eq_const %result, dense<[32768, 65535, 0, 1, 32767]> : tensor<5xui16>
  func.return
}

// -----

func.func @convert_i16_to_ui32() {
  %operand = stablehlo.constant dense<[-32768, -1, 0, 1, 32767]> : tensor<5xi16>
  %result = stablehlo.convert %operand : (tensor<5xi16>) -> tensor<5xui32>
  check.expect_eq_const %result, dense<[4294934528, 4294967295, 0, 1, 32767]> : tensor<5xui32>
  func.return
}

// -----

func.func @convert_i16_to_ui64() {
  %operand = stablehlo.constant dense<[-32768, -1, 0, 1, 32767]> : tensor<5xi16>
  %result = stablehlo.convert %operand : (tensor<5xi16>) -> tensor<5xui64>
  check.expect_eq_const %result, dense<[18446744073709518848, 18446744073709551615, 0, 1, 32767]> : tensor<5xui64>
  func.return
}

// -----

func.func @convert_i16_to_i1() {
  %operand = stablehlo.constant dense<[-32768, -1, 0, 1, 32767]> : tensor<5xi16>
  %result = stablehlo.convert %operand : (tensor<5xi16>) -> tensor<5xi1>
  check.expect_eq_const %result, dense<[true, true, false, true, true]> : tensor<5xi1>
  func.return
}

// -----

func.func @convert_i16_to_f32() {
  %operand = stablehlo.constant dense<[-32768, -1, 0, 1, 32767]> : tensor<5xi16>
  %result = stablehlo.convert %operand : (tensor<5xi16>) -> tensor<5xf32>
  check.expect_eq_const %result, dense<[-32768.0, -1.0, 0.0, 1.0, 32767.0]> : tensor<5xf32>
  func.return
}

// -----

func.func @convert_i16_to_f64() {
  %operand = stablehlo.constant dense<[-32768, -1, 0, 1, 32767]> : tensor<5xi16>
  %result = stablehlo.convert %operand : (tensor<5xi16>) -> tensor<5xf64>
  check.expect_eq_const %result, dense<[-32768.0, -1.0, 0.0, 1.0, 32767.0]> : tensor<5xf64>
  func.return
}

// -----

func.func @convert_i32_to_i2() {
  %operand = stablehlo.constant dense<[-2147483648, -1, 0, 1, 2147483647]> : tensor<5xi32>
  %result = stablehlo.convert %operand : (tensor<5xi32>) -> tensor<5xi2>
  check.expect_eq_const %result, dense<[0, -1, 0, 1, -1]> : tensor<5xi2>
  func.return
}

// -----

func.func @convert_i32_to_i4() {
  %operand = stablehlo.constant dense<[-2147483648, -1, 0, 1, 2147483647]> : tensor<5xi32>
  %result = stablehlo.convert %operand : (tensor<5xi32>) -> tensor<5xi4>
  check.expect_eq_const %result, dense<[0, -1, 0, 1, -1]> : tensor<5xi4>
  func.return
}

// -----

func.func @convert_i32_to_i8() {
  %operand = stablehlo.constant dense<[-2147483648, -1, 0, 1, 2147483647]> : tensor<5xi32>
  %result = stablehlo.convert %operand : (tensor<5xi32>) -> tensor<5xi8>
  check.expect_eq_const %result, dense<[0, -1, 0, 1, -1]> : tensor<5xi8>
  func.return
}

// -----

func.func @convert_i32_to_i16() {
  %operand = stablehlo.constant dense<[-2147483648, -1, 0, 1, 2147483647]> : tensor<5xi32>
  %result = stablehlo.convert %operand : (tensor<5xi32>) -> tensor<5xi16>
  check.expect_eq_const %result, dense<[0, -1, 0, 1, -1]> : tensor<5xi16>
  func.return
}

// -----

func.func @convert_i32_to_i64() {
  %operand = stablehlo.constant dense<[-2147483648, -1, 0, 1, 2147483647]> : tensor<5xi32>
  %result = stablehlo.convert %operand : (tensor<5xi32>) -> tensor<5xi64>
  check.expect_eq_const %result, dense<[-2147483648, -1, 0, 1, 2147483647]> : tensor<5xi64>
  func.return
}

// -----

func.func @convert_i32_to_ui2() {
  %operand = stablehlo.constant dense<[-2147483648, -1, 0, 1, 2147483647]> : tensor<5xi32>
  %result = stablehlo.convert %operand : (tensor<5xi32>) -> tensor<5xui2>
  check.expect_eq_const %result, dense<[0, 3, 0, 1, 3]> : tensor<5xui2>
  func.return
}

// -----

func.func @convert_i32_to_ui4() {
  %operand = stablehlo.constant dense<[-2147483648, -1, 0, 1, 2147483647]> : tensor<5xi32>
  %result = stablehlo.convert %operand : (tensor<5xi32>) -> tensor<5xui4>
  check.expect_eq_const %result, dense<[0, 15, 0, 1, 15]> : tensor<5xui4>
  func.return
}

// -----

func.func @convert_i32_to_ui8() {
  %operand = stablehlo.constant dense<[-2147483648, -1, 0, 1, 2147483647]> : tensor<5xi32>
  %result = stablehlo.convert %operand : (tensor<5xi32>) -> tensor<5xui8>
  check.expect_eq_const %result, dense<[0, 255, 0, 1, 255]> : tensor<5xui8>
  func.return
}

// -----

func.func @convert_i32_to_ui16() {
  %operand = stablehlo.constant dense<[-2147483648, -1, 0, 1, 2147483647]> : tensor<5xi32>
  %result = stablehlo.convert %operand : (tensor<5xi32>) -> tensor<5xui16>
  check.expect_eq_const %result, dense<[0, 65535, 0, 1, 65535]> : tensor<5xui16>
  func.return
}

// -----

func.func @convert_i32_to_ui32() {
  %operand = stablehlo.constant dense<[-2147483648, -1, 0, 1, 2147483647]> : tensor<5xi32>
  %result = stablehlo.convert %operand : (tensor<5xi32>) -> tensor<5xui32>
  check.expect_eq_const %result, dense<[2147483648, 4294967295, 0, 1, 2147483647]> : tensor<5xui32>
  func.return
}

// -----

func.func @convert_i32_to_ui64() {
  %operand = stablehlo.constant dense<[-2147483648, -1, 0, 1, 2147483647]> : tensor<5xi32>
  %result = stablehlo.convert %operand : (tensor<5xi32>) -> tensor<5xui64>
  check.expect_eq_const %result, dense<[18446744071562067968, 18446744073709551615, 0, 1, 2147483647]> : tensor<5xui64>
  func.return
}

// -----

func.func @convert_i32_to_i1() {
  %operand = stablehlo.constant dense<[-2147483648, -1, 0, 1, 2147483647]> : tensor<5xi32>
  %result = stablehlo.convert %operand : (tensor<5xi32>) -> tensor<5xi1>
  check.expect_eq_const %result, dense<[true, true, false, true, true]> : tensor<5xi1>
  func.return
}

// -----

func.func @convert_i32_to_f32() {
  %operand = stablehlo.constant dense<[-2147483648, -1, 0, 1, 2147483647]> : tensor<5xi32>
  %result = stablehlo.convert %operand : (tensor<5xi32>) -> tensor<5xf32>
  check.expect_eq_const %result, dense<[-2.1474836e+09, -1.0, 0.0, 1.0, 2.1474836e+09]> : tensor<5xf32>
  func.return
}

// -----

func.func @convert_i32_to_f64() {
  %operand = stablehlo.constant dense<[-2147483648, -1, 0, 1, 2147483647]> : tensor<5xi32>
  %result = stablehlo.convert %operand : (tensor<5xi32>) -> tensor<5xf64>
  check.expect_eq_const %result, dense<[-2147483648.0, -1.0, 0.0, 1.0, 2147483647.0]> : tensor<5xf64>
  func.return
}

// -----

func.func @convert_i64_to_i2() {
  %operand = stablehlo.constant dense<[-9223372036854775808, -1, 0, 1, 9223372036854775807]> : tensor<5xi64>
  %result = stablehlo.convert %operand : (tensor<5xi64>) -> tensor<5xi2>
  check.expect_eq_const %result, dense<[0, -1, 0, 1, -1]> : tensor<5xi2>
  func.return
}

// -----

func.func @convert_i64_to_i4() {
  %operand = stablehlo.constant dense<[-9223372036854775808, -1, 0, 1, 9223372036854775807]> : tensor<5xi64>
  %result = stablehlo.convert %operand : (tensor<5xi64>) -> tensor<5xi4>
  check.expect_eq_const %result, dense<[0, -1, 0, 1, -1]> : tensor<5xi4>
  func.return
}

// -----

func.func @convert_i64_to_i8() {
  %operand = stablehlo.constant dense<[-9223372036854775808, -1, 0, 1, 9223372036854775807]> : tensor<5xi64>
  %result = stablehlo.convert %operand : (tensor<5xi64>) -> tensor<5xi8>
  check.expect_eq_const %result, dense<[0, -1, 0, 1, -1]> : tensor<5xi8>
  func.return
}

// -----

func.func @convert_i64_to_i16() {
  %operand = stablehlo.constant dense<[-9223372036854775808, -1, 0, 1, 9223372036854775807]> : tensor<5xi64>
  %result = stablehlo.convert %operand : (tensor<5xi64>) -> tensor<5xi16>
  check.expect_eq_const %result, dense<[0, -1, 0, 1, -1]> : tensor<5xi16>
  func.return
}

// -----

func.func @convert_i64_to_i32() {
  %operand = stablehlo.constant dense<[-9223372036854775808, -1, 0, 1, 9223372036854775807]> : tensor<5xi64>
  %result = stablehlo.convert %operand : (tensor<5xi64>) -> tensor<5xi32>
  check.expect_eq_const %result, dense<[0, -1, 0, 1, -1]> : tensor<5xi32>
  func.return
}

// -----

func.func @convert_i64_to_ui2() {
  %operand = stablehlo.constant dense<[-9223372036854775808, -1, 0, 1, 9223372036854775807]> : tensor<5xi64>
  %result = stablehlo.convert %operand : (tensor<5xi64>) -> tensor<5xui2>
  check.expect_eq_const %result, dense<[0, 3, 0, 1, 3]> : tensor<5xui2>
  func.return
}

// -----

func.func @convert_i64_to_ui4() {
  %operand = stablehlo.constant dense<[-9223372036854775808, -1, 0, 1, 9223372036854775807]> : tensor<5xi64>
  %result = stablehlo.convert %operand : (tensor<5xi64>) -> tensor<5xui4>
  check.expect_eq_const %result, dense<[0, 15, 0, 1, 15]> : tensor<5xui4>
  func.return
}

// -----

func.func @convert_i64_to_ui8() {
  %operand = stablehlo.constant dense<[-9223372036854775808, -1, 0, 1, 9223372036854775807]> : tensor<5xi64>
  %result = stablehlo.convert %operand : (tensor<5xi64>) -> tensor<5xui8>
  check.expect_eq_const %result, dense<[0, 255, 0, 1, 255]> : tensor<5xui8>
  func.return
}

// -----

func.func @convert_i64_to_ui16() {
  %operand = stablehlo.constant dense<[-9223372036854775808, -1, 0, 1, 9223372036854775807]> : tensor<5xi64>
  %result = stablehlo.convert %operand : (tensor<5xi64>) -> tensor<5xui16>
  check.expect_eq_const %result, dense<[0, 65535, 0, 1, 65535]> : tensor<5xui16>
  func.return
}

// -----

func.func @convert_i64_to_ui32() {
  %operand = stablehlo.constant dense<[-9223372036854775808, -1, 0, 1, 9223372036854775807]> : tensor<5xi64>
  %result = stablehlo.convert %operand : (tensor<5xi64>) -> tensor<5xui32>
  check.expect_eq_const %result, dense<[0, 4294967295, 0, 1, 4294967295]> : tensor<5xui32>
  func.return
}

// -----

func.func @convert_i64_to_ui64() {
  %operand = stablehlo.constant dense<[-9223372036854775808, -1, 0, 1, 9223372036854775807]> : tensor<5xi64>
  %result = stablehlo.convert %operand : (tensor<5xi64>) -> tensor<5xui64>
  check.expect_eq_const %result, dense<[9223372036854775808, 18446744073709551615, 0, 1, 9223372036854775807]> : tensor<5xui64>
  func.return
}

// -----

func.func @convert_i64_to_i1() {
  %operand = stablehlo.constant dense<[-9223372036854775808, -1, 0, 1, 9223372036854775807]> : tensor<5xi64>
  %result = stablehlo.convert %operand : (tensor<5xi64>) -> tensor<5xi1>
  check.expect_eq_const %result, dense<[true, true, false, true, true]> : tensor<5xi1>
  func.return
}

// -----

func.func @convert_i64_to_f32() {
  %operand = stablehlo.constant dense<[-9223372036854775808, -1, 0, 1, 9223372036854775807]> : tensor<5xi64>
  %result = stablehlo.convert %operand : (tensor<5xi64>) -> tensor<5xf32>
  check.expect_eq_const %result, dense<[-9.223372e+18, -1.0, 0.0, 1.0, 9.223372e+18]> : tensor<5xf32>
  func.return
}

// -----

func.func @convert_i64_to_f64() {
  %operand = stablehlo.constant dense<[-9223372036854775808, -1, 0, 1, 9223372036854775807]> : tensor<5xi64>
  %result = stablehlo.convert %operand : (tensor<5xi64>) -> tensor<5xf64>
  check.expect_eq_const %result, dense<[-9.223372036854776e+18, -1.0, 0.0, 1.0, 9.223372036854776e+18]> : tensor<5xf64>
  func.return
}

// -----

func.func @convert_ui2_to_i2() {
  %operand = stablehlo.constant dense<[0, 1, 3]> : tensor<3xui2>
  %result = stablehlo.convert %operand : (tensor<3xui2>) -> tensor<3xi2>
  check.expect_eq_const %result, dense<[0, 1, -1]> : tensor<3xi2>
  func.return
}

// -----

func.func @convert_ui2_to_i4() {
  %operand = stablehlo.constant dense<[0, 1, 3]> : tensor<3xui2>
  %result = stablehlo.convert %operand : (tensor<3xui2>) -> tensor<3xi4>
  check.expect_eq_const %result, dense<[0, 1, 3]> : tensor<3xi4>
  func.return
}

// -----

func.func @convert_ui2_to_i8() {
  %operand = stablehlo.constant dense<[0, 1, 3]> : tensor<3xui2>
  %result = stablehlo.convert %operand : (tensor<3xui2>) -> tensor<3xi8>
  check.expect_eq_const %result, dense<[0, 1, 3]> : tensor<3xi8>
  func.return
}

// -----

func.func @convert_ui2_to_i16() {
  %operand = stablehlo.constant dense<[0, 1, 3]> : tensor<3xui2>
  %result = stablehlo.convert %operand : (tensor<3xui2>) -> tensor<3xi16>
  check.expect_eq_const %result, dense<[0, 1, 3]> : tensor<3xi16>
  func.return
}

// -----

func.func @convert_ui2_to_i32() {
  %operand = stablehlo.constant dense<[0, 1, 3]> : tensor<3xui2>
  %result = stablehlo.convert %operand : (tensor<3xui2>) -> tensor<3xi32>
  check.expect_eq_const %result, dense<[0, 1, 3]> : tensor<3xi32>
  func.return
}

// -----

func.func @convert_ui2_to_i64() {
  %operand = stablehlo.constant dense<[0, 1, 3]> : tensor<3xui2>
  %result = stablehlo.convert %operand : (tensor<3xui2>) -> tensor<3xi64>
  check.expect_eq_const %result, dense<[0, 1, 3]> : tensor<3xi64>
  func.return
}

// -----

func.func @convert_ui2_to_ui4() {
  %operand = stablehlo.constant dense<[0, 1, 3]> : tensor<3xui2>
  %result = stablehlo.convert %operand : (tensor<3xui2>) -> tensor<3xui4>
  check.expect_eq_const %result, dense<[0, 1, 3]> : tensor<3xui4>
  func.return
}

// -----

func.func @convert_ui2_to_ui8() {
  %operand = stablehlo.constant dense<[0, 1, 3]> : tensor<3xui2>
  %result = stablehlo.convert %operand : (tensor<3xui2>) -> tensor<3xui8>
  check.expect_eq_const %result, dense<[0, 1, 3]> : tensor<3xui8>
  func.return
}

// -----

func.func @convert_ui2_to_ui16() {
  %operand = stablehlo.constant dense<[0, 1, 3]> : tensor<3xui2>
  %result = stablehlo.convert %operand : (tensor<3xui2>) -> tensor<3xui16>
  check.expect_eq_const %result, dense<[0, 1, 3]> : tensor<3xui16>
  func.return
}

// -----

func.func @convert_ui2_to_ui32() {
  %operand = stablehlo.constant dense<[0, 1, 3]> : tensor<3xui2>
  %result = stablehlo.convert %operand : (tensor<3xui2>) -> tensor<3xui32>
  check.expect_eq_const %result, dense<[0, 1, 3]> : tensor<3xui32>
  func.return
}

// -----

func.func @convert_ui2_to_ui64() {
  %operand = stablehlo.constant dense<[0, 1, 3]> : tensor<3xui2>
  %result = stablehlo.convert %operand : (tensor<3xui2>) -> tensor<3xui64>
  check.expect_eq_const %result, dense<[0, 1, 3]> : tensor<3xui64>
  func.return
}

// -----

func.func @convert_ui2_to_i1() {
  %operand = stablehlo.constant dense<[0, 1, 3]> : tensor<3xui2>
  %result = stablehlo.convert %operand : (tensor<3xui2>) -> tensor<3xi1>
  check.expect_eq_const %result, dense<[false, true, true]> : tensor<3xi1>
  func.return
}

// -----

func.func @convert_ui2_to_f32() {
  %operand = stablehlo.constant dense<[0, 1, 3]> : tensor<3xui2>
  %result = stablehlo.convert %operand : (tensor<3xui2>) -> tensor<3xf32>
  check.expect_eq_const %result, dense<[0.0, 1.0, 3.0]> : tensor<3xf32>
  func.return
}

// -----

func.func @convert_ui2_to_f64() {
  %operand = stablehlo.constant dense<[0, 1, 3]> : tensor<3xui2>
  %result = stablehlo.convert %operand : (tensor<3xui2>) -> tensor<3xf64>
  check.expect_eq_const %result, dense<[0.0, 1.0, 3.0]> : tensor<3xf64>
  func.return
}

// -----

func.func @convert_ui4_to_i2() {
  %operand = stablehlo.constant dense<[0, 1, 15]> : tensor<3xui4>
  %result = stablehlo.convert %operand : (tensor<3xui4>) -> tensor<3xi2>
  check.expect_eq_const %result, dense<[0, 1, -1]> : tensor<3xi2>
  func.return
}

// -----

func.func @convert_ui4_to_i4() {
  %operand = stablehlo.constant dense<[0, 1, 15]> : tensor<3xui4>
  %result = stablehlo.convert %operand : (tensor<3xui4>) -> tensor<3xi4>
  check.expect_eq_const %result, dense<[0, 1, -1]> : tensor<3xi4>
  func.return
}

// -----

func.func @convert_ui4_to_i8() {
  %operand = stablehlo.constant dense<[0, 1, 15]> : tensor<3xui4>
  %result = stablehlo.convert %operand : (tensor<3xui4>) -> tensor<3xi8>
  check.expect_eq_const %result, dense<[0, 1, 15]> : tensor<3xi8>
  func.return
}

// -----

func.func @convert_ui4_to_i16() {
  %operand = stablehlo.constant dense<[0, 1, 15]> : tensor<3xui4>
  %result = stablehlo.convert %operand : (tensor<3xui4>) -> tensor<3xi16>
  check.expect_eq_const %result, dense<[0, 1, 15]> : tensor<3xi16>
  func.return
}

// -----

func.func @convert_ui4_to_i32() {
  %operand = stablehlo.constant dense<[0, 1, 15]> : tensor<3xui4>
  %result = stablehlo.convert %operand : (tensor<3xui4>) -> tensor<3xi32>
  check.expect_eq_const %result, dense<[0, 1, 15]> : tensor<3xi32>
  func.return
}

// -----

func.func @convert_ui4_to_i64() {
  %operand = stablehlo.constant dense<[0, 1, 15]> : tensor<3xui4>
  %result = stablehlo.convert %operand : (tensor<3xui4>) -> tensor<3xi64>
  check.expect_eq_const %result, dense<[0, 1, 15]> : tensor<3xi64>
  func.return
}

// -----

func.func @convert_ui4_to_ui2() {
  %operand = stablehlo.constant dense<[0, 1, 15]> : tensor<3xui4>
  %result = stablehlo.convert %operand : (tensor<3xui4>) -> tensor<3xui2>
  check.expect_eq_const %result, dense<[0, 1, 3]> : tensor<3xui2>
  func.return
}

// -----

func.func @convert_ui4_to_ui8() {
  %operand = stablehlo.constant dense<[0, 1, 15]> : tensor<3xui4>
  %result = stablehlo.convert %operand : (tensor<3xui4>) -> tensor<3xui8>
  check.expect_eq_const %result, dense<[0, 1, 15]> : tensor<3xui8>
  func.return
}

// -----

func.func @convert_ui4_to_ui16() {
  %operand = stablehlo.constant dense<[0, 1, 15]> : tensor<3xui4>
  %result = stablehlo.convert %operand : (tensor<3xui4>) -> tensor<3xui16>
  check.expect_eq_const %result, dense<[0, 1, 15]> : tensor<3xui16>
  func.return
}

// -----

func.func @convert_ui4_to_ui32() {
  %operand = stablehlo.constant dense<[0, 1, 15]> : tensor<3xui4>
  %result = stablehlo.convert %operand : (tensor<3xui4>) -> tensor<3xui32>
  check.expect_eq_const %result, dense<[0, 1, 15]> : tensor<3xui32>
  func.return
}

// -----

func.func @convert_ui4_to_ui64() {
  %operand = stablehlo.constant dense<[0, 1, 15]> : tensor<3xui4>
  %result = stablehlo.convert %operand : (tensor<3xui4>) -> tensor<3xui64>
  check.expect_eq_const %result, dense<[0, 1, 15]> : tensor<3xui64>
  func.return
}

// -----

func.func @convert_ui4_to_i1() {
  %operand = stablehlo.constant dense<[0, 1, 15]> : tensor<3xui4>
  %result = stablehlo.convert %operand : (tensor<3xui4>) -> tensor<3xi1>
  check.expect_eq_const %result, dense<[false, true, true]> : tensor<3xi1>
  func.return
}

// -----

func.func @convert_ui4_to_f32() {
  %operand = stablehlo.constant dense<[0, 1, 15]> : tensor<3xui4>
  %result = stablehlo.convert %operand : (tensor<3xui4>) -> tensor<3xf32>
  check.expect_eq_const %result, dense<[0.0, 1.0, 15.0]> : tensor<3xf32>
  func.return
}

// -----

func.func @convert_ui4_to_f64() {
  %operand = stablehlo.constant dense<[0, 1, 15]> : tensor<3xui4>
  %result = stablehlo.convert %operand : (tensor<3xui4>) -> tensor<3xf64>
  check.expect_eq_const %result, dense<[0.0, 1.0, 15.0]> : tensor<3xf64>
  func.return
}

// -----

func.func @convert_ui8_to_i2() {
  %operand = stablehlo.constant dense<[0, 1, 255]> : tensor<3xui8>
  %result = stablehlo.convert %operand : (tensor<3xui8>) -> tensor<3xi2>
  check.expect_eq_const %result, dense<[0, 1, -1]> : tensor<3xi2>
  func.return
}

// -----

func.func @convert_ui8_to_i4() {
  %operand = stablehlo.constant dense<[0, 1, 255]> : tensor<3xui8>
  %result = stablehlo.convert %operand : (tensor<3xui8>) -> tensor<3xi4>
  check.expect_eq_const %result, dense<[0, 1, -1]> : tensor<3xi4>
  func.return
}

// -----

func.func @convert_ui8_to_i8() {
  %operand = stablehlo.constant dense<[0, 1, 255]> : tensor<3xui8>
  %result = stablehlo.convert %operand : (tensor<3xui8>) -> tensor<3xi8>
  check.expect_eq_const %result, dense<[0, 1, -1]> : tensor<3xi8>
  func.return
}

// -----

func.func @convert_ui8_to_i16() {
  %operand = stablehlo.constant dense<[0, 1, 255]> : tensor<3xui8>
  %result = stablehlo.convert %operand : (tensor<3xui8>) -> tensor<3xi16>
  check.expect_eq_const %result, dense<[0, 1, 255]> : tensor<3xi16>
  func.return
}

// -----

func.func @convert_ui8_to_i32() {
  %operand = stablehlo.constant dense<[0, 1, 255]> : tensor<3xui8>
  %result = stablehlo.convert %operand : (tensor<3xui8>) -> tensor<3xi32>
  check.expect_eq_const %result, dense<[0, 1, 255]> : tensor<3xi32>
  func.return
}

// -----

func.func @convert_ui8_to_i64() {
  %operand = stablehlo.constant dense<[0, 1, 255]> : tensor<3xui8>
  %result = stablehlo.convert %operand : (tensor<3xui8>) -> tensor<3xi64>
  check.expect_eq_const %result, dense<[0, 1, 255]> : tensor<3xi64>
  func.return
}

// -----

func.func @convert_ui8_to_ui2() {
  %operand = stablehlo.constant dense<[0, 1, 255]> : tensor<3xui8>
  %result = stablehlo.convert %operand : (tensor<3xui8>) -> tensor<3xui2>
  check.expect_eq_const %result, dense<[0, 1, 3]> : tensor<3xui2>
  func.return
}

// -----

func.func @convert_ui8_to_ui4() {
  %operand = stablehlo.constant dense<[0, 1, 255]> : tensor<3xui8>
  %result = stablehlo.convert %operand : (tensor<3xui8>) -> tensor<3xui4>
  check.expect_eq_const %result, dense<[0, 1, 15]> : tensor<3xui4>
  func.return
}

// -----

func.func @convert_ui8_to_ui16() {
  %operand = stablehlo.constant dense<[0, 1, 255]> : tensor<3xui8>
  %result = stablehlo.convert %operand : (tensor<3xui8>) -> tensor<3xui16>
  check.expect_eq_const %result, dense<[0, 1, 255]> : tensor<3xui16>
  func.return
}

// -----

func.func @convert_ui8_to_ui32() {
  %operand = stablehlo.constant dense<[0, 1, 255]> : tensor<3xui8>
  %result = stablehlo.convert %operand : (tensor<3xui8>) -> tensor<3xui32>
  check.expect_eq_const %result, dense<[0, 1, 255]> : tensor<3xui32>
  func.return
}

// -----

func.func @convert_ui8_to_ui64() {
  %operand = stablehlo.constant dense<[0, 1, 255]> : tensor<3xui8>
  %result = stablehlo.convert %operand : (tensor<3xui8>) -> tensor<3xui64>
  check.expect_eq_const %result, dense<[0, 1, 255]> : tensor<3xui64>
  func.return
}

// -----

func.func @convert_ui8_to_i1() {
  %operand = stablehlo.constant dense<[0, 1, 255]> : tensor<3xui8>
  %result = stablehlo.convert %operand : (tensor<3xui8>) -> tensor<3xi1>
  check.expect_eq_const %result, dense<[false, true, true]> : tensor<3xi1>
  func.return
}

// -----

func.func @convert_ui8_to_f32() {
  %operand = stablehlo.constant dense<[0, 1, 255]> : tensor<3xui8>
  %result = stablehlo.convert %operand : (tensor<3xui8>) -> tensor<3xf32>
  check.expect_eq_const %result, dense<[0.0, 1.0, 255.0]> : tensor<3xf32>
  func.return
}

// -----

func.func @convert_ui8_to_f64() {
  %operand = stablehlo.constant dense<[0, 1, 255]> : tensor<3xui8>
  %result = stablehlo.convert %operand : (tensor<3xui8>) -> tensor<3xf64>
  check.expect_eq_const %result, dense<[0.0, 1.0, 255.0]> : tensor<3xf64>
  func.return
}

// -----

func.func @convert_ui16_to_i2() {
  %operand = stablehlo.constant dense<[0, 1, 65535]> : tensor<3xui16>
  %result = stablehlo.convert %operand : (tensor<3xui16>) -> tensor<3xi2>
  check.expect_eq_const %result, dense<[0, 1, -1]> : tensor<3xi2>
  func.return
}

// -----

func.func @convert_ui16_to_i4() {
  %operand = stablehlo.constant dense<[0, 1, 65535]> : tensor<3xui16>
  %result = stablehlo.convert %operand : (tensor<3xui16>) -> tensor<3xi4>
  check.expect_eq_const %result, dense<[0, 1, -1]> : tensor<3xi4>
  func.return
}

// -----

func.func @convert_ui16_to_i8() {
  %operand = stablehlo.constant dense<[0, 1, 65535]> : tensor<3xui16>
  %result = stablehlo.convert %operand : (tensor<3xui16>) -> tensor<3xi8>
  check.expect_eq_const %result, dense<[0, 1, -1]> : tensor<3xi8>
  func.return
}

// -----

func.func @convert_ui16_to_i16() {
  %operand = stablehlo.constant dense<[0, 1, 65535]> : tensor<3xui16>
  %result = stablehlo.convert %operand : (tensor<3xui16>) -> tensor<3xi16>
  check.expect_eq_const %result, dense<[0, 1, -1]> : tensor<3xi16>
  func.return
}

// -----

func.func @convert_ui16_to_i32() {
  %operand = stablehlo.constant dense<[0, 1, 65535]> : tensor<3xui16>
  %result = stablehlo.convert %operand : (tensor<3xui16>) -> tensor<3xi32>
  check.expect_eq_const %result, dense<[0, 1, 65535]> : tensor<3xi32>
  func.return
}

// -----

func.func @convert_ui16_to_i64() {
  %operand = stablehlo.constant dense<[0, 1, 65535]> : tensor<3xui16>
  %result = stablehlo.convert %operand : (tensor<3xui16>) -> tensor<3xi64>
  check.expect_eq_const %result, dense<[0, 1, 65535]> : tensor<3xi64>
  func.return
}

// -----

func.func @convert_ui16_to_ui2() {
  %operand = stablehlo.constant dense<[0, 1, 65535]> : tensor<3xui16>
  %result = stablehlo.convert %operand : (tensor<3xui16>) -> tensor<3xui2>
  check.expect_eq_const %result, dense<[0, 1, 3]> : tensor<3xui2>
  func.return
}

// -----

func.func @convert_ui16_to_ui4() {
  %operand = stablehlo.constant dense<[0, 1, 65535]> : tensor<3xui16>
  %result = stablehlo.convert %operand : (tensor<3xui16>) -> tensor<3xui4>
  check.expect_eq_const %result, dense<[0, 1, 15]> : tensor<3xui4>
  func.return
}

// -----

func.func @convert_ui16_to_ui8() {
  %operand = stablehlo.constant dense<[0, 1, 65535]> : tensor<3xui16>
  %result = stablehlo.convert %operand : (tensor<3xui16>) -> tensor<3xui8>
  check.expect_eq_const %result, dense<[0, 1, 255]> : tensor<3xui8>
  func.return
}

// -----

func.func @convert_ui16_to_ui32() {
  %operand = stablehlo.constant dense<[0, 1, 65535]> : tensor<3xui16>
  %result = stablehlo.convert %operand : (tensor<3xui16>) -> tensor<3xui32>
  check.expect_eq_const %result, dense<[0, 1, 65535]> : tensor<3xui32>
  func.return
}

// -----

func.func @convert_ui16_to_ui64() {
  %operand = stablehlo.constant dense<[0, 1, 65535]> : tensor<3xui16>
  %result = stablehlo.convert %operand : (tensor<3xui16>) -> tensor<3xui64>
  check.expect_eq_const %result, dense<[0, 1, 65535]> : tensor<3xui64>
  func.return
}

// -----

func.func @convert_ui16_to_i1() {
  %operand = stablehlo.constant dense<[0, 1, 65535]> : tensor<3xui16>
  %result = stablehlo.convert %operand : (tensor<3xui16>) -> tensor<3xi1>
  check.expect_eq_const %result, dense<[false, true, true]> : tensor<3xi1>
  func.return
}

// -----

func.func @convert_ui16_to_f32() {
  %operand = stablehlo.constant dense<[0, 1, 65535]> : tensor<3xui16>
  %result = stablehlo.convert %operand : (tensor<3xui16>) -> tensor<3xf32>
  check.expect_eq_const %result, dense<[0.0, 1.0, 65535.0]> : tensor<3xf32>
  func.return
}

// -----

func.func @convert_ui16_to_f64() {
  %operand = stablehlo.constant dense<[0, 1, 65535]> : tensor<3xui16>
  %result = stablehlo.convert %operand : (tensor<3xui16>) -> tensor<3xf64>
  check.expect_eq_const %result, dense<[0.0, 1.0, 65535.0]> : tensor<3xf64>
  func.return
}

// -----

func.func @convert_ui32_to_i2() {
  %operand = stablehlo.constant dense<[0, 1, 4294967295]> : tensor<3xui32>
  %result = stablehlo.convert %operand : (tensor<3xui32>) -> tensor<3xi2>
  check.expect_eq_const %result, dense<[0, 1, -1]> : tensor<3xi2>
  func.return
}

// -----

func.func @convert_ui32_to_i4() {
  %operand = stablehlo.constant dense<[0, 1, 4294967295]> : tensor<3xui32>
  %result = stablehlo.convert %operand : (tensor<3xui32>) -> tensor<3xi4>
  check.expect_eq_const %result, dense<[0, 1, -1]> : tensor<3xi4>
  func.return
}

// -----

func.func @convert_ui32_to_i8() {
  %operand = stablehlo.constant dense<[0, 1, 4294967295]> : tensor<3xui32>
  %result = stablehlo.convert %operand : (tensor<3xui32>) -> tensor<3xi8>
  check.expect_eq_const %result, dense<[0, 1, -1]> : tensor<3xi8>
  func.return
}

// -----

func.func @convert_ui32_to_i16() {
  %operand = stablehlo.constant dense<[0, 1, 4294967295]> : tensor<3xui32>
  %result = stablehlo.convert %operand : (tensor<3xui32>) -> tensor<3xi16>
  check.expect_eq_const %result, dense<[0, 1, -1]> : tensor<3xi16>
  func.return
}

// -----

func.func @convert_ui32_to_i32() {
  %operand = stablehlo.constant dense<[0, 1, 4294967295]> : tensor<3xui32>
  %result = stablehlo.convert %operand : (tensor<3xui32>) -> tensor<3xi32>
  check.expect_eq_const %result, dense<[0, 1, -1]> : tensor<3xi32>
  func.return
}

// -----

func.func @convert_ui32_to_i64() {
  %operand = stablehlo.constant dense<[0, 1, 4294967295]> : tensor<3xui32>
  %result = stablehlo.convert %operand : (tensor<3xui32>) -> tensor<3xi64>
  check.expect_eq_const %result, dense<[0, 1, 4294967295]> : tensor<3xi64>
  func.return
}

// -----

func.func @convert_ui32_to_ui2() {
  %operand = stablehlo.constant dense<[0, 1, 4294967295]> : tensor<3xui32>
  %result = stablehlo.convert %operand : (tensor<3xui32>) -> tensor<3xui2>
  check.expect_eq_const %result, dense<[0, 1, 3]> : tensor<3xui2>
  func.return
}

// -----

func.func @convert_ui32_to_ui4() {
  %operand = stablehlo.constant dense<[0, 1, 4294967295]> : tensor<3xui32>
  %result = stablehlo.convert %operand : (tensor<3xui32>) -> tensor<3xui4>
  check.expect_eq_const %result, dense<[0, 1, 15]> : tensor<3xui4>
  func.return
}

// -----

func.func @convert_ui32_to_ui8() {
  %operand = stablehlo.constant dense<[0, 1, 4294967295]> : tensor<3xui32>
  %result = stablehlo.convert %operand : (tensor<3xui32>) -> tensor<3xui8>
  check.expect_eq_const %result, dense<[0, 1, 255]> : tensor<3xui8>
  func.return
}

// -----

func.func @convert_ui32_to_ui16() {
  %operand = stablehlo.constant dense<[0, 1, 4294967295]> : tensor<3xui32>
  %result = stablehlo.convert %operand : (tensor<3xui32>) -> tensor<3xui16>
  check.expect_eq_const %result, dense<[0, 1, 65535]> : tensor<3xui16>
  func.return
}

// -----

func.func @convert_ui32_to_ui64() {
  %operand = stablehlo.constant dense<[0, 1, 4294967295]> : tensor<3xui32>
  %result = stablehlo.convert %operand : (tensor<3xui32>) -> tensor<3xui64>
  check.expect_eq_const %result, dense<[0, 1, 4294967295]> : tensor<3xui64>
  func.return
}

// -----

func.func @convert_ui32_to_i1() {
  %operand = stablehlo.constant dense<[0, 1, 4294967295]> : tensor<3xui32>
  %result = stablehlo.convert %operand : (tensor<3xui32>) -> tensor<3xi1>
  check.expect_eq_const %result, dense<[false, true, true]> : tensor<3xi1>
  func.return
}

// -----

func.func @convert_ui32_to_f32() {
  %operand = stablehlo.constant dense<[0, 1, 4294967295]> : tensor<3xui32>
  %result = stablehlo.convert %operand : (tensor<3xui32>) -> tensor<3xf32>
  check.expect_eq_const %result, dense<[0.0, 1.0, 4.2949673e+09]> : tensor<3xf32>
  func.return
}

// -----

func.func @convert_ui32_to_f64() {
  %operand = stablehlo.constant dense<[0, 1, 4294967295]> : tensor<3xui32>
  %result = stablehlo.convert %operand : (tensor<3xui32>) -> tensor<3xf64>
  check.expect_eq_const %result, dense<[0.0, 1.0, 4294967295.0]> : tensor<3xf64>
  func.return
}

// -----

func.func @convert_ui64_to_i2() {
  %operand = stablehlo.constant dense<[0, 1, 18446744073709551615]> : tensor<3xui64>
  %result = stablehlo.convert %operand : (tensor<3xui64>) -> tensor<3xi2>
  check.expect_eq_const %result, dense<[0, 1, -1]> : tensor<3xi2>
  func.return
}

// -----

func.func @convert_ui64_to_i4() {
  %operand = stablehlo.constant dense<[0, 1, 18446744073709551615]> : tensor<3xui64>
  %result = stablehlo.convert %operand : (tensor<3xui64>) -> tensor<3xi4>
  check.expect_eq_const %result, dense<[0, 1, -1]> : tensor<3xi4>
  func.return
}

// -----

func.func @convert_ui64_to_i8() {
  %operand = stablehlo.constant dense<[0, 1, 18446744073709551615]> : tensor<3xui64>
  %result = stablehlo.convert %operand : (tensor<3xui64>) -> tensor<3xi8>
  check.expect_eq_const %result, dense<[0, 1, -1]> : tensor<3xi8>
  func.return
}

// -----

func.func @convert_ui64_to_i16() {
  %operand = stablehlo.constant dense<[0, 1, 18446744073709551615]> : tensor<3xui64>
  %result = stablehlo.convert %operand : (tensor<3xui64>) -> tensor<3xi16>
  check.expect_eq_const %result, dense<[0, 1, -1]> : tensor<3xi16>
  func.return
}

// -----

func.func @convert_ui64_to_i32() {
  %operand = stablehlo.constant dense<[0, 1, 18446744073709551615]> : tensor<3xui64>
  %result = stablehlo.convert %operand : (tensor<3xui64>) -> tensor<3xi32>
  check.expect_eq_const %result, dense<[0, 1, -1]> : tensor<3xi32>
  func.return
}

// -----

func.func @convert_ui64_to_i64() {
  %operand = stablehlo.constant dense<[0, 1, 18446744073709551615]> : tensor<3xui64>
  %result = stablehlo.convert %operand : (tensor<3xui64>) -> tensor<3xi64>
  check.expect_eq_const %result, dense<[0, 1, -1]> : tensor<3xi64>
  func.return
}

// -----

func.func @convert_ui64_to_ui2() {
  %operand = stablehlo.constant dense<[0, 1, 18446744073709551615]> : tensor<3xui64>
  %result = stablehlo.convert %operand : (tensor<3xui64>) -> tensor<3xui2>
  check.expect_eq_const %result, dense<[0, 1, 3]> : tensor<3xui2>
  func.return
}

// -----

func.func @convert_ui64_to_ui4() {
  %operand = stablehlo.constant dense<[0, 1, 18446744073709551615]> : tensor<3xui64>
  %result = stablehlo.convert %operand : (tensor<3xui64>) -> tensor<3xui4>
  check.expect_eq_const %result, dense<[0, 1, 15]> : tensor<3xui4>
  func.return
}

// -----

func.func @convert_ui64_to_ui8() {
  %operand = stablehlo.constant dense<[0, 1, 18446744073709551615]> : tensor<3xui64>
  %result = stablehlo.convert %operand : (tensor<3xui64>) -> tensor<3xui8>
  check.expect_eq_const %result, dense<[0, 1, 255]> : tensor<3xui8>
  func.return
}

// -----

func.func @convert_ui64_to_ui16() {
  %operand = stablehlo.constant dense<[0, 1, 18446744073709551615]> : tensor<3xui64>
  %result = stablehlo.convert %operand : (tensor<3xui64>) -> tensor<3xui16>
  check.expect_eq_const %result, dense<[0, 1, 65535]> : tensor<3xui16>
  func.return
}

// -----

func.func @convert_ui64_to_ui32() {
  %operand = stablehlo.constant dense<[0, 1, 18446744073709551615]> : tensor<3xui64>
  %result = stablehlo.convert %operand : (tensor<3xui64>) -> tensor<3xui32>
  check.expect_eq_const %result, dense<[0, 1, 4294967295]> : tensor<3xui32>
  func.return
}

// -----

func.func @convert_ui64_to_i1() {
  %operand = stablehlo.constant dense<[0, 1, 18446744073709551615]> : tensor<3xui64>
  %result = stablehlo.convert %operand : (tensor<3xui64>) -> tensor<3xi1>
  check.expect_eq_const %result, dense<[false, true, true]> : tensor<3xi1>
  func.return
}

// -----

func.func @convert_ui64_to_f32() {
  %operand = stablehlo.constant dense<[0, 1, 18446744073709551615]> : tensor<3xui64>
  %result = stablehlo.convert %operand : (tensor<3xui64>) -> tensor<3xf32>
  check.expect_eq_const %result, dense<[0.0, 1.0, 1.8446744e+19]> : tensor<3xf32>
  func.return
}

// -----

func.func @convert_ui64_to_f64() {
  %operand = stablehlo.constant dense<[0, 1, 18446744073709551615]> : tensor<3xui64>
  %result = stablehlo.convert %operand : (tensor<3xui64>) -> tensor<3xf64>
  check.expect_eq_const %result, dense<[0.0, 1.0, 1.8446744073709552e+19]> : tensor<3xf64>
  func.return
}

// -----

func.func @convert_f16_to_i2() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7E00, 0x7C00, 0xFC00]> : tensor<9xf16>
  %result = stablehlo.convert %operand : (tensor<9xf16>) -> tensor<9xi2>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 1, -2, 0, 1, -2]> : tensor<9xi2>
  func.return
}

// -----

func.func @convert_f16_to_i4() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7E00, 0x7C00, 0xFC00]> : tensor<9xf16>
  %result = stablehlo.convert %operand : (tensor<9xf16>) -> tensor<9xi4>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 7, -8, 0, 7, -8]> : tensor<9xi4>
  func.return
}

// -----

func.func @convert_f16_to_i8() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7E00, 0x7C00, 0xFC00]> : tensor<9xf16>
  %result = stablehlo.convert %operand : (tensor<9xf16>) -> tensor<9xi8>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 100, -100, 0, 127, -128]> : tensor<9xi8>
  func.return
}

// -----

func.func @convert_f16_to_i16() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7E00, 0x7C00, 0xFC00]> : tensor<9xf16>
  %result = stablehlo.convert %operand : (tensor<9xf16>) -> tensor<9xi16>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 100, -100, 0, 32767, -32768]> : tensor<9xi16>
  func.return
}

// -----

func.func @convert_f16_to_i32() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7E00, 0x7C00, 0xFC00]> : tensor<9xf16>
  %result = stablehlo.convert %operand : (tensor<9xf16>) -> tensor<9xi32>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 100, -100, 0, 2147483647, -2147483648]> : tensor<9xi32>
  func.return
}

// -----

func.func @convert_f16_to_i64() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7E00, 0x7C00, 0xFC00]> : tensor<9xf16>
  %result = stablehlo.convert %operand : (tensor<9xf16>) -> tensor<9xi64>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 100, -100, 0, 9223372036854775807, -9223372036854775808]> : tensor<9xi64>
  func.return
}

// -----

func.func @convert_f16_to_ui2() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7E00, 0x7C00, 0xFC00]> : tensor<9xf16>
  %result = stablehlo.convert %operand : (tensor<9xf16>) -> tensor<9xui2>
  check.expect_eq_const %result, dense<[0, 0, 1, 0, 3, 0, 0, 3, 0]> : tensor<9xui2>
  func.return
}

// -----

func.func @convert_f16_to_ui4() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7E00, 0x7C00, 0xFC00]> : tensor<9xf16>
  %result = stablehlo.convert %operand : (tensor<9xf16>) -> tensor<9xui4>
  check.expect_eq_const %result, dense<[0, 0, 1, 0, 15, 0, 0, 15, 0]> : tensor<9xui4>
  func.return
}

// -----

func.func @convert_f16_to_ui8() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7E00, 0x7C00, 0xFC00]> : tensor<9xf16>
  %result = stablehlo.convert %operand : (tensor<9xf16>) -> tensor<9xui8>
  check.expect_eq_const %result, dense<[0, 0, 1, 0, 100, 0, 0, 255, 0]> : tensor<9xui8>
  func.return
}

// -----

func.func @convert_f16_to_ui16() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7E00, 0x7C00, 0xFC00]> : tensor<9xf16>
  %result = stablehlo.convert %operand : (tensor<9xf16>) -> tensor<9xui16>
  check.expect_eq_const %result, dense<[0, 0, 1, 0, 100, 0, 0, 65535, 0]> : tensor<9xui16>
  func.return
}

// -----

func.func @convert_f16_to_ui32() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7E00, 0x7C00, 0xFC00]> : tensor<9xf16>
  %result = stablehlo.convert %operand : (tensor<9xf16>) -> tensor<9xui32>
  check.expect_eq_const %result, dense<[0, 0, 1, 0, 100, 0, 0, 4294967295, 0]> : tensor<9xui32>
  func.return
}

// -----

func.func @convert_f16_to_ui64() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7E00, 0x7C00, 0xFC00]> : tensor<9xf16>
  %result = stablehlo.convert %operand : (tensor<9xf16>) -> tensor<9xui64>
  check.expect_eq_const %result, dense<[0, 0, 1, 0, 100, 0, 0, 18446744073709551615, 0]> : tensor<9xui64>
  func.return
}

// -----

func.func @convert_f16_to_i1() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0.001, 0x7E00]> : tensor<4xf16>
  %result = stablehlo.convert %operand : (tensor<4xf16>) -> tensor<4xi1>
  check.expect_eq_const %result, dense<[false, false, true, true]> : tensor<4xi1>
  func.return
}

// -----

func.func @convert_bf16_to_i2() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FC0, 0x7F80, 0xFF80]> : tensor<9xbf16>
  %result = stablehlo.convert %operand : (tensor<9xbf16>) -> tensor<9xi2>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 1, -2, 0, 1, -2]> : tensor<9xi2>
  func.return
}

// -----

func.func @convert_bf16_to_i4() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FC0, 0x7F80, 0xFF80]> : tensor<9xbf16>
  %result = stablehlo.convert %operand : (tensor<9xbf16>) -> tensor<9xi4>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 7, -8, 0, 7, -8]> : tensor<9xi4>
  func.return
}

// -----

func.func @convert_bf16_to_i8() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FC0, 0x7F80, 0xFF80]> : tensor<9xbf16>
  %result = stablehlo.convert %operand : (tensor<9xbf16>) -> tensor<9xi8>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 100, -100, 0, 127, -128]> : tensor<9xi8>
  func.return
}

// -----

func.func @convert_bf16_to_i16() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FC0, 0x7F80, 0xFF80]> : tensor<9xbf16>
  %result = stablehlo.convert %operand : (tensor<9xbf16>) -> tensor<9xi16>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 100, -100, 0, 32767, -32768]> : tensor<9xi16>
  func.return
}

// -----

func.func @convert_bf16_to_i32() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FC0, 0x7F80, 0xFF80]> : tensor<9xbf16>
  %result = stablehlo.convert %operand : (tensor<9xbf16>) -> tensor<9xi32>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 100, -100, 0, 2147483647, -2147483648]> : tensor<9xi32>
  func.return
}

// -----

func.func @convert_bf16_to_i64() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FC0, 0x7F80, 0xFF80]> : tensor<9xbf16>
  %result = stablehlo.convert %operand : (tensor<9xbf16>) -> tensor<9xi64>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 100, -100, 0, 9223372036854775807, -9223372036854775808]> : tensor<9xi64>
  func.return
}

// -----

func.func @convert_bf16_to_ui2() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FC0, 0x7F80, 0xFF80]> : tensor<9xbf16>
  %result = stablehlo.convert %operand : (tensor<9xbf16>) -> tensor<9xui2>
  check.expect_eq_const %result, dense<[0, 0, 1, 0, 3, 0, 0, 3, 0]> : tensor<9xui2>
  func.return
}

// -----

func.func @convert_bf16_to_ui4() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FC0, 0x7F80, 0xFF80]> : tensor<9xbf16>
  %result = stablehlo.convert %operand : (tensor<9xbf16>) -> tensor<9xui4>
  check.expect_eq_const %result, dense<[0, 0, 1, 0, 15, 0, 0, 15, 0]> : tensor<9xui4>
  func.return
}

// -----

func.func @convert_bf16_to_ui8() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FC0, 0x7F80, 0xFF80]> : tensor<9xbf16>
  %result = stablehlo.convert %operand : (tensor<9xbf16>) -> tensor<9xui8>
  check.expect_eq_const %result, dense<[0, 0, 1, 0, 100, 0, 0, 255, 0]> : tensor<9xui8>
  func.return
}

// -----

func.func @convert_bf16_to_ui16() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FC0, 0x7F80, 0xFF80]> : tensor<9xbf16>
  %result = stablehlo.convert %operand : (tensor<9xbf16>) -> tensor<9xui16>
  check.expect_eq_const %result, dense<[0, 0, 1, 0, 100, 0, 0, 65535, 0]> : tensor<9xui16>
  func.return
}

// -----

func.func @convert_bf16_to_ui32() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FC0, 0x7F80, 0xFF80]> : tensor<9xbf16>
  %result = stablehlo.convert %operand : (tensor<9xbf16>) -> tensor<9xui32>
  check.expect_eq_const %result, dense<[0, 0, 1, 0, 100, 0, 0, 4294967295, 0]> : tensor<9xui32>
  func.return
}

// -----

func.func @convert_bf16_to_ui64() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FC0, 0x7F80, 0xFF80]> : tensor<9xbf16>
  %result = stablehlo.convert %operand : (tensor<9xbf16>) -> tensor<9xui64>
  check.expect_eq_const %result, dense<[0, 0, 1, 0, 100, 0, 0, 18446744073709551615, 0]> : tensor<9xui64>
  func.return
}

// -----

func.func @convert_bf16_to_i1() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0.001, 0x7FC0]> : tensor<4xbf16>
  %result = stablehlo.convert %operand : (tensor<4xbf16>) -> tensor<4xi1>
  check.expect_eq_const %result, dense<[false, false, true, true]> : tensor<4xi1>
  func.return
}

// -----

func.func @convert_f32_to_i2() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<9xf32>
  %result = stablehlo.convert %operand : (tensor<9xf32>) -> tensor<9xi2>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 1, -2, 0, 1, -2]> : tensor<9xi2>
  func.return
}

// -----

func.func @convert_f32_to_i4() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<9xf32>
  %result = stablehlo.convert %operand : (tensor<9xf32>) -> tensor<9xi4>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 7, -8, 0, 7, -8]> : tensor<9xi4>
  func.return
}

// -----

func.func @convert_f32_to_i8() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<9xf32>
  %result = stablehlo.convert %operand : (tensor<9xf32>) -> tensor<9xi8>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 100, -100, 0, 127, -128]> : tensor<9xi8>
  func.return
}

// -----

func.func @convert_f32_to_i16() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<9xf32>
  %result = stablehlo.convert %operand : (tensor<9xf32>) -> tensor<9xi16>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 100, -100, 0, 32767, -32768]> : tensor<9xi16>
  func.return
}

// -----

func.func @convert_f32_to_i32() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<9xf32>
  %result = stablehlo.convert %operand : (tensor<9xf32>) -> tensor<9xi32>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 100, -100, 0, 2147483647, -2147483648]> : tensor<9xi32>
  func.return
}

// -----

func.func @convert_f32_to_i64() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<9xf32>
  %result = stablehlo.convert %operand : (tensor<9xf32>) -> tensor<9xi64>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 100, -100, 0, 9223372036854775807, -9223372036854775808]> : tensor<9xi64>
  func.return
}

// -----

func.func @convert_f32_to_ui2() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<9xf32>
  %result = stablehlo.convert %operand : (tensor<9xf32>) -> tensor<9xui2>
  check.expect_eq_const %result, dense<[0, 0, 1, 0, 3, 0, 0, 3, 0]> : tensor<9xui2>
  func.return
}

// -----

func.func @convert_f32_to_ui4() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<9xf32>
  %result = stablehlo.convert %operand : (tensor<9xf32>) -> tensor<9xui4>
  check.expect_eq_const %result, dense<[0, 0, 1, 0, 15, 0, 0, 15, 0]> : tensor<9xui4>
  func.return
}

// -----

func.func @convert_f32_to_ui8() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<9xf32>
  %result = stablehlo.convert %operand : (tensor<9xf32>) -> tensor<9xui8>
  check.expect_eq_const %result, dense<[0, 0, 1, 0, 100, 0, 0, 255, 0]> : tensor<9xui8>
  func.return
}

// -----

func.func @convert_f32_to_ui16() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<9xf32>
  %result = stablehlo.convert %operand : (tensor<9xf32>) -> tensor<9xui16>
  check.expect_eq_const %result, dense<[0, 0, 1, 0, 100, 0, 0, 65535, 0]> : tensor<9xui16>
  func.return
}

// -----

func.func @convert_f32_to_ui32() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<9xf32>
  %result = stablehlo.convert %operand : (tensor<9xf32>) -> tensor<9xui32>
  check.expect_eq_const %result, dense<[0, 0, 1, 0, 100, 0, 0, 4294967295, 0]> : tensor<9xui32>
  func.return
}

// -----

func.func @convert_f32_to_ui64() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<9xf32>
  %result = stablehlo.convert %operand : (tensor<9xf32>) -> tensor<9xui64>
  check.expect_eq_const %result, dense<[0, 0, 1, 0, 100, 0, 0, 18446744073709551615, 0]> : tensor<9xui64>
  func.return
}

// -----

func.func @convert_f32_to_i1() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0.001, 0x7FC00000]> : tensor<4xf32>
  %result = stablehlo.convert %operand : (tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %result, dense<[false, false, true, true]> : tensor<4xi1>
  func.return
}

// -----

func.func @convert_f64_to_i2() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<9xf64>
  %result = stablehlo.convert %operand : (tensor<9xf64>) -> tensor<9xi2>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 1, -2, 0, 1, -2]> : tensor<9xi2>
  func.return
}

// -----

func.func @convert_f64_to_i4() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<9xf64>
  %result = stablehlo.convert %operand : (tensor<9xf64>) -> tensor<9xi4>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 7, -8, 0, 7, -8]> : tensor<9xi4>
  func.return
}

// -----

func.func @convert_f64_to_i8() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<9xf64>
  %result = stablehlo.convert %operand : (tensor<9xf64>) -> tensor<9xi8>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 100, -100, 0, 127, -128]> : tensor<9xi8>
  func.return
}

// -----

func.func @convert_f64_to_i16() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<9xf64>
  %result = stablehlo.convert %operand : (tensor<9xf64>) -> tensor<9xi16>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 100, -100, 0, 32767, -32768]> : tensor<9xi16>
  func.return
}

// -----

func.func @convert_f64_to_i32() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<9xf64>
  %result = stablehlo.convert %operand : (tensor<9xf64>) -> tensor<9xi32>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 100, -100, 0, 2147483647, -2147483648]> : tensor<9xi32>
  func.return
}

// -----

func.func @convert_f64_to_i64() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<9xf64>
  %result = stablehlo.convert %operand : (tensor<9xf64>) -> tensor<9xi64>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 100, -100, 0, 9223372036854775807, -9223372036854775808]> : tensor<9xi64>
  func.return
}

// -----

func.func @convert_f64_to_ui2() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<9xf64>
  %result = stablehlo.convert %operand : (tensor<9xf64>) -> tensor<9xui2>
  check.expect_eq_const %result, dense<[0, 0, 1, 0, 3, 0, 0, 3, 0]> : tensor<9xui2>
  func.return
}

// -----

func.func @convert_f64_to_ui4() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<9xf64>
  %result = stablehlo.convert %operand : (tensor<9xf64>) -> tensor<9xui4>
  check.expect_eq_const %result, dense<[0, 0, 1, 0, 15, 0, 0, 15, 0]> : tensor<9xui4>
  func.return
}

// -----

func.func @convert_f64_to_ui8() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<9xf64>
  %result = stablehlo.convert %operand : (tensor<9xf64>) -> tensor<9xui8>
  check.expect_eq_const %result, dense<[0, 0, 1, 0, 100, 0, 0, 255, 0]> : tensor<9xui8>
  func.return
}

// -----

func.func @convert_f64_to_ui16() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<9xf64>
  %result = stablehlo.convert %operand : (tensor<9xf64>) -> tensor<9xui16>
  check.expect_eq_const %result, dense<[0, 0, 1, 0, 100, 0, 0, 65535, 0]> : tensor<9xui16>
  func.return
}

// -----

func.func @convert_f64_to_ui32() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<9xf64>
  %result = stablehlo.convert %operand : (tensor<9xf64>) -> tensor<9xui32>
  check.expect_eq_const %result, dense<[0, 0, 1, 0, 100, 0, 0, 4294967295, 0]> : tensor<9xui32>
  func.return
}

// -----

func.func @convert_f64_to_ui64() {
  %operand = stablehlo.constant dense<[0.0, -0.75, 1.99, -1.99, 100.5, -100.5, 0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<9xf64>
  %result = stablehlo.convert %operand : (tensor<9xf64>) -> tensor<9xui64>
  check.expect_eq_const %result, dense<[0, 0, 1, 0, 100, 0, 0, 18446744073709551615, 0]> : tensor<9xui64>
  func.return
}

// -----

func.func @convert_f64_to_i1() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0.001, 0x7FF8000000000000]> : tensor<4xf64>
  %result = stablehlo.convert %operand : (tensor<4xf64>) -> tensor<4xi1>
  check.expect_eq_const %result, dense<[false, false, true, true]> : tensor<4xi1>
  func.return
}

// -----

func.func @convert_f32_to_i64_edges() {
  %operand = stablehlo.constant dense<[9.2233715e+18, 9.223372e+18, -9.223372e+18, 1.0e+30]> : tensor<4xf32>
  %result = stablehlo.convert %operand : (tensor<4xf32>) -> tensor<4xi64>
  check.expect_eq_const %result, dense<[9223371487098961920, 9223372036854775807, -9223372036854775808, 9223372036854775807]> : tensor<4xi64>
  func.return
}

// -----

func.func @convert_f64_to_ui64_edges() {
  %operand = stablehlo.constant dense<[1.844674407370955e+19, 1.8446744073709552e+19, -0.5, -5.0]> : tensor<4xf64>
  %result = stablehlo.convert %operand : (tensor<4xf64>) -> tensor<4xui64>
  check.expect_eq_const %result, dense<[18446744073709549568, 18446744073709551615, 0, 0]> : tensor<4xui64>
  func.return
}

// -----

func.func @convert_f64_to_i32_edges() {
  %operand = stablehlo.constant dense<[2147483647.5, 2147483648.0, -2147483648.5, -2147483649.0]> : tensor<4xf64>
  %result = stablehlo.convert %operand : (tensor<4xf64>) -> tensor<4xi32>
  check.expect_eq_const %result, dense<[2147483647, 2147483647, -2147483648, -2147483648]> : tensor<4xi32>
  func.return
}

// -----

func.func @convert_i1_to_i8() {
  %operand = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %result = stablehlo.convert %operand : (tensor<2xi1>) -> tensor<2xi8>
  check.expect_eq_const %result, dense<[0, 1]> : tensor<2xi8>
  func.return
}

// -----

func.func @convert_i1_to_ui8() {
  %operand = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %result = stablehlo.convert %operand : (tensor<2xi1>) -> tensor<2xui8>
  check.expect_eq_const %result, dense<[0, 1]> : tensor<2xui8>
  func.return
}

// -----

func.func @convert_i1_to_i64() {
  %operand = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %result = stablehlo.convert %operand : (tensor<2xi1>) -> tensor<2xi64>
  check.expect_eq_const %result, dense<[0, 1]> : tensor<2xi64>
  func.return
}

// -----

func.func @convert_i1_to_f32() {
  %operand = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %result = stablehlo.convert %operand : (tensor<2xi1>) -> tensor<2xf32>
  check.expect_eq_const %result, dense<[0.0, 1.0]> : tensor<2xf32>
  func.return
}

// -----

func.func @convert_i1_to_f64() {
  %operand = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %result = stablehlo.convert %operand : (tensor<2xi1>) -> tensor<2xf64>
  check.expect_eq_const %result, dense<[0.0, 1.0]> : tensor<2xf64>
  func.return
}

// -----

func.func @convert_i1_to_bf16() {
  %operand = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %result = stablehlo.convert %operand : (tensor<2xi1>) -> tensor<2xbf16>
  check.expect_eq_const %result, dense<[0.0, 1.0]> : tensor<2xbf16>
  func.return
}

// -----

func.func @convert_i1_to_f16() {
  %operand = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %result = stablehlo.convert %operand : (tensor<2xi1>) -> tensor<2xf16>
  check.expect_eq_const %result, dense<[0.0, 1.0]> : tensor<2xf16>
  func.return
}

// -----

func.func @convert_i1_to_i4() {
  %operand = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %result = stablehlo.convert %operand : (tensor<2xi1>) -> tensor<2xi4>
  check.expect_eq_const %result, dense<[0, 1]> : tensor<2xi4>
  func.return
}

// -----

func.func @convert_i1_to_ui2() {
  %operand = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %result = stablehlo.convert %operand : (tensor<2xi1>) -> tensor<2xui2>
  check.expect_eq_const %result, dense<[0, 1]> : tensor<2xui2>
  func.return
}

// -----

func.func @convert_i1_to_f8E5M2() {
  %operand = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %result = stablehlo.convert %operand : (tensor<2xi1>) -> tensor<2xf8E5M2>
  check.expect_eq_const %result, dense<[0.0, 1.0]> : tensor<2xf8E5M2>
  func.return
}

// -----

func.func @convert_i1_to_f4E2M1FN() {
  %operand = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %result = stablehlo.convert %operand : (tensor<2xi1>) -> tensor<2xf4E2M1FN>
  check.expect_eq_const %result, dense<[0.0, 1.0]> : tensor<2xf4E2M1FN>
  func.return
}

// -----

func.func @convert_f32_to_f4E2M1FN() {
  %operand = stablehlo.constant dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.75, 3.25, 5.0, 0.0625, 1.1875, 1.0625, -7.5]> : tensor<13xf32>
  %result = stablehlo.convert %operand : (tensor<13xf32>) -> tensor<13xf4E2M1FN>
  check.expect_eq_const %result, dense<[0.0, 1.0, -1.0, 1.5, 0.5, -0.5, 3.0, 3.0, 4.0, 0.0, 1.0, 1.0, -6.0]> : tensor<13xf4E2M1FN>
  func.return
}

// -----

func.func @convert_f64_to_f4E2M1FN() {
  %operand = stablehlo.constant dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.75, 3.25, 5.0, 0.0625, 1.1875, 1.0625, -7.5]> : tensor<13xf64>
  %result = stablehlo.convert %operand : (tensor<13xf64>) -> tensor<13xf4E2M1FN>
  check.expect_eq_const %result, dense<[0.0, 1.0, -1.0, 1.5, 0.5, -0.5, 3.0, 3.0, 4.0, 0.0, 1.0, 1.0, -6.0]> : tensor<13xf4E2M1FN>
  func.return
}

// -----

func.func @convert_f4E2M1FN_to_f32() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf4E2M1FN>
  %result = stablehlo.convert %operand : (tensor<5xf4E2M1FN>) -> tensor<5xf32>
  check.expect_eq_const %result, dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf32>
  func.return
}

// -----

func.func @convert_f4E2M1FN_to_f64() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf4E2M1FN>
  %result = stablehlo.convert %operand : (tensor<5xf4E2M1FN>) -> tensor<5xf64>
  check.expect_eq_const %result, dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf64>
  func.return
}

// -----

func.func @convert_f4E2M1FN_to_i8() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf4E2M1FN>
  %result = stablehlo.convert %operand : (tensor<5xf4E2M1FN>) -> tensor<5xi8>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 3]> : tensor<5xi8>
  func.return
}

// -----

func.func @convert_i8_to_f4E2M1FN() {
  %operand = stablehlo.constant dense<[0, 1, -2, 3]> : tensor<4xi8>
  %result = stablehlo.convert %operand : (tensor<4xi8>) -> tensor<4xf4E2M1FN>
  check.expect_eq_const %result, dense<[0.0, 1.0, -2.0, 3.0]> : tensor<4xf4E2M1FN>
  func.return
}

// -----

func.func @convert_f32_to_f6E2M3FN() {
  %operand = stablehlo.constant dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.75, 3.25, 5.0, 0.0625, 1.1875, 1.0625, -7.5]> : tensor<13xf32>
  %result = stablehlo.convert %operand : (tensor<13xf32>) -> tensor<13xf6E2M3FN>
  check.expect_eq_const %result, dense<[0.0, 1.0, -1.0, 1.5, 0.2, -0.2, 2.8, 3.2, 5.0, 0.0, 1.2, 1.0, -8.0]> : tensor<13xf6E2M3FN>
  func.return
}

// -----

func.func @convert_f64_to_f6E2M3FN() {
  %operand = stablehlo.constant dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.75, 3.25, 5.0, 0.0625, 1.1875, 1.0625, -7.5]> : tensor<13xf64>
  %result = stablehlo.convert %operand : (tensor<13xf64>) -> tensor<13xf6E2M3FN>
  check.expect_eq_const %result, dense<[0.0, 1.0, -1.0, 1.5, 0.2, -0.2, 2.8, 3.2, 5.0, 0.0, 1.2, 1.0, -8.0]> : tensor<13xf6E2M3FN>
  func.return
}

// -----

func.func @convert_f6E2M3FN_to_f32() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf6E2M3FN>
  %result = stablehlo.convert %operand : (tensor<5xf6E2M3FN>) -> tensor<5xf32>
  check.expect_eq_const %result, dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf32>
  func.return
}

// -----

func.func @convert_f6E2M3FN_to_f64() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf6E2M3FN>
  %result = stablehlo.convert %operand : (tensor<5xf6E2M3FN>) -> tensor<5xf64>
  check.expect_eq_const %result, dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf64>
  func.return
}

// -----

func.func @convert_f6E2M3FN_to_i8() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf6E2M3FN>
  %result = stablehlo.convert %operand : (tensor<5xf6E2M3FN>) -> tensor<5xi8>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 3]> : tensor<5xi8>
  func.return
}

// -----

func.func @convert_i8_to_f6E2M3FN() {
  %operand = stablehlo.constant dense<[0, 1, -2, 3]> : tensor<4xi8>
  %result = stablehlo.convert %operand : (tensor<4xi8>) -> tensor<4xf6E2M3FN>
  check.expect_eq_const %result, dense<[0.0, 1.0, -2.0, 3.0]> : tensor<4xf6E2M3FN>
  func.return
}

// -----

func.func @convert_f32_to_f6E3M2FN() {
  %operand = stablehlo.constant dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.75, 3.25, 5.0, 0.0625, 1.1875, 1.0625, -7.5]> : tensor<13xf32>
  %result = stablehlo.convert %operand : (tensor<13xf32>) -> tensor<13xf6E3M2FN>
  check.expect_eq_const %result, dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 3.0, 3.0, 5.0, 0.06, 1.2, 1.0, -8.0]> : tensor<13xf6E3M2FN>
  func.return
}

// -----

func.func @convert_f64_to_f6E3M2FN() {
  %operand = stablehlo.constant dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.75, 3.25, 5.0, 0.0625, 1.1875, 1.0625, -7.5]> : tensor<13xf64>
  %result = stablehlo.convert %operand : (tensor<13xf64>) -> tensor<13xf6E3M2FN>
  check.expect_eq_const %result, dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 3.0, 3.0, 5.0, 0.06, 1.2, 1.0, -8.0]> : tensor<13xf6E3M2FN>
  func.return
}

// -----

func.func @convert_f6E3M2FN_to_f32() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf6E3M2FN>
  %result = stablehlo.convert %operand : (tensor<5xf6E3M2FN>) -> tensor<5xf32>
  check.expect_eq_const %result, dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf32>
  func.return
}

// -----

func.func @convert_f6E3M2FN_to_f64() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf6E3M2FN>
  %result = stablehlo.convert %operand : (tensor<5xf6E3M2FN>) -> tensor<5xf64>
  check.expect_eq_const %result, dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf64>
  func.return
}

// -----

func.func @convert_f6E3M2FN_to_i8() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf6E3M2FN>
  %result = stablehlo.convert %operand : (tensor<5xf6E3M2FN>) -> tensor<5xi8>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 3]> : tensor<5xi8>
  func.return
}

// -----

func.func @convert_i8_to_f6E3M2FN() {
  %operand = stablehlo.constant dense<[0, 1, -2, 3]> : tensor<4xi8>
  %result = stablehlo.convert %operand : (tensor<4xi8>) -> tensor<4xf6E3M2FN>
  check.expect_eq_const %result, dense<[0.0, 1.0, -2.0, 3.0]> : tensor<4xf6E3M2FN>
  func.return
}

// -----

func.func @convert_f32_to_f8E3M4() {
  %operand = stablehlo.constant dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.75, 3.25, 5.0, 0.0625, 1.1875, 1.0625, -7.5]> : tensor<13xf32>
  %result = stablehlo.convert %operand : (tensor<13xf32>) -> tensor<13xf8E3M4>
  check.expect_eq_const %result, dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.8, 3.2, 5.0, 0.06, 1.2, 1.06, -7.5]> : tensor<13xf8E3M4>
  func.return
}

// -----

func.func @convert_f64_to_f8E3M4() {
  %operand = stablehlo.constant dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.75, 3.25, 5.0, 0.0625, 1.1875, 1.0625, -7.5]> : tensor<13xf64>
  %result = stablehlo.convert %operand : (tensor<13xf64>) -> tensor<13xf8E3M4>
  check.expect_eq_const %result, dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.8, 3.2, 5.0, 0.06, 1.2, 1.06, -7.5]> : tensor<13xf8E3M4>
  func.return
}

// -----

func.func @convert_f8E3M4_to_f32() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf8E3M4>
  %result = stablehlo.convert %operand : (tensor<5xf8E3M4>) -> tensor<5xf32>
  check.expect_eq_const %result, dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf32>
  func.return
}

// -----

func.func @convert_f8E3M4_to_f64() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf8E3M4>
  %result = stablehlo.convert %operand : (tensor<5xf8E3M4>) -> tensor<5xf64>
  check.expect_eq_const %result, dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf64>
  func.return
}

// -----

func.func @convert_f8E3M4_to_i8() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf8E3M4>
  %result = stablehlo.convert %operand : (tensor<5xf8E3M4>) -> tensor<5xi8>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 3]> : tensor<5xi8>
  func.return
}

// -----

func.func @convert_i8_to_f8E3M4() {
  %operand = stablehlo.constant dense<[0, 1, -2, 3]> : tensor<4xi8>
  %result = stablehlo.convert %operand : (tensor<4xi8>) -> tensor<4xf8E3M4>
  check.expect_eq_const %result, dense<[0.0, 1.0, -2.0, 3.0]> : tensor<4xf8E3M4>
  func.return
}

// -----

func.func @convert_f32_to_f8E4M3() {
  %operand = stablehlo.constant dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.75, 3.25, 5.0, 0.0625, 1.1875, 1.0625, -7.5]> : tensor<13xf32>
  %result = stablehlo.convert %operand : (tensor<13xf32>) -> tensor<13xf8E4M3>
  check.expect_eq_const %result, dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.8, 3.2, 5.0, 0.062, 1.2, 1.0, -7.5]> : tensor<13xf8E4M3>
  func.return
}

// -----

func.func @convert_f64_to_f8E4M3() {
  %operand = stablehlo.constant dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.75, 3.25, 5.0, 0.0625, 1.1875, 1.0625, -7.5]> : tensor<13xf64>
  %result = stablehlo.convert %operand : (tensor<13xf64>) -> tensor<13xf8E4M3>
  check.expect_eq_const %result, dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.8, 3.2, 5.0, 0.062, 1.2, 1.0, -7.5]> : tensor<13xf8E4M3>
  func.return
}

// -----

func.func @convert_f8E4M3_to_f32() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf8E4M3>
  %result = stablehlo.convert %operand : (tensor<5xf8E4M3>) -> tensor<5xf32>
  check.expect_eq_const %result, dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf32>
  func.return
}

// -----

func.func @convert_f8E4M3_to_f64() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf8E4M3>
  %result = stablehlo.convert %operand : (tensor<5xf8E4M3>) -> tensor<5xf64>
  check.expect_eq_const %result, dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf64>
  func.return
}

// -----

func.func @convert_f8E4M3_to_i8() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf8E4M3>
  %result = stablehlo.convert %operand : (tensor<5xf8E4M3>) -> tensor<5xi8>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 3]> : tensor<5xi8>
  func.return
}

// -----

func.func @convert_i8_to_f8E4M3() {
  %operand = stablehlo.constant dense<[0, 1, -2, 3]> : tensor<4xi8>
  %result = stablehlo.convert %operand : (tensor<4xi8>) -> tensor<4xf8E4M3>
  check.expect_eq_const %result, dense<[0.0, 1.0, -2.0, 3.0]> : tensor<4xf8E4M3>
  func.return
}

// -----

func.func @convert_f32_to_f8E4M3FN() {
  %operand = stablehlo.constant dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.75, 3.25, 5.0, 0.0625, 1.1875, 1.0625, -7.5]> : tensor<13xf32>
  %result = stablehlo.convert %operand : (tensor<13xf32>) -> tensor<13xf8E4M3FN>
  check.expect_eq_const %result, dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.8, 3.2, 5.0, 0.062, 1.2, 1.0, -7.5]> : tensor<13xf8E4M3FN>
  func.return
}

// -----

func.func @convert_f64_to_f8E4M3FN() {
  %operand = stablehlo.constant dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.75, 3.25, 5.0, 0.0625, 1.1875, 1.0625, -7.5]> : tensor<13xf64>
  %result = stablehlo.convert %operand : (tensor<13xf64>) -> tensor<13xf8E4M3FN>
  check.expect_eq_const %result, dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.8, 3.2, 5.0, 0.062, 1.2, 1.0, -7.5]> : tensor<13xf8E4M3FN>
  func.return
}

// -----

func.func @convert_f8E4M3FN_to_f32() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf8E4M3FN>
  %result = stablehlo.convert %operand : (tensor<5xf8E4M3FN>) -> tensor<5xf32>
  check.expect_eq_const %result, dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf32>
  func.return
}

// -----

func.func @convert_f8E4M3FN_to_f64() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf8E4M3FN>
  %result = stablehlo.convert %operand : (tensor<5xf8E4M3FN>) -> tensor<5xf64>
  check.expect_eq_const %result, dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf64>
  func.return
}

// -----

func.func @convert_f8E4M3FN_to_i8() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf8E4M3FN>
  %result = stablehlo.convert %operand : (tensor<5xf8E4M3FN>) -> tensor<5xi8>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 3]> : tensor<5xi8>
  func.return
}

// -----

func.func @convert_i8_to_f8E4M3FN() {
  %operand = stablehlo.constant dense<[0, 1, -2, 3]> : tensor<4xi8>
  %result = stablehlo.convert %operand : (tensor<4xi8>) -> tensor<4xf8E4M3FN>
  check.expect_eq_const %result, dense<[0.0, 1.0, -2.0, 3.0]> : tensor<4xf8E4M3FN>
  func.return
}

// -----

func.func @convert_f32_to_f8E4M3FNUZ() {
  %operand = stablehlo.constant dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.75, 3.25, 5.0, 0.0625, 1.1875, 1.0625, -7.5]> : tensor<13xf32>
  %result = stablehlo.convert %operand : (tensor<13xf32>) -> tensor<13xf8E4M3FNUZ>
  check.expect_eq_const %result, dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.8, 3.2, 5.0, 0.062, 1.2, 1.0, -7.5]> : tensor<13xf8E4M3FNUZ>
  func.return
}

// -----

func.func @convert_f64_to_f8E4M3FNUZ() {
  %operand = stablehlo.constant dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.75, 3.25, 5.0, 0.0625, 1.1875, 1.0625, -7.5]> : tensor<13xf64>
  %result = stablehlo.convert %operand : (tensor<13xf64>) -> tensor<13xf8E4M3FNUZ>
  check.expect_eq_const %result, dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.8, 3.2, 5.0, 0.062, 1.2, 1.0, -7.5]> : tensor<13xf8E4M3FNUZ>
  func.return
}

// -----

func.func @convert_f8E4M3FNUZ_to_f32() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf8E4M3FNUZ>
  %result = stablehlo.convert %operand : (tensor<5xf8E4M3FNUZ>) -> tensor<5xf32>
  check.expect_eq_const %result, dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf32>
  func.return
}

// -----

func.func @convert_f8E4M3FNUZ_to_f64() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf8E4M3FNUZ>
  %result = stablehlo.convert %operand : (tensor<5xf8E4M3FNUZ>) -> tensor<5xf64>
  check.expect_eq_const %result, dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf64>
  func.return
}

// -----

func.func @convert_f8E4M3FNUZ_to_i8() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf8E4M3FNUZ>
  %result = stablehlo.convert %operand : (tensor<5xf8E4M3FNUZ>) -> tensor<5xi8>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 3]> : tensor<5xi8>
  func.return
}

// -----

func.func @convert_i8_to_f8E4M3FNUZ() {
  %operand = stablehlo.constant dense<[0, 1, -2, 3]> : tensor<4xi8>
  %result = stablehlo.convert %operand : (tensor<4xi8>) -> tensor<4xf8E4M3FNUZ>
  check.expect_eq_const %result, dense<[0.0, 1.0, -2.0, 3.0]> : tensor<4xf8E4M3FNUZ>
  func.return
}

// -----

func.func @convert_f32_to_f8E4M3B11FNUZ() {
  %operand = stablehlo.constant dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.75, 3.25, 5.0, 0.0625, 1.1875, 1.0625, -7.5]> : tensor<13xf32>
  %result = stablehlo.convert %operand : (tensor<13xf32>) -> tensor<13xf8E4M3B11FNUZ>
  check.expect_eq_const %result, dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.8, 3.2, 5.0, 0.062, 1.2, 1.0, -7.5]> : tensor<13xf8E4M3B11FNUZ>
  func.return
}

// -----

func.func @convert_f64_to_f8E4M3B11FNUZ() {
  %operand = stablehlo.constant dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.75, 3.25, 5.0, 0.0625, 1.1875, 1.0625, -7.5]> : tensor<13xf64>
  %result = stablehlo.convert %operand : (tensor<13xf64>) -> tensor<13xf8E4M3B11FNUZ>
  check.expect_eq_const %result, dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.8, 3.2, 5.0, 0.062, 1.2, 1.0, -7.5]> : tensor<13xf8E4M3B11FNUZ>
  func.return
}

// -----

func.func @convert_f8E4M3B11FNUZ_to_f32() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf8E4M3B11FNUZ>
  %result = stablehlo.convert %operand : (tensor<5xf8E4M3B11FNUZ>) -> tensor<5xf32>
  check.expect_eq_const %result, dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf32>
  func.return
}

// -----

func.func @convert_f8E4M3B11FNUZ_to_f64() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf8E4M3B11FNUZ>
  %result = stablehlo.convert %operand : (tensor<5xf8E4M3B11FNUZ>) -> tensor<5xf64>
  check.expect_eq_const %result, dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf64>
  func.return
}

// -----

func.func @convert_f8E4M3B11FNUZ_to_i8() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf8E4M3B11FNUZ>
  %result = stablehlo.convert %operand : (tensor<5xf8E4M3B11FNUZ>) -> tensor<5xi8>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 3]> : tensor<5xi8>
  func.return
}

// -----

func.func @convert_i8_to_f8E4M3B11FNUZ() {
  %operand = stablehlo.constant dense<[0, 1, -2, 3]> : tensor<4xi8>
  %result = stablehlo.convert %operand : (tensor<4xi8>) -> tensor<4xf8E4M3B11FNUZ>
  check.expect_eq_const %result, dense<[0.0, 1.0, -2.0, 3.0]> : tensor<4xf8E4M3B11FNUZ>
  func.return
}

// -----

func.func @convert_f32_to_f8E5M2() {
  %operand = stablehlo.constant dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.75, 3.25, 5.0, 0.0625, 1.1875, 1.0625, -7.5]> : tensor<13xf32>
  %result = stablehlo.convert %operand : (tensor<13xf32>) -> tensor<13xf8E5M2>
  check.expect_eq_const %result, dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 3.0, 3.0, 5.0, 0.06, 1.2, 1.0, -8.0]> : tensor<13xf8E5M2>
  func.return
}

// -----

func.func @convert_f64_to_f8E5M2() {
  %operand = stablehlo.constant dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.75, 3.25, 5.0, 0.0625, 1.1875, 1.0625, -7.5]> : tensor<13xf64>
  %result = stablehlo.convert %operand : (tensor<13xf64>) -> tensor<13xf8E5M2>
  check.expect_eq_const %result, dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 3.0, 3.0, 5.0, 0.06, 1.2, 1.0, -8.0]> : tensor<13xf8E5M2>
  func.return
}

// -----

func.func @convert_f8E5M2_to_f32() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf8E5M2>
  %result = stablehlo.convert %operand : (tensor<5xf8E5M2>) -> tensor<5xf32>
  check.expect_eq_const %result, dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf32>
  func.return
}

// -----

func.func @convert_f8E5M2_to_f64() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf8E5M2>
  %result = stablehlo.convert %operand : (tensor<5xf8E5M2>) -> tensor<5xf64>
  check.expect_eq_const %result, dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf64>
  func.return
}

// -----

func.func @convert_f8E5M2_to_i8() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf8E5M2>
  %result = stablehlo.convert %operand : (tensor<5xf8E5M2>) -> tensor<5xi8>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 3]> : tensor<5xi8>
  func.return
}

// -----

func.func @convert_i8_to_f8E5M2() {
  %operand = stablehlo.constant dense<[0, 1, -2, 3]> : tensor<4xi8>
  %result = stablehlo.convert %operand : (tensor<4xi8>) -> tensor<4xf8E5M2>
  check.expect_eq_const %result, dense<[0.0, 1.0, -2.0, 3.0]> : tensor<4xf8E5M2>
  func.return
}

// -----

func.func @convert_f32_to_f8E5M2FNUZ() {
  %operand = stablehlo.constant dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.75, 3.25, 5.0, 0.0625, 1.1875, 1.0625, -7.5]> : tensor<13xf32>
  %result = stablehlo.convert %operand : (tensor<13xf32>) -> tensor<13xf8E5M2FNUZ>
  check.expect_eq_const %result, dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 3.0, 3.0, 5.0, 0.06, 1.2, 1.0, -8.0]> : tensor<13xf8E5M2FNUZ>
  func.return
}

// -----

func.func @convert_f64_to_f8E5M2FNUZ() {
  %operand = stablehlo.constant dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.75, 3.25, 5.0, 0.0625, 1.1875, 1.0625, -7.5]> : tensor<13xf64>
  %result = stablehlo.convert %operand : (tensor<13xf64>) -> tensor<13xf8E5M2FNUZ>
  check.expect_eq_const %result, dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 3.0, 3.0, 5.0, 0.06, 1.2, 1.0, -8.0]> : tensor<13xf8E5M2FNUZ>
  func.return
}

// -----

func.func @convert_f8E5M2FNUZ_to_f32() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf8E5M2FNUZ>
  %result = stablehlo.convert %operand : (tensor<5xf8E5M2FNUZ>) -> tensor<5xf32>
  check.expect_eq_const %result, dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf32>
  func.return
}

// -----

func.func @convert_f8E5M2FNUZ_to_f64() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf8E5M2FNUZ>
  %result = stablehlo.convert %operand : (tensor<5xf8E5M2FNUZ>) -> tensor<5xf64>
  check.expect_eq_const %result, dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf64>
  func.return
}

// -----

func.func @convert_f8E5M2FNUZ_to_i8() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf8E5M2FNUZ>
  %result = stablehlo.convert %operand : (tensor<5xf8E5M2FNUZ>) -> tensor<5xi8>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 3]> : tensor<5xi8>
  func.return
}

// -----

func.func @convert_i8_to_f8E5M2FNUZ() {
  %operand = stablehlo.constant dense<[0, 1, -2, 3]> : tensor<4xi8>
  %result = stablehlo.convert %operand : (tensor<4xi8>) -> tensor<4xf8E5M2FNUZ>
  check.expect_eq_const %result, dense<[0.0, 1.0, -2.0, 3.0]> : tensor<4xf8E5M2FNUZ>
  func.return
}

// -----

func.func @convert_f32_to_bf16() {
  %operand = stablehlo.constant dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.75, 3.25, 5.0, 0.0625, 1.1875, 1.0625, -7.5]> : tensor<13xf32>
  %result = stablehlo.convert %operand : (tensor<13xf32>) -> tensor<13xbf16>
  check.expect_eq_const %result, dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.75, 3.25, 5.0, 0.0625, 1.19, 1.06, -7.5]> : tensor<13xbf16>
  func.return
}

// -----

func.func @convert_f64_to_bf16() {
  %operand = stablehlo.constant dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.75, 3.25, 5.0, 0.0625, 1.1875, 1.0625, -7.5]> : tensor<13xf64>
  %result = stablehlo.convert %operand : (tensor<13xf64>) -> tensor<13xbf16>
  check.expect_eq_const %result, dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.75, 3.25, 5.0, 0.0625, 1.19, 1.06, -7.5]> : tensor<13xbf16>
  func.return
}

// -----

func.func @convert_bf16_to_f32() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xbf16>
  %result = stablehlo.convert %operand : (tensor<5xbf16>) -> tensor<5xf32>
  check.expect_eq_const %result, dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf32>
  func.return
}

// -----

func.func @convert_bf16_to_f64() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xbf16>
  %result = stablehlo.convert %operand : (tensor<5xbf16>) -> tensor<5xf64>
  check.expect_eq_const %result, dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf64>
  func.return
}

// -----

func.func @convert_bf16_to_i8() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xbf16>
  %result = stablehlo.convert %operand : (tensor<5xbf16>) -> tensor<5xi8>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 3]> : tensor<5xi8>
  func.return
}

// -----

func.func @convert_i8_to_bf16() {
  %operand = stablehlo.constant dense<[0, 1, -2, 3]> : tensor<4xi8>
  %result = stablehlo.convert %operand : (tensor<4xi8>) -> tensor<4xbf16>
  check.expect_eq_const %result, dense<[0.0, 1.0, -2.0, 3.0]> : tensor<4xbf16>
  func.return
}

// -----

func.func @convert_f32_to_f16() {
  %operand = stablehlo.constant dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.75, 3.25, 5.0, 0.0625, 1.1875, 1.0625, -7.5]> : tensor<13xf32>
  %result = stablehlo.convert %operand : (tensor<13xf32>) -> tensor<13xf16>
  check.expect_eq_const %result, dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.75, 3.25, 5.0, 0.0625, 1.1875, 1.0625, -7.5]> : tensor<13xf16>
  func.return
}

// -----

func.func @convert_f64_to_f16() {
  %operand = stablehlo.constant dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.75, 3.25, 5.0, 0.0625, 1.1875, 1.0625, -7.5]> : tensor<13xf64>
  %result = stablehlo.convert %operand : (tensor<13xf64>) -> tensor<13xf16>
  check.expect_eq_const %result, dense<[0.0, 1.0, -1.0, 1.5, 0.3, -0.3, 2.75, 3.25, 5.0, 0.0625, 1.1875, 1.0625, -7.5]> : tensor<13xf16>
  func.return
}

// -----

func.func @convert_f16_to_f32() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf16>
  %result = stablehlo.convert %operand : (tensor<5xf16>) -> tensor<5xf32>
  check.expect_eq_const %result, dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf32>
  func.return
}

// -----

func.func @convert_f16_to_f64() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf16>
  %result = stablehlo.convert %operand : (tensor<5xf16>) -> tensor<5xf64>
  check.expect_eq_const %result, dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf64>
  func.return
}

// -----

func.func @convert_f16_to_i8() {
  %operand = stablehlo.constant dense<[0.0, 0.5, 1.0, -1.5, 3.0]> : tensor<5xf16>
  %result = stablehlo.convert %operand : (tensor<5xf16>) -> tensor<5xi8>
  check.expect_eq_const %result, dense<[0, 0, 1, -1, 3]> : tensor<5xi8>
  func.return
}

// -----

func.func @convert_i8_to_f16() {
  %operand = stablehlo.constant dense<[0, 1, -2, 3]> : tensor<4xi8>
  %result = stablehlo.convert %operand : (tensor<4xi8>) -> tensor<4xf16>
  check.expect_eq_const %result, dense<[0.0, 1.0, -2.0, 3.0]> : tensor<4xf16>
  func.return
}

// -----

func.func @convert_f32_to_f8E3M4_special() {
  %operand = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0e+30, -1.0e+30, -0.0, 1.0e-30]> : tensor<7xf32>
  %result = stablehlo.convert %operand : (tensor<7xf32>) -> tensor<7xf8E3M4>
  %bits = stablehlo.bitcast_convert %result : (tensor<7xf8E3M4>) -> tensor<7xui8>
  check.expect_eq_const %bits, dense<[0x78, 0x70, 0xF0, 0x70, 0xF0, 0x80, 0x0]> : tensor<7xui8>
  func.return
}

// -----

func.func @convert_f32_to_f8E4M3_special() {
  %operand = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0e+30, -1.0e+30, -0.0, 1.0e-30]> : tensor<7xf32>
  %result = stablehlo.convert %operand : (tensor<7xf32>) -> tensor<7xf8E4M3>
  %bits = stablehlo.bitcast_convert %result : (tensor<7xf8E4M3>) -> tensor<7xui8>
  check.expect_eq_const %bits, dense<[0x7C, 0x78, 0xF8, 0x78, 0xF8, 0x80, 0x0]> : tensor<7xui8>
  func.return
}

// -----

func.func @convert_f32_to_f8E4M3FN_special() {
  %operand = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0e+30, -1.0e+30, -0.0, 1.0e-30]> : tensor<7xf32>
  %result = stablehlo.convert %operand : (tensor<7xf32>) -> tensor<7xf8E4M3FN>
  %bits = stablehlo.bitcast_convert %result : (tensor<7xf8E4M3FN>) -> tensor<7xui8>
  check.expect_eq_const %bits, dense<[0x7F, 0x7F, 0xFF, 0x7F, 0xFF, 0x80, 0x0]> : tensor<7xui8>
  func.return
}

// -----

func.func @convert_f32_to_f8E4M3FNUZ_special() {
  %operand = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0e+30, -1.0e+30, -0.0, 1.0e-30]> : tensor<7xf32>
  %result = stablehlo.convert %operand : (tensor<7xf32>) -> tensor<7xf8E4M3FNUZ>
  %bits = stablehlo.bitcast_convert %result : (tensor<7xf8E4M3FNUZ>) -> tensor<7xui8>
  check.expect_eq_const %bits, dense<[0x80, 0x80, 0x80, 0x80, 0x80, 0x0, 0x0]> : tensor<7xui8>
  func.return
}

// -----

func.func @convert_f32_to_f8E4M3B11FNUZ_special() {
  %operand = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0e+30, -1.0e+30, -0.0, 1.0e-30]> : tensor<7xf32>
  %result = stablehlo.convert %operand : (tensor<7xf32>) -> tensor<7xf8E4M3B11FNUZ>
  %bits = stablehlo.bitcast_convert %result : (tensor<7xf8E4M3B11FNUZ>) -> tensor<7xui8>
  check.expect_eq_const %bits, dense<[0x80, 0x80, 0x80, 0x80, 0x80, 0x0, 0x0]> : tensor<7xui8>
  func.return
}

// -----

func.func @convert_f32_to_f8E5M2_special() {
  %operand = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0e+30, -1.0e+30, -0.0, 1.0e-30]> : tensor<7xf32>
  %result = stablehlo.convert %operand : (tensor<7xf32>) -> tensor<7xf8E5M2>
  %bits = stablehlo.bitcast_convert %result : (tensor<7xf8E5M2>) -> tensor<7xui8>
  check.expect_eq_const %bits, dense<[0x7E, 0x7C, 0xFC, 0x7C, 0xFC, 0x80, 0x0]> : tensor<7xui8>
  func.return
}

// -----

func.func @convert_f32_to_f8E5M2FNUZ_special() {
  %operand = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0e+30, -1.0e+30, -0.0, 1.0e-30]> : tensor<7xf32>
  %result = stablehlo.convert %operand : (tensor<7xf32>) -> tensor<7xf8E5M2FNUZ>
  %bits = stablehlo.bitcast_convert %result : (tensor<7xf8E5M2FNUZ>) -> tensor<7xui8>
  check.expect_eq_const %bits, dense<[0x80, 0x80, 0x80, 0x80, 0x80, 0x0, 0x0]> : tensor<7xui8>
  func.return
}

// -----

func.func @convert_f32_to_bf16_special() {
  %operand = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0e+30, -1.0e+30, -0.0, 1.0e-30]> : tensor<7xf32>
  %result = stablehlo.convert %operand : (tensor<7xf32>) -> tensor<7xbf16>
  %bits = stablehlo.bitcast_convert %result : (tensor<7xbf16>) -> tensor<7xui16>
  check.expect_eq_const %bits, dense<[0x7FC0, 0x7F80, 0xFF80, 0x714A, 0xF14A, 0x8000, 0xDA2]> : tensor<7xui16>
  func.return
}

// -----

func.func @convert_f32_to_f16_special() {
  %operand = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0e+30, -1.0e+30, -0.0, 1.0e-30]> : tensor<7xf32>
  %result = stablehlo.convert %operand : (tensor<7xf32>) -> tensor<7xf16>
  %bits = stablehlo.bitcast_convert %result : (tensor<7xf16>) -> tensor<7xui16>
  check.expect_eq_const %bits, dense<[0x7E00, 0x7C00, 0xFC00, 0x7C00, 0xFC00, 0x8000, 0x0]> : tensor<7xui16>
  func.return
}

// -----

func.func @convert_f32_to_f4_saturates() {
  %operand = stablehlo.constant dense<[1.0e+02, -1.0e+02, 0x7F800000, 0xFF800000]> : tensor<4xf32>
  %result = stablehlo.convert %operand : (tensor<4xf32>) -> tensor<4xf4E2M1FN>
  check.expect_eq_const %result, dense<[6.0, -6.0, 6.0, -6.0]> : tensor<4xf4E2M1FN>
  func.return
}

// -----

func.func @convert_f32_to_f6E2M3FN_saturates() {
  %operand = stablehlo.constant dense<[1.0e+02, 0xFF800000]> : tensor<2xf32>
  %result = stablehlo.convert %operand : (tensor<2xf32>) -> tensor<2xf6E2M3FN>
  check.expect_eq_const %result, dense<[8.0, -8.0]> : tensor<2xf6E2M3FN>
  func.return
}

// -----

func.func @convert_f32_to_f6E3M2FN_saturates() {
  %operand = stablehlo.constant dense<[1.0e+02, 0xFF800000]> : tensor<2xf32>
  %result = stablehlo.convert %operand : (tensor<2xf32>) -> tensor<2xf6E3M2FN>
  check.expect_eq_const %result, dense<[3.0e+01, -3.0e+01]> : tensor<2xf6E3M2FN>
  func.return
}

// -----

func.func @convert_f32_to_f8E8M0FNU() {
  %operand = stablehlo.constant dense<[1.0, 2.5, 3.0, 0.75, -1.0, 0.0, 0x7F800000, 0x7FC00000, 3.4028235e+38, 1.0e-45]> : tensor<10xf32>
  %result = stablehlo.convert %operand : (tensor<10xf32>) -> tensor<10xf8E8M0FNU>
  %bits = stablehlo.bitcast_convert %result : (tensor<10xf8E8M0FNU>) -> tensor<10xui8>
  check.expect_eq_const %bits, dense<[127, 128, 129, 127, 255, 255, 255, 255, 255, 0]> : tensor<10xui8>
  func.return
}

// -----

func.func @convert_rounds_f64_once() {
  %operand = stablehlo.constant dense<[1.0039062500009095, 1.00390625]> : tensor<2xf64>
  %result = stablehlo.convert %operand : (tensor<2xf64>) -> tensor<2xbf16>
  check.expect_eq_const %result, dense<[1.01, 1.0]> : tensor<2xbf16>
  func.return
}

// -----

func.func @convert_rounds_i64_once() {
  %operand = stablehlo.constant dense<[1152921573326323713, 1152921573326323712]> : tensor<2xi64>
  %result = stablehlo.convert %operand : (tensor<2xi64>) -> tensor<2xf32>
  check.expect_eq_const %result, dense<[1.1529216e+18, 1.1529215e+18]> : tensor<2xf32>
  func.return
}

// -----

func.func @convert_rounds_i64_once_to_bf16() {
  %operand = stablehlo.constant dense<[289356276058554369, 289356276058554368]> : tensor<2xi64>
  %result = stablehlo.convert %operand : (tensor<2xi64>) -> tensor<2xbf16>
  check.expect_eq_const %result, dense<[2.9e+17, 2.88e+17]> : tensor<2xbf16>
  func.return
}

// -----

func.func @convert_f64_to_f32() {
  %operand = stablehlo.constant dense<[1.0e+300, -1.0e+300, 1.0e-46, 1.0e-45, 0x7FF8000000000000, 0.1]> : tensor<6xf64>
  %result = stablehlo.convert %operand : (tensor<6xf64>) -> tensor<6xf32>
  %expected = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0.0, 1.0e-45, 0x7FC00000, 0.1]> : tensor<6xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xf32>, tensor<6xf32>
  func.return
}

// -----

func.func @convert_i8_to_complex_f32() {
  %operand = stablehlo.constant dense<[0, 1]> : tensor<2xi8>
  %result = stablehlo.convert %operand : (tensor<2xi8>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %result, dense<[(0.0, 0.0), (1.0, 0.0)]> : tensor<2xcomplex<f32>>
  func.return
}

// -----

func.func @convert_i8_to_complex_f64() {
  %operand = stablehlo.constant dense<[0, 1]> : tensor<2xi8>
  %result = stablehlo.convert %operand : (tensor<2xi8>) -> tensor<2xcomplex<f64>>
  check.expect_eq_const %result, dense<[(0.0, 0.0), (1.0, 0.0)]> : tensor<2xcomplex<f64>>
  func.return
}

// -----

func.func @convert_ui64_to_complex_f32() {
  %operand = stablehlo.constant dense<[0, 1]> : tensor<2xui64>
  %result = stablehlo.convert %operand : (tensor<2xui64>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %result, dense<[(0.0, 0.0), (1.0, 0.0)]> : tensor<2xcomplex<f32>>
  func.return
}

// -----

func.func @convert_ui64_to_complex_f64() {
  %operand = stablehlo.constant dense<[0, 1]> : tensor<2xui64>
  %result = stablehlo.convert %operand : (tensor<2xui64>) -> tensor<2xcomplex<f64>>
  check.expect_eq_const %result, dense<[(0.0, 0.0), (1.0, 0.0)]> : tensor<2xcomplex<f64>>
  func.return
}

// -----

func.func @convert_f32_to_complex_f32() {
  %operand = stablehlo.constant dense<[0.0, 1.0]> : tensor<2xf32>
  %result = stablehlo.convert %operand : (tensor<2xf32>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %result, dense<[(0.0, 0.0), (1.0, 0.0)]> : tensor<2xcomplex<f32>>
  func.return
}

// -----

func.func @convert_f32_to_complex_f64() {
  %operand = stablehlo.constant dense<[0.0, 1.0]> : tensor<2xf32>
  %result = stablehlo.convert %operand : (tensor<2xf32>) -> tensor<2xcomplex<f64>>
  check.expect_eq_const %result, dense<[(0.0, 0.0), (1.0, 0.0)]> : tensor<2xcomplex<f64>>
  func.return
}

// -----

func.func @convert_bf16_to_complex_f32() {
  %operand = stablehlo.constant dense<[0.0, 1.0]> : tensor<2xbf16>
  %result = stablehlo.convert %operand : (tensor<2xbf16>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %result, dense<[(0.0, 0.0), (1.0, 0.0)]> : tensor<2xcomplex<f32>>
  func.return
}

// -----

func.func @convert_bf16_to_complex_f64() {
  %operand = stablehlo.constant dense<[0.0, 1.0]> : tensor<2xbf16>
  %result = stablehlo.convert %operand : (tensor<2xbf16>) -> tensor<2xcomplex<f64>>
  check.expect_eq_const %result, dense<[(0.0, 0.0), (1.0, 0.0)]> : tensor<2xcomplex<f64>>
  func.return
}

// -----

func.func @convert_i1_to_complex_f32() {
  %operand = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %result = stablehlo.convert %operand : (tensor<2xi1>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %result, dense<[(0.0, 0.0), (1.0, 0.0)]> : tensor<2xcomplex<f32>>
  func.return
}

// -----

func.func @convert_i1_to_complex_f64() {
  %operand = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %result = stablehlo.convert %operand : (tensor<2xi1>) -> tensor<2xcomplex<f64>>
  check.expect_eq_const %result, dense<[(0.0, 0.0), (1.0, 0.0)]> : tensor<2xcomplex<f64>>
  func.return
}

// -----

func.func @convert_complex_f32_to_i8() {
  %operand = stablehlo.constant dense<[(1.9, -2.0), (-3.0e+02, 0.0)]> : tensor<2xcomplex<f32>>
  %result = stablehlo.convert %operand : (tensor<2xcomplex<f32>>) -> tensor<2xi8>
  check.expect_eq_const %result, dense<[1, -128]> : tensor<2xi8>
  func.return
}

// -----

func.func @convert_complex_f32_to_i1() {
  %operand = stablehlo.constant dense<[(1.0, 0.0), (0.0, 1.0)]> : tensor<2xcomplex<f32>>
  %result = stablehlo.convert %operand : (tensor<2xcomplex<f32>>) -> tensor<2xi1>
  check.expect_eq_const %result, dense<[true, false]> : tensor<2xi1>
  func.return
}

// -----

func.func @convert_complex_f32_to_bf16() {
  %operand = stablehlo.constant dense<[(0.1, 9.0)]> : tensor<1xcomplex<f32>>
  %result = stablehlo.convert %operand : (tensor<1xcomplex<f32>>) -> tensor<1xbf16>
  check.expect_eq_const %result, dense<[0.1]> : tensor<1xbf16>
  func.return
}

// -----

func.func @convert_complex_f32_to_complex() {
  %operand = stablehlo.constant dense<[(1.5, -2.25)]> : tensor<1xcomplex<f32>>
  %result = stablehlo.convert %operand : (tensor<1xcomplex<f32>>) -> tensor<1xcomplex<f64>>
  check.expect_eq_const %result, dense<[(1.5, -2.25)]> : tensor<1xcomplex<f64>>
  func.return
}

// -----

func.func @convert_complex_f32_to_f64() {
  %operand = stablehlo.constant dense<[(1.5, -2.25)]> : tensor<1xcomplex<f32>>
  %result = stablehlo.convert %operand : (tensor<1xcomplex<f32>>) -> tensor<1xf64>
  check.expect_eq_const %result, dense<[1.5]> : tensor<1xf64>
  func.return
}

// -----

func.func @convert_complex_f64_to_i8() {
  %operand = stablehlo.constant dense<[(1.9, -2.0), (-3.0e+02, 0.0)]> : tensor<2xcomplex<f64>>
  %result = stablehlo.convert %operand : (tensor<2xcomplex<f64>>) -> tensor<2xi8>
  check.expect_eq_const %result, dense<[1, -128]> : tensor<2xi8>
  func.return
}

// -----

func.func @convert_complex_f64_to_i1() {
  %operand = stablehlo.constant dense<[(1.0, 0.0), (0.0, 1.0)]> : tensor<2xcomplex<f64>>
  %result = stablehlo.convert %operand : (tensor<2xcomplex<f64>>) -> tensor<2xi1>
  check.expect_eq_const %result, dense<[true, false]> : tensor<2xi1>
  func.return
}

// -----

func.func @convert_complex_f64_to_bf16() {
  %operand = stablehlo.constant dense<[(0.1, 9.0)]> : tensor<1xcomplex<f64>>
  %result = stablehlo.convert %operand : (tensor<1xcomplex<f64>>) -> tensor<1xbf16>
  check.expect_eq_const %result, dense<[0.1]> : tensor<1xbf16>
  func.return
}

// -----

func.func @convert_complex_f64_to_complex() {
  %operand = stablehlo.constant dense<[(1.5, -2.25)]> : tensor<1xcomplex<f64>>
  %result = stablehlo.convert %operand : (tensor<1xcomplex<f64>>) -> tensor<1xcomplex<f32>>
  check.expect_eq_const %result, dense<[(1.5, -2.25)]> : tensor<1xcomplex<f32>>
  func.return
}

// -----

func.func @convert_complex_f64_to_f64() {
  %operand = stablehlo.constant dense<[(1.5, -2.25)]> : tensor<1xcomplex<f64>>
  %result = stablehlo.convert %operand : (tensor<1xcomplex<f64>>) -> tensor<1xf64>
  check.expect_eq_const %result, dense<[1.5]> : tensor<1xf64>
  func.return
}

// -----

func.func @convert_of_nothing() {
  %operand = stablehlo.constant dense<> : tensor<0xf32>
  %result = stablehlo.convert %operand : (tensor<0xf32>) -> tensor<0xi8>
  check.expect_eq_const %result, dense<> : tensor<0xi8>
  func.return
}

// -----

func.func @convert_to_the_same() {
  %operand = stablehlo.constant dense<[1, -2]> : tensor<2xi32>
  %result = stablehlo.convert %operand : (tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %result, dense<[1, -2]> : tensor<2xi32>
  func.return
}
