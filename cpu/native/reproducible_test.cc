// Reproducible programs: the same bits whatever instructions the processor has. This program runs itself once for each kind, as
// code for a processor is chosen once for a process.
#include <gtest/gtest.h>
#include <stdio.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "base/sha256.h"
#include "base/thread_pool.h"
#include "cpu/graph/import.h"
#include "cpu/native/compile_test.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::MemoryAllocator;
using stablehlo::RuntimeValue;

struct Example {
  const char* name;
  const char* text;
};

// Sums, products, functions, transforms: what depends on vectors and fused instructions elsewhere.
constexpr Example kExamples[] = {
    {"softmax", R"(
func.func @main(%x: tensor<33x1001xf32>) -> tensor<33x1001xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<33x1001xf32>, tensor<f32>) -> tensor<33xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<33xf32>) -> tensor<33x1001xf32>
  %d = stablehlo.subtract %x, %mb : tensor<33x1001xf32>
  %e = stablehlo.exponential %d : tensor<33x1001xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<33x1001xf32>, tensor<f32>) -> tensor<33xf32>
  %sb = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<33xf32>) -> tensor<33x1001xf32>
  %r = stablehlo.divide %e, %sb : tensor<33x1001xf32>
  return %r : tensor<33x1001xf32>
})"},
    {"functions of f32", R"(
func.func @main(%x: tensor<5000xf32>, %y: tensor<5000xf32>) -> tensor<5000xf32> {
  %0 = stablehlo.sine %x : tensor<5000xf32>
  %1 = stablehlo.tanh %y : tensor<5000xf32>
  %2 = stablehlo.power %0, %1 : tensor<5000xf32>
  %3 = stablehlo.atan2 %x, %y : tensor<5000xf32>
  %4 = stablehlo.logistic %3 : tensor<5000xf32>
  %5 = stablehlo.cbrt %4 : tensor<5000xf32>
  %6 = stablehlo.multiply %2, %5 : tensor<5000xf32>
  %7 = stablehlo.add %6, %4 : tensor<5000xf32>
  return %7 : tensor<5000xf32>
})"},
    {"functions of f64", R"(
func.func @main(%x: tensor<3000xf64>, %y: tensor<3000xf64>) -> tensor<3000xf64> {
  %0 = stablehlo.exponential %x : tensor<3000xf64>
  %1 = stablehlo.cosine %y : tensor<3000xf64>
  %2 = stablehlo.log_plus_one %0 : tensor<3000xf64>
  %3 = stablehlo.multiply %1, %2 : tensor<3000xf64>
  %4 = stablehlo.tan %3 : tensor<3000xf64>
  return %4 : tensor<3000xf64>
})"},
    {"functions of complex<f32>", R"(
func.func @main(%x: tensor<600xcomplex<f32>>, %y: tensor<600xcomplex<f32>>) -> tensor<600xcomplex<f32>> {
  %0 = stablehlo.exponential %x : tensor<600xcomplex<f32>>
  %1 = stablehlo.divide %0, %y : tensor<600xcomplex<f32>>
  %2 = stablehlo.sqrt %1 : tensor<600xcomplex<f32>>
  return %2 : tensor<600xcomplex<f32>>
})"},
    {"bf16 and f16", R"(
func.func @main(%x: tensor<40x257xbf16>, %y: tensor<40x257xf16>) -> (tensor<40xbf16>, tensor<40x257xf16>) {
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %0 = stablehlo.exponential %x : tensor<40x257xbf16>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<40x257xbf16>, tensor<bf16>) -> tensor<40xbf16>
  %2 = stablehlo.tanh %y : tensor<40x257xf16>
  return %1, %2 : tensor<40xbf16>, tensor<40x257xf16>
})"},
    {"dot of f32", R"(
func.func @main(%x: tensor<130x777xf32>, %y: tensor<777x150xf32>) -> tensor<130x150xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<130x777xf32>, tensor<777x150xf32>) -> tensor<130x150xf32>
  %1 = stablehlo.tanh %0 : tensor<130x150xf32>
  return %1 : tensor<130x150xf32>
})"},
    {"dot of long rows", R"(
func.func @main(%x: tensor<3x60000xf32>, %y: tensor<60000x9xf32>) -> tensor<3x9xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<3x60000xf32>, tensor<60000x9xf32>) -> tensor<3x9xf32>
  return %0 : tensor<3x9xf32>
})"},
    {"dots with vectors", R"(
func.func @main(%x: tensor<301x900xf32>, %y: tensor<900xf32>, %z: tensor<301xf32>) -> (tensor<301xf32>, tensor<900xf32>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<301x900xf32>, tensor<900xf32>) -> tensor<301xf32>
  %1 = stablehlo.dot_general %z, %x, contracting_dims = [0] x [0] : (tensor<301xf32>, tensor<301x900xf32>) -> tensor<900xf32>
  return %0, %1 : tensor<301xf32>, tensor<900xf32>
})"},
    {"dots of bf16 and complex<f32>", R"(
func.func @main(%x: tensor<65x300xbf16>, %y: tensor<300x70xbf16>, %u: tensor<33x100xcomplex<f32>>, %v: tensor<100x40xcomplex<f32>>) -> (tensor<65x70xbf16>, tensor<33x40xcomplex<f32>>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<65x300xbf16>, tensor<300x70xbf16>) -> tensor<65x70xbf16>
  %1 = stablehlo.dot_general %u, %v, contracting_dims = [1] x [0] : (tensor<33x100xcomplex<f32>>, tensor<100x40xcomplex<f32>>) -> tensor<33x40xcomplex<f32>>
  return %0, %1 : tensor<65x70xbf16>, tensor<33x40xcomplex<f32>>
})"},
    {"convolutions", R"(
func.func @main(%x: tensor<2x20x20x24xf32>, %k: tensor<3x3x24x40xf32>, %d: tensor<3x3x1x24xf32>) -> (tensor<2x18x18x40xf32>, tensor<2x18x18x24xf32>) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x20x20x24xf32>, tensor<3x3x24x40xf32>) -> tensor<2x18x18x40xf32>
  %1 = stablehlo.convolution(%x, %d) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 24 : i64} : (tensor<2x20x20x24xf32>, tensor<3x3x1x24xf32>) -> tensor<2x18x18x24xf32>
  return %0, %1 : tensor<2x18x18x40xf32>, tensor<2x18x18x24xf32>
})"},
    {"fft and cumulative sum", R"(
func.func @main(%x: tensor<6x360xcomplex<f32>>, %y: tensor<5x3001xf32>) -> (tensor<6x360xcomplex<f32>>, tensor<5x3001xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.fft %x, type = FFT, length = [360] : (tensor<6x360xcomplex<f32>>) -> tensor<6x360xcomplex<f32>>
  %1 = "stablehlo.reduce_window"(%y, %zero) <{padding = dense<[[0, 0], [3000, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 3001>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<5x3001xf32>, tensor<f32>) -> tensor<5x3001xf32>
  return %0, %1 : tensor<6x360xcomplex<f32>>, tensor<5x3001xf32>
})"},
    {"reductions in another order", R"(
func.func @main(%x: tensor<40x50xf32>, %y: tensor<400000xf32>, %g: tensor<2x700xf32>) -> (tensor<f32>, tensor<f32>, tensor<2x700xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<40x50xf32>) -> tensor<50x40xf32>
  %0 = stablehlo.reduce(%t init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<50x40xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<400000xf32>, tensor<f32>) -> tensor<f32>
  %2 = "stablehlo.reduce_window"(%g, %least) <{padding = dense<[[0, 0], [0, 699]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 700>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    %d = stablehlo.subtract %a, %b : tensor<f32>
    %n = stablehlo.compare NE, %d, %d : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %s = stablehlo.add %a, %b : tensor<f32>
    %p = stablehlo.abs %d : tensor<f32>
    %q = stablehlo.negate %p : tensor<f32>
    %e = stablehlo.exponential %q : tensor<f32>
    %l = stablehlo.log_plus_one %e : tensor<f32>
    %u = stablehlo.add %m, %l : tensor<f32>
    %r = stablehlo.select %n, %s, %u : tensor<i1>, tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<2x700xf32>, tensor<f32>) -> tensor<2x700xf32>
  return %0, %1, %2 : tensor<f32>, tensor<f32>, tensor<2x700xf32>
})"},
    {"a loop, and constants", R"(
func.func @main(%x: tensor<100xf32>) -> tensor<100xf32> {
  %c = stablehlo.constant dense<[0.1, 0.7, 1.3, 2.9]> : tensor<4xf32>
  %e = stablehlo.exponential %c : tensor<4xf32>
  %b = stablehlo.broadcast_in_dim %e, dims = [0] : (tensor<4xf32>) -> tensor<4x25xf32>
  %r = stablehlo.reshape %b : (tensor<4x25xf32>) -> tensor<100xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<17> : tensor<i32>
  %w:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<100xf32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %s = stablehlo.sine %a : tensor<100xf32>
      %m = stablehlo.multiply %s, %r : tensor<100xf32>
      %t = stablehlo.add %m, %a : tensor<100xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %t : tensor<i32>, tensor<100xf32>
    }
  return %w#1 : tensor<100xf32>
})"},
    {"a small factorisation", R"(
func.func @main(%x: tensor<9x9xf32>) -> tensor<9x9xf32> {
  %i = stablehlo.iota dim = 0 : tensor<9x9xi32>
  %j = stablehlo.iota dim = 1 : tensor<9x9xi32>
  %on = stablehlo.compare EQ, %i, %j : (tensor<9x9xi32>, tensor<9x9xi32>) -> tensor<9x9xi1>
  %many = stablehlo.constant dense<40.0> : tensor<9x9xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<9x9xf32>
  %d = stablehlo.select %on, %many, %zero : tensor<9x9xi1>, tensor<9x9xf32>
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<9x9xf32>) -> tensor<9x9xf32>
  %a = stablehlo.add %x, %t : tensor<9x9xf32>
  %s = stablehlo.add %a, %d : tensor<9x9xf32>
  %0 = stablehlo.cholesky %s, lower = true : tensor<9x9xf32>
  return %0 : tensor<9x9xf32>
})"},
};

template <typename T>
void FillNumbers(Tensor& tensor, int64_t count, std::mt19937& random) {
  std::uniform_real_distribution<double> near(-2, 2);
  T* data = reinterpret_cast<T*>(tensor.mutable_bytes());
  for (int64_t i = 0; i < count; ++i) data[i] = static_cast<T>(near(random));
}

Tensor RandomTensor(ElementType type, const Dims& dims, std::mt19937& random) {
  Tensor tensor = *Tensor::Allocate(type, dims, MemoryAllocator::Heap());
  const int64_t count = stablehlo::NumElements(dims) * (stablehlo::IsComplex(type) ? 2 : 1);
  const int64_t bytes = stablehlo::ElementBytes(stablehlo::RealType(type));
  if (bytes == 8) FillNumbers<double>(tensor, count, random);
  if (bytes == 4) FillNumbers<float>(tensor, count, random);
  if (bytes != 2) return tensor;
  // Numbers below 4 of both kinds of two bytes.
  auto* data = reinterpret_cast<uint16_t*>(tensor.mutable_bytes());
  for (int64_t i = 0; i < count; ++i) {
    data[i] = static_cast<uint16_t>((type == ElementType::kBF16 ? 0x3f00 : 0x3800) + random() % 0x100);
  }
  return tensor;
}

StatusOr<std::string> DigestOf(const char* text, bool reproducible, int threads) {
  ThreadPool pool(threads);
  NativeOptions options;
  options.reproducible = reproducible;
  options.pool = &pool;
  CPPJRT_ASSIGN_OR_RETURN(const CompiledText compiled, TryCompileText(text, options, /*wants_plan=*/false));
  CPPJRT_ASSIGN_OR_RETURN(const auto graph, Import(*compiled.module, stablehlo::FindEntry(*compiled.module, ""), {}));
  std::mt19937 random(11);
  std::vector<RuntimeValue> arguments;
  for (const Node* parameter : graph->entry().parameters) {
    arguments.emplace_back(RandomTensor(parameter->shape().type, parameter->shape().dims, random));
  }
  stablehlo::RunOptions run;
  run.memory = &MemoryAllocator::Heap();
  run.pool = &pool;
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<RuntimeValue> results, compiled.program->Run(std::move(arguments), run));
  Sha256 hash;
  for (const RuntimeValue& value : results) {
    const auto bytes = value.tensor().bytes();
    hash.Update({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  return ToHex(hash.Finish());
}

// For the processes below.
TEST(Reproducible, DISABLED_PrintDigests) {
  for (const Example& example : kExamples) {
    for (const bool reproducible : {true, false}) {
      const StatusOr<std::string> digest = DigestOf(example.text, reproducible, reproducible ? 2 : 1);
      printf("%s: %s: %s\n", reproducible ? "reproducible" : "usual", example.name,
             digest.ok() ? digest->c_str() : digest.status().ToString().c_str());
    }
  }
}

// Lines of PrintDigests that begin so, with these instructions.
std::vector<std::string> Digests(const std::string& target, const std::string& isa, const std::string& prefix) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe");
  const std::string command = "CPPJRT_CPU_TARGET=" + target + " CPPJRT_CPU_ISA=" + isa + " " + self +
                              " --gtest_also_run_disabled_tests --gtest_filter=Reproducible.DISABLED_*";
  std::vector<std::string> lines;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return lines;
  for (char line[1024]; fgets(line, sizeof(line), pipe) != nullptr;) {
    if (std::string_view(line).starts_with(prefix)) lines.emplace_back(line);
  }
  pclose(pipe);
  return lines;
}

TEST(Reproducible, BitsAreThoseOfAllProcessors) {
  if (!__builtin_cpu_supports("avx2")) GTEST_SKIP() << "this processor has no other instructions";
  const std::vector<std::string> least = Digests("sse4.2", "baseline", "reproducible: ");
  ASSERT_EQ(least.size(), std::size(kExamples));
  for (const std::string& line : least) EXPECT_EQ(line.find("UNIMPLEMENTED"), std::string::npos) << line;
  EXPECT_EQ(Digests("avx2", "avx2", "reproducible: "), least);
  EXPECT_EQ(Digests("avx512", "amx", "reproducible: "), least);
}

// That the examples tell: without the option they are other bits.
TEST(Reproducible, UsualBitsDependOnTheProcessor) {
  if (!__builtin_cpu_supports("avx2")) GTEST_SKIP() << "this processor has no other instructions";
  const std::vector<std::string> least = Digests("sse4.2", "baseline", "usual: ");
  const std::vector<std::string> more = Digests("avx2", "avx2", "usual: ");
  ASSERT_EQ(least.size(), more.size());
  size_t different = 0;
  for (size_t i = 0; i < least.size(); ++i) different += least[i] != more[i];
  EXPECT_GE(different, std::size(kExamples) / 2);
}

TEST(Reproducible, WhatLibrariesComputeIsRefused) {
  const auto complex = DigestOf(R"(
func.func @main(%x: tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>> {
  %0 = stablehlo.exponential %x : tensor<4xcomplex<f64>>
  return %0 : tensor<4xcomplex<f64>>
})",
                                true, 1);
  ASSERT_FALSE(complex.ok());
  EXPECT_EQ(complex.status().code(), StatusCode::kUnimplemented);
  EXPECT_NE(complex.status().message().find("reproducible_across_cpus"), std::string::npos);
}

}  // namespace
}  // namespace cppjrt::cpu
