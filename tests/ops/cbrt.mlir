// RUN: run
// The real cube root; of complex numbers the one with the smallest angle.

func.func @cbrt_f16() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001]> : tensor<12xf16>
  %result = stablehlo.cbrt %operand : tensor<12xf16>
  %expected = stablehlo.constant dense<[0.7935, -0.7935, 1.0, -1.0, 1.26, -1.26, 0.464, -0.464, 1.547, -1.936, 0.10004, -0.10004]> : tensor<12xf16>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<12xf16>, tensor<12xf16>
  func.return
}

// -----

func.func @cbrt_f16_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0x7C00, 0xFC00, 8.0, -27.0, 0x7E00]> : tensor<7xf16>
  %result = stablehlo.cbrt %operand : tensor<7xf16>
  %expected = stablehlo.constant dense<[0.0, -0.0, 0x7C00, 0xFC00, 2.0, -3.0, 0x7E00]> : tensor<7xf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<7xf16>, tensor<7xf16>
  func.return
}

// -----

func.func @cbrt_bf16() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001]> : tensor<12xbf16>
  %result = stablehlo.cbrt %operand : tensor<12xbf16>
  %expected = stablehlo.constant dense<[0.793, -0.793, 1.0, -1.0, 1.26, -1.26, 0.465, -0.465, 1.55, -1.94, 0.1, -0.1]> : tensor<12xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<12xbf16>, tensor<12xbf16>
  func.return
}

// -----

func.func @cbrt_bf16_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0x7F80, 0xFF80, 8.0, -27.0, 0x7FC0]> : tensor<7xbf16>
  %result = stablehlo.cbrt %operand : tensor<7xbf16>
  %expected = stablehlo.constant dense<[0.0, -0.0, 0x7F80, 0xFF80, 2.0, -3.0, 0x7FC0]> : tensor<7xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<7xbf16>, tensor<7xbf16>
  func.return
}

// -----

func.func @cbrt_f32() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001]> : tensor<12xf32>
  %result = stablehlo.cbrt %operand : tensor<12xf32>
  %expected = stablehlo.constant dense<[0.7937005, -0.7937005, 1.0, -1.0, 1.2599211, -1.2599211, 0.4641589, -0.4641589, 1.5466803, -1.9354383, 0.1, -0.1]> : tensor<12xf32>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<12xf32>, tensor<12xf32>
  func.return
}

// -----

func.func @cbrt_f32_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0x7F800000, 0xFF800000, 8.0, -27.0, 0x7FC00000]> : tensor<7xf32>
  %result = stablehlo.cbrt %operand : tensor<7xf32>
  %expected = stablehlo.constant dense<[0.0, -0.0, 0x7F800000, 0xFF800000, 2.0, -3.0, 0x7FC00000]> : tensor<7xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<7xf32>, tensor<7xf32>
  func.return
}

// -----

func.func @cbrt_f64() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001]> : tensor<12xf64>
  %result = stablehlo.cbrt %operand : tensor<12xf64>
  %expected = stablehlo.constant dense<[0.7937005259840998, -0.7937005259840998, 1.0, -1.0, 1.2599210498948732, -1.2599210498948732, 0.4641588833612779, -0.4641588833612779, 1.5466803737720354, -1.9354383203138983, 0.1, -0.1]> : tensor<12xf64>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<12xf64>, tensor<12xf64>
  func.return
}

// -----

func.func @cbrt_f64_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000, 8.0, -27.0, 0x7FF8000000000000]> : tensor<7xf64>
  %result = stablehlo.cbrt %operand : tensor<7xf64>
  %expected = stablehlo.constant dense<[0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000, 2.0, -3.0, 0x7FF8000000000000]> : tensor<7xf64>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<7xf64>, tensor<7xf64>
  func.return
}

// -----

func.func @cbrt_f32_zeros() {
  %operand = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %result = stablehlo.cbrt %operand : tensor<2xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %bits, dense<[0x00000000, 0x80000000]> : tensor<2xui32>
  func.return
}

// -----

func.func @cbrt_f64_zeros() {
  %operand = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf64>
  %result = stablehlo.cbrt %operand : tensor<2xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<2xf64>) -> tensor<2xui64>
  check.expect_eq_const %bits, dense<[0x0000000000000000, 0x8000000000000000]> : tensor<2xui64>
  func.return
}

// -----

func.func @cbrt_f32_complex() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.75), (-0.125, -0.5), (0.001, 0.0001), (2.0, 5.0), (-6.5, 0.5)]> : tensor<7xcomplex<f32>>
  %result = stablehlo.cbrt %operand : tensor<7xcomplex<f32>>
  %expected = stablehlo.constant dense<[(0.81395596, 0.12680747), (1.0039937, 0.9132427), (1.4520413, -0.11883731), (0.6593321, -0.4561815), (0.1001107, 0.0033271904), (1.6166389, 0.6773445), (0.97513634, 1.5933849)]> : tensor<7xcomplex<f32>>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<7xcomplex<f32>>, tensor<7xcomplex<f32>>
  func.return
}

// -----

func.func @cbrt_f64_complex() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.75), (-0.125, -0.5), (0.001, 0.0001), (2.0, 5.0), (-6.5, 0.5)]> : tensor<7xcomplex<f64>>
  %result = stablehlo.cbrt %operand : tensor<7xcomplex<f64>>
  %expected = stablehlo.constant dense<[(0.8139559382747512, 0.1268074709786297), (1.0039937871212632, 0.9132426976122486), (1.4520412808648981, -0.11883730835942204), (0.6593321252970147, -0.45618148385908924), (0.10011070191996223, 0.0033271904834806065), (1.6166388850531783, 0.6773444773672135), (0.9751363258257347, 1.5933848152626315)]> : tensor<7xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<7xcomplex<f64>>, tensor<7xcomplex<f64>>
  func.return
}

// -----

func.func @cbrt_of_nothing() {
  %operand = stablehlo.constant dense<> : tensor<0x3xf32>
  %result = stablehlo.cbrt %operand : tensor<0x3xf32>
  check.expect_eq_const %result, dense<> : tensor<0x3xf32>
  func.return
}
