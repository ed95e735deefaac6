// Timing of two ways of doing the same, side by side.
//
// A machine is never quite idle, so absolute times say little. What is compared here runs in turn, in short batches, and what
// is reported of each is the distribution over the batches; the difference or ratio is taken batch by batch, so that a
// disturbance hits both sides or is an outlier.
#ifndef CPPJRT_BENCH_MEASURE_H_
#define CPPJRT_BENCH_MEASURE_H_

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace cppjrt::bench {

// Nanoseconds per call, one value per batch.
using Samples = std::vector<double>;

inline double Quantile(Samples samples, double q) {
  std::sort(samples.begin(), samples.end());
  return samples[std::min(samples.size() - 1, static_cast<size_t>(q * static_cast<double>(samples.size())))];
}

inline double TimeBatch(const std::function<void()>& call, int calls) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < calls; ++i) call();
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count() / calls;
}

struct Pair {
  Samples ours;
  Samples theirs;
  Samples difference;  // ours - theirs
  Samples ratio;       // theirs / ours: 1 is equal, more is better
};

// Runs `batches` batches of `calls` of each, in turn, after one of each that does not count.
inline Pair Compare(const std::function<void()>& ours, const std::function<void()>& theirs, int calls, int batches) {
  Pair pair;
  for (int i = -1; i < batches; ++i) {
    // Whoever goes second finds warmer caches: take turns.
    double a = 0;
    double b = 0;
    if (i % 2 == 0) {
      a = TimeBatch(ours, calls);
      b = TimeBatch(theirs, calls);
    } else {
      b = TimeBatch(theirs, calls);
      a = TimeBatch(ours, calls);
    }
    if (i < 0) continue;
    pair.ours.push_back(a);
    pair.theirs.push_back(b);
    pair.difference.push_back(a - b);
    pair.ratio.push_back(b / a);
  }
  return pair;
}

inline void PrintHeader(const char* what) {
  std::printf("%s (%u threads", what, std::thread::hardware_concurrency());
#ifndef NDEBUG
  std::printf("; WARNING: built without optimization");
#endif
  std::printf(")\n");
}

// "name   12.3 (10%: 11.9, 99%: 20.1) unit"
inline void PrintRow(const std::string& name, const Samples& samples, double scale, const char* unit) {
  std::printf("  %-46s %10.2f   (10%%: %.2f, 90%%: %.2f, 99%%: %.2f) %s\n", name.c_str(),
              Quantile(samples, 0.5) * scale, Quantile(samples, 0.1) * scale, Quantile(samples, 0.9) * scale,
              Quantile(samples, 0.99) * scale, unit);
}

}  // namespace cppjrt::bench

#endif  // CPPJRT_BENCH_MEASURE_H_
