// Sort comparators that order by keys, recognised: SortAttrs::keys.
//
//   compare LT, a0, b0                                             operand 0 up
//   or(compare LT a0 b0, and(compare EQ a0 b0, …))                 operand 0, then what … orders by
//   compare LT total, canonical(a0), canonical(b0)                 every NaN alike and last, -0 is 0: as JAX writes it
#ifndef CPPJRT_CPU_PASSES_SORT_KEYS_H_
#define CPPJRT_CPU_PASSES_SORT_KEYS_H_

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

bool FindSortKeys(Graph& graph);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_SORT_KEYS_H_
