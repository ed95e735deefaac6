// Sorts of which only the first elements are used: those become a search for them.
//
//   %3 = sort %x, iota dim=1 keys=[0 down total]                   slices [:, 0:10] of both
//   %3 = top_k %x keys=[0 down total]                              f32[64,10], i32[64,10]
//
// Along the last dimension, with one key. Runs behind sort_keys.
#ifndef CPPJRT_CPU_PASSES_TOP_K_H_
#define CPPJRT_CPU_PASSES_TOP_K_H_

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

bool FindTopK(Graph& graph);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_TOP_K_H_
