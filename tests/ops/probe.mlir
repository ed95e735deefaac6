// RUN: run
// interpreter.probe writes a value down, check.expect_serialized_eq looks at what came as which one.

func.func @probe_two() {
  %x = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xbf16>
  %y = stablehlo.constant dense<3> : tensor<ui4>
  %a = interpreter.probe %x, probe_id = "first" : tensor<2xbf16>
  %b = interpreter.probe %y, probe_id = "second" : tensor<ui4>
  check.expect_serialized_eq %a, probe_id = "first" : tensor<2xbf16>
  check.expect_serialized_eq %b, probe_id = "second", iter = 1 : tensor<ui4>
  check.expect_eq %a, %x : tensor<2xbf16>
  func.return
}

// -----

func.func @bad_probe_of_another_value() {
  %x = stablehlo.constant dense<1> : tensor<i32>
  %y = stablehlo.constant dense<2> : tensor<i32>
  %a = interpreter.probe %x, probe_id = "p" : tensor<i32>
  check.expect_serialized_eq %y, probe_id = "p" : tensor<i32>
  func.return
}

// -----

func.func @bad_probe_of_another_name() {
  %x = stablehlo.constant dense<1> : tensor<i32>
  %a = interpreter.probe %x, probe_id = "p" : tensor<i32>
  check.expect_serialized_eq %x, probe_id = "q" : tensor<i32>
  func.return
}

// -----

func.func @bad_probe_that_never_was() {
  %x = stablehlo.constant dense<1> : tensor<i32>
  check.expect_serialized_eq %x, probe_id = "p" : tensor<i32>
  func.return
}
