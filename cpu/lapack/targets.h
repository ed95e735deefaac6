// LapackTargets: the custom-call targets that JAX uses on CPUs for linear algebra, over LAPACK.
//
//   environment.custom_calls = &LapackTargets();      // lapack_sgetrf_ffi, lapack_zheevd_ffi, …
//
// Operands, results and attributes are those of jaxlib's handlers of these names; matrices come in the layouts that the
// op asks for (column by column). A matrix that cannot be factored is no error: `info` says so, as in LAPACK. What a routine does
// not write is 0.
#ifndef CPPJRT_CPU_LAPACK_TARGETS_H_
#define CPPJRT_CPU_LAPACK_TARGETS_H_

#include "stablehlo/eval/custom_calls.h"

namespace cppjrt::cpu {

const stablehlo::CustomCallTargets& LapackTargets();

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_LAPACK_TARGETS_H_
