#include "client/mlir_signature.h"

#include <string>

#include "tests/status_matchers.h"

namespace pjrt {
namespace {

using ::cppjrt::StatusIs;

std::string Shapes(const std::vector<ArrayShape>& shapes) {
  std::string text;
  for (const ArrayShape& shape : shapes) text += ToString(shape) + " ";
  return text;
}

TEST(MlirSignatureTest, ReadsParametersAndResults) {
  ASSERT_OK_AND_ASSIGN(const ProgramShape shape, detail::ReadMlirSignature(R"mlir(module @m {
    func.func private @other(%a: tensor<9xf32>) -> tensor<9xf32> { return %a : tensor<9xf32> }
    func.func public @main(%a: tensor<2x3xf8E4M3FN> {mhlo.sharding = "{devices=[2,1]<=[2]} tensor<7xf32> )"}, %b: tensor<complex<f32>>,
                           %c: tensor<0x4xbf16, #encoding<[1], 2>>) -> (tensor<i4> {x = tensor<f64>}, tensor<5xi1>) {)mlir"));
  EXPECT_EQ(Shapes(shape.parameters), "f8E4M3FN[2,3] complex<f32>[] bf16[0,4] ");
  EXPECT_EQ(Shapes(shape.results), "i4[] i1[5] ");
}

TEST(MlirSignatureTest, ReadsOneResultAndNone) {
  ASSERT_OK_AND_ASSIGN(const ProgramShape one,
                       detail::ReadMlirSignature("func.func @main() -> tensor<4x!quant.uniform<u8:f32, 0.1:3>> {"));
  EXPECT_EQ(Shapes(one.parameters) + Shapes(one.results), "ui8[4] ");
  ASSERT_OK_AND_ASSIGN(const ProgramShape none, detail::ReadMlirSignature("func.func @f(%a: tensor<f32>) {"));
  EXPECT_EQ(Shapes(none.parameters) + Shapes(none.results), "f32[] ");
}

TEST(MlirSignatureTest, SaysWhatItCannotRead) {
  EXPECT_THAT(detail::ReadMlirSignature("module {}"), StatusIs(StatusCode::kInvalidArgument));
  EXPECT_THAT(detail::ReadMlirSignature("func.func @main(%a: tensor<4xf32>"), StatusIs(StatusCode::kInvalidArgument));
  EXPECT_THAT(detail::ReadMlirSignature("func.func @main(%a: !stablehlo.token) {"),
              StatusIs(StatusCode::kInvalidArgument));
  EXPECT_THAT(detail::ReadMlirSignature("func.func @main(%a: tensor<4x?xf32>) {"),
              StatusIs(StatusCode::kInvalidArgument));
  EXPECT_THAT(detail::ReadMlirSignature("func.func @main(%a: tensor<4xi7>) {"), StatusIs(StatusCode::kInvalidArgument));
}

}  // namespace
}  // namespace pjrt
