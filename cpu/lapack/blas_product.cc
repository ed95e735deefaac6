// Products of matrices. Complex ones are products of real ones: A is read as a real matrix of twice the rows, and multiplied with
// the real and with the imaginary parts of B.
#include <algorithm>
#include <memory>
#include <new>

#include "cpu/kernels/gemm.h"
#include "cpu/lapack/blas.h"

namespace cppjrt::cpu::lapack {
namespace {

// Blocks of op(A) that are copied to the stack to be stored by columns, and of sums there.
constexpr int64_t kRows = 64;
constexpr int64_t kDepth = 64;
constexpr int64_t kColumns = 16;
// From so many products on, packing pays.
constexpr double kLarge = 160.0 * 160.0 * 160.0;

// op(B), element (p, j) at data[p * row_step + j * column_step], conjugated or not.
template <typename T>
struct Factor {
  const T* data;
  int64_t row_step;
  int64_t column_step;
  bool conjugate;
};

template <typename T>
T Conjugate(T value, bool conjugate) {
  if constexpr (kIsComplex<T>) {
    return conjugate ? std::conj(value) : value;
  } else {
    return value;
  }
}

template <typename T>
void ScaleColumns(int64_t m, int64_t n, T beta, T* c, int64_t ldc) {
  if (beta == T(1)) return;
  for (int64_t j = 0; j < n; ++j) {
    T* column = c + j * ldc;
    if (beta == T(0)) {
      std::fill(column, column + m, T(0));
    } else {
      for (int64_t i = 0; i < m; ++i) column[i] *= beta;
    }
  }
}

// C += alpha A B for A stored by columns.
template <typename T>
void AddProduct(int64_t m, int64_t n, int64_t k, T alpha, const T* a, int64_t lda, const Factor<T>& b, T* c,
                int64_t ldc) {
  if constexpr (!kIsComplex<T>) {
    LoopsFor<T>().product(m, n, k, alpha, a, lda, b.data, b.row_step, b.column_step, c, ldc);
  } else {
    using R = Real<T>;
    const ColumnLoops<R>& loops = LoopsFor<R>();
    const R sign = b.conjugate ? R(-1) : R(1);
    T with_real[kColumns * kRows];
    T with_imaginary[kColumns * kRows];
    for (int64_t i = 0; i < m; i += kRows) {
      const int64_t rows = std::min(kRows, m - i);
      for (int64_t j = 0; j < n; j += kColumns) {
        const int64_t columns = std::min(kColumns, n - j);
        std::fill(with_real, with_real + columns * kRows, T(0));
        std::fill(with_imaginary, with_imaginary + columns * kRows, T(0));
        const R* rows_of_a = reinterpret_cast<const R*>(a + i);
        const R* parts_of_b = reinterpret_cast<const R*>(b.data + j * b.column_step);
        loops.product(2 * rows, columns, k, R(1), rows_of_a, 2 * lda, parts_of_b, 2 * b.row_step, 2 * b.column_step,
                      reinterpret_cast<R*>(with_real), 2 * kRows);
        loops.product(2 * rows, columns, k, sign, rows_of_a, 2 * lda, parts_of_b + 1, 2 * b.row_step, 2 * b.column_step,
                      reinterpret_cast<R*>(with_imaginary), 2 * kRows);
        for (int64_t l = 0; l < columns; ++l) {
          T* column = c + (j + l) * ldc + i;
          for (int64_t r = 0; r < rows; ++r) {
            const T x = with_real[l * kRows + r];
            const T y = with_imaginary[l * kRows + r];
            column[r] += alpha * T(x.real() - y.imag(), x.imag() + y.real());
          }
        }
      }
    }
  }
}

// C += alpha A^T B or alpha A^H B, with A[p, i] at a[p + i * lda]: blocks of A are turned on the stack.
template <typename T>
void AddTransposedProduct(bool conjugate, int64_t m, int64_t n, int64_t k, T alpha, const T* a, int64_t lda,
                          const Factor<T>& b, T* c, int64_t ldc) {
  T turned[kDepth * kRows];
  for (int64_t i = 0; i < m; i += kRows) {
    const int64_t rows = std::min(kRows, m - i);
    for (int64_t p = 0; p < k; p += kDepth) {
      const int64_t depth = std::min(kDepth, k - p);
      for (int64_t r = 0; r < rows; ++r) {
        const T* from = a + (i + r) * lda + p;
        for (int64_t q = 0; q < depth; ++q) turned[q * kRows + r] = Conjugate(from[q], conjugate);
      }
      AddProduct(rows, n, depth, alpha, turned, kRows,
                 {b.data + p * b.row_step, b.row_step, b.column_step, b.conjugate}, c + i, ldc);
    }
  }
}

constexpr kernels::ElementType TypeOf(float /*type*/) { return kernels::ElementType::kF32; }
constexpr kernels::ElementType TypeOf(double /*type*/) { return kernels::ElementType::kF64; }

// The same for large real matrices, packed. False if there was no memory for it.
template <typename T>
bool AddLargeProduct(bool transposed, int64_t m, int64_t n, int64_t k, T alpha, const T* a, int64_t lda,
                     const Factor<T>& b, T* c, int64_t ldc) {
  const std::unique_ptr<T[]> product(new (std::nothrow) T[static_cast<size_t>(m * n)]);
  if (product == nullptr) return false;
  // Rows and columns change places: Gemm is fastest where C is stored along n.
  kernels::GemmShape shape;
  shape.a_type = shape.b_type = shape.c_type = TypeOf(T());
  shape.m = {{n, b.column_step, m}};
  shape.n = {{m, transposed ? lda : 1, 1}};
  shape.k = {{k, b.row_step, transposed ? 1 : lda}};
  const auto gemm = kernels::Gemm::Create(shape);
  if (!gemm.ok() || !gemm->Run(b.data, a, product.get(), {}, nullptr).ok()) return false;
  for (int64_t j = 0; j < n; ++j) LoopsFor<T>().add(m, alpha, product.get() + j * m, c + j * ldc);
  return true;
}

}  // namespace

template <typename T>
void Gemm(char transa, char transb, int m, int n, int k, T alpha, const T* a, int lda, const T* b, int ldb, T beta,
          T* c, int ldc) {
  if (m <= 0 || n <= 0) return;
  ScaleColumns<T>(m, n, beta, c, ldc);
  if (k <= 0 || alpha == T(0)) return;
  const bool transposed = !Is(transa, 'N');
  const Factor<T> factor = Is(transb, 'N') ? Factor<T>{b, 1, ldb, false} : Factor<T>{b, ldb, 1, Is(transb, 'C')};
  if constexpr (!kIsComplex<T>) {
    if (1.0 * m * n * k >= kLarge && std::min({m, n, k}) >= 24 &&
        AddLargeProduct<T>(transposed, m, n, k, alpha, a, lda, factor, c, ldc)) {
      return;
    }
    if (transposed && n <= 2 && factor.row_step == 1) {
      for (int64_t j = 0; j < n; ++j) {
        LoopsFor<T>().transposed_vector(k, m, alpha, a, lda, b + j * ldb, c + j * ldc);
      }
      return;
    }
  }
  if (transposed) {
    AddTransposedProduct<T>(Is(transa, 'C'), m, n, k, alpha, a, lda, factor, c, ldc);
  } else {
    AddProduct<T>(m, n, k, alpha, a, lda, factor, c, ldc);
  }
}

namespace {

constexpr int kDiagonal = 48;

// One triangle of a square block, of which only the triangle is C's: C = block + beta C.
template <typename T>
void StoreTriangle(bool lower, int n, const T* block, Real<T> beta, T* c, int ldc) {
  for (int64_t j = 0; j < n; ++j) {
    for (int64_t i = lower ? j : 0; i < (lower ? n : j + 1); ++i) {
      T& to = c[i + j * ldc];
      to = beta == Real<T>(0) ? block[i + j * kDiagonal] : block[i + j * kDiagonal] + beta * to;
      if constexpr (kIsComplex<T>) {
        if (i == j) to = T(to.real());
      }
    }
  }
}

// Calls product(row, column, rows, columns, beta, c, ldc) for blocks that together are one triangle of C.
template <typename T, typename Product>
void ForTriangle(bool lower, int n, Real<T> beta, T* c, int ldc, const Product& product) {
  T block[kDiagonal * kDiagonal];
  for (int j = 0; j < n; j += kDiagonal) {
    const int columns = std::min(kDiagonal, n - j);
    product(j, j, columns, columns, T(0), block, kDiagonal);
    StoreTriangle(lower, columns, block, beta, c + j + static_cast<int64_t>(j) * ldc, ldc);
    const int first = lower ? j + columns : 0;
    const int rows = lower ? n - first : j;
    if (rows > 0) product(first, j, rows, columns, T(beta), c + first + static_cast<int64_t>(j) * ldc, ldc);
  }
}

}  // namespace

template <typename T>
void RankUpdate(char uplo, char trans, int n, int k, T alpha, const T* a, int lda, Real<T> beta, T* c, int ldc) {
  const bool plain = Is(trans, 'N');
  const char adjoint = kIsComplex<T> ? 'C' : 'T';
  const int64_t step = plain ? 1 : lda;
  const auto product = [&](int i, int j, int rows, int columns, T scale, T* to, int ld) {
    Gemm<T>(plain ? 'N' : adjoint, plain ? adjoint : 'N', rows, columns, k, alpha, a + i * step, lda, a + j * step, lda,
            scale, to, ld);
  };
  ForTriangle<T>(Is(uplo, 'L'), n, beta, c, ldc, product);
}

template <typename T>
void Rank2Update(char uplo, char trans, int n, int k, T alpha, const T* a, int lda, const T* b, int ldb, Real<T> beta,
                 T* c, int ldc) {
  const bool plain = Is(trans, 'N');
  const char adjoint = kIsComplex<T> ? 'C' : 'T';
  const int64_t a_step = plain ? 1 : lda;
  const int64_t b_step = plain ? 1 : ldb;
  const char first = plain ? 'N' : adjoint;
  const char second = plain ? adjoint : 'N';
  const auto product = [&](int i, int j, int rows, int columns, T scale, T* to, int ld) {
    Gemm<T>(first, second, rows, columns, k, alpha, a + i * a_step, lda, b + j * b_step, ldb, scale, to, ld);
    Gemm<T>(first, second, rows, columns, k, Conjugate(alpha, true), b + i * b_step, ldb, a + j * a_step, lda, T(1), to,
            ld);
  };
  ForTriangle<T>(Is(uplo, 'L'), n, beta, c, ldc, product);
}

#define CPPJRT_BLAS_INSTANTIATE(T)                                                               \
  template void Gemm<T>(char, char, int, int, int, T, const T*, int, const T*, int, T, T*, int); \
  template void RankUpdate<T>(char, char, int, int, T, const T*, int, Real<T>, T*, int);         \
  template void Rank2Update<T>(char, char, int, int, T, const T*, int, const T*, int, Real<T>, T*, int);
CPPJRT_BLAS_INSTANTIATE(float)
CPPJRT_BLAS_INSTANTIATE(double)
CPPJRT_BLAS_INSTANTIATE(std::complex<float>)
CPPJRT_BLAS_INSTANTIATE(std::complex<double>)

}  // namespace cppjrt::cpu::lapack
