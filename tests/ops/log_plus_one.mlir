// RUN: run
// log(1 + x), exact near 0.

func.func @log_plus_one_f16() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, 2.0, 0.1, -0.1, 3.7, 0.001, -0.001, 1.0e-05, -0.99]> : tensor<11xf16>
  %result = stablehlo.log_plus_one %operand : tensor<11xf16>
  %expected = stablehlo.constant dense<[0.4055, -0.6934, 0.6934, 1.099, 0.0953, -0.10535, 1.548, 0.000999, -0.001001, 1.0e-05, -4.63]> : tensor<11xf16>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<11xf16>, tensor<11xf16>
  func.return
}

// -----

func.func @log_plus_one_f16_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, -1.0, -2.0, 0x7C00, 0x7E00]> : tensor<6xf16>
  %result = stablehlo.log_plus_one %operand : tensor<6xf16>
  %expected = stablehlo.constant dense<[0.0, -0.0, 0xFC00, 0x7E00, 0x7C00, 0x7E00]> : tensor<6xf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xf16>, tensor<6xf16>
  func.return
}

// -----

func.func @log_plus_one_bf16() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, 2.0, 0.1, -0.1, 3.7, 0.001, -0.001, 1.0e-05, -0.99]> : tensor<11xbf16>
  %result = stablehlo.log_plus_one %operand : tensor<11xbf16>
  %expected = stablehlo.constant dense<[0.406, -0.69, 0.69, 1.1, 0.095, -0.1055, 1.55, 0.001, -0.001, 1.0e-05, -4.44]> : tensor<11xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<11xbf16>, tensor<11xbf16>
  func.return
}

// -----

func.func @log_plus_one_bf16_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, -1.0, -2.0, 0x7F80, 0x7FC0]> : tensor<6xbf16>
  %result = stablehlo.log_plus_one %operand : tensor<6xbf16>
  %expected = stablehlo.constant dense<[0.0, -0.0, 0xFF80, 0x7FC0, 0x7F80, 0x7FC0]> : tensor<6xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xbf16>, tensor<6xbf16>
  func.return
}

// -----

func.func @log_plus_one_f32() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, 2.0, 0.1, -0.1, 3.7, 0.001, -0.001, 1.0e-05, -0.99]> : tensor<11xf32>
  %result = stablehlo.log_plus_one %operand : tensor<11xf32>
  %expected = stablehlo.constant dense<[0.4054651, -0.6931472, 0.6931472, 1.0986123, 0.09531018, -0.105360515, 1.5475625, 0.0009995004, -0.0010005004, 9.99995e-06, -4.605171]> : tensor<11xf32>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<11xf32>, tensor<11xf32>
  func.return
}

// -----

func.func @log_plus_one_f32_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, -1.0, -2.0, 0x7F800000, 0x7FC00000]> : tensor<6xf32>
  %result = stablehlo.log_plus_one %operand : tensor<6xf32>
  %expected = stablehlo.constant dense<[0.0, -0.0, 0xFF800000, 0x7FC00000, 0x7F800000, 0x7FC00000]> : tensor<6xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xf32>, tensor<6xf32>
  func.return
}

// -----

func.func @log_plus_one_f64() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, 2.0, 0.1, -0.1, 3.7, 0.001, -0.001, 1.0e-05, -0.99]> : tensor<11xf64>
  %result = stablehlo.log_plus_one %operand : tensor<11xf64>
  %expected = stablehlo.constant dense<[0.4054651081081644, -0.6931471805599453, 0.6931471805599453, 1.0986122886681098, 0.09531017980432487, -0.10536051565782631, 1.547562508716013, 0.0009995003330835331, -0.0010005003335835335, 9.999950000333332e-06, -4.605170185988091]> : tensor<11xf64>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<11xf64>, tensor<11xf64>
  func.return
}

// -----

func.func @log_plus_one_f64_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, -1.0, -2.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<6xf64>
  %result = stablehlo.log_plus_one %operand : tensor<6xf64>
  %expected = stablehlo.constant dense<[0.0, -0.0, 0xFFF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<6xf64>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xf64>, tensor<6xf64>
  func.return
}

// -----

func.func @log_plus_one_f32_zeros() {
  %operand = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %result = stablehlo.log_plus_one %operand : tensor<2xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %bits, dense<[0x00000000, 0x80000000]> : tensor<2xui32>
  func.return
}

// -----

func.func @log_plus_one_f64_zeros() {
  %operand = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf64>
  %result = stablehlo.log_plus_one %operand : tensor<2xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<2xf64>) -> tensor<2xui64>
  check.expect_eq_const %bits, dense<[0x0000000000000000, 0x8000000000000000]> : tensor<2xui64>
  func.return
}

// -----

func.func @log_plus_one_f32_complex() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.75), (-0.125, -0.5), (0.001, 0.0001), (2.0, 5.0), (-6.5, 0.5), (1.0e-06, 1.0e-06), (-0.5, 0.75)]> : tensor<9xcomplex<f32>>
  %result = stablehlo.log_plus_one %operand : tensor<9xcomplex<f32>>
  %expected = stablehlo.constant dense<[(0.4191646, 0.16514868), (0.7234595, 1.815775), (1.4035705, -0.18534794), (0.0077520935, -0.5191461), (0.0009995054, 9.99001e-05), (1.7631803, 1.0303768), (1.7088634, 3.050933), (1.0e-06, 9.99999e-07), (-0.10381968, 0.98279375)]> : tensor<9xcomplex<f32>>
  check.expect_close %result, %expected, max_ulp_difference = 2 : tensor<9xcomplex<f32>>, tensor<9xcomplex<f32>>
  func.return
}

// -----

func.func @log_plus_one_f64_complex() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.75), (-0.125, -0.5), (0.001, 0.0001), (2.0, 5.0), (-6.5, 0.5), (1.0e-06, 1.0e-06), (-0.5, 0.75)]> : tensor<9xcomplex<f64>>
  %result = stablehlo.log_plus_one %operand : tensor<9xcomplex<f64>>
  %expected = stablehlo.constant dense<[(0.4191645952022216, 0.16514867741462683), (0.7234594914681627, 1.8157749899217608), (1.4035705518732204, -0.18534794999569476), (0.007752093267982627, -0.5191461142465229), (0.0009995053230984882, 9.990009956776457e-05), (1.7631802623080808, 1.0303768265243125), (1.708863341806683, 3.050932766389048), (9.999999999993333e-07, 9.999990000006665e-07), (-0.10381968238912224, 0.982793723247329)]> : tensor<9xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 2 : tensor<9xcomplex<f64>>, tensor<9xcomplex<f64>>
  func.return
}

// -----

func.func @log_plus_one_of_nothing() {
  %operand = stablehlo.constant dense<> : tensor<0x3xf32>
  %result = stablehlo.log_plus_one %operand : tensor<0x3xf32>
  check.expect_eq_const %result, dense<> : tensor<0x3xf32>
  func.return
}
