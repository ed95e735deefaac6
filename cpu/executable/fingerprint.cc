#include "cpu/executable/fingerprint.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <memory>

namespace cppjrt::cpu {

Fingerprint::Fingerprint(std::initializer_list<std::string_view> parts) {
  const std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state(XXH3_createState(), &XXH3_freeState);
  XXH3_128bits_reset(state.get());
  for (const std::string_view part : parts) {
    const uint64_t size = part.size();
    XXH3_128bits_update(state.get(), &size, sizeof size);
    XXH3_128bits_update(state.get(), part.data(), part.size());
  }
  const XXH128_hash_t hash = XXH3_128bits_digest(state.get());
  high_ = hash.high64;
  low_ = hash.low64;
}

std::string Fingerprint::ToHex() const {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const uint64_t half : {high_, low_}) {
    for (int shift = 60; shift >= 0; shift -= 4) text.push_back(kDigits[half >> shift & 15]);
  }
  return text;
}

}  // namespace cppjrt::cpu
