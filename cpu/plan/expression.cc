#include "cpu/plan/expression.h"

namespace cppjrt::cpu {

void ExpressionWalk::Element(Value v, const Index& index) {
  if (IsSplat(*v.node)) return;
  if (!seen_.emplace(v.node, v.index, index).second) return;
  if (in_memory_.contains(v) || !IsFusible(*v.node)) {
    visit_(v, index);
    for (const Affine& a : index) Dynamics(a);
    return;
  }
  Inside(v, index);
}

void ExpressionWalk::Inside(Value v, const Index& index) {
  const Node& node = *v.node;
  ++num_nodes_;
  length_ += CodeLength(node);
  if (GroupOf(node.kind) == NodeGroup::kView) {
    for (const Source& source : Resolve(space_, node, index)) {
      bool never = false;
      bool always = true;
      for (const Guard& guard : source.guards) {
        const Truth truth = Decide(space_, guard);
        never |= truth == Truth::kNever;
        always &= truth == Truth::kAlways;
      }
      if (never) continue;
      Follow(source);
      if (always) break;
    }
    return;
  }
  for (const Value operand : node.operands) Element(operand, index);
  if (node.kind == NodeKind::kIota) {
    const Affine& a = index[static_cast<size_t>(node.dims_attr()[0])];
    Dynamics(a);
    if (count_) count_(a);
  }
}

void ExpressionWalk::Follow(const Source& source) {
  for (const Guard& guard : source.guards) {
    Dynamics(guard.expr);
    if (guard_ && Decide(space_, guard) == Truth::kSometimes) guard_(guard);
  }
  Element(source.value, source.index);
}

void ExpressionWalk::Dynamics(const Affine& a) {
  // A copy of each term: visiting may make new ones.
  for (const auto& [id, factor] : a.terms()) {
    const Term term = space_.term(id);
    if (term.kind == Term::Kind::kDynamic) Element(term.value, term.at);
    if (term.kind == Term::Kind::kDiv) Dynamics(term.of);
  }
}

void ExpressionWalk::Reduction(const Node& node, const Index& outer, const Index& inner) {
  ++num_nodes_;
  length_ += CodeLength(node);
  for (const Source& source : ReductionSources(space_, node, outer, inner)) Follow(source);
  if (node.kind != NodeKind::kReduce && node.kind != NodeKind::kReduceWindow) return;
  const size_t inputs = node.operands.size() / 2;
  for (size_t i = inputs; i < node.operands.size(); ++i) Element(node.operands[i], {});
}

}  // namespace cppjrt::cpu
