// Liveness: when values and the memory they share are in use.
//
// Times count the steps of a plan. The steps of a body come within their step, and each body has a time of its own at its start
// and one at its end, at which its results are handed over. A loop at time 3 whose condition has one step, its body two:
//
//   3 the loop begins   4 condition: 5   6 its end   7 body: 8, 9   10 its end   11 the loop ends
//
// A step reads and writes at its time. A loop reads initial values at its start and writes its results at its end.
#ifndef CPPJRT_CPU_PLAN_LIVENESS_H_
#define CPPJRT_CPU_PLAN_LIVENESS_H_

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "cpu/graph/graph.h"
#include "cpu/plan/fusion.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu {

// Both ends included.
struct Interval {
  int64_t first = 0, last = 0;
  friend bool operator==(const Interval&, const Interval&) = default;
};

// A set of times, as intervals that are apart and in order.
class Intervals {
 public:
  void Add(Interval interval);
  void Add(const Intervals& other);
  bool empty() const { return list_.empty(); }
  // REQUIRES: not empty.
  int64_t first() const { return list_.front().first; }
  int64_t last() const { return list_.back().last; }
  const std::vector<Interval>& list() const { return list_; }
  // The start of the first interval that begins after `time`, or `otherwise`.
  int64_t StartAfter(int64_t time, int64_t otherwise) const;
  // Whether the two have no time in common but `time`, at which `before` ends and `after` begins.
  static bool MeetAt(const Intervals& before, const Intervals& after, int64_t time);
  // The times at which one ends and the other begins; nothing if they have any other time in common.
  static std::optional<std::vector<int64_t>> Touches(const Intervals& a, const Intervals& b);

 private:
  std::vector<Interval> list_;
};

// A step and its times.
struct TimedStep {
  const BodyPlan* plan = nullptr;
  size_t index = 0;
  int64_t first = 0, last = 0;   // the same but for loops and branches
  int64_t body_end = 0;          // the end of the body that the step is in
  std::vector<Interval> bodies;  // from their start to their end

  const Step& step() const { return plan->steps[index]; }
};
// All steps of a plan, each before those of its bodies. The end of the entry is one after the last time.
std::vector<TimedStep> TimeSteps(const BodyPlan& entry);
int64_t EndTime(const std::vector<TimedStep>& steps);

// When the values in memory are in use: from where they are made to their last reads, on each path that leads to one. A value
// that only the second branch of a case reads is not in use in the first. What a loop reads from outside is in use through all
// of it. Carried values are the parameters of the condition, in use through the condition, and those of the body. Values
// are named as steps name them: `in_memory` tells which share memory as reshapes. In the steps' order.
std::vector<std::pair<Value, Intervals>> FindValueLives(const std::vector<TimedStep>& steps, const BodyPlan& entry,
                                                        const ValueSet& in_memory);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_LIVENESS_H_
