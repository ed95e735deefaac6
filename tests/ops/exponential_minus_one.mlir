// RUN: run
// e^x - 1, exact near 0.

func.func @exponential_minus_one_f16() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001, 1.0e-05, -3.0e+01]> : tensor<14xf16>
  %result = stablehlo.exponential_minus_one %operand : tensor<14xf16>
  %expected = stablehlo.constant dense<[0.649, -0.3936, 1.719, -0.6323, 6.39, -0.8647, 0.10516, -0.09515, 39.4, -0.9995, 0.001001, -0.000999, 1.0e-05, -1.0]> : tensor<14xf16>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<14xf16>, tensor<14xf16>
  func.return
}

// -----

func.func @exponential_minus_one_f16_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0x7C00, 0xFC00, 0x7E00]> : tensor<5xf16>
  %result = stablehlo.exponential_minus_one %operand : tensor<5xf16>
  %expected = stablehlo.constant dense<[0.0, -0.0, 0x7C00, -1.0, 0x7E00]> : tensor<5xf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<5xf16>, tensor<5xf16>
  func.return
}

// -----

func.func @exponential_minus_one_bf16() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001, 1.0e-05, -3.0e+01]> : tensor<14xbf16>
  %result = stablehlo.exponential_minus_one %operand : tensor<14xbf16>
  %expected = stablehlo.constant dense<[0.65, -0.393, 1.72, -0.633, 6.38, -0.863, 0.1055, -0.095, 39.5, -1.0, 0.001, -0.001, 1.0e-05, -1.0]> : tensor<14xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<14xbf16>, tensor<14xbf16>
  func.return
}

// -----

func.func @exponential_minus_one_bf16_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0x7F80, 0xFF80, 0x7FC0]> : tensor<5xbf16>
  %result = stablehlo.exponential_minus_one %operand : tensor<5xbf16>
  %expected = stablehlo.constant dense<[0.0, -0.0, 0x7F80, -1.0, 0x7FC0]> : tensor<5xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<5xbf16>, tensor<5xbf16>
  func.return
}

// -----

func.func @exponential_minus_one_f32() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001, 1.0e-05, -3.0e+01]> : tensor<14xf32>
  %result = stablehlo.exponential_minus_one %operand : tensor<14xf32>
  %expected = stablehlo.constant dense<[0.6487213, -0.39346933, 1.7182819, -0.63212055, 6.389056, -0.86466473, 0.10517092, -0.095162585, 39.447308, -0.9992898, 0.0010005002, -0.0009995002, 1.000005e-05, -1.0]> : tensor<14xf32>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<14xf32>, tensor<14xf32>
  func.return
}

// -----

func.func @exponential_minus_one_f32_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<5xf32>
  %result = stablehlo.exponential_minus_one %operand : tensor<5xf32>
  %expected = stablehlo.constant dense<[0.0, -0.0, 0x7F800000, -1.0, 0x7FC00000]> : tensor<5xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<5xf32>, tensor<5xf32>
  func.return
}

// -----

func.func @exponential_minus_one_f64() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001, 1.0e-05, -3.0e+01]> : tensor<14xf64>
  %result = stablehlo.exponential_minus_one %operand : tensor<14xf64>
  %expected = stablehlo.constant dense<[0.6487212707001282, -0.3934693402873666, 1.7182818284590453, -0.6321205588285577, 6.38905609893065, -0.8646647167633873, 0.10517091807564763, -0.09516258196404043, 39.4473043600674, -0.9992898256111574, 0.0010005001667083417, -0.0009995001666250085, 1.0000050000166668e-05, -0.9999999999999064]> : tensor<14xf64>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<14xf64>, tensor<14xf64>
  func.return
}

// -----

func.func @exponential_minus_one_f64_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<5xf64>
  %result = stablehlo.exponential_minus_one %operand : tensor<5xf64>
  %expected = stablehlo.constant dense<[0.0, -0.0, 0x7FF0000000000000, -1.0, 0x7FF8000000000000]> : tensor<5xf64>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<5xf64>, tensor<5xf64>
  func.return
}

// -----

func.func @exponential_minus_one_f32_zeros() {
  %operand = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %result = stablehlo.exponential_minus_one %operand : tensor<2xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %bits, dense<[0x00000000, 0x80000000]> : tensor<2xui32>
  func.return
}

// -----

func.func @exponential_minus_one_f64_zeros() {
  %operand = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf64>
  %result = stablehlo.exponential_minus_one %operand : tensor<2xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<2xf64>) -> tensor<2xui64>
  check.expect_eq_const %bits, dense<[0x0000000000000000, 0x8000000000000000]> : tensor<2xui64>
  func.return
}

// -----

func.func @exponential_minus_one_f32_complex() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.75), (-0.125, -0.5), (0.001, 0.0001), (2.0, 5.0), (-6.5, 0.5), (1.0e-06, 0.0), (1.0e-05, 1.0e-05)]> : tensor<9xcomplex<f32>>
  %result = stablehlo.exponential_minus_one %operand : tensor<9xcomplex<f32>>
  %expected = stablehlo.constant dense<[(0.5974665, 0.40790018), (-1.0928549, 0.20289168), (13.696363, -13.69108), (-0.22553611, -0.42309156), (0.0010004952, 0.00010010005), (1.0959958, -7.085545), (-0.9986806, 0.00072078715), (1.0000005e-06, 0.0), (1.0e-05, 1.00001e-05)]> : tensor<9xcomplex<f32>>
  check.expect_close %result, %expected, max_ulp_difference = 2 : tensor<9xcomplex<f32>>, tensor<9xcomplex<f32>>
  func.return
}

// -----

func.func @exponential_minus_one_f64_complex() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.75), (-0.125, -0.5), (0.001, 0.0001), (2.0, 5.0), (-6.5, 0.5), (1.0e-06, 0.0), (1.0e-05, 1.0e-05)]> : tensor<9xcomplex<f64>>
  %result = stablehlo.exponential_minus_one %operand : tensor<9xcomplex<f64>>
  %expected = stablehlo.constant dense<[(0.5974665191199127, 0.40790017007835977), (-1.0928549102840264, 0.2028916804701695), (13.69636379205055, -13.691080482724537), (-0.2255361073694921, -0.4230915528381605), (0.001000495161705845, 0.00010010004984983743), (1.0959958015330493, -7.085545260112314), (-0.9986806079813804, 0.000720787144851941), (1.0000005000001665e-06, 0.0), (9.999999999666666e-06, 1.0000100000333334e-05)]> : tensor<9xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 2 : tensor<9xcomplex<f64>>, tensor<9xcomplex<f64>>
  func.return
}

// -----

func.func @exponential_minus_one_of_nothing() {
  %operand = stablehlo.constant dense<> : tensor<0x3xf32>
  %result = stablehlo.exponential_minus_one %operand : tensor<0x3xf32>
  check.expect_eq_const %result, dense<> : tensor<0x3xf32>
  func.return
}
