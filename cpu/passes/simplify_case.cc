// Branches: the one that is known to run, and selects instead of cheap ones.
#include <algorithm>

#include "cpu/graph/body_facts.h"
#include "cpu/passes/constants.h"
#include "cpu/passes/inline.h"
#include "cpu/passes/simplify.h"

namespace cppjrt::cpu {
namespace {

// Elements times cost that may be computed in vain, for want of a branch.
constexpr int64_t kCheap = 64;

// What a branch costs that only computes on few elements; beyond kCheap for any other.
int64_t CostOf(const Body& body) {
  int64_t cost = 0;
  for (const Node* node : body.nodes) {
    const NodeGroup group = GroupOf(node->kind);
    if (group != NodeGroup::kMap && group != NodeGroup::kView && group != NodeGroup::kSource) return kCheap + 1;
    const int64_t each = group == NodeGroup::kMap ? ElementCost(node->op()) : 1;
    cost += std::min<int64_t>(node->shape().num_elements(), kCheap) * each;
    if (cost > kCheap) break;
  }
  return cost;
}

bool AreCheap(const Node& node) {
  int64_t cost = 0;
  for (const Shape& shape : node.shapes) {
    if (shape.token) return false;
    cost += std::min<int64_t>(shape.num_elements(), kCheap);
  }
  for (const Body* branch : node.bodies) cost += CostOf(*branch);
  return cost <= kCheap;
}

Value IsFirst(Body& body, Value index) {
  const Node& node = *index.node;
  if (node.Is(ElementOp::kSelect) && IsInt(node.operands[1], 0)) {
    const std::optional<int64_t> other = IntSplat(node.operands[2]);
    if (other && *other != 0) return node.operands[0];
  }
  return body.Compare(CompareDirection::kEq, index, body.SplatInt(index.type(), {}, 0));
}

}  // namespace

Values SimplifyCase(Node& node) {
  Body& body = *node.parent;
  const auto branches = static_cast<int64_t>(node.bodies.size());
  if (const std::optional<int64_t> index = IntSplat(node.operands[0]); index || branches == 1) {
    const bool known = branches > 1 && *index >= 0 && *index < branches;
    Values values = MoveInto(body, *node.bodies[static_cast<size_t>(known ? *index : branches - 1)]);
    // Nothing stands for a case without results but that it is gone: dead_nodes drops it with its empty branch.
    return values;
  }
  if (branches != 2 || node.shapes.empty() || !AreCheap(node)) return {};
  const Value first = IsFirst(body, node.operands[0]);
  const Values yes = MoveInto(body, *node.bodies[0]);
  const Values no = MoveInto(body, *node.bodies[1]);
  Values values;
  for (size_t i = 0; i < yes.size(); ++i) {
    const Dims& dims = yes[i].dims();
    const Value pred = dims.empty() ? first : body.Broadcast(first, dims, {});
    values.push_back(body.Elementwise(ElementOp::kSelect, {pred, yes[i], no[i]}));
  }
  return values;
}

}  // namespace cppjrt::cpu
