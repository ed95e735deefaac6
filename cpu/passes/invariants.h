// Loop-invariant motion: what does not depend on the trip is done in front of the loop, if it costs more than to keep it.
//
// Cheap elementwise work and views on large arrays stay: there they are part of what uses them, and need no memory.
#ifndef CPPJRT_CPU_PASSES_INVARIANTS_H_
#define CPPJRT_CPU_PASSES_INVARIANTS_H_

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

bool MoveInvariants(Graph& graph);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_INVARIANTS_H_
