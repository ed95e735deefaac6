// refused: INTERNAL: the plan reads reshape before it is computed at test:3:3
// settings: threads=1
// values: 615024
// arguments: 0:50 0:6
// results: 2
module {
  func.func public @main(%arg0: tensor<129x2xui8>, %arg1: tensor<i32>) -> (tensor<387x2xui8>, tensor<1x2xui8>) {
    %0 = stablehlo.slice %arg0 [98:100, 1:2] : (tensor<129x2xui8>) -> tensor<2x1xui8>
    %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x1xui8>) -> tensor<1x2xui8>
    %2 = stablehlo.dynamic_update_slice %arg0, %0, %arg1, %arg1 : (tensor<129x2xui8>, tensor<2x1xui8>, tensor<i32>, tensor<i32>) -> tensor<129x2xui8>
    %3 = stablehlo.concatenate %2, %arg0, %arg0, dim = 0 : (tensor<129x2xui8>, tensor<129x2xui8>, tensor<129x2xui8>) -> tensor<387x2xui8>
    return %3, %1 : tensor<387x2xui8>, tensor<1x2xui8>
  }
}
