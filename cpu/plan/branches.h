// Arrays that branches change in place: a case whose branches update an array that nobody wants afterwards, or leave it as it is.
//
//   case %p { %1 = dynamic_update %a, ..; return %1 } { return %a }     the result is %a's memory; nothing is copied
#ifndef CPPJRT_CPU_PLAN_BRANCHES_H_
#define CPPJRT_CPU_PLAN_BRANCHES_H_

#include <cstdint>
#include <vector>

#include "cpu/plan/groups.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu {

struct BranchArray {
  uint32_t result = 0;  // of the case
  Value array;          // of the body that the case is in
  // For each branch, whether an update in it begins with the array and may be done where the array is.
  std::vector<bool> changes;
};

// Those that the branches allow: what an update writes over is not read behind it. Whether the array may be written over at all is
// left to the caller. REQUIRES: `step` is a case of `body`; the branches' steps are as FormSteps made them.
std::vector<BranchArray> FindBranchArrays(const ValueSet& in_memory, const Groups& groups, const Step& step,
                                          const Body& body);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_BRANCHES_H_
