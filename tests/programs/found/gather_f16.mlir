// differs: result 0: element [2, 9, 0] is -40, expected 8 (19 of 660 differ)
// settings: threads=8
// values: 1902
// arguments: -50:50 11:14 -50:50 0:4
// results: 1
module {
  func.func public @main(%arg0: tensor<5x33x4xf16>, %arg1: tensor<i64>, %arg2: tensor<f16>, %arg3: tensor<5xi32>) -> tensor<5x33x4xf16> {
    %c = stablehlo.constant dense<2> : tensor<i64>
    %0:5 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg2, %iterArg_1 = %arg0, %iterArg_2 = %arg0, %iterArg_3 = %arg0) : tensor<i64>, tensor<f16>, tensor<5x33x4xf16>, tensor<5x33x4xf16>, tensor<5x33x4xf16>
    cond {
      %1 = stablehlo.compare LT, %iterArg, %arg1 : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.slice %iterArg_2 [1:5, 20:27, 0:4] : (tensor<5x33x4xf16>) -> tensor<4x7x4xf16>
      %2 = stablehlo.slice %1 [1:4, 0:7, 0:4] : (tensor<4x7x4xf16>) -> tensor<3x7x4xf16>
      %3 = stablehlo.slice %1 [0:1, 0:7, 0:4] : (tensor<4x7x4xf16>) -> tensor<1x7x4xf16>
      %4 = stablehlo.concatenate %2, %3, dim = 0 : (tensor<3x7x4xf16>, tensor<1x7x4xf16>) -> tensor<4x7x4xf16>
      %5 = stablehlo.dynamic_update_slice %iterArg_3, %4, %iterArg, %iterArg, %iterArg : (tensor<5x33x4xf16>, tensor<4x7x4xf16>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<5x33x4xf16>
      %6 = "stablehlo.gather"(%5, %arg3) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 33, 4>}> : (tensor<5x33x4xf16>, tensor<5xi32>) -> tensor<5x33x4xf16>
      %7 = stablehlo.maximum %5, %6 : tensor<5x33x4xf16>
      %c_4 = stablehlo.constant dense<1> : tensor<i64>
      %8 = stablehlo.add %iterArg, %c_4 : tensor<i64>
      stablehlo.return %8, %iterArg_0, %iterArg_1, %7, %6 : tensor<i64>, tensor<f16>, tensor<5x33x4xf16>, tensor<5x33x4xf16>, tensor<5x33x4xf16>
    }
    return %0#3 : tensor<5x33x4xf16>
  }
}
