// Is this the result we expected?
#ifndef CPPJRT_CLI_DATA_COMPARE_H_
#define CPPJRT_CLI_DATA_COMPARE_H_

#include <cstdint>
#include <optional>
#include <string>

#include "cli/data/array.h"

namespace cppjrt::data {

// Both zero means exact.
struct Tolerance {
  double rtol = 0;
  double atol = 0;
};

// One element that differs.
struct Difference {
  int64_t index = 0;  // in row-major order
  std::string got;
  std::string want;
  // |got - want|; infinite where a NaN or an infinity meets something else.
  double magnitude = 0;
};

struct Comparison {
  bool pass = false;
  int64_t differing = 0;
  int64_t total = 0;
  // The largest |got - want| and |got - want| / |want| (want not zero) over elements where both are finite, whether
  // they pass or not.
  double max_abs = 0;
  double max_rel = 0;
  // Of the elements that differ the first and the one that is furthest off. Nothing if all pass or the shapes differ.
  std::optional<Difference> first;
  std::optional<Difference> worst;
  // "3 of 12 elements differ; worst at [1,2]: got 0.5, expected 0.25 (|difference| 0.25 > 1e-05)",
  // "got f32[3], expected f32[4]", "all 12 elements agree; largest |difference| 1e-08".
  std::string text;
};

// Shape and type must be equal, and elementwise:
//   integers, i1    equal
//   floating point  |got - want| <= atol + rtol * |want|, in double; NaN passes for NaN, an infinity for the same
//   infinity
//                   only; the sign of zero does not count
//   complex         the same with absolute values; where want is not finite, part by part
Comparison Compare(const Array& got, const Array& want, Tolerance tolerance = {});

}  // namespace cppjrt::data

#endif  // CPPJRT_CLI_DATA_COMPARE_H_
