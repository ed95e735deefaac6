// RUN: run
// The first member of the group gets the reduction, the others zeros.

module @to_the_first {
  func.func @f(%a: tensor<2xi32>) -> tensor<2xi32> {
    %0 = "stablehlo.collective_reduce"(%a) ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.add %x, %y : tensor<i32>
      "stablehlo.return"(%s) : (tensor<i32>) -> ()
    }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    func.return %0 : tensor<2xi32>
  }
  func.func @main() {
    %p0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %p1 = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
    %r:2 = "interpreter.run_parallel"(%p0, %p1) {programs = [[@f], [@f]]} : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[0, 0]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<[4, 6]> : tensor<2xi32>
    func.return
  }
}

// -----

module @outside_of_groups {
  func.func @f(%a: tensor<1xi32>) -> tensor<1xi32> {
    %0 = "stablehlo.collective_reduce"(%a) ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.add %x, %y : tensor<i32>
      "stablehlo.return"(%s) : (tensor<i32>) -> ()
    }) {replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<1xi32>) -> tensor<1xi32>
    func.return %0 : tensor<1xi32>
  }
  func.func @main() {
    %p0 = stablehlo.constant dense<5> : tensor<1xi32>
    %p1 = stablehlo.constant dense<6> : tensor<1xi32>
    %r:2 = "interpreter.run_parallel"(%p0, %p1) {programs = [[@f], [@f]]} : (tensor<1xi32>, tensor<1xi32>) -> (tensor<1xi32>, tensor<1xi32>)
    check.expect_eq_const %r#0, dense<5> : tensor<1xi32>
    check.expect_eq_const %r#1, dense<0> : tensor<1xi32>
    func.return
  }
}
