// Integers that tensors hold and kernels use as indices, sizes and shapes.
#ifndef CPPJRT_STABLEHLO_EVAL_INDEX_VALUES_H_
#define CPPJRT_STABLEHLO_EVAL_INDEX_VALUES_H_

#include <cstdint>

#include "stablehlo/eval/dims.h"
#include "stablehlo/eval/tensor.h"

namespace cppjrt::stablehlo {

// Element `i` of a tensor of integers of any type; a ui64 that does not fit is the largest int64_t.
int64_t ReadIndex(const Tensor& tensor, int64_t i = 0);
// All elements.
Dims ReadIndices(const Tensor& tensor);

// The start of a slice of `size` elements of a dimension of `dim`, moved so that it fits. spec: dynamic_slice
// adjusted_start_indices. REQUIRES: 0 <= size <= dim.
inline int64_t ClampStart(int64_t start, int64_t dim, int64_t size) {
  return start < 0 ? 0 : start > dim - size ? dim - size : start;
}

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_INDEX_VALUES_H_
