#include "cpu/plan/interference.h"

#include <algorithm>

#include "cpu/plan/in_place.h"
#include "cpu/plan/kernels.h"

namespace cppjrt::cpu {
namespace {

bool Contains(const std::vector<Value>& values, Value v) { return std::ranges::find(values, v) != values.end(); }

// Whether a scatter may make result `made` in the memory of `old`: that is its input, and nothing else that it reads.
bool ScattersInPlace(const Node& scatter, Value old, Value made, const ValueSet& in_memory) {
  if (made.node != &scatter || !(Canonical(scatter.operands[made.index], in_memory) == old)) return false;
  return std::ranges::count_if(scatter.operands, [&](Value v) { return Canonical(v, in_memory) == old; }) == 1;
}

}  // namespace

Interference::Interference(const ValueSet& in_memory, const BodyPlan& entry, Groups& groups)
    : in_memory_(in_memory), groups_(groups), steps_(TimeSteps(entry)) {
  moments_.resize(static_cast<size_t>(EndTime(steps_)) + 1);
  for (const TimedStep& timed : steps_) {
    moments_[static_cast<size_t>(timed.first)].step = &timed;
    if (timed.step().kind == Step::Kind::kCase) AddBranchEnds(timed);
  }
  for (const auto& [v, life] : FindValueLives(steps_, entry, in_memory)) {
    if (in_memory.contains(v) || !IsFusible(*v.node)) AddLife(v, life);
  }
}

void Interference::AddLife(Value v, const Intervals& life) {
  groups_[groups_.Of(v)].lives.Add(life);
  for (const Interval& interval : life.list()) {
    moments_[static_cast<size_t>(interval.first)].begins.push_back(v);
    moments_[static_cast<size_t>(interval.last)].ends.push_back(v);
  }
}

// The results of a case are made at the end of each branch, by copies at worst.
void Interference::AddBranchEnds(const TimedStep& timed) {
  Node* node = timed.step().node;
  for (size_t b = 0; b < timed.bodies.size(); ++b) {
    const int64_t end = timed.bodies[b].last;
    Moment& moment = moments_[static_cast<size_t>(end)];
    moment.step = &timed;
    moment.branch = b;
    moment.branch_end = true;
    for (uint32_t i = 0; i < node->shapes.size(); ++i) {
      if (node->shapes[i].token) continue;
      groups_[groups_.Of({node, i})].lives.Add({end, end});
      moment.begins.push_back({node, i});
    }
  }
}

bool Interference::MayUnite(int a, int b) const {
  const Group& x = groups_[a];
  const Group& y = groups_[b];
  if (&x == &y) return true;
  if (!x.overwritable || !y.overwritable) return false;
  const std::optional<std::vector<int64_t>> touches = Intervals::Touches(x.lives, y.lives);
  return touches.has_value() && std::ranges::all_of(*touches, [&](int64_t time) {
           const Moment& moment = moments_[static_cast<size_t>(time)];
           return TakesOver(moment, a, b) && TakesOver(moment, b, a);
         });
}

// Whether all of `from` that ends at that time may be written over by all of `to` that begins then.
bool Interference::TakesOver(const Moment& moment, int from, int to) const {
  const auto in = [this](Value v, int group) { return groups_.Find(groups_.Of(v)) == groups_.Find(group); };
  for (const Value old : moment.ends) {
    if (!in(old, from)) continue;
    for (const Value made : moment.begins) {
      if (in(made, to) && !MayWriteOver(moment, old, made)) return false;
    }
  }
  return true;
}

bool Interference::MayWriteOver(const Moment& moment, Value old, Value made) const {
  if (moment.step == nullptr || Contains(moment.begins, old)) return false;
  const Step& step = moment.step->step();
  if (moment.branch_end) {
    const Body& branch = *step.bodies[moment.branch]->body;
    return made.node == step.node && Canonical(branch.results[made.index], in_memory_) == old;
  }
  if (step.kind == Step::Kind::kWhile) return BeginsWithLoop(step, old, made);
  if (IsUpdate(step)) {
    const Node& update = *step.kernel.stages[0].roots[0].node;
    return made.node == &update && Canonical(update.operands[0], in_memory_) == old &&
           UpdateReadsOnlyInPlace(in_memory_, step);
  }
  if (step.kind == Step::Kind::kCall && step.node->kind == NodeKind::kScatter) {
    return ScattersInPlace(*step.node, old, made, in_memory_);
  }
  return cpu::MayWriteOver(in_memory_, step, old, made);
}

bool Interference::BeginsWithLoop(const Step& loop, Value init, Value carried) const {
  if (carried.node->parent != loop.node->bodies[0] || carried.node->kind != NodeKind::kParameter) return false;
  const auto index = static_cast<size_t>(carried.node->attr<ParameterAttrs>().index);
  return Canonical(loop.node->operands[index], in_memory_) == init;
}

}  // namespace cppjrt::cpu
