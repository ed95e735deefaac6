// Damaged programs are refused or read, never a crash: seeded random changes to programs of the corpus, within a few
// seconds (CPPJRT_MUTATION_SECONDS). Meant to run under sanitizers.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "stablehlo/text/testing.h"

namespace cppjrt::stablehlo::text {
namespace {

constexpr std::string_view kBuiltIn = R"(#loc = loc("a":1:2 to :3)
!t = tensor<2x?xf32, #stablehlo.bounds<?, 3>>
module @m attributes {a = [1, {b = "c\0A"}], d = dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>, e = sparse<[[0]], 1.0> : tensor<3xf32>} {
  func.func public @f(%a: tensor<2x3xf32> {x = #foo<"b">}, %i: tensor<i32>) -> (tensor<2xf32> {y}) {
    %c = stablehlo.constant dense<"0x0000803F"> : tensor<f32>
    %0 = stablehlo.reduce(%a init: %c) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    %1:2 = stablehlo.while(%x = %0, %y = %i) : tensor<2xf32>, tensor<i32> cond {
      %p = stablehlo.compare LT, %y, %i, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      stablehlo.return %x, %y : tensor<2xf32>, tensor<i32>
    } loc(fused<"m">[#loc, callsite(#loc at "n"(unknown))])
    %2 = stablehlo.slice %a [0:2, 1:3:2] : (tensor<2x3xf32>) -> tensor<2x1xf32>
    %3 = stablehlo.dot_general %a, %a, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [HIGH, DEFAULT] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
    %4:2 = "foo.bar"(%later, %a) <{p = array<i64: 1>}> ({ ^bb0(%b: i1 loc("x"(#loc))): }) {q} : (i1, tensor<2x3xf32>) -> (i1, i1)
    %later = "foo.baz"() : () -> i1
    return %1#0 : tensor<2xf32>
  }
}
{-# dialect_resources: { builtin: { k: "0x0400000001" } } #-})";

std::vector<std::string> Seeds() {
  constexpr size_t kMaxBytes = 20000;
  std::vector<std::string> seeds = {std::string(kBuiltIn)};
  const char* root = std::getenv("CPPJRT_CORPUS");
  for (const char* folder : {"/stablehlo/ops", "/stablehlo/interpret", "/stablehlo/testdata/quantized", "/jax"}) {
    const std::filesystem::path path = std::string(root == nullptr ? "../shared/corpus" : root) + folder;
    if (!std::filesystem::exists(path)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
      if (entry.path().extension() != ".mlir" || entry.file_size() > kMaxBytes) continue;
      std::ifstream file(entry.path(), std::ios::binary);
      seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
  }
  std::ranges::sort(seeds);
  return seeds;
}

class Mutator {
 public:
  explicit Mutator(uint32_t seed) : random_(seed) {}

  size_t Below(size_t limit) { return limit == 0 ? 0 : random_() % limit; }

  void Mutate(std::string& text, const std::string& other) {
    const size_t at = Below(text.size());
    switch (Below(6)) {
      case 0:
        text.erase(at, 1 + Below(8));
        return;
      case 1:
        text.insert(at, 1, kCharacters[Below(kCharacters.size())]);
        return;
      case 2:
        if (!text.empty()) text[at] = static_cast<char>(Below(256));
        return;
      case 3:  // a piece of itself again
        text.insert(at, text.substr(Below(text.size()), Below(60)));
        return;
      case 4:  // a piece of another program
        text.insert(at, other.substr(Below(other.size()), Below(60)));
        return;
      default:
        if (!text.empty()) text[at] = kCharacters[Below(kCharacters.size())];
        return;
    }
  }

 private:
  static constexpr std::string_view kCharacters = "()[]{}<>:,=%#@!^\"-?x0123456789.e*\\ \n";
  std::mt19937 random_;
};

TEST(MutationTest, DamagedProgramsAreRefusedOrRead) {
  const std::vector<std::string> seeds = Seeds();
  const char* seconds = std::getenv("CPPJRT_MUTATION_SECONDS");
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds == nullptr ? 3 : std::atoi(seconds));
  size_t runs = 0;
  size_t read = 0;
  for (uint32_t seed = 1; std::chrono::steady_clock::now() < end; ++seed) {
    Mutator mutator(seed);
    std::string program = seeds[mutator.Below(seeds.size())];
    const std::string& other = seeds[mutator.Below(seeds.size())];
    for (size_t n = 1 + mutator.Below(4); n > 0; --n) mutator.Mutate(program, other);
    ++runs;
    StatusOr<Module> module = ParseText(program, "t.mlir");
    if (!module.ok()) continue;
    ++read;
    // What is read can be printed, and what is printed read.
    ASSERT_EQ(RoundtripProblem(program), "") << "seed " << seed << "\n" << program;
  }
  RecordProperty("runs", static_cast<int>(runs));
  std::printf("%zu programs, %zu of them read\n", runs, read);
}

}  // namespace
}  // namespace cppjrt::stablehlo::text
