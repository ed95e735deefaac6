// UnfusedKernels: sums of products of floats that give the same bits with every instruction set.
//
//   const KernelSet& set = UnfusedKernels(MachineIsa());
//
// Each sum is that of the baseline, term by term; vectors are as wide as the machine has them, but no product and sum are one
// instruction. Of a set, only tiles of floats and `axpy` are of that kind, as there each lane is a sum of its own; all else is
// the baseline's.
#ifndef CPPJRT_CPU_KERNELS_MICRO_KERNEL_UNFUSED_H_
#define CPPJRT_CPU_KERNELS_MICRO_KERNEL_UNFUSED_H_

#include "cpu/kernels/micro_kernel.h"

namespace cppjrt::cpu::kernels {

// REQUIRES: isa <= MachineIsa().
const KernelSet& UnfusedKernels(Isa isa);

// One for each source file.
void FillUnfusedAvx2(KernelSet& set);
void FillUnfusedAvx512(KernelSet& set);

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_MICRO_KERNEL_UNFUSED_H_
