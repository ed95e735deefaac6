// StepReads: what a step of a finished plan reads from memory, by the graph alone.
//
// A kernel computes its roots from their operands, and those that have no buffer from theirs, down to values that have one. A
// call reads its operands, and what the functions that it applies take from outside, in the same way.
#ifndef CPPJRT_CPU_PLAN_STEP_READS_H_
#define CPPJRT_CPU_PLAN_STEP_READS_H_

#include <unordered_set>
#include <vector>

#include "cpu/graph/graph.h"
#include "cpu/plan/fusion.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu {

class StepReads {
 public:
  struct Found {
    std::vector<Value> values;  // that have buffers, each once
    // One that has none and cannot be computed from others, or that a later stage only makes; not valid if there is none.
    Value nowhere;
  };

  // `bodies`: those that the plan has steps for, as far as they have been begun; others are functions that calls apply.
  StepReads(const Plan& plan, const std::unordered_set<const Body*>& bodies) : plan_(plan), bodies_(bodies) {}

  // By the stages of a kernel, with what it makes in registers left out. May name values that no element depends on: all that a
  // padding hides, say.
  Found OfKernel(const Kernel& kernel) const;
  // By the call itself, without its epilogue. What a scatter or update changes is no read: it must be where the result is made.
  Found OfCall(const Node& node) const;

 private:
  struct Search {
    Found found;
    ValueSet seen;
    bool splats = false;  // are read from memory, as calls do, where they have some
  };
  void OfRoot(const Root& root, Search& search) const;
  void Operands(const Node& node, Search& search) const;
  void Under(Value v, Search& search) const;
  void Captured(const Node& node, Search& search) const;
  void CapturedByBodies(const Node& node, Search& search) const;

  const Plan& plan_;
  const std::unordered_set<const Body*>& bodies_;
};

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_STEP_READS_H_
