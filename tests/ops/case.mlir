// RUN: run
// spec: case: an index that is none of a branch runs the last one.

func.func @case_each_index() {
  %n = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %start = stablehlo.constant dense<-2> : tensor<i32>
  %sum = stablehlo.constant dense<0> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %r:2 = stablehlo.while(%i = %start, %s = %sum) : tensor<i32>, tensor<i32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %v = "stablehlo.case"(%i) ({
        %0 = stablehlo.constant dense<1> : tensor<i32>
        stablehlo.return %0 : tensor<i32>
      }, {
        %0 = stablehlo.constant dense<2> : tensor<i32>
        stablehlo.return %0 : tensor<i32>
      }, {
        %0 = stablehlo.constant dense<3> : tensor<i32>
        stablehlo.return %0 : tensor<i32>
      }) : (tensor<i32>) -> tensor<i32>
      %t = stablehlo.multiply %s, %ten : tensor<i32>
      %u = stablehlo.add %t, %v : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %u : tensor<i32>, tensor<i32>
    }
  check.expect_eq_const %r#1, dense<33123> : tensor<i32>
  func.return
}

// -----

func.func @case_far_outside() {
  %i = stablehlo.constant dense<2147483647> : tensor<i32>
  %x = stablehlo.constant dense<7.0> : tensor<f64>
  %r = "stablehlo.case"(%i) ({
    %0 = stablehlo.negate %x : tensor<f64>
    stablehlo.return %0 : tensor<f64>
  }, {
    stablehlo.return %x : tensor<f64>
  }) : (tensor<i32>) -> tensor<f64>
  check.expect_eq_const %r, dense<7.0> : tensor<f64>
  func.return
}

// -----

func.func @case_of_one_branch() {
  %i = stablehlo.constant dense<-1> : tensor<i32>
  %r = "stablehlo.case"(%i) ({
    %0 = stablehlo.constant dense<4> : tensor<ui8>
    stablehlo.return %0 : tensor<ui8>
  }) : (tensor<i32>) -> tensor<ui8>
  check.expect_eq_const %r, dense<4> : tensor<ui8>
  func.return
}
