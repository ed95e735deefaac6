// stablehlo.rng through the plugin: each execution draws anew, from a state that the client keeps.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tests/cpu_plugin/raw_plugin.h"

namespace cppjrt::cpu {
namespace {

using Floats = std::vector<float>;

// Two draws of the same form, and a loop of three more.
constexpr char kDraws[] = R"(module @draws {
  func.func public @main() -> tensor<5x4xf32> {
    %a = stablehlo.constant dense<0.0> : tensor<f32>
    %b = stablehlo.constant dense<1.0> : tensor<f32>
    %shape = stablehlo.constant dense<[1, 4]> : tensor<2xi64>
    %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<1x4xf32>
    %1 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<1x4xf32>
    %two = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<2x4xf32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %three = stablehlo.constant dense<3> : tensor<i32>
    %rows = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %2:2 = stablehlo.while(%i = %zero, %x = %rows) : tensor<i32>, tensor<3x4xf32>
     cond {
      %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %row = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<1x4xf32>
      %y = stablehlo.dynamic_update_slice %x, %row, %i, %zero : (tensor<3x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %y : tensor<i32>, tensor<3x4xf32>
    }
    %3 = stablehlo.concatenate %two, %2#1, dim = 0 : (tensor<2x4xf32>, tensor<3x4xf32>) -> tensor<5x4xf32>
    return %3 : tensor<5x4xf32>
  }
})";

PJRT_NamedValue Seed(int64_t seed) {
  auto value = Make<PJRT_NamedValue>();
  value.name = "rng_seed";
  value.name_size = std::strlen(value.name);
  value.type = PJRT_NamedValue_kInt64;
  value.int64_value = seed;
  value.value_size = 1;
  return value;
}

// CompileOptionsProto with a setting of the compiler.
std::string Setting(const std::string& name, const std::string& value) {
  const auto field = [](char key, const std::string& bytes) {
    return std::string(1, key) + static_cast<char>(bytes.size()) + bytes;
  };
  return field('\x3a', field('\x0a', name) + field('\x12', field('\x0a', value)));
}

class RngTest : public ::testing::Test {
 protected:
  Floats Draw(PJRT_LoadedExecutable* executable) const {
    PJRT_Buffer* out = nullptr;
    EXPECT_EQ(p_.TryExecute(executable, {}, &out), "");
    Floats values(20);
    auto args = Make<PJRT_Buffer_ToHostBuffer_Args>();
    args.src = out;
    args.dst = values.data();
    args.dst_size = values.size() * sizeof(float);
    EXPECT_EQ(p_.Try(args), "");
    EXPECT_EQ(p_.Await(args.event), "");
    EXPECT_EQ(p_.Destroy(out), "");
    return values;
  }
  // What the first `count` executions of a client draw.
  std::vector<Floats> Draws(const std::vector<PJRT_NamedValue>& options, const std::string& settings, int count) const {
    PJRT_Client* client = p_.NewClient(options);
    PJRT_LoadedExecutable* executable = nullptr;
    EXPECT_EQ(p_.TryCompile(client, kDraws, &executable, settings), "");
    std::vector<Floats> draws;
    for (int i = 0; i < count; ++i) draws.push_back(Draw(executable));
    EXPECT_EQ(p_.Destroy(executable), "");
    EXPECT_EQ(p_.Destroy(client), "");
    return draws;
  }

  RawPlugin p_;
};

// The rows of all draws: no two are the same.
size_t DifferentRows(const std::vector<Floats>& draws) {
  std::set<Floats> rows;
  for (const Floats& draw : draws) {
    for (size_t i = 0; i < draw.size(); i += 4) rows.insert(Floats(draw.begin() + i, draw.begin() + i + 4));
  }
  return rows.size();
}

TEST_F(RngTest, EachExecutionAndEachIterationDrawsAnew) {
  for (const char* engine : {"native", "evaluator"}) {
    EXPECT_EQ(DifferentRows(Draws({}, Setting("engine", engine), 4)), 20U) << engine;
  }
}

TEST_F(RngTest, TheSeedSaysWhatIsDrawn) {
  const std::vector<Floats> first = Draws({Seed(7)}, Setting("engine", "native"), 3);
  EXPECT_EQ(first, Draws({Seed(7)}, Setting("engine", "native"), 3));
  EXPECT_EQ(first, Draws({Seed(7)}, Setting("engine", "evaluator"), 3));
  EXPECT_EQ(first, Draws({Seed(7)}, Setting("compile", "background"), 3));
  EXPECT_EQ(first, Draws({Seed(7)}, Setting("compile", "lazy"), 3));
  std::vector<Floats> both = Draws({Seed(8)}, Setting("engine", "native"), 3);
  both.insert(both.end(), first.begin(), first.end());
  EXPECT_EQ(DifferentRows(both), 30U);
}

TEST_F(RngTest, TheEnvironmentHasASeedToo) {
  const std::vector<Floats> seven = Draws({Seed(7)}, {}, 2);
  const std::vector<Floats> none = Draws({}, {}, 2);
  ASSERT_EQ(::setenv("CPPJRT_CPU_RNG_SEED", "7", 1), 0);
  const std::vector<Floats> from_environment = Draws({}, {}, 2);
  const std::vector<Floats> from_option = Draws({Seed(0)}, {}, 2);
  ASSERT_EQ(::unsetenv("CPPJRT_CPU_RNG_SEED"), 0);
  EXPECT_EQ(from_environment, seven);
  EXPECT_EQ(from_option, none);  // 0 where nothing else is said
}

TEST_F(RngTest, ConcurrentExecutionsDrawDifferentNumbers) {
  PJRT_Client* client = p_.NewClient();
  PJRT_LoadedExecutable* executable = p_.Compile(client, kDraws);
  std::array<std::vector<Floats>, 4> draws;
  std::vector<std::thread> threads;
  for (std::vector<Floats>& mine : draws) {
    threads.emplace_back([&] {
      for (int i = 0; i < 10; ++i) mine.push_back(Draw(executable));
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::vector<Floats> all;
  for (const std::vector<Floats>& mine : draws) all.insert(all.end(), mine.begin(), mine.end());
  EXPECT_EQ(DifferentRows(all), 200U);
  EXPECT_EQ(p_.Destroy(executable), "");
  EXPECT_EQ(p_.Destroy(client), "");
}

}  // namespace
}  // namespace cppjrt::cpu
