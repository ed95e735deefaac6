// differs: result 4: element [0, 1] is -29, expected -41 (255 of 258 differ)
// settings: threads=8 layer=executable check=bounds skip=dead_nodes
// values: 3915
// arguments: -50:50 -50:50 -50:50,donated -50:50
// results: 5
module {
  func.func public @main(%arg0: tensor<129x2xf16>, %arg1: tensor<2xf16>, %arg2: tensor<129x2xf16> {jax.buffer_donor = true}, %arg3: tensor<129x2xf16>) -> (tensor<129x2xf16>, tensor<2xf16>, tensor<f16>, tensor<i8>, tensor<129x2xf16>) {
    %0 = stablehlo.slice %arg0 [38:39, 0:2] : (tensor<129x2xf16>) -> tensor<1x2xf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %cst = stablehlo.constant dense<-1.400000e+01> : tensor<f16>
    %c_0 = stablehlo.constant dense<0> : tensor<i8>
    %c_1 = stablehlo.constant dense<11> : tensor<i8>
    %1:5 = stablehlo.while(%iterArg = %c_0, %iterArg_2 = %arg2, %iterArg_3 = %cst, %iterArg_4 = %cst, %iterArg_5 = %arg3) : tensor<i8>, tensor<129x2xf16>, tensor<f16>, tensor<f16>, tensor<129x2xf16>
    cond {
      %2 = stablehlo.compare LT, %iterArg, %c_1 : (tensor<i8>, tensor<i8>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f16>
      %c_7 = stablehlo.constant dense<0> : tensor<i32>
      %2 = stablehlo.dynamic_update_slice %iterArg_2, %0, %c, %c_7 : (tensor<129x2xf16>, tensor<1x2xf16>, tensor<i32>, tensor<i32>) -> tensor<129x2xf16>
      %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<129x2xf16>) -> tensor<2x129xf16>
      %4 = stablehlo.reshape %3 : (tensor<2x129xf16>) -> tensor<129x2xf16>
      %c_8 = stablehlo.constant dense<1> : tensor<i8>
      %5 = stablehlo.add %iterArg, %c_8 : tensor<i8>
      stablehlo.return %5, %4, %cst_6, %cst_6, %4 : tensor<i8>, tensor<129x2xf16>, tensor<f16>, tensor<f16>, tensor<129x2xf16>
    }
    return %arg3, %arg1, %1#3, %1#0, %1#1 : tensor<129x2xf16>, tensor<2xf16>, tensor<f16>, tensor<i8>, tensor<129x2xf16>
  }
}
