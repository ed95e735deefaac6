// check=memory: runs that follow which value is in which memory.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "cpu/native/both_test.h"
#include "cpu/plan/check_plan.h"
#include "stablehlo/eval/run_checks.h"
#include "tests/status_matchers.h"

namespace cppjrt::cpu {
namespace {

using testing::HasSubstr;

// Reverses an array that each of ten iterations changes in place.
constexpr char kUpdateThenReverse[] = R"(
func.func @main(%x: tensor<5x33xf32>, %u: tensor<1x33xf32>) -> tensor<5x33xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<10> : tensor<i32>
  %out:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<5x33xf32>
  cond {
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %b = stablehlo.dynamic_update_slice %a, %u, %i, %zero : (tensor<5x33xf32>, tensor<1x33xf32>, tensor<i32>, tensor<i32>) -> tensor<5x33xf32>
    %c = stablehlo.reverse %b, dims = [0] : tensor<5x33xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %c : tensor<i32>, tensor<5x33xf32>
  }
  return %out#1 : tensor<5x33xf32>
})";

Tensor Numbers(const Dims& dims) {
  Tensor tensor = *Tensor::Allocate(ElementType::kF32, dims, MemoryAllocator::Heap());
  for (int64_t i = 0; i < tensor.num_elements(); ++i) tensor.mutable_data<float>()[i] = static_cast<float>(i);
  return tensor;
}

StatusOr<std::vector<RuntimeValue>> RunFollowed(const NativeProgram& program) {
  stablehlo::MemoryTags tags;
  stablehlo::RunChecks checks;
  checks.memory = &tags;
  RunOptions options;
  options.checks = &checks;
  std::vector<RuntimeValue> arguments;
  arguments.emplace_back(Numbers({5, 33}));
  arguments.emplace_back(Numbers({1, 33}));
  return program.Run(std::move(arguments), options);
}

StatusOr<CompiledText> CompileFollowed(const std::string& text, std::function<void(Graph&, Plan&)> change) {
  NativeOptions options;
  options.checks.memory = true;
  options.change_plan = std::move(change);
  return TryCompileText(text, std::move(options));
}

// As the planner once did: what an iteration leaves is made in the memory of what it began with, whatever else is there.
void MakeOverCarried(Plan& plan) {
  for (Step& step : plan.entry.steps) {
    if (step.kind != Step::Kind::kWhile) continue;
    BodyPlan& body = *step.bodies[1];
    plan.buffer_of[body.body->results[1]] = plan.buffer_of.at({body.body->parameters[1], 0});
    std::erase_if(body.steps, [](const Step& s) { return s.kind == Step::Kind::kSwap || s.kind == Step::Kind::kCopy; });
  }
}

TEST(MemoryCheckTest, ARightPlanRuns) {
  ASSERT_OK_AND_ASSIGN(const CompiledText followed, CompileFollowed(kUpdateThenReverse, {}));
  ASSERT_OK_AND_ASSIGN(const std::vector<RuntimeValue> checked, RunFollowed(*followed.program));
  ASSERT_OK_AND_ASSIGN(const Both both, TryMake(kUpdateThenReverse, {}));
  std::vector<RuntimeValue> arguments;
  arguments.emplace_back(Numbers({5, 33}));
  arguments.emplace_back(Numbers({1, 33}));
  ASSERT_OK_AND_ASSIGN(const std::vector<RuntimeValue> evaluated, both.evaluated->Run(std::move(arguments), {}));
  EXPECT_EQ(Bytes(checked), Bytes(evaluated));
}

// The fault that came before CheckPlan, planted again.
TEST(MemoryCheckTest, CheckPlanFindsAnIterationMadeOverWhatItStillReads) {
  Status found;
  const auto plant = [&](Graph& graph, Plan& plan) {
    EXPECT_THAT(CheckPlan(graph, plan), IsOk());
    MakeOverCarried(plan);
    found = CheckPlan(graph, plan);
  };
  ASSERT_THAT(CompileFollowed(kUpdateThenReverse, plant).status(), IsOk());
  EXPECT_THAT(found, StatusIs(StatusCode::kInternal, HasSubstr("after the same kernel has written over it")));
}

// A step that is missing: what comes after it finds what was there before.
TEST(MemoryCheckTest, ARunFindsAValueThatIsNotThere) {
  Status planned;
  ASSERT_OK_AND_ASSIGN(const CompiledText wrong, CompileFollowed(kUpdateThenReverse, [&](Graph& graph, Plan& plan) {
                         for (Step& step : plan.entry.steps) {
                           if (step.kind != Step::Kind::kWhile) continue;
                           std::erase_if(step.bodies[1]->steps,
                                         [](const Step& s) { return s.kind == Step::Kind::kSwap; });
                         }
                         planned = CheckPlan(graph, plan);
                       }));
  EXPECT_THAT(planned, StatusIs(StatusCode::kInternal, HasSubstr("the next iteration reads reverse")));
  EXPECT_THAT(RunFollowed(*wrong.program).status(),
              StatusIs(StatusCode::kInternal, HasSubstr("reads the result of reverse at test:12:5 where nothing is")));
}

}  // namespace
}  // namespace cppjrt::cpu
