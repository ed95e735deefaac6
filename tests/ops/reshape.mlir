// RUN: run
// Any shape of as many elements; the order of elements stays.

func.func @reshape_flat() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %r = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
  check.expect_eq_const %r, dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  func.return
}

// -----

func.func @reshape_split() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %r = stablehlo.reshape %x : (tensor<6xf32>) -> tensor<3x2xf32>
  check.expect_eq_const %r, dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  func.return
}

// -----

func.func @reshape_scalar_to_one() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %r = stablehlo.reshape %x : (tensor<f32>) -> tensor<1x1xf32>
  check.expect_eq_const %r, dense<[[1.0]]> : tensor<1x1xf32>
  func.return
}

// -----

func.func @reshape_one_to_scalar() {
  %x = stablehlo.constant dense<[1.0]> : tensor<1xf32>
  %r = stablehlo.reshape %x : (tensor<1xf32>) -> tensor<f32>
  check.expect_eq_const %r, dense<1.0> : tensor<f32>
  func.return
}

// -----

func.func @reshape_empty() {
  %x = stablehlo.constant dense<> : tensor<0x3xf32>
  %r = stablehlo.reshape %x : (tensor<0x3xf32>) -> tensor<2x0xf32>
  check.expect_eq_const %r, dense<> : tensor<2x0xf32>
  func.return
}

// -----

func.func @reshape_rank_4() {
  %x = stablehlo.constant dense<[[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]], [[13.0, 14.0, 15.0, 16.0], [17.0, 18.0, 19.0, 20.0], [21.0, 22.0, 23.0, 24.0]]]> : tensor<2x3x4xf32>
  %r = stablehlo.reshape %x : (tensor<2x3x4xf32>) -> tensor<4x1x3x2xf32>
  check.expect_eq_const %r, dense<[[[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]], [[[7.0, 8.0], [9.0, 10.0], [11.0, 12.0]]], [[[13.0, 14.0], [15.0, 16.0], [17.0, 18.0]]], [[[19.0, 20.0], [21.0, 22.0], [23.0, 24.0]]]]> : tensor<4x1x3x2xf32>
  func.return
}

// -----

func.func @reshape_ui8_shape() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %r = stablehlo.reshape %x : (tensor<4xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %r, dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  func.return
}

// -----

func.func @reshape_i1() {
  %x = stablehlo.constant dense<[[true, false], [true, true]]> : tensor<2x2xi1>
  %r = stablehlo.reshape %x : (tensor<2x2xi1>) -> tensor<4xi1>
  check.expect_eq_const %r, dense<[true, false, true, true]> : tensor<4xi1>
  func.return
}

// -----

func.func @reshape_i2() {
  %x = stablehlo.constant dense<[[-2, -1], [0, 1]]> : tensor<2x2xi2>
  %r = stablehlo.reshape %x : (tensor<2x2xi2>) -> tensor<4xi2>
  check.expect_eq_const %r, dense<[-2, -1, 0, 1]> : tensor<4xi2>
  func.return
}

// -----

func.func @reshape_i4() {
  %x = stablehlo.constant dense<[[-8, 7], [0, 3]]> : tensor<2x2xi4>
  %r = stablehlo.reshape %x : (tensor<2x2xi4>) -> tensor<4xi4>
  check.expect_eq_const %r, dense<[-8, 7, 0, 3]> : tensor<4xi4>
  func.return
}

// -----

func.func @reshape_i8() {
  %x = stablehlo.constant dense<[[-128, 127], [5, 0]]> : tensor<2x2xi8>
  %r = stablehlo.reshape %x : (tensor<2x2xi8>) -> tensor<4xi8>
  check.expect_eq_const %r, dense<[-128, 127, 5, 0]> : tensor<4xi8>
  func.return
}

// -----

func.func @reshape_i16() {
  %x = stablehlo.constant dense<[[-32768, 32767], [7, 0]]> : tensor<2x2xi16>
  %r = stablehlo.reshape %x : (tensor<2x2xi16>) -> tensor<4xi16>
  check.expect_eq_const %r, dense<[-32768, 32767, 7, 0]> : tensor<4xi16>
  func.return
}

// -----

func.func @reshape_i32() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %r = stablehlo.reshape %x : (tensor<2x2xi32>) -> tensor<4xi32>
  check.expect_eq_const %r, dense<[1, 2, 3, 4]> : tensor<4xi32>
  func.return
}

// -----

func.func @reshape_i64() {
  %x = stablehlo.constant dense<[[-9223372036854775808, 9223372036854775807], [11, 3]]> : tensor<2x2xi64>
  %r = stablehlo.reshape %x : (tensor<2x2xi64>) -> tensor<4xi64>
  check.expect_eq_const %r, dense<[-9223372036854775808, 9223372036854775807, 11, 3]> : tensor<4xi64>
  func.return
}

// -----

func.func @reshape_ui2() {
  %x = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xui2>
  %r = stablehlo.reshape %x : (tensor<2x2xui2>) -> tensor<4xui2>
  check.expect_eq_const %r, dense<[0, 1, 2, 3]> : tensor<4xui2>
  func.return
}

// -----

func.func @reshape_ui4() {
  %x = stablehlo.constant dense<[[15, 0], [8, 3]]> : tensor<2x2xui4>
  %r = stablehlo.reshape %x : (tensor<2x2xui4>) -> tensor<4xui4>
  check.expect_eq_const %r, dense<[15, 0, 8, 3]> : tensor<4xui4>
  func.return
}

// -----

func.func @reshape_ui8() {
  %x = stablehlo.constant dense<[[255, 0], [128, 1]]> : tensor<2x2xui8>
  %r = stablehlo.reshape %x : (tensor<2x2xui8>) -> tensor<4xui8>
  check.expect_eq_const %r, dense<[255, 0, 128, 1]> : tensor<4xui8>
  func.return
}

// -----

func.func @reshape_ui16() {
  %x = stablehlo.constant dense<[[65535, 0], [7, 65535]]> : tensor<2x2xui16>
  %r = stablehlo.reshape %x : (tensor<2x2xui16>) -> tensor<4xui16>
  check.expect_eq_const %r, dense<[65535, 0, 7, 65535]> : tensor<4xui16>
  func.return
}

// -----

func.func @reshape_ui32() {
  %x = stablehlo.constant dense<[[4294967295, 0], [13, 4294967295]]> : tensor<2x2xui32>
  %r = stablehlo.reshape %x : (tensor<2x2xui32>) -> tensor<4xui32>
  check.expect_eq_const %r, dense<[4294967295, 0, 13, 4294967295]> : tensor<4xui32>
  func.return
}

// -----

func.func @reshape_ui64() {
  %x = stablehlo.constant dense<[[18446744073709551615, 0], [17, 18446744073709551615]]> : tensor<2x2xui64>
  %r = stablehlo.reshape %x : (tensor<2x2xui64>) -> tensor<4xui64>
  check.expect_eq_const %r, dense<[18446744073709551615, 0, 17, 18446744073709551615]> : tensor<4xui64>
  func.return
}

// -----

func.func @reshape_f4E2M1FN() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [0.5, 4.0]]> : tensor<2x2xf4E2M1FN>
  %r = stablehlo.reshape %x : (tensor<2x2xf4E2M1FN>) -> tensor<4xf4E2M1FN>
  check.expect_eq_const %r, dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf4E2M1FN>
  func.return
}

// -----

func.func @reshape_f6E2M3FN() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [0.5, 4.0]]> : tensor<2x2xf6E2M3FN>
  %r = stablehlo.reshape %x : (tensor<2x2xf6E2M3FN>) -> tensor<4xf6E2M3FN>
  check.expect_eq_const %r, dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf6E2M3FN>
  func.return
}

// -----

func.func @reshape_f6E3M2FN() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [0.5, 4.0]]> : tensor<2x2xf6E3M2FN>
  %r = stablehlo.reshape %x : (tensor<2x2xf6E3M2FN>) -> tensor<4xf6E3M2FN>
  check.expect_eq_const %r, dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf6E3M2FN>
  func.return
}

// -----

func.func @reshape_f8E3M4() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [0.5, 4.0]]> : tensor<2x2xf8E3M4>
  %r = stablehlo.reshape %x : (tensor<2x2xf8E3M4>) -> tensor<4xf8E3M4>
  check.expect_eq_const %r, dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E3M4>
  func.return
}

// -----

func.func @reshape_f8E4M3() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [0.5, 4.0]]> : tensor<2x2xf8E4M3>
  %r = stablehlo.reshape %x : (tensor<2x2xf8E4M3>) -> tensor<4xf8E4M3>
  check.expect_eq_const %r, dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E4M3>
  func.return
}

// -----

func.func @reshape_f8E4M3FN() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [0.5, 4.0]]> : tensor<2x2xf8E4M3FN>
  %r = stablehlo.reshape %x : (tensor<2x2xf8E4M3FN>) -> tensor<4xf8E4M3FN>
  check.expect_eq_const %r, dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E4M3FN>
  func.return
}

// -----

func.func @reshape_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [0.5, 4.0]]> : tensor<2x2xf8E4M3FNUZ>
  %r = stablehlo.reshape %x : (tensor<2x2xf8E4M3FNUZ>) -> tensor<4xf8E4M3FNUZ>
  check.expect_eq_const %r, dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E4M3FNUZ>
  func.return
}

// -----

func.func @reshape_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [0.5, 4.0]]> : tensor<2x2xf8E4M3B11FNUZ>
  %r = stablehlo.reshape %x : (tensor<2x2xf8E4M3B11FNUZ>) -> tensor<4xf8E4M3B11FNUZ>
  check.expect_eq_const %r, dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E4M3B11FNUZ>
  func.return
}

// -----

func.func @reshape_f8E5M2() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [0.5, 4.0]]> : tensor<2x2xf8E5M2>
  %r = stablehlo.reshape %x : (tensor<2x2xf8E5M2>) -> tensor<4xf8E5M2>
  check.expect_eq_const %r, dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E5M2>
  func.return
}

// -----

func.func @reshape_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [0.5, 4.0]]> : tensor<2x2xf8E5M2FNUZ>
  %r = stablehlo.reshape %x : (tensor<2x2xf8E5M2FNUZ>) -> tensor<4xf8E5M2FNUZ>
  check.expect_eq_const %r, dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E5M2FNUZ>
  func.return
}

// -----

func.func @reshape_f8E8M0FNU() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [0.5, 4.0]]> : tensor<2x2xf8E8M0FNU>
  %r = stablehlo.reshape %x : (tensor<2x2xf8E8M0FNU>) -> tensor<4xf8E8M0FNU>
  check.expect_eq_const %r, dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E8M0FNU>
  func.return
}

// -----

func.func @reshape_bf16() {
  %x = stablehlo.constant dense<[[1.5, -2.0], [0.25, -8.0]]> : tensor<2x2xbf16>
  %r = stablehlo.reshape %x : (tensor<2x2xbf16>) -> tensor<4xbf16>
  check.expect_eq_const %r, dense<[1.5, -2.0, 0.25, -8.0]> : tensor<4xbf16>
  func.return
}

// -----

func.func @reshape_f16() {
  %x = stablehlo.constant dense<[[1.5, -2.0], [0.25, -8.0]]> : tensor<2x2xf16>
  %r = stablehlo.reshape %x : (tensor<2x2xf16>) -> tensor<4xf16>
  check.expect_eq_const %r, dense<[1.5, -2.0, 0.25, -8.0]> : tensor<4xf16>
  func.return
}

// -----

func.func @reshape_f32() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %r = stablehlo.reshape %x : (tensor<2x2xf32>) -> tensor<4xf32>
  check.expect_eq_const %r, dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  func.return
}

// -----

func.func @reshape_f64() {
  %x = stablehlo.constant dense<[[1.5, -2.0], [0.1, -8.0]]> : tensor<2x2xf64>
  %r = stablehlo.reshape %x : (tensor<2x2xf64>) -> tensor<4xf64>
  check.expect_eq_const %r, dense<[1.5, -2.0, 0.1, -8.0]> : tensor<4xf64>
  func.return
}

// -----

func.func @reshape_complex_f32() {
  %x = stablehlo.constant dense<[[(1.0,2.0), (-3.0,0.5)], [(0.0,1.0), (1.0,2.0)]]> : tensor<2x2xcomplex<f32>>
  %r = stablehlo.reshape %x : (tensor<2x2xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  check.expect_eq_const %r, dense<[(1.0,2.0), (-3.0,0.5), (0.0,1.0), (1.0,2.0)]> : tensor<4xcomplex<f32>>
  func.return
}

// -----

func.func @reshape_complex_f64() {
  %x = stablehlo.constant dense<[[(1.0,2.0), (-3.0,0.1)], [(0.0,1.0), (1.0,2.0)]]> : tensor<2x2xcomplex<f64>>
  %r = stablehlo.reshape %x : (tensor<2x2xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  check.expect_eq_const %r, dense<[(1.0,2.0), (-3.0,0.1), (0.0,1.0), (1.0,2.0)]> : tensor<4xcomplex<f64>>
  func.return
}
