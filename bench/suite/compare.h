// Results of two plugins, held against each other before anything is timed.
#ifndef CPPJRT_BENCH_SUITE_COMPARE_H_
#define CPPJRT_BENCH_SUITE_COMPARE_H_

#include <optional>
#include <string>

#include "bench/suite/programs.h"

namespace cppjrt::bench {

struct Difference {
  // The largest distance of two elements of a result, over the largest magnitude in that result (floats).
  double error = 0;
  // Elements of integer results that differ, of all.
  double integers = 0;
  // Which is not a number in one of them only.
  int64_t nans = 0;

  // Within what another order of the same float operations explains.
  bool acceptable() const { return nans == 0 && error <= 2e-3 && integers <= 1e-3; }
};

// "1.2e-07", "3.0e-01 DIFFER".
std::string ToString(const Difference& difference);

// Files as a worker's `results` command writes them. Nothing if one is too short.
std::optional<Difference> CompareResults(const BenchProgram& program, const std::string& ours,
                                         const std::string& theirs);

}  // namespace cppjrt::bench

#endif  // CPPJRT_BENCH_SUITE_COMPARE_H_
