#include "stablehlo/transforms/reshape_dims.h"

namespace cppjrt::stablehlo {

std::vector<std::pair<size_t, size_t>> SlowestDims(std::span<const int64_t> from, std::span<const int64_t> to) {
  const auto skip_ones = [](std::span<const int64_t> dims, size_t& d) {
    while (d < dims.size() && dims[d] == 1) ++d;
  };
  std::vector<std::pair<size_t, size_t>> pairs;
  size_t i = 0;
  size_t o = 0;
  for (;;) {
    skip_ones(from, i);
    skip_ones(to, o);
    if (i == from.size() || o == to.size() || from[i] < 1 || to[o] < 1) return pairs;
    pairs.emplace_back(i, o);
    int64_t from_size = from[i++];
    int64_t to_size = to[o++];
    while (from_size != to_size) {
      int64_t& size = from_size < to_size ? from_size : to_size;
      const std::span<const int64_t> dims = from_size < to_size ? from : to;
      size_t& d = from_size < to_size ? i : o;
      if (d == dims.size() || dims[d] < 1 || __builtin_mul_overflow(size, dims[d], &size)) return pairs;
      ++d;
    }
  }
}

}  // namespace cppjrt::stablehlo
