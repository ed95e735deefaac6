// Large reductions to few results: first in parts, which threads share, then of the parts. How a reduction is cut depends on
// its shape alone.
#ifndef CPPJRT_CPU_PASSES_SPLIT_REDUCTIONS_H_
#define CPPJRT_CPU_PASSES_SPLIT_REDUCTIONS_H_

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

// Whether something changed.
bool SplitReductions(Graph& graph);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_SPLIT_REDUCTIONS_H_
