// Bytes as pairs of hexadecimal digits: the elements of large constants and resources, most of a program's text.
//
// No branch and no table in either direction, so that compilers make vector code of it: 8 GB/s and more of text instead of
// 1 to 3.
#ifndef CPPJRT_STABLEHLO_TEXT_HEX_H_
#define CPPJRT_STABLEHLO_TEXT_HEX_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace cppjrt::stablehlo::text {

// Writes text.size() / 2 bytes to `out`. False if there is anything else than digits. REQUIRES: an even number of them.
inline bool DecodeHex(std::string_view text, std::byte* out) {
  const auto* in = reinterpret_cast<const unsigned char*>(text.data());
  const auto is_bad = [](uint8_t c) {
    const auto digit = static_cast<uint8_t>(c - '0');
    const auto letter = static_cast<uint8_t>((c | 0x20) - 'a');
    return static_cast<uint8_t>(static_cast<uint8_t>(digit > 9) & static_cast<uint8_t>(letter > 5));
  };
  const auto value = [](uint8_t c) { return static_cast<uint8_t>((c & 15) + 9 * (c >> 6)); };
  uint8_t bad = 0;
  for (size_t i = 0; i < text.size() / 2; ++i) {
    const uint8_t high = in[2 * i];
    const uint8_t low = in[2 * i + 1];
    bad |= static_cast<uint8_t>(is_bad(high) | is_bad(low));
    out[i] = static_cast<std::byte>(value(high) << 4 | value(low));
  }
  return bad == 0;
}

// Appends two digits for each byte, of which only the bits of `mask` count.
inline void AppendHex(std::string& out, std::span<const std::byte> bytes, uint8_t mask = 0xff) {
  const size_t start = out.size();
  out.resize(start + 2 * bytes.size());
  char* text = out.data() + start;
  const auto digit = [](uint8_t value) { return static_cast<char>(value + '0' + (value > 9 ? 'A' - '0' - 10 : 0)); };
  for (size_t i = 0; i < bytes.size(); ++i) {
    const auto value = static_cast<uint8_t>(static_cast<uint8_t>(bytes[i]) & mask);
    text[2 * i] = digit(value >> 4);
    text[2 * i + 1] = digit(value & 15);
  }
}

}  // namespace cppjrt::stablehlo::text

#endif  // CPPJRT_STABLEHLO_TEXT_HEX_H_
