// Windows that slide over the dimensions of an operand.
#ifndef CPPJRT_STABLEHLO_EVAL_WINDOW_H_
#define CPPJRT_STABLEHLO_EVAL_WINDOW_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "cppjrt/status.h"
#include "stablehlo/eval/dims.h"
#include "stablehlo/eval/kernel.h"
#include "stablehlo/eval/strided.h"

namespace cppjrt::stablehlo {

// The window of one dimension: element k of the window at position i lies at i * stride + k * dilation - low of the
// operand with base_dilation - 1 holes between its elements.
struct WindowDim {
  int64_t size = 1;
  int64_t stride = 1;
  int64_t low = 0;
  int64_t high = 0;
  int64_t base_dilation = 1;
  int64_t dilation = 1;

  bool trivial() const { return size == 1 && stride == 1 && low == 0 && high == 0 && base_dilation == 1; }
  // How many positions it has over `n` elements.
  int64_t Positions(int64_t n) const;
  // The operand element under element k at position i, or -1 for padding and holes.
  int64_t Source(int64_t n, int64_t i, int64_t k) const {
    const int64_t at = i * stride + k * dilation - low;
    if (base_dilation == 1) return at >= 0 && at < n ? at : -1;
    if (at < 0 || at % base_dilation != 0) return -1;
    return at / base_dilation < n ? at / base_dilation : -1;
  }
};

using Window = std::vector<WindowDim>;

// `size` windows from attributes by name; absent or empty ones mean 1, padding 0.
struct WindowNames {
  std::string_view strides;
  std::string_view base_dilations;
  std::string_view dilations;
  std::string_view padding;
};
Window ReadWindow(const OpRef& op, std::span<const int64_t> sizes, const WindowNames& names);

// How many positions the windows have over an operand of those dimensions.
Dims Positions(const Window& window, const Dims& dims);

// Whether each window begins before the first element, or ends behind the last.
enum class Reach : uint8_t { kInside, kFromFirst, kToLast };
Reach ReachOf(const WindowDim& window, int64_t n, int64_t positions);
// kFromFirst: the last element of window i; -1 if it is all padding.
int64_t LastElement(const WindowDim& window, int64_t n, int64_t i);
// kToLast: the first element of window i; n if it is all padding.
int64_t FirstElement(const WindowDim& window, int64_t n, int64_t i);

// Which operand element each window has at one place of the window; -1 for padding. REQUIRES: there are positions.
class WindowElements {
 public:
  // The arguments outlive this.
  WindowElements(const Window& window, const Dims& dims, const Dims& positions)
      : window_(window), dims_(dims), positions_(positions), strides_(RowMajorStrides(dims)) {}

  // Calls `visit(elements)`, one for each position, for each place of the window in order, until it is an error.
  template <typename Visit>
  Status ForEachPlace(Visit&& visit) const {
    std::vector<int64_t> elements(static_cast<size_t>(NumElements(positions_)));
    Dims sizes;
    for (const WindowDim& w : window_) sizes.push_back(w.size);
    const Dims none(sizes.size(), 0);
    Odometer<1> place(sizes, {none});
    do {
      At(place.index(), elements.data());
      CPPJRT_RETURN_IF_ERROR(visit(elements));
    } while (place.Next());
    return OkStatus();
  }

 private:
  void At(const Dims& place, int64_t* out) const;

  const Window& window_;
  const Dims& dims_;
  const Dims& positions_;
  Dims strides_;
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_WINDOW_H_
