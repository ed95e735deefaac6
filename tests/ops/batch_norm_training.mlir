// RUN: run
// Along the last feature dimension; mean and variance of the batch, biased.

func.func @batch_norm_training_f64() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, -4.0], [5.0, 0.5]]> : tensor<3x2xf64>
  %s = stablehlo.constant dense<[1.5, -0.5]> : tensor<2xf64>
  %o = stablehlo.constant dense<[0.25, 2.0]> : tensor<2xf64>
  %y, %m, %v = "stablehlo.batch_norm_training"(%x, %s, %o) {epsilon = 0.125 : f32, feature_index = 1 : i64} : (tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>)
  check.expect_almost_eq_const %y, dense<[[-1.5455168049937391, 1.514357068821368], [0.25, 2.679900103650085], [2.0455168049937393, 1.8057428275285472]]> : tensor<3x2xf64>, tolerance = 1.0e-12
  check.expect_almost_eq_const %m, dense<[3.0, -0.5]> : tensor<2xf64>, tolerance = 1.0e-12
  check.expect_almost_eq_const %v, dense<[2.6666666666666665, 6.5]> : tensor<2xf64>, tolerance = 1.0e-12
  func.return
}

// -----

// Sums of many f16 are kept in f32: 4096 ones and a small deviation.
func.func @batch_norm_training_f16() {
  %x = stablehlo.constant dense<1.0> : tensor<4096x1xf16>
  %s = stablehlo.constant dense<2.0> : tensor<1xf16>
  %o = stablehlo.constant dense<3.0> : tensor<1xf16>
  %y, %m, %v = "stablehlo.batch_norm_training"(%x, %s, %o) {epsilon = 1.0 : f32, feature_index = 1 : i64} : (tensor<4096x1xf16>, tensor<1xf16>, tensor<1xf16>) -> (tensor<4096x1xf16>, tensor<1xf16>, tensor<1xf16>)
  check.expect_eq_const %y, dense<3.0> : tensor<4096x1xf16>
  check.expect_eq_const %m, dense<1.0> : tensor<1xf16>
  check.expect_eq_const %v, dense<0.0> : tensor<1xf16>
  func.return
}
