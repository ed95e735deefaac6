// Merge sort of indices: runs by insertion, then merges between two arrays.
#include <algorithm>
#include <array>
#include <atomic>
#include <string>
#include <utility>

#include "base/interrupt.h"
#include "cpu/kernels/parallel.h"
#include "cpu/kernels/scratch.h"
#include "cpu/kernels/sort.h"
#include "cpu/kernels/sort_rows.h"

namespace cppjrt::cpu::kernels {
namespace {

constexpr int64_t kRun = 8;
// Elements between looks at whether the run is to end.
constexpr int64_t kSafepoint = 4096;
constexpr size_t kMaxOperands = 64;

class ComparatorSort {
 public:
  ComparatorSort(const SortShape& shape, std::span<const SortOperand> operands, SortLess less, void* context,
                 int64_t row)
      : shape_(shape), operands_(operands), less_(less), context_(context) {
    for (size_t i = 0; i < operands.size(); ++i) {
      const int64_t bytes = ByteSize(operands[i].type);
      rows_[i] = static_cast<const std::byte*>(operands[i].in) + RowOffset(shape, row) * bytes;
      strides_[i] = shape.inner * bytes;
    }
  }

  // Sorts the indices of the row; the result is in one of the two arrays of n. Null if it was interrupted.
  const uint32_t* Order(uint32_t* from, uint32_t* to) const {
    for (int64_t i = 0; i < shape_.n; ++i) from[i] = static_cast<uint32_t>(i);
    for (int64_t begin = 0; begin < shape_.n; begin += kRun) {
      if (begin % kSafepoint == 0 && Interrupted()) return nullptr;
      Insert(from + begin, std::min(kRun, shape_.n - begin));
    }
    for (int64_t width = kRun; width < shape_.n; width *= 2) {
      for (int64_t begin = 0; begin < shape_.n; begin += 2 * width) {
        Merge(from, begin, std::min(begin + width, shape_.n), std::min(begin + 2 * width, shape_.n), to);
      }
      if (Interrupted()) return nullptr;
      std::swap(from, to);
    }
    return from;
  }

 private:
  bool Less(uint32_t a, uint32_t b) const {
    std::array<const void*, kMaxOperands> lhs;
    std::array<const void*, kMaxOperands> rhs;
    for (size_t i = 0; i < operands_.size(); ++i) {
      lhs[i] = rows_[i] + a * strides_[i];
      rhs[i] = rows_[i] + b * strides_[i];
    }
    return less_(context_, lhs.data(), rhs.data());
  }

  void Insert(uint32_t* run, int64_t n) const {
    for (int64_t i = 1; i < n; ++i) {
      const uint32_t element = run[i];
      int64_t j = i;
      for (; j > 0 && Less(element, run[j - 1]); --j) run[j] = run[j - 1];
      run[j] = element;
    }
  }

  void Merge(const uint32_t* from, int64_t begin, int64_t middle, int64_t end, uint32_t* to) const {
    if (middle == end || !Less(from[middle], from[middle - 1])) {
      std::copy(from + begin, from + end, to + begin);
      return;
    }
    int64_t left = begin;
    int64_t right = middle;
    for (int64_t i = begin; i < end; ++i) {
      if (i % kSafepoint == 0 && Interrupted()) return;
      const bool take_right = left == middle || (right < end && Less(from[right], from[left]));
      to[i] = take_right ? from[right++] : from[left++];
    }
  }

  const SortShape& shape_;
  std::span<const SortOperand> operands_;
  SortLess less_;
  void* context_;
  std::array<const std::byte*, kMaxOperands> rows_{};
  std::array<int64_t, kMaxOperands> strides_{};
};

}  // namespace

Status SortByComparator(const SortShape& shape, std::span<const SortOperand> operands, SortLess less, void* context,
                        ThreadPool* pool) {
  CPPJRT_RETURN_IF_ERROR(CheckSort(shape, operands));
  if (IsEmpty(shape)) return Status();
  if (operands.size() > kMaxOperands) {
    return InvalidArgumentError("sort: " + std::to_string(operands.size()) +
                                " operands; at most 64 are sorted together");
  }
  for (const SortOperand& operand : operands) {
    if (operand.in == nullptr) return InvalidArgumentError("sort: a comparator needs values, not indices");
  }
  if (WantsTiles(shape, operands)) {
    return SortTiles(shape, operands, pool, [&](const SortShape& rows, std::span<const SortOperand> copies) {
      return SortByComparator(rows, copies, less, context, nullptr);
    });
  }
  std::atomic<bool> failed = false;
  const auto n = static_cast<size_t>(shape.n);
  ParallelFor(pool, NumRows(shape), RowGrain(shape), [&](int64_t begin, int64_t end) {
    auto* orders = reinterpret_cast<uint32_t*>(Scratch(ScratchSlot::kShared, 2 * n * sizeof(uint32_t)));
    if (orders == nullptr) {
      failed = true;
      return;
    }
    for (int64_t row = begin; row < end; ++row) {
      const ComparatorSort sort(shape, operands, less, context, row);
      const uint32_t* order = sort.Order(orders, orders + n);
      if (order == nullptr) return;
      WriteRow(shape, operands, row, order, 0, shape.n);
    }
  });
  return failed ? NoMemoryToSort(shape.n) : Status();
}

}  // namespace cppjrt::cpu::kernels
