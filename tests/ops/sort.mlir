// RUN: run
func.func @sort_rows() {
  %a0 = stablehlo.constant dense<[[-8, 2, -9, -4, 8], [-3, -4, -8, 5, -6], [0, -9, -9, 6, -9]]> : tensor<3x5xi32>
  %r = "stablehlo.sort"(%a0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%x0: tensor<i32>, %y0: tensor<i32>):
      %p = stablehlo.compare LT, %x0, %y0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }) : (tensor<3x5xi32>) -> tensor<3x5xi32>
  check.expect_eq_const %r, dense<[[-9, -8, -4, 2, 8], [-8, -6, -4, -3, 5], [-9, -9, -9, 0, 6]]> : tensor<3x5xi32>
  func.return
}

// -----

func.func @sort_columns_descending() {
  %a0 = stablehlo.constant dense<[[-8, 2, -9, -4, 8], [-3, -4, -8, 5, -6], [0, -9, -9, 6, -9]]> : tensor<3x5xi64>
  %r = "stablehlo.sort"(%a0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%x0: tensor<i64>, %y0: tensor<i64>):
      %p = stablehlo.compare GT, %x0, %y0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }) : (tensor<3x5xi64>) -> tensor<3x5xi64>
  check.expect_eq_const %r, dense<[[0, 2, -8, 6, 8], [-3, -4, -9, 5, -6], [-8, -9, -9, -4, -9]]> : tensor<3x5xi64>
  func.return
}

// -----

func.func @sort_negative_dimension() {
  %a0 = stablehlo.constant dense<[[-8.0, 2.0, -9.0, -4.0, 8.0], [-3.0, -4.0, -8.0, 5.0, -6.0], [0.0, -9.0, -9.0, 6.0, -9.0]]> : tensor<3x5xf32>
  %r = "stablehlo.sort"(%a0) <{dimension = -1 : i64, is_stable = true}> ({
    ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
      %p = stablehlo.compare LT, %x0, %y0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }) : (tensor<3x5xf32>) -> tensor<3x5xf32>
  check.expect_eq_const %r, dense<[[-9.0, -8.0, -4.0, 2.0, 8.0], [-8.0, -6.0, -4.0, -3.0, 5.0], [-9.0, -9.0, -9.0, 0.0, 6.0]]> : tensor<3x5xf32>
  func.return
}

// -----

func.func @sort_ui8() {
  %a0 = stablehlo.constant dense<[119, 109, 32, 165, 189, 252, 50]> : tensor<7xui8>
  %r = "stablehlo.sort"(%a0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%x0: tensor<ui8>, %y0: tensor<ui8>):
      %p = stablehlo.compare LT, %x0, %y0, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }) : (tensor<7xui8>) -> tensor<7xui8>
  check.expect_eq_const %r, dense<[32, 50, 109, 119, 165, 189, 252]> : tensor<7xui8>
  func.return
}

// -----

func.func @sort_i4() {
  %a0 = stablehlo.constant dense<[6, -8, -6, 1, 5, 6, 3, -8, -2]> : tensor<9xi4>
  %r = "stablehlo.sort"(%a0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%x0: tensor<i4>, %y0: tensor<i4>):
      %p = stablehlo.compare LT, %x0, %y0, SIGNED : (tensor<i4>, tensor<i4>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }) : (tensor<9xi4>) -> tensor<9xi4>
  check.expect_eq_const %r, dense<[-8, -8, -6, -2, 1, 3, 5, 6, 6]> : tensor<9xi4>
  func.return
}

// -----

func.func @sort_i1() {
  %a0 = stablehlo.constant dense<[true, false, true, true, false]> : tensor<5xi1>
  %r = "stablehlo.sort"(%a0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%x0: tensor<i1>, %y0: tensor<i1>):
      %p = stablehlo.compare LT, %x0, %y0, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }) : (tensor<5xi1>) -> tensor<5xi1>
  check.expect_eq_const %r, dense<[false, false, true, true, true]> : tensor<5xi1>
  func.return
}

// -----

func.func @sort_stable_payload() {
  %a0 = stablehlo.constant dense<[2, 1, 2, 1, 1, 0]> : tensor<6xi32>
  %a1 = stablehlo.constant dense<[0, 1, 2, 3, 4, 5]> : tensor<6xi32>
  %r:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%x0: tensor<i32>, %y0: tensor<i32>, %x1: tensor<i32>, %y1: tensor<i32>):
      %p = stablehlo.compare LT, %x0, %y0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }) : (tensor<6xi32>, tensor<6xi32>) -> (tensor<6xi32>, tensor<6xi32>)
  check.expect_eq_const %r#0, dense<[0, 1, 1, 1, 2, 2]> : tensor<6xi32>
  check.expect_eq_const %r#1, dense<[5, 1, 3, 4, 0, 2]> : tensor<6xi32>
  func.return
}

// -----

func.func @sort_stable_descending() {
  %a0 = stablehlo.constant dense<[2, 1, 2, 1, 1, 0]> : tensor<6xi32>
  %a1 = stablehlo.constant dense<[0, 1, 2, 3, 4, 5]> : tensor<6xi32>
  %r:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%x0: tensor<i32>, %y0: tensor<i32>, %x1: tensor<i32>, %y1: tensor<i32>):
      %p = stablehlo.compare GT, %x0, %y0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }) : (tensor<6xi32>, tensor<6xi32>) -> (tensor<6xi32>, tensor<6xi32>)
  check.expect_eq_const %r#0, dense<[2, 2, 1, 1, 1, 0]> : tensor<6xi32>
  check.expect_eq_const %r#1, dense<[0, 2, 1, 3, 4, 5]> : tensor<6xi32>
  func.return
}

// -----

// LT of swapped sides is descending.
func.func @sort_swapped_sides() {
  %a0 = stablehlo.constant dense<[2, 1, 2, 1, 1, 0]> : tensor<6xi32>
  %a1 = stablehlo.constant dense<[0, 1, 2, 3, 4, 5]> : tensor<6xi32>
  %r:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%x0: tensor<i32>, %y0: tensor<i32>, %x1: tensor<i32>, %y1: tensor<i32>):
      %p = stablehlo.compare LT, %y0, %x0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }) : (tensor<6xi32>, tensor<6xi32>) -> (tensor<6xi32>, tensor<6xi32>)
  check.expect_eq_const %r#0, dense<[2, 2, 1, 1, 1, 0]> : tensor<6xi32>
  check.expect_eq_const %r#1, dense<[0, 2, 1, 3, 4, 5]> : tensor<6xi32>
  func.return
}

// -----

func.func @sort_lexicographic() {
  %a0 = stablehlo.constant dense<[2, 1, 2, 1, 1, 0]> : tensor<6xi32>
  %a1 = stablehlo.constant dense<[3, 1, 2, 9, 8, 7]> : tensor<6xi32>
  %r:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%x0: tensor<i32>, %y0: tensor<i32>, %x1: tensor<i32>, %y1: tensor<i32>):
      %less = stablehlo.compare LT, %x0, %y0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %equal = stablehlo.compare EQ, %x0, %y0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %then = stablehlo.compare LT, %x1, %y1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %both = stablehlo.and %equal, %then : tensor<i1>
      %p = stablehlo.or %less, %both : tensor<i1>
      stablehlo.return %p : tensor<i1>
  }) : (tensor<6xi32>, tensor<6xi32>) -> (tensor<6xi32>, tensor<6xi32>)
  check.expect_eq_const %r#0, dense<[0, 1, 1, 1, 2, 2]> : tensor<6xi32>
  check.expect_eq_const %r#1, dense<[7, 1, 8, 9, 2, 3]> : tensor<6xi32>
  func.return
}

// -----

// By the last digit: no plain key; stable all the same.
func.func @sort_foreign_comparator() {
  %a0 = stablehlo.constant dense<[52, 2, 93, 4, 2, 17, 13, 26, 5, 60, 43, 70, 38, 74, 87, 36, 6, 74, 20, 10, 93, 94, 1, 97, 25, 83, 39, 90, 0, 63, 28, 99, 60, 79, 61, 2, 60]> : tensor<37xi32>
  %a1 = stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36]> : tensor<37xi32>
  %r:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%x0: tensor<i32>, %y0: tensor<i32>, %x1: tensor<i32>, %y1: tensor<i32>):
      %m = stablehlo.constant dense<10> : tensor<i32>
      %a = stablehlo.remainder %x0, %m : tensor<i32>
      %b = stablehlo.remainder %y0, %m : tensor<i32>
      %p = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }) : (tensor<37xi32>, tensor<37xi32>) -> (tensor<37xi32>, tensor<37xi32>)
  check.expect_eq_const %r#0, dense<[60, 70, 20, 10, 90, 0, 60, 60, 1, 61, 52, 2, 2, 2, 93, 13, 43, 93, 83, 63, 4, 74, 74, 94, 5, 25, 26, 36, 6, 17, 87, 97, 38, 28, 39, 99, 79]> : tensor<37xi32>
  check.expect_eq_const %r#1, dense<[9, 11, 18, 19, 27, 28, 32, 36, 22, 34, 0, 1, 4, 35, 2, 6, 10, 20, 25, 29, 3, 13, 17, 21, 8, 24, 7, 15, 16, 5, 14, 23, 12, 30, 26, 31, 33]> : tensor<37xi32>
  func.return
}

// -----

func.func @sort_foreign_comparator_middle() {
  %a0 = stablehlo.constant dense<[[[38, 65], [17, 61], [81, 3], [40, 65], [16, 58], [10, 21], [10, 41], [67, 23], [88, 86], [69, 27], [83, 16]], [[16, 79], [73, 76], [40, 85], [29, 67], [39, 41], [48, 47], [63, 55], [85, 59], [99, 94], [92, 26], [85, 76]], [[67, 1], [61, 19], [20, 94], [53, 25], [56, 51], [28, 91], [82, 65], [84, 48], [87, 70], [63, 97], [2, 94]]]> : tensor<3x11x2xi32>
  %r = "stablehlo.sort"(%a0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%x0: tensor<i32>, %y0: tensor<i32>):
      %m = stablehlo.constant dense<10> : tensor<i32>
      %a = stablehlo.remainder %x0, %m : tensor<i32>
      %b = stablehlo.remainder %y0, %m : tensor<i32>
      %p = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }) : (tensor<3x11x2xi32>) -> tensor<3x11x2xi32>
  check.expect_eq_const %r, dense<[[[40, 61], [10, 21], [10, 41], [81, 3], [83, 23], [16, 65], [17, 65], [67, 86], [38, 16], [88, 27], [69, 58]], [[40, 41], [92, 94], [73, 85], [63, 55], [85, 76], [85, 26], [16, 76], [48, 67], [29, 47], [39, 79], [99, 59]], [[20, 70], [61, 1], [82, 51], [2, 91], [53, 94], [63, 94], [84, 25], [56, 65], [67, 97], [87, 48], [28, 19]]]> : tensor<3x11x2xi32>
  func.return
}

// -----

// Whatever the comparator says, what comes out is a permutation.
func.func @sort_inconsistent_comparator() {
  %a = stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8]> : tensor<9xi32>
  %r = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %p = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %p : tensor<i1>
  }) : (tensor<9xi32>) -> tensor<9xi32>
  %s = "stablehlo.sort"(%r) <{dimension = 0 : i64}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %p = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }) : (tensor<9xi32>) -> tensor<9xi32>
  check.expect_eq %s, %a : tensor<9xi32>
  func.return
}

// -----

// -NaN, -inf, -1, -0, 0, 1, inf, NaN.
func.func @sort_total_order() {
  %a = stablehlo.constant dense<[0x7FC00000, 1.0, -0.0, 0.0, 0xFF800000, 0xFFC00000, -1.0, 0x7F800000]> : tensor<8xf32>
  %n = stablehlo.iota dim = 0 : tensor<8xi32>
  %r:2 = "stablehlo.sort"(%a, %n) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
      %p = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }) : (tensor<8xf32>, tensor<8xi32>) -> (tensor<8xf32>, tensor<8xi32>)
  check.expect_eq_const %r#1, dense<[5, 4, 6, 2, 3, 1, 7, 0]> : tensor<8xi32>
  func.return
}

// -----

// As JAX writes it: all NaN are equal and last, -0 equals 0.
func.func @sort_canonical_keys() {
  %a = stablehlo.constant dense<[0xFFC00000, 1.0, 0.0, -0.0, 0x7FC00000, -1.0]> : tensor<6xf32>
  %n = stablehlo.iota dim = 0 : tensor<6xi32>
  %r:2 = "stablehlo.sort"(%a, %n) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %xz = stablehlo.compare EQ, %x, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %x1 = stablehlo.select %xz, %zero, %x : tensor<i1>, tensor<f32>
      %xn = stablehlo.compare NE, %x, %x, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %x2 = stablehlo.select %xn, %nan, %x1 : tensor<i1>, tensor<f32>
      %yz = stablehlo.compare EQ, %y, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %y1 = stablehlo.select %yz, %zero, %y : tensor<i1>, tensor<f32>
      %yn = stablehlo.compare NE, %y, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %y2 = stablehlo.select %yn, %nan, %y1 : tensor<i1>, tensor<f32>
      %p = stablehlo.compare LT, %x2, %y2, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }) : (tensor<6xf32>, tensor<6xi32>) -> (tensor<6xf32>, tensor<6xi32>)
  check.expect_eq_const %r#1, dense<[5, 2, 3, 1, 0, 4]> : tensor<6xi32>
  func.return
}

// -----

// NaN has no place in this order, but is not lost.
func.func @sort_unordered_nan() {
  %a = stablehlo.constant dense<[3.0, -1.0, 2.0]> : tensor<3xf32>
  %u = stablehlo.constant dense<0x7FC00000> : tensor<1xf32>
  %c = stablehlo.concatenate %u, %a, dim = 0 : (tensor<1xf32>, tensor<3xf32>) -> tensor<4xf32>
  %r = "stablehlo.sort"(%c) <{dimension = 0 : i64}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %p = stablehlo.compare GT, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %n = stablehlo.compare NE, %r, %r : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %one = stablehlo.convert %n : (tensor<4xi1>) -> tensor<4xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %count = stablehlo.reduce(%one init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %count, dense<1> : tensor<i32>
  func.return
}

// -----

// Distinct numbers, enough of them for the radix sort.
func.func @sort_long_line() {
  %a = stablehlo.iota dim = 0 : tensor<3000xi32>
  %m = stablehlo.constant dense<7919> : tensor<3000xi32>
  %k = stablehlo.constant dense<3001> : tensor<3000xi32>
  %p = stablehlo.multiply %a, %m : tensor<3000xi32>
  %q = stablehlo.remainder %p, %k : tensor<3000xi32>
  %r = "stablehlo.sort"(%q) <{dimension = 0 : i64}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %c = stablehlo.compare LT, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) : (tensor<3000xi32>) -> tensor<3000xi32>
  %head = stablehlo.slice %r [0:2999] : (tensor<3000xi32>) -> tensor<2999xi32>
  %tail = stablehlo.slice %r [1:3000] : (tensor<3000xi32>) -> tensor<2999xi32>
  %less = stablehlo.compare LT, %head, %tail, SIGNED : (tensor<2999xi32>, tensor<2999xi32>) -> tensor<2999xi1>
  check.expect_eq_const %less, dense<true> : tensor<2999xi1>
  func.return
}

// -----

func.func @sort_empty() {
  %a0 = stablehlo.constant dense<> : tensor<2x0xf32>
  %r = "stablehlo.sort"(%a0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
      %p = stablehlo.compare LT, %x0, %y0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }) : (tensor<2x0xf32>) -> tensor<2x0xf32>
  check.expect_eq_const %r, dense<> : tensor<2x0xf32>
  func.return
}

// -----

func.func @sort_of_which_the_first_are_used() {
  %i = stablehlo.iota dim = 1 : tensor<3x300xi32>
  %r = stablehlo.iota dim = 0 : tensor<3x300xi32>
  %c37 = stablehlo.constant dense<37> : tensor<3x300xi32>
  %c11 = stablehlo.constant dense<11> : tensor<3x300xi32>
  %c101 = stablehlo.constant dense<101> : tensor<3x300xi32>
  %a = stablehlo.multiply %i, %c37 : tensor<3x300xi32>
  %b = stablehlo.multiply %r, %c11 : tensor<3x300xi32>
  %s = stablehlo.add %a, %b : tensor<3x300xi32>
  %m = stablehlo.remainder %s, %c101 : tensor<3x300xi32>
  %v = stablehlo.convert %m : (tensor<3x300xi32>) -> tensor<3x300xf32>
  %x = stablehlo.optimization_barrier %v : tensor<3x300xf32>
  %y = stablehlo.optimization_barrier %v : tensor<3x300xf32>
  %top:2 = "stablehlo.sort"(%x, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>, %u: tensor<i32>, %w: tensor<i32>):
    %t = stablehlo.compare GT, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  }) : (tensor<3x300xf32>, tensor<3x300xi32>) -> (tensor<3x300xf32>, tensor<3x300xi32>)
  %all:2 = "stablehlo.sort"(%y, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>, %u: tensor<i32>, %w: tensor<i32>):
    %t = stablehlo.compare GT, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  }) : (tensor<3x300xf32>, tensor<3x300xi32>) -> (tensor<3x300xf32>, tensor<3x300xi32>)
  %first = stablehlo.slice %top#0 [0:3, 0:9] : (tensor<3x300xf32>) -> tensor<3x9xf32>
  %kept = stablehlo.optimization_barrier %all#0 : tensor<3x300xf32>
  %want = stablehlo.slice %kept [0:3, 0:9] : (tensor<3x300xf32>) -> tensor<3x9xf32>
  check.expect_eq %first, %want : tensor<3x9xf32>
  %at = stablehlo.slice %top#1 [0:3, 0:7] : (tensor<3x300xi32>) -> tensor<3x7xi32>
  %order = stablehlo.optimization_barrier %all#1 : tensor<3x300xi32>
  %was = stablehlo.slice %order [0:3, 0:7] : (tensor<3x300xi32>) -> tensor<3x7xi32>
  check.expect_eq %at, %was : tensor<3x7xi32>
  func.return
}

// -----

func.func @sort_of_which_the_first_bf16_are_used() {
  %i = stablehlo.iota dim = 1 : tensor<3x150xi32>
  %r = stablehlo.iota dim = 0 : tensor<3x150xi32>
  %c37 = stablehlo.constant dense<37> : tensor<3x150xi32>
  %c11 = stablehlo.constant dense<11> : tensor<3x150xi32>
  %c101 = stablehlo.constant dense<101> : tensor<3x150xi32>
  %a = stablehlo.multiply %i, %c37 : tensor<3x150xi32>
  %b = stablehlo.multiply %r, %c11 : tensor<3x150xi32>
  %s = stablehlo.add %a, %b : tensor<3x150xi32>
  %m = stablehlo.remainder %s, %c101 : tensor<3x150xi32>
  %v = stablehlo.convert %m : (tensor<3x150xi32>) -> tensor<3x150xbf16>
  %x = stablehlo.optimization_barrier %v : tensor<3x150xbf16>
  %y = stablehlo.optimization_barrier %v : tensor<3x150xbf16>
  %top:2 = "stablehlo.sort"(%x, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<bf16>, %q: tensor<bf16>, %u: tensor<i32>, %w: tensor<i32>):
    %t = stablehlo.compare LT, %p, %q, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  }) : (tensor<3x150xbf16>, tensor<3x150xi32>) -> (tensor<3x150xbf16>, tensor<3x150xi32>)
  %all:2 = "stablehlo.sort"(%y, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<bf16>, %q: tensor<bf16>, %u: tensor<i32>, %w: tensor<i32>):
    %t = stablehlo.compare LT, %p, %q, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  }) : (tensor<3x150xbf16>, tensor<3x150xi32>) -> (tensor<3x150xbf16>, tensor<3x150xi32>)
  %first = stablehlo.slice %top#0 [0:3, 0:20] : (tensor<3x150xbf16>) -> tensor<3x20xbf16>
  %kept = stablehlo.optimization_barrier %all#0 : tensor<3x150xbf16>
  %want = stablehlo.slice %kept [0:3, 0:20] : (tensor<3x150xbf16>) -> tensor<3x20xbf16>
  check.expect_eq %first, %want : tensor<3x20xbf16>
  %at = stablehlo.slice %top#1 [0:3, 0:18] : (tensor<3x150xi32>) -> tensor<3x18xi32>
  %order = stablehlo.optimization_barrier %all#1 : tensor<3x150xi32>
  %was = stablehlo.slice %order [0:3, 0:18] : (tensor<3x150xi32>) -> tensor<3x18xi32>
  check.expect_eq %at, %was : tensor<3x18xi32>
  func.return
}

// -----

func.func @sort_of_which_the_first_values_are_used() {
  %i = stablehlo.iota dim = 1 : tensor<3x2500xi32>
  %r = stablehlo.iota dim = 0 : tensor<3x2500xi32>
  %c37 = stablehlo.constant dense<37> : tensor<3x2500xi32>
  %c11 = stablehlo.constant dense<11> : tensor<3x2500xi32>
  %c101 = stablehlo.constant dense<101> : tensor<3x2500xi32>
  %a = stablehlo.multiply %i, %c37 : tensor<3x2500xi32>
  %b = stablehlo.multiply %r, %c11 : tensor<3x2500xi32>
  %s = stablehlo.add %a, %b : tensor<3x2500xi32>
  %m = stablehlo.remainder %s, %c101 : tensor<3x2500xi32>
  %v = stablehlo.convert %m : (tensor<3x2500xi32>) -> tensor<3x2500xi32>
  %x = stablehlo.optimization_barrier %v : tensor<3x2500xi32>
  %y = stablehlo.optimization_barrier %v : tensor<3x2500xi32>
  %top = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %t = stablehlo.compare LT, %p, %q, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  }) : (tensor<3x2500xi32>) -> tensor<3x2500xi32>
  %all = "stablehlo.sort"(%y) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %t = stablehlo.compare LT, %p, %q, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  }) : (tensor<3x2500xi32>) -> tensor<3x2500xi32>
  %first = stablehlo.slice %top [0:3, 0:5] : (tensor<3x2500xi32>) -> tensor<3x5xi32>
  %kept = stablehlo.optimization_barrier %all : tensor<3x2500xi32>
  %want = stablehlo.slice %kept [0:3, 0:5] : (tensor<3x2500xi32>) -> tensor<3x5xi32>
  check.expect_eq %first, %want : tensor<3x5xi32>
  func.return
}

// -----

func.func @sort_of_which_many_are_used() {
  %i = stablehlo.iota dim = 1 : tensor<3x145xi32>
  %r = stablehlo.iota dim = 0 : tensor<3x145xi32>
  %c37 = stablehlo.constant dense<37> : tensor<3x145xi32>
  %c11 = stablehlo.constant dense<11> : tensor<3x145xi32>
  %c101 = stablehlo.constant dense<101> : tensor<3x145xi32>
  %a = stablehlo.multiply %i, %c37 : tensor<3x145xi32>
  %b = stablehlo.multiply %r, %c11 : tensor<3x145xi32>
  %s = stablehlo.add %a, %b : tensor<3x145xi32>
  %m = stablehlo.remainder %s, %c101 : tensor<3x145xi32>
  %v = stablehlo.convert %m : (tensor<3x145xi32>) -> tensor<3x145xi8>
  %x = stablehlo.optimization_barrier %v : tensor<3x145xi8>
  %y = stablehlo.optimization_barrier %v : tensor<3x145xi8>
  %top:2 = "stablehlo.sort"(%x, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i8>, %q: tensor<i8>, %u: tensor<i32>, %w: tensor<i32>):
    %t = stablehlo.compare GT, %p, %q, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  }) : (tensor<3x145xi8>, tensor<3x145xi32>) -> (tensor<3x145xi8>, tensor<3x145xi32>)
  %all:2 = "stablehlo.sort"(%y, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i8>, %q: tensor<i8>, %u: tensor<i32>, %w: tensor<i32>):
    %t = stablehlo.compare GT, %p, %q, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  }) : (tensor<3x145xi8>, tensor<3x145xi32>) -> (tensor<3x145xi8>, tensor<3x145xi32>)
  %first = stablehlo.slice %top#0 [0:3, 0:70] : (tensor<3x145xi8>) -> tensor<3x70xi8>
  %kept = stablehlo.optimization_barrier %all#0 : tensor<3x145xi8>
  %want = stablehlo.slice %kept [0:3, 0:70] : (tensor<3x145xi8>) -> tensor<3x70xi8>
  check.expect_eq %first, %want : tensor<3x70xi8>
  %at = stablehlo.slice %top#1 [0:3, 0:68] : (tensor<3x145xi32>) -> tensor<3x68xi32>
  %order = stablehlo.optimization_barrier %all#1 : tensor<3x145xi32>
  %was = stablehlo.slice %order [0:3, 0:68] : (tensor<3x145xi32>) -> tensor<3x68xi32>
  check.expect_eq %at, %was : tensor<3x68xi32>
  func.return
}
