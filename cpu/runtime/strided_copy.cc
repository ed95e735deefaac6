#include "cpu/runtime/strided_copy.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

namespace cppjrt::cpu {
namespace {

constexpr int64_t kParallelBytes = int64_t{4} << 20;
constexpr int64_t kPieceBytes = int64_t{1} << 20;
// Elements of a tile along each of its two sides: both sides of the copy stay in the first-level cache.
constexpr int64_t kTile = 16;

struct Dim {
  int64_t size;
  int64_t from;
  int64_t to;
  size_t index = 0;  // which dimension of the array
};

// Dimensions without those of one element, the target's slowest first, neighbours merged where both sides lie together.
std::vector<Dim> Normalize(std::span<const int64_t> dims, std::span<const int64_t> from, std::span<const int64_t> to) {
  std::vector<Dim> all;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] != 1) all.push_back({dims[i], from[i], to[i], i});
  }
  std::ranges::sort(all, {}, [](const Dim& dim) { return std::pair(-std::abs(dim.to), dim.index); });
  std::vector<Dim> merged;
  for (const Dim& dim : all) {
    Dim* outer = merged.empty() ? nullptr : &merged.back();
    if (outer != nullptr && outer->from == dim.from * dim.size && outer->to == dim.to * dim.size) {
      *outer = {outer->size * dim.size, dim.from, dim.to, dim.index};
    } else {
      merged.push_back(dim);
    }
  }
  return merged;
}

template <typename T>
void CopyRow(const std::byte* from, std::byte* to, const Dim& dim) {
  if (dim.from == sizeof(T) && dim.to == sizeof(T)) {
    std::memcpy(to, from, static_cast<size_t>(dim.size) * sizeof(T));
    return;
  }
  for (int64_t i = 0; i < dim.size; ++i) std::memcpy(to + i * dim.to, from + i * dim.from, sizeof(T));
}

// A plane whose two sides are walked in tiles, as each side of the copy is short along another one.
template <typename T>
void CopyPlane(const std::byte* from, std::byte* to, const Dim& outer, const Dim& inner) {
  for (int64_t i = 0; i < outer.size; i += kTile) {
    const int64_t height = std::min(kTile, outer.size - i);
    for (int64_t j = 0; j < inner.size; j += kTile) {
      const Dim part = {std::min(kTile, inner.size - j), inner.from, inner.to};
      const std::byte* source = from + i * outer.from + j * inner.from;
      std::byte* target = to + i * outer.to + j * inner.to;
      for (int64_t k = 0; k < height; ++k) CopyRow<T>(source + k * outer.from, target + k * outer.to, part);
    }
  }
}

// The loops outside the innermost two (or one), as an odometer.
template <typename T>
void CopyDims(std::span<const Dim> dims, const std::byte* from, std::byte* to) {
  if (dims.empty()) return static_cast<void>(std::memcpy(to, from, sizeof(T)));
  const bool planes = dims.size() >= 2 && dims.back().from != sizeof(T);
  const std::span<const Dim> loops = dims.first(dims.size() - (planes ? 2 : 1));
  std::vector<int64_t> index(loops.size(), 0);
  for (;;) {
    if (planes) {
      CopyPlane<T>(from, to, dims[dims.size() - 2], dims.back());
    } else {
      CopyRow<T>(from, to, dims.back());
    }
    size_t wheel = loops.size();
    while (wheel-- > 0) {
      from += loops[wheel].from;
      to += loops[wheel].to;
      if (++index[wheel] < loops[wheel].size) break;
      from -= loops[wheel].size * loops[wheel].from;
      to -= loops[wheel].size * loops[wheel].to;
      index[wheel] = 0;
    }
    if (wheel == static_cast<size_t>(-1)) return;
  }
}

struct alignas(1) Bytes16 {
  std::byte bytes[16];
};

void CopyWidth(int width, std::span<const Dim> dims, const std::byte* from, std::byte* to) {
  switch (width) {
    case 1:
      return CopyDims<uint8_t>(dims, from, to);
    case 2:
      return CopyDims<uint16_t>(dims, from, to);
    case 4:
      return CopyDims<uint32_t>(dims, from, to);
    case 8:
      return CopyDims<uint64_t>(dims, from, to);
    default:
      return CopyDims<Bytes16>(dims, from, to);
  }
}

}  // namespace

void StridedCopy(std::span<const int64_t> dims, int width, const std::byte* from, std::span<const int64_t> from_strides,
                 std::byte* to, std::span<const int64_t> to_strides, ThreadPool* pool) {
  if (std::find(dims.begin(), dims.end(), 0) != dims.end()) return;
  std::vector<Dim> all = Normalize(dims, from_strides, to_strides);
  int64_t bytes = width;
  for (const Dim& dim : all) bytes *= dim.size;
  if (pool == nullptr || bytes < kParallelBytes || all.empty()) return CopyWidth(width, all, from, to);
  // Along the target's slowest dimension, so that threads write to places of their own.
  const Dim whole = all.front();
  const int64_t grain = std::max<int64_t>(1, whole.size * kPieceBytes / bytes);
  pool->ParallelFor(whole.size, grain, [&](int64_t begin, int64_t end) {
    std::vector<Dim> part = all;
    part.front().size = end - begin;
    CopyWidth(width, part, from + begin * whole.from, to + begin * whole.to);
  });
}

void ParallelCopy(const std::byte* from, std::byte* to, int64_t size, ThreadPool* pool) {
  if (size == 0) return;
  if (pool == nullptr || size < kParallelBytes)
    return static_cast<void>(std::memcpy(to, from, static_cast<size_t>(size)));
  pool->ParallelFor(size, kPieceBytes, [&](int64_t begin, int64_t end) {
    std::memcpy(to + begin, from + begin, static_cast<size_t>(end - begin));
  });
}

}  // namespace cppjrt::cpu
