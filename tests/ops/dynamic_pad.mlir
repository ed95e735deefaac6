// RUN: run
// As pad, with the padding from operands of any integer type.

func.func @dynamic_pad_edges() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %v = stablehlo.constant dense<9.0> : tensor<f32>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[2]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[0]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6xf32>
  check.expect_eq_const %r, dense<[9.0, 1.0, 2.0, 3.0, 9.0, 9.0]> : tensor<6xf32>
  func.return
}

// -----

func.func @dynamic_pad_interior() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %v = stablehlo.constant dense<9.0> : tensor<f32>
  %low = stablehlo.constant dense<[0]> : tensor<1xi64>
  %high = stablehlo.constant dense<[0]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[2]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<7xf32>
  check.expect_eq_const %r, dense<[1.0, 9.0, 9.0, 2.0, 9.0, 9.0, 3.0]> : tensor<7xf32>
  func.return
}

// -----

func.func @dynamic_pad_all() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %v = stablehlo.constant dense<9.0> : tensor<f32>
  %low = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %high = stablehlo.constant dense<[0, 2]> : tensor<2xi64>
  %inner = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<3x7xf32>
  check.expect_eq_const %r, dense<[[9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0], [1.0, 9.0, 2.0, 9.0, 3.0, 9.0, 9.0], [4.0, 9.0, 5.0, 9.0, 6.0, 9.0, 9.0]]> : tensor<3x7xf32>
  func.return
}

// -----

func.func @dynamic_pad_negative_low() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %v = stablehlo.constant dense<9.0> : tensor<f32>
  %low = stablehlo.constant dense<[-2]> : tensor<1xi64>
  %high = stablehlo.constant dense<[0]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[0]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<5xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xf32>
  check.expect_eq_const %r, dense<[3.0, 4.0, 5.0]> : tensor<3xf32>
  func.return
}

// -----

func.func @dynamic_pad_negative_high() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %v = stablehlo.constant dense<9.0> : tensor<f32>
  %low = stablehlo.constant dense<[0]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-3]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[0]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<5xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xf32>
  check.expect_eq_const %r, dense<[1.0, 2.0]> : tensor<2xf32>
  func.return
}

// -----

func.func @dynamic_pad_negative_both() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %v = stablehlo.constant dense<9.0> : tensor<f32>
  %low = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-2]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[0]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<5xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xf32>
  check.expect_eq_const %r, dense<[2.0, 3.0]> : tensor<2xf32>
  func.return
}

// -----

func.func @dynamic_pad_negative_into_interior() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %v = stablehlo.constant dense<9.0> : tensor<f32>
  %low = stablehlo.constant dense<[-2]> : tensor<1xi64>
  %high = stablehlo.constant dense<[1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6xf32>
  check.expect_eq_const %r, dense<[2.0, 9.0, 3.0, 9.0, 4.0, 9.0]> : tensor<6xf32>
  func.return
}

// -----

func.func @dynamic_pad_negative_low_within_gap() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %v = stablehlo.constant dense<9.0> : tensor<f32>
  %low = stablehlo.constant dense<[-3]> : tensor<1xi64>
  %high = stablehlo.constant dense<[0]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[2]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<7xf32>
  check.expect_eq_const %r, dense<[2.0, 9.0, 9.0, 3.0, 9.0, 9.0, 4.0]> : tensor<7xf32>
  func.return
}

// -----

func.func @dynamic_pad_negative_high_interior() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %v = stablehlo.constant dense<9.0> : tensor<f32>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-3]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[2]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<8xf32>
  check.expect_eq_const %r, dense<[9.0, 1.0, 9.0, 9.0, 2.0, 9.0, 9.0, 3.0]> : tensor<8xf32>
  func.return
}

// -----

func.func @dynamic_pad_all_pushed_out() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %v = stablehlo.constant dense<9.0> : tensor<f32>
  %low = stablehlo.constant dense<[-2]> : tensor<1xi64>
  %high = stablehlo.constant dense<[3]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[0]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<2xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xf32>
  check.expect_eq_const %r, dense<[9.0, 9.0, 9.0]> : tensor<3xf32>
  func.return
}

// -----

func.func @dynamic_pad_all_pushed_out_high() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %v = stablehlo.constant dense<9.0> : tensor<f32>
  %low = stablehlo.constant dense<[4]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-3]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[0]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<2xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xf32>
  check.expect_eq_const %r, dense<[9.0, 9.0, 9.0]> : tensor<3xf32>
  func.return
}

// -----

func.func @dynamic_pad_to_nothing() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %v = stablehlo.constant dense<9.0> : tensor<f32>
  %low = stablehlo.constant dense<[-3]> : tensor<1xi64>
  %high = stablehlo.constant dense<[0]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[0]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<0xf32>
  check.expect_eq_const %r, dense<> : tensor<0xf32>
  func.return
}

// -----

func.func @dynamic_pad_of_nothing() {
  %x = stablehlo.constant dense<> : tensor<0xf32>
  %v = stablehlo.constant dense<9.0> : tensor<f32>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[2]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[3]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<0xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xf32>
  check.expect_eq_const %r, dense<[9.0, 9.0, 9.0]> : tensor<3xf32>
  func.return
}

// -----

func.func @dynamic_pad_of_nothing_2() {
  %x = stablehlo.constant dense<> : tensor<0x2xf32>
  %v = stablehlo.constant dense<9.0> : tensor<f32>
  %low = stablehlo.constant dense<[1, 1]> : tensor<2xi64>
  %high = stablehlo.constant dense<[0, 0]> : tensor<2xi64>
  %inner = stablehlo.constant dense<[5, 0]> : tensor<2xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<0x2xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x3xf32>
  check.expect_eq_const %r, dense<[[9.0, 9.0, 9.0]]> : tensor<1x3xf32>
  func.return
}

// -----

func.func @dynamic_pad_scalar() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %v = stablehlo.constant dense<9.0> : tensor<f32>
  %low = stablehlo.constant dense<> : tensor<0xi64>
  %high = stablehlo.constant dense<> : tensor<0xi64>
  %inner = stablehlo.constant dense<> : tensor<0xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<f32>, tensor<f32>, tensor<0xi64>, tensor<0xi64>, tensor<0xi64>) -> tensor<f32>
  check.expect_eq_const %r, dense<1.0> : tensor<f32>
  func.return
}

// -----

func.func @dynamic_pad_none() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %v = stablehlo.constant dense<9.0> : tensor<f32>
  %low = stablehlo.constant dense<[0, 0]> : tensor<2xi64>
  %high = stablehlo.constant dense<[0, 0]> : tensor<2xi64>
  %inner = stablehlo.constant dense<[0, 0]> : tensor<2xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<2x2xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x2xf32>
  check.expect_eq_const %r, dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  func.return
}

// -----

func.func @dynamic_pad_rank_3() {
  %x = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf32>
  %v = stablehlo.constant dense<9.0> : tensor<f32>
  %low = stablehlo.constant dense<[0, -1, 1]> : tensor<3xi64>
  %high = stablehlo.constant dense<[1, 0, -1]> : tensor<3xi64>
  %inner = stablehlo.constant dense<[1, 0, 0]> : tensor<3xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<2x2x2xf32>, tensor<f32>, tensor<3xi64>, tensor<3xi64>, tensor<3xi64>) -> tensor<4x1x2xf32>
  check.expect_eq_const %r, dense<[[[9.0, 3.0]], [[9.0, 9.0]], [[9.0, 7.0]], [[9.0, 9.0]]]> : tensor<4x1x2xf32>
  func.return
}

// -----

func.func @dynamic_pad_mixed_signs() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]> : tensor<3x3xf32>
  %v = stablehlo.constant dense<9.0> : tensor<f32>
  %low = stablehlo.constant dense<[-1, 2]> : tensor<2xi32>
  %high = stablehlo.constant dense<[1, -2]> : tensor<2xi32>
  %inner = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<3x5xf32>
  check.expect_eq_const %r, dense<[[9.0, 9.0, 4.0, 9.0, 5.0], [9.0, 9.0, 7.0, 9.0, 8.0], [9.0, 9.0, 9.0, 9.0, 9.0]]> : tensor<3x5xf32>
  func.return
}

// -----

func.func @dynamic_pad_i1() {
  %x = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %v = stablehlo.constant dense<false> : tensor<i1>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xi1>, tensor<i1>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xi1>
  check.expect_eq_const %r, dense<[false, true, false, false, false]> : tensor<5xi1>
  func.return
}

// -----

func.func @dynamic_pad_i2() {
  %x = stablehlo.constant dense<[-2, -1, 0]> : tensor<3xi2>
  %v = stablehlo.constant dense<-1> : tensor<i2>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xi2>, tensor<i2>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xi2>
  check.expect_eq_const %r, dense<[-1, -2, -1, -1, -1]> : tensor<5xi2>
  func.return
}

// -----

func.func @dynamic_pad_i4() {
  %x = stablehlo.constant dense<[-8, 7, 0]> : tensor<3xi4>
  %v = stablehlo.constant dense<7> : tensor<i4>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xi4>, tensor<i4>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xi4>
  check.expect_eq_const %r, dense<[7, -8, 7, 7, 7]> : tensor<5xi4>
  func.return
}

// -----

func.func @dynamic_pad_i8() {
  %x = stablehlo.constant dense<[-128, 127, 5]> : tensor<3xi8>
  %v = stablehlo.constant dense<127> : tensor<i8>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xi8>, tensor<i8>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xi8>
  check.expect_eq_const %r, dense<[127, -128, 127, 127, 127]> : tensor<5xi8>
  func.return
}

// -----

func.func @dynamic_pad_i16() {
  %x = stablehlo.constant dense<[-32768, 32767, 7]> : tensor<3xi16>
  %v = stablehlo.constant dense<32767> : tensor<i16>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xi16>, tensor<i16>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xi16>
  check.expect_eq_const %r, dense<[32767, -32768, 32767, 32767, 32767]> : tensor<5xi16>
  func.return
}

// -----

func.func @dynamic_pad_i32() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %v = stablehlo.constant dense<2147483647> : tensor<i32>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xi32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xi32>
  check.expect_eq_const %r, dense<[2147483647, 1, 2147483647, 2, 2147483647]> : tensor<5xi32>
  func.return
}

// -----

func.func @dynamic_pad_i64() {
  %x = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 11]> : tensor<3xi64>
  %v = stablehlo.constant dense<9223372036854775807> : tensor<i64>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xi64>, tensor<i64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xi64>
  check.expect_eq_const %r, dense<[9223372036854775807, -9223372036854775808, 9223372036854775807, 9223372036854775807, 9223372036854775807]> : tensor<5xi64>
  func.return
}

// -----

func.func @dynamic_pad_ui2() {
  %x = stablehlo.constant dense<[0, 1, 2]> : tensor<3xui2>
  %v = stablehlo.constant dense<1> : tensor<ui2>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xui2>, tensor<ui2>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xui2>
  check.expect_eq_const %r, dense<[1, 0, 1, 1, 1]> : tensor<5xui2>
  func.return
}

// -----

func.func @dynamic_pad_ui4() {
  %x = stablehlo.constant dense<[15, 0, 8]> : tensor<3xui4>
  %v = stablehlo.constant dense<0> : tensor<ui4>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xui4>, tensor<ui4>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xui4>
  check.expect_eq_const %r, dense<[0, 15, 0, 0, 0]> : tensor<5xui4>
  func.return
}

// -----

func.func @dynamic_pad_ui8() {
  %x = stablehlo.constant dense<[255, 0, 128]> : tensor<3xui8>
  %v = stablehlo.constant dense<0> : tensor<ui8>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xui8>, tensor<ui8>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xui8>
  check.expect_eq_const %r, dense<[0, 255, 0, 0, 0]> : tensor<5xui8>
  func.return
}

// -----

func.func @dynamic_pad_ui16() {
  %x = stablehlo.constant dense<[65535, 0, 7]> : tensor<3xui16>
  %v = stablehlo.constant dense<0> : tensor<ui16>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xui16>, tensor<ui16>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xui16>
  check.expect_eq_const %r, dense<[0, 65535, 0, 0, 0]> : tensor<5xui16>
  func.return
}

// -----

func.func @dynamic_pad_ui32() {
  %x = stablehlo.constant dense<[4294967295, 0, 13]> : tensor<3xui32>
  %v = stablehlo.constant dense<0> : tensor<ui32>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xui32>, tensor<ui32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xui32>
  check.expect_eq_const %r, dense<[0, 4294967295, 0, 0, 0]> : tensor<5xui32>
  func.return
}

// -----

func.func @dynamic_pad_ui64() {
  %x = stablehlo.constant dense<[18446744073709551615, 0, 17]> : tensor<3xui64>
  %v = stablehlo.constant dense<0> : tensor<ui64>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xui64>, tensor<ui64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xui64>
  check.expect_eq_const %r, dense<[0, 18446744073709551615, 0, 0, 0]> : tensor<5xui64>
  func.return
}

// -----

func.func @dynamic_pad_f4E2M1FN() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf4E2M1FN>
  %v = stablehlo.constant dense<2.0> : tensor<f4E2M1FN>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xf4E2M1FN>, tensor<f4E2M1FN>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xf4E2M1FN>
  check.expect_eq_const %r, dense<[2.0, 1.0, 2.0, 2.0, 2.0]> : tensor<5xf4E2M1FN>
  func.return
}

// -----

func.func @dynamic_pad_f6E2M3FN() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf6E2M3FN>
  %v = stablehlo.constant dense<2.0> : tensor<f6E2M3FN>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xf6E2M3FN>, tensor<f6E2M3FN>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xf6E2M3FN>
  check.expect_eq_const %r, dense<[2.0, 1.0, 2.0, 2.0, 2.0]> : tensor<5xf6E2M3FN>
  func.return
}

// -----

func.func @dynamic_pad_f6E3M2FN() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf6E3M2FN>
  %v = stablehlo.constant dense<2.0> : tensor<f6E3M2FN>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xf6E3M2FN>, tensor<f6E3M2FN>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xf6E3M2FN>
  check.expect_eq_const %r, dense<[2.0, 1.0, 2.0, 2.0, 2.0]> : tensor<5xf6E3M2FN>
  func.return
}

// -----

func.func @dynamic_pad_f8E3M4() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf8E3M4>
  %v = stablehlo.constant dense<2.0> : tensor<f8E3M4>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xf8E3M4>, tensor<f8E3M4>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xf8E3M4>
  check.expect_eq_const %r, dense<[2.0, 1.0, 2.0, 2.0, 2.0]> : tensor<5xf8E3M4>
  func.return
}

// -----

func.func @dynamic_pad_f8E4M3() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf8E4M3>
  %v = stablehlo.constant dense<2.0> : tensor<f8E4M3>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xf8E4M3>, tensor<f8E4M3>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xf8E4M3>
  check.expect_eq_const %r, dense<[2.0, 1.0, 2.0, 2.0, 2.0]> : tensor<5xf8E4M3>
  func.return
}

// -----

func.func @dynamic_pad_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf8E4M3FN>
  %v = stablehlo.constant dense<2.0> : tensor<f8E4M3FN>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xf8E4M3FN>, tensor<f8E4M3FN>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xf8E4M3FN>
  check.expect_eq_const %r, dense<[2.0, 1.0, 2.0, 2.0, 2.0]> : tensor<5xf8E4M3FN>
  func.return
}

// -----

func.func @dynamic_pad_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf8E4M3FNUZ>
  %v = stablehlo.constant dense<2.0> : tensor<f8E4M3FNUZ>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xf8E4M3FNUZ>, tensor<f8E4M3FNUZ>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xf8E4M3FNUZ>
  check.expect_eq_const %r, dense<[2.0, 1.0, 2.0, 2.0, 2.0]> : tensor<5xf8E4M3FNUZ>
  func.return
}

// -----

func.func @dynamic_pad_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf8E4M3B11FNUZ>
  %v = stablehlo.constant dense<2.0> : tensor<f8E4M3B11FNUZ>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xf8E4M3B11FNUZ>, tensor<f8E4M3B11FNUZ>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xf8E4M3B11FNUZ>
  check.expect_eq_const %r, dense<[2.0, 1.0, 2.0, 2.0, 2.0]> : tensor<5xf8E4M3B11FNUZ>
  func.return
}

// -----

func.func @dynamic_pad_f8E5M2() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf8E5M2>
  %v = stablehlo.constant dense<2.0> : tensor<f8E5M2>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xf8E5M2>, tensor<f8E5M2>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xf8E5M2>
  check.expect_eq_const %r, dense<[2.0, 1.0, 2.0, 2.0, 2.0]> : tensor<5xf8E5M2>
  func.return
}

// -----

func.func @dynamic_pad_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf8E5M2FNUZ>
  %v = stablehlo.constant dense<2.0> : tensor<f8E5M2FNUZ>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xf8E5M2FNUZ>, tensor<f8E5M2FNUZ>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xf8E5M2FNUZ>
  check.expect_eq_const %r, dense<[2.0, 1.0, 2.0, 2.0, 2.0]> : tensor<5xf8E5M2FNUZ>
  func.return
}

// -----

func.func @dynamic_pad_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf8E8M0FNU>
  %v = stablehlo.constant dense<2.0> : tensor<f8E8M0FNU>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xf8E8M0FNU>, tensor<f8E8M0FNU>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xf8E8M0FNU>
  check.expect_eq_const %r, dense<[2.0, 1.0, 2.0, 2.0, 2.0]> : tensor<5xf8E8M0FNU>
  func.return
}

// -----

func.func @dynamic_pad_bf16() {
  %x = stablehlo.constant dense<[1.5, -2.0, 0.25]> : tensor<3xbf16>
  %v = stablehlo.constant dense<-2.0> : tensor<bf16>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xbf16>, tensor<bf16>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xbf16>
  check.expect_eq_const %r, dense<[-2.0, 1.5, -2.0, -2.0, -2.0]> : tensor<5xbf16>
  func.return
}

// -----

func.func @dynamic_pad_f16() {
  %x = stablehlo.constant dense<[1.5, -2.0, 0.25]> : tensor<3xf16>
  %v = stablehlo.constant dense<-2.0> : tensor<f16>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xf16>, tensor<f16>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xf16>
  check.expect_eq_const %r, dense<[-2.0, 1.5, -2.0, -2.0, -2.0]> : tensor<5xf16>
  func.return
}

// -----

func.func @dynamic_pad_f32() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %v = stablehlo.constant dense<-2.0> : tensor<f32>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xf32>
  check.expect_eq_const %r, dense<[-2.0, 1.0, -2.0, 2.0, -2.0]> : tensor<5xf32>
  func.return
}

// -----

func.func @dynamic_pad_f64() {
  %x = stablehlo.constant dense<[1.5, -2.0, 0.1]> : tensor<3xf64>
  %v = stablehlo.constant dense<-2.0> : tensor<f64>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xf64>, tensor<f64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xf64>
  check.expect_eq_const %r, dense<[-2.0, 1.5, -2.0, -2.0, -2.0]> : tensor<5xf64>
  func.return
}

// -----

func.func @dynamic_pad_complex_f32() {
  %x = stablehlo.constant dense<[(1.0,2.0), (-3.0,0.5), (0.0,1.0)]> : tensor<3xcomplex<f32>>
  %v = stablehlo.constant dense<(-3.0,0.5)> : tensor<complex<f32>>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xcomplex<f32>>, tensor<complex<f32>>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xcomplex<f32>>
  check.expect_eq_const %r, dense<[(-3.0,0.5), (1.0,2.0), (-3.0,0.5), (-3.0,0.5), (-3.0,0.5)]> : tensor<5xcomplex<f32>>
  func.return
}

// -----

func.func @dynamic_pad_complex_f64() {
  %x = stablehlo.constant dense<[(1.0,2.0), (-3.0,0.1), (0.0,1.0)]> : tensor<3xcomplex<f64>>
  %v = stablehlo.constant dense<(-3.0,0.1)> : tensor<complex<f64>>
  %low = stablehlo.constant dense<[1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %inner = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %low, %high, %inner : (tensor<3xcomplex<f64>>, tensor<complex<f64>>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xcomplex<f64>>
  check.expect_eq_const %r, dense<[(-3.0,0.1), (1.0,2.0), (-3.0,0.1), (-3.0,0.1), (-3.0,0.1)]> : tensor<5xcomplex<f64>>
  func.return
}

// -----

func.func @bad_dynamic_pad_negative_interior() -> tensor<?xf32> {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %v = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<-1> : tensor<1xi64>
  %z = stablehlo.constant dense<0> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %z, %z, %n : (tensor<2xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}

// -----

func.func @bad_dynamic_pad_negative_size() -> tensor<?xf32> {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %v = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<-3> : tensor<1xi64>
  %z = stablehlo.constant dense<0> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %x, %v, %n, %z, %z : (tensor<2xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  func.return %r : tensor<?xf32>
}
