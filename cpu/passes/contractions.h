// Contractions moved to where there is less to do:
//
//   dot(gather rows of x, w)            gather rows of dot(x, w), if more rows are gathered than there are
//   dot(row i of x, w) in a loop        row i of dot(x, w), computed for all rows in front of the loop
//   transpose(dot(a, b))                dot(b, a)
//   dot(concatenate(a, b), w)           dot(a, part of w) + dot(b, rest of w), where one of the above follows
//
// Each product is summed as before; only what stood side by side in one sum becomes a sum of sums, whose order is open.
#ifndef CPPJRT_CPU_PASSES_CONTRACTIONS_H_
#define CPPJRT_CPU_PASSES_CONTRACTIONS_H_

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

bool MoveContractions(Graph& graph);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_CONTRACTIONS_H_
