// refused: INTERNAL: the plan is wrong: scatter reads parameter where parameter is
// settings: threads=1
// values: 30010548
// arguments: -50:50,donated,alias=0 -50:50 -2:7 0:7
// results: 1
module {
  func.func public @main(%arg0: tensor<26x5xf16> {tf.aliasing_output = 0 : i32}, %arg1: tensor<26x5xf16>, %arg2: tensor<2x2xi64>, %arg3: tensor<2xf16>) -> tensor<26x5xf16> {
    %0:2 = "stablehlo.scatter"(%arg0, %arg1, %arg2, %arg3, %arg3) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
    ^bb0(%arg4: tensor<f16>, %arg5: tensor<f16>, %arg6: tensor<f16>, %arg7: tensor<f16>):
      %1 = stablehlo.add %arg4, %arg6 : tensor<f16>
      stablehlo.return %1, %arg7 : tensor<f16>, tensor<f16>
    }) : (tensor<26x5xf16>, tensor<26x5xf16>, tensor<2x2xi64>, tensor<2xf16>, tensor<2xf16>) -> (tensor<26x5xf16>, tensor<26x5xf16>)
    return %0#1 : tensor<26x5xf16>
  }
}
