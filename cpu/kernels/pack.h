// Packing: from a PanelSource to panels as micro-kernels read them.
#ifndef CPPJRT_CPU_KERNELS_PACK_H_
#define CPPJRT_CPU_KERNELS_PACK_H_

#include <cstddef>
#include <cstdint>

#include "cpu/kernels/micro_kernel.h"
#include "cpu/kernels/panel_source.h"

namespace cppjrt::cpu::kernels {

// Units that `n` neighbors in k fill.
constexpr int64_t Units(const MicroKernel& micro, int64_t n) {
  const int64_t units = (n + micro.group - 1) / micro.group;
  return (units + micro.k_units - 1) / micro.k_units * micro.k_units;
}

// Bytes of a panel of A or B of `width` positions and `n` k, without the sums that begin a B panel of kI8.
constexpr int64_t PanelBytes(const MicroKernel& micro, int64_t width, int64_t n) {
  return width * Units(micro, n) * micro.unit * micro.components;
}

// Bytes of scratch that PackPanel needs.
inline constexpr int64_t kPackScratch = int64_t{40} << 10;

// Packs positions p to p + count, padded with zeros to `width`, and k to k + n. `row_tiles`: as AMX wants A.
// REQUIRES: width is at most 32; a multiple of a vector for B.
void PackPanel(const KernelSet& set, const MicroKernel& micro, const PanelSource& source, const std::byte* data,
               int64_t p, int count, int width, int64_t k, int64_t n, bool row_tiles, std::byte* dst,
               std::byte* scratch);

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_PACK_H_
