// Carried values and results that need not be: those nobody uses, those that never change, those that are alike.
//
//   while (i = 0, w = x, s = 0) … { i + 1, w, s + w }      w is x, everywhere
//
// Of case the results that nobody uses go, and those that are the same value in every branch.
#ifndef CPPJRT_CPU_PASSES_CARRIES_H_
#define CPPJRT_CPU_PASSES_CARRIES_H_

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

bool DropCarries(Graph& graph);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_CARRIES_H_
