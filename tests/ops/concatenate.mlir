// RUN: run
// One operand and many, empty ones among them, along any dimension, every element type.

func.func @concatenate_one() {
  %x0 = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %r = stablehlo.concatenate %x0, dim = 0 : (tensor<3xf32>) -> tensor<3xf32>
  check.expect_eq_const %r, dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  func.return
}

// -----

func.func @concatenate_vectors() {
  %x0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %x1 = stablehlo.constant dense<[3.0, 4.0, 5.0]> : tensor<3xf32>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  check.expect_eq_const %r, dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  func.return
}

// -----

func.func @concatenate_rows() {
  %x0 = stablehlo.constant dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf32>
  %x1 = stablehlo.constant dense<[[4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]> : tensor<2x3xf32>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<1x3xf32>, tensor<2x3xf32>) -> tensor<3x3xf32>
  check.expect_eq_const %r, dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]> : tensor<3x3xf32>
  func.return
}

// -----

func.func @concatenate_columns() {
  %x0 = stablehlo.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %x1 = stablehlo.constant dense<[[3.0, 4.0, 5.0], [6.0, 7.0, 8.0]]> : tensor<2x3xf32>
  %x2 = stablehlo.constant dense<[[9.0, 10.0], [11.0, 12.0]]> : tensor<2x2xf32>
  %r = stablehlo.concatenate %x0, %x1, %x2, dim = 1 : (tensor<2x1xf32>, tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<2x6xf32>
  check.expect_eq_const %r, dense<[[1.0, 3.0, 4.0, 5.0, 9.0, 10.0], [2.0, 6.0, 7.0, 8.0, 11.0, 12.0]]> : tensor<2x6xf32>
  func.return
}

// -----

func.func @concatenate_middle() {
  %x0 = stablehlo.constant dense<[[[1.0, 2.0]], [[3.0, 4.0]]]> : tensor<2x1x2xf32>
  %x1 = stablehlo.constant dense<[[[5.0, 6.0], [7.0, 8.0]], [[9.0, 10.0], [11.0, 12.0]]]> : tensor<2x2x2xf32>
  %r = stablehlo.concatenate %x0, %x1, dim = 1 : (tensor<2x1x2xf32>, tensor<2x2x2xf32>) -> tensor<2x3x2xf32>
  check.expect_eq_const %r, dense<[[[1.0, 2.0], [5.0, 6.0], [7.0, 8.0]], [[3.0, 4.0], [9.0, 10.0], [11.0, 12.0]]]> : tensor<2x3x2xf32>
  func.return
}

// -----

func.func @concatenate_empty() {
  %x0 = stablehlo.constant dense<> : tensor<0x2xf32>
  %x1 = stablehlo.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %x2 = stablehlo.constant dense<> : tensor<0x2xf32>
  %r = stablehlo.concatenate %x0, %x1, %x2, dim = 0 : (tensor<0x2xf32>, tensor<1x2xf32>, tensor<0x2xf32>) -> tensor<1x2xf32>
  check.expect_eq_const %r, dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  func.return
}

// -----

func.func @concatenate_only_empty() {
  %x0 = stablehlo.constant dense<> : tensor<0xf32>
  %x1 = stablehlo.constant dense<> : tensor<0xf32>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xf32>
  check.expect_eq_const %r, dense<> : tensor<0xf32>
  func.return
}

// -----

func.func @concatenate_empty_rows() {
  %x0 = stablehlo.constant dense<> : tensor<0x2xf32>
  %x1 = stablehlo.constant dense<> : tensor<0x3xf32>
  %r = stablehlo.concatenate %x0, %x1, dim = 1 : (tensor<0x2xf32>, tensor<0x3xf32>) -> tensor<0x5xf32>
  check.expect_eq_const %r, dense<> : tensor<0x5xf32>
  func.return
}

// -----

func.func @concatenate_many() {
  %x0 = stablehlo.constant dense<[1.0]> : tensor<1xf32>
  %x1 = stablehlo.constant dense<[2.0]> : tensor<1xf32>
  %x2 = stablehlo.constant dense<[3.0]> : tensor<1xf32>
  %x3 = stablehlo.constant dense<[4.0]> : tensor<1xf32>
  %x4 = stablehlo.constant dense<[5.0]> : tensor<1xf32>
  %x5 = stablehlo.constant dense<[6.0]> : tensor<1xf32>
  %x6 = stablehlo.constant dense<[7.0]> : tensor<1xf32>
  %x7 = stablehlo.constant dense<[8.0]> : tensor<1xf32>
  %x8 = stablehlo.constant dense<[9.0]> : tensor<1xf32>
  %r = stablehlo.concatenate %x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7, %x8, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<9xf32>
  check.expect_eq_const %r, dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]> : tensor<9xf32>
  func.return
}

// -----

func.func @concatenate_i1() {
  %x0 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %x1 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xi1>, tensor<3xi1>) -> tensor<5xi1>
  check.expect_eq_const %r, dense<[true, false, true, false, true]> : tensor<5xi1>
  func.return
}

// -----

func.func @concatenate_i2() {
  %x0 = stablehlo.constant dense<[-2, -1]> : tensor<2xi2>
  %x1 = stablehlo.constant dense<[-2, -1, 0]> : tensor<3xi2>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xi2>, tensor<3xi2>) -> tensor<5xi2>
  check.expect_eq_const %r, dense<[-2, -1, -2, -1, 0]> : tensor<5xi2>
  func.return
}

// -----

func.func @concatenate_i4() {
  %x0 = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
  %x1 = stablehlo.constant dense<[-8, 7, 0]> : tensor<3xi4>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xi4>, tensor<3xi4>) -> tensor<5xi4>
  check.expect_eq_const %r, dense<[-8, 7, -8, 7, 0]> : tensor<5xi4>
  func.return
}

// -----

func.func @concatenate_i8() {
  %x0 = stablehlo.constant dense<[-128, 127]> : tensor<2xi8>
  %x1 = stablehlo.constant dense<[-128, 127, 5]> : tensor<3xi8>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xi8>, tensor<3xi8>) -> tensor<5xi8>
  check.expect_eq_const %r, dense<[-128, 127, -128, 127, 5]> : tensor<5xi8>
  func.return
}

// -----

func.func @concatenate_i16() {
  %x0 = stablehlo.constant dense<[-32768, 32767]> : tensor<2xi16>
  %x1 = stablehlo.constant dense<[-32768, 32767, 7]> : tensor<3xi16>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xi16>, tensor<3xi16>) -> tensor<5xi16>
  check.expect_eq_const %r, dense<[-32768, 32767, -32768, 32767, 7]> : tensor<5xi16>
  func.return
}

// -----

func.func @concatenate_i32() {
  %x0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %x1 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xi32>, tensor<3xi32>) -> tensor<5xi32>
  check.expect_eq_const %r, dense<[1, 2, 1, 2, 3]> : tensor<5xi32>
  func.return
}

// -----

func.func @concatenate_i64() {
  %x0 = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807]> : tensor<2xi64>
  %x1 = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 11]> : tensor<3xi64>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xi64>, tensor<3xi64>) -> tensor<5xi64>
  check.expect_eq_const %r, dense<[-9223372036854775808, 9223372036854775807, -9223372036854775808, 9223372036854775807, 11]> : tensor<5xi64>
  func.return
}

// -----

func.func @concatenate_ui2() {
  %x0 = stablehlo.constant dense<[0, 1]> : tensor<2xui2>
  %x1 = stablehlo.constant dense<[0, 1, 2]> : tensor<3xui2>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xui2>, tensor<3xui2>) -> tensor<5xui2>
  check.expect_eq_const %r, dense<[0, 1, 0, 1, 2]> : tensor<5xui2>
  func.return
}

// -----

func.func @concatenate_ui4() {
  %x0 = stablehlo.constant dense<[15, 0]> : tensor<2xui4>
  %x1 = stablehlo.constant dense<[15, 0, 8]> : tensor<3xui4>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xui4>, tensor<3xui4>) -> tensor<5xui4>
  check.expect_eq_const %r, dense<[15, 0, 15, 0, 8]> : tensor<5xui4>
  func.return
}

// -----

func.func @concatenate_ui8() {
  %x0 = stablehlo.constant dense<[255, 0]> : tensor<2xui8>
  %x1 = stablehlo.constant dense<[255, 0, 128]> : tensor<3xui8>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xui8>, tensor<3xui8>) -> tensor<5xui8>
  check.expect_eq_const %r, dense<[255, 0, 255, 0, 128]> : tensor<5xui8>
  func.return
}

// -----

func.func @concatenate_ui16() {
  %x0 = stablehlo.constant dense<[65535, 0]> : tensor<2xui16>
  %x1 = stablehlo.constant dense<[65535, 0, 7]> : tensor<3xui16>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xui16>, tensor<3xui16>) -> tensor<5xui16>
  check.expect_eq_const %r, dense<[65535, 0, 65535, 0, 7]> : tensor<5xui16>
  func.return
}

// -----

func.func @concatenate_ui32() {
  %x0 = stablehlo.constant dense<[4294967295, 0]> : tensor<2xui32>
  %x1 = stablehlo.constant dense<[4294967295, 0, 13]> : tensor<3xui32>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xui32>, tensor<3xui32>) -> tensor<5xui32>
  check.expect_eq_const %r, dense<[4294967295, 0, 4294967295, 0, 13]> : tensor<5xui32>
  func.return
}

// -----

func.func @concatenate_ui64() {
  %x0 = stablehlo.constant dense<[18446744073709551615, 0]> : tensor<2xui64>
  %x1 = stablehlo.constant dense<[18446744073709551615, 0, 17]> : tensor<3xui64>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xui64>, tensor<3xui64>) -> tensor<5xui64>
  check.expect_eq_const %r, dense<[18446744073709551615, 0, 18446744073709551615, 0, 17]> : tensor<5xui64>
  func.return
}

// -----

func.func @concatenate_f4E2M1FN() {
  %x0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf4E2M1FN>
  %x1 = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf4E2M1FN>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xf4E2M1FN>, tensor<3xf4E2M1FN>) -> tensor<5xf4E2M1FN>
  check.expect_eq_const %r, dense<[1.0, 2.0, 1.0, 2.0, 0.5]> : tensor<5xf4E2M1FN>
  func.return
}

// -----

func.func @concatenate_f6E2M3FN() {
  %x0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf6E2M3FN>
  %x1 = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf6E2M3FN>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xf6E2M3FN>, tensor<3xf6E2M3FN>) -> tensor<5xf6E2M3FN>
  check.expect_eq_const %r, dense<[1.0, 2.0, 1.0, 2.0, 0.5]> : tensor<5xf6E2M3FN>
  func.return
}

// -----

func.func @concatenate_f6E3M2FN() {
  %x0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf6E3M2FN>
  %x1 = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf6E3M2FN>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xf6E3M2FN>, tensor<3xf6E3M2FN>) -> tensor<5xf6E3M2FN>
  check.expect_eq_const %r, dense<[1.0, 2.0, 1.0, 2.0, 0.5]> : tensor<5xf6E3M2FN>
  func.return
}

// -----

func.func @concatenate_f8E3M4() {
  %x0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf8E3M4>
  %x1 = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf8E3M4>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xf8E3M4>, tensor<3xf8E3M4>) -> tensor<5xf8E3M4>
  check.expect_eq_const %r, dense<[1.0, 2.0, 1.0, 2.0, 0.5]> : tensor<5xf8E3M4>
  func.return
}

// -----

func.func @concatenate_f8E4M3() {
  %x0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf8E4M3>
  %x1 = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf8E4M3>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xf8E4M3>, tensor<3xf8E4M3>) -> tensor<5xf8E4M3>
  check.expect_eq_const %r, dense<[1.0, 2.0, 1.0, 2.0, 0.5]> : tensor<5xf8E4M3>
  func.return
}

// -----

func.func @concatenate_f8E4M3FN() {
  %x0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf8E4M3FN>
  %x1 = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf8E4M3FN>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xf8E4M3FN>, tensor<3xf8E4M3FN>) -> tensor<5xf8E4M3FN>
  check.expect_eq_const %r, dense<[1.0, 2.0, 1.0, 2.0, 0.5]> : tensor<5xf8E4M3FN>
  func.return
}

// -----

func.func @concatenate_f8E4M3FNUZ() {
  %x0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf8E4M3FNUZ>
  %x1 = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf8E4M3FNUZ>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xf8E4M3FNUZ>, tensor<3xf8E4M3FNUZ>) -> tensor<5xf8E4M3FNUZ>
  check.expect_eq_const %r, dense<[1.0, 2.0, 1.0, 2.0, 0.5]> : tensor<5xf8E4M3FNUZ>
  func.return
}

// -----

func.func @concatenate_f8E4M3B11FNUZ() {
  %x0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf8E4M3B11FNUZ>
  %x1 = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf8E4M3B11FNUZ>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xf8E4M3B11FNUZ>, tensor<3xf8E4M3B11FNUZ>) -> tensor<5xf8E4M3B11FNUZ>
  check.expect_eq_const %r, dense<[1.0, 2.0, 1.0, 2.0, 0.5]> : tensor<5xf8E4M3B11FNUZ>
  func.return
}

// -----

func.func @concatenate_f8E5M2() {
  %x0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf8E5M2>
  %x1 = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf8E5M2>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xf8E5M2>, tensor<3xf8E5M2>) -> tensor<5xf8E5M2>
  check.expect_eq_const %r, dense<[1.0, 2.0, 1.0, 2.0, 0.5]> : tensor<5xf8E5M2>
  func.return
}

// -----

func.func @concatenate_f8E5M2FNUZ() {
  %x0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf8E5M2FNUZ>
  %x1 = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf8E5M2FNUZ>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xf8E5M2FNUZ>, tensor<3xf8E5M2FNUZ>) -> tensor<5xf8E5M2FNUZ>
  check.expect_eq_const %r, dense<[1.0, 2.0, 1.0, 2.0, 0.5]> : tensor<5xf8E5M2FNUZ>
  func.return
}

// -----

func.func @concatenate_f8E8M0FNU() {
  %x0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf8E8M0FNU>
  %x1 = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf8E8M0FNU>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xf8E8M0FNU>, tensor<3xf8E8M0FNU>) -> tensor<5xf8E8M0FNU>
  check.expect_eq_const %r, dense<[1.0, 2.0, 1.0, 2.0, 0.5]> : tensor<5xf8E8M0FNU>
  func.return
}

// -----

func.func @concatenate_bf16() {
  %x0 = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xbf16>
  %x1 = stablehlo.constant dense<[1.5, -2.0, 0.25]> : tensor<3xbf16>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xbf16>, tensor<3xbf16>) -> tensor<5xbf16>
  check.expect_eq_const %r, dense<[1.5, -2.0, 1.5, -2.0, 0.25]> : tensor<5xbf16>
  func.return
}

// -----

func.func @concatenate_f16() {
  %x0 = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf16>
  %x1 = stablehlo.constant dense<[1.5, -2.0, 0.25]> : tensor<3xf16>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xf16>, tensor<3xf16>) -> tensor<5xf16>
  check.expect_eq_const %r, dense<[1.5, -2.0, 1.5, -2.0, 0.25]> : tensor<5xf16>
  func.return
}

// -----

func.func @concatenate_f32() {
  %x0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %x1 = stablehlo.constant dense<[3.0, 4.0, 5.0]> : tensor<3xf32>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  check.expect_eq_const %r, dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  func.return
}

// -----

func.func @concatenate_f64() {
  %x0 = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf64>
  %x1 = stablehlo.constant dense<[1.5, -2.0, 0.1]> : tensor<3xf64>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xf64>, tensor<3xf64>) -> tensor<5xf64>
  check.expect_eq_const %r, dense<[1.5, -2.0, 1.5, -2.0, 0.1]> : tensor<5xf64>
  func.return
}

// -----

func.func @concatenate_complex_f32() {
  %x0 = stablehlo.constant dense<[(1.0,2.0), (-3.0,0.5)]> : tensor<2xcomplex<f32>>
  %x1 = stablehlo.constant dense<[(1.0,2.0), (-3.0,0.5), (0.0,1.0)]> : tensor<3xcomplex<f32>>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  check.expect_eq_const %r, dense<[(1.0,2.0), (-3.0,0.5), (1.0,2.0), (-3.0,0.5), (0.0,1.0)]> : tensor<5xcomplex<f32>>
  func.return
}

// -----

func.func @concatenate_complex_f64() {
  %x0 = stablehlo.constant dense<[(1.0,2.0), (-3.0,0.1)]> : tensor<2xcomplex<f64>>
  %x1 = stablehlo.constant dense<[(1.0,2.0), (-3.0,0.1), (0.0,1.0)]> : tensor<3xcomplex<f64>>
  %r = stablehlo.concatenate %x0, %x1, dim = 0 : (tensor<2xcomplex<f64>>, tensor<3xcomplex<f64>>) -> tensor<5xcomplex<f64>>
  check.expect_eq_const %r, dense<[(1.0,2.0), (-3.0,0.1), (1.0,2.0), (-3.0,0.1), (0.0,1.0)]> : tensor<5xcomplex<f64>>
  func.return
}
