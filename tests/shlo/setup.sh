# Sourced by the file tests of this folder: programs to work on.

cat >good.mlir <<'MLIR'
func.func @main(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %0 = call @f(%a, %b) : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.tanh %0 : tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}
func.func private @f(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
MLIR

cat >bad.mlir <<'MLIR'
func.func @main(%a: tensor<2x3xf32>, %b: tensor<2xf32>) -> tensor<2x3xf32> {
  %0 = "stablehlo.concatenate"(%a, %b) <{dimension = 0 : i64}> : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<4x3xf32> loc("model.py":4:9)
  %1 = stablehlo.add %a, %a : tensor<2x3xf32>
  %2 = stablehlo.abs %b : (tensor<2xf32>) -> tensor<3xf32>
  return %1 : tensor<2x3xf32>
}
MLIR
