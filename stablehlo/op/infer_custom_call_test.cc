#include "stablehlo/op/infer_rule_test.h"

namespace cppjrt::stablehlo {
namespace {

// clang-format off
const RuleCase kCustomCall[] = {
    {"ok", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.custom_call"(%a) {call_target_name = "x"} : (tensor<2x3xf32>) -> tensor<2x3xf32>)"},
    {"ok_layouts", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.custom_call"(%a) {call_target_name = "x", operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>)"},
    {"custom_call_error", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.custom_call"(%a) {call_target_name = "x", operand_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>)"},
    {"custom_call_error", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.custom_call"(%a) {call_target_name = "x", operand_layouts = [], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>)"},
    {"custom_call_error", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.custom_call"(%a) {call_target_name = "x", operand_layouts = [dense<[1, 1]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>)"},
    {"custom_call_error", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.custom_call"(%a) {call_target_name = "x", operand_layouts = [dense<[0]> : tensor<1xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>)"},
    {"ok_alias", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.custom_call"(%a) {call_target_name = "x", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>)"},
    {"custom_call_error", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.custom_call"(%a) {call_target_name = "x", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>)"},
    {"custom_call_error", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.custom_call"(%a) {call_target_name = "x", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>)"},
    {"custom_call_error", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.custom_call"(%a) {call_target_name = "x", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = [0]>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>)"},
    {"custom_call_error", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.custom_call"(%a) {call_target_name = "x", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2x3xf32>) -> tensor<3x3xf32>)"},
    {"ok_buffer", "%m: memref<2x3xf32>", R"(%0 = "stablehlo.custom_call"(%m) {call_target_name = "x", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (memref<2x3xf32>) -> memref<2x3xf32>)"},
    {"custom_call_error", "%m: memref<2x3xf32>", R"(%0 = "stablehlo.custom_call"(%m) {call_target_name = "x"} : (memref<2x3xf32>) -> memref<2x3xf32>)"},
    {"ok_typed_ffi", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.custom_call"(%a) {call_target_name = "x", api_version = 4 : i32, backend_config = {a = 1 : i64}} : (tensor<2x3xf32>) -> tensor<2x3xf32>)"},
    {"custom_call_error", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.custom_call"(%a) {call_target_name = "x", api_version = 4 : i32, backend_config = "x"} : (tensor<2x3xf32>) -> tensor<2x3xf32>)"},
    {"custom_call_error", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.custom_call"(%a) {call_target_name = "x", backend_config = {a = 1 : i64}} : (tensor<2x3xf32>) -> tensor<2x3xf32>)"},
    {"ok_pin", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.custom_call"(%a) {call_target_name = "Pin"} : (tensor<2x3xf32>) -> memref<2x3xf32>)"},
    {"custom_call_error", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.custom_call"(%a) {call_target_name = "Pin"} : (tensor<2x3xf32>) -> tensor<2x3xf32>)"},
    {"custom_call_error", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.custom_call"(%a) {call_target_name = "Pin"} : (tensor<2x3xf32>) -> memref<3x3xf32>)"},
    {"ok_unpin", "%m: memref<2x3xf32>", R"(%0 = "stablehlo.custom_call"(%m) {call_target_name = "Unpin"} : (memref<2x3xf32>) -> tensor<2x3xf32>)"},
    {"custom_call_error", "%a: tensor<2x3xf32>", R"(%0 = "stablehlo.custom_call"(%a) {call_target_name = "Unpin"} : (tensor<2x3xf32>) -> tensor<2x3xf32>)"},
    {"ok_create", "", R"(%0 = "stablehlo.custom_call"() {call_target_name = "CreateBuffer"} : () -> memref<2x3xf32>)"},
    {"custom_call_error", "", R"(%0 = "stablehlo.custom_call"() {call_target_name = "CreateBuffer"} : () -> tensor<2x3xf32>)"},
};
// clang-format on

INSTANTIATE_TEST_SUITE_P(CustomCall, RuleTest, testing::ValuesIn(kCustomCall), RuleName);

}  // namespace
}  // namespace cppjrt::stablehlo
