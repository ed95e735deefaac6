// Ranges: between which two numbers the integers of a value are.
//
//   Range r = RangeOf(value);          // iota i32[10]: {0, 9}; clamp(0, x, 7): {0, 7}; a counter: its first and last number
//
// Looks at a few nodes above the value only. Found ranges hold for every element; wrapping arithmetic that may wrap gives
// the whole type.
#ifndef CPPJRT_CPU_PASSES_RANGES_H_
#define CPPJRT_CPU_PASSES_RANGES_H_

#include <cstdint>

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

struct Range {
  int64_t low = 0;
  int64_t high = 0;
  bool single() const { return low == high; }
  friend bool operator==(const Range&, const Range&) = default;
};

// REQUIRES: integers (not ui64 beyond INT64_MAX: its range is then not known, {INT64_MIN, INT64_MAX}) or i1.
Range RangeOf(Value value);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_RANGES_H_
