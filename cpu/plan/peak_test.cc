#include "cpu/plan/peak.h"

#include <gtest/gtest.h>

namespace cppjrt::cpu {
namespace {

// dot, dot, dot: two products are alive at once.
Graph& ThreeProducts(Graph& graph) {
  Body& body = graph.entry();
  graph.place = "model.py:1:1";
  const Shape square = {ElementType::kF32, {64, 64}, false};
  const Value x = body.Parameter(square);
  const auto dot = [&](Value a, Value b) {
    return Value{body.Add(NodeKind::kDot, {square}, {a, b}, DotAttrs{{}, {}, {1}, {0}}), 0};
  };
  graph.place = "model.py:2:1";
  const Value a = dot(x, x);
  graph.place = "model.py:3:1";
  const Value b = dot(a, x);
  graph.place = "model.py:4:1";
  body.results = {dot(a, b)};
  return graph;
}

TEST(PeakTest, NamesWhatIsAlive) {
  Graph graph;
  const StatusOr<Plan> plan = MakePlan(ThreeProducts(graph), {});
  ASSERT_TRUE(plan.ok());
  std::vector<std::string> found;
  for (const PeakBuffer& buffer : PeakBuffers(graph, *plan)) found.push_back(ToString(buffer));
  ASSERT_GE(found.size(), 3u);
  EXPECT_EQ(found[0], "16384 bytes: argument 0 f32[64,64], parameter at model.py:1:1");
  EXPECT_EQ(found[1], "16384 bytes: result 0 f32[64,64], dot at model.py:4:1");
  EXPECT_EQ(found[2].substr(0, 22), "16384 bytes: temporary");
}

TEST(PeakTest, TextIsCutShort) {
  Graph graph;
  const StatusOr<Plan> plan = MakePlan(ThreeProducts(graph), {});
  ASSERT_TRUE(plan.ok());
  const size_t all = PeakBuffers(graph, *plan).size();
  const std::string text = PeakText(graph, *plan, 1);
  EXPECT_NE(text.find("  and " + std::to_string(all - 1) + " smaller ones\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace cppjrt::cpu
