// Wide concatenations, in parts: the code of each takes a loop for each operand, and a function of thousands of loops takes LLVM
// time in the square.
//
//   %r = concatenate %0, ..., %999            %a = concatenate %0, ..., %99      and so on
//                                             %r = concatenate %a, ..., %j
//
// Behind all that looks at concatenations, which would put the parts together again.
#ifndef CPPJRT_CPU_PASSES_SPLIT_CONCATENATES_H_
#define CPPJRT_CPU_PASSES_SPLIT_CONCATENATES_H_

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

// Whether something changed.
bool SplitConcatenates(Graph& graph);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_SPLIT_CONCATENATES_H_
