#include "cpu/executable/executable.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
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

TEST(ExecutableTest, ProductsWithMasksAreWhatIsAskedFor) {
  constexpr char kMasked[] = R"(module @masked {
  func.func @main(%x: tensor<8x5xf32>) -> tensor<8x5xf32> {
    %infinite = stablehlo.constant dense<0x7F800000> : tensor<8x5xf32>
    %mask = stablehlo.compare NE, %x, %x : (tensor<8x5xf32>, tensor<8x5xf32>) -> tensor<8x5xi1>
    %number = stablehlo.convert %mask : (tensor<8x5xi1>) -> tensor<8x5xf32>
    %r = stablehlo.multiply %number, %infinite : tensor<8x5xf32>
    return %r : tensor<8x5xf32>
  }
})";
  const auto first = [&](const char* masked_products, const char* engine) {
    const auto executable = TryCompile(kMasked, {{"masked_products", masked_products}, {"engine", engine}});
    EXPECT_TRUE(executable.ok()) << executable.status().ToString();
    float value = 1;
    std::memcpy(&value, RunBytes(**executable).data(), sizeof value);
    return value;
  };
  for (const char* engine : {"native", "evaluator"}) {
    EXPECT_EQ(first("select", engine), 0) << engine;
    EXPECT_TRUE(std::isnan(first("multiply", engine))) << engine;
  }
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

Tensor Floats(const Dims& dims, const std::vector<float>& values) {
  return *Tensor::Copy(ElementType::kF32, dims, std::as_bytes(std::span(values)), MemoryAllocator::Heap());
}
Tensor Ints(const Dims& dims, const std::vector<int32_t>& values) {
  return *Tensor::Copy(ElementType::kI32, dims, std::as_bytes(std::span(values)), MemoryAllocator::Heap());
}

// --- dynamic shapes

constexpr char kDynamic[] = R"(func.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<?x4xf32>
  %1 = stablehlo.tanh %0 : tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
})";

TEST(ExecutableTest, ThereIsCodeForEachSetOfShapes) {
  for (const char* engine : {"native", "evaluator", "auto"}) {
    for (const char* mode : {"eager", "lazy", "background"}) {
      if (std::string_view(engine) == "native" && std::string_view(mode) == "background") continue;  // forbidden
      const auto executable = TryCompile(kDynamic, {{"engine", engine}, {"compile", mode}});
      ASSERT_TRUE(executable.ok()) << executable.status().ToString();
      for (const int64_t rows : {3, 5, 3, 70}) {
        const auto results = (*executable)->Run({Ramp({rows, 4})}, {});
        ASSERT_TRUE(results.ok()) << results.status().ToString();
        const Tensor& made = (*results)[0].tensor();
        ASSERT_EQ(made.dims(), (Dims{rows, 4})) << engine << " " << mode;
        const Tensor x = Ramp({rows, 4}).tensor();
        for (int64_t i = 0; i < rows * 4; ++i) {
          const float square = x.data<float>()[i] * x.data<float>()[i];
          EXPECT_NEAR(made.data<float>()[i], std::tanh(square), 1e-6);
        }
      }
    }
  }
}

// Sizes that the program itself works out are the evaluator's.
TEST(ExecutableTest, SizesThatDependOnDataAreEvaluated) {
  constexpr char kText[] = R"(func.func @main(%x: tensor<8xf32>, %n: tensor<1xi32>) -> tensor<?xf32> {
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%x, %n) <{broadcast_dimensions = array<i64: 0>}> : (tensor<8xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
})";
  const auto executable = TryCompile(kText, {});
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  for (int run = 0; run < 2; ++run) {
    const auto results = (*executable)->Run({Ramp({8}), Ints({1}, {8})}, {});
    ASSERT_TRUE(results.ok()) << results.status().ToString();
    EXPECT_EQ((*results)[0].tensor().dims(), (Dims{8}));
  }
}

TEST(ExecutableTest, FarMoreShapesThanAreKeptRun) {
  const auto executable = TryCompile(kDynamic, {{"engine", "evaluator"}});
  ASSERT_TRUE(executable.ok());
  for (int64_t rows = 1; rows < 200; ++rows) {
    const auto results = (*executable)->Run({Ramp({rows, 4})}, {});
    ASSERT_TRUE(results.ok()) << results.status().ToString();
    EXPECT_EQ((*results)[0].tensor().dims()[0], rows);
  }
}

// --- checks

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

TEST(ChecksTest, WhatASliceLeavesOutCounts) {
  constexpr char kText[] = R"(func.func @main(%x: tensor<64xf32>) -> tensor<4xf32> {
  %0 = stablehlo.log %x : tensor<64xf32> loc("m.py":1:2)
  %1 = stablehlo.slice %0 [0:4] : (tensor<64xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
})";
  std::vector<float> values(64, 1);
  EXPECT_EQ(Says(kText, "nan", {Floats({64}, values)}), "OK");
  values[50] = -1;
  EXPECT_EQ(Says(kText, "nan", {Floats({64}, values)}),
            "OUT_OF_RANGE: log at m.py:1:2: it makes a NaN of operands that are finite, first at [50]");
}

TEST(ChecksTest, WhatASelectDropsCountsAndWhatNobodyUsesDoesNot) {
  constexpr char kText[] = R"(func.func @main(%x: tensor<64xf32>, %y: tensor<64xf32>) -> tensor<64xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<64xf32>
  %0 = stablehlo.sqrt %x : tensor<64xf32> loc("m.py":1:2)
  %1 = stablehlo.log %y : tensor<64xf32> loc("m.py":2:2)
  %2 = stablehlo.compare GT, %y, %zero : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xi1>
  %3 = stablehlo.select %2, %1, %zero : tensor<64xi1>, tensor<64xf32>
  return %3 : tensor<64xf32>
})";
  const std::vector<float> ones(64, 1);
  std::vector<float> bad(64, 1);
  bad[63] = -1;
  EXPECT_EQ(Says(kText, "nan", {Floats({64}, ones), Floats({64}, ones)}), "OK");
  EXPECT_EQ(Says(kText, "nan", {Floats({64}, bad), Floats({64}, ones)}), "OK");
  EXPECT_EQ(Says(kText, "nan", {Floats({64}, ones), Floats({64}, bad)}),
            "OUT_OF_RANGE: log at m.py:2:2: it makes a NaN of operands that are finite, first at [63]");
}

TEST(ChecksTest, EveryLengthAndTypeIsLookedAt) {
  for (const int64_t n : {1, 3, 7, 17, 33, 1000}) {
    for (const char* type : {"f32", "f64", "bf16", "f16"}) {
      const std::string shape = "tensor<" + std::to_string(n) + "x" + type + ">";
      const std::string text = "func.func @main(%x: tensor<" + std::to_string(n) + "xf32>) -> " + shape +
                               " {\n  %0 = stablehlo.convert %x : (tensor<" + std::to_string(n) + "xf32>) -> " + shape +
                               "\n  %1 = stablehlo.log %0 : " + shape +
                               " loc(\"m.py\":1:2)\n  %2 = stablehlo.add %1, %0 : " + shape +
                               "\n  return %2 : " + shape + "\n}";
      for (int64_t bad = -1; bad < n; bad += std::max<int64_t>(1, n / 3)) {
        std::vector<float> values(static_cast<size_t>(n), 2);
        if (bad >= 0) values[static_cast<size_t>(bad)] = 0;
        const std::string says = Says(text, "nan", {Floats({n}, values)});
        EXPECT_EQ(says,
                  bad < 0
                      ? "OK"
                      : "OUT_OF_RANGE: log at m.py:1:2: it makes an infinity of operands that are finite, first at [" +
                            std::to_string(bad) + "]")
            << type << " " << n;
      }
    }
  }
}

TEST(ChecksTest, LoopsThatWaitForANumberEndWithANan) {
  constexpr char kText[] = R"(func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %r = stablehlo.while(%a = %x) : tensor<f32>
    cond {
      %c = stablehlo.compare NE, %a, %one : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %b = stablehlo.sqrt %a : tensor<f32> loc("m.py":3:5)
      stablehlo.return %b : tensor<f32>
    }
  return %r : tensor<f32>
})";
  EXPECT_EQ(Says(kText, "nan", {Floats({}, {16})}), "OK");
  EXPECT_EQ(Says(kText, "nan", {Floats({}, {-16})}),
            "OUT_OF_RANGE: sqrt at m.py:3:5: it makes a NaN of operands that are finite");
}

TEST(ChecksTest, ReductionsAndProductsAreLookedAt) {
  constexpr char kText[] = R"(func.func @main(%x: tensor<8x64xf32>, %y: tensor<64x48xf32>) -> tensor<8x48xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x64xf32>, tensor<f32>) -> tensor<8xf32> loc("m.py":1:2)
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<8xf32>) -> tensor<8x64xf32>
  %2 = stablehlo.divide %x, %1 : tensor<8x64xf32>
  %3 = stablehlo.dot %2, %y : (tensor<8x64xf32>, tensor<64x48xf32>) -> tensor<8x48xf32> loc("m.py":2:2)
  %4 = stablehlo.tanh %3 : tensor<8x48xf32>
  return %4 : tensor<8x48xf32>
})";
  std::vector<float> x(512, 1);
  std::vector<float> y(64 * 48, 1);
  EXPECT_EQ(Says(kText, "nan", {Floats({8, 64}, x), Floats({64, 48}, y)}), "OK");
  // Rows of which little is left when they are added up, so that the product is large.
  for (size_t i = 0; i < x.size(); ++i) x[i] = i % 64 < 33 ? 1.0f : -1.0f;
  for (size_t i = 0; i < y.size(); ++i) y[i] = i / 48 < 33 ? 3e38f : -3e38f;
  const std::string says = Says(kText, "nan", {Floats({8, 64}, x), Floats({64, 48}, y)});
  EXPECT_NE(says.find("dot_general at m.py:2:2: it makes an infinity of operands that are finite, first at [0, 0]"),
            std::string::npos)
      << says;
  x.assign(512, 3e38f);
  EXPECT_EQ(Says(kText, "nan", {Floats({8, 64}, x), Floats({64, 48}, y)}),
            "OUT_OF_RANGE: reduce at m.py:1:2: it makes an infinity of operands that are finite, first at [0]");
}

// Infinities that operands explain raise alarms that are false.
TEST(ChecksTest, MasksOfInfinitiesAreNoFault) {
  constexpr char kText[] = R"(func.func @main(%x: tensor<16xf32>, %m: tensor<16xf32>) -> tensor<16xf32> {
  %0 = stablehlo.add %x, %m : tensor<16xf32> loc("m.py":1:2)
  %1 = stablehlo.exponential %0 : tensor<16xf32>
  %2 = stablehlo.log %x : tensor<16xf32> loc("m.py":3:2)
  %3 = stablehlo.add %1, %2 : tensor<16xf32>
  return %3 : tensor<16xf32>
})";
  std::vector<float> x(16, 1);
  std::vector<float> mask(16, 0);
  mask[5] = -std::numeric_limits<float>::infinity();
  const auto checked = TryCompile(kText, {{"engine", "native"}, {"check", "nan"}});
  const auto plain = TryCompile(kText, {{"engine", "native"}});
  ASSERT_TRUE(checked.ok()) << checked.status().ToString();
  const auto bytes = [](const auto& results) {
    const auto all = (*results)[0].tensor().bytes();
    return std::string(reinterpret_cast<const char*>(all.data()), all.size());
  };
  // However often it runs.
  for (int run = 0; run < 4; ++run) {
    const auto results = (*checked)->Run({Floats({16}, x), Floats({16}, mask)}, {});
    ASSERT_TRUE(results.ok()) << results.status().ToString();
    EXPECT_EQ(bytes(results), bytes((*plain)->Run({Floats({16}, x), Floats({16}, mask)}, {}))) << run;
  }
  x[3] = 0;
  for (int run = 0; run < 2; ++run) {
    const auto results = (*checked)->Run({Floats({16}, x), Floats({16}, mask)}, {});
    EXPECT_EQ(results.status().ToString(),
              "OUT_OF_RANGE: log at m.py:3:2: it makes an infinity of operands that are finite, first at [3]");
  }
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

// Files of the names that XLA's users look for, once for each compilation.
TEST(ExecutableTest, DumpsOfXlaHaveItsNames) {
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "xla_dump";
  std::filesystem::remove_all(folder);
  ASSERT_TRUE(TryCompile(kSoftplus, {{"xla_dump_to", folder.string()}}).ok());
  std::string names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    EXPECT_TRUE(name.starts_with("module_")) << name;
    EXPECT_GT(std::filesystem::file_size(entry.path()), 0u) << name;
    names += name.substr(name.find('.', name.find('.') + 1)) + " ";
  }
  for (const char* wanted : {".before_optimizations.txt ", ".cpu_after_optimizations.txt ", ".ir-no-opt.ll ",
                             ".ir-with-opt.ll ", ".cpu_after_optimizations-buffer-assignment.txt "}) {
    EXPECT_NE(names.find(wanted), std::string::npos) << wanted << " in " << names;
  }
}

}  // namespace
}  // namespace cppjrt::cpu
