// RUN: run
// Radians.

func.func @sine_f16() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001, 1.0e+02, 22.0]> : tensor<14xf16>
  %result = stablehlo.sine %operand : tensor<14xf16>
  %expected = stablehlo.constant dense<[0.4795, -0.4795, 0.8413, -0.8413, 0.909, -0.909, 0.0998, -0.0998, -0.5293, -0.823, 0.001, -0.001, -0.5063, -0.00885]> : tensor<14xf16>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<14xf16>, tensor<14xf16>
  func.return
}

// -----

func.func @sine_f16_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0x7C00, 0xFC00, 0x7E00]> : tensor<5xf16>
  %result = stablehlo.sine %operand : tensor<5xf16>
  %expected = stablehlo.constant dense<[0.0, -0.0, 0x7E00, 0x7E00, 0x7E00]> : tensor<5xf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<5xf16>, tensor<5xf16>
  func.return
}

// -----

func.func @sine_bf16() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001, 1.0e+02, 22.0]> : tensor<14xbf16>
  %result = stablehlo.sine %operand : tensor<14xbf16>
  %expected = stablehlo.constant dense<[0.479, -0.479, 0.84, -0.84, 0.91, -0.91, 0.1, -0.1, -0.53, -0.824, 0.001, -0.001, -0.508, -0.00885]> : tensor<14xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<14xbf16>, tensor<14xbf16>
  func.return
}

// -----

func.func @sine_bf16_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0x7F80, 0xFF80, 0x7FC0]> : tensor<5xbf16>
  %result = stablehlo.sine %operand : tensor<5xbf16>
  %expected = stablehlo.constant dense<[0.0, -0.0, 0x7FC0, 0x7FC0, 0x7FC0]> : tensor<5xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<5xbf16>, tensor<5xbf16>
  func.return
}

// -----

func.func @sine_f32() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001, 1.0e+02, 22.0]> : tensor<14xf32>
  %result = stablehlo.sine %operand : tensor<14xf32>
  %expected = stablehlo.constant dense<[0.47942555, -0.47942555, 0.84147096, -0.84147096, 0.9092974, -0.9092974, 0.09983342, -0.09983342, -0.5298362, -0.8230809, 0.0009999999, -0.0009999999, -0.50636566, -0.008851309]> : tensor<14xf32>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<14xf32>, tensor<14xf32>
  func.return
}

// -----

func.func @sine_f32_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<5xf32>
  %result = stablehlo.sine %operand : tensor<5xf32>
  %expected = stablehlo.constant dense<[0.0, -0.0, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<5xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<5xf32>, tensor<5xf32>
  func.return
}

// -----

func.func @sine_f64() {
  %operand = stablehlo.constant dense<[0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 0.1, -0.1, 3.7, -7.25, 0.001, -0.001, 1.0e+02, 22.0]> : tensor<14xf64>
  %result = stablehlo.sine %operand : tensor<14xf64>
  %expected = stablehlo.constant dense<[0.479425538604203, -0.479425538604203, 0.8414709848078965, -0.8414709848078965, 0.9092974268256817, -0.9092974268256817, 0.09983341664682815, -0.09983341664682815, -0.5298361409084934, -0.8230808790115055, 0.0009999998333333417, -0.0009999998333333417, -0.5063656411097588, -0.008851309290403876]> : tensor<14xf64>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<14xf64>, tensor<14xf64>
  func.return
}

// -----

func.func @sine_f64_special() {
  %operand = stablehlo.constant dense<[0.0, -0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<5xf64>
  %result = stablehlo.sine %operand : tensor<5xf64>
  %expected = stablehlo.constant dense<[0.0, -0.0, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<5xf64>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<5xf64>, tensor<5xf64>
  func.return
}

// -----

func.func @sine_f32_zeros() {
  %operand = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %result = stablehlo.sine %operand : tensor<2xf32>
  %bits = stablehlo.bitcast_convert %result : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %bits, dense<[0x00000000, 0x80000000]> : tensor<2xui32>
  func.return
}

// -----

func.func @sine_f64_zeros() {
  %operand = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf64>
  %result = stablehlo.sine %operand : tensor<2xf64>
  %bits = stablehlo.bitcast_convert %result : (tensor<2xf64>) -> tensor<2xui64>
  check.expect_eq_const %bits, dense<[0x0000000000000000, 0x8000000000000000]> : tensor<2xui64>
  func.return
}

// -----

func.func @sine_f32_complex() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.75), (-0.125, -0.5), (0.001, 0.0001), (2.0, 5.0), (-6.5, 0.5)]> : tensor<7xcomplex<f32>>
  %result = stablehlo.sine %operand : tensor<7xcomplex<f32>>
  %expected = stablehlo.constant dense<[(0.4944858, 0.22168817), (-3.7527714, 0.25655395), (0.18270572, 0.8140874), (-0.14058647, -0.5170295), (0.0009999999, 9.999995e-05), (67.47891, -30.87943), (-0.24257489, 0.5088952)]> : tensor<7xcomplex<f32>>
  check.expect_close %result, %expected, max_ulp_difference = 2 : tensor<7xcomplex<f32>>, tensor<7xcomplex<f32>>
  func.return
}

// -----

func.func @sine_f64_complex() {
  %operand = stablehlo.constant dense<[(0.5, 0.25), (-1.5, 2.0), (3.0, -0.75), (-0.125, -0.5), (0.001, 0.0001), (2.0, 5.0), (-6.5, 0.5)]> : tensor<7xcomplex<f64>>
  %result = stablehlo.sine %operand : tensor<7xcomplex<f64>>
  %expected = stablehlo.constant dense<[(0.494485780933195, 0.22168816414957482), (-3.752771340479298, 0.2565539560904818), (0.18270571556857168, 0.8140873944454716), (-0.14058646657036555, -0.5170295465150507), (0.0009999998383333408, 9.999995016667076e-05), (67.47891523845588, -30.879431343588244), (-0.24257488420270812, 0.5088952271701578)]> : tensor<7xcomplex<f64>>
  check.expect_close %result, %expected, max_ulp_difference = 2 : tensor<7xcomplex<f64>>, tensor<7xcomplex<f64>>
  func.return
}

// -----

func.func @sine_f32_far() {
  %operand = stablehlo.constant dense<[1.0e+10, 3.0e+38]> : tensor<2xf32>
  %result = stablehlo.sine %operand : tensor<2xf32>
  %expected = stablehlo.constant dense<[-0.48750603, 0.8749049]> : tensor<2xf32>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>
  func.return
}

// -----

func.func @sine_f64_far() {
  %operand = stablehlo.constant dense<[1.0e+22, 1.0e+300]> : tensor<2xf64>
  %result = stablehlo.sine %operand : tensor<2xf64>
  %expected = stablehlo.constant dense<[-0.8522008497671888, -0.8178819121159085]> : tensor<2xf64>
  check.expect_close %result, %expected, max_ulp_difference = 1 : tensor<2xf64>, tensor<2xf64>
  func.return
}

// -----

func.func @sine_of_nothing() {
  %operand = stablehlo.constant dense<> : tensor<0x3xf32>
  %result = stablehlo.sine %operand : tensor<0x3xf32>
  check.expect_eq_const %result, dense<> : tensor<0x3xf32>
  func.return
}

// -----

// Single numbers beside vectors, many so large that a call computes them: what vectors hold must outlive the call.
func.func @sine_of_large_numbers_beside_vectors() {
  %i1 = stablehlo.iota dim = 0 : tensor<512xf32>
  %k1 = stablehlo.constant dense<3.71> : tensor<512xf32>
  %v1 = stablehlo.multiply %i1, %k1 : tensor<512xf32>
  %m1 = stablehlo.multiply %v1, %v1 : tensor<512xf32>
  %n1 = stablehlo.multiply %m1, %v1 : tensor<512xf32>
  %c1 = stablehlo.convert %n1 : (tensor<512xf32>) -> tensor<512xbf16>
  %r1 = stablehlo.reshape %c1 : (tensor<512xbf16>) -> tensor<512x1xbf16>
  %x1 = stablehlo.optimization_barrier %r1 : tensor<512x1xbf16>
  %y1 = stablehlo.optimization_barrier %r1 : tensor<512x1xbf16>
  %i2 = stablehlo.iota dim = 0 : tensor<2560xf32>
  %k2 = stablehlo.constant dense<3.72> : tensor<2560xf32>
  %v2 = stablehlo.multiply %i2, %k2 : tensor<2560xf32>
  %m2 = stablehlo.multiply %v2, %v2 : tensor<2560xf32>
  %n2 = stablehlo.multiply %m2, %v2 : tensor<2560xf32>
  %c2 = stablehlo.convert %n2 : (tensor<2560xf32>) -> tensor<2560xbf16>
  %r2 = stablehlo.reshape %c2 : (tensor<2560xbf16>) -> tensor<512x5xbf16>
  %x2 = stablehlo.optimization_barrier %r2 : tensor<512x5xbf16>
  %y2 = stablehlo.optimization_barrier %r2 : tensor<512x5xbf16>
  %parts = stablehlo.concatenate %x1, %x2, %x1, dim = 1 : (tensor<512x1xbf16>, tensor<512x5xbf16>, tensor<512x1xbf16>) -> tensor<512x7xbf16>
  %r = stablehlo.sine %parts : tensor<512x7xbf16>
  %a = stablehlo.sine %y1 : tensor<512x1xbf16>
  %b = stablehlo.sine %y2 : tensor<512x5xbf16>
  %want = stablehlo.concatenate %a, %b, %a, dim = 1 : (tensor<512x1xbf16>, tensor<512x5xbf16>, tensor<512x1xbf16>) -> tensor<512x7xbf16>
  %kept = stablehlo.optimization_barrier %want : tensor<512x7xbf16>
  check.expect_almost_eq %r, %kept : tensor<512x7xbf16>
  func.return
}
