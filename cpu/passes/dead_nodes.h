// Drops nodes that nobody uses, and that have no effects. Linear.
#ifndef CPPJRT_CPU_PASSES_DEAD_NODES_H_
#define CPPJRT_CPU_PASSES_DEAD_NODES_H_

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

// Whether there were any.
bool DropDeadNodes(Graph& graph);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_DEAD_NODES_H_
