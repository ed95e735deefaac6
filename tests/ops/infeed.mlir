// RUN: run
// The next values of the host, then the token.

module @values_of_the_host {
  func.func @f(%t: !stablehlo.token) -> tensor<2xf32> {
    %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
    func.return %0#0 : tensor<2xf32>
  }
  func.func @next() -> tensor<2xf32> {
    %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
    func.return %0 : tensor<2xf32>
  }
  func.func @main() {
    %t = stablehlo.after_all : !stablehlo.token
    %r = "interpreter.run_parallel"(%t) {infeed = [@next], programs = [[@f]]} : (!stablehlo.token) -> tensor<2xf32>
    check.expect_eq_const %r, dense<[1.0, 2.0]> : tensor<2xf32>
    func.return
  }
}

// -----

func.func @bad_infeed_without_a_host() {
  %t = stablehlo.after_all : !stablehlo.token
  %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  func.return
}
