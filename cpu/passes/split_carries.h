// Carries that are put together and taken apart: a loop that carries f32[n,3] as three columns, each computed by itself, carries
// three f32[n] instead.
//
//   step(%s: f32[64,2]) {                          step(%x: f32[64], %v: f32[64]) {
//     %x = slice %s [0:64, 0:1]                      ...
//     %v = slice %s [0:64, 1:2]             ->       return %x', %v'
//     ...                                          }
//     return concatenate %x', %v'
//   }
//
// That is how a state of several quantities is written in JAX (jnp.stack); as columns all of them are computed in one loop over
// vectors, or in registers.
#ifndef CPPJRT_CPU_PASSES_SPLIT_CARRIES_H_
#define CPPJRT_CPU_PASSES_SPLIT_CARRIES_H_

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

// Whether something changed.
bool SplitCarries(Graph& graph);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_SPLIT_CARRIES_H_
