// PJRT_Error: a Status on its way to the caller.
#ifndef CPPJRT_CPU_PLUGIN_ERROR_H_
#define CPPJRT_CPU_PLUGIN_ERROR_H_

#include <string>
#include <string_view>

#include "cppjrt/status.h"
#include "pjrt/abi/pjrt_c_api.h"

namespace cppjrt::cpu {

// REQUIRES: !status.ok(). Null only if there is no memory even for that.
PJRT_Error* NewError(Status status) noexcept;
void DeleteError(PJRT_Error* error);
// Null or of this plugin.
Status StatusOfError(const PJRT_Error* error);

// INTERNAL with what the exception says, RESOURCE_EXHAUSTED for std::bad_alloc. REQUIRES: an exception is being
// handled.
Status StatusOfException() noexcept;

// What callers pass where an error is an input. OK for code OK.
Status MakeStatus(PJRT_Error_Code code, const char* message, size_t message_size,
                  const PJRT_NamedValue* payload = nullptr, size_t num_payload = 0);

// A text with its size; empty if it is null.
inline std::string_view View(const char* text, size_t size) {
  return text == nullptr ? std::string_view() : std::string_view(text, size);
}

// Returns INVALID_ARGUMENT from the enclosing function unless the condition holds.
#define CPPJRT_REQUIRE(condition, message)            \
  do {                                                \
    if (!(condition)) [[unlikely]]                    \
      return ::cppjrt::InvalidArgumentError(message); \
  } while (false)

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLUGIN_ERROR_H_
