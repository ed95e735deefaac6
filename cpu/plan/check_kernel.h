// CheckKernel: the order in which one kernel reads and writes the same bytes.
//
// For each point of its outer loops, in any order and on several threads, a kernel runs its stages one after the other. A stage
// computes for each point of its loops what its roots need, and then stores its maps and updates; when its loops are done, its
// reductions read their initial values and store their results, in their order. So, of a read in stage s and a write in stage t
// of the same bytes:
//
//   s < t    the read comes first, if what is read is the part of the array that these outer loops write
//   s == t   it comes first, if a map or update writes the very element that is read, or if a reduction that is not an earlier
//            one writes, and only the part of these outer loops is read
//   s > t    it comes after: what is read must be what was written, in the part of these outer loops
#ifndef CPPJRT_CPU_PLAN_CHECK_KERNEL_H_
#define CPPJRT_CPU_PLAN_CHECK_KERNEL_H_

#include "cppjrt/status.h"
#include "cpu/plan/fusion.h"
#include "cpu/plan/memory_state.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu {

// INTERNAL, naming the value, if the kernel of `step` reads an element from bytes that it has written something else to, or before
// it has made it, or that `state` does not have in its buffer. Of a call with an epilogue, `made` is what the call makes;
// not valid otherwise.
Status CheckKernel(const Plan& plan, const ValueSet& in_memory, const MemoryState& state, const Kernel& kernel,
                   Value made);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_CHECK_KERNEL_H_
