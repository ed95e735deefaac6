// The best time of several runs.
#ifndef CPPJRT_BENCH_KERNELS_BEST_SECONDS_H_
#define CPPJRT_BENCH_KERNELS_BEST_SECONDS_H_

#include <time.h>

#include <algorithm>

namespace cppjrt::bench {

inline double ClockSeconds(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// With one thread what the processor spent, so that others on the machine disturb less; with several what the clock says.
template <typename Function>
double BestSeconds(int threads, const Function& function) {
  const clockid_t clock = threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC;
  double best = 1e9;
  double total = 0;
  function();
  for (int i = 0; i < 7 || (total < 0.3 && i < 100000); ++i) {
    const double start = ClockSeconds(clock);
    function();
    const double seconds = ClockSeconds(clock) - start;
    best = std::min(best, seconds);
    total += seconds;
  }
  return best;
}

}  // namespace cppjrt::bench

#endif  // CPPJRT_BENCH_KERNELS_BEST_SECONDS_H_
