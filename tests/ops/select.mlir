// RUN: run
// One predicate for each element, or one for all; elements of each size, moved bit by bit.

func.func @select_i2() {
  %pred = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi2>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xi2>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<3xi1>, tensor<3xi2>
  check.expect_eq_const %result, dense<[1, 1, 1]> : tensor<3xi2>
  func.return
}

// -----

func.func @select_i2_true() {
  %pred = stablehlo.constant dense<true> : tensor<i1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi2>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xi2>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xi2>
  check.expect_eq_const %result, dense<[1, 0, 1]> : tensor<3xi2>
  func.return
}

// -----

func.func @select_i2_false() {
  %pred = stablehlo.constant dense<false> : tensor<i1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi2>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xi2>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xi2>
  check.expect_eq_const %result, dense<[0, 1, 1]> : tensor<3xi2>
  func.return
}

// -----

func.func @select_i4() {
  %pred = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi4>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xi4>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<3xi1>, tensor<3xi4>
  check.expect_eq_const %result, dense<[1, 1, 1]> : tensor<3xi4>
  func.return
}

// -----

func.func @select_i4_true() {
  %pred = stablehlo.constant dense<true> : tensor<i1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi4>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xi4>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xi4>
  check.expect_eq_const %result, dense<[1, 0, 1]> : tensor<3xi4>
  func.return
}

// -----

func.func @select_i4_false() {
  %pred = stablehlo.constant dense<false> : tensor<i1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi4>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xi4>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xi4>
  check.expect_eq_const %result, dense<[0, 1, 1]> : tensor<3xi4>
  func.return
}

// -----

func.func @select_i8() {
  %pred = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi8>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xi8>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<3xi1>, tensor<3xi8>
  check.expect_eq_const %result, dense<[1, 1, 1]> : tensor<3xi8>
  func.return
}

// -----

func.func @select_i8_true() {
  %pred = stablehlo.constant dense<true> : tensor<i1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi8>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xi8>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xi8>
  check.expect_eq_const %result, dense<[1, 0, 1]> : tensor<3xi8>
  func.return
}

// -----

func.func @select_i8_false() {
  %pred = stablehlo.constant dense<false> : tensor<i1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi8>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xi8>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xi8>
  check.expect_eq_const %result, dense<[0, 1, 1]> : tensor<3xi8>
  func.return
}

// -----

func.func @select_i16() {
  %pred = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi16>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xi16>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<3xi1>, tensor<3xi16>
  check.expect_eq_const %result, dense<[1, 1, 1]> : tensor<3xi16>
  func.return
}

// -----

func.func @select_i16_true() {
  %pred = stablehlo.constant dense<true> : tensor<i1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi16>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xi16>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xi16>
  check.expect_eq_const %result, dense<[1, 0, 1]> : tensor<3xi16>
  func.return
}

// -----

func.func @select_i16_false() {
  %pred = stablehlo.constant dense<false> : tensor<i1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi16>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xi16>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xi16>
  check.expect_eq_const %result, dense<[0, 1, 1]> : tensor<3xi16>
  func.return
}

// -----

func.func @select_i32() {
  %pred = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi32>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xi32>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<3xi1>, tensor<3xi32>
  check.expect_eq_const %result, dense<[1, 1, 1]> : tensor<3xi32>
  func.return
}

// -----

func.func @select_i32_true() {
  %pred = stablehlo.constant dense<true> : tensor<i1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi32>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xi32>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xi32>
  check.expect_eq_const %result, dense<[1, 0, 1]> : tensor<3xi32>
  func.return
}

// -----

func.func @select_i32_false() {
  %pred = stablehlo.constant dense<false> : tensor<i1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi32>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xi32>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xi32>
  check.expect_eq_const %result, dense<[0, 1, 1]> : tensor<3xi32>
  func.return
}

// -----

func.func @select_i64() {
  %pred = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi64>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xi64>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<3xi1>, tensor<3xi64>
  check.expect_eq_const %result, dense<[1, 1, 1]> : tensor<3xi64>
  func.return
}

// -----

func.func @select_i64_true() {
  %pred = stablehlo.constant dense<true> : tensor<i1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi64>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xi64>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xi64>
  check.expect_eq_const %result, dense<[1, 0, 1]> : tensor<3xi64>
  func.return
}

// -----

func.func @select_i64_false() {
  %pred = stablehlo.constant dense<false> : tensor<i1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi64>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xi64>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xi64>
  check.expect_eq_const %result, dense<[0, 1, 1]> : tensor<3xi64>
  func.return
}

// -----

func.func @select_ui2() {
  %pred = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xui2>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xui2>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<3xi1>, tensor<3xui2>
  check.expect_eq_const %result, dense<[1, 1, 1]> : tensor<3xui2>
  func.return
}

// -----

func.func @select_ui2_true() {
  %pred = stablehlo.constant dense<true> : tensor<i1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xui2>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xui2>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xui2>
  check.expect_eq_const %result, dense<[1, 0, 1]> : tensor<3xui2>
  func.return
}

// -----

func.func @select_ui2_false() {
  %pred = stablehlo.constant dense<false> : tensor<i1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xui2>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xui2>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xui2>
  check.expect_eq_const %result, dense<[0, 1, 1]> : tensor<3xui2>
  func.return
}

// -----

func.func @select_ui4() {
  %pred = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xui4>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xui4>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<3xi1>, tensor<3xui4>
  check.expect_eq_const %result, dense<[1, 1, 1]> : tensor<3xui4>
  func.return
}

// -----

func.func @select_ui4_true() {
  %pred = stablehlo.constant dense<true> : tensor<i1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xui4>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xui4>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xui4>
  check.expect_eq_const %result, dense<[1, 0, 1]> : tensor<3xui4>
  func.return
}

// -----

func.func @select_ui4_false() {
  %pred = stablehlo.constant dense<false> : tensor<i1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xui4>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xui4>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xui4>
  check.expect_eq_const %result, dense<[0, 1, 1]> : tensor<3xui4>
  func.return
}

// -----

func.func @select_ui8() {
  %pred = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xui8>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xui8>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<3xi1>, tensor<3xui8>
  check.expect_eq_const %result, dense<[1, 1, 1]> : tensor<3xui8>
  func.return
}

// -----

func.func @select_ui8_true() {
  %pred = stablehlo.constant dense<true> : tensor<i1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xui8>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xui8>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xui8>
  check.expect_eq_const %result, dense<[1, 0, 1]> : tensor<3xui8>
  func.return
}

// -----

func.func @select_ui8_false() {
  %pred = stablehlo.constant dense<false> : tensor<i1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xui8>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xui8>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xui8>
  check.expect_eq_const %result, dense<[0, 1, 1]> : tensor<3xui8>
  func.return
}

// -----

func.func @select_ui16() {
  %pred = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xui16>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xui16>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<3xi1>, tensor<3xui16>
  check.expect_eq_const %result, dense<[1, 1, 1]> : tensor<3xui16>
  func.return
}

// -----

func.func @select_ui16_true() {
  %pred = stablehlo.constant dense<true> : tensor<i1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xui16>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xui16>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xui16>
  check.expect_eq_const %result, dense<[1, 0, 1]> : tensor<3xui16>
  func.return
}

// -----

func.func @select_ui16_false() {
  %pred = stablehlo.constant dense<false> : tensor<i1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xui16>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xui16>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xui16>
  check.expect_eq_const %result, dense<[0, 1, 1]> : tensor<3xui16>
  func.return
}

// -----

func.func @select_ui32() {
  %pred = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xui32>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xui32>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<3xi1>, tensor<3xui32>
  check.expect_eq_const %result, dense<[1, 1, 1]> : tensor<3xui32>
  func.return
}

// -----

func.func @select_ui32_true() {
  %pred = stablehlo.constant dense<true> : tensor<i1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xui32>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xui32>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xui32>
  check.expect_eq_const %result, dense<[1, 0, 1]> : tensor<3xui32>
  func.return
}

// -----

func.func @select_ui32_false() {
  %pred = stablehlo.constant dense<false> : tensor<i1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xui32>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xui32>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xui32>
  check.expect_eq_const %result, dense<[0, 1, 1]> : tensor<3xui32>
  func.return
}

// -----

func.func @select_ui64() {
  %pred = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xui64>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xui64>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<3xi1>, tensor<3xui64>
  check.expect_eq_const %result, dense<[1, 1, 1]> : tensor<3xui64>
  func.return
}

// -----

func.func @select_ui64_true() {
  %pred = stablehlo.constant dense<true> : tensor<i1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xui64>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xui64>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xui64>
  check.expect_eq_const %result, dense<[1, 0, 1]> : tensor<3xui64>
  func.return
}

// -----

func.func @select_ui64_false() {
  %pred = stablehlo.constant dense<false> : tensor<i1>
  %on_true = stablehlo.constant dense<[1, 0, 1]> : tensor<3xui64>
  %on_false = stablehlo.constant dense<[0, 1, 1]> : tensor<3xui64>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xui64>
  check.expect_eq_const %result, dense<[0, 1, 1]> : tensor<3xui64>
  func.return
}

// -----

func.func @select_f16() {
  %pred = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %on_true = stablehlo.constant dense<[1.0, 0.0, 1.0]> : tensor<3xf16>
  %on_false = stablehlo.constant dense<[0.0, 1.0, 1.0]> : tensor<3xf16>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<3xi1>, tensor<3xf16>
  check.expect_eq_const %result, dense<[1.0, 1.0, 1.0]> : tensor<3xf16>
  func.return
}

// -----

func.func @select_f16_true() {
  %pred = stablehlo.constant dense<true> : tensor<i1>
  %on_true = stablehlo.constant dense<[1.0, 0.0, 1.0]> : tensor<3xf16>
  %on_false = stablehlo.constant dense<[0.0, 1.0, 1.0]> : tensor<3xf16>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xf16>
  check.expect_eq_const %result, dense<[1.0, 0.0, 1.0]> : tensor<3xf16>
  func.return
}

// -----

func.func @select_f16_false() {
  %pred = stablehlo.constant dense<false> : tensor<i1>
  %on_true = stablehlo.constant dense<[1.0, 0.0, 1.0]> : tensor<3xf16>
  %on_false = stablehlo.constant dense<[0.0, 1.0, 1.0]> : tensor<3xf16>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xf16>
  check.expect_eq_const %result, dense<[0.0, 1.0, 1.0]> : tensor<3xf16>
  func.return
}

// -----

func.func @select_bf16() {
  %pred = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %on_true = stablehlo.constant dense<[1.0, 0.0, 1.0]> : tensor<3xbf16>
  %on_false = stablehlo.constant dense<[0.0, 1.0, 1.0]> : tensor<3xbf16>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<3xi1>, tensor<3xbf16>
  check.expect_eq_const %result, dense<[1.0, 1.0, 1.0]> : tensor<3xbf16>
  func.return
}

// -----

func.func @select_bf16_true() {
  %pred = stablehlo.constant dense<true> : tensor<i1>
  %on_true = stablehlo.constant dense<[1.0, 0.0, 1.0]> : tensor<3xbf16>
  %on_false = stablehlo.constant dense<[0.0, 1.0, 1.0]> : tensor<3xbf16>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xbf16>
  check.expect_eq_const %result, dense<[1.0, 0.0, 1.0]> : tensor<3xbf16>
  func.return
}

// -----

func.func @select_bf16_false() {
  %pred = stablehlo.constant dense<false> : tensor<i1>
  %on_true = stablehlo.constant dense<[1.0, 0.0, 1.0]> : tensor<3xbf16>
  %on_false = stablehlo.constant dense<[0.0, 1.0, 1.0]> : tensor<3xbf16>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xbf16>
  check.expect_eq_const %result, dense<[0.0, 1.0, 1.0]> : tensor<3xbf16>
  func.return
}

// -----

func.func @select_f32() {
  %pred = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %on_true = stablehlo.constant dense<[1.0, 0.0, 1.0]> : tensor<3xf32>
  %on_false = stablehlo.constant dense<[0.0, 1.0, 1.0]> : tensor<3xf32>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<3xi1>, tensor<3xf32>
  check.expect_eq_const %result, dense<[1.0, 1.0, 1.0]> : tensor<3xf32>
  func.return
}

// -----

func.func @select_f32_true() {
  %pred = stablehlo.constant dense<true> : tensor<i1>
  %on_true = stablehlo.constant dense<[1.0, 0.0, 1.0]> : tensor<3xf32>
  %on_false = stablehlo.constant dense<[0.0, 1.0, 1.0]> : tensor<3xf32>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xf32>
  check.expect_eq_const %result, dense<[1.0, 0.0, 1.0]> : tensor<3xf32>
  func.return
}

// -----

func.func @select_f32_false() {
  %pred = stablehlo.constant dense<false> : tensor<i1>
  %on_true = stablehlo.constant dense<[1.0, 0.0, 1.0]> : tensor<3xf32>
  %on_false = stablehlo.constant dense<[0.0, 1.0, 1.0]> : tensor<3xf32>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xf32>
  check.expect_eq_const %result, dense<[0.0, 1.0, 1.0]> : tensor<3xf32>
  func.return
}

// -----

func.func @select_f64() {
  %pred = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %on_true = stablehlo.constant dense<[1.0, 0.0, 1.0]> : tensor<3xf64>
  %on_false = stablehlo.constant dense<[0.0, 1.0, 1.0]> : tensor<3xf64>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<3xi1>, tensor<3xf64>
  check.expect_eq_const %result, dense<[1.0, 1.0, 1.0]> : tensor<3xf64>
  func.return
}

// -----

func.func @select_f64_true() {
  %pred = stablehlo.constant dense<true> : tensor<i1>
  %on_true = stablehlo.constant dense<[1.0, 0.0, 1.0]> : tensor<3xf64>
  %on_false = stablehlo.constant dense<[0.0, 1.0, 1.0]> : tensor<3xf64>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xf64>
  check.expect_eq_const %result, dense<[1.0, 0.0, 1.0]> : tensor<3xf64>
  func.return
}

// -----

func.func @select_f64_false() {
  %pred = stablehlo.constant dense<false> : tensor<i1>
  %on_true = stablehlo.constant dense<[1.0, 0.0, 1.0]> : tensor<3xf64>
  %on_false = stablehlo.constant dense<[0.0, 1.0, 1.0]> : tensor<3xf64>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xf64>
  check.expect_eq_const %result, dense<[0.0, 1.0, 1.0]> : tensor<3xf64>
  func.return
}

// -----

func.func @select_f8E4M3FN() {
  %pred = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %on_true = stablehlo.constant dense<[1.0, 0.0, 1.0]> : tensor<3xf8E4M3FN>
  %on_false = stablehlo.constant dense<[0.0, 1.0, 1.0]> : tensor<3xf8E4M3FN>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<3xi1>, tensor<3xf8E4M3FN>
  check.expect_eq_const %result, dense<[1.0, 1.0, 1.0]> : tensor<3xf8E4M3FN>
  func.return
}

// -----

func.func @select_f8E4M3FN_true() {
  %pred = stablehlo.constant dense<true> : tensor<i1>
  %on_true = stablehlo.constant dense<[1.0, 0.0, 1.0]> : tensor<3xf8E4M3FN>
  %on_false = stablehlo.constant dense<[0.0, 1.0, 1.0]> : tensor<3xf8E4M3FN>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xf8E4M3FN>
  check.expect_eq_const %result, dense<[1.0, 0.0, 1.0]> : tensor<3xf8E4M3FN>
  func.return
}

// -----

func.func @select_f8E4M3FN_false() {
  %pred = stablehlo.constant dense<false> : tensor<i1>
  %on_true = stablehlo.constant dense<[1.0, 0.0, 1.0]> : tensor<3xf8E4M3FN>
  %on_false = stablehlo.constant dense<[0.0, 1.0, 1.0]> : tensor<3xf8E4M3FN>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xf8E4M3FN>
  check.expect_eq_const %result, dense<[0.0, 1.0, 1.0]> : tensor<3xf8E4M3FN>
  func.return
}

// -----

func.func @select_f4E2M1FN() {
  %pred = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %on_true = stablehlo.constant dense<[1.0, 0.0, 1.0]> : tensor<3xf4E2M1FN>
  %on_false = stablehlo.constant dense<[0.0, 1.0, 1.0]> : tensor<3xf4E2M1FN>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<3xi1>, tensor<3xf4E2M1FN>
  check.expect_eq_const %result, dense<[1.0, 1.0, 1.0]> : tensor<3xf4E2M1FN>
  func.return
}

// -----

func.func @select_f4E2M1FN_true() {
  %pred = stablehlo.constant dense<true> : tensor<i1>
  %on_true = stablehlo.constant dense<[1.0, 0.0, 1.0]> : tensor<3xf4E2M1FN>
  %on_false = stablehlo.constant dense<[0.0, 1.0, 1.0]> : tensor<3xf4E2M1FN>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xf4E2M1FN>
  check.expect_eq_const %result, dense<[1.0, 0.0, 1.0]> : tensor<3xf4E2M1FN>
  func.return
}

// -----

func.func @select_f4E2M1FN_false() {
  %pred = stablehlo.constant dense<false> : tensor<i1>
  %on_true = stablehlo.constant dense<[1.0, 0.0, 1.0]> : tensor<3xf4E2M1FN>
  %on_false = stablehlo.constant dense<[0.0, 1.0, 1.0]> : tensor<3xf4E2M1FN>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<i1>, tensor<3xf4E2M1FN>
  check.expect_eq_const %result, dense<[0.0, 1.0, 1.0]> : tensor<3xf4E2M1FN>
  func.return
}

// -----

func.func @select_i1() {
  %pred = stablehlo.constant dense<[true, false, true, false]> : tensor<4xi1>
  %on_true = stablehlo.constant dense<[true, true, false, false]> : tensor<4xi1>
  %on_false = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<4xi1>, tensor<4xi1>
  check.expect_eq_const %result, dense<[true, false, false, true]> : tensor<4xi1>
  func.return
}

// -----

func.func @select_f32_complex() {
  %pred = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %on_true = stablehlo.constant dense<[(1.0, 2.0), (0.0, 3.0)]> : tensor<2xcomplex<f32>>
  %on_false = stablehlo.constant dense<[(5.0, 0.0), (-6.0, -7.0)]> : tensor<2xcomplex<f32>>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<2xi1>, tensor<2xcomplex<f32>>
  check.expect_eq_const %result, dense<[(1.0, 2.0), (-6.0, -7.0)]> : tensor<2xcomplex<f32>>
  func.return
}

// -----

func.func @select_f64_complex() {
  %pred = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %on_true = stablehlo.constant dense<[(1.0, 2.0), (0.0, 3.0)]> : tensor<2xcomplex<f64>>
  %on_false = stablehlo.constant dense<[(5.0, 0.0), (-6.0, -7.0)]> : tensor<2xcomplex<f64>>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<2xi1>, tensor<2xcomplex<f64>>
  check.expect_eq_const %result, dense<[(1.0, 2.0), (-6.0, -7.0)]> : tensor<2xcomplex<f64>>
  func.return
}

// -----

func.func @select_keeps_bits() {
  %pred = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %on_true = stablehlo.constant dense<0x7FA00001> : tensor<2xf32>
  %on_false = stablehlo.constant dense<0xFF800002> : tensor<2xf32>
  %result = stablehlo.select %pred, %on_true, %on_false : tensor<2xi1>, tensor<2xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %bits, dense<[0x7FA00001, 0xFF800002]> : tensor<2xui32>
  func.return
}

// -----

func.func @select_operand_used_again() {
  %pred = stablehlo.constant dense<true> : tensor<i1>
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %s = stablehlo.select %pred, %a, %b : tensor<i1>, tensor<2xi32>
  %result = stablehlo.add %s, %a : tensor<2xi32>
  check.expect_eq_const %result, dense<[2, 4]> : tensor<2xi32>
  check.expect_eq_const %a, dense<[1, 2]> : tensor<2xi32>
  func.return
}

// -----

func.func @select_of_nothing() {
  %pred = stablehlo.constant dense<> : tensor<0xi1>
  %a = stablehlo.constant dense<> : tensor<0xf32>
  %result = stablehlo.select %pred, %a, %a : tensor<0xi1>, tensor<0xf32>
  check.expect_eq_const %result, dense<> : tensor<0xf32>
  func.return
}
