// The loops of column_loops.h over vectors of CPPJRT_VECTOR_BYTES, compiled once for each instruction set: nothing here may be
// shared between files, so all of it is in an unnamed namespace.
//
// REQUIRES: CPPJRT_VECTOR_BYTES is defined before this file is included.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "cpu/lapack/column_loops.h"

namespace cppjrt::cpu::lapack {
namespace {  // NOLINT(google-build-namespaces): each file that includes this has its own

#define CPPJRT_COLUMN_INLINE inline __attribute__((always_inline))

template <class T>
struct Lanes {
  static constexpr int64_t kCount = CPPJRT_VECTOR_BYTES / static_cast<int64_t>(sizeof(T));
  typedef T Type __attribute__((vector_size(CPPJRT_VECTOR_BYTES)));
  typedef T Unaligned __attribute__((vector_size(CPPJRT_VECTOR_BYTES), aligned(alignof(T)), may_alias));
};

template <class T>
CPPJRT_COLUMN_INLINE typename Lanes<T>::Type Load(const T* p) {
  return *reinterpret_cast<const typename Lanes<T>::Unaligned*>(p);
}
template <class T>
CPPJRT_COLUMN_INLINE void Store(T* p, typename Lanes<T>::Type v) {
  *reinterpret_cast<typename Lanes<T>::Unaligned*>(p) = v;
}
template <class T>
CPPJRT_COLUMN_INLINE T Sum(typename Lanes<T>::Type v) {
  T sum = 0;
  for (int64_t i = 0; i < Lanes<T>::kCount; ++i) sum += v[i];
  return sum;
}

// A tile of kVectors vectors of rows and kColumns columns, in registers over all of k.
template <class T, int kVectors, int kColumns>
CPPJRT_COLUMN_INLINE void SumTile(int64_t k, const T* a, int64_t lda, const T* b, int64_t row_step, int64_t column_step,
                                  typename Lanes<T>::Type (&sums)[kColumns][kVectors]) {
  constexpr int64_t kLanes = Lanes<T>::kCount;
  for (int j = 0; j < kColumns; ++j) {
    for (int v = 0; v < kVectors; ++v) sums[j][v] = typename Lanes<T>::Type{};
  }
  for (int64_t p = 0; p < k; ++p) {
    typename Lanes<T>::Type rows[kVectors];
    for (int v = 0; v < kVectors; ++v) rows[v] = Load(a + p * lda + v * kLanes);
    for (int j = 0; j < kColumns; ++j) {
      const T factor = b[p * row_step + j * column_step];
      for (int v = 0; v < kVectors; ++v) sums[j][v] += rows[v] * factor;
    }
  }
}

template <class T, int kVectors, int kColumns>
void WholeTile(int64_t k, T alpha, const T* a, int64_t lda, const T* b, int64_t row_step, int64_t column_step, T* c,
               int64_t ldc) {
  typename Lanes<T>::Type sums[kColumns][kVectors];
  SumTile<T, kVectors, kColumns>(k, a, lda, b, row_step, column_step, sums);
  for (int j = 0; j < kColumns; ++j) {
    for (int v = 0; v < kVectors; ++v) {
      T* to = c + j * ldc + v * Lanes<T>::kCount;
      Store(to, Load(to) + sums[j][v] * alpha);
    }
  }
}

// As WholeTile with one vector, of which the first `rows` lanes are of C.
template <class T, int kColumns>
void EdgeTile(int64_t rows, int64_t k, T alpha, const T* a, int64_t lda, const T* b, int64_t row_step,
              int64_t column_step, T* c, int64_t ldc) {
  typename Lanes<T>::Type sums[kColumns][1];
  SumTile<T, 1, kColumns>(k, a, lda, b, row_step, column_step, sums);
  for (int j = 0; j < kColumns; ++j) {
    for (int64_t i = 0; i < rows; ++i) c[j * ldc + i] += alpha * sums[j][0][i];
  }
}

constexpr int kTileColumns = 4;
constexpr int64_t kDepth = 256;  // of k at a time, so that the last rows fit on the stack

template <class T, int kColumns>
void ColumnStrip(int64_t m, int64_t k, T alpha, const T* a, int64_t lda, const T* edge, const T* b, int64_t row_step,
                 int64_t column_step, T* c, int64_t ldc) {
  constexpr int64_t kLanes = Lanes<T>::kCount;
  constexpr int kVectors = CPPJRT_VECTOR_BYTES == 64 ? 4 : 2;
  int64_t i = 0;
  for (; i + kVectors * kLanes <= m; i += kVectors * kLanes) {
    WholeTile<T, kVectors, kColumns>(k, alpha, a + i, lda, b, row_step, column_step, c + i, ldc);
  }
  for (; i + kLanes <= m; i += kLanes) {
    WholeTile<T, 1, kColumns>(k, alpha, a + i, lda, b, row_step, column_step, c + i, ldc);
  }
  if (i < m) EdgeTile<T, kColumns>(m - i, k, alpha, edge, kLanes, b, row_step, column_step, c + i, ldc);
}

template <class T>
void Product(int64_t m, int64_t n, int64_t depth, T alpha, const T* a, int64_t lda, const T* b, int64_t row_step,
             int64_t column_step, T* c, int64_t ldc) {
  constexpr int64_t kLanes = Lanes<T>::kCount;
  alignas(64) T edge[kDepth * kLanes];
  for (int64_t begin = 0; begin < depth; begin += kDepth) {
    const int64_t k = std::min(kDepth, depth - begin);
    const T* slab = a + begin * lda;
    const T* factors = b + begin * row_step;
    if (const int64_t rest = m % kLanes; rest != 0) {
      for (int64_t p = 0; p < k; ++p) {
        for (int64_t i = 0; i < kLanes; ++i) edge[p * kLanes + i] = i < rest ? slab[p * lda + m - rest + i] : T(0);
      }
    }
    int64_t j = 0;
    for (; j + kTileColumns <= n; j += kTileColumns) {
      ColumnStrip<T, kTileColumns>(m, k, alpha, slab, lda, edge, factors + j * column_step, row_step, column_step,
                                   c + j * ldc, ldc);
    }
    for (; j < n; ++j) {
      ColumnStrip<T, 1>(m, k, alpha, slab, lda, edge, factors + j * column_step, row_step, column_step, c + j * ldc,
                        ldc);
    }
  }
}

template <class T>
CPPJRT_COLUMN_INLINE T DotOf(int64_t n, const T* x, const T* y) {
  constexpr int64_t kLanes = Lanes<T>::kCount;
  typename Lanes<T>::Type sums[2] = {};
  int64_t i = 0;
  for (; i + 2 * kLanes <= n; i += 2 * kLanes) {
    sums[0] += Load(x + i) * Load(y + i);
    sums[1] += Load(x + i + kLanes) * Load(y + i + kLanes);
  }
  T sum = Sum<T>(sums[0] + sums[1]);
  for (; i < n; ++i) sum += x[i] * y[i];
  return sum;
}

template <class T>
CPPJRT_COLUMN_INLINE void AddTo(int64_t n, T alpha, const T* x, T* y) {
  constexpr int64_t kLanes = Lanes<T>::kCount;
  int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes) Store(y + i, Load(y + i) + Load(x + i) * alpha);
  for (; i < n; ++i) y[i] += alpha * x[i];
}

template <class T>
T Dot(int64_t n, const T* x, const T* y) {
  return DotOf(n, x, y);
}

template <class T>
void Add(int64_t n, T alpha, const T* x, T* y) {
  AddTo(n, alpha, x, y);
}

template <class T>
T AddAndDot(int64_t n, T alpha, const T* x, T* y, const T* z) {
  constexpr int64_t kLanes = Lanes<T>::kCount;
  typename Lanes<T>::Type sums = {};
  int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    const typename Lanes<T>::Type column = Load(x + i);
    Store(y + i, Load(y + i) + column * alpha);
    sums += column * Load(z + i);
  }
  T sum = Sum<T>(sums);
  for (; i < n; ++i) {
    y[i] += alpha * x[i];
    sum += x[i] * z[i];
  }
  return sum;
}

template <class T>
void TransposedVector(int64_t m, int64_t n, T alpha, const T* a, int64_t lda, const T* x, T* y) {
  for (int64_t j = 0; j < n; ++j) y[j] += alpha * DotOf(m, a + j * lda, x);
}

template <class T>
void Rotate(int64_t n, T* x, T* y, T c, T s) {
  constexpr int64_t kLanes = Lanes<T>::kCount;
  int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    const typename Lanes<T>::Type a = Load(x + i);
    const typename Lanes<T>::Type b = Load(y + i);
    Store(x + i, a * c + b * s);
    Store(y + i, b * c - a * s);
  }
  for (; i < n; ++i) {
    const T a = x[i];
    x[i] = c * a + s * y[i];
    y[i] = c * y[i] - s * a;
  }
}

// y -= the columns of A, each times its first element.
template <class T, int kColumns>
CPPJRT_COLUMN_INLINE void Subtract(int64_t n, const T* a, int64_t lda, T* y) {
  constexpr int64_t kLanes = Lanes<T>::kCount;
  int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    typename Lanes<T>::Type sum = Load(y + i);
    for (int p = 0; p < kColumns; ++p) sum -= Load(a + p * lda + i) * a[p * lda];
    Store(y + i, sum);
  }
  for (; i < n; ++i) {
    for (int p = 0; p < kColumns; ++p) y[i] -= a[p * lda + i] * a[p * lda];
  }
}

// Four columns at a time: the columns after them are then read and written a quarter as often.
template <class T>
int64_t Cholesky(int64_t n, T* a, int64_t lda) {
  constexpr int kWidth = 4;
  for (int64_t begin = 0; begin < n; begin += kWidth) {
    const int64_t end = std::min(n, begin + kWidth);
    for (int64_t j = begin; j < end; ++j) {
      T* column = a + j * lda;
      if (!(column[j] > T(0))) return j + 1;
      const T root = std::sqrt(column[j]);
      column[j] = root;
      for (int64_t i = j + 1; i < n; ++i) column[i] /= root;
      for (int64_t l = j + 1; l < end; ++l) Subtract<T, 1>(n - l, column + l, lda, a + l * lda + l);
    }
    for (int64_t l = end; l < n; ++l) Subtract<T, kWidth>(n - l, a + begin * lda + l, lda, a + l * lda + l);
  }
  return 0;
}

template <class T>
void FillLoops(ColumnLoops<T>& loops) {
  loops.product = Product<T>;
  loops.transposed_vector = TransposedVector<T>;
  loops.add = Add<T>;
  loops.add_and_dot = AddAndDot<T>;
  loops.dot = Dot<T>;
  loops.rotate = Rotate<T>;
  loops.cholesky = Cholesky<T>;
}

void FillColumnLoops(ColumnLoopsSet& set) {
  FillLoops(set.f32);
  FillLoops(set.f64);
}

}  // namespace
}  // namespace cppjrt::cpu::lapack
