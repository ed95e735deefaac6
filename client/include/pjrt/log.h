// The log hook: where this library says what it can tell nobody otherwise. It writes nothing by itself.
//
//   pjrt::SetLogHook([](pjrt::LogSeverity severity, std::string_view text) { std::cerr << text << "\n"; });
//
// What is logged: a plugin that fails to destroy an object, an exception out of a callback, a trace that cannot be
// written. None of these has a caller that could be given a Status.
#ifndef PJRT_LOG_H_
#define PJRT_LOG_H_

#include <functional>
#include <string_view>

namespace pjrt {
inline namespace v0 {

enum class LogSeverity { kInfo, kWarning, kError };

// Called from any thread, also from those of plugins, and from several at once; it must not call this library, and what it
// throws is lost.
using LogHook = std::function<void(LogSeverity severity, std::string_view text)>;

// Replaces the hook of the process; an empty one, as at the start, drops everything. Calls in flight end with the hook they
// began with.
void SetLogHook(LogHook hook);

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_LOG_H_
