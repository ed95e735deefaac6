// RUN: run
// Functions of bit patterns: neighbours, infinities, upper halves of products.

func.func @next_after_f32() {
  %x = stablehlo.constant dense<[1.0, 1.0, 0.0, 0.0, -0.0, 2.0, -1.0, 0x7F800000, 0x7FC00000, 1.0, 0x00000001]> : tensor<11xf32>
  %y = stablehlo.constant dense<[2.0, 0.0, 1.0, -1.0, 0.0, 2.0, 0.0, 0.0, 1.0, 0x7FC00000, 0.0]> : tensor<11xf32>
  %r = chlo.next_after %x, %y : tensor<11xf32>, tensor<11xf32> -> tensor<11xf32>
  %e = stablehlo.constant dense<[0x3F800001, 0x3F7FFFFF, 0x00000001, 0x80000001, 0.0, 2.0, 0xBF7FFFFF, 0x7F7FFFFF, 0x7FC00000, 0x7FC00000, 0.0]> : tensor<11xf32>
  check.expect_close %r, %e, max_ulp_difference = 0 : tensor<11xf32>, tensor<11xf32>
  func.return
}

// -----

func.func @next_after_bf16() {
  %x = stablehlo.constant dense<[1.0, 0.0]> : tensor<2xbf16>
  %y = stablehlo.constant dense<[2.0, -1.0]> : tensor<2xbf16>
  %r = chlo.next_after %x, %y : tensor<2xbf16>, tensor<2xbf16> -> tensor<2xbf16>
  check.expect_eq_const %r, dense<[0x3F81, 0x8001]> : tensor<2xbf16>
  func.return
}

// -----

func.func @is_inf() {
  %x = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 1.0]> : tensor<4xf32>
  %a = chlo.is_inf %x : tensor<4xf32> -> tensor<4xi1>
  %p = chlo.is_pos_inf %x : tensor<4xf32> -> tensor<4xi1>
  %n = chlo.is_neg_inf %x : tensor<4xf32> -> tensor<4xi1>
  check.expect_eq_const %a, dense<[true, true, false, false]> : tensor<4xi1>
  check.expect_eq_const %p, dense<[true, false, false, false]> : tensor<4xi1>
  check.expect_eq_const %n, dense<[false, true, false, false]> : tensor<4xi1>
  func.return
}

// -----

func.func @mulhi_i8() {
  %x = stablehlo.constant dense<[-128, 127, -1, 100]> : tensor<4xi8>
  %y = stablehlo.constant dense<[-128, 127, 1, -100]> : tensor<4xi8>
  %r = chlo.mulhi %x, %y : tensor<4xi8>, tensor<4xi8> -> tensor<4xi8>
  check.expect_eq_const %r, dense<[64, 63, -1, -40]> : tensor<4xi8>
  func.return
}

// -----

func.func @mulhi_ui64() {
  %x = stablehlo.constant dense<[18446744073709551615, 4294967296, 12345678901234567890]> : tensor<3xui64>
  %y = stablehlo.constant dense<[18446744073709551615, 4294967296, 9876543210987654321]> : tensor<3xui64>
  %r = chlo.mulhi %x, %y : tensor<3xui64>, tensor<3xui64> -> tensor<3xui64>
  check.expect_eq_const %r, dense<[18446744073709551614, 1, 6609981178781634653]> : tensor<3xui64>
  func.return
}

// -----

func.func @mulhi_i64() {
  %x = stablehlo.constant dense<[-1, -9223372036854775808, 1234567890123456789, -5]> : tensor<4xi64>
  %y = stablehlo.constant dense<[1, -9223372036854775808, -987654321098765432, 7]> : tensor<4xi64>
  %r = chlo.mulhi %x, %y : tensor<4xi64>, tensor<4xi64> -> tensor<4xi64>
  check.expect_eq_const %r, dense<[-1, 4611686018427387904, -66099811787816347, -1]> : tensor<4xi64>
  func.return
}

// -----

func.func @conj() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (0.0, -3.0)]> : tensor<2xcomplex<f32>>
  %r = chlo.conj %x : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  check.expect_eq_const %r, dense<[(1.0, -2.0), (0.0, 3.0)]> : tensor<2xcomplex<f32>>
  func.return
}
