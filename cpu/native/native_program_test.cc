#include "cpu/native/native_program.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/thread_pool.h"
#include "cpu/native/compile_test.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::MemoryAllocator;
using stablehlo::RunOptions;
using stablehlo::RuntimeValue;

using Compiled = CompiledText;

StatusOr<Compiled> TryCompile(const std::string& text, std::vector<int64_t> aliases = {}) {
  NativeOptions options;
  options.wanted_aliases = std::move(aliases);
  return TryCompileText(text, std::move(options));
}

Compiled Compile(const std::string& text, std::vector<int64_t> aliases = {}) {
  StatusOr<Compiled> compiled = TryCompile(text, std::move(aliases));
  EXPECT_TRUE(compiled.ok()) << compiled.status().ToString();
  return std::move(*compiled);
}

Tensor Floats(const Dims& dims, const std::vector<float>& values) {
  Tensor tensor = *Tensor::Allocate(ElementType::kF32, dims, MemoryAllocator::Heap());
  std::memcpy(tensor.mutable_bytes(), values.data(), values.size() * sizeof(float));
  return tensor;
}

std::vector<float> ValuesOf(const RuntimeValue& value) {
  const auto* data = value.tensor().data<float>();
  return {data, data + value.tensor().num_elements()};
}

int Count(const std::string& text, const std::string& what) {
  int n = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

constexpr char kSoftmax[] = R"(
func.func @main(%x: tensor<64x200xf32>) -> tensor<64x200xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<64x200xf32>, tensor<f32>) -> tensor<64xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<64xf32>) -> tensor<64x200xf32>
  %d = stablehlo.subtract %x, %mb : tensor<64x200xf32>
  %e = stablehlo.exponential %d : tensor<64x200xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x200xf32>, tensor<f32>) -> tensor<64xf32>
  %sb = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<64xf32>) -> tensor<64x200xf32>
  %r = stablehlo.divide %e, %sb : tensor<64x200xf32>
  return %r : tensor<64x200xf32>
})";

std::vector<float> Ramp(size_t n) {
  std::vector<float> values(n);
  for (size_t i = 0; i < n; ++i) values[i] = static_cast<float>(i * 37 % 101) / 10.0f - 5.0f;
  return values;
}

TEST(NativeProgramTest, ASoftmaxIsOneKernelWithoutMemoryOfItsOwn) {
  const Compiled compiled = Compile(kSoftmax);
  EXPECT_EQ(Count(compiled.plan, "kernel ["), 1) << compiled.plan;
  EXPECT_EQ(compiled.program->temporary_bytes(), 0) << compiled.plan;
  const std::vector<float> x = Ramp(64 * 200);
  auto results = compiled.program->Run({Floats({64, 200}, x)}, {});
  ASSERT_TRUE(results.ok());
  const std::vector<float> got = ValuesOf((*results)[0]);
  for (size_t row = 0; row < 64; ++row) {
    double sum = 0;
    for (size_t i = 0; i < 200; ++i) sum += std::exp(static_cast<double>(x[row * 200 + i]));
    for (size_t i = 0; i < 200; ++i) {
      EXPECT_NEAR(got[row * 200 + i], std::exp(static_cast<double>(x[row * 200 + i])) / sum, 1e-7);
    }
  }
}

TEST(NativeProgramTest, ResultsDoNotDependOnThreads) {
  const Compiled compiled = Compile(R"(
func.func @main(%x: tensor<1024x1024xf32>) -> (tensor<f32>, tensor<1024x1024xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %t = stablehlo.tanh %x : tensor<1024x1024xf32>
  %s = stablehlo.reduce(%t init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<1024x1024xf32>, tensor<f32>) -> tensor<f32>
  %d = stablehlo.dot %t, %x : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  return %s, %d : tensor<f32>, tensor<1024x1024xf32>
})");
  const Tensor x = Floats({1024, 1024}, Ramp(1024 * 1024));
  std::vector<std::vector<float>> sums;
  std::vector<std::vector<float>> products;
  for (const int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    RunOptions options;
    options.pool = &pool;
    auto results = compiled.program->Run({x}, options);
    ASSERT_TRUE(results.ok());
    sums.push_back(ValuesOf((*results)[0]));
    products.push_back(ValuesOf((*results)[1]));
  }
  EXPECT_EQ(sums[0], sums[1]);
  EXPECT_EQ(sums[0], sums[2]);
  EXPECT_EQ(products[0], products[1]);
  EXPECT_EQ(products[0], products[2]);
}

// Elements as text: little-endian bytes.
std::string Hex(const std::vector<float>& values) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string text = "\"0x";
  for (const float value : values) {
    unsigned char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    for (const unsigned char byte : bytes) text += {kDigits[byte >> 4], kDigits[byte & 15]};
  }
  return text + "\"";
}

// A product and a convolution with weights that are constants give the same, packed once, as with arguments.
TEST(NativeProgramTest, ConstantWeightsArePackedOnce) {
  const std::vector<float> weights = Ramp(9 * 24 * 40);
  const auto text = [&](bool constant) {
    const std::string w = "%w = stablehlo.constant dense<" + Hex(weights) + "> : tensor<3x3x24x40xf32>\n";
    return std::string("func.func @main(%x: tensor<2x9x9x24xf32>") + (constant ? "" : ", %w: tensor<3x3x24x40xf32>") +
           R"() -> (tensor<2x9x9x40xf32>, tensor<162x360xf32>) {
  )" + (constant ? w : "") +
           R"(  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x9x24xf32>, tensor<3x3x24x40xf32>) -> tensor<2x9x9x40xf32>
  %z = stablehlo.constant dense<0.0> : tensor<2x9x9x40xf32>
  %1 = stablehlo.maximum %0, %z : tensor<2x9x9x40xf32>
  %2 = stablehlo.reshape %x : (tensor<2x9x9x24xf32>) -> tensor<162x24xf32>
  %3 = stablehlo.reshape %w : (tensor<3x3x24x40xf32>) -> tensor<360x24xf32>
  %4 = stablehlo.dot_general %2, %3, contracting_dims = [1] x [1] : (tensor<162x24xf32>, tensor<360x24xf32>) -> tensor<162x360xf32>
  return %1, %4 : tensor<2x9x9x40xf32>, tensor<162x360xf32>
})";
  };
  const Compiled constant = Compile(text(true));
  const Compiled argument = Compile(text(false));
  const Tensor w = Floats({3, 3, 24, 40}, weights);
  EXPECT_EQ(constant.program->kept_bytes(), 0);
  ThreadPool pool(2);
  RunOptions options;
  options.pool = &pool;
  int64_t kept = 0;
  for (const float offset : {0.0f, 1.0f, 2.0f}) {
    std::vector<float> values = Ramp(2 * 9 * 9 * 24);
    for (float& value : values) value += offset;
    const Tensor x = Floats({2, 9, 9, 24}, values);
    const auto got = constant.program->Run({x}, options);
    const auto expected = argument.program->Run({x, w}, options);
    ASSERT_TRUE(got.ok() && expected.ok());
    for (size_t i = 0; i < 2; ++i) EXPECT_EQ(ValuesOf((*got)[i]), ValuesOf((*expected)[i]));
    EXPECT_GE(constant.program->kept_bytes(), 2 * 9 * 24 * 40 * 4);
    EXPECT_TRUE(kept == 0 || constant.program->kept_bytes() == kept);
    kept = constant.program->kept_bytes();
  }
  EXPECT_EQ(argument.program->kept_bytes(), 0);
}

constexpr char kUpdateInALoop[] = R"(
func.func @main(%x: tensor<1000x16xf32>, %n: tensor<i32>) -> tensor<1000x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<1000x16xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %row = stablehlo.dynamic_slice %a, %i, %zero, sizes = [1, 16] : (tensor<1000x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
    %twice = stablehlo.add %row, %row : tensor<1x16xf32>
    %next = stablehlo.dynamic_update_slice %a, %twice, %i, %zero : (tensor<1000x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1000x16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next : tensor<i32>, tensor<1000x16xf32>
  }
  return %0#1 : tensor<1000x16xf32>
})";

TEST(NativeProgramTest, UpdatesInALoopAreInPlace) {
  const Compiled compiled = Compile(kUpdateInALoop);
  const std::string loop = compiled.plan.substr(compiled.plan.find("while"));
  EXPECT_EQ(Count(loop, "copy "), 0) << compiled.plan;
  EXPECT_EQ(Count(loop, "swap "), 0) << compiled.plan;
  const std::vector<float> x = Ramp(1000 * 16);
  Tensor n = *Tensor::Allocate(ElementType::kI32, {}, MemoryAllocator::Heap());
  *n.mutable_data<int32_t>() = 500;
  auto results = compiled.program->Run({Floats({1000, 16}, x), n}, {});
  ASSERT_TRUE(results.ok());
  const std::vector<float> got = ValuesOf((*results)[0]);
  for (size_t i = 0; i < x.size(); ++i) EXPECT_EQ(got[i], i < 500 * 16 ? 2 * x[i] : x[i]);
}

TEST(NativeProgramTest, WholeArraysOfALoopChangePlaces) {
  const Compiled compiled = Compile(R"(
func.func @main(%x: tensor<1024xf32>) -> tensor<1024xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<51> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<1024xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %r = stablehlo.reverse %a, dims = [0] : tensor<1024xf32>
    %next = stablehlo.add %r, %a : tensor<1024xf32>
    %h = stablehlo.constant dense<0.5> : tensor<1024xf32>
    %half = stablehlo.multiply %next, %h : tensor<1024xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %half : tensor<i32>, tensor<1024xf32>
  }
  return %0#1 : tensor<1024xf32>
})");
  EXPECT_EQ(Count(compiled.plan, "swap "), 1) << compiled.plan;
  const std::vector<float> x = Ramp(1024);
  auto results = compiled.program->Run({Floats({1024}, x)}, {});
  ASSERT_TRUE(results.ok());
  const std::vector<float> got = ValuesOf((*results)[0]);
  for (size_t i = 0; i < x.size(); ++i) EXPECT_FLOAT_EQ(got[i], (x[i] + x[1023 - i]) / 2);
}

TEST(NativeProgramTest, CarriedValuesMayRotate) {
  const Compiled compiled = Compile(R"(
func.func @main(%x: tensor<3xf32>, %y: tensor<3xf32>, %z: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<100> : tensor<i32>
  %0:4 = stablehlo.while(%i = %zero, %a = %x, %b = %y, %c = %z) : tensor<i32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %b, %c, %a : tensor<i32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
  }
  return %0#1, %0#2, %0#3 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
})");
  auto results = compiled.program->Run({Floats({3}, {1, 2, 3}), Floats({3}, {4, 5, 6}), Floats({3}, {7, 8, 9})}, {});
  ASSERT_TRUE(results.ok());
  EXPECT_EQ(ValuesOf((*results)[0]), (std::vector<float>{4, 5, 6}));
  EXPECT_EQ(ValuesOf((*results)[1]), (std::vector<float>{7, 8, 9}));
  EXPECT_EQ(ValuesOf((*results)[2]), (std::vector<float>{1, 2, 3}));
}

constexpr char kStep[] = R"(
func.func @main(%p: tensor<5000xf32>, %g: tensor<5000xf32>) -> tensor<5000xf32> {
  %r = stablehlo.constant dense<0.5> : tensor<5000xf32>
  %s = stablehlo.multiply %g, %r : tensor<5000xf32>
  %n = stablehlo.subtract %p, %s : tensor<5000xf32>
  return %n : tensor<5000xf32>
})";

TEST(NativeProgramTest, AGivenUpArgumentBecomesTheResult) {
  const Compiled compiled = Compile(kStep, {0});
  Tensor p = Floats({5000}, Ramp(5000));
  const Tensor g = Floats({5000}, Ramp(5000));
  const std::byte* memory = p.bytes().data();
  std::vector<RuntimeValue> arguments;
  arguments.emplace_back(std::move(p));
  arguments.emplace_back(g);
  auto results = compiled.program->Run(std::move(arguments), {});
  ASSERT_TRUE(results.ok());
  EXPECT_EQ((*results)[0].tensor().bytes().data(), memory);
  const std::vector<float> x = Ramp(5000);
  const std::vector<float> got = ValuesOf((*results)[0]);
  for (size_t i = 0; i < x.size(); ++i) EXPECT_EQ(got[i], x[i] - x[i] * 0.5f);
}

TEST(NativeProgramTest, AnArgumentThatIsKeptIsNotWritten) {
  const Compiled compiled = Compile(kStep, {0});
  const Tensor p = Floats({5000}, Ramp(5000));
  auto results = compiled.program->Run({p, p}, {});
  ASSERT_TRUE(results.ok());
  EXPECT_NE((*results)[0].tensor().bytes().data(), p.bytes().data());
  EXPECT_EQ(ValuesOf(p), Ramp(5000));
}

// A result that is read at other places than it is written must not take the argument's memory.
TEST(NativeProgramTest, AReversedArgumentIsNotOverwritten) {
  const Compiled compiled = Compile(R"(
func.func @main(%p: tensor<5000xf32>) -> tensor<5000xf32> {
  %n = stablehlo.reverse %p, dims = [0] : tensor<5000xf32>
  return %n : tensor<5000xf32>
})",
                                    {0});
  std::vector<RuntimeValue> arguments;
  arguments.emplace_back(Floats({5000}, Ramp(5000)));
  auto results = compiled.program->Run(std::move(arguments), {});
  ASSERT_TRUE(results.ok());
  const std::vector<float> x = Ramp(5000);
  const std::vector<float> got = ValuesOf((*results)[0]);
  for (size_t i = 0; i < x.size(); ++i) EXPECT_EQ(got[i], x[4999 - i]);
}

TEST(NativeProgramTest, ManyThreadsMayRunIt) {
  const Compiled compiled = Compile(kSoftmax);
  const Tensor x = Floats({64, 200}, Ramp(64 * 200));
  ThreadPool pool(2);
  std::vector<std::thread> threads;
  std::vector<std::vector<float>> got(4);
  for (size_t t = 0; t < got.size(); ++t) {
    threads.emplace_back([&, t] {
      RunOptions options;
      options.pool = &pool;
      for (int i = 0; i < 50; ++i) got[t] = ValuesOf((*compiled.program->Run({x}, options))[0]);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<float>& values : got) EXPECT_EQ(values, got[0]);
}

// No memory but for so many bytes.
class Limited : public MemoryAllocator {
 public:
  explicit Limited(size_t limit) : limit_(limit) {}
  void* Allocate(size_t size) override { return size > limit_ ? nullptr : Heap().Allocate(size); }
  void Free(void* data, size_t size) override { Heap().Free(data, size); }

 private:
  size_t limit_;
};

TEST(NativeProgramTest, WithoutMemoryItIsAnError) {
  const Compiled compiled = Compile(kStep);
  Limited memory(1000);
  RunOptions options;
  options.memory = &memory;
  auto results = compiled.program->Run({Floats({5000}, Ramp(5000)), Floats({5000}, Ramp(5000))}, options);
  EXPECT_EQ(results.status().code(), StatusCode::kResourceExhausted);
}

TEST(NativeProgramTest, FailedCallsEndTheRun) {
  StatusOr<Compiled> compiled = TryCompile(R"(
func.func @main(%t: !stablehlo.token) -> (tensor<2xf32>, !stablehlo.token) {
  %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return %0#0, %0#1 : tensor<2xf32>, !stablehlo.token
})");
  ASSERT_TRUE(compiled.ok()) << compiled.status().ToString();
  EXPECT_EQ(compiled->program->num_fallbacks(), 1);
  const auto results = compiled->program->Run({RuntimeValue::Token()}, {});
  EXPECT_FALSE(results.ok());
}

}  // namespace
}  // namespace cppjrt::cpu
