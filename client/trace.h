// How calls get into a trace. Api::Call looks at `trace_on`; if it is set it hands the call to TracedCall, which makes it
// through `invoke` and writes down what became of it. See pjrt/trace.h for what the file holds.
//
//   trace.cc           the file: opening, entries, its end
//   trace_call.cc      a call and the work it began
//   trace_arguments.cc what an argument struct says, by slot
#ifndef CPPJRT_CLIENT_TRACE_H_
#define CPPJRT_CLIENT_TRACE_H_

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pjrt/abi/pjrt_c_api.h"
#include "pjrt/abi/tables.h"
#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {
namespace detail {

class Api;

// Relaxed: whether a call at the edge is in the trace does not matter.
inline constinit std::atomic<bool> trace_on = false;

// `args` are of the type that `invoke` takes.
Status TracedCall(const Api& api, abi::Slot slot, void* args, Status (*invoke)(const Api&, void*));

// Starts a trace if the environment asks for one. Once, at the first plugin.
void StartTraceFromEnvironment();

// Members of the "args" object of an entry: ,"bytes":4.
class TraceFields {
 public:
  void Add(std::string_view name, int64_t number);
  void Add(std::string_view name, std::string_view text);
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// Nanoseconds since the trace began.
int64_t TraceNow();
// A call of this thread.
void WriteSlice(std::string_view name, int64_t start, int64_t end, const TraceFields& fields);
// Work from `start` on; WriteEnd with the same number ends it.
uint64_t WriteBegin(std::string_view category, std::string_view name, int64_t start, const TraceFields& fields);
void WriteEnd(std::string_view category, std::string_view name, uint64_t id, const Status& status);

// Work that a call began, and how to learn of its end.
struct TracedWork {
  std::string_view category;
  std::string name;
  PJRT_Event* event = nullptr;        // the caller's, or
  PJRT_Buffer* ready_when = nullptr;  // a buffer whose ready event tells
};

// What the arguments of a call that has been made say. REQUIRES: `args` are those of `slot`.
void DescribeArguments(const Api& api, abi::Slot slot, const void* args, bool ok, TraceFields& fields,
                       std::vector<TracedWork>& work);

}  // namespace detail
}  // namespace v0
}  // namespace pjrt

#endif  // CPPJRT_CLIENT_TRACE_H_
