// What the tests of this folder share.
#ifndef CPPJRT_CLI_DATA_TEST_UTIL_H_
#define CPPJRT_CLI_DATA_TEST_UTIL_H_

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include "cli/data/literal.h"

namespace cppjrt::data {

// The value, or a failed test.
template <typename T>
T Ok(StatusOr<T> result) {
  if (!result.ok()) {
    ADD_FAILURE() << result.status().ToString();
    std::abort();
  }
  return std::move(result).value();
}

inline Array Literal(std::string_view text) { return Ok(ParseLiteral(text)); }

template <typename T>
std::string MessageOf(const StatusOr<T>& result) {
  return result.ok() ? "OK" : std::string(result.status().message());
}

inline std::span<const std::byte> AsBytes(std::string_view text) { return std::as_bytes(std::span(text)); }
inline std::string BytesOf(const Array& array) {
  return std::string(reinterpret_cast<const char*>(array.data()), array.bytes().size());
}

inline std::string Slurp(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}
inline void Spit(const std::string& path, std::string_view content) {
  std::ofstream(path, std::ios::binary) << content;
}

// A folder that goes away with the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = ::testing::TempDir() + "cppjrt-data-XXXXXX";
    path_ = mkdtemp(name.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string operator/(std::string_view name) const { return path_ + "/" + std::string(name); }
  size_t CountFiles() const {
    return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
  }

 private:
  std::string path_;
};

}  // namespace cppjrt::data

#endif  // CPPJRT_CLI_DATA_TEST_UTIL_H_
