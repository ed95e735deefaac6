// Stable sorting of words by some of their bits, digit by digit from the lowest one. About as fast as vectorised quicksorts as
// long as both arrays stay in a core's own cache (sort_buckets.h sees to that), on every processor.
#ifndef CPPJRT_CPU_KERNELS_SORT_RADIX_H_
#define CPPJRT_CPU_KERNELS_SORT_RADIX_H_

#include <cstdint>

namespace cppjrt::cpu::kernels {

// A key and what goes with it.
struct WordPair {
  uint64_t value;
  uint64_t key;
};

inline uint64_t SortedWord(uint64_t word) { return word; }
inline uint64_t SortedWord(const WordPair& pair) { return pair.key; }

// Sorts words[0, n) by their bits from `low_bit` on, with `spare` as large beside it. Gives the array that has the result.
uint64_t* SortByBits(uint64_t* words, uint64_t* spare, int64_t n, int low_bit);
// By their keys.
WordPair* SortByBits(WordPair* pairs, WordPair* spare, int64_t n, int low_bit);

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_SORT_RADIX_H_
