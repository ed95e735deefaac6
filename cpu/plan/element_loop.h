// Element loops: counted loops over large arrays of which each element goes its own way. All turns are done for a few elements at
// a time, which stay in registers meanwhile, where turn by turn all arrays would come from memory and go back to it.
//
//   while (i < 100) { z = z * z + c }      of c64[512,512]: for each vector of elements, 100 turns
#ifndef CPPJRT_CPU_PLAN_ELEMENT_LOOP_H_
#define CPPJRT_CPU_PLAN_ELEMENT_LOOP_H_

#include "cpu/graph/graph.h"
#include "cpu/plan/fusion.h"

namespace cppjrt::cpu {

// Whether a `while` is one: how often it runs is known; what is carried, but for the counter, are arrays of the same dimensions; and
// a turn computes element by element, of these, of arrays and numbers from outside, and of what the counter picks from arrays.
bool IsElementLoop(const Node& node);

// Whether it reads `old` only at the element whose results it stores then, after all that it reads for that: a result whose
// elements have the same size may be made over `old`. Not where the counter picks elements of `old`: others are stored by then.
bool ElementLoopReadsInPlace(const ValueSet& in_memory, const Node& loop, Value old);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_ELEMENT_LOOP_H_
