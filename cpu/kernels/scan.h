// Prefix scans (cumulative sums, products, minima, …) along one dimension.
//
//   // out[i] = in[0] + … + in[i] of f32[1 << 22]
//   CPPJRT_RETURN_IF_ERROR(Scan({.n = 1 << 22}, ScanOp::kAdd, ElementType::kF32, in, out, {}, &pool));
//
// Arrays are dense, [outer, n, inner], scanned along n. Sums of floats are associated as suits vectors: not in order, but in
// the same way whatever the number of threads (and, up to the width of vectors, the machine).
#ifndef CPPJRT_CPU_KERNELS_SCAN_H_
#define CPPJRT_CPU_KERNELS_SCAN_H_

#include <cstdint>

#include "base/thread_pool.h"
#include "cppjrt/status.h"
#include "cpu/kernels/element_type.h"
#include "cpu/kernels/isa.h"

namespace cppjrt::cpu::kernels {

// Minima and maxima of floats are StableHLO's: NaN if an operand is, and -0 below +0. Integers wrap.
enum class ScanOp : uint8_t { kAdd, kMultiply, kMinimum, kMaximum, kAnd, kOr, kXor };
inline constexpr int kNumScanOps = 7;

struct ScanShape {
  int64_t outer = 1;
  int64_t n = 0;
  int64_t inner = 1;
};

struct ScanOptions {
  // From the last element to the first.
  bool reverse = false;
  // out[i] is of the elements before i; the first is `init`, which there must be.
  bool exclusive = false;
  // Of the element type; combined with the first element. Null: nothing is.
  const void* init = nullptr;
  Isa isa = MachineIsa();
};

// Integers, kBool (as 0 and 1), f32 and f64. UNIMPLEMENTED for other types and for bits of floats; INVALID_ARGUMENT for
// negative extents and an exclusive scan without `init`. `in` may be `out`, except in exclusive scans. `pool` may be null.
Status Scan(const ScanShape& shape, ScanOp op, ElementType type, const void* in, void* out, const ScanOptions& options,
            ThreadPool* pool);

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_SCAN_H_
