// Rows that are interleaved in memory, a few at a time: copied side by side, sorted, copied back. Reading them where they are
// would fetch a line of memory for each element, and often from the few places of the caches that a large stride maps to.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "cpu/kernels/parallel.h"
#include "cpu/kernels/scratch.h"
#include "cpu/kernels/sort_rows.h"

namespace cppjrt::cpu::kernels {
namespace {

constexpr int64_t kMostLanes = 16;
constexpr int64_t kTileBytes = int64_t{2} << 20;
constexpr int64_t kStep = 8;

struct TwoWords {
  uint64_t low, high;
};

// rows[lane][i] = array[i * inner + lane], a few lines of both at a time; or the other way round.
template <class T, bool kBack>
void Transpose(void* array, int64_t inner, void* rows, int64_t lanes, int64_t n) {
  T* wide = static_cast<T*>(array);
  T* tall = static_cast<T*>(rows);
  for (int64_t begin = 0; begin < n; begin += kStep) {
    const int64_t end = std::min(n, begin + kStep);
    for (int64_t lane = 0; lane < lanes; ++lane) {
      for (int64_t i = begin; i < end; ++i) {
        if constexpr (kBack) {
          wide[i * inner + lane] = tall[lane * n + i];
        } else {
          tall[lane * n + i] = wide[i * inner + lane];
        }
      }
    }
  }
}

template <bool kBack>
void TransposeOfSize(int64_t bytes, void* array, int64_t inner, void* rows, int64_t lanes, int64_t n) {
  switch (bytes) {
    case 1:
      Transpose<uint8_t, kBack>(array, inner, rows, lanes, n);
      break;
    case 2:
      Transpose<uint16_t, kBack>(array, inner, rows, lanes, n);
      break;
    case 4:
      Transpose<uint32_t, kBack>(array, inner, rows, lanes, n);
      break;
    case 8:
      Transpose<uint64_t, kBack>(array, inner, rows, lanes, n);
      break;
    default:
      Transpose<TwoWords, kBack>(array, inner, rows, lanes, n);
      break;
  }
}

// Bytes of one row of all operands, in and out.
int64_t RowBytes(const SortShape& shape, std::span<const SortOperand> operands) {
  int64_t bytes = 0;
  for (const SortOperand& operand : operands) bytes += 2 * (shape.n * ByteSize(operand.type) + 64);
  return bytes;
}

int64_t Lanes(const SortShape& shape, std::span<const SortOperand> operands) {
  return std::min({kMostLanes, shape.inner, kTileBytes / RowBytes(shape, operands)});
}

class Tile {
 public:
  Tile(const SortShape& shape, std::span<const SortOperand> operands, int64_t first_row, int64_t lanes)
      : shape_(shape), operands_(operands), offset_(RowOffset(shape, first_row)), lanes_(lanes) {}

  Status Run(std::byte* memory, const SortRows& sort) const {
    std::vector<SortOperand> copies(operands_.begin(), operands_.end());
    for (SortOperand& copy : copies) {
      const int64_t bytes = ByteSize(copy.type);
      const int64_t size = (lanes_ * shape_.n * bytes + 63) / 64 * 64;
      if (copy.in != nullptr) {
        // Only read.
        void* array = const_cast<std::byte*>(static_cast<const std::byte*>(copy.in)) + offset_ * bytes;  // NOLINT
        TransposeOfSize<false>(bytes, array, shape_.inner, memory, lanes_, shape_.n);
        copy.in = memory;
        memory += size;
      }
      if (copy.out == nullptr) continue;
      copy.out = memory;
      memory += size;
    }
    CPPJRT_RETURN_IF_ERROR(sort({lanes_, shape_.n, 1}, copies));
    for (size_t i = 0; i < copies.size(); ++i) {
      if (copies[i].out == nullptr) continue;
      const int64_t bytes = ByteSize(copies[i].type);
      void* array = static_cast<std::byte*>(operands_[i].out) + offset_ * bytes;
      TransposeOfSize<true>(bytes, array, shape_.inner, copies[i].out, lanes_, shape_.n);
    }
    return Status();
  }

 private:
  const SortShape& shape_;
  std::span<const SortOperand> operands_;
  int64_t offset_;
  int64_t lanes_;
};

}  // namespace

bool WantsTiles(const SortShape& shape, std::span<const SortOperand> operands) {
  return shape.inner > 1 && Lanes(shape, operands) > 1;
}

Status SortTiles(const SortShape& shape, std::span<const SortOperand> operands, ThreadPool* pool,
                 const SortRows& sort) {
  const int64_t lanes = Lanes(shape, operands);
  const int64_t tiles = (shape.inner + lanes - 1) / lanes;
  const auto bytes = static_cast<size_t>(RowBytes(shape, operands) * lanes);
  std::atomic<bool> failed = false;
  ParallelFor(pool, shape.outer * tiles, 1, [&](int64_t begin, int64_t end) {
    std::byte* memory = Scratch(ScratchSlot::kRows, bytes);
    if (memory == nullptr) {
      failed = true;
      return;
    }
    for (int64_t i = begin; i < end; ++i) {
      const int64_t first = i % tiles * lanes;
      const Tile tile(shape, operands, i / tiles * shape.inner + first, std::min(lanes, shape.inner - first));
      if (!tile.Run(memory, sort).ok()) failed = true;
    }
  });
  return failed ? NoMemoryToSort(shape.n) : Status();
}

}  // namespace cppjrt::cpu::kernels
