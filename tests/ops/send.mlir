// RUN: run
// To whoever receives on the channel of the host, or to the target of the pair.

module @through_the_host {
  func.func @send(%a: tensor<2xi32>, %t: !stablehlo.token) -> !stablehlo.token {
    %0 = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 2>, is_host_transfer = true} : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
    func.return %0 : !stablehlo.token
  }
  func.func @recv(%t: !stablehlo.token) -> tensor<2xi32> {
    %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
    func.return %0#0 : tensor<2xi32>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[7, 8]> : tensor<2xi32>
    %t = stablehlo.after_all : !stablehlo.token
    %r:2 = "interpreter.run_parallel"(%a, %t, %t) {programs = [[@send, @recv]]} : (tensor<2xi32>, !stablehlo.token, !stablehlo.token) -> (!stablehlo.token, tensor<2xi32>)
    check.expect_eq_const %r#1, dense<[7, 8]> : tensor<2xi32>
    func.return
  }
}

// -----

module @between_partitions {
  func.func @send(%a: tensor<2xi32>, %t: !stablehlo.token) -> !stablehlo.token {
    %0 = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>, is_host_transfer = false} : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
    func.return %0 : !stablehlo.token
  }
  func.func @recv(%t: !stablehlo.token) -> tensor<2xi32> {
    %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>, is_host_transfer = false} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
    func.return %0#0 : tensor<2xi32>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[7, 8]> : tensor<2xi32>
    %t = stablehlo.after_all : !stablehlo.token
    %r:2 = "interpreter.run_parallel"(%a, %t, %t) {programs = [[@send, @recv]]} : (tensor<2xi32>, !stablehlo.token, !stablehlo.token) -> (!stablehlo.token, tensor<2xi32>)
    check.expect_eq_const %r#1, dense<[7, 8]> : tensor<2xi32>
    func.return
  }
}
