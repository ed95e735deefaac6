// RUN: run
// Every element type, splats, empty arrays, bit patterns.

func.func @constant_i1() {
  %x = stablehlo.constant dense<[true, false, true, true]> : tensor<4xi1>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xi1>) -> tensor<1xi1>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xi1>) -> tensor<1xi1>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xi1>) -> tensor<1xi1>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xi1>) -> tensor<1xi1>
  check.expect_eq_const %e0, dense<[true]> : tensor<1xi1>
  check.expect_eq_const %e1, dense<[false]> : tensor<1xi1>
  check.expect_eq_const %e2, dense<[true]> : tensor<1xi1>
  check.expect_eq_const %e3, dense<[true]> : tensor<1xi1>
  func.return
}

// -----

func.func @constant_splat_i1() {
  %x = stablehlo.constant dense<true> : tensor<2x2xi1>
  check.expect_eq_const %x, dense<[[true, true], [true, true]]> : tensor<2x2xi1>
  func.return
}

// -----

func.func @constant_i2() {
  %x = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xi2>) -> tensor<1xi2>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xi2>) -> tensor<1xi2>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xi2>) -> tensor<1xi2>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xi2>) -> tensor<1xi2>
  check.expect_eq_const %e0, dense<[-2]> : tensor<1xi2>
  check.expect_eq_const %e1, dense<[-1]> : tensor<1xi2>
  check.expect_eq_const %e2, dense<[0]> : tensor<1xi2>
  check.expect_eq_const %e3, dense<[1]> : tensor<1xi2>
  func.return
}

// -----

func.func @constant_splat_i2() {
  %x = stablehlo.constant dense<-2> : tensor<2x2xi2>
  check.expect_eq_const %x, dense<[[-2, -2], [-2, -2]]> : tensor<2x2xi2>
  func.return
}

// -----

func.func @constant_i4() {
  %x = stablehlo.constant dense<[-8, 7, 0, 3]> : tensor<4xi4>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xi4>) -> tensor<1xi4>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xi4>) -> tensor<1xi4>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xi4>) -> tensor<1xi4>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xi4>) -> tensor<1xi4>
  check.expect_eq_const %e0, dense<[-8]> : tensor<1xi4>
  check.expect_eq_const %e1, dense<[7]> : tensor<1xi4>
  check.expect_eq_const %e2, dense<[0]> : tensor<1xi4>
  check.expect_eq_const %e3, dense<[3]> : tensor<1xi4>
  func.return
}

// -----

func.func @constant_splat_i4() {
  %x = stablehlo.constant dense<-8> : tensor<2x2xi4>
  check.expect_eq_const %x, dense<[[-8, -8], [-8, -8]]> : tensor<2x2xi4>
  func.return
}

// -----

func.func @constant_i8() {
  %x = stablehlo.constant dense<[-128, 127, 5, 0]> : tensor<4xi8>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xi8>) -> tensor<1xi8>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xi8>) -> tensor<1xi8>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xi8>) -> tensor<1xi8>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xi8>) -> tensor<1xi8>
  check.expect_eq_const %e0, dense<[-128]> : tensor<1xi8>
  check.expect_eq_const %e1, dense<[127]> : tensor<1xi8>
  check.expect_eq_const %e2, dense<[5]> : tensor<1xi8>
  check.expect_eq_const %e3, dense<[0]> : tensor<1xi8>
  func.return
}

// -----

func.func @constant_splat_i8() {
  %x = stablehlo.constant dense<-128> : tensor<2x2xi8>
  check.expect_eq_const %x, dense<[[-128, -128], [-128, -128]]> : tensor<2x2xi8>
  func.return
}

// -----

func.func @constant_i16() {
  %x = stablehlo.constant dense<[-32768, 32767, 7, 0]> : tensor<4xi16>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xi16>) -> tensor<1xi16>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xi16>) -> tensor<1xi16>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xi16>) -> tensor<1xi16>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xi16>) -> tensor<1xi16>
  check.expect_eq_const %e0, dense<[-32768]> : tensor<1xi16>
  check.expect_eq_const %e1, dense<[32767]> : tensor<1xi16>
  check.expect_eq_const %e2, dense<[7]> : tensor<1xi16>
  check.expect_eq_const %e3, dense<[0]> : tensor<1xi16>
  func.return
}

// -----

func.func @constant_splat_i16() {
  %x = stablehlo.constant dense<-32768> : tensor<2x2xi16>
  check.expect_eq_const %x, dense<[[-32768, -32768], [-32768, -32768]]> : tensor<2x2xi16>
  func.return
}

// -----

func.func @constant_i32() {
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xi32>) -> tensor<1xi32>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xi32>) -> tensor<1xi32>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xi32>) -> tensor<1xi32>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xi32>) -> tensor<1xi32>
  check.expect_eq_const %e0, dense<[1]> : tensor<1xi32>
  check.expect_eq_const %e1, dense<[2]> : tensor<1xi32>
  check.expect_eq_const %e2, dense<[3]> : tensor<1xi32>
  check.expect_eq_const %e3, dense<[4]> : tensor<1xi32>
  func.return
}

// -----

func.func @constant_splat_i32() {
  %x = stablehlo.constant dense<-2147483648> : tensor<2x2xi32>
  check.expect_eq_const %x, dense<[[-2147483648, -2147483648], [-2147483648, -2147483648]]> : tensor<2x2xi32>
  func.return
}

// -----

func.func @constant_i64() {
  %x = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 11, 3]> : tensor<4xi64>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xi64>) -> tensor<1xi64>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xi64>) -> tensor<1xi64>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xi64>) -> tensor<1xi64>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xi64>) -> tensor<1xi64>
  check.expect_eq_const %e0, dense<[-9223372036854775808]> : tensor<1xi64>
  check.expect_eq_const %e1, dense<[9223372036854775807]> : tensor<1xi64>
  check.expect_eq_const %e2, dense<[11]> : tensor<1xi64>
  check.expect_eq_const %e3, dense<[3]> : tensor<1xi64>
  func.return
}

// -----

func.func @constant_splat_i64() {
  %x = stablehlo.constant dense<-9223372036854775808> : tensor<2x2xi64>
  check.expect_eq_const %x, dense<[[-9223372036854775808, -9223372036854775808], [-9223372036854775808, -9223372036854775808]]> : tensor<2x2xi64>
  func.return
}

// -----

func.func @constant_ui2() {
  %x = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xui2>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xui2>) -> tensor<1xui2>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xui2>) -> tensor<1xui2>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xui2>) -> tensor<1xui2>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xui2>) -> tensor<1xui2>
  check.expect_eq_const %e0, dense<[0]> : tensor<1xui2>
  check.expect_eq_const %e1, dense<[1]> : tensor<1xui2>
  check.expect_eq_const %e2, dense<[2]> : tensor<1xui2>
  check.expect_eq_const %e3, dense<[3]> : tensor<1xui2>
  func.return
}

// -----

func.func @constant_splat_ui2() {
  %x = stablehlo.constant dense<0> : tensor<2x2xui2>
  check.expect_eq_const %x, dense<[[0, 0], [0, 0]]> : tensor<2x2xui2>
  func.return
}

// -----

func.func @constant_ui4() {
  %x = stablehlo.constant dense<[15, 0, 8, 3]> : tensor<4xui4>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xui4>) -> tensor<1xui4>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xui4>) -> tensor<1xui4>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xui4>) -> tensor<1xui4>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xui4>) -> tensor<1xui4>
  check.expect_eq_const %e0, dense<[15]> : tensor<1xui4>
  check.expect_eq_const %e1, dense<[0]> : tensor<1xui4>
  check.expect_eq_const %e2, dense<[8]> : tensor<1xui4>
  check.expect_eq_const %e3, dense<[3]> : tensor<1xui4>
  func.return
}

// -----

func.func @constant_splat_ui4() {
  %x = stablehlo.constant dense<15> : tensor<2x2xui4>
  check.expect_eq_const %x, dense<[[15, 15], [15, 15]]> : tensor<2x2xui4>
  func.return
}

// -----

func.func @constant_ui8() {
  %x = stablehlo.constant dense<[255, 0, 128, 1]> : tensor<4xui8>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xui8>) -> tensor<1xui8>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xui8>) -> tensor<1xui8>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xui8>) -> tensor<1xui8>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xui8>) -> tensor<1xui8>
  check.expect_eq_const %e0, dense<[255]> : tensor<1xui8>
  check.expect_eq_const %e1, dense<[0]> : tensor<1xui8>
  check.expect_eq_const %e2, dense<[128]> : tensor<1xui8>
  check.expect_eq_const %e3, dense<[1]> : tensor<1xui8>
  func.return
}

// -----

func.func @constant_splat_ui8() {
  %x = stablehlo.constant dense<255> : tensor<2x2xui8>
  check.expect_eq_const %x, dense<[[255, 255], [255, 255]]> : tensor<2x2xui8>
  func.return
}

// -----

func.func @constant_ui16() {
  %x = stablehlo.constant dense<[65535, 0, 7, 65535]> : tensor<4xui16>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xui16>) -> tensor<1xui16>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xui16>) -> tensor<1xui16>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xui16>) -> tensor<1xui16>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xui16>) -> tensor<1xui16>
  check.expect_eq_const %e0, dense<[65535]> : tensor<1xui16>
  check.expect_eq_const %e1, dense<[0]> : tensor<1xui16>
  check.expect_eq_const %e2, dense<[7]> : tensor<1xui16>
  check.expect_eq_const %e3, dense<[65535]> : tensor<1xui16>
  func.return
}

// -----

func.func @constant_splat_ui16() {
  %x = stablehlo.constant dense<65535> : tensor<2x2xui16>
  check.expect_eq_const %x, dense<[[65535, 65535], [65535, 65535]]> : tensor<2x2xui16>
  func.return
}

// -----

func.func @constant_ui32() {
  %x = stablehlo.constant dense<[4294967295, 0, 13, 4294967295]> : tensor<4xui32>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xui32>) -> tensor<1xui32>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xui32>) -> tensor<1xui32>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xui32>) -> tensor<1xui32>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xui32>) -> tensor<1xui32>
  check.expect_eq_const %e0, dense<[4294967295]> : tensor<1xui32>
  check.expect_eq_const %e1, dense<[0]> : tensor<1xui32>
  check.expect_eq_const %e2, dense<[13]> : tensor<1xui32>
  check.expect_eq_const %e3, dense<[4294967295]> : tensor<1xui32>
  func.return
}

// -----

func.func @constant_splat_ui32() {
  %x = stablehlo.constant dense<4294967295> : tensor<2x2xui32>
  check.expect_eq_const %x, dense<[[4294967295, 4294967295], [4294967295, 4294967295]]> : tensor<2x2xui32>
  func.return
}

// -----

func.func @constant_ui64() {
  %x = stablehlo.constant dense<[18446744073709551615, 0, 17, 18446744073709551615]> : tensor<4xui64>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xui64>) -> tensor<1xui64>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xui64>) -> tensor<1xui64>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xui64>) -> tensor<1xui64>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xui64>) -> tensor<1xui64>
  check.expect_eq_const %e0, dense<[18446744073709551615]> : tensor<1xui64>
  check.expect_eq_const %e1, dense<[0]> : tensor<1xui64>
  check.expect_eq_const %e2, dense<[17]> : tensor<1xui64>
  check.expect_eq_const %e3, dense<[18446744073709551615]> : tensor<1xui64>
  func.return
}

// -----

func.func @constant_splat_ui64() {
  %x = stablehlo.constant dense<18446744073709551615> : tensor<2x2xui64>
  check.expect_eq_const %x, dense<[[18446744073709551615, 18446744073709551615], [18446744073709551615, 18446744073709551615]]> : tensor<2x2xui64>
  func.return
}

// -----

func.func @constant_f4E2M1FN() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf4E2M1FN>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xf4E2M1FN>) -> tensor<1xf4E2M1FN>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xf4E2M1FN>) -> tensor<1xf4E2M1FN>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xf4E2M1FN>) -> tensor<1xf4E2M1FN>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xf4E2M1FN>) -> tensor<1xf4E2M1FN>
  check.expect_eq_const %e0, dense<[1.0]> : tensor<1xf4E2M1FN>
  check.expect_eq_const %e1, dense<[2.0]> : tensor<1xf4E2M1FN>
  check.expect_eq_const %e2, dense<[0.5]> : tensor<1xf4E2M1FN>
  check.expect_eq_const %e3, dense<[4.0]> : tensor<1xf4E2M1FN>
  func.return
}

// -----

func.func @constant_splat_f4E2M1FN() {
  %x = stablehlo.constant dense<1.0> : tensor<2x2xf4E2M1FN>
  check.expect_eq_const %x, dense<[[1.0, 1.0], [1.0, 1.0]]> : tensor<2x2xf4E2M1FN>
  func.return
}

// -----

func.func @constant_f6E2M3FN() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf6E2M3FN>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xf6E2M3FN>) -> tensor<1xf6E2M3FN>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xf6E2M3FN>) -> tensor<1xf6E2M3FN>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xf6E2M3FN>) -> tensor<1xf6E2M3FN>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xf6E2M3FN>) -> tensor<1xf6E2M3FN>
  check.expect_eq_const %e0, dense<[1.0]> : tensor<1xf6E2M3FN>
  check.expect_eq_const %e1, dense<[2.0]> : tensor<1xf6E2M3FN>
  check.expect_eq_const %e2, dense<[0.5]> : tensor<1xf6E2M3FN>
  check.expect_eq_const %e3, dense<[4.0]> : tensor<1xf6E2M3FN>
  func.return
}

// -----

func.func @constant_splat_f6E2M3FN() {
  %x = stablehlo.constant dense<1.0> : tensor<2x2xf6E2M3FN>
  check.expect_eq_const %x, dense<[[1.0, 1.0], [1.0, 1.0]]> : tensor<2x2xf6E2M3FN>
  func.return
}

// -----

func.func @constant_f6E3M2FN() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf6E3M2FN>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xf6E3M2FN>) -> tensor<1xf6E3M2FN>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xf6E3M2FN>) -> tensor<1xf6E3M2FN>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xf6E3M2FN>) -> tensor<1xf6E3M2FN>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xf6E3M2FN>) -> tensor<1xf6E3M2FN>
  check.expect_eq_const %e0, dense<[1.0]> : tensor<1xf6E3M2FN>
  check.expect_eq_const %e1, dense<[2.0]> : tensor<1xf6E3M2FN>
  check.expect_eq_const %e2, dense<[0.5]> : tensor<1xf6E3M2FN>
  check.expect_eq_const %e3, dense<[4.0]> : tensor<1xf6E3M2FN>
  func.return
}

// -----

func.func @constant_splat_f6E3M2FN() {
  %x = stablehlo.constant dense<1.0> : tensor<2x2xf6E3M2FN>
  check.expect_eq_const %x, dense<[[1.0, 1.0], [1.0, 1.0]]> : tensor<2x2xf6E3M2FN>
  func.return
}

// -----

func.func @constant_f8E3M4() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E3M4>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xf8E3M4>) -> tensor<1xf8E3M4>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xf8E3M4>) -> tensor<1xf8E3M4>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xf8E3M4>) -> tensor<1xf8E3M4>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xf8E3M4>) -> tensor<1xf8E3M4>
  check.expect_eq_const %e0, dense<[1.0]> : tensor<1xf8E3M4>
  check.expect_eq_const %e1, dense<[2.0]> : tensor<1xf8E3M4>
  check.expect_eq_const %e2, dense<[0.5]> : tensor<1xf8E3M4>
  check.expect_eq_const %e3, dense<[4.0]> : tensor<1xf8E3M4>
  func.return
}

// -----

func.func @constant_splat_f8E3M4() {
  %x = stablehlo.constant dense<1.0> : tensor<2x2xf8E3M4>
  check.expect_eq_const %x, dense<[[1.0, 1.0], [1.0, 1.0]]> : tensor<2x2xf8E3M4>
  func.return
}

// -----

func.func @constant_f8E4M3() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E4M3>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xf8E4M3>) -> tensor<1xf8E4M3>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xf8E4M3>) -> tensor<1xf8E4M3>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xf8E4M3>) -> tensor<1xf8E4M3>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xf8E4M3>) -> tensor<1xf8E4M3>
  check.expect_eq_const %e0, dense<[1.0]> : tensor<1xf8E4M3>
  check.expect_eq_const %e1, dense<[2.0]> : tensor<1xf8E4M3>
  check.expect_eq_const %e2, dense<[0.5]> : tensor<1xf8E4M3>
  check.expect_eq_const %e3, dense<[4.0]> : tensor<1xf8E4M3>
  func.return
}

// -----

func.func @constant_splat_f8E4M3() {
  %x = stablehlo.constant dense<1.0> : tensor<2x2xf8E4M3>
  check.expect_eq_const %x, dense<[[1.0, 1.0], [1.0, 1.0]]> : tensor<2x2xf8E4M3>
  func.return
}

// -----

func.func @constant_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E4M3FN>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xf8E4M3FN>) -> tensor<1xf8E4M3FN>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xf8E4M3FN>) -> tensor<1xf8E4M3FN>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xf8E4M3FN>) -> tensor<1xf8E4M3FN>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xf8E4M3FN>) -> tensor<1xf8E4M3FN>
  check.expect_eq_const %e0, dense<[1.0]> : tensor<1xf8E4M3FN>
  check.expect_eq_const %e1, dense<[2.0]> : tensor<1xf8E4M3FN>
  check.expect_eq_const %e2, dense<[0.5]> : tensor<1xf8E4M3FN>
  check.expect_eq_const %e3, dense<[4.0]> : tensor<1xf8E4M3FN>
  func.return
}

// -----

func.func @constant_splat_f8E4M3FN() {
  %x = stablehlo.constant dense<1.0> : tensor<2x2xf8E4M3FN>
  check.expect_eq_const %x, dense<[[1.0, 1.0], [1.0, 1.0]]> : tensor<2x2xf8E4M3FN>
  func.return
}

// -----

func.func @constant_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E4M3FNUZ>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xf8E4M3FNUZ>) -> tensor<1xf8E4M3FNUZ>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xf8E4M3FNUZ>) -> tensor<1xf8E4M3FNUZ>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xf8E4M3FNUZ>) -> tensor<1xf8E4M3FNUZ>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xf8E4M3FNUZ>) -> tensor<1xf8E4M3FNUZ>
  check.expect_eq_const %e0, dense<[1.0]> : tensor<1xf8E4M3FNUZ>
  check.expect_eq_const %e1, dense<[2.0]> : tensor<1xf8E4M3FNUZ>
  check.expect_eq_const %e2, dense<[0.5]> : tensor<1xf8E4M3FNUZ>
  check.expect_eq_const %e3, dense<[4.0]> : tensor<1xf8E4M3FNUZ>
  func.return
}

// -----

func.func @constant_splat_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<1.0> : tensor<2x2xf8E4M3FNUZ>
  check.expect_eq_const %x, dense<[[1.0, 1.0], [1.0, 1.0]]> : tensor<2x2xf8E4M3FNUZ>
  func.return
}

// -----

func.func @constant_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E4M3B11FNUZ>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xf8E4M3B11FNUZ>) -> tensor<1xf8E4M3B11FNUZ>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xf8E4M3B11FNUZ>) -> tensor<1xf8E4M3B11FNUZ>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xf8E4M3B11FNUZ>) -> tensor<1xf8E4M3B11FNUZ>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xf8E4M3B11FNUZ>) -> tensor<1xf8E4M3B11FNUZ>
  check.expect_eq_const %e0, dense<[1.0]> : tensor<1xf8E4M3B11FNUZ>
  check.expect_eq_const %e1, dense<[2.0]> : tensor<1xf8E4M3B11FNUZ>
  check.expect_eq_const %e2, dense<[0.5]> : tensor<1xf8E4M3B11FNUZ>
  check.expect_eq_const %e3, dense<[4.0]> : tensor<1xf8E4M3B11FNUZ>
  func.return
}

// -----

func.func @constant_splat_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<1.0> : tensor<2x2xf8E4M3B11FNUZ>
  check.expect_eq_const %x, dense<[[1.0, 1.0], [1.0, 1.0]]> : tensor<2x2xf8E4M3B11FNUZ>
  func.return
}

// -----

func.func @constant_f8E5M2() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E5M2>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xf8E5M2>) -> tensor<1xf8E5M2>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xf8E5M2>) -> tensor<1xf8E5M2>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xf8E5M2>) -> tensor<1xf8E5M2>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xf8E5M2>) -> tensor<1xf8E5M2>
  check.expect_eq_const %e0, dense<[1.0]> : tensor<1xf8E5M2>
  check.expect_eq_const %e1, dense<[2.0]> : tensor<1xf8E5M2>
  check.expect_eq_const %e2, dense<[0.5]> : tensor<1xf8E5M2>
  check.expect_eq_const %e3, dense<[4.0]> : tensor<1xf8E5M2>
  func.return
}

// -----

func.func @constant_splat_f8E5M2() {
  %x = stablehlo.constant dense<1.0> : tensor<2x2xf8E5M2>
  check.expect_eq_const %x, dense<[[1.0, 1.0], [1.0, 1.0]]> : tensor<2x2xf8E5M2>
  func.return
}

// -----

func.func @constant_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E5M2FNUZ>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xf8E5M2FNUZ>) -> tensor<1xf8E5M2FNUZ>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xf8E5M2FNUZ>) -> tensor<1xf8E5M2FNUZ>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xf8E5M2FNUZ>) -> tensor<1xf8E5M2FNUZ>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xf8E5M2FNUZ>) -> tensor<1xf8E5M2FNUZ>
  check.expect_eq_const %e0, dense<[1.0]> : tensor<1xf8E5M2FNUZ>
  check.expect_eq_const %e1, dense<[2.0]> : tensor<1xf8E5M2FNUZ>
  check.expect_eq_const %e2, dense<[0.5]> : tensor<1xf8E5M2FNUZ>
  check.expect_eq_const %e3, dense<[4.0]> : tensor<1xf8E5M2FNUZ>
  func.return
}

// -----

func.func @constant_splat_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<1.0> : tensor<2x2xf8E5M2FNUZ>
  check.expect_eq_const %x, dense<[[1.0, 1.0], [1.0, 1.0]]> : tensor<2x2xf8E5M2FNUZ>
  func.return
}

// -----

func.func @constant_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E8M0FNU>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xf8E8M0FNU>) -> tensor<1xf8E8M0FNU>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xf8E8M0FNU>) -> tensor<1xf8E8M0FNU>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xf8E8M0FNU>) -> tensor<1xf8E8M0FNU>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xf8E8M0FNU>) -> tensor<1xf8E8M0FNU>
  check.expect_eq_const %e0, dense<[1.0]> : tensor<1xf8E8M0FNU>
  check.expect_eq_const %e1, dense<[2.0]> : tensor<1xf8E8M0FNU>
  check.expect_eq_const %e2, dense<[0.5]> : tensor<1xf8E8M0FNU>
  check.expect_eq_const %e3, dense<[4.0]> : tensor<1xf8E8M0FNU>
  func.return
}

// -----

func.func @constant_splat_f8E8M0FNU() {
  %x = stablehlo.constant dense<1.0> : tensor<2x2xf8E8M0FNU>
  check.expect_eq_const %x, dense<[[1.0, 1.0], [1.0, 1.0]]> : tensor<2x2xf8E8M0FNU>
  func.return
}

// -----

func.func @constant_bf16() {
  %x = stablehlo.constant dense<[1.5, -2.0, 0.25, -8.0]> : tensor<4xbf16>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xbf16>) -> tensor<1xbf16>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xbf16>) -> tensor<1xbf16>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xbf16>) -> tensor<1xbf16>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xbf16>) -> tensor<1xbf16>
  check.expect_eq_const %e0, dense<[1.5]> : tensor<1xbf16>
  check.expect_eq_const %e1, dense<[-2.0]> : tensor<1xbf16>
  check.expect_eq_const %e2, dense<[0.25]> : tensor<1xbf16>
  check.expect_eq_const %e3, dense<[-8.0]> : tensor<1xbf16>
  func.return
}

// -----

func.func @constant_splat_bf16() {
  %x = stablehlo.constant dense<1.5> : tensor<2x2xbf16>
  check.expect_eq_const %x, dense<[[1.5, 1.5], [1.5, 1.5]]> : tensor<2x2xbf16>
  func.return
}

// -----

func.func @constant_f16() {
  %x = stablehlo.constant dense<[1.5, -2.0, 0.25, -8.0]> : tensor<4xf16>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xf16>) -> tensor<1xf16>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xf16>) -> tensor<1xf16>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xf16>) -> tensor<1xf16>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xf16>) -> tensor<1xf16>
  check.expect_eq_const %e0, dense<[1.5]> : tensor<1xf16>
  check.expect_eq_const %e1, dense<[-2.0]> : tensor<1xf16>
  check.expect_eq_const %e2, dense<[0.25]> : tensor<1xf16>
  check.expect_eq_const %e3, dense<[-8.0]> : tensor<1xf16>
  func.return
}

// -----

func.func @constant_splat_f16() {
  %x = stablehlo.constant dense<1.5> : tensor<2x2xf16>
  check.expect_eq_const %x, dense<[[1.5, 1.5], [1.5, 1.5]]> : tensor<2x2xf16>
  func.return
}

// -----

func.func @constant_f32() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xf32>) -> tensor<1xf32>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xf32>) -> tensor<1xf32>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xf32>) -> tensor<1xf32>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xf32>) -> tensor<1xf32>
  check.expect_eq_const %e0, dense<[1.0]> : tensor<1xf32>
  check.expect_eq_const %e1, dense<[2.0]> : tensor<1xf32>
  check.expect_eq_const %e2, dense<[3.0]> : tensor<1xf32>
  check.expect_eq_const %e3, dense<[4.0]> : tensor<1xf32>
  func.return
}

// -----

func.func @constant_splat_f32() {
  %x = stablehlo.constant dense<1.5> : tensor<2x2xf32>
  check.expect_eq_const %x, dense<[[1.5, 1.5], [1.5, 1.5]]> : tensor<2x2xf32>
  func.return
}

// -----

func.func @constant_f64() {
  %x = stablehlo.constant dense<[1.5, -2.0, 0.1, -8.0]> : tensor<4xf64>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xf64>) -> tensor<1xf64>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xf64>) -> tensor<1xf64>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xf64>) -> tensor<1xf64>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xf64>) -> tensor<1xf64>
  check.expect_eq_const %e0, dense<[1.5]> : tensor<1xf64>
  check.expect_eq_const %e1, dense<[-2.0]> : tensor<1xf64>
  check.expect_eq_const %e2, dense<[0.1]> : tensor<1xf64>
  check.expect_eq_const %e3, dense<[-8.0]> : tensor<1xf64>
  func.return
}

// -----

func.func @constant_splat_f64() {
  %x = stablehlo.constant dense<1.5> : tensor<2x2xf64>
  check.expect_eq_const %x, dense<[[1.5, 1.5], [1.5, 1.5]]> : tensor<2x2xf64>
  func.return
}

// -----

func.func @constant_complex_f32() {
  %x = stablehlo.constant dense<[(1.0,2.0), (-3.0,0.5), (0.0,1.0), (1.0,2.0)]> : tensor<4xcomplex<f32>>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xcomplex<f32>>) -> tensor<1xcomplex<f32>>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xcomplex<f32>>) -> tensor<1xcomplex<f32>>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xcomplex<f32>>) -> tensor<1xcomplex<f32>>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xcomplex<f32>>) -> tensor<1xcomplex<f32>>
  check.expect_eq_const %e0, dense<[(1.0,2.0)]> : tensor<1xcomplex<f32>>
  check.expect_eq_const %e1, dense<[(-3.0,0.5)]> : tensor<1xcomplex<f32>>
  check.expect_eq_const %e2, dense<[(0.0,1.0)]> : tensor<1xcomplex<f32>>
  check.expect_eq_const %e3, dense<[(1.0,2.0)]> : tensor<1xcomplex<f32>>
  func.return
}

// -----

func.func @constant_splat_complex_f32() {
  %x = stablehlo.constant dense<(1.0,2.0)> : tensor<2x2xcomplex<f32>>
  check.expect_eq_const %x, dense<[[(1.0,2.0), (1.0,2.0)], [(1.0,2.0), (1.0,2.0)]]> : tensor<2x2xcomplex<f32>>
  func.return
}

// -----

func.func @constant_complex_f64() {
  %x = stablehlo.constant dense<[(1.0,2.0), (-3.0,0.1), (0.0,1.0), (1.0,2.0)]> : tensor<4xcomplex<f64>>
  %e0 = stablehlo.slice %x [0:1] : (tensor<4xcomplex<f64>>) -> tensor<1xcomplex<f64>>
  %e1 = stablehlo.slice %x [1:2] : (tensor<4xcomplex<f64>>) -> tensor<1xcomplex<f64>>
  %e2 = stablehlo.slice %x [2:3] : (tensor<4xcomplex<f64>>) -> tensor<1xcomplex<f64>>
  %e3 = stablehlo.slice %x [3:4] : (tensor<4xcomplex<f64>>) -> tensor<1xcomplex<f64>>
  check.expect_eq_const %e0, dense<[(1.0,2.0)]> : tensor<1xcomplex<f64>>
  check.expect_eq_const %e1, dense<[(-3.0,0.1)]> : tensor<1xcomplex<f64>>
  check.expect_eq_const %e2, dense<[(0.0,1.0)]> : tensor<1xcomplex<f64>>
  check.expect_eq_const %e3, dense<[(1.0,2.0)]> : tensor<1xcomplex<f64>>
  func.return
}

// -----

func.func @constant_splat_complex_f64() {
  %x = stablehlo.constant dense<(1.0,2.0)> : tensor<2x2xcomplex<f64>>
  check.expect_eq_const %x, dense<[[(1.0,2.0), (1.0,2.0)], [(1.0,2.0), (1.0,2.0)]]> : tensor<2x2xcomplex<f64>>
  func.return
}

// -----

func.func @constant_empty() {
  %x = stablehlo.constant dense<> : tensor<0x3xf32>
  check.expect_eq_const %x, dense<> : tensor<0x3xf32>
  func.return
}

// -----

func.func @constant_scalar() {
  %x = stablehlo.constant dense<3.0> : tensor<f32>
  check.expect_eq_const %x, dense<3.0> : tensor<f32>
  func.return
}

// -----

func.func @constant_bits() {
  %x = stablehlo.constant dense<[0x7FC00001, 0x00000001]> : tensor<2xf32>
  %b = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<2xi32>
  check.expect_eq_const %b, dense<[2143289345, 1]> : tensor<2xi32>
  func.return
}

// -----

func.func @constant_large_splat() {
  %x = stablehlo.constant dense<7.0> : tensor<300x100xf32>
  %r = stablehlo.slice %x [299:300, 97:100] : (tensor<300x100xf32>) -> tensor<1x3xf32>
  check.expect_eq_const %r, dense<7.0> : tensor<1x3xf32>
  func.return
}
