// Calls of user code from C callbacks: what it throws becomes a Status, for no exception may cross the C boundary.
#ifndef CPPJRT_CLIENT_GUARD_H_
#define CPPJRT_CLIENT_GUARD_H_

#include <exception>
#include <string>
#include <type_traits>
#include <utility>

#include "client/log.h"
#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {
namespace detail {

// The Status that `call` returns (OK if it returns nothing), or INTERNAL saying what `who` threw.
template <class Call>
Status Guarded(const char* who, Call&& call) {
  try {
    if constexpr (std::is_void_v<decltype(call())>) {
      std::forward<Call>(call)();
      return Status();
    } else {
      return std::forward<Call>(call)();
    }
  } catch (const std::exception& e) {
    return cppjrt::InternalError(std::string(who) + " threw: " + e.what());
  } catch (...) {
    return cppjrt::InternalError(std::string(who) + " threw an exception of unknown type");
  }
}

// As Guarded where nobody can be told but the log.
template <class Call>
void Swallow(Call&& call) {
  const Status status = Guarded("callback", std::forward<Call>(call));
  if (!status.ok()) Log(LogSeverity::kWarning, status.message());
}

}  // namespace detail
}  // namespace v0
}  // namespace pjrt

#endif  // CPPJRT_CLIENT_GUARD_H_
