// The words that are sorted in place of the keys.
#ifndef CPPJRT_CPU_KERNELS_SORT_KEYS_H_
#define CPPJRT_CPU_KERNELS_SORT_KEYS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "cpu/kernels/sort.h"
#include "cpu/kernels/sort_set.h"

namespace cppjrt::cpu::kernels {

// Nothing is done for kC64 and kC128: IsComplex types have no key.
KeyRule MakeKeyRule(ElementType type, const SortKey& key);

// One key, where it is.
struct PlacedKey {
  KeyRule rule;
  int operand = 0;
};

// Keys of one word of at most 64 bits, the first in the highest bits.
struct KeyWord {
  std::vector<PlacedKey> keys;
  int bits = 0;
};

// All keys, as many as fit to a word, the first word the most significant.
std::vector<KeyWord> PackKeys(std::span<const SortOperand> operands, std::span<const SortKey> keys);

// Bits that hold every index below n.
int IndexBits(int64_t n);

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_SORT_KEYS_H_
