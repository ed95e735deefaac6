// Our BLAS against sums written out, for all types, letters and sizes around those of blocks; what is not part of a matrix must
// stay as it was.
#include "cpu/lapack/blas.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace cppjrt::cpu::lapack {
namespace {

template <typename T>
struct Columns {
  int rows;
  int columns;
  int ld;
  std::vector<T> values;

  Columns(int m, int n, int pad = 3)
      : rows(m), columns(n), ld(m + pad), values(static_cast<size_t>(ld) * static_cast<size_t>(std::max(n, 1))) {}
  T& operator()(int i, int j) {
    return values[static_cast<size_t>(i) + static_cast<size_t>(j) * static_cast<size_t>(ld)];
  }
  T operator()(int i, int j) const {
    return values[static_cast<size_t>(i) + static_cast<size_t>(j) * static_cast<size_t>(ld)];
  }
  T* data() { return values.data(); }
  const T* data() const { return values.data(); }
};

template <typename T>
T Random(std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  if constexpr (kIsComplex<T>) {
    const double re = uniform(random);
    return T(static_cast<Real<T>>(re), static_cast<Real<T>>(uniform(random)));
  } else {
    return static_cast<T>(uniform(random));
  }
}

// Padding included, so that a write to it shows.
template <typename T>
Columns<T> RandomColumns(int m, int n, std::mt19937& random) {
  Columns<T> result(m, n);
  for (T& value : result.values) value = Random<T>(random);
  return result;
}

template <typename T>
T Conj(T value) {
  if constexpr (kIsComplex<T>) {
    return std::conj(value);
  } else {
    return value;
  }
}

// op(A)[i, j].
template <typename T>
T At(const Columns<T>& a, char trans, int i, int j) {
  return trans == 'N' ? a(i, j) : trans == 'T' ? a(j, i) : Conj(a(j, i));
}

template <typename T>
class BlasTest : public testing::Test {
 protected:
  static constexpr double kTolerance = std::is_same_v<Real<T>, float> ? 1e-4 : 1e-12;

  // Equal where `inside` is true of (row, column), up to rounding, and the same bits elsewhere.
  template <typename Inside>
  void ExpectNear(const Columns<T>& got, const Columns<T>& wanted, const Columns<T>& before, const Inside& inside) {
    for (int j = 0; j < got.columns; ++j) {
      for (int i = 0; i < got.ld; ++i) {
        if (i < got.rows && inside(i, j)) {
          ASSERT_LE(std::abs(got(i, j) - wanted(i, j)), kTolerance * (1 + std::abs(wanted(i, j)))) << i << ", " << j;
        } else {
          ASSERT_EQ(got(i, j), before(i, j)) << i << ", " << j;
        }
      }
    }
  }
  void ExpectNear(const Columns<T>& got, const Columns<T>& wanted, const Columns<T>& before) {
    ExpectNear(got, wanted, before, [](int, int) { return true; });
  }

  std::mt19937 random_{7};
};

using Types = testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(BlasTest, Types);

constexpr char kTrans[] = {'N', 'T', 'C'};

TYPED_TEST(BlasTest, GemmOfAllLettersAndSizes) {
  using T = TypeParam;
  const int sizes[][3] = {{1, 1, 1}, {5, 3, 0}, {3, 1, 70}, {17, 2, 33}, {65, 21, 66}, {8, 40, 300}, {170, 165, 161}};
  for (const auto& [m, n, k] : sizes) {
    for (const char ta : kTrans) {
      for (const char tb : kTrans) {
        for (const T beta : {T(0), T(1), T(0.5)}) {
          const Columns<T> a =
              ta == 'N' ? RandomColumns<T>(m, k, this->random_) : RandomColumns<T>(k, m, this->random_);
          const Columns<T> b =
              tb == 'N' ? RandomColumns<T>(k, n, this->random_) : RandomColumns<T>(n, k, this->random_);
          const Columns<T> before = RandomColumns<T>(m, n, this->random_);
          const T alpha = Random<T>(this->random_);
          Columns<T> c = before;
          Gemm<T>(ta, tb, m, n, k, alpha, a.data(), a.ld, b.data(), b.ld, beta, c.data(), c.ld);
          Columns<T> wanted = before;
          for (int i = 0; i < m; ++i) {
            for (int j = 0; j < n; ++j) {
              T sum = 0;
              for (int p = 0; p < k; ++p) sum += At(a, ta, i, p) * At(b, tb, p, j);
              wanted(i, j) = alpha * sum + beta * before(i, j);
            }
          }
          SCOPED_TRACE(testing::Message() << ta << tb << ' ' << m << ' ' << n << ' ' << k);
          this->ExpectNear(c, wanted, before);
        }
      }
    }
  }
}

TYPED_TEST(BlasTest, BetaZeroDoesNotReadC) {
  using T = TypeParam;
  const Columns<T> a = RandomColumns<T>(3, 3, this->random_);
  Columns<T> c(3, 3);
  for (T& value : c.values) value = std::numeric_limits<Real<T>>::quiet_NaN();
  Gemm<T>('N', 'N', 3, 3, 3, T(1), a.data(), a.ld, a.data(), a.ld, T(0), c.data(), c.ld);
  EXPECT_FALSE(std::isnan(std::abs(c(1, 1))));
}

TYPED_TEST(BlasTest, RankUpdatesOfOneTriangle) {
  using T = TypeParam;
  const char adjoint = kIsComplex<T> ? 'C' : 'T';
  for (const char uplo : {'L', 'U'}) {
    for (const char trans : {'N', adjoint}) {
      for (const int n : {1, 31, 50, 101}) {
        const int k = 20;
        const Columns<T> a =
            trans == 'N' ? RandomColumns<T>(n, k, this->random_) : RandomColumns<T>(k, n, this->random_);
        const Columns<T> b =
            trans == 'N' ? RandomColumns<T>(n, k, this->random_) : RandomColumns<T>(k, n, this->random_);
        Columns<T> before = RandomColumns<T>(n, n, this->random_);
        for (int i = 0; i < n; ++i) before(i, i) = T(std::real(before(i, i)));
        const T alpha = Random<T>(this->random_);
        const Real<T> beta(0.5);
        const char other = trans == 'N' ? adjoint : 'N';
        Columns<T> once = before;
        Columns<T> twice = before;
        for (int i = 0; i < n; ++i) {
          for (int j = 0; j < n; ++j) {
            T aa = 0, ab = 0, ba = 0;
            for (int p = 0; p < k; ++p) {
              aa += At(a, trans, i, p) * At(a, other, p, j);
              ab += At(a, trans, i, p) * At(b, other, p, j);
              ba += At(b, trans, i, p) * At(a, other, p, j);
            }
            once(i, j) = Real<T>(2) * aa + beta * before(i, j);
            twice(i, j) = alpha * ab + Conj(alpha) * ba + beta * before(i, j);
          }
        }
        const auto inside = [&](int i, int j) { return uplo == 'L' ? i >= j : i <= j; };
        SCOPED_TRACE(testing::Message() << uplo << trans << ' ' << n);
        Columns<T> c = before;
        RankUpdate<T>(uplo, trans, n, k, T(2), a.data(), a.ld, beta, c.data(), c.ld);
        this->ExpectNear(c, once, before, inside);
        c = before;
        Rank2Update<T>(uplo, trans, n, k, alpha, a.data(), a.ld, b.data(), b.ld, beta, c.data(), c.ld);
        this->ExpectNear(c, twice, before, inside);
      }
    }
  }
}

// A triangle with a strong diagonal; the other half and, if it is all ones, the diagonal are NaN: they may not be read.
template <typename T>
Columns<T> RandomTriangle(int n, char uplo, char diag, std::mt19937& random) {
  Columns<T> a = RandomColumns<T>(n, n, random);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const bool outside = (uplo == 'L' ? i < j : i > j) || (i == j && diag == 'U');
      a(i, j) = outside ? T(std::numeric_limits<Real<T>>::quiet_NaN()) : i == j ? a(i, j) + T(3) : a(i, j) * T(0.1);
    }
  }
  return a;
}

template <typename T>
T TriangleAt(const Columns<T>& a, const Triangle& triangle, int i, int j) {
  if (i == j && triangle.diag == 'U') return T(1);
  const bool lower = (triangle.uplo == 'L') == (triangle.trans == 'N');
  return (lower ? i >= j : i <= j) ? At(a, triangle.trans, i, j) : T(0);
}

TYPED_TEST(BlasTest, TrianglesMultiplyAndSolve) {
  using T = TypeParam;
  const int sizes[][2] = {{1, 4}, {7, 33}, {40, 9}, {70, 70}};
  for (const char side : {'L', 'R'}) {
    for (const char uplo : {'L', 'U'}) {
      for (const char trans : kTrans) {
        for (const char diag : {'N', 'U'}) {
          for (const auto& [m, n] : sizes) {
            const Triangle triangle{side, uplo, trans, diag};
            const int order = side == 'L' ? m : n;
            const Columns<T> a = RandomTriangle<T>(order, uplo, diag, this->random_);
            const Columns<T> before = RandomColumns<T>(m, n, this->random_);
            Columns<T> wanted = before;
            for (int i = 0; i < m; ++i) {
              for (int j = 0; j < n; ++j) {
                T sum = 0;
                for (int p = 0; p < order; ++p) {
                  sum += side == 'L' ? TriangleAt(a, triangle, i, p) * before(p, j)
                                     : before(i, p) * TriangleAt(a, triangle, p, j);
                }
                wanted(i, j) = sum * T(2);
              }
            }
            SCOPED_TRACE(testing::Message() << side << uplo << trans << diag << ' ' << m << ' ' << n);
            Columns<T> b = before;
            MultiplyTriangular<T>(triangle, m, n, T(2), a.data(), a.ld, b.data(), b.ld);
            this->ExpectNear(b, wanted, before);
            SolveTriangular<T>(triangle, m, n, T(0.5), a.data(), a.ld, b.data(), b.ld);
            this->ExpectNear(b, before, before);
          }
        }
      }
    }
  }
}

template <typename T>
class RealBlasTest : public BlasTest<T> {};
using RealTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(RealBlasTest, RealTypes);

TYPED_TEST(RealBlasTest, VectorsOfAnySteps) {
  using T = TypeParam;
  for (const int m : {1, 6, 65, 600}) {
    for (const int n : {1, 9, 34}) {
      for (const int x_step : {1, 2, -1, -3}) {
        for (const int y_step : {1, 4, -2}) {
          const Columns<T> a = RandomColumns<T>(m, n, this->random_);
          const Columns<T> square = RandomColumns<T>(m, m, this->random_);
          const Columns<T> x = RandomColumns<T>(3 * std::max(m, n), 1, this->random_);
          const Columns<T> y = RandomColumns<T>(4 * std::max(m, n), 1, this->random_);
          const auto index = [](int i, int count, int step) { return step > 0 ? i * step : (i - count + 1) * step; };
          SCOPED_TRACE(testing::Message() << m << ' ' << n << ' ' << x_step << ' ' << y_step);

          Columns<T> wanted = y;
          for (int i = 0; i < m; ++i) {
            T sum = 0;
            for (int j = 0; j < n; ++j) sum += a(i, j) * x(index(j, n, x_step), 0);
            T& to = wanted(index(i, m, y_step), 0);
            to = T(2) * sum + T(0.5) * to;
          }
          Columns<T> got = y;
          MatrixVector<T>('N', m, n, T(2), a.data(), a.ld, x.data(), x_step, T(0.5), got.data(), y_step);
          this->ExpectNear(got, wanted, y);

          wanted = y;
          for (int j = 0; j < n; ++j) {
            T sum = 0;
            for (int i = 0; i < m; ++i) sum += a(i, j) * x(index(i, m, x_step), 0);
            T& to = wanted(index(j, n, y_step), 0);
            to = T(2) * sum + T(0.5) * to;
          }
          got = y;
          MatrixVector<T>('T', m, n, T(2), a.data(), a.ld, x.data(), x_step, T(0.5), got.data(), y_step);
          this->ExpectNear(got, wanted, y);

          for (const char uplo : {'L', 'U'}) {
            wanted = y;
            for (int i = 0; i < m; ++i) {
              T sum = 0;
              for (int j = 0; j < m; ++j) {
                sum += ((uplo == 'L') == (i >= j) || i == j ? square(i, j) : square(j, i)) * x(index(j, m, x_step), 0);
              }
              T& to = wanted(index(i, m, y_step), 0);
              to = T(2) * sum + T(0.5) * to;
            }
            got = y;
            SymmetricVector<T>(uplo, m, T(2), square.data(), square.ld, x.data(), x_step, T(0.5), got.data(), y_step);
            this->ExpectNear(got, wanted, y);
          }

          Columns<T> updated = a;
          for (int i = 0; i < m; ++i) {
            for (int j = 0; j < n; ++j) {
              updated(i, j) += T(2) * x(index(i, m, x_step), 0) * y(index(j, n, y_step), 0);
            }
          }
          Columns<T> c = a;
          Rank1<T>(m, n, T(2), x.data(), x_step, y.data(), y_step, c.data(), c.ld);
          this->ExpectNear(c, updated, a);
        }
      }
    }
  }
}

TYPED_TEST(RealBlasTest, LoopsOfEachInstructionSet) {
  using T = TypeParam;
  for (const kernels::Isa isa : kernels::SupportedIsas()) {
    const ColumnLoops<T>* loops = nullptr;
    if constexpr (std::is_same_v<T, float>) {
      loops = &ColumnLoopsFor(isa).f32;
    } else {
      loops = &ColumnLoopsFor(isa).f64;
    }
    for (const int n : {0, 1, 3, 4, 5, 16, 33, 90}) {
      SCOPED_TRACE(testing::Message() << kernels::IsaName(isa) << ' ' << n);
      // A = L L^T.
      Columns<T> factor = RandomTriangle<T>(n, 'L', 'N', this->random_);
      Columns<T> a = RandomColumns<T>(n, n, this->random_);
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j <= i; ++j) {
          a(i, j) = 0;
          for (int p = 0; p <= j; ++p) a(i, j) += factor(i, p) * factor(j, p);
        }
      }
      const Columns<T> before = a;
      EXPECT_EQ(loops->cholesky(n, a.data(), a.ld), 0);
      this->ExpectNear(a, factor, before, [](int i, int j) { return i >= j; });
      if (n >= 3) {
        Columns<T> indefinite = before;
        indefinite(2, 2) = T(-1);
        EXPECT_EQ(loops->cholesky(n, indefinite.data(), indefinite.ld), 3);
      }

      Columns<T> x = RandomColumns<T>(n, 2, this->random_);
      Columns<T> turned = x;
      loops->rotate(n, turned.data(), turned.data() + turned.ld, T(0.6), T(0.8));
      Columns<T> wanted = x;
      T dot = 0;
      for (int i = 0; i < n; ++i) {
        wanted(i, 0) = T(0.6) * x(i, 0) + T(0.8) * x(i, 1);
        wanted(i, 1) = T(0.6) * x(i, 1) - T(0.8) * x(i, 0);
        dot += x(i, 0) * x(i, 1);
      }
      this->ExpectNear(turned, wanted, x);
      EXPECT_NEAR(loops->dot(n, x.data(), x.data() + x.ld), dot, 1e-4);
    }
  }
}

}  // namespace
}  // namespace cppjrt::cpu::lapack
