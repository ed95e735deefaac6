// RUN: run
// spec: dynamic_update_slice: starts are clamped, whatever integer type they have.

func.func @dynamic_update_slice_inside() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %u = stablehlo.constant dense<[1.5, 1.5, 1.5]> : tensor<3xf32>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<5xf32>, tensor<3xf32>, tensor<i64>) -> tensor<5xf32>
  check.expect_eq_const %r, dense<[1.0, 1.5, 1.5, 1.5, 5.0]> : tensor<5xf32>
  check.expect_eq_const %x, dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  func.return
}

// -----

func.func @dynamic_update_slice_negative() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %u = stablehlo.constant dense<[1.5, 1.5, 1.5]> : tensor<3xf32>
  %i0 = stablehlo.constant dense<-2> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<5xf32>, tensor<3xf32>, tensor<i64>) -> tensor<5xf32>
  check.expect_eq_const %r, dense<[1.5, 1.5, 1.5, 4.0, 5.0]> : tensor<5xf32>
  check.expect_eq_const %x, dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  func.return
}

// -----

func.func @dynamic_update_slice_too_far() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %u = stablehlo.constant dense<[1.5, 1.5, 1.5]> : tensor<3xf32>
  %i0 = stablehlo.constant dense<4> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<5xf32>, tensor<3xf32>, tensor<i64>) -> tensor<5xf32>
  check.expect_eq_const %r, dense<[1.0, 2.0, 1.5, 1.5, 1.5]> : tensor<5xf32>
  check.expect_eq_const %x, dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  func.return
}

// -----

func.func @dynamic_update_slice_two() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]]> : tensor<3x4xf32>
  %u = stablehlo.constant dense<[[1.5, 1.5], [1.5, 1.5]]> : tensor<2x2xf32>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %i1 = stablehlo.constant dense<2> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0, %i1 : (tensor<3x4xf32>, tensor<2x2xf32>, tensor<i64>, tensor<i64>) -> tensor<3x4xf32>
  check.expect_eq_const %r, dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 1.5, 1.5], [9.0, 10.0, 1.5, 1.5]]> : tensor<3x4xf32>
  check.expect_eq_const %x, dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]]> : tensor<3x4xf32>
  func.return
}

// -----

func.func @dynamic_update_slice_two_clamped() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]]> : tensor<3x4xf32>
  %u = stablehlo.constant dense<[[1.5, 1.5], [1.5, 1.5]]> : tensor<2x2xf32>
  %i0 = stablehlo.constant dense<9> : tensor<i64>
  %i1 = stablehlo.constant dense<-9> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0, %i1 : (tensor<3x4xf32>, tensor<2x2xf32>, tensor<i64>, tensor<i64>) -> tensor<3x4xf32>
  check.expect_eq_const %r, dense<[[1.0, 2.0, 3.0, 4.0], [1.5, 1.5, 7.0, 8.0], [1.5, 1.5, 11.0, 12.0]]> : tensor<3x4xf32>
  check.expect_eq_const %x, dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]]> : tensor<3x4xf32>
  func.return
}

// -----

func.func @dynamic_update_slice_all() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %u = stablehlo.constant dense<[1.5, 1.5, 1.5]> : tensor<3xf32>
  %i0 = stablehlo.constant dense<7> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<3xf32>, tensor<3xf32>, tensor<i64>) -> tensor<3xf32>
  check.expect_eq_const %r, dense<[1.5, 1.5, 1.5]> : tensor<3xf32>
  check.expect_eq_const %x, dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  func.return
}

// -----

func.func @dynamic_update_slice_nothing() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %u = stablehlo.constant dense<> : tensor<0xf32>
  %i0 = stablehlo.constant dense<2> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<3xf32>, tensor<0xf32>, tensor<i64>) -> tensor<3xf32>
  check.expect_eq_const %r, dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  check.expect_eq_const %x, dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  func.return
}

// -----

func.func @dynamic_update_slice_scalar() {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %u = stablehlo.constant dense<1.5> : tensor<f32>
  %r = stablehlo.dynamic_update_slice %x, %u : (tensor<f32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %r, dense<1.5> : tensor<f32>
  check.expect_eq_const %x, dense<1.0> : tensor<f32>
  func.return
}

// -----

func.func @dynamic_update_slice_rank_3() {
  %x = stablehlo.constant dense<[[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]], [[13.0, 14.0, 15.0, 16.0], [17.0, 18.0, 19.0, 20.0], [21.0, 22.0, 23.0, 24.0]]]> : tensor<2x3x4xf32>
  %u = stablehlo.constant dense<[[[1.5, 1.5, 1.5], [1.5, 1.5, 1.5]]]> : tensor<1x2x3xf32>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %i1 = stablehlo.constant dense<0> : tensor<i64>
  %i2 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0, %i1, %i2 : (tensor<2x3x4xf32>, tensor<1x2x3xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<2x3x4xf32>
  check.expect_eq_const %r, dense<[[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]], [[13.0, 1.5, 1.5, 1.5], [17.0, 1.5, 1.5, 1.5], [21.0, 22.0, 23.0, 24.0]]]> : tensor<2x3x4xf32>
  check.expect_eq_const %x, dense<[[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]], [[13.0, 14.0, 15.0, 16.0], [17.0, 18.0, 19.0, 20.0], [21.0, 22.0, 23.0, 24.0]]]> : tensor<2x3x4xf32>
  func.return
}

// -----

func.func @dynamic_update_slice_smallest_i64() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %u = stablehlo.constant dense<[1.5, 1.5]> : tensor<2xf32>
  %i0 = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xf32>, tensor<2xf32>, tensor<i64>) -> tensor<4xf32>
  check.expect_eq_const %r, dense<[1.5, 1.5, 3.0, 4.0]> : tensor<4xf32>
  check.expect_eq_const %x, dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  func.return
}

// -----

func.func @dynamic_update_slice_largest_i64() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %u = stablehlo.constant dense<[1.5, 1.5]> : tensor<2xf32>
  %i0 = stablehlo.constant dense<9223372036854775807> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xf32>, tensor<2xf32>, tensor<i64>) -> tensor<4xf32>
  check.expect_eq_const %r, dense<[1.0, 2.0, 1.5, 1.5]> : tensor<4xf32>
  check.expect_eq_const %x, dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  func.return
}

// -----

func.func @dynamic_update_slice_of_empty() {
  %x = stablehlo.constant dense<> : tensor<0x2xf32>
  %u = stablehlo.constant dense<> : tensor<0x1xf32>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %i1 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0, %i1 : (tensor<0x2xf32>, tensor<0x1xf32>, tensor<i64>, tensor<i64>) -> tensor<0x2xf32>
  check.expect_eq_const %r, dense<> : tensor<0x2xf32>
  check.expect_eq_const %x, dense<> : tensor<0x2xf32>
  func.return
}

// -----

func.func @dynamic_update_slice_start_i4_minus_8() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %u = stablehlo.constant dense<[1.5, 1.5]> : tensor<2xf32>
  %i0 = stablehlo.constant dense<-8> : tensor<i4>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<6xf32>, tensor<2xf32>, tensor<i4>) -> tensor<6xf32>
  check.expect_eq_const %r, dense<[1.5, 1.5, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  check.expect_eq_const %x, dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  func.return
}

// -----

func.func @dynamic_update_slice_start_i4_7() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %u = stablehlo.constant dense<[1.5, 1.5]> : tensor<2xf32>
  %i0 = stablehlo.constant dense<7> : tensor<i4>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<6xf32>, tensor<2xf32>, tensor<i4>) -> tensor<6xf32>
  check.expect_eq_const %r, dense<[1.0, 2.0, 3.0, 4.0, 1.5, 1.5]> : tensor<6xf32>
  check.expect_eq_const %x, dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  func.return
}

// -----

func.func @dynamic_update_slice_start_ui4_15() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %u = stablehlo.constant dense<[1.5, 1.5]> : tensor<2xf32>
  %i0 = stablehlo.constant dense<15> : tensor<ui4>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<6xf32>, tensor<2xf32>, tensor<ui4>) -> tensor<6xf32>
  check.expect_eq_const %r, dense<[1.0, 2.0, 3.0, 4.0, 1.5, 1.5]> : tensor<6xf32>
  check.expect_eq_const %x, dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  func.return
}

// -----

func.func @dynamic_update_slice_start_i8_minus_128() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %u = stablehlo.constant dense<[1.5, 1.5]> : tensor<2xf32>
  %i0 = stablehlo.constant dense<-128> : tensor<i8>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<6xf32>, tensor<2xf32>, tensor<i8>) -> tensor<6xf32>
  check.expect_eq_const %r, dense<[1.5, 1.5, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  check.expect_eq_const %x, dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  func.return
}

// -----

func.func @dynamic_update_slice_start_i8_127() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %u = stablehlo.constant dense<[1.5, 1.5]> : tensor<2xf32>
  %i0 = stablehlo.constant dense<127> : tensor<i8>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<6xf32>, tensor<2xf32>, tensor<i8>) -> tensor<6xf32>
  check.expect_eq_const %r, dense<[1.0, 2.0, 3.0, 4.0, 1.5, 1.5]> : tensor<6xf32>
  check.expect_eq_const %x, dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  func.return
}

// -----

func.func @dynamic_update_slice_start_ui8_255() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %u = stablehlo.constant dense<[1.5, 1.5]> : tensor<2xf32>
  %i0 = stablehlo.constant dense<255> : tensor<ui8>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<6xf32>, tensor<2xf32>, tensor<ui8>) -> tensor<6xf32>
  check.expect_eq_const %r, dense<[1.0, 2.0, 3.0, 4.0, 1.5, 1.5]> : tensor<6xf32>
  check.expect_eq_const %x, dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  func.return
}

// -----

func.func @dynamic_update_slice_start_i16_minus_5() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %u = stablehlo.constant dense<[1.5, 1.5]> : tensor<2xf32>
  %i0 = stablehlo.constant dense<-5> : tensor<i16>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<6xf32>, tensor<2xf32>, tensor<i16>) -> tensor<6xf32>
  check.expect_eq_const %r, dense<[1.5, 1.5, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  check.expect_eq_const %x, dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  func.return
}

// -----

func.func @dynamic_update_slice_start_ui16_65535() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %u = stablehlo.constant dense<[1.5, 1.5]> : tensor<2xf32>
  %i0 = stablehlo.constant dense<65535> : tensor<ui16>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<6xf32>, tensor<2xf32>, tensor<ui16>) -> tensor<6xf32>
  check.expect_eq_const %r, dense<[1.0, 2.0, 3.0, 4.0, 1.5, 1.5]> : tensor<6xf32>
  check.expect_eq_const %x, dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  func.return
}

// -----

func.func @dynamic_update_slice_start_i32_2() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %u = stablehlo.constant dense<[1.5, 1.5]> : tensor<2xf32>
  %i0 = stablehlo.constant dense<2> : tensor<i32>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<6xf32>, tensor<2xf32>, tensor<i32>) -> tensor<6xf32>
  check.expect_eq_const %r, dense<[1.0, 2.0, 1.5, 1.5, 5.0, 6.0]> : tensor<6xf32>
  check.expect_eq_const %x, dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  func.return
}

// -----

func.func @dynamic_update_slice_start_i32_2147483647() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %u = stablehlo.constant dense<[1.5, 1.5]> : tensor<2xf32>
  %i0 = stablehlo.constant dense<2147483647> : tensor<i32>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<6xf32>, tensor<2xf32>, tensor<i32>) -> tensor<6xf32>
  check.expect_eq_const %r, dense<[1.0, 2.0, 3.0, 4.0, 1.5, 1.5]> : tensor<6xf32>
  check.expect_eq_const %x, dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  func.return
}

// -----

func.func @dynamic_update_slice_start_ui32_4294967295() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %u = stablehlo.constant dense<[1.5, 1.5]> : tensor<2xf32>
  %i0 = stablehlo.constant dense<4294967295> : tensor<ui32>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<6xf32>, tensor<2xf32>, tensor<ui32>) -> tensor<6xf32>
  check.expect_eq_const %r, dense<[1.0, 2.0, 3.0, 4.0, 1.5, 1.5]> : tensor<6xf32>
  check.expect_eq_const %x, dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  func.return
}

// -----

func.func @dynamic_update_slice_start_ui64_18446744073709551615() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %u = stablehlo.constant dense<[1.5, 1.5]> : tensor<2xf32>
  %i0 = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<6xf32>, tensor<2xf32>, tensor<ui64>) -> tensor<6xf32>
  check.expect_eq_const %r, dense<[1.0, 2.0, 3.0, 4.0, 1.5, 1.5]> : tensor<6xf32>
  check.expect_eq_const %x, dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  func.return
}

// -----

func.func @dynamic_update_slice_start_ui64_1() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %u = stablehlo.constant dense<[1.5, 1.5]> : tensor<2xf32>
  %i0 = stablehlo.constant dense<1> : tensor<ui64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<6xf32>, tensor<2xf32>, tensor<ui64>) -> tensor<6xf32>
  check.expect_eq_const %r, dense<[1.0, 1.5, 1.5, 4.0, 5.0, 6.0]> : tensor<6xf32>
  check.expect_eq_const %x, dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  func.return
}

// -----

func.func @dynamic_update_slice_start_i2_minus_2() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %u = stablehlo.constant dense<[1.5, 1.5]> : tensor<2xf32>
  %i0 = stablehlo.constant dense<-2> : tensor<i2>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<6xf32>, tensor<2xf32>, tensor<i2>) -> tensor<6xf32>
  check.expect_eq_const %r, dense<[1.5, 1.5, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  check.expect_eq_const %x, dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  func.return
}

// -----

func.func @dynamic_update_slice_start_ui2_3() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %u = stablehlo.constant dense<[1.5, 1.5]> : tensor<2xf32>
  %i0 = stablehlo.constant dense<3> : tensor<ui2>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<6xf32>, tensor<2xf32>, tensor<ui2>) -> tensor<6xf32>
  check.expect_eq_const %r, dense<[1.0, 2.0, 3.0, 1.5, 1.5, 6.0]> : tensor<6xf32>
  check.expect_eq_const %x, dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  func.return
}

// -----

func.func @dynamic_update_slice_i1() {
  %x = stablehlo.constant dense<[true, false, true, true]> : tensor<4xi1>
  %u = stablehlo.constant dense<[true, true]> : tensor<2xi1>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xi1>, tensor<2xi1>, tensor<i64>) -> tensor<4xi1>
  check.expect_eq_const %r, dense<[true, true, true, true]> : tensor<4xi1>
  check.expect_eq_const %x, dense<[true, false, true, true]> : tensor<4xi1>
  func.return
}

// -----

func.func @dynamic_update_slice_i2() {
  %x = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %u = stablehlo.constant dense<[-2, -2]> : tensor<2xi2>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xi2>, tensor<2xi2>, tensor<i64>) -> tensor<4xi2>
  check.expect_eq_const %r, dense<[-2, -2, -2, 1]> : tensor<4xi2>
  check.expect_eq_const %x, dense<[-2, -1, 0, 1]> : tensor<4xi2>
  func.return
}

// -----

func.func @dynamic_update_slice_i4() {
  %x = stablehlo.constant dense<[-8, 7, 0, 3]> : tensor<4xi4>
  %u = stablehlo.constant dense<[-8, -8]> : tensor<2xi4>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xi4>, tensor<2xi4>, tensor<i64>) -> tensor<4xi4>
  check.expect_eq_const %r, dense<[-8, -8, -8, 3]> : tensor<4xi4>
  check.expect_eq_const %x, dense<[-8, 7, 0, 3]> : tensor<4xi4>
  func.return
}

// -----

func.func @dynamic_update_slice_i8() {
  %x = stablehlo.constant dense<[-128, 127, 5, 0]> : tensor<4xi8>
  %u = stablehlo.constant dense<[-128, -128]> : tensor<2xi8>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xi8>, tensor<2xi8>, tensor<i64>) -> tensor<4xi8>
  check.expect_eq_const %r, dense<[-128, -128, -128, 0]> : tensor<4xi8>
  check.expect_eq_const %x, dense<[-128, 127, 5, 0]> : tensor<4xi8>
  func.return
}

// -----

func.func @dynamic_update_slice_i16() {
  %x = stablehlo.constant dense<[-32768, 32767, 7, 0]> : tensor<4xi16>
  %u = stablehlo.constant dense<[-32768, -32768]> : tensor<2xi16>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xi16>, tensor<2xi16>, tensor<i64>) -> tensor<4xi16>
  check.expect_eq_const %r, dense<[-32768, -32768, -32768, 0]> : tensor<4xi16>
  check.expect_eq_const %x, dense<[-32768, 32767, 7, 0]> : tensor<4xi16>
  func.return
}

// -----

func.func @dynamic_update_slice_i32() {
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %u = stablehlo.constant dense<[-2147483648, -2147483648]> : tensor<2xi32>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xi32>, tensor<2xi32>, tensor<i64>) -> tensor<4xi32>
  check.expect_eq_const %r, dense<[1, -2147483648, -2147483648, 4]> : tensor<4xi32>
  check.expect_eq_const %x, dense<[1, 2, 3, 4]> : tensor<4xi32>
  func.return
}

// -----

func.func @dynamic_update_slice_i64() {
  %x = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807, 11, 3]> : tensor<4xi64>
  %u = stablehlo.constant dense<[-9223372036854775808, -9223372036854775808]> : tensor<2xi64>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xi64>, tensor<2xi64>, tensor<i64>) -> tensor<4xi64>
  check.expect_eq_const %r, dense<[-9223372036854775808, -9223372036854775808, -9223372036854775808, 3]> : tensor<4xi64>
  check.expect_eq_const %x, dense<[-9223372036854775808, 9223372036854775807, 11, 3]> : tensor<4xi64>
  func.return
}

// -----

func.func @dynamic_update_slice_ui2() {
  %x = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xui2>
  %u = stablehlo.constant dense<[0, 0]> : tensor<2xui2>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xui2>, tensor<2xui2>, tensor<i64>) -> tensor<4xui2>
  check.expect_eq_const %r, dense<[0, 0, 0, 3]> : tensor<4xui2>
  check.expect_eq_const %x, dense<[0, 1, 2, 3]> : tensor<4xui2>
  func.return
}

// -----

func.func @dynamic_update_slice_ui4() {
  %x = stablehlo.constant dense<[15, 0, 8, 3]> : tensor<4xui4>
  %u = stablehlo.constant dense<[15, 15]> : tensor<2xui4>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xui4>, tensor<2xui4>, tensor<i64>) -> tensor<4xui4>
  check.expect_eq_const %r, dense<[15, 15, 15, 3]> : tensor<4xui4>
  check.expect_eq_const %x, dense<[15, 0, 8, 3]> : tensor<4xui4>
  func.return
}

// -----

func.func @dynamic_update_slice_ui8() {
  %x = stablehlo.constant dense<[255, 0, 128, 1]> : tensor<4xui8>
  %u = stablehlo.constant dense<[255, 255]> : tensor<2xui8>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xui8>, tensor<2xui8>, tensor<i64>) -> tensor<4xui8>
  check.expect_eq_const %r, dense<[255, 255, 255, 1]> : tensor<4xui8>
  check.expect_eq_const %x, dense<[255, 0, 128, 1]> : tensor<4xui8>
  func.return
}

// -----

func.func @dynamic_update_slice_ui16() {
  %x = stablehlo.constant dense<[65535, 0, 7, 65535]> : tensor<4xui16>
  %u = stablehlo.constant dense<[65535, 65535]> : tensor<2xui16>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xui16>, tensor<2xui16>, tensor<i64>) -> tensor<4xui16>
  check.expect_eq_const %r, dense<[65535, 65535, 65535, 65535]> : tensor<4xui16>
  check.expect_eq_const %x, dense<[65535, 0, 7, 65535]> : tensor<4xui16>
  func.return
}

// -----

func.func @dynamic_update_slice_ui32() {
  %x = stablehlo.constant dense<[4294967295, 0, 13, 4294967295]> : tensor<4xui32>
  %u = stablehlo.constant dense<[4294967295, 4294967295]> : tensor<2xui32>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xui32>, tensor<2xui32>, tensor<i64>) -> tensor<4xui32>
  check.expect_eq_const %r, dense<[4294967295, 4294967295, 4294967295, 4294967295]> : tensor<4xui32>
  check.expect_eq_const %x, dense<[4294967295, 0, 13, 4294967295]> : tensor<4xui32>
  func.return
}

// -----

func.func @dynamic_update_slice_ui64() {
  %x = stablehlo.constant dense<[18446744073709551615, 0, 17, 18446744073709551615]> : tensor<4xui64>
  %u = stablehlo.constant dense<[18446744073709551615, 18446744073709551615]> : tensor<2xui64>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xui64>, tensor<2xui64>, tensor<i64>) -> tensor<4xui64>
  check.expect_eq_const %r, dense<[18446744073709551615, 18446744073709551615, 18446744073709551615, 18446744073709551615]> : tensor<4xui64>
  check.expect_eq_const %x, dense<[18446744073709551615, 0, 17, 18446744073709551615]> : tensor<4xui64>
  func.return
}

// -----

func.func @dynamic_update_slice_f4E2M1FN() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf4E2M1FN>
  %u = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf4E2M1FN>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xf4E2M1FN>, tensor<2xf4E2M1FN>, tensor<i64>) -> tensor<4xf4E2M1FN>
  check.expect_eq_const %r, dense<[1.0, 1.0, 1.0, 4.0]> : tensor<4xf4E2M1FN>
  check.expect_eq_const %x, dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf4E2M1FN>
  func.return
}

// -----

func.func @dynamic_update_slice_f6E2M3FN() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf6E2M3FN>
  %u = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf6E2M3FN>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xf6E2M3FN>, tensor<2xf6E2M3FN>, tensor<i64>) -> tensor<4xf6E2M3FN>
  check.expect_eq_const %r, dense<[1.0, 1.0, 1.0, 4.0]> : tensor<4xf6E2M3FN>
  check.expect_eq_const %x, dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf6E2M3FN>
  func.return
}

// -----

func.func @dynamic_update_slice_f6E3M2FN() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf6E3M2FN>
  %u = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf6E3M2FN>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xf6E3M2FN>, tensor<2xf6E3M2FN>, tensor<i64>) -> tensor<4xf6E3M2FN>
  check.expect_eq_const %r, dense<[1.0, 1.0, 1.0, 4.0]> : tensor<4xf6E3M2FN>
  check.expect_eq_const %x, dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf6E3M2FN>
  func.return
}

// -----

func.func @dynamic_update_slice_f8E3M4() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E3M4>
  %u = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf8E3M4>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xf8E3M4>, tensor<2xf8E3M4>, tensor<i64>) -> tensor<4xf8E3M4>
  check.expect_eq_const %r, dense<[1.0, 1.0, 1.0, 4.0]> : tensor<4xf8E3M4>
  check.expect_eq_const %x, dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E3M4>
  func.return
}

// -----

func.func @dynamic_update_slice_f8E4M3() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E4M3>
  %u = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf8E4M3>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xf8E4M3>, tensor<2xf8E4M3>, tensor<i64>) -> tensor<4xf8E4M3>
  check.expect_eq_const %r, dense<[1.0, 1.0, 1.0, 4.0]> : tensor<4xf8E4M3>
  check.expect_eq_const %x, dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E4M3>
  func.return
}

// -----

func.func @dynamic_update_slice_f8E4M3FN() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E4M3FN>
  %u = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf8E4M3FN>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xf8E4M3FN>, tensor<2xf8E4M3FN>, tensor<i64>) -> tensor<4xf8E4M3FN>
  check.expect_eq_const %r, dense<[1.0, 1.0, 1.0, 4.0]> : tensor<4xf8E4M3FN>
  check.expect_eq_const %x, dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E4M3FN>
  func.return
}

// -----

func.func @dynamic_update_slice_f8E4M3FNUZ() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E4M3FNUZ>
  %u = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf8E4M3FNUZ>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xf8E4M3FNUZ>, tensor<2xf8E4M3FNUZ>, tensor<i64>) -> tensor<4xf8E4M3FNUZ>
  check.expect_eq_const %r, dense<[1.0, 1.0, 1.0, 4.0]> : tensor<4xf8E4M3FNUZ>
  check.expect_eq_const %x, dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E4M3FNUZ>
  func.return
}

// -----

func.func @dynamic_update_slice_f8E4M3B11FNUZ() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E4M3B11FNUZ>
  %u = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf8E4M3B11FNUZ>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xf8E4M3B11FNUZ>, tensor<2xf8E4M3B11FNUZ>, tensor<i64>) -> tensor<4xf8E4M3B11FNUZ>
  check.expect_eq_const %r, dense<[1.0, 1.0, 1.0, 4.0]> : tensor<4xf8E4M3B11FNUZ>
  check.expect_eq_const %x, dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E4M3B11FNUZ>
  func.return
}

// -----

func.func @dynamic_update_slice_f8E5M2() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E5M2>
  %u = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf8E5M2>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xf8E5M2>, tensor<2xf8E5M2>, tensor<i64>) -> tensor<4xf8E5M2>
  check.expect_eq_const %r, dense<[1.0, 1.0, 1.0, 4.0]> : tensor<4xf8E5M2>
  check.expect_eq_const %x, dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E5M2>
  func.return
}

// -----

func.func @dynamic_update_slice_f8E5M2FNUZ() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E5M2FNUZ>
  %u = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf8E5M2FNUZ>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xf8E5M2FNUZ>, tensor<2xf8E5M2FNUZ>, tensor<i64>) -> tensor<4xf8E5M2FNUZ>
  check.expect_eq_const %r, dense<[1.0, 1.0, 1.0, 4.0]> : tensor<4xf8E5M2FNUZ>
  check.expect_eq_const %x, dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E5M2FNUZ>
  func.return
}

// -----

func.func @dynamic_update_slice_f8E8M0FNU() {
  %x = stablehlo.constant dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E8M0FNU>
  %u = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf8E8M0FNU>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xf8E8M0FNU>, tensor<2xf8E8M0FNU>, tensor<i64>) -> tensor<4xf8E8M0FNU>
  check.expect_eq_const %r, dense<[1.0, 1.0, 1.0, 4.0]> : tensor<4xf8E8M0FNU>
  check.expect_eq_const %x, dense<[1.0, 2.0, 0.5, 4.0]> : tensor<4xf8E8M0FNU>
  func.return
}

// -----

func.func @dynamic_update_slice_bf16() {
  %x = stablehlo.constant dense<[1.5, -2.0, 0.25, -8.0]> : tensor<4xbf16>
  %u = stablehlo.constant dense<[1.5, 1.5]> : tensor<2xbf16>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xbf16>, tensor<2xbf16>, tensor<i64>) -> tensor<4xbf16>
  check.expect_eq_const %r, dense<[1.5, 1.5, 1.5, -8.0]> : tensor<4xbf16>
  check.expect_eq_const %x, dense<[1.5, -2.0, 0.25, -8.0]> : tensor<4xbf16>
  func.return
}

// -----

func.func @dynamic_update_slice_f16() {
  %x = stablehlo.constant dense<[1.5, -2.0, 0.25, -8.0]> : tensor<4xf16>
  %u = stablehlo.constant dense<[1.5, 1.5]> : tensor<2xf16>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xf16>, tensor<2xf16>, tensor<i64>) -> tensor<4xf16>
  check.expect_eq_const %r, dense<[1.5, 1.5, 1.5, -8.0]> : tensor<4xf16>
  check.expect_eq_const %x, dense<[1.5, -2.0, 0.25, -8.0]> : tensor<4xf16>
  func.return
}

// -----

func.func @dynamic_update_slice_f32() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %u = stablehlo.constant dense<[1.5, 1.5]> : tensor<2xf32>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xf32>, tensor<2xf32>, tensor<i64>) -> tensor<4xf32>
  check.expect_eq_const %r, dense<[1.0, 1.5, 1.5, 4.0]> : tensor<4xf32>
  check.expect_eq_const %x, dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  func.return
}

// -----

func.func @dynamic_update_slice_f64() {
  %x = stablehlo.constant dense<[1.5, -2.0, 0.1, -8.0]> : tensor<4xf64>
  %u = stablehlo.constant dense<[1.5, 1.5]> : tensor<2xf64>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xf64>, tensor<2xf64>, tensor<i64>) -> tensor<4xf64>
  check.expect_eq_const %r, dense<[1.5, 1.5, 1.5, -8.0]> : tensor<4xf64>
  check.expect_eq_const %x, dense<[1.5, -2.0, 0.1, -8.0]> : tensor<4xf64>
  func.return
}

// -----

func.func @dynamic_update_slice_complex_f32() {
  %x = stablehlo.constant dense<[(1.0,2.0), (-3.0,0.5), (0.0,1.0), (1.0,2.0)]> : tensor<4xcomplex<f32>>
  %u = stablehlo.constant dense<[(1.0,2.0), (1.0,2.0)]> : tensor<2xcomplex<f32>>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xcomplex<f32>>, tensor<2xcomplex<f32>>, tensor<i64>) -> tensor<4xcomplex<f32>>
  check.expect_eq_const %r, dense<[(1.0,2.0), (1.0,2.0), (1.0,2.0), (1.0,2.0)]> : tensor<4xcomplex<f32>>
  check.expect_eq_const %x, dense<[(1.0,2.0), (-3.0,0.5), (0.0,1.0), (1.0,2.0)]> : tensor<4xcomplex<f32>>
  func.return
}

// -----

func.func @dynamic_update_slice_complex_f64() {
  %x = stablehlo.constant dense<[(1.0,2.0), (-3.0,0.1), (0.0,1.0), (1.0,2.0)]> : tensor<4xcomplex<f64>>
  %u = stablehlo.constant dense<[(1.0,2.0), (1.0,2.0)]> : tensor<2xcomplex<f64>>
  %i0 = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.dynamic_update_slice %x, %u, %i0 : (tensor<4xcomplex<f64>>, tensor<2xcomplex<f64>>, tensor<i64>) -> tensor<4xcomplex<f64>>
  check.expect_eq_const %r, dense<[(1.0,2.0), (1.0,2.0), (1.0,2.0), (1.0,2.0)]> : tensor<4xcomplex<f64>>
  check.expect_eq_const %x, dense<[(1.0,2.0), (-3.0,0.1), (0.0,1.0), (1.0,2.0)]> : tensor<4xcomplex<f64>>
  func.return
}

// -----

func.func @dynamic_update_slice_same_operand() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %i = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.dynamic_update_slice %x, %x, %i : (tensor<2xf32>, tensor<2xf32>, tensor<i32>) -> tensor<2xf32>
  check.expect_eq_const %r, dense<[1.0, 2.0]> : tensor<2xf32>
  func.return
}

// -----

// The update is read by a reduction too: both would be one kernel, but for the loops of an update, which are its own.
func.func @update_that_is_reduced_too() {
  %x = stablehlo.constant dense<0.0> : tensor<4x2x3xf32>
  %u = stablehlo.constant dense<[[[1.0, 2.0, 3.0]], [[6.0, 5.0, 4.0]]]> : tensor<2x1x3xf32>
  %i = stablehlo.constant dense<1> : tensor<i64>
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.dynamic_update_slice %x, %u, %i, %i, %i : (tensor<4x2x3xf32>, tensor<2x1x3xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<4x2x3xf32>
  %s = stablehlo.reduce(%u init: %init) applies stablehlo.maximum across dimensions = [2] : (tensor<2x1x3xf32>, tensor<f32>) -> tensor<2x1xf32>
  check.expect_eq_const %r, dense<[[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0], [1.0, 2.0, 3.0]], [[0.0, 0.0, 0.0], [6.0, 5.0, 4.0]], [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]]> : tensor<4x2x3xf32>
  check.expect_eq_const %s, dense<[[3.0], [6.0]]> : tensor<2x1xf32>
  func.return
}

// -----

// What is read of an array behind an update is not where the update wrote, though both are one element.
func.func @dynamic_update_slice_then_slice() {
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %u = stablehlo.constant dense<[9]> : tensor<1xi32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %j = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.dynamic_update_slice %a, %u, %i : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
  %s = stablehlo.slice %r [0:1] : (tensor<3xi32>) -> tensor<1xi32>
  check.expect_eq_const %s, dense<[9]> : tensor<1xi32>
  %t = stablehlo.dynamic_update_slice %r, %u, %j : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
  %v = stablehlo.slice %t [0:2:2] : (tensor<3xi32>) -> tensor<1xi32>
  check.expect_eq_const %v, dense<[9]> : tensor<1xi32>
  func.return
}
