#include "stablehlo/op/infer_rule_test.h"

namespace cppjrt::stablehlo {
namespace {

// clang-format off
const RuleCase kCollective[] = {
    {"ok", "%a: tensor<2x2xf32>", R"(%0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x4xf32>)"},
    {"all_gather_c1", "%a: tensor<2x2xf32>", R"(%0 = "stablehlo.all_gather"(%a) {all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x4xf32>)"},
    {"all_gather_c1", "%a: tensor<2x2xf32>", R"(%0 = "stablehlo.all_gather"(%a) {all_gather_dim = -1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x4xf32>)"},
    {"all_gather_c2", "%a: tensor<2x2xf32>", R"(%0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x4xf32>)"},
    {"all_gather_c4", "%a: tensor<2x2xf32>", R"(%0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x4xf32>)"},
    {"all_gather_c4", "%a: tensor<2x2xf32>", R"(%0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x4xf32>)"},
    {"all_gather_c5", "%a: tensor<2x2xf32>", R"(%0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = -1, type = 1>, use_global_device_ids} : (tensor<2x2xf32>) -> tensor<2x4xf32>)"},
    {"all_gather_c6", "%a: tensor<2x2xf32>", R"(%0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<3x4xf32>)"},
    {"all_gather_c6", "%a: tensor<2x2xf32>", R"(%0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x5xf32>)"},
    {"all_gather_c6", "%a: tensor<2x2xf32>", R"(%0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x4xf64>)"},
    {"ok_reduce", "%a: tensor<2xf32>", R"(%0 = "stablehlo.all_reduce"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>)"},
    {"ok_ragged", "%a: tensor<2xf32>", R"(%0 = "stablehlo.all_reduce"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>)"},
    {"all_reduce_c1", "%a: tensor<2xf32>", R"(%0 = "stablehlo.all_reduce"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>)"},
    {"all_reduce_c3", "%a: tensor<2xf32>", R"(%0 = "stablehlo.all_reduce"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>)"},
    {"all_reduce_c4", "%a: tensor<2xf32>", R"(%0 = "stablehlo.all_reduce"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>, use_global_device_ids} : (tensor<2xf32>) -> tensor<2xf32>)"},
    {"all_reduce_c5", "%a: tensor<2xf32>", R"(%0 = "stablehlo.all_reduce"(%a) ({
^bb0(%x: tensor<i32>, %y: tensor<i32>):
  "stablehlo.return"(%x) : (tensor<i32>) -> ()
}) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>)"},
    {"all_reduce_c6", "%a: tensor<2xf32>", R"(%0 = "stablehlo.all_reduce"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<3xf32>)"},
    {"all_reduce_c6", "%a: tensor<2xf32>", R"(%0 = "stablehlo.all_reduce"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf64>)"},
    {"ok_to_all", "%a: tensor<2x4xf32>", R"(%0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>)"},
    {"all_to_all_c1", "%a: tensor<2x4xf32>", R"(%0 = "stablehlo.all_to_all"(%a) {split_dimension = 2 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>)"},
    {"all_to_all_c1", "%a: tensor<2x4xf32>", R"(%0 = "stablehlo.all_to_all"(%a) {split_dimension = -1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>)"},
    {"all_to_all_c2", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<4x2xf32>)"},
    {"all_to_all_c3", "%a: tensor<2x4xf32>", R"(%0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 2 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>)"},
    {"all_to_all_c3", "%a: tensor<2x4xf32>", R"(%0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = -1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>)"},
    {"all_to_all_c4", "%a: tensor<2x4xf32>", R"(%0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>)"},
    {"all_to_all_c5", "%a: tensor<2x4xf32>", R"(%0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>)"},
    {"all_to_all_c7", "%a: tensor<2x4xf32>", R"(%0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>)"},
    {"all_to_all_c8", "%a: tensor<2x4xf32>", R"(%0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2x4xf32>) -> tensor<4x2xf32>)"},
    {"all_to_all_c9", "%a: tensor<2x4xf32>", R"(%0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>) -> tensor<4x3xf32>)"},
    {"ok_broadcast", "%a: tensor<2xf32>, %r: tensor<1xi32>, %s: tensor<2xi32>", R"(%0 = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>)"},
    {"ok_root", "%a: tensor<2xf32>, %r: tensor<1xi32>, %s: tensor<2xi32>", R"(%0 = "stablehlo.collective_broadcast"(%a, %r) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<2xf32>, tensor<1xi32>) -> tensor<2xf32>)"},
    {"collective_broadcast_c1", "%a: tensor<2xf32>, %r: tensor<1xi32>, %s: tensor<2xi32>", R"(%0 = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>)"},
    {"collective_broadcast_c2", "%a: tensor<2xf32>, %r: tensor<1xi32>, %s: tensor<2xi32>", R"(%0 = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>)"},
    {"collective_broadcast_c3", "%a: tensor<2xf32>, %r: tensor<1xi32>, %s: tensor<2xi32>", R"(%0 = "stablehlo.collective_broadcast"() {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : () -> tensor<2xf32>)"},
    {"collective_broadcast_c3", "%a: tensor<2xf32>, %r: tensor<1xi32>, %s: tensor<2xi32>", R"(%0 = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<3xf32>)"},
    {"collective_broadcast_c4", "%a: tensor<2xf32>, %r: tensor<1xi32>, %s: tensor<2xi32>", R"(%0 = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<2xf32>) -> tensor<2xf32>)"},
    {"collective_broadcast_c4", "%a: tensor<2xf32>, %r: tensor<1xi32>, %s: tensor<2xi32>", R"(%0 = "stablehlo.collective_broadcast"(%a, %s) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>)"},
    {"ok_permute", "%a: tensor<2xf32>", R"(%0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>)"},
    {"collective_permute_c1", "%a: tensor<2xf32>", R"(%0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2xf32>) -> tensor<2xf32>)"},
    {"collective_permute_c2", "%a: tensor<2xf32>", R"(%0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>)"},
    {"collective_permute_c3", "%a: tensor<2xf32>", R"(%0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>)"},
    {"collective_permute_c4", "%a: tensor<2xf32>", R"(%0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [-1, 0]]> : tensor<2x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>)"},
    {"collective_permute_c5", "%a: tensor<2xf32>", R"(%0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<2xf32>) -> tensor<3xf32>)"},
    {"ok_collective_reduce", "%a: tensor<2xf32>, %s: tensor<2xi32>", R"(%0 = "stablehlo.collective_reduce"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>)"},
    {"collective_reduce_c1", "%a: tensor<2xf32>, %s: tensor<2xi32>", R"(%0 = "stablehlo.collective_reduce"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>)"},
    {"collective_reduce_c2", "%a: tensor<2xf32>, %s: tensor<2xi32>", R"(%0 = "stablehlo.collective_reduce"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>)"},
    {"collective_reduce_c3", "%a: tensor<2xf32>, %s: tensor<2xi32>", R"(%0 = "stablehlo.collective_reduce"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<3xf32>)"},
    {"collective_reduce_c4", "%a: tensor<2xf32>, %s: tensor<2xi32>", R"(%0 = "stablehlo.collective_reduce"(%a) ({
^bb0(%x: tensor<i32>, %y: tensor<i32>):
  "stablehlo.return"(%x) : (tensor<i32>) -> ()
}) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>)"},
    {"ok_scatter", "%a: tensor<4x4xf32>", R"(%0 = "stablehlo.reduce_scatter"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<4x2xf32>)"},
    {"reduce_scatter_c1", "%a: tensor<4x4xf32>", R"(%0 = "stablehlo.reduce_scatter"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<4x3xf32>)"},
    {"reduce_scatter_c2", "%a: tensor<4x4xf32>", R"(%0 = "stablehlo.reduce_scatter"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<4x2xf32>)"},
    {"reduce_scatter_c2", "%a: tensor<4x4xf32>", R"(%0 = "stablehlo.reduce_scatter"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension = -1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<4x2xf32>)"},
    {"reduce_scatter_c3", "%a: tensor<4x4xf32>", R"(%0 = "stablehlo.reduce_scatter"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<4x2xf32>)"},
    {"reduce_scatter_c5", "%a: tensor<4x4xf32>", R"(%0 = "stablehlo.reduce_scatter"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<4x2xf32>)"},
    {"reduce_scatter_c6", "%a: tensor<4x4xf32>", R"(%0 = "stablehlo.reduce_scatter"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>, use_global_device_ids} : (tensor<4x4xf32>) -> tensor<4x2xf32>)"},
    {"reduce_scatter_c7", "%a: tensor<4x4xf32>", R"(%0 = "stablehlo.reduce_scatter"(%a) ({
^bb0(%x: tensor<i32>, %y: tensor<i32>):
  "stablehlo.return"(%x) : (tensor<i32>) -> ()
}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<4x2xf32>)"},
    {"reduce_scatter_c8", "%a: tensor<4x4xf32>", R"(%0 = "stablehlo.reduce_scatter"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<5x2xf32>)"},
    {"reduce_scatter_c8", "%a: tensor<4x4xf32>", R"(%0 = "stablehlo.reduce_scatter"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<4xf32>)"},
    {"reduce_scatter_c9", "%a: tensor<4x4xf32>", R"(%0 = "stablehlo.reduce_scatter"(%a) ({
^bb0(%x: tensor<f32>, %y: tensor<f32>):
  "stablehlo.return"(%x) : (tensor<f32>) -> ()
}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<4x2xf64>)"},
    {"ok_send", "%a: tensor<2xf32>, %t: !stablehlo.token", R"(%0 = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>, is_host_transfer = false} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token)"},
    {"send_c1", "%a: tensor<2xf32>, %t: !stablehlo.token", R"(%0 = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token)"},
    {"send_c2", "%a: tensor<2xf32>, %t: !stablehlo.token", R"(%0 = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token)"},
    {"send_c3", "%a: tensor<2xf32>, %t: !stablehlo.token", R"(%0 = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token)"},
    {"send_c4", "%a: tensor<2xf32>, %t: !stablehlo.token", R"(%0 = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token)"},
    {"send_c5", "%a: tensor<2xf32>, %t: !stablehlo.token", R"(%0 = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 2>, is_host_transfer = false} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token)"},
    {"send_c5", "%a: tensor<2xf32>, %t: !stablehlo.token", R"(%0 = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>, is_host_transfer = true} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token)"},
    {"ok_recv", "%t: !stablehlo.token", R"(%0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>, is_host_transfer = false} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token))"},
    {"recv_c1", "%t: !stablehlo.token", R"(%0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token))"},
    {"recv_c2", "%t: !stablehlo.token", R"(%0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token))"},
    {"recv_c3", "%t: !stablehlo.token", R"(%0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token))"},
    {"recv_c4", "%t: !stablehlo.token", R"(%0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token))"},
    {"recv_c5", "%t: !stablehlo.token", R"(%0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 2>, is_host_transfer = false} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token))"},
    {"recv_c5", "%t: !stablehlo.token", R"(%0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token))"},
    {"ok_infeed", "%t: !stablehlo.token", R"(%0:2 = "stablehlo.infeed"(%t) {infeed_config = "x"} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token))"},
    {"infeed_c1", "%t: !stablehlo.token", R"("stablehlo.infeed"(%t) {infeed_config = "x"} : (!stablehlo.token) -> ())"},
    {"infeed_c2", "%t: !stablehlo.token", R"(%0:2 = "stablehlo.infeed"(%t) {infeed_config = "x"} : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token))"},
    {"infeed_c3", "%t: !stablehlo.token", R"(%0:2 = "stablehlo.infeed"(%t) {infeed_config = "x"} : (!stablehlo.token) -> (tensor<2xf32>, tensor<2xf32>))"},
};
// clang-format on

INSTANTIATE_TEST_SUITE_P(Collective, RuleTest, testing::ValuesIn(kCollective), RuleName);

}  // namespace
}  // namespace cppjrt::stablehlo
