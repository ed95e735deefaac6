// RUN: run
// Hyperbolic tangent.

func.func @tanh_f16() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001, 2.0e+01]> : tensor<13xf16>
  %result = stablehlo.tanh %operand : tensor<13xf16>
  %expected = stablehlo.constant dense<[0.4622, -0.4622, 0.7617, -0.7617, 0.964, -0.964, 0.0997, -0.0997, 0.9985, -1.0, 0.001, -0.001, 1.0]> : tensor<13xf16>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<13xf16>, tensor<13xf16>
  func.return
}

// -----

func.func @tanh_f16_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0x7C00, 0xFC00, 0x7E00]> : tensor<5xf16>
  %result = stablehlo.tanh %operand : tensor<5xf16>
  %expected = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0x7E00]> : tensor<5xf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<5xf16>, tensor<5xf16>
  func.return
}

// -----

func.func @tanh_bf16() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001, 2.0e+01]> : tensor<13xbf16>
  %result = stablehlo.tanh %operand : tensor<13xbf16>
  %expected = stablehlo.constant dense<[0.463, -0.463, 0.76, -0.76, 0.965, -0.965, 0.0996, -0.0996, 1.0, -1.0, 0.001, -0.001, 1.0]> : tensor<13xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<13xbf16>, tensor<13xbf16>
  func.return
}

// -----

func.func @tanh_bf16_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0x7F80, 0xFF80, 0x7FC0]> : tensor<5xbf16>
  %result = stablehlo.tanh %operand : tensor<5xbf16>
  %expected = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0x7FC0]> : tensor<5xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<5xbf16>, tensor<5xbf16>
  func.return
}

// -----

func.func @tanh_f32() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001, 2.0e+01]> : tensor<13xf32>
  %result = stablehlo.tanh %operand : tensor<13xf32>
  %expected = stablehlo.constant dense<[0.46211717, -0.46211717, 0.7615942, -0.7615942, 0.9640276, -0.9640276, 0.099667996, -0.099667996, 0.9987782, -0.999999, 0.0009999997, -0.0009999997, 1.0]> : tensor<13xf32>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<13xf32>, tensor<13xf32>
  func.return
}

// -----

func.func @tanh_f32_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<5xf32>
  %result = stablehlo.tanh %operand : tensor<5xf32>
  %expected = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0x7FC00000]> : tensor<5xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<5xf32>, tensor<5xf32>
  func.return
}

// -----

func.func @tanh_f64() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001, 2.0e+01]> : tensor<13xf64>
  %result = stablehlo.tanh %operand : tensor<13xf64>
  %expected = stablehlo.constant dense<[0.46211715726000974, -0.46211715726000974, 0.7615941559557649, -0.7615941559557649, 0.9640275800758169, -0.9640275800758169, 0.09966799462495582, -0.09966799462495582, 0.9987782412811312, -0.9999989913051835, 0.0009999996666668, -0.0009999996666668, 1.0]> : tensor<13xf64>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<13xf64>, tensor<13xf64>
  func.return
}

// -----

func.func @tanh_f64_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<5xf64>
  %result = stablehlo.tanh %operand : tensor<5xf64>
  %expected = stablehlo.constant dense<[0.0, -0.0, 1.0, -1.0, 0x7FF8000000000000]> : tensor<5xf64>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<5xf64>, tensor<5xf64>
  func.return
}

// -----

func.func @tanh_f32_zeros() {
  %operand = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %result = stablehlo.tanh %operand : tensor<2xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %bits, dense<[0x00000000, 0x80000000]> : tensor<2xui32>
  func.return
}

// -----

func.func @tanh_f64_zeros() {
  %operand = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf64>
  %result = stablehlo.tanh %operand : tensor<2xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<2xf64>) -> tensor<2xui64>
  check.expect_eq_const %bits, dense<[0x0000000000000000, 0x8000000000000000]> : tensor<2xui64>
  func.return
}

// -----

func.func @tanh_f32_complex() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.75), (-0.125, -0.5), (0.001, 0.0001), (2.0, 5.0), (-6.5, 0.5)]> : tensor<7xcomplex<f32>>
  %result = stablehlo.tanh %operand : tensor<7xcomplex<f32>>
  %expected = stablehlo.constant dense<[(0.48548728, 0.19805545), (-1.0641444, -0.08039101), (0.9996372, -0.004943322), (-0.16072395, -0.5353838), (0.0009999997, 9.9999896e-05), (1.031008, -0.020553017), (-0.99999756, 3.8039939e-06)]> : tensor<7xcomplex<f32>>
  check.expect_close %result, %expected, max_ulp_difference = 2 : tensor<7xcomplex<f32>>, tensor<7xcomplex<f32>>
  func.return
}

// -----

func.func @tanh_f64_complex() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.75), (-0.125, -0.5), (0.001, 0.0001), (2.0, 5.0), (-6.5, 0.5)]> : tensor<7xcomplex<f64>>
  %result = stablehlo.tanh %operand : tensor<7xcomplex<f64>>
  %expected = stablehlo.constant dense<[(0.48548728102413535, 0.19805544995134952), (-1.0641443991765371, -0.08039101531016818), (0.9996371610597968, -0.004943321841667708), (-0.16072395542117432, -0.5353838116815959), (0.0009999996766667867, 9.999990033339867e-05), (1.0310080051524912, -0.020553016568255648), (-0.9999975574733665, 3.803993932805439e-06)]> : tensor<7xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 2 : tensor<7xcomplex<f64>>, tensor<7xcomplex<f64>>
  func.return
}

// -----

func.func @tanh_of_nothing() {
  %operand = stablehlo.constant dense<> : tensor<0x3xf32>
  %result = stablehlo.tanh %operand : tensor<0x3xf32>
  check.expect_eq_const %result, dense<> : tensor<0x3xf32>
  func.return
}
