// RUN: run
// CHLO functions against values to 60 digits.

func.func @erf_f32() {
  %x0 = stablehlo.constant dense<[0.0, 0.25, -0.5, 0.9990234375, 1.5, -2.75, 3.5, 6.0]> : tensor<8xf32>
  %r = chlo.erf %x0 : tensor<8xf32> -> tensor<8xf32>
  %e = stablehlo.constant dense<[0.0, 0.27632638812065125, -0.5204998850822449, 0.8422949910163879, 0.9661051630973816, -0.9998993873596191, 0.9999992847442627, 1.0]> : tensor<8xf32>
  check.expect_close %r, %e, max_ulp_difference = 4 : tensor<8xf32>, tensor<8xf32>
  func.return
}

// -----

func.func @erf_f64() {
  %x0 = stablehlo.constant dense<[0.0, 0.25, -0.5, 0.9990234375, 1.5, -2.75, 3.5, 6.0]> : tensor<8xf64>
  %r = chlo.erf %x0 : tensor<8xf64> -> tensor<8xf64>
  %e = stablehlo.constant dense<[0.0, 0.27632639016823696, -0.5204998778130465, 0.8422950185281028, 0.9661051464753108, -0.9998993780778803, 0.9999992569016276, 1.0]> : tensor<8xf64>
  check.expect_close %r, %e, max_ulp_difference = 4 : tensor<8xf64>, tensor<8xf64>
  func.return
}

// -----

func.func @erfc_f32() {
  %x0 = stablehlo.constant dense<[0.0, 0.25, -0.5, 0.9990234375, 1.5, -2.75, 3.5, 6.0, 9.0]> : tensor<9xf32>
  %r = chlo.erfc %x0 : tensor<9xf32> -> tensor<9xf32>
  %e = stablehlo.constant dense<[1.0, 0.7236735820770264, 1.5204998254776, 0.15770497918128967, 0.0338948518037796, 1.9998993873596191, 7.430983828271565e-07, 2.151973725591623e-17, 4.137031708073991e-37]> : tensor<9xf32>
  check.expect_close %r, %e, max_ulp_difference = 16 : tensor<9xf32>, tensor<9xf32>
  func.return
}

// -----

func.func @erfc_f64() {
  %x0 = stablehlo.constant dense<[0.0, 0.25, -0.5, 0.9990234375, 1.5, -2.75, 3.5, 6.0, 9.0]> : tensor<9xf64>
  %r = chlo.erfc %x0 : tensor<9xf64> -> tensor<9xf64>
  %e = stablehlo.constant dense<[1.0, 0.7236736098317631, 1.5204998778130465, 0.1577049814718971, 0.033894853524689274, 1.9998993780778804, 7.430983723414128e-07, 2.1519736712498913e-17, 4.13703174651381e-37]> : tensor<9xf64>
  check.expect_close %r, %e, max_ulp_difference = 16 : tensor<9xf64>, tensor<9xf64>
  func.return
}

// -----

func.func @erf_inv_f32() {
  %x0 = stablehlo.constant dense<[0.0, 0.25, -0.5, 0.875, 0.998046875, -0.99993896484375, 1.0, -1.0, 2.0]> : tensor<9xf32>
  %r = chlo.erf_inv %x0 : tensor<9xf32> -> tensor<9xf32>
  %e = stablehlo.constant dense<[0.0, 0.22531205415725708, -0.4769362807273865, 1.0847870111465454, 2.1900999546051025, -2.834630250930786, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<9xf32>
  check.expect_close %r, %e, max_ulp_difference = 32 : tensor<9xf32>, tensor<9xf32>
  func.return
}

// -----

func.func @erf_inv_f64() {
  %x0 = stablehlo.constant dense<[0.0, 0.25, -0.5, 0.875, 0.998046875, -0.99993896484375, 1.0, -1.0, 2.0]> : tensor<9xf64>
  %r = chlo.erf_inv %x0 : tensor<9xf64> -> tensor<9xf64>
  %e = stablehlo.constant dense<[0.0, 0.2253120550121781, -0.4769362762044699, 1.0847870400692832, 2.190099968353768, -2.8346302855713943, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<9xf64>
  check.expect_close %r, %e, max_ulp_difference = 32 : tensor<9xf64>, tensor<9xf64>
  func.return
}

// -----

func.func @lgamma_f32() {
  %x0 = stablehlo.constant dense<[0.5, 1.5, 3.25, 10.0, 100.5, -0.5, -2.25, 0.0, -3.0, 0x7F800000, 1.0000000150474662e+30]> : tensor<11xf32>
  %r = chlo.lgamma %x0 : tensor<11xf32> -> tensor<11xf32>
  %e = stablehlo.constant dense<[0.5723649263381958, -0.12078224122524261, 0.9358019232749939, 12.801827430725098, 361.435546875, 1.2655121088027954, 0.5555015206336975, 0x7F800000, 0x7F800000, 0x7F800000, 6.807755301009307e+31]> : tensor<11xf32>
  check.expect_close %r, %e, max_ulp_difference = 64 : tensor<11xf32>, tensor<11xf32>
  func.return
}

// -----

func.func @lgamma_f64() {
  %x0 = stablehlo.constant dense<[0.5, 1.5, 3.25, 10.0, 100.5, -0.5, -2.25, 0.0, -3.0, 0x7FF0000000000000, 1.0e+30]> : tensor<11xf64>
  %r = chlo.lgamma %x0 : tensor<11xf64> -> tensor<11xf64>
  %e = stablehlo.constant dense<[0.5723649429247001, -0.12078223763524522, 0.9358019311087253, 12.801827480081469, 361.4355404677776, 1.2655121234846454, 0.5555015450206475, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 6.807755278982137e+31]> : tensor<11xf64>
  check.expect_close %r, %e, max_ulp_difference = 64 : tensor<11xf64>, tensor<11xf64>
  func.return
}

// -----

func.func @digamma_f32() {
  %x0 = stablehlo.constant dense<[0.5, 1.0, 3.25, 10.0, 100.5, -0.5, -2.25, 0.0, -3.0]> : tensor<9xf32>
  %r = chlo.digamma %x0 : tensor<9xf32> -> tensor<9xf32>
  %e = stablehlo.constant dense<[-1.9635100364685059, -0.5772156715393066, 1.0169909000396729, 2.2517526149749756, 4.605174541473389, 0.036489974707365036, 4.158583641052246, 0x7FC00000, 0x7FC00000]> : tensor<9xf32>
  check.expect_close %r, %e, max_ulp_difference = 256 : tensor<9xf32>, tensor<9xf32>
  func.return
}

// -----

func.func @digamma_f64() {
  %x0 = stablehlo.constant dense<[0.5, 1.0, 3.25, 10.0, 100.5, -0.5, -2.25, 0.0, -3.0]> : tensor<9xf64>
  %r = chlo.digamma %x0 : tensor<9xf64> -> tensor<9xf64>
  %e = stablehlo.constant dense<[-1.9635100260214235, -0.5772156649015329, 1.016990911068179, 2.251752589066721, 4.605174352581845, 0.03648997397857652, 4.158583564657972, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<9xf64>
  check.expect_close %r, %e, max_ulp_difference = 256 : tensor<9xf64>, tensor<9xf64>
  func.return
}

// -----

func.func @bessel_i1e_f32() {
  %x0 = stablehlo.constant dense<[0.0, 0.5, -0.5, 4.0, 8.0, -10.0, 100.0]> : tensor<7xf32>
  %r = chlo.bessel_i1e %x0 : tensor<7xf32> -> tensor<7xf32>
  %e = stablehlo.constant dense<[0.0, 0.15642079710960388, -0.15642079710960388, 0.17875084280967712, 0.13414248824119568, -0.12126268446445465, 0.03974415361881256]> : tensor<7xf32>
  check.expect_close %r, %e, max_ulp_difference = 16 : tensor<7xf32>, tensor<7xf32>
  func.return
}

// -----

func.func @bessel_i1e_f64() {
  %x0 = stablehlo.constant dense<[0.0, 0.5, -0.5, 4.0, 8.0, -10.0, 100.0]> : tensor<7xf64>
  %r = chlo.bessel_i1e %x0 : tensor<7xf64> -> tensor<7xf64>
  %e = stablehlo.constant dense<[0.0, 0.1564208031848717, -0.1564208031848717, 0.17875083950243534, 0.13414249329269817, -0.12126268138445552, 0.03974415302513025]> : tensor<7xf64>
  check.expect_close %r, %e, max_ulp_difference = 16 : tensor<7xf64>, tensor<7xf64>
  func.return
}

// -----

func.func @sinh_f32() {
  %x0 = stablehlo.constant dense<[0.0, 9.999999747378752e-06, -0.25, 0.9990000128746033, 1.5, -10.0, 80.0]> : tensor<7xf32>
  %r = chlo.sinh %x0 : tensor<7xf32> -> tensor<7xf32>
  %e = stablehlo.constant dense<[0.0, 9.999999747378752e-06, -0.25261232256889343, 1.1736587285995483, 2.129279375076294, -11013.232421875, 2.7703112423383797e+34]> : tensor<7xf32>
  check.expect_close %r, %e, max_ulp_difference = 64 : tensor<7xf32>, tensor<7xf32>
  func.return
}

// -----

func.func @sinh_f64() {
  %x0 = stablehlo.constant dense<[0.0, 1.0e-05, -0.25, 0.999, 1.5, -10.0, 80.0]> : tensor<7xf64>
  %r = chlo.sinh %x0 : tensor<7xf64> -> tensor<7xf64>
  %e = stablehlo.constant dense<[0.0, 1.0000000000166668e-05, -0.2526123168081683, 1.173658700352452, 2.1292794550948173, -11013.232874703393, 2.770311192196755e+34]> : tensor<7xf64>
  check.expect_close %r, %e, max_ulp_difference = 64 : tensor<7xf64>, tensor<7xf64>
  func.return
}

// -----

func.func @cosh_f32() {
  %x0 = stablehlo.constant dense<[0.0, 9.999999747378752e-06, -0.25, 1.5, -10.0, 80.0]> : tensor<6xf32>
  %r = chlo.cosh %x0 : tensor<6xf32> -> tensor<6xf32>
  %e = stablehlo.constant dense<[1.0, 1.0, 1.0314130783081055, 2.352409601211548, 11013.2333984375, 2.7703112423383797e+34]> : tensor<6xf32>
  check.expect_close %r, %e, max_ulp_difference = 64 : tensor<6xf32>, tensor<6xf32>
  func.return
}

// -----

func.func @cosh_f64() {
  %x0 = stablehlo.constant dense<[0.0, 1.0e-05, -0.25, 1.5, -10.0, 80.0]> : tensor<6xf64>
  %r = chlo.cosh %x0 : tensor<6xf64> -> tensor<6xf64>
  %e = stablehlo.constant dense<[1.0, 1.00000000005, 1.0314130998795732, 2.352409615243247, 11013.232920103323, 2.770311192196755e+34]> : tensor<6xf64>
  check.expect_close %r, %e, max_ulp_difference = 64 : tensor<6xf64>, tensor<6xf64>
  func.return
}

// -----

func.func @tan_f32() {
  %x0 = stablehlo.constant dense<[0.0, 0.5, -1.5, 3.0, 100.0]> : tensor<5xf32>
  %r = chlo.tan %x0 : tensor<5xf32> -> tensor<5xf32>
  %e = stablehlo.constant dense<[0.0, 0.5463024973869324, -14.101420402526855, -0.14254654943943024, -0.587213933467865]> : tensor<5xf32>
  check.expect_close %r, %e, max_ulp_difference = 4 : tensor<5xf32>, tensor<5xf32>
  func.return
}

// -----

func.func @tan_f64() {
  %x0 = stablehlo.constant dense<[0.0, 0.5, -1.5, 3.0, 100.0]> : tensor<5xf64>
  %r = chlo.tan %x0 : tensor<5xf64> -> tensor<5xf64>
  %e = stablehlo.constant dense<[0.0, 0.5463024898437905, -14.101419947171719, -0.1425465430742778, -0.5872139151569291]> : tensor<5xf64>
  check.expect_close %r, %e, max_ulp_difference = 4 : tensor<5xf64>, tensor<5xf64>
  func.return
}

// -----

func.func @zeta_f32() {
  %x0 = stablehlo.constant dense<[2.0, 3.0, 1.5, 1.0, 0.5, 2.0, 2.0, 10.0]> : tensor<8xf32>
  %x1 = stablehlo.constant dense<[1.0, 0.5, 2.25, 3.0, 1.0, 0.0, -1.5, 4.0]> : tensor<8xf32>
  %r = chlo.zeta %x0, %x1 : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
  %e = stablehlo.constant dense<[1.644934058189392, 8.414398193359375, 1.4975136518478394, 0x7F800000, 0x7FC00000, 0x7F800000, 9.379246711730957, 1.0775399914564332e-06]> : tensor<8xf32>
  check.expect_close %r, %e, max_ulp_difference = 32 : tensor<8xf32>, tensor<8xf32>
  func.return
}

// -----

func.func @zeta_f64() {
  %x0 = stablehlo.constant dense<[2.0, 3.0, 1.5, 1.0, 0.5, 2.0, 2.0, 10.0]> : tensor<8xf64>
  %x1 = stablehlo.constant dense<[1.0, 0.5, 2.25, 3.0, 1.0, 0.0, -1.5, 4.0]> : tensor<8xf64>
  %r = chlo.zeta %x0, %x1 : tensor<8xf64>, tensor<8xf64> -> tensor<8xf64>
  %e = stablehlo.constant dense<[1.6449340668482264, 8.41439832211716, 1.497513607666668, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 9.379246644989124, 1.0775400096550504e-06]> : tensor<8xf64>
  check.expect_close %r, %e, max_ulp_difference = 32 : tensor<8xf64>, tensor<8xf64>
  func.return
}

// -----

func.func @polygamma_f32() {
  %x0 = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 0.5, -1.0]> : tensor<6xf32>
  %x1 = stablehlo.constant dense<[1.5, 2.0, 0.5, 4.25, 2.0, 2.0]> : tensor<6xf32>
  %r = chlo.polygamma %x0, %x1 : tensor<6xf32>, tensor<6xf32> -> tensor<6xf32>
  %e = stablehlo.constant dense<[0.036489974707365036, 0.6449340581893921, -16.82879638671875, 0.036653727293014526, 0x7FC00000, 0x7FC00000]> : tensor<6xf32>
  check.expect_close %r, %e, max_ulp_difference = 128 : tensor<6xf32>, tensor<6xf32>
  func.return
}

// -----

func.func @polygamma_f64() {
  %x0 = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 0.5, -1.0]> : tensor<6xf64>
  %x1 = stablehlo.constant dense<[1.5, 2.0, 0.5, 4.25, 2.0, 2.0]> : tensor<6xf64>
  %r = chlo.polygamma %x0, %x1 : tensor<6xf64>, tensor<6xf64> -> tensor<6xf64>
  %e = stablehlo.constant dense<[0.03648997397857652, 0.6449340668482264, -16.82879664423432, 0.03665372575986459, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<6xf64>
  check.expect_close %r, %e, max_ulp_difference = 128 : tensor<6xf64>, tensor<6xf64>
  func.return
}

// -----

// Narrow floats are computed in f32 and rounded once.
func.func @lgamma_bf16() {
  %x = stablehlo.constant dense<[0.5, 3.0, 10.0]> : tensor<3xbf16>
  %r = chlo.lgamma %x : tensor<3xbf16> -> tensor<3xbf16>
  check.expect_eq_const %r, dense<[0.57421875, 0.69140625, 12.8125]> : tensor<3xbf16>
  func.return
}
