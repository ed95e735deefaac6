// RUN: run
// Tuples of tensors, tokens and tuples; none of anything.

func.func @tuple_of_many() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %y = stablehlo.constant dense<true> : tensor<i1>
  %t = stablehlo.after_all : !stablehlo.token
  %empty = stablehlo.tuple : tuple<>
  %inner = stablehlo.tuple %y, %t, %empty : tuple<tensor<i1>, !stablehlo.token, tuple<>>
  %outer = stablehlo.tuple %x, %inner, %x : tuple<tensor<2xf64>, tuple<tensor<i1>, !stablehlo.token, tuple<>>, tensor<2xf64>>
  %0 = stablehlo.get_tuple_element %outer[2] : (tuple<tensor<2xf64>, tuple<tensor<i1>, !stablehlo.token, tuple<>>, tensor<2xf64>>) -> tensor<2xf64>
  %1 = stablehlo.get_tuple_element %outer[1] : (tuple<tensor<2xf64>, tuple<tensor<i1>, !stablehlo.token, tuple<>>, tensor<2xf64>>) -> tuple<tensor<i1>, !stablehlo.token, tuple<>>
  %2 = stablehlo.get_tuple_element %1[0] : (tuple<tensor<i1>, !stablehlo.token, tuple<>>) -> tensor<i1>
  check.expect_eq_const %0, dense<[1.0, 2.0]> : tensor<2xf64>
  check.expect_eq_const %2, dense<true> : tensor<i1>
  func.return
}
