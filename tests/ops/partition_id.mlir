// RUN: run
// The column of the grid; 0 without one.

module @grid {
  func.func @f() -> tensor<ui32> {
    %0 = stablehlo.partition_id : tensor<ui32>
    func.return %0 : tensor<ui32>
  }
  func.func @main() {
    %r:4 = "interpreter.run_parallel"() {programs = [[@f, @f], [@f, @f]]} : () -> (tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>)
    check.expect_eq_const %r#0, dense<0> : tensor<ui32>
    check.expect_eq_const %r#1, dense<1> : tensor<ui32>
    check.expect_eq_const %r#2, dense<0> : tensor<ui32>
    check.expect_eq_const %r#3, dense<1> : tensor<ui32>
    func.return
  }
}

// -----

func.func @alone() {
  %0 = stablehlo.partition_id : tensor<ui32>
  check.expect_eq_const %0, dense<0> : tensor<ui32>
  func.return
}
