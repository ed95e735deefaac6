// Triangular systems, LU, QR, Cholesky.

#include <algorithm>
#include <numeric>
#include <utility>

#include "cpu/lapack/fortran.h"
#include "cpu/lapack/routines.h"

namespace cppjrt::cpu::lapack {

template <typename T>
void RunTrsm(const Batch& batch, int64_t begin, int64_t end) {
  const Sizes& size = batch.sizes;
  for (int64_t i = begin; i < end; ++i) {
    Trsm(batch.Mode("side"), batch.Mode("uplo"), batch.Mode("trans_x"), batch.Mode("diag"), size['m'], size['n'],
         batch.operand<T>(0, i), size.Leading('a'), batch.result<T>(0, i), size.Leading('m'));
  }
}

template <typename T>
void RunGetrf(const Batch& batch, int64_t begin, int64_t end) {
  const Sizes& size = batch.sizes;
  for (int64_t i = begin; i < end; ++i) {
    batch.number(2, i) =
        Getrf(size['m'], size['n'], batch.result<T>(0, i), size.Leading('m'), batch.result<int32_t>(1, i));
  }
}

template <typename T>
void RunLuDecomposition(const Batch& batch, int64_t begin, int64_t end) {
  const Sizes& size = batch.sizes;
  for (int64_t i = begin; i < end; ++i) {
    int32_t* const pivots = batch.result<int32_t>(1, i);
    int32_t* const permutation = batch.result<int32_t>(2, i);
    Getrf(size['m'], size['n'], batch.result<T>(0, i), size.Leading('m'), pivots);
    std::iota(permutation, permutation + size['m'], 0);
    for (int k = 0; k < size['k']; ++k) std::swap(permutation[k], permutation[--pivots[k]]);
  }
}

template <typename T>
void RunGeqrf(const Batch& batch, int64_t begin, int64_t end) {
  const Sizes& size = batch.sizes;
  const auto run = [&](int64_t i, T* work, int lwork) {
    return Geqrf(size['m'], size['n'], batch.result<T>(0, i), size.Leading('m'), batch.result<T>(1, i), work, lwork);
  };
  Work<T> work([&](T* space, int lwork) { run(begin, space, lwork); });
  for (int64_t i = begin; i < end; ++i) run(i, work.data(), work.size());
}

template <typename T>
void RunGeqp3(const Batch& batch, int64_t begin, int64_t end) {
  const Sizes& size = batch.sizes;
  std::vector<Real<T>> rwork(kIsComplex<T> ? static_cast<size_t>(2 * size['n']) + 1 : 0);
  const auto run = [&](int64_t i, T* work, int lwork) {
    return Geqp3(size['m'], size['n'], batch.result<T>(0, i), size.Leading('m'), batch.result<int32_t>(1, i),
                 batch.result<T>(2, i), work, lwork, rwork.data());
  };
  Work<T> work([&](T* space, int lwork) { run(begin, space, lwork); });
  for (int64_t i = begin; i < end; ++i) run(i, work.data(), work.size());
}

template <typename T>
void RunOrgqr(const Batch& batch, int64_t begin, int64_t end) {
  const Sizes& size = batch.sizes;
  const auto run = [&](int64_t i, T* work, int lwork) {
    return Orgqr(size['m'], size['n'], size['p'], batch.result<T>(0, i), size.Leading('m'), batch.operand<T>(1, i),
                 work, lwork);
  };
  Work<T> work([&](T* space, int lwork) { run(begin, space, lwork); });
  for (int64_t i = begin; i < end; ++i) run(i, work.data(), work.size());
}

template <typename T>
void RunOrmqr(const Batch& batch, int64_t begin, int64_t end) {
  const Sizes& size = batch.sizes;
  const char side = batch.Number("left") != 0 ? 'L' : 'R';
  const char trans = batch.Number("transpose") == 0 ? 'N' : kIsComplex<T> ? 'C' : 'T';
  const auto run = [&](int64_t i, T* work, int lwork) {
    return Ormqr(side, trans, size['m'], size['n'], size['p'], batch.operand<T>(0, i), size.Leading('a'),
                 batch.operand<T>(1, i), batch.result<T>(0, i), size.Leading('m'), work, lwork);
  };
  Work<T> work([&](T* space, int lwork) { run(begin, space, lwork); });
  for (int64_t i = begin; i < end; ++i) run(i, work.data(), work.size());
}

template <typename T>
void RunPotrf(const Batch& batch, int64_t begin, int64_t end) {
  const Sizes& size = batch.sizes;
  for (int64_t i = begin; i < end; ++i) {
    batch.number(1, i) = Potrf(batch.Mode("uplo"), size['n'], batch.result<T>(0, i), size.Leading('n'));
  }
}

CPPJRT_LAPACK_INSTANTIATE(RunTrsm)
CPPJRT_LAPACK_INSTANTIATE(RunGetrf)
CPPJRT_LAPACK_INSTANTIATE(RunLuDecomposition)
CPPJRT_LAPACK_INSTANTIATE(RunGeqrf)
CPPJRT_LAPACK_INSTANTIATE(RunGeqp3)
CPPJRT_LAPACK_INSTANTIATE(RunOrgqr)
CPPJRT_LAPACK_INSTANTIATE(RunOrmqr)
CPPJRT_LAPACK_INSTANTIATE(RunPotrf)

}  // namespace cppjrt::cpu::lapack
