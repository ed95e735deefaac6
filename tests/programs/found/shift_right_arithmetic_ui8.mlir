// differs: result 0: element [0] is 255, expected 31 (1 of 1 differ)
// settings: threads=1
// values: 1796119298728
// arguments: 0:255
// results: 1
module {
  func.func public @main(%arg0: tensor<1xui8>) -> tensor<1xui8> {
    %c = stablehlo.constant dense<3> : tensor<ui8>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui8>) -> tensor<1xui8>
    %1 = stablehlo.shift_right_arithmetic %arg0, %0 : tensor<1xui8>
    %c_0 = stablehlo.constant dense<31> : tensor<ui8>
    %2 = stablehlo.clamp %c, %1, %c_0 : (tensor<ui8>, tensor<1xui8>, tensor<ui8>) -> tensor<1xui8>
    return %2 : tensor<1xui8>
  }
}
