#include "cpu/kernels/axis.h"

namespace cppjrt::cpu::kernels {
namespace {

std::vector<Stretch> Join(const std::vector<Stretch>& dimensions) {
  std::vector<Stretch> joined;
  for (const Stretch& next : dimensions) {
    if (next.extent == 1) continue;
    if (!joined.empty() && joined.back().stride == next.extent * next.stride) {
      joined.back() = {joined.back().extent * next.extent, next.stride};
    } else {
      joined.push_back(next);
    }
  }
  return joined;
}

}  // namespace

Axis MakeAxis(const std::vector<Stretch>& dimensions, int64_t scale) {
  Axis axis;
  for (const Stretch& dimension : dimensions) axis.size *= dimension.extent;
  const std::vector<Stretch> joined = Join(dimensions);
  if (joined.empty() || axis.size == 0) return axis;
  if (joined.size() == 1) {
    axis.stride = joined[0].stride * scale;
    return axis;
  }
  axis.offsets.assign(1, 0);
  for (const Stretch& dimension : joined) {
    std::vector<int64_t> longer;
    longer.reserve(axis.offsets.size() * static_cast<size_t>(dimension.extent));
    for (const int64_t before : axis.offsets) {
      for (int64_t i = 0; i < dimension.extent; ++i) longer.push_back(before + i * dimension.stride * scale);
    }
    axis.offsets = std::move(longer);
  }
  return axis;
}

}  // namespace cppjrt::cpu::kernels
