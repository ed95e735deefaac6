// Verify: whether a graph is what graph.h says it is.
#ifndef CPPJRT_CPU_GRAPH_VERIFY_H_
#define CPPJRT_CPU_GRAPH_VERIFY_H_

#include "cppjrt/status.h"
#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

// INTERNAL, naming the first node that is wrong: the shape of a result does not follow from operands and attributes, a value
// is used before it is made or where it cannot be seen, a body does not fit its node. Linear in the size of the graph.
Status Verify(const Graph& graph);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_GRAPH_VERIFY_H_
