// RUN: run
// Along any dimension; integers wrap, floats are rounded once, complex numbers are real.

func.func @iota_vector() {
  %r = stablehlo.iota dim = 0 : tensor<5xi32>
  check.expect_eq_const %r, dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
  func.return
}

// -----

func.func @iota_rows() {
  %r = stablehlo.iota dim = 0 : tensor<3x2xi32>
  check.expect_eq_const %r, dense<[[0, 0], [1, 1], [2, 2]]> : tensor<3x2xi32>
  func.return
}

// -----

func.func @iota_columns() {
  %r = stablehlo.iota dim = 1 : tensor<3x2xi32>
  check.expect_eq_const %r, dense<[[0, 1], [0, 1], [0, 1]]> : tensor<3x2xi32>
  func.return
}

// -----

func.func @iota_middle() {
  %r = stablehlo.iota dim = 1 : tensor<2x3x2xi32>
  check.expect_eq_const %r, dense<[[[0, 0], [1, 1], [2, 2]], [[0, 0], [1, 1], [2, 2]]]> : tensor<2x3x2xi32>
  func.return
}

// -----

func.func @iota_empty() {
  %r = stablehlo.iota dim = 0 : tensor<0x2xi32>
  check.expect_eq_const %r, dense<> : tensor<0x2xi32>
  func.return
}

// -----

func.func @iota_empty_inner() {
  %r = stablehlo.iota dim = 0 : tensor<2x0xi32>
  check.expect_eq_const %r, dense<> : tensor<2x0xi32>
  func.return
}

// -----

func.func @iota_i32_shape() {
  %r = stablehlo.iota dim = 0 : tensor<4xi32>
  check.expect_eq_const %r, dense<[0, 1, 2, 3]> : tensor<4xi32>
  func.return
}

// -----

func.func @iota_i2_wraps() {
  %r = stablehlo.iota dim = 0 : tensor<20xi2>
  check.expect_eq_const %r, dense<[0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1]> : tensor<20xi2>
  func.return
}

// -----

func.func @iota_i4_wraps() {
  %r = stablehlo.iota dim = 0 : tensor<20xi4>
  check.expect_eq_const %r, dense<[0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3]> : tensor<20xi4>
  func.return
}

// -----

func.func @iota_ui2_wraps() {
  %r = stablehlo.iota dim = 0 : tensor<20xui2>
  check.expect_eq_const %r, dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<20xui2>
  func.return
}

// -----

func.func @iota_ui4_wraps() {
  %r = stablehlo.iota dim = 0 : tensor<20xui4>
  check.expect_eq_const %r, dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3]> : tensor<20xui4>
  func.return
}

// -----

func.func @iota_i8_wraps() {
  %r = stablehlo.iota dim = 0 : tensor<130xi8>
  check.expect_eq_const %r, dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127, -128, -127]> : tensor<130xi8>
  func.return
}

// -----

func.func @iota_i8() {
  %r = stablehlo.iota dim = 0 : tensor<5xi8>
  check.expect_eq_const %r, dense<[0, 1, 2, 3, 4]> : tensor<5xi8>
  func.return
}

// -----

func.func @iota_i16() {
  %r = stablehlo.iota dim = 0 : tensor<5xi16>
  check.expect_eq_const %r, dense<[0, 1, 2, 3, 4]> : tensor<5xi16>
  func.return
}

// -----

func.func @iota_i32() {
  %r = stablehlo.iota dim = 0 : tensor<5xi32>
  check.expect_eq_const %r, dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
  func.return
}

// -----

func.func @iota_i64() {
  %r = stablehlo.iota dim = 0 : tensor<5xi64>
  check.expect_eq_const %r, dense<[0, 1, 2, 3, 4]> : tensor<5xi64>
  func.return
}

// -----

func.func @iota_ui8() {
  %r = stablehlo.iota dim = 0 : tensor<5xui8>
  check.expect_eq_const %r, dense<[0, 1, 2, 3, 4]> : tensor<5xui8>
  func.return
}

// -----

func.func @iota_ui16() {
  %r = stablehlo.iota dim = 0 : tensor<5xui16>
  check.expect_eq_const %r, dense<[0, 1, 2, 3, 4]> : tensor<5xui16>
  func.return
}

// -----

func.func @iota_ui32() {
  %r = stablehlo.iota dim = 0 : tensor<5xui32>
  check.expect_eq_const %r, dense<[0, 1, 2, 3, 4]> : tensor<5xui32>
  func.return
}

// -----

func.func @iota_ui64() {
  %r = stablehlo.iota dim = 0 : tensor<5xui64>
  check.expect_eq_const %r, dense<[0, 1, 2, 3, 4]> : tensor<5xui64>
  func.return
}

// -----

func.func @iota_f8E4M3FN() {
  %r = stablehlo.iota dim = 0 : tensor<5xf8E4M3FN>
  check.expect_eq_const %r, dense<[0.0, 1.0, 2.0, 3.0, 4.0]> : tensor<5xf8E4M3FN>
  func.return
}

// -----

func.func @iota_f8E5M2() {
  %r = stablehlo.iota dim = 0 : tensor<5xf8E5M2>
  check.expect_eq_const %r, dense<[0.0, 1.0, 2.0, 3.0, 4.0]> : tensor<5xf8E5M2>
  func.return
}

// -----

func.func @iota_f8E3M4() {
  %r = stablehlo.iota dim = 0 : tensor<5xf8E3M4>
  check.expect_eq_const %r, dense<[0.0, 1.0, 2.0, 3.0, 4.0]> : tensor<5xf8E3M4>
  func.return
}

// -----

func.func @iota_f8E4M3() {
  %r = stablehlo.iota dim = 0 : tensor<5xf8E4M3>
  check.expect_eq_const %r, dense<[0.0, 1.0, 2.0, 3.0, 4.0]> : tensor<5xf8E4M3>
  func.return
}

// -----

func.func @iota_f8E4M3FNUZ() {
  %r = stablehlo.iota dim = 0 : tensor<5xf8E4M3FNUZ>
  check.expect_eq_const %r, dense<[0.0, 1.0, 2.0, 3.0, 4.0]> : tensor<5xf8E4M3FNUZ>
  func.return
}

// -----

func.func @iota_f8E4M3B11FNUZ() {
  %r = stablehlo.iota dim = 0 : tensor<5xf8E4M3B11FNUZ>
  check.expect_eq_const %r, dense<[0.0, 1.0, 2.0, 3.0, 4.0]> : tensor<5xf8E4M3B11FNUZ>
  func.return
}

// -----

func.func @iota_f8E5M2FNUZ() {
  %r = stablehlo.iota dim = 0 : tensor<5xf8E5M2FNUZ>
  check.expect_eq_const %r, dense<[0.0, 1.0, 2.0, 3.0, 4.0]> : tensor<5xf8E5M2FNUZ>
  func.return
}

// -----

func.func @iota_f6E2M3FN() {
  %r = stablehlo.iota dim = 0 : tensor<5xf6E2M3FN>
  check.expect_eq_const %r, dense<[0.0, 1.0, 2.0, 3.0, 4.0]> : tensor<5xf6E2M3FN>
  func.return
}

// -----

func.func @iota_f6E3M2FN() {
  %r = stablehlo.iota dim = 0 : tensor<5xf6E3M2FN>
  check.expect_eq_const %r, dense<[0.0, 1.0, 2.0, 3.0, 4.0]> : tensor<5xf6E3M2FN>
  func.return
}

// -----

func.func @iota_bf16() {
  %r = stablehlo.iota dim = 0 : tensor<5xbf16>
  check.expect_eq_const %r, dense<[0.0, 1.0, 2.0, 3.0, 4.0]> : tensor<5xbf16>
  func.return
}

// -----

func.func @iota_f16() {
  %r = stablehlo.iota dim = 0 : tensor<5xf16>
  check.expect_eq_const %r, dense<[0.0, 1.0, 2.0, 3.0, 4.0]> : tensor<5xf16>
  func.return
}

// -----

func.func @iota_f32() {
  %r = stablehlo.iota dim = 0 : tensor<5xf32>
  check.expect_eq_const %r, dense<[0.0, 1.0, 2.0, 3.0, 4.0]> : tensor<5xf32>
  func.return
}

// -----

func.func @iota_f64() {
  %r = stablehlo.iota dim = 0 : tensor<5xf64>
  check.expect_eq_const %r, dense<[0.0, 1.0, 2.0, 3.0, 4.0]> : tensor<5xf64>
  func.return
}

// -----

func.func @iota_complex_f32() {
  %r = stablehlo.iota dim = 0 : tensor<5xcomplex<f32>>
  check.expect_eq_const %r, dense<[(0.0,0.0), (1.0,0.0), (2.0,0.0), (3.0,0.0), (4.0,0.0)]> : tensor<5xcomplex<f32>>
  func.return
}

// -----

func.func @iota_complex_f64() {
  %r = stablehlo.iota dim = 0 : tensor<5xcomplex<f64>>
  check.expect_eq_const %r, dense<[(0.0,0.0), (1.0,0.0), (2.0,0.0), (3.0,0.0), (4.0,0.0)]> : tensor<5xcomplex<f64>>
  func.return
}

// -----

func.func @iota_f4E2M1FN() {
  %r = stablehlo.iota dim = 0 : tensor<5xf4E2M1FN>
  check.expect_eq_const %r, dense<[0.0, 1.0, 2.0, 3.0, 4.0]> : tensor<5xf4E2M1FN>
  func.return
}

// -----

func.func @iota_bf16_rounds() {
  %r = stablehlo.iota dim = 0 : tensor<264xbf16>
  check.expect_eq_const %r, dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0, 32.0, 33.0, 34.0, 35.0, 36.0, 37.0, 38.0, 39.0, 40.0, 41.0, 42.0, 43.0, 44.0, 45.0, 46.0, 47.0, 48.0, 49.0, 50.0, 51.0, 52.0, 53.0, 54.0, 55.0, 56.0, 57.0, 58.0, 59.0, 60.0, 61.0, 62.0, 63.0, 64.0, 65.0, 66.0, 67.0, 68.0, 69.0, 70.0, 71.0, 72.0, 73.0, 74.0, 75.0, 76.0, 77.0, 78.0, 79.0, 80.0, 81.0, 82.0, 83.0, 84.0, 85.0, 86.0, 87.0, 88.0, 89.0, 90.0, 91.0, 92.0, 93.0, 94.0, 95.0, 96.0, 97.0, 98.0, 99.0, 100.0, 101.0, 102.0, 103.0, 104.0, 105.0, 106.0, 107.0, 108.0, 109.0, 110.0, 111.0, 112.0, 113.0, 114.0, 115.0, 116.0, 117.0, 118.0, 119.0, 120.0, 121.0, 122.0, 123.0, 124.0, 125.0, 126.0, 127.0, 128.0, 129.0, 130.0, 131.0, 132.0, 133.0, 134.0, 135.0, 136.0, 137.0, 138.0, 139.0, 140.0, 141.0, 142.0, 143.0, 144.0, 145.0, 146.0, 147.0, 148.0, 149.0, 150.0, 151.0, 152.0, 153.0, 154.0, 155.0, 156.0, 157.0, 158.0, 159.0, 160.0, 161.0, 162.0, 163.0, 164.0, 165.0, 166.0, 167.0, 168.0, 169.0, 170.0, 171.0, 172.0, 173.0, 174.0, 175.0, 176.0, 177.0, 178.0, 179.0, 180.0, 181.0, 182.0, 183.0, 184.0, 185.0, 186.0, 187.0, 188.0, 189.0, 190.0, 191.0, 192.0, 193.0, 194.0, 195.0, 196.0, 197.0, 198.0, 199.0, 200.0, 201.0, 202.0, 203.0, 204.0, 205.0, 206.0, 207.0, 208.0, 209.0, 210.0, 211.0, 212.0, 213.0, 214.0, 215.0, 216.0, 217.0, 218.0, 219.0, 220.0, 221.0, 222.0, 223.0, 224.0, 225.0, 226.0, 227.0, 228.0, 229.0, 230.0, 231.0, 232.0, 233.0, 234.0, 235.0, 236.0, 237.0, 238.0, 239.0, 240.0, 241.0, 242.0, 243.0, 244.0, 245.0, 246.0, 247.0, 248.0, 249.0, 250.0, 251.0, 252.0, 253.0, 254.0, 255.0, 256.0, 256.0, 258.0, 260.0, 260.0, 260.0, 262.0, 264.0]> : tensor<264xbf16>
  func.return
}
