// Failures inside the plugin (thrown) and PJRT_Error outside of it.
#ifndef CPPJRT_TESTS_FAULT_PLUGIN_ERRORS_H_
#define CPPJRT_TESTS_FAULT_PLUGIN_ERRORS_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pjrt/abi/pjrt_c_api.h"

namespace fault {

struct Failure {
  PJRT_Error_Code code = PJRT_Error_Code_OK;
  std::string message;
  bool null_message = false;
  std::vector<std::pair<std::string, std::string>> payloads;
};

struct Error : PJRT_Error {
  explicit Error(Failure what);
  ~Error();
  Failure failure;
};

[[noreturn]] void Fail(PJRT_Error_Code code, std::string message);
[[noreturn]] inline void Invalid(std::string message) { Fail(PJRT_Error_Code_INVALID_ARGUMENT, std::move(message)); }
[[noreturn]] inline void Unimplemented(std::string message) { Fail(PJRT_Error_Code_UNIMPLEMENTED, std::move(message)); }

// The same, and counts it among the violations.
[[noreturn]] void Violation(std::string message);

inline void Require(bool holds, const char* message) {
  if (!holds) [[unlikely]]
    Invalid(message);
}

// The object a caller passed; INVALID_ARGUMENT if there is none.
template <class T>
T& Ref(T* pointer, const char* message) {
  Require(pointer != nullptr, message);
  return *pointer;
}

// REQUIRES: called while handling an exception.
Failure FailureFromException();
PJRT_Error* ErrorFromException();

// "RESOURCE_EXHAUSTED" and back. OK and names that are none give false.
bool ParseCode(std::string_view name, PJRT_Error_Code* code);
// "CODE: text", or text alone with the code `otherwise`.
Failure ParseFailure(std::string_view text, PJRT_Error_Code otherwise);

// 'text' in quotes, for messages.
std::string Quote(std::string_view text);

inline std::string_view View(const char* data, size_t size) {
  return data == nullptr ? std::string_view() : std::string_view(data, size);
}

}  // namespace fault

#endif  // CPPJRT_TESTS_FAULT_PLUGIN_ERRORS_H_
