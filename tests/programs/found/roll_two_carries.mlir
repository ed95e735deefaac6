// differs: result 0: element [0, 0] is 43, expected 13 (238 of 256 differ)
// settings: threads=1
// values: 2814
// arguments: -50:50 -50:50
// results: 1
module {
  func.func public @main(%arg0: tensor<16x16xf32>, %arg1: tensor<16x16xf32>) -> tensor<16x16xf32> {
    %c = stablehlo.constant dense<2> : tensor<i32>
    %0:3 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0, %iterArg_1 = %arg1) : tensor<i32>, tensor<16x16xf32>, tensor<16x16xf32>
    cond {
      %c_2 = stablehlo.constant dense<107> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg, %c_2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.slice %iterArg_0 [0:16, 11:12] : (tensor<16x16xf32>) -> tensor<16x1xf32>
      %c_2 = stablehlo.constant dense<0> : tensor<i32>
      %2 = stablehlo.dynamic_update_slice %iterArg_0, %1, %c_2, %c_2 : (tensor<16x16xf32>, tensor<16x1xf32>, tensor<i32>, tensor<i32>) -> tensor<16x16xf32>
      %3 = stablehlo.slice %2 [15:16, 0:16] : (tensor<16x16xf32>) -> tensor<1x16xf32>
      %4 = stablehlo.slice %2 [0:15, 0:16] : (tensor<16x16xf32>) -> tensor<15x16xf32>
      %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1x16xf32>, tensor<15x16xf32>) -> tensor<16x16xf32>
      %c_3 = stablehlo.constant dense<3> : tensor<i32>
      %6 = stablehlo.add %iterArg, %c_3 : tensor<i32>
      stablehlo.return %6, %5, %5 : tensor<i32>, tensor<16x16xf32>, tensor<16x16xf32>
    }
    return %0#1 : tensor<16x16xf32>
  }
}
