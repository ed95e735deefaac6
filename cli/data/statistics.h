// What one says of an array too large to show.
#ifndef CPPJRT_CLI_DATA_STATISTICS_H_
#define CPPJRT_CLI_DATA_STATISTICS_H_

#include <cstdint>

#include "cli/data/array.h"

namespace cppjrt::data {

// Of complex numbers the absolute values count. min, max, mean and std are over the finite elements, 0 if there are
// none.
struct Statistics {
  int64_t count = 0;
  int64_t finite = 0;
  int64_t nan = 0;
  int64_t infinite = 0;
  // Elements that are not zero (of i1: how many are true); NaN counts.
  int64_t nonzero = 0;
  double min = 0;
  double max = 0;
  double mean = 0;
  // Of the population (divided by the count), as numpy's std.
  double std = 0;
};

Statistics Summarize(const Array& array);

}  // namespace cppjrt::data

#endif  // CPPJRT_CLI_DATA_STATISTICS_H_
