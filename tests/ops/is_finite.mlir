// RUN: run
// Neither infinite nor NaN. f4 and f6 are always.

func.func @is_finite_f16() {
  %operand = stablehlo.constant dense<[0.0, -1.5, 0x7C00, 0xFC00, 0x7E00, 0.0001]> : tensor<6xf16>
  %result = stablehlo.is_finite %operand : (tensor<6xf16>) -> tensor<6xi1>
  check.expect_eq_const %result, dense<[true, true, false, false, false, true]> : tensor<6xi1>
  func.return
}

// -----

func.func @is_finite_bf16() {
  %operand = stablehlo.constant dense<[0.0, -1.5, 0x7F80, 0xFF80, 0x7FC0, 0.0001]> : tensor<6xbf16>
  %result = stablehlo.is_finite %operand : (tensor<6xbf16>) -> tensor<6xi1>
  check.expect_eq_const %result, dense<[true, true, false, false, false, true]> : tensor<6xi1>
  func.return
}

// -----

func.func @is_finite_f32() {
  %operand = stablehlo.constant dense<[0.0, -1.5, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0001]> : tensor<6xf32>
  %result = stablehlo.is_finite %operand : (tensor<6xf32>) -> tensor<6xi1>
  check.expect_eq_const %result, dense<[true, true, false, false, false, true]> : tensor<6xi1>
  func.return
}

// -----

func.func @is_finite_f64() {
  %operand = stablehlo.constant dense<[0.0, -1.5, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0.0001]> : tensor<6xf64>
  %result = stablehlo.is_finite %operand : (tensor<6xf64>) -> tensor<6xi1>
  check.expect_eq_const %result, dense<[true, true, false, false, false, true]> : tensor<6xi1>
  func.return
}

// -----

func.func @is_finite_f32_extremes() {
  %operand = stablehlo.constant dense<[0x7F7FFFFF, 0x7F800000, 0x00000001, 0xFFC00001]> : tensor<4xf32>
  %result = stablehlo.is_finite %operand : (tensor<4xf32>) -> tensor<4xi1>
  check.expect_eq_const %result, dense<[true, false, true, false]> : tensor<4xi1>
  func.return
}

// -----

func.func @is_finite_f8E4M3FN() {
  %operand = stablehlo.constant dense<[0x7E, 0x7F, 0x00, 0xFF]> : tensor<4xf8E4M3FN>
  %result = stablehlo.is_finite %operand : (tensor<4xf8E4M3FN>) -> tensor<4xi1>
  check.expect_eq_const %result, dense<[true, false, true, false]> : tensor<4xi1>
  func.return
}

// -----

func.func @is_finite_f8E4M3FNUZ() {
  %operand = stablehlo.constant dense<[0x7F, 0x80]> : tensor<2xf8E4M3FNUZ>
  %result = stablehlo.is_finite %operand : (tensor<2xf8E4M3FNUZ>) -> tensor<2xi1>
  check.expect_eq_const %result, dense<[true, false]> : tensor<2xi1>
  func.return
}

// -----

func.func @is_finite_f8E5M2() {
  %operand = stablehlo.constant dense<[0x7B, 0x7C, 0x7E]> : tensor<3xf8E5M2>
  %result = stablehlo.is_finite %operand : (tensor<3xf8E5M2>) -> tensor<3xi1>
  check.expect_eq_const %result, dense<[true, false, false]> : tensor<3xi1>
  func.return
}

// -----

func.func @is_finite_f8E8M0FNU() {
  %operand = stablehlo.constant dense<[0xFE, 0xFF]> : tensor<2xf8E8M0FNU>
  %result = stablehlo.is_finite %operand : (tensor<2xf8E8M0FNU>) -> tensor<2xi1>
  check.expect_eq_const %result, dense<[true, false]> : tensor<2xi1>
  func.return
}

// -----

func.func @is_finite_f4E2M1FN() {
  %operand = stablehlo.constant dense<[0x7, 0xF]> : tensor<2xf4E2M1FN>
  %result = stablehlo.is_finite %operand : (tensor<2xf4E2M1FN>) -> tensor<2xi1>
  check.expect_eq_const %result, dense<[true, true]> : tensor<2xi1>
  func.return
}
