#include "pjrt/fit_program.h"

#include <string>

#include "client/fake_table.h"
#include "stablehlo/bytecode/writer.h"
#include "stablehlo/parse.h"
#include "tests/status_matchers.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;
using ::cppjrt::StatusIs;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr char kAdd[] = R"(module @add {
  func.func public @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %a, %b : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
})";
// tan came with 1.4.0.
constexpr char kTan[] = R"(module @tan {
  func.func public @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.tan %a : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
})";

std::string Artifact(const char* text, const char* version) {
  auto module = cppjrt::stablehlo::Parse(std::string(text));
  if (!module.ok()) throw std::runtime_error(module.status().ToString());
  auto bytes = cppjrt::stablehlo::WriteArtifact(*module, *cppjrt::stablehlo::Version::Parse(version));
  if (!bytes.ok()) throw std::runtime_error(bytes.status().ToString());
  return *bytes;
}

constexpr StableHloRange kReads{{0, 9, 0}, {1, 10, 0}};
constexpr StableHloRange kOld{{0, 9, 0}, {1, 3, 0}};

TEST(FitProgramTest, WhatThePluginReadsStaysAsItIs) {
  for (const std::string& code : {std::string(kAdd), Artifact(kAdd, "1.10.0"), Artifact(kAdd, "0.9.0")}) {
    const StatusOr<FittedProgram> fitted = FitProgram(kReads, {code, "mlir"});
    ASSERT_THAT(fitted, IsOk());
    EXPECT_EQ(fitted->program.code, code);
    EXPECT_FALSE(fitted->rewritten_for.has_value());
  }
  EXPECT_EQ(FitProgram(kReads, {"anything", "hlo"})->program.code, "anything");
  EXPECT_EQ(FitProgram(kReads, {"of another dialect", "mlir"})->program.code, "of another dialect");
}

TEST(FitProgramTest, ANewerArtifactIsWrittenAnew) {
  const StatusOr<FittedProgram> fitted = FitProgram(kReads, {Artifact(kAdd, "1.20.0"), "mlir"});
  ASSERT_THAT(fitted, IsOk());
  EXPECT_EQ(ArtifactVersion(fitted->program.code), (StableHloVersion{1, 10, 0}));
  EXPECT_EQ(fitted->rewritten_for, (StableHloVersion{1, 10, 0}));
  EXPECT_EQ(fitted->program.code, Artifact(kAdd, "1.10.0"));
}

TEST(FitProgramTest, AnOlderArtifactIsWrittenForThePlugin) {
  const StableHloRange newer{{1, 0, 0}, {1, 12, 0}};
  const StatusOr<FittedProgram> fitted = FitProgram(newer, {Artifact(kAdd, "0.9.0"), "mlir"});
  ASSERT_THAT(fitted, IsOk());
  EXPECT_EQ(ArtifactVersion(fitted->program.code), (StableHloVersion{1, 12, 0}));
}

TEST(FitProgramTest, TheOperationThatPreventsItIsNamed) {
  EXPECT_THAT(FitProgram(kOld, {Artifact(kTan, "1.20.0"), "mlir"}),
              StatusIs(StatusCode::kFailedPrecondition,
                       AllOf(HasSubstr("reads StableHLO 0.9.0 to 1.3.0"), HasSubstr("tan"), HasSubstr("1.4.0"))));
  EXPECT_THAT(FitProgram(kOld, {kTan, "mlir"}), StatusIs(StatusCode::kFailedPrecondition, HasSubstr("tan")));
  EXPECT_THAT(FitProgram(kReads, {kTan, "mlir"}), IsOk());
}

TEST(FitProgramTest, DamagedAndImpossibleOnesAreErrors) {
  std::string damaged = Artifact(kAdd, "1.20.0");
  damaged.resize(damaged.size() - 10);
  EXPECT_THAT(FitProgram(kReads, {damaged, "mlir"}), StatusIs(StatusCode::kInvalidArgument));
  const StableHloRange future{{1, 90, 0}, {1, 99, 0}};
  EXPECT_THAT(FitProgram(future, {Artifact(kAdd, "1.20.0"), "mlir"}),
              StatusIs(StatusCode::kFailedPrecondition, HasSubstr("this library writes")));
}

TEST(FitProgramTest, APluginThatSaysNothingGetsWhatThereIs) {
  static const PJRT_Api table = FakeTable();
  const StatusOr<Plugin> plugin = Plugin::FromApi(&table, "fake");
  ASSERT_THAT(plugin, IsOk());
  const std::string code = Artifact(kAdd, "1.20.0");
  EXPECT_EQ(FitProgram(*plugin, {code, "mlir"})->program.code, code);
}

TEST(FitProgramTest, TheOldestVersionIsFound) {
  EXPECT_EQ(*OldestVersionFor({kAdd, "mlir"}), (StableHloVersion{0, 9, 0}));
  EXPECT_EQ(*OldestVersionFor({kTan, "mlir"}), (StableHloVersion{1, 4, 0}));
  EXPECT_THAT(OldestVersionFor({"no program", "mlir"}), StatusIs(StatusCode::kInvalidArgument));
  EXPECT_THAT(OldestVersionFor({"x", "hlo"}), StatusIs(StatusCode::kInvalidArgument));
}

}  // namespace
}  // namespace pjrt
