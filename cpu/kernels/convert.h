// Conversions between element types and what packed panels and sums hold.
#ifndef CPPJRT_CPU_KERNELS_CONVERT_H_
#define CPPJRT_CPU_KERNELS_CONVERT_H_

#include <cstddef>
#include <cstdint>

#include "cpu/kernels/element_type.h"
#include "cpu/kernels/micro_kernel.h"

namespace cppjrt::cpu::kernels {

// How elements of one type become those of a packed panel.
struct Fetch {
  FetchFunction function = nullptr;  // null: there is no such conversion
  const float* table = nullptr;
  bool copies = false;  // the bytes stay as they are
  int zero = 0;         // what the bytes of zero become
  int source = 0;       // bytes of an element, of complex numbers of a component
  int packed = 0;
};

// `first`: A rather than B, which differ in kI8.
Fetch MakeFetch(const KernelSet& set, ElementType type, Format format, bool first);

// Bytes of one sum, both components of complex numbers.
int64_t SumSize(Format format);

// Writes `n` sums that lie side by side to dst[stride * i], or dst[offsets[i]] if there are offsets.
using StoreFunction = void (*)(const KernelSet& set, const void* sums, int64_t n, void* dst, int64_t stride,
                               const int64_t* offsets);
// Null if results of `type` are not made from sums of `format`.
StoreFunction MakeStore(Format format, ElementType type);

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_CONVERT_H_
