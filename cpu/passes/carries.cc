#include "cpu/passes/carries.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "cpu/graph/body_facts.h"
#include "cpu/passes/rewrite.h"
#include "cpu/passes/uses.h"

namespace cppjrt::cpu {
namespace {

// Which carried values matter: what the loop's users and its condition want, and what the step needs for that.
class Liveness {
 public:
  Liveness(const Node& loop, const UseCounts& uses) : loop_(loop), live_(loop.shapes.size(), false) {
    for (uint32_t k = 0; k < loop.shapes.size(); ++k) {
      if (uses.Of({const_cast<Node*>(&loop), k}) > 0) Want(k);
    }
    WantAll(*loop.bodies[0]);
    for (Node* node : loop.bodies[1]->nodes) {
      if (HasEffects(*node)) WantNode(*node);
    }
    while (!todo_.empty()) {
      const Value value = todo_.back();
      todo_.pop_back();
      WantValue(value);
    }
  }
  bool live(size_t k) const { return live_[k] != 0; }

 private:
  void Want(size_t k) {
    if (std::exchange(live_[k], char{1}) != 0) return;
    todo_.push_back(loop_.bodies[1]->results[k]);
  }
  void WantValue(Value value) {
    const Node& node = *value.node;
    if (node.kind == NodeKind::kParameter) {
      const Body* owner = node.parent;
      if (owner->owner() == &loop_) Want(static_cast<size_t>(node.attr<ParameterAttrs>().index));
      return;
    }
    if (node.parent == loop_.bodies[1]) WantNode(node);
  }
  void WantNode(const Node& node) {
    if (std::exchange(seen_[&node], true)) return;
    for (const Value operand : node.operands) todo_.push_back(operand);
    for (Body* body : node.bodies) WantAll(*body);
  }
  void WantAll(Body& body) {
    ForEachUse(body, [this](Value& value) { todo_.push_back(value); });
  }

  const Node& loop_;
  std::vector<char> live_;
  std::unordered_map<const Node*, bool> seen_;
  std::vector<Value> todo_;
};

template <typename T>
void Keep(std::vector<T>& list, const std::vector<bool>& kept) {
  size_t next = 0;
  for (size_t i = 0; i < list.size(); ++i) {
    if (kept[i]) list[next++] = std::move(list[i]);
  }
  list.resize(next);
}

void Renumber(Body& body) {
  for (size_t i = 0; i < body.parameters.size(); ++i)
    body.parameters[i]->attrs = ParameterAttrs{static_cast<int64_t>(i)};
}

class Carries : public Rewriter {
 public:
  explicit Carries(const Graph& graph) : uses_(graph) {}

 protected:
  std::vector<Value> Rewrite(Node& node) override {
    if (node.kind == NodeKind::kWhile) return OfWhile(node);
    if (node.kind == NodeKind::kCase) return OfCase(node);
    return {};
  }

 private:
  std::vector<Value> OfWhile(Node& node) {
    const size_t n = node.shapes.size();
    // What stands for a result that is not carried any more; empty: carried.
    std::vector<Value> instead(n);
    for (size_t k = 0; k < n; ++k) {
      if (node.bodies[1]->results[k] == Value{node.bodies[1]->parameters[k], 0} && !node.shapes[k].token) {
        instead[k] = node.operands[k];
        UseInBodies(node, k, node.operands[k]);
      }
    }
    MergeAlike(node, instead);
    const Liveness liveness(node, uses_);
    std::vector<bool> kept(n, true);
    for (size_t k = 0; k < n; ++k) {
      if (instead[k].valid() || !liveness.live(k)) kept[k] = false;
    }
    for (size_t k = 0; k < n; ++k) {
      if (instead[k].valid() && instead[k].node == &node && liveness.live(k)) kept[instead[k].index] = true;
    }
    return Shrink(node, kept, instead);
  }

  static void UseInBodies(Node& loop, size_t k, Value instead) {
    for (Body* body : loop.bodies) ReplaceUses(*body, {body->parameters[k], 0}, instead);
  }

  // Two that start alike and become the same.
  static void MergeAlike(Node& loop, std::vector<Value>& instead) {
    std::unordered_map<const Node*, std::vector<size_t>> by_next;
    for (size_t k = 0; k < loop.shapes.size(); ++k) {
      if (instead[k].valid() || loop.shapes[k].token) continue;
      const Value next = loop.bodies[1]->results[k];
      for (const size_t other : by_next[next.node]) {
        if (loop.bodies[1]->results[other] != next || loop.operands[other] != loop.operands[k]) continue;
        for (Body* body : loop.bodies) ReplaceUses(*body, {body->parameters[k], 0}, {body->parameters[other], 0});
        instead[k] = {&loop, static_cast<uint32_t>(other)};
        break;
      }
      if (!instead[k].valid()) by_next[next.node].push_back(k);
    }
  }

  std::vector<Value> Shrink(Node& loop, const std::vector<bool>& kept, std::vector<Value>& instead) {
    if (std::ranges::find(kept, false) == kept.end()) return {};
    std::vector<Value> operands = loop.operands;
    std::vector<Shape> shapes = loop.shapes;
    Keep(operands, kept);
    Keep(shapes, kept);
    for (Body* body : loop.bodies) {
      ForgetDropped(loop, *body, kept);
      Keep(body->parameters, kept);
      Renumber(*body);
    }
    Keep(loop.bodies[1]->results, kept);
    WhileAttrs attrs = loop.attr<WhileAttrs>();
    if (attrs.counter >= 0) {
      const auto k = static_cast<size_t>(attrs.counter);
      attrs.counter = kept[k] ? std::count(kept.begin(), kept.begin() + attrs.counter, true) : -1;
    }
    Node* smaller = loop.parent->Add(NodeKind::kWhile, std::move(shapes), std::move(operands), attrs, loop.bodies);
    std::vector<uint32_t> place(kept.size(), 0);
    uint32_t next = 0;
    for (size_t k = 0; k < kept.size(); ++k) place[k] = kept[k] ? next++ : 0;
    std::vector<Value> values;
    for (size_t k = 0; k < kept.size(); ++k) {
      if (kept[k]) {
        values.push_back({smaller, place[k]});
      } else if (!instead[k].valid()) {
        values.push_back(loop.operands[k]);  // nobody uses it
      } else {
        values.push_back(instead[k].node == &loop ? Value{smaller, place[instead[k].index]} : instead[k]);
      }
    }
    return values;
  }

  // What still uses a parameter that goes has no use itself; any value will do for it.
  static void ForgetDropped(const Node& loop, Body& body, const std::vector<bool>& kept) {
    ForEachUse(body, [&](Value& value) {
      if (value.node->parent != &body || value.node->kind != NodeKind::kParameter) return;
      const auto k = static_cast<size_t>(value.node->attr<ParameterAttrs>().index);
      if (!kept[k]) value = loop.operands[k];
    });
  }

  std::vector<Value> OfCase(Node& node) {
    const size_t n = node.shapes.size();
    std::vector<Value> instead(n);
    std::vector<bool> kept(n, true);
    for (uint32_t k = 0; k < n; ++k) {
      const Value first = node.bodies[0]->results[k];
      const bool same = std::ranges::all_of(node.bodies, [&](const Body* b) { return b->results[k] == first; });
      if (same && first.node->parent != node.bodies[0] && InScope(first, *node.parent)) instead[k] = first;
      kept[k] = !instead[k].valid() && uses_.Of({&node, k}) > 0;
    }
    if (std::ranges::find(kept, false) == kept.end()) return {};
    std::vector<Shape> shapes = node.shapes;
    Keep(shapes, kept);
    for (Body* body : node.bodies) Keep(body->results, kept);
    // Without results and effects nothing is left of it.
    const bool gone = shapes.empty() && !HasEffects(node);
    Node* smaller =
        gone ? nullptr : node.parent->Add(NodeKind::kCase, std::move(shapes), node.operands, {}, node.bodies);
    std::vector<Value> values;
    uint32_t next = 0;
    for (size_t k = 0; k < n; ++k) {
      if (kept[k]) {
        values.push_back({smaller, next++});
      } else {
        // Of those nobody uses any value will do.
        values.push_back(instead[k].valid() ? instead[k] : node.operands[0]);
      }
    }
    return values;
  }

  UseCounts uses_;
};

}  // namespace

bool DropCarries(Graph& graph) { return Carries(graph).Run(graph); }

}  // namespace cppjrt::cpu
