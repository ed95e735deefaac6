// LLVM's code generator for this machine, registered once for the process.
#ifndef CPPJRT_CPU_CODEGEN_LLVM_TARGETS_H_
#define CPPJRT_CPU_CODEGEN_LLVM_TARGETS_H_

namespace cppjrt::cpu::codegen {

// May be called from any thread, any number of times.
void RegisterTargets();

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_LLVM_TARGETS_H_
