// RUN: run
// Down to an integer; the sign of zeros stays.

func.func @floor_f16() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0.25, -0.25, -0.0, 0.0, 0x7C00, 0xFC00, 3.0, -3.75]> : tensor<14xf16>
  %result = stablehlo.floor %operand : tensor<14xf16>
  %bits = stablehlo.bitcast_convert %result : (tensor<14xf16>) -> tensor<14xui16>
  check.expect_eq_const %bits, dense<[0x0000, 0xBC00, 0x3C00, 0xC000, 0x4000, 0xC200, 0x0000, 0xBC00, 0x8000, 0x0000, 0x7C00, 0xFC00, 0x4200, 0xC400]> : tensor<14xui16>
  func.return
}

// -----

func.func @floor_f16_nan() {
  %operand = stablehlo.constant dense<[0x7E00]> : tensor<1xf16>
  %result = stablehlo.floor %operand : tensor<1xf16>
  %expected = stablehlo.constant dense<[0x7E00]> : tensor<1xf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<1xf16>, tensor<1xf16>
  func.return
}

// -----

func.func @floor_bf16() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0.25, -0.25, -0.0, 0.0, 0x7F80, 0xFF80, 3.0, -3.75]> : tensor<14xbf16>
  %result = stablehlo.floor %operand : tensor<14xbf16>
  %bits = stablehlo.bitcast_convert %result : (tensor<14xbf16>) -> tensor<14xui16>
  check.expect_eq_const %bits, dense<[0x0000, 0xBF80, 0x3F80, 0xC000, 0x4000, 0xC040, 0x0000, 0xBF80, 0x8000, 0x0000, 0x7F80, 0xFF80, 0x4040, 0xC080]> : tensor<14xui16>
  func.return
}

// -----

func.func @floor_bf16_nan() {
  %operand = stablehlo.constant dense<[0x7FC0]> : tensor<1xbf16>
  %result = stablehlo.floor %operand : tensor<1xbf16>
  %expected = stablehlo.constant dense<[0x7FC0]> : tensor<1xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<1xbf16>, tensor<1xbf16>
  func.return
}

// -----

func.func @floor_f32() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0.25, -0.25, -0.0, 0.0, 0x7F800000, 0xFF800000, 3.0, -3.75]> : tensor<14xf32>
  %result = stablehlo.floor %operand : tensor<14xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<14xf32>) -> tensor<14xui32>
  check.expect_eq_const %bits, dense<[0x00000000, 0xBF800000, 0x3F800000, 0xC0000000, 0x40000000, 0xC0400000, 0x00000000, 0xBF800000, 0x80000000, 0x00000000, 0x7F800000, 0xFF800000, 0x40400000, 0xC0800000]> : tensor<14xui32>
  func.return
}

// -----

func.func @floor_f32_nan() {
  %operand = stablehlo.constant dense<[0x7FC00000]> : tensor<1xf32>
  %result = stablehlo.floor %operand : tensor<1xf32>
  %expected = stablehlo.constant dense<[0x7FC00000]> : tensor<1xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<1xf32>, tensor<1xf32>
  func.return
}

// -----

func.func @floor_f64() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0.25, -0.25, -0.0, 0.0, 0x7FF0000000000000, 0xFFF0000000000000, 3.0, -3.75]> : tensor<14xf64>
  %result = stablehlo.floor %operand : tensor<14xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<14xf64>) -> tensor<14xui64>
  check.expect_eq_const %bits, dense<[0x0000000000000000, 0xBFF0000000000000, 0x3FF0000000000000, 0xC000000000000000, 0x4000000000000000, 0xC008000000000000, 0x0000000000000000, 0xBFF0000000000000, 0x8000000000000000, 0x0000000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0x4008000000000000, 0xC010000000000000]> : tensor<14xui64>
  func.return
}

// -----

func.func @floor_f64_nan() {
  %operand = stablehlo.constant dense<[0x7FF8000000000000]> : tensor<1xf64>
  %result = stablehlo.floor %operand : tensor<1xf64>
  %expected = stablehlo.constant dense<[0x7FF8000000000000]> : tensor<1xf64>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<1xf64>, tensor<1xf64>
  func.return
}

// -----

func.func @floor_f32_large() {
  %operand = stablehlo.constant dense<[8388607.5, 8388609.0, -3.0e+38, 0.49999997, 1.0e-45, -1.0e-45]> : tensor<6xf32>
  %result = stablehlo.floor %operand : tensor<6xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<6xf32>) -> tensor<6xui32>
  check.expect_eq_const %bits, dense<[0x4AFFFFFE, 0x4B000001, 0xFF61B1E6, 0x00000000, 0x00000000, 0xBF800000]> : tensor<6xui32>
  func.return
}

// -----

func.func @floor_f64_large() {
  %operand = stablehlo.constant dense<[4503599627370495.5, 0.49999999999999994, 5.0e-324]> : tensor<3xf64>
  %result = stablehlo.floor %operand : tensor<3xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<3xf64>) -> tensor<3xui64>
  check.expect_eq_const %bits, dense<[0x432FFFFFFFFFFFFE, 0x0000000000000000, 0x0000000000000000]> : tensor<3xui64>
  func.return
}
