// RUN: run
// 1 / sqrt(x).

func.func @rsqrt_f16() {
  %operand = stablehlo.constant dense<[0.5, 0.5, 1.0, 1.0, 2.0, 2.0, 0.1, 0.1, 3.7, 7.25, 0.001, 0.001]> : tensor<12xf16>
  %result = stablehlo.rsqrt %operand : tensor<12xf16>
  %expected = stablehlo.constant dense<[1.414, 1.414, 1.0, 1.0, 0.707, 0.707, 3.162, 3.162, 0.52, 0.3713, 31.61, 31.61]> : tensor<12xf16>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<12xf16>, tensor<12xf16>
  func.return
}

// -----

func.func @rsqrt_f16_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, -1.0, 0x7C00, 4.0, 0x7E00]> : tensor<6xf16>
  %result = stablehlo.rsqrt %operand : tensor<6xf16>
  %expected = stablehlo.constant dense<[0x7C00, 0xFC00, 0x7E00, 0.0, 0.5, 0x7E00]> : tensor<6xf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xf16>, tensor<6xf16>
  func.return
}

// -----

func.func @rsqrt_bf16() {
  %operand = stablehlo.constant dense<[0.5, 0.5, 1.0, 1.0, 2.0, 2.0, 0.1, 0.1, 3.7, 7.25, 0.001, 0.001]> : tensor<12xbf16>
  %result = stablehlo.rsqrt %operand : tensor<12xbf16>
  %expected = stablehlo.constant dense<[1.414, 1.414, 1.0, 1.0, 0.707, 0.707, 3.16, 3.16, 0.52, 0.371, 31.6, 31.6]> : tensor<12xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<12xbf16>, tensor<12xbf16>
  func.return
}

// -----

func.func @rsqrt_bf16_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, -1.0, 0x7F80, 4.0, 0x7FC0]> : tensor<6xbf16>
  %result = stablehlo.rsqrt %operand : tensor<6xbf16>
  %expected = stablehlo.constant dense<[0x7F80, 0xFF80, 0x7FC0, 0.0, 0.5, 0x7FC0]> : tensor<6xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xbf16>, tensor<6xbf16>
  func.return
}

// -----

func.func @rsqrt_f32() {
  %operand = stablehlo.constant dense<[0.5, 0.5, 1.0, 1.0, 2.0, 2.0, 0.1, 0.1, 3.7, 7.25, 0.001, 0.001]> : tensor<12xf32>
  %result = stablehlo.rsqrt %operand : tensor<12xf32>
  %expected = stablehlo.constant dense<[1.4142135, 1.4142135, 1.0, 1.0, 0.70710677, 0.70710677, 3.1622777, 3.1622777, 0.5198752, 0.37139067, 31.622776, 31.622776]> : tensor<12xf32>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<12xf32>, tensor<12xf32>
  func.return
}

// -----

func.func @rsqrt_f32_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, -1.0, 0x7F800000, 4.0, 0x7FC00000]> : tensor<6xf32>
  %result = stablehlo.rsqrt %operand : tensor<6xf32>
  %expected = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 0.0, 0.5, 0x7FC00000]> : tensor<6xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xf32>, tensor<6xf32>
  func.return
}

// -----

func.func @rsqrt_f64() {
  %operand = stablehlo.constant dense<[0.5, 0.5, 1.0, 1.0, 2.0, 2.0, 0.1, 0.1, 3.7, 7.25, 0.001, 0.001]> : tensor<12xf64>
  %result = stablehlo.rsqrt %operand : tensor<12xf64>
  %expected = stablehlo.constant dense<[1.4142135623730951, 1.4142135623730951, 1.0, 1.0, 0.7071067811865476, 0.7071067811865476, 3.162277660168379, 3.162277660168379, 0.5198752449100363, 0.3713906763541037, 31.622776601683793, 31.622776601683793]> : tensor<12xf64>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<12xf64>, tensor<12xf64>
  func.return
}

// -----

func.func @rsqrt_f64_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, -1.0, 0x7FF0000000000000, 4.0, 0x7FF8000000000000]> : tensor<6xf64>
  %result = stablehlo.rsqrt %operand : tensor<6xf64>
  %expected = stablehlo.constant dense<[0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0.0, 0.5, 0x7FF8000000000000]> : tensor<6xf64>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xf64>, tensor<6xf64>
  func.return
}

// -----

func.func @rsqrt_f32_zeros() {
  %operand = stablehlo.constant dense<[0x7F800000]> : tensor<1xf32>
  %result = stablehlo.rsqrt %operand : tensor<1xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<1xf32>) -> tensor<1xui32>
  check.expect_eq_const %bits, dense<[0x00000000]> : tensor<1xui32>
  func.return
}

// -----

func.func @rsqrt_f64_zeros() {
  %operand = stablehlo.constant dense<[0x7FF0000000000000]> : tensor<1xf64>
  %result = stablehlo.rsqrt %operand : tensor<1xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<1xf64>) -> tensor<1xui64>
  check.expect_eq_const %bits, dense<[0x0000000000000000]> : tensor<1xui64>
  func.return
}

// -----

func.func @rsqrt_f32_complex() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.75), (-0.125, -0.5), (0.001, 0.0001), (2.0, 5.0), (-6.5, 0.5), (-4.0, 0.0)]> : tensor<8xcomplex<f32>>
  %result = stablehlo.rsqrt %operand : tensor<8xcomplex<f32>>
  %expected = stablehlo.constant dense<[(1.3017017, -0.30729008), (0.28284273, -0.56568545), (0.56440514, 0.06948145), (0.857233, 1.0979238), (31.505049, -1.5713338), (0.3568339, -0.24158831), (0.015030324, -0.39136568), (0.0, -0.5)]> : tensor<8xcomplex<f32>>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>
  func.return
}

// -----

func.func @rsqrt_f64_complex() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.75), (-0.125, -0.5), (0.001, 0.0001), (2.0, 5.0), (-6.5, 0.5), (-4.0, 0.0)]> : tensor<8xcomplex<f64>>
  %result = stablehlo.rsqrt %operand : tensor<8xcomplex<f64>>
  %expected = stablehlo.constant dense<[(1.3017016520692888, -0.30729007631213195), (0.282842712474619, -0.565685424949238), (0.5644051397612604, 0.0694814478321331), (0.8572329802908152, 1.097923775948217), (31.505048802620344, -1.57133387747465), (0.3568338937225773, -0.2415883078044885), (0.01503032432926602, -0.39136566931711214), (0.0, -0.5)]> : tensor<8xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<8xcomplex<f64>>, tensor<8xcomplex<f64>>
  func.return
}

// -----

func.func @rsqrt_of_nothing() {
  %operand = stablehlo.constant dense<> : tensor<0x3xf32>
  %result = stablehlo.rsqrt %operand : tensor<0x3xf32>
  check.expect_eq_const %result, dense<> : tensor<0x3xf32>
  func.return
}
