// Supported: what code can be generated for.
#ifndef CPPJRT_CPU_CODEGEN_SUPPORTED_H_
#define CPPJRT_CPU_CODEGEN_SUPPORTED_H_

#include "cppjrt/status.h"
#include "cpu/graph/graph.h"

namespace cppjrt::cpu::codegen {

// UNIMPLEMENTED, naming the node and its place, if the graph has something no code can be generated for.
Status CheckSupported(const Graph& graph);

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_SUPPORTED_H_
