// RUN: run
// What every run must satisfy: the interval, the moments of many numbers, empty shapes.

func.func @rng_uniform_f32_in_interval() {
  %a = stablehlo.constant dense<0.0> : tensor<f32>
  %b = stablehlo.constant dense<1.0> : tensor<f32>
  %shape = stablehlo.constant dense<[1000]> : tensor<1xi64>
  %x = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<1000xf32>
  %low = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<1000xf32>
  %high = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f32>) -> tensor<1000xf32>
  %above = stablehlo.compare GE, %x, %low : (tensor<1000xf32>, tensor<1000xf32>) -> tensor<1000xi1>
  %below = stablehlo.compare LT, %x, %high : (tensor<1000xf32>, tensor<1000xf32>) -> tensor<1000xi1>
  %result = stablehlo.and %above, %below : tensor<1000xi1>
  check.expect_eq_const %result, dense<true> : tensor<1000xi1>
  func.return
}

// -----

func.func @rng_uniform_f64_in_interval() {
  %a = stablehlo.constant dense<-2.0> : tensor<f64>
  %b = stablehlo.constant dense<3.0> : tensor<f64>
  %shape = stablehlo.constant dense<[1000]> : tensor<1xi64>
  %x = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f64>, tensor<f64>, tensor<1xi64>) -> tensor<1000xf64>
  %low = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f64>) -> tensor<1000xf64>
  %high = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f64>) -> tensor<1000xf64>
  %above = stablehlo.compare GE, %x, %low : (tensor<1000xf64>, tensor<1000xf64>) -> tensor<1000xi1>
  %below = stablehlo.compare LT, %x, %high : (tensor<1000xf64>, tensor<1000xf64>) -> tensor<1000xi1>
  %result = stablehlo.and %above, %below : tensor<1000xi1>
  check.expect_eq_const %result, dense<true> : tensor<1000xi1>
  func.return
}

// -----

func.func @rng_uniform_bf16_in_interval() {
  %a = stablehlo.constant dense<0.0> : tensor<bf16>
  %b = stablehlo.constant dense<1.0> : tensor<bf16>
  %shape = stablehlo.constant dense<[1000]> : tensor<1xi64>
  %x = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<bf16>, tensor<bf16>, tensor<1xi64>) -> tensor<1000xbf16>
  %low = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<bf16>) -> tensor<1000xbf16>
  %high = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<bf16>) -> tensor<1000xbf16>
  %above = stablehlo.compare GE, %x, %low : (tensor<1000xbf16>, tensor<1000xbf16>) -> tensor<1000xi1>
  %below = stablehlo.compare LT, %x, %high : (tensor<1000xbf16>, tensor<1000xbf16>) -> tensor<1000xi1>
  %result = stablehlo.and %above, %below : tensor<1000xi1>
  check.expect_eq_const %result, dense<true> : tensor<1000xi1>
  func.return
}

// -----

func.func @rng_uniform_f16_in_interval() {
  %a = stablehlo.constant dense<1.0> : tensor<f16>
  %b = stablehlo.constant dense<2.0> : tensor<f16>
  %shape = stablehlo.constant dense<[1000]> : tensor<1xi64>
  %x = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f16>, tensor<f16>, tensor<1xi64>) -> tensor<1000xf16>
  %low = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f16>) -> tensor<1000xf16>
  %high = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f16>) -> tensor<1000xf16>
  %above = stablehlo.compare GE, %x, %low : (tensor<1000xf16>, tensor<1000xf16>) -> tensor<1000xi1>
  %below = stablehlo.compare LT, %x, %high : (tensor<1000xf16>, tensor<1000xf16>) -> tensor<1000xi1>
  %result = stablehlo.and %above, %below : tensor<1000xi1>
  check.expect_eq_const %result, dense<true> : tensor<1000xi1>
  func.return
}

// -----

func.func @rng_uniform_f8E4M3FN_in_interval() {
  %a = stablehlo.constant dense<0.0> : tensor<f8E4M3FN>
  %b = stablehlo.constant dense<1.0> : tensor<f8E4M3FN>
  %shape = stablehlo.constant dense<[1000]> : tensor<1xi64>
  %x = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f8E4M3FN>, tensor<f8E4M3FN>, tensor<1xi64>) -> tensor<1000xf8E4M3FN>
  %low = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f8E4M3FN>) -> tensor<1000xf8E4M3FN>
  %high = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f8E4M3FN>) -> tensor<1000xf8E4M3FN>
  %above = stablehlo.compare GE, %x, %low : (tensor<1000xf8E4M3FN>, tensor<1000xf8E4M3FN>) -> tensor<1000xi1>
  %below = stablehlo.compare LT, %x, %high : (tensor<1000xf8E4M3FN>, tensor<1000xf8E4M3FN>) -> tensor<1000xi1>
  %result = stablehlo.and %above, %below : tensor<1000xi1>
  check.expect_eq_const %result, dense<true> : tensor<1000xi1>
  func.return
}

// -----

func.func @rng_uniform_i32_in_interval() {
  %a = stablehlo.constant dense<-5> : tensor<i32>
  %b = stablehlo.constant dense<6> : tensor<i32>
  %shape = stablehlo.constant dense<[1000]> : tensor<1xi64>
  %x = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<1000xi32>
  %low = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<i32>) -> tensor<1000xi32>
  %high = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<i32>) -> tensor<1000xi32>
  %above = stablehlo.compare GE, %x, %low : (tensor<1000xi32>, tensor<1000xi32>) -> tensor<1000xi1>
  %below = stablehlo.compare LT, %x, %high : (tensor<1000xi32>, tensor<1000xi32>) -> tensor<1000xi1>
  %result = stablehlo.and %above, %below : tensor<1000xi1>
  check.expect_eq_const %result, dense<true> : tensor<1000xi1>
  func.return
}

// -----

func.func @rng_uniform_ui8_in_interval() {
  %a = stablehlo.constant dense<0> : tensor<ui8>
  %b = stablehlo.constant dense<255> : tensor<ui8>
  %shape = stablehlo.constant dense<[1000]> : tensor<1xi64>
  %x = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<ui8>, tensor<ui8>, tensor<1xi64>) -> tensor<1000xui8>
  %low = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<ui8>) -> tensor<1000xui8>
  %high = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<ui8>) -> tensor<1000xui8>
  %above = stablehlo.compare GE, %x, %low : (tensor<1000xui8>, tensor<1000xui8>) -> tensor<1000xi1>
  %below = stablehlo.compare LT, %x, %high : (tensor<1000xui8>, tensor<1000xui8>) -> tensor<1000xi1>
  %result = stablehlo.and %above, %below : tensor<1000xi1>
  check.expect_eq_const %result, dense<true> : tensor<1000xi1>
  func.return
}

// -----

func.func @rng_uniform_i64_in_interval() {
  %a = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
  %b = stablehlo.constant dense<9223372036854775807> : tensor<i64>
  %shape = stablehlo.constant dense<[1000]> : tensor<1xi64>
  %x = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<i64>, tensor<i64>, tensor<1xi64>) -> tensor<1000xi64>
  %low = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<i64>) -> tensor<1000xi64>
  %high = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<i64>) -> tensor<1000xi64>
  %above = stablehlo.compare GE, %x, %low : (tensor<1000xi64>, tensor<1000xi64>) -> tensor<1000xi1>
  %below = stablehlo.compare LT, %x, %high : (tensor<1000xi64>, tensor<1000xi64>) -> tensor<1000xi1>
  %result = stablehlo.and %above, %below : tensor<1000xi1>
  check.expect_eq_const %result, dense<true> : tensor<1000xi1>
  func.return
}

// -----

func.func @rng_uniform_i4_in_interval() {
  %a = stablehlo.constant dense<-8> : tensor<i4>
  %b = stablehlo.constant dense<7> : tensor<i4>
  %shape = stablehlo.constant dense<[1000]> : tensor<1xi64>
  %x = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<i4>, tensor<i4>, tensor<1xi64>) -> tensor<1000xi4>
  %low = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<i4>) -> tensor<1000xi4>
  %high = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<i4>) -> tensor<1000xi4>
  %above = stablehlo.compare GE, %x, %low : (tensor<1000xi4>, tensor<1000xi4>) -> tensor<1000xi1>
  %below = stablehlo.compare LT, %x, %high : (tensor<1000xi4>, tensor<1000xi4>) -> tensor<1000xi1>
  %result = stablehlo.and %above, %below : tensor<1000xi1>
  check.expect_eq_const %result, dense<true> : tensor<1000xi1>
  func.return
}

// -----

func.func @rng_uniform_moments() {
  %a = stablehlo.constant dense<0.0> : tensor<f64>
  %b = stablehlo.constant dense<1.0> : tensor<f64>
  %shape = stablehlo.constant dense<[100, 1000]> : tensor<2xi64>
  %x = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f64>, tensor<f64>, tensor<2xi64>) -> tensor<100x1000xf64>
  %sum = stablehlo.reduce(%x init: %a) applies stablehlo.add across dimensions = [0, 1] : (tensor<100x1000xf64>, tensor<f64>) -> tensor<f64>
  %n = stablehlo.constant dense<1.0e+05> : tensor<f64>
  %mean = stablehlo.divide %sum, %n : tensor<f64>
  check.expect_almost_eq_const %mean, dense<0.5> : tensor<f64>, tolerance = 0.01
  func.return
}

// -----

func.func @rng_normal_moments() {
  %a = stablehlo.constant dense<2.0> : tensor<f32>
  %b = stablehlo.constant dense<3.0> : tensor<f32>
  %shape = stablehlo.constant dense<[100000]> : tensor<1xi32>
  %x = stablehlo.rng %a, %b, %shape, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi32>) -> tensor<100000xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %w = stablehlo.convert %x : (tensor<100000xf32>) -> tensor<100000xf64>
  %sum = stablehlo.reduce(%w init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<100000xf64>, tensor<f64>) -> tensor<f64>
  %n = stablehlo.constant dense<1.0e+05> : tensor<f64>
  %mean = stablehlo.divide %sum, %n : tensor<f64>
  check.expect_almost_eq_const %mean, dense<2.0> : tensor<f64>, tolerance = 0.06
  %square = stablehlo.multiply %w, %w : tensor<100000xf64>
  %squares = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<100000xf64>, tensor<f64>) -> tensor<f64>
  %second = stablehlo.divide %squares, %n : tensor<f64>
  check.expect_almost_eq_const %second, dense<13.0> : tensor<f64>, tolerance = 0.4
  func.return
}

// -----

func.func @rng_draws_differ() {
  %a = stablehlo.constant dense<0> : tensor<i64>
  %b = stablehlo.constant dense<4611686018427387904> : tensor<i64>
  %shape = stablehlo.constant dense<[4]> : tensor<1xi64>
  %x = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<i64>, tensor<i64>, tensor<1xi64>) -> tensor<4xi64>
  %y = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<i64>, tensor<i64>, tensor<1xi64>) -> tensor<4xi64>
  %result = stablehlo.compare NE, %x, %y : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
  check.expect_eq_const %result, dense<true> : tensor<4xi1>
  func.return
}

// -----

func.func @rng_uniform_empty_interval() {
  %a = stablehlo.constant dense<3> : tensor<i32>
  %shape = stablehlo.constant dense<[2]> : tensor<1xi64>
  %result = stablehlo.rng %a, %a, %shape, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<2xi32>
  check.expect_eq_const %result, dense<3> : tensor<2xi32>
  func.return
}

// -----

func.func @rng_of_nothing() {
  %a = stablehlo.constant dense<0.0> : tensor<f32>
  %shape = stablehlo.constant dense<[0, 5]> : tensor<2xi64>
  %result = stablehlo.rng %a, %a, %shape, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<0x5xf32>
  check.expect_eq_const %result, dense<> : tensor<0x5xf32>
  func.return
}
