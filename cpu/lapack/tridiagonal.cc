// Tridiagonal systems.

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <utility>
#include <vector>

#include "cpu/lapack/fortran.h"
#include "cpu/lapack/routines.h"

namespace cppjrt::cpu::lapack {
namespace {

// LU factors of a tridiagonal matrix with row exchanges, applied to right-hand sides on the way. U has two diagonals
// above its main one. Rows of the right-hand sides are a column apart: element (i, j) of B is at i + j * n.
template <typename T>
class PerturbedSolver {
 public:
  using R = Real<T>;

  PerturbedSolver(int n, int columns) : n_(n), columns_(columns), u0_(Size()), u1_(Size()), u2_(Size()) {}

  // Row i of the matrix is lower[i], diagonal[i], upper[i] around its diagonal; lower[0] and upper[n - 1] do not count.
  // `x` is B at first, the solution at the end.
  void Solve(const T* lower, const T* diagonal, const T* upper, T* x) {
    if (n_ == 0) return;
    Eliminate(lower, diagonal, upper, x);
    SubstituteBack(x);
  }

 private:
  size_t Size() const { return static_cast<size_t>(std::max(n_, 1)); }
  T& Row(T* x, int i, int column) const { return x[i + int64_t{column} * n_]; }

  void Eliminate(const T* lower, const T* diagonal, const T* upper, T* x) {
    u0_[0] = diagonal[0];
    u1_[0] = n_ > 1 ? upper[0] : T(0);
    for (int k = 0; k + 1 < n_; ++k) {
      const auto i = static_cast<size_t>(k);
      const T below = lower[k + 1];
      const T next = diagonal[k + 1];
      const T next_upper = k + 2 < n_ ? upper[k + 1] : T(0);
      // Scaled by the largest row sum, the larger of the two candidates becomes the pivot.
      const R own = std::abs(u0_[i]) * (std::abs(below) + std::abs(next) + std::abs(next_upper));
      const R other = std::abs(below) * (std::abs(u0_[i]) + std::abs(u1_[i]));
      u2_[i] = T(0);
      if (below == T(0)) {
        u0_[i + 1] = next;
        u1_[i + 1] = next_upper;
      } else if (own >= other && u0_[i] != T(0)) {
        const T factor = below / u0_[i];
        u0_[i + 1] = next - factor * u1_[i];
        u1_[i + 1] = next_upper;
        for (int c = 0; c < columns_; ++c) Row(x, k + 1, c) -= factor * Row(x, k, c);
      } else {
        const T factor = u0_[i] / below;
        u0_[i + 1] = u1_[i] - factor * next;
        u1_[i + 1] = -factor * next_upper;
        u0_[i] = below;
        u1_[i] = next;
        u2_[i] = next_upper;
        for (int c = 0; c < columns_; ++c) {
          const T old = std::exchange(Row(x, k, c), Row(x, k + 1, c));
          Row(x, k + 1, c) = old - factor * Row(x, k, c);
        }
      }
    }
  }

  void SubstituteBack(T* x) {
    R largest(0);
    for (const auto* diagonal : {&u0_, &u1_, &u2_}) {
      for (const T& u : *diagonal) largest = std::max(largest, std::abs(u));
    }
    const R perturbation = std::numeric_limits<R>::epsilon() * largest;
    for (int k = n_ - 1; k >= 0; --k) {
      const auto i = static_cast<size_t>(k);
      for (int c = 0; c < columns_; ++c) {
        T& value = Row(x, k, c);
        if (k + 1 < n_) value -= u1_[i] * Row(x, k + 1, c);
        if (k + 2 < n_) value -= u2_[i] * Row(x, k + 2, c);
      }
      Divide(x, k, u0_[i], perturbation);
    }
  }

  // Divides row k by a pivot, moved away from 0 until no quotient overflows.
  void Divide(T* x, int k, T pivot, R perturbation) {
    constexpr R kSmallest = std::numeric_limits<R>::min();
    R magnitude(0);
    for (int c = 0; c < columns_; ++c) magnitude = std::max(magnitude, std::abs(Row(x, k, c)));
    R step = std::copysign(std::max(perturbation, kSmallest), std::real(pivot));
    while (std::abs(pivot) < R(1) && (std::abs(pivot) < kSmallest || magnitude * kSmallest > std::abs(pivot))) {
      pivot += step;
      step *= 2;
    }
    for (int c = 0; c < columns_; ++c) Row(x, k, c) /= pivot;
  }

  int n_;
  int columns_;
  std::vector<T> u0_, u1_, u2_;
};

}  // namespace

template <typename T>
void RunGtsv(const Batch& batch, int64_t begin, int64_t end) {
  const Sizes& size = batch.sizes;
  for (int64_t i = begin; i < end; ++i) {
    // Row i has its lower element at dl[i], so LAPACK's first is the second here.
    batch.number(4, i) = Gtsv(size['n'], size['c'], batch.result<T>(0, i) + (size['n'] > 0 ? 1 : 0),
                              batch.result<T>(1, i), batch.result<T>(2, i), batch.result<T>(3, i), size.Leading('n'));
  }
}

template <typename T>
void RunPerturbedTridiagonal(const Batch& batch, int64_t begin, int64_t end) {
  const Sizes& size = batch.sizes;
  PerturbedSolver<T> solver(size['n'], size['c']);
  for (int64_t i = begin; i < end; ++i) {
    solver.Solve(batch.operand<T>(0, i), batch.operand<T>(1, i), batch.operand<T>(2, i), batch.result<T>(0, i));
  }
}

CPPJRT_LAPACK_INSTANTIATE(RunGtsv)
CPPJRT_LAPACK_INSTANTIATE(RunPerturbedTridiagonal)

}  // namespace cppjrt::cpu::lapack
