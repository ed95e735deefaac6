// The BLAS routines that LAPACK spends its time in, over our own loops (column_loops.h, kernels/gemm.h): they take the place of
// the reference's, which are plain loops for no instruction set in particular. What is not here stays the reference's.
//
// Names, arguments and results are those of BLAS; arguments are not checked again, as LAPACK checked its own. One file, so that
// whoever needs one of them (factorize.cc does) has all of them linked before the reference's.
#include "cpu/lapack/blas.h"

#include "cpu/lapack/fortran.h"

namespace cppjrt::cpu::lapack {
namespace {

template <typename T>
T DotOf(int n, const T* x, int x_step, const T* y, int y_step) {
  if (x_step == 1 && y_step == 1) return LoopsFor<T>().dot(n, x, y);
  x = Start(x, n, x_step);
  y = Start(y, n, y_step);
  T sum = 0;
  for (int64_t i = 0; i < n; ++i) sum += x[i * x_step] * y[i * y_step];
  return sum;
}

template <typename T>
void AddTo(int n, T alpha, const T* x, int x_step, T* y, int y_step) {
  if (n <= 0 || alpha == T(0)) return;
  if (x_step == 1 && y_step == 1) return LoopsFor<T>().add(n, alpha, x, y);
  x = Start(x, n, x_step);
  y = Start(y, n, y_step);
  for (int64_t i = 0; i < n; ++i) y[i * y_step] += alpha * x[i * x_step];
}

template <typename T>
void RotateBoth(int n, T* x, int x_step, T* y, int y_step, T c, T s) {
  if (x_step == 1 && y_step == 1) return LoopsFor<T>().rotate(n, x, y, c, s);
  x = Start(x, n, x_step);
  y = Start(y, n, y_step);
  for (int64_t i = 0; i < n; ++i) {
    const T a = x[i * x_step];
    x[i * x_step] = c * a + s * y[i * y_step];
    y[i * y_step] = c * y[i * y_step] - s * a;
  }
}

}  // namespace

// LAPACK's potrf factors the blocks on the diagonal with it. Upper factors column by column, by dot products.
template <typename T>
int FactorDiagonal(char uplo, int n, T* a, int lda) {
  const ColumnLoops<T>& loops = LoopsFor<T>();
  if (uplo != 'U' && uplo != 'u') return static_cast<int>(loops.cholesky(n, a, lda));
  for (int64_t j = 0; j < n; ++j) {
    T* column = a + j * lda;
    for (int64_t i = 0; i < j; ++i) column[i] = (column[i] - loops.dot(i, a + i * lda, column)) / a[i * lda + i];
    const T square = column[j] - loops.dot(j, column, column);
    if (!(square > T(0))) {
      column[j] = square;
      return static_cast<int>(j) + 1;
    }
    column[j] = std::sqrt(square);
  }
  return 0;
}

}  // namespace cppjrt::cpu::lapack

using cppjrt::cpu::lapack::Length;
namespace lapack = cppjrt::cpu::lapack;

#define CPPJRT_BLAS_ANY(t, p)                                                                                        \
  void p##gemm_(const char* transa, const char* transb, const int* m, const int* n, const int* k, const t* alpha,    \
                const t* a, const int* lda, const t* b, const int* ldb, const t* beta, t* c, const int* ldc, Length, \
                Length) {                                                                                            \
    lapack::Gemm<t>(*transa, *transb, *m, *n, *k, *alpha, a, *lda, b, *ldb, *beta, c, *ldc);                         \
  }                                                                                                                  \
  void p##trsm_(const char* side, const char* uplo, const char* trans, const char* diag, const int* m, const int* n, \
                const t* alpha, const t* a, const int* lda, t* b, const int* ldb, Length, Length, Length, Length) {  \
    lapack::SolveTriangular<t>({*side, *uplo, *trans, *diag}, *m, *n, *alpha, a, *lda, b, *ldb);                     \
  }                                                                                                                  \
  void p##trmm_(const char* side, const char* uplo, const char* trans, const char* diag, const int* m, const int* n, \
                const t* alpha, const t* a, const int* lda, t* b, const int* ldb, Length, Length, Length, Length) {  \
    lapack::MultiplyTriangular<t>({*side, *uplo, *trans, *diag}, *m, *n, *alpha, a, *lda, b, *ldb);                  \
  }

// syrk and syr2k of real, herk and her2k of complex matrices; `r` is the real type.
#define CPPJRT_BLAS_RANK(t, r, rank_k, rank_2k)                                                                   \
  void rank_k(const char* uplo, const char* trans, const int* n, const int* k, const r* alpha, const t* a,        \
              const int* lda, const r* beta, t* c, const int* ldc, Length, Length) {                              \
    lapack::RankUpdate<t>(*uplo, *trans, *n, *k, t(*alpha), a, *lda, *beta, c, *ldc);                             \
  }                                                                                                               \
  void rank_2k(const char* uplo, const char* trans, const int* n, const int* k, const t* alpha, const t* a,       \
               const int* lda, const t* b, const int* ldb, const r* beta, t* c, const int* ldc, Length, Length) { \
    lapack::Rank2Update<t>(*uplo, *trans, *n, *k, *alpha, a, *lda, b, *ldb, *beta, c, *ldc);                      \
  }

#define CPPJRT_BLAS_REAL(t, p)                                                                                         \
  void p##gemv_(const char* trans, const int* m, const int* n, const t* alpha, const t* a, const int* lda, const t* x, \
                const int* incx, const t* beta, t* y, const int* incy, Length) {                                       \
    lapack::MatrixVector<t>(*trans, *m, *n, *alpha, a, *lda, x, *incx, *beta, y, *incy);                               \
  }                                                                                                                    \
  void p##symv_(const char* uplo, const int* n, const t* alpha, const t* a, const int* lda, const t* x,                \
                const int* incx, const t* beta, t* y, const int* incy, Length) {                                       \
    lapack::SymmetricVector<t>(*uplo, *n, *alpha, a, *lda, x, *incx, *beta, y, *incy);                                 \
  }                                                                                                                    \
  void p##ger_(const int* m, const int* n, const t* alpha, const t* x, const int* incx, const t* y, const int* incy,   \
               t* a, const int* lda) {                                                                                 \
    lapack::Rank1<t>(*m, *n, *alpha, x, *incx, y, *incy, a, *lda);                                                     \
  }                                                                                                                    \
  t p##dot_(const int* n, const t* x, const int* incx, const t* y, const int* incy) {                                  \
    return lapack::DotOf<t>(*n, x, *incx, y, *incy);                                                                   \
  }                                                                                                                    \
  void p##axpy_(const int* n, const t* alpha, const t* x, const int* incx, t* y, const int* incy) {                    \
    lapack::AddTo<t>(*n, *alpha, x, *incx, y, *incy);                                                                  \
  }                                                                                                                    \
  void p##rot_(const int* n, t* x, const int* incx, t* y, const int* incy, const t* c, const t* s) {                   \
    lapack::RotateBoth<t>(*n, x, *incx, y, *incy, *c, *s);                                                             \
  }                                                                                                                    \
  void p##potrf2_(const char* uplo, const int* n, t* a, const int* lda, int* info, Length) {                           \
    *info = lapack::FactorDiagonal<t>(*uplo, *n, a, *lda);                                                             \
  }

// Their declarations are those of Fortran.
#pragma GCC diagnostic ignored "-Wmissing-declarations"
extern "C" {
CPPJRT_BLAS_ANY(float, s)
CPPJRT_BLAS_ANY(double, d)
CPPJRT_BLAS_ANY(std::complex<float>, c)
CPPJRT_BLAS_ANY(std::complex<double>, z)
CPPJRT_BLAS_RANK(float, float, ssyrk_, ssyr2k_)
CPPJRT_BLAS_RANK(double, double, dsyrk_, dsyr2k_)
CPPJRT_BLAS_RANK(std::complex<float>, float, cherk_, cher2k_)
CPPJRT_BLAS_RANK(std::complex<double>, double, zherk_, zher2k_)
CPPJRT_BLAS_REAL(float, s)
CPPJRT_BLAS_REAL(double, d)
}
