// differs: result 0: element [0, 0, 0] is -1.4411518807585587e+17, expected -21 (64 of 80 differ)
// settings: threads=1
// values: 601563
// arguments: -50:50 -50:50
// results: 2
module {
  func.func public @main(%arg0: tensor<8x8x2xbf16>, %arg1: tensor<2x8x1xbf16>) -> (tensor<10x8x1xbf16>, tensor<8x8x2xbf16>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %c, %c, %c, sizes = [8, 8, 1] : (tensor<8x8x2xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x8x1xbf16>
    %1 = stablehlo.concatenate %0, %arg1, dim = 0 : (tensor<8x8x1xbf16>, tensor<2x8x1xbf16>) -> tensor<10x8x1xbf16>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = stablehlo.dynamic_update_slice %arg0, %0, %c, %c, %c_0 : (tensor<8x8x2xbf16>, tensor<8x8x1xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x8x2xbf16>
    return %1, %2 : tensor<10x8x1xbf16>, tensor<8x8x2xbf16>
  }
}
