// CheckReproducible: whether a program can give the same bits on all machines of an architecture.
//
//   CPPJRT_RETURN_IF_ERROR(CheckReproducible(graph));
#ifndef CPPJRT_CPU_NATIVE_REPRODUCIBLE_H_
#define CPPJRT_CPU_NATIVE_REPRODUCIBLE_H_

#include "cppjrt/status.h"
#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

// UNIMPLEMENTED, naming op and place, for what libraries compute that choose their instructions themselves: ops that the
// evaluator runs, custom calls among them, and functions of complex<f64>.
Status CheckReproducible(const Graph& graph);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_NATIVE_REPRODUCIBLE_H_
