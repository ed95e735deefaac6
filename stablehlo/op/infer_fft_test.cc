#include "stablehlo/op/infer_rule_test.h"

namespace cppjrt::stablehlo {
namespace {

// clang-format off
const RuleCase kFft[] = {
    {"ok", "%a: tensor<3x9xf32>", R"(%0 = "stablehlo.fft"(%a) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 9>} : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f32>>)"},
    {"ok_irfft", "%a: tensor<3x5xcomplex<f32>>", R"(%0 = "stablehlo.fft"(%a) {fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 9>} : (tensor<3x5xcomplex<f32>>) -> tensor<3x9xf32>)"},
    {"fft_c1", "%a: tensor<3x9xf32>", R"(%0 = "stablehlo.fft"(%a) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 3, 9, 9>} : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f32>>)"},
    {"fft_c2", "%a: tensor<3x9xf32>", R"(%0 = "stablehlo.fft"(%a) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 9>} : (tensor<3x9xf32>) -> tensor<3x9xf32>)"},
    {"fft_c3", "%a: tensor<3x9xf32>", R"(%0 = "stablehlo.fft"(%a) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 1, 1, 3, 9>} : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f32>>)"},
    {"fft_c4", "%a: tensor<3x9xf32>", R"(%0 = "stablehlo.fft"(%a) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 8>} : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f32>>)"},
    {"fft_c4", "%a: tensor<3x5xcomplex<f32>>", R"(%0 = "stablehlo.fft"(%a) {fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 2, 9>} : (tensor<3x5xcomplex<f32>>) -> tensor<2x9xf32>)"},
    {"fft_c5", "%a: tensor<3x9xf32>", R"(%0 = "stablehlo.fft"(%a) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 9>} : (tensor<3x9xf32>) -> tensor<3x6xcomplex<f32>>)"},
    {"fft_c5", "%a: tensor<3x6xcomplex<f32>>", R"(%0 = "stablehlo.fft"(%a) {fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 9>} : (tensor<3x6xcomplex<f32>>) -> tensor<3x9xf32>)"},
};
// clang-format on

INSTANTIATE_TEST_SUITE_P(Fft, RuleTest, testing::ValuesIn(kFft), RuleName);

}  // namespace
}  // namespace cppjrt::stablehlo
