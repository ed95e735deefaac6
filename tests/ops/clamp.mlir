// RUN: run
// minimum(maximum(operand, min), max), limits for each element or one for all.

func.func @clamp_i2() {
  %min = stablehlo.constant dense<[0, 0, -2, 1]> : tensor<4xi2>
  %operand = stablehlo.constant dense<[-2, 1, 0, 1]> : tensor<4xi2>
  %max = stablehlo.constant dense<[1, 1, 1, 1]> : tensor<4xi2>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<4xi2>, tensor<4xi2>, tensor<4xi2>) -> tensor<4xi2>
  check.expect_eq_const %result, dense<[0, 1, 0, 1]> : tensor<4xi2>
  func.return
}

// -----

func.func @clamp_i2_scalars() {
  %min = stablehlo.constant dense<0> : tensor<i2>
  %operand = stablehlo.constant dense<[-2, 1, 0, 1]> : tensor<4xi2>
  %max = stablehlo.constant dense<1> : tensor<i2>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<i2>, tensor<4xi2>, tensor<i2>) -> tensor<4xi2>
  check.expect_eq_const %result, dense<[0, 1, 0, 1]> : tensor<4xi2>
  func.return
}

// -----

func.func @clamp_i4() {
  %min = stablehlo.constant dense<[0, 0, -8, 1]> : tensor<4xi4>
  %operand = stablehlo.constant dense<[-8, 7, 0, 1]> : tensor<4xi4>
  %max = stablehlo.constant dense<[1, 1, 7, 1]> : tensor<4xi4>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<4xi4>, tensor<4xi4>, tensor<4xi4>) -> tensor<4xi4>
  check.expect_eq_const %result, dense<[0, 1, 0, 1]> : tensor<4xi4>
  func.return
}

// -----

func.func @clamp_i4_scalars() {
  %min = stablehlo.constant dense<0> : tensor<i4>
  %operand = stablehlo.constant dense<[-8, 7, 0, 1]> : tensor<4xi4>
  %max = stablehlo.constant dense<1> : tensor<i4>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<i4>, tensor<4xi4>, tensor<i4>) -> tensor<4xi4>
  check.expect_eq_const %result, dense<[0, 1, 0, 1]> : tensor<4xi4>
  func.return
}

// -----

func.func @clamp_i8() {
  %min = stablehlo.constant dense<[0, 0, -128, 1]> : tensor<4xi8>
  %operand = stablehlo.constant dense<[-128, 127, 0, 1]> : tensor<4xi8>
  %max = stablehlo.constant dense<[1, 1, 127, 1]> : tensor<4xi8>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
  check.expect_eq_const %result, dense<[0, 1, 0, 1]> : tensor<4xi8>
  func.return
}

// -----

func.func @clamp_i8_scalars() {
  %min = stablehlo.constant dense<0> : tensor<i8>
  %operand = stablehlo.constant dense<[-128, 127, 0, 1]> : tensor<4xi8>
  %max = stablehlo.constant dense<1> : tensor<i8>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<i8>, tensor<4xi8>, tensor<i8>) -> tensor<4xi8>
  check.expect_eq_const %result, dense<[0, 1, 0, 1]> : tensor<4xi8>
  func.return
}

// -----

func.func @clamp_i16() {
  %min = stablehlo.constant dense<[0, 0, -32768, 1]> : tensor<4xi16>
  %operand = stablehlo.constant dense<[-32768, 32767, 0, 1]> : tensor<4xi16>
  %max = stablehlo.constant dense<[1, 1, 32767, 1]> : tensor<4xi16>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<4xi16>, tensor<4xi16>, tensor<4xi16>) -> tensor<4xi16>
  check.expect_eq_const %result, dense<[0, 1, 0, 1]> : tensor<4xi16>
  func.return
}

// -----

func.func @clamp_i16_scalars() {
  %min = stablehlo.constant dense<0> : tensor<i16>
  %operand = stablehlo.constant dense<[-32768, 32767, 0, 1]> : tensor<4xi16>
  %max = stablehlo.constant dense<1> : tensor<i16>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<i16>, tensor<4xi16>, tensor<i16>) -> tensor<4xi16>
  check.expect_eq_const %result, dense<[0, 1, 0, 1]> : tensor<4xi16>
  func.return
}

// -----

func.func @clamp_i32() {
  %min = stablehlo.constant dense<[0, 0, -2147483648, 1]> : tensor<4xi32>
  %operand = stablehlo.constant dense<[-2147483648, 2147483647, 0, 1]> : tensor<4xi32>
  %max = stablehlo.constant dense<[1, 1, 2147483647, 1]> : tensor<4xi32>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  check.expect_eq_const %result, dense<[0, 1, 0, 1]> : tensor<4xi32>
  func.return
}

// -----

func.func @clamp_i32_scalars() {
  %min = stablehlo.constant dense<0> : tensor<i32>
  %operand = stablehlo.constant dense<[-2147483648, 2147483647, 0, 1]> : tensor<4xi32>
  %max = stablehlo.constant dense<1> : tensor<i32>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<i32>, tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %result, dense<[0, 1, 0, 1]> : tensor<4xi32>
  func.return
}

// -----

func.func @clamp_i64() {
  %min = stablehlo.constant dense<[0, 0, -9223372036854775808, 1]> : tensor<4xi64>
  %operand = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 0, 1]> : tensor<4xi64>
  %max = stablehlo.constant dense<[1, 1, 9223372036854775807, 1]> : tensor<4xi64>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<4xi64>, tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  check.expect_eq_const %result, dense<[0, 1, 0, 1]> : tensor<4xi64>
  func.return
}

// -----

func.func @clamp_i64_scalars() {
  %min = stablehlo.constant dense<0> : tensor<i64>
  %operand = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 0, 1]> : tensor<4xi64>
  %max = stablehlo.constant dense<1> : tensor<i64>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<i64>, tensor<4xi64>, tensor<i64>) -> tensor<4xi64>
  check.expect_eq_const %result, dense<[0, 1, 0, 1]> : tensor<4xi64>
  func.return
}

// -----

func.func @clamp_ui2() {
  %min = stablehlo.constant dense<[0, 0, 0, 1]> : tensor<4xui2>
  %operand = stablehlo.constant dense<[0, 3, 0, 1]> : tensor<4xui2>
  %max = stablehlo.constant dense<[1, 1, 3, 1]> : tensor<4xui2>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<4xui2>, tensor<4xui2>, tensor<4xui2>) -> tensor<4xui2>
  check.expect_eq_const %result, dense<[0, 1, 0, 1]> : tensor<4xui2>
  func.return
}

// -----

func.func @clamp_ui2_scalars() {
  %min = stablehlo.constant dense<0> : tensor<ui2>
  %operand = stablehlo.constant dense<[0, 3, 0, 1]> : tensor<4xui2>
  %max = stablehlo.constant dense<1> : tensor<ui2>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<ui2>, tensor<4xui2>, tensor<ui2>) -> tensor<4xui2>
  check.expect_eq_const %result, dense<[0, 1, 0, 1]> : tensor<4xui2>
  func.return
}

// -----

func.func @clamp_ui4() {
  %min = stablehlo.constant dense<[0, 0, 0, 1]> : tensor<4xui4>
  %operand = stablehlo.constant dense<[0, 15, 0, 1]> : tensor<4xui4>
  %max = stablehlo.constant dense<[1, 1, 15, 1]> : tensor<4xui4>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<4xui4>, tensor<4xui4>, tensor<4xui4>) -> tensor<4xui4>
  check.expect_eq_const %result, dense<[0, 1, 0, 1]> : tensor<4xui4>
  func.return
}

// -----

func.func @clamp_ui4_scalars() {
  %min = stablehlo.constant dense<0> : tensor<ui4>
  %operand = stablehlo.constant dense<[0, 15, 0, 1]> : tensor<4xui4>
  %max = stablehlo.constant dense<1> : tensor<ui4>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<ui4>, tensor<4xui4>, tensor<ui4>) -> tensor<4xui4>
  check.expect_eq_const %result, dense<[0, 1, 0, 1]> : tensor<4xui4>
  func.return
}

// -----

func.func @clamp_ui8() {
  %min = stablehlo.constant dense<[0, 0, 0, 1]> : tensor<4xui8>
  %operand = stablehlo.constant dense<[0, 255, 0, 1]> : tensor<4xui8>
  %max = stablehlo.constant dense<[1, 1, 255, 1]> : tensor<4xui8>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<4xui8>, tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
  check.expect_eq_const %result, dense<[0, 1, 0, 1]> : tensor<4xui8>
  func.return
}

// -----

func.func @clamp_ui8_scalars() {
  %min = stablehlo.constant dense<0> : tensor<ui8>
  %operand = stablehlo.constant dense<[0, 255, 0, 1]> : tensor<4xui8>
  %max = stablehlo.constant dense<1> : tensor<ui8>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<ui8>, tensor<4xui8>, tensor<ui8>) -> tensor<4xui8>
  check.expect_eq_const %result, dense<[0, 1, 0, 1]> : tensor<4xui8>
  func.return
}

// -----

func.func @clamp_ui16() {
  %min = stablehlo.constant dense<[0, 0, 0, 1]> : tensor<4xui16>
  %operand = stablehlo.constant dense<[0, 65535, 0, 1]> : tensor<4xui16>
  %max = stablehlo.constant dense<[1, 1, 65535, 1]> : tensor<4xui16>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<4xui16>, tensor<4xui16>, tensor<4xui16>) -> tensor<4xui16>
  check.expect_eq_const %result, dense<[0, 1, 0, 1]> : tensor<4xui16>
  func.return
}

// -----

func.func @clamp_ui16_scalars() {
  %min = stablehlo.constant dense<0> : tensor<ui16>
  %operand = stablehlo.constant dense<[0, 65535, 0, 1]> : tensor<4xui16>
  %max = stablehlo.constant dense<1> : tensor<ui16>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<ui16>, tensor<4xui16>, tensor<ui16>) -> tensor<4xui16>
  check.expect_eq_const %result, dense<[0, 1, 0, 1]> : tensor<4xui16>
  func.return
}

// -----

func.func @clamp_ui32() {
  %min = stablehlo.constant dense<[0, 0, 0, 1]> : tensor<4xui32>
  %operand = stablehlo.constant dense<[0, 4294967295, 0, 1]> : tensor<4xui32>
  %max = stablehlo.constant dense<[1, 1, 4294967295, 1]> : tensor<4xui32>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<4xui32>, tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
  check.expect_eq_const %result, dense<[0, 1, 0, 1]> : tensor<4xui32>
  func.return
}

// -----

func.func @clamp_ui32_scalars() {
  %min = stablehlo.constant dense<0> : tensor<ui32>
  %operand = stablehlo.constant dense<[0, 4294967295, 0, 1]> : tensor<4xui32>
  %max = stablehlo.constant dense<1> : tensor<ui32>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<ui32>, tensor<4xui32>, tensor<ui32>) -> tensor<4xui32>
  check.expect_eq_const %result, dense<[0, 1, 0, 1]> : tensor<4xui32>
  func.return
}

// -----

func.func @clamp_ui64() {
  %min = stablehlo.constant dense<[0, 0, 0, 1]> : tensor<4xui64>
  %operand = stablehlo.constant dense<[0, 18446744073709551615, 0, 1]> : tensor<4xui64>
  %max = stablehlo.constant dense<[1, 1, 18446744073709551615, 1]> : tensor<4xui64>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<4xui64>, tensor<4xui64>, tensor<4xui64>) -> tensor<4xui64>
  check.expect_eq_const %result, dense<[0, 1, 0, 1]> : tensor<4xui64>
  func.return
}

// -----

func.func @clamp_ui64_scalars() {
  %min = stablehlo.constant dense<0> : tensor<ui64>
  %operand = stablehlo.constant dense<[0, 18446744073709551615, 0, 1]> : tensor<4xui64>
  %max = stablehlo.constant dense<1> : tensor<ui64>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<ui64>, tensor<4xui64>, tensor<ui64>) -> tensor<4xui64>
  check.expect_eq_const %result, dense<[0, 1, 0, 1]> : tensor<4xui64>
  func.return
}

// -----

func.func @clamp_f16() {
  %min = stablehlo.constant dense<-0.5> : tensor<f16>
  %operand = stablehlo.constant dense<[0xFC00, -1.0, 0.5, 3.0, 0x7C00, 0x7E00]> : tensor<6xf16>
  %max = stablehlo.constant dense<2.0> : tensor<f16>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<f16>, tensor<6xf16>, tensor<f16>) -> tensor<6xf16>
  %expected = stablehlo.constant dense<[-0.5, -0.5, 0.5, 2.0, 2.0, 0x7E00]> : tensor<6xf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xf16>, tensor<6xf16>
  func.return
}

// -----

func.func @clamp_f16_each() {
  %min = stablehlo.constant dense<[-1.0, 0.0, 0x7E00, 0.0, 1.0, 0.0]> : tensor<6xf16>
  %operand = stablehlo.constant dense<[0xFC00, -1.0, 0.5, 3.0, 0x7C00, 0x7E00]> : tensor<6xf16>
  %max = stablehlo.constant dense<[0.0, 1.0, 1.0, 0x7E00, 2.0, 1.0]> : tensor<6xf16>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<6xf16>, tensor<6xf16>, tensor<6xf16>) -> tensor<6xf16>
  %expected = stablehlo.constant dense<[-1.0, 0.0, 0x7E00, 0x7E00, 2.0, 0x7E00]> : tensor<6xf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xf16>, tensor<6xf16>
  func.return
}

// -----

func.func @clamp_f16_zeros() {
  %min = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf16>
  %operand = stablehlo.constant dense<[-0.0, -0.0]> : tensor<2xf16>
  %max = stablehlo.constant dense<[1.0, 0.0]> : tensor<2xf16>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<2xf16>, tensor<2xf16>, tensor<2xf16>) -> tensor<2xf16>
  %bits = stablehlo.bitcast_convert %result : (tensor<2xf16>) -> tensor<2xui16>
  check.expect_eq_const %bits, dense<[0x0000, 0x8000]> : tensor<2xui16>
  func.return
}

// -----

func.func @clamp_f16_crossed() {
  %min = stablehlo.constant dense<[2.0]> : tensor<1xf16>
  %operand = stablehlo.constant dense<[5.0]> : tensor<1xf16>
  %max = stablehlo.constant dense<[1.0]> : tensor<1xf16>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<1xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1xf16>
  check.expect_eq_const %result, dense<[1.0]> : tensor<1xf16>
  func.return
}

// -----

func.func @clamp_bf16() {
  %min = stablehlo.constant dense<-0.5> : tensor<bf16>
  %operand = stablehlo.constant dense<[0xFF80, -1.0, 0.5, 3.0, 0x7F80, 0x7FC0]> : tensor<6xbf16>
  %max = stablehlo.constant dense<2.0> : tensor<bf16>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<bf16>, tensor<6xbf16>, tensor<bf16>) -> tensor<6xbf16>
  %expected = stablehlo.constant dense<[-0.5, -0.5, 0.5, 2.0, 2.0, 0x7FC0]> : tensor<6xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xbf16>, tensor<6xbf16>
  func.return
}

// -----

func.func @clamp_bf16_each() {
  %min = stablehlo.constant dense<[-1.0, 0.0, 0x7FC0, 0.0, 1.0, 0.0]> : tensor<6xbf16>
  %operand = stablehlo.constant dense<[0xFF80, -1.0, 0.5, 3.0, 0x7F80, 0x7FC0]> : tensor<6xbf16>
  %max = stablehlo.constant dense<[0.0, 1.0, 1.0, 0x7FC0, 2.0, 1.0]> : tensor<6xbf16>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<6xbf16>, tensor<6xbf16>, tensor<6xbf16>) -> tensor<6xbf16>
  %expected = stablehlo.constant dense<[-1.0, 0.0, 0x7FC0, 0x7FC0, 2.0, 0x7FC0]> : tensor<6xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xbf16>, tensor<6xbf16>
  func.return
}

// -----

func.func @clamp_bf16_zeros() {
  %min = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xbf16>
  %operand = stablehlo.constant dense<[-0.0, -0.0]> : tensor<2xbf16>
  %max = stablehlo.constant dense<[1.0, 0.0]> : tensor<2xbf16>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<2xbf16>, tensor<2xbf16>, tensor<2xbf16>) -> tensor<2xbf16>
  %bits = stablehlo.bitcast_convert %result : (tensor<2xbf16>) -> tensor<2xui16>
  check.expect_eq_const %bits, dense<[0x0000, 0x8000]> : tensor<2xui16>
  func.return
}

// -----

func.func @clamp_bf16_crossed() {
  %min = stablehlo.constant dense<[2.0]> : tensor<1xbf16>
  %operand = stablehlo.constant dense<[5.0]> : tensor<1xbf16>
  %max = stablehlo.constant dense<[1.0]> : tensor<1xbf16>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<1xbf16>, tensor<1xbf16>, tensor<1xbf16>) -> tensor<1xbf16>
  check.expect_eq_const %result, dense<[1.0]> : tensor<1xbf16>
  func.return
}

// -----

func.func @clamp_f32() {
  %min = stablehlo.constant dense<-0.5> : tensor<f32>
  %operand = stablehlo.constant dense<[0xFF800000, -1.0, 0.5, 3.0, 0x7F800000, 0x7FC00000]> : tensor<6xf32>
  %max = stablehlo.constant dense<2.0> : tensor<f32>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<f32>, tensor<6xf32>, tensor<f32>) -> tensor<6xf32>
  %expected = stablehlo.constant dense<[-0.5, -0.5, 0.5, 2.0, 2.0, 0x7FC00000]> : tensor<6xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xf32>, tensor<6xf32>
  func.return
}

// -----

func.func @clamp_f32_each() {
  %min = stablehlo.constant dense<[-1.0, 0.0, 0x7FC00000, 0.0, 1.0, 0.0]> : tensor<6xf32>
  %operand = stablehlo.constant dense<[0xFF800000, -1.0, 0.5, 3.0, 0x7F800000, 0x7FC00000]> : tensor<6xf32>
  %max = stablehlo.constant dense<[0.0, 1.0, 1.0, 0x7FC00000, 2.0, 1.0]> : tensor<6xf32>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  %expected = stablehlo.constant dense<[-1.0, 0.0, 0x7FC00000, 0x7FC00000, 2.0, 0x7FC00000]> : tensor<6xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xf32>, tensor<6xf32>
  func.return
}

// -----

func.func @clamp_f32_zeros() {
  %min = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %operand = stablehlo.constant dense<[-0.0, -0.0]> : tensor<2xf32>
  %max = stablehlo.constant dense<[1.0, 0.0]> : tensor<2xf32>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %bits, dense<[0x00000000, 0x80000000]> : tensor<2xui32>
  func.return
}

// -----

func.func @clamp_f32_crossed() {
  %min = stablehlo.constant dense<[2.0]> : tensor<1xf32>
  %operand = stablehlo.constant dense<[5.0]> : tensor<1xf32>
  %max = stablehlo.constant dense<[1.0]> : tensor<1xf32>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  check.expect_eq_const %result, dense<[1.0]> : tensor<1xf32>
  func.return
}

// -----

func.func @clamp_f64() {
  %min = stablehlo.constant dense<-0.5> : tensor<f64>
  %operand = stablehlo.constant dense<[0xFFF0000000000000, -1.0, 0.5, 3.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<6xf64>
  %max = stablehlo.constant dense<2.0> : tensor<f64>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<f64>, tensor<6xf64>, tensor<f64>) -> tensor<6xf64>
  %expected = stablehlo.constant dense<[-0.5, -0.5, 0.5, 2.0, 2.0, 0x7FF8000000000000]> : tensor<6xf64>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xf64>, tensor<6xf64>
  func.return
}

// -----

func.func @clamp_f64_each() {
  %min = stablehlo.constant dense<[-1.0, 0.0, 0x7FF8000000000000, 0.0, 1.0, 0.0]> : tensor<6xf64>
  %operand = stablehlo.constant dense<[0xFFF0000000000000, -1.0, 0.5, 3.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<6xf64>
  %max = stablehlo.constant dense<[0.0, 1.0, 1.0, 0x7FF8000000000000, 2.0, 1.0]> : tensor<6xf64>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
  %expected = stablehlo.constant dense<[-1.0, 0.0, 0x7FF8000000000000, 0x7FF8000000000000, 2.0, 0x7FF8000000000000]> : tensor<6xf64>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xf64>, tensor<6xf64>
  func.return
}

// -----

func.func @clamp_f64_zeros() {
  %min = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf64>
  %operand = stablehlo.constant dense<[-0.0, -0.0]> : tensor<2xf64>
  %max = stablehlo.constant dense<[1.0, 0.0]> : tensor<2xf64>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<2xf64>) -> tensor<2xui64>
  check.expect_eq_const %bits, dense<[0x0000000000000000, 0x8000000000000000]> : tensor<2xui64>
  func.return
}

// -----

func.func @clamp_f64_crossed() {
  %min = stablehlo.constant dense<[2.0]> : tensor<1xf64>
  %operand = stablehlo.constant dense<[5.0]> : tensor<1xf64>
  %max = stablehlo.constant dense<[1.0]> : tensor<1xf64>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<1xf64>, tensor<1xf64>, tensor<1xf64>) -> tensor<1xf64>
  check.expect_eq_const %result, dense<[1.0]> : tensor<1xf64>
  func.return
}

// -----

func.func @clamp_i1() {
  %min = stablehlo.constant dense<[false, false, true]> : tensor<3xi1>
  %operand = stablehlo.constant dense<[true, true, false]> : tensor<3xi1>
  %max = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<3xi1>, tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  check.expect_eq_const %result, dense<[true, false, true]> : tensor<3xi1>
  func.return
}

// -----

func.func @clamp_f32_complex() {
  %min = stablehlo.constant dense<[(1.0, 1.0), (1.0, 1.0), (1.0, 1.0)]> : tensor<3xcomplex<f32>>
  %operand = stablehlo.constant dense<[(1.0, 0.0), (2.0, 9.0), (1.0, 5.0)]> : tensor<3xcomplex<f32>>
  %max = stablehlo.constant dense<[(2.0, 0.0), (2.0, 0.0), (2.0, 0.0)]> : tensor<3xcomplex<f32>>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  check.expect_eq_const %result, dense<[(1.0, 1.0), (2.0, 0.0), (1.0, 5.0)]> : tensor<3xcomplex<f32>>
  func.return
}

// -----

func.func @clamp_f64_complex() {
  %min = stablehlo.constant dense<[(1.0, 1.0), (1.0, 1.0), (1.0, 1.0)]> : tensor<3xcomplex<f64>>
  %operand = stablehlo.constant dense<[(1.0, 0.0), (2.0, 9.0), (1.0, 5.0)]> : tensor<3xcomplex<f64>>
  %max = stablehlo.constant dense<[(2.0, 0.0), (2.0, 0.0), (2.0, 0.0)]> : tensor<3xcomplex<f64>>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
  check.expect_eq_const %result, dense<[(1.0, 1.0), (2.0, 0.0), (1.0, 5.0)]> : tensor<3xcomplex<f64>>
  func.return
}

// -----

func.func @clamp_one_limit_for_each() {
  %min = stablehlo.constant dense<[0.0, 1.0]> : tensor<2xf32>
  %operand = stablehlo.constant dense<[-1.0, 5.0]> : tensor<2xf32>
  %max = stablehlo.constant dense<3.0> : tensor<f32>
  %result = stablehlo.clamp %min, %operand, %max : (tensor<2xf32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  check.expect_eq_const %result, dense<[0.0, 3.0]> : tensor<2xf32>
  func.return
}
