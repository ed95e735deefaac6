#include "bench/suite/stream.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <vector>

#include "base/thread_pool.h"

namespace cppjrt::bench {
namespace {

constexpr int kSweeps = 15;

double SecondsOf(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double BestRate(double bytes, const std::function<void()>& sweep) {
  double best = 0;
  for (int i = 0; i < kSweeps; ++i) best = std::max(best, bytes / SecondsOf(sweep) * 1e-9);
  return best;
}

}  // namespace

StreamFigures MeasureStream(int64_t bytes, int threads) {
  ThreadPool pool(threads);
  const int64_t n = bytes / 12;
  const int64_t grain = std::max<int64_t>(1, n / (8 * int64_t{threads}));
  std::vector<float> a(static_cast<size_t>(n), 1.0F);
  std::vector<float> b(static_cast<size_t>(n), 2.0F);
  std::vector<float> c(static_cast<size_t>(n), 0.5F);
  StreamFigures figures;
  figures.triad = BestRate(static_cast<double>(n) * 12, [&] {
    pool.ParallelFor(n, grain, [&](int64_t begin, int64_t end) {
      float* __restrict__ to = a.data();
      const float* __restrict__ x = b.data();
      const float* __restrict__ y = c.data();
      for (int64_t i = begin; i < end; ++i) to[i] = x[i] + 3.0F * y[i];
    });
  });
  figures.copy = BestRate(static_cast<double>(n) * 8, [&] {
    pool.ParallelFor(
        n, grain, [&](int64_t begin, int64_t end) { std::copy(b.data() + begin, b.data() + end, a.data() + begin); });
  });
  return figures;
}

}  // namespace cppjrt::bench
