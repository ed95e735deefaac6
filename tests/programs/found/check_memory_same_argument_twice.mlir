// failed: INTERNAL: check=memory: divide at program:2:3 reads the result of parameter where that of parameter is
// settings: threads=1 layer=executable check=memory
// values: 4771
// arguments: 0:50 0:50,same=0
// results: 1
module {
  func.func public @main(%arg0: tensor<1x1x1xui8>, %arg1: tensor<1x1x1xui8>) -> tensor<1x1x1xui8> {
    %0 = stablehlo.divide %arg0, %arg1 : tensor<1x1x1xui8>
    return %0 : tensor<1x1x1xui8>
  }
}
