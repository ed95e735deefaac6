// RUN: run
// Natural logarithm; NaN below 0.

func.func @log_f16() {
  %operand = stablehlo.constant dense<[0.5, 0.5, 1.0, 2.0, 2.0, 0.1, 0.1, 3.7, 7.25, 0.001, 0.001, 1.0e+01, 0.99, 1.01]> : tensor<14xf16>
  %result = stablehlo.log %operand : tensor<14xf16>
  %expected = stablehlo.constant dense<[-0.6934, -0.6934, 0.0, 0.6934, 0.6934, -2.303, -2.303, 1.309, 1.981, -6.906, -6.906, 2.303, -0.00981, 0.00972]> : tensor<14xf16>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<14xf16>, tensor<14xf16>
  func.return
}

// -----

func.func @log_f16_special() {
  %operand = stablehlo.constant dense<[1.0, 0.0, -0.0, -1.0, 0x7C00, 0x7E00]> : tensor<6xf16>
  %result = stablehlo.log %operand : tensor<6xf16>
  %expected = stablehlo.constant dense<[0.0, 0xFC00, 0xFC00, 0x7E00, 0x7C00, 0x7E00]> : tensor<6xf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xf16>, tensor<6xf16>
  func.return
}

// -----

func.func @log_bf16() {
  %operand = stablehlo.constant dense<[0.5, 0.5, 1.0, 2.0, 2.0, 0.1, 0.1, 3.7, 7.25, 0.001, 0.001, 1.0e+01, 0.99, 1.01]> : tensor<14xbf16>
  %result = stablehlo.log %operand : tensor<14xbf16>
  %expected = stablehlo.constant dense<[-0.69, -0.69, 0.0, 0.69, 0.69, -2.3, -2.3, 1.31, 1.984, -6.9, -6.9, 2.3, -0.0118, 0.00778]> : tensor<14xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<14xbf16>, tensor<14xbf16>
  func.return
}

// -----

func.func @log_bf16_special() {
  %operand = stablehlo.constant dense<[1.0, 0.0, -0.0, -1.0, 0x7F80, 0x7FC0]> : tensor<6xbf16>
  %result = stablehlo.log %operand : tensor<6xbf16>
  %expected = stablehlo.constant dense<[0.0, 0xFF80, 0xFF80, 0x7FC0, 0x7F80, 0x7FC0]> : tensor<6xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xbf16>, tensor<6xbf16>
  func.return
}

// -----

func.func @log_f32() {
  %operand = stablehlo.constant dense<[0.5, 0.5, 1.0, 2.0, 2.0, 0.1, 0.1, 3.7, 7.25, 0.001, 0.001, 1.0e+01, 0.99, 1.01]> : tensor<14xf32>
  %result = stablehlo.log %operand : tensor<14xf32>
  %expected = stablehlo.constant dense<[-0.6931472, -0.6931472, 0.0, 0.6931472, 0.6931472, -2.3025851, -2.3025851, 1.3083328, 1.9810015, -6.9077554, -6.9077554, 2.3025851, -0.010050327, 0.009950321]> : tensor<14xf32>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<14xf32>, tensor<14xf32>
  func.return
}

// -----

func.func @log_f32_special() {
  %operand = stablehlo.constant dense<[1.0, 0.0, -0.0, -1.0, 0x7F800000, 0x7FC00000]> : tensor<6xf32>
  %result = stablehlo.log %operand : tensor<6xf32>
  %expected = stablehlo.constant dense<[0.0, 0xFF800000, 0xFF800000, 0x7FC00000, 0x7F800000, 0x7FC00000]> : tensor<6xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xf32>, tensor<6xf32>
  func.return
}

// -----

func.func @log_f64() {
  %operand = stablehlo.constant dense<[0.5, 0.5, 1.0, 2.0, 2.0, 0.1, 0.1, 3.7, 7.25, 0.001, 0.001, 1.0e+01, 0.99, 1.01]> : tensor<14xf64>
  %result = stablehlo.log %operand : tensor<14xf64>
  %expected = stablehlo.constant dense<[-0.6931471805599453, -0.6931471805599453, 0.0, 0.6931471805599453, 0.6931471805599453, -2.3025850929940455, -2.3025850929940455, 1.308332819650179, 1.9810014688665833, -6.907755278982137, -6.907755278982137, 2.302585092994046, -0.01005033585350145, 0.009950330853168092]> : tensor<14xf64>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<14xf64>, tensor<14xf64>
  func.return
}

// -----

func.func @log_f64_special() {
  %operand = stablehlo.constant dense<[1.0, 0.0, -0.0, -1.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<6xf64>
  %result = stablehlo.log %operand : tensor<6xf64>
  %expected = stablehlo.constant dense<[0.0, 0xFFF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<6xf64>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<6xf64>, tensor<6xf64>
  func.return
}

// -----

func.func @log_f32_zeros() {
  %operand = stablehlo.constant dense<[1.0]> : tensor<1xf32>
  %result = stablehlo.log %operand : tensor<1xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<1xf32>) -> tensor<1xui32>
  check.expect_eq_const %bits, dense<[0x00000000]> : tensor<1xui32>
  func.return
}

// -----

func.func @log_f64_zeros() {
  %operand = stablehlo.constant dense<[1.0]> : tensor<1xf64>
  %result = stablehlo.log %operand : tensor<1xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<1xf64>) -> tensor<1xui64>
  check.expect_eq_const %bits, dense<[0x0000000000000000]> : tensor<1xui64>
  func.return
}

// -----

func.func @log_f32_complex() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.75), (-0.125, -0.5), (0.001, 0.0001), (2.0, 5.0), (-6.5, 0.5), (-2.0, 0.0), (1.0e-20, 1.0e-20), (0.6, 0.8)]> : tensor<10xcomplex<f32>>
  %result = stablehlo.log %operand : tensor<10xcomplex<f32>>
  %expected = stablehlo.constant dense<[(-0.5815754, 0.4636476), (0.91629076, 2.2142975), (1.1289246, -0.24497867), (-0.6628349, -1.815775), (-6.90278, 0.099668644), (1.6836479, 1.19029), (1.874752, 3.0648208), (0.6931472, 3.1415927), (-45.705128, 0.7853982), (2.3841858e-08, 0.9272952)]> : tensor<10xcomplex<f32>>
  check.expect_close %result, %expected, max_ulp_difference = 2 : tensor<10xcomplex<f32>>, tensor<10xcomplex<f32>>
  func.return
}

// -----

func.func @log_f64_complex() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.75), (-0.125, -0.5), (0.001, 0.0001), (2.0, 5.0), (-6.5, 0.5), (-2.0, 0.0), (1.0e-20, 1.0e-20), (0.6, 0.8)]> : tensor<10xcomplex<f64>>
  %result = stablehlo.log %operand : tensor<10xcomplex<f64>>
  %expected = stablehlo.constant dense<[(-0.5815754049028404, 0.4636476090008061), (0.9162907318741551, 2.214297435588181), (1.128924599576327, -0.24497866312686414), (-0.6628348696517279, -1.8157749899217608), (-6.902780113555553, 0.09966865249116202), (1.683647914993237, 1.1902899496825317), (1.8747520379651856, 3.064820762320015), (0.6931471805599453, 3.141592653589793), (-45.70512826960094, 0.7853981633974483), (2.2204460492503132e-17, 0.9272952180016123)]> : tensor<10xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 2 : tensor<10xcomplex<f64>>, tensor<10xcomplex<f64>>
  func.return
}

// -----

func.func @log_of_nothing() {
  %operand = stablehlo.constant dense<> : tensor<0x3xf32>
  %result = stablehlo.log %operand : tensor<0x3xf32>
  check.expect_eq_const %result, dense<> : tensor<0x3xf32>
  func.return
}
