// RUN: run
func.func @map_two_operands() {
  %a = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  %b = stablehlo.constant dense<[[4, 5], [6, 7]]> : tensor<2x2xi64>
  %r = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%x: tensor<i64>, %y: tensor<i64>):
      %p = stablehlo.multiply %x, %y : tensor<i64>
      stablehlo.return %p : tensor<i64>
  }) : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %r, dense<[[0, 5], [12, 21]]> : tensor<2x2xi64>
  func.return
}

// -----

// Another result type, a constant and a value from outside.
func.func @map_to_i1() {
  %a = stablehlo.constant dense<[1.0, 5.0, -1.0]> : tensor<3xf32>
  %limit = stablehlo.constant dense<2.0> : tensor<f32>
  %r = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x: tensor<f32>):
      %two = stablehlo.constant dense<2.0> : tensor<f32>
      %d = stablehlo.multiply %x, %two : tensor<f32>
      %p = stablehlo.compare GT, %d, %limit, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }) : (tensor<3xf32>) -> tensor<3xi1>
  check.expect_eq_const %r, dense<[false, true, false]> : tensor<3xi1>
  func.return
}

// -----

func.func @map_constant_and_empty() {
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %r = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x: tensor<i32>):
      %c = stablehlo.constant dense<9> : tensor<i32>
      stablehlo.return %c : tensor<i32>
  }) : (tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<9> : tensor<3xi32>
  %e = stablehlo.constant dense<> : tensor<0x2xi32>
  %s = "stablehlo.map"(%e) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%x: tensor<i32>):
      stablehlo.return %x : tensor<i32>
  }) : (tensor<0x2xi32>) -> tensor<0x2xi32>
  check.expect_eq_const %s, dense<> : tensor<0x2xi32>
  func.return
}
