#include "stablehlo/eval/run_checks.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "stablehlo/eval/program.h"
#include "stablehlo/parse.h"

namespace cppjrt::stablehlo {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

template <typename T>
Tensor Array(ElementType type, const Dims& dims, const std::vector<T>& values) {
  return *Tensor::Copy(type, dims, std::as_bytes(std::span(values)), MemoryAllocator::Heap());
}
Tensor Floats(const std::vector<float>& values) {
  return Array(ElementType::kF32, {static_cast<int64_t>(values.size())}, values);
}
Tensor Ints(const Dims& dims, const std::vector<int32_t>& values) { return Array(ElementType::kI32, dims, values); }

std::string Finite(const std::vector<Tensor>& operands, const Tensor& result, bool elementwise) {
  return std::string(CheckFinite(operands, result, elementwise).message());
}

TEST(RunChecksTest, ElementsAreHeldAgainstTheirOwnOperands) {
  EXPECT_EQ(Finite({Floats({1, 2})}, Floats({3, 4}), true), "");
  EXPECT_EQ(Finite({Floats({1, 0, 0})}, Floats({0, -kInf, kNan}), true),
            "it makes an infinity of operands that are finite, first at [1]");
  EXPECT_EQ(Finite({Floats({kInf, kNan})}, Floats({-kInf, kNan}), true), "");
  EXPECT_EQ(Finite({Floats({kInf, kInf})}, Floats({1, kNan}), true),
            "it makes a NaN of operands without a NaN, first at [1]");
  // The infinity of another element explains nothing.
  EXPECT_NE(Finite({Floats({kInf, 1})}, Floats({kInf, kInf}), true), "");
}

TEST(RunChecksTest, OthersAreHeldAgainstAllOfTheirOperands) {
  EXPECT_EQ(Finite({Floats({1, kInf})}, Floats({kInf}), false), "");
  EXPECT_EQ(Finite({Floats({3e38f, 3e38f})}, Floats({kInf}), false),
            "it makes an infinity of operands that are finite, first at [0]");
  EXPECT_NE(Finite({Floats({kInf, -kInf})}, Floats({kNan}), false), "");
}

TEST(RunChecksTest, EveryFloatTypeIsLookedAt) {
  EXPECT_NE(Finite({}, Array<uint16_t>(ElementType::kBF16, {1}, {0x7f80}), true), "");
  EXPECT_NE(Finite({}, Array<uint16_t>(ElementType::kF16, {1}, {0x7e00}), true), "");
  EXPECT_NE(Finite({}, Array<uint8_t>(ElementType::kF8E5M2, {2}, {0x3c, 0x7c}), true), "");
  EXPECT_NE(Finite({}, Array<double>(ElementType::kF64, {1}, {-1 / 0.0}), true), "");
  EXPECT_NE(Finite({}, Array<float>(ElementType::kC64, {1}, {1, kNan}), true), "");
  EXPECT_EQ(Finite({}, Array<float>(ElementType::kC64, {1}, {1, 2}), true), "");
  EXPECT_EQ(Finite({}, Ints({1}, {0x7f800000}), true), "");
}

TEST(RunChecksTest, LongArraysAreLookedAtToTheirEnd) {
  std::vector<float> values(5000, 1.0f);
  values[4999] = kNan;
  EXPECT_EQ(Finite({Floats(std::vector<float>(5000, 1.0f))}, Floats(values), true),
            "it makes a NaN of operands that are finite, first at [4999]");
}

TEST(RunChecksTest, IndicesOutsideAreFound) {
  const std::vector<int64_t> most = {3, 7};
  const std::vector<int64_t> dims = {0, 2};
  EXPECT_TRUE(CheckIndices(Ints({2, 2}, {0, 7, 3, 0}), 1, most, dims).ok());
  EXPECT_EQ(CheckIndices(Ints({2, 2}, {0, 7, 3, 8}), 1, most, dims).message(),
            "index 8 of dimension 2, at [1, 1] of the indices, is out of bounds: it may be 0 to 7");
  EXPECT_FALSE(CheckIndices(Ints({2, 2}, {0, 4, 0, 0}), 0, most, dims).ok() &&
               CheckIndices(Ints({2, 2}, {4, 0, 0, 0}), 0, most, dims).ok());
  EXPECT_EQ(CheckIndices(Ints({}, {-1}), 0, std::vector<int64_t>{5}, std::vector<int64_t>{1}).message(),
            "index -1 of dimension 1 is out of bounds: it may be 0 to 5");
  EXPECT_FALSE(CheckIndices(Array<uint64_t>(ElementType::kUI64, {1}, {~uint64_t{0}}), 1, most, dims).ok());
}

TEST(RunChecksTest, ATraceFindsWhatDiffers) {
  ValueTrace trace;
  EXPECT_TRUE(trace.Note(Floats({1, 2, 3})).ok());
  EXPECT_TRUE(trace.Note(Ints({1}, {4})).ok());
  trace.Rewind();
  EXPECT_TRUE(trace.Note(Floats({1, 2, 3})).ok());
  EXPECT_EQ(trace.Note(Ints({1}, {5})).code(), StatusCode::kInternal);
}

StatusOr<std::vector<RuntimeValue>> RunText(const std::string& text, std::vector<RuntimeValue> arguments,
                                            const RunChecks& checks) {
  CPPJRT_ASSIGN_OR_RETURN(Module module, Parse(text, "prog.mlir"));
  DiagnosticSink sink;
  CPPJRT_ASSIGN_OR_RETURN(VerifiedModule verified, Verify(std::move(module), sink));
  CPPJRT_ASSIGN_OR_RETURN(const std::shared_ptr<const Program> program, Program::Prepare(std::move(verified), {}));
  RunOptions options;
  options.checks = &checks;
  return program->Run(std::move(arguments), options);
}

TEST(RunChecksTest, TheEvaluatorNamesTheOpAndItsPlace) {
  constexpr char kText[] = R"(func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.log %x : tensor<3xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<3xf32>
  return %1 : tensor<3xf32>
})";
  RunChecks checks;
  checks.nan = true;
  EXPECT_TRUE(RunText(kText, {Floats({1, 2, 3})}, checks).ok());
  const auto failed = RunText(kText, {Floats({1, -1, 0})}, checks);
  EXPECT_EQ(failed.status().code(), StatusCode::kOutOfRange);
  EXPECT_EQ(failed.status().message(),
            "log at prog.mlir:2:3: it makes a NaN of operands that are finite, first at [1]");
  checks.nan = false;
  EXPECT_TRUE(RunText(kText, {Floats({1, -1, 0})}, checks).ok());
}

TEST(RunChecksTest, FunctionsOfReductionsAreParts) {
  constexpr char kText[] = R"(func.func @main(%x: tensor<2xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
})";
  RunChecks checks;
  checks.nan = true;
  EXPECT_EQ(RunText(kText, {Floats({3e38f, 3e38f})}, checks).status().message(),
            "reduce at prog.mlir:3:3: it makes an infinity of operands that are finite");
}

TEST(RunChecksTest, PoisonedMemoryIsFilled) {
  PoisonedMemory memory(MemoryAllocator::Heap(), 0xa5);
  auto* data = static_cast<unsigned char*>(memory.Allocate(100));
  EXPECT_EQ(data[0], 0xa5);
  EXPECT_EQ(data[99], 0xa5);
  memory.Free(data, 100);
}

}  // namespace
}  // namespace cppjrt::stablehlo
