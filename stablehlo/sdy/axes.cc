#include "stablehlo/sdy/axes.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace cppjrt::stablehlo::sdy {
namespace {

int64_t PreSize(const AxisRef& axis) { return axis.sub_axis ? axis.sub_axis->pre_size : 1; }

// Where a part ends: the product of what comes before it and itself. A part that is not valid may overflow, and then ends
// nowhere.
int64_t EndOf(const SubAxis& part) {
  int64_t end = 0;
  return __builtin_mul_overflow(part.pre_size, part.size, &end) ? INT64_MAX : end;
}

int64_t EndOf(const AxisRef& axis, const Mesh& mesh) {
  return axis.sub_axis ? EndOf(*axis.sub_axis) : AxisSize(mesh, axis.name);
}

}  // namespace

std::string Text(const AxisRef& axis) {
  std::string text = "\"" + std::string(axis.name) + "\"";
  if (!axis.sub_axis) return text;
  return text + ":(" + std::to_string(axis.sub_axis->pre_size) + ")" + std::to_string(axis.sub_axis->size);
}

std::string Text(std::span<const AxisRef> axes) {
  std::string text = "[";
  for (size_t i = 0; i < axes.size(); ++i) text += (i == 0 ? "" : ", ") + Text(axes[i]);
  return text + "]";
}

int64_t AxisSize(const Mesh& mesh, std::string_view name) {
  const std::optional<size_t> found = mesh.Find(name);
  return found ? mesh.axes[*found].size : 1;
}

std::optional<int64_t> ProductOfSizes(std::span<const AxisRef> axes, const Mesh& mesh) {
  int64_t product = 1;
  for (const AxisRef& axis : axes) {
    const int64_t size = axis.sub_axis ? axis.sub_axis->size : AxisSize(mesh, axis.name);
    if (__builtin_mul_overflow(product, size, &product)) return std::nullopt;
  }
  return product;
}

bool Overlap(const AxisRef& a, const AxisRef& b) {
  if (a.name != b.name) return false;
  if (!a.sub_axis || !b.sub_axis) return true;
  return a.sub_axis->pre_size < EndOf(*b.sub_axis) && b.sub_axis->pre_size < EndOf(*a.sub_axis);
}

bool Contains(const AxisRef& whole, const AxisRef& part) {
  if (whole.name != part.name) return false;
  if (!whole.sub_axis) return true;
  if (!part.sub_axis) return false;
  return whole.sub_axis->pre_size <= part.sub_axis->pre_size && EndOf(*whole.sub_axis) >= EndOf(*part.sub_axis);
}

bool IsSuffix(const AxisRef& part, const AxisRef& whole, const Mesh& mesh) {
  return Contains(whole, part) && EndOf(part, mesh) == EndOf(whole, mesh);
}

std::optional<AxisRef> WithoutSuffix(const AxisRef& axis, const AxisRef& part) {
  const int64_t start = PreSize(axis);
  const int64_t end = PreSize(part);
  if (start < 1 || start >= end) return std::nullopt;
  return AxisRef{axis.name, SubAxis{start, end / start}};
}

bool CanMerge(const AxisRef& a, const AxisRef& b) {
  return a.name == b.name && a.sub_axis && b.sub_axis && EndOf(*a.sub_axis) == b.sub_axis->pre_size;
}

AxisRef Merge(const AxisRef& a, const AxisRef& b, const Mesh& mesh) {
  int64_t size = 0;
  if (__builtin_mul_overflow(a.sub_axis->size, b.sub_axis->size, &size)) return a;
  if (AxisSize(mesh, a.name) == size) return AxisRef{a.name};
  return AxisRef{a.name, SubAxis{a.sub_axis->pre_size, size}};
}

void Append(AxisList& axes, const AxisRef& axis, const Mesh& mesh) {
  if (!axes.empty() && CanMerge(axes.back(), axis)) {
    axes.back() = Merge(axes.back(), axis, mesh);
  } else {
    axes.push_back(axis);
  }
}

bool ComesBefore(const AxisRef& a, const AxisRef& b, const Mesh& mesh) {
  if (a.name != b.name) {
    const auto place = [&](const AxisRef& axis) {
      return std::pair(mesh.Find(axis.name).value_or(mesh.axes.size()), axis.name);
    };
    return place(a) < place(b);
  }
  if (!a.sub_axis) return PreSize(b) > 1;
  if (!b.sub_axis) return PreSize(a) == 1;
  return std::tie(a.sub_axis->pre_size, a.sub_axis->size) < std::tie(b.sub_axis->pre_size, b.sub_axis->size);
}

void SortAndMerge(AxisList& axes, const Mesh& mesh) {
  std::ranges::sort(axes, [&](const AxisRef& a, const AxisRef& b) { return ComesBefore(a, b, mesh); });
  AxisList merged;
  for (const AxisRef& axis : axes) Append(merged, axis, mesh);
  axes = std::move(merged);
}

}  // namespace cppjrt::stablehlo::sdy
