#include "base/sha256.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/hex.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace cppjrt {
namespace {

using State = std::array<uint32_t, 8>;

constexpr size_t kBlock = 64;

alignas(16) constexpr uint32_t kRound[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

uint32_t BigEndian(const uint8_t* bytes) {
  return static_cast<uint32_t>(bytes[0]) << 24 | static_cast<uint32_t>(bytes[1]) << 16 |
         static_cast<uint32_t>(bytes[2]) << 8 | static_cast<uint32_t>(bytes[3]);
}

void ConsumePortably(State& state, const uint8_t* block, size_t count) {
  for (; count > 0; --count, block += kBlock) {
    uint32_t w[64];
    for (int i = 0; i < 16; ++i) w[i] = BigEndian(block + 4 * i);
    for (int i = 16; i < 64; ++i) {
      const uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
      const uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    auto [a, b, c, d, e, f, g, h] = state;
    for (int i = 0; i < 64; ++i) {
      const uint32_t sum1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
      const uint32_t t1 = h + sum1 + ((e & f) ^ (~e & g)) + kRound[i] + w[i];
      const uint32_t sum0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
      const uint32_t t2 = sum0 + ((a & b) ^ (a & c) ^ (b & c));
      h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
    }
    const State added = {a, b, c, d, e, f, g, h};
    for (size_t i = 0; i < state.size(); ++i) state[i] += added[i];
  }
}

#if defined(__x86_64__)

// SHA-NI, and the byte shuffles it is used with.
bool HasInstructions() {
  static const bool has = [] {
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & bit_SSE4_1) == 0 || (c & bit_SSSE3) == 0) return false;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bit_SHA) != 0;
  }();
  return has;
}

// The instructions hold the state as (a, b, e, f) and (c, d, g, h), highest lane first, and make two rounds a step.
__attribute__((target("sha,sse4.1,ssse3"))) void ConsumeWithInstructions(State& state, const uint8_t* block,
                                                                         size_t count) {
  const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  const auto load = [](const void* from) __attribute__((target("sse4.1"))) {
    return _mm_loadu_si128(static_cast<const __m128i*>(from));
  };
  const __m128i abcd = _mm_shuffle_epi32(load(&state[0]), 0xB1);  // b a d c, in lanes from 0
  const __m128i efgh = _mm_shuffle_epi32(load(&state[4]), 0x1B);
  __m128i abef = _mm_alignr_epi8(abcd, efgh, 8);
  __m128i cdgh = _mm_blend_epi16(efgh, abcd, 0xF0);
  for (; count > 0; --count, block += kBlock) {
    const __m128i abef_before = abef;
    const __m128i cdgh_before = cdgh;
    __m128i w[4];
    for (int i = 0; i < 4; ++i) w[i] = _mm_shuffle_epi8(load(block + 16 * i), swap);
    for (int i = 0; i < 16; ++i) {
      const __m128i words = w[i & 3];
      const __m128i sum = _mm_add_epi32(words, load(kRound + 4 * i));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
      if (i >= 12) continue;
      // The four words that will be used four steps later, from the sixteen before them.
      const __m128i last = w[(i + 3) & 3];
      const __m128i part =
          _mm_add_epi32(_mm_sha256msg1_epu32(words, w[(i + 1) & 3]), _mm_alignr_epi8(last, w[(i + 2) & 3], 4));
      w[i & 3] = _mm_sha256msg2_epu32(part, last);
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  const __m128i feba = _mm_shuffle_epi32(abef, 0x1B);
  const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(&state[0]), _mm_blend_epi16(feba, dchg, 0xF0));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(&state[4]), _mm_alignr_epi8(dchg, feba, 8));
}

#else
bool HasInstructions() { return false; }
void ConsumeWithInstructions(State& state, const uint8_t* block, size_t count) { ConsumePortably(state, block, count); }
#endif

std::array<uint8_t, 8> BigEndianBytes(uint64_t value) {
  std::array<uint8_t, 8> bytes;
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(value >> (56 - 8 * i));
  return bytes;
}

template <class Bytes>
std::string_view View(const Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

void Sha256::Consume(const uint8_t* blocks, size_t count) {
  if (use_instructions_ && HasInstructions()) {
    ConsumeWithInstructions(state_, blocks, count);
  } else {
    ConsumePortably(state_, blocks, count);
  }
}

void Sha256::Update(std::string_view bytes) {
  const size_t filled = size_ % kBlock;
  size_ += bytes.size();
  if (filled + bytes.size() < kBlock || filled != 0) {
    const size_t taken = std::min(bytes.size(), kBlock - filled);
    std::copy_n(bytes.begin(), taken, block_.begin() + static_cast<std::ptrdiff_t>(filled));
    bytes.remove_prefix(taken);
    if (filled + taken < kBlock) return;
    Consume(block_.data(), 1);
  }
  const size_t whole = bytes.size() / kBlock;
  Consume(reinterpret_cast<const uint8_t*>(bytes.data()), whole);
  bytes.remove_prefix(whole * kBlock);
  std::copy(bytes.begin(), bytes.end(), block_.begin());
}

void Sha256::UpdatePart(std::string_view part) {
  Update(View(BigEndianBytes(part.size())));
  Update(part);
}

Sha256Digest Sha256::Finish() {
  const std::array<uint8_t, 8> bits = BigEndianBytes(size_ * 8);
  constexpr uint8_t kPadding[kBlock] = {0x80};
  const size_t filled = size_ % kBlock;
  const size_t padding = (filled < 56 ? 56 : 120) - filled;
  Update({reinterpret_cast<const char*>(kPadding), padding});
  Update(View(bits));
  Sha256Digest digest;
  for (size_t i = 0; i < digest.size(); ++i) digest[i] = static_cast<uint8_t>(state_[i / 4] >> (24 - 8 * (i % 4)));
  return digest;
}

Sha256Digest Sha256Of(std::string_view bytes) {
  Sha256 hash;
  hash.Update(bytes);
  return hash.Finish();
}

std::string ToHex(const Sha256Digest& digest) {
  return ToHex(std::string_view(reinterpret_cast<const char*>(digest.data()), digest.size()));
}

}  // namespace cppjrt
