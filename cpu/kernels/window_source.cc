#include "cpu/kernels/window_source.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace cppjrt::cpu::kernels {
namespace {

int64_t FloorDiv(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

}  // namespace

WindowSource::WindowSource(const Fetch& fetch, WindowShape shape)
    : PanelSource(fetch), shape_(std::move(shape)), dims_(static_cast<int64_t>(shape_.spatial.size())) {
  plain_ = true;
  for (const WindowDimension& d : shape_.spatial) {
    taps_ *= d.window;
    plain_ = plain_ && d.input_dilation == 1;
  }
  for (int64_t tap = 0; tap < taps_; ++tap) {
    int64_t rest = tap;
    int64_t offset = 0;
    std::vector<int64_t> starts(static_cast<size_t>(dims_));
    for (size_t d = shape_.spatial.size(); d-- > 0;) {
      starts[d] = rest % shape_.spatial[d].window * shape_.spatial[d].window_dilation;
      offset += starts[d] * shape_.spatial[d].input_stride;
      rest /= shape_.spatial[d].window;
    }
    tap_starts_.insert(tap_starts_.end(), starts.begin(), starts.end());
    tap_offsets_.push_back(offset);
  }
  if (dims_ > 0 && plain_ && shape_.channels_last && !shape_.batch_fastest) {
    const WindowDimension& last = shape_.spatial.back();
    merged_ =
        shape_.channel_stride == 1 && last.window_dilation * last.input_stride == shape_.channels && last.window > 1;
  }
  for (int64_t tap = 0; dims_ > 0 && plain_ && tap < shape_.spatial.back().window; ++tap) {
    const WindowDimension& last = shape_.spatial.back();
    const int64_t start = tap * last.window_dilation - last.pad_low;
    const int64_t first = std::clamp<int64_t>(-FloorDiv(start, last.stride), 0, last.output);
    const int64_t end = std::clamp<int64_t>(FloorDiv(last.input - 1 - start, last.stride) + 1, first, last.output);
    last_outputs_.emplace_back(first, end);
  }
  step_ = shape_.batch_fastest || dims_ == 0 ? shape_.batch_stride
                                             : shape_.spatial.back().stride * shape_.spatial.back().input_stride;
  const int64_t together = merged_ ? shape_.spatial.back().window * shape_.channels : shape_.channels;
  prefers_lines_ =
      shape_.batch_fastest || (plain_ && (std::abs(step_) < std::abs(shape_.channel_stride) || together < 32));
}

void WindowSource::Locate(int64_t p, int count, PanelPlaces* places) const {
  places->p = p;
  places->count = count;
  // Output positions and batch entry of the first, then counted up.
  int64_t output[kMaxSpatial] = {};
  int64_t batch = 0;
  int64_t rest = p;
  if (shape_.batch_fastest) {
    batch = rest % shape_.batch;
    rest /= shape_.batch;
  }
  for (size_t d = shape_.spatial.size(); d-- > 0;) {
    output[d] = rest % shape_.spatial[d].output;
    rest /= shape_.spatial[d].output;
  }
  if (!shape_.batch_fastest) batch = rest;
  int64_t start[kMaxSpatial];
  int64_t offset = 0;
  bool moved = true;  // in more than the innermost
  for (int i = 0; i < count; ++i) {
    if (moved) {
      offset = batch * shape_.batch_stride;
      for (size_t d = 0; d < shape_.spatial.size(); ++d) {
        start[d] = output[d] * shape_.spatial[d].stride - shape_.spatial[d].pad_low;
        if (plain_) offset += start[d] * shape_.spatial[d].input_stride;
      }
    }
    places->offset[i] = offset;
    for (size_t d = 0; d < shape_.spatial.size(); ++d) places->start[d][i] = start[d];
    moved = false;
    if (shape_.batch_fastest) {
      offset += shape_.batch_stride;
      if (++batch < shape_.batch) continue;
      batch = 0;
    } else if (dims_ > 0 && output[dims_ - 1] + 1 < shape_.spatial.back().output) {
      ++output[dims_ - 1];
      start[dims_ - 1] += shape_.spatial.back().stride;
      if (plain_) offset += step_;
      continue;
    }
    moved = true;
    size_t d = shape_.spatial.size();
    while (d > 0 && ++output[d - 1] == shape_.spatial[d - 1].output) output[--d] = 0;
    if (d == 0 && !shape_.batch_fastest) ++batch;
  }
}

void WindowSource::Copy(const std::byte* data, int64_t offset, int64_t stride, int64_t n, std::byte* dst) const {
  fetch().function(data + offset * fetch().source, stride, nullptr, n, dst, fetch().table);
}

void WindowSource::Zero(int64_t n, std::byte* dst) const {
  std::memset(dst, fetch().zero, static_cast<size_t>(n * fetch().packed));
}

bool WindowSource::Reads(const PanelPlaces& places, int i, int64_t tap, int64_t* offset) const {
  const int64_t* starts = tap_starts_.data() + tap * dims_;
  *offset = places.offset[i];
  for (size_t d = 0; d < shape_.spatial.size(); ++d) {
    const int64_t position = places.start[d][i] + starts[d];
    if (!plain_) {
      if (!Inside(d, position)) return false;
      *offset += position / shape_.spatial[d].input_dilation * shape_.spatial[d].input_stride;
    } else if (static_cast<uint64_t>(position) >= static_cast<uint64_t>(shape_.spatial[d].input)) {
      return false;
    }
  }
  if (plain_) *offset += tap_offsets_[static_cast<size_t>(tap)];
  return true;
}

// ---- Rows ------------------------------------------------------------------------------------------------------------

int64_t WindowSource::RowPiece(int64_t k, int64_t n) const {
  if (!shape_.channels_last || shape_.channel_stride != 1 || !fetch().copies || shape_.channels < 16) return n;
  return std::min(n, shape_.channels - k % shape_.channels);
}

// Rows of the input within a window, of which a piece in the middle is there.
void WindowSource::MergedRow(const std::byte* data, const PanelPlaces& places, int i, int64_t k, int64_t n,
                             std::byte* dst) const {
  const WindowDimension& last = shape_.spatial.back();
  const int64_t run = last.window * shape_.channels;
  const int64_t start = places.start[dims_ - 1][i];
  // Taps of the last dimension that are inside.
  const int64_t first = std::clamp<int64_t>(-FloorDiv(start, last.window_dilation), 0, last.window);
  const int64_t end =
      std::clamp<int64_t>(FloorDiv(last.input - 1 - start, last.window_dilation) + 1, first, last.window);
  while (n > 0) {
    const int64_t at = k % run;
    const int64_t piece = std::min(n, run - at);
    int64_t offset = 0;
    const bool inside = first < end && Reads(places, i, k / run * last.window + first, &offset);
    const int64_t begin = inside ? std::clamp(first * shape_.channels, at, at + piece) : at + piece;
    const int64_t stop = inside ? std::clamp(end * shape_.channels, begin, at + piece) : at + piece;
    Zero(begin - at, dst);
    if (stop > begin) {
      Copy(data, offset + begin - first * shape_.channels, 1, stop - begin, dst + (begin - at) * fetch().packed);
    }
    Zero(at + piece - stop, dst + (stop - at) * fetch().packed);
    k += piece;
    n -= piece;
    dst += piece * fetch().packed;
  }
}

void WindowSource::PiecedRow(const std::byte* data, const PanelPlaces& places, int i, int64_t k, int64_t n,
                             std::byte* dst) const {
  while (n > 0) {
    const int64_t piece = shape_.channels_last ? std::min(n, shape_.channels - k % shape_.channels) : 1;
    int64_t offset = 0;
    if (Reads(places, i, TapOf(k), &offset)) {
      Copy(data, offset + ChannelOf(k) * shape_.channel_stride, shape_.channel_stride, piece, dst);
    } else {
      Zero(piece, dst);
    }
    k += piece;
    n -= piece;
    dst += piece * fetch().packed;
  }
}

void WindowSource::Rows(const std::byte* data, const PanelPlaces& places, int64_t k, int64_t n, const std::byte* zeros,
                        std::byte* temporary, int64_t stride, const std::byte** rows) const {
  const bool whole = shape_.channels_last && k % shape_.channels + n <= shape_.channels;
  const bool in_place = whole && shape_.channel_stride == 1 && fetch().copies;
  for (int i = 0; i < places.count; ++i) {
    if (in_place && n > 0) {
      int64_t offset = 0;
      const bool reads = Reads(places, i, TapOf(k), &offset);
      rows[i] = reads ? data + (offset + ChannelOf(k)) * fetch().source : zeros;
      continue;
    }
    rows[i] = temporary + i * stride;
    if (merged_ && !whole) {
      MergedRow(data, places, i, k, n, temporary + i * stride);
    } else {
      PiecedRow(data, places, i, k, n, temporary + i * stride);
    }
  }
}

// ---- Lines -----------------------------------------------------------------------------------------------------------

int WindowSource::FindRuns(const PanelPlaces& places, Runs* runs) const {
  int count = 0;
  const int64_t length = shape_.batch_fastest ? shape_.batch : dims_ == 0 ? shape_.batch : shape_.spatial.back().output;
  int64_t last = places.p % length;
  int64_t left = length - last;
  for (int i = 0; i < places.count;) {
    const int end = static_cast<int>(std::min<int64_t>(places.count, i + left));
    (*runs)[count++] = {i, end, last};
    i = end;
    last = 0;
    left = length;
  }
  return count;
}

int64_t WindowSource::FindParts(const PanelPlaces& places, const Runs& runs, int run_count, int64_t tap,
                                LinePart* parts) const {
  const int64_t* starts = tap_starts_.data() + tap * dims_;
  const bool clip = !shape_.batch_fastest && dims_ > 0;
  int64_t count = 0;
  for (int r = 0; r < run_count; ++r) {
    const int i = runs[r].begin;
    bool reads = true;
    for (size_t d = 0; d < shape_.spatial.size() - (clip ? 1 : 0); ++d) {
      reads = reads && Inside(d, places.start[d][i] + starts[d]);
    }
    if (!reads) continue;
    int64_t first = 0;
    int64_t end = runs[r].end - i;
    if (clip) {
      const auto& [from, to] = last_outputs_[static_cast<size_t>(tap % shape_.spatial.back().window)];
      first = std::clamp<int64_t>(from - runs[r].last, 0, end);
      end = std::clamp<int64_t>(to - runs[r].last, first, end);
    }
    if (first == end) continue;
    parts[count++] = {places.offset[i] + tap_offsets_[static_cast<size_t>(tap)] - i * step_,
                      static_cast<int32_t>(i + first), static_cast<int32_t>(i + end)};
  }
  return count;
}

void WindowSource::Line(const std::byte* data, const PanelPlaces& places, int64_t k, std::byte* dst) const {
  const int64_t channel = ChannelOf(k) * shape_.channel_stride;
  if (!plain_) {
    for (int i = 0; i < places.count; ++i) {
      int64_t offset = 0;
      if (Reads(places, i, TapOf(k), &offset)) {
        Copy(data, offset + channel, 1, 1, dst + i * fetch().packed);
      } else {
        Zero(1, dst + i * fetch().packed);
      }
    }
    return;
  }
  Runs runs;
  LinePart parts[kMaxPanel];
  const int64_t count = FindParts(places, runs, FindRuns(places, &runs), TapOf(k), parts);
  int done = 0;
  for (int64_t i = 0; i < count; ++i) {
    Zero(parts[i].begin - done, dst + done * fetch().packed);
    Copy(data, parts[i].offset + channel + parts[i].begin * step_, step_, parts[i].end - parts[i].begin,
         dst + parts[i].begin * fetch().packed);
    done = parts[i].end;
  }
  Zero(places.count - done, dst + done * fetch().packed);
}

bool WindowSource::Lines4(const KernelSet& set, const std::byte* data, const PanelPlaces& places, int64_t k, int64_t n,
                          int width, uint32_t* dst) const {
  // Steps are multiplied by 16 in 32 bits.
  if (!plain_ || std::abs(step_) > (int64_t{1} << 24)) return false;
  constexpr int64_t kLines = 64;
  Runs runs;
  const int run_count = FindRuns(places, &runs);
  LineParts lines[kLines];
  LinePart parts[kLines * kMaxPanel];
  int64_t tap_of[kLines];  // whose parts are where
  int64_t tap = TapOf(k);
  int64_t channel = ChannelOf(k);
  for (int64_t begin = 0; begin < n; begin += kLines) {
    const int64_t some = std::min(kLines, n - begin);
    for (int64_t i = 0; i < some; ++i) {
      tap_of[i] = tap;
      // The same tap of the channel before.
      const int64_t before = shape_.channels_last ? i - 1 : i - taps_;
      lines[i].offset = channel * shape_.channel_stride;
      if (before >= 0 && tap_of[before] == tap) {
        lines[i].parts = lines[before].parts;
        lines[i].count = lines[before].count;
      } else {
        lines[i].parts = parts + i * kMaxPanel;
        lines[i].count = FindParts(places, runs, run_count, tap, parts + i * kMaxPanel);
      }
      if (shape_.channels_last && ++channel == shape_.channels) {
        channel = 0;
        ++tap;
      } else if (!shape_.channels_last && ++tap == taps_) {
        tap = 0;
        ++channel;
      }
    }
    set.part_lines4(reinterpret_cast<const uint32_t*>(data), step_, lines, some, width, dst + begin * width);
  }
  return true;
}

std::optional<Placement> WindowSource::Place() const {
  if (!plain_ || dims_ == 0 || shape_.batch_fastest || !fetch().copies) return std::nullopt;
  Placement placement;
  placement.run = shape_.spatial.back().output;
  placement.step = step_;
  placement.starts = {0};
  std::vector<int64_t>& starts = placement.starts;
  const auto spread = [&](int64_t extent, int64_t stride) {
    const std::vector<int64_t> before = starts;
    starts.clear();
    for (const int64_t start : before) {
      for (int64_t i = 0; i < extent; ++i) starts.push_back(start + i * stride);
    }
  };
  spread(shape_.batch, shape_.batch_stride);
  for (size_t d = 0; d < shape_.spatial.size(); ++d) {
    const WindowDimension& w = shape_.spatial[d];
    const int64_t reach = (w.output - 1) * w.stride + (w.window - 1) * w.window_dilation - w.pad_low;
    if (w.pad_low > 0 || reach >= w.input) return std::nullopt;
    for (int64_t& start : starts) start -= w.pad_low * w.input_stride;
    if (d + 1 < shape_.spatial.size()) spread(w.output, w.stride * w.input_stride);
  }
  if (taps_ * shape_.channels > kMostPlaced) return std::nullopt;
  for (int64_t k = 0; k < taps_ * shape_.channels; ++k) {
    const int64_t offset = tap_offsets_[static_cast<size_t>(TapOf(k))] + ChannelOf(k) * shape_.channel_stride;
    if (!std::in_range<int32_t>(offset)) return std::nullopt;
    placement.k.push_back(static_cast<int32_t>(offset));
  }
  return placement;
}

}  // namespace cppjrt::cpu::kernels
