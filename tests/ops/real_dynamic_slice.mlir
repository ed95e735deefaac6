// RUN: run
// Slices whose bounds and strides are operands; they are not clamped.

func.func @real_dynamic_slice_vector() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %s = stablehlo.constant dense<[1]> : tensor<1xi64>
  %l = stablehlo.constant dense<[6]> : tensor<1xi64>
  %d = stablehlo.constant dense<[2]> : tensor<1xi64>
  %r = stablehlo.real_dynamic_slice %x, %s, %l, %d : (tensor<6xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xf32>
  check.expect_eq_const %r, dense<[2.0, 4.0, 6.0]> : tensor<3xf32>
  func.return
}

// -----

func.func @real_dynamic_slice_two() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]]> : tensor<3x4xf32>
  %s = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
  %l = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %d = stablehlo.constant dense<[1, 3]> : tensor<2xi32>
  %r = stablehlo.real_dynamic_slice %x, %s, %l, %d : (tensor<3x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x2xf32>
  check.expect_eq_const %r, dense<[[5.0, 8.0], [9.0, 12.0]]> : tensor<2x2xf32>
  func.return
}

// -----

func.func @real_dynamic_slice_nothing() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %s = stablehlo.constant dense<[1]> : tensor<1xi64>
  %l = stablehlo.constant dense<[1]> : tensor<1xi64>
  %d = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.real_dynamic_slice %x, %s, %l, %d : (tensor<3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<0xf32>
  check.expect_eq_const %r, dense<> : tensor<0xf32>
  func.return
}

// -----

func.func @bad_real_dynamic_slice_limit() -> tensor<?xf32> {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %s = stablehlo.constant dense<0> : tensor<1xi64>
  %l = stablehlo.constant dense<4> : tensor<1xi64>
  %d = stablehlo.constant dense<1> : tensor<1xi64>
  %r = stablehlo.real_dynamic_slice %x, %s, %l, %d : (tensor<3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}
