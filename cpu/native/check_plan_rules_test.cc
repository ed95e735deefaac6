// Each rule of CheckPlan (cpu/plan/check_plan.h), broken by hand in the plan of a small program.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "cpu/native/compile_test.h"
#include "cpu/plan/check_plan.h"
#include "tests/status_matchers.h"

namespace cppjrt::cpu {
namespace {

using testing::HasSubstr;
using Steps = std::vector<Step>;

// What CheckPlan says of the program's plan once `change` has been at it. The plan as it was must pass.
Status AfterChange(const std::string& text, const std::function<void(Plan&)>& change,
                   std::vector<int64_t> aliases = {}) {
  Status found;
  NativeOptions options;
  options.stop_after = "plan";
  options.wanted_aliases = std::move(aliases);
  options.change_plan = [&](Graph& graph, Plan& plan) {
    EXPECT_THAT(CheckPlan(graph, plan), IsOk());
    change(plan);
    found = CheckPlan(graph, plan);
  };
  EXPECT_FALSE(TryCompileText(text, std::move(options)).ok());
  return found;
}

auto IsWrong(const std::string& part) { return StatusIs(StatusCode::kInternal, HasSubstr(part)); }

Step* Find(Steps& steps, Step::Kind kind) {
  const auto found = std::ranges::find(steps, kind, &Step::kind);
  return found == steps.end() ? nullptr : &*found;
}
void Drop(Steps& steps, Step::Kind kind) {
  const auto found = std::ranges::find(steps, kind, &Step::kind);
  ASSERT_NE(found, steps.end());
  steps.erase(found);
}
BufferId BufferOf(const Plan& plan, NodeKind kind) {
  for (const auto& [v, id] : plan.buffer_of) {
    if (v.node->kind == kind) return id;
  }
  return kNoBuffer;
}

// Two products, each used by the next: a step each, and memory for both.
constexpr char kProducts[] = R"(
func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %a = stablehlo.dot %x, %x : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = stablehlo.dot %a, %x : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = stablehlo.dot %b, %a : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %c : tensor<64x64xf32>
})";

TEST(CheckPlanRulesTest, StepsInAnotherOrder) {
  EXPECT_THAT(AfterChange(kProducts, [](Plan& plan) { std::swap(plan.entry.steps[0], plan.entry.steps[1]); }),
              IsWrong("dot reads dot"));
}

TEST(CheckPlanRulesTest, AStepThatIsMissing) {
  EXPECT_THAT(AfterChange(kProducts, [](Plan& plan) { plan.entry.steps.erase(plan.entry.steps.begin()); }),
              IsWrong("nothing is known"));
}

TEST(CheckPlanRulesTest, TwoValuesInOneBuffer) {
  EXPECT_THAT(AfterChange(kProducts,
                          [](Plan& plan) {
                            const Step& second = plan.entry.steps[1];
                            const BufferId first = plan.buffer_of.at({plan.entry.steps[0].node, 0});
                            plan.buffer_of[{second.node, 0}] = first;
                          }),
              IsWrong("is made over"));
}

TEST(CheckPlanRulesTest, BuffersThatOverlap) {
  EXPECT_THAT(AfterChange(kProducts,
                          [](Plan& plan) {
                            for (Buffer& buffer : plan.buffers) {
                              if (buffer.kind == Buffer::Kind::kArena) buffer.offset = 0;
                            }
                            for (Buffer& buffer : plan.buffers) {
                              if (buffer.kind != Buffer::Kind::kSpare) continue;
                              buffer.kind = Buffer::Kind::kArena;
                              buffer.offset = 64;
                              plan.arena_bytes = std::max(plan.arena_bytes, buffer.bytes + 64);
                            }
                          }),
              IsWrong("the plan is wrong"));
}

TEST(CheckPlanRulesTest, ABufferOutsideOfTheArena) {
  EXPECT_THAT(AfterChange(kProducts,
                          [](Plan& plan) {
                            for (Buffer& buffer : plan.buffers) {
                              if (buffer.kind == Buffer::Kind::kArena) buffer.offset = plan.arena_bytes;
                            }
                          }),
              IsWrong("bytes at"));
}

TEST(CheckPlanRulesTest, AResultThatIsNotMade) {
  EXPECT_THAT(AfterChange(kProducts, [](Plan& plan) { plan.entry.steps.pop_back(); }), IsWrong("at the end"));
}

// An update of an argument, which must be copied first.
constexpr char kUpdate[] = R"(
func.func @main(%x: tensor<100x64xf32>, %u: tensor<1x64xf32>, %i: tensor<i32>) -> tensor<100x64xf32> {
  %y = stablehlo.dynamic_update_slice %x, %u, %i, %i : (tensor<100x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<100x64xf32>
  return %y : tensor<100x64xf32>
})";

TEST(CheckPlanRulesTest, AnUpdateWithoutItsArray) {
  EXPECT_THAT(AfterChange(kUpdate, [](Plan& plan) { Drop(plan.entry.steps, Step::Kind::kCopy); }),
              IsWrong("an update in place reads parameter"));
}

TEST(CheckPlanRulesTest, AnArgumentThatIsWritten) {
  EXPECT_THAT(AfterChange(kUpdate,
                          [](Plan& plan) {
                            const BufferId argument = BufferOf(plan, NodeKind::kParameter);
                            Step* copy = Find(plan.entry.steps, Step::Kind::kCopy);
                            ASSERT_NE(copy, nullptr);
                            const BufferId result = copy->to;
                            for (auto& [v, id] : plan.buffer_of) {
                              if (id == result) id = copy->from;
                            }
                            (void)argument;
                          }),
              IsWrong("writes to an argument"));
}

// Half of a copy.
TEST(CheckPlanRulesTest, ACopyThatIsTooShort) {
  EXPECT_THAT(AfterChange(kUpdate, [](Plan& plan) { Find(plan.entry.steps, Step::Kind::kCopy)->bytes /= 2; }),
              IsWrong("copies a part"));
}

TEST(CheckPlanRulesTest, ARowOfAKernelThatIsLeftOut) {
  EXPECT_THAT(
      AfterChange(kUpdate,
                  [](Plan& plan) { Find(plan.entry.steps, Step::Kind::kKernel)->kernel.stages[0].inner[1] = 63; }),
      IsWrong("do not make all of"));
}

// A scatter changes its input where it is.
constexpr char kScatter[] = R"(
func.func @main(%x: tensor<100x64xf32>, %i: tensor<7x1xi32>, %u: tensor<7x64xf32>) -> tensor<100x64xf32> {
  %y = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<100x64xf32>, tensor<7x1xi32>, tensor<7x64xf32>) -> tensor<100x64xf32>
  return %y : tensor<100x64xf32>
})";

TEST(CheckPlanRulesTest, AScatterWithoutItsInput) {
  EXPECT_THAT(AfterChange(kScatter, [](Plan& plan) { Drop(plan.entry.steps, Step::Kind::kCopy); }),
              IsWrong("a scatter in place reads parameter"));
}

// A scatter of two arrays, which begin as the same.
constexpr char kScatterOfTwo[] = R"(
func.func @main(%x: tensor<100xf32>, %i: tensor<7x1xi32>, %u: tensor<7xf32>) -> (tensor<100xf32>, tensor<100xf32>) {
  %y:2 = "stablehlo.scatter"(%x, %x, %i, %u, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %s = stablehlo.add %a, %c : tensor<f32>
    stablehlo.return %s, %d : tensor<f32>, tensor<f32>
  }) : (tensor<100xf32>, tensor<100xf32>, tensor<7x1xi32>, tensor<7xf32>, tensor<7xf32>) -> (tensor<100xf32>, tensor<100xf32>)
  return %y#0, %y#1 : tensor<100xf32>, tensor<100xf32>
})";

TEST(CheckPlanRulesTest, TwoResultsInTheSameMemory) {
  EXPECT_THAT(AfterChange(kScatterOfTwo,
                          [](Plan& plan) {
                            BufferId first = -1;
                            for (auto& [v, id] : plan.buffer_of) {
                              if (v.node->kind == NodeKind::kScatter && v.index == 0) first = id;
                            }
                            for (auto& [v, id] : plan.buffer_of) {
                              if (v.node->kind == NodeKind::kScatter) id = first;
                            }
                          }),
              IsWrong("two results of"));
}

// Reverses an array in each iteration: two buffers change places. %k is read in every iteration.
constexpr char kLoop[] = R"(
func.func @main(%x: tensor<33x64xf32>, %n: tensor<i32>) -> (tensor<33x64xf32>, tensor<33x64xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %k = stablehlo.dot_general %x, %x, batching_dims = [0] x [0], contracting_dims = [] x [] : (tensor<33x64xf32>, tensor<33x64xf32>) -> tensor<33x64x64xf32>
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %kk = stablehlo.reduce(%k init: %init) applies stablehlo.add across dimensions = [2] : (tensor<33x64x64xf32>, tensor<f32>) -> tensor<33x64xf32>
  %out:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<33x64xf32>
  cond {
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %r = stablehlo.reverse %a, dims = [0] : tensor<33x64xf32>
    %s = stablehlo.add %r, %kk : tensor<33x64xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %s : tensor<i32>, tensor<33x64xf32>
  }
  return %out#1, %kk : tensor<33x64xf32>, tensor<33x64xf32>
})";

TEST(CheckPlanRulesTest, ALoopWithoutItsInitialValue) {
  EXPECT_THAT(AfterChange(kLoop,
                          [](Plan& plan) {
                            std::erase_if(plan.entry.steps, [](const Step& step) {
                              return step.kind == Step::Kind::kCopy && step.bytes == 33 * 64 * 4 &&
                                     !step.reads.empty() && step.reads[0].node->kind == NodeKind::kParameter;
                            });
                          }),
              IsWrong("a loop reads parameter"));
}

TEST(CheckPlanRulesTest, AnIterationWithoutItsResult) {
  EXPECT_THAT(AfterChange(kLoop,
                          [](Plan& plan) {
                            Step* loop = Find(plan.entry.steps, Step::Kind::kWhile);
                            Drop(loop->bodies[1]->steps, Step::Kind::kSwap);
                          }),
              IsWrong("the next iteration reads add"));
}

// The first iteration would be right.
TEST(CheckPlanRulesTest, ALoopThatWritesOverWhatItReadsAgain) {
  EXPECT_THAT(AfterChange(kLoop,
                          [](Plan& plan) {
                            Step* loop = Find(plan.entry.steps, Step::Kind::kWhile);
                            BodyPlan& body = *loop->bodies[1];
                            Step copy;
                            copy.kind = Step::Kind::kCopy;
                            copy.from = plan.buffer_of.at({body.body->parameters[1], 0});
                            copy.to = BufferOf(plan, NodeKind::kReduce);
                            copy.bytes = 33 * 64 * 4;
                            copy.node = loop->node;
                            body.steps.push_back(std::move(copy));
                          }),
              IsWrong("not in the memory that the kernel reads"));
}

// A branch that leaves its argument as it is.
constexpr char kCase[] = R"(
func.func @main(%p: tensor<i1>, %x: tensor<100x64xf32>) -> tensor<100x64xf32> {
  %y = "stablehlo.if"(%p) ({
    %r = stablehlo.reverse %x, dims = [0] : tensor<100x64xf32>
    stablehlo.return %r : tensor<100x64xf32>
  }, {
    stablehlo.return %x : tensor<100x64xf32>
  }) : (tensor<i1>) -> tensor<100x64xf32>
  return %y : tensor<100x64xf32>
})";

TEST(CheckPlanRulesTest, ABranchWithoutItsResult) {
  EXPECT_THAT(AfterChange(kCase,
                          [](Plan& plan) {
                            Step* choice = Find(plan.entry.steps, Step::Kind::kCase);
                            for (auto& branch : choice->bodies) {
                              if (Find(branch->steps, Step::Kind::kCopy) != nullptr) {
                                return Drop(branch->steps, Step::Kind::kCopy);
                              }
                            }
                          }),
              IsWrong("the end of a branch reads parameter"));
}

// Each row is divided by its sum: two stages of one kernel.
constexpr char kRows[] = R"(
func.func @main(%x: tensor<64x100xf32>) -> tensor<64x100xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %e = stablehlo.exponential %x : tensor<64x100xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x100xf32>, tensor<f32>) -> tensor<64xf32>
  %b = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<64xf32>) -> tensor<64x100xf32>
  %y = stablehlo.divide %e, %b : tensor<64x100xf32>
  return %y : tensor<64x100xf32>
})";

TEST(CheckPlanRulesTest, StagesInAnotherOrder) {
  EXPECT_THAT(AfterChange(kRows,
                          [](Plan& plan) {
                            auto& stages = Find(plan.entry.steps, Step::Kind::kKernel)->kernel.stages;
                            ASSERT_GE(stages.size(), 2u);
                            std::swap(stages.front(), stages.back());
                          }),
              IsWrong("the plan is wrong"));
}

// As above, but the sum goes from stage to stage in a register, and no stage reads what another stores.
constexpr char kSum[] = R"(
func.func @main(%x: tensor<12xf32>) -> tensor<12xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<12xf32>, tensor<f32>) -> tensor<f32>
  %b = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<12xf32>
  %y = stablehlo.subtract %x, %b : tensor<12xf32>
  return %y : tensor<12xf32>
})";

TEST(CheckPlanRulesTest, ARegisterThatIsReadBeforeItsStage) {
  EXPECT_THAT(AfterChange(kSum,
                          [](Plan& plan) {
                            auto& stages = Find(plan.entry.steps, Step::Kind::kKernel)->kernel.stages;
                            ASSERT_EQ(stages.size(), 2u);
                            std::swap(stages.front(), stages.back());
                          }),
              IsWrong("no register"));
}

// Rows go to other rows.
constexpr char kReverse[] = R"(
func.func @main(%x: tensor<100x64xf32>) -> tensor<100x64xf32> {
  %r = stablehlo.reverse %x, dims = [0] : tensor<100x64xf32>
  return %r : tensor<100x64xf32>
})";

TEST(CheckPlanRulesTest, AResultOverAnArgumentThatIsReadInAnotherOrder) {
  EXPECT_THAT(AfterChange(kReverse, [](Plan& plan) { plan.result_may_be[0] = 0; }),
              IsWrong("after the same kernel has written over it"));
}

}  // namespace
}  // namespace cppjrt::cpu
