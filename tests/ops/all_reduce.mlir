// RUN: run
// Every member gets the reduction of all, from the first member of the group to the last.

module @sums {
  func.func @f(%a: tensor<3xi32>) -> tensor<3xi32> {
    %0 = "stablehlo.all_reduce"(%a) ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.add %x, %y : tensor<i32>
      "stablehlo.return"(%s) : (tensor<i32>) -> ()
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<3xi32>) -> tensor<3xi32>
    func.return %0 : tensor<3xi32>
  }
  func.func @main() {
    %p0 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
    %p1 = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
    %r:2 = "interpreter.run_parallel"(%p0, %p1) {programs = [[@f], [@f]]} : (tensor<3xi32>, tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>)
    check.expect_eq_const %r#0, dense<[11, 22, 33]> : tensor<3xi32>
    check.expect_eq_const %r#1, dense<[11, 22, 33]> : tensor<3xi32>
    func.return
  }
}

// -----

module @maxima_with_nan {
  func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.all_reduce"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.maximum %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
    func.return %0 : tensor<2xf32>
  }
  func.func @main() {
    %p0 = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf32>
    %p1 = stablehlo.constant dense<[0.5, 3.0]> : tensor<2xf32>
    %r:2 = "interpreter.run_parallel"(%p0, %p1) {programs = [[@f], [@f]]} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    check.expect_eq_const %r#0, dense<[1.0, 3.0]> : tensor<2xf32>
    check.expect_eq_const %r#1, dense<[1.0, 3.0]> : tensor<2xf32>
    func.return
  }
}

// -----

module @order_of_the_group {
  func.func @f(%a: tensor<2xi32>) -> tensor<2xi32> {
    %0 = "stablehlo.all_reduce"(%a) ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.subtract %x, %y : tensor<i32>
      "stablehlo.return"(%s) : (tensor<i32>) -> ()
    }) {replica_groups = dense<[[2, 0, 1]]> : tensor<1x3xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    func.return %0 : tensor<2xi32>
  }
  func.func @main() {
    %p0 = stablehlo.constant dense<[1, 10]> : tensor<2xi32>
    %p1 = stablehlo.constant dense<[2, 20]> : tensor<2xi32>
    %p2 = stablehlo.constant dense<[100, 1000]> : tensor<2xi32>
    %r:3 = "interpreter.run_parallel"(%p0, %p1, %p2) {programs = [[@f], [@f], [@f]]} : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[97, 970]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<[97, 970]> : tensor<2xi32>
    check.expect_eq_const %r#2, dense<[97, 970]> : tensor<2xi32>
    func.return
  }
}

// -----

module @scalars_of_bools {
  func.func @f(%a: tensor<i1>) -> tensor<i1> {
    %0 = "stablehlo.all_reduce"(%a) ({
    ^bb0(%x: tensor<i1>, %y: tensor<i1>):
      %s = stablehlo.and %x, %y : tensor<i1>
      "stablehlo.return"(%s) : (tensor<i1>) -> ()
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<i1>) -> tensor<i1>
    func.return %0 : tensor<i1>
  }
  func.func @main() {
    %p0 = stablehlo.constant dense<true> : tensor<i1>
    %p1 = stablehlo.constant dense<false> : tensor<i1>
    %r:2 = "interpreter.run_parallel"(%p0, %p1) {programs = [[@f], [@f]]} : (tensor<i1>, tensor<i1>) -> (tensor<i1>, tensor<i1>)
    check.expect_eq_const %r#0, dense<false> : tensor<i1>
    check.expect_eq_const %r#1, dense<false> : tensor<i1>
    func.return
  }
}

// -----

module @ragged_groups {
  func.func @f(%a: tensor<1xi64>) -> tensor<1xi64> {
    %0 = "stablehlo.all_reduce"(%a) ({
    ^bb0(%x: tensor<i64>, %y: tensor<i64>):
      %s = stablehlo.add %x, %y : tensor<i64>
      "stablehlo.return"(%s) : (tensor<i64>) -> ()
    }) {replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>} : (tensor<1xi64>) -> tensor<1xi64>
    func.return %0 : tensor<1xi64>
  }
  func.func @main() {
    %p0 = stablehlo.constant dense<1> : tensor<1xi64>
    %p1 = stablehlo.constant dense<2> : tensor<1xi64>
    %p2 = stablehlo.constant dense<4> : tensor<1xi64>
    %r:3 = "interpreter.run_parallel"(%p0, %p1, %p2) {programs = [[@f], [@f], [@f]]} : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>)
    check.expect_eq_const %r#0, dense<3> : tensor<1xi64>
    check.expect_eq_const %r#1, dense<3> : tensor<1xi64>
    check.expect_eq_const %r#2, dense<4> : tensor<1xi64>
    func.return
  }
}

// -----

module @partitions_by_flattened_ids {
  func.func @f(%a: tensor<1xi64>) -> tensor<1xi64> {
    %0 = "stablehlo.all_reduce"(%a) ({
    ^bb0(%x: tensor<i64>, %y: tensor<i64>):
      %s = stablehlo.add %x, %y : tensor<i64>
      "stablehlo.return"(%s) : (tensor<i64>) -> ()
    }) {replica_groups = dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids} : (tensor<1xi64>) -> tensor<1xi64>
    func.return %0 : tensor<1xi64>
  }
  func.func @main() {
    %p0 = stablehlo.constant dense<1> : tensor<1xi64>
    %p1 = stablehlo.constant dense<2> : tensor<1xi64>
    %p2 = stablehlo.constant dense<4> : tensor<1xi64>
    %p3 = stablehlo.constant dense<8> : tensor<1xi64>
    %r:4 = "interpreter.run_parallel"(%p0, %p1, %p2, %p3) {programs = [[@f, @f], [@f, @f]]} : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>)
    check.expect_eq_const %r#0, dense<9> : tensor<1xi64>
    check.expect_eq_const %r#1, dense<6> : tensor<1xi64>
    check.expect_eq_const %r#2, dense<6> : tensor<1xi64>
    check.expect_eq_const %r#3, dense<9> : tensor<1xi64>
    func.return
  }
}

// -----

module @promotes {
  func.func @f(%a: tensor<2xi8>) -> tensor<2xi32> {
    %0 = "stablehlo.all_reduce"(%a) ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.add %x, %y : tensor<i32>
      "stablehlo.return"(%s) : (tensor<i32>) -> ()
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi8>) -> tensor<2xi32>
    func.return %0 : tensor<2xi32>
  }
  func.func @main() {
    %p0 = stablehlo.constant dense<[100, -100]> : tensor<2xi8>
    %p1 = stablehlo.constant dense<[100, -100]> : tensor<2xi8>
    %r:2 = "interpreter.run_parallel"(%p0, %p1) {programs = [[@f], [@f]]} : (tensor<2xi8>, tensor<2xi8>) -> (tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[200, -200]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<[200, -200]> : tensor<2xi32>
    func.return
  }
}

// -----

module @no_elements {
  func.func @f(%a: tensor<0xf32>) -> tensor<0xf32> {
    %0 = "stablehlo.all_reduce"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      "stablehlo.return"(%s) : (tensor<f32>) -> ()
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<0xf32>) -> tensor<0xf32>
    func.return %0 : tensor<0xf32>
  }
  func.func @main() {
    %p0 = stablehlo.constant dense<> : tensor<0xf32>
    %p1 = stablehlo.constant dense<> : tensor<0xf32>
    %r:2 = "interpreter.run_parallel"(%p0, %p1) {programs = [[@f], [@f]]} : (tensor<0xf32>, tensor<0xf32>) -> (tensor<0xf32>, tensor<0xf32>)
    check.expect_eq_const %r#0, dense<> : tensor<0xf32>
    check.expect_eq_const %r#1, dense<> : tensor<0xf32>
    func.return
  }
}
