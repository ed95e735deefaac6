// Traces: every call of the C API, every transfer and every execution with its size and time, as a file that
// chrome://tracing and ui.perfetto.dev show.
//
//   PJRT_TRACE=/tmp/trace.json ./program          // nothing to change in it; "%p" in the name becomes the process number
//
//   CPPJRT_RETURN_IF_ERROR(pjrt::StartTrace("trace.json"));
//   {
//     pjrt::TraceSpan span("load weights");       // a name of your own above the calls it covers
//     …
//   }
//   CPPJRT_RETURN_IF_ERROR(pjrt::StopTrace());
//
// In the file a thread's calls are slices with what they were given ("bytes", "type", "executable", "error"); work that
// goes on after its call has returned is an asynchronous slice of the category "transfer" or "execution", from the call to
// the plugin's event. The file is an array that is written as it grows: it can be read although the process was killed.
//
// Without a trace each call costs one load and a branch more.
#ifndef PJRT_TRACE_H_
#define PJRT_TRACE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {

struct TraceOptions {
  // The file grows no further; how much was left out is its last entry.
  size_t max_bytes = size_t{1} << 30;
};

// From now on calls are recorded, of all plugins and threads. FAILED_PRECONDITION if a trace is being written, UNAVAILABLE if
// the file cannot be.
Status StartTrace(const std::string& path, const TraceOptions& options = {});
// Ends the file; work still going on is not in it. FAILED_PRECONDITION if there is no trace, DATA_LOSS if writing failed. At
// the end of the process it happens by itself.
Status StopTrace();
bool Tracing();

// A slice of this thread from its making to its end. Costs a load if there is no trace.
class TraceSpan {
 public:
  explicit TraceSpan(std::string_view name);
  ~TraceSpan();
  TraceSpan(const TraceSpan&) = delete;
  TraceSpan& operator=(const TraceSpan&) = delete;

 private:
  std::string name_;
  int64_t start_;  // -1: not recorded
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_TRACE_H_
