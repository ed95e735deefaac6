#include "stablehlo/eval/strided.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace cppjrt::stablehlo {
namespace {

// Elements to copy before another thread is worth waking.
constexpr int64_t kGrain = 1 << 16;

struct Element16 {
  uint64_t words[2];
};

template <typename T>
void CopyInner(const std::byte* source, int64_t source_stride, std::byte* destination, int64_t destination_stride,
               int64_t n) {
  const T* from = reinterpret_cast<const T*>(source);
  T* to = reinterpret_cast<T*>(destination);
  if (destination_stride == 1) {
    for (int64_t i = 0; i < n; ++i) to[i] = from[i * source_stride];
  } else {
    for (int64_t i = 0; i < n; ++i) to[i * destination_stride] = from[i * source_stride];
  }
}

// A tile is as wide as a cache line or two of the source.
constexpr int64_t kTile = 32;

struct Plane {
  int64_t rows;  // the source is contiguous along them
  int64_t columns;
  int64_t source_column;  // strides
  int64_t destination_row;
};

template <typename T>
void CopyTiles(const std::byte* source, std::byte* destination, const Plane& plane) {
  const T* from = reinterpret_cast<const T*>(source);
  T* to = reinterpret_cast<T*>(destination);
  for (int64_t row = 0; row < plane.rows; row += kTile) {
    const int64_t row_end = std::min(plane.rows, row + kTile);
    for (int64_t column = 0; column < plane.columns; column += kTile) {
      const int64_t column_end = std::min(plane.columns, column + kTile);
      for (int64_t r = row; r < row_end; ++r) {
        const T* in = from + r;
        T* out = to + r * plane.destination_row;
        for (int64_t c = column; c < column_end; ++c) out[c] = in[c * plane.source_column];
      }
    }
  }
}

}  // namespace

StridedCopy::StridedCopy(int64_t element_bytes, std::span<const int64_t> dims, std::span<const int64_t> source_strides,
                         std::span<const int64_t> destination_strides)
    : bytes_(element_bytes), count_(NumElements(dims)) {
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] == 1) continue;
    const size_t last = dims_.size() - 1;
    if (!dims_.empty() && source_strides_[last] == source_strides[d] * dims[d] &&
        destination_strides_[last] == destination_strides[d] * dims[d]) {
      dims_[last] *= dims[d];
      source_strides_[last] = source_strides[d];
      destination_strides_[last] = destination_strides[d];
      continue;
    }
    dims_.push_back(dims[d]);
    source_strides_.push_back(source_strides[d]);
    destination_strides_.push_back(destination_strides[d]);
  }
  if (dims_.empty()) return;
  inner_ = dims_[dims_.size() - 1];
  inner_source_ = source_strides_[dims_.size() - 1];
  inner_destination_ = destination_strides_[dims_.size() - 1];
  dims_ = Dims(std::span(dims_.begin(), dims_.size() - 1));
  if (inner_destination_ != 1 || inner_source_ == 1 || dims_.empty()) return;
  // The order of the outer dimensions is free: the one along which the source is contiguous goes last.
  const size_t outer = dims_.size();
  for (size_t d = outer; d-- > 0;) {
    if (source_strides_[d] != 1) continue;
    tiled_ = true;
    std::swap(dims_[d], dims_[outer - 1]);
    std::swap(source_strides_[d], source_strides_[outer - 1]);
    std::swap(destination_strides_[d], destination_strides_[outer - 1]);
    return;
  }
}

void StridedCopy::RunTiles(const std::byte* source, std::byte* destination, int64_t begin, int64_t end) const {
  const Plane plane = {end - begin, inner_, inner_source_, destination_strides_[dims_.size() - 1]};
  source += begin * bytes_;
  destination += begin * plane.destination_row * bytes_;
  if (bytes_ == 1) return CopyTiles<uint8_t>(source, destination, plane);
  if (bytes_ == 2) return CopyTiles<uint16_t>(source, destination, plane);
  if (bytes_ == 4) return CopyTiles<uint32_t>(source, destination, plane);
  if (bytes_ == 8) return CopyTiles<uint64_t>(source, destination, plane);
  CopyTiles<Element16>(source, destination, plane);
}

void StridedCopy::RunInner(const std::byte* source, std::byte* destination) const {
  if (inner_source_ == 1 && inner_destination_ == 1) {
    std::memcpy(destination, source, static_cast<size_t>(inner_ * bytes_));
  } else if (bytes_ == 1) {
    CopyInner<uint8_t>(source, inner_source_, destination, inner_destination_, inner_);
  } else if (bytes_ == 2) {
    CopyInner<uint16_t>(source, inner_source_, destination, inner_destination_, inner_);
  } else if (bytes_ == 4) {
    CopyInner<uint32_t>(source, inner_source_, destination, inner_destination_, inner_);
  } else if (bytes_ == 8) {
    CopyInner<uint64_t>(source, inner_source_, destination, inner_destination_, inner_);
  } else {
    CopyInner<Element16>(source, inner_source_, destination, inner_destination_, inner_);
  }
}

void StridedCopy::RunOuter(const std::byte* source, std::byte* destination, int64_t begin, int64_t end) const {
  if (dims_.empty()) return RunInner(source, destination);
  if (tiled_ && dims_.size() == 1) return RunTiles(source, destination, begin, end);
  const int64_t source_step = source_strides_[0] * bytes_;
  const int64_t destination_step = destination_strides_[0] * bytes_;
  const std::span<const int64_t> rest(dims_.begin() + 1, dims_.size() - (tiled_ ? 2 : 1));
  const std::span<const int64_t> from(source_strides_.begin() + 1, rest.size());
  const std::span<const int64_t> to(destination_strides_.begin() + 1, rest.size());
  for (int64_t i = begin; i < end; ++i) {
    Odometer<2> at(rest, {from, to});
    do {
      const std::byte* from_here = source + i * source_step + at.offset(0) * bytes_;
      std::byte* to_here = destination + i * destination_step + at.offset(1) * bytes_;
      if (tiled_) {
        RunTiles(from_here, to_here, 0, dims_[dims_.size() - 1]);
      } else {
        RunInner(from_here, to_here);
      }
    } while (at.Next());
  }
}

void StridedCopy::Run(const std::byte* source, std::byte* destination) const {
  if (count_ > 0) RunOuter(source, destination, 0, dims_.empty() ? 1 : dims_[0]);
}

void StridedCopy::Run(const std::byte* source, std::byte* destination, ThreadPool& pool) const {
  if (count_ < 2 * kGrain || dims_.empty() || dims_[0] < 2) return Run(source, destination);
  const int64_t grain = std::max<int64_t>(1, kGrain / (count_ / dims_[0]));
  pool.ParallelFor(dims_[0], grain, [&](int64_t begin, int64_t end) { RunOuter(source, destination, begin, end); });
}

}  // namespace cppjrt::stablehlo
