// RUN: run
// Tokens of nothing and of other tokens, through a loop.

func.func @after_all() {
  %a = stablehlo.after_all : !stablehlo.token
  %b = stablehlo.after_all %a, %a : !stablehlo.token
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %t = %b) : tensor<i32>, !stablehlo.token
    cond {
      %c = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %u = stablehlo.after_all %t : !stablehlo.token
      stablehlo.return %j, %u : tensor<i32>, !stablehlo.token
    }
  check.expect_eq_const %r#0, dense<1> : tensor<i32>
  func.return
}
