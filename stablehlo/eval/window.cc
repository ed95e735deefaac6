#include "stablehlo/eval/window.h"

#include <algorithm>

namespace cppjrt::stablehlo {

int64_t WindowDim::Positions(int64_t n) const {
  using Wide = __int128;  // no product of two of these overflows it
  const Wide base = n == 0 ? Wide{0} : Wide{n - 1} * base_dilation + 1;
  const Wide padded = base + low + high;
  const Wide wide = size == 0 ? Wide{0} : Wide{size - 1} * dilation + 1;
  if (padded < wide || padded <= 0) return 0;
  return static_cast<int64_t>((padded - wide) / stride + 1);
}

Window ReadWindow(const OpRef& op, std::span<const int64_t> sizes, const WindowNames& names) {
  Window window(sizes.size());
  for (size_t d = 0; d < sizes.size(); ++d) window[d].size = sizes[d];
  const auto read = [&](std::string_view name, int64_t WindowDim::* member) {
    if (name.empty()) return;
    const std::vector<int64_t> values = op.I64s(name);
    for (size_t d = 0; d < std::min(values.size(), sizes.size()); ++d) window[d].*member = values[d];
  };
  read(names.strides, &WindowDim::stride);
  read(names.base_dilations, &WindowDim::base_dilation);
  read(names.dilations, &WindowDim::dilation);
  if (names.padding.empty()) return window;
  const std::vector<int64_t> padding = op.I64s(names.padding);
  for (size_t d = 0; d < std::min(padding.size() / 2, sizes.size()); ++d) {
    window[d].low = padding[2 * d];
    window[d].high = padding[2 * d + 1];
  }
  return window;
}

Dims Positions(const Window& window, const Dims& dims) {
  Dims result;
  for (size_t d = 0; d < dims.size(); ++d) result.push_back(window[d].Positions(dims[d]));
  return result;
}

Reach ReachOf(const WindowDim& w, int64_t n, int64_t positions) {
  if (w.stride != 1 || w.base_dilation != 1 || w.dilation != 1) return Reach::kInside;
  if (w.low >= positions - 1) return Reach::kFromFirst;
  if (w.size - 1 - w.low >= n - 1) return Reach::kToLast;
  return Reach::kInside;
}
int64_t LastElement(const WindowDim& w, int64_t n, int64_t i) {
  return std::clamp<int64_t>(i - w.low + w.size - 1, -1, n - 1);
}
int64_t FirstElement(const WindowDim& w, int64_t n, int64_t i) { return std::clamp<int64_t>(i - w.low, 0, n); }

void WindowElements::At(const Dims& place, int64_t* out) const {
  Dims none(dims_.size(), 0);
  Odometer<1> at(positions_, {none});
  do {
    int64_t offset = 0;
    for (size_t d = 0; d < dims_.size() && offset >= 0; ++d) {
      const int64_t source = window_[d].Source(dims_[d], at.index()[d], place[d]);
      offset = source < 0 ? -1 : offset + source * strides_[d];
    }
    *out++ = offset;
  } while (at.Next());
}

}  // namespace cppjrt::stablehlo
