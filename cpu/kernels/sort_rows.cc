#include "cpu/kernels/sort_rows.h"

#include <algorithm>
#include <cstddef>
#include <string>

namespace cppjrt::cpu::kernels {
namespace {

struct TwoWords {
  uint64_t low, high;
};

template <class T>
void Gather(const void* in, void* out, int64_t stride, const uint32_t* order, int64_t begin, int64_t end) {
  const T* from = static_cast<const T*>(in);
  T* to = static_cast<T*>(out);
  if (stride == 1) {
    for (int64_t i = begin; i < end; ++i) to[i] = from[order[i]];
  } else {
    for (int64_t i = begin; i < end; ++i) to[i * stride] = from[static_cast<int64_t>(order[i]) * stride];
  }
}

template <class T>
void WriteOrder(void* out, int64_t stride, const uint32_t* order, int64_t begin, int64_t end) {
  T* to = static_cast<T*>(out);
  for (int64_t i = begin; i < end; ++i) to[i * stride] = static_cast<T>(order[i]);
}

using GatherFunction = void (*)(const void*, void*, int64_t, const uint32_t*, int64_t, int64_t);
using OrderFunction = void (*)(void*, int64_t, const uint32_t*, int64_t, int64_t);

// By the logarithm of the size.
constexpr GatherFunction kGather[] = {Gather<uint8_t>, Gather<uint16_t>, Gather<uint32_t>, Gather<uint64_t>,
                                      Gather<TwoWords>};
constexpr OrderFunction kWriteOrder[] = {WriteOrder<uint8_t>, WriteOrder<uint16_t>, WriteOrder<uint32_t>,
                                         WriteOrder<uint64_t>};

size_t SizeLog(ElementType type) {
  size_t log = 0;
  for (int64_t size = ByteSize(type); size > 1; size /= 2) ++log;
  return log;
}

}  // namespace

int64_t RowGrain(const SortShape& shape) {
  constexpr int64_t kNeighbors = 16;  // 64 bytes of f32
  constexpr int64_t kElements = 8192;
  const int64_t rows = std::max<int64_t>(1, kElements / std::max<int64_t>(1, shape.n));
  return shape.inner > 1 ? std::max(kNeighbors, rows) : rows;
}

void WriteRow(const SortShape& shape, std::span<const SortOperand> operands, int64_t row, const uint32_t* order,
              int64_t begin, int64_t end) {
  const int64_t offset = RowOffset(shape, row);
  for (const SortOperand& operand : operands) {
    if (operand.out == nullptr) continue;
    const size_t log = SizeLog(operand.type);
    const int64_t bytes = offset * ByteSize(operand.type);
    void* out = static_cast<std::byte*>(operand.out) + bytes;
    if (operand.in == nullptr) {
      kWriteOrder[log](out, shape.inner, order, begin, end);
    } else {
      kGather[log](static_cast<const std::byte*>(operand.in) + bytes, out, shape.inner, order, begin, end);
    }
  }
}

Status CheckSort(const SortShape& shape, std::span<const SortOperand> operands) {
  if (shape.outer < 0 || shape.n < 0 || shape.inner < 0 || shape.n > int64_t{UINT32_MAX}) {
    return InvalidArgumentError("sort: the extents " + std::to_string(shape.outer) + ", " + std::to_string(shape.n) +
                                ", " + std::to_string(shape.inner) +
                                " cannot be; at most 2^32 - 1 elements are sorted at once");
  }
  if (IsEmpty(shape)) return Status();
  for (const SortOperand& operand : operands) {
    if (operand.in == nullptr && !IsInteger(operand.type)) {
      return InvalidArgumentError("sort: an operand without values stands for indices, which are integers");
    }
  }
  return Status();
}

Status NoMemoryToSort(int64_t n) {
  return ResourceExhaustedError("no memory to sort rows of " + std::to_string(n) + " elements");
}

}  // namespace cppjrt::cpu::kernels
