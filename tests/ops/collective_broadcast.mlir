// RUN: run
// The first member's value for all of the group, zeros for all others.

module @from_the_first {
  func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[2, 0]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
    func.return %0 : tensor<2xf32>
  }
  func.func @main() {
    %p0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %p1 = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
    %p2 = stablehlo.constant dense<[5.0, 6.0]> : tensor<2xf32>
    %r:3 = "interpreter.run_parallel"(%p0, %p1, %p2) {programs = [[@f], [@f], [@f]]} : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
    check.expect_eq_const %r#0, dense<[5.0, 6.0]> : tensor<2xf32>
    check.expect_eq_const %r#1, dense<[0.0, 0.0]> : tensor<2xf32>
    check.expect_eq_const %r#2, dense<[5.0, 6.0]> : tensor<2xf32>
    func.return
  }
}
