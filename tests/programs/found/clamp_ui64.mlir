// differs: result 0: element [0] is 1.8446744073709552e+19, expected 9.2233720368547758e+18 (4 of 4 differ)
// settings: threads=1
// values: 1
// arguments: 0:7
// results: 2
module {
  func.func public @main(%arg0: tensor<4xui64>) -> (tensor<4xui64>, tensor<4xi64>) {
    %0 = stablehlo.not %arg0 : tensor<4xui64>
    %c = stablehlo.constant dense<1> : tensor<ui64>
    %c_0 = stablehlo.constant dense<9223372036854775807> : tensor<ui64>
    %1 = stablehlo.clamp %c, %0, %c_0 : (tensor<ui64>, tensor<4xui64>, tensor<ui64>) -> tensor<4xui64>
    %c_1 = stablehlo.constant dense<5> : tensor<4xui64>
    %2 = stablehlo.maximum %0, %c_1 : tensor<4xui64>
    %3 = stablehlo.convert %2 : (tensor<4xui64>) -> tensor<4xi64>
    %4 = stablehlo.abs %3 : tensor<4xi64>
    return %1, %4 : tensor<4xui64>, tensor<4xi64>
  }
}
