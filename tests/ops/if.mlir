// RUN: run
// Either branch, values from outside, branches within branches.

func.func @if_true() {
  %p = stablehlo.constant dense<true> : tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    stablehlo.return %0 : tensor<2xi32>
  }, {
    %0 = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
    stablehlo.return %0 : tensor<2xi32>
  }) : (tensor<i1>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[1, 2]> : tensor<2xi32>
  func.return
}

// -----

func.func @if_false_of_two_results() {
  %p = stablehlo.constant dense<false> : tensor<i1>
  %x = stablehlo.constant dense<5.0> : tensor<f32>
  %y = stablehlo.constant dense<6> : tensor<i8>
  %r:2 = "stablehlo.if"(%p) ({
    stablehlo.return %y, %x : tensor<i8>, tensor<f32>
  }, {
    %0 = stablehlo.negate %x : tensor<f32>
    %1 = stablehlo.add %y, %y : tensor<i8>
    stablehlo.return %1, %0 : tensor<i8>, tensor<f32>
  }) : (tensor<i1>) -> (tensor<i8>, tensor<f32>)
  check.expect_eq_const %r#0, dense<12> : tensor<i8>
  check.expect_eq_const %r#1, dense<-5.0> : tensor<f32>
  check.expect_eq_const %x, dense<5.0> : tensor<f32>
  func.return
}

// -----

func.func @if_within_if() {
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %no = stablehlo.constant dense<false> : tensor<i1>
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  %y = stablehlo.add %x, %x : tensor<3xi64>
  %r = "stablehlo.if"(%yes) ({
    %0 = "stablehlo.if"(%no) ({
      stablehlo.return %x : tensor<3xi64>
    }, {
      %1 = stablehlo.add %y, %x : tensor<3xi64>
      stablehlo.return %1 : tensor<3xi64>
    }) : (tensor<i1>) -> tensor<3xi64>
    %2 = stablehlo.add %0, %y : tensor<3xi64>
    stablehlo.return %2 : tensor<3xi64>
  }, {
    stablehlo.return %x : tensor<3xi64>
  }) : (tensor<i1>) -> tensor<3xi64>
  check.expect_eq_const %r, dense<[5, 10, 15]> : tensor<3xi64>
  check.expect_eq_const %y, dense<[2, 4, 6]> : tensor<3xi64>
  func.return
}
