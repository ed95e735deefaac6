// ScanSet: the loops of scans, compiled for each instruction set.
#ifndef CPPJRT_CPU_KERNELS_SCAN_SET_H_
#define CPPJRT_CPU_KERNELS_SCAN_SET_H_

#include <cstddef>
#include <cstdint>

#include "cpu/kernels/element_type.h"
#include "cpu/kernels/isa.h"
#include "cpu/kernels/scan.h"

namespace cppjrt::cpu::kernels {

// The loops for one operation on one type.
struct ScanLoops {
  // Scans in[0, n) into `out`. The scan of these elements alone is combined with *carry afterwards, if there is one; *total
  // is the combination of the elements alone.
  void (*chunk)(const void* in, void* out, int64_t n, bool reverse, const void* carry, void* total) = nullptr;
  // out[i] = carry combined with out[i]: what `chunk` would have given with the carry.
  void (*add_carry)(void* out, int64_t n, const void* carry) = nullptr;
  // result = a combined with b.
  void (*combine)(const void* a, const void* b, void* result) = nullptr;
  // `columns` neighbouring scans of n elements that are `stride` elements apart; `init` may be null. At most kScanColumns.
  void (*strided)(const void* in, void* out, int64_t n, bool reverse, int64_t columns, int64_t stride,
                  const void* init) = nullptr;
};
inline constexpr int64_t kScanColumns = 256;

struct ScanSet {
  static constexpr int kNumTypes = static_cast<int>(ElementType::kC128) + 1;
  ScanLoops loops[kNumScanOps][kNumTypes];
};

// Null functions where there is no such scan.
const ScanLoops& ScanLoopsFor(Isa isa, ScanOp op, ElementType type);

// One file each; the narrow types, whose scans are short chains of cheap operations, are the same everywhere.
void FillScanNarrow(ScanSet& set);
void FillScanBaseline(ScanSet& set);
void FillScanAvx2(ScanSet& set);
void FillScanAvx512(ScanSet& set);

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_SCAN_SET_H_
