#include "conform/programs/generate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "conform/engine/worker.h"
#include "conform/programs/shrink.h"
#include "conform/programs/values.h"

namespace cppjrt::conform {
namespace {

Answer Evaluate(const WholeProgram& program, uint64_t seed) {
  return EvaluatorEngine()->Run({Print(program), ArgumentValues(program, seed)});
}

bool Has(const Block& block, const std::string& name) {
  return std::ranges::any_of(block.operations, [&](const Operation& operation) {
    return operation.name == name ||
           std::ranges::any_of(operation.blocks, [&](const Block& inner) { return Has(inner, name); });
  });
}

void AddNames(const Block& block, std::set<std::string>& names) {
  for (const Operation& operation : block.operations) {
    names.insert(operation.name);
    for (const Block& inner : operation.blocks) AddNames(inner, names);
  }
}

TEST(GenerateWholeTest, EveryProgramRunsAndIsExact) {
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    const WholeProgram program = GenerateWhole(seed, {});
    const Answer answer = Evaluate(program, seed);
    ASSERT_EQ(answer.end, End::kOk) << seed << "\n" << answer.status.ToString() << "\n" << Print(program);
    for (const Tensor& result : answer.results) ASSERT_TRUE(IsExact(result)) << seed << "\n" << Print(program);
  }
}

TEST(GenerateWholeTest, TheSameSeedMakesTheSameProgram) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    EXPECT_EQ(Print(GenerateWhole(seed, {})), Print(GenerateWhole(seed, {})));
  }
  EXPECT_NE(Print(GenerateWhole(1, {})), Print(GenerateWhole(2, {})));
}

TEST(GenerateWholeTest, ProgramsHaveAllKindsOfThings) {
  std::set<std::string> names;
  int loops = 0, nested = 0, updates = 0, donated = 0, aliases = 0, twice = 0;
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    const WholeProgram program = GenerateWhole(seed, {});
    for (const Block& function : program.functions) AddNames(function, names);
    const ProgramFacts facts = FactsOf(program);
    loops += facts.loops > 0;
    nested += facts.nested_loops > 0;
    updates += facts.carries_update;
    for (const Argument& argument : program.arguments) {
      donated += argument.donated;
      aliases += argument.alias != SIZE_MAX;
      twice += argument.same_as != SIZE_MAX;
    }
  }
  for (const char* name :
       {"stablehlo.while", "stablehlo.case", "stablehlo.if", "func.call", "stablehlo.composite",
        "stablehlo.dynamic_update_slice", "stablehlo.scatter", "stablehlo.gather", "stablehlo.reverse",
        "stablehlo.transpose", "stablehlo.pad", "stablehlo.concatenate", "stablehlo.reduce", "stablehlo.reduce_window",
        "stablehlo.sort", "stablehlo.dot_general", "stablehlo.convolution", "stablehlo.fft"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
  EXPECT_GT(loops, 1200);
  EXPECT_GT(nested, 50);
  EXPECT_GT(updates, 1000);
  EXPECT_GT(donated, 100);
  EXPECT_GT(aliases, 30);
  EXPECT_GT(twice, 10);
}

TEST(GenerateWholeTest, WithoutLoops) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    EXPECT_EQ(FactsOf(GenerateWhole(seed, {.loops = false})).loops, 0);
  }
}

// "Fails" where a reverse is in a loop, and the evaluator runs it, in a process of its own as loops may have no end.
bool ReversesInLoop(const WholeProgram& program) {
  static Worker evaluator([] { return StatusOr<std::unique_ptr<Engine>>(EvaluatorEngine()); }, {.seconds = 0.5});
  const auto loops = [](const Operation& operation) {
    return operation.name == "stablehlo.while" && Has(operation.blocks[1], "stablehlo.reverse");
  };
  return std::ranges::any_of(program.main().operations, loops) &&
         evaluator.Run({Print(program), ArgumentValues(program, 1)}).end == End::kOk;
}

TEST(ShrinkTest, LeavesWhatFails) {
  int shrunk = 0;
  for (uint64_t seed = 0; shrunk < 5 && seed < 500; ++seed) {
    WholeProgram program = GenerateWhole(seed, {});
    DropUnused(program);
    if (!ReversesInLoop(program)) continue;
    ++shrunk;
    const WholeProgram small = Shrink(program, ReversesInLoop, {.candidates = 3000, .seconds = 20});
    EXPECT_TRUE(ReversesInLoop(small)) << Print(small);
    EXPECT_LE(CountOperations(small), 8) << Print(small);
    EXPECT_EQ(small.main().returns.size(), 1u);
  }
  EXPECT_EQ(shrunk, 5);
}

}  // namespace
}  // namespace cppjrt::conform
