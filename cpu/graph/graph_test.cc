// Graphs made by hand: their text, what the verifier finds, and that the evaluator runs what is exported.
#include "cpu/graph/graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cpu/graph/export.h"
#include "cpu/graph/print.h"
#include "cpu/graph/scalar.h"
#include "cpu/graph/verify.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::cpu {
namespace {

using ::testing::HasSubstr;

// sum over dimension 1 of a + broadcast(b)
void MakeSum(Graph& graph) {
  Body& body = graph.entry();
  const Value a = body.Parameter({ElementType::kF32, {2, 3}});
  const Value b = body.Parameter({ElementType::kF32, {3}});
  const Value sum = body.Elementwise(ElementOp::kAdd, {a, body.Broadcast(b, {2, 3}, {1})});
  Body* combine = graph.NewBody();
  const Value x = combine->Parameter({ElementType::kF32, {}});
  const Value y = combine->Parameter({ElementType::kF32, {}});
  combine->results = {combine->Elementwise(ElementOp::kAdd, {x, y})};
  const Value zero = body.Splat(ElementType::kF32, {}, 0);
  Node* reduce = body.Add(NodeKind::kReduce, {Shape{ElementType::kF32, {2}}}, {sum, zero}, DimsAttrs{{1}}, {combine});
  body.results = {{reduce, 0}};
}

TEST(Graph, Text) {
  Graph graph;
  MakeSum(graph);
  EXPECT_EQ(Print(graph),
            "graph main(%0: f32[2,3], %1: f32[3]) {\n"
            "  %2 = broadcast f32[2,3] %1 dims=[1]\n"
            "  %3 = add f32[2,3] %0, %2\n"
            "  %4 = constant f32[] 0.000000e+00\n"
            "  %5 = reduce f32[2] %3, %4 dims=[1] by add\n"
            "  return %5\n"
            "}\n");
  EXPECT_TRUE(Verify(graph).ok());
}

TEST(Graph, ExportRuns) {
  Graph graph;
  MakeSum(graph);
  StatusOr<stablehlo::Module> module = Export(graph);
  ASSERT_TRUE(module.ok()) << module.status().ToString();
  stablehlo::DiagnosticSink sink;
  StatusOr<stablehlo::VerifiedModule> verified = stablehlo::Verify(std::move(*module), sink);
  ASSERT_TRUE(verified.ok()) << sink.Render();
  const auto program = stablehlo::Program::Prepare(std::move(*verified), {});
  ASSERT_TRUE(program.ok()) << program.status().ToString();
  stablehlo::MemoryAllocator& heap = stablehlo::MemoryAllocator::Heap();
  const float a[] = {1, 2, 3, 4, 5, 6}, b[] = {10, 20, 30};
  std::vector<stablehlo::RuntimeValue> arguments = {
      *Tensor::Copy(ElementType::kF32, {2, 3}, std::as_bytes(std::span(a)), heap),
      *Tensor::Copy(ElementType::kF32, {3}, std::as_bytes(std::span(b)), heap)};
  const auto results = (*program)->Run(std::move(arguments), {});
  ASSERT_TRUE(results.ok()) << results.status().ToString();
  EXPECT_EQ(FloatAt((*results)[0].tensor(), 0), 66);
  EXPECT_EQ(FloatAt((*results)[0].tensor(), 1), 75);
}

TEST(Verify, ShapeThatDoesNotFollow) {
  Graph graph;
  MakeSum(graph);
  graph.entry().nodes[1]->shapes[0].dims = {3, 2};
  EXPECT_THAT(Verify(graph).ToString(),
              HasSubstr("an operand is f32[2,3], its dimensions must be those of the result"));
}

TEST(Verify, UseBeforeItIsMade) {
  Graph graph;
  MakeSum(graph);
  std::swap(graph.entry().nodes[0], graph.entry().nodes[1]);
  EXPECT_THAT(Verify(graph).ToString(), HasSubstr("it uses broadcast f32[2,3], which is not made yet or out of scope"));
}

TEST(Verify, UseOfWhatIsInsideFromOutside) {
  Graph graph;
  MakeSum(graph);
  Node* reduce = graph.entry().nodes.back();
  graph.entry().results = {reduce->bodies[0]->results[0]};
  EXPECT_THAT(Verify(graph).ToString(), HasSubstr("out of scope"));
}

TEST(Verify, BodyThatDoesNotFit) {
  Graph graph;
  MakeSum(graph);
  Node* reduce = graph.entry().nodes.back();
  reduce->bodies[0]->results.push_back(reduce->bodies[0]->results[0]);
  EXPECT_THAT(Verify(graph).ToString(), HasSubstr("its body combines another number of values"));
}

TEST(Scalar, NumbersOfEveryKind) {
  EXPECT_EQ(IntAt(ScalarTensorInt(ElementType::kI4, 9)), -7);
  EXPECT_EQ(IntAt(ScalarTensorInt(ElementType::kUI32, -1)), 4294967295);
  EXPECT_EQ(IntAt(ScalarTensorInt(ElementType::kI1, 2)), 1);
  EXPECT_EQ(FloatAt(ScalarTensor(ElementType::kBF16, 1.00390625)), 1);
  EXPECT_EQ(FloatAt(ScalarTensor(ElementType::kF64, 0.1)), 0.1);
}

}  // namespace
}  // namespace cppjrt::cpu
