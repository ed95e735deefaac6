#include "cpu/passes/uses.h"

#include "cpu/graph/body_facts.h"

namespace cppjrt::cpu {

UseCounts::UseCounts(const Graph& graph) : first_(graph.num_nodes(), 0) { Count(graph.entry()); }

void UseCounts::Count(const Body& body) {
  for (const Node* node : body.nodes) {
    for (const Value operand : node->operands) Count(operand);
    for (const Body* inner : node->bodies) Count(*inner);
  }
  for (const Value result : body.results) Count(result);
}

void ForEachUse(Body& body, const std::function<void(Value&)>& visit) {
  for (Node* node : body.nodes) {
    for (Value& operand : node->operands) visit(operand);
    for (Body* inner : node->bodies) ForEachUse(*inner, visit);
  }
  for (Value& result : body.results) visit(result);
}

void ReplaceUses(Body& body, Value from, Value to) {
  ForEachUse(body, [from, to](Value& value) {
    if (value == from) value = to;
  });
}

namespace {

// Whether the value is made in `body` or a body in it, but not in the bodies of `node`.
bool IsMadeIn(Value value, const Body& body, const Node& node) {
  for (const Body* at = value.node->parent; at != nullptr;
       at = at->owner() == nullptr ? nullptr : at->owner()->parent) {
    if (at->owner() == &node) return false;
    if (at == &body) return true;
  }
  return false;
}

}  // namespace

bool UsesOnlyOutside(const Node& node, const Body& body) {
  for (const Value operand : node.operands) {
    if (IsMadeIn(operand, body, node)) return false;
  }
  bool outside = true;
  for (Body* inner : node.bodies) {
    ForEachUse(*inner, [&](Value& value) { outside = outside && !IsMadeIn(value, body, node); });
  }
  return outside;
}

}  // namespace cppjrt::cpu
