#include "cpu/plan/kernels.h"

#include <gtest/gtest.h>

#include <vector>

#include "cpu/plan/fusion.h"
#include "tests/status_matchers.h"

namespace cppjrt::cpu {
namespace {

// The step and the stage in it that compute a node, or -1.
struct Place {
  int step = -1;
  int stage = -1;
  bool operator==(const Place&) const = default;
};
Place PlaceOf(const std::vector<Step>& steps, Value v) {
  for (size_t i = 0; i < steps.size(); ++i) {
    for (size_t s = 0; s < steps[i].kernel.stages.size(); ++s) {
      for (const Root& root : steps[i].kernel.stages[s].roots) {
        if (root.node == v.node) return {static_cast<int>(i), static_cast<int>(s)};
      }
    }
  }
  return {};
}

std::vector<Step> StepsOf(const Body& body, ValueSet& in_memory) {
  StatusOr<std::vector<Step>> steps = FormSteps(body, in_memory);
  EXPECT_TRUE(steps.ok()) << steps.status().message();
  return steps.ok() ? *std::move(steps) : std::vector<Step>();
}

TEST(KernelsTest, MapsOfTheSameLoopsAreOneStage) {
  Graph graph;
  Body& body = graph.entry();
  const Value x = body.Parameter({ElementType::kF32, {}, false});
  const Value first = body.Elementwise(ElementOp::kExponential, {x});
  const Value second = body.Elementwise(ElementOp::kCosine, {first});
  body.results = {first, second};
  ValueSet in_memory = {x, first, second};
  const std::vector<Step> steps = StepsOf(body, in_memory);
  EXPECT_EQ(PlaceOf(steps, first), PlaceOf(steps, second));
}

// What a stage computes is stored at its end: who reads it under other dimensions, and so from memory, comes later.
TEST(KernelsTest, WhoReadsAReshapeOfANumberComesAfterIt) {
  Graph graph;
  Body& body = graph.entry();
  const Value x = body.Parameter({ElementType::kF32, {}, false});
  const Value number = body.Elementwise(ElementOp::kExponential, {x});
  const Value row = body.Reshape(number, {1});
  const Value again = body.Reshape(row, {});
  const Value reader = body.Elementwise(ElementOp::kCosine, {again});
  body.results = {number, row, reader};
  ValueSet in_memory = {x, number, row, reader};
  const std::vector<Step> steps = StepsOf(body, in_memory);
  const Place made = PlaceOf(steps, number);
  const Place read = PlaceOf(steps, reader);
  ASSERT_NE(made, Place());
  EXPECT_TRUE(read.step > made.step || (read.step == made.step && read.stage > made.stage));
}

// The loops of an update are places in what it writes, not in the array.
TEST(KernelsTest, WhoReadsAnUpdatedArrayComesAfterIt) {
  Graph graph;
  Body& body = graph.entry();
  const Value x = body.Parameter({ElementType::kF32, {3}, false});
  const Value one = body.Parameter({ElementType::kF32, {1}, false});
  const Value at = body.Parameter({ElementType::kI32, {}, false});
  const Value updated = body.DynamicUpdate(x, one, {at});
  const Value first = body.Slice(updated, {0}, {1}, {1});
  body.results = {first};
  ValueSet in_memory = {x, one, at, updated, first};
  const std::vector<Step> steps = StepsOf(body, in_memory);
  EXPECT_GT(PlaceOf(steps, first).step, PlaceOf(steps, updated).step);
}

// A call for each product of nine numbers would take longer than the product.
TEST(KernelsTest, ManyTinyProductsAreOneKernel) {
  Graph graph;
  Body& body = graph.entry();
  const Value a = body.Parameter({ElementType::kF32, {1000, 3, 3}, false});
  const Value b = body.Parameter({ElementType::kF32, {1000, 30, 30}, false});
  const DotAttrs products = {{0}, {0}, {2}, {1}};
  const Node* tiny = body.Add(NodeKind::kDot, {{ElementType::kF32, {1000, 3, 3}, false}}, {a, a}, products);
  const Node* larger = body.Add(NodeKind::kDot, {{ElementType::kF32, {1000, 30, 30}, false}}, {b, b}, products);
  EXPECT_TRUE(IsKernelReduction(*tiny));
  EXPECT_FALSE(IsKernelReduction(*larger));
}

// The few numbers of the first matrix stay in registers; what it is made of, and what is made of it, share the loops.
TEST(KernelsTest, FewRowsByLongOnesAreOneKernel) {
  Graph graph;
  Body& body = graph.entry();
  const Value few = body.Parameter({ElementType::kF32, {9, 2}, false});
  const Value rows = body.Parameter({ElementType::kF32, {9, 128, 128}, false});
  const Value columns = body.Parameter({ElementType::kF32, {16384, 9}, false});
  const Node* along =
      body.Add(NodeKind::kDot, {{ElementType::kF32, {2, 128, 128}, false}}, {few, rows}, DotAttrs{{}, {}, {0}, {0}});
  const Node* across =
      body.Add(NodeKind::kDot, {{ElementType::kF32, {2, 16384}, false}}, {few, columns}, DotAttrs{{}, {}, {0}, {1}});
  EXPECT_TRUE(IsKernelReduction(*along));
  EXPECT_FALSE(IsKernelReduction(*across));
}

// LLVM takes time in the square of a kernel: it is limited by what its nodes become, not by how many they are.
TEST(KernelsTest, KernelsAreLimitedByTheLengthOfTheirCode) {
  for (const ElementOp op : {ElementOp::kSine, ElementOp::kNegate}) {
    constexpr int64_t kOps = 2000;
    Graph graph;
    Body& body = graph.entry();
    Value v = body.Parameter({ElementType::kF32, {64}, false});
    for (int64_t i = 0; i < kOps; ++i) v = body.Elementwise(op, {v});
    body.results = {v};
    ValueSet in_memory = ChooseMaterialized(graph);
    const std::vector<Step> steps = StepsOf(body, in_memory);
    int64_t length = 0;
    for (const Step& step : steps) {
      EXPECT_LE(step.kernel.length, 1000);
      length += step.kernel.length;
    }
    // No two kernels could be one.
    EXPECT_GE(length, kOps * ElementCost(op));
    EXPECT_LE(static_cast<int64_t>(steps.size()), 1 + length / 250);
  }
}

TEST(KernelsTest, KernelsAreLimitedByWhatTheyTouch) {
  constexpr int64_t kValues = 1000;
  Graph graph;
  Body& body = graph.entry();
  std::vector<Value> x;
  for (int64_t i = 0; i < kValues; ++i) x.push_back(body.Parameter({ElementType::kF32, {64}, false}));
  for (size_t i = 0; i < x.size(); ++i) {
    body.results.push_back(body.Elementwise(ElementOp::kAdd, {x[i], x[(i + 1) % x.size()]}));
  }
  ValueSet in_memory = ChooseMaterialized(graph);
  const std::vector<Step> steps = StepsOf(body, in_memory);
  EXPECT_GT(steps.size(), 1u);
  for (const Step& step : steps) EXPECT_LE(step.reads.size() + step.writes.size(), 200u);
}

// Each reshape of a transpose puts the quotients of the index into new ones: followed to the end, this would take days.
TEST(KernelsTest, LongChainsOfReshapesAreCutByMemory) {
  Graph graph;
  Body& body = graph.entry();
  Value v = body.Parameter({ElementType::kF32, {12, 15}, false});
  for (int i = 0; i < 40; ++i) v = body.Reshape(body.Transpose(v, {1, 0}), i % 2 == 0 ? Dims{20, 9} : Dims{12, 15});
  body.results = {body.Elementwise(ElementOp::kCosine, {v})};
  ASSERT_OK_AND_ASSIGN(const Plan plan, MakePlan(graph, {}));
  EXPECT_GE(plan.entry.steps.size(), 8u);
}

}  // namespace
}  // namespace cppjrt::cpu
