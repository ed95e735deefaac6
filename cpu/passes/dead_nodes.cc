#include "cpu/passes/dead_nodes.h"

#include <algorithm>
#include <vector>

#include "cpu/graph/body_facts.h"

namespace cppjrt::cpu {
namespace {

// From the last node to the first: when a node's turn comes, all its users have had theirs.
class Sweeper {
 public:
  explicit Sweeper(const Graph& graph) : live_(graph.num_nodes(), false) {}

  void Sweep(Body& body) {
    for (const Value result : body.results) live_[result.node->id] = true;
    for (size_t i = body.nodes.size(); i-- > 0;) {
      Node* node = body.nodes[i];
      if (!live_[node->id] && !HasEffects(*node)) continue;
      live_[node->id] = true;
      for (const Value operand : node->operands) live_[operand.node->id] = true;
      for (Body* inner : node->bodies) Sweep(*inner);
    }
    dropped_ |= std::erase_if(body.nodes, [this](const Node* node) { return !live_[node->id]; }) > 0;
  }
  bool dropped() const { return dropped_; }

 private:
  std::vector<bool> live_;
  bool dropped_ = false;
};

}  // namespace

bool DropDeadNodes(Graph& graph) {
  Sweeper sweeper(graph);
  sweeper.Sweep(graph.entry());
  return sweeper.dropped();
}

}  // namespace cppjrt::cpu
