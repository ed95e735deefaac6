// The table of kernels.def: the function that prepares each op.
#ifndef CPPJRT_STABLEHLO_EVAL_KERNELS_H_
#define CPPJRT_STABLEHLO_EVAL_KERNELS_H_

#include "stablehlo/eval/kernel.h"
#include "stablehlo/op/opcode.h"

namespace cppjrt::stablehlo {

using PrepareFunction = StatusOr<Kernel> (*)(const OpRef& op);

// REQUIRES: not kUnregistered.
PrepareFunction PrepareFunctionOf(Opcode opcode);
// Whether the row says that there is a kernel at all: not PrepareDecomposed or PrepareStructural.
bool HasKernel(Opcode opcode);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_KERNELS_H_
