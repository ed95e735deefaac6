// Sizes for people.
#ifndef CPPJRT_CLI_BYTES_TEXT_H_
#define CPPJRT_CLI_BYTES_TEXT_H_

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace cppjrt::cli {

// "512 B", "1.5 KiB", "2.0 GiB".
inline std::string BytesText(int64_t bytes) {
  constexpr const char* kUnits[] = {"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024) return fmt::format("{} B", bytes);
  auto value = static_cast<double>(bytes) / 1024;
  size_t unit = 0;
  for (; value >= 1024 && unit + 1 < std::size(kUnits); ++unit) value /= 1024;
  return fmt::format("{:.1f} {}", value, kUnits[unit]);
}

}  // namespace cppjrt::cli

#endif  // CPPJRT_CLI_BYTES_TEXT_H_
