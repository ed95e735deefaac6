#include "cpu/passes/invariants.h"

#include <algorithm>
#include <unordered_map>

#include "cpu/graph/body_facts.h"
#include "cpu/passes/rewrite.h"
#include "cpu/passes/uses.h"

namespace cppjrt::cpu {
namespace {

// Arrays so small that keeping them costs nothing.
constexpr int64_t kFewElements = 64;
// Instructions for each element that are worth a load from memory instead.
constexpr int64_t kWorthLoading = 8;

class Mover : public Rewriter {
 protected:
  std::vector<Value> Rewrite(Node& node) override {
    if (node.kind != NodeKind::kWhile) return {};
    const bool runs = node.attr<WhileAttrs>().trip_count > 0;
    for (Body* body : node.bodies) MoveFrom(*body, *node.parent, runs);
    return {};
  }

 private:
  // What an invariant node is to its loop.
  struct Fact {
    int64_t cost = 0;  // for each element, with all invariant nodes above it
    bool move = false;
  };

  void MoveFrom(Body& body, Body& around, bool runs) {
    std::unordered_map<const Node*, Fact> facts;
    for (const Node* node : body.nodes) {
      if (IsInvariant(*node, body, facts, runs)) facts[node] = FactOf(*node, facts);
    }
    // What moves takes along what it is made of.
    bool any = false;
    for (size_t i = body.nodes.size(); i-- > 0;) {
      const auto found = facts.find(body.nodes[i]);
      if (found == facts.end() || !found->second.move) continue;
      any = true;
      for (const Value operand : body.nodes[i]->operands) {
        if (const auto above = facts.find(operand.node); above != facts.end()) above->second.move = true;
      }
      for (Body* inner : body.nodes[i]->bodies) {
        ForEachUse(*inner, [&](Value& value) {
          if (const auto above = facts.find(value.node); above != facts.end()) above->second.move = true;
        });
      }
    }
    if (!any) return;
    std::vector<Node*> kept;
    for (Node* node : body.nodes) {
      const auto found = facts.find(node);
      if (found != facts.end() && found->second.move) {
        node->parent = &around;
        around.nodes.push_back(node);
      } else {
        kept.push_back(node);
      }
    }
    body.nodes = std::move(kept);
    Changed();
  }

  static bool IsInvariant(const Node& node, const Body& body, const std::unordered_map<const Node*, Fact>& facts,
                          bool runs) {
    if (HasEffects(node)) return false;
    // What may fail or never end is not done in vain.
    if (!runs && (node.kind == NodeKind::kFallback || node.kind == NodeKind::kWhile)) return false;
    const auto outside = [&](Value value) { return value.node->parent != &body || facts.contains(value.node); };
    if (!std::ranges::all_of(node.operands, outside)) return false;
    bool all = true;
    for (Body* inner : node.bodies) {
      ForEachUse(*inner, [&](Value& value) { all = all && outside(value); });
    }
    return all;
  }

  static Fact FactOf(const Node& node, const std::unordered_map<const Node*, Fact>& facts) {
    Fact fact;
    for (const Value operand : node.operands) {
      if (const auto above = facts.find(operand.node); above != facts.end()) fact.cost += above->second.cost;
    }
    fact.cost = std::min<int64_t>(fact.cost, 1000);
    int64_t elements = 0;
    for (const Shape& shape : node.shapes) elements = std::max(elements, shape.num_elements());
    switch (GroupOf(node.kind)) {
      case NodeGroup::kSource:
        return fact;  // costs nothing where it is
      case NodeGroup::kMap:
        fact.cost += ElementCost(node.op());
        fact.move = elements <= kFewElements || fact.cost >= kWorthLoading;
        return fact;
      case NodeGroup::kView:
        fact.move = elements <= kFewElements;
        return fact;
      default:
        fact.move = true;
        return fact;
    }
  }
};

}  // namespace

bool MoveInvariants(Graph& graph) { return Mover().Run(graph); }

}  // namespace cppjrt::cpu
