// RUN: run
// With given mean and variance.

func.func @batch_norm_inference_f64() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, -4.0], [5.0, 0.5]]> : tensor<3x2xf64>
  %s = stablehlo.constant dense<[1.5, -0.5]> : tensor<2xf64>
  %o = stablehlo.constant dense<[0.25, 2.0]> : tensor<2xf64>
  %m = stablehlo.constant dense<[0.5, 1.0]> : tensor<2xf64>
  %v = stablehlo.constant dense<[2.0, 0.25]> : tensor<2xf64>
  %y = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) {epsilon = 0.125 : f32, feature_index = 1 : i64} : (tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<3x2xf64>
  check.expect_almost_eq_const %y, dense<[[0.7644957554275265, 1.1835034190722737], [2.8224787771376323, 6.08248290463863], [4.880461798847739, 2.408248290463863]]> : tensor<3x2xf64>, tolerance = 1.0e-12
  func.return
}
