// What a program copies and keeps: arrays that change in place, arguments that become results, temporaries.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cpu/native/compile_test.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::MemoryAllocator;
using stablehlo::RunOptions;
using stablehlo::RuntimeValue;

using Compiled = CompiledText;

Compiled Compile(const std::string& program, std::vector<int64_t> aliases = {}) {
  NativeOptions options;
  options.wanted_aliases = std::move(aliases);
  StatusOr<Compiled> compiled = TryCompileText(program, std::move(options));
  EXPECT_TRUE(compiled.ok()) << compiled.status().ToString();
  return std::move(*compiled);
}

// Bytes that one turn of the innermost loops copies or writes, and how often buffers change places there.
struct TurnCost {
  int64_t copied = 0;
  int64_t written = 0;  // by kernels and calls
  int swaps = 0;
};

void AddSteps(const BodyPlan& body, bool in_loop, TurnCost& cost) {
  for (const Step& step : body.steps) {
    for (size_t i = 0; i < step.bodies.size(); ++i) {
      AddSteps(*step.bodies[i], in_loop || step.kind == Step::Kind::kWhile, cost);
    }
    if (!in_loop) continue;
    cost.swaps += step.kind == Step::Kind::kSwap;
    if (step.kind == Step::Kind::kCopy) cost.copied += step.bytes;
    if (!step.bodies.empty() || step.writes.empty()) continue;
    const bool updates = step.kind == Step::Kind::kKernel && step.kernel.stages[0].roots[0].kind == RootKind::kUpdate;
    if (updates) {
      cost.written += step.node->operands[1].shape().num_bytes();
    } else if (step.node->kind == NodeKind::kScatter) {
      cost.written += step.node->operands.back().shape().num_bytes();
    } else {
      for (const Value v : step.writes) cost.written += v.shape().num_bytes();
    }
  }
}

TurnCost CostOfTurn(const Compiled& compiled) {
  TurnCost cost;
  AddSteps(compiled.program->plan().entry, false, cost);
  return cost;
}

// All copies of the program, of loops as one turn.
int64_t AllCopies(const Compiled& compiled) {
  TurnCost cost;
  AddSteps(compiled.program->plan().entry, true, cost);
  return cost.copied;
}

Tensor Floats(const Dims& dims, const std::function<float(int64_t)>& value, MemoryAllocator& memory) {
  Tensor tensor = *Tensor::Allocate(ElementType::kF32, dims, memory);
  for (int64_t i = 0; i < tensor.num_elements(); ++i) tensor.mutable_data<float>()[i] = value(i);
  return tensor;
}
Tensor Ramp(const Dims& dims, float start = 0) {
  return Floats(dims, [=](int64_t i) { return start + static_cast<float>(i % 1000); }, MemoryAllocator::Heap());
}
Tensor Int(int32_t value) {
  Tensor tensor = *Tensor::Allocate(ElementType::kI32, {}, MemoryAllocator::Heap());
  *tensor.mutable_data<int32_t>() = value;
  return tensor;
}

std::vector<RuntimeValue> RunOn(const Compiled& compiled, std::vector<Tensor> arguments,
                                const RunOptions& options = {}) {
  std::vector<RuntimeValue> values;
  for (Tensor& argument : arguments) values.emplace_back(std::move(argument));
  auto results = compiled.program->Run(std::move(values), options);
  EXPECT_TRUE(results.ok()) << results.status().ToString();
  return results.ok() ? std::move(*results) : std::vector<RuntimeValue>();
}

const float* Data(const RuntimeValue& value) { return value.tensor().data<float>(); }

// A loop over a counter and `carried` (names and types), n times: `body` makes what `results` names.
std::string Loop(const std::string& arguments, const std::string& inits, const std::string& types,
                 const std::string& names, const std::string& body, const std::string& results, int turns = 10) {
  std::string text = "func.func @main(" + arguments + ") -> (" + types + ") {\n";
  text += "  %zero = stablehlo.constant dense<0> : tensor<i32>\n  %one = stablehlo.constant dense<1> : tensor<i32>\n";
  text += "  %n = stablehlo.constant dense<" + std::to_string(turns) + "> : tensor<i32>\n";
  const auto list = [](const std::string& items) {
    std::vector<std::string> parts;
    for (size_t at = 0; at < items.size();) {
      const size_t end = std::min(items.find(", ", at), items.size());
      parts.push_back(items.substr(at, end - at));
      at = end + 2;
    }
    return parts;
  };
  const std::vector<std::string> name = list(names);
  const std::vector<std::string> init = list(inits);
  text += "  %out:" + std::to_string(name.size() + 1) + " = stablehlo.while(%i = %zero";
  for (size_t k = 0; k < name.size(); ++k) text += ", " + name[k] + " = " + init[k];
  text += ") : tensor<i32>, " + types + "\n  cond {\n";
  text += "    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n";
  text += "    stablehlo.return %more : tensor<i1>\n  } do {\n" + body;
  text += "    %j = stablehlo.add %i, %one : tensor<i32>\n";
  text += "    stablehlo.return %j, " + results + " : tensor<i32>, " + types + "\n  }\n  return ";
  for (size_t k = 0; k < name.size(); ++k) text += (k > 0 ? ", " : "") + std::string("%out#") + std::to_string(k + 1);
  return text + " : " + types + "\n}\n";
}

constexpr char kArray[] = "tensor<100x64xf32>";

// --- Loops ------------------------------------------------------------------------------------------------------------

TEST(InPlaceTest, ABranchWritesOnlyItsRow) {
  const Compiled compiled = Compile(Loop("%x: tensor<100x64xf32>", "%x", kArray, "%a", R"(
    %two = stablehlo.constant dense<2> : tensor<i32>
    %rest = stablehlo.remainder %i, %two : tensor<i32>
    %even = stablehlo.compare EQ, %rest, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %next = "stablehlo.if"(%even) ({
      %row = stablehlo.dynamic_slice %a, %i, %zero, sizes = [1, 64] : (tensor<100x64xf32>, tensor<i32>, tensor<i32>) -> tensor<1x64xf32>
      %twice = stablehlo.add %row, %row : tensor<1x64xf32>
      %b = stablehlo.dynamic_update_slice %a, %twice, %i, %zero : (tensor<100x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<100x64xf32>
      stablehlo.return %b : tensor<100x64xf32>
    }, {
      stablehlo.return %a : tensor<100x64xf32>
    }) : (tensor<i1>) -> tensor<100x64xf32>
)",
                                         "%next"));
  const TurnCost cost = CostOfTurn(compiled);
  EXPECT_LE(cost.copied, 4) << compiled.plan;
  EXPECT_EQ(cost.swaps, 0) << compiled.plan;
  EXPECT_LE(cost.written, 64 * 4 + 32) << compiled.plan;
  const auto results = RunOn(compiled, {Ramp({100, 64})});
  EXPECT_EQ(Data(results[0])[5], 10);
  EXPECT_EQ(Data(results[0])[64], 64);
  EXPECT_EQ(Data(results[0])[2 * 64], 256);
}

// What a branch wants of the array behind its update is what it was before.
TEST(InPlaceTest, ABranchThatReadsTheOldArrayCopiesIt) {
  const Compiled compiled =
      Compile(Loop("%x: tensor<100x64xf32>, %s: tensor<f32>", "%x, %s", "tensor<100x64xf32>, tensor<f32>", "%a, %t", R"(
    %two = stablehlo.constant dense<2> : tensor<i32>
    %start = stablehlo.constant dense<0.0> : tensor<f32>
    %rest = stablehlo.remainder %i, %two : tensor<i32>
    %even = stablehlo.compare EQ, %rest, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %next:2 = "stablehlo.if"(%even) ({
      %row = stablehlo.dynamic_slice %a, %i, %zero, sizes = [1, 64] : (tensor<100x64xf32>, tensor<i32>, tensor<i32>) -> tensor<1x64xf32>
      %twice = stablehlo.add %row, %row : tensor<1x64xf32>
      %b = stablehlo.dynamic_update_slice %a, %twice, %i, %zero : (tensor<100x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<100x64xf32>
      %d = stablehlo.subtract %b, %a : tensor<100x64xf32>
      %sum = stablehlo.reduce(%d init: %start) applies stablehlo.add across dimensions = [0, 1] : (tensor<100x64xf32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %b, %sum : tensor<100x64xf32>, tensor<f32>
    }, {
      stablehlo.return %a, %t : tensor<100x64xf32>, tensor<f32>
    }) : (tensor<i1>) -> (tensor<100x64xf32>, tensor<f32>)
)",
                   "%next#0, %next#1", 1));
  const auto results =
      RunOn(compiled, {Ramp({100, 64}), Floats({}, [](int64_t) { return 0.0f; }, MemoryAllocator::Heap())});
  EXPECT_EQ(Data(results[1])[0], 63 * 64 / 2);
}

TEST(InPlaceTest, AnUpdateWritesOnlyItsRow) {
  const Compiled compiled = Compile(Loop("%x: tensor<100x64xf32>", "%x", kArray, "%a", R"(
    %row = stablehlo.dynamic_slice %a, %i, %zero, sizes = [1, 64] : (tensor<100x64xf32>, tensor<i32>, tensor<i32>) -> tensor<1x64xf32>
    %twice = stablehlo.add %row, %row : tensor<1x64xf32>
    %next = stablehlo.dynamic_update_slice %a, %twice, %i, %zero : (tensor<100x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<100x64xf32>
)",
                                         "%next"));
  const TurnCost cost = CostOfTurn(compiled);
  EXPECT_EQ(cost.copied, 0) << compiled.plan;
  EXPECT_LE(cost.written, 64 * 4 + 16) << compiled.plan;
  const auto results = RunOn(compiled, {Ramp({100, 64})});
  EXPECT_EQ(Data(results[0])[5], 10);
  EXPECT_EQ(Data(results[0])[10 * 64], 640);
}

// A row moves to where another one of the same array was.
TEST(InPlaceTest, RowsOfTheSameArrayMove) {
  const Compiled compiled = Compile(Loop("%x: tensor<100x64xf32>", "%x", kArray, "%a", R"(
    %to = stablehlo.add %i, %one : tensor<i32>
    %row = stablehlo.dynamic_slice %a, %i, %zero, sizes = [1, 64] : (tensor<100x64xf32>, tensor<i32>, tensor<i32>) -> tensor<1x64xf32>
    %next = stablehlo.dynamic_update_slice %a, %row, %to, %zero : (tensor<100x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<100x64xf32>
)",
                                         "%next"));
  EXPECT_LE(CostOfTurn(compiled).copied, 64 * 4) << compiled.plan;
  EXPECT_LE(CostOfTurn(compiled).written, 2 * 64 * 4 + 16) << compiled.plan;
  const auto results = RunOn(compiled, {Ramp({100, 64})});
  for (int row = 0; row <= 10; ++row) EXPECT_EQ(Data(results[0])[row * 64 + 3], 3);
  EXPECT_EQ(Data(results[0])[11 * 64], 704);
}

TEST(InPlaceTest, AScatterChangesTheArrayItself) {
  const Compiled compiled = Compile(Loop("%x: tensor<100x64xf32>", "%x", kArray, "%a", R"(
    %at = stablehlo.reshape %i : (tensor<i32>) -> tensor<1x1xi32>
    %row = stablehlo.constant dense<1.0> : tensor<1x64xf32>
    %next = "stablehlo.scatter"(%a, %at, %row) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%old: tensor<f32>, %new: tensor<f32>):
      %sum = stablehlo.add %old, %new : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<100x64xf32>, tensor<1x1xi32>, tensor<1x64xf32>) -> tensor<100x64xf32>
)",
                                         "%next"));
  EXPECT_EQ(CostOfTurn(compiled).copied, 0) << compiled.plan;
  EXPECT_LE(CostOfTurn(compiled).written, 2 * 64 * 4 + 64) << compiled.plan;
  const auto results = RunOn(compiled, {Ramp({100, 64})});
  EXPECT_EQ(Data(results[0])[7], 8);
  EXPECT_EQ(Data(results[0])[640], 640);
}

TEST(InPlaceTest, TwoArraysThatAreSwapped) {
  const Compiled compiled = Compile(Loop("%x: tensor<100x64xf32>, %y: tensor<100x64xf32>", "%x, %y",
                                         "tensor<100x64xf32>, tensor<100x64xf32>", "%a, %b", "", "%b, %a", 11));
  const TurnCost cost = CostOfTurn(compiled);
  EXPECT_EQ(cost.copied, 0) << compiled.plan;
  EXPECT_EQ(cost.swaps, 1) << compiled.plan;
  const auto results = RunOn(compiled, {Ramp({100, 64}), Ramp({100, 64}, 5000)});
  EXPECT_EQ(Data(results[0])[3], 5003);
  EXPECT_EQ(Data(results[1])[3], 3);
}

TEST(InPlaceTest, ThreeArraysRotate) {
  const Compiled compiled =
      Compile(Loop("%x: tensor<100x64xf32>, %y: tensor<100x64xf32>, %z: tensor<100x64xf32>", "%x, %y, %z",
                   "tensor<100x64xf32>, tensor<100x64xf32>, tensor<100x64xf32>", "%a, %b, %c", "", "%b, %c, %a", 10));
  const TurnCost cost = CostOfTurn(compiled);
  EXPECT_EQ(cost.copied, 0) << compiled.plan;
  EXPECT_EQ(cost.swaps, 2) << compiled.plan;
  const auto results = RunOn(compiled, {Ramp({100, 64}), Ramp({100, 64}, 2000), Ramp({100, 64}, 4000)});
  EXPECT_EQ(Data(results[0])[1], 2001);  // ten turns are one and three rounds
  EXPECT_EQ(Data(results[1])[1], 4001);
  EXPECT_EQ(Data(results[2])[1], 1);
}

// The last three states: each takes the place of the one before, a new one is made in the oldest one's memory.
TEST(InPlaceTest, OlderStatesMoveOn) {
  const Compiled compiled =
      Compile(Loop("%x: tensor<100x64xf32>, %y: tensor<100x64xf32>, %z: tensor<100x64xf32>", "%x, %y, %z",
                   "tensor<100x64xf32>, tensor<100x64xf32>, tensor<100x64xf32>", "%a, %b, %c", R"(
    %r = stablehlo.reverse %a, dims = [1] : tensor<100x64xf32>
    %new = stablehlo.add %r, %b : tensor<100x64xf32>
)",
                   "%new, %a, %b", 4));
  EXPECT_EQ(CostOfTurn(compiled).copied, 0) << compiled.plan;
  const auto results = RunOn(compiled, {Ramp({100, 64}), Ramp({100, 64}), Ramp({100, 64})});
  std::vector<float> a(64), b(64), c(64);
  for (size_t i = 0; i < 64; ++i) a[i] = b[i] = c[i] = static_cast<float>(i);
  for (int turn = 0; turn < 4; ++turn) {
    std::vector<float> made(64);
    for (size_t i = 0; i < 64; ++i) made[i] = a[63 - i] + b[i];
    c = b, b = a, a = made;
  }
  for (size_t i = 0; i < 64; ++i) {
    EXPECT_EQ(Data(results[0])[i], a[i]);
    EXPECT_EQ(Data(results[1])[i], b[i]);
    EXPECT_EQ(Data(results[2])[i], c[i]);
  }
}

// One value for two carried arrays is copied once.
TEST(InPlaceTest, OneValueForTwoPlacesIsCopiedOnce) {
  const Compiled compiled = Compile(Loop("%x: tensor<100x64xf32>, %y: tensor<100x64xf32>", "%x, %y",
                                         "tensor<100x64xf32>, tensor<100x64xf32>", "%a, %b", R"(
    %r = stablehlo.reverse %a, dims = [1] : tensor<100x64xf32>
    %new = stablehlo.add %r, %b : tensor<100x64xf32>
)",
                                         "%new, %new", 3));
  EXPECT_LE(CostOfTurn(compiled).copied, 2 * 100 * 64 * 4) << compiled.plan;
  const auto results = RunOn(compiled, {Ramp({100, 64}), Ramp({100, 64})});
  EXPECT_EQ(Data(results[0])[0], 63 * 4);
  EXPECT_EQ(Data(results[1])[0], 63 * 4);
}

TEST(InPlaceTest, UpdatesWithinNestedLoops) {
  const Compiled compiled = Compile(Loop("%x: tensor<100x64xf32>", "%x", kArray, "%a", R"(
    %in:2 = stablehlo.while(%k = %zero, %c = %a) : tensor<i32>, tensor<100x64xf32>
    cond {
      %p = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %e = stablehlo.dynamic_slice %c, %i, %k, sizes = [1, 1] : (tensor<100x64xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
      %f = stablehlo.multiply %e, %e : tensor<1x1xf32>
      %g = stablehlo.dynamic_update_slice %c, %f, %i, %k : (tensor<100x64xf32>, tensor<1x1xf32>, tensor<i32>, tensor<i32>) -> tensor<100x64xf32>
      %l = stablehlo.add %k, %one : tensor<i32>
      stablehlo.return %l, %g : tensor<i32>, tensor<100x64xf32>
    }
)",
                                         "%in#1"));
  EXPECT_LE(CostOfTurn(compiled).copied, 16) << compiled.plan;
  const auto results = RunOn(compiled, {Ramp({100, 64})});
  EXPECT_EQ(Data(results[0])[7], 49);
  EXPECT_EQ(Data(results[0])[64 + 9], 73 * 73);
  EXPECT_EQ(Data(results[0])[10], 10);
}

// Results of each turn are stacked, as jax.lax.scan does.
TEST(InPlaceTest, StackedResultsAreWrittenOnce) {
  const Compiled compiled = Compile(Loop("%x: tensor<64xf32>, %s: tensor<100x64xf32>", "%x, %s",
                                         "tensor<64xf32>, tensor<100x64xf32>", "%a, %ys", R"(
    %new = stablehlo.add %a, %a : tensor<64xf32>
    %row = stablehlo.reshape %new : (tensor<64xf32>) -> tensor<1x64xf32>
    %next = stablehlo.dynamic_update_slice %ys, %row, %i, %zero : (tensor<100x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<100x64xf32>
)",
                                         "%new, %next", 5));
  EXPECT_EQ(CostOfTurn(compiled).copied, 0) << compiled.plan;
  const auto results = RunOn(compiled, {Ramp({64}), Ramp({100, 64})});
  EXPECT_EQ(Data(results[1])[3], 6);
  EXPECT_EQ(Data(results[1])[4 * 64 + 3], 96);
  EXPECT_EQ(Data(results[1])[5 * 64], 320);
}

// --- Arguments that are given up ----------------------------------------------------------------------------------------

// A decoding step of a transformer: the caches get a row, and are read.
constexpr char kDecode[] = R"(
func.func @main(%k: tensor<128x64xf32>, %q: tensor<64xf32>, %new: tensor<1x64xf32>, %at: tensor<i32>) -> (tensor<128xf32>, tensor<128x64xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %cache = stablehlo.dynamic_update_slice %k, %new, %at, %zero : (tensor<128x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<128x64xf32>
  %s = stablehlo.dot_general %cache, %q, contracting_dims = [1] x [0] : (tensor<128x64xf32>, tensor<64xf32>) -> tensor<128xf32>
  return %s, %cache : tensor<128xf32>, tensor<128x64xf32>
})";

TEST(DonationTest, ACacheIsUpdatedInPlace) {
  const Compiled compiled = Compile(kDecode, {-1, 0});
  EXPECT_EQ(compiled.program->plan().result_may_be[1], 0) << compiled.plan;
  // The only copy is the one into the result, which does nothing where that is the argument.
  EXPECT_EQ(AllCopies(compiled), 128 * 64 * 4) << compiled.plan;
  Tensor cache = Ramp({128, 64});
  const std::byte* memory = cache.bytes().data();
  std::vector<Tensor> arguments;
  arguments.push_back(std::move(cache));
  arguments.push_back(Ramp({64}));
  arguments.push_back(Ramp({1, 64}, 7));
  arguments.push_back(Int(2));
  const auto results = RunOn(compiled, std::move(arguments));
  EXPECT_EQ(results[1].tensor().bytes().data(), memory);
  EXPECT_EQ(Data(results[1])[2 * 64 + 1], 8);
  EXPECT_EQ(Data(results[1])[3 * 64 + 1], 193);
}

TEST(DonationTest, ACacheThatIsKeptIsNotWritten) {
  const Compiled compiled = Compile(kDecode, {-1, 0});
  const Tensor cache = Ramp({128, 64});
  const auto results = RunOn(compiled, {cache, Ramp({64}), Ramp({1, 64}, 7), Int(2)});
  EXPECT_NE(results[1].tensor().bytes().data(), cache.bytes().data());
  EXPECT_EQ(cache.data<float>()[2 * 64 + 1], 129);
  EXPECT_EQ(Data(results[1])[2 * 64 + 1], 8);
}

TEST(DonationTest, ALoopWorksOnTheArgument) {
  const Compiled compiled = Compile(Loop("%x: tensor<100x64xf32>", "%x", kArray, "%a", R"(
    %row = stablehlo.dynamic_slice %a, %i, %zero, sizes = [1, 64] : (tensor<100x64xf32>, tensor<i32>, tensor<i32>) -> tensor<1x64xf32>
    %twice = stablehlo.add %row, %row : tensor<1x64xf32>
    %next = stablehlo.dynamic_update_slice %a, %twice, %i, %zero : (tensor<100x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<100x64xf32>
)",
                                         "%next"),
                                    {0});
  EXPECT_EQ(compiled.program->plan().result_may_be[0], 0) << compiled.plan;
  Tensor x = Ramp({100, 64});
  const std::byte* memory = x.bytes().data();
  std::vector<Tensor> arguments;
  arguments.push_back(std::move(x));
  const auto results = RunOn(compiled, std::move(arguments));
  EXPECT_EQ(results[0].tensor().bytes().data(), memory);
  EXPECT_EQ(Data(results[0])[64 + 1], 130);
}

// The old array is read elsewhere after the update: it must not be overwritten.
TEST(DonationTest, WhatIsReadLaterIsCopied) {
  const Compiled compiled = Compile(R"(
func.func @main(%k: tensor<128x64xf32>, %new: tensor<1x64xf32>) -> (tensor<128x64xf32>, tensor<128x64xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %a = stablehlo.dynamic_update_slice %k, %new, %zero, %zero : (tensor<128x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<128x64xf32>
  %d = stablehlo.dot_general %a, %k, contracting_dims = [1] x [1] : (tensor<128x64xf32>, tensor<128x64xf32>) -> tensor<128x128xf32>
  %s = stablehlo.slice %d [0:128, 0:64] : (tensor<128x128xf32>) -> tensor<128x64xf32>
  return %a, %s : tensor<128x64xf32>, tensor<128x64xf32>
})",
                                    {0, -1});
  EXPECT_EQ(compiled.program->plan().result_may_be[0], -1) << compiled.plan;
}

// Runs the program twice, with the first arguments kept and then given up, and expects the same numbers. Returns how many of the
// arguments' memories came back as results.
size_t ExpectSameGivenUp(const Compiled& compiled, const std::vector<Tensor>& arguments) {
  const auto kept = RunOn(compiled, arguments);
  std::vector<Tensor> given;
  std::vector<const std::byte*> memory;
  for (const Tensor& argument : arguments) {
    given.push_back(*Tensor::Copy(argument.type(), argument.dims(), argument.bytes(), MemoryAllocator::Heap()));
    memory.push_back(given.back().bytes().data());
  }
  const auto results = RunOn(compiled, std::move(given));
  EXPECT_EQ(results.size(), kept.size());
  size_t reused = 0;
  for (size_t i = 0; i < results.size() && i < kept.size(); ++i) {
    const auto bytes = results[i].tensor().bytes();
    EXPECT_TRUE(std::ranges::equal(bytes, kept[i].tensor().bytes())) << "result " << i << "\n" << compiled.plan;
    reused += static_cast<size_t>(std::ranges::count(memory, bytes.data()));
  }
  return reused;
}

// An element loop, in place too: 256 KiB are more than stays in the caches.
constexpr char kChain[] = R"(
func.func @main(%x: tensor<65536xf32>, %outside: tensor<65536xf32>) -> tensor<65536xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<50> : tensor<i32>
  %two = stablehlo.constant dense<2.0> : tensor<65536xf32>
  %e = stablehlo.exponential %x : tensor<65536xf32>
  %out:2 = stablehlo.while(%i = %zero, %y = %e) : tensor<i32>, tensor<65536xf32>
  cond {
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %s = stablehlo.sine %y : tensor<65536xf32>
    BODY
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next : tensor<i32>, tensor<65536xf32>
  }
  %t = stablehlo.multiply %out#1, %two : tensor<65536xf32>
  LAST
  return %r : tensor<65536xf32>
})";
std::string Chain(const std::string& body, const std::string& last) {
  std::string text = kChain;
  text.replace(text.find("BODY"), 4, body);
  return text.replace(text.find("LAST"), 4, last);
}
constexpr char kAddOutside[] = "%next = stablehlo.add %s, %outside : tensor<65536xf32>";
constexpr int64_t kChainBytes = 65536 * 4;

TEST(DonationTest, AChainRunsInTheArgument) {
  const Compiled compiled = Compile(Chain(kAddOutside, "%r = stablehlo.add %t, %two : tensor<65536xf32>"), {0});
  EXPECT_LT(compiled.program->temporary_bytes(), 1024) << compiled.plan;
  EXPECT_EQ(ExpectSameGivenUp(compiled, {Ramp({65536}), Ramp({65536}, 3)}), 1);
}

TEST(DonationTest, AChainWhoseArgumentIsReadAtItsEndHasMemoryOfItsOwn) {
  const Compiled compiled = Compile(Chain(kAddOutside, "%r = stablehlo.add %t, %x : tensor<65536xf32>"), {0});
  EXPECT_GE(compiled.program->temporary_bytes(), kChainBytes) << compiled.plan;
  EXPECT_LT(compiled.program->temporary_bytes(), kChainBytes + 1024) << compiled.plan;
  EXPECT_EQ(ExpectSameGivenUp(compiled, {Ramp({65536}), Ramp({65536}, 3)}), 1);
}

// What an iteration picks from the initial values must be there until the last element is done.
TEST(DonationTest, AnElementLoopIsNotMadeOverWhatItPicksFrom) {
  const Compiled compiled = Compile(
      Chain(R"(%picked = stablehlo.dynamic_slice %e, %i, sizes = [1] : (tensor<65536xf32>, tensor<i32>) -> tensor<1xf32>
    %number = stablehlo.reshape %picked : (tensor<1xf32>) -> tensor<f32>
    %all = stablehlo.broadcast_in_dim %number, dims = [] : (tensor<f32>) -> tensor<65536xf32>
    %next = stablehlo.add %s, %all : tensor<65536xf32>)",
            "%r = stablehlo.add %t, %two : tensor<65536xf32>"),
      {0});
  EXPECT_GE(compiled.program->temporary_bytes(), kChainBytes) << compiled.plan;
  Tensor x = Floats({65536}, [](int64_t i) { return static_cast<float>(i % 7); }, MemoryAllocator::Heap());
  ExpectSameGivenUp(compiled, {x, Ramp({65536}, 3)});
  const auto results = RunOn(compiled, {x, Ramp({65536}, 3)});
  float y = std::exp(x.data<float>()[60000]);
  for (int i = 0; i < 50; ++i) y = std::sin(y) + std::exp(x.data<float>()[i]);
  EXPECT_NEAR(Data(results[0])[60000], 2 * y + 2, 1e-2);
}

// Iterations that go row by row through an array that an earlier step has made from the argument.
TEST(DonationTest, ALoopOfUpdatesAfterAKernelRunsInTheArgument) {
  std::string text = Loop("%x: tensor<100x64xf32>", "%e", "tensor<100x64xf32>", "%a", R"(
    %row = stablehlo.dynamic_slice %a, %i, %zero, sizes = [1, 64] : (tensor<100x64xf32>, tensor<i32>, tensor<i32>) -> tensor<1x64xf32>
    %twice = stablehlo.add %row, %row : tensor<1x64xf32>
    %next = stablehlo.dynamic_update_slice %a, %twice, %i, %zero : (tensor<100x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<100x64xf32>
)",
                          "%next");
  const std::string start = "  %zero = ";
  text.insert(text.find(start), "  %e = stablehlo.tanh %x : tensor<100x64xf32>\n");
  const Compiled compiled = Compile(text, {0});
  EXPECT_LT(compiled.program->temporary_bytes(), 1024) << compiled.plan;
  EXPECT_EQ(ExpectSameGivenUp(compiled, {Ramp({100, 64})}), 1);
}

TEST(DonationTest, ArgumentsOfOneShapeChangePlaces) {
  const Compiled compiled = Compile(R"(
func.func @main(%a: tensor<128x64xf32>, %b: tensor<128x64xf32>) -> (tensor<128x64xf32>, tensor<128x64xf32>) {
  %c = stablehlo.tanh %b : tensor<128x64xf32>
  return %c, %a : tensor<128x64xf32>, tensor<128x64xf32>
})",
                                    {0, 1});
  EXPECT_EQ(compiled.program->temporary_bytes(), 0) << compiled.plan;
  EXPECT_EQ(ExpectSameGivenUp(compiled, {Ramp({128, 64}), Ramp({128, 64}, 5)}), 2) << compiled.plan;
}

// --- Temporaries --------------------------------------------------------------------------------------------------------

TEST(TemporaryTest, AProductsActivationIsWrittenOverIt) {
  const Compiled compiled = Compile(R"(
func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %v: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %a = stablehlo.dot %x, %w : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = stablehlo.tanh %a : tensor<64x64xf32>
  %c = stablehlo.dot %b, %v : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %d = stablehlo.tanh %c : tensor<64x64xf32>
  return %d : tensor<64x64xf32>
})");
  EXPECT_LE(compiled.program->temporary_bytes(), 64 * 64 * 4) << compiled.plan;
  const auto results =
      RunOn(compiled, {Floats(
                           {64, 64}, [](int64_t i) { return i % 65 == 0 ? 1.0f : 0.0f; }, MemoryAllocator::Heap()),
                       Floats(
                           {64, 64}, [](int64_t i) { return static_cast<float>(i % 3); }, MemoryAllocator::Heap()),
                       Floats({64, 64}, [](int64_t i) { return i % 65 == 0 ? 1.0f : 0.0f; }, MemoryAllocator::Heap())});
  EXPECT_NEAR(Data(results[0])[1], std::tanh(std::tanh(1.0f)), 1e-6);
  EXPECT_NEAR(Data(results[0])[2], std::tanh(std::tanh(2.0f)), 1e-6);
}

// What is gone before a result is written lives in the result's memory.
TEST(TemporaryTest, ResultsLendTheirMemory) {
  const Compiled compiled = Compile(R"(
func.func @main(%x: tensor<128x128xf32>) -> (tensor<f32>, tensor<128x128xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.dot %x, %x : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  %s = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<128x128xf32>, tensor<f32>) -> tensor<f32>
  %t = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<128x128xf32>
  %r = stablehlo.add %x, %t : tensor<128x128xf32>
  return %s, %r : tensor<f32>, tensor<128x128xf32>
})");
  EXPECT_EQ(compiled.program->temporary_bytes(), 0) << compiled.plan;
  const auto results = RunOn(compiled, {Floats({128, 128}, [](int64_t) { return 1.0f; }, MemoryAllocator::Heap())});
  EXPECT_EQ(Data(results[0])[0], 128.0f * 128 * 128);
  EXPECT_EQ(Data(results[1])[77], 128.0f * 128 * 128 + 1);
}

// Products that are added up, each sum scaled, are not all kept until the last is there.
TEST(TemporaryTest, ASumOfProductsIsMadeAsTheyCome) {
  const std::string type = "tensor<256x256xf32>";
  std::string program = "func.func @main(%x: " + type + ", %s: tensor<256xf32>) -> " + type + " {\n";
  program += "  %scale = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<256xf32>) -> " + type + "\n";
  program += "  %sum0 = stablehlo.dot %x, %x : (" + type + ", " + type + ") -> " + type + "\n";
  constexpr int kMore = 5;
  for (int i = 1; i <= kMore; ++i) {
    const std::string n = std::to_string(i);
    // Products of different arrays, or they would be one.
    program += "  %c" + n + " = stablehlo.constant dense<" + n + ".0> : " + type + "\n";
    program += "  %y" + n + " = stablehlo.dot %x, %c" + n + " : (" + type + ", " + type + ") -> " + type + "\n";
    program += "  %t" + n + " = stablehlo.multiply %sum" + std::to_string(i - 1) + ", %scale : " + type + "\n";
    program += "  %sum" + n + " = stablehlo.add %t" + n + ", %y" + n + " : " + type + "\n";
  }
  program += "  return %sum5 : " + type + "\n}";
  const Compiled compiled = Compile(program);
  EXPECT_LE(compiled.program->temporary_bytes(), 2 * 256 * 256 * 4) << compiled.plan;
  const auto results =
      RunOn(compiled, {Floats(
                           {256, 256}, [](int64_t) { return 1.0f; }, MemoryAllocator::Heap()),
                       Floats({256}, [](int64_t i) { return i == 0 ? 2.0f : 0.0f; }, MemoryAllocator::Heap())});
  EXPECT_EQ(Data(results[0])[0], 256.0f * (32 + 16 + 2 * 8 + 3 * 4 + 4 * 2 + 5));
  EXPECT_EQ(Data(results[0])[256], 256.0f * kMore);
}

// An exponential of what does not fit into a cache is computed again by the kernel that comes later.
TEST(TemporaryTest, LargeExponentialsAreComputedAgain) {
  const Compiled compiled = Compile(R"(
func.func @main(%x: tensor<512x4096xf32>) -> (tensor<f32>, tensor<512x4096xf32>, tensor<512xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %e = stablehlo.exponential %x : tensor<512x4096xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<512x4096xf32>, tensor<f32>) -> tensor<f32>
  %t = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
  %r = stablehlo.divide %x, %t : tensor<512x4096xf32>
  %d = stablehlo.divide %e, %t : tensor<512x4096xf32>
  %m = stablehlo.reduce(%d init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<512x4096xf32>, tensor<f32>) -> tensor<512xf32>
  return %s, %r, %m : tensor<f32>, tensor<512x4096xf32>, tensor<512xf32>
})");
  EXPECT_LE(compiled.program->temporary_bytes(), 1 << 16) << compiled.plan;
  const auto results = RunOn(compiled, {Floats({512, 4096}, [](int64_t) { return 0.0f; }, MemoryAllocator::Heap())});
  EXPECT_EQ(Data(results[0])[0], 512.0f * 4096);
  EXPECT_NEAR(Data(results[2])[511], 1.0f / 512, 1e-7);
}

// Counts what is in use.
class Counting : public MemoryAllocator {
 public:
  void* Allocate(size_t size) override {
    now_ += static_cast<int64_t>(size);
    peak = std::max(peak, now_);
    return Heap().Allocate(size);
  }
  void Free(void* data, size_t size) override {
    now_ -= static_cast<int64_t>(size);
    Heap().Free(data, size);
  }
  int64_t peak = 0;

 private:
  int64_t now_ = 0;
};

TEST(TemporaryTest, ARunTakesWhatThePlanSays) {
  const Compiled compiled = Compile(R"(
func.func @main(%x: tensor<128x128xf32>, %y: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %a = stablehlo.dot %x, %x : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  %b = stablehlo.dot %a, %x : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  %c = stablehlo.dot %b, %a : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  %d = stablehlo.dot %y, %c : (tensor<64x128xf32>, tensor<128x128xf32>) -> tensor<64x128xf32>
  return %d : tensor<64x128xf32>
})");
  const Tensor x = Ramp({128, 128});
  const Tensor y = Ramp({64, 128});
  Counting memory;
  RunOptions options;
  options.memory = &memory;
  RunOn(compiled, {x, y}, options);
  EXPECT_EQ(memory.peak, compiled.program->temporary_bytes() + 64 * 128 * 4) << compiled.plan;
  // What is alive at the peak explains it.
  int64_t temporaries = 0;
  for (const PeakBuffer& buffer : compiled.program->peak_buffers()) {
    if (buffer.kind == PeakBuffer::Kind::kTemporary) temporaries += buffer.bytes;
  }
  EXPECT_EQ(temporaries, compiled.program->temporary_bytes());
}

}  // namespace
}  // namespace cppjrt::cpu
