// RUN: run
// Members of a group in the order of the group, along any dimension.

module @along_the_first_dimension {
  func.func @f(%a: tensor<1x2xi8>) -> tensor<2x2xi8> {
    %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<1x2xi8>) -> tensor<2x2xi8>
    func.return %0 : tensor<2x2xi8>
  }
  func.func @main() {
    %p0 = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi8>
    %p1 = stablehlo.constant dense<[[3, 4]]> : tensor<1x2xi8>
    %r:2 = "interpreter.run_parallel"(%p0, %p1) {programs = [[@f], [@f]]} : (tensor<1x2xi8>, tensor<1x2xi8>) -> (tensor<2x2xi8>, tensor<2x2xi8>)
    check.expect_eq_const %r#0, dense<[[3, 4], [1, 2]]> : tensor<2x2xi8>
    check.expect_eq_const %r#1, dense<[[3, 4], [1, 2]]> : tensor<2x2xi8>
    func.return
  }
}

// -----

module @along_the_last_dimension {
  func.func @f(%a: tensor<2x1xcomplex<f32>>) -> tensor<2x2xcomplex<f32>> {
    %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x1xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
    func.return %0 : tensor<2x2xcomplex<f32>>
  }
  func.func @main() {
    %p0 = stablehlo.constant dense<[[(1.0, 2.0)], [(3.0, 4.0)]]> : tensor<2x1xcomplex<f32>>
    %p1 = stablehlo.constant dense<[[(5.0, 6.0)], [(7.0, 8.0)]]> : tensor<2x1xcomplex<f32>>
    %r:2 = "interpreter.run_parallel"(%p0, %p1) {programs = [[@f], [@f]]} : (tensor<2x1xcomplex<f32>>, tensor<2x1xcomplex<f32>>) -> (tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>)
    check.expect_eq_const %r#0, dense<[[(1.0, 2.0), (5.0, 6.0)], [(3.0, 4.0), (7.0, 8.0)]]> : tensor<2x2xcomplex<f32>>
    check.expect_eq_const %r#1, dense<[[(1.0, 2.0), (5.0, 6.0)], [(3.0, 4.0), (7.0, 8.0)]]> : tensor<2x2xcomplex<f32>>
    func.return
  }
}

// -----

module @groups_of_partitions_and_replicas {
  func.func @f(%a: tensor<1xi32>) -> tensor<4xi32> {
    %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<1xi32>) -> tensor<4xi32>
    func.return %0 : tensor<4xi32>
  }
  func.func @main() {
    %p0 = stablehlo.constant dense<10> : tensor<1xi32>
    %p1 = stablehlo.constant dense<11> : tensor<1xi32>
    %p2 = stablehlo.constant dense<20> : tensor<1xi32>
    %p3 = stablehlo.constant dense<21> : tensor<1xi32>
    %r:4 = "interpreter.run_parallel"(%p0, %p1, %p2, %p3) {programs = [[@f, @f], [@f, @f]]} : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>)
    check.expect_eq_const %r#0, dense<[10, 20, 11, 21]> : tensor<4xi32>
    check.expect_eq_const %r#1, dense<[10, 20, 11, 21]> : tensor<4xi32>
    check.expect_eq_const %r#2, dense<[10, 20, 11, 21]> : tensor<4xi32>
    check.expect_eq_const %r#3, dense<[10, 20, 11, 21]> : tensor<4xi32>
    func.return
  }
}

// -----

module @no_groups_are_one_of_all {
  func.func @f(%a: tensor<1xi1>) -> tensor<3xi1> {
    %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<> : tensor<0x0xi64>} : (tensor<1xi1>) -> tensor<3xi1>
    func.return %0 : tensor<3xi1>
  }
  func.func @main() {
    %p0 = stablehlo.constant dense<true> : tensor<1xi1>
    %p1 = stablehlo.constant dense<false> : tensor<1xi1>
    %p2 = stablehlo.constant dense<true> : tensor<1xi1>
    %r:3 = "interpreter.run_parallel"(%p0, %p1, %p2) {programs = [[@f], [@f], [@f]]} : (tensor<1xi1>, tensor<1xi1>, tensor<1xi1>) -> (tensor<3xi1>, tensor<3xi1>, tensor<3xi1>)
    check.expect_eq_const %r#0, dense<[true, false, true]> : tensor<3xi1>
    check.expect_eq_const %r#1, dense<[true, false, true]> : tensor<3xi1>
    check.expect_eq_const %r#2, dense<[true, false, true]> : tensor<3xi1>
    func.return
  }
}

// -----

module @groups_of_one {
  func.func @f(%a: tensor<1xf16>) -> tensor<1xf16> {
    %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>} : (tensor<1xf16>) -> tensor<1xf16>
    func.return %0 : tensor<1xf16>
  }
  func.func @main() {
    %p0 = stablehlo.constant dense<1.5> : tensor<1xf16>
    %p1 = stablehlo.constant dense<2.5> : tensor<1xf16>
    %r:2 = "interpreter.run_parallel"(%p0, %p1) {programs = [[@f], [@f]]} : (tensor<1xf16>, tensor<1xf16>) -> (tensor<1xf16>, tensor<1xf16>)
    check.expect_eq_const %r#0, dense<1.5> : tensor<1xf16>
    check.expect_eq_const %r#1, dense<2.5> : tensor<1xf16>
    func.return
  }
}

// -----

module @along_an_axis_of_a_mesh {
  func.func @f(%a: tensor<1xi32>) -> tensor<2xi32> {
    %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<1xi32>) -> tensor<2xi32>
    func.return %0 : tensor<2xi32>
  }
  func.func @main() {
    %p0 = stablehlo.constant dense<0> : tensor<1xi32>
    %p1 = stablehlo.constant dense<1> : tensor<1xi32>
    %p2 = stablehlo.constant dense<2> : tensor<1xi32>
    %p3 = stablehlo.constant dense<3> : tensor<1xi32>
    %r:4 = "interpreter.run_parallel"(%p0, %p1, %p2, %p3) {programs = [[@f], [@f], [@f], [@f]]} : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[0, 2]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<[1, 3]> : tensor<2xi32>
    check.expect_eq_const %r#2, dense<[0, 2]> : tensor<2xi32>
    check.expect_eq_const %r#3, dense<[1, 3]> : tensor<2xi32>
    func.return
  }
}
