// Schedule: the order of a body's steps, so that less memory is in use at once.
//
// Two ways are tried beside the program's order: always the step next that makes the memory in use grow least, and depth
// first, each result with what it needs before the next one. The order with the lowest peak is taken, the program's own unless
// another one is clearly better. Linear in the number of steps, but for a logarithm; the same for the same program.
#ifndef CPPJRT_CPU_PLAN_SCHEDULE_H_
#define CPPJRT_CPU_PLAN_SCHEDULE_H_

#include <cstdint>

#include "cpu/graph/graph.h"
#include "cpu/plan/fusion.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu {

// Orders the steps of the body and of all within. Steps with effects keep their order; what changes an array in place stays
// behind those that read it before. Returns the bytes in use at once, as estimated: what calls need within is not counted.
int64_t Schedule(const ValueSet& in_memory, BodyPlan& plan);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_SCHEDULE_H_
