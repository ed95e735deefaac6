// Routines on batches, problems [begin, end): each reads operands and writes results in the order of its target
// (targets.cc). T is float, double or a complex type of them. Operands that a routine overwrites have been copied into
// the result of the same form.
#ifndef CPPJRT_CPU_LAPACK_ROUTINES_H_
#define CPPJRT_CPU_LAPACK_ROUTINES_H_

#include <cstdint>

#include "cpu/lapack/batch.h"

namespace cppjrt::cpu::lapack {

using RunFunction = void (*)(const Batch& batch, int64_t begin, int64_t end);

// factorize.cc
template <typename T>
void RunTrsm(const Batch& batch, int64_t begin, int64_t end);
template <typename T>
void RunGetrf(const Batch& batch, int64_t begin, int64_t end);
// Row numbers from 0, and where each row of the product comes from.
template <typename T>
void RunLuDecomposition(const Batch& batch, int64_t begin, int64_t end);
template <typename T>
void RunGeqrf(const Batch& batch, int64_t begin, int64_t end);
template <typename T>
void RunGeqp3(const Batch& batch, int64_t begin, int64_t end);
template <typename T>
void RunOrgqr(const Batch& batch, int64_t begin, int64_t end);
template <typename T>
void RunOrmqr(const Batch& batch, int64_t begin, int64_t end);
template <typename T>
void RunPotrf(const Batch& batch, int64_t begin, int64_t end);

// spectral.cc
template <typename T>
void RunGesdd(const Batch& batch, int64_t begin, int64_t end);
template <typename T>
void RunGesvd(const Batch& batch, int64_t begin, int64_t end);
// As gesdd, but result 3 is V, not its adjoint.
template <typename T>
void RunGesvdj(const Batch& batch, int64_t begin, int64_t end);
template <typename T>
void RunSyevd(const Batch& batch, int64_t begin, int64_t end);
template <typename T>
void RunEigh(const Batch& batch, int64_t begin, int64_t end);
template <typename T>
void RunGeev(const Batch& batch, int64_t begin, int64_t end);
template <typename T>
void RunGees(const Batch& batch, int64_t begin, int64_t end);
template <typename T>
void RunGehrd(const Batch& batch, int64_t begin, int64_t end);
template <typename T>
void RunSytrd(const Batch& batch, int64_t begin, int64_t end);

// tridiagonal.cc
template <typename T>
void RunGtsv(const Batch& batch, int64_t begin, int64_t end);
// Gaussian elimination with row exchanges in which a pivot of 0 becomes the smallest that helps, so that singular
// systems have a solution, if a large one.
template <typename T>
void RunPerturbedTridiagonal(const Batch& batch, int64_t begin, int64_t end);

// Instantiates a routine for all types.
#define CPPJRT_LAPACK_INSTANTIATE(Run)                                    \
  template void Run<float>(const Batch&, int64_t, int64_t);               \
  template void Run<double>(const Batch&, int64_t, int64_t);              \
  template void Run<std::complex<float>>(const Batch&, int64_t, int64_t); \
  template void Run<std::complex<double>>(const Batch&, int64_t, int64_t);

}  // namespace cppjrt::cpu::lapack

#endif  // CPPJRT_CPU_LAPACK_ROUTINES_H_
