// Interference: whether two groups of values may share memory.
//
// The proof is about all values of both groups, not about the one pair that asks:
//
//   - No value of one group is made while a value of the other is still to be read, on any path: their lives have at most single
//     times in common, at which one ends and the other begins.
//   - At each such time the step that reads the one and makes the other may write over what it reads (in_place.h): it reads each
//     element no later than it writes the same bytes.
//   - Neither is memory that must not change (arguments, constants).
//
//   %b = update %a, ..        may be in the memory of %a, if this is the last read of %a
//   %c = reverse %b           may not be in the memory of %a then: it reads %b in another order than it writes %c
//
// Every decision to share memory asks here, so that a group never holds two values that are needed at once.
#ifndef CPPJRT_CPU_PLAN_INTERFERENCE_H_
#define CPPJRT_CPU_PLAN_INTERFERENCE_H_

#include <cstdint>
#include <vector>

#include "cpu/plan/fusion.h"
#include "cpu/plan/groups.h"
#include "cpu/plan/liveness.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu {

class Interference {
 public:
  // Tells each group when its values are in use. REQUIRES: the steps of `entry` stay where they are as long as this is used.
  Interference(const ValueSet& in_memory, const BodyPlan& entry, Groups& groups);

  // Whether the two groups may be one. A group may always be united with itself.
  bool MayUnite(int a, int b) const;

 private:
  // What begins or ends at a time.
  struct Moment {
    std::vector<Value> ends, begins;
    const TimedStep* step = nullptr;  // that runs then; of a branch's end, the case
    size_t branch = 0;
    bool branch_end = false;
  };

  void AddLife(Value v, const Intervals& life);
  void AddBranchEnds(const TimedStep& timed);
  bool TakesOver(const Moment& moment, int from, int to) const;
  bool MayWriteOver(const Moment& moment, Value old, Value made) const;
  bool BeginsWithLoop(const Step& loop, Value init, Value carried) const;

  const ValueSet& in_memory_;
  Groups& groups_;
  const std::vector<TimedStep> steps_;
  std::vector<Moment> moments_;  // by time
};

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_INTERFERENCE_H_
