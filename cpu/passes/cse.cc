#include "cpu/passes/cse.h"

#include <unordered_map>
#include <utility>
#include <vector>

#include "cpu/graph/body_facts.h"
#include "cpu/passes/equal.h"
#include "cpu/passes/rewrite.h"

namespace cppjrt::cpu {
namespace {

// Of how many nodes with one hash a node is compared with the latest: more would be a sign of a bad hash.
constexpr int kMostCompared = 16;

class CommonNodes : public Rewriter {
 public:
  explicit CommonNodes(const Graph& graph) : before_(graph.num_nodes(), nullptr) { seen_.reserve(graph.num_nodes()); }

 protected:
  void Enter(Body&) override { scopes_.emplace_back(); }
  // What was seen in a body is out of sight behind it.
  void Leave(Body&) override {
    for (size_t i = scopes_.back().size(); i > 0; --i) {
      const auto& [hash, node] = scopes_.back()[i - 1];
      seen_[hash] = before_[node->id];
    }
    scopes_.pop_back();
  }

  std::vector<Value> Rewrite(Node& node) override {
    if (HasEffects(node)) return {};
    const uint64_t hash = HashOf(node);
    Node*& latest = seen_[hash];
    Node* other = latest;
    for (int i = 0; other != nullptr && i < kMostCompared; ++i, other = before_[other->id]) {
      if (!SameNode(*other, node)) continue;
      std::vector<Value> values;
      for (uint32_t r = 0; r < node.shapes.size(); ++r) values.push_back({other, r});
      return values;
    }
    before_[node.id] = latest;
    latest = &node;
    scopes_.back().emplace_back(hash, &node);
    return {};
  }

 private:
  std::unordered_map<uint64_t, Node*> seen_;                     // the latest node in sight with that hash
  std::vector<Node*> before_;                                    // by id: the one before it
  std::vector<std::vector<std::pair<uint64_t, Node*>>> scopes_;  // what each body added
};

}  // namespace

bool MergeCommonNodes(Graph& graph) { return CommonNodes(graph).Run(graph); }

}  // namespace cppjrt::cpu
