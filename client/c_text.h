// Text as the C API hands it over.
#ifndef CPPJRT_CLIENT_C_TEXT_H_
#define CPPJRT_CLIENT_C_TEXT_H_

#include <cstddef>
#include <string>

namespace pjrt {
inline namespace v0 {
namespace detail {

// A copy; empty if the plugin gave no text.
inline std::string Text(const char* data, size_t size) {
  return data == nullptr ? std::string() : std::string(data, size);
}

}  // namespace detail
}  // namespace v0
}  // namespace pjrt

#endif  // CPPJRT_CLIENT_C_TEXT_H_
