// StepReads: what a step of a finished plan reads from memory, by the graph alone.
//
// A kernel computes its roots from their operands, and those that have no buffer from theirs, down to values that have one. A
// call reads its operands, and what the functions that it applies take from outside, in the same way.
#ifndef CPPJRT_CPU_PLAN_STEP_READS_H_
#define CPPJRT_CPU_PLAN_STEP_READS_H_

#include <unordered_set>
#include <vector>

#include "cppjrt/status.h"
#include "cpu/graph/graph.h"
#include "cpu/plan/fusion.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu {

class StepReads {
 public:
  // `bodies`: those that the plan has steps for, as far as they have been begun; others are functions that calls apply.
  StepReads(const Plan& plan, const std::unordered_set<const Body*>& bodies) : plan_(plan), bodies_(bodies) {}

  // By the stages of a kernel: values that have buffers, each once. What one of its roots makes in a register is left out.
  // May name a value that no element of a result depends on (an empty part of a concatenation).
  StatusOr<std::vector<Value>> OfKernel(const Kernel& kernel) const;
  // By the call itself, without its epilogue.
  StatusOr<std::vector<Value>> OfCall(const Node& node) const;

 private:
  struct Found {
    std::vector<Value> values;
    ValueSet seen;
  };
  Status Operands(const Node& node, const ValueSet& made, Found& found) const;
  Status Under(Value v, const ValueSet& made, Found& found) const;
  Status Captured(const Node& node, Found& found) const;

  const Plan& plan_;
  const std::unordered_set<const Body*>& bodies_;
};

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_STEP_READS_H_
