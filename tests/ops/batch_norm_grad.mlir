// RUN: run
// Against finite differences of batch_norm_training.

func.func @batch_norm_grad_f64() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, -4.0], [5.0, 0.5]]> : tensor<3x2xf64>
  %s = stablehlo.constant dense<[1.5, -0.5]> : tensor<2xf64>
  %m = stablehlo.constant dense<[3.0, -0.5]> : tensor<2xf64>
  %v = stablehlo.constant dense<[2.6666666666666665, 6.5]> : tensor<2xf64>
  %g = stablehlo.constant dense<[[0.5, -1.0], [2.0, 0.25], [-0.75, 1.5]]> : tensor<3x2xf64>
  %dx, %ds, %do = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) {epsilon = 0.125 : f32, feature_index = 1 : i64} : (tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<3x2xf64>) -> (tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>)
  check.expect_almost_eq_const %dx, dense<[[-0.6107883658845736, 0.1970060947042995], [1.2718244035481163, 0.06414151922928824], [-0.6610360376857471, -0.2611476139557922]]> : tensor<3x2xf64>, tolerance = 1.0e-7
  check.expect_almost_eq_const %ds, dense<[-1.4962640041638051, -0.7284643967597758]> : tensor<2xf64>, tolerance = 1.0e-7
  check.expect_almost_eq_const %do, dense<[1.75, 0.75]> : tensor<2xf64>, tolerance = 1.0e-12
  func.return
}
