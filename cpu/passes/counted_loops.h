// Counted loops: how often a while runs, and which of its values count.
//
//   while (i = 0, j = 5, …) i < 10 { i + 1, j + 1, … }     10 trips; i counts; j is i + 5
//
// What is known is kept in WhileAttrs. Other counters become functions of the first, so that they need not be carried, and
// counters behind the loop are constants.
#ifndef CPPJRT_CPU_PASSES_COUNTED_LOOPS_H_
#define CPPJRT_CPU_PASSES_COUNTED_LOOPS_H_

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

bool FindCountedLoops(Graph& graph);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_COUNTED_LOOPS_H_
