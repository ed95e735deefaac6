// The loops of a SortSet, compiled once for each instruction set: nothing here may be shared between files (micro_kernel_inl.h
// says why), and the compiler makes the vectors.
#include <cstddef>
#include <cstdint>

#include "cpu/kernels/sort_set.h"

namespace cppjrt::cpu::kernels {
namespace {  // NOLINT(google-build-namespaces): each file that includes this has its own

// Bits of a signed integer: the sign bit flips.
template <typename U>
inline uint64_t SignedKey(U bits) {
  constexpr U kSign = static_cast<U>(U{1} << (8 * sizeof(U) - 1));
  return static_cast<U>(bits ^ kSign);
}

// Sign and magnitude: negative numbers in reverse order below the others.
template <typename U>
struct FloatKey {
  static constexpr U kSign = static_cast<U>(U{1} << (8 * sizeof(U) - 1));
  // What is above the one is NaN and becomes the same; what is below the other is zero and becomes positive.
  U largest;
  U smallest;

  explicit FloatKey(const KeyRule& rule)
      : largest(rule.nans_equal ? static_cast<U>(rule.infinity) : static_cast<U>(~U{0})),
        smallest(rule.zeros_equal ? 1 : 0) {}

  uint64_t operator()(U bits) const {
    const U magnitude = static_cast<U>(bits & static_cast<U>(~kSign));
    U value = bits;
    value = magnitude > largest ? static_cast<U>(largest + 1) : value;
    value = magnitude < smallest ? static_cast<U>(0) : value;
    const U flips = (value & kSign) != 0 ? static_cast<U>(~U{0}) : kSign;
    return static_cast<U>(value ^ flips);
  }
};

// One NaN, where others have -0: a bit more than the others' keys.
struct FnuzKey {
  uint64_t operator()(uint8_t bits) const {
    if (bits == 0x80) return 0x1ff;
    return static_cast<uint64_t>((bits & 0x80) != 0 ? static_cast<uint8_t>(~bits) : bits | 0x80);
  }
};

template <typename U, class Key>
inline void Append(const KeyRule& rule, const Key& key, const void* in, int64_t stride, int64_t n, uint64_t* words) {
  const U* from = static_cast<const U*>(in);
  // Shifting by the width of a word is undefined; such a key is the only one of its word.
  const int shift = rule.bits < 64 ? rule.bits : 0;
  const uint64_t kept = rule.bits < 64 ? ~uint64_t{0} : 0;
  const uint64_t flip = !rule.descending ? 0 : rule.bits < 64 ? (uint64_t{1} << rule.bits) - 1 : ~uint64_t{0};
  if (stride == 1) {
    for (int64_t i = 0; i < n; ++i) words[i] = ((words[i] & kept) << shift) | (key(from[i]) ^ flip);
  } else {
    for (int64_t i = 0; i < n; ++i) words[i] = ((words[i] & kept) << shift) | (key(from[i * stride]) ^ flip);
  }
}

template <typename U>
void AppendOfWidth(const KeyRule& given, const void* in, int64_t stride, int64_t n, uint64_t* words) {
  const KeyRule rule = given;
  switch (rule.kind) {
    case KeyRule::Kind::kUnsigned:
      Append<U>(rule, [](U bits) { return static_cast<uint64_t>(bits); }, in, stride, n, words);
      break;
    case KeyRule::Kind::kSigned:
      Append<U>(rule, [](U bits) { return SignedKey(bits); }, in, stride, n, words);
      break;
    case KeyRule::Kind::kFloat:
      Append<U>(rule, FloatKey<U>{rule}, in, stride, n, words);
      break;
  }
}

void AppendKeys(const KeyRule& rule, const void* in, int64_t stride, int64_t n, uint64_t* words) {
  if (rule.nan_is_minus_zero) {
    const KeyRule copy = rule;
    Append<uint8_t>(copy, FnuzKey{}, in, stride, n, words);
    return;
  }
  switch (rule.bytes) {
    case 1:
      AppendOfWidth<uint8_t>(rule, in, stride, n, words);
      break;
    case 2:
      AppendOfWidth<uint16_t>(rule, in, stride, n, words);
      break;
    case 4:
      AppendOfWidth<uint32_t>(rule, in, stride, n, words);
      break;
    default:
      AppendOfWidth<uint64_t>(rule, in, stride, n, words);
      break;
  }
}

void AppendIndex(int64_t first, int bits, int64_t n, uint64_t* words) {
  for (int64_t i = 0; i < n; ++i) words[i] = (words[i] << bits) | static_cast<uint64_t>(first + i);
}

void Classify(const uint64_t* splitters, int count, const uint64_t* words, int64_t n, uint8_t* ids) {
  constexpr int64_t kBlock = 64;
  int64_t i = 0;
  for (; i + kBlock <= n; i += kBlock) {
    uint64_t below[kBlock] = {};
    for (int s = 0; s < count; ++s) {
      for (int64_t j = 0; j < kBlock; ++j) below[j] += splitters[s] <= words[i + j] ? 1 : 0;
    }
    for (int64_t j = 0; j < kBlock; ++j) ids[i + j] = static_cast<uint8_t>(below[j]);
  }
  for (; i < n; ++i) {
    int below = 0;
    for (int s = 0; s < count; ++s) below += splitters[s] <= words[i] ? 1 : 0;
    ids[i] = static_cast<uint8_t>(below);
  }
}

int64_t FindBelow(uint64_t bound, const uint64_t* words, int64_t n) {
  constexpr int64_t kBlock = 32;
  int64_t i = 0;
  for (; i + kBlock <= n; i += kBlock) {
    uint64_t any = 0;
    for (int64_t j = 0; j < kBlock; ++j) any |= words[i + j] < bound ? 1 : 0;
    if (any != 0) break;
  }
  while (i < n && words[i] >= bound) ++i;
  return i;
}

void FillSortLoops(SortSet& set) {
  set.append_keys = AppendKeys;
  set.append_index = AppendIndex;
  set.classify = Classify;
  set.find_below = FindBelow;
}

}  // namespace
}  // namespace cppjrt::cpu::kernels
