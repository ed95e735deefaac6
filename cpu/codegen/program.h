// Program code: the entry function that runs a plan's steps, with all kernels.
#ifndef CPPJRT_CPU_CODEGEN_PROGRAM_H_
#define CPPJRT_CPU_CODEGEN_PROGRAM_H_

#include <llvm/IR/Module.h>

#include <vector>

#include "cppjrt/status.h"
#include "cpu/codegen/target.h"
#include "cpu/graph/graph.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu::codegen {

inline constexpr char kEntryName[] = "cppjrt_entry";

// UNIMPLEMENTED, naming the node and its place, if the graph has something no code can be generated for.
Status CheckSupported(const Graph& graph);

// Adds the code to `module`. `calls`: the steps that library calls are for, by number.
void EmitProgram(llvm::Module& module, const Target& target, const Plan& plan, std::vector<const Step*>& calls);

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_PROGRAM_H_
