// Triangular matrices: blocks on the diagonal one column after another, all else by Gemm.
#include <algorithm>

#include "cpu/lapack/blas.h"

namespace cppjrt::cpu::lapack {
namespace {

constexpr int kBlock = 32;

// y += alpha x.
template <typename T>
void AddColumn(int64_t n, T alpha, const T* x, T* y) {
  if constexpr (kIsComplex<T>) {
    for (int64_t i = 0; i < n; ++i) y[i] += alpha * x[i];
  } else {
    LoopsFor<T>().add(n, alpha, x, y);
  }
}

// op(A): what BLAS' letters make of A.
template <typename T>
class Operand {
 public:
  Operand(const Triangle& triangle, const T* a, int lda)
      : a_(a),
        lda_(lda),
        transposed_(!Is(triangle.trans, 'N')),
        conjugated_(Is(triangle.trans, 'C')),
        lower_(Is(triangle.uplo, 'L') != transposed_),
        unit_(Is(triangle.diag, 'U')) {}

  bool lower() const { return lower_; }
  char trans() const { return !transposed_ ? 'N' : conjugated_ ? 'C' : 'T'; }
  int lda() const { return lda_; }
  // Where Gemm finds the part of op(A) that begins at (row, column).
  const T* At(int row, int column) const {
    return transposed_ ? a_ + column + static_cast<int64_t>(row) * lda_
                       : a_ + row + static_cast<int64_t>(column) * lda_;
  }
  // The triangle of the block on the diagonal, by columns of kBlock, ones included; what is outside of it is not written.
  void CopyDiagonal(int begin, int size, T* block) const {
    for (int j = 0; j < size; ++j) {
      for (int i = lower_ ? j : 0; i < (lower_ ? size : j + 1); ++i) {
        T value = *At(begin + i, begin + j);
        if constexpr (kIsComplex<T>) {
          if (conjugated_) value = std::conj(value);
        }
        block[i + j * kBlock] = i == j && unit_ ? T(1) : value;
      }
    }
  }

 private:
  const T* a_;
  int lda_;
  bool transposed_;
  bool conjugated_;
  bool lower_;
  bool unit_;
};

// Calls work(begin, size) for the blocks on the diagonal, from the first or from the last.
template <typename Work>
void ForBlocks(int n, bool forward, const Work& work) {
  const int blocks = (n + kBlock - 1) / kBlock;
  for (int i = 0; i < blocks; ++i) {
    const int begin = (forward ? i : blocks - 1 - i) * kBlock;
    work(begin, std::min(kBlock, n - begin));
  }
}

template <typename T>
void Scale(int m, int n, T alpha, T* b, int ldb) {
  if (alpha == T(1)) return;
  for (int64_t j = 0; j < n; ++j) {
    for (int64_t i = 0; i < m; ++i) b[j * ldb + i] = alpha == T(0) ? T(0) : alpha * b[j * ldb + i];
  }
}

// The rows of B, `size` of them, become block^-1 times them.
template <typename T>
void SolveRows(bool lower, int size, const T* block, int n, T* b, int ldb) {
  for (int64_t j = 0; j < n; ++j) {
    T* x = b + j * ldb;
    for (int step = 0; step < size; ++step) {
      const int k = lower ? step : size - 1 - step;
      const T* column = block + k * kBlock;
      x[k] /= column[k];
      if (lower) {
        AddColumn<T>(size - 1 - k, -x[k], column + k + 1, x + k + 1);
      } else {
        AddColumn<T>(k, -x[k], column, x);
      }
    }
  }
}

// The columns of B become themselves times block^-1: upper blocks from the first column on.
template <typename T>
void SolveColumns(bool lower, int size, const T* block, int m, T* b, int ldb) {
  for (int step = 0; step < size; ++step) {
    const int64_t j = lower ? size - 1 - step : step;
    T* x = b + j * ldb;
    for (int64_t k = lower ? j + 1 : 0; k < (lower ? size : j); ++k) {
      AddColumn<T>(m, -block[k + j * kBlock], b + k * ldb, x);
    }
    const T pivot = block[j + j * kBlock];
    for (int64_t i = 0; i < m; ++i) x[i] /= pivot;
  }
}

// The rows of B become block times them.
template <typename T>
void MultiplyRows(bool lower, int size, const T* block, int n, T* b, int ldb) {
  for (int64_t j = 0; j < n; ++j) {
    T* x = b + j * ldb;
    for (int step = 0; step < size; ++step) {
      const int k = lower ? size - 1 - step : step;
      const T* column = block + k * kBlock;
      if (lower) {
        AddColumn<T>(size - 1 - k, x[k], column + k + 1, x + k + 1);
      } else {
        AddColumn<T>(k, x[k], column, x);
      }
      x[k] *= column[k];
    }
  }
}

template <typename T>
void MultiplyColumns(bool lower, int size, const T* block, int m, T* b, int ldb) {
  for (int step = 0; step < size; ++step) {
    const int64_t j = lower ? step : size - 1 - step;
    T* x = b + j * ldb;
    const T factor = block[j + j * kBlock];
    for (int64_t i = 0; i < m; ++i) x[i] *= factor;
    for (int64_t k = lower ? j + 1 : 0; k < (lower ? size : j); ++k) {
      AddColumn<T>(m, block[k + j * kBlock], b + k * ldb, x);
    }
  }
}

}  // namespace

template <typename T>
void SolveTriangular(const Triangle& triangle, int m, int n, T alpha, const T* a, int lda, T* b, int ldb) {
  if (m <= 0 || n <= 0) return;
  Scale(m, n, alpha, b, ldb);
  if (alpha == T(0)) return;
  const Operand<T> op(triangle, a, lda);
  const bool left = Is(triangle.side, 'L');
  T block[kBlock * kBlock];
  ForBlocks(left ? m : n, left == op.lower(), [&](int begin, int size) {
    op.CopyDiagonal(begin, size, block);
    // What is left of the other unknowns: after the block if blocks are taken forward, else before it.
    const bool forward = left == op.lower();
    const int other = forward ? begin + size : 0;
    const int count = forward ? (left ? m : n) - other : begin;
    if (left) {
      SolveRows(op.lower(), size, block, n, b + begin, ldb);
      Gemm<T>(op.trans(), 'N', count, n, size, T(-1), op.At(other, begin), lda, b + begin, ldb, T(1), b + other, ldb);
    } else {
      T* columns = b + static_cast<int64_t>(begin) * ldb;
      SolveColumns(op.lower(), size, block, m, columns, ldb);
      Gemm<T>('N', op.trans(), m, count, size, T(-1), columns, ldb, op.At(begin, other), lda, T(1),
              b + static_cast<int64_t>(other) * ldb, ldb);
    }
  });
}

template <typename T>
void MultiplyTriangular(const Triangle& triangle, int m, int n, T alpha, const T* a, int lda, T* b, int ldb) {
  if (m <= 0 || n <= 0) return;
  Scale(m, n, alpha, b, ldb);
  if (alpha == T(0)) return;
  const Operand<T> op(triangle, a, lda);
  const bool left = Is(triangle.side, 'L');
  const bool forward = left != op.lower();
  T block[kBlock * kBlock];
  // A block needs the others as they were: those that are still to come.
  ForBlocks(left ? m : n, forward, [&](int begin, int size) {
    op.CopyDiagonal(begin, size, block);
    const int other = forward ? begin + size : 0;
    const int count = forward ? (left ? m : n) - other : begin;
    if (left) {
      MultiplyRows(op.lower(), size, block, n, b + begin, ldb);
      Gemm<T>(op.trans(), 'N', size, n, count, T(1), op.At(begin, other), lda, b + other, ldb, T(1), b + begin, ldb);
    } else {
      T* columns = b + static_cast<int64_t>(begin) * ldb;
      MultiplyColumns(op.lower(), size, block, m, columns, ldb);
      Gemm<T>('N', op.trans(), m, size, count, T(1), b + static_cast<int64_t>(other) * ldb, ldb, op.At(other, begin),
              lda, T(1), columns, ldb);
    }
  });
}

#define CPPJRT_BLAS_INSTANTIATE(T)                                                        \
  template void SolveTriangular<T>(const Triangle&, int, int, T, const T*, int, T*, int); \
  template void MultiplyTriangular<T>(const Triangle&, int, int, T, const T*, int, T*, int);
CPPJRT_BLAS_INSTANTIATE(float)
CPPJRT_BLAS_INSTANTIATE(double)
CPPJRT_BLAS_INSTANTIATE(std::complex<float>)
CPPJRT_BLAS_INSTANTIATE(std::complex<double>)

}  // namespace cppjrt::cpu::lapack
