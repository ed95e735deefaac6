// RUN: run
// e^x.

func.func @exponential_f16() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001, 1.0e+01, -1.0e+01]> : tensor<14xf16>
  %result = stablehlo.exponential %operand : tensor<14xf16>
  %expected = stablehlo.constant dense<[1.648, 0.6064, 2.719, 0.368, 7.39, 0.1354, 1.105, 0.905, 40.4, 0.00071, 1.001, 0.999, 2.203e+04, 4.54e-05]> : tensor<14xf16>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<14xf16>, tensor<14xf16>
  func.return
}

// -----

func.func @exponential_f16_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0x7C00, 0xFC00, 0x7E00]> : tensor<5xf16>
  %result = stablehlo.exponential %operand : tensor<5xf16>
  %expected = stablehlo.constant dense<[1.0, 1.0, 0x7C00, 0.0, 0x7E00]> : tensor<5xf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<5xf16>, tensor<5xf16>
  func.return
}

// -----

func.func @exponential_bf16() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001, 1.0e+01, -1.0e+01]> : tensor<14xbf16>
  %result = stablehlo.exponential %operand : tensor<14xbf16>
  %expected = stablehlo.constant dense<[1.65, 0.605, 2.72, 0.367, 7.38, 0.136, 1.1, 0.906, 40.5, 0.00071, 1.0, 1.0, 2.2e+04, 4.53e-05]> : tensor<14xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<14xbf16>, tensor<14xbf16>
  func.return
}

// -----

func.func @exponential_bf16_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0x7F80, 0xFF80, 0x7FC0]> : tensor<5xbf16>
  %result = stablehlo.exponential %operand : tensor<5xbf16>
  %expected = stablehlo.constant dense<[1.0, 1.0, 0x7F80, 0.0, 0x7FC0]> : tensor<5xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<5xbf16>, tensor<5xbf16>
  func.return
}

// -----

func.func @exponential_f32() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001, 1.0e+01, -1.0e+01]> : tensor<14xf32>
  %result = stablehlo.exponential %operand : tensor<14xf32>
  %expected = stablehlo.constant dense<[1.6487212, 0.60653067, 2.7182817, 0.36787945, 7.389056, 0.13533528, 1.105171, 0.9048374, 40.447308, 0.0007101744, 1.0010005, 0.9990005, 22026.465, 4.539993e-05]> : tensor<14xf32>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<14xf32>, tensor<14xf32>
  func.return
}

// -----

func.func @exponential_f32_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<5xf32>
  %result = stablehlo.exponential %operand : tensor<5xf32>
  %expected = stablehlo.constant dense<[1.0, 1.0, 0x7F800000, 0.0, 0x7FC00000]> : tensor<5xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<5xf32>, tensor<5xf32>
  func.return
}

// -----

func.func @exponential_f64() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001, 1.0e+01, -1.0e+01]> : tensor<14xf64>
  %result = stablehlo.exponential %operand : tensor<14xf64>
  %expected = stablehlo.constant dense<[1.6487212707001282, 0.6065306597126334, 2.718281828459045, 0.36787944117144233, 7.38905609893065, 0.1353352832366127, 1.1051709180756477, 0.9048374180359595, 40.4473043600674, 0.000710174388842549, 1.0010005001667084, 0.999000499833375, 22026.465794806718, 4.5399929762484854e-05]> : tensor<14xf64>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<14xf64>, tensor<14xf64>
  func.return
}

// -----

func.func @exponential_f64_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<5xf64>
  %result = stablehlo.exponential %operand : tensor<5xf64>
  %expected = stablehlo.constant dense<[1.0, 1.0, 0x7FF0000000000000, 0.0, 0x7FF8000000000000]> : tensor<5xf64>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<5xf64>, tensor<5xf64>
  func.return
}

// -----

func.func @exponential_f32_zeros() {
  %operand = stablehlo.constant dense<[0xFF800000]> : tensor<1xf32>
  %result = stablehlo.exponential %operand : tensor<1xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<1xf32>) -> tensor<1xui32>
  check.expect_eq_const %bits, dense<[0x00000000]> : tensor<1xui32>
  func.return
}

// -----

func.func @exponential_f64_zeros() {
  %operand = stablehlo.constant dense<[0xFFF0000000000000]> : tensor<1xf64>
  %result = stablehlo.exponential %operand : tensor<1xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<1xf64>) -> tensor<1xui64>
  check.expect_eq_const %bits, dense<[0x0000000000000000]> : tensor<1xui64>
  func.return
}

// -----

func.func @exponential_f32_complex() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.75), (-0.125, -0.5), (0.001, 0.0001), (2.0, 5.0), (-6.5, 0.5)]> : tensor<7xcomplex<f32>>
  %result = stablehlo.exponential %operand : tensor<7xcomplex<f32>>
  %expected = stablehlo.constant dense<[(1.5974665, 0.40790018), (-0.09285491, 0.20289168), (14.696363, -13.69108), (0.7744639, -0.42309156), (1.0010005, 0.00010010005), (2.095996, -7.085545), (0.001319392, 0.00072078715)]> : tensor<7xcomplex<f32>>
  check.expect_close %result, %expected, max_ulp_difference = 2 : tensor<7xcomplex<f32>>, tensor<7xcomplex<f32>>
  func.return
}

// -----

func.func @exponential_f64_complex() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.75), (-0.125, -0.5), (0.001, 0.0001), (2.0, 5.0), (-6.5, 0.5)]> : tensor<7xcomplex<f64>>
  %result = stablehlo.exponential %operand : tensor<7xcomplex<f64>>
  %expected = stablehlo.constant dense<[(1.5974665191199127, 0.40790017007835977), (-0.09285491028402633, 0.2028916804701695), (14.69636379205055, -13.691080482724537), (0.774463892630508, -0.4230915528381605), (1.0010004951617058, 0.00010010004984983743), (2.095995801533049, -7.085545260112314), (0.0013193920186196524, 0.000720787144851941)]> : tensor<7xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 2 : tensor<7xcomplex<f64>>, tensor<7xcomplex<f64>>
  func.return
}

// -----

func.func @exponential_f32_edges() {
  %operand = stablehlo.constant dense<[88.0, -103.0, 89.0, -104.0, -87.5]> : tensor<5xf32>
  %result = stablehlo.exponential %operand : tensor<5xf32>
  %expected = stablehlo.constant dense<[1.6516363e+38, 1.0e-45, 0x7F800000, 0.0, 9.982351e-39]> : tensor<5xf32>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<5xf32>, tensor<5xf32>
  func.return
}

// -----

func.func @exponential_f64_edges() {
  %operand = stablehlo.constant dense<[709.0, -745.0, 7.1e+02, -746.0]> : tensor<4xf64>
  %result = stablehlo.exponential %operand : tensor<4xf64>
  %expected = stablehlo.constant dense<[8.218407461554972e+307, 5.0e-324, 0x7FF0000000000000, 0.0]> : tensor<4xf64>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<4xf64>, tensor<4xf64>
  func.return
}

// -----

func.func @exponential_complex_overflow() {
  %operand = stablehlo.constant dense<[(1.0e+03, 1.5707963267948966)]> : tensor<1xcomplex<f64>>
  %result = stablehlo.exponential %operand : tensor<1xcomplex<f64>>
  %expected = stablehlo.constant dense<[(0x7FF0000000000000, 0x7FF0000000000000)]> : tensor<1xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<1xcomplex<f64>>, tensor<1xcomplex<f64>>
  func.return
}

// -----

func.func @exponential_of_nothing() {
  %operand = stablehlo.constant dense<> : tensor<0x3xf32>
  %result = stablehlo.exponential %operand : tensor<0x3xf32>
  check.expect_eq_const %result, dense<> : tensor<0x3xf32>
  func.return
}
