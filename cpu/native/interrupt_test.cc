// Native programs that are interrupted: where they look, what they say, and that others do not pay for it.
#include "base/interrupt.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/thread_pool.h"
#include "cpu/native/compile_test.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::RunOptions;
using stablehlo::RuntimeValue;
using stablehlo::Tensor;

// A program, and its LLVM IR.
struct Compiled {
  CompiledText text;
  std::string llvm;
};

Compiled Compile(const std::string& program) {
  Compiled compiled;
  NativeOptions options;
  options.dump = [&](std::string_view stage, const std::string& dumped) {
    if (stage == "llvm.optimized") compiled.llvm = dumped;
  };
  StatusOr<CompiledText> text = TryCompileText(program, std::move(options), /*wants_plan=*/false);
  EXPECT_TRUE(text.ok()) << text.status().ToString();
  compiled.text = std::move(*text);
  return compiled;
}

size_t Safepoints(const Compiled& compiled) {
  size_t count = 0;
  constexpr std::string_view kLoad = "load atomic volatile i8";
  for (size_t at = 0; (at = compiled.llvm.find(kLoad, at)) != std::string::npos; at += kLoad.size()) ++count;
  return count;
}

std::vector<RuntimeValue> Zeros(const stablehlo::Dims& dims) {
  Tensor tensor = *Tensor::Allocate(stablehlo::ElementType::kF32, dims, stablehlo::MemoryAllocator::Heap());
  std::fill_n(reinterpret_cast<char*>(tensor.mutable_bytes()), tensor.num_bytes(), 0);
  std::vector<RuntimeValue> values;
  values.emplace_back(std::move(tensor));
  return values;
}

Status RunOnZeros(const Compiled& compiled, const stablehlo::Dims& dims, Interrupt& interrupt,
                  ThreadPool* pool = nullptr) {
  RunOptions options;
  options.interrupt = &interrupt;
  options.pool = pool;
  return compiled.text.program->Run(Zeros(dims), options).status();
}

// What runs until somebody interrupts it, some time after it has begun.
Status RunInterrupted(const Compiled& compiled, const stablehlo::Dims& dims, int ms, ThreadPool* pool = nullptr) {
  Interrupt interrupt;
  std::thread requester([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(ms));
    interrupt.Request(CancelledError("enough"));
  });
  const Status status = RunOnZeros(compiled, dims, interrupt, pool);
  requester.join();
  return status;
}

constexpr char kTwoSteps[] = R"(
func.func @main(%x: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %0 = stablehlo.cosine %x : tensor<512x512xf32>
  %1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %1 : tensor<512x512xf32>
})";

TEST(InterruptedTest, ARequestBeforeTheRunEndsItAtTheFirstStep) {
  const Compiled compiled = Compile(kTwoSteps);
  Interrupt interrupt;
  EXPECT_TRUE(RunOnZeros(compiled, {512, 512}, interrupt).ok());
  interrupt.Request(CancelledError("enough"));
  const Status status = RunOnZeros(compiled, {512, 512}, interrupt);
  EXPECT_EQ(status.code(), StatusCode::kCancelled);
  EXPECT_EQ(status.message(), "cosine at test:3:3: enough");
}

// It calls nothing and has small kernels in place: only the back edge of the loop looks.
constexpr char kEndless[] = R"(
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %t = stablehlo.constant dense<true> : tensor<i1>
  %r:2 = stablehlo.while(%c = %t, %v = %x) : tensor<i1>, tensor<8xf32>
    cond { stablehlo.return %c : tensor<i1> }
    do { %w = stablehlo.cosine %v : tensor<8xf32>
      stablehlo.return %c, %w : tensor<i1>, tensor<8xf32> }
  return %r#1 : tensor<8xf32>
})";

TEST(InterruptedTest, ALoopEnds) {
  const Compiled compiled = Compile(kEndless);
  EXPECT_EQ(Safepoints(compiled), 1);
  const Status status = RunInterrupted(compiled, {8}, 5);
  EXPECT_EQ(status.message(), "while at test:4:3: enough");
}

TEST(InterruptedTest, ALoopOfCallsEnds) {
  std::string program = kEndless;
  for (const auto& [from, to] : {std::pair<std::string, std::string>{"8xf32", "512x512xf32"},
                                 {"stablehlo.cosine %v : tensor<512x512xf32>",
                                  "stablehlo.dot_general %v, %v, contracting_dims = [1] x [0] : (tensor<512x512xf32>, "
                                  "tensor<512x512xf32>) -> tensor<512x512xf32>"}}) {
    for (size_t at = 0; (at = program.find(from, at)) != std::string::npos; at += to.size()) {
      program.replace(at, from.size(), to);
    }
  }
  const Compiled compiled = Compile(program);
  ThreadPool pool(2);
  for (ThreadPool* threads : {static_cast<ThreadPool*>(nullptr), &pool}) {
    const Status status = RunInterrupted(compiled, {512, 512}, 5, threads);
    EXPECT_EQ(status.code(), StatusCode::kCancelled);
    EXPECT_NE(status.message().find(" at test:"), std::string::npos) << status.ToString();
  }
}

// One kernel that cannot be cut for threads.
constexpr char kScatter[] = R"(
func.func @main(%x: tensor<4000000xf32>) -> tensor<4000000xf32> {
  %q = stablehlo.iota dim = 0 : tensor<4000000x1xi32>
  %y = "stablehlo.scatter"(%x, %q, %x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.multiply %a, %b : tensor<f32>
      %e = stablehlo.exponential %s : tensor<f32>
      stablehlo.return %e : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
    : (tensor<4000000xf32>, tensor<4000000x1xi32>, tensor<4000000xf32>) -> tensor<4000000xf32>
  return %y : tensor<4000000xf32>
})";

TEST(InterruptedTest, ALongKernelEnds) {
  const Compiled compiled = Compile(kScatter);
  EXPECT_GE(Safepoints(compiled), 1);
  Interrupt never;
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  EXPECT_TRUE(RunOnZeros(compiled, {4000000}, never).ok());
  const double whole = std::chrono::duration<double>(Clock::now() - start).count();
  Interrupt interrupt;
  interrupt.Request(CancelledError("enough"));
  const auto again = Clock::now();
  EXPECT_EQ(RunOnZeros(compiled, {4000000}, interrupt).code(), StatusCode::kCancelled);
  // What is left is the copy of the argument.
  EXPECT_LT(std::chrono::duration<double>(Clock::now() - again).count(), whole);
}

TEST(InterruptedTest, KernelsThatAreCutForThreadsDoNotLook) {
  const Compiled compiled = Compile(R"(
func.func @main(%x: tensor<1000x4000xf32>) -> tensor<1000x4000xf32> {
  %0 = stablehlo.cosine %x : tensor<1000x4000xf32>
  return %0 : tensor<1000x4000xf32>
})");
  EXPECT_EQ(Safepoints(compiled), 0);
  Interrupt interrupt;
  EXPECT_TRUE(RunOnZeros(compiled, {1000, 4000}, interrupt).ok());
}

// The numbers as MLIR writes the bytes of a constant.
std::string Hex(const std::vector<float>& numbers) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string text = "\"0x";
  for (const float number : numbers) {
    for (const auto byte : std::bit_cast<std::array<uint8_t, 4>>(number)) {
      text += kDigits[byte >> 4];
      text += kDigits[byte & 15];
    }
  }
  return text + "\"";
}

// A constant is packed once: a run that is interrupted while it packs must not leave a part of it to others.
TEST(InterruptedTest, WhatIsKeptForLaterRunsIsWhole) {
  constexpr size_t kSize = 512;
  std::vector<float> rows;
  for (size_t i = 0; i < kSize * kSize; ++i) rows.push_back(static_cast<float>(i / kSize));
  const std::string type = "tensor<512x512xf32>";
  const std::string program = "func.func @main(%x: " + type + ") -> " + type + " {\n  %k = stablehlo.constant dense<" +
                              Hex(rows) + "> : " + type +
                              "\n  %0 = stablehlo.dot_general %x, %k, contracting_dims = [1] x [0] : (" + type + ", " +
                              type + ") -> " + type + "\n  return %0 : " + type + "\n}";
  ThreadPool pool(2);
  std::vector<RuntimeValue> ones = Zeros({kSize, kSize});
  std::fill_n(ones[0].tensor().mutable_data<float>(), kSize * kSize, 1.0F);
  for (int us = 0; us < 300; us += 20) {
    const Compiled compiled = Compile(program);
    const auto run = [&](Interrupt* interrupt) {
      RunOptions options;
      options.interrupt = interrupt;
      options.pool = &pool;
      return compiled.text.program->Run(ones, options);
    };
    Interrupt interrupt;
    std::thread requester([&] {
      std::this_thread::sleep_for(std::chrono::microseconds(us));
      interrupt.Request(CancelledError("enough"));
    });
    (void)run(&interrupt);
    requester.join();
    const std::vector<RuntimeValue> results = *run(nullptr);
    const float* sums = results[0].tensor().data<float>();
    for (size_t i = 0; i < kSize * kSize; ++i) ASSERT_EQ(sums[i], 511.0F * 512 / 2) << i;
  }
}

}  // namespace
}  // namespace cppjrt::cpu
