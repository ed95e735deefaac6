#include "cpu/plan/groups.h"

#include "cpu/plan/kernels.h"

namespace cppjrt::cpu {

Value Groups::Base(Value v) const { return Canonical(v, in_memory_); }

int Groups::Of(Value v) {
  v = Base(v);
  const auto at = group_of_.find(v);
  if (at != group_of_.end()) return Find(at->second);
  const int group = New(v.shape().num_bytes());
  if (v.node->kind == NodeKind::kConstant && !IsSplat(*v.node)) {
    Group& g = groups_.back();
    g.buffer.kind = Buffer::Kind::kConstant;
    g.buffer.number = static_cast<int64_t>(constants_.size());
    g.fixed = true;
    g.overwritable = false;
    constants_.push_back(v.node->attr<ConstantAttrs>().value);
  }
  group_of_.emplace(v, group);
  values_.push_back(v);
  return group;
}

int Groups::New(int64_t bytes) {
  const auto group = static_cast<int>(groups_.size());
  groups_.emplace_back().parent = group;
  groups_.back().buffer.bytes = bytes;
  return group;
}

int Groups::Find(int group) const {
  while (groups_[static_cast<size_t>(group)].parent != group) group = groups_[static_cast<size_t>(group)].parent;
  return group;
}

int Groups::Find(int group) {
  const auto parent = [this](int at) -> int& { return groups_[static_cast<size_t>(at)].parent; };
  while (parent(group) != group) {
    parent(group) = parent(parent(group));
    group = parent(group);
  }
  return group;
}

void Groups::Unite(int into, int group) {
  into = Find(into);
  group = Find(group);
  if (into == group) return;
  if (groups_[static_cast<size_t>(group)].fixed || !groups_[static_cast<size_t>(group)].overwritable) {
    std::swap(into, group);
  }
  Group& to = groups_[static_cast<size_t>(into)];
  Group& from = groups_[static_cast<size_t>(group)];
  from.parent = into;
  to.buffer.moves |= from.buffer.moves;
  to.lives.Add(from.lives);
  from.lives = {};
}

std::vector<int> Groups::Roots() const {
  std::vector<int> roots;
  for (size_t i = 0; i < groups_.size(); ++i) {
    if (groups_[i].parent == static_cast<int>(i)) roots.push_back(static_cast<int>(i));
  }
  return roots;
}

}  // namespace cppjrt::cpu
