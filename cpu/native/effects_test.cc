// Ops with effects run in the program's order, and what is between them.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <iterator>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cpu/native/both_test.h"
#include "stablehlo/eval/collectives.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::Dims;
using stablehlo::ElementType;
using stablehlo::Tensor;

std::string AllReduce(const std::string& result, const std::string& operand) {
  return "  %" + result + " = \"stablehlo.all_reduce\"(%" + operand +
         R"() <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<0> : tensor<1x1xi64>}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
)";
}

// %b reads what %a reads, but only comes after %e2, which needs %a: they are no kernel together.
TEST(EffectsTest, KernelsAreNotJoinedAroundAnEffect) {
  const std::string text =
      "func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {\n" + AllReduce("e1", "x") +
      "  %a = stablehlo.add %e1, %e1 : tensor<4xf32>\n" + AllReduce("e2", "a") + AllReduce("e3", "x") +
      "  %b = stablehlo.multiply %e3, %e1 : tensor<4xf32>\n" + "  return %b, %e2 : tensor<4xf32>, tensor<4xf32>\n}\n";
  StatusOr<Both> both = TryMake(text, {});
  ASSERT_TRUE(both.ok()) << both.status().ToString();
  const std::vector<float> numbers = {1, 2, 3, 4};
  const Tensor x = *Tensor::Copy(ElementType::kF32, Dims{4}, std::as_bytes(std::span<const float>(numbers)),
                                 MemoryAllocator::Heap());
  const StatusOr<std::vector<RuntimeValue>> results = both->compiled->Run({RuntimeValue(x)}, {});
  ASSERT_TRUE(results.ok()) << results.status().ToString();
  const float* b = (*results)[0].tensor().data<float>();
  const float* e2 = (*results)[1].tensor().data<float>();
  for (size_t i = 0; i < numbers.size(); ++i) {
    EXPECT_EQ(b[i], numbers[i] * numbers[i]) << both->plan;
    EXPECT_EQ(e2[i], 2 * numbers[i]) << both->plan;
  }
}

std::string Sent(const std::string& op) {
  return "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %r = \"stablehlo." + op + "\"(%x) <{" +
         (op == "collective_permute" ? "source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>"
                                     : "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>") +
         "}> : (tensor<4xf32>) -> tensor<4xf32>\n  return %r : tensor<4xf32>\n}\n";
}

// The sender is compiled and the receiver evaluated, which keeps what it is given: the sender may then write to its memory.
TEST(EffectsTest, WhatOtherProcessesGetIsTheirs) {
  for (const std::string op : {"collective_permute", "collective_broadcast"}) {
    StatusOr<Both> both = TryMake(Sent(op), {});
    ASSERT_TRUE(both.ok()) << both.status().ToString();
    alignas(MemoryAllocator::kAlignment) float numbers[] = {1, 2, 3, 4};
    const auto x = [&] {
      return RuntimeValue(Tensor::Adopt(ElementType::kF32, Dims{4},
                                        stablehlo::MemoryBlock::Wrap(numbers, sizeof numbers, false, nullptr)));
    };
    stablehlo::Processes grid(2, 1, std::chrono::seconds(30));
    RunOptions sender;
    sender.processes = &grid;
    RunOptions receiver = sender;
    receiver.replica = 1;
    std::thread other([&] {
      const auto sent = both->compiled->Run({x()}, sender);
      grid.Leave({0, 0}, sent.ok() ? OkStatus() : sent.status());
    });
    const Tensor own = *Tensor::Copy(ElementType::kF32, Dims{4}, std::as_bytes(std::span<const float>(numbers)),
                                     MemoryAllocator::Heap());
    const auto received = both->evaluated->Run({RuntimeValue(own)}, receiver);
    grid.Leave({1, 0}, received.ok() ? OkStatus() : received.status());
    other.join();
    ASSERT_TRUE(received.ok()) << received.status().ToString();
    std::fill(std::begin(numbers), std::end(numbers), -1.0F);
    for (size_t i = 0; i < std::size(numbers); ++i) {
      EXPECT_EQ((*received)[0].tensor().data<float>()[i], static_cast<float>(i + 1)) << op;
    }
  }
}

}  // namespace
}  // namespace cppjrt::cpu
