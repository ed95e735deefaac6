// refused: INTERNAL: the plan is wrong: reshape at program:24:5 is read before the same kernel has made it
// settings: threads=1 layer=executable check=bounds
// values: 1796119062639
// arguments: -50:50 -50:50 0:7 -50:50 0:7 0:1
// results: 1
module {
  func.func public @main(%arg0: tensor<1x2xf32>, %arg1: tensor<1x2xf32>, %arg2: tensor<3x1xi32>, %arg3: tensor<1x1xf32>, %arg4: tensor<3x2x1xi64>, %arg5: tensor<i1>) -> tensor<1x2xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0:4 = stablehlo.while(%iterArg = %c, %iterArg_1 = %arg0, %iterArg_2 = %arg1, %iterArg_3 = %arg0) : tensor<i32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>
    cond {
      stablehlo.return %arg5 : tensor<i1>
    } do {
      %1 = stablehlo.reduce(%arg1 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<1x2xf32>, tensor<f32>) -> tensor<1xf32>
      %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<1xf32>) -> tensor<1x2xf32>
      %3 = stablehlo.pad %2, %cst, low = [0, 0], high = [2, 0], interior = [0, 0] : (tensor<1x2xf32>, tensor<f32>) -> tensor<3x2xf32>
      %4 = "stablehlo.scatter"(%iterArg_1, %arg4, %3) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>}> ({
      ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
        %9 = stablehlo.maximum %arg6, %arg7 : tensor<f32>
        stablehlo.return %9 : tensor<f32>
      }) : (tensor<1x2xf32>, tensor<3x2x1xi64>, tensor<3x2xf32>) -> tensor<1x2xf32>
      %5 = stablehlo.dynamic_slice %arg2, %c_0, %c_0, sizes = [1, 1] : (tensor<3x1xi32>, tensor<i32>, tensor<i32>) -> tensor<1x1xi32>
      %6 = stablehlo.reshape %5 : (tensor<1x1xi32>) -> tensor<1xi32>
      %7 = "stablehlo.scatter"(%iterArg_2, %6, %arg3) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
      ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
        stablehlo.return %arg7 : tensor<f32>
      }) : (tensor<1x2xf32>, tensor<1xi32>, tensor<1x1xf32>) -> tensor<1x2xf32>
      %c_4 = stablehlo.constant dense<1> : tensor<i32>
      %8 = stablehlo.add %iterArg, %c_4 : tensor<i32>
      stablehlo.return %8, %7, %arg1, %4 : tensor<i32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>
    }
    return %0#3 : tensor<1x2xf32>
  }
}
