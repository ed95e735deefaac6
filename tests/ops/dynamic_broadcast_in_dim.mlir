// RUN: run
// As broadcast_in_dim, with the shape from an operand of any integer type.

func.func @dynamic_broadcast_in_dim_scalar() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [] : (tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  check.expect_eq_const %r, dense<[[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]> : tensor<2x3xf32>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_row() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  check.expect_eq_const %r, dense<[[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]> : tensor<2x3xf32>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_column() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<2xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  check.expect_eq_const %r, dense<[[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]> : tensor<2x3xf32>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_ones() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf32>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 1] : (tensor<1x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  check.expect_eq_const %r, dense<[[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]> : tensor<2x3xf32>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_one_inner() {
  %x = stablehlo.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 1] : (tensor<2x1xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  check.expect_eq_const %r, dense<[[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]> : tensor<2x3xf32>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_swapped() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %s = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1, 0] : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<3x2xf32>
  check.expect_eq_const %r, dense<[[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]> : tensor<3x2xf32>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_swapped_new() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %s = stablehlo.constant dense<[3, 2, 2]> : tensor<3xi32>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [2, 0] : (tensor<2x3xf32>, tensor<3xi32>) -> tensor<3x2x2xf32>
  check.expect_eq_const %r, dense<[[[1.0, 4.0], [1.0, 4.0]], [[2.0, 5.0], [2.0, 5.0]], [[3.0, 6.0], [3.0, 6.0]]]> : tensor<3x2x2xf32>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_same() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %s = stablehlo.constant dense<[2, 2]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 1] : (tensor<2x2xf32>, tensor<2xi64>) -> tensor<2x2xf32>
  check.expect_eq_const %r, dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_to_nothing() {
  %x = stablehlo.constant dense<[1.0]> : tensor<1xf32>
  %s = stablehlo.constant dense<[0]> : tensor<1xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<1xf32>, tensor<1xi64>) -> tensor<0xf32>
  check.expect_eq_const %r, dense<> : tensor<0xf32>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_of_nothing() {
  %x = stablehlo.constant dense<> : tensor<0xf32>
  %s = stablehlo.constant dense<[2, 0]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<0xf32>, tensor<2xi64>) -> tensor<2x0xf32>
  check.expect_eq_const %r, dense<> : tensor<2x0xf32>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_all_ones() {
  %x = stablehlo.constant dense<[[1.0]]> : tensor<1x1xf32>
  %s = stablehlo.constant dense<[2, 3, 2]> : tensor<3xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 2] : (tensor<1x1xf32>, tensor<3xi64>) -> tensor<2x3x2xf32>
  check.expect_eq_const %r, dense<[[[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]], [[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]]]> : tensor<2x3x2xf32>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_scalar_to_scalar() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %s = stablehlo.constant dense<> : tensor<0xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [] : (tensor<f32>, tensor<0xi64>) -> tensor<f32>
  check.expect_eq_const %r, dense<1.0> : tensor<f32>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_rank_4() {
  %x = stablehlo.constant dense<[[[1.0, 2.0]], [[3.0, 4.0]]]> : tensor<2x1x2xf32>
  %s = stablehlo.constant dense<[2, 2, 3, 2]> : tensor<4xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 2, 3] : (tensor<2x1x2xf32>, tensor<4xi64>) -> tensor<2x2x3x2xf32>
  check.expect_eq_const %r, dense<[[[[1.0, 2.0], [1.0, 2.0], [1.0, 2.0]], [[1.0, 2.0], [1.0, 2.0], [1.0, 2.0]]], [[[3.0, 4.0], [3.0, 4.0], [3.0, 4.0]], [[3.0, 4.0], [3.0, 4.0], [3.0, 4.0]]]]> : tensor<2x2x3x2xf32>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_i1() {
  %x = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xi1>, tensor<2xi64>) -> tensor<2x3xi1>
  check.expect_eq_const %r, dense<[[true, false, true], [true, false, true]]> : tensor<2x3xi1>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_i2() {
  %x = stablehlo.constant dense<[-2, -1, 0]> : tensor<3xi2>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xi2>, tensor<2xi64>) -> tensor<2x3xi2>
  check.expect_eq_const %r, dense<[[-2, -1, 0], [-2, -1, 0]]> : tensor<2x3xi2>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_i4() {
  %x = stablehlo.constant dense<[-8, 7, 0]> : tensor<3xi4>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xi4>, tensor<2xi64>) -> tensor<2x3xi4>
  check.expect_eq_const %r, dense<[[-8, 7, 0], [-8, 7, 0]]> : tensor<2x3xi4>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_i8() {
  %x = stablehlo.constant dense<[-128, 127, 5]> : tensor<3xi8>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xi8>, tensor<2xi64>) -> tensor<2x3xi8>
  check.expect_eq_const %r, dense<[[-128, 127, 5], [-128, 127, 5]]> : tensor<2x3xi8>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_i16() {
  %x = stablehlo.constant dense<[-32768, 32767, 7]> : tensor<3xi16>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xi16>, tensor<2xi64>) -> tensor<2x3xi16>
  check.expect_eq_const %r, dense<[[-32768, 32767, 7], [-32768, 32767, 7]]> : tensor<2x3xi16>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_i32() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xi32>, tensor<2xi64>) -> tensor<2x3xi32>
  check.expect_eq_const %r, dense<[[1, 2, 3], [1, 2, 3]]> : tensor<2x3xi32>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_i64() {
  %x = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 11]> : tensor<3xi64>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xi64>, tensor<2xi64>) -> tensor<2x3xi64>
  check.expect_eq_const %r, dense<[[-9223372036854775808, 9223372036854775807, 11], [-9223372036854775808, 9223372036854775807, 11]]> : tensor<2x3xi64>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_ui2() {
  %x = stablehlo.constant dense<[0, 1, 2]> : tensor<3xui2>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xui2>, tensor<2xi64>) -> tensor<2x3xui2>
  check.expect_eq_const %r, dense<[[0, 1, 2], [0, 1, 2]]> : tensor<2x3xui2>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_ui4() {
  %x = stablehlo.constant dense<[15, 0, 8]> : tensor<3xui4>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xui4>, tensor<2xi64>) -> tensor<2x3xui4>
  check.expect_eq_const %r, dense<[[15, 0, 8], [15, 0, 8]]> : tensor<2x3xui4>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_ui8() {
  %x = stablehlo.constant dense<[255, 0, 128]> : tensor<3xui8>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xui8>, tensor<2xi64>) -> tensor<2x3xui8>
  check.expect_eq_const %r, dense<[[255, 0, 128], [255, 0, 128]]> : tensor<2x3xui8>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_ui16() {
  %x = stablehlo.constant dense<[65535, 0, 7]> : tensor<3xui16>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xui16>, tensor<2xi64>) -> tensor<2x3xui16>
  check.expect_eq_const %r, dense<[[65535, 0, 7], [65535, 0, 7]]> : tensor<2x3xui16>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_ui32() {
  %x = stablehlo.constant dense<[4294967295, 0, 13]> : tensor<3xui32>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xui32>, tensor<2xi64>) -> tensor<2x3xui32>
  check.expect_eq_const %r, dense<[[4294967295, 0, 13], [4294967295, 0, 13]]> : tensor<2x3xui32>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_ui64() {
  %x = stablehlo.constant dense<[18446744073709551615, 0, 17]> : tensor<3xui64>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xui64>, tensor<2xi64>) -> tensor<2x3xui64>
  check.expect_eq_const %r, dense<[[18446744073709551615, 0, 17], [18446744073709551615, 0, 17]]> : tensor<2x3xui64>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_f4E2M1FN() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf4E2M1FN>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xf4E2M1FN>, tensor<2xi64>) -> tensor<2x3xf4E2M1FN>
  check.expect_eq_const %r, dense<[[1.0, 2.0, 0.5], [1.0, 2.0, 0.5]]> : tensor<2x3xf4E2M1FN>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_f6E2M3FN() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf6E2M3FN>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xf6E2M3FN>, tensor<2xi64>) -> tensor<2x3xf6E2M3FN>
  check.expect_eq_const %r, dense<[[1.0, 2.0, 0.5], [1.0, 2.0, 0.5]]> : tensor<2x3xf6E2M3FN>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_f6E3M2FN() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf6E3M2FN>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xf6E3M2FN>, tensor<2xi64>) -> tensor<2x3xf6E3M2FN>
  check.expect_eq_const %r, dense<[[1.0, 2.0, 0.5], [1.0, 2.0, 0.5]]> : tensor<2x3xf6E3M2FN>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_f8E3M4() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf8E3M4>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xf8E3M4>, tensor<2xi64>) -> tensor<2x3xf8E3M4>
  check.expect_eq_const %r, dense<[[1.0, 2.0, 0.5], [1.0, 2.0, 0.5]]> : tensor<2x3xf8E3M4>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_f8E4M3() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf8E4M3>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xf8E4M3>, tensor<2xi64>) -> tensor<2x3xf8E4M3>
  check.expect_eq_const %r, dense<[[1.0, 2.0, 0.5], [1.0, 2.0, 0.5]]> : tensor<2x3xf8E4M3>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf8E4M3FN>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xf8E4M3FN>, tensor<2xi64>) -> tensor<2x3xf8E4M3FN>
  check.expect_eq_const %r, dense<[[1.0, 2.0, 0.5], [1.0, 2.0, 0.5]]> : tensor<2x3xf8E4M3FN>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf8E4M3FNUZ>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xf8E4M3FNUZ>, tensor<2xi64>) -> tensor<2x3xf8E4M3FNUZ>
  check.expect_eq_const %r, dense<[[1.0, 2.0, 0.5], [1.0, 2.0, 0.5]]> : tensor<2x3xf8E4M3FNUZ>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf8E4M3B11FNUZ>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xf8E4M3B11FNUZ>, tensor<2xi64>) -> tensor<2x3xf8E4M3B11FNUZ>
  check.expect_eq_const %r, dense<[[1.0, 2.0, 0.5], [1.0, 2.0, 0.5]]> : tensor<2x3xf8E4M3B11FNUZ>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_f8E5M2() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf8E5M2>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xf8E5M2>, tensor<2xi64>) -> tensor<2x3xf8E5M2>
  check.expect_eq_const %r, dense<[[1.0, 2.0, 0.5], [1.0, 2.0, 0.5]]> : tensor<2x3xf8E5M2>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf8E5M2FNUZ>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xf8E5M2FNUZ>, tensor<2xi64>) -> tensor<2x3xf8E5M2FNUZ>
  check.expect_eq_const %r, dense<[[1.0, 2.0, 0.5], [1.0, 2.0, 0.5]]> : tensor<2x3xf8E5M2FNUZ>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf8E8M0FNU>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xf8E8M0FNU>, tensor<2xi64>) -> tensor<2x3xf8E8M0FNU>
  check.expect_eq_const %r, dense<[[1.0, 2.0, 0.5], [1.0, 2.0, 0.5]]> : tensor<2x3xf8E8M0FNU>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_bf16() {
  %x = stablehlo.constant dense<[1.5, -2.0, 0.25]> : tensor<3xbf16>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xbf16>, tensor<2xi64>) -> tensor<2x3xbf16>
  check.expect_eq_const %r, dense<[[1.5, -2.0, 0.25], [1.5, -2.0, 0.25]]> : tensor<2x3xbf16>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_f16() {
  %x = stablehlo.constant dense<[1.5, -2.0, 0.25]> : tensor<3xf16>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xf16>, tensor<2xi64>) -> tensor<2x3xf16>
  check.expect_eq_const %r, dense<[[1.5, -2.0, 0.25], [1.5, -2.0, 0.25]]> : tensor<2x3xf16>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_f32() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  check.expect_eq_const %r, dense<[[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]> : tensor<2x3xf32>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_f64() {
  %x = stablehlo.constant dense<[1.5, -2.0, 0.1]> : tensor<3xf64>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xf64>, tensor<2xi64>) -> tensor<2x3xf64>
  check.expect_eq_const %r, dense<[[1.5, -2.0, 0.1], [1.5, -2.0, 0.1]]> : tensor<2x3xf64>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_complex_f32() {
  %x = stablehlo.constant dense<[(1.0,2.0), (-3.0,0.5), (0.0,1.0)]> : tensor<3xcomplex<f32>>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xcomplex<f32>>, tensor<2xi64>) -> tensor<2x3xcomplex<f32>>
  check.expect_eq_const %r, dense<[[(1.0,2.0), (-3.0,0.5), (0.0,1.0)], [(1.0,2.0), (-3.0,0.5), (0.0,1.0)]]> : tensor<2x3xcomplex<f32>>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_complex_f64() {
  %x = stablehlo.constant dense<[(1.0,2.0), (-3.0,0.1), (0.0,1.0)]> : tensor<3xcomplex<f64>>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xcomplex<f64>>, tensor<2xi64>) -> tensor<2x3xcomplex<f64>>
  check.expect_eq_const %r, dense<[[(1.0,2.0), (-3.0,0.1), (0.0,1.0)], [(1.0,2.0), (-3.0,0.1), (0.0,1.0)]]> : tensor<2x3xcomplex<f64>>
  func.return
}

// -----

func.func @bad_dynamic_broadcast_in_dim() -> tensor<?x?xf32> {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %s = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return %r : tensor<?x?xf32>
}
