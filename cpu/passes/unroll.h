// Unrolling: loops of few trips and small bodies become straight lines, so that what they do fuses with what is around them
// (the rounds of JAX's threefry). Bounded in all that it adds.
#ifndef CPPJRT_CPU_PASSES_UNROLL_H_
#define CPPJRT_CPU_PASSES_UNROLL_H_

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

bool UnrollLoops(Graph& graph);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_UNROLL_H_
