// Common subexpressions: of equal nodes the first stands for all. A node in a body is also found in the bodies around it.
#ifndef CPPJRT_CPU_PASSES_CSE_H_
#define CPPJRT_CPU_PASSES_CSE_H_

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

// Whether something was found.
bool MergeCommonNodes(Graph& graph);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_CSE_H_
