// The hash of the interning tables: fast on the few words that types, attributes and names are made of.
//
// Eight bytes at a time go through one multiplication whose two halves are folded. Not for untrusted keys in the sense
// of flooding resistance: an attacker who makes names collide makes a reader slow, never wrong; readers bound the
// input.
#ifndef CPPJRT_STABLEHLO_IR_HASH_H_
#define CPPJRT_STABLEHLO_IR_HASH_H_

#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace cppjrt::stablehlo {

inline uint64_t HashMix(uint64_t a, uint64_t b) {
  const unsigned __int128 product = static_cast<unsigned __int128>(a ^ 0x9e3779b97f4a7c15u) * (b ^ 0xd6e8feb86659fd93u);
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

inline uint64_t HashBytes(const void* data, size_t size) {
  const char* bytes = static_cast<const char*>(data);
  uint64_t hash = size;
  uint64_t word = 0;
  for (; size >= 8; bytes += 8, size -= 8) {
    std::memcpy(&word, bytes, 8);
    hash = HashMix(hash, word);
  }
  if (size > 0) {
    word = 0;
    std::memcpy(&word, bytes, size);
    hash = HashMix(hash, word);
  }
  return hash;
}

inline uint64_t HashWords(uint64_t seed, std::span<const int64_t> words) {
  for (int64_t word : words) seed = HashMix(seed, static_cast<uint64_t>(word));
  return HashMix(seed, words.size());
}

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_IR_HASH_H_
