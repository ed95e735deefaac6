// differs: result 0: element [0, 0] is 50, expected 3 (19 of 19 differ)
// settings: threads=1
// values: 506044
// arguments: 0:50 0:1 0:128 0:7 0:7
// results: 2
module {
  func.func public @main(%arg0: tensor<1x19xui32>, %arg1: tensor<i1>, %arg2: tensor<1x1xi32>, %arg3: tensor<1x1xui32>, %arg4: tensor<1x19xui32>) -> (tensor<1x19xui32>, tensor<1x19xui32>) {
    %c = stablehlo.constant dense<0> : tensor<ui32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui32>) -> tensor<1x19xui32>
    %1:2 = "stablehlo.if"(%arg1) ({
      stablehlo.return %arg4, %arg0 : tensor<1x19xui32>, tensor<1x19xui32>
    }, {
      %2 = "stablehlo.scatter"(%0, %arg2, %arg3) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
      ^bb0(%arg5: tensor<ui32>, %arg6: tensor<ui32>):
        stablehlo.return %arg6 : tensor<ui32>
      }) : (tensor<1x19xui32>, tensor<1x1xi32>, tensor<1x1xui32>) -> tensor<1x19xui32>
      stablehlo.return %2, %2 : tensor<1x19xui32>, tensor<1x19xui32>
    }) : (tensor<i1>) -> (tensor<1x19xui32>, tensor<1x19xui32>)
    return %1#0, %1#1 : tensor<1x19xui32>, tensor<1x19xui32>
  }
}
