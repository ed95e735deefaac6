// Sorting of arrays along one dimension.
//
//   const SortKey by_first{.operand = 0, .zeros_equal = true, .nans_equal = true};        // as jnp.sort orders floats
//   const SortOperand pairs[] = {{keys, sorted_keys, ElementType::kF32}, {values, sorted_values, ElementType::kI32}};
//   CPPJRT_RETURN_IF_ERROR(Sort({.outer = 1, .n = 1 << 20, .inner = 1}, pairs, {&by_first, 1}, {}, &pool));
//
// Arrays are dense, [outer, n, inner], sorted along n. Everything here is stable: what compares equal keeps its order. Results do
// not depend on the number of threads. Elements go where their keys say with all their bits, NaN's and -0's too.
//
// How: keys become unsigned integers of the same order, several to a word, with the element's index in the low bits where there
// is room. Long rows are dealt into buckets, words are sorted digit by digit, and the operands are gathered at the end.
#ifndef CPPJRT_CPU_KERNELS_SORT_H_
#define CPPJRT_CPU_KERNELS_SORT_H_

#include <cstdint>
#include <span>

#include "base/thread_pool.h"
#include "cppjrt/status.h"
#include "cpu/kernels/element_type.h"
#include "cpu/kernels/isa.h"

namespace cppjrt::cpu::kernels {

struct SortShape {
  int64_t outer = 1;
  int64_t n = 0;  // below 2^32
  int64_t inner = 1;
};

struct SortOperand {
  // Null: the index along the sorted dimension, so that `out` is an argsort. REQUIRES then: an integer type that holds it.
  const void* in = nullptr;
  // Null: not wanted. May be `in` of no operand.
  void* out = nullptr;
  ElementType type = ElementType::kF32;
};

// One criterion. Without the two flags floats are in total order (compare TOTALORDER): negative NaNs, numbers with -0 before
// +0, positive NaNs, NaNs among themselves by their bits. The FNUZ types' one NaN is last.
struct SortKey {
  int operand = 0;
  bool descending = false;
  bool zeros_equal = false;  // -0 is +0
  bool nans_equal = false;   // every NaN is one positive NaN: after infinity
};

struct SortOptions {
  Isa isa = MachineIsa();
};

// Orders by the first key, then by the second, … UNIMPLEMENTED for complex keys; INVALID_ARGUMENT for what cannot be
// (negative extents, no key, a key that is no operand); RESOURCE_EXHAUSTED without memory. `pool` may be null.
Status Sort(const SortShape& shape, std::span<const SortOperand> operands, std::span<const SortKey> keys,
            const SortOptions& options, ThreadPool* pool);

// The first `k` of each row of in[rows, n] in the order of `key` (whose operand is not read), and their indices:
// values[rows, k] of `type`, indices[rows, k]; either may be null. The k largest: a descending key. Errors as Sort; k > n is
// INVALID_ARGUMENT.
struct TopKShape {
  int64_t rows = 1;
  int64_t n = 0;
  int64_t k = 0;
};
Status TopK(const TopKShape& shape, const void* in, ElementType type, const SortKey& key, void* values,
            int32_t* indices, const SortOptions& options, ThreadPool* pool);

// Whether the element whose operands are at lhs[0], lhs[1], … comes before the one at rhs. May be called by several threads.
using SortLess = bool (*)(void* context, const void* const* lhs, const void* const* rhs);

// The same for an order that no keys describe: a merge sort. Any `less` gives some permutation. At most 64 operands.
Status SortByComparator(const SortShape& shape, std::span<const SortOperand> operands, SortLess less, void* context,
                        ThreadPool* pool);

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_SORT_H_
