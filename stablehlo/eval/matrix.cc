#include "stablehlo/eval/matrix.h"

#include <type_traits>

// Clang has the same attribute; other compilers and machines get the plain code.
#if defined(__x86_64__) && defined(__GNUC__)
#define CPPJRT_VECTOR_VARIANTS 1
#endif

namespace cppjrt::stablehlo {
namespace {

// Rows of a tile of the result: with kPanel columns it fits the registers of AVX2.
constexpr int64_t kTileRows = 6;
// Products summed before they are added to the result: keeps a panel in the cache.
constexpr int64_t kStretch = 1024;

// Without the tests for infinities that operator* makes: what XLA computes.
template <typename T>
[[gnu::always_inline]] inline std::complex<T> MultiplyAdd(std::complex<T> sum, std::complex<T> a, std::complex<T> b) {
  return {sum.real() + (a.real() * b.real() - a.imag() * b.imag()),
          sum.imag() + (a.real() * b.imag() + a.imag() * b.real())};
}

// Adds the tile's sums to the result, or puts them there.
template <typename T>
[[gnu::always_inline]] inline void StoreRow(const T* sums, T* c, int64_t columns, bool add) {
  for (int64_t j = 0; j < columns; ++j) c[j] = add ? c[j] + sums[j] : sums[j];
}

// c[kRows, columns] (+)= a[kRows, k] * panel[k, kPanel].
template <int64_t kRows, typename T>
[[gnu::always_inline]] inline void MultiplyTile(const std::complex<T>* a, int64_t a_stride,
                                                const std::complex<T>* panel, int64_t k, std::complex<T>* c,
                                                int64_t c_stride, int64_t columns, bool add) {
  constexpr int64_t kColumns = kPanel<std::complex<T>>;
  std::complex<T> sums[kRows][kColumns] = {};
  for (int64_t p = 0; p < k; ++p) {
    const std::complex<T>* b = panel + p * kColumns;
    for (int64_t i = 0; i < kRows; ++i) {
      const std::complex<T> x = a[i * a_stride + p];
      for (int64_t j = 0; j < kColumns; ++j) sums[i][j] = MultiplyAdd(sums[i][j], x, b[j]);
    }
  }
  for (int64_t i = 0; i < kRows; ++i) StoreRow(sums[i], c + i * c_stride, columns, add);
}

// The same in vectors, two to a row of the panel.
template <int64_t kRows, typename T>
  requires std::is_arithmetic_v<T>
[[gnu::always_inline]] inline void MultiplyTile(const T* a, int64_t a_stride, const T* panel, int64_t k, T* c,
                                                int64_t c_stride, int64_t columns, bool add) {
  constexpr size_t kBytes = static_cast<size_t>(kPanel<T> / 2) * sizeof(T);
  typedef T Vector __attribute__((vector_size(kBytes)));  // NOLINT(modernize-use-using): the attribute needs it
  Vector sums[kRows][2] = {};
  for (int64_t p = 0; p < k; ++p) {
    Vector low;
    Vector high;
    std::memcpy(&low, panel + p * kPanel<T>, kBytes);
    std::memcpy(&high, panel + p * kPanel<T> + kPanel<T> / 2, kBytes);
#pragma GCC unroll 8
    for (int64_t i = 0; i < kRows; ++i) {
      const T x = a[i * a_stride + p];
      sums[i][0] += low * x;
      sums[i][1] += high * x;
    }
  }
#pragma GCC unroll 8
  for (int64_t i = 0; i < kRows; ++i) {
    T row[kPanel<T>];
    const Vector first = sums[i][0];  // the address of `sums` itself would keep it out of the registers
    const Vector second = sums[i][1];
    std::memcpy(row, &first, kBytes);
    std::memcpy(row + kPanel<T> / 2, &second, kBytes);
    StoreRow(row, c + i * c_stride, columns, add);
  }
}

template <typename T>
[[gnu::always_inline]] inline void MultiplyBody(const T* a, int64_t rows, int64_t a_stride, const T* packed, int64_t k,
                                                int64_t n, T* c, int64_t c_stride) {
  for (int64_t from = 0; from < k; from += kStretch) {
    const int64_t depth = std::min(kStretch, k - from);
    for (int64_t j = 0; j < n; j += kPanel<T>) {
      const T* panel = packed + j * k + from * kPanel<T>;
      const int64_t columns = std::min(kPanel<T>, n - j);
      int64_t i = 0;
      for (; i + kTileRows <= rows; i += kTileRows) {
        MultiplyTile<kTileRows>(a + i * a_stride + from, a_stride, panel, depth, c + i * c_stride + j, c_stride,
                                columns, from > 0);
      }
      for (; i < rows; ++i) {
        MultiplyTile<1>(a + i * a_stride + from, a_stride, panel, depth, c + i * c_stride + j, c_stride, columns,
                        from > 0);
      }
    }
  }
  if (k > 0) return;
  for (int64_t i = 0; i < rows; ++i) std::fill_n(c + i * c_stride, n, T());
}

#ifdef CPPJRT_VECTOR_VARIANTS
template <typename T>
[[gnu::target("avx2,fma")]] void MultiplyAvx2(const T* a, int64_t rows, int64_t a_stride, const T* packed, int64_t k,
                                              int64_t n, T* c, int64_t c_stride) {
  MultiplyBody(a, rows, a_stride, packed, k, n, c, c_stride);
}
#endif

}  // namespace

template <typename T>
void MultiplyRows(const T* a, int64_t rows, int64_t a_stride, const T* packed, int64_t k, int64_t n, T* c,
                  int64_t c_stride) {
#ifdef CPPJRT_VECTOR_VARIANTS
  static const bool kHasAvx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (kHasAvx2) return MultiplyAvx2(a, rows, a_stride, packed, k, n, c, c_stride);
#endif
  MultiplyBody(a, rows, a_stride, packed, k, n, c, c_stride);
}

template void MultiplyRows(const float*, int64_t, int64_t, const float*, int64_t, int64_t, float*, int64_t);
template void MultiplyRows(const double*, int64_t, int64_t, const double*, int64_t, int64_t, double*, int64_t);
template void MultiplyRows(const uint32_t*, int64_t, int64_t, const uint32_t*, int64_t, int64_t, uint32_t*, int64_t);
template void MultiplyRows(const uint64_t*, int64_t, int64_t, const uint64_t*, int64_t, int64_t, uint64_t*, int64_t);
template void MultiplyRows(const std::complex<float>*, int64_t, int64_t, const std::complex<float>*, int64_t, int64_t,
                           std::complex<float>*, int64_t);
template void MultiplyRows(const std::complex<double>*, int64_t, int64_t, const std::complex<double>*, int64_t, int64_t,
                           std::complex<double>*, int64_t);

}  // namespace cppjrt::stablehlo
