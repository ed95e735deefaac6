#include "cpu/plan/step_reads.h"

#include <string>
#include <utility>

namespace cppjrt::cpu {

StatusOr<std::vector<Value>> StepReads::OfKernel(const Kernel& kernel) const {
  ValueSet made;
  for (const Stage& stage : kernel.stages) {
    for (const Root& root : stage.roots) {
      for (uint32_t i = 0; i < root.node->shapes.size(); ++i) made.insert({root.node, i});
    }
  }
  Found found;
  for (const Stage& stage : kernel.stages) {
    for (const Root& root : stage.roots) {
      if (root.kind != RootKind::kUpdate) {
        CPPJRT_RETURN_IF_ERROR(Operands(*root.node, made, found));
        continue;
      }
      // The array is where the result is made; the update's elements are computed, even if they have a buffer too.
      for (size_t i = 1; i < root.node->operands.size(); ++i) {
        CPPJRT_RETURN_IF_ERROR(Under(root.node->operands[i], made, found));
      }
    }
  }
  return std::move(found.values);
}

StatusOr<std::vector<Value>> StepReads::OfCall(const Node& node) const {
  Found found;
  CPPJRT_RETURN_IF_ERROR(Operands(node, {}, found));
  for (const Body* body : node.bodies) {
    for (const Node* inner : body->nodes) CPPJRT_RETURN_IF_ERROR(Captured(*inner, found));
    for (const Value v : body->results) {
      if (bodies_.contains(v.node->parent)) CPPJRT_RETURN_IF_ERROR(Under(v, {}, found));
    }
  }
  return std::move(found.values);
}

Status StepReads::Captured(const Node& node, Found& found) const {
  for (const Value v : node.operands) {
    if (bodies_.contains(v.node->parent)) CPPJRT_RETURN_IF_ERROR(Under(v, {}, found));
  }
  for (const Body* body : node.bodies) {
    for (const Node* inner : body->nodes) CPPJRT_RETURN_IF_ERROR(Captured(*inner, found));
    for (const Value v : body->results) {
      if (bodies_.contains(v.node->parent)) CPPJRT_RETURN_IF_ERROR(Under(v, {}, found));
    }
  }
  return OkStatus();
}

Status StepReads::Operands(const Node& node, const ValueSet& made, Found& found) const {
  for (const Value v : node.operands) CPPJRT_RETURN_IF_ERROR(Under(v, made, found));
  return OkStatus();
}

Status StepReads::Under(Value v, const ValueSet& made, Found& found) const {
  std::vector<Value> open = {v};
  while (!open.empty()) {
    const Value at = open.back();
    open.pop_back();
    if (at.shape().token || IsSplat(*at.node) || !found.seen.insert(at).second) continue;
    if (plan_.buffer_of.contains(at)) {
      found.values.push_back(at);
    } else if (IsFusible(*at.node)) {
      open.insert(open.end(), at.node->operands.begin(), at.node->operands.end());
    } else if (!made.contains(at)) {
      std::string text = "the plan has no memory for " + std::string(Mnemonic(*at.node)) + ", which a step reads";
      if (!at.node->place.empty()) text += " at " + std::string(at.node->place);
      return InternalError(std::move(text));
    }
  }
  return OkStatus();
}

}  // namespace cppjrt::cpu
