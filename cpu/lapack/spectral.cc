// Singular values, eigenvalues, and the reductions that come before them. Matrices are finite where a routine iterates
// (screen.h).

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include "cpu/lapack/fortran.h"
#include "cpu/lapack/routines.h"

namespace cppjrt::cpu::lapack {
namespace {

size_t AtLeastOne(int64_t size) { return static_cast<size_t>(std::max<int64_t>(size, 1)); }

// gesdd and gesvd have the same arguments.
template <typename T, typename Routine>
void RunSvd(const Batch& batch, int64_t begin, int64_t end, size_t rwork_size, const Routine& routine) {
  const Sizes& size = batch.sizes;
  std::vector<Real<T>> rwork(kIsComplex<T> ? rwork_size : 0);
  std::vector<int> iwork(AtLeastOne(8 * int64_t{size['k']}));
  const auto run = [&](int64_t i, T* work, int lwork) {
    return routine(batch.Mode("mode"), size['m'], size['n'], batch.result<T>(0, i), size.Leading('m'),
                   batch.result<Real<T>>(1, i), batch.result<T>(2, i), size.Leading('m'), batch.result<T>(3, i),
                   size.Leading('v'), work, lwork, rwork.data(), iwork.data());
  };
  Work<T> work([&](T* space, int lwork) { run(begin, space, lwork); });
  for (int64_t i = begin; i < end; ++i) batch.number(4, i) = run(i, work.data(), work.size());
}

// The eigenvectors of a real matrix, with conjugate pairs as two real columns, as complex ones.
template <typename R>
void Unpack(int n, const R* imaginary, const R* packed, std::complex<R>* vectors) {
  for (int j = 0; j < n; ++j) {
    const R* re = packed + int64_t{j} * n;
    std::complex<R>* out = vectors + int64_t{j} * n;
    if (imaginary[j] == 0 || j + 1 == n) {
      for (int i = 0; i < n; ++i) out[i] = {re[i], 0};
      continue;
    }
    for (int i = 0; i < n; ++i) {
      out[i] = {re[i], re[n + i]};
      out[n + i] = {re[i], -re[n + i]};
    }
    ++j;
  }
}

template <typename R>
void RunRealGeev(const Batch& batch, int64_t begin, int64_t end) {
  const int n = batch.sizes['n'];
  const int lead = batch.sizes.Leading('n');
  const int64_t elements = int64_t{n} * n;
  const char left = batch.Mode("compute_left");
  const char right = batch.Mode("compute_right");
  std::vector<R> matrix(AtLeastOne(elements)), vl(AtLeastOne(elements)), vr(AtLeastOne(elements));
  const auto run = [&](int64_t i, R* work, int lwork) {
    return Geev(left, right, n, matrix.data(), lead, batch.result<R>(0, i), batch.result<R>(1, i), vl.data(), lead,
                vr.data(), lead, work, lwork, static_cast<R*>(nullptr));
  };
  Work<R> work([&](R* space, int lwork) { run(begin, space, lwork); });
  for (int64_t i = begin; i < end; ++i) {
    std::copy_n(batch.operand<R>(0, i), elements, matrix.begin());
    batch.number(4, i) = run(i, work.data(), work.size());
    if (left == 'V') Unpack(n, batch.result<R>(1, i), vl.data(), batch.result<std::complex<R>>(2, i));
    if (right == 'V') Unpack(n, batch.result<R>(1, i), vr.data(), batch.result<std::complex<R>>(3, i));
  }
}

template <typename T>
void RunComplexGeev(const Batch& batch, int64_t begin, int64_t end) {
  const int n = batch.sizes['n'];
  const int lead = batch.sizes.Leading('n');
  const int64_t elements = int64_t{n} * n;
  std::vector<T> matrix(AtLeastOne(elements));
  std::vector<Real<T>> rwork(AtLeastOne(2 * int64_t{n}));
  const auto run = [&](int64_t i, T* work, int lwork) {
    return Geev(batch.Mode("compute_left"), batch.Mode("compute_right"), n, matrix.data(), lead, batch.result<T>(0, i),
                static_cast<T*>(nullptr), batch.result<T>(1, i), lead, batch.result<T>(2, i), lead, work, lwork,
                rwork.data());
  };
  Work<T> work([&](T* space, int lwork) { run(begin, space, lwork); });
  for (int64_t i = begin; i < end; ++i) {
    std::copy_n(batch.operand<T>(0, i), elements, matrix.begin());
    batch.number(3, i) = run(i, work.data(), work.size());
  }
}

// syevd and heevd of each problem, in place of result 0, values in result 1; `done(problem, info)` after each.
template <typename T, typename Done>
void RunEigenvalues(const Batch& batch, char mode, int64_t begin, int64_t end, const Done& done) {
  const int64_t n = batch.sizes['n'];
  const bool vectors = mode == 'V';
  std::vector<T> work(
      AtLeastOne(kIsComplex<T> ? (vectors ? 2 * n + n * n : n + 1) : (vectors ? 1 + 6 * n + 2 * n * n : 2 * n + 1)));
  std::vector<Real<T>> rwork(kIsComplex<T> ? AtLeastOne(vectors ? 1 + 5 * n + 2 * n * n : n) : 1);
  std::vector<int> iwork(AtLeastOne(vectors ? 3 + 5 * n : 1));
  for (int64_t i = begin; i < end; ++i) {
    done(i, Syevd(mode, batch.Mode("uplo"), batch.sizes['n'], batch.result<T>(0, i), batch.sizes.Leading('n'),
                  batch.result<Real<T>>(1, i), work.data(), static_cast<int>(work.size()), rwork.data(),
                  static_cast<int>(rwork.size()), iwork.data(), static_cast<int>(iwork.size())));
  }
}

}  // namespace

template <typename T>
void RunGesdd(const Batch& batch, int64_t begin, int64_t end) {
  const int64_t k = batch.sizes['k'];
  const int64_t longer = std::max<int64_t>(batch.sizes['m'], batch.sizes['n']);
  const int64_t rwork = std::max({7 * k, 5 * k * k + 5 * k, 2 * longer * k + 2 * k * k + k});
  RunSvd<T>(batch, begin, end, AtLeastOne(rwork), [](auto... arguments) { return Gesdd(arguments...); });
}

template <typename T>
void RunGesvd(const Batch& batch, int64_t begin, int64_t end) {
  RunSvd<T>(batch, begin, end, AtLeastOne(5 * int64_t{batch.sizes['k']}),
            [](auto... arguments) { return Gesvd(arguments...); });
}

template <typename T>
void RunGesvdj(const Batch& batch, int64_t begin, int64_t end) {
  const int64_t n = batch.sizes['n'], v = batch.sizes['v'];
  std::vector<T> adjoint(AtLeastOne(n * v));
  Batch scratch = batch;
  scratch.results[3] = {reinterpret_cast<std::byte*>(adjoint.data()), 0};
  for (int64_t i = begin; i < end; ++i) {
    RunGesdd<T>(scratch, i, i + 1);
    T* const vectors = batch.result<T>(3, i);
    for (int64_t column = 0; column < v && batch.Mode("mode") != 'N'; ++column) {
      for (int64_t row = 0; row < n; ++row) {
        const T value = adjoint[static_cast<size_t>(column + row * v)];
        if constexpr (kIsComplex<T>) {
          vectors[row + column * n] = std::conj(value);
        } else {
          vectors[row + column * n] = value;
        }
      }
    }
  }
}

template <typename T>
void RunSyevd(const Batch& batch, int64_t begin, int64_t end) {
  RunEigenvalues<T>(batch, batch.Mode("mode"), begin, end, [&](int64_t i, int info) { batch.number(2, i) = info; });
}

// Has no info to tell of a matrix that did not converge: it gets NaN.
template <typename T>
void RunEigh(const Batch& batch, int64_t begin, int64_t end) {
  const int64_t n = batch.sizes['n'];
  RunEigenvalues<T>(batch, 'V', begin, end, [&](int64_t i, int info) {
    if (info == 0) return;
    constexpr Real<T> kNan = std::numeric_limits<Real<T>>::quiet_NaN();
    std::fill_n(batch.result<T>(0, i), n * n, T(kNan));
    std::fill_n(batch.result<Real<T>>(1, i), n, kNan);
  });
}

template <typename T>
void RunGeev(const Batch& batch, int64_t begin, int64_t end) {
  if constexpr (kIsComplex<T>) {
    RunComplexGeev<T>(batch, begin, end);
  } else {
    RunRealGeev<T>(batch, begin, end);
  }
}

template <typename T>
void RunGees(const Batch& batch, int64_t begin, int64_t end) {
  constexpr size_t kAfterValues = kIsComplex<T> ? 3 : 4;  // real ones have two results for the eigenvalues
  const int n = batch.sizes['n'];
  const int lead = batch.sizes.Leading('n');
  std::vector<Real<T>> rwork(AtLeastOne(n));
  const auto run = [&](int64_t i, T* work, int lwork) {
    return Gees(batch.Mode("mode"), n, batch.result<T>(0, i), lead, batch.result<int32_t>(kAfterValues, i),
                batch.result<T>(2, i), batch.result<T>(kAfterValues - 1, i), batch.result<T>(1, i), lead, work, lwork,
                rwork.data());
  };
  Work<T> work([&](T* space, int lwork) { run(begin, space, lwork); });
  for (int64_t i = begin; i < end; ++i) batch.number(kAfterValues + 1, i) = run(i, work.data(), work.size());
}

template <typename T>
void RunGehrd(const Batch& batch, int64_t begin, int64_t end) {
  const auto run = [&](int64_t i, T* work, int lwork) {
    return Gehrd(batch.sizes['n'], batch.Number("low"), batch.Number("high"), batch.result<T>(0, i),
                 batch.sizes.Leading('n'), batch.result<T>(1, i), work, lwork);
  };
  Work<T> work([&](T* space, int lwork) { run(begin, space, lwork); });
  for (int64_t i = begin; i < end; ++i) batch.number(2, i) = run(i, work.data(), work.size());
}

template <typename T>
void RunSytrd(const Batch& batch, int64_t begin, int64_t end) {
  const auto run = [&](int64_t i, T* work, int lwork) {
    return Sytrd(batch.Mode("uplo"), batch.sizes['n'], batch.result<T>(0, i), batch.sizes.Leading('n'),
                 batch.result<Real<T>>(1, i), batch.result<Real<T>>(2, i), batch.result<T>(3, i), work, lwork);
  };
  Work<T> work([&](T* space, int lwork) { run(begin, space, lwork); });
  for (int64_t i = begin; i < end; ++i) batch.number(4, i) = run(i, work.data(), work.size());
}

CPPJRT_LAPACK_INSTANTIATE(RunGesdd)
CPPJRT_LAPACK_INSTANTIATE(RunGesvd)
CPPJRT_LAPACK_INSTANTIATE(RunGesvdj)
CPPJRT_LAPACK_INSTANTIATE(RunSyevd)
CPPJRT_LAPACK_INSTANTIATE(RunEigh)
CPPJRT_LAPACK_INSTANTIATE(RunGeev)
CPPJRT_LAPACK_INSTANTIATE(RunGees)
CPPJRT_LAPACK_INSTANTIATE(RunGehrd)
CPPJRT_LAPACK_INSTANTIATE(RunSytrd)

}  // namespace cppjrt::cpu::lapack
