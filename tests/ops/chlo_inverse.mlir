// RUN: run
// Inverse trigonometric and hyperbolic functions against values to 60 digits.

func.func @acos_f32() {
  %x0 = stablehlo.constant dense<[0.0, 0.5, -0.5, 1.0, -1.0, 0.9990000128746033]> : tensor<6xf32>
  %r = chlo.acos %x0 : tensor<6xf32> -> tensor<6xf32>
  %e = stablehlo.constant dense<[1.5707963705062866, 1.0471975803375244, 2.094395160675049, 0.0, 3.1415927410125732, 0.04472479969263077]> : tensor<6xf32>
  check.expect_close %r, %e, max_ulp_difference = 3 : tensor<6xf32>, tensor<6xf32>
  func.return
}

// -----

func.func @acos_f64() {
  %x0 = stablehlo.constant dense<[0.0, 0.5, -0.5, 1.0, -1.0, 0.999]> : tensor<6xf64>
  %r = chlo.acos %x0 : tensor<6xf64> -> tensor<6xf64>
  %e = stablehlo.constant dense<[1.5707963267948966, 1.0471975511965979, 2.0943951023931957, 0.0, 3.141592653589793, 0.044725087168733454]> : tensor<6xf64>
  check.expect_close %r, %e, max_ulp_difference = 3 : tensor<6xf64>, tensor<6xf64>
  func.return
}

// -----

func.func @acosh_f32() {
  %x0 = stablehlo.constant dense<[1.0, 1.0009765625, 2.0, 100.0, 1.0000000150474662e+30]> : tensor<5xf32>
  %r = chlo.acosh %x0 : tensor<5xf32> -> tensor<5xf32>
  %e = stablehlo.constant dense<[0.0, 0.044190578162670135, 1.316957950592041, 5.29829216003418, 69.77069854736328]> : tensor<5xf32>
  check.expect_close %r, %e, max_ulp_difference = 3 : tensor<5xf32>, tensor<5xf32>
  func.return
}

// -----

func.func @acosh_f64() {
  %x0 = stablehlo.constant dense<[1.0, 1.0009765625, 2.0, 100.0, 1.0e+30]> : tensor<5xf64>
  %r = chlo.acosh %x0 : tensor<5xf64> -> tensor<5xf64>
  %e = stablehlo.constant dense<[0.0, 0.044190578083110096, 1.3169578969248168, 5.298292365610485, 69.77069997038132]> : tensor<5xf64>
  check.expect_close %r, %e, max_ulp_difference = 3 : tensor<5xf64>, tensor<5xf64>
  func.return
}

// -----

func.func @asin_f32() {
  %x0 = stablehlo.constant dense<[0.0, 0.5, -0.5, 1.0, -1.0, 9.999999682655225e-21]> : tensor<6xf32>
  %r = chlo.asin %x0 : tensor<6xf32> -> tensor<6xf32>
  %e = stablehlo.constant dense<[0.0, 0.5235987901687622, -0.5235987901687622, 1.5707963705062866, -1.5707963705062866, 9.999999682655225e-21]> : tensor<6xf32>
  check.expect_close %r, %e, max_ulp_difference = 3 : tensor<6xf32>, tensor<6xf32>
  func.return
}

// -----

func.func @asin_f64() {
  %x0 = stablehlo.constant dense<[0.0, 0.5, -0.5, 1.0, -1.0, 1.0e-20]> : tensor<6xf64>
  %r = chlo.asin %x0 : tensor<6xf64> -> tensor<6xf64>
  %e = stablehlo.constant dense<[0.0, 0.5235987755982989, -0.5235987755982989, 1.5707963267948966, -1.5707963267948966, 1.0e-20]> : tensor<6xf64>
  check.expect_close %r, %e, max_ulp_difference = 3 : tensor<6xf64>, tensor<6xf64>
  func.return
}

// -----

func.func @asinh_f32() {
  %x0 = stablehlo.constant dense<[0.0, 9.999999682655225e-21, -0.5, 3.0, -100.0, 1.0000000150474662e+30]> : tensor<6xf32>
  %r = chlo.asinh %x0 : tensor<6xf32> -> tensor<6xf32>
  %e = stablehlo.constant dense<[0.0, 9.999999682655225e-21, -0.4812118113040924, 1.8184465169906616, -5.298342227935791, 69.77069854736328]> : tensor<6xf32>
  check.expect_close %r, %e, max_ulp_difference = 3 : tensor<6xf32>, tensor<6xf32>
  func.return
}

// -----

func.func @asinh_f64() {
  %x0 = stablehlo.constant dense<[0.0, 1.0e-20, -0.5, 3.0, -100.0, 1.0e+30]> : tensor<6xf64>
  %r = chlo.asinh %x0 : tensor<6xf64> -> tensor<6xf64>
  %e = stablehlo.constant dense<[0.0, 1.0e-20, -0.48121182505960347, 1.8184464592320668, -5.298342365610589, 69.77069997038132]> : tensor<6xf64>
  check.expect_close %r, %e, max_ulp_difference = 3 : tensor<6xf64>, tensor<6xf64>
  func.return
}

// -----

func.func @atan_f32() {
  %x0 = stablehlo.constant dense<[0.0, 0.5, -1.0, 10000000000.0, -9.999999682655225e-21]> : tensor<5xf32>
  %r = chlo.atan %x0 : tensor<5xf32> -> tensor<5xf32>
  %e = stablehlo.constant dense<[0.0, 0.46364760398864746, -0.7853981852531433, 1.5707963705062866, -9.999999682655225e-21]> : tensor<5xf32>
  check.expect_close %r, %e, max_ulp_difference = 3 : tensor<5xf32>, tensor<5xf32>
  func.return
}

// -----

func.func @atan_f64() {
  %x0 = stablehlo.constant dense<[0.0, 0.5, -1.0, 10000000000.0, -1.0e-20]> : tensor<5xf64>
  %r = chlo.atan %x0 : tensor<5xf64> -> tensor<5xf64>
  %e = stablehlo.constant dense<[0.0, 0.4636476090008061, -0.7853981633974483, 1.5707963266948965, -1.0e-20]> : tensor<5xf64>
  check.expect_close %r, %e, max_ulp_difference = 3 : tensor<5xf64>, tensor<5xf64>
  func.return
}

// -----

func.func @atanh_f32() {
  %x0 = stablehlo.constant dense<[0.0, 9.999999682655225e-21, 0.5, -0.75, 0.9990000128746033]> : tensor<5xf32>
  %r = chlo.atanh %x0 : tensor<5xf32> -> tensor<5xf32>
  %e = stablehlo.constant dense<[0.0, 9.999999682655225e-21, 0.5493061542510986, -0.972955048084259, 3.8002076148986816]> : tensor<5xf32>
  check.expect_close %r, %e, max_ulp_difference = 3 : tensor<5xf32>, tensor<5xf32>
  func.return
}

// -----

func.func @atanh_f64() {
  %x0 = stablehlo.constant dense<[0.0, 1.0e-20, 0.5, -0.75, 0.999]> : tensor<5xf64>
  %r = chlo.atanh %x0 : tensor<5xf64> -> tensor<5xf64>
  %e = stablehlo.constant dense<[0.0, 1.0e-20, 0.5493061443340549, -0.9729550745276566, 3.8002011672501994]> : tensor<5xf64>
  check.expect_close %r, %e, max_ulp_difference = 3 : tensor<5xf64>, tensor<5xf64>
  func.return
}
