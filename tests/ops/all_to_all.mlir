// RUN: run
// Part r of every member goes to member r.

module @splits_and_joins_other_dimensions {
  func.func @f(%a: tensor<2x2xi32>) -> tensor<1x4xi32> {
    %0 = "stablehlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xi32>) -> tensor<1x4xi32>
    func.return %0 : tensor<1x4xi32>
  }
  func.func @main() {
    %p0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
    %p1 = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
    %r:2 = "interpreter.run_parallel"(%p0, %p1) {programs = [[@f], [@f]]} : (tensor<2x2xi32>, tensor<2x2xi32>) -> (tensor<1x4xi32>, tensor<1x4xi32>)
    check.expect_eq_const %r#0, dense<[[1, 2, 5, 6]]> : tensor<1x4xi32>
    check.expect_eq_const %r#1, dense<[[3, 4, 7, 8]]> : tensor<1x4xi32>
    func.return
  }
}

// -----

module @splits_and_joins_one_dimension {
  func.func @f(%a: tensor<4xi16>) -> tensor<4xi16> {
    %0 = "stablehlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<4xi16>) -> tensor<4xi16>
    func.return %0 : tensor<4xi16>
  }
  func.func @main() {
    %p0 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi16>
    %p1 = stablehlo.constant dense<[5, 6, 7, 8]> : tensor<4xi16>
    %r:2 = "interpreter.run_parallel"(%p0, %p1) {programs = [[@f], [@f]]} : (tensor<4xi16>, tensor<4xi16>) -> (tensor<4xi16>, tensor<4xi16>)
    check.expect_eq_const %r#0, dense<[7, 8, 3, 4]> : tensor<4xi16>
    check.expect_eq_const %r#1, dense<[5, 6, 1, 2]> : tensor<4xi16>
    func.return
  }
}

// -----

module @between_partitions {
  func.func @f(%a: tensor<2xi32>) -> tensor<2xi32> {
    %0 = "stablehlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<2xi32>) -> tensor<2xi32>
    func.return %0 : tensor<2xi32>
  }
  func.func @main() {
    %p0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %p1 = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
    %p2 = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
    %p3 = stablehlo.constant dense<[7, 8]> : tensor<2xi32>
    %r:4 = "interpreter.run_parallel"(%p0, %p1, %p2, %p3) {programs = [[@f, @f], [@f, @f]]} : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[1, 3]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<[2, 4]> : tensor<2xi32>
    check.expect_eq_const %r#2, dense<[5, 7]> : tensor<2xi32>
    check.expect_eq_const %r#3, dense<[6, 8]> : tensor<2xi32>
    func.return
  }
}
