// RUN: run
// Starts, limits and strides; nothing of a dimension; everything; every element type.

func.func @slice_vector() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %r = stablehlo.slice %x [1:5] : (tensor<6xf32>) -> tensor<4xf32>
  check.expect_eq_const %r, dense<[2.0, 3.0, 4.0, 5.0]> : tensor<4xf32>
  func.return
}

// -----

func.func @slice_stride() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %r = stablehlo.slice %x [1:6:2] : (tensor<6xf32>) -> tensor<3xf32>
  check.expect_eq_const %r, dense<[2.0, 4.0, 6.0]> : tensor<3xf32>
  func.return
}

// -----

func.func @slice_stride_uneven() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : tensor<7xf32>
  %r = stablehlo.slice %x [0:7:3] : (tensor<7xf32>) -> tensor<3xf32>
  check.expect_eq_const %r, dense<[1.0, 4.0, 7.0]> : tensor<3xf32>
  func.return
}

// -----

func.func @slice_all() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %r = stablehlo.slice %x [0:2, 0:3] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %r, dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  func.return
}

// -----

func.func @slice_rows() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [10.0, 11.0, 12.0]]> : tensor<4x3xf32>
  %r = stablehlo.slice %x [1:3, 0:3] : (tensor<4x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %r, dense<[[4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]> : tensor<2x3xf32>
  func.return
}

// -----

func.func @slice_columns() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]]> : tensor<3x4xf32>
  %r = stablehlo.slice %x [0:3, 1:4:2] : (tensor<3x4xf32>) -> tensor<3x2xf32>
  check.expect_eq_const %r, dense<[[2.0, 4.0], [6.0, 8.0], [10.0, 12.0]]> : tensor<3x2xf32>
  func.return
}

// -----

func.func @slice_nothing() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %r = stablehlo.slice %x [2:2, 0:2] : (tensor<3x2xf32>) -> tensor<0x2xf32>
  check.expect_eq_const %r, dense<> : tensor<0x2xf32>
  func.return
}

// -----

func.func @slice_scalar() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %r = stablehlo.slice %x [] : (tensor<f32>) -> tensor<f32>
  check.expect_eq_const %r, dense<1.0> : tensor<f32>
  func.return
}

// -----

func.func @slice_rank_3() {
  %x = stablehlo.constant dense<[[[1.0, 2.0, 3.0, 4.0, 5.0], [6.0, 7.0, 8.0, 9.0, 10.0], [11.0, 12.0, 13.0, 14.0, 15.0], [16.0, 17.0, 18.0, 19.0, 20.0]], [[21.0, 22.0, 23.0, 24.0, 25.0], [26.0, 27.0, 28.0, 29.0, 30.0], [31.0, 32.0, 33.0, 34.0, 35.0], [36.0, 37.0, 38.0, 39.0, 40.0]], [[41.0, 42.0, 43.0, 44.0, 45.0], [46.0, 47.0, 48.0, 49.0, 50.0], [51.0, 52.0, 53.0, 54.0, 55.0], [56.0, 57.0, 58.0, 59.0, 60.0]]]> : tensor<3x4x5xf32>
  %r = stablehlo.slice %x [1:3, 0:4:3, 1:5:2] : (tensor<3x4x5xf32>) -> tensor<2x2x2xf32>
  check.expect_eq_const %r, dense<[[[22.0, 24.0], [37.0, 39.0]], [[42.0, 44.0], [57.0, 59.0]]]> : tensor<2x2x2xf32>
  func.return
}

// -----

func.func @slice_long_stride() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %r = stablehlo.slice %x [1:5:100] : (tensor<5xf32>) -> tensor<1xf32>
  check.expect_eq_const %r, dense<[2.0]> : tensor<1xf32>
  func.return
}

// -----

func.func @slice_of_empty() {
  %x = stablehlo.constant dense<> : tensor<0x2xf32>
  %r = stablehlo.slice %x [0:0, 1:2] : (tensor<0x2xf32>) -> tensor<0x1xf32>
  check.expect_eq_const %r, dense<> : tensor<0x1xf32>
  func.return
}

// -----

func.func @slice_i1() {
  %x = stablehlo.constant dense<[true, false, true, true, false]> : tensor<5xi1>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xi1>) -> tensor<2xi1>
  check.expect_eq_const %r, dense<[false, true]> : tensor<2xi1>
  func.return
}

// -----

func.func @slice_i2() {
  %x = stablehlo.constant dense<[-2, -1, 0, 1, -2]> : tensor<5xi2>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xi2>) -> tensor<2xi2>
  check.expect_eq_const %r, dense<[-1, 1]> : tensor<2xi2>
  func.return
}

// -----

func.func @slice_i4() {
  %x = stablehlo.constant dense<[-8, 7, 0, 3, -1]> : tensor<5xi4>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xi4>) -> tensor<2xi4>
  check.expect_eq_const %r, dense<[7, 3]> : tensor<2xi4>
  func.return
}

// -----

func.func @slice_i8() {
  %x = stablehlo.constant dense<[-128, 127, 5, 0, -128]> : tensor<5xi8>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xi8>) -> tensor<2xi8>
  check.expect_eq_const %r, dense<[127, 0]> : tensor<2xi8>
  func.return
}

// -----

func.func @slice_i16() {
  %x = stablehlo.constant dense<[-32768, 32767, 7, 0, -32768]> : tensor<5xi16>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xi16>) -> tensor<2xi16>
  check.expect_eq_const %r, dense<[32767, 0]> : tensor<2xi16>
  func.return
}

// -----

func.func @slice_i32() {
  %x = stablehlo.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xi32>) -> tensor<2xi32>
  check.expect_eq_const %r, dense<[2, 4]> : tensor<2xi32>
  func.return
}

// -----

func.func @slice_i64() {
  %x = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 11, 3, -9223372036854775808]> : tensor<5xi64>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xi64>) -> tensor<2xi64>
  check.expect_eq_const %r, dense<[9223372036854775807, 3]> : tensor<2xi64>
  func.return
}

// -----

func.func @slice_ui2() {
  %x = stablehlo.constant dense<[0, 1, 2, 3, 0]> : tensor<5xui2>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xui2>) -> tensor<2xui2>
  check.expect_eq_const %r, dense<[1, 3]> : tensor<2xui2>
  func.return
}

// -----

func.func @slice_ui4() {
  %x = stablehlo.constant dense<[15, 0, 8, 3, 15]> : tensor<5xui4>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xui4>) -> tensor<2xui4>
  check.expect_eq_const %r, dense<[0, 3]> : tensor<2xui4>
  func.return
}

// -----

func.func @slice_ui8() {
  %x = stablehlo.constant dense<[255, 0, 128, 1, 255]> : tensor<5xui8>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xui8>) -> tensor<2xui8>
  check.expect_eq_const %r, dense<[0, 1]> : tensor<2xui8>
  func.return
}

// -----

func.func @slice_ui16() {
  %x = stablehlo.constant dense<[65535, 0, 7, 65535, 0]> : tensor<5xui16>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xui16>) -> tensor<2xui16>
  check.expect_eq_const %r, dense<[0, 65535]> : tensor<2xui16>
  func.return
}

// -----

func.func @slice_ui32() {
  %x = stablehlo.constant dense<[4294967295, 0, 13, 4294967295, 0]> : tensor<5xui32>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xui32>) -> tensor<2xui32>
  check.expect_eq_const %r, dense<[0, 4294967295]> : tensor<2xui32>
  func.return
}

// -----

func.func @slice_ui64() {
  %x = stablehlo.constant dense<[18446744073709551615, 0, 17, 18446744073709551615, 0]> : tensor<5xui64>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xui64>) -> tensor<2xui64>
  check.expect_eq_const %r, dense<[0, 18446744073709551615]> : tensor<2xui64>
  func.return
}

// -----

func.func @slice_f4E2M1FN() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0, 1.0]> : tensor<5xf4E2M1FN>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xf4E2M1FN>) -> tensor<2xf4E2M1FN>
  check.expect_eq_const %r, dense<[2.0, 4.0]> : tensor<2xf4E2M1FN>
  func.return
}

// -----

func.func @slice_f6E2M3FN() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0, 1.0]> : tensor<5xf6E2M3FN>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xf6E2M3FN>) -> tensor<2xf6E2M3FN>
  check.expect_eq_const %r, dense<[2.0, 4.0]> : tensor<2xf6E2M3FN>
  func.return
}

// -----

func.func @slice_f6E3M2FN() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0, 1.0]> : tensor<5xf6E3M2FN>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xf6E3M2FN>) -> tensor<2xf6E3M2FN>
  check.expect_eq_const %r, dense<[2.0, 4.0]> : tensor<2xf6E3M2FN>
  func.return
}

// -----

func.func @slice_f8E3M4() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0, 1.0]> : tensor<5xf8E3M4>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xf8E3M4>) -> tensor<2xf8E3M4>
  check.expect_eq_const %r, dense<[2.0, 4.0]> : tensor<2xf8E3M4>
  func.return
}

// -----

func.func @slice_f8E4M3() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0, 1.0]> : tensor<5xf8E4M3>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xf8E4M3>) -> tensor<2xf8E4M3>
  check.expect_eq_const %r, dense<[2.0, 4.0]> : tensor<2xf8E4M3>
  func.return
}

// -----

func.func @slice_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0, 1.0]> : tensor<5xf8E4M3FN>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xf8E4M3FN>) -> tensor<2xf8E4M3FN>
  check.expect_eq_const %r, dense<[2.0, 4.0]> : tensor<2xf8E4M3FN>
  func.return
}

// -----

func.func @slice_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0, 1.0]> : tensor<5xf8E4M3FNUZ>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xf8E4M3FNUZ>) -> tensor<2xf8E4M3FNUZ>
  check.expect_eq_const %r, dense<[2.0, 4.0]> : tensor<2xf8E4M3FNUZ>
  func.return
}

// -----

func.func @slice_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0, 1.0]> : tensor<5xf8E4M3B11FNUZ>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xf8E4M3B11FNUZ>) -> tensor<2xf8E4M3B11FNUZ>
  check.expect_eq_const %r, dense<[2.0, 4.0]> : tensor<2xf8E4M3B11FNUZ>
  func.return
}

// -----

func.func @slice_f8E5M2() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0, 1.0]> : tensor<5xf8E5M2>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xf8E5M2>) -> tensor<2xf8E5M2>
  check.expect_eq_const %r, dense<[2.0, 4.0]> : tensor<2xf8E5M2>
  func.return
}

// -----

func.func @slice_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0, 1.0]> : tensor<5xf8E5M2FNUZ>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xf8E5M2FNUZ>) -> tensor<2xf8E5M2FNUZ>
  check.expect_eq_const %r, dense<[2.0, 4.0]> : tensor<2xf8E5M2FNUZ>
  func.return
}

// -----

func.func @slice_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0, 1.0]> : tensor<5xf8E8M0FNU>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xf8E8M0FNU>) -> tensor<2xf8E8M0FNU>
  check.expect_eq_const %r, dense<[2.0, 4.0]> : tensor<2xf8E8M0FNU>
  func.return
}

// -----

func.func @slice_bf16() {
  %x = stablehlo.constant dense<[1.5, -2.0, 0.25, -8.0, 1.5]> : tensor<5xbf16>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xbf16>) -> tensor<2xbf16>
  check.expect_eq_const %r, dense<[-2.0, -8.0]> : tensor<2xbf16>
  func.return
}

// -----

func.func @slice_f16() {
  %x = stablehlo.constant dense<[1.5, -2.0, 0.25, -8.0, 1.5]> : tensor<5xf16>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xf16>) -> tensor<2xf16>
  check.expect_eq_const %r, dense<[-2.0, -8.0]> : tensor<2xf16>
  func.return
}

// -----

func.func @slice_f32() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xf32>) -> tensor<2xf32>
  check.expect_eq_const %r, dense<[2.0, 4.0]> : tensor<2xf32>
  func.return
}

// -----

func.func @slice_f64() {
  %x = stablehlo.constant dense<[1.5, -2.0, 0.1, -8.0, 1.5]> : tensor<5xf64>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xf64>) -> tensor<2xf64>
  check.expect_eq_const %r, dense<[-2.0, -8.0]> : tensor<2xf64>
  func.return
}

// -----

func.func @slice_complex_f32() {
  %x = stablehlo.constant dense<[(1.0,2.0), (-3.0,0.5), (0.0,1.0), (1.0,2.0), (-3.0,0.5)]> : tensor<5xcomplex<f32>>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  check.expect_eq_const %r, dense<[(-3.0,0.5), (1.0,2.0)]> : tensor<2xcomplex<f32>>
  func.return
}

// -----

func.func @slice_complex_f64() {
  %x = stablehlo.constant dense<[(1.0,2.0), (-3.0,0.1), (0.0,1.0), (1.0,2.0), (-3.0,0.1)]> : tensor<5xcomplex<f64>>
  %r = stablehlo.slice %x [1:5:2] : (tensor<5xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  check.expect_eq_const %r, dense<[(-3.0,0.1), (1.0,2.0)]> : tensor<2xcomplex<f64>>
  func.return
}
