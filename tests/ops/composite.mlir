// RUN: run
// A composite is its decomposition.

func.func @main() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.constant dense<[3.0, 5.0]> : tensor<2xf32>
  %r:2 = stablehlo.composite "my.sum_and_difference" %x, %y {
    composite_attributes = {n = 2 : i64}, decomposition = @impl, version = 3 : i32
  } : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  check.expect_eq_const %r#0, dense<[4.0, 7.0]> : tensor<2xf32>
  check.expect_eq_const %r#1, dense<[-2.0, -3.0]> : tensor<2xf32>
  func.return
}
func.func private @impl(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = stablehlo.add %x, %y : tensor<2xf32>
  %1 = stablehlo.subtract %x, %y : tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}
