// Loops of nodes that are neither maps nor reductions, as functions of single elements in order: scatter,
// select_and_scatter, scan; and the comparators of sorts.
#ifndef CPPJRT_CPU_CODEGEN_LOOPS_H_
#define CPPJRT_CPU_CODEGEN_LOOPS_H_

#include <string>
#include <vector>

#include "cpu/codegen/kernel.h"

namespace cppjrt::cpu::codegen {

// Whether EmitLoops knows the node.
bool HasLoops(const Node& node);
// Results of a scatter are in place: their buffers hold the inputs. `table`: as EmitKernel's.
KernelFunction EmitLoops(llvm::Module& module, const Target& target, const Plan& plan, const Node& node,
                         const std::string& name, std::vector<BufferId> table = {});
// ComparatorCode (frame.h); `buffers` of what it returns are those of captured values.
KernelFunction EmitComparator(llvm::Module& module, const Target& target, const Plan& plan, const Node& sort,
                              const std::string& name, std::vector<BufferId> table = {});

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_LOOPS_H_
