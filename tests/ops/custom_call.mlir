// RUN: run
// Targets that need no registration; an unknown one is an error.

func.func @custom_call_Sharding() {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = stablehlo.custom_call @Sharding(%a) : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq_const %0, dense<[1.0, 2.0]> : tensor<2xf32>
  func.return
}

// -----

func.func @custom_call_annotate_device_placement() {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = stablehlo.custom_call @annotate_device_placement(%a) : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq_const %0, dense<[1.0, 2.0]> : tensor<2xf32>
  func.return
}

// -----

func.func @custom_call_MoveToHost() {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = stablehlo.custom_call @MoveToHost(%a) : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq_const %0, dense<[1.0, 2.0]> : tensor<2xf32>
  func.return
}

// -----

func.func @custom_call_LayoutConstraint() {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = stablehlo.custom_call @LayoutConstraint(%a) : (tensor<2xf32>) -> tensor<2xf32>
  check.expect_eq_const %0, dense<[1.0, 2.0]> : tensor<2xf32>
  func.return
}

// -----

func.func @custom_call_TopK() {
  %a = stablehlo.constant dense<[[1.0, 3.0, -0.0, 3.0], [0x7FC00000, 0.0, 2.0, -1.0]]> : tensor<2x4xf32>
  %0:2 = stablehlo.custom_call @TopK(%a) {mhlo.attributes = {k = 2 : i64, largest = true}} : (tensor<2x4xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  check.expect_almost_eq_const %0#0, dense<[[3.0, 3.0], [0x7FC00000, 2.0]]> : tensor<2x2xf32>
  check.expect_eq_const %0#1, dense<[[1, 3], [0, 2]]> : tensor<2x2xi32>
  func.return
}

// -----

func.func @custom_call_mhlo_topk() {
  %a = stablehlo.constant dense<[[1.0, 3.0, -0.0, 3.0], [0x7FC00000, 0.0, 2.0, -1.0]]> : tensor<2x4xf32>
  %0:2 = stablehlo.custom_call @mhlo.topk(%a) {mhlo.attributes = {k = 2 : i64, largest = true}} : (tensor<2x4xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  check.expect_almost_eq_const %0#0, dense<[[3.0, 3.0], [0x7FC00000, 2.0]]> : tensor<2x2xf32>
  check.expect_eq_const %0#1, dense<[[1, 3], [0, 2]]> : tensor<2x2xi32>
  func.return
}

// -----

func.func @custom_call_smallest() {
  %a = stablehlo.constant dense<[3, -1, 2, -1]> : tensor<4xi8>
  %0:2 = stablehlo.custom_call @mhlo.topk(%a) {mhlo.attributes = {k = 3 : i64, largest = false}} : (tensor<4xi8>) -> (tensor<3xi8>, tensor<3xi32>)
  check.expect_eq_const %0#0, dense<[-1, -1, 2]> : tensor<3xi8>
  check.expect_eq_const %0#1, dense<[1, 3, 2]> : tensor<3xi32>
  func.return
}

// -----

func.func @custom_call_erf() {
  %a = stablehlo.constant dense<[0.0, 0.5, -1.0]> : tensor<3xf64>
  %0 = stablehlo.custom_call @mhlo.erf(%a) {mhlo.attributes = {}} : (tensor<3xf64>) -> tensor<3xf64>
  check.expect_almost_eq_const %0, dense<[0.0, 0.52049987781304652, -0.84270079294971489]> : tensor<3xf64>, tolerance = 1.0e-15
  func.return
}

// -----

func.func @custom_call_tan_complex() {
  %a = stablehlo.constant dense<(0.0, 1.0)> : tensor<complex<f32>>
  %0 = stablehlo.custom_call @mhlo.tan(%a) : (tensor<complex<f32>>) -> tensor<complex<f32>>
  check.expect_almost_eq_const %0, dense<(0.0, 0.761594176)> : tensor<complex<f32>>, tolerance = 1.0e-7
  func.return
}

// -----

func.func @custom_call_allocate() {
  %0 = stablehlo.custom_call @AllocateBuffer() : () -> tensor<3xi32>
  check.expect_eq_const %0, dense<0> : tensor<3xi32>
  func.return
}

// -----

func.func @custom_call_shape_assertion() {
  %c = stablehlo.constant dense<true> : tensor<i1>
  %n = stablehlo.constant dense<3> : tensor<i32>
  stablehlo.custom_call @shape_assertion(%c, %n) {api_version = 2 : i32, error_message = "n is {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  func.return
}

// -----

func.func @bad_custom_call_shape_assertion() {
  %c = stablehlo.constant dense<false> : tensor<i1>
  %n = stablehlo.constant dense<3> : tensor<i32>
  stablehlo.custom_call @shape_assertion(%c, %n) {api_version = 2 : i32, error_message = "n is {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  func.return
}

// -----

func.func @bad_custom_call_unknown() {
  %0 = stablehlo.custom_call @no_such_target() : () -> tensor<i32>
  func.return
}

// -----

// As JAX writes approx_max_k; along another dimension than the last.
func.func private @greater(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  func.return %0 : tensor<i1>
}
func.func @custom_call_ApproxTopK() {
  %x = stablehlo.constant dense<[[1.0, 8.0], [5.0, 2.0], [3.0, 4.0]]> : tensor<3x2xf32>
  %i = stablehlo.iota dim = 0 : tensor<3x2xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %0:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %low, %none) {called_computations = [@greater], mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, recall_target = 0.95 : f32, reduction_dim = 0 : i64, reduction_input_size_override = -1 : i64, top_k = 2 : i64}} : (tensor<3x2xf32>, tensor<3x2xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  check.expect_eq_const %0#0, dense<[[5.0, 8.0], [3.0, 4.0]]> : tensor<2x2xf32>
  check.expect_eq_const %0#1, dense<[[1, 0], [2, 2]]> : tensor<2x2xi32>
  func.return
}

// -----

// Of shape-polymorphic programs: k and the shapes of the results are operands.
func.func private @greater_of(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  func.return %0 : tensor<i1>
}
func.func @custom_call_dynamic_approx_top_k() {
  %x = stablehlo.constant dense<[1.0, 8.0, 5.0]> : tensor<3xf32>
  %i = stablehlo.iota dim = 0 : tensor<3xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %k = stablehlo.constant dense<2> : tensor<i32>
  %shape = stablehlo.constant dense<2> : tensor<1xi32>
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_approx_top_k(%x, %i, %low, %none, %k, %shape, %shape) {called_computations = [@greater_of], indices_of_shape_operands = dense<[5, 6]> : tensor<2xi64>, mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, recall_target = 0.95 : f32, reduction_dim = 0 : i64, reduction_input_size_override = -1 : i64}} : (tensor<3xf32>, tensor<3xi32>, tensor<f32>, tensor<i32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<2xf32>, tensor<2xi32>)
  check.expect_eq_const %0#0, dense<[8.0, 5.0]> : tensor<2xf32>
  check.expect_eq_const %0#1, dense<[1, 2]> : tensor<2xi32>
  func.return
}
