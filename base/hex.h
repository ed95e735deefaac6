// Bytes as hexadecimal digits.
//
//   ToHex("\x01\xab")      // "01ab"
#ifndef CPPJRT_BASE_HEX_H_
#define CPPJRT_BASE_HEX_H_

#include <string>
#include <string_view>

namespace cppjrt {

// Two lower-case digits for each byte.
inline std::string ToHex(std::string_view bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

}  // namespace cppjrt

#endif  // CPPJRT_BASE_HEX_H_
