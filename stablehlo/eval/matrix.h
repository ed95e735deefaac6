// Matrix products: the core of dot_general and convolution.
//
//   for (int64_t i = 0; i < k; ++i) PackRow(b + i * n, i, k, n, packed);
//   MultiplyRows(a, rows, k, packed, k, n, c, n);       // c = a * b
//
// The right matrix is packed into panels of a few columns, whose rows lie behind each other; the left one is read as
// it is, row by row. Products are summed in order of k, in stretches of kStretch: the result of an element depends
// on nothing but its row and its column.
#ifndef CPPJRT_STABLEHLO_EVAL_MATRIX_H_
#define CPPJRT_STABLEHLO_EVAL_MATRIX_H_

#include <algorithm>
#include <complex>
#include <cstdint>
#include <cstring>

namespace cppjrt::stablehlo {

// Columns of a panel.
template <typename T>
inline constexpr int64_t kPanel = sizeof(T) == 4 ? 16 : 8;

// Elements that panels of a [k, n] matrix take.
template <typename T>
int64_t PackedSize(int64_t k, int64_t n) {
  return (n + kPanel<T> - 1) / kPanel<T> * kPanel<T> * k;
}

// Writes row `i` of a [k, n] matrix, `row[j]` for j < n, into its panels; missing columns are 0.
template <typename T>
void PackRow(const T* row, int64_t i, int64_t k, int64_t n, T* packed) {
  for (int64_t j = 0; j < n; j += kPanel<T>) {
    T* out = packed + j * k + i * kPanel<T>;
    const int64_t count = std::min(kPanel<T>, n - j);
    std::copy_n(row + j, count, out);
    std::fill(out + count, out + kPanel<T>, T());
  }
}

// c[i, j] = sum over k of a[i, k] * b[k, j] for `rows` rows; b is packed. Strides count elements. T is float, double,
// uint32_t, uint64_t or complex.
template <typename T>
void MultiplyRows(const T* a, int64_t rows, int64_t a_stride, const T* packed, int64_t k, int64_t n, T* c,
                  int64_t c_stride);

extern template void MultiplyRows(const float*, int64_t, int64_t, const float*, int64_t, int64_t, float*, int64_t);
extern template void MultiplyRows(const double*, int64_t, int64_t, const double*, int64_t, int64_t, double*, int64_t);
extern template void MultiplyRows(const uint32_t*, int64_t, int64_t, const uint32_t*, int64_t, int64_t, uint32_t*,
                                  int64_t);
extern template void MultiplyRows(const uint64_t*, int64_t, int64_t, const uint64_t*, int64_t, int64_t, uint64_t*,
                                  int64_t);
extern template void MultiplyRows(const std::complex<float>*, int64_t, int64_t, const std::complex<float>*, int64_t,
                                  int64_t, std::complex<float>*, int64_t);
extern template void MultiplyRows(const std::complex<double>*, int64_t, int64_t, const std::complex<double>*, int64_t,
                                  int64_t, std::complex<double>*, int64_t);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_MATRIX_H_
