// RUN: run
// Members keep their elements when others of the tuple are changed.

func.func @get_tuple_element_leaves_the_tuple() {
  %x = stablehlo.iota dim = 0 : tensor<3xi32>
  %u = stablehlo.constant dense<9> : tensor<1xi32>
  %i = stablehlo.constant dense<1> : tensor<i32>
  %t = stablehlo.tuple %x, %i : tuple<tensor<3xi32>, tensor<i32>>
  %a = stablehlo.get_tuple_element %t[0] : (tuple<tensor<3xi32>, tensor<i32>>) -> tensor<3xi32>
  %r = stablehlo.dynamic_update_slice %a, %u, %i : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
  %b = stablehlo.get_tuple_element %t[0] : (tuple<tensor<3xi32>, tensor<i32>>) -> tensor<3xi32>
  check.expect_eq_const %r, dense<[0, 9, 2]> : tensor<3xi32>
  check.expect_eq_const %b, dense<[0, 1, 2]> : tensor<3xi32>
  func.return
}
