// Reorder: reductions that combine their elements in another order, where that is cheaper.
//
//   reduce_window, each window up to its element      ->   scan
//   reduce(transpose(x)) over several dimensions      ->   reduce(x)
//
// The specification leaves the order open: it allows every binary tree over the elements in their order. Sums of floats may round
// in another way, the same way on all processors.
#ifndef CPPJRT_CPU_PASSES_REORDER_H_
#define CPPJRT_CPU_PASSES_REORDER_H_

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

// Whether something changed.
bool ReorderReductions(Graph& graph);

// Whether body(init, init) is init to the last bit, on every processor. REQUIRES: the node is a reduction.
//
// Then any number of initial values beside each other is one: the padding of a window that is a prefix or suffix of its dimension
// leaves no trace, whatever the body does with other values. Proven by folding, without functions whose last bit depends on the
// processor: logaddexp(-inf, -inf) is a selection whose condition folds, so no logarithm is computed.
bool InitialValuesMerge(const Node& node);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_REORDER_H_
