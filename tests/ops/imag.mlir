// RUN: run
// The imaginary part; of a float 0.

func.func @imag_f32_complex() {
  %operand = stablehlo.constant dense<[(1.0, -2.0), (-0.0, 0x7FC00000), (0x7FC00000, -0.0)]> : tensor<3xcomplex<f32>>
  %result = stablehlo.imag %operand : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  %expected = stablehlo.constant dense<[-2.0, 0x7FC00000, -0.0]> : tensor<3xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  func.return
}

// -----

func.func @imag_f64_complex() {
  %operand = stablehlo.constant dense<[(1.0, -2.0)]> : tensor<1xcomplex<f64>>
  %result = stablehlo.imag %operand : (tensor<1xcomplex<f64>>) -> tensor<1xf64>
  check.expect_eq_const %result, dense<[-2.0]> : tensor<1xf64>
  func.return
}

// -----

func.func @imag_f16() {
  %operand = stablehlo.constant dense<[1.5, 0xFC00, 0x7E00]> : tensor<3xf16>
  %result = stablehlo.imag %operand : tensor<3xf16>
  %bits = stablehlo.bitcast_convert %result : (tensor<3xf16>) -> tensor<3xui16>
  check.expect_eq_const %bits, dense<[0x0000, 0x0000, 0x0000]> : tensor<3xui16>
  func.return
}

// -----

func.func @imag_bf16() {
  %operand = stablehlo.constant dense<[1.5, 0xFF80, 0x7FC0]> : tensor<3xbf16>
  %result = stablehlo.imag %operand : tensor<3xbf16>
  %bits = stablehlo.bitcast_convert %result : (tensor<3xbf16>) -> tensor<3xui16>
  check.expect_eq_const %bits, dense<[0x0000, 0x0000, 0x0000]> : tensor<3xui16>
  func.return
}

// -----

func.func @imag_f32() {
  %operand = stablehlo.constant dense<[1.5, 0xFF800000, 0x7FC00000]> : tensor<3xf32>
  %result = stablehlo.imag %operand : tensor<3xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<3xf32>) -> tensor<3xui32>
  check.expect_eq_const %bits, dense<[0x00000000, 0x00000000, 0x00000000]> : tensor<3xui32>
  func.return
}

// -----

func.func @imag_f64() {
  %operand = stablehlo.constant dense<[1.5, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<3xf64>
  %result = stablehlo.imag %operand : tensor<3xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<3xf64>) -> tensor<3xui64>
  check.expect_eq_const %bits, dense<[0x0000000000000000, 0x0000000000000000, 0x0000000000000000]> : tensor<3xui64>
  func.return
}
