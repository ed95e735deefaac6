// RUN: run
// NaN below 0, -0 of -0; of complex numbers the root with a real part that is not negative.

func.func @sqrt_f16() {
  %operand = stablehlo.constant dense<[0.5, 0.5, 1.0, 1.0, 2.0, 2.0, 0.1, 0.1, 3.7, 7.25, 0.001, 0.001]> : tensor<12xf16>
  %result = stablehlo.sqrt %operand : tensor<12xf16>
  %expected = stablehlo.constant dense<[0.707, 0.707, 1.0, 1.0, 1.414, 1.414, 0.3162, 0.3162, 1.923, 2.693, 0.03162, 0.03162]> : tensor<12xf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<12xf16>, tensor<12xf16>
  func.return
}

// -----

func.func @sqrt_f16_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, -1.0, 0x7C00, 4.0, 0x7E00]> : tensor<6xf16>
  %result = stablehlo.sqrt %operand : tensor<6xf16>
  %expected = stablehlo.constant dense<[0.0, -0.0, 0x7E00, 0x7C00, 2.0, 0x7E00]> : tensor<6xf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xf16>, tensor<6xf16>
  func.return
}

// -----

func.func @sqrt_bf16() {
  %operand = stablehlo.constant dense<[0.5, 0.5, 1.0, 1.0, 2.0, 2.0, 0.1, 0.1, 3.7, 7.25, 0.001, 0.001]> : tensor<12xbf16>
  %result = stablehlo.sqrt %operand : tensor<12xbf16>
  %expected = stablehlo.constant dense<[0.707, 0.707, 1.0, 1.0, 1.414, 1.414, 0.316, 0.316, 1.92, 2.69, 0.0315, 0.0315]> : tensor<12xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<12xbf16>, tensor<12xbf16>
  func.return
}

// -----

func.func @sqrt_bf16_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, -1.0, 0x7F80, 4.0, 0x7FC0]> : tensor<6xbf16>
  %result = stablehlo.sqrt %operand : tensor<6xbf16>
  %expected = stablehlo.constant dense<[0.0, -0.0, 0x7FC0, 0x7F80, 2.0, 0x7FC0]> : tensor<6xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xbf16>, tensor<6xbf16>
  func.return
}

// -----

func.func @sqrt_f32() {
  %operand = stablehlo.constant dense<[0.5, 0.5, 1.0, 1.0, 2.0, 2.0, 0.1, 0.1, 3.7, 7.25, 0.001, 0.001]> : tensor<12xf32>
  %result = stablehlo.sqrt %operand : tensor<12xf32>
  %expected = stablehlo.constant dense<[0.70710677, 0.70710677, 1.0, 1.0, 1.4142135, 1.4142135, 0.31622776, 0.31622776, 1.9235384, 2.6925824, 0.03162278, 0.03162278]> : tensor<12xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<12xf32>, tensor<12xf32>
  func.return
}

// -----

func.func @sqrt_f32_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, -1.0, 0x7F800000, 4.0, 0x7FC00000]> : tensor<6xf32>
  %result = stablehlo.sqrt %operand : tensor<6xf32>
  %expected = stablehlo.constant dense<[0.0, -0.0, 0x7FC00000, 0x7F800000, 2.0, 0x7FC00000]> : tensor<6xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xf32>, tensor<6xf32>
  func.return
}

// -----

func.func @sqrt_f64() {
  %operand = stablehlo.constant dense<[0.5, 0.5, 1.0, 1.0, 2.0, 2.0, 0.1, 0.1, 3.7, 7.25, 0.001, 0.001]> : tensor<12xf64>
  %result = stablehlo.sqrt %operand : tensor<12xf64>
  %expected = stablehlo.constant dense<[0.7071067811865476, 0.7071067811865476, 1.0, 1.0, 1.4142135623730951, 1.4142135623730951, 0.31622776601683794, 0.31622776601683794, 1.9235384061671346, 2.692582403567252, 0.03162277660168379, 0.03162277660168379]> : tensor<12xf64>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<12xf64>, tensor<12xf64>
  func.return
}

// -----

func.func @sqrt_f64_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, -1.0, 0x7FF0000000000000, 4.0, 0x7FF8000000000000]> : tensor<6xf64>
  %result = stablehlo.sqrt %operand : tensor<6xf64>
  %expected = stablehlo.constant dense<[0.0, -0.0, 0x7FF8000000000000, 0x7FF0000000000000, 2.0, 0x7FF8000000000000]> : tensor<6xf64>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xf64>, tensor<6xf64>
  func.return
}

// -----

func.func @sqrt_f32_zeros() {
  %operand = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %result = stablehlo.sqrt %operand : tensor<2xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %bits, dense<[0x00000000, 0x80000000]> : tensor<2xui32>
  func.return
}

// -----

func.func @sqrt_f64_zeros() {
  %operand = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf64>
  %result = stablehlo.sqrt %operand : tensor<2xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<2xf64>) -> tensor<2xui64>
  check.expect_eq_const %bits, dense<[0x0000000000000000, 0x8000000000000000]> : tensor<2xui64>
  func.return
}

// -----

func.func @sqrt_f32_complex() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.75), (-0.125, -0.5), (0.001, 0.0001), (2.0, 5.0), (-6.5, 0.5), (-4.0, 0.0), (1.0e-20, -1.0e-20)]> : tensor<9xcomplex<f32>>
  %result = stablehlo.sqrt %operand : tensor<9xcomplex<f32>>
  %expected = stablehlo.constant dense<[(0.72767335, 0.17178038), (0.70710677, 1.4142135), (1.7453265, -0.21485952), (0.44180778, -0.56585693), (0.031662185, 0.0015791709), (1.9216093, 1.3009928), (0.09798573, 2.551392), (0.0, 2.0), (1.0986841e-10, -4.5508985e-11)]> : tensor<9xcomplex<f32>>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<9xcomplex<f32>>, tensor<9xcomplex<f32>>
  func.return
}

// -----

func.func @sqrt_f64_complex() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.75), (-0.125, -0.5), (0.001, 0.0001), (2.0, 5.0), (-6.5, 0.5), (-4.0, 0.0), (1.0e-20, -1.0e-20)]> : tensor<9xcomplex<f64>>
  %result = stablehlo.sqrt %operand : tensor<9xcomplex<f64>>
  %expected = stablehlo.constant dense<[(0.7276733451126774, 0.17178037486125622), (0.7071067811865476, 1.4142135623730951), (1.745326505157881, -0.21485951132454598), (0.4418077654377566, -0.5658569621389347), (0.03166218219036781, 0.0015791710027873846), (1.921609326467597, 1.3009928530039094), (0.09798572651832693, 2.551392012725862), (0.0, 2.0), (1.09868411346781e-10, -4.550898605622273e-11)]> : tensor<9xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<9xcomplex<f64>>, tensor<9xcomplex<f64>>
  func.return
}

// -----

func.func @sqrt_of_nothing() {
  %operand = stablehlo.constant dense<> : tensor<0x3xf32>
  %result = stablehlo.sqrt %operand : tensor<0x3xf32>
  check.expect_eq_const %result, dense<> : tensor<0x3xf32>
  func.return
}
