#include "cpu/kernels/panel_source.h"

#include <algorithm>

namespace cppjrt::cpu::kernels {
namespace {

// True if most neighbors are side by side.
bool MostlyUnit(const Axis& axis) {
  if (axis.regular()) return axis.stride == 1;
  int64_t neighbors = 0;
  for (size_t i = 1; i < axis.offsets.size(); ++i) neighbors += axis.offsets[i] == axis.offsets[i - 1] + 1 ? 1 : 0;
  return neighbors * 8 > axis.size * 7;
}

// How many positions from i on, `n` at most, lie side by side.
int64_t RunLength(const Axis& axis, int64_t i, int64_t n) {
  if (axis.regular()) return axis.stride == 1 ? n : 1;
  int64_t length = 1;
  while (length < n && axis.At(i + length) == axis.At(i) + length) ++length;
  return length;
}

}  // namespace

StridedSource::StridedSource(const Fetch& fetch, Axis p, Axis k)
    : PanelSource(fetch), p_(std::move(p)), k_(std::move(k)) {
  prefers_lines_ = MostlyUnit(p_) || (p_.regular() && k_.regular() && std::abs(p_.stride) < std::abs(k_.stride));
}

void StridedSource::Locate(int64_t p, int count, PanelPlaces* places) const {
  places->p = p;
  places->count = count;
  for (int i = 0; i < count; ++i) places->offset[i] = p_.At(p + i);
}

void StridedSource::Rows(const std::byte* data, const PanelPlaces& places, int64_t k, int64_t n,
                         const std::byte* /*zeros*/, std::byte* temporary, int64_t stride,
                         const std::byte** rows) const {
  const int64_t first = k_.regular() ? k_.At(k) : 0;
  const bool in_place = k_.regular() && k_.stride == 1 && fetch().copies;
  for (int i = 0; i < places.count; ++i) {
    const std::byte* from = data + (places.offset[i] + first) * fetch().source;
    rows[i] = from;
    if (in_place) continue;
    rows[i] = temporary + i * stride;
    fetch().function(from, k_.stride, k_.Table(k), n, temporary + i * stride, fetch().table);
  }
}

void StridedSource::Line(const std::byte* data, const PanelPlaces& places, int64_t k, std::byte* dst) const {
  const std::byte* base = data + k_.At(k) * fetch().source;
  if (p_.regular()) {
    fetch().function(base + places.offset[0] * fetch().source, p_.stride, nullptr, places.count, dst, fetch().table);
  } else {
    fetch().function(base, 0, places.offset, places.count, dst, fetch().table);
  }
}

const std::byte* StridedSource::LineInPlace(const std::byte* data, const PanelPlaces& places, int64_t k) const {
  if (!fetch().copies || RunLength(p_, places.p, places.count) < places.count) return nullptr;
  return data + (places.offset[0] + k_.At(k)) * fetch().source;
}

bool StridedSource::Lines4(const KernelSet& set, const std::byte* data, const PanelPlaces& places, int64_t k, int64_t n,
                           int width, uint32_t* dst) const {
  if (!k_.regular() || RunLength(p_, places.p, places.count) < places.count) return false;
  set.lines4(reinterpret_cast<const uint32_t*>(data) + places.offset[0] + k_.At(k), k_.stride, places.count, width, n,
             dst, width);
  return true;
}

std::optional<Placement> StridedSource::Place() const {
  const bool unit = k_.regular() && (k_.stride == 1 || k_.size == 1);
  if (!p_.regular() || !fetch().copies || (!unit && k_.size > kMostPlaced)) return std::nullopt;
  Placement placement;
  placement.unit_k = unit;
  placement.run = p_.size;
  placement.step = p_.stride;
  placement.starts = {0};
  for (int64_t k = 0; k < std::min(k_.size, kMostPlaced); ++k) {
    if (!std::in_range<int32_t>(k_.At(k))) return std::nullopt;
    placement.k.push_back(static_cast<int32_t>(k_.At(k)));
  }
  return placement;
}

int64_t StridedSource::Lines(const std::byte* data, int64_t p, int count, int64_t k, int64_t n, int64_t most,
                             const void** lines) const {
  constexpr int64_t kLine = 64;
  if (!p_.regular() || !k_.regular()) return 0;
  // Rows of neighbors in memory.
  const bool along_p = p_.stride == 1;
  if (!along_p && k_.stride != 1) return 0;
  const int64_t rows = along_p ? n : count;
  const int64_t step = (along_p ? k_.stride : p_.stride) * fetch().source;
  const int64_t bytes = (along_p ? count : n) * fetch().source;
  const std::byte* row = data + (p_.At(p) + k_.At(k)) * fetch().source;
  int64_t found = 0;
  for (int64_t i = 0; i < rows; ++i, row += step) {
    for (int64_t b = 0; b < bytes && found < most; b += kLine) lines[found++] = row + b;
    if (found < most) lines[found++] = row + bytes - 1;
  }
  return found;
}

}  // namespace cppjrt::cpu::kernels
