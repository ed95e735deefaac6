#include "cpu/executable/executable.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/compile_options_fields.h"
#include "base/protobuf_wire.h"
#include "stablehlo/eval/custom_calls.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::Dims;
using stablehlo::ElementType;
using stablehlo::MemoryAllocator;
using stablehlo::RuntimeValue;
using stablehlo::Tensor;

constexpr char kSoftplus[] = R"(module @softplus {
  func.func @main(%x: tensor<8x5xf32>) -> (tensor<8x5xf32>, tensor<8xi32>) {
    %one = stablehlo.constant dense<1.0> : tensor<8x5xf32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %e = stablehlo.multiply %x, %x : tensor<8x5xf32>
    %s = stablehlo.add %e, %one : tensor<8x5xf32>
    %r = stablehlo.sqrt %s : tensor<8x5xf32>
    %c = stablehlo.convert %r : (tensor<8x5xf32>) -> tensor<8x5xi32>
    %n = stablehlo.reduce(%c init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x5xi32>, tensor<i32>) -> tensor<8xi32>
    return %r, %n : tensor<8x5xf32>, tensor<8xi32>
  }
})";

// CompileOptionsProto with these overrides.
std::string OptionBytes(const std::vector<Settings::Option>& options) {
  WireWriter out;
  for (const auto& [name, text] : options) {
    WireWriter value;
    value.Bytes(override_field::kString, text);
    WireWriter entry;
    entry.Bytes(1, name);
    entry.Bytes(2, value.str());
    out.Bytes(options_field::kEnvOptionOverrides, entry.str());
  }
  return out.str();
}

StatusOr<std::shared_ptr<const Executable>> TryCompile(const std::string& program,
                                                       const std::vector<Settings::Option>& options,
                                                       const CompileEnvironment& environment = {}) {
  CPPJRT_ASSIGN_OR_RETURN(CompileOptions parsed, CompileOptions::Parse(OptionBytes(options)));
  return Compile(program, std::move(parsed), environment);
}

RuntimeValue Ramp(const Dims& dims) {
  Tensor tensor = *Tensor::Allocate(ElementType::kF32, dims, MemoryAllocator::Heap());
  for (int64_t i = 0; i < tensor.num_elements(); ++i) {
    tensor.mutable_data<float>()[i] = static_cast<float>(i * 37 % 101) / 7.0f - 5.0f;
  }
  return RuntimeValue(std::move(tensor));
}

std::vector<std::byte> BytesOf(const std::vector<RuntimeValue>& values) {
  std::vector<std::byte> all;
  for (const RuntimeValue& value : values) {
    const auto bytes = value.tensor().bytes();
    all.insert(all.end(), bytes.begin(), bytes.end());
  }
  return all;
}

std::vector<std::byte> RunBytes(const Executable& executable) {
  const auto results = executable.Run({Ramp({8, 5})}, {});
  EXPECT_TRUE(results.ok()) << results.status().ToString();
  return results.ok() ? BytesOf(*results) : std::vector<std::byte>();
}

TEST(ExecutableTest, ModesGiveTheSameBitsWhereTheSpecificationFixesThem) {
  const auto eager = TryCompile(kSoftplus, {{"compile", "eager"}, {"engine", "native"}});
  ASSERT_TRUE(eager.ok()) << eager.status().ToString();
  const std::vector<std::byte> wanted = RunBytes(**eager);
  const auto lazy = TryCompile(kSoftplus, {{"compile", "lazy"}});
  ASSERT_TRUE(lazy.ok());
  EXPECT_EQ(RunBytes(**lazy), wanted);
  EXPECT_EQ((*lazy)->num_fallbacks(), 0);

  std::function<void()> later;
  CompileEnvironment environment;
  environment.schedule = [&](std::function<void()> work) { later = std::move(work); };
  const auto background = TryCompile(kSoftplus, {{"compile", "background"}}, environment);
  ASSERT_TRUE(background.ok());
  EXPECT_EQ(RunBytes(**background), wanted) << "evaluated";
  later();
  EXPECT_EQ(RunBytes(**background), wanted) << "compiled";
  EXPECT_EQ((*background)->num_fallbacks(), 0);
  EXPECT_EQ((*background)->memory().temporary, (*eager)->memory().temporary);
}

TEST(ExecutableTest, WhatCannotBeReproducedIsRefused) {
  EXPECT_TRUE(TryCompile(kSoftplus, {{"reproducible_across_cpus", "true"}}).ok());
  const auto dynamic = TryCompile("func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> { return %x : tensor<?xf32> }",
                                  {{"reproducible_across_cpus", "true"}});
  ASSERT_FALSE(dynamic.ok());
  EXPECT_NE(dynamic.status().message().find("its shapes are dynamic"), std::string::npos) << dynamic.status().message();
  const auto complex = TryCompile(R"(func.func @main(%x: tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>> {
  %0 = stablehlo.sine %x : tensor<2xcomplex<f64>>
  return %0 : tensor<2xcomplex<f64>>
})",
                                  {{"reproducible_across_cpus", "true"}});
  ASSERT_FALSE(complex.ok());
  EXPECT_NE(complex.status().message().find("leave reproducible_across_cpus away"), std::string::npos);
}

TEST(ExecutableTest, ManyRunWhileItIsCompiled) {
  std::thread compiler;
  CompileEnvironment environment;
  environment.schedule = [&](std::function<void()> work) { compiler = std::thread(std::move(work)); };
  const auto executable = TryCompile(kSoftplus, {{"compile", "background"}}, environment);
  ASSERT_TRUE(executable.ok());
  const std::vector<std::byte> wanted = RunBytes(**executable);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 50; ++k) EXPECT_EQ(RunBytes(**executable), wanted);
    });
  }
  EXPECT_GT((*executable)->code_bytes(), 0) << (*executable)->why_evaluated();
  for (std::thread& thread : threads) thread.join();
  compiler.join();
}

TEST(ExecutableTest, ItMayBeDroppedWhileItIsCompiled) {
  std::thread compiler;
  CompileEnvironment environment;
  environment.schedule = [&](std::function<void()> work) { compiler = std::thread(std::move(work)); };
  for (int i = 0; i < 8; ++i) {
    {
      const auto executable = TryCompile(kSoftplus, {{"compile", "background"}}, environment);
      ASSERT_TRUE(executable.ok());
      if (i % 2 == 0) RunBytes(**executable);
    }
    compiler.join();
  }
}

TEST(ExecutableTest, ACompilationThatIsGivenUpLeavesTheEvaluator) {
  std::function<void()> later;
  CompileEnvironment environment;
  environment.schedule = [&](std::function<void()> work) { later = std::move(work); };
  environment.stopped = [] { return true; };
  const auto executable = TryCompile(kSoftplus, {{"compile", "background"}}, environment);
  ASSERT_TRUE(executable.ok());
  later();
  EXPECT_EQ((*executable)->num_fallbacks(), -1);
  EXPECT_EQ((*executable)->why_evaluated(), "the compilation was given up");
  EXPECT_FALSE(RunBytes(**executable).empty());
}

TEST(ExecutableTest, TheCompilerStopsWhereItIsToldTo) {
  const auto executable = TryCompile(kSoftplus, {{"stop_after", "plan"}});
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  EXPECT_EQ((*executable)->why_evaluated(), "the compiler was to stop after plan");
  EXPECT_EQ(RunBytes(**executable), RunBytes(**TryCompile(kSoftplus, {{"engine", "evaluator"}})));
}

std::string ReadText(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

TEST(ExecutableTest, StagesAreDumpedIntoAFolder) {
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "cppjrt_dumps";
  std::filesystem::remove_all(folder);
  const auto executable = TryCompile(kSoftplus, {{"dump_to", folder.string()}, {"dump", "graph,plan,asm,time"}});
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
    EXPECT_FALSE(ReadText(entry.path()).empty()) << names.back();
  }
  std::ranges::sort(names);
  const std::string prefix = "softplus." + (*executable)->fingerprint().substr(0, 8);
  EXPECT_EQ(names, (std::vector<std::string>{prefix + ".asm.s", prefix + ".graph.txt", prefix + ".plan.txt",
                                             prefix + ".time.txt"}));
  EXPECT_NE(ReadText(folder / (prefix + ".graph.txt")).find("multiply f32[8,5]"), std::string::npos);
  EXPECT_NE(ReadText(folder / (prefix + ".time.txt")).find("optimize"), std::string::npos);
}

TEST(ExecutableTest, UnknownOptionsAreRefused) {
  const auto executable = TryCompile(kSoftplus, {{"chek", "nan"}});
  EXPECT_EQ(executable.status().code(), StatusCode::kInvalidArgument);
  EXPECT_NE(executable.status().message().find("did you mean 'check'?"), std::string::npos);
  EXPECT_TRUE(TryCompile(kSoftplus, {{"xla_cpu_enable_fast_math", "true"}}).ok());
}

// --- checks

Tensor Floats(const Dims& dims, const std::vector<float>& values) {
  return *Tensor::Copy(ElementType::kF32, dims, std::as_bytes(std::span(values)), MemoryAllocator::Heap());
}
Tensor Ints(const Dims& dims, const std::vector<int32_t>& values) {
  return *Tensor::Copy(ElementType::kI32, dims, std::as_bytes(std::span(values)), MemoryAllocator::Heap());
}

constexpr const char* kEngines[] = {"native", "evaluator"};

// What running the program with checks says, which must be the same for all engines.
std::string Says(const std::string& program, const std::string& check, const std::vector<RuntimeValue>& arguments) {
  std::string first;
  for (const char* engine : kEngines) {
    const auto executable = TryCompile(program, {{"check", check}, {"engine", engine}});
    if (!executable.ok()) return executable.status().ToString();
    const auto results = (*executable)->Run(arguments, {});
    const std::string text = results.ok() ? "OK" : results.status().ToString();
    if (first.empty()) first = text;
    EXPECT_EQ(text, first) << engine;
  }
  return first;
}

TEST(ChecksTest, TheFirstOpThatMakesANanIsNamed) {
  constexpr char kText[] = R"(func.func @main(%x: tensor<2x2xf32>, %y: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.subtract %x, %y : tensor<2x2xf32>
  %1 = stablehlo.log %0 : tensor<2x2xf32> loc("model.py":7:3)
  %2 = stablehlo.multiply %1, %y : tensor<2x2xf32> loc("model.py":8:3)
  return %2 : tensor<2x2xf32>
})";
  EXPECT_EQ(Says(kText, "nan", {Floats({2, 2}, {3, 3, 3, 3}), Floats({2, 2}, {1, 1, 1, 1})}), "OK");
  EXPECT_EQ(Says(kText, "nan", {Floats({2, 2}, {3, 3, 1, 0}), Floats({2, 2}, {1, 1, 1, 1})}),
            "OUT_OF_RANGE: log at model.py:7:3: it makes an infinity of operands that are finite, first at [1, 0]");
  EXPECT_EQ(Says(kText, "bounds", {Floats({2, 2}, {3, 3, 1, 0}), Floats({2, 2}, {1, 1, 1, 1})}), "OK");
}

TEST(ChecksTest, LoopsAndBranchesAreLookedInto) {
  constexpr char kText[] = R"(func.func @main(%x: tensor<f32>, %n: tensor<i32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<f32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %b = stablehlo.multiply %a, %a : tensor<f32> loc("loop.py":3:5)
      stablehlo.return %j, %b : tensor<i32>, tensor<f32>
    }
  return %r#1 : tensor<f32>
})";
  EXPECT_EQ(Says(kText, "nan", {Floats({}, {10}), Ints({}, {5})}), "OK");
  EXPECT_EQ(Says(kText, "nan", {Floats({}, {10}), Ints({}, {50})}),
            "OUT_OF_RANGE: multiply at loop.py:3:5: it makes an infinity of operands that are finite");
}

TEST(ChecksTest, IndicesOutOfBoundsAreNamed) {
  constexpr char kSlice[] = R"(func.func @main(%x: tensor<4x6xf32>, %i: tensor<i32>) -> tensor<1x2xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %zero, %i, sizes = [1, 2] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32> loc("m.py":1:2)
  return %0 : tensor<1x2xf32>
})";
  EXPECT_EQ(Says(kSlice, "bounds", {Ramp({4, 6}), Ints({}, {4})}), "OK");
  EXPECT_EQ(Says(kSlice, "bounds,nan", {Ramp({4, 6}), Ints({}, {5})}),
            "OUT_OF_RANGE: dynamic_slice at m.py:1:2: index 5 of dimension 1 is out of bounds: it may be 0 to 4");

  constexpr char kGather[] = R"(func.func @main(%x: tensor<4x6xf32>, %i: tensor<3x1xi32>) -> tensor<3x6xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<4x6xf32>, tensor<3x1xi32>) -> tensor<3x6xf32> loc("m.py":2:2)
  return %0 : tensor<3x6xf32>
})";
  EXPECT_EQ(Says(kGather, "bounds", {Ramp({4, 6}), Ints({3, 1}, {0, 3, 1})}), "OK");
  EXPECT_EQ(
      Says(kGather, "bounds", {Ramp({4, 6}), Ints({3, 1}, {0, -2, 4})}),
      "OUT_OF_RANGE: gather at m.py:2:2: index -2 of dimension 0, at [1, 0] of the indices, is out of bounds: it may "
      "be 0 to 3");

  constexpr char kScatter[] =
      R"(func.func @main(%x: tensor<4x6xf32>, %i: tensor<2x1xi32>, %u: tensor<2x6xf32>) -> tensor<4x6xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x1xi32>, tensor<2x6xf32>) -> tensor<4x6xf32> loc("m.py":3:2)
  return %0 : tensor<4x6xf32>
})";
  EXPECT_EQ(Says(kScatter, "bounds", {Ramp({4, 6}), Ints({2, 1}, {0, 3}), Ramp({2, 6})}), "OK");
  EXPECT_EQ(
      Says(kScatter, "bounds", {Ramp({4, 6}), Ints({2, 1}, {0, 4}), Ramp({2, 6})}),
      "OUT_OF_RANGE: scatter at m.py:3:2: index 4 of dimension 0, at [1, 0] of the indices, is out of bounds: it may "
      "be 0 to 3");
}

TEST(ChecksTest, ResultsAreTheSameAsWithoutChecks) {
  const auto plain = TryCompile(kSoftplus, {{"engine", "native"}});
  for (const char* check : {"nan", "bounds", "uninit", "nan,bounds,uninit"}) {
    const auto checked = TryCompile(kSoftplus, {{"engine", "native"}, {"check", check}});
    ASSERT_TRUE(checked.ok()) << checked.status().ToString();
    EXPECT_EQ(RunBytes(**checked), RunBytes(**plain)) << check;
  }
}

// A custom call that writes the first `writes` elements of its result only.
stablehlo::CustomCallTable Forgetful(int64_t writes) {
  stablehlo::CustomCallTable table;
  table.Add("forgetful", [writes](const stablehlo::OpRef&) -> StatusOr<stablehlo::Kernel> {
    return stablehlo::Kernel([writes](stablehlo::Call& call) -> Status {
      CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(ElementType::kF32, {8}));
      std::fill_n(result.mutable_data<float>(), writes, 1.0f);
      call.Return(std::move(result));
      return OkStatus();
    });
  });
  return table;
}

TEST(ChecksTest, WhatIsReadBeforeItIsWrittenIsFound) {
  constexpr char kText[] = R"(func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.add %x, %x : tensor<8xf32>
  %1 = stablehlo.custom_call @forgetful(%0) : (tensor<8xf32>) -> tensor<8xf32> loc("m.py":2:2)
  %2 = stablehlo.multiply %1, %0 : tensor<8xf32>
  return %2 : tensor<8xf32>
})";
  for (const int64_t writes : {8, 5}) {
    const stablehlo::CustomCallTable table = Forgetful(writes);
    CompileEnvironment environment;
    environment.custom_calls = &table;
    for (const char* engine : kEngines) {
      const auto executable = TryCompile(kText, {{"check", "uninit"}, {"engine", engine}}, environment);
      ASSERT_TRUE(executable.ok()) << executable.status().ToString();
      const auto results = (*executable)->Run({Ramp({8})}, {});
      EXPECT_EQ(results.ok() ? "" : results.status().ToString(),
                writes == 8 ? ""
                            : "INTERNAL: custom_call at m.py:2:2: its result depends on memory that nobody wrote "
                              "before it")
          << engine;
    }
  }
}

TEST(ChecksTest, ProgramsWithEffectsDoNotRunTwice) {
  constexpr char kText[] = R"(func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %1 = stablehlo.custom_call @forgetful(%x) {has_side_effect = true} : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
})";
  const auto executable = TryCompile(kText, {{"check", "uninit"}});
  EXPECT_EQ(executable.status().code(), StatusCode::kUnimplemented);
  EXPECT_NE(executable.status().message().find("runs a program twice"), std::string::npos);
}

}  // namespace
}  // namespace cppjrt::cpu
