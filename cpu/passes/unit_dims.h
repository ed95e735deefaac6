// Dimensions of extent 1: what is computed is computed without them, and reshaped for those who want them. Then loops over
// f32[1,128,768] and f32[128,768] are the same loops, which fusion can put together, and f32[1] is a number in a register.
#ifndef CPPJRT_CPU_PASSES_UNIT_DIMS_H_
#define CPPJRT_CPU_PASSES_UNIT_DIMS_H_

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

// Whether something changed.
bool DropUnitDims(Graph& graph);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_UNIT_DIMS_H_
