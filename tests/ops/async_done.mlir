// RUN: run
// What the future holds.

func.func @async_slice() {
  %a = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<4xi32>):
    %1 = "stablehlo.slice"(%x) {start_indices = array<i64: 1>, limit_indices = array<i64: 3>, strides = array<i64: 1>} : (tensor<4xi32>) -> tensor<2xi32>
    "stablehlo.return"(%1) : (tensor<2xi32>) -> ()
  }) : (tensor<4xi32>) -> !stablehlo.future<tensor<2xi32>>
  %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
  check.expect_eq_const %2, dense<[2, 3]> : tensor<2xi32>
  func.return
}
