// differs: result 0: element [14] is -39, expected 15 (67 of 128 differ)
// settings: threads=2
// values: 2520
// arguments: -50:50 0:127
// results: 1
module {
  func.func public @main(%arg0: tensor<128xi32>, %arg1: tensor<4x1xi64>) -> tensor<128xi32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<19> : tensor<i32>
    %0:2 = stablehlo.while(%iterArg = %c, %iterArg_1 = %arg0) : tensor<i32>, tensor<128xi32>
    cond {
      %1 = stablehlo.compare LT, %iterArg, %c_0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.slice %iterArg_1 [114:118] : (tensor<128xi32>) -> tensor<4xi32>
      %2 = "stablehlo.scatter"(%iterArg_1, %arg1, %1) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
      ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
        stablehlo.return %arg3 : tensor<i32>
      }) : (tensor<128xi32>, tensor<4x1xi64>, tensor<4xi32>) -> tensor<128xi32>
      %3 = stablehlo.reverse %2, dims = [0] : tensor<128xi32>
      %c_2 = stablehlo.constant dense<1> : tensor<i32>
      %4 = stablehlo.add %iterArg, %c_2 : tensor<i32>
      stablehlo.return %4, %3 : tensor<i32>, tensor<128xi32>
    }
    return %0#1 : tensor<128xi32>
  }
}
