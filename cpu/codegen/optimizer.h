// Optimizer: the few passes of LLVM that run on our code. Kernels are vectors already: what matters is that small kernels are
// put in place and their memory becomes registers, that common parts are computed once and leave the loops they do not
// depend on.
#ifndef CPPJRT_CPU_CODEGEN_OPTIMIZER_H_
#define CPPJRT_CPU_CODEGEN_OPTIMIZER_H_

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace cppjrt::cpu::codegen {

// What object code depends on beside the module: changed with the passes.
inline constexpr char kPasses[] = "2";

void OptimizeModule(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_OPTIMIZER_H_
