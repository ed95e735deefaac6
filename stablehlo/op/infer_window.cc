// Windows that slide over an operand: reduce_window, select_and_scatter, convolution.

#include "stablehlo/op/infer_rules.h"

namespace cppjrt::stablehlo::rules {
namespace {

// (size - 1) * dilation + 1, and 0 for 0.
std::optional<int64_t> Dilated(int64_t size, int64_t dilation) {
  if (size == 0) return 0;
  return CheckedAdd(CheckedMultiply(size - 1, dilation), 1);
}

bool CheckSize(const OpView& op, int constraint, std::string_view name, size_t size, size_t rank) {
  if (size == rank) return true;
  return op.Fail(constraint, Cat(name, " has size ", size, ", expected the number of window dimensions, ", rank));
}

bool CheckPositive(const OpView& op, int constraint, std::string_view name, size_t i, int64_t value) {
  if (value > 0) return true;
  return op.Fail(constraint, Cat(name, "[", i, "] of the window is ", value, ", expected it positive, > 0"));
}

// One of window_strides and the dilations: absent, or as long as the rank and positive.
bool ReadFactors(const OpView& op, const WindowAttr& attr, std::vector<WindowDim>& window,
                 int64_t WindowDim::* member) {
  if (attr.name.empty() || !op.has(attr.name)) return true;
  const std::span<const int64_t> values = op.I64s(attr.name);
  // Upstream reads an empty list as absent.
  if (values.empty()) return true;
  if (!CheckSize(op, attr.size, attr.title, values.size(), window.size())) return false;
  for (size_t i = 0; i < values.size(); ++i) {
    if (!CheckPositive(op, attr.positive, attr.title, i, values[i])) return false;
    window[i].*member = values[i];
  }
  return true;
}

bool ReadPadding(const OpView& op, int constraint, std::vector<WindowDim>& window) {
  const AttrId attr = op.attr("padding");
  if (!attr) return true;
  const IntElements padding(op.module(), attr);
  if (padding.dims().size() != 2 || padding.dims()[1] != 2) {
    return op.Fail(constraint, Cat("padding has shape ", DimsText(padding.dims()), ", expected ",
                                   DimsText(DimList{static_cast<int64_t>(window.size()), 2})));
  }
  if (padding.dims()[0] == 0) return true;
  if (!CheckSize(op, constraint, "padding entries", static_cast<size_t>(padding.dims()[0]), window.size()))
    return false;
  return SetPadding(padding.ToVector(), window);
}

}  // namespace

bool SetPadding(std::span<const int64_t> pairs, std::vector<WindowDim>& window) {
  for (size_t i = 0; i < window.size(); ++i) {
    window[i].low = pairs[2 * i];
    window[i].high = pairs[2 * i + 1];
  }
  return true;
}

std::optional<std::vector<WindowDim>> ReadWindow(const OpView& op, std::span<const int64_t> sizes,
                                                 const WindowLabels& labels) {
  std::vector<WindowDim> window(sizes.size());
  for (size_t i = 0; i < sizes.size(); ++i) {
    window[i].size = sizes[i];
    if (!IsDynamic(sizes[i]) && !CheckPositive(op, labels.dimensions, "dimension", i, sizes[i])) return std::nullopt;
  }
  const bool ok = ReadFactors(op, labels.strides, window, &WindowDim::stride) &&
                  ReadFactors(op, labels.base_dilation, window, &WindowDim::base_dilation) &&
                  ReadFactors(op, labels.window_dilation, window, &WindowDim::window_dilation) &&
                  (labels.padding == 0 || ReadPadding(op, labels.padding, window));
  return ok ? std::optional(std::move(window)) : std::nullopt;
}

std::optional<int64_t> NumWindows(int64_t size, const WindowDim& window) {
  if (IsDynamic(size) || IsDynamic(window.size)) return kDynamic;
  const auto padded = CheckedAdd(CheckedAdd(window.low, Dilated(size, window.base_dilation)), window.high);
  const auto wide = Dilated(window.size, window.window_dilation);
  if (!padded || !wide) return std::nullopt;
  if (*padded <= 0 || *wide > *padded) return 0;
  return (*padded - *wide) / window.stride + 1;
}

std::optional<DimList> NumWindows(const OpView& op, int constraint, std::span<const int64_t> sizes,
                                  std::span<const WindowDim> window) {
  DimList counts;
  for (size_t i = 0; i < window.size(); ++i) {
    const std::optional<int64_t> count = NumWindows(sizes[i], window[i]);
    if (!count) {
      op.Fail(constraint, Cat("dilation and padding make dimension ", i, " of the window's base too large"));
      return std::nullopt;
    }
    counts.push_back(*count);
  }
  return counts;
}

}  // namespace cppjrt::stablehlo::rules
