// RUN: run
// The op in the region, at once or later.

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

// -----

module @async_all_gather {
  func.func @f(%a: tensor<1xi32>) -> tensor<2xi32> {
    %0 = "stablehlo.async_start"(%a) ({
    ^bb0(%x: tensor<1xi32>):
      %1 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<1xi32>) -> tensor<2xi32>
      "stablehlo.return"(%1) : (tensor<2xi32>) -> ()
    }) : (tensor<1xi32>) -> !stablehlo.future<tensor<2xi32>>
    %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
    func.return %2 : tensor<2xi32>
  }
  func.func @main() {
    %a = stablehlo.constant dense<1> : tensor<1xi32>
    %b = stablehlo.constant dense<2> : tensor<1xi32>
    %r:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@f], [@f]]} : (tensor<1xi32>, tensor<1xi32>) -> (tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[1, 2]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<[1, 2]> : tensor<2xi32>
    func.return
  }
}
