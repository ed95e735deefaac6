// RUN: run
// The angle of (rhs, lhs), by quadrant and with the sign of zeros.

func.func @atan2_f16() {
  %lhs = stablehlo.constant dense<[0.0, -0.0, 0.0, -0.0, 1.0, -1.0, 1.0, -1.0, 0x7C00, 0xFC00, 0x7C00, 1.0, 0.5, 0x7E00, 0.001]> : tensor<15xf16>
  %rhs = stablehlo.constant dense<[1.0, 1.0, -1.0, -1.0, 0.0, -0.0, 1.0, -1.0, 0x7C00, 0x7C00, 0xFC00, 0x7C00, 2.0, 1.0, -3.0]> : tensor<15xf16>
  %result = stablehlo.atan2 %lhs, %rhs : tensor<15xf16>
  %expected = stablehlo.constant dense<[0.0, -0.0, 3.14, -3.14, 1.57, -1.57, 0.785, -2.355, 0.785, -0.785, 2.355, 0.0, 0.245, 0x7E00, 3.14]> : tensor<15xf16>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<15xf16>, tensor<15xf16>
  func.return
}

// -----

func.func @atan2_bf16() {
  %lhs = stablehlo.constant dense<[0.0, -0.0, 0.0, -0.0, 1.0, -1.0, 1.0, -1.0, 0x7F80, 0xFF80, 0x7F80, 1.0, 0.5, 0x7FC0, 0.001]> : tensor<15xbf16>
  %rhs = stablehlo.constant dense<[1.0, 1.0, -1.0, -1.0, 0.0, -0.0, 1.0, -1.0, 0x7F80, 0x7F80, 0xFF80, 0x7F80, 2.0, 1.0, -3.0]> : tensor<15xbf16>
  %result = stablehlo.atan2 %lhs, %rhs : tensor<15xbf16>
  %expected = stablehlo.constant dense<[0.0, -0.0, 3.14, -3.14, 1.57, -1.57, 0.785, -2.36, 0.785, -0.785, 2.36, 0.0, 0.245, 0x7FC0, 3.14]> : tensor<15xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<15xbf16>, tensor<15xbf16>
  func.return
}

// -----

func.func @atan2_f32() {
  %lhs = stablehlo.constant dense<[0.0, -0.0, 0.0, -0.0, 1.0, -1.0, 1.0, -1.0, 0x7F800000, 0xFF800000, 0x7F800000, 1.0, 0.5, 0x7FC00000, 0.001]> : tensor<15xf32>
  %rhs = stablehlo.constant dense<[1.0, 1.0, -1.0, -1.0, 0.0, -0.0, 1.0, -1.0, 0x7F800000, 0x7F800000, 0xFF800000, 0x7F800000, 2.0, 1.0, -3.0]> : tensor<15xf32>
  %result = stablehlo.atan2 %lhs, %rhs : tensor<15xf32>
  %expected = stablehlo.constant dense<[0.0, -0.0, 3.1415927, -3.1415927, 1.5707964, -1.5707964, 0.7853982, -2.3561945, 0.7853982, -0.7853982, 2.3561945, 0.0, 0.24497867, 0x7FC00000, 3.1412594]> : tensor<15xf32>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<15xf32>, tensor<15xf32>
  func.return
}

// -----

func.func @atan2_f64() {
  %lhs = stablehlo.constant dense<[0.0, -0.0, 0.0, -0.0, 1.0, -1.0, 1.0, -1.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF0000000000000, 1.0, 0.5, 0x7FF8000000000000, 0.001]> : tensor<15xf64>
  %rhs = stablehlo.constant dense<[1.0, 1.0, -1.0, -1.0, 0.0, -0.0, 1.0, -1.0, 0x7FF0000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF0000000000000, 2.0, 1.0, -3.0]> : tensor<15xf64>
  %result = stablehlo.atan2 %lhs, %rhs : tensor<15xf64>
  %expected = stablehlo.constant dense<[0.0, -0.0, 3.141592653589793, -3.141592653589793, 1.5707963267948966, -1.5707963267948966, 0.7853981633974483, -2.356194490192345, 0.7853981633974483, -0.7853981633974483, 2.356194490192345, 0.0, 0.24497866312686414, 0x7FF8000000000000, 3.1412593202688055]> : tensor<15xf64>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<15xf64>, tensor<15xf64>
  func.return
}

// -----

func.func @atan2_f64_complex() {
  %lhs = stablehlo.constant dense<[(1.0, 0.0), (1.0, 2.0)]> : tensor<2xcomplex<f64>>
  %rhs = stablehlo.constant dense<[(1.0, 0.0), (0.5, -1.0)]> : tensor<2xcomplex<f64>>
  %result = stablehlo.atan2 %lhs, %rhs : tensor<2xcomplex<f64>>
  %expected = stablehlo.constant dense<[(0.7853981633974483, 0.0), (1.908166797906673, 0.3790868723420221)]> : tensor<2xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 4 : tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>
  func.return
}

// -----

func.func @atan2_of_nothing() {
  %lhs = stablehlo.constant dense<> : tensor<0x3xf32>
  %rhs = stablehlo.constant dense<> : tensor<0x3xf32>
  %result = stablehlo.atan2 %lhs, %rhs : tensor<0x3xf32>
  check.expect_eq_const %result, dense<> : tensor<0x3xf32>
  func.return
}
