// refused: INTERNAL: the plan has 32 bytes for reshape at test:9:3
// settings: threads=1 skip=simplify
// values: 1796128314850
// arguments: -50:50 0:3 0:7 0:7
// results: 1
module {
  func.func public @main(%arg0: tensor<4x4x4xi64>, %arg1: tensor<1x4x3xi32>, %arg2: tensor<4xi64>, %arg3: tensor<1xi32>) -> tensor<4x4x4xi64> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.reduce(%arg3 init: %c) applies stablehlo.maximum across dimensions = [0] : (tensor<1xi32>, tensor<i32>) -> tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.reshape %1 : (tensor<1xi32>) -> tensor<i32>
    %3 = stablehlo.dynamic_slice %arg1, %2, %2, %2, sizes = [1, 4, 3] : (tensor<1x4x3xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x3xi32>
    %4 = stablehlo.reshape %3 : (tensor<1x4x3xi32>) -> tensor<4x3xi32>
    %5 = "stablehlo.scatter"(%arg0, %4, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1, 2], scatter_dims_to_operand_dims = [0, 1, 2], index_vector_dim = 1>}> ({
    ^bb0(%arg4: tensor<i64>, %arg5: tensor<i64>):
      %6 = stablehlo.add %arg4, %arg5 : tensor<i64>
      stablehlo.return %6 : tensor<i64>
    }) : (tensor<4x4x4xi64>, tensor<4x3xi32>, tensor<4xi64>) -> tensor<4x4x4xi64>
    return %5 : tensor<4x4x4xi64>
  }
}
