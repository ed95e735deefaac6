// failed: INTERNAL: check=memory: while at program:5:3 reads the result of parameter where that of parameter is
// settings: threads=1 layer=executable check=memory
// values: 11936
// arguments: -50:50 -2147483648:2147483647,same=0
// results: 1
module {
  func.func public @main(%arg0: tensor<3x2xi32>, %arg1: tensor<3x2xi32>) -> tensor<3x2xi32> {
    %0 = stablehlo.sign %arg0 : tensor<3x2xi32>
    %c = stablehlo.constant dense<0> : tensor<ui32>
    %c_0 = stablehlo.constant dense<14> : tensor<ui32>
    %1:3 = stablehlo.while(%iterArg = %c, %iterArg_1 = %0, %iterArg_2 = %arg1) : tensor<ui32>, tensor<3x2xi32>, tensor<3x2xi32>
    cond {
      %2 = stablehlo.compare LT, %iterArg, %c_0 : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2 = stablehlo.add %arg1, %iterArg_2 : tensor<3x2xi32>
      %c_3 = stablehlo.constant dense<1> : tensor<ui32>
      %3 = stablehlo.add %iterArg, %c_3 : tensor<ui32>
      stablehlo.return %3, %2, %2 : tensor<ui32>, tensor<3x2xi32>, tensor<3x2xi32>
    }
    return %1#1 : tensor<3x2xi32>
  }
}
