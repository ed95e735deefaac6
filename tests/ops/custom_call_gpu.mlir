// RUN: run
// Calls that JAX makes in programs for GPUs. Threefry: the known answers of Random123.

func.func @threefry() {
  %key0 = stablehlo.constant dense<[0x00000000, 0xFFFFFFFF, 0x13198A2E]> : tensor<3xui32>
  %key1 = stablehlo.constant dense<[0x00000000, 0xFFFFFFFF, 0x03707344]> : tensor<3xui32>
  %x0 = stablehlo.constant dense<[0x00000000, 0xFFFFFFFF, 0x243F6A88]> : tensor<3xui32>
  %x1 = stablehlo.constant dense<[0x00000000, 0xFFFFFFFF, 0x85A308D3]> : tensor<3xui32>
  %0:2 = stablehlo.custom_call @cu_threefry2x32_ffi(%key0, %key1, %x0, %x1) {api_version = 4 : i32, mhlo.backend_config = {}} : (tensor<3xui32>, tensor<3xui32>, tensor<3xui32>, tensor<3xui32>) -> (tensor<3xui32>, tensor<3xui32>)
  check.expect_eq_const %0#0, dense<[0x6B200159, 0x1CB996FC, 0xC4923A9C]> : tensor<3xui32>
  check.expect_eq_const %0#1, dense<[0x99BA4EFE, 0xBB002BE7, 0x483DF7A0]> : tensor<3xui32>
  func.return
}

// -----

// An exchange with a row that is not there is none.
func.func @pivots_to_permutation() {
  %pivots = stablehlo.constant dense<[[1, 2], [2, 9], [-1, 1]]> : tensor<3x2xi32>
  %0 = stablehlo.custom_call @cu_lu_pivots_to_permutation(%pivots) {api_version = 4 : i32, mhlo.backend_config = {}} : (tensor<3x2xi32>) -> tensor<3x3xi32>
  check.expect_eq_const %0, dense<[[1, 2, 0], [2, 1, 0], [0, 1, 2]]> : tensor<3x3xi32>
  func.return
}
