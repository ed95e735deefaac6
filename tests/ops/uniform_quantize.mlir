// RUN: run
// To nearest even, then within the limits of the storage; one scale, or one for each slice; from one quantized type to another.

func.func @uniform_quantize_i8() {
  %operand = stablehlo.constant dense<[0.0, 1.0, 0.25, 0.75, -0.25, 1.0e+02, -1.0e+02, 0x7F800000, 0xFF800000, 53.75]> : tensor<10xf32>
  %quantized = stablehlo.uniform_quantize %operand : (tensor<10xf32>) -> tensor<10x!quant.uniform<i8:f32, 0.5:-20>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<10x!quant.uniform<i8:f32, 0.5:-20>>) -> tensor<10xi8>
  check.expect_eq_const %result, dense<[-20, -18, -20, -18, -20, 127, -128, 127, -128, 88]> : tensor<10xi8>
  func.return
}

// -----

func.func @uniform_quantize_nan() {
  %operand = stablehlo.constant dense<[0x7FC00000]> : tensor<1xf32>
  %quantized = stablehlo.uniform_quantize %operand : (tensor<1xf32>) -> tensor<1x!quant.uniform<i8:f32, 0.5:-20>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<1x!quant.uniform<i8:f32, 0.5:-20>>) -> tensor<1xi8>
  check.expect_eq_const %result, dense<[0]> : tensor<1xi8>
  func.return
}

// -----

func.func @uniform_quantize_u8() {
  %operand = stablehlo.constant dense<[0.0, 1.0, 3.0, -21.0, 1.0e+03]> : tensor<5xf32>
  %quantized = stablehlo.uniform_quantize %operand : (tensor<5xf32>) -> tensor<5x!quant.uniform<u8:f32, 2.0:10>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<5x!quant.uniform<u8:f32, 2.0:10>>) -> tensor<5xui8>
  check.expect_eq_const %result, dense<[10, 10, 12, 0, 255]> : tensor<5xui8>
  func.return
}

// -----

func.func @uniform_quantize_i16() {
  %operand = stablehlo.constant dense<[4.0e+04, -4.0e+04, 2.5, 3.5]> : tensor<4xf32>
  %quantized = stablehlo.uniform_quantize %operand : (tensor<4xf32>) -> tensor<4x!quant.uniform<i16:f32, 1.0>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<4x!quant.uniform<i16:f32, 1.0>>) -> tensor<4xi16>
  check.expect_eq_const %result, dense<[32767, -32768, 2, 4]> : tensor<4xi16>
  func.return
}

// -----

func.func @uniform_quantize_i32() {
  %operand = stablehlo.constant dense<[1.0, -1.0, 1.0e+20]> : tensor<3xf32>
  %quantized = stablehlo.uniform_quantize %operand : (tensor<3xf32>) -> tensor<3x!quant.uniform<i32:f32, 0.25:7>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<3x!quant.uniform<i32:f32, 0.25:7>>) -> tensor<3xi32>
  check.expect_eq_const %result, dense<[11, 3, 2147483647]> : tensor<3xi32>
  func.return
}

// -----

func.func @uniform_quantize_limits() {
  %operand = stablehlo.constant dense<[-5.0e+01, 5.0e+01, 3.0]> : tensor<3xf32>
  %quantized = stablehlo.uniform_quantize %operand : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8<-10:20>:f32, 1.0>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<3x!quant.uniform<i8<-10:20>:f32, 1.0>>) -> tensor<3xi8>
  check.expect_eq_const %result, dense<[-10, 20, 3]> : tensor<3xi8>
  func.return
}

// -----

func.func @uniform_quantize_i4() {
  %operand = stablehlo.constant dense<[1.0e+02, -1.0e+02, 2.0]> : tensor<3xf32>
  %quantized = stablehlo.uniform_quantize %operand : (tensor<3xf32>) -> tensor<3x!quant.uniform<i4:f32, 1.0:1>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<3x!quant.uniform<i4:f32, 1.0:1>>) -> tensor<3xi4>
  check.expect_eq_const %result, dense<[7, -8, 3]> : tensor<3xi4>
  func.return
}

// -----

func.func @uniform_quantize_f64() {
  %operand = stablehlo.constant dense<[0.35, 1.0]> : tensor<2xf64>
  %quantized = stablehlo.uniform_quantize %operand : (tensor<2xf64>) -> tensor<2x!quant.uniform<i8:f64, 0.1:5>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<2x!quant.uniform<i8:f64, 0.1:5>>) -> tensor<2xi8>
  check.expect_eq_const %result, dense<[8, 15]> : tensor<2xi8>
  func.return
}

// -----

func.func @uniform_quantize_bf16() {
  %operand = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xbf16>
  %quantized = stablehlo.uniform_quantize %operand : (tensor<2xbf16>) -> tensor<2x!quant.uniform<i8:bf16, 0.5:1>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<2x!quant.uniform<i8:bf16, 0.5:1>>) -> tensor<2xi8>
  check.expect_eq_const %result, dense<[3, 5]> : tensor<2xi8>
  func.return
}

// -----

func.func @uniform_quantize_axis_0() {
  %operand = stablehlo.constant dense<[[1.0, 2.0, 3.0], [1.0, 2.0, 4.0]]> : tensor<2x3xf32>
  %quantized = stablehlo.uniform_quantize %operand : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32:0, {0.5:1, 2.0:-1}>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<2x3x!quant.uniform<i8:f32:0, {0.5:1, 2.0:-1}>>) -> tensor<2x3xi8>
  check.expect_eq_const %result, dense<[[3, 5, 7], [0, 0, 1]]> : tensor<2x3xi8>
  func.return
}

// -----

func.func @uniform_quantize_axis_1() {
  %operand = stablehlo.constant dense<[[1.0, 2.0, 3.0], [1.0, 4.0, 4.0]]> : tensor<2x3xf32>
  %quantized = stablehlo.uniform_quantize %operand : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32:1, {0.5:1, 2.0:-1, 1.0:0}>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<2x3x!quant.uniform<i8:f32:1, {0.5:1, 2.0:-1, 1.0:0}>>) -> tensor<2x3xi8>
  check.expect_eq_const %result, dense<[[3, 0, 3], [3, 1, 4]]> : tensor<2x3xi8>
  func.return
}

// -----

func.func @uniform_quantize_of_nothing() {
  %operand = stablehlo.constant dense<> : tensor<0xf32>
  %quantized = stablehlo.uniform_quantize %operand : (tensor<0xf32>) -> tensor<0x!quant.uniform<i8:f32, 0.5:-20>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<0x!quant.uniform<i8:f32, 0.5:-20>>) -> tensor<0xi8>
  check.expect_eq_const %result, dense<> : tensor<0xi8>
  func.return
}

// -----

func.func @uniform_quantize_again() {
  %storage = stablehlo.constant dense<[-20, -10, 127]> : tensor<3xi8>
  %operand = stablehlo.bitcast_convert %storage : (tensor<3xi8>) -> tensor<3x!quant.uniform<i8:f32, 0.5:-20>>
  %quantized = stablehlo.uniform_quantize %operand : (tensor<3x!quant.uniform<i8:f32, 0.5:-20>>) -> tensor<3x!quant.uniform<i8:f32, 0.25:3>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<3x!quant.uniform<i8:f32, 0.25:3>>) -> tensor<3xi8>
  check.expect_eq_const %result, dense<[3, 23, 127]> : tensor<3xi8>
  func.return
}

// -----

func.func @uniform_quantize_again_to_u8() {
  %storage = stablehlo.constant dense<[10, -10]> : tensor<2xi32>
  %operand = stablehlo.bitcast_convert %storage : (tensor<2xi32>) -> tensor<2x!quant.uniform<i32:f32, 0.5>>
  %quantized = stablehlo.uniform_quantize %operand : (tensor<2x!quant.uniform<i32:f32, 0.5>>) -> tensor<2x!quant.uniform<u8:f32, 1.0:128>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<2x!quant.uniform<u8:f32, 1.0:128>>) -> tensor<2xui8>
  check.expect_eq_const %result, dense<[133, 123]> : tensor<2xui8>
  func.return
}

// -----

func.func @uniform_quantize_again_axes() {
  %storage = stablehlo.constant dense<[[4, 8], [4, 8]]> : tensor<2x2xi8>
  %operand = stablehlo.bitcast_convert %storage : (tensor<2x2xi8>) -> tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>
  %quantized = stablehlo.uniform_quantize %operand : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 1.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  %result = stablehlo.bitcast_convert %quantized : (tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) -> tensor<2x2xi8>
  check.expect_eq_const %result, dense<[[2, 2], [4, 4]]> : tensor<2x2xi8>
  func.return
}
