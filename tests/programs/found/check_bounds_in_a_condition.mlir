// failed: it runs, expected OUT_OF_RANGE: dynamic_slice at program:9:5: index 5 of dimension 0 is out of bounds: it may be 0 to 0
// settings: threads=1 layer=executable check=bounds
// values: 70020401
// arguments: 0:7
// results: 1
module {
  func.func public @main(%arg0: tensor<1x5x1xi64>) -> tensor<i32> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.pad %arg0, %c, low = [0, 0, 0], high = [0, 2, 0], interior = [0, 0, 0] : (tensor<1x5x1xi64>, tensor<i64>) -> tensor<1x7x1xi64>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.while(%iterArg = %c_0) : tensor<i32>
    cond {
      %c_1 = stablehlo.constant dense<5> : tensor<i32>
      %2 = stablehlo.compare LT, %iterArg, %c_1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %3 = stablehlo.dynamic_slice %0, %c_1, %c_1, %c_1, sizes = [1, 1, 1] : (tensor<1x7x1xi64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x1xi64>
      %4 = stablehlo.reshape %3 : (tensor<1x1x1xi64>) -> tensor<i64>
      %c_2 = stablehlo.constant dense<1> : tensor<i64>
      %5 = stablehlo.compare NE, %4, %c_2 : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %6 = stablehlo.and %2, %5 : tensor<i1>
      stablehlo.return %6 : tensor<i1>
    } do {
      %c_1 = stablehlo.constant dense<2> : tensor<i32>
      %2 = stablehlo.add %iterArg, %c_1 : tensor<i32>
      stablehlo.return %2 : tensor<i32>
    }
    return %1 : tensor<i32>
  }
}
