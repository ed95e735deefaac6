// Contractions moved to where there is less to do:
//
//   dot(gather of whole slices of x, w)   gather of dot(x, w), if it costs less: more slices are gathered than there are
//   dot(slice i of x, w) in a loop        slice i of dot(x, w), computed for all iterations before the loop
//   transpose(dot(a, b))                  dot(b, a)
//   dot(concatenate(a, b), w)             dot(a, part of w) + dot(b, rest of w), if one of the above then saves more than the
//                                         sum costs
//
// Arrays may have any rank, batch dimensions and several contracted ones, and either side may be the one that moves. Whether a
// move pays is computed (contraction_cost.h).
//
// Each product is summed as before; only what stood side by side in one sum becomes a sum of sums, whose order is open.
#ifndef CPPJRT_CPU_PASSES_CONTRACTIONS_H_
#define CPPJRT_CPU_PASSES_CONTRACTIONS_H_

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

bool MoveContractions(Graph& graph);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_CONTRACTIONS_H_
