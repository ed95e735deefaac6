// RUN: run
// Any set of dimensions, none, empty arrays, every element type.

func.func @reverse_none() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %r = stablehlo.reverse %x, dims = [] : tensor<3xf32>
  check.expect_eq_const %r, dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  func.return
}

// -----

func.func @reverse_vector() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %r = stablehlo.reverse %x, dims = [0] : tensor<5xf32>
  check.expect_eq_const %r, dense<[5.0, 4.0, 3.0, 2.0, 1.0]> : tensor<5xf32>
  func.return
}

// -----

func.func @reverse_0() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %r = stablehlo.reverse %x, dims = [0] : tensor<2x3xf32>
  check.expect_eq_const %r, dense<[[4.0, 5.0, 6.0], [1.0, 2.0, 3.0]]> : tensor<2x3xf32>
  func.return
}

// -----

func.func @reverse_1() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %r = stablehlo.reverse %x, dims = [1] : tensor<2x3xf32>
  check.expect_eq_const %r, dense<[[3.0, 2.0, 1.0], [6.0, 5.0, 4.0]]> : tensor<2x3xf32>
  func.return
}

// -----

func.func @reverse_01() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %r = stablehlo.reverse %x, dims = [0, 1] : tensor<2x3xf32>
  check.expect_eq_const %r, dense<[[6.0, 5.0, 4.0], [3.0, 2.0, 1.0]]> : tensor<2x3xf32>
  func.return
}

// -----

func.func @reverse_02() {
  %x = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [[7.0, 8.0], [9.0, 10.0], [11.0, 12.0]]]> : tensor<2x3x2xf32>
  %r = stablehlo.reverse %x, dims = [0, 2] : tensor<2x3x2xf32>
  check.expect_eq_const %r, dense<[[[8.0, 7.0], [10.0, 9.0], [12.0, 11.0]], [[2.0, 1.0], [4.0, 3.0], [6.0, 5.0]]]> : tensor<2x3x2xf32>
  func.return
}

// -----

func.func @reverse_empty() {
  %x = stablehlo.constant dense<> : tensor<0x2xf32>
  %r = stablehlo.reverse %x, dims = [0, 1] : tensor<0x2xf32>
  check.expect_eq_const %r, dense<> : tensor<0x2xf32>
  func.return
}

// -----

func.func @reverse_scalar() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %r = stablehlo.reverse %x, dims = [] : tensor<f32>
  check.expect_eq_const %r, dense<1.0> : tensor<f32>
  func.return
}

// -----

func.func @reverse_one() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf32>
  %r = stablehlo.reverse %x, dims = [0] : tensor<1x3xf32>
  check.expect_eq_const %r, dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf32>
  func.return
}

// -----

func.func @reverse_i1() {
  %x = stablehlo.constant dense<[true, false, true, true]> : tensor<4xi1>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xi1>
  check.expect_eq_const %r, dense<[true, true, false, true]> : tensor<4xi1>
  func.return
}

// -----

func.func @reverse_i2() {
  %x = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xi2>
  check.expect_eq_const %r, dense<[1, 0, -1, -2]> : tensor<4xi2>
  func.return
}

// -----

func.func @reverse_i4() {
  %x = stablehlo.constant dense<[-8, 7, 0, 3]> : tensor<4xi4>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xi4>
  check.expect_eq_const %r, dense<[3, 0, 7, -8]> : tensor<4xi4>
  func.return
}

// -----

func.func @reverse_i8() {
  %x = stablehlo.constant dense<[-128, 127, 5, 0]> : tensor<4xi8>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xi8>
  check.expect_eq_const %r, dense<[0, 5, 127, -128]> : tensor<4xi8>
  func.return
}

// -----

func.func @reverse_i16() {
  %x = stablehlo.constant dense<[-32768, 32767, 7, 0]> : tensor<4xi16>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xi16>
  check.expect_eq_const %r, dense<[0, 7, 32767, -32768]> : tensor<4xi16>
  func.return
}

// -----

func.func @reverse_i32() {
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xi32>
  check.expect_eq_const %r, dense<[4, 3, 2, 1]> : tensor<4xi32>
  func.return
}

// -----

func.func @reverse_i64() {
  %x = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 11, 3]> : tensor<4xi64>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xi64>
  check.expect_eq_const %r, dense<[3, 11, 9223372036854775807, -9223372036854775808]> : tensor<4xi64>
  func.return
}

// -----

func.func @reverse_ui2() {
  %x = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xui2>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xui2>
  check.expect_eq_const %r, dense<[3, 2, 1, 0]> : tensor<4xui2>
  func.return
}

// -----

func.func @reverse_ui4() {
  %x = stablehlo.constant dense<[15, 0, 8, 3]> : tensor<4xui4>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xui4>
  check.expect_eq_const %r, dense<[3, 8, 0, 15]> : tensor<4xui4>
  func.return
}

// -----

func.func @reverse_ui8() {
  %x = stablehlo.constant dense<[255, 0, 128, 1]> : tensor<4xui8>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xui8>
  check.expect_eq_const %r, dense<[1, 128, 0, 255]> : tensor<4xui8>
  func.return
}

// -----

func.func @reverse_ui16() {
  %x = stablehlo.constant dense<[65535, 0, 7, 65535]> : tensor<4xui16>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xui16>
  check.expect_eq_const %r, dense<[65535, 7, 0, 65535]> : tensor<4xui16>
  func.return
}

// -----

func.func @reverse_ui32() {
  %x = stablehlo.constant dense<[4294967295, 0, 13, 4294967295]> : tensor<4xui32>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xui32>
  check.expect_eq_const %r, dense<[4294967295, 13, 0, 4294967295]> : tensor<4xui32>
  func.return
}

// -----

func.func @reverse_ui64() {
  %x = stablehlo.constant dense<[18446744073709551615, 0, 17, 18446744073709551615]> : tensor<4xui64>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xui64>
  check.expect_eq_const %r, dense<[18446744073709551615, 17, 0, 18446744073709551615]> : tensor<4xui64>
  func.return
}

// -----

func.func @reverse_f4E2M1FN() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf4E2M1FN>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xf4E2M1FN>
  check.expect_eq_const %r, dense<[4.0, 0.5, 2.0, 1.0]> : tensor<4xf4E2M1FN>
  func.return
}

// -----

func.func @reverse_f6E2M3FN() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf6E2M3FN>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xf6E2M3FN>
  check.expect_eq_const %r, dense<[4.0, 0.5, 2.0, 1.0]> : tensor<4xf6E2M3FN>
  func.return
}

// -----

func.func @reverse_f6E3M2FN() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf6E3M2FN>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xf6E3M2FN>
  check.expect_eq_const %r, dense<[4.0, 0.5, 2.0, 1.0]> : tensor<4xf6E3M2FN>
  func.return
}

// -----

func.func @reverse_f8E3M4() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E3M4>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xf8E3M4>
  check.expect_eq_const %r, dense<[4.0, 0.5, 2.0, 1.0]> : tensor<4xf8E3M4>
  func.return
}

// -----

func.func @reverse_f8E4M3() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E4M3>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xf8E4M3>
  check.expect_eq_const %r, dense<[4.0, 0.5, 2.0, 1.0]> : tensor<4xf8E4M3>
  func.return
}

// -----

func.func @reverse_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E4M3FN>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xf8E4M3FN>
  check.expect_eq_const %r, dense<[4.0, 0.5, 2.0, 1.0]> : tensor<4xf8E4M3FN>
  func.return
}

// -----

func.func @reverse_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E4M3FNUZ>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xf8E4M3FNUZ>
  check.expect_eq_const %r, dense<[4.0, 0.5, 2.0, 1.0]> : tensor<4xf8E4M3FNUZ>
  func.return
}

// -----

func.func @reverse_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E4M3B11FNUZ>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xf8E4M3B11FNUZ>
  check.expect_eq_const %r, dense<[4.0, 0.5, 2.0, 1.0]> : tensor<4xf8E4M3B11FNUZ>
  func.return
}

// -----

func.func @reverse_f8E5M2() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E5M2>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xf8E5M2>
  check.expect_eq_const %r, dense<[4.0, 0.5, 2.0, 1.0]> : tensor<4xf8E5M2>
  func.return
}

// -----

func.func @reverse_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E5M2FNUZ>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xf8E5M2FNUZ>
  check.expect_eq_const %r, dense<[4.0, 0.5, 2.0, 1.0]> : tensor<4xf8E5M2FNUZ>
  func.return
}

// -----

func.func @reverse_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E8M0FNU>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xf8E8M0FNU>
  check.expect_eq_const %r, dense<[4.0, 0.5, 2.0, 1.0]> : tensor<4xf8E8M0FNU>
  func.return
}

// -----

func.func @reverse_bf16() {
  %x = stablehlo.constant dense<[1.5, -2.0, 0.25, -8.0]> : tensor<4xbf16>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xbf16>
  check.expect_eq_const %r, dense<[-8.0, 0.25, -2.0, 1.5]> : tensor<4xbf16>
  func.return
}

// -----

func.func @reverse_f16() {
  %x = stablehlo.constant dense<[1.5, -2.0, 0.25, -8.0]> : tensor<4xf16>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xf16>
  check.expect_eq_const %r, dense<[-8.0, 0.25, -2.0, 1.5]> : tensor<4xf16>
  func.return
}

// -----

func.func @reverse_f32() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xf32>
  check.expect_eq_const %r, dense<[4.0, 3.0, 2.0, 1.0]> : tensor<4xf32>
  func.return
}

// -----

func.func @reverse_f64() {
  %x = stablehlo.constant dense<[1.5, -2.0, 0.1, -8.0]> : tensor<4xf64>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xf64>
  check.expect_eq_const %r, dense<[-8.0, 0.1, -2.0, 1.5]> : tensor<4xf64>
  func.return
}

// -----

func.func @reverse_complex_f32() {
  %x = stablehlo.constant dense<[(1.0,2.0), (-3.0,0.5), (0.0,1.0), (1.0,2.0)]> : tensor<4xcomplex<f32>>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xcomplex<f32>>
  check.expect_eq_const %r, dense<[(1.0,2.0), (0.0,1.0), (-3.0,0.5), (1.0,2.0)]> : tensor<4xcomplex<f32>>
  func.return
}

// -----

func.func @reverse_complex_f64() {
  %x = stablehlo.constant dense<[(1.0,2.0), (-3.0,0.1), (0.0,1.0), (1.0,2.0)]> : tensor<4xcomplex<f64>>
  %r = stablehlo.reverse %x, dims = [0] : tensor<4xcomplex<f64>>
  check.expect_eq_const %r, dense<[(1.0,2.0), (0.0,1.0), (-3.0,0.1), (1.0,2.0)]> : tensor<4xcomplex<f64>>
  func.return
}
