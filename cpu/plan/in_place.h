// In place: whether a step may write a value where another one is that it reads.
//
// A kernel that adds one to an array may write the sums over it, as it reads an element right before it writes that one; a
// kernel that reverses it may not. Rows count too: a softmax reads all of a row in its first stages and writes it in the last.
#ifndef CPPJRT_CPU_PLAN_IN_PLACE_H_
#define CPPJRT_CPU_PLAN_IN_PLACE_H_

#include "cpu/graph/graph.h"
#include "cpu/plan/fusion.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu {

// Whether the step is the kernel of a dynamic_update.
bool IsUpdate(const Step& step);

// Whether a step makes `made` by a kernel and reads `old` nowhere but where it writes the same bytes of `made` right then, or
// later: then they may be the same memory. True if such a step does not read `old` at all. `made` is one of the values that the
// step writes; what a call makes by itself is not made by a kernel, but for its epilogue and the results of an element loop.
bool MayWriteOver(const ValueSet& in_memory, const Step& step, Value old, Value made);

// Of an update: whether it reads the array it is to change only where it writes right then. Others may be gone already.
bool UpdateReadsOnlyInPlace(const ValueSet& in_memory, const Step& step);
// Whether it reads that array at all.
bool UpdateReadsArray(const ValueSet& in_memory, const Step& step);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_IN_PLACE_H_
