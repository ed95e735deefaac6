// cpu_csr_sparse_dense_ffi: a sparse matrix, row by row, times a dense matrix or vector.
//
//   values, row starts, columns, dense -> product
#ifndef CPPJRT_CPU_LAPACK_SPARSE_H_
#define CPPJRT_CPU_LAPACK_SPARSE_H_

#include "stablehlo/eval/kernel.h"

namespace cppjrt::cpu::lapack {

StatusOr<stablehlo::Kernel> PrepareCsrTimesDense(const stablehlo::OpRef& op);

}  // namespace cppjrt::cpu::lapack

#endif  // CPPJRT_CPU_LAPACK_SPARSE_H_
