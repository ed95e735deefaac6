// What the sorts share: rows of an array, and operands put into a new order.
#ifndef CPPJRT_CPU_KERNELS_SORT_ROWS_H_
#define CPPJRT_CPU_KERNELS_SORT_ROWS_H_

#include <cstdint>
#include <functional>
#include <span>

#include "cpu/kernels/sort.h"

namespace cppjrt::cpu::kernels {

inline int64_t NumRows(const SortShape& shape) { return shape.outer * shape.inner; }
inline bool IsEmpty(const SortShape& shape) { return NumRows(shape) == 0 || shape.n == 0; }

// Where a row's first element is, in elements; the next are shape.inner apart.
inline int64_t RowOffset(const SortShape& shape, int64_t row) {
  return row / shape.inner * shape.n * shape.inner + row % shape.inner;
}

// Rows a thread sorts one after the other: neighbours share cache lines if they are interleaved, and short rows are not
// worth a hand-over.
int64_t RowGrain(const SortShape& shape);

// Elements [begin, end) of the sorted row: out[i] = in[order[i]] of each operand.
void WriteRow(const SortShape& shape, std::span<const SortOperand> operands, int64_t row, const uint32_t* order,
              int64_t begin, int64_t end);

// A sort of rows that lie as `shape` says.
using SortRows = std::function<Status(const SortShape& shape, std::span<const SortOperand> operands)>;

// Whether it pays to copy interleaved rows into rows of their own, some at a time.
bool WantsTiles(const SortShape& shape, std::span<const SortOperand> operands);

// Does so: `sort` gets arrays of inner = 1, in any thread of the pool. REQUIRES: WantsTiles.
Status SortTiles(const SortShape& shape, std::span<const SortOperand> operands, ThreadPool* pool, const SortRows& sort);

// INVALID_ARGUMENT for what no sort can do.
Status CheckSort(const SortShape& shape, std::span<const SortOperand> operands);

// RESOURCE_EXHAUSTED.
Status NoMemoryToSort(int64_t n);

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_SORT_ROWS_H_
