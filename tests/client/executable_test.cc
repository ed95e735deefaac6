// What a compiled program tells of itself, and its way through bytes.
#include <string>

#include "tests/client/xla_cpu.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;
using ::cppjrt::StatusIs;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Key;

class ExecutableTest : public XlaCpuTest {
 protected:
  static const Executable& TwoResults() { return Compiled(kTwoResults).executable(); }
};
INSTANTIATE_ON_XLA_CPU(ExecutableTest);

TEST_P(ExecutableTest, HasANameAndCounts) {
  const LoadedExecutable& loaded = Compiled(kTwoResults);
  EXPECT_EQ(loaded.name(), "two_results");
  EXPECT_EQ(loaded.num_outputs(), 2U);
  ASSERT_EQ(loaded.devices().size(), 1U);
  EXPECT_EQ(loaded.devices()[0], device());
  EXPECT_EQ(Get(TwoResults().name()), "two_results");
  EXPECT_EQ(Get(TwoResults().num_outputs()), 2);
  EXPECT_EQ(Get(TwoResults().num_replicas()), 1);
  EXPECT_EQ(Get(TwoResults().num_partitions()), 1);
  // XLA's plugins say 0.
  EXPECT_GE(Get(TwoResults().code_size()), 0);
}

TEST_P(ExecutableTest, OutputsHaveShapes) {
  EXPECT_EQ(Get(TwoResults().output_element_types()), (std::vector<ElementType>{ElementType::kF32, ElementType::kS32}));
  EXPECT_EQ(Get(TwoResults().output_dimensions()), (std::vector<Dims>{{3, 2}, {}}));
  EXPECT_EQ(Get(TwoResults().output_shapes()),
            (std::vector<ArrayShape>{{ElementType::kF32, {3, 2}, {}}, {ElementType::kS32, {}, {}}}));
}

TEST_P(ExecutableTest, TheSignatureIsReadFromTheOptimizedProgram) {
  const ProgramShape shape = Get(TwoResults().program_shape());
  EXPECT_EQ(shape.parameters, (std::vector<ArrayShape>{{ElementType::kF32, {2, 3}, {}}}));
  EXPECT_EQ(shape.results, Get(TwoResults().output_shapes()));
  EXPECT_TRUE(Get(Compiled(kConstant).executable().program_shape()).parameters.empty());
}

TEST_P(ExecutableTest, TheSignatureOfEveryElementTypeIsRead) {
  for (ElementType type : {ElementType::kPred, ElementType::kS4, ElementType::kU8, ElementType::kF16,
                           ElementType::kBF16, ElementType::kC64, ElementType::kC128, ElementType::kF8E4M3FN}) {
    const std::string tensor = "tensor<2x" + std::string(Name(type)) + ">";
    const LoadedExecutable identity = Compile("module @id { func.func public @main(%a: " + tensor + ") -> " + tensor +
                                              " { return %a : " + tensor + " } }");
    const ProgramShape shape = Get(identity.executable().program_shape());
    EXPECT_EQ(shape.parameters, (std::vector<ArrayShape>{{type, {2}, {}}})) << Name(type);
    EXPECT_EQ(shape.results, shape.parameters) << Name(type);
  }
}

TEST_P(ExecutableTest, TheOptimizedProgramIsHlo) {
  const Program optimized = Get(TwoResults().OptimizedProgram());
  EXPECT_EQ(optimized.format, "hlo_with_config");
  EXPECT_THAT(optimized.code, HasSubstr("two_results"));
}

TEST_P(ExecutableTest, MemoryFiguresTheVersionDoesNotKnowAreEmpty) {
  const CompiledMemoryStats stats = Get(TwoResults().memory_stats());
  EXPECT_EQ(stats.argument_size, 24);
  EXPECT_GE(stats.output_size, 28);
  EXPECT_EQ(stats.host_temp_size, 0);
  EXPECT_EQ(stats.total_allocation_bytes.has_value(), minor() >= 106);
  EXPECT_EQ(stats.indefinite_allocations.has_value(), minor() >= 106);
  EXPECT_EQ(stats.peak_unpadded_heap_bytes.has_value(), minor() >= 106);
  EXPECT_TRUE(stats.peak_memory.has_value());
}

TEST_P(ExecutableTest, CostAnalysisExistsAt81) {
  StatusOr<NamedValues> costs = TwoResults().cost_analysis();
  if (minor() > 81) {
    EXPECT_THAT(costs, StatusIs(StatusCode::kUnimplemented, HasSubstr("PJRT_Executable_GetCostAnalysis")));
    return;
  }
  ASSERT_THAT(costs, IsOk());
  EXPECT_THAT(*costs, Contains(Key("bytes accessed")));
  EXPECT_TRUE(std::holds_alternative<float>(costs->at("bytes accessed")));
}

TEST_P(ExecutableTest, FingerprintsTellProgramsApart) {
  const std::string fingerprint = Get(TwoResults().fingerprint());
  EXPECT_FALSE(fingerprint.empty());
  EXPECT_EQ(fingerprint, Get(Compile(kTwoResults).executable().fingerprint()));
  EXPECT_NE(fingerprint, Get(Compiled(kAdd).executable().fingerprint()));
  EXPECT_THAT(Compiled(kAdd).fingerprint(), StatusIs(StatusCode::kUnimplemented));
}

TEST_P(ExecutableTest, MemoryKindsAreKnownAt115) {
  if (minor() < 115) {
    EXPECT_THAT(TwoResults().output_memory_kinds(), StatusIs(StatusCode::kUnimplemented));
    EXPECT_THAT(TwoResults().parameter_memory_kinds(), StatusIs(StatusCode::kUnimplemented));
    return;
  }
  EXPECT_EQ(Get(TwoResults().output_memory_kinds()), (std::vector<std::string>{"device", "device"}));
  EXPECT_EQ(Get(TwoResults().parameter_memory_kinds()), std::vector<std::string>{"device"});
}

TEST_P(ExecutableTest, CompileOptionsAreReadBack) {
  StatusOr<std::string> options = TwoResults().compile_options();
  if (minor() < 87) {
    EXPECT_THAT(options, StatusIs(StatusCode::kUnimplemented, HasSubstr("0.87")));
  } else {
    EXPECT_THAT(Get(std::move(options)), HasSubstr("\x20\x01\x28\x01"));
  }
}

TEST_P(ExecutableTest, TheAssignmentAndLogicalIdsAreKnown) {
  CompileOptions options;
  options.num_replicas = 2;
  const LoadedExecutable loaded = Compile(kAllReduce, options);
  StatusOr<DeviceAssignment> assignment = loaded.device_assignment();
  EXPECT_EQ(Get(std::move(assignment)), (DeviceAssignment{2, 1, {0, 1}}));
  StatusOr<std::vector<std::pair<int, int>>> ids = loaded.logical_device_ids();
  if (minor() >= 96) {
    EXPECT_EQ(Get(std::move(ids)), (std::vector<std::pair<int, int>>{{0, 0}, {1, 0}}));
  } else {
    EXPECT_THAT(ids, StatusIs(StatusCode::kUnimplemented, HasSubstr("0.96")));
  }
}

TEST_P(ExecutableTest, AnEmptyExecutableRefusesEverything) {
  if (minor() < 115) GTEST_SKIP() << "no executable without a client";
  Executable executable = Get(Get(client().topology()).Compile({kAdd, "mlir"}, {}));
  const Executable moved = std::move(executable);
  EXPECT_THAT(executable.name(), StatusIs(StatusCode::kFailedPrecondition));  // NOLINT(bugprone-use-after-move)
  EXPECT_THAT(executable.OptimizedProgram(), StatusIs(StatusCode::kFailedPrecondition));
  EXPECT_THAT(executable.Serialize(), StatusIs(StatusCode::kFailedPrecondition));
}

// --- bytes

TEST_P(ExecutableTest, SurvivesSerialization) {
  const std::string bytes = Get(Compiled(kAdd).executable().Serialize());
  EXPECT_GT(bytes.size(), 100U);
  const LoadedExecutable loaded = Get(client().Deserialize(bytes));
  EXPECT_EQ(loaded.name(), "add");
  const Buffer a = Upload(Floats{1, 2, 3, 4});
  EXPECT_EQ(Run(loaded, {&a, &a}), (Floats{2, 4, 6, 8}));
}

TEST_P(ExecutableTest, BytesGoToAnotherClientToo) {
  const std::string bytes = Get(Compiled(kAdd).executable().Serialize());
  const Client other = NewClient();
  const LoadedExecutable loaded = Get(other.Deserialize(bytes));
  const Floats values = {1, 2, 3, 4};
  const Buffer a = Get(other.Upload(std::span<const float>(values), Dims{4}));
  EXPECT_EQ(Run(loaded, {&a, &a}), (Floats{2, 4, 6, 8}));
}

TEST_P(ExecutableTest, OtherOptionsCanBeGivenOnLoading) {
  const std::string bytes = Get(Compiled(kAdd).executable().Serialize());
  CompileOptions options;
  options.device_assignment = DeviceAssignment{1, 1, {2}};
  const LoadedExecutable loaded = Get(client().Deserialize(bytes, &options));
  ASSERT_EQ(loaded.devices().size(), 1U);
  EXPECT_EQ(loaded.devices()[0], device(2));
}

TEST_P(ExecutableTest, BytesThatAreNoExecutableAreErrors) {
  const std::string bytes = Get(Compiled(kAdd).executable().Serialize());
  EXPECT_FALSE(client().Deserialize("").ok());
  EXPECT_FALSE(client().Deserialize("garbage").ok());
  EXPECT_FALSE(client().Deserialize(std::string_view(bytes).substr(0, bytes.size() / 2)).ok());
}

}  // namespace
}  // namespace pjrt
