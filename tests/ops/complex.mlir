// RUN: run
// Real and imaginary parts, put together.

func.func @complex_f32() {
  %lhs = stablehlo.constant dense<[0.0, -0.0, 0x7F800000, 0x7FC00000, 1.5]> : tensor<5xf32>
  %rhs = stablehlo.constant dense<[1.0, -0.0, 0x7FC00000, 2.0, -3.0]> : tensor<5xf32>
  %result = stablehlo.complex %lhs, %rhs : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xcomplex<f32>>
  %expected = stablehlo.constant dense<[(0.0, 1.0), (-0.0, -0.0), (0x7F800000, 0x7FC00000), (0x7FC00000, 2.0), (1.5, -3.0)]> : tensor<5xcomplex<f32>>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>
  func.return
}

// -----

func.func @complex_f64() {
  %lhs = stablehlo.constant dense<[0.0, -0.0, 0x7FF0000000000000, 0x7FF8000000000000, 1.5]> : tensor<5xf64>
  %rhs = stablehlo.constant dense<[1.0, -0.0, 0x7FF8000000000000, 2.0, -3.0]> : tensor<5xf64>
  %result = stablehlo.complex %lhs, %rhs : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xcomplex<f64>>
  %expected = stablehlo.constant dense<[(0.0, 1.0), (-0.0, -0.0), (0x7FF0000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 2.0), (1.5, -3.0)]> : tensor<5xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>
  func.return
}

// -----

func.func @complex_of_nothing() {
  %lhs = stablehlo.constant dense<> : tensor<0x3xf32>
  %rhs = stablehlo.constant dense<> : tensor<0x3xf32>
  %result = stablehlo.complex %lhs, %rhs : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0x3xcomplex<f32>>
  check.expect_eq_const %result, dense<> : tensor<0x3xcomplex<f32>>
  func.return
}
