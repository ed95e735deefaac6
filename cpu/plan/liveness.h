// Liveness: when values and the memory they share are in use.
//
// Times count the steps of a plan, those of bodies within their step: a loop at time 3 whose condition has one step and whose
// turn has two is 3, 4, 5, 6 and, its end, 7. A step reads and writes at its time; a loop or branch reads from its start to
// its end and writes at its end.
#ifndef CPPJRT_CPU_PLAN_LIVENESS_H_
#define CPPJRT_CPU_PLAN_LIVENESS_H_

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "cpu/graph/graph.h"
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

 private:
  std::vector<Interval> list_;
};

// A step and its times.
struct TimedStep {
  const BodyPlan* plan = nullptr;
  size_t index = 0;
  int64_t first = 0, last = 0;   // the same but for loops and branches
  int64_t body_end = 0;          // of the body that the step is in: the end of the step around it
  std::vector<Interval> bodies;  // the times of the steps within; empty bodies end before they begin

  const Step& step() const { return plan->steps[index]; }
};
// All steps of a plan, each before those of its bodies. The end of the entry is one beyond the last time.
std::vector<TimedStep> TimeSteps(const BodyPlan& entry);

// When values are in use: from where they are made to where they are read last. Values are named as steps name them; those
// that a loop carries are its parameters'. `base` names the value whose memory a result of a body is. In the steps' order.
std::vector<std::pair<Value, Interval>> FindValueLives(const std::vector<TimedStep>& steps, const BodyPlan& entry,
                                                       const std::function<Value(Value)>& base);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_LIVENESS_H_
