// Units of code: equal ones are made once, in a program, in a process and between processes.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/blob_store.h"
#include "base/thread_pool.h"
#include "cpu/native/compile_test.h"

namespace cppjrt::cpu {
namespace {

using codegen::CodeStats;
using stablehlo::MemoryAllocator;
using stablehlo::RuntimeValue;

struct Compiled : CompiledText {
  const CodeStats& stats() const { return program->code_stats(); }
};

// Without a dump, which would turn off what is tested here.
StatusOr<Compiled> TryCompile(const std::string& text, const BlobStore* cache, ThreadPool* pool) {
  NativeOptions options;
  options.cache = cache;
  options.pool = pool;
  CPPJRT_ASSIGN_OR_RETURN(CompiledText compiled, TryCompileText(text, std::move(options), /*wants_plan=*/false));
  return Compiled{std::move(compiled)};
}

Compiled Compile(const std::string& text, const BlobStore* cache = nullptr, ThreadPool* pool = nullptr) {
  StatusOr<Compiled> compiled = TryCompile(text, cache, pool);
  EXPECT_TRUE(compiled.ok()) << compiled.status().ToString();
  return std::move(*compiled);
}

// A row of sorts, which are calls, with something between them: `scale` of each layer is in its code.
std::string Layers(const std::vector<double>& scales) {
  std::string text = "func.func @main(%v0: tensor<32xf32>) -> tensor<32xf32> {\n";
  for (size_t i = 0; i < scales.size(); ++i) {
    const std::string n = std::to_string(i);
    text += "  %c" + n + " = stablehlo.constant dense<" + std::to_string(scales[i]) + "> : tensor<32xf32>\n";
    text += "  %m" + n + " = stablehlo.multiply %v" + n + ", %c" + n + " : tensor<32xf32>\n";
    text += "  %t" + n + " = stablehlo.sine %m" + n + " : tensor<32xf32>\n";
    text += "  %v" + std::to_string(i + 1) + R"( = "stablehlo.sort"(%t)" + n + R"() ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) {dimension = 0 : i64, is_stable = true} : (tensor<32xf32>) -> tensor<32xf32>
)";
  }
  return text + "  return %v" + std::to_string(scales.size()) + " : tensor<32xf32>\n}\n";
}

std::vector<float> RunIt(const Compiled& compiled) {
  Tensor x = *Tensor::Allocate(ElementType::kF32, {32}, MemoryAllocator::Heap());
  for (size_t i = 0; i < 32; ++i) x.mutable_data<float>()[i] = static_cast<float>(i * 7 % 32) / 16;
  auto results = compiled.program->Run({x}, {});
  EXPECT_TRUE(results.ok());
  const auto* data = (*results)[0].tensor().data<float>();
  return {data, data + 32};
}

class Folder {
 public:
  Folder() {
    std::string path = testing::TempDir() + "/unitsXXXXXX";
    path_ = mkdtemp(path.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  BlobStore Open() const { return *BlobStore::Open({.directory = path_}); }
  std::vector<std::filesystem::path> Entries() const {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator(path_ + "/entries")) found.push_back(entry.path());
    return found;
  }

 private:
  std::string path_;
};

TEST(Units, EqualOnesAreMadeOnce) {
  const Compiled one = Compile(Layers({0.875}));
  const CodeStats first = one.stats();
  const Compiled many = Compile(Layers(std::vector<double>(50, 0.875)));
  EXPECT_GT(first.generated, 0);
  // The first and last layers read an argument and write a result; those between are all alike.
  EXPECT_LE(many.stats().units, first.units + 3);
}

TEST(Units, AProcessHasThemOnce) {
  const Compiled first = Compile(Layers({0.75, 0.5}));
  const Compiled second = Compile(Layers({0.75, 0.5}));
  EXPECT_EQ(second.stats().generated, 0);
  EXPECT_EQ(second.stats().shared, first.stats().units);
  EXPECT_EQ(RunIt(first), RunIt(second));
}

TEST(Units, AChangedModelMakesOnlyWhatChanged) {
  const Compiled first = Compile(Layers({0.75, 0.5, 0.25, 0.125}));
  const Compiled second = Compile(Layers({0.75, 0.5, 0.3125, 0.125}));
  EXPECT_EQ(second.stats().generated, 1);
  EXPECT_NE(RunIt(first), RunIt(second));
}

TEST(Units, ACacheKeepsThem) {
  const Folder folder;
  const BlobStore cache = folder.Open();
  std::vector<float> wanted;
  int64_t units = 0;
  {
    const Compiled made = Compile(Layers({1.5, 2.5, 3.5}), &cache);
    wanted = RunIt(made);
    units = made.stats().units;
    EXPECT_EQ(made.stats().generated, units);
  }
  const Compiled found = Compile(Layers({1.5, 2.5, 3.5}), &cache);
  EXPECT_EQ(found.stats().from_cache, units);
  EXPECT_EQ(found.stats().generated, 0);
  EXPECT_EQ(RunIt(found), wanted);
  // Another model has most of its layers from it.
  const Compiled other = Compile(Layers({1.5, 4.5, 3.5}), &cache);
  EXPECT_EQ(other.stats().generated, 1);
}

TEST(Units, DamagedEntriesAreMadeAgain) {
  const Folder folder;
  const BlobStore cache = folder.Open();
  std::vector<float> wanted;
  int64_t units = 0;
  {
    const Compiled made = Compile(Layers({1.25, 2.25}), &cache);
    wanted = RunIt(made);
    units = made.stats().units;
  }
  for (const std::filesystem::path& entry : folder.Entries()) {
    std::filesystem::resize_file(entry, std::filesystem::file_size(entry) - 5);
  }
  const Compiled again = Compile(Layers({1.25, 2.25}), &cache);
  EXPECT_EQ(again.stats().generated, units);
  EXPECT_EQ(RunIt(again), wanted);
}

TEST(Units, ThreadsMakeTheSame) {
  std::vector<double> scales;
  for (int i = 1; i <= 40; ++i) scales.push_back(i / 8.0);
  std::vector<float> wanted;
  {
    const Compiled alone = Compile(Layers(scales));
    wanted = RunIt(alone);
  }
  ThreadPool pool(4);
  const Compiled together = Compile(Layers(scales), nullptr, &pool);
  EXPECT_GE(together.stats().generated, 40);
  EXPECT_EQ(RunIt(together), wanted);
}

}  // namespace
}  // namespace cppjrt::cpu
