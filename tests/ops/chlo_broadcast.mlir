// RUN: run
// Broadcasting elementwise ops: by the last dimension, by broadcast_dimensions, with dimensions of 1.

func.func @broadcast_add() {
  %x = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %y = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %r = chlo.broadcast_add %x, %y : (tensor<2x1xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %r, dense<[[11, 21, 31], [12, 22, 32]]> : tensor<2x3xi32>
  func.return
}

// -----

func.func @broadcast_subtract_dimensions() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %y = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %r = chlo.broadcast_subtract %x, %y {broadcast_dimensions = array<i64: 0>} : (tensor<2x3xi32>, tensor<2xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %r, dense<[[0, 1, 2], [2, 3, 4]]> : tensor<2x3xi32>
  func.return
}

// -----

func.func @broadcast_compare() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.constant dense<1.5> : tensor<f32>
  %r = chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2xf32>, tensor<f32>) -> tensor<2xi1>
  check.expect_eq_const %r, dense<[true, false]> : tensor<2xi1>
  func.return
}

// -----

func.func @broadcast_select() {
  %p = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %x = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %y = stablehlo.constant dense<7> : tensor<i32>
  %r = chlo.broadcast_select %p, %x, %y : (tensor<2xi1>, tensor<2x1xi32>, tensor<i32>) -> tensor<2x2xi32>
  check.expect_eq_const %r, dense<[[1, 7], [2, 7]]> : tensor<2x2xi32>
  func.return
}

// -----

func.func @broadcast_complex() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.constant dense<3.0> : tensor<f32>
  %r = chlo.broadcast_complex %x, %y : (tensor<2xf32>, tensor<f32>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %r, dense<[(1.0, 3.0), (2.0, 3.0)]> : tensor<2xcomplex<f32>>
  func.return
}

// -----

func.func @broadcast_next_after() {
  %x = stablehlo.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %y = stablehlo.constant dense<0.0> : tensor<f32>
  %r = chlo.broadcast_next_after %x, %y : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  check.expect_eq_const %r, dense<[0x3F7FFFFF, 0xBF7FFFFF]> : tensor<2xf32>
  func.return
}

// -----

// Which operand stretches is known at run time only.
func.func private @add(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %r = chlo.broadcast_add %x, %y : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  func.return %r : tensor<?xi32>
}
func.func @main() {
  %n3 = stablehlo.constant dense<3> : tensor<1xi64>
  %n1 = stablehlo.constant dense<1> : tensor<1xi64>
  %a = stablehlo.dynamic_iota %n3, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
  %b = stablehlo.dynamic_iota %n1, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
  %r = func.call @add(%a, %b) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  %s = func.call @add(%b, %a) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  %t = stablehlo.add %r, %s : tensor<?xi32>
  %u = stablehlo.convert %t : (tensor<?xi32>) -> tensor<3xi32>
  check.expect_eq_const %u, dense<[0, 2, 4]> : tensor<3xi32>
  func.return
}
