// RUN: run
// No trip, many, loops within loops, values from outside, several values that change places.

func.func @while_no_trip() {
  %x = stablehlo.constant dense<5> : tensor<i32>
  %r = stablehlo.while(%i = %x) : tensor<i32>
    cond {
      %c = stablehlo.compare NE, %i, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.add %i, %i : tensor<i32>
      stablehlo.return %j : tensor<i32>
    }
  check.expect_eq_const %r, dense<5> : tensor<i32>
  func.return
}

// -----

// The operand is used after the loop, which must not change it.
func.func @while_keeps_its_operand() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<100> : tensor<i32>
  %x = stablehlo.iota dim = 0 : tensor<4xi32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4xi32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %b = stablehlo.add %a, %x : tensor<4xi32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %b : tensor<i32>, tensor<4xi32>
    }
  check.expect_eq_const %r#1, dense<[0, 101, 202, 303]> : tensor<4xi32>
  check.expect_eq_const %x, dense<[0, 1, 2, 3]> : tensor<4xi32>
  func.return
}

// -----

func.func @while_values_change_places() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<7> : tensor<i32>
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %z = stablehlo.constant dense<[5.0, 6.0]> : tensor<2xf32>
  %r:4 = stablehlo.while(%i = %zero, %a = %x, %b = %y, %c = %z)
      : tensor<i32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %b, %c, %a : tensor<i32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
    }
  check.expect_eq_const %r#1, dense<[3.0, 4.0]> : tensor<2xf32>
  check.expect_eq_const %r#2, dense<[5.0, 6.0]> : tensor<2xf32>
  check.expect_eq_const %r#3, dense<[1.0, 2.0]> : tensor<2xf32>
  func.return
}

// -----

// One value for two of the loop, updated in place.
func.func @while_two_values_share_elements() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %u = stablehlo.constant dense<9> : tensor<1xi32>
  %x = stablehlo.iota dim = 0 : tensor<3xi32>
  %r:3 = stablehlo.while(%i = %zero, %a = %x, %b = %x) : tensor<i32>, tensor<3xi32>, tensor<3xi32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %v = stablehlo.dynamic_update_slice %a, %u, %i : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %v, %b : tensor<i32>, tensor<3xi32>, tensor<3xi32>
    }
  check.expect_eq_const %r#1, dense<[9, 9, 2]> : tensor<3xi32>
  check.expect_eq_const %r#2, dense<[0, 1, 2]> : tensor<3xi32>
  func.return
}

// -----

func.func @while_within_while() {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %n = stablehlo.constant dense<5> : tensor<i64>
  %r:2 = stablehlo.while(%i = %zero, %s = %zero) : tensor<i64>, tensor<i64>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %q:2 = stablehlo.while(%k = %zero, %t = %s) : tensor<i64>, tensor<i64>
        cond {
          %c = stablehlo.compare LE, %k, %i : (tensor<i64>, tensor<i64>) -> tensor<i1>
          stablehlo.return %c : tensor<i1>
        } do {
          %w = stablehlo.add %t, %k : tensor<i64>
          %l = stablehlo.add %k, %one : tensor<i64>
          stablehlo.return %l, %w : tensor<i64>, tensor<i64>
        }
      %j = stablehlo.add %i, %one : tensor<i64>
      stablehlo.return %j, %q#1 : tensor<i64>, tensor<i64>
    }
  check.expect_eq_const %r#1, dense<20> : tensor<i64>
  func.return
}

// -----

// What reads an array before it is updated gets it as it was, whatever memory the update is made in.
func.func @while_reads_what_it_updates() {
  %x = stablehlo.iota dim = 0 : tensor<20x8xf32>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %r:3 = stablehlo.while(%i = %zero, %a = %x, %s = %none) : tensor<i64>, tensor<20x8xf32>, tensor<f32>
    cond {
      %n = stablehlo.constant dense<20> : tensor<i64>
      %c = stablehlo.compare LT, %i, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i64>
      %z = stablehlo.constant dense<0> : tensor<i64>
      %f = stablehlo.constant dense<0.0> : tensor<f32>
      %new = stablehlo.constant dense<1000.0> : tensor<1x8xf32>
      %b = stablehlo.dynamic_update_slice %a, %new, %i, %z : (tensor<20x8xf32>, tensor<1x8xf32>, tensor<i64>, tensor<i64>) -> tensor<20x8xf32>
      %row = stablehlo.dynamic_slice %a, %i, %z, sizes = [1, 8] : (tensor<20x8xf32>, tensor<i64>, tensor<i64>) -> tensor<1x8xf32>
      %t = stablehlo.reduce(%row init: %f) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x8xf32>, tensor<f32>) -> tensor<f32>
      %u = stablehlo.add %s, %t : tensor<f32>
      %k = stablehlo.add %i, %one : tensor<i64>
      stablehlo.return %k, %b, %u : tensor<i64>, tensor<20x8xf32>, tensor<f32>
    }
  check.expect_eq_const %r#1, dense<1000.0> : tensor<20x8xf32>
  check.expect_eq_const %r#2, dense<1520.0> : tensor<f32>
  func.return
}

// -----

// A constant from outside of the loop that is updated in each turn: every update begins with the constant.
func.func @while_updates_constant() {
  %n = stablehlo.constant dense<3> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %buffer = stablehlo.constant dense<0.5> : tensor<2x40xf64>
  %start = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %r:2 = stablehlo.while(%i = %zero, %x = %start) : tensor<i32>, tensor<2xf64>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %column = stablehlo.reshape %x : (tensor<2xf64>) -> tensor<2x1xf64>
    %a = stablehlo.dynamic_update_slice %buffer, %column, %zero, %i : (tensor<2x40xf64>, tensor<2x1xf64>, tensor<i32>, tensor<i32>) -> tensor<2x40xf64>
    %f = stablehlo.constant dense<0.0> : tensor<f64>
    %sum = stablehlo.reduce(%a init: %f) applies stablehlo.add across dimensions = [1] : (tensor<2x40xf64>, tensor<f64>) -> tensor<2xf64>
    %column2 = stablehlo.reshape %sum : (tensor<2xf64>) -> tensor<2x1xf64>
    %b = stablehlo.dynamic_update_slice %buffer, %column2, %zero, %one : (tensor<2x40xf64>, tensor<2x1xf64>, tensor<i32>, tensor<i32>) -> tensor<2x40xf64>
    %sum2 = stablehlo.reduce(%b init: %f) applies stablehlo.add across dimensions = [1] : (tensor<2x40xf64>, tensor<f64>) -> tensor<2xf64>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %sum2 : tensor<i32>, tensor<2xf64>
  }
  check.expect_eq_const %r#1, dense<[118.0, 119.0]> : tensor<2xf64>
  func.return
}
