// RUN: run
// Radians.

func.func @cosine_f16() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001, 1.0e+02, 22.0]> : tensor<14xf16>
  %result = stablehlo.cosine %operand : tensor<14xf16>
  %expected = stablehlo.constant dense<[0.8774, 0.8774, 0.5405, 0.5405, -0.4163, -0.4163, 0.995, 0.995, -0.8486, 0.568, 1.0, 1.0, 0.8623, -1.0]> : tensor<14xf16>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<14xf16>, tensor<14xf16>
  func.return
}

// -----

func.func @cosine_f16_special() {
  %operand = stablehlo.constant dense<[0.0, 0x7C00, 0xFC00, 0x7E00]> : tensor<4xf16>
  %result = stablehlo.cosine %operand : tensor<4xf16>
  %expected = stablehlo.constant dense<[1.0, 0x7E00, 0x7E00, 0x7E00]> : tensor<4xf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<4xf16>, tensor<4xf16>
  func.return
}

// -----

func.func @cosine_bf16() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001, 1.0e+02, 22.0]> : tensor<14xbf16>
  %result = stablehlo.cosine %operand : tensor<14xbf16>
  %expected = stablehlo.constant dense<[0.88, 0.88, 0.54, 0.54, -0.416, -0.416, 0.996, 0.996, -0.848, 0.566, 1.0, 1.0, 0.863, -1.0]> : tensor<14xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<14xbf16>, tensor<14xbf16>
  func.return
}

// -----

func.func @cosine_bf16_special() {
  %operand = stablehlo.constant dense<[0.0, 0x7F80, 0xFF80, 0x7FC0]> : tensor<4xbf16>
  %result = stablehlo.cosine %operand : tensor<4xbf16>
  %expected = stablehlo.constant dense<[1.0, 0x7FC0, 0x7FC0, 0x7FC0]> : tensor<4xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<4xbf16>, tensor<4xbf16>
  func.return
}

// -----

func.func @cosine_f32() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001, 1.0e+02, 22.0]> : tensor<14xf32>
  %result = stablehlo.cosine %operand : tensor<14xf32>
  %expected = stablehlo.constant dense<[0.87758255, 0.87758255, 0.5403023, 0.5403023, -0.41614684, -0.41614684, 0.9950042, 0.9950042, -0.8481, 0.5679242, 0.9999995, 0.9999995, 0.8623189, -0.99996084]> : tensor<14xf32>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<14xf32>, tensor<14xf32>
  func.return
}

// -----

func.func @cosine_f32_special() {
  %operand = stablehlo.constant dense<[0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<4xf32>
  %result = stablehlo.cosine %operand : tensor<4xf32>
  %expected = stablehlo.constant dense<[1.0, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<4xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<4xf32>, tensor<4xf32>
  func.return
}

// -----

func.func @cosine_f64() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001, 1.0e+02, 22.0]> : tensor<14xf64>
  %result = stablehlo.cosine %operand : tensor<14xf64>
  %expected = stablehlo.constant dense<[0.8775825618903728, 0.8775825618903728, 0.5403023058681398, 0.5403023058681398, -0.4161468365471424, -0.4161468365471424, 0.9950041652780258, 0.9950041652780258, -0.848100031710408, 0.5679241732886948, 0.9999995000000417, 0.9999995000000417, 0.8623188722876839, -0.9999608263946371]> : tensor<14xf64>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<14xf64>, tensor<14xf64>
  func.return
}

// -----

func.func @cosine_f64_special() {
  %operand = stablehlo.constant dense<[0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  %result = stablehlo.cosine %operand : tensor<4xf64>
  %expected = stablehlo.constant dense<[1.0, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<4xf64>, tensor<4xf64>
  func.return
}

// -----

func.func @cosine_f32_complex() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.75), (-0.125, -0.5), (0.001, 0.0001), (2.0, 5.0), (-6.5, 0.5)]> : tensor<7xcomplex<f32>>
  %result = stablehlo.cosine %operand : tensor<7xcomplex<f32>>
  %expected = stablehlo.constant dense<[(0.9051502, -0.12110879), (0.2661272, 3.617775), (-1.2817267, 0.11604534), (1.1188278, -0.064967416), (0.9999995, -9.999999e-08), (-30.882235, -67.472786), (1.1012256, 0.112098016)]> : tensor<7xcomplex<f32>>
  check.expect_close %result, %expected, max_ulp_difference = 2 : tensor<7xcomplex<f32>>, tensor<7xcomplex<f32>>
  func.return
}

// -----

func.func @cosine_f64_complex() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.75), (-0.125, -0.5), (0.001, 0.0001), (2.0, 5.0), (-6.5, 0.5)]> : tensor<7xcomplex<f64>>
  %result = stablehlo.cosine %operand : tensor<7xcomplex<f64>>
  %expected = stablehlo.constant dense<[(0.9051501505596067, -0.12110879604381165), (0.2661271953135458, 3.6177750739401375), (-1.2817267373040948, 0.116045343838548), (1.1188278521849915, -0.06496741828072673), (0.9999995050000392, -9.999998350000081e-08), (-30.882235318916738, -67.47278844058752), (1.1012255640701702, 0.11209801591043152)]> : tensor<7xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 2 : tensor<7xcomplex<f64>>, tensor<7xcomplex<f64>>
  func.return
}

// -----

func.func @cosine_f32_far() {
  %operand = stablehlo.constant dense<[1.0e+10, 3.0e+38]> : tensor<2xf32>
  %result = stablehlo.cosine %operand : tensor<2xf32>
  %expected = stablehlo.constant dense<[0.87311965, -0.48429477]> : tensor<2xf32>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>
  func.return
}

// -----

func.func @cosine_f64_far() {
  %operand = stablehlo.constant dense<[1.0e+22, 1.0e+300]> : tensor<2xf64>
  %result = stablehlo.cosine %operand : tensor<2xf64>
  %expected = stablehlo.constant dense<[0.523214785395139, -0.5753861119575491]> : tensor<2xf64>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<2xf64>, tensor<2xf64>
  func.return
}

// -----

func.func @cosine_of_nothing() {
  %operand = stablehlo.constant dense<> : tensor<0x3xf32>
  %result = stablehlo.cosine %operand : tensor<0x3xf32>
  check.expect_eq_const %result, dense<> : tensor<0x3xf32>
  func.return
}
