#include "cpu/kernels/sort_radix.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace cppjrt::cpu::kernels {
namespace {

constexpr int kMaxDigitBits = 11;
constexpr int kMaxPasses = 8;
// Below this counting digits costs more than moving elements.
constexpr int64_t kInsertion = 40;
constexpr int64_t kShort = 3000;

template <class Word>
void InsertionSort(Word* words, int64_t n, int low_bit) {
  for (int64_t i = 1; i < n; ++i) {
    const Word word = words[i];
    const uint64_t key = SortedWord(word) >> low_bit;
    int64_t j = i;
    for (; j > 0 && key < SortedWord(words[j - 1]) >> low_bit; --j) words[j] = words[j - 1];
    words[j] = word;
  }
}

// The digits that tell the words apart.
struct Digits {
  int low = 0;
  int bits = 0;  // of each
  int passes = 0;

  uint64_t mask() const { return (uint64_t{1} << bits) - 1; }
  int shift(int pass) const { return low + pass * bits; }
};

template <class Word>
Digits ChooseDigits(const Word* words, int64_t n, int low_bit) {
  const uint64_t first = SortedWord(words[0]);
  uint64_t different = 0;
  for (int64_t i = 1; i < n; ++i) different |= SortedWord(words[i]) ^ first;
  different = different >> low_bit << low_bit;
  Digits digits;
  if (different == 0) return digits;
  digits.low = std::countr_zero(different);
  const int bits = std::bit_width(different) - digits.low;
  const int most = n < kShort ? 8 : kMaxDigitBits;
  digits.passes = (bits + most - 1) / most;
  digits.bits = (bits + digits.passes - 1) / digits.passes;
  return digits;
}

using Places = uint32_t[kMaxPasses][1 << kMaxDigitBits];

template <class Word>
void CountDigits(const Word* words, int64_t n, const Digits& digits, Places& places) {
  for (int pass = 0; pass < digits.passes; ++pass) std::fill_n(places[pass], digits.mask() + 1, 0U);
  for (int64_t i = 0; i < n; ++i) {
    uint64_t rest = SortedWord(words[i]) >> digits.low;
    for (int pass = 0; pass < digits.passes; ++pass) {
      ++places[pass][rest & digits.mask()];
      rest >>= digits.bits;
    }
  }
}

// From counts to where each digit begins; false if all have the same.
bool SumUp(uint32_t* places, uint64_t count, int64_t n) {
  uint32_t place = 0;
  for (uint64_t digit = 0; digit < count; ++digit) {
    const uint32_t here = places[digit];
    if (int64_t{here} == n) return false;
    places[digit] = place;
    place += here;
  }
  return true;
}

template <class Word>
Word* Sort(Word* words, Word* spare, int64_t n, int low_bit) {
  if (n < kInsertion) {
    InsertionSort(words, n, low_bit);
    return words;
  }
  const Digits digits = ChooseDigits(words, n, low_bit);
  Places places;
  CountDigits(words, n, digits, places);
  for (int pass = 0; pass < digits.passes; ++pass) {
    uint32_t* place = places[pass];
    if (!SumUp(place, digits.mask() + 1, n)) continue;
    const int shift = digits.shift(pass);
    const uint64_t mask = digits.mask();
    for (int64_t i = 0; i < n; ++i) spare[place[SortedWord(words[i]) >> shift & mask]++] = words[i];
    std::swap(words, spare);
  }
  return words;
}

}  // namespace

uint64_t* SortByBits(uint64_t* words, uint64_t* spare, int64_t n, int low_bit) {
  return Sort(words, spare, n, low_bit);
}
WordPair* SortByBits(WordPair* pairs, WordPair* spare, int64_t n, int low_bit) {
  return Sort(pairs, spare, n, low_bit);
}

}  // namespace cppjrt::cpu::kernels
