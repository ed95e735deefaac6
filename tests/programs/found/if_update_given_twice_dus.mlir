// differs: result 0: element [0] is 35, expected 3 (22 of 22 differ)
// settings: threads=1
// values: 505284
// arguments: 0:1 0:99 -50:50 0:7
// results: 2
module {
  func.func public @main(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<22xf32>, %arg3: tensor<1xf32>) -> (tensor<22xf32>, tensor<22xf32>) {
    %cst = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<22xf32>
    %1:2 = "stablehlo.if"(%arg0) ({
      %2 = stablehlo.dynamic_update_slice %0, %arg3, %arg1 : (tensor<22xf32>, tensor<1xf32>, tensor<i32>) -> tensor<22xf32>
      stablehlo.return %2, %2 : tensor<22xf32>, tensor<22xf32>
    }, {
      stablehlo.return %0, %arg2 : tensor<22xf32>, tensor<22xf32>
    }) : (tensor<i1>) -> (tensor<22xf32>, tensor<22xf32>)
    return %1#0, %1#1 : tensor<22xf32>, tensor<22xf32>
  }
}
