// RUN: run
// Values go from sources to targets; who is no target gets zeros.

module @ring {
  func.func @f(%a: tensor<2xi32>) -> tensor<2xi32> {
    %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    func.return %0 : tensor<2xi32>
  }
  func.func @main() {
    %p0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %p1 = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
    %p2 = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
    %r:3 = "interpreter.run_parallel"(%p0, %p1, %p2) {programs = [[@f], [@f], [@f]]} : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[5, 6]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<[1, 2]> : tensor<2xi32>
    check.expect_eq_const %r#2, dense<[3, 4]> : tensor<2xi32>
    func.return
  }
}

// -----

module @to_one_and_to_itself {
  func.func @f(%a: tensor<1xi64>) -> tensor<1xi64> {
    %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 2], [1, 1]]> : tensor<2x2xi64>} : (tensor<1xi64>) -> tensor<1xi64>
    func.return %0 : tensor<1xi64>
  }
  func.func @main() {
    %p0 = stablehlo.constant dense<1> : tensor<1xi64>
    %p1 = stablehlo.constant dense<2> : tensor<1xi64>
    %p2 = stablehlo.constant dense<3> : tensor<1xi64>
    %r:3 = "interpreter.run_parallel"(%p0, %p1, %p2) {programs = [[@f], [@f], [@f]]} : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>)
    check.expect_eq_const %r#0, dense<0> : tensor<1xi64>
    check.expect_eq_const %r#1, dense<2> : tensor<1xi64>
    check.expect_eq_const %r#2, dense<1> : tensor<1xi64>
    func.return
  }
}

// -----

module @between_partitions {
  func.func @f(%a: tensor<1xui8>) -> tensor<1xui8> {
    %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<1xui8>) -> tensor<1xui8>
    func.return %0 : tensor<1xui8>
  }
  func.func @main() {
    %p0 = stablehlo.constant dense<1> : tensor<1xui8>
    %p1 = stablehlo.constant dense<2> : tensor<1xui8>
    %p2 = stablehlo.constant dense<3> : tensor<1xui8>
    %p3 = stablehlo.constant dense<4> : tensor<1xui8>
    %r:4 = "interpreter.run_parallel"(%p0, %p1, %p2, %p3) {programs = [[@f, @f], [@f, @f]]} : (tensor<1xui8>, tensor<1xui8>, tensor<1xui8>, tensor<1xui8>) -> (tensor<1xui8>, tensor<1xui8>, tensor<1xui8>, tensor<1xui8>)
    check.expect_eq_const %r#0, dense<2> : tensor<1xui8>
    check.expect_eq_const %r#1, dense<1> : tensor<1xui8>
    check.expect_eq_const %r#2, dense<4> : tensor<1xui8>
    check.expect_eq_const %r#3, dense<3> : tensor<1xui8>
    func.return
  }
}
