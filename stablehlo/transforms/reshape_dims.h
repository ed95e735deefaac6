// The dimensions of a reshape that stay what they are, or are the slowest of those that are split or merged: sharing the operand
// along the first of a pair shares the result along the second.
//
//   tensor<6x4x5> to tensor<2x3x20>: (0, 0) as 6 = 2 * 3, (1, 2) as 4 * 5 = 20
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_RESHAPE_DIMS_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_RESHAPE_DIMS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace cppjrt::stablehlo {

// Pairs of a dimension of `from` and one of `to`, in order; none behind a dimension that is empty or not known.
std::vector<std::pair<size_t, size_t>> SlowestDims(std::span<const int64_t> from, std::span<const int64_t> to);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_RESHAPE_DIMS_H_
