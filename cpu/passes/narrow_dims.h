// Narrow last dimensions go first: what is computed for f32[64,64,3] is computed for f32[3,64,64], where the result is wanted
// along other dimensions than the last.
//
//   %2 = subtract f32[64,64,3] %0, %1            %2 = subtract f32[3,64,64] %0', %1'
//   %3 = reduce f32[64,64] %2 dims=[2]     ->    %3 = reduce f32[64,64] %2 dims=[0]
//
// Loops run over vectors along the 64, and with the 3 as last dimension each access would pick every third element, one by one.
// A transpose is a view and costs nothing; what is in memory in between has the better order.
#ifndef CPPJRT_CPU_PASSES_NARROW_DIMS_H_
#define CPPJRT_CPU_PASSES_NARROW_DIMS_H_

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

// Whether something changed.
bool MoveNarrowDims(Graph& graph);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_NARROW_DIMS_H_
