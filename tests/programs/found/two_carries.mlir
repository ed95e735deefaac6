// differs: result 0: element [0, 0, 0] is -12, expected -26 (507 of 1024 differ)
// settings: threads=1
// values: 5482
// arguments: -50:50,donated,alias=0 12:15
// results: 1
module {
  func.func public @main(%arg0: tensor<16x32x2xf32> {tf.aliasing_output = 0 : i32}, %arg1: tensor<i64>) -> tensor<16x32x2xf32> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %0:5 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0, %iterArg_1 = %arg0, %iterArg_2 = %arg0, %iterArg_3 = %arg0) : tensor<i64>, tensor<16x32x2xf32>, tensor<16x32x2xf32>, tensor<16x32x2xf32>, tensor<16x32x2xf32>
    cond {
      %1 = stablehlo.compare LT, %iterArg, %arg1 : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.slice %iterArg_2 [0:16, 0:32, 1:2] : (tensor<16x32x2xf32>) -> tensor<16x32x1xf32>
      %c_4 = stablehlo.constant dense<0> : tensor<i64>
      %c_5 = stablehlo.constant dense<0> : tensor<i64>
      %2 = stablehlo.dynamic_update_slice %iterArg_2, %1, %c_4, %c_5, %c_5 : (tensor<16x32x2xf32>, tensor<16x32x1xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<16x32x2xf32>
      %cst = stablehlo.constant dense<-5.242880e+05> : tensor<f32>
      %cst_6 = stablehlo.constant dense<5.242880e+05> : tensor<f32>
      %3 = stablehlo.clamp %cst, %iterArg_1, %cst_6 : (tensor<f32>, tensor<16x32x2xf32>, tensor<f32>) -> tensor<16x32x2xf32>
      %c_7 = stablehlo.constant dense<1> : tensor<i64>
      %4 = stablehlo.add %iterArg, %c_7 : tensor<i64>
      stablehlo.return %4, %3, %2, %3, %iterArg_1 : tensor<i64>, tensor<16x32x2xf32>, tensor<16x32x2xf32>, tensor<16x32x2xf32>, tensor<16x32x2xf32>
    }
    return %0#1 : tensor<16x32x2xf32>
  }
}
