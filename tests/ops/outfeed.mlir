// RUN: run
// Values for the host.

module @two_values {
  func.func @f(%a: tensor<2xf32>, %b: tensor<i8>, %t: !stablehlo.token) -> !stablehlo.token {
    %0 = "stablehlo.outfeed"(%a, %b, %t) : (tensor<2xf32>, tensor<i8>, !stablehlo.token) -> !stablehlo.token
    func.return %0 : !stablehlo.token
  }
  func.func @main() {
    %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %b = stablehlo.constant dense<3> : tensor<i8>
    %t = stablehlo.after_all : !stablehlo.token
    %r = "interpreter.run_parallel"(%a, %b, %t) {programs = [[@f]]} : (tensor<2xf32>, tensor<i8>, !stablehlo.token) -> !stablehlo.token
    func.return
  }
}
