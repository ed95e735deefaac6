#include "stablehlo/ir/uses.h"

#include <algorithm>

#include "stablehlo/ir/walk.h"

namespace cppjrt::stablehlo {

UseMap::UseMap(const Module& module, OpId root) : heads_(module.num_values(), kEnd) { Add(module, root); }

void UseMap::Link(ValueId value, Use use) {
  if (value.index() >= heads_.size()) heads_.resize(value.index() + size_t{1}, kEnd);
  nodes_.push_back({use, heads_[value.index()]});
  heads_[value.index()] = static_cast<uint32_t>(nodes_.size() - 1);
}

void UseMap::Unlink(ValueId value, Use use) {
  if (empty(value)) return;
  for (uint32_t* at = &heads_[value.index()]; *at != kEnd; at = &nodes_[*at].next) {
    if (nodes_[*at].use == use) {
      *at = nodes_[*at].next;
      return;
    }
  }
}

void UseMap::Add(const Module& module, OpId root) {
  for (OpId op : PreOrder(module, root)) {
    const std::span<const ValueId> operands = module.op(op).operands();
    for (uint32_t i = 0; i < operands.size(); ++i) Link(operands[i], {op, i});
  }
}

void UseMap::Forget(const Module& module, OpId root) {
  for (OpId op : PreOrder(module, root)) {
    const std::span<const ValueId> operands = module.op(op).operands();
    for (uint32_t i = 0; i < operands.size(); ++i) Unlink(operands[i], {op, i});
  }
}

std::vector<Use> UseMap::of(ValueId value) const {
  std::vector<Use> result;
  for (uint32_t at = First(value); at != kEnd; at = nodes_[at].next) result.push_back(nodes_[at].use);
  return result;
}

void UseMap::Set(Module& module, OpId op, uint32_t operand, ValueId to) {
  Unlink(module.op(op).operands()[operand], {op, operand});
  module.set_operand(op, operand, to);
  Link(to, {op, operand});
}

void UseMap::ReplaceAll(Module& module, ValueId from, ValueId to) {
  if (empty(from) || from == to) return;
  if (to.index() >= heads_.size()) heads_.resize(to.index() + size_t{1}, kEnd);
  uint32_t last = heads_[from.index()];
  for (uint32_t at = last; at != kEnd; at = nodes_[at].next) {
    module.set_operand(nodes_[at].use.op, nodes_[at].use.operand, to);
    last = at;
  }
  nodes_[last].next = heads_[to.index()];
  heads_[to.index()] = heads_[from.index()];
  heads_[from.index()] = kEnd;
}

void ReplaceUses(Module& module, OpId root, const std::vector<ValueId>& replacement) {
  for (OpId op : PreOrder(module, root)) {
    for (uint32_t i = 0; i < module.op(op).num_operands; ++i) {
      ValueId value = module.op(op).operands()[i];
      while (value.index() < replacement.size() && replacement[value.index()]) value = replacement[value.index()];
      module.set_operand(op, i, value);
    }
  }
}

}  // namespace cppjrt::stablehlo
