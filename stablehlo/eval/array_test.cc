// What programs that check themselves (tests/ops) cannot: threads, wide accumulation, memory, errors of dynamic shapes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstring>
#include <memory>
#include <numbers>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/thread_pool.h"
#include "stablehlo/eval/fourier.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/eval/strided.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/parse.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::stablehlo {
namespace {

using testing::HasSubstr;

std::shared_ptr<const Program> Prepare(std::string_view signature, std::string_view body,
                                       const Environment& environment = {}) {
  const std::string text = "func.func @main" + std::string(signature) + " {\n" + std::string(body) + "\n}";
  const Source source = MakeSource("test.mlir", text);
  DiagnosticSink sink(&source);
  StatusOr<Module> module = Parse(text, "test.mlir");
  EXPECT_TRUE(module.ok()) << module.status().ToString();
  StatusOr<VerifiedModule> verified = Verify(std::move(*module), sink);
  EXPECT_TRUE(verified.ok()) << sink.Render();
  StatusOr<std::shared_ptr<const Program>> program = Program::Prepare(std::move(*verified), environment);
  EXPECT_TRUE(program.ok()) << program.status().ToString();
  return *program;
}

StatusOr<Tensor> RunProgram(const Program& program, std::vector<RuntimeValue> arguments, ThreadPool* pool = nullptr) {
  RunOptions options;
  options.pool = pool;
  CPPJRT_ASSIGN_OR_RETURN(std::vector<RuntimeValue> results, program.Run(std::move(arguments), options));
  return results[0].tensor();
}

// Numbers without a pattern, all of one size.
Tensor Noise(const Dims& dims) {
  Tensor tensor = *Tensor::Allocate(ElementType::kF32, dims, MemoryAllocator::Heap());
  uint32_t state = 12345;
  for (int64_t i = 0; i < tensor.num_elements(); ++i) {
    state = state * 1664525 + 1013904223;
    tensor.mutable_data<float>()[i] = static_cast<float>(state >> 8) / 16777216.0F - 0.5F;
  }
  return tensor;
}
Tensor Zeros(ElementType type, const Dims& dims) {
  Tensor tensor = *Tensor::Allocate(type, dims, MemoryAllocator::Heap());
  std::memset(tensor.mutable_bytes(), 0, static_cast<size_t>(tensor.num_bytes()));
  return tensor;
}
std::vector<RuntimeValue> Values(std::vector<Tensor> tensors) {
  std::vector<RuntimeValue> values;
  for (Tensor& tensor : tensors) values.emplace_back(std::move(tensor));
  return values;
}

// The same bits from one thread and from four.
void ExpectSameOnThreads(std::string_view signature, std::string_view body, const std::vector<Tensor>& arguments) {
  const std::shared_ptr<const Program> program = Prepare(signature, body);
  ThreadPool pool(4);
  const StatusOr<Tensor> one = RunProgram(*program, Values(arguments));
  const StatusOr<Tensor> four = RunProgram(*program, Values(arguments), &pool);
  ASSERT_TRUE(one.ok()) << one.status().ToString();
  ASSERT_TRUE(four.ok()) << four.status().ToString();
  ASSERT_EQ(one->bytes().size(), four->bytes().size());
  EXPECT_EQ(std::memcmp(one->bytes().data(), four->bytes().data(), one->bytes().size()), 0);
}

TEST(ArrayThreads, ReduceToOneResult) {
  ExpectSameOnThreads("(%a: tensor<700000xf32>) -> tensor<f32>", R"(
    %i = stablehlo.constant dense<0.0> : tensor<f32>
    %r = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0]
       : (tensor<700000xf32>, tensor<f32>) -> tensor<f32>
    func.return %r : tensor<f32>)",
                      {Noise({700000})});
}

TEST(ArrayThreads, ReduceColumns) {
  ExpectSameOnThreads("(%a: tensor<3000x130xf32>) -> tensor<130xf32>", R"(
    %i = stablehlo.constant dense<0.0> : tensor<f32>
    %r = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0]
       : (tensor<3000x130xf32>, tensor<f32>) -> tensor<130xf32>
    func.return %r : tensor<130xf32>)",
                      {Noise({3000, 130})});
}

TEST(ArrayThreads, Dot) {
  ExpectSameOnThreads("(%a: tensor<300x1100xf32>, %b: tensor<1100x70xf32>) -> tensor<300x70xf32>", R"(
    %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
       : (tensor<300x1100xf32>, tensor<1100x70xf32>) -> tensor<300x70xf32>
    func.return %r : tensor<300x70xf32>)",
                      {Noise({300, 1100}), Noise({1100, 70})});
}

TEST(ArrayThreads, Convolution) {
  ExpectSameOnThreads("(%a: tensor<2x30x30x16xf32>, %b: tensor<3x3x16x20xf32>) -> tensor<2x28x28x20xf32>", R"(
    %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
       {feature_group_count = 1 : i64, batch_group_count = 1 : i64}
       : (tensor<2x30x30x16xf32>, tensor<3x3x16x20xf32>) -> tensor<2x28x28x20xf32>
    func.return %r : tensor<2x28x28x20xf32>)",
                      {Noise({2, 30, 30, 16}), Noise({3, 3, 16, 20})});
}

TEST(ArrayThreads, SortAndFft) {
  ExpectSameOnThreads("(%a: tensor<40x2048xf32>) -> tensor<40x1025xcomplex<f32>>", R"(
    %s = "stablehlo.sort"(%a) <{dimension = 1 : i64}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %p = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<40x2048xf32>) -> tensor<40x2048xf32>
    %r = stablehlo.fft %s, type = RFFT, length = [2048] : (tensor<40x2048xf32>) -> tensor<40x1025xcomplex<f32>>
    func.return %r : tensor<40x1025xcomplex<f32>>)",
                      {Noise({40, 2048})});
}

constexpr std::string_view kSumOfThree = R"(
    %i = stablehlo.constant dense<0.0> : tensor<f32>
    %r = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0]
       : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    func.return %r : tensor<f32>)";

TEST(ArrayAccumulation, WideKeepsWhatFloatLoses) {
  const std::vector<float> values = {1e8F, 1.0F, -1e8F};
  const Tensor a = *Tensor::Copy(ElementType::kF32, {3}, std::as_bytes(std::span(values)), MemoryAllocator::Heap());
  Environment wide;
  wide.wide_accumulation = true;
  const std::string_view signature = "(%a: tensor<3xf32>) -> tensor<f32>";
  EXPECT_EQ(*RunProgram(*Prepare(signature, kSumOfThree, wide), Values({a}))->data<float>(), 1.0F);
  EXPECT_EQ(*RunProgram(*Prepare(signature, kSumOfThree), Values({a}))->data<float>(), 0.0F);
}

constexpr std::string_view kScatterAdd = R"(
    %r = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
          scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<?xf32>, tensor<?x1xi32>, tensor<?xf32>) -> tensor<?xf32>
    func.return %r : tensor<?xf32>)";
constexpr std::string_view kScatterSignature =
    "(%a: tensor<?xf32>, %i: tensor<?x1xi32>, %u: tensor<?xf32>) -> tensor<?xf32>";

TEST(ArrayMemory, ScatterWritesAnArgumentGivenUpInPlace) {
  const std::shared_ptr<const Program> program = Prepare(kScatterSignature, kScatterAdd);
  Tensor a = Noise({1000});
  const std::byte* data = a.bytes().data();
  std::vector<RuntimeValue> arguments;
  arguments.emplace_back(std::move(a));
  arguments.emplace_back(Zeros(ElementType::kI32, {5, 1}));
  arguments.emplace_back(Noise({5}));
  const StatusOr<Tensor> result = RunProgram(*program, std::move(arguments));
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(result->bytes().data(), data);
}

TEST(ArrayMemory, ScatterLeavesASharedArgument) {
  const std::shared_ptr<const Program> program = Prepare(kScatterSignature, kScatterAdd);
  const Tensor a = Zeros(ElementType::kF32, {4});
  const StatusOr<Tensor> result = RunProgram(*program, Values({a, Zeros(ElementType::kI32, {5, 1}), Noise({5})}));
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_NE(result->bytes().data(), a.bytes().data());
  EXPECT_EQ(a.data<float>()[0], 0.0F);
}

TEST(ArrayErrors, ScatterUpdatesThatDoNotFit) {
  const std::shared_ptr<const Program> program = Prepare(kScatterSignature, kScatterAdd);
  const StatusOr<Tensor> result =
      RunProgram(*program, Values({Noise({4}), Zeros(ElementType::kI32, {5, 1}), Noise({6})}));
  EXPECT_EQ(result.status().code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(result.status().message(), HasSubstr("slice for each index vector"));
}

TEST(ArrayErrors, DotOfDifferentExtents) {
  const std::shared_ptr<const Program> program =
      Prepare("(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32>", R"(
    %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
       : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    func.return %r : tensor<?x?xf32>)");
  const StatusOr<Tensor> result = RunProgram(*program, Values({Noise({2, 3}), Noise({4, 2})}));
  EXPECT_EQ(result.status().code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(result.status().message(), HasSubstr("dimension 1 of lhs is 3, dimension 0 of rhs is 4"));
}

// Operands without elements, a result of 2^62 bytes.
TEST(ArrayErrors, ResultTooLarge) {
  const std::shared_ptr<const Program> program =
      Prepare("(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32>", R"(
    %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
       : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    func.return %r : tensor<?x?xf32>)");
  const Dims tall = {int64_t{1} << 30, 0};
  const Dims wide = {0, int64_t{1} << 30};
  const StatusOr<Tensor> result =
      RunProgram(*program, Values({Zeros(ElementType::kF32, tall), Zeros(ElementType::kF32, wide)}));
  EXPECT_EQ(result.status().code(), StatusCode::kResourceExhausted) << result.status().ToString();
}

TEST(ArrayErrors, ReduceOfOperandsOfDifferentExtents) {
  const std::shared_ptr<const Program> program =
      Prepare("(%a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<f32>, tensor<f32>)", R"(
    %i = stablehlo.constant dense<0.0> : tensor<f32>
    %r:2 = stablehlo.reduce(%a init: %i), (%b init: %i) across dimensions = [0]
       : (tensor<?xf32>, tensor<?xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
     reducer(%x: tensor<f32>, %y: tensor<f32>) (%z: tensor<f32>, %w: tensor<f32>) {
      %s = stablehlo.add %x, %y : tensor<f32>
      %t = stablehlo.multiply %z, %w : tensor<f32>
      stablehlo.return %s, %t : tensor<f32>, tensor<f32>
    }
    func.return %r#0, %r#1 : tensor<f32>, tensor<f32>)");
  const StatusOr<Tensor> result = RunProgram(*program, Values({Noise({2}), Noise({3})}));
  EXPECT_EQ(result.status().code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(result.status().message(), HasSubstr("other dimensions"));
}

// All ways to split a length, and primes that cannot be.
TEST(Fourier, AgreesWithTheDefinition) {
  for (int64_t n = 1; n <= 80; ++n) {
    const FourierPlan plan(n);
    std::vector<Complex> in(static_cast<size_t>(n));
    for (int64_t j = 0; j < n; ++j) in[static_cast<size_t>(j)] = {std::cos(3.0 * static_cast<double>(j)), 0.1 * j};
    std::vector<Complex> out(in.size());
    std::vector<Complex> scratch(static_cast<size_t>(plan.scratch_size()));
    plan.Run(in.data(), out.data(), scratch.data());
    double largest = 0;
    double worst = 0;
    for (int64_t k = 0; k < n; ++k) {
      std::complex<long double> sum = 0;
      for (int64_t j = 0; j < n; ++j) {
        const long double angle = -2 * std::numbers::pi_v<long double> * static_cast<long double>(j * k % n) / n;
        sum += std::complex<long double>(in[static_cast<size_t>(j)]) * std::polar(1.0L, angle);
      }
      const auto expected = static_cast<Complex>(sum);
      largest = std::max(largest, std::abs(expected));
      worst = std::max(worst, std::abs(expected - out[static_cast<size_t>(k)]));
    }
    EXPECT_LE(worst, 4e-15 * largest) << n;
  }
}

TEST(StridedCopy, Transposes) {
  const std::vector<uint32_t> from = {1, 2, 3, 4, 5, 6};
  std::vector<uint32_t> to(6);
  const StridedCopy copy(4, Dims{3, 2}, Dims{1, 3}, Dims{2, 1});
  EXPECT_FALSE(copy.contiguous());
  copy.Run(std::as_bytes(std::span(from)).data(), std::as_writable_bytes(std::span(to)).data());
  EXPECT_EQ(to, (std::vector<uint32_t>{1, 4, 2, 5, 3, 6}));
}

TEST(StridedCopy, MergesWhatIsContiguous) {
  EXPECT_TRUE(StridedCopy(8, Dims{2, 1, 3}, Dims{3, 7, 1}, Dims{3, 9, 1}).contiguous());
}

}  // namespace
}  // namespace cppjrt::stablehlo
