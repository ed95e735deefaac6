#include "cpu/plan/step_reads.h"

#include <utility>

namespace cppjrt::cpu {

StepReads::Found StepReads::OfKernel(const Kernel& kernel) const {
  Search search;
  for (const Stage& stage : kernel.stages) {
    for (const Root& root : stage.roots) OfRoot(root, search);
    // What a stage makes in registers is no read of those after it.
    for (const Root& root : stage.roots) {
      for (uint32_t i = 0; i < root.node->shapes.size(); ++i) {
        const Value made = {root.node, i};
        if (!IsFusible(*root.node) && !plan_.buffer_of.contains(made)) search.seen.insert(made);
      }
    }
  }
  return std::move(search.found);
}

void StepReads::OfRoot(const Root& root, Search& search) const {
  if (root.kind != RootKind::kUpdate) return Operands(*root.node, search);
  // The array is where the result is made.
  for (size_t i = 1; i < root.node->operands.size(); ++i) Under(root.node->operands[i], search);
}

StepReads::Found StepReads::OfCall(const Node& node) const {
  Search search;
  search.splats = true;
  // The inputs of a scatter are where its results are made.
  for (size_t i = node.kind == NodeKind::kScatter ? node.shapes.size() : 0; i < node.operands.size(); ++i) {
    Under(node.operands[i], search);
  }
  search.splats = false;
  CapturedByBodies(node, search);
  return std::move(search.found);
}

void StepReads::CapturedByBodies(const Node& node, Search& search) const {
  for (const Body* body : node.bodies) {
    for (const Node* inner : body->nodes) Captured(*inner, search);
    for (const Value v : body->results) {
      if (bodies_.contains(v.node->parent)) Under(v, search);
    }
  }
}

void StepReads::Captured(const Node& node, Search& search) const {
  for (const Value v : node.operands) {
    if (bodies_.contains(v.node->parent)) Under(v, search);
  }
  CapturedByBodies(node, search);
}

void StepReads::Operands(const Node& node, Search& search) const {
  for (const Value v : node.operands) Under(v, search);
}

void StepReads::Under(Value v, Search& search) const {
  std::vector<Value> open = {v};
  while (!open.empty()) {
    const Value at = open.back();
    open.pop_back();
    const bool in_memory = plan_.buffer_of.contains(at);
    if (at.shape().token || (IsSplat(*at.node) && !(search.splats && in_memory))) continue;
    if (!search.seen.insert(at).second) continue;
    if (in_memory) {
      search.found.values.push_back(at);
    } else if (IsFusible(*at.node)) {
      open.insert(open.end(), at.node->operands.begin(), at.node->operands.end());
    } else {
      search.found.nowhere = at;
    }
  }
}

}  // namespace cppjrt::cpu
