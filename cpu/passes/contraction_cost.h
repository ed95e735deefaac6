// What contractions cost, in multiply-adds: the arithmetic, and the elements that are read and written.
//
// A matrix is read once for all rows that are multiplied by it, so that few rows cost little more than one:
//
//   1 row by 32x256:       8,192 + 4 * (32 + 8,192 + 256)          =  42,000
//   512 rows at once:     4.2 M + 4 * (16,384 + 8,192 + 131,072)   = 4.8 M, of 512 single rows 22 M
//
// That is why a loop's products of few rows pay to be computed at once, and why those of many do not.
#ifndef CPPJRT_CPU_PASSES_CONTRACTION_COST_H_
#define CPPJRT_CPU_PASSES_CONTRACTION_COST_H_

#include "cpu/graph/graph.h"
#include "cpu/passes/dot.h"

namespace cppjrt::cpu {

// Multiply-adds that take as long as an element that is read or written once: a recurrent cell whose matrix of 128 KiB is in a
// cache does 44 of them in a nanosecond, with 4 rows, and reads 12 elements, with one (AVX-512, one core).
inline constexpr double kElementCost = 4;
// What a move must save of what it replaces. Beside what is counted here it takes memory for the product and leaves a shorter
// contraction. Recurrent cells of 1 and 2 rows gained 6 to 20 % where this says 0.55 and more; of 4 rows (0.42) nothing, and those
// of 8 and more (0.3 and less) lost 5 to 16 %.
inline constexpr double kMinSaving = 0.5;

inline double NumElementsOf(const Dims& dims) {
  double count = 1;
  for (const int64_t d : dims) count *= static_cast<double>(d);
  return count;
}

inline double CostOf(const Dot& dot) {
  const double result = NumElementsOf(dot.ResultDims());
  const double contracted = NumElementsOf(dot.lhs.ExtentsOf(dot.lhs.contracting));
  return result * contracted + kElementCost * (NumElementsOf(dot.lhs.dims) + NumElementsOf(dot.rhs.dims) + result);
}

// Of elements that are read here and written there.
inline double CostOfMoving(double elements) { return 2 * kElementCost * elements; }

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_CONTRACTION_COST_H_
