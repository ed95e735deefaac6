// Epilogue code: the kernel that follows a dot or convolution, as a function of a tile (plan/epilogue.h).
#ifndef CPPJRT_CPU_CODEGEN_EPILOGUE_H_
#define CPPJRT_CPU_CODEGEN_EPILOGUE_H_

#include <string>
#include <vector>

#include "cpu/codegen/kernel.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu::codegen {

// frame.h: TileCode. `step` has an epilogue. Of the result only `function` and `buffers` count. `table`: as EmitKernel's.
KernelFunction EmitEpilogue(llvm::Module& module, const Target& target, const Plan& plan, const Step& step,
                            const std::string& name, std::vector<BufferId> table);

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_EPILOGUE_H_
