#include "cpu/kernels/padded_input.h"

#include <algorithm>
#include <cstring>

namespace cppjrt::cpu::kernels {
namespace {

using Spatial = ConvolutionShape::Spatial;

// Larger copies do not stay in a cache until they are read.
constexpr int64_t kMostBytes = int64_t{32} << 20;
// How many times as large as the input a copy may be.
constexpr int64_t kMostGrowth = 4;
// Bytes of a piece of work.
constexpr int64_t kLeastBytes = int64_t{1} << 15;
// Distances that are multiples of this many bytes fall into the same few places of a first-level cache.
constexpr int64_t kCollision = 1024;

// Product of extents below 2^40, or -1.
int64_t Bounded(int64_t a, int64_t b) { return a < 0 || b < 0 || (b > 0 && a > (int64_t{1} << 40) / b) ? -1 : a * b; }

}  // namespace

PaddedInput::Dimension PaddedInput::SpatialDimension(const Spatial& s) {
  Dimension d;
  d.extent = (s.output - 1) * s.stride + (s.window - 1) * s.window_dilation + 1;
  d.low = std::clamp<int64_t>(s.pad_low, 0, d.extent);
  const int64_t cut = std::max<int64_t>(0, -s.pad_low);
  d.input = std::clamp<int64_t>(s.input - cut, 0, d.extent - d.low);
  d.input_stride = s.input_stride;
  return d;
}

std::optional<PaddedInput> PaddedInput::Create(const ConvolutionShape& shape, Order order) {
  PaddedInput padded;
  padded.size_ = ByteSize(shape.input_type);
  if ((padded.size_ != 4 && padded.size_ != 8) || IsComplex(shape.input_type) || shape.spatial.empty()) return {};
  int64_t elements = Bounded(shape.batch, shape.input_features);
  int64_t input = elements;
  for (const Spatial& s : shape.spatial) {
    if (s.input_dilation != 1 || s.output < 1 || s.window < 1) return {};
    elements = Bounded(elements, SpatialDimension(s).extent);
    input = Bounded(input, s.input);
    // Input before the first window is left out.
    padded.start_ += std::max<int64_t>(0, -s.pad_low) * s.input_stride;
  }
  if (elements <= 0 || input <= 0 || elements > kMostGrowth * input || elements > kMostBytes / padded.size_) return {};
  padded.shape_ = shape;
  padded.dims_.push_back({shape.batch, 0, shape.batch, shape.input_batch_stride});
  const Dimension channels = {shape.input_features, 0, shape.input_features, shape.input_feature_stride};
  if (order != Order::kChannelsLast) padded.dims_.push_back(channels);
  for (const Spatial& s : shape.spatial) padded.dims_.push_back(SpatialDimension(s));
  if (order == Order::kChannelsLast) padded.dims_.push_back(channels);
  padded.SetStrides(order);
  padded.MergeLast();
  for (size_t d = 0; d + 1 < padded.dims_.size(); ++d) padded.rows_ *= padded.dims_[d].extent;
  return padded;
}

void PaddedInput::SetStrides(Order order) {
  const size_t n = dims_.size();
  int64_t stride = 1;
  if (order != Order::kChannelsLast) {
    phases_ = order == Order::kByPhase ? shape_.spatial.back().stride : 1;
    phase_length_ = (dims_[n - 1].extent + phases_ - 1) / phases_;
    stride = phases_ * phase_length_;
  } else {
    phase_length_ = stride = dims_[n - 1].extent;
    const int64_t step = shape_.spatial.back().stride * size_;
    if (stride * step % kCollision == 0) stride += 64 / size_;
  }
  row_pitch_ = stride;
  dims_[n - 1].stride = 1;
  for (size_t d = n - 1; d-- > 0;) {
    dims_[d].stride = stride;
    stride *= dims_[d].extent;
  }
  elements_ = stride;
  const size_t first = order == Order::kChannelsLast ? 1 : 2;
  shape_.input_batch_stride = dims_[0].stride;
  shape_.input_feature_stride = dims_[order == Order::kChannelsLast ? n - 1 : 1].stride;
  for (size_t i = 0; i < shape_.spatial.size(); ++i) {
    Spatial& s = shape_.spatial[i];
    s.input = dims_[first + i].extent;
    s.pad_low = 0;
    s.input_stride = dims_[first + i].stride;
  }
}

// Rows of channels that follow each other are one row.
void PaddedInput::MergeLast() {
  const size_t n = dims_.size();
  Dimension& outer = dims_[n - 2];
  const Dimension& inner = dims_[n - 1];
  if (n < 3 || phases_ > 1 || inner.input != inner.extent || inner.input_stride != 1) return;
  if (outer.stride != inner.extent || outer.input_stride != inner.extent) return;
  outer.extent *= inner.extent;
  outer.low *= inner.extent;
  outer.input *= inner.extent;
  outer.input_stride = outer.stride = 1;
  dims_.pop_back();
  row_pitch_ = phase_length_ = dims_.back().extent;
}

namespace {

// Rows are short: a call for each would take longer than what it does.
template <typename T>
inline void CopyRow(const T* from, int64_t n, T* to) {
  constexpr int64_t kStep = 16 / static_cast<int64_t>(sizeof(T));
  if (n > 64) {
    std::memcpy(to, from, static_cast<size_t>(n) * sizeof(T));
  } else if (n >= kStep) {
    int64_t i = 0;
    for (; i + kStep <= n; i += kStep) std::memcpy(to + i, from + i, 16);
    std::memcpy(to + n - kStep, from + n - kStep, 16);
  } else {
    for (int64_t i = 0; i < n; ++i) to[i] = from[i];
  }
}

template <typename T>
inline void ZeroRow(int64_t n, T* to) {
  if (n > 16) {
    std::memset(to, 0, static_cast<size_t>(n) * sizeof(T));
  } else {
    for (int64_t i = 0; i < n; ++i) to[i] = 0;
  }
}

}  // namespace

// `from`: the row's first element that is the input's; null: none is.
template <typename T>
void PaddedInput::FillRow(const T* from, T* to) const {
  const Dimension& d = dims_.back();
  if (from == nullptr) return ZeroRow(row_pitch_, to);
  if (phases_ > 1) {
    ZeroRow(row_pitch_, to);
    for (int64_t i = 0; i < d.input; ++i) to[RowOffset(d.low + i)] = from[i * d.input_stride];
    return;
  }
  ZeroRow(d.low, to);
  if (d.input_stride == 1) {
    CopyRow(from, d.input, to + d.low);
  } else {
    for (int64_t i = 0; i < d.input; ++i) to[d.low + i] = from[i * d.input_stride];
  }
  ZeroRow(row_pitch_ - d.low - d.input, to + d.low + d.input);
}

// Rows begin to end, those of a plane (all dimensions but the last two) together. `memory`: of the first of them.
template <typename T>
void PaddedInput::FillRows(const T* input, T* memory, int64_t begin, int64_t end) const {
  const Dimension& inner = dims_[dims_.size() - 2];
  for (int64_t row = begin; row < end;) {
    int64_t rest = row / inner.extent;
    const int64_t stop = std::min(end, (rest + 1) * inner.extent);
    int64_t offset = start_;
    bool inside = true;
    for (size_t d = dims_.size() - 2; d-- > 0;) {
      const int64_t at = rest % dims_[d].extent - dims_[d].low;
      rest /= dims_[d].extent;
      inside = inside && at >= 0 && at < dims_[d].input;
      offset += at * dims_[d].input_stride;
    }
    int64_t at = row % inner.extent - inner.low;
    for (; row < stop; ++row, ++at) {
      const bool here = inside && at >= 0 && at < inner.input;
      FillRow(here ? input + offset + at * inner.input_stride : nullptr, memory);
      memory += row_pitch_;
    }
  }
}

void PaddedInput::FillRows(const std::byte* input, std::byte* memory, int64_t begin, int64_t end) const {
  if (size_ == 4) {
    FillRows(reinterpret_cast<const uint32_t*>(input), reinterpret_cast<uint32_t*>(memory), begin, end);
  } else {
    FillRows(reinterpret_cast<const uint64_t*>(input), reinterpret_cast<uint64_t*>(memory), begin, end);
  }
}

void PaddedInput::Fill(const std::byte* input, std::byte* memory, ThreadPool* pool) const {
  const auto some = [&](int64_t begin, int64_t end) {
    FillRows(input, memory + begin * row_pitch_ * size_, begin, end);
  };
  const int64_t grain = std::max<int64_t>(1, kLeastBytes / std::max<int64_t>(1, row_pitch_ * size_));
  if (pool == nullptr || rows_ <= grain) return some(0, rows_);
  pool->ParallelFor(rows_, grain, some);
}

void PaddedInput::FillFeatures(const std::byte* input, int64_t batch, int64_t feature, int64_t count,
                               std::byte* memory) const {
  const int64_t rows = rows_ / (shape_.batch * shape_.input_features);
  const int64_t begin = (batch * shape_.input_features + feature) * rows;
  FillRows(input, memory, begin, begin + count * rows);
}

}  // namespace cppjrt::cpu::kernels
