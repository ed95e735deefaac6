#include "stablehlo/eval/elementwise.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/thread_pool.h"
#include "stablehlo/eval/convert.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/parse.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::stablehlo {
namespace {

using testing::HasSubstr;

// A program of one function, "arguments -> result { body }".
std::shared_ptr<const Program> Prepare(std::string_view signature, std::string_view body) {
  const std::string text = "func.func @main" + std::string(signature) + " {\n" + std::string(body) + "\n}";
  const Source source = MakeSource("test.mlir", text);
  DiagnosticSink sink(&source);
  StatusOr<Module> module = Parse(text, "test.mlir");
  EXPECT_TRUE(module.ok()) << module.status().ToString();
  StatusOr<VerifiedModule> verified = Verify(std::move(*module), sink);
  EXPECT_TRUE(verified.ok()) << sink.Render();
  StatusOr<std::shared_ptr<const Program>> program = Program::Prepare(std::move(*verified), {});
  EXPECT_TRUE(program.ok()) << program.status().ToString();
  return *program;
}

template <typename T>
Tensor MakeTensor(ElementType type, const Dims& dims, const std::vector<T>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return *Tensor::Copy(type, dims, bytes, MemoryAllocator::Heap());
}
template <typename T>
std::vector<T> ValuesOf(const Tensor& tensor) {
  return {tensor.data<T>(), tensor.data<T>() + tensor.num_elements()};
}

StatusOr<Tensor> RunProgram(const Program& program, std::vector<RuntimeValue> arguments, ThreadPool* pool = nullptr) {
  RunOptions options;
  options.pool = pool;
  CPPJRT_ASSIGN_OR_RETURN(std::vector<RuntimeValue> results, program.Run(std::move(arguments), options));
  return results[0].tensor();
}

// Numbers of all sizes, with infinities and NaN among them.
Tensor RandomBits(ElementType type, int64_t n) {
  Tensor tensor = *Tensor::Allocate(type, {n}, MemoryAllocator::Heap());
  uint32_t state = 7;
  for (int64_t i = 0; i < tensor.num_bytes(); ++i) {
    state = state * 1664525u + 1013904223u;
    tensor.mutable_bytes()[i] = static_cast<std::byte>(state >> 24);
  }
  return tensor;
}

TEST(ElementwiseTest, WritesOverAnArgumentThatIsGivenUp) {
  const auto program = Prepare("(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32>",
                               "%r = stablehlo.subtract %a, %b : tensor<4xf32>\n return %r : tensor<4xf32>");
  Tensor a = MakeTensor<float>(ElementType::kF32, {4}, {1, 2, 3, 4});
  const Tensor b = MakeTensor<float>(ElementType::kF32, {4}, {4, 3, 2, 1});
  const std::byte* memory = a.bytes().data();
  std::vector<RuntimeValue> arguments;
  arguments.emplace_back(std::move(a));
  arguments.emplace_back(b);
  const StatusOr<Tensor> result = RunProgram(*program, std::move(arguments));
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(ValuesOf<float>(*result), (std::vector<float>{-3, -1, 1, 3}));
  EXPECT_EQ(result->bytes().data(), memory);
  EXPECT_EQ(ValuesOf<float>(b), (std::vector<float>{4, 3, 2, 1}));
}

TEST(ElementwiseTest, LeavesASharedArgumentAlone) {
  const auto program = Prepare("(%a: tensor<2xi32>) -> tensor<2xi32>",
                               "%r = stablehlo.negate %a : tensor<2xi32>\n return %r : tensor<2xi32>");
  const Tensor a = MakeTensor<int32_t>(ElementType::kI32, {2}, {1, -2});
  const StatusOr<Tensor> result = RunProgram(*program, {RuntimeValue(a)});
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(ValuesOf<int32_t>(*result), (std::vector<int32_t>{-1, 2}));
  EXPECT_EQ(ValuesOf<int32_t>(a), (std::vector<int32_t>{1, -2}));
}

TEST(ElementwiseTest, AnOperandMayStandTwice) {
  const auto program = Prepare("(%a: tensor<3xf64>) -> tensor<3xf64>",
                               "%r = stablehlo.multiply %a, %a : tensor<3xf64>\n return %r : tensor<3xf64>");
  std::vector<RuntimeValue> arguments;
  arguments.emplace_back(MakeTensor<double>(ElementType::kF64, {3}, {1, -2, 3}));
  const StatusOr<Tensor> result = RunProgram(*program, std::move(arguments));
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(ValuesOf<double>(*result), (std::vector<double>{1, 4, 9}));
}

TEST(ElementwiseTest, ConvertsInPlace) {
  const auto program = Prepare("(%a: tensor<600xf32>) -> tensor<600xi32>",
                               "%r = stablehlo.convert %a : (tensor<600xf32>) -> tensor<600xi32>\n"
                               " return %r : tensor<600xi32>");
  std::vector<RuntimeValue> arguments;
  arguments.emplace_back(MakeTensor<float>(ElementType::kF32, {600}, std::vector<float>(600, -2.75f)));
  const StatusOr<Tensor> result = RunProgram(*program, std::move(arguments));
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(ValuesOf<int32_t>(*result), std::vector<int32_t>(600, -2));
}

TEST(ElementwiseTest, DimensionsThatDifferAtRunTimeAreAnError) {
  const auto program = Prepare("(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32>",
                               "%r = stablehlo.add %a, %b : tensor<?xf32>\n return %r : tensor<?xf32>");
  const StatusOr<Tensor> result =
      RunProgram(*program, {RuntimeValue(MakeTensor<float>(ElementType::kF32, {2}, {1, 2})),
                            RuntimeValue(MakeTensor<float>(ElementType::kF32, {3}, {1, 2, 3}))});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.status().code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(result.status().ToString(), HasSubstr("operand 1 has dimensions [3], expected those of the operands"));
  const StatusOr<Tensor> equal =
      RunProgram(*program, {RuntimeValue(MakeTensor<float>(ElementType::kF32, {2}, {1, 2})),
                            RuntimeValue(MakeTensor<float>(ElementType::kF32, {2}, {1, 2}))});
  ASSERT_TRUE(equal.ok()) << equal.status().ToString();
  EXPECT_EQ(ValuesOf<float>(*equal), (std::vector<float>{2, 4}));
}

struct ThreadsCase {
  ElementType type;
  std::string_view text;
  std::string_view op;
};

// Sizes that are no multiple of anything, so that pieces and blocks have ends of all kinds.
TEST(ElementwiseTest, ThreadsDoNotChangeResults) {
  constexpr int64_t kCount = 300001;
  const ThreadsCase cases[] = {
      {ElementType::kF32, "f32", "stablehlo.add %a, %b"},
      {ElementType::kBF16, "bf16", "stablehlo.multiply %a, %b"},
      {ElementType::kF8E4M3FN, "f8E4M3FN", "stablehlo.maximum %a, %b"},
      {ElementType::kF64, "f64", "stablehlo.atan2 %a, %b"},
      {ElementType::kI16, "i16", "stablehlo.divide %a, %b"},
      {ElementType::kC64, "complex<f32>", "stablehlo.divide %a, %b"},
  };
  ThreadPool pool(4);
  for (const ThreadsCase& c : cases) {
    const std::string type = "tensor<" + std::to_string(kCount) + "x" + std::string(c.text) + ">";
    const auto program = Prepare("(%a: " + type + ", %b: " + type + ") -> " + type,
                                 "%r = " + std::string(c.op) + " : " + type + "\n return %r : " + type);
    const RuntimeValue a = RandomBits(c.type, kCount);
    const RuntimeValue b = RandomBits(c.type, kCount);
    const StatusOr<Tensor> alone = RunProgram(*program, {a, b});
    const StatusOr<Tensor> together = RunProgram(*program, {a, b}, &pool);
    ASSERT_TRUE(alone.ok()) << alone.status().ToString();
    ASSERT_TRUE(together.ok()) << together.status().ToString();
    EXPECT_EQ(std::memcmp(alone->bytes().data(), together->bytes().data(), alone->bytes().size()), 0) << c.op;
  }
}

TEST(ElementwiseTest, ScalarLimitsStandForAllElements) {
  constexpr int64_t kCount = 2 * kConvertBlock + 1;
  for (const std::string type : {"f32", "bf16"}) {
    const std::string tensor = "tensor<" + std::to_string(kCount) + "x" + type + ">";
    const std::string scalar = "tensor<" + type + ">";
    const auto program = Prepare("(%x: " + tensor + ") -> " + tensor,
                                 "%low = stablehlo.constant dense<-1.0> : " + scalar +
                                     "\n %high = stablehlo.constant dense<2.0> : " + scalar +
                                     "\n %r = stablehlo.clamp %low, %x, %high : (" + scalar + ", " + tensor + ", " +
                                     scalar + ") -> " + tensor + "\n return %r : " + tensor);
    const ElementType element = type == "f32" ? ElementType::kF32 : ElementType::kBF16;
    Tensor x = *Tensor::Allocate(element, {kCount}, MemoryAllocator::Heap());
    std::vector<float> values(kCount);
    for (int64_t i = 0; i < kCount; ++i) values[static_cast<size_t>(i)] = static_cast<float>(i % 7 - 3);
    FromF32(element, values.data(), x.mutable_bytes(), kCount);
    const StatusOr<Tensor> result = RunProgram(*program, {RuntimeValue(x)});
    ASSERT_TRUE(result.ok()) << result.status().ToString();
    std::vector<float> got(kCount);
    ToF32(element, result->bytes().data(), got.data(), kCount);
    for (size_t i = 0; i < values.size(); ++i) ASSERT_EQ(got[i], std::min(std::max(values[i], -1.0f), 2.0f)) << i;
  }
}

}  // namespace
}  // namespace cppjrt::stablehlo
