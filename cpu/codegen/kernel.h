// Kernel code: a kernel of the plan as a function.
#ifndef CPPJRT_CPU_CODEGEN_KERNEL_H_
#define CPPJRT_CPU_CODEGEN_KERNEL_H_

#include <string>
#include <vector>

#include "cpu/codegen/emitter.h"
#include "cpu/codegen/target.h"
#include "cpu/plan/fusion.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu::codegen {

// KernelCode (frame.h): runs a part of the kernel's first loop.
struct KernelFunction {
  llvm::Function* function = nullptr;
  std::vector<BufferId> buffers;  // what the table points to
  int64_t extent = 1;             // of the first loop: the whole kernel is [0, extent)
  int64_t grain = 1;              // how many of these are worth handing to a thread
  bool parallel = false;          // whether several threads are worth it
};

// The place of `stop` among KernelCode's arguments.
inline constexpr unsigned kKernelStop = 3;
llvm::FunctionType* KernelCodeType(llvm::LLVMContext& context);

// Elements in a vector of the kernel's loops, by the types that most of the work is done in.
int64_t LanesOf(const Kernel& kernel, const Target& target);

// `in_memory`: the values that have a buffer in the plan. `in_loop`: it runs many times, so that little work is worth straight
// code. `table`: where buffers are to be in the table, if it matters.
KernelFunction EmitKernel(llvm::Module& module, const Target& target, const Plan& plan, const ValueSet& in_memory,
                          const Kernel& kernel, const std::string& name, bool in_loop,
                          std::vector<BufferId> table = {});

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_KERNEL_H_
