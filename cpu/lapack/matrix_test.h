// Small matrices for tests, row by row.
#ifndef CPPJRT_CPU_LAPACK_MATRIX_TEST_H_
#define CPPJRT_CPU_LAPACK_MATRIX_TEST_H_

#include <algorithm>
#include <complex>
#include <cstdint>
#include <limits>
#include <vector>

namespace cppjrt::cpu {

using Number = std::complex<double>;

struct Matrix {
  int64_t rows = 0;
  int64_t columns = 0;
  std::vector<Number> values;

  Matrix(int64_t r, int64_t c) : rows(r), columns(c), values(static_cast<size_t>(r * c)) {}
  Number& at(int64_t r, int64_t c) { return values[static_cast<size_t>(r * columns + c)]; }
  const Number& at(int64_t r, int64_t c) const { return values[static_cast<size_t>(r * columns + c)]; }
};

inline Matrix operator*(const Matrix& a, const Matrix& b) {
  Matrix product(a.rows, b.columns);
  for (int64_t i = 0; i < a.rows; ++i) {
    for (int64_t j = 0; j < b.columns; ++j) {
      for (int64_t k = 0; k < a.columns; ++k) product.at(i, j) += a.at(i, k) * b.at(k, j);
    }
  }
  return product;
}

inline Matrix Adjoint(const Matrix& a) {
  Matrix result(a.columns, a.rows);
  for (int64_t i = 0; i < a.rows; ++i) {
    for (int64_t j = 0; j < a.columns; ++j) result.at(j, i) = std::conj(a.at(i, j));
  }
  return result;
}

inline Matrix Identity(int64_t n) {
  Matrix result(n, n);
  for (int64_t i = 0; i < n; ++i) result.at(i, i) = 1;
  return result;
}

inline Matrix Diagonal(const std::vector<Number>& values) {
  Matrix result(static_cast<int64_t>(values.size()), static_cast<int64_t>(values.size()));
  for (size_t i = 0; i < values.size(); ++i) result.at(static_cast<int64_t>(i), static_cast<int64_t>(i)) = values[i];
  return result;
}

// Keeps the part above (or below) the diagonal; `unit` puts ones on it.
inline Matrix Triangle(const Matrix& a, bool upper, bool unit, int64_t rows, int64_t columns) {
  Matrix result(rows, columns);
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < columns; ++j) {
      if (i == j) result.at(i, j) = unit ? 1 : a.at(i, j);
      if (upper ? i < j : i > j) result.at(i, j) = a.at(i, j);
    }
  }
  return result;
}

// The largest difference of two elements.
inline double Distance(const Matrix& a, const Matrix& b) {
  if (a.rows != b.rows || a.columns != b.columns) return std::numeric_limits<double>::infinity();
  double largest = 0;
  for (size_t i = 0; i < a.values.size(); ++i) largest = std::max(largest, std::abs(a.values[i] - b.values[i]));
  return largest;
}

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_LAPACK_MATRIX_TEST_H_
