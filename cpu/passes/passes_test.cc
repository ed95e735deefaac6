// The parts that passes are made of.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "cpu/graph/print.h"
#include "cpu/graph/scalar.h"
#include "cpu/graph/verify.h"
#include "cpu/passes/cse.h"
#include "cpu/passes/dead_nodes.h"
#include "cpu/passes/index_maps.h"
#include "cpu/passes/inline.h"
#include "cpu/passes/pipeline.h"
#include "cpu/passes/progression.h"
#include "cpu/passes/ranges.h"
#include "cpu/passes/rewrite.h"

namespace cppjrt::cpu {
namespace {

constexpr ElementType kI32 = ElementType::kI32;

TEST(Ranges, FollowArithmetic) {
  Graph graph;
  Body& body = graph.entry();
  const Value x = body.Parameter({kI32, {8}});
  const Value i = body.Iota({kI32, {8}}, 0);
  const auto splat = [&](int64_t n) { return body.SplatInt(kI32, {8}, n); };
  EXPECT_EQ(RangeOf(i), (Range{0, 7}));
  EXPECT_EQ(RangeOf(body.Elementwise(ElementOp::kAdd, {i, splat(3)})), (Range{3, 10}));
  EXPECT_EQ(RangeOf(body.Elementwise(ElementOp::kMultiply, {i, splat(-2)})), (Range{-14, 0}));
  EXPECT_EQ(RangeOf(body.Elementwise(ElementOp::kRemainder, {x, splat(5)})), (Range{-4, 4}));
  EXPECT_EQ(RangeOf(body.Elementwise(ElementOp::kClamp, {splat(-1), x, splat(6)})), (Range{-1, 6}));
  EXPECT_EQ(RangeOf(body.Elementwise(ElementOp::kAnd, {x, splat(15)})), (Range{0, 15}));
  EXPECT_EQ(RangeOf(body.Elementwise(ElementOp::kShiftRightArithmetic, {i, splat(1)})), (Range{0, 3}));
  // The highest bit of unsigned numbers is a sign for an arithmetic shift.
  const Value byte = body.Parameter({ElementType::kUI8, {8}});
  const Value three = body.SplatInt(ElementType::kUI8, {8}, 3);
  EXPECT_EQ(RangeOf(body.Elementwise(ElementOp::kShiftRightLogical, {byte, three})), (Range{0, 31}));
  EXPECT_EQ(RangeOf(body.Elementwise(ElementOp::kShiftRightArithmetic, {byte, three})), (Range{0, 255}));
  // Sums that may wrap can be anything.
  EXPECT_EQ(RangeOf(body.Elementwise(ElementOp::kAdd, {x, splat(1)})), (Range{-2147483648, 2147483647}));
}

TEST(Progressions, OfCountedIndices) {
  Graph graph;
  Body& body = graph.entry();
  const Value i = body.Iota({kI32, {5, 1}}, 0);
  const Value twice = body.Elementwise(ElementOp::kMultiply, {i, body.SplatInt(kI32, {5, 1}, 2)});
  const Value moved = body.Elementwise(ElementOp::kAdd, {twice, body.SplatInt(kI32, {5, 1}, 7)});
  const std::optional<Progression> p = ProgressionOf(body.Reverse(moved, {0}));
  ASSERT_TRUE(p.has_value());
  EXPECT_EQ(p->start, 15);
  EXPECT_EQ(p->step, -2);
  EXPECT_FALSE(ProgressionOf(body.Parameter({kI32, {5}})).has_value());
}

TEST(ReshapeGroups, CutAsFarAsTheyCan) {
  const auto groups = ReshapeGroups({2, 3, 4, 1, 5}, {6, 1, 2, 2, 5});
  ASSERT_TRUE(groups.has_value());
  ASSERT_EQ(groups->size(), 3u);
  EXPECT_EQ((*groups)[0].from, (std::vector<size_t>{0, 1}));
  EXPECT_EQ((*groups)[0].to, (std::vector<size_t>{0}));
  EXPECT_EQ((*groups)[1].to, (std::vector<size_t>{2, 3}));
  EXPECT_FALSE(ReshapeGroups({0, 3}, {3, 0}).has_value());
  EXPECT_EQ(OnesOnly({1, 3, 4}, {3, 1, 4, 1}), (Dims{-1, 0, 2}));
  EXPECT_FALSE(OnesOnly({3, 4}, {12}).has_value());
}

class DoubleNegate : public Rewriter {
  std::vector<Value> Rewrite(Node& node) override {
    if (!node.Is(ElementOp::kNegate) || !node.operands[0].node->Is(ElementOp::kNegate)) return {};
    return {node.operands[0].node->operands[0]};
  }
};

// A line of the table in docs/compiler.md for each pass.
TEST(Passes, TheDocumentHasEach) {
  std::ifstream file(CPPJRT_SOURCE_DIR "/docs/compiler.md");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  ASSERT_FALSE(text.empty());
  for (const Pass& pass : Passes()) {
    const std::string line = "| `" + std::string(pass.name) + "` | " + std::string(ContractName(pass.contract)) +
                             " | " + std::string(pass.purpose) + " |\n";
    EXPECT_NE(text.find(line), std::string::npos) << "docs/compiler.md lacks the line\n" << line;
  }
}

TEST(Rewriter, ReplacesInBodiesToo) {
  Graph graph;
  Body& body = graph.entry();
  const Value x = body.Parameter({ElementType::kF32, {}});
  const Value index = body.Parameter({kI32, {}});
  const Value twice = body.Elementwise(ElementOp::kNegate, {body.Elementwise(ElementOp::kNegate, {x})});
  Body* branch = graph.NewBody();
  branch->results = {branch->Elementwise(ElementOp::kSine, {twice})};
  Node* node = body.Add(NodeKind::kCase, {Shape{ElementType::kF32, {}}}, {index}, {}, {branch});
  body.results = {{node, 0}};
  EXPECT_TRUE(DoubleNegate().Run(graph));
  EXPECT_EQ(branch->nodes[0]->operands[0], x);
  EXPECT_TRUE(DropDeadNodes(graph));
  EXPECT_EQ(body.nodes.size(), 1u);
  EXPECT_FALSE(DropDeadNodes(graph));
  EXPECT_TRUE(Verify(graph).ok());
}

TEST(Cse, FindsNodesOfOuterBodies) {
  Graph graph;
  Body& body = graph.entry();
  const Value x = body.Parameter({ElementType::kF32, {}});
  const Value index = body.Parameter({kI32, {}});
  const Value sine = body.Elementwise(ElementOp::kSine, {x});
  Body* branch = graph.NewBody();
  branch->results = {branch->Elementwise(ElementOp::kSine, {x})};
  Body* other = graph.NewBody();
  other->results = {other->Elementwise(ElementOp::kCosine, {x})};
  Node* node = body.Add(NodeKind::kCase, {Shape{ElementType::kF32, {}}}, {index}, {}, {branch, other});
  body.results = {{node, 0}, sine};
  EXPECT_TRUE(MergeCommonNodes(graph));
  EXPECT_EQ(branch->results[0], sine);
  // A node of one branch is not seen in another, nor behind them.
  const Value cosine = body.Elementwise(ElementOp::kCosine, {x});
  body.results.push_back(cosine);
  EXPECT_FALSE(MergeCommonNodes(graph));
}

TEST(Inline, CopiesBodiesWithinBodies) {
  Graph graph;
  Body& body = graph.entry();
  const Value x = body.Parameter({ElementType::kF32, {}});
  Body* outer = graph.NewBody();
  const Value p = outer->Parameter({ElementType::kF32, {}});
  Body* inner = graph.NewBody();
  inner->results = {inner->Elementwise(ElementOp::kAdd, {p, p})};
  const Value zero = outer->SplatInt(kI32, {}, 0);
  Node* node = outer->Add(NodeKind::kCase, {Shape{ElementType::kF32, {}}}, {zero}, {}, {inner});
  outer->results = {{node, 0}};
  body.results = CopyInto(body, *outer, std::vector<Value>{x});
  EXPECT_EQ(CountNodes(body), 3);
  EXPECT_EQ(body.nodes[1]->bodies[0]->nodes[0]->operands[0], x);
  EXPECT_TRUE(Verify(graph).ok()) << Verify(graph).ToString();
}

// A chain of `n` additions of different numbers.
void MakeChain(Graph& graph, int n) {
  Body& body = graph.entry();
  Value x = body.Parameter({ElementType::kF32, {4}});
  for (int i = 0; i < n; ++i) {
    x = body.Elementwise(ElementOp::kAdd, {x, body.Splat(ElementType::kF32, {4}, i + 1)});
    x = body.Elementwise(ElementOp::kSine, {x});
  }
  body.results = {x};
}

TEST(Pipeline, HundredThousandNodes) {
  Graph graph;
  MakeChain(graph, 33000);
  ASSERT_TRUE(Optimize(graph, {}).ok());
  EXPECT_TRUE(Verify(graph).ok());
}

TEST(Pipeline, SkipsAndBisects) {
  Graph graph;
  MakeChain(graph, 2);
  std::vector<PassTime> times;
  OptimizeOptions options;
  options.times = &times;
  options.skip = {"simplify"};
  options.most_passes = 2;
  options.verify = true;
  std::vector<std::string> seen;
  options.after = [&seen](int number, std::string_view pass, const Graph&) {
    seen.push_back(std::to_string(number) + " " + std::string(pass));
  };
  ASSERT_TRUE(Optimize(graph, options).ok());
  EXPECT_EQ(times.size(), 2u);
  EXPECT_EQ(seen, (std::vector<std::string>{"1 dead_nodes", "2 cse"}));
}

}  // namespace
}  // namespace cppjrt::cpu
