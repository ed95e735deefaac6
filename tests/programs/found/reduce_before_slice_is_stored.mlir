// differs: result 0: element [0] is -nan, expected 54 (1 of 1 differ)
// settings: threads=2
// values: 4686
// arguments: -50:50,donated,alias=1
// results: 2
module {
  func.func public @main(%arg0: tensor<4x7xf32> {tf.aliasing_output = 1 : i32}) -> (tensor<1xf32>, tensor<4x7xf32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %c, %c, sizes = [1, 7] : (tensor<4x7xf32>, tensor<i32>, tensor<i32>) -> tensor<1x7xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<1x7xf32>, tensor<f32>) -> tensor<1xf32>
    %c_0 = stablehlo.constant dense<2> : tensor<i32>
    %2 = stablehlo.add %c, %c_0 : tensor<i32>
    %3 = stablehlo.dynamic_update_slice %arg0, %0, %2, %2 : (tensor<4x7xf32>, tensor<1x7xf32>, tensor<i32>, tensor<i32>) -> tensor<4x7xf32>
    return %1, %3 : tensor<1xf32>, tensor<4x7xf32>
  }
}
