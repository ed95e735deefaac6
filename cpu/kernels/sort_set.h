// SortSet: the loops of sorting that are compiled for each instruction set.
#ifndef CPPJRT_CPU_KERNELS_SORT_SET_H_
#define CPPJRT_CPU_KERNELS_SORT_SET_H_

#include <cstdint>

#include "cpu/kernels/isa.h"

namespace cppjrt::cpu::kernels {

// How the bits of an element become an unsigned integer of the same order.
struct KeyRule {
  enum class Kind : uint8_t { kUnsigned, kSigned, kFloat };
  Kind kind = Kind::kUnsigned;
  int bytes = 1;                   // of an element
  int bits = 8;                    // of the key
  bool nan_is_minus_zero = false;  // FNUZ
  uint64_t infinity = 0;           // floats: larger magnitudes are NaN
  bool descending = false;
  bool zeros_equal = false;
  bool nans_equal = false;
};

struct SortSet {
  // words[i] = words[i] << rule.bits | key of the element at in + i * stride elements.
  void (*append_keys)(const KeyRule& rule, const void* in, int64_t stride, int64_t n, uint64_t* words);
  // words[i] = words[i] << bits | first + i.
  void (*append_index)(int64_t first, int bits, int64_t n, uint64_t* words);
  // ids[i]: how many of the `count` splitters, at most 255, are not above words[i].
  void (*classify)(const uint64_t* splitters, int count, const uint64_t* words, int64_t n, uint8_t* ids);
  // The index of the first of words[0, n) that is below `bound`, or n.
  int64_t (*find_below)(uint64_t bound, const uint64_t* words, int64_t n);
};

const SortSet& SortSetFor(Isa isa);

// One file each.
void FillSortBaseline(SortSet& set);
void FillSortAvx2(SortSet& set);
void FillSortAvx512(SortSet& set);

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_SORT_SET_H_
