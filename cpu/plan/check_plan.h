// CheckPlan: what every plan must hold, whatever made it: no step reads memory that nothing has written.
//
// A mistake of the planner would be numbers out of nowhere; so it is an error of the compilation, and the evaluator runs the
// program (docs/compiler.md).
#ifndef CPPJRT_CPU_PLAN_CHECK_PLAN_H_
#define CPPJRT_CPU_PLAN_CHECK_PLAN_H_

#include "cppjrt/status.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu {

// INTERNAL, naming the value, if a step reads a buffer, or updates it in place, before anything is in it. Linear in the plan.
Status CheckPlan(const Plan& plan);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_CHECK_PLAN_H_
