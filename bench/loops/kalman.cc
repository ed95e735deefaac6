// Rows of six are vectors of eight lanes, of which two stay zero; everything lives in registers and on the stack.
#include <cstring>

#include "bench/loops/by_hand.h"

namespace cppjrt::bench {
namespace {

using Row = float __attribute__((vector_size(32)));

struct Matrix {
  Row rows[6];
};

Row Load(const float* values, int n) {
  Row row = {};
  for (int i = 0; i < n; ++i) row[i] = values[i];
  return row;
}

template <int kRows, int kColumns>
Matrix LoadMatrix(const float* values) {
  Matrix matrix = {};
  for (int i = 0; i < kRows; ++i) matrix.rows[i] = Load(values + i * kColumns, kColumns);
  return matrix;
}

// values · matrix, over the first kCount rows.
template <int kCount>
inline Row Times(const Row& values, const Matrix& matrix) {
  Row sum = values[0] * matrix.rows[0];
  for (int k = 1; k < kCount; ++k) sum += values[k] * matrix.rows[k];
  return sum;
}

template <int kRows, int kCount>
inline Matrix Times(const Matrix& a, const Matrix& b) {
  Matrix product = {};
  for (int i = 0; i < kRows; ++i) product.rows[i] = Times<kCount>(a.rows[i], b);
  return product;
}

template <int kRows, int kColumns>
inline Matrix Transposed(const Matrix& a) {
  Matrix result = {};
  for (int i = 0; i < kColumns; ++i) {
    for (int j = 0; j < kRows; ++j) result.rows[i][j] = a.rows[j][i];
  }
  return result;
}

// Of a 3x3 matrix, by cofactors.
inline Matrix Inverse(const Matrix& m) {
  const float a = m.rows[0][0], b = m.rows[0][1], c = m.rows[0][2];
  const float d = m.rows[1][0], e = m.rows[1][1], f = m.rows[1][2];
  const float g = m.rows[2][0], h = m.rows[2][1], i = m.rows[2][2];
  const float x = e * i - f * h, y = f * g - d * i, z = d * h - e * g;
  const float scale = 1.0F / (a * x + b * y + c * z);
  Matrix inverse = {};
  inverse.rows[0] = Row{x, c * h - b * i, b * f - c * e} * scale;
  inverse.rows[1] = Row{y, a * i - c * g, c * d - a * f} * scale;
  inverse.rows[2] = Row{z, b * g - a * h, a * e - b * d} * scale;
  return inverse;
}

}  // namespace

void KalmanByHand(const float* transition, const float* observation, const float* process_noise,
                  const float* measurement_noise, const float* measurements, KalmanResult* result) {
  Matrix f = LoadMatrix<6, 6>(transition);
  for (int i = 0; i < 6; ++i) f.rows[i][i] += 0.95F;
  const Matrix f_transposed = Transposed<6, 6>(f);
  const Matrix h = LoadMatrix<3, 6>(observation);
  const Matrix h_transposed = Transposed<3, 6>(h);
  const Matrix q = LoadMatrix<6, 6>(process_noise);
  const Matrix r = LoadMatrix<3, 3>(measurement_noise);
  Row x = {};
  Matrix p = {};
  for (int i = 0; i < 6; ++i) p.rows[i][i] = 1;
  for (int t = 0; t < 1000; ++t) {
    x = Times<6>(x, f_transposed);
    Matrix predicted = Times<6, 6>(Times<6, 6>(f, p), f_transposed);
    for (int i = 0; i < 6; ++i) predicted.rows[i] += q.rows[i];
    const Matrix hp = Times<3, 6>(h, predicted);
    Matrix s = Times<3, 6>(hp, h_transposed);
    for (int i = 0; i < 3; ++i) s.rows[i] += r.rows[i];
    // The gain is the transpose of S⁻¹ H P; S is symmetric up to rounding.
    const Matrix gain = Transposed<3, 6>(Times<3, 3>(Inverse(s), hp));
    const Row residual = Load(measurements + t * 3, 3) - Times<6>(x, h_transposed);
    x += Times<3>(residual, Transposed<6, 3>(gain));
    const Matrix correction = Times<6, 6>(Times<6, 3>(gain, h), predicted);
    for (int i = 0; i < 6; ++i) p.rows[i] = predicted.rows[i] - correction.rows[i];
    const Matrix other = Transposed<6, 6>(p);
    for (int i = 0; i < 6; ++i) p.rows[i] = 0.5F * (p.rows[i] + other.rows[i]);
    std::memcpy(result->states[t], &x, 6 * sizeof(float));
  }
  std::memcpy(result->state, &x, 6 * sizeof(float));
  for (int i = 0; i < 6; ++i) std::memcpy(result->covariance[i], &p.rows[i], 6 * sizeof(float));
}

}  // namespace cppjrt::bench
