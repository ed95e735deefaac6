// Products of real matrices with vectors. Vectors that are not contiguous pass through the stack in pieces.
#include <algorithm>

#include "cpu/lapack/blas.h"

namespace cppjrt::cpu::lapack {
namespace {

constexpr int kPiece = 512;

template <typename T>
void ScaleVector(int n, T beta, T* y, int step) {
  if (beta == T(1)) return;
  for (int64_t i = 0; i < n; ++i) y[i * step] = beta == T(0) ? T(0) : beta * y[i * step];
}

// Calls work(begin, piece) for pieces of x that are contiguous there.
template <typename T, typename Work>
void ForPieces(int n, const T* x, int step, const Work& work) {
  if (step == 1) return work(0, n, x);
  T piece[kPiece];
  for (int begin = 0; begin < n; begin += kPiece) {
    const int size = std::min(kPiece, n - begin);
    for (int i = 0; i < size; ++i) piece[i] = x[static_cast<int64_t>(begin + i) * step];
    work(begin, size, piece);
  }
}

// y += alpha A x.
template <typename T>
void AddProduct(int m, int n, T alpha, const T* a, int lda, const T* x, int x_step, T* y, int y_step) {
  const ColumnLoops<T>& loops = LoopsFor<T>();
  if (y_step == 1) return loops.product(m, n == 0 ? 0 : 1, n, alpha, a, lda, x, x_step, 0, y, m);
  T sums[kPiece];
  for (int begin = 0; begin < m; begin += kPiece) {
    const int size = std::min(kPiece, m - begin);
    std::fill(sums, sums + size, T(0));
    loops.product(size, 1, n, alpha, a + begin, lda, x, x_step, 0, sums, size);
    for (int i = 0; i < size; ++i) y[static_cast<int64_t>(begin + i) * y_step] += sums[i];
  }
}

// y += alpha A^T x.
template <typename T>
void AddTransposedProduct(int m, int n, T alpha, const T* a, int lda, const T* x, int x_step, T* y, int y_step) {
  const ColumnLoops<T>& loops = LoopsFor<T>();
  ForPieces(m, x, x_step, [&](int begin, int size, const T* piece) {
    if (y_step == 1) return loops.transposed_vector(size, n, alpha, a + begin, lda, piece, y);
    for (int64_t j = 0; j < n; ++j) y[j * y_step] += alpha * loops.dot(size, a + begin + j * lda, piece);
  });
}

}  // namespace

template <typename T>
void MatrixVector(char trans, int m, int n, T alpha, const T* a, int lda, const T* x, int x_step, T beta, T* y,
                  int y_step) {
  if (m <= 0 || n <= 0) return;
  const bool plain = Is(trans, 'N');
  x = Start(x, plain ? n : m, x_step);
  y = Start(y, plain ? m : n, y_step);
  ScaleVector(plain ? m : n, beta, y, y_step);
  if (alpha == T(0)) return;
  if (plain) {
    AddProduct(m, n, alpha, a, lda, x, x_step, y, y_step);
  } else {
    AddTransposedProduct(m, n, alpha, a, lda, x, x_step, y, y_step);
  }
}

template <typename T>
void SymmetricVector(char uplo, int n, T alpha, const T* a, int lda, const T* x, int x_step, T beta, T* y, int y_step) {
  if (n <= 0) return;
  const ColumnLoops<T>& loops = LoopsFor<T>();
  x = Start(x, n, x_step);
  y = Start(y, n, y_step);
  ScaleVector(n, beta, y, y_step);
  if (alpha == T(0)) return;
  const bool lower = Is(uplo, 'L');
  for (int64_t j = 0; j < n; ++j) {
    const T* column = a + j * lda;
    const T factor = alpha * x[j * x_step];
    y[j * y_step] += factor * column[j];
    const int64_t begin = lower ? j + 1 : 0;
    const int64_t size = lower ? n - begin : j;
    T sum = 0;
    if (x_step == 1 && y_step == 1) {
      sum = loops.add_and_dot(size, factor, column + begin, y + begin, x + begin);
    } else {
      for (int64_t i = begin; i < begin + size; ++i) {
        y[i * y_step] += factor * column[i];
        sum += column[i] * x[i * x_step];
      }
    }
    y[j * y_step] += alpha * sum;
  }
}

template <typename T>
void Rank1(int m, int n, T alpha, const T* x, int x_step, const T* y, int y_step, T* a, int lda) {
  if (m <= 0 || n <= 0 || alpha == T(0)) return;
  const ColumnLoops<T>& loops = LoopsFor<T>();
  x = Start(x, m, x_step);
  y = Start(y, n, y_step);
  ForPieces(m, x, x_step, [&](int begin, int size, const T* piece) {
    for (int64_t j = 0; j < n; ++j) {
      if (const T factor = y[j * y_step]; factor != T(0)) loops.add(size, alpha * factor, piece, a + begin + j * lda);
    }
  });
}

#define CPPJRT_BLAS_INSTANTIATE(T)                                                            \
  template void MatrixVector<T>(char, int, int, T, const T*, int, const T*, int, T, T*, int); \
  template void SymmetricVector<T>(char, int, T, const T*, int, const T*, int, T, T*, int);   \
  template void Rank1<T>(int, int, T, const T*, int, const T*, int, T*, int);
CPPJRT_BLAS_INSTANTIATE(float)
CPPJRT_BLAS_INSTANTIATE(double)

}  // namespace cppjrt::cpu::lapack
