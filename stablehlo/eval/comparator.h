// What the comparator of a sort orders by, if that is plain: a list of keys, the most important first.
//
//   compare LT, %a0, %a1                                       one key, operand 0, ascending
//   or(compare LT a0 a1, and(compare EQ a0 a1, …))             operand 0, then what … orders by
//   compare LT (canonical(a0), canonical(a1)), TOTALORDER      canonical: every NaN one NaN, -0 is 0 (as JAX writes it)
#ifndef CPPJRT_STABLEHLO_EVAL_COMPARATOR_H_
#define CPPJRT_STABLEHLO_EVAL_COMPARATOR_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "stablehlo/eval/kernel.h"
#include "stablehlo/eval/tensor.h"

namespace cppjrt::stablehlo {

// One key of an order: the elements of a sorted operand, or a part of them if they are complex.
struct SortKey {
  enum class Part : uint8_t { kWhole, kReal, kImaginary };
  enum class Zeros : uint8_t { kDistinct, kEqual };
  // What becomes of NaN: ordered by its bits, a NaN like any other one (at the end), or unordered, so that no
  // plain order exists if there is one.
  enum class NaNs : uint8_t { kOrdered, kEqual, kUnordered };

  size_t operand = 0;
  Part part = Part::kWhole;
  bool descending = false;
  Zeros zeros = Zeros::kDistinct;
  NaNs nans = NaNs::kOrdered;

  friend bool operator==(const SortKey&, const SortKey&) = default;
};

// None for any other comparator.
std::optional<std::vector<SortKey>> RecognizeComparator(const OpRef& op);

// The elements as unsigned numbers that are in the order of the key; false if some are unordered.
bool SortKeys(const SortKey& key, const Tensor& operand, int64_t begin, int64_t stride, int64_t n, uint64_t* keys);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_COMPARATOR_H_
