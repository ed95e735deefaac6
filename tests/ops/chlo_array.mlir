// RUN: run
// top_k, scan, constant_like.

func.func @top_k_ties() {
  %x = stablehlo.constant dense<[[3, 1, 3, 2], [0, 0, 5, 5]]> : tensor<2x4xi32>
  %v, %i = chlo.top_k(%x, k = 3) : tensor<2x4xi32> -> (tensor<2x3xi32>, tensor<2x3xi32>)
  check.expect_eq_const %v, dense<[[3, 3, 2], [5, 5, 0]]> : tensor<2x3xi32>
  check.expect_eq_const %i, dense<[[0, 2, 3], [2, 3, 0]]> : tensor<2x3xi32>
  func.return
}

// -----

func.func @top_k_none() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %v, %i = chlo.top_k(%x, k = 0) : tensor<2xf32> -> (tensor<0xf32>, tensor<0xi32>)
  check.expect_eq_const %i, dense<> : tensor<0xi32>
  func.return
}

// -----

func.func @scan_sum() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %c = stablehlo.constant dense<[0, 10]> : tensor<2xi32>
  %o, %l = chlo.scan (%x) inits (%c) dimension = 0 {
  ^bb0(%e: tensor<2xi32>, %s: tensor<2xi32>):
    %n = stablehlo.add %e, %s : tensor<2xi32>
    stablehlo.return %n, %n : tensor<2xi32>, tensor<2xi32>
  } : (tensor<3x2xi32>, tensor<2xi32>) -> (tensor<3x2xi32>, tensor<2xi32>)
  check.expect_eq_const %o, dense<[[1, 12], [4, 16], [9, 22]]> : tensor<3x2xi32>
  check.expect_eq_const %l, dense<[9, 22]> : tensor<2xi32>
  func.return
}

// -----

func.func @constant_like() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %r = "chlo.constant_like"(%x) {value = 2.5 : f32} : (tensor<2xi32>) -> tensor<2xf32>
  check.expect_eq_const %r, dense<2.5> : tensor<2xf32>
  func.return
}
