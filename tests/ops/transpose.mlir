// RUN: run
// Every order of dimensions of a few shapes, every element type.

func.func @transpose_scalar() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %r = stablehlo.transpose %x, dims = [] : (tensor<f32>) -> tensor<f32>
  check.expect_eq_const %r, dense<1.0> : tensor<f32>
  func.return
}

// -----

func.func @transpose_vector() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %r = stablehlo.transpose %x, dims = [0] : (tensor<3xf32>) -> tensor<3xf32>
  check.expect_eq_const %r, dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  func.return
}

// -----

func.func @transpose_012() {
  %x = stablehlo.constant dense<[[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]], [[13.0, 14.0, 15.0, 16.0], [17.0, 18.0, 19.0, 20.0], [21.0, 22.0, 23.0, 24.0]]]> : tensor<2x3x4xf32>
  %r = stablehlo.transpose %x, dims = [0, 1, 2] : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  check.expect_eq_const %r, dense<[[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]], [[13.0, 14.0, 15.0, 16.0], [17.0, 18.0, 19.0, 20.0], [21.0, 22.0, 23.0, 24.0]]]> : tensor<2x3x4xf32>
  func.return
}

// -----

func.func @transpose_021() {
  %x = stablehlo.constant dense<[[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]], [[13.0, 14.0, 15.0, 16.0], [17.0, 18.0, 19.0, 20.0], [21.0, 22.0, 23.0, 24.0]]]> : tensor<2x3x4xf32>
  %r = stablehlo.transpose %x, dims = [0, 2, 1] : (tensor<2x3x4xf32>) -> tensor<2x4x3xf32>
  check.expect_eq_const %r, dense<[[[1.0, 5.0, 9.0], [2.0, 6.0, 10.0], [3.0, 7.0, 11.0], [4.0, 8.0, 12.0]], [[13.0, 17.0, 21.0], [14.0, 18.0, 22.0], [15.0, 19.0, 23.0], [16.0, 20.0, 24.0]]]> : tensor<2x4x3xf32>
  func.return
}

// -----

func.func @transpose_102() {
  %x = stablehlo.constant dense<[[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]], [[13.0, 14.0, 15.0, 16.0], [17.0, 18.0, 19.0, 20.0], [21.0, 22.0, 23.0, 24.0]]]> : tensor<2x3x4xf32>
  %r = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<2x3x4xf32>) -> tensor<3x2x4xf32>
  check.expect_eq_const %r, dense<[[[1.0, 2.0, 3.0, 4.0], [13.0, 14.0, 15.0, 16.0]], [[5.0, 6.0, 7.0, 8.0], [17.0, 18.0, 19.0, 20.0]], [[9.0, 10.0, 11.0, 12.0], [21.0, 22.0, 23.0, 24.0]]]> : tensor<3x2x4xf32>
  func.return
}

// -----

func.func @transpose_120() {
  %x = stablehlo.constant dense<[[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]], [[13.0, 14.0, 15.0, 16.0], [17.0, 18.0, 19.0, 20.0], [21.0, 22.0, 23.0, 24.0]]]> : tensor<2x3x4xf32>
  %r = stablehlo.transpose %x, dims = [1, 2, 0] : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
  check.expect_eq_const %r, dense<[[[1.0, 13.0], [2.0, 14.0], [3.0, 15.0], [4.0, 16.0]], [[5.0, 17.0], [6.0, 18.0], [7.0, 19.0], [8.0, 20.0]], [[9.0, 21.0], [10.0, 22.0], [11.0, 23.0], [12.0, 24.0]]]> : tensor<3x4x2xf32>
  func.return
}

// -----

func.func @transpose_201() {
  %x = stablehlo.constant dense<[[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]], [[13.0, 14.0, 15.0, 16.0], [17.0, 18.0, 19.0, 20.0], [21.0, 22.0, 23.0, 24.0]]]> : tensor<2x3x4xf32>
  %r = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  check.expect_eq_const %r, dense<[[[1.0, 5.0, 9.0], [13.0, 17.0, 21.0]], [[2.0, 6.0, 10.0], [14.0, 18.0, 22.0]], [[3.0, 7.0, 11.0], [15.0, 19.0, 23.0]], [[4.0, 8.0, 12.0], [16.0, 20.0, 24.0]]]> : tensor<4x2x3xf32>
  func.return
}

// -----

func.func @transpose_210() {
  %x = stablehlo.constant dense<[[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]], [[13.0, 14.0, 15.0, 16.0], [17.0, 18.0, 19.0, 20.0], [21.0, 22.0, 23.0, 24.0]]]> : tensor<2x3x4xf32>
  %r = stablehlo.transpose %x, dims = [2, 1, 0] : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>
  check.expect_eq_const %r, dense<[[[1.0, 13.0], [5.0, 17.0], [9.0, 21.0]], [[2.0, 14.0], [6.0, 18.0], [10.0, 22.0]], [[3.0, 15.0], [7.0, 19.0], [11.0, 23.0]], [[4.0, 16.0], [8.0, 20.0], [12.0, 24.0]]]> : tensor<4x3x2xf32>
  func.return
}

// -----

func.func @transpose_3102() {
  %x = stablehlo.constant dense<[[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]], [[9.0, 10.0], [11.0, 12.0]]], [[[13.0, 14.0], [15.0, 16.0]], [[17.0, 18.0], [19.0, 20.0]], [[21.0, 22.0], [23.0, 24.0]]]]> : tensor<2x3x2x2xf32>
  %r = stablehlo.transpose %x, dims = [3, 1, 0, 2] : (tensor<2x3x2x2xf32>) -> tensor<2x3x2x2xf32>
  check.expect_eq_const %r, dense<[[[[1.0, 3.0], [13.0, 15.0]], [[5.0, 7.0], [17.0, 19.0]], [[9.0, 11.0], [21.0, 23.0]]], [[[2.0, 4.0], [14.0, 16.0]], [[6.0, 8.0], [18.0, 20.0]], [[10.0, 12.0], [22.0, 24.0]]]]> : tensor<2x3x2x2xf32>
  func.return
}

// -----

func.func @transpose_ones() {
  %x = stablehlo.constant dense<[[[[1.0, 2.0]], [[3.0, 4.0]], [[5.0, 6.0]]]]> : tensor<1x3x1x2xf32>
  %r = stablehlo.transpose %x, dims = [2, 3, 0, 1] : (tensor<1x3x1x2xf32>) -> tensor<1x2x1x3xf32>
  check.expect_eq_const %r, dense<[[[[1.0, 3.0, 5.0]], [[2.0, 4.0, 6.0]]]]> : tensor<1x2x1x3xf32>
  func.return
}

// -----

func.func @transpose_empty() {
  %x = stablehlo.constant dense<> : tensor<0x3xf32>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<0x3xf32>) -> tensor<3x0xf32>
  check.expect_eq_const %r, dense<> : tensor<3x0xf32>
  func.return
}

// -----

func.func @transpose_42531() {
  %x = stablehlo.constant dense<[[[[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]], [[[9.0, 10.0], [11.0, 12.0]], [[13.0, 14.0], [15.0, 16.0]]], [[[17.0, 18.0], [19.0, 20.0]], [[21.0, 22.0], [23.0, 24.0]]]]], [[[[[25.0, 26.0], [27.0, 28.0]], [[29.0, 30.0], [31.0, 32.0]]], [[[33.0, 34.0], [35.0, 36.0]], [[37.0, 38.0], [39.0, 40.0]]], [[[41.0, 42.0], [43.0, 44.0]], [[45.0, 46.0], [47.0, 48.0]]]]]]> : tensor<2x1x3x2x2x2xf32>
  %r = stablehlo.transpose %x, dims = [4, 2, 5, 3, 1, 0] : (tensor<2x1x3x2x2x2xf32>) -> tensor<2x3x2x2x1x2xf32>
  check.expect_eq_const %r, dense<[[[[[[1.0, 25.0]], [[5.0, 29.0]]], [[[2.0, 26.0]], [[6.0, 30.0]]]], [[[[9.0, 33.0]], [[13.0, 37.0]]], [[[10.0, 34.0]], [[14.0, 38.0]]]], [[[[17.0, 41.0]], [[21.0, 45.0]]], [[[18.0, 42.0]], [[22.0, 46.0]]]]], [[[[[3.0, 27.0]], [[7.0, 31.0]]], [[[4.0, 28.0]], [[8.0, 32.0]]]], [[[[11.0, 35.0]], [[15.0, 39.0]]], [[[12.0, 36.0]], [[16.0, 40.0]]]], [[[[19.0, 43.0]], [[23.0, 47.0]]], [[[20.0, 44.0]], [[24.0, 48.0]]]]]]> : tensor<2x3x2x2x1x2xf32>
  func.return
}

// -----

func.func @transpose_i1() {
  %x = stablehlo.constant dense<[[true, false, true], [true, false, true]]> : tensor<2x3xi1>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xi1>) -> tensor<3x2xi1>
  check.expect_eq_const %r, dense<[[true, true], [false, false], [true, true]]> : tensor<3x2xi1>
  func.return
}

// -----

func.func @transpose_i2() {
  %x = stablehlo.constant dense<[[-2, -1, 0], [1, -2, -1]]> : tensor<2x3xi2>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xi2>) -> tensor<3x2xi2>
  check.expect_eq_const %r, dense<[[-2, 1], [-1, -2], [0, -1]]> : tensor<3x2xi2>
  func.return
}

// -----

func.func @transpose_i4() {
  %x = stablehlo.constant dense<[[-8, 7, 0], [3, -1, -8]]> : tensor<2x3xi4>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xi4>) -> tensor<3x2xi4>
  check.expect_eq_const %r, dense<[[-8, 3], [7, -1], [0, -8]]> : tensor<3x2xi4>
  func.return
}

// -----

func.func @transpose_i8() {
  %x = stablehlo.constant dense<[[-128, 127, 5], [0, -128, 127]]> : tensor<2x3xi8>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xi8>) -> tensor<3x2xi8>
  check.expect_eq_const %r, dense<[[-128, 0], [127, -128], [5, 127]]> : tensor<3x2xi8>
  func.return
}

// -----

func.func @transpose_i16() {
  %x = stablehlo.constant dense<[[-32768, 32767, 7], [0, -32768, 32767]]> : tensor<2x3xi16>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xi16>) -> tensor<3x2xi16>
  check.expect_eq_const %r, dense<[[-32768, 0], [32767, -32768], [7, 32767]]> : tensor<3x2xi16>
  func.return
}

// -----

func.func @transpose_i32() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %r, dense<[[1, 4], [2, 5], [3, 6]]> : tensor<3x2xi32>
  func.return
}

// -----

func.func @transpose_i64() {
  %x = stablehlo.constant dense<[[-9223372036854775808, 9223372036854775807, 11], [3, -9223372036854775808, 9223372036854775807]]> : tensor<2x3xi64>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xi64>) -> tensor<3x2xi64>
  check.expect_eq_const %r, dense<[[-9223372036854775808, 3], [9223372036854775807, -9223372036854775808], [11, 9223372036854775807]]> : tensor<3x2xi64>
  func.return
}

// -----

func.func @transpose_ui2() {
  %x = stablehlo.constant dense<[[0, 1, 2], [3, 0, 1]]> : tensor<2x3xui2>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xui2>) -> tensor<3x2xui2>
  check.expect_eq_const %r, dense<[[0, 3], [1, 0], [2, 1]]> : tensor<3x2xui2>
  func.return
}

// -----

func.func @transpose_ui4() {
  %x = stablehlo.constant dense<[[15, 0, 8], [3, 15, 0]]> : tensor<2x3xui4>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xui4>) -> tensor<3x2xui4>
  check.expect_eq_const %r, dense<[[15, 3], [0, 15], [8, 0]]> : tensor<3x2xui4>
  func.return
}

// -----

func.func @transpose_ui8() {
  %x = stablehlo.constant dense<[[255, 0, 128], [1, 255, 0]]> : tensor<2x3xui8>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xui8>) -> tensor<3x2xui8>
  check.expect_eq_const %r, dense<[[255, 1], [0, 255], [128, 0]]> : tensor<3x2xui8>
  func.return
}

// -----

func.func @transpose_ui16() {
  %x = stablehlo.constant dense<[[65535, 0, 7], [65535, 0, 7]]> : tensor<2x3xui16>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xui16>) -> tensor<3x2xui16>
  check.expect_eq_const %r, dense<[[65535, 65535], [0, 0], [7, 7]]> : tensor<3x2xui16>
  func.return
}

// -----

func.func @transpose_ui32() {
  %x = stablehlo.constant dense<[[4294967295, 0, 13], [4294967295, 0, 13]]> : tensor<2x3xui32>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xui32>) -> tensor<3x2xui32>
  check.expect_eq_const %r, dense<[[4294967295, 4294967295], [0, 0], [13, 13]]> : tensor<3x2xui32>
  func.return
}

// -----

func.func @transpose_ui64() {
  %x = stablehlo.constant dense<[[18446744073709551615, 0, 17], [18446744073709551615, 0, 17]]> : tensor<2x3xui64>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xui64>) -> tensor<3x2xui64>
  check.expect_eq_const %r, dense<[[18446744073709551615, 18446744073709551615], [0, 0], [17, 17]]> : tensor<3x2xui64>
  func.return
}

// -----

func.func @transpose_f4E2M1FN() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 0.5], [4.0, 1.0, 2.0]]> : tensor<2x3xf4E2M1FN>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf4E2M1FN>) -> tensor<3x2xf4E2M1FN>
  check.expect_eq_const %r, dense<[[1.0, 4.0], [2.0, 1.0], [0.5, 2.0]]> : tensor<3x2xf4E2M1FN>
  func.return
}

// -----

func.func @transpose_f6E2M3FN() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 0.5], [4.0, 1.0, 2.0]]> : tensor<2x3xf6E2M3FN>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf6E2M3FN>) -> tensor<3x2xf6E2M3FN>
  check.expect_eq_const %r, dense<[[1.0, 4.0], [2.0, 1.0], [0.5, 2.0]]> : tensor<3x2xf6E2M3FN>
  func.return
}

// -----

func.func @transpose_f6E3M2FN() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 0.5], [4.0, 1.0, 2.0]]> : tensor<2x3xf6E3M2FN>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf6E3M2FN>) -> tensor<3x2xf6E3M2FN>
  check.expect_eq_const %r, dense<[[1.0, 4.0], [2.0, 1.0], [0.5, 2.0]]> : tensor<3x2xf6E3M2FN>
  func.return
}

// -----

func.func @transpose_f8E3M4() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 0.5], [4.0, 1.0, 2.0]]> : tensor<2x3xf8E3M4>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf8E3M4>) -> tensor<3x2xf8E3M4>
  check.expect_eq_const %r, dense<[[1.0, 4.0], [2.0, 1.0], [0.5, 2.0]]> : tensor<3x2xf8E3M4>
  func.return
}

// -----

func.func @transpose_f8E4M3() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 0.5], [4.0, 1.0, 2.0]]> : tensor<2x3xf8E4M3>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf8E4M3>) -> tensor<3x2xf8E4M3>
  check.expect_eq_const %r, dense<[[1.0, 4.0], [2.0, 1.0], [0.5, 2.0]]> : tensor<3x2xf8E4M3>
  func.return
}

// -----

func.func @transpose_f8E4M3FN() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 0.5], [4.0, 1.0, 2.0]]> : tensor<2x3xf8E4M3FN>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf8E4M3FN>) -> tensor<3x2xf8E4M3FN>
  check.expect_eq_const %r, dense<[[1.0, 4.0], [2.0, 1.0], [0.5, 2.0]]> : tensor<3x2xf8E4M3FN>
  func.return
}

// -----

func.func @transpose_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 0.5], [4.0, 1.0, 2.0]]> : tensor<2x3xf8E4M3FNUZ>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf8E4M3FNUZ>) -> tensor<3x2xf8E4M3FNUZ>
  check.expect_eq_const %r, dense<[[1.0, 4.0], [2.0, 1.0], [0.5, 2.0]]> : tensor<3x2xf8E4M3FNUZ>
  func.return
}

// -----

func.func @transpose_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 0.5], [4.0, 1.0, 2.0]]> : tensor<2x3xf8E4M3B11FNUZ>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf8E4M3B11FNUZ>) -> tensor<3x2xf8E4M3B11FNUZ>
  check.expect_eq_const %r, dense<[[1.0, 4.0], [2.0, 1.0], [0.5, 2.0]]> : tensor<3x2xf8E4M3B11FNUZ>
  func.return
}

// -----

func.func @transpose_f8E5M2() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 0.5], [4.0, 1.0, 2.0]]> : tensor<2x3xf8E5M2>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf8E5M2>) -> tensor<3x2xf8E5M2>
  check.expect_eq_const %r, dense<[[1.0, 4.0], [2.0, 1.0], [0.5, 2.0]]> : tensor<3x2xf8E5M2>
  func.return
}

// -----

func.func @transpose_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 0.5], [4.0, 1.0, 2.0]]> : tensor<2x3xf8E5M2FNUZ>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf8E5M2FNUZ>) -> tensor<3x2xf8E5M2FNUZ>
  check.expect_eq_const %r, dense<[[1.0, 4.0], [2.0, 1.0], [0.5, 2.0]]> : tensor<3x2xf8E5M2FNUZ>
  func.return
}

// -----

func.func @transpose_f8E8M0FNU() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 0.5], [4.0, 1.0, 2.0]]> : tensor<2x3xf8E8M0FNU>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf8E8M0FNU>) -> tensor<3x2xf8E8M0FNU>
  check.expect_eq_const %r, dense<[[1.0, 4.0], [2.0, 1.0], [0.5, 2.0]]> : tensor<3x2xf8E8M0FNU>
  func.return
}

// -----

func.func @transpose_bf16() {
  %x = stablehlo.constant dense<[[1.5, -2.0, 0.25], [-8.0, 1.5, -2.0]]> : tensor<2x3xbf16>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xbf16>) -> tensor<3x2xbf16>
  check.expect_eq_const %r, dense<[[1.5, -8.0], [-2.0, 1.5], [0.25, -2.0]]> : tensor<3x2xbf16>
  func.return
}

// -----

func.func @transpose_f16() {
  %x = stablehlo.constant dense<[[1.5, -2.0, 0.25], [-8.0, 1.5, -2.0]]> : tensor<2x3xf16>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf16>) -> tensor<3x2xf16>
  check.expect_eq_const %r, dense<[[1.5, -8.0], [-2.0, 1.5], [0.25, -2.0]]> : tensor<3x2xf16>
  func.return
}

// -----

func.func @transpose_f32() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  check.expect_eq_const %r, dense<[[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]> : tensor<3x2xf32>
  func.return
}

// -----

func.func @transpose_f64() {
  %x = stablehlo.constant dense<[[1.5, -2.0, 0.1], [-8.0, 1.5, -2.0]]> : tensor<2x3xf64>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf64>) -> tensor<3x2xf64>
  check.expect_eq_const %r, dense<[[1.5, -8.0], [-2.0, 1.5], [0.1, -2.0]]> : tensor<3x2xf64>
  func.return
}

// -----

func.func @transpose_complex_f32() {
  %x = stablehlo.constant dense<[[(1.0,2.0), (-3.0,0.5), (0.0,1.0)], [(1.0,2.0), (-3.0,0.5), (0.0,1.0)]]> : tensor<2x3xcomplex<f32>>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  check.expect_eq_const %r, dense<[[(1.0,2.0), (1.0,2.0)], [(-3.0,0.5), (-3.0,0.5)], [(0.0,1.0), (0.0,1.0)]]> : tensor<3x2xcomplex<f32>>
  func.return
}

// -----

func.func @transpose_complex_f64() {
  %x = stablehlo.constant dense<[[(1.0,2.0), (-3.0,0.1), (0.0,1.0)], [(1.0,2.0), (-3.0,0.1), (0.0,1.0)]]> : tensor<2x3xcomplex<f64>>
  %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xcomplex<f64>>) -> tensor<3x2xcomplex<f64>>
  check.expect_eq_const %r, dense<[[(1.0,2.0), (1.0,2.0)], [(-3.0,0.1), (-3.0,0.1)], [(0.0,1.0), (0.0,1.0)]]> : tensor<3x2xcomplex<f64>>
  func.return
}

// -----

func.func @transpose_in_tiles_f32() {
  %i = stablehlo.iota dim = 0 : tensor<6144xi32>
  %c = stablehlo.convert %i : (tensor<6144xi32>) -> tensor<6144xf32>
  %s = stablehlo.reshape %c : (tensor<6144xf32>) -> tensor<64x96xf32>
  %x = stablehlo.optimization_barrier %s : tensor<64x96xf32>
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<64x96xf32>) -> tensor<96x64xf32>
  %r = stablehlo.add %t, %t : tensor<96x64xf32>
  %i0 = stablehlo.iota dim = 0 : tensor<96x64xi32>
  %f0 = stablehlo.constant dense<1> : tensor<96x64xi32>
  %p0 = stablehlo.multiply %i0, %f0 : tensor<96x64xi32>
  %i1 = stablehlo.iota dim = 1 : tensor<96x64xi32>
  %f1 = stablehlo.constant dense<96> : tensor<96x64xi32>
  %p1 = stablehlo.multiply %i1, %f1 : tensor<96x64xi32>
  %a1 = stablehlo.add %p0, %p1 : tensor<96x64xi32>
  %w = stablehlo.convert %a1 : (tensor<96x64xi32>) -> tensor<96x64xf32>
  %d = stablehlo.add %w, %w : tensor<96x64xf32>
  check.expect_eq %r, %d : tensor<96x64xf32>
  func.return
}

// -----

func.func @transpose_in_tiles_i8() {
  %i = stablehlo.iota dim = 0 : tensor<6000xi32>
  %c = stablehlo.convert %i : (tensor<6000xi32>) -> tensor<6000xi8>
  %s = stablehlo.reshape %c : (tensor<6000xi8>) -> tensor<100x60xi8>
  %x = stablehlo.optimization_barrier %s : tensor<100x60xi8>
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<100x60xi8>) -> tensor<60x100xi8>
  %r = stablehlo.add %t, %t : tensor<60x100xi8>
  %i0 = stablehlo.iota dim = 0 : tensor<60x100xi32>
  %f0 = stablehlo.constant dense<1> : tensor<60x100xi32>
  %p0 = stablehlo.multiply %i0, %f0 : tensor<60x100xi32>
  %i1 = stablehlo.iota dim = 1 : tensor<60x100xi32>
  %f1 = stablehlo.constant dense<60> : tensor<60x100xi32>
  %p1 = stablehlo.multiply %i1, %f1 : tensor<60x100xi32>
  %a1 = stablehlo.add %p0, %p1 : tensor<60x100xi32>
  %w = stablehlo.convert %a1 : (tensor<60x100xi32>) -> tensor<60x100xi8>
  %d = stablehlo.add %w, %w : tensor<60x100xi8>
  check.expect_eq %r, %d : tensor<60x100xi8>
  func.return
}

// -----

func.func @transpose_in_tiles_f64() {
  %i = stablehlo.iota dim = 0 : tensor<122880xi32>
  %c = stablehlo.convert %i : (tensor<122880xi32>) -> tensor<122880xf64>
  %s = stablehlo.reshape %c : (tensor<122880xf64>) -> tensor<40x64x48xf64>
  %x = stablehlo.optimization_barrier %s : tensor<40x64x48xf64>
  %t = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<40x64x48xf64>) -> tensor<48x40x64xf64>
  %r = stablehlo.add %t, %t : tensor<48x40x64xf64>
  %i0 = stablehlo.iota dim = 0 : tensor<48x40x64xi32>
  %f0 = stablehlo.constant dense<1> : tensor<48x40x64xi32>
  %p0 = stablehlo.multiply %i0, %f0 : tensor<48x40x64xi32>
  %i1 = stablehlo.iota dim = 1 : tensor<48x40x64xi32>
  %f1 = stablehlo.constant dense<3072> : tensor<48x40x64xi32>
  %p1 = stablehlo.multiply %i1, %f1 : tensor<48x40x64xi32>
  %a1 = stablehlo.add %p0, %p1 : tensor<48x40x64xi32>
  %i2 = stablehlo.iota dim = 2 : tensor<48x40x64xi32>
  %f2 = stablehlo.constant dense<48> : tensor<48x40x64xi32>
  %p2 = stablehlo.multiply %i2, %f2 : tensor<48x40x64xi32>
  %a2 = stablehlo.add %a1, %p2 : tensor<48x40x64xi32>
  %w = stablehlo.convert %a2 : (tensor<48x40x64xi32>) -> tensor<48x40x64xf64>
  %d = stablehlo.add %w, %w : tensor<48x40x64xf64>
  check.expect_eq %r, %d : tensor<48x40x64xf64>
  func.return
}

// -----

func.func @transpose_in_tiles_complex() {
  %i = stablehlo.iota dim = 0 : tensor<3840xi32>
  %c = stablehlo.convert %i : (tensor<3840xi32>) -> tensor<3840xcomplex<f32>>
  %s = stablehlo.reshape %c : (tensor<3840xcomplex<f32>>) -> tensor<48x80xcomplex<f32>>
  %x = stablehlo.optimization_barrier %s : tensor<48x80xcomplex<f32>>
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<48x80xcomplex<f32>>) -> tensor<80x48xcomplex<f32>>
  %r = stablehlo.add %t, %t : tensor<80x48xcomplex<f32>>
  %i0 = stablehlo.iota dim = 0 : tensor<80x48xi32>
  %f0 = stablehlo.constant dense<1> : tensor<80x48xi32>
  %p0 = stablehlo.multiply %i0, %f0 : tensor<80x48xi32>
  %i1 = stablehlo.iota dim = 1 : tensor<80x48xi32>
  %f1 = stablehlo.constant dense<80> : tensor<80x48xi32>
  %p1 = stablehlo.multiply %i1, %f1 : tensor<80x48xi32>
  %a1 = stablehlo.add %p0, %p1 : tensor<80x48xi32>
  %w = stablehlo.convert %a1 : (tensor<80x48xi32>) -> tensor<80x48xcomplex<f32>>
  %d = stablehlo.add %w, %w : tensor<80x48xcomplex<f32>>
  check.expect_eq %r, %d : tensor<80x48xcomplex<f32>>
  func.return
}

// -----

func.func @transpose_of_a_prime() {
  %i = stablehlo.iota dim = 0 : tensor<8777xi32>
  %c = stablehlo.convert %i : (tensor<8777xi32>) -> tensor<8777xbf16>
  %s = stablehlo.reshape %c : (tensor<8777xbf16>) -> tensor<67x131xbf16>
  %x = stablehlo.optimization_barrier %s : tensor<67x131xbf16>
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<67x131xbf16>) -> tensor<131x67xbf16>
  %r = stablehlo.add %t, %t : tensor<131x67xbf16>
  %i0 = stablehlo.iota dim = 0 : tensor<131x67xi32>
  %f0 = stablehlo.constant dense<1> : tensor<131x67xi32>
  %p0 = stablehlo.multiply %i0, %f0 : tensor<131x67xi32>
  %i1 = stablehlo.iota dim = 1 : tensor<131x67xi32>
  %f1 = stablehlo.constant dense<131> : tensor<131x67xi32>
  %p1 = stablehlo.multiply %i1, %f1 : tensor<131x67xi32>
  %a1 = stablehlo.add %p0, %p1 : tensor<131x67xi32>
  %w = stablehlo.convert %a1 : (tensor<131x67xi32>) -> tensor<131x67xbf16>
  %d = stablehlo.add %w, %w : tensor<131x67xbf16>
  check.expect_eq %r, %d : tensor<131x67xbf16>
  func.return
}
