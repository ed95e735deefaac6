// refused: INTERNAL: the plan is wrong: scatter at test:13:3 is made over reshape at test:11:3
// settings: threads=1
// values: 2014824
// arguments: -50:50 0:10
// results: 3
module {
  func.func public @main(%arg0: tensor<12x9xf64>, %arg1: tensor<6x1xi32>) -> (tensor<6x9x2xf64>, tensor<9x12xf64>, tensor<9x12xf64>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [] : (tensor<12x9xf64>, tensor<f64>) -> tensor<12x9xf64>
    %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<12x9xf64>) -> tensor<9x12xf64>
    %2 = stablehlo.reshape %1 : (tensor<9x12xf64>) -> tensor<108xf64>
    %3 = stablehlo.reverse %2, dims = [0] : tensor<108xf64>
    %4 = stablehlo.reshape %3 : (tensor<108xf64>) -> tensor<9x12xf64>
    %5 = stablehlo.reshape %4 : (tensor<9x12xf64>) -> tensor<6x9x2xf64>
    %6 = "stablehlo.scatter"(%4, %arg1, %5) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %7 = stablehlo.minimum %arg2, %arg3 : tensor<f64>
      stablehlo.return %7 : tensor<f64>
    }) : (tensor<9x12xf64>, tensor<6x1xi32>, tensor<6x9x2xf64>) -> tensor<9x12xf64>
    return %5, %6, %6 : tensor<6x9x2xf64>, tensor<9x12xf64>, tensor<9x12xf64>
  }
}
