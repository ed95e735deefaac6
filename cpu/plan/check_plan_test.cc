#include "cpu/plan/check_plan.h"

#include "tests/status_matchers.h"

namespace cppjrt::cpu {
namespace {

using testing::HasSubstr;

// exp(x) read backwards is read from memory, by a step of its own.
TEST(CheckPlanTest, WhatIsReadIsWrittenBefore) {
  Graph graph;
  Body& body = graph.entry();
  const Value x = body.Parameter({ElementType::kF32, {64}, false});
  const Value first = body.Elementwise(ElementOp::kExponential, {x});
  body.results = {first, body.Elementwise(ElementOp::kCosine, {body.Reverse(first, {0})})};
  ASSERT_OK_AND_ASSIGN(Plan plan, MakePlan(graph, {}));
  EXPECT_THAT(CheckPlan(graph, plan), IsOk());
  ASSERT_GT(plan.entry.steps.size(), 1u);
  plan.entry.steps.erase(plan.entry.steps.begin());
  EXPECT_THAT(CheckPlan(graph, plan), StatusIs(StatusCode::kInternal, HasSubstr("not in the memory")));
}

TEST(CheckPlanTest, EveryValueHasABufferThatThereIs) {
  Graph graph;
  Body& body = graph.entry();
  const Value x = body.Parameter({ElementType::kF32, {64}, false});
  body.results = {body.Elementwise(ElementOp::kExponential, {x})};
  ASSERT_OK_AND_ASSIGN(Plan plan, MakePlan(graph, {}));
  for (const BufferId wrong : {kNoBuffer, static_cast<BufferId>(plan.buffers.size())}) {
    plan.buffer_of[x] = wrong;
    EXPECT_THAT(CheckPlan(graph, plan), StatusIs(StatusCode::kInternal, HasSubstr("has no buffer")));
  }
}

}  // namespace
}  // namespace cppjrt::cpu
