// RUN: run
// (q - zero_point) * scale, without wrapping of the difference.

func.func @uniform_dequantize_i8() {
  %storage = stablehlo.constant dense<[-20, -18, 127, -128]> : tensor<4xi8>
  %operand = stablehlo.bitcast_convert %storage : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5:-20>>
  %result = stablehlo.uniform_dequantize %operand : (tensor<4x!quant.uniform<i8:f32, 0.5:-20>>) -> tensor<4xf32>
  check.expect_eq_const %result, dense<[0.0, 1.0, 73.5, -54.0]> : tensor<4xf32>
  func.return
}

// -----

func.func @uniform_dequantize_i8_far() {
  %storage = stablehlo.constant dense<[127, -128]> : tensor<2xi8>
  %operand = stablehlo.bitcast_convert %storage : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32, 1.0:-128>>
  %result = stablehlo.uniform_dequantize %operand : (tensor<2x!quant.uniform<i8:f32, 1.0:-128>>) -> tensor<2xf32>
  check.expect_eq_const %result, dense<[255.0, 0.0]> : tensor<2xf32>
  func.return
}

// -----

func.func @uniform_dequantize_u8() {
  %storage = stablehlo.constant dense<[0, 255, 10]> : tensor<3xui8>
  %operand = stablehlo.bitcast_convert %storage : (tensor<3xui8>) -> tensor<3x!quant.uniform<u8:f32, 2.0:10>>
  %result = stablehlo.uniform_dequantize %operand : (tensor<3x!quant.uniform<u8:f32, 2.0:10>>) -> tensor<3xf32>
  check.expect_eq_const %result, dense<[-2.0e+01, 4.9e+02, 0.0]> : tensor<3xf32>
  func.return
}

// -----

func.func @uniform_dequantize_i32() {
  %storage = stablehlo.constant dense<[2147483647, -2147483648, 7]> : tensor<3xi32>
  %operand = stablehlo.bitcast_convert %storage : (tensor<3xi32>) -> tensor<3x!quant.uniform<i32:f32, 0.25:7>>
  %result = stablehlo.uniform_dequantize %operand : (tensor<3x!quant.uniform<i32:f32, 0.25:7>>) -> tensor<3xf32>
  check.expect_eq_const %result, dense<[5.368709e+08, -5.368709e+08, 0.0]> : tensor<3xf32>
  func.return
}

// -----

func.func @uniform_dequantize_f64() {
  %storage = stablehlo.constant dense<[15]> : tensor<1xi16>
  %operand = stablehlo.bitcast_convert %storage : (tensor<1xi16>) -> tensor<1x!quant.uniform<i16:f64, 0.1:5>>
  %result = stablehlo.uniform_dequantize %operand : (tensor<1x!quant.uniform<i16:f64, 0.1:5>>) -> tensor<1xf64>
  check.expect_eq_const %result, dense<[1.0]> : tensor<1xf64>
  func.return
}

// -----

func.func @uniform_dequantize_bf16() {
  %storage = stablehlo.constant dense<[3, 5]> : tensor<2xi8>
  %operand = stablehlo.bitcast_convert %storage : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:bf16, 0.5:1>>
  %result = stablehlo.uniform_dequantize %operand : (tensor<2x!quant.uniform<i8:bf16, 0.5:1>>) -> tensor<2xbf16>
  check.expect_eq_const %result, dense<[1.0, 2.0]> : tensor<2xbf16>
  func.return
}

// -----

func.func @uniform_dequantize_i4() {
  %storage = stablehlo.constant dense<[7, -8]> : tensor<2xi4>
  %operand = stablehlo.bitcast_convert %storage : (tensor<2xi4>) -> tensor<2x!quant.uniform<i4:f32, 1.0:1>>
  %result = stablehlo.uniform_dequantize %operand : (tensor<2x!quant.uniform<i4:f32, 1.0:1>>) -> tensor<2xf32>
  check.expect_eq_const %result, dense<[6.0, -9.0]> : tensor<2xf32>
  func.return
}

// -----

func.func @uniform_dequantize_axis_0() {
  %storage = stablehlo.constant dense<[[3, 5, 7], [-1, 0, 1]]> : tensor<2x3xi8>
  %operand = stablehlo.bitcast_convert %storage : (tensor<2x3xi8>) -> tensor<2x3x!quant.uniform<i8:f32:0, {0.5:1, 2.0:-1}>>
  %result = stablehlo.uniform_dequantize %operand : (tensor<2x3x!quant.uniform<i8:f32:0, {0.5:1, 2.0:-1}>>) -> tensor<2x3xf32>
  check.expect_eq_const %result, dense<[[1.0, 2.0, 3.0], [0.0, 2.0, 4.0]]> : tensor<2x3xf32>
  func.return
}

// -----

func.func @uniform_dequantize_axis_1() {
  %storage = stablehlo.constant dense<[[3, 0, 3], [3, 1, 4]]> : tensor<2x3xi8>
  %operand = stablehlo.bitcast_convert %storage : (tensor<2x3xi8>) -> tensor<2x3x!quant.uniform<i8:f32:1, {0.5:1, 2.0:-1, 1.0:0}>>
  %result = stablehlo.uniform_dequantize %operand : (tensor<2x3x!quant.uniform<i8:f32:1, {0.5:1, 2.0:-1, 1.0:0}>>) -> tensor<2x3xf32>
  check.expect_eq_const %result, dense<[[1.0, 2.0, 3.0], [1.0, 4.0, 4.0]]> : tensor<2x3xf32>
  func.return
}

// -----

func.func @uniform_dequantize_of_nothing() {
  %storage = stablehlo.constant dense<> : tensor<0xi8>
  %operand = stablehlo.bitcast_convert %storage : (tensor<0xi8>) -> tensor<0x!quant.uniform<i8:f32, 0.5>>
  %result = stablehlo.uniform_dequantize %operand : (tensor<0x!quant.uniform<i8:f32, 0.5>>) -> tensor<0xf32>
  check.expect_eq_const %result, dense<> : tensor<0xf32>
  func.return
}
