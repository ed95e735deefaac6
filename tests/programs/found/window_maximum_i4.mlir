// differs: result 0: element [0, 0] is 0, expected -1 (72 of 768 differ)
// settings: threads=1
// values: 502573
// arguments: -2:2 0:7
// results: 1
module {
  func.func public @main(%arg0: tensor<127x9xi4>, %arg1: tensor<i4>) -> tensor<128x6xi4> {
    %0 = stablehlo.pad %arg0, %arg1, low = [0, -1], high = [1, -2], interior = [0, 0] : (tensor<127x9xi4>, tensor<i4>) -> tensor<128x6xi4>
    %c = stablehlo.constant dense<-8> : tensor<i4>
    %1 = "stablehlo.reduce_window"(%0, %c) <{padding = dense<[[0, 0], [2, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 3>}> ({
    ^bb0(%arg2: tensor<i4>, %arg3: tensor<i4>):
      %2 = stablehlo.maximum %arg2, %arg3 : tensor<i4>
      stablehlo.return %2 : tensor<i4>
    }) : (tensor<128x6xi4>, tensor<i4>) -> tensor<128x6xi4>
    return %1 : tensor<128x6xi4>
  }
}
