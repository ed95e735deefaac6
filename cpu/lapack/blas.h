// The matrix routines of BLAS for LAPACK's use, on matrices stored column by column, as templates over the four types.
//
//   Gemm<float>('N', 'T', m, n, k, 1, a, lda, b, ldb, 0, c, ldc);       // C = A B^T
//   SolveTriangular<double>({'L', 'L', 'N', 'N'}, m, n, 1, a, lda, b, ldb);  // B = A^-1 B, A lower
//
// They work in blocks, with the loops of column_loops.h in them; none asks for memory except large products, which work
// without it if there is none. Letters are those of BLAS, in either case.
#ifndef CPPJRT_CPU_LAPACK_BLAS_H_
#define CPPJRT_CPU_LAPACK_BLAS_H_

#include <cmath>
#include <complex>
#include <cstdint>

#include "cpu/lapack/batch.h"
#include "cpu/lapack/column_loops.h"

namespace cppjrt::cpu::lapack {

struct Triangle {
  char side;   // 'L' or 'R' of B
  char uplo;   // 'L' or 'U'
  char trans;  // 'N', 'T', 'C'
  char diag;   // 'U': ones, not read
};

// blas_product.cc
// C = alpha op(A) op(B) + beta C.
template <typename T>
void Gemm(char transa, char transb, int m, int n, int k, T alpha, const T* a, int lda, const T* b, int ldb, T beta,
          T* c, int ldc);
// One triangle of C = alpha op(A) op(A)^H + beta C.
template <typename T>
void RankUpdate(char uplo, char trans, int n, int k, T alpha, const T* a, int lda, Real<T> beta, T* c, int ldc);
// One triangle of C = alpha op(A) op(B)^H + its adjoint + beta C.
template <typename T>
void Rank2Update(char uplo, char trans, int n, int k, T alpha, const T* a, int lda, const T* b, int ldb, Real<T> beta,
                 T* c, int ldc);

// blas_triangle.cc
// B = alpha op(A)^-1 B, or B = alpha B op(A)^-1.
template <typename T>
void SolveTriangular(const Triangle& triangle, int m, int n, T alpha, const T* a, int lda, T* b, int ldb);
// B = alpha op(A) B, or B = alpha B op(A).
template <typename T>
void MultiplyTriangular(const Triangle& triangle, int m, int n, T alpha, const T* a, int lda, T* b, int ldb);

// blas_vector.cc; of real matrices
// y = alpha op(A) x + beta y.
template <typename T>
void MatrixVector(char trans, int m, int n, T alpha, const T* a, int lda, const T* x, int x_step, T beta, T* y,
                  int y_step);
template <typename T>
void SymmetricVector(char uplo, int n, T alpha, const T* a, int lda, const T* x, int x_step, T beta, T* y, int y_step);
// A += alpha x y^T.
template <typename T>
void Rank1(int m, int n, T alpha, const T* x, int x_step, const T* y, int y_step, T* a, int lda);

// The first element of a vector that Fortran walks by `step`, which may be negative.
template <typename T>
T* Start(T* x, int n, int step) {
  return step < 0 ? x - static_cast<int64_t>(n - 1) * step : x;
}

// True for 'N' or 'n' etc.
inline bool Is(char letter, char wanted) { return (letter | 32) == (wanted | 32); }

}  // namespace cppjrt::cpu::lapack

#endif  // CPPJRT_CPU_LAPACK_BLAS_H_
