// Arrays that are put together of parts only to be taken apart again: the state (x, y, z) of an equation as one array.
//
//   slice(add(%s, transpose(concatenate(%a, %b))))      add(slice(%s), transpose(%a))       if nobody wants add as a whole
//   add(concatenate(%a, %b), concatenate(%c, %d))       concatenate(add(%a, %c), add(%b, %d))
//
// Each part then has loops of its own, over vectors, and needs no memory on the way.
#ifndef CPPJRT_CPU_PASSES_UNSTACK_H_
#define CPPJRT_CPU_PASSES_UNSTACK_H_

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

bool UnstackParts(Graph& graph);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_UNSTACK_H_
