// Sharing: which values are the same memory because the program's control flow says so, and the copies where they cannot be.
//
// A dynamic_update or scatter is done in place if nobody reads the array afterwards; what a loop carries stays where it is
// from turn to turn, or changes places with what the turn made of it; a branch makes its results where the branches around it
// want them.
#ifndef CPPJRT_CPU_PLAN_SHARING_H_
#define CPPJRT_CPU_PLAN_SHARING_H_

#include "cpu/plan/groups.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu {

// Unites groups and adds copies and swaps to the plan's steps; their `from` and `to` are groups.
void ShareMemory(const ValueSet& in_memory, Plan& plan, Groups& groups);

// A step that copies, of groups. `source`: the value that is read; may not be valid. `target`: whose place is reported.
Step CopyStep(int from, int to, Value source, Value target);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_SHARING_H_
