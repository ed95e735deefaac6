// Kernels: the steps of a body, with what can be computed in one loop nest put together.
#ifndef CPPJRT_CPU_PLAN_KERNELS_H_
#define CPPJRT_CPU_PLAN_KERNELS_H_

#include <vector>

#include "cpu/graph/graph.h"
#include "cpu/plan/expression.h"
#include "cpu/plan/fusion.h"
#include "cpu/plan/index.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu {

// The steps of one body without their nested bodies, in an order in which they can run. Values that only their own stage
// reads are taken out of `in_memory`, except results of the body. INTERNAL if there is no such order.
StatusOr<std::vector<Step>> FormSteps(const Body& body, ValueSet& in_memory);

// The loops of a kernel as indices: outer ones, then those of a stage.
Index OuterLoops(IndexSpace& space, const Kernel& kernel);
Index InnerLoops(IndexSpace& space, const Kernel& kernel, const Stage& stage);
// The index of the element that a root of the stage computes in those loops.
Index RootIndex(const Root& root, IndexSpace& space, const Index& outer, const Index& inner);
// Visits all that a root reads at that point.
void WalkRoot(ExpressionWalk& walk, IndexSpace& space, const Root& root, const Index& outer, const Index& inner);

// A reshape of a value in memory is the same memory.
bool IsAlias(Value v, const ValueSet& in_memory);
// The value whose memory it is.
Value Canonical(Value v, const ValueSet& in_memory);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_KERNELS_H_
