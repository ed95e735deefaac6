#include "cpu/passes/unroll.h"

#include <algorithm>

#include "cpu/passes/inline.h"
#include "cpu/passes/rewrite.h"

namespace cppjrt::cpu {
namespace {

constexpr int64_t kMostTrips = 8;
// Nodes of one unrolled loop.
constexpr int64_t kMostNodes = 1000;
// Nodes that all unrolling may add: at least so many, and no more than a few times what was there.
constexpr int64_t kLeastBudget = 4000;
constexpr int64_t kGrowth = 3;

class Unroller : public Rewriter {
 public:
  explicit Unroller(const Graph& graph) : budget_(std::max(kLeastBudget, kGrowth * CountNodes(graph.entry()))) {}

 protected:
  std::vector<Value> Rewrite(Node& node) override {
    if (node.kind != NodeKind::kWhile) return {};
    const int64_t trips = node.attr<WhileAttrs>().trip_count;
    if (trips == 0) return node.operands;
    if (trips < 0 || !IsWorth(node, trips)) return {};
    std::vector<Value> values = node.operands;
    for (int64_t i = 0; i < trips; ++i) values = CopyInto(*node.parent, *node.bodies[1], values);
    return values;
  }

 private:
  // One trip is no loop at all.
  bool IsWorth(const Node& node, int64_t trips) {
    const int64_t nodes = CountNodes(*node.bodies[1]) * trips;
    if (trips > 1 && (trips > kMostTrips || nodes > kMostNodes || HasLoop(*node.bodies[1]))) return false;
    if (nodes > budget_) return false;
    budget_ -= nodes;
    return true;
  }
  static bool HasLoop(const Body& body) {
    return std::ranges::any_of(body.nodes, [](const Node* node) {
      return node->kind == NodeKind::kWhile ||
             std::ranges::any_of(node->bodies, [](const Body* inner) { return HasLoop(*inner); });
    });
  }

  int64_t budget_;
};

}  // namespace

bool UnrollLoops(Graph& graph) { return Unroller(graph).Run(graph); }

}  // namespace cppjrt::cpu
