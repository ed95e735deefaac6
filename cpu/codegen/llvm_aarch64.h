// LLVM's code generator for AArch64, for tools and tests: a library of its own, so that the plugin does not carry it.
#ifndef CPPJRT_CPU_CODEGEN_LLVM_AARCH64_H_
#define CPPJRT_CPU_CODEGEN_LLVM_AARCH64_H_

namespace cppjrt::cpu::codegen {

// From then on LeaseMachine has it. May be called from any thread, any number of times.
void RegisterAArch64();

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_LLVM_AARCH64_H_
