// Arrays with made-up contents: constant, counting, random. (All bits zero: Array::Zeros.)
#ifndef CPPJRT_CLI_DATA_FILL_H_
#define CPPJRT_CLI_DATA_FILL_H_

#include <cstdint>

#include "cli/data/array.h"
#include "cppjrt/status.h"

namespace cppjrt::data {

// Errors of both: those of Array::Uninitialized.

// Element i in row-major order is i, starting again at 0 so that every element is exact: after the largest value for
// integers, and for floating point before whole numbers stop being exact or finite (at 256 for bf16, at 8 for
// f6E2M3FN). f8E8M0FNU, which has no zero, counts exponents: 2^(i mod 8).
StatusOr<Array> Iota(Shape shape);

// Element i depends on type, seed and i only, so the same seed gives the same array on every machine:
//   floating point  uniform in [0, 1) as a double, then rounded to the type (narrow types may round up to 1)
//   f8E8M0FNU       uniform in (0, 1], rounded to a power of two
//   complex         both parts like floating point
//   integers        uniform in 0 … min(9, largest value of the type), fit for use as small indices and counts
//   i1              true half of the time
StatusOr<Array> Random(Shape shape, uint64_t seed);

}  // namespace cppjrt::data

#endif  // CPPJRT_CLI_DATA_FILL_H_
