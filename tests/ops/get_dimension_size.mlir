// RUN: run
// Of static and of dynamic dimensions.

func.func @get_dimension_size_static() {
  %x = stablehlo.constant dense<0.0> : tensor<3x0x5xf32>
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<3x0x5xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<3x0x5xf32>) -> tensor<i32>
  check.expect_eq_const %0, dense<3> : tensor<i32>
  check.expect_eq_const %1, dense<0> : tensor<i32>
  func.return
}

// -----

func.func @get_dimension_size_dynamic() {
  %i = stablehlo.constant dense<1> : tensor<i32>
  %s = "stablehlo.case"(%i) ({
    %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    stablehlo.return %0 : tensor<2xi32>
  }, {
    %0 = stablehlo.constant dense<[7, 3]> : tensor<2xi32>
    stablehlo.return %0 : tensor<2xi32>
  }) : (tensor<i32>) -> tensor<2xi32>
  %x = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi32>) -> tensor<?x?xf32>
  %r = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  check.expect_eq_const %r, dense<7> : tensor<i32>
  func.return
}
