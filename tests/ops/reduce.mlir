// RUN: run
func.func @reduce_rows_f32() {
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %i = stablehlo.constant dense<10.0> : tensor<f32>
  %r = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  check.expect_eq_const %r, dense<[16.0, 25.0]> : tensor<2xf32>
  func.return
}

// -----

func.func @reduce_columns_i32() {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %i = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.reduce(%a init: %i) applies stablehlo.multiply across dimensions = [0] : (tensor<2x3xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<[4, 10, 18]> : tensor<3xi32>
  func.return
}

// -----

// Kept dimensions on both sides of reduced ones.
func.func @reduce_middle_and_last() {
  %a = stablehlo.iota dim = 0 : tensor<16xi64>
  %b = stablehlo.reshape %a : (tensor<16xi64>) -> tensor<2x2x2x2xi64>
  %i = stablehlo.constant dense<0> : tensor<i64>
  %r = stablehlo.reduce(%b init: %i) applies stablehlo.add across dimensions = [1, 3] : (tensor<2x2x2x2xi64>, tensor<i64>) -> tensor<2x2xi64>
  check.expect_eq_const %r, dense<[[10, 18], [42, 50]]> : tensor<2x2xi64>
  func.return
}

// -----

func.func @reduce_nothing_keeps_init() {
  %a = stablehlo.constant dense<> : tensor<3x0xf32>
  %i = stablehlo.constant dense<7.0> : tensor<f32>
  %r = stablehlo.reduce(%a init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<3x0xf32>, tensor<f32>) -> tensor<3xf32>
  check.expect_eq_const %r, dense<[7.0, 7.0, 7.0]> : tensor<3xf32>
  func.return
}

// -----

func.func @reduce_to_nothing() {
  %a = stablehlo.constant dense<> : tensor<0x3xi8>
  %i = stablehlo.constant dense<7> : tensor<i8>
  %r = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [1] : (tensor<0x3xi8>, tensor<i8>) -> tensor<0xi8>
  check.expect_eq_const %r, dense<> : tensor<0xi8>
  func.return
}

// -----

func.func @reduce_scalar() {
  %a = stablehlo.constant dense<3> : tensor<i32>
  %i = stablehlo.constant dense<4> : tensor<i32>
  %r = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [] : (tensor<i32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %r, dense<7> : tensor<i32>
  func.return
}

// -----

func.func @reduce_i8_wraps() {
  %a = stablehlo.constant dense<[100, 100, 100]> : tensor<3xi8>
  %i = stablehlo.constant dense<0> : tensor<i8>
  %r = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0] : (tensor<3xi8>, tensor<i8>) -> tensor<i8>
  check.expect_eq_const %r, dense<44> : tensor<i8>
  func.return
}

// -----

func.func @reduce_i4_and_ui4_wrap() {
  %a = stablehlo.constant dense<[7, 7, 1]> : tensor<3xi4>
  %i = stablehlo.constant dense<0> : tensor<i4>
  %r = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0] : (tensor<3xi4>, tensor<i4>) -> tensor<i4>
  check.expect_eq_const %r, dense<-1> : tensor<i4>
  %b = stablehlo.constant dense<[15, 15, 3]> : tensor<3xui4>
  %j = stablehlo.constant dense<1> : tensor<ui4>
  %s = stablehlo.reduce(%b init: %j) applies stablehlo.multiply across dimensions = [0] : (tensor<3xui4>, tensor<ui4>) -> tensor<ui4>
  check.expect_eq_const %s, dense<3> : tensor<ui4>
  func.return
}

// -----

func.func @reduce_i1() {
  %a = stablehlo.constant dense<[[true, false, true], [true, true, true]]> : tensor<2x3xi1>
  %t = stablehlo.constant dense<true> : tensor<i1>
  %f = stablehlo.constant dense<false> : tensor<i1>
  %and = stablehlo.reduce(%a init: %t) applies stablehlo.and across dimensions = [1] : (tensor<2x3xi1>, tensor<i1>) -> tensor<2xi1>
  check.expect_eq_const %and, dense<[false, true]> : tensor<2xi1>
  %or = stablehlo.reduce(%a init: %f) applies stablehlo.or across dimensions = [0] : (tensor<2x3xi1>, tensor<i1>) -> tensor<3xi1>
  check.expect_eq_const %or, dense<true> : tensor<3xi1>
  %xor = stablehlo.reduce(%a init: %f) applies stablehlo.xor across dimensions = [1] : (tensor<2x3xi1>, tensor<i1>) -> tensor<2xi1>
  check.expect_eq_const %xor, dense<[false, true]> : tensor<2xi1>
  %add = stablehlo.reduce(%a init: %f) applies stablehlo.add across dimensions = [1] : (tensor<2x3xi1>, tensor<i1>) -> tensor<2xi1>
  check.expect_eq_const %add, dense<true> : tensor<2xi1>
  func.return
}

// -----

// NaN wins, and -0 is less than 0.
func.func @reduce_special_floats() {
  %a = stablehlo.constant dense<[[1.0, 0x7FC00000, 3.0], [-0.0, 0.0, -0.0], [0xFF800000, 1.0, 2.0]]> : tensor<3x3xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %max = stablehlo.reduce(%a init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<3xf32>
  %bits = stablehlo.bitcast_convert %max : (tensor<3xf32>) -> tensor<3xui32>
  check.expect_eq_const %bits, dense<[0x7FC00000, 0, 0x40000000]> : tensor<3xui32>
  %high = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %min = stablehlo.reduce(%a init: %high) applies stablehlo.minimum across dimensions = [1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<3xf32>
  %low_bits = stablehlo.bitcast_convert %min : (tensor<3xf32>) -> tensor<3xui32>
  check.expect_eq_const %low_bits, dense<[0x7FC00000, 0x80000000, 0xFF800000]> : tensor<3xui32>
  func.return
}

// -----

// A sum of bf16 that bf16 steps would lose: 256 + 1 + 1 + 1 + 1.
func.func @reduce_bf16_rounds_once() {
  %a = stablehlo.constant dense<[256.0, 1.0, 1.0, 1.0, 1.0]> : tensor<5xbf16>
  %i = stablehlo.constant dense<0.0> : tensor<bf16>
  %r = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0] : (tensor<5xbf16>, tensor<bf16>) -> tensor<bf16>
  check.expect_eq_const %r, dense<260.0> : tensor<bf16>
  func.return
}

// -----

func.func @reduce_f8() {
  %a = stablehlo.constant dense<[1.0, 2.0, 4.0, 0.5]> : tensor<4xf8E4M3FN>
  %i = stablehlo.constant dense<0.0> : tensor<f8E4M3FN>
  %r = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0] : (tensor<4xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<f8E4M3FN>
  check.expect_eq_const %r, dense<7.5> : tensor<f8E4M3FN>
  func.return
}

// -----

func.func @reduce_complex() {
  %a = stablehlo.constant dense<[(1.0, 2.0), (3.0, -1.0)]> : tensor<2xcomplex<f32>>
  %i = stablehlo.constant dense<(1.0, 0.0)> : tensor<complex<f32>>
  %r = stablehlo.reduce(%a init: %i) applies stablehlo.multiply across dimensions = [0] : (tensor<2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  check.expect_eq_const %r, dense<(5.0, 5.0)> : tensor<complex<f32>>
  func.return
}

// -----

// The body computes in a wider type than the operand.
func.func @reduce_promotes() {
  %a = stablehlo.constant dense<[100, 100, 100]> : tensor<3xi8>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %r = "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.add %x, %y : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) : (tensor<3xi8>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %r, dense<300> : tensor<i32>
  func.return
}

// -----

// Large enough to be split: results alone, one result, few results.
func.func @reduce_large() {
  %a = stablehlo.iota dim = 0 : tensor<300000xi64>
  %i = stablehlo.constant dense<5> : tensor<i64>
  %all = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0] : (tensor<300000xi64>, tensor<i64>) -> tensor<i64>
  check.expect_eq_const %all, dense<44999850005> : tensor<i64>
  %b = stablehlo.reshape %a : (tensor<300000xi64>) -> tensor<100000x3xi64>
  %few = stablehlo.reduce(%b init: %i) applies stablehlo.add across dimensions = [0] : (tensor<100000x3xi64>, tensor<i64>) -> tensor<3xi64>
  check.expect_eq_const %few, dense<[14999850005, 14999950005, 15000050005]> : tensor<3xi64>
  %c = stablehlo.reshape %a : (tensor<300000xi64>) -> tensor<3x100000xi64>
  %rows = stablehlo.reduce(%c init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<3x100000xi64>, tensor<i64>) -> tensor<3xi64>
  check.expect_eq_const %rows, dense<[99999, 199999, 299999]> : tensor<3xi64>
  func.return
}

// -----

// argmax, the first one of equals.
func.func @reduce_argmax() {
  %a = stablehlo.constant dense<[[3.0, 9.0, 9.0, 1.0], [5.0, 5.0, 2.0, 5.0]]> : tensor<2x4xf32>
  %n = stablehlo.iota dim = 1 : tensor<2x4xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%a init: %low), (%n init: %zero) across dimensions = [1] : (tensor<2x4xf32>, tensor<2x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
   reducer(%x: tensor<f32>, %y: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
    %greater = stablehlo.compare GT, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %equal = stablehlo.compare EQ, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %earlier = stablehlo.compare LT, %i, %j, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %tie = stablehlo.and %equal, %earlier : tensor<i1>
    %first = stablehlo.or %greater, %tie : tensor<i1>
    %v = stablehlo.select %greater, %x, %y : tensor<i1>, tensor<f32>
    %k = stablehlo.select %first, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %v, %k : tensor<f32>, tensor<i32>
  }
  check.expect_eq_const %r#0, dense<[9.0, 5.0]> : tensor<2xf32>
  check.expect_eq_const %r#1, dense<[1, 0]> : tensor<2xi32>
  func.return
}

// -----

// A body that keeps the order: the last element, of a few results and of one with a long row.
func.func @reduce_keeps_order() {
  %a = stablehlo.iota dim = 0 : tensor<5003xi32>
  %i = stablehlo.constant dense<-1> : tensor<i32>
  %r = stablehlo.reduce(%a init: %i) across dimensions = [0] : (tensor<5003xi32>, tensor<i32>) -> tensor<i32>
   reducer(%x: tensor<i32>, %y: tensor<i32>) {
    stablehlo.return %y : tensor<i32>
  }
  check.expect_eq_const %r, dense<5002> : tensor<i32>
  %s = stablehlo.reduce(%a init: %i) across dimensions = [0] : (tensor<5003xi32>, tensor<i32>) -> tensor<i32>
   reducer(%x: tensor<i32>, %y: tensor<i32>) {
    %m = stablehlo.constant dense<-1> : tensor<i32>
    %none = stablehlo.compare EQ, %x, %m, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v = stablehlo.select %none, %y, %x : tensor<i1>, tensor<i32>
    stablehlo.return %v : tensor<i32>
  }
  check.expect_eq_const %s, dense<0> : tensor<i32>
  func.return
}

// -----

// A body that always returns the same.
func.func @reduce_to_constant() {
  %a = stablehlo.iota dim = 0 : tensor<2x3xi32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.reduce(%a init: %i) across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
   reducer(%x: tensor<i32>, %y: tensor<i32>) {
    %c = stablehlo.constant dense<42> : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }
  check.expect_eq_const %r, dense<42> : tensor<2xi32>
  func.return
}

// -----

// A body with a branch cannot run lifted.
func.func @reduce_body_with_if() {
  %a = stablehlo.constant dense<[[1, -2, 3], [-4, 5, -6]]> : tensor<2x3xi32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.reduce(%a init: %i) across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
   reducer(%x: tensor<i32>, %y: tensor<i32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %positive = stablehlo.compare GT, %y, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %s = "stablehlo.if"(%positive) ({
      %t = stablehlo.add %x, %y : tensor<i32>
      stablehlo.return %t : tensor<i32>
    }, {
      stablehlo.return %x : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    stablehlo.return %s : tensor<i32>
  }
  check.expect_eq_const %r, dense<[4, 5]> : tensor<2xi32>
  func.return
}

// -----

// The largest and where it is, of rows long enough to be cut in pieces; of equal ones the first.
func.func @reduce_argmax_of_long_rows() {
  %i = stablehlo.iota dim = 1 : tensor<3x1000xi32>
  %row = stablehlo.iota dim = 0 : tensor<3x1000xi32>
  %m = stablehlo.constant dense<337> : tensor<3x1000xi32>
  %p = stablehlo.constant dense<997> : tensor<3x1000xi32>
  %s = stablehlo.add %i, %row : tensor<3x1000xi32>
  %mixed = stablehlo.multiply %s, %m : tensor<3x1000xi32>
  %x = stablehlo.remainder %mixed, %p : tensor<3x1000xi32>
  %f = stablehlo.convert %x : (tensor<3x1000xi32>) -> tensor<3x1000xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%f init: %low), (%i init: %zero) across dimensions = [1] : (tensor<3x1000xf32>, tensor<3x1000xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %greater = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = stablehlo.compare NE, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %first = stablehlo.or %greater, %nan : tensor<i1>
    %equal = stablehlo.compare EQ, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %before = stablehlo.compare LT, %j, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %tie = stablehlo.and %equal, %before : tensor<i1>
    %take = stablehlo.or %first, %tie : tensor<i1>
    %v = stablehlo.select %first, %a, %b : tensor<i1>, tensor<f32>
    %w = stablehlo.select %take, %j, %k : tensor<i1>, tensor<i32>
    stablehlo.return %v, %w : tensor<f32>, tensor<i32>
  }
  check.expect_eq_const %r#0, dense<996.0> : tensor<3xf32>
  %at = stablehlo.constant dense<[71, 70, 69]> : tensor<3xi32>
  check.expect_eq %r#1, %at : tensor<3xi32>
  func.return
}

// -----

// The first of several NaN, of a row that is cut unevenly; by a body that looks at no index.
func.func @reduce_argmax_finds_the_first_nan() {
  %i = stablehlo.iota dim = 0 : tensor<4099xi64>
  %place = stablehlo.constant dense<300> : tensor<4099xi64>
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<4099xf32>
  %late = stablehlo.compare GE, %i, %place : (tensor<4099xi64>, tensor<4099xi64>) -> tensor<4099xi1>
  %f = stablehlo.convert %i : (tensor<4099xi64>) -> tensor<4099xf32>
  %x = stablehlo.select %late, %nan, %f : tensor<4099xi1>, tensor<4099xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %r:2 = stablehlo.reduce(%x init: %low), (%i init: %zero) across dimensions = [0] : (tensor<4099xf32>, tensor<4099xi64>, tensor<f32>, tensor<i64>) -> (tensor<f32>, tensor<i64>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i64>, %k: tensor<i64>) {
    %least = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %none = stablehlo.compare NE, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %take = stablehlo.or %least, %none : tensor<i1>
    %v = stablehlo.select %take, %a, %b : tensor<i1>, tensor<f32>
    %w = stablehlo.select %take, %j, %k : tensor<i1>, tensor<i64>
    stablehlo.return %v, %w : tensor<f32>, tensor<i64>
  }
  check.expect_eq_const %r#1, dense<300> : tensor<i64>
  func.return
}

// -----

// Two reductions that have nothing to do with each other.
func.func @reduce_sum_and_largest_at_once() {
  %x = stablehlo.iota dim = 1 : tensor<2x300xf32>
  %y = stablehlo.iota dim = 1 : tensor<2x300xi32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<-5> : tensor<i32>
  %r:2 = stablehlo.reduce(%x init: %none), (%y init: %low) across dimensions = [1] : (tensor<2x300xf32>, tensor<2x300xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %s = stablehlo.add %a, %b : tensor<f32>
    %m = stablehlo.maximum %k, %j : tensor<i32>
    stablehlo.return %s, %m : tensor<f32>, tensor<i32>
  }
  check.expect_eq_const %r#0, dense<44850.0> : tensor<2xf32>
  check.expect_eq_const %r#1, dense<299> : tensor<2xi32>
  func.return
}
