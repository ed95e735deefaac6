// RUN: run
// A function for each process of the grid; arguments and results one after another, replica first, then partition.

module @different_functions {
  func.func @two(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.add %a, %b : tensor<i32>
    func.return %0 : tensor<i32>
  }
  func.func @none() -> (tensor<i32>, tensor<i32>) {
    %0 = stablehlo.constant dense<7> : tensor<i32>
    %1 = stablehlo.constant dense<8> : tensor<i32>
    func.return %0, %1 : tensor<i32>, tensor<i32>
  }
  func.func @main() {
    %a = stablehlo.constant dense<1> : tensor<i32>
    %b = stablehlo.constant dense<2> : tensor<i32>
    %r:3 = "interpreter.run_parallel"(%a, %b) {programs = [[@two], [@none]]} : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>)
    check.expect_eq_const %r#0, dense<3> : tensor<i32>
    check.expect_eq_const %r#1, dense<7> : tensor<i32>
    check.expect_eq_const %r#2, dense<8> : tensor<i32>
    func.return
  }
}

// -----

module @an_operand_for_several {
  func.func @negate(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.negate %a : tensor<2xf32>
    func.return %0 : tensor<2xf32>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf32>
    %r:2 = "interpreter.run_parallel"(%a, %a) {programs = [[@negate, @negate]]} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    check.expect_eq_const %r#0, dense<[-1.0, 2.0]> : tensor<2xf32>
    check.expect_eq_const %r#1, dense<[-1.0, 2.0]> : tensor<2xf32>
    check.expect_eq_const %a, dense<[1.0, -2.0]> : tensor<2xf32>
    func.return
  }
}

// -----

// A collective whose other member has ended.
module @waits_for_an_ended_process {
  func.func @gather(%a: tensor<1xi32>) -> tensor<2xi32> {
    %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<1xi32>) -> tensor<2xi32>
    func.return %0 : tensor<2xi32>
  }
  func.func @bad_idle() {
    func.return
  }
  func.func @main() {
    %a = stablehlo.constant dense<1> : tensor<1xi32>
    %r = "interpreter.run_parallel"(%a) {programs = [[@gather], [@bad_idle]]} : (tensor<1xi32>) -> tensor<2xi32>
    func.return
  }
}

// -----

// A grid inside of a grid.
module @nested {
  func.func @leaf() {
    func.return
  }
  func.func @bad_inner() {
    "interpreter.run_parallel"() {programs = [[@leaf]]} : () -> ()
    func.return
  }
  func.func @main() {
    "interpreter.run_parallel"() {programs = [[@bad_inner]]} : () -> ()
    func.return
  }
}
