// RUN: run
// Functions that call others, several results, a function called twice.

func.func @main() {
  %x = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf32>
  %r:2 = func.call @twice(%x) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  check.expect_eq_const %r#0, dense<[4.0, -8.0]> : tensor<2xf32>
  check.expect_eq_const %r#1, dense<[1.0, -2.0]> : tensor<2xf32>
  check.expect_eq_const %x, dense<[1.0, -2.0]> : tensor<2xf32>
  func.return
}
func.func private @twice(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = func.call @double(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = func.call @double(%0) : (tensor<2xf32>) -> tensor<2xf32>
  return %1, %x : tensor<2xf32>, tensor<2xf32>
}
func.func private @double(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func private @bad_recursion(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @bad_recursion(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @main() -> tensor<f32> {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = func.call @bad_recursion(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
