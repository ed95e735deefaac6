// Linear algebra as programs for other platforms call it, so that they run on CPUs as well.
#ifndef CPPJRT_CPU_LAPACK_XLA_TARGETS_H_
#define CPPJRT_CPU_LAPACK_XLA_TARGETS_H_

#include "stablehlo/eval/custom_calls.h"

namespace cppjrt::cpu::lapack {

// What XLA itself puts algorithms in the place of: Qr, Eigh, LuDecomposition, ProductOfElementaryHouseholderReflectors.
// JAX calls them on TPUs, torch_xla everywhere.
void AddXlaTargets(stablehlo::CustomCallTable& table);

// What JAX calls on GPUs: cusolver_getrf_ffi, hipsolver_getrf_ffi, cusparse_gtsv2_ffi, … Sizes and results are those of
// their libraries; vectors may have other signs.
void AddGpuTargets(stablehlo::CustomCallTable& table);

}  // namespace cppjrt::cpu::lapack

#endif  // CPPJRT_CPU_LAPACK_XLA_TARGETS_H_
