#include "cpu/plan/coalesce.h"

#include <algorithm>
#include <set>
#include <utility>

#include "cpu/plan/element_loop.h"
#include "cpu/plan/epilogue.h"
#include "cpu/plan/in_place.h"

namespace cppjrt::cpu {
namespace {

class Coalescer {
 public:
  Coalescer(const ValueSet& in_memory, const Plan& plan, Groups& groups)
      : in_memory_(in_memory), plan_(plan), groups_(groups) {}

  void Look(const TimedStep& timed) {
    const Step& step = timed.step();
    if (step.kind == Step::Kind::kCopy) {
      TryUnite(step.from, step.to, timed.first);
    } else if (HasEpilogue(step)) {
      LookAtEpilogue(step, timed.first);
    } else if (step.kind == Step::Kind::kKernel || (step.kind == Step::Kind::kCall && IsElementLoop(*step.node))) {
      LookAtKernel(step, timed.first, {});
    }
  }

 private:
  // What a call makes is overwritten by what its epilogue makes of it, if nobody else wants it.
  void LookAtEpilogue(const Step& step, int64_t time) {
    const Value made = {step.node, 0};
    std::set<int> taken;
    for (const Root& root : step.kernel.stages[0].roots) {
      const Value v = {root.node, root.result};
      if (stablehlo::ElementBytes(v.type()) != stablehlo::ElementBytes(made.type())) continue;
      if (!TryUnite(groups_.Of(made), groups_.Of(v), time)) continue;
      taken.insert(groups_.Of(made));
      break;
    }
    LookAtKernel(step, time, std::move(taken));
  }

  // `taken`: memory that is written over already.
  void LookAtKernel(const Step& step, int64_t time, std::set<int> taken) {
    for (const Value old : step.reads) {
      if (old.shape().token || !MayShare(groups_.Of(old)) || Contains(step.writes, old)) continue;
      for (const Value made : step.writes) {
        const int from = groups_.Of(old);
        const int to = groups_.Of(made);
        if (taken.contains(from) || taken.contains(to) || !Fit(from, to, time)) continue;
        if (!MayWriteOver(in_memory_, step, old, made)) continue;
        groups_.Unite(from, to);
        taken.insert(groups_.Find(from));
        break;
      }
    }
  }

  bool TryUnite(int from, int to, int64_t time) {
    if (!MayShare(from) || !Fit(groups_.Find(from), groups_.Find(to), time)) return false;
    groups_.Unite(from, to);
    return true;
  }

  // Whether `to` may go on where `from` ends.
  bool Fit(int from, int to, int64_t time) const {
    const Group& a = groups_[from];
    const Group& b = groups_[to];
    return from != to && MayShare(to) && !(a.fixed && b.fixed) && a.buffer.bytes == b.buffer.bytes &&
           Intervals::MeetAt(a.lives, b.lives, time);
  }

  // Small values are better off in registers; what moves is somewhere else each time.
  bool MayShare(int group) const {
    const Group& g = groups_[group];
    if (!g.overwritable || g.buffer.moves || g.buffer.bytes <= kMostStackBytes) return false;
    if (!g.fixed) return true;
    return g.buffer.kind == Buffer::Kind::kResult && plan_.result_may_be[static_cast<size_t>(g.buffer.number)] < 0;
  }

  static bool Contains(const std::vector<Value>& values, Value v) {
    return std::find(values.begin(), values.end(), v) != values.end();
  }

  const ValueSet& in_memory_;
  const Plan& plan_;
  Groups& groups_;
};

}  // namespace

void Coalesce(const ValueSet& in_memory, const Plan& plan, const std::vector<TimedStep>& steps, Groups& groups) {
  Coalescer coalescer(in_memory, plan, groups);
  for (const TimedStep& step : steps) coalescer.Look(step);
}

}  // namespace cppjrt::cpu
