// XlaCpuTest: a test that runs on the XLA CPU plugins of three versions and on ours. One client per plugin serves all tests.
#ifndef CPPJRT_TESTS_CLIENT_XLA_CPU_H_
#define CPPJRT_TESTS_CLIENT_XLA_CPU_H_

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/client/plugins.h"

namespace pjrt {

using Dims = std::vector<int64_t>;
using Floats = std::vector<float>;

// Tests of what XLA's plugins say of themselves, of what they lack, and of where ours does better.
inline constexpr std::string_view kFactsOfXla[] = {
    "ThePluginSaysWhatItIs",
    "ItsExtensionsAreListed",
    "ThePlatformIsCpu",
    "MemoryStatisticsAreUnimplemented",
    "UnknownOptionsAreRefusedFrom115On",
    "TheOptimizedProgramIsHlo",
    "CostAnalysisExistsAt81",
    "FingerprintsTellProgramsApart",
    "MemoryKindsAreKnownAt115",
    "ProgramsThatAreNoneAreErrors",
    "AnArtifactTooNewIsExplainedWithARemedy",
    "AnotherOrderHoldsTheSameValuesOrIsRefused",
    "AViewOfUnalignedMemoryIsAnErrorAndForgetsTheCallback",
    "AClientHasOne",
    "BytesGiveTheSameTopologyAt115",
    "TheCpuHasNoNamedTopologies",
    "ProgramsCompileForOneWithoutAClientAt115",
};

class XlaCpuTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (const std::string why = WhyNot(GetParam()); !why.empty()) GTEST_SKIP() << why;
    const std::string test = ::testing::UnitTest::GetInstance()->current_test_info()->name();
    for (const std::string_view name : kFactsOfXla) {
      if (GetParam() == std::string_view(kOurPlugin) && test.starts_with(name)) {
        GTEST_SKIP() << "tells what XLA's plugins are or lack; tests/cpu_plugin tells what ours is";
      }
    }
  }

  static Plugin plugin() { return Get(Plugin::Load(InstalledPath(GetParam()))); }
  static int minor() { return plugin().api_version().minor_version; }
  // The shared one, with the plugin's default of four devices.
  static Client& client() {
    static auto* const clients = new std::map<std::string, Client>();
    auto found = clients->find(GetParam());
    if (found == clients->end()) found = clients->emplace(GetParam(), NewClient()).first;
    return found->second;
  }
  static Client NewClient(NamedValues options = {}) {
    return Get(Client::Create(plugin(), {std::move(options), nullptr}));
  }
  static const Device& device(size_t i = 0) { return client().addressable_devices()[i]; }
  static Memory MemoryOfKind(std::string_view kind) {
    for (const Memory& memory : device().memories()) {
      if (memory.kind() == kind) return memory;
    }
    throw std::runtime_error("no memory of kind " + std::string(kind));
  }

  static LoadedExecutable Compile(const std::string& text, const CompileOptions& options = {}) {
    return Get(client().Compile({text, "mlir"}, options));
  }
  // Compiled once for all tests.
  static const LoadedExecutable& Compiled(const std::string& text) {
    static auto* const executables = new std::map<std::pair<std::string, std::string>, LoadedExecutable>();
    const std::pair<std::string, std::string> key(GetParam(), text);
    auto found = executables->find(key);
    if (found == executables->end()) found = executables->emplace(key, Compile(text)).first;
    return found->second;
  }

  template <typename T>
  static Buffer Upload(const std::vector<T>& values, const Dims& dims, const UploadOptions& options = {}) {
    return Get(client().Upload(std::span<const T>(values), dims, options));
  }
  static Buffer Upload(const Floats& values) { return Upload(values, {static_cast<int64_t>(values.size())}); }
  static Floats Read(const Buffer& buffer) { return Get(buffer.ToVector<float>()); }
  static Floats Run(const LoadedExecutable& executable, std::initializer_list<const Buffer*> arguments) {
    return Read(Get(executable.Execute(arguments))[0]);
  }
};

inline std::string PluginTestName(const ::testing::TestParamInfo<const char*>& info) {
  std::string name = info.param;
  for (char& c : name) {
    if (c == '-' || c == '.') c = '_';
  }
  return name;
}

#if defined(CPPJRT_CPU_PLUGIN)
#define CPPJRT_OURS , kOurPlugin
#else
#define CPPJRT_OURS
#endif
#define INSTANTIATE_ON_XLA_CPU(Test)                                                                                 \
  INSTANTIATE_TEST_SUITE_P(Plugins, Test, ::testing::Values("xla-cpu", "xla-cpu-0.106", "xla-cpu-0.81" CPPJRT_OURS), \
                           PluginTestName)

// --- programs

// (f32[4], f32[4]) -> f32[4]
inline constexpr char kAdd[] = R"(module @add {
  func.func public @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %a, %b : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
})";

// f32[4] -> f32[4], the argument negated; it may take the argument's memory.
inline constexpr char kDonatingNegate[] = R"(module @donating {
  func.func public @main(%a: tensor<4xf32> {tf.aliasing_output = 0 : i32}) -> tensor<4xf32> {
    %0 = stablehlo.negate %a : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
})";

// f32[2,3] -> (f32[3,2], i32[]), transposed, and the number 7.
inline constexpr char kTwoResults[] = R"(module @two_results {
  func.func public @main(%a: tensor<2x3xf32>) -> (tensor<3x2xf32>, tensor<i32>) {
    %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %1 = stablehlo.constant dense<7> : tensor<i32>
    return %0, %1 : tensor<3x2xf32>, tensor<i32>
  }
})";

// () -> f32[2]
inline constexpr char kConstant[] = R"(module @constant {
  func.func public @main() -> tensor<2xf32> {
    %0 = stablehlo.constant dense<[1.5, 2.5]> : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
})";

// f32[2] -> f32[2], the sum over two replicas.
inline constexpr char kAllReduce[] = R"(module @all_reduce {
  func.func public @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.all_reduce"(%a) ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %1 = stablehlo.add %x, %y : tensor<f32>
        stablehlo.return %1 : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
})";

}  // namespace pjrt

#endif  // CPPJRT_TESTS_CLIENT_XLA_CPU_H_
