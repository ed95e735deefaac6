// How many positions windows have.
#ifndef CPPJRT_CPU_GRAPH_WINDOW_SHAPE_H_
#define CPPJRT_CPU_GRAPH_WINDOW_SHAPE_H_

#include <algorithm>

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

// Of one dimension of `n` elements. spec: reduce_window C14, C15.
inline int64_t WindowPositions(const WindowAttrs& window, size_t d, int64_t n) {
  const int64_t dilated = n == 0 ? 0 : (n - 1) * window.base_dilation[d] + 1;
  const int64_t padded = window.low[d] + dilated + window.high[d];
  const int64_t size = window.size[d] == 0 ? 0 : (window.size[d] - 1) * window.window_dilation[d] + 1;
  return padded <= 0 || size > padded ? 0 : (padded - size) / window.stride[d] + 1;
}
inline Dims WindowPositions(const WindowAttrs& window, const Dims& dims) {
  Dims positions;
  for (size_t d = 0; d < dims.size(); ++d) positions.push_back(WindowPositions(window, d, dims[d]));
  return positions;
}

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_GRAPH_WINDOW_SHAPE_H_
