// RUN: run
// As all_reduce; each member keeps its part.

module @first_dimension {
  func.func @f(%a: tensor<2x2xi32>) -> tensor<1x2xi32> {
    %0 = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.add %x, %y : tensor<i32>
      "stablehlo.return"(%s) : (tensor<i32>) -> ()
    }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xi32>) -> tensor<1x2xi32>
    func.return %0 : tensor<1x2xi32>
  }
  func.func @main() {
    %p0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
    %p1 = stablehlo.constant dense<[[10, 20], [30, 40]]> : tensor<2x2xi32>
    %r:2 = "interpreter.run_parallel"(%p0, %p1) {programs = [[@f], [@f]]} : (tensor<2x2xi32>, tensor<2x2xi32>) -> (tensor<1x2xi32>, tensor<1x2xi32>)
    check.expect_eq_const %r#0, dense<[[11, 22]]> : tensor<1x2xi32>
    check.expect_eq_const %r#1, dense<[[33, 44]]> : tensor<1x2xi32>
    func.return
  }
}

// -----

module @last_dimension {
  func.func @f(%a: tensor<2x2xf64>) -> tensor<2x1xf64> {
    %0 = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%x: tensor<f64>, %y: tensor<f64>):
      %s = stablehlo.multiply %x, %y : tensor<f64>
      "stablehlo.return"(%s) : (tensor<f64>) -> ()
    }) {scatter_dimension = 1 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2x2xf64>) -> tensor<2x1xf64>
    func.return %0 : tensor<2x1xf64>
  }
  func.func @main() {
    %p0 = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf64>
    %p1 = stablehlo.constant dense<[[2.0, 2.0], [2.0, 0.5]]> : tensor<2x2xf64>
    %r:2 = "interpreter.run_parallel"(%p0, %p1) {programs = [[@f], [@f]]} : (tensor<2x2xf64>, tensor<2x2xf64>) -> (tensor<2x1xf64>, tensor<2x1xf64>)
    check.expect_eq_const %r#0, dense<[[4.0], [2.0]]> : tensor<2x1xf64>
    check.expect_eq_const %r#1, dense<[[2.0], [6.0]]> : tensor<2x1xf64>
    func.return
  }
}
