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
  if (node.kind == NodeKind::kCheck) return true;
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

std::optional<ElementOp> MonoidOf(const Body& body) {
  if (body.nodes.size() != 1 || body.results.size() != 1 || body.parameters.size() != 2) return std::nullopt;
  const Node* node = body.nodes[0];
  if (body.results[0].node != node || node->kind != NodeKind::kElementwise || node->operands.size() != 2)
    return std::nullopt;
  const Node* a = node->operands[0].node;
  const Node* b = node->operands[1].node;
  const bool both =
      (a == body.parameters[0] && b == body.parameters[1]) || (a == body.parameters[1] && b == body.parameters[0]);
  if (!both) return std::nullopt;
  switch (node->op()) {
    case ElementOp::kAdd:
    case ElementOp::kMultiply:
    case ElementOp::kMinimum:
    case ElementOp::kMaximum:
    case ElementOp::kAnd:
    case ElementOp::kOr:
    case ElementOp::kXor:
      return node->op();
    default:
      return std::nullopt;
  }
}

}  // namespace cppjrt::cpu
