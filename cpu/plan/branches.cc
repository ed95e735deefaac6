#include "cpu/plan/branches.h"

#include <algorithm>
#include <set>
#include <utility>

#include "cpu/plan/in_place.h"

namespace cppjrt::cpu {
namespace {

class Finder {
 public:
  Finder(const ValueSet& in_memory, const Groups& groups, const Step& step, const Body& body)
      : in_memory_(in_memory), groups_(groups), step_(step), body_(body) {}

  std::vector<BranchArray> Find() {
    std::vector<BranchArray> found;
    for (uint32_t i = 0; i < step_.node->shapes.size(); ++i) {
      if (step_.node->shapes[i].token) continue;
      BranchArray one;
      one.result = i;
      if (Trace(one) && AllowedByAll(one)) found.push_back(std::move(one));
    }
    return found;
  }

 private:
  // What an update or scatter changes to make `v`; not valid() if it is made otherwise.
  Value ChangedBy(const Step& step, Value v) const {
    if (IsUpdate(step)) {
      const Node& node = *step.kernel.stages[0].roots[0].node;
      return &node == v.node ? groups_.Base(node.operands[0]) : Value();
    }
    const bool scatters = step.kind == Step::Kind::kCall && step.node->kind == NodeKind::kScatter;
    return scatters && step.node == v.node ? groups_.Base(step.node->operands[v.index]) : Value();
  }

  // The first of the updates that lead to the result: which step it is, or -1, and what it begins with.
  std::pair<int64_t, Value> FirstChange(const BodyPlan& branch, Value v) const {
    int64_t first = -1;
    for (auto i = static_cast<int64_t>(branch.steps.size()); i-- > 0;) {
      const Value before = ChangedBy(branch.steps[static_cast<size_t>(i)], v);
      if (!before.valid()) continue;
      first = i;
      v = before;
    }
    return {first, v};
  }

  // The one array of the body around that branches change.
  bool Trace(BranchArray& one) const {
    for (const auto& branch : step_.bodies) {
      const auto [first, start] = FirstChange(*branch, groups_.Base(branch->body->results[one.result]));
      const bool changes = first >= 0 && start.node->parent == &body_;
      one.changes.push_back(changes);
      if (!changes) continue;
      if (one.array.valid() && !(one.array == start)) return false;
      one.array = start;
    }
    return one.array.valid();
  }

  bool AllowedByAll(const BranchArray& one) const {
    for (size_t b = 0; b < step_.bodies.size(); ++b) {
      const BodyPlan& branch = *step_.bodies[b];
      // Another result would have to be what the array was before.
      for (uint32_t i = 0; i < branch.body->results.size(); ++i) {
        if (i != one.result && groups_.Base(branch.body->results[i]) == one.array) return false;
      }
      if (one.changes[b] && !Allowed(branch, one)) return false;
    }
    return true;
  }

  bool Allowed(const BodyPlan& branch, const BranchArray& one) const {
    const int64_t first = FirstChange(branch, groups_.Base(branch.body->results[one.result])).first;
    for (int64_t i = 0; i < static_cast<int64_t>(branch.steps.size()); ++i) {
      const Step& step = branch.steps[static_cast<size_t>(i)];
      if (i == first) {
        if (!ChangesOnlyWhatItReads(step, one.array)) return false;
      } else if (i > first ? Uses(step, one.array) : Changes(step, one.array)) {
        return false;
      }
    }
    return true;
  }

  bool ChangesOnlyWhatItReads(const Step& step, Value array) const {
    if (IsUpdate(step)) return UpdateReadsOnlyInPlace(in_memory_, step);
    return std::ranges::count_if(step.node->operands, [&](Value v) { return Reaches(v, array); }) == 1;
  }

  // Whether another update would begin with the array.
  bool Changes(const Step& step, Value array) const {
    if (IsUpdate(step)) return groups_.Base(step.kernel.stages[0].roots[0].node->operands[0]) == array;
    return step.kind != Step::Kind::kKernel && Uses(step, array) &&
           (step.node == nullptr || step.node->kind == NodeKind::kScatter || !step.bodies.empty());
  }

  bool Uses(const Step& step, Value array) const {
    if (std::ranges::find(step.reads, array) != step.reads.end()) return true;
    return step.kind != Step::Kind::kKernel && step.node != nullptr && NodeUses(*step.node, array);
  }

  // What a body takes from outside is in no step's list.
  bool NodeUses(const Node& node, Value array) const {
    const auto reaches = [&](Value v) { return Reaches(v, array); };
    if (std::ranges::any_of(node.operands, reaches)) return true;
    return std::ranges::any_of(node.bodies, [&](const Body* body) {
      return std::ranges::any_of(body->results, reaches) ||
             std::ranges::any_of(body->nodes, [&](const Node* inner) { return NodeUses(*inner, array); });
    });
  }

  // Whether `v` is the array, or computed from it where it is used.
  bool Reaches(Value v, Value array) const {
    std::set<std::pair<uint32_t, uint32_t>> seen;
    std::vector<Value> open = {v};
    while (!open.empty()) {
      const Value base = groups_.Base(open.back());
      open.pop_back();
      if (base == array) return true;
      if (in_memory_.contains(base) || !IsFusible(*base.node)) continue;
      if (!seen.emplace(base.node->id, base.index).second) continue;
      open.insert(open.end(), base.node->operands.begin(), base.node->operands.end());
    }
    return false;
  }

  const ValueSet& in_memory_;
  const Groups& groups_;
  const Step& step_;
  const Body& body_;
};

}  // namespace

std::vector<BranchArray> FindBranchArrays(const ValueSet& in_memory, const Groups& groups, const Step& step,
                                          const Body& body) {
  return Finder(in_memory, groups, step, body).Find();
}

}  // namespace cppjrt::cpu
