// differs: result 1: element [9] is 1, expected 40 (1 of 10 differ)
// settings: threads=1
// values: 607161
// arguments: -50:50 0:127 0:9 0:7 0:7 0:7
// results: 2
module {
  func.func public @main(%arg0: tensor<55xf64>, %arg1: tensor<i32>, %arg2: tensor<2x1xi32>, %arg3: tensor<2xf64>, %arg4: tensor<10xf64>, %arg5: tensor<1xf64>) -> (tensor<10xf64>, tensor<10xf64>) {
    %0 = stablehlo.slice %arg0 [26:54:3] : (tensor<55xf64>) -> tensor<10xf64>
    %1:2 = "stablehlo.case"(%arg1) ({
      stablehlo.return %0, %arg4 : tensor<10xf64>, tensor<10xf64>
    }, {
      %2 = "stablehlo.scatter"(%0, %arg2, %arg3) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
      ^bb0(%arg6: tensor<f64>, %arg7: tensor<f64>):
        %4 = stablehlo.add %arg6, %arg7 : tensor<f64>
        stablehlo.return %4 : tensor<f64>
      }) : (tensor<10xf64>, tensor<2x1xi32>, tensor<2xf64>) -> tensor<10xf64>
      %3 = stablehlo.dynamic_update_slice %2, %arg5, %arg1 : (tensor<10xf64>, tensor<1xf64>, tensor<i32>) -> tensor<10xf64>
      stablehlo.return %3, %2 : tensor<10xf64>, tensor<10xf64>
    }) : (tensor<i32>) -> (tensor<10xf64>, tensor<10xf64>)
    return %1#0, %1#1 : tensor<10xf64>, tensor<10xf64>
  }
}
