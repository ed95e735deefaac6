// Buffers: which values share memory, and where it is.
//
// Values share a buffer where one takes over from the other: a dynamic_update or scatter is done in place if nobody reads the
// array afterwards, a loop's carried values stay where they are, a result is made where the caller wants it. Where that
// cannot be, copies are added as steps of their own, or, in loops, the exchange of two buffers.
#ifndef CPPJRT_CPU_PLAN_BUFFERS_H_
#define CPPJRT_CPU_PLAN_BUFFERS_H_

#include "cpu/graph/graph.h"
#include "cpu/plan/fusion.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu {

// Fills everything of `plan` that has to do with buffers, and adds copies to its steps.
void AssignBuffers(const Graph& graph, const ValueSet& in_memory, const PlanOptions& options, Plan& plan);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_BUFFERS_H_
