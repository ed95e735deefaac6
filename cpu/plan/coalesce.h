// Coalescing: more values that share memory, because one ends where the other begins.
//
// What a kernel adds up element by element may take the place of what it reads for the last time; a copy of something that
// nobody needs afterwards is no copy but another name. So a product's bias and activation are written over it, and chains of
// such steps end in the result's memory where they began there.
#ifndef CPPJRT_CPU_PLAN_COALESCE_H_
#define CPPJRT_CPU_PLAN_COALESCE_H_

#include "cpu/plan/groups.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu {

// Unites groups. REQUIRES: their lives are known. `plan.result_may_be` is: such results stay as they are.
void Coalesce(const ValueSet& in_memory, const Plan& plan, const std::vector<TimedStep>& steps, Groups& groups);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_COALESCE_H_
