// For this library: writing to the log hook.
#ifndef CPPJRT_CLIENT_LOG_H_
#define CPPJRT_CLIENT_LOG_H_

#include <string_view>

#include "pjrt/log.h"

namespace pjrt {
inline namespace v0 {
namespace detail {

// Nothing happens without a hook. Does not throw.
void Log(LogSeverity severity, std::string_view text) noexcept;

}  // namespace detail
}  // namespace v0
}  // namespace pjrt

#endif  // CPPJRT_CLIENT_LOG_H_
