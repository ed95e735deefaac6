// ColumnLoops: what our BLAS routines spend their time in, on matrices stored column by column, compiled for each instruction
// set.
//
//   const ColumnLoops<float>& loops = LoopsFor<float>();
//   loops.product(m, n, k, -1, a, lda, b, 1, ldb, c, ldc);       // C -= A B
#ifndef CPPJRT_CPU_LAPACK_COLUMN_LOOPS_H_
#define CPPJRT_CPU_LAPACK_COLUMN_LOOPS_H_

#include <cstddef>
#include <cstdint>

#include "cpu/kernels/isa.h"

namespace cppjrt::cpu::lapack {

// Sizes and strides count elements. Nothing may overlap.
template <typename T>
struct ColumnLoops {
  // C[i, j] += alpha * sum over p of A[i, p] * B[p, j], with B[p, j] at b[p * row_step + j * column_step].
  void (*product)(int64_t m, int64_t n, int64_t k, T alpha, const T* a, int64_t lda, const T* b, int64_t row_step,
                  int64_t column_step, T* c, int64_t ldc) = nullptr;
  // y[j] += alpha * sum over i of A[i, j] * x[i], for j < n.
  void (*transposed_vector)(int64_t m, int64_t n, T alpha, const T* a, int64_t lda, const T* x, T* y) = nullptr;
  // y[i] += alpha * x[i].
  void (*add)(int64_t n, T alpha, const T* x, T* y) = nullptr;
  // y[i] += alpha * x[i], and the sum over i of x[i] * z[i].
  T (*add_and_dot)(int64_t n, T alpha, const T* x, T* y, const T* z) = nullptr;
  T (*dot)(int64_t n, const T* x, const T* y) = nullptr;
  // x[i], y[i] = c x[i] + s y[i], c y[i] - s x[i].
  void (*rotate)(int64_t n, T* x, T* y, T c, T s) = nullptr;
  // The lower triangle of the n x n matrix becomes its Cholesky factor. The number, from 1, of the first pivot that is not
  // positive, or 0; columns before it are done, as in LAPACK.
  int64_t (*cholesky)(int64_t n, T* a, int64_t lda) = nullptr;
};

struct ColumnLoopsSet {
  ColumnLoops<float> f32;
  ColumnLoops<double> f64;
};

// Those of this machine.
const ColumnLoopsSet& MachineColumnLoops();
template <typename T>
const ColumnLoops<T>& LoopsFor() {
  if constexpr (sizeof(T) == sizeof(float)) {
    return MachineColumnLoops().f32;
  } else {
    return MachineColumnLoops().f64;
  }
}
const ColumnLoopsSet& ColumnLoopsFor(kernels::Isa isa);

// One file each.
void FillColumnLoopsBaseline(ColumnLoopsSet& set);
void FillColumnLoopsAvx2(ColumnLoopsSet& set);
void FillColumnLoopsAvx512(ColumnLoopsSet& set);

}  // namespace cppjrt::cpu::lapack

#endif  // CPPJRT_CPU_LAPACK_COLUMN_LOOPS_H_
