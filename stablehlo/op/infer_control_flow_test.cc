#include "stablehlo/op/infer_rule_test.h"

namespace cppjrt::stablehlo {
namespace {

// clang-format off
const RuleCase kControlFlow[] = {
    {"ok", "%p: tensor<i1>, %a: tensor<f32>, %b: tensor<f64>", R"(%0 = "stablehlo.if"(%p) ({
  "stablehlo.return"(%a) : (tensor<f32>) -> ()
}, {
  "stablehlo.return"(%a) : (tensor<f32>) -> ()
}) : (tensor<i1>) -> tensor<f32>)"},
    {"if_c1", "%p: tensor<i1>, %a: tensor<f32>, %b: tensor<f64>", R"(%0 = "stablehlo.if"(%p) ({
  ^bb0(%x: tensor<f32>):
  "stablehlo.return"(%a) : (tensor<f32>) -> ()
}, {
  "stablehlo.return"(%a) : (tensor<f32>) -> ()
}) : (tensor<i1>) -> tensor<f32>)"},
    {"if_c2", "%p: tensor<i1>, %a: tensor<f32>, %b: tensor<f64>", R"(%0 = "stablehlo.if"(%p) ({
  "stablehlo.return"(%a) : (tensor<f32>) -> ()
}, {
  "stablehlo.return"(%b) : (tensor<f64>) -> ()
}) : (tensor<i1>) -> tensor<f32>)"},
    {"if_c3", "%p: tensor<i1>, %a: tensor<f32>, %b: tensor<f64>", R"(%0 = "stablehlo.if"(%p) ({
  "stablehlo.return"(%a) : (tensor<f32>) -> ()
}, {
  "stablehlo.return"(%a) : (tensor<f32>) -> ()
}) : (tensor<i1>) -> tensor<f64>)"},
    {"case_c1", "%p: tensor<i32>", R"(%0 = "stablehlo.case"(%p) : (tensor<i32>) -> tensor<f32>)"},
    {"ok_case", "%p: tensor<i32>, %a: tensor<f32>, %b: tensor<f64>", R"(%0 = "stablehlo.case"(%p) ({
  "stablehlo.return"(%a) : (tensor<f32>) -> ()
}, {
  "stablehlo.return"(%a) : (tensor<f32>) -> ()
}, {
  "stablehlo.return"(%a) : (tensor<f32>) -> ()
}) : (tensor<i32>) -> tensor<f32>)"},
    {"case_c2", "%p: tensor<i32>, %a: tensor<f32>, %b: tensor<f64>", R"(%0 = "stablehlo.case"(%p) ({
  ^bb0(%x: tensor<f32>):
  "stablehlo.return"(%a) : (tensor<f32>) -> ()
}) : (tensor<i32>) -> tensor<f32>)"},
    {"case_c3", "%p: tensor<i32>, %a: tensor<f32>, %b: tensor<f64>", R"(%0 = "stablehlo.case"(%p) ({
  "stablehlo.return"(%a) : (tensor<f32>) -> ()
}, {
  "stablehlo.return"(%b) : (tensor<f64>) -> ()
}) : (tensor<i32>) -> tensor<f32>)"},
    {"case_c4", "%p: tensor<i32>, %a: tensor<f32>, %b: tensor<f64>", R"(%0 = "stablehlo.case"(%p) ({
  "stablehlo.return"(%a) : (tensor<f32>) -> ()
}, {
  "stablehlo.return"(%a) : (tensor<f32>) -> ()
}) : (tensor<i32>) -> tensor<f64>)"},
    {"ok_while", "%a: tensor<i32>, %p: tensor<i1>", R"(%0 = "stablehlo.while"(%a) ({
^bb0(%x: tensor<i32>):
  "stablehlo.return"(%p) : (tensor<i1>) -> ()
}, {
^bb0(%x: tensor<i32>):
  "stablehlo.return"(%x) : (tensor<i32>) -> ()
}) : (tensor<i32>) -> tensor<i32>)"},
    {"while_c1", "%a: tensor<i32>, %p: tensor<i1>", R"(%0 = "stablehlo.while"(%a) ({
^bb0(%x: tensor<f32>):
  "stablehlo.return"(%p) : (tensor<i1>) -> ()
}, {
^bb0(%x: tensor<i32>):
  "stablehlo.return"(%x) : (tensor<i32>) -> ()
}) : (tensor<i32>) -> tensor<i32>)"},
    {"while_c1", "%a: tensor<i32>, %p: tensor<i1>", R"(%0 = "stablehlo.while"(%a) ({
^bb0(%x: tensor<i32>):
  "stablehlo.return"(%a) : (tensor<i32>) -> ()
}, {
^bb0(%x: tensor<i32>):
  "stablehlo.return"(%x) : (tensor<i32>) -> ()
}) : (tensor<i32>) -> tensor<i32>)"},
    {"while_c2", "%a: tensor<i32>, %p: tensor<i1>", R"(%0 = "stablehlo.while"(%a) ({
^bb0(%x: tensor<i32>):
  "stablehlo.return"(%p) : (tensor<i1>) -> ()
}, {
^bb0(%y: tensor<f32>):
  "stablehlo.return"(%a) : (tensor<i32>) -> ()
}) : (tensor<i32>) -> tensor<i32>)"},
    {"while_c2", "%a: tensor<i32>, %p: tensor<i1>", R"(%0 = "stablehlo.while"(%a) ({
^bb0(%x: tensor<i32>):
  "stablehlo.return"(%p) : (tensor<i1>) -> ()
}, {
^bb0(%x: tensor<i32>):
  "stablehlo.return"(%p) : (tensor<i1>) -> ()
}) : (tensor<i32>) -> tensor<i32>)"},
    {"while_c3", "%a: tensor<i32>, %p: tensor<i1>", R"(%0 = "stablehlo.while"(%a) ({
^bb0(%x: tensor<i32>):
  "stablehlo.return"(%p) : (tensor<i1>) -> ()
}, {
^bb0(%x: tensor<i32>):
  "stablehlo.return"(%x) : (tensor<i32>) -> ()
}) : (tensor<i32>) -> tensor<f32>)"},
    {"optimization_barrier_c1", "%a: tensor<f32>", R"(%0 = "stablehlo.optimization_barrier"(%a) : (tensor<f32>) -> tensor<f64>)"},
    {"get_tuple_element_c1", "%t: tuple<tensor<f32>>", R"(%0 = "stablehlo.get_tuple_element"(%t) {index = 1 : i32} : (tuple<tensor<f32>>) -> tensor<f32>)"},
    {"get_tuple_element_c1", "%t: tuple<tensor<f32>>", R"(%0 = "stablehlo.get_tuple_element"(%t) {index = -1 : i32} : (tuple<tensor<f32>>) -> tensor<f32>)"},
    {"get_tuple_element_c2", "%t: tuple<tensor<f32>>", R"(%0 = "stablehlo.get_tuple_element"(%t) {index = 0 : i32} : (tuple<tensor<f32>>) -> tensor<f64>)"},
    {"tuple_c1", "%a: tensor<f32>", R"(%0 = "stablehlo.tuple"(%a) : (tensor<f32>) -> tuple<tensor<f64>>)"},
    {"ok_async", "%a: tensor<4xf32>", R"(%0 = "stablehlo.async_start"(%a) ({
^bb0(%x: tensor<4xf32>):
  %s = "stablehlo.slice"(%x) {start_indices = array<i64: 0>, limit_indices = array<i64: 2>, strides = array<i64: 1>} : (tensor<4xf32>) -> tensor<2xf32>
  "stablehlo.return"(%s) : (tensor<2xf32>) -> ()
}) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>)"},
    {"async_start_c1", "%a: tensor<4xf32>", R"(%0 = "stablehlo.async_start"(%a) ({
^bb0(%x: tensor<4xf32>):
  "stablehlo.return"(%x) : (tensor<4xf32>) -> ()
}) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>)"},
    {"async_start_c2", "%a: tensor<4xf32>", R"(%0 = "stablehlo.async_start"(%a) ({
^bb0(%x: tensor<4xf32>):
  %s = "stablehlo.add"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  "stablehlo.return"(%s) : (tensor<4xf32>) -> ()
}) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>)"},
    {"async_start_c3", "%a: tensor<4xf32>", R"(%0 = "stablehlo.async_start"(%a) ({
^bb0(%x: tensor<4xf32>, %y: tensor<4xf32>):
  %s = "stablehlo.slice"(%x) {start_indices = array<i64: 0>, limit_indices = array<i64: 2>, strides = array<i64: 1>} : (tensor<4xf32>) -> tensor<2xf32>
  "stablehlo.return"(%s) : (tensor<2xf32>) -> ()
}) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>)"},
    {"async_start_c4", "%a: tensor<4xf32>", R"(%0 = "stablehlo.async_start"(%a) ({
^bb0(%x: tensor<4xf32>):
  %s = "stablehlo.slice"(%x) {start_indices = array<i64: 0>, limit_indices = array<i64: 2>, strides = array<i64: 1>} : (tensor<4xf32>) -> tensor<2xf32>
  "stablehlo.return"(%s) : (tensor<2xf32>) -> ()
}) : (tensor<4xf32>) -> !stablehlo.future<tensor<3xf32>>)"},
    {"async_done_c1", "%f: !stablehlo.future<tensor<2xf32>>", R"(%0 = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2xf32>>) -> tensor<3xf32>)"},
};
// clang-format on

INSTANTIATE_TEST_SUITE_P(ControlFlow, RuleTest, testing::ValuesIn(kControlFlow), RuleName);

}  // namespace
}  // namespace cppjrt::stablehlo
