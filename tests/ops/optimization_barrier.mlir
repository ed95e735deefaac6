// RUN: run
// Its results are its operands.

func.func @optimization_barrier() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi16>
  %y = stablehlo.constant dense<(1.0,-1.0)> : tensor<complex<f64>>
  %t = stablehlo.after_all : !stablehlo.token
  %r:3 = stablehlo.optimization_barrier %x, %y, %t : tensor<2xi16>, tensor<complex<f64>>, !stablehlo.token
  check.expect_eq_const %r#0, dense<[1, 2]> : tensor<2xi16>
  check.expect_eq_const %r#1, dense<(1.0,-1.0)> : tensor<complex<f64>>
  func.return
}
