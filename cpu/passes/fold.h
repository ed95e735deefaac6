// Constant folding: what depends on constants only is computed now, by the evaluator. Bounded in the size of results and in
// all it computes, so that compiling stays quick; what is equal everywhere stays one element.
#ifndef CPPJRT_CPU_PASSES_FOLD_H_
#define CPPJRT_CPU_PASSES_FOLD_H_

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

// Whether something was folded.
bool FoldConstants(Graph& graph);
// The same, but for functions that the evaluator leaves to the C library, whose last bits depend on the processor.
bool FoldExactly(Graph& graph);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_FOLD_H_
