// RUN: run
func.func @reduce_window_spec_example() {
  %a = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi64>
  %i = stablehlo.constant dense<0> : tensor<i64>
  %r = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 4, 1>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 3, 1>, padding = dense<[[2, 1], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%x: tensor<i64>, %y: tensor<i64>):
      %s = stablehlo.add %x, %y : tensor<i64>
      stablehlo.return %s : tensor<i64>
  }) : (tensor<3x2xi64>, tensor<i64>) -> tensor<2x2xi64>
  check.expect_eq_const %r, dense<[[0, 0], [3, 4]]> : tensor<2x2xi64>
  func.return
}

// -----

// Running sums from either end, along an inner and an outer dimension.
func.func @reduce_window_cumulative() {
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %i = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 3>, padding = dense<[[0, 0], [2, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  check.expect_eq_const %r, dense<[[1.0, 3.0, 6.0], [4.0, 9.0, 15.0]]> : tensor<2x3xf32>
  %s = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 2, 1>, padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  check.expect_eq_const %s, dense<[[5.0, 7.0, 9.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  func.return
}

// -----

// Windows of padding alone, and more padding than elements.
func.func @reduce_window_wide_padding() {
  %a = stablehlo.constant dense<[3, 1, 2]> : tensor<3xi32>
  %i = stablehlo.constant dense<-100> : tensor<i32>
  %r = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 2>, padding = dense<[[3, 2]]> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.maximum %x, %y : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3xi32>, tensor<i32>) -> tensor<7xi32>
  check.expect_eq_const %r, dense<[-100, -100, 3, 3, 2, 2, -100]> : tensor<7xi32>
  %s = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 2>, padding = dense<[[-1, 0]]> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.maximum %x, %y : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3xi32>, tensor<i32>) -> tensor<1xi32>
  check.expect_eq_const %s, dense<[2]> : tensor<1xi32>
  func.return
}

// -----

func.func @reduce_window_pool_2d() {
  %a = stablehlo.iota dim = 0 : tensor<16xf32>
  %b = stablehlo.reshape %a : (tensor<16xf32>) -> tensor<1x4x4x1xf32>
  %i = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%b, %i) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) : (tensor<1x4x4x1xf32>, tensor<f32>) -> tensor<1x2x2x1xf32>
  check.expect_eq_const %r, dense<[[[[10.0], [18.0]], [[42.0], [50.0]]]]> : tensor<1x2x2x1xf32>
  func.return
}

// -----

// Two operands whose results depend on both: where the minimum is. 20 elements: the doubling path.
func.func @reduce_window_running_argmin() {
  %a = stablehlo.constant dense<[9, 8, 8, 7, 9, 9, 3, 3, 4, 5, 6, 7, 8, 2, 2, 2, 9, 9, 1, 9]> : tensor<20xi32>
  %n = stablehlo.iota dim = 0 : tensor<20xi32>
  %big = stablehlo.constant dense<100> : tensor<i32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %r:2 = "stablehlo.reduce_window"(%a, %n, %big, %none) <{window_dimensions = array<i64: 20>, padding = dense<[[19, 0]]> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<i32>, %i: tensor<i32>, %y: tensor<i32>, %j: tensor<i32>):
      %less = stablehlo.compare LE, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %v = stablehlo.select %less, %x, %y : tensor<i1>, tensor<i32>
      %k = stablehlo.select %less, %i, %j : tensor<i1>, tensor<i32>
      stablehlo.return %v, %k : tensor<i32>, tensor<i32>
  }) : (tensor<20xi32>, tensor<20xi32>, tensor<i32>, tensor<i32>) -> (tensor<20xi32>, tensor<20xi32>)
  check.expect_eq_const %r#0, dense<[9, 8, 8, 7, 7, 7, 3, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 1, 1]> : tensor<20xi32>
  check.expect_eq_const %r#1, dense<[0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 6, 6, 6, 13, 13, 13, 13, 13, 18, 18]> : tensor<20xi32>
  %s:2 = "stablehlo.reduce_window"(%a, %n, %big, %none) <{window_dimensions = array<i64: 20>, padding = dense<[[0, 19]]> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<i32>, %i: tensor<i32>, %y: tensor<i32>, %j: tensor<i32>):
      %less = stablehlo.compare LE, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %v = stablehlo.select %less, %x, %y : tensor<i1>, tensor<i32>
      %k = stablehlo.select %less, %i, %j : tensor<i1>, tensor<i32>
      stablehlo.return %v, %k : tensor<i32>, tensor<i32>
  }) : (tensor<20xi32>, tensor<20xi32>, tensor<i32>, tensor<i32>) -> (tensor<20xi32>, tensor<20xi32>)
  check.expect_eq_const %s#1, dense<[18, 18, 18, 18, 18, 18, 18, 18, 18, 18, 18, 18, 18, 18, 18, 18, 18, 18, 18, 19]> : tensor<20xi32>
  func.return
}

// -----

// The same body over short windows with a stride: every window for itself.
func.func @reduce_window_short_argmin() {
  %a = stablehlo.constant dense<[5, 4, 6, 1, 2, 3]> : tensor<6xi32>
  %n = stablehlo.iota dim = 0 : tensor<6xi32>
  %big = stablehlo.constant dense<100> : tensor<i32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %r:2 = "stablehlo.reduce_window"(%a, %n, %big, %none) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, padding = dense<[[3, 0]]> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<i32>, %i: tensor<i32>, %y: tensor<i32>, %j: tensor<i32>):
      %less = stablehlo.compare LE, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %v = stablehlo.select %less, %x, %y : tensor<i1>, tensor<i32>
      %k = stablehlo.select %less, %i, %j : tensor<i1>, tensor<i32>
      stablehlo.return %v, %k : tensor<i32>, tensor<i32>
  }) : (tensor<6xi32>, tensor<6xi32>, tensor<i32>, tensor<i32>) -> (tensor<4xi32>, tensor<4xi32>)
  check.expect_eq_const %r#0, dense<[100, 4, 1, 1]> : tensor<4xi32>
  check.expect_eq_const %r#1, dense<[-1, 1, 3, 3]> : tensor<4xi32>
  func.return
}

// -----

func.func @reduce_window_nothing() {
  %a = stablehlo.constant dense<> : tensor<0xf32>
  %i = stablehlo.constant dense<2.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 2>, padding = dense<[[1, 2]]> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) : (tensor<0xf32>, tensor<f32>) -> tensor<2xf32>
  check.expect_eq_const %r, dense<2.0> : tensor<2xf32>
  func.return
}

// -----

// Narrow floats round at each step, as the body does: 256 + 1 is 256 in bf16.
func.func @reduce_window_bf16() {
  %a = stablehlo.constant dense<[256.0, 1.0, 1.0]> : tensor<3xbf16>
  %i = stablehlo.constant dense<0.0> : tensor<bf16>
  %r = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 3>, padding = dense<[[2, 0]]> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
      %s = stablehlo.add %x, %y : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
  }) : (tensor<3xbf16>, tensor<bf16>) -> tensor<3xbf16>
  check.expect_eq_const %r, dense<[256.0, 256.0, 256.0]> : tensor<3xbf16>
  func.return
}

// -----

// Windows over whole rows: the initial value counts once for each, however long the padding.
func.func @reduce_window_padding_of_rows() {
  %a = stablehlo.constant dense<[1, 2, 4, 8]> : tensor<4xi32>
  %i = stablehlo.constant dense<16> : tensor<i32>
  %x = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 4>, padding = dense<[[3, 0]]> : tensor<1x2xi64>}> ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %s = stablehlo.xor %p, %q : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %x, dense<[17, 19, 23, 31]> : tensor<4xi32>
  %y = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 4>, padding = dense<[[0, 3]]> : tensor<1x2xi64>}> ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %s = stablehlo.xor %p, %q : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %y, dense<[31, 30, 28, 24]> : tensor<4xi32>
  %z = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 4>, padding = dense<[[3, 0]]> : tensor<1x2xi64>}> ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %s = stablehlo.or %p, %q : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %z, dense<[17, 19, 23, 31]> : tensor<4xi32>
  %w = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 4>, padding = dense<[[3, 0]]> : tensor<1x2xi64>}> ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %s = stablehlo.minimum %p, %q : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %w, dense<1> : tensor<4xi32>
  %v = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 4>, padding = dense<[[3, 0]]> : tensor<1x2xi64>}> ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %s = stablehlo.add %p, %q : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %v, dense<[17, 19, 23, 31]> : tensor<4xi32>
  func.return
}
