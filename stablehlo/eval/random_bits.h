// Counter-based random bits: Threefry-2x32 with 20 rounds and Philox-4x32 with 10 rounds (Salmon et al., "Parallel random
// numbers: as easy as 1, 2, 3", 2011). The bits of a counter depend on nothing but the counter and the key.
#ifndef CPPJRT_STABLEHLO_EVAL_RANDOM_BITS_H_
#define CPPJRT_STABLEHLO_EVAL_RANDOM_BITS_H_

#include <array>
#include <bit>
#include <cstdint>

namespace cppjrt::stablehlo {

using Words2 = std::array<uint32_t, 2>;
using Words4 = std::array<uint32_t, 4>;

// Low word first.
constexpr Words2 SplitWord(uint64_t word) { return {static_cast<uint32_t>(word), static_cast<uint32_t>(word >> 32)}; }
constexpr uint64_t JoinWords(uint32_t low, uint32_t high) { return low | static_cast<uint64_t>(high) << 32; }

constexpr Words2 Threefry(Words2 x, Words2 key) {
  constexpr int kRotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  const uint32_t schedule[3] = {key[0], key[1], 0x1BD11BDAu ^ key[0] ^ key[1]};
  x[0] += schedule[0];
  x[1] += schedule[1];
  for (uint32_t group = 0; group < 5; ++group) {
    for (const int rotation : kRotations[group % 2]) {
      x[0] += x[1];
      x[1] = std::rotl(x[1], rotation) ^ x[0];
    }
    x[0] += schedule[(group + 1) % 3];
    x[1] += schedule[(group + 2) % 3] + group + 1;
  }
  return x;
}

constexpr Words4 Philox(Words4 x, Words2 key) {
  for (int round = 0; round < 10; ++round) {
    const uint64_t a = uint64_t{0xD2511F53} * x[0];
    const uint64_t b = uint64_t{0xCD9E8D57} * x[2];
    x = {static_cast<uint32_t>(b >> 32) ^ x[1] ^ key[0], static_cast<uint32_t>(b),
         static_cast<uint32_t>(a >> 32) ^ x[3] ^ key[1], static_cast<uint32_t>(a)};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return x;
}

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_RANDOM_BITS_H_
