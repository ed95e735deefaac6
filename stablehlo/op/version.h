// Version: a version of the VHLO dialect, "1.10.0".
#ifndef CPPJRT_STABLEHLO_OP_VERSION_H_
#define CPPJRT_STABLEHLO_OP_VERSION_H_

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cppjrt::stablehlo {

struct Version {
  uint16_t major = 0;
  uint16_t minor = 0;
  uint16_t patch = 0;

  friend constexpr auto operator<=>(const Version&, const Version&) = default;

  // Three numbers with dots between them and nothing else, or none.
  static constexpr std::optional<Version> Parse(std::string_view text) {
    uint16_t numbers[3] = {0, 0, 0};
    size_t part = 0;
    bool has_digit = false;
    for (char c : text) {
      if (c >= '0' && c <= '9') {
        const int next = numbers[part] * 10 + (c - '0');
        if (next > 0xffff) return std::nullopt;
        numbers[part] = static_cast<uint16_t>(next);
        has_digit = true;
      } else if (c == '.' && has_digit && part < 2) {
        ++part;
        has_digit = false;
      } else {
        return std::nullopt;
      }
    }
    if (part != 2 || !has_digit) return std::nullopt;
    return Version{numbers[0], numbers[1], numbers[2]};
  }
  std::string ToString() const {
    return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
  }
};

// The oldest version artifacts may have, and the newest the tables here describe in full. 1.21 and 1.22 have the names,
// properties, codes and numbers of 1.20: the serializer of jaxlib 0.12.0.1 gives the same bytes for all three.
inline constexpr Version kOldestVersion = {0, 9, 0};
inline constexpr Version kNewestVersion = {1, 22, 0};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_OP_VERSION_H_
