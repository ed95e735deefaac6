#include "conform/fuzz/generate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "conform/engine/engine.h"
#include "conform/fuzz/accuracy.h"
#include "conform/fuzz/values.h"
#include "stablehlo/bytecode/writer.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/op/op_table.h"
#include "stablehlo/op/version.h"
#include "stablehlo/parse.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::conform {
namespace {

// Empty, or what is wrong with a program.
std::string Verified(const std::string& text) {
  StatusOr<stablehlo::Module> module = stablehlo::Parse(text, "program");
  if (!module.ok()) return std::string(module.status().message());
  stablehlo::DiagnosticSink sink(&module->source());
  const auto verified = Verify(std::move(*module), sink);
  return verified.ok() ? std::string() : sink.Render();
}

TEST(GenerateTest, EveryProgramVerifies) {
  std::set<std::string> seen;
  for (uint64_t seed = 0; seed < 1500; ++seed) {
    Random random(seed);
    const FuzzProgram program = Generate(random, {});
    const std::string text = Print(program);
    ASSERT_EQ(Verified(text), "") << seed << "\n" << text;
    ASSERT_EQ(Verified(Print(program, ShakesFor(program))), "") << seed << "\n" << text;
    for (const Step& step : program.steps) seen.emplace(OpName(step.op));
  }
  EXPECT_EQ(std::vector<std::string>(seen.begin(), seen.end()), OpsWithRecipe());
}

TEST(GenerateTest, EveryProgramRuns) {
  const auto evaluator = EvaluatorEngine();
  for (uint64_t seed = 0; seed < 400; ++seed) {
    Random random(seed);
    const FuzzProgram program = Generate(random, {});
    const Answer answer = evaluator->Run({Print(program), MakeValues(program, random), program.replicas()});
    ASSERT_EQ(answer.end, End::kOk) << answer.status.ToString() << "\n" << Print(program);
    ASSERT_EQ(answer.results.size(), program.results.size());
  }
}

TEST(GenerateTest, EveryProgramOfStablehloCanBeWrittenAsAnArtifact) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const FuzzProgram program = Generate(random, {});
    // Frameworks hand CHLO over as text.
    if (std::ranges::any_of(program.steps, [](const Step& step) { return step.op.starts_with("chlo."); })) continue;
    StatusOr<stablehlo::Module> module = stablehlo::Parse(Print(program), "program");
    ASSERT_TRUE(module.ok());
    const auto written = stablehlo::WriteArtifact(*module, stablehlo::kNewestVersion);
    ASSERT_TRUE(written.ok()) << written.status().ToString();
  }
}

TEST(GenerateTest, CutsVerify) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const FuzzProgram program = Generate(random, {});
    std::vector<size_t> steps;
    for (size_t s = 0; s < program.steps.size(); ++s) {
      if (random.Chance(0.5)) steps.push_back(s);
    }
    if (steps.empty()) continue;
    std::vector<size_t> from;
    const FuzzProgram cut = Cut(program, steps, from);
    ASSERT_EQ(from.size(), cut.parameters.size());
    ASSERT_EQ(Verified(Print(cut)), "") << seed << "\n" << Print(cut);
  }
}

TEST(GenerateTest, TheSameSeedMakesTheSameProgram) {
  Random first(42);
  Random second(42);
  EXPECT_EQ(Print(Generate(first, {})), Print(Generate(second, {})));
}

TEST(GenerateTest, OnlyWhatIsAskedFor) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const FuzzProgram program = Generate(random, {.ops = {"add"}, .types = {stablehlo::ElementType::kBF16}});
    EXPECT_FALSE(program.steps.empty());
    for (const Step& step : program.steps) {
      EXPECT_EQ(step.op, "stablehlo.add");
      EXPECT_EQ(step.results[0].element, stablehlo::ElementType::kBF16);
    }
  }
}

TEST(GenerateTest, EveryOpHasARecipeOrAReason) {
  const std::vector<std::string> made = OpsWithRecipe();
  const std::vector<LeftOut> left_out = OpsWithoutRecipe();
  for (size_t i = 1; i < static_cast<size_t>(stablehlo::Opcode::kCount); ++i) {
    const stablehlo::OpInfo& info = stablehlo::Info(static_cast<stablehlo::Opcode>(i));
    if (info.dialect != "stablehlo") continue;
    const bool has = std::ranges::find(made, info.mnemonic) != made.end();
    const bool excused = std::ranges::find(left_out, info.mnemonic, &LeftOut::op) != left_out.end();
    EXPECT_NE(has, excused) << info.mnemonic;
  }
}

}  // namespace
}  // namespace cppjrt::conform
