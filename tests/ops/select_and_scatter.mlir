// RUN: run
func.func @select_and_scatter_spec_example() {
  %a = stablehlo.constant dense<[[1, 5], [2, 5], [3, 6], [4, 4]]> : tensor<4x2xi64>
  %b = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi64>
  %i = stablehlo.constant dense<0> : tensor<i64>
  %r = "stablehlo.select_and_scatter"(%a, %b, %i) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>, padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%x: tensor<i64>, %y: tensor<i64>):
      %p = stablehlo.compare GE, %x, %y, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }, {
    ^bb0(%x: tensor<i64>, %y: tensor<i64>):
      %s = stablehlo.add %x, %y : tensor<i64>
      stablehlo.return %s : tensor<i64>
  }) : (tensor<4x2xi64>, tensor<2x2xi64>, tensor<i64>) -> tensor<4x2xi64>
  check.expect_eq_const %r, dense<[[0, 0], [0, 0], [5, 14], [7, 0]]> : tensor<4x2xi64>
  func.return
}

// -----

// Ties go to the first with GE, to the last with GT; init counts once; a body of its own.
func.func @select_and_scatter_ties() {
  %a = stablehlo.constant dense<[2.0, 2.0, 1.0, 2.0]> : tensor<4xf32>
  %b = stablehlo.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %i = stablehlo.constant dense<1.0> : tensor<f32>
  %r = "stablehlo.select_and_scatter"(%a, %b, %i) <{window_dimensions = array<i64: 2>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %p = stablehlo.compare GE, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }, {
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<3xf32>, tensor<f32>) -> tensor<4xf32>
  check.expect_eq_const %r, dense<[11.0, 21.0, 1.0, 31.0]> : tensor<4xf32>
  %s = "stablehlo.select_and_scatter"(%a, %b, %i) <{window_dimensions = array<i64: 2>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %p = stablehlo.compare GT, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }, {
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %two = stablehlo.constant dense<2.0> : tensor<f32>
      %d = stablehlo.multiply %x, %two : tensor<f32>
      %s = stablehlo.add %d, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<3xf32>, tensor<f32>) -> tensor<4xf32>
  check.expect_eq_const %s, dense<[1.0, 44.0, 1.0, 32.0]> : tensor<4xf32>
  func.return
}

// -----

// Padding is never selected, whatever it would be worth.
func.func @select_and_scatter_padding() {
  %a = stablehlo.constant dense<[-5, -7]> : tensor<2xi32>
  %b = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %r = "stablehlo.select_and_scatter"(%a, %b, %i) <{window_dimensions = array<i64: 2>, padding = dense<1> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %p = stablehlo.compare GE, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }, {
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.add %x, %y : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<2xi32>, tensor<3xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[3, 3]> : tensor<2xi32>
  func.return
}
