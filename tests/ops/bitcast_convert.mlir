// RUN: run
// Bits stay, low ones first; a last dimension is made or taken where widths differ.

func.func @bitcast_convert_f32_to_i32() {
  %operand = stablehlo.constant dense<[1.0, -0.0, 0x7FC00001]> : tensor<3xf32>
  %result = stablehlo.bitcast_convert %operand : (tensor<3xf32>) -> tensor<3xi32>
  check.expect_eq_const %result, dense<[1065353216, -2147483648, 2143289345]> : tensor<3xi32>
  func.return
}

// -----

func.func @bitcast_convert_i64_to_f64() {
  %operand = stablehlo.constant dense<[4609434218613702656]> : tensor<1xi64>
  %result = stablehlo.bitcast_convert %operand : (tensor<1xi64>) -> tensor<1xf64>
  check.expect_eq_const %result, dense<[1.5]> : tensor<1xf64>
  func.return
}

// -----

func.func @bitcast_convert_bf16_to_ui16() {
  %operand = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xbf16>
  %result = stablehlo.bitcast_convert %operand : (tensor<2xbf16>) -> tensor<2xui16>
  check.expect_eq_const %result, dense<[16256, 49152]> : tensor<2xui16>
  func.return
}

// -----

func.func @bitcast_convert_f16_to_i16() {
  %operand = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf16>
  %result = stablehlo.bitcast_convert %operand : (tensor<2xf16>) -> tensor<2xi16>
  check.expect_eq_const %result, dense<[15360, -16384]> : tensor<2xi16>
  func.return
}

// -----

func.func @bitcast_convert_i8_to_ui8() {
  %operand = stablehlo.constant dense<[-1, 5]> : tensor<2xi8>
  %result = stablehlo.bitcast_convert %operand : (tensor<2xi8>) -> tensor<2xui8>
  check.expect_eq_const %result, dense<[255, 5]> : tensor<2xui8>
  func.return
}

// -----

func.func @bitcast_convert_f8E4M3FN_to_ui8() {
  %operand = stablehlo.constant dense<[0xB8, 0x7F]> : tensor<2xf8E4M3FN>
  %result = stablehlo.bitcast_convert %operand : (tensor<2xf8E4M3FN>) -> tensor<2xui8>
  check.expect_eq_const %result, dense<[184, 127]> : tensor<2xui8>
  func.return
}

// -----

func.func @bitcast_convert_i32_to_i8() {
  %operand = stablehlo.constant dense<[16909060, -1]> : tensor<2xi32>
  %result = stablehlo.bitcast_convert %operand : (tensor<2xi32>) -> tensor<2x4xi8>
  check.expect_eq_const %result, dense<[[4, 3, 2, 1], [-1, -1, -1, -1]]> : tensor<2x4xi8>
  func.return
}

// -----

func.func @bitcast_convert_i8_to_i32() {
  %operand = stablehlo.constant dense<[[4, 3, 2, 1], [-1, -1, -1, -1]]> : tensor<2x4xi8>
  %result = stablehlo.bitcast_convert %operand : (tensor<2x4xi8>) -> tensor<2xi32>
  check.expect_eq_const %result, dense<[16909060, -1]> : tensor<2xi32>
  func.return
}

// -----

func.func @bitcast_convert_f64_to_f32() {
  %operand = stablehlo.constant dense<[0x3F80000040000000]> : tensor<1xf64>
  %result = stablehlo.bitcast_convert %operand : (tensor<1xf64>) -> tensor<1x2xf32>
  check.expect_eq_const %result, dense<[[2.0, 1.0]]> : tensor<1x2xf32>
  func.return
}

// -----

func.func @bitcast_convert_ui16_to_ui64() {
  %operand = stablehlo.constant dense<[[1, 2, 3, 4]]> : tensor<1x4xui16>
  %result = stablehlo.bitcast_convert %operand : (tensor<1x4xui16>) -> tensor<1xui64>
  check.expect_eq_const %result, dense<[1125912791875585]> : tensor<1xui64>
  func.return
}

// -----

func.func @bitcast_convert_i8_to_i4() {
  %operand = stablehlo.constant dense<[18, -1]> : tensor<2xi8>
  %result = stablehlo.bitcast_convert %operand : (tensor<2xi8>) -> tensor<2x2xi4>
  check.expect_eq_const %result, dense<[[2, 1], [-1, -1]]> : tensor<2x2xi4>
  func.return
}

// -----

func.func @bitcast_convert_ui4_to_ui8() {
  %operand = stablehlo.constant dense<[[2, 1], [15, 15]]> : tensor<2x2xui4>
  %result = stablehlo.bitcast_convert %operand : (tensor<2x2xui4>) -> tensor<2xui8>
  check.expect_eq_const %result, dense<[18, 255]> : tensor<2xui8>
  func.return
}

// -----

func.func @bitcast_convert_ui8_to_ui2() {
  %operand = stablehlo.constant dense<[228]> : tensor<1xui8>
  %result = stablehlo.bitcast_convert %operand : (tensor<1xui8>) -> tensor<1x4xui2>
  check.expect_eq_const %result, dense<[[0, 1, 2, 3]]> : tensor<1x4xui2>
  func.return
}

// -----

func.func @bitcast_convert_i2_to_i8() {
  %operand = stablehlo.constant dense<[[0, 1, -2, -1]]> : tensor<1x4xi2>
  %result = stablehlo.bitcast_convert %operand : (tensor<1x4xi2>) -> tensor<1xi8>
  check.expect_eq_const %result, dense<[-28]> : tensor<1xi8>
  func.return
}

// -----

func.func @bitcast_convert_i4_to_ui4() {
  %operand = stablehlo.constant dense<[-1, -8, 7]> : tensor<3xi4>
  %result = stablehlo.bitcast_convert %operand : (tensor<3xi4>) -> tensor<3xui4>
  check.expect_eq_const %result, dense<[15, 8, 7]> : tensor<3xui4>
  func.return
}

// -----

func.func @bitcast_convert_ui4_to_i4() {
  %operand = stablehlo.constant dense<[15, 8, 7]> : tensor<3xui4>
  %result = stablehlo.bitcast_convert %operand : (tensor<3xui4>) -> tensor<3xi4>
  check.expect_eq_const %result, dense<[-1, -8, 7]> : tensor<3xi4>
  func.return
}

// -----

func.func @bitcast_convert_ui4_to_f4E2M1FN() {
  %operand = stablehlo.constant dense<[2, 15, 3]> : tensor<3xui4>
  %result = stablehlo.bitcast_convert %operand : (tensor<3xui4>) -> tensor<3xf4E2M1FN>
  check.expect_eq_const %result, dense<[1.0, -6.0, 1.5]> : tensor<3xf4E2M1FN>
  func.return
}

// -----

func.func @bitcast_convert_ui8_to_i1() {
  %operand = stablehlo.constant dense<[131]> : tensor<1xui8>
  %result = stablehlo.bitcast_convert %operand : (tensor<1xui8>) -> tensor<1x8xi1>
  check.expect_eq_const %result, dense<[[true, true, false, false, false, false, false, true]]> : tensor<1x8xi1>
  func.return
}

// -----

func.func @bitcast_convert_i1_to_ui8() {
  %operand = stablehlo.constant dense<[[true, true, false, false, false, false, false, true]]> : tensor<1x8xi1>
  %result = stablehlo.bitcast_convert %operand : (tensor<1x8xi1>) -> tensor<1xui8>
  check.expect_eq_const %result, dense<[131]> : tensor<1xui8>
  func.return
}

// -----

func.func @bitcast_convert_f32_to_bf16() {
  %operand = stablehlo.constant dense<[0x3F80C000]> : tensor<1xf32>
  %result = stablehlo.bitcast_convert %operand : (tensor<1xf32>) -> tensor<1x2xbf16>
  check.expect_eq_const %result, dense<[[-2.0, 1.0]]> : tensor<1x2xbf16>
  func.return
}

// -----

func.func @bitcast_convert_of_nothing() {
  %operand = stablehlo.constant dense<> : tensor<0xi32>
  %result = stablehlo.bitcast_convert %operand : (tensor<0xi32>) -> tensor<0x4xi8>
  check.expect_eq_const %result, dense<> : tensor<0x4xi8>
  func.return
}

// -----

func.func @bitcast_convert_of_nothing_joined() {
  %operand = stablehlo.constant dense<> : tensor<0x4xi8>
  %result = stablehlo.bitcast_convert %operand : (tensor<0x4xi8>) -> tensor<0xi32>
  check.expect_eq_const %result, dense<> : tensor<0xi32>
  func.return
}
