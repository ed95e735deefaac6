#include "cpu/graph/body_facts.h"

#include <algorithm>

namespace cppjrt::cpu {

const Node* SingleElementwise(const Body& body) {
  if (body.nodes.size() != 1 || body.results.size() != 1) return nullptr;
  const Node* node = body.nodes[0];
  if (node->kind != NodeKind::kElementwise || body.results[0].node != node) return nullptr;
  if (node->operands.size() != body.parameters.size()) return nullptr;
  for (size_t i = 0; i < node->operands.size(); ++i) {
    if (node->operands[i].node != body.parameters[i]) return nullptr;
  }
  return node;
}

bool HasEffects(const Node& node) {
  if (node.kind == NodeKind::kFallback) return node.attr<FallbackAttrs>().side_effects;
  return std::ranges::any_of(node.bodies, [](const Body* body) {
    return std::ranges::any_of(body->nodes, [](const Node* inner) { return HasEffects(*inner); });
  });
}

bool InScope(Value value, const Body& body) {
  const Body* home = value.node->parent;
  for (const Body* at = &body; at != nullptr; at = at->owner() == nullptr ? nullptr : at->owner()->parent) {
    if (at == home) return true;
  }
  return false;
}

}  // namespace cppjrt::cpu
