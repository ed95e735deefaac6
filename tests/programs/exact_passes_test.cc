// Passes that are declared exact (cpu/passes/pipeline.h) keep every bit: programs at random run by the evaluator before and after
// each of them, on floats that round in most operations.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <memory>
#include <random>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conform/programs/generate.h"
#include "conform/programs/shrink.h"
#include "conform/programs/values.h"
#include "cpu/graph/export.h"
#include "cpu/graph/import.h"
#include "cpu/graph/print.h"
#include "cpu/native/compile_test.h"
#include "cpu/passes/pipeline.h"
#include "stablehlo/eval/program.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::Program;
using stablehlo::RuntimeValue;

constexpr uint64_t kPrograms = 4000;

// Numbers of many sizes, and now and then one that is no number, infinite, or a zero.
double AnyFloat(std::mt19937_64& random) {
  constexpr double kSpecial[] = {0.0, -0.0, 1.0, HUGE_VAL, -HUGE_VAL, std::numeric_limits<double>::quiet_NaN()};
  if (random() % 24 == 0) return kSpecial[random() % std::size(kSpecial)];
  return std::ldexp(std::uniform_real_distribution<double>(-1, 1)(random), static_cast<int>(random() % 7) - 2);
}

template <typename T>
void FillFloats(Tensor& tensor, std::mt19937_64& random) {
  T* data = reinterpret_cast<T*>(tensor.mutable_bytes());
  const int64_t count = tensor.num_elements() * (stablehlo::IsComplex(tensor.type()) ? 2 : 1);
  for (int64_t i = 0; i < count; ++i) data[i] = static_cast<T>(AnyFloat(random));
}

// What the generator fills with whole numbers, with others if they are f32 or f64, or complex numbers of these.
std::vector<RuntimeValue> Arguments(const conform::WholeProgram& program, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<RuntimeValue> arguments;
  for (const Tensor& whole : conform::ArgumentValues(program, seed)) {
    Tensor tensor = conform::CopyOf(whole);
    const ElementType real = stablehlo::RealType(tensor.type());
    if (real == ElementType::kF32) FillFloats<float>(tensor, random);
    if (real == ElementType::kF64) FillFloats<double>(tensor, random);
    arguments.emplace_back(std::move(tensor));
  }
  return arguments;
}

template <typename T>
void ForgetPayloads(std::string& bytes) {
  for (size_t at = 0; at + sizeof(T) <= bytes.size(); at += sizeof(T)) {
    T number;
    std::memcpy(&number, &bytes[at], sizeof number);
    if (std::isnan(number)) std::memset(&bytes[at], 0xff, sizeof number);
  }
}

// The bits of all results, all NaN being one.
StatusOr<std::string> Evaluate(const Graph& graph, const std::vector<RuntimeValue>& arguments) {
  CPPJRT_ASSIGN_OR_RETURN(stablehlo::Module exported, Export(graph));
  stablehlo::DiagnosticSink sink;
  CPPJRT_ASSIGN_OR_RETURN(stablehlo::VerifiedModule verified, stablehlo::Verify(std::move(exported), sink));
  CPPJRT_ASSIGN_OR_RETURN(const std::shared_ptr<const Program> program, Program::Prepare(std::move(verified), {}));
  std::vector<RuntimeValue> copies;
  for (const RuntimeValue& argument : arguments) copies.emplace_back(conform::CopyOf(argument.tensor()));
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<RuntimeValue> results, program->Run(std::move(copies), {}));
  std::string all;
  for (const RuntimeValue& result : results) {
    const std::span<const std::byte> elements = result.tensor().bytes();
    std::string bytes(reinterpret_cast<const char*>(elements.data()), elements.size());
    const ElementType real = stablehlo::RealType(result.tensor().type());
    if (real == ElementType::kF32) ForgetPayloads<float>(bytes);
    if (real == ElementType::kF64) ForgetPayloads<double>(bytes);
    all += bytes;
  }
  return all;
}

struct Imported {
  std::shared_ptr<stablehlo::Module> module;
  std::unique_ptr<Graph> graph;
};

StatusOr<Imported> ImportText(const std::string& text) {
  CPPJRT_ASSIGN_OR_RETURN(stablehlo::VerifiedModule ready, ReadyModule(text));
  Imported imported;
  imported.module = std::make_shared<stablehlo::Module>(std::move(ready).Release());
  ImportOptions options;
  options.owner = imported.module;
  CPPJRT_ASSIGN_OR_RETURN(imported.graph,
                          Import(*imported.module, stablehlo::FindEntry(*imported.module, ""), options));
  return imported;
}

// The evaluator's dots of complex numbers fuse multiplications and additions where the processor can: another form of the same dot
// may round in another way.
bool RoundsAsTheProcessorDoes(const std::string& text) {
  return text.find("stablehlo.dot_general") != std::string::npos && text.find("complex<") != std::string::npos;
}

// What the passes change in one program.
struct Trial {
  bool ran = false;
  std::set<std::string> changed;  // passes that changed the graph
  std::set<std::string> rounded;  // passes that changed a result
  std::string problem;            // the exact pass that changed a result, and the program
};

Trial RunText(const std::string& text, const std::vector<RuntimeValue>& arguments) {
  Trial trial;
  StatusOr<Imported> imported = ImportText(text);
  if (!imported.ok()) return trial;
  Graph& graph = *imported->graph;
  StatusOr<std::string> bits = Evaluate(graph, arguments);
  if (!bits.ok()) return trial;
  trial.ran = true;
  for (const Pass& pass : Passes()) {
    const std::string before = Print(graph);
    if (!pass.run(graph)) continue;
    trial.changed.insert(std::string(pass.name));
    StatusOr<std::string> now = Evaluate(graph, arguments);
    const bool same = now.ok() && *now == *bits;
    if (!same) trial.rounded.insert(std::string(pass.name));
    if (pass.contract != PassContract::kReassociating && !same) {
      trial.problem = std::string(pass.name) + ": " + (now.ok() ? "other bits" : now.status().ToString()) + "\n" +
                      text + before + Print(graph);
      return trial;
    }
    bits = std::move(now);
  }
  return trial;
}

Trial RunPasses(uint64_t seed) {
  conform::WholeOptions wanted;
  wanted.max_operations = 24;
  wanted.max_elements = 400;
  wanted.large_elements = 4000;
  wanted.donation = false;
  conform::WholeProgram program = conform::GenerateWhole(seed, wanted);
  conform::DropUnused(program);
  const std::string text = conform::Print(program);
  Trial trial;
  if (RoundsAsTheProcessorDoes(text)) return trial;
  return RunText(text, Arguments(program, seed));
}
TEST(ExactPassesTest, KeepEveryBitOfProgramsAtRandom) {
  std::set<std::string> changed;
  uint64_t ran = 0;
  int problems = 0;
  for (uint64_t seed = 1; seed <= kPrograms && problems < 3; ++seed) {
    const Trial trial = RunPasses(seed);
    ran += trial.ran ? 1 : 0;
    problems += trial.problem.empty() ? 0 : 1;
    EXPECT_EQ(trial.problem, "") << "seed " << seed;
    changed.insert(trial.changed.begin(), trial.changed.end());
  }
  EXPECT_GE(ran, kPrograms * 8 / 10);
  // The programs say something of most passes.
  for (const char* name :
       {"simplify", "cse", "fold", "counted_loops", "carries", "unroll", "unit_dims", "invariants"}) {
    EXPECT_TRUE(changed.contains(name)) << name;
  }
}

// For each pass that may combine in another order, a program of which it changes a result: none carries the name for nothing.
struct Example {
  const char* pass;
  const char* text;
};
constexpr Example kReassociated[] = {
    {"reorder", R"(func.func public @main(%x: tensor<40x50xf32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<40x50xf32>) -> tensor<50x40xf32>
  %s = stablehlo.reduce(%t init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<50x40xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
})"},
    {"contractions",
     R"(func.func public @main(%x: tensor<8x50xf32>, %y: tensor<160x30xf32>, %i: tensor<160x1xi32>, %w: tensor<80x20xf32>) -> tensor<160x20xf32> {
  %g = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 50>}> : (tensor<8x50xf32>, tensor<160x1xi32>) -> tensor<160x50xf32>
  %c = stablehlo.concatenate %g, %y, dim = 1 : (tensor<160x50xf32>, tensor<160x30xf32>) -> tensor<160x80xf32>
  %d = stablehlo.dot_general %c, %w, contracting_dims = [1] x [0] : (tensor<160x80xf32>, tensor<80x20xf32>) -> tensor<160x20xf32>
  return %d : tensor<160x20xf32>
})"},
    {"split_reductions", R"(func.func public @main(%x: tensor<400000xf32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<400000xf32>, tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
})"},
};

// Floats between -1 and 1 or, if they are to be exact in any order, whole numbers; indices.
std::vector<RuntimeValue> ArgumentsOf(const Graph& graph, bool whole = false) {
  std::mt19937_64 random(5);
  std::vector<RuntimeValue> arguments;
  for (const Node* parameter : graph.entry().parameters) {
    Tensor tensor =
        *Tensor::Allocate(parameter->shape().type, parameter->shape().dims, stablehlo::MemoryAllocator::Heap());
    const std::span<std::byte> bytes(tensor.mutable_bytes(), tensor.bytes().size());
    std::ranges::fill(bytes, std::byte{0});
    if (tensor.type() == ElementType::kF32) {
      for (float& x : std::span(tensor.mutable_data<float>(), static_cast<size_t>(tensor.num_elements()))) {
        x = whole ? static_cast<float>(random() % 9) - 4 : std::uniform_real_distribution<float>(-1, 1)(random);
      }
    }
    if (tensor.type() == ElementType::kI32) {
      for (int32_t& i : std::span(tensor.mutable_data<int32_t>(), static_cast<size_t>(tensor.num_elements()))) {
        i = static_cast<int32_t>(random() % 50);
      }
    }
    arguments.emplace_back(std::move(tensor));
  }
  return arguments;
}

// Contractions that move, of any rank: on whole numbers, whose sums are exact in any order.
constexpr const char* kMoved[] = {
    R"(func.func @main(%x: tensor<2x50x8x9xf32>, %i: tensor<30x40x1xi32>, %w: tensor<2x9x8x6xf32>, %b: tensor<5x20x16xf32>, %j: tensor<5x300x1xi32>, %v: tensor<12x16xf32>) -> (tensor<2x6x30x40xf32>, tensor<5x300x12xf32>) {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 3, 4], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 2, 1, 8, 9>}> : (tensor<2x50x8x9xf32>, tensor<30x40x1xi32>) -> tensor<2x30x40x8x9xf32>
  %1 = stablehlo.dot_general %w, %0, batching_dims = [0] x [0], contracting_dims = [2, 1] x [3, 4] : (tensor<2x9x8x6xf32>, tensor<2x30x40x8x9xf32>) -> tensor<2x6x30x40xf32>
  %2 = "stablehlo.gather"(%b, %j) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 16>}> : (tensor<5x20x16xf32>, tensor<5x300x1xi32>) -> tensor<5x300x16xf32>
  %3 = stablehlo.dot_general %2, %v, contracting_dims = [2] x [1] : (tensor<5x300x16xf32>, tensor<12x16xf32>) -> tensor<5x300x12xf32>
  return %1, %3 : tensor<2x6x30x40xf32>, tensor<5x300x12xf32>
}
)",
    R"(func.func @main(%xs: tensor<200x2x32xf32>, %w: tensor<128x160xf32>, %h: tensor<2x128xf32>) -> tensor<2x128xf32> {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<200> : tensor<i32>
  %0:2 = stablehlo.while(%a = %i, %s = %h) : tensor<i32>, tensor<2x128xf32>
  cond {
    %c = stablehlo.compare LT, %a, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %row = stablehlo.dynamic_slice %xs, %a, %i, %i, sizes = [1, 2, 32] : (tensor<200x2x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x32xf32>
    %r = stablehlo.reshape %row : (tensor<1x2x32xf32>) -> tensor<2x32xf32>
    %x = stablehlo.concatenate %r, %s, dim = 1 : (tensor<2x32xf32>, tensor<2x128xf32>) -> tensor<2x160xf32>
    %d = stablehlo.dot_general %x, %w, contracting_dims = [1] x [1] : (tensor<2x160xf32>, tensor<128x160xf32>) -> tensor<2x128xf32>
    %t = stablehlo.sign %d : tensor<2x128xf32>
    %a1 = stablehlo.add %a, %one : tensor<i32>
    stablehlo.return %a1, %t : tensor<i32>, tensor<2x128xf32>
  }
  return %0#1 : tensor<2x128xf32>
}
)",
    R"(func.func @main(%xs: tensor<3x100x8x4xf32>, %w: tensor<3x40x4x8xf32>, %h: tensor<3x40xf32>) -> tensor<3x40xf32> {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<100> : tensor<i32>
  %0:2 = stablehlo.while(%a = %i, %s = %h) : tensor<i32>, tensor<3x40xf32>
  cond {
    %c = stablehlo.compare LT, %a, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %row = stablehlo.dynamic_slice %xs, %i, %a, %i, %i, sizes = [3, 1, 8, 4] : (tensor<3x100x8x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x1x8x4xf32>
    %r = stablehlo.reshape %row : (tensor<3x1x8x4xf32>) -> tensor<3x8x4xf32>
    %d = stablehlo.dot_general %w, %r, batching_dims = [0] x [0], contracting_dims = [2, 3] x [2, 1] : (tensor<3x40x4x8xf32>, tensor<3x8x4xf32>) -> tensor<3x40xf32>
    %t = stablehlo.add %d, %s : tensor<3x40xf32>
    %a1 = stablehlo.add %a, %one : tensor<i32>
    stablehlo.return %a1, %t : tensor<i32>, tensor<3x40xf32>
  }
  return %0#1 : tensor<3x40xf32>
}
)",
};

TEST(ExactPassesTest, ContractionsThatMoveGiveTheSameNumbers) {
  for (const char* const text : kMoved) {
    const StatusOr<Imported> imported = ImportText(text);
    ASSERT_TRUE(imported.ok()) << imported.status().ToString();
    const Trial trial = RunText(text, ArgumentsOf(*imported->graph, /*whole=*/true));
    EXPECT_EQ(trial.problem, "");
    EXPECT_TRUE(trial.changed.contains("contractions")) << text;
    EXPECT_FALSE(trial.rounded.contains("contractions")) << text;
  }
}

TEST(ExactPassesTest, PassesThatReassociateDoSo) {
  std::set<std::string_view> shown;
  for (const Example& example : kReassociated) {
    const StatusOr<Imported> imported = ImportText(example.text);
    ASSERT_TRUE(imported.ok()) << imported.status().ToString();
    const Trial trial = RunText(example.text, ArgumentsOf(*imported->graph));
    EXPECT_EQ(trial.problem, "");
    EXPECT_TRUE(trial.rounded.contains(example.pass)) << example.pass;
    shown.insert(example.pass);
  }
  for (const Pass& pass : Passes()) {
    EXPECT_EQ(pass.contract == PassContract::kReassociating, shown.contains(pass.name)) << pass.name;
  }
}

}  // namespace
}  // namespace cppjrt::cpu
