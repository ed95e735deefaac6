// What a process was doing when it died: a page shared with its parent, in which the child notes each call it enters.
//
//   CallRecord record = CallRecord::Of(descriptor);   // the child
//   record.Enter("PJRT_Client_Compile");
//   …
//   LastCall(page)                                    // the parent: "PJRT_Client_Compile"
#ifndef CPPJRT_CONFORM_ISOLATE_CALL_RECORD_H_
#define CPPJRT_CONFORM_ISOLATE_CALL_RECORD_H_

#include <atomic>
#include <cstddef>
#include <string>
#include <string_view>

namespace cppjrt::conform {

// The page. Texts are cut to fit.
struct CallPage {
  static constexpr size_t kLength = 120;
  std::atomic<unsigned> calls;  // entered so far
  std::atomic<char> name[kLength];
};

// The page of this process, from $CPPJRT_CONFORM_CALLS; a private one if there is none.
CallPage& ProcessCallPage();
// Notes that a call is entered. Cheap, safe from any thread; the last writer wins.
void NoteCall(CallPage& page, std::string_view name);
std::string LastCall(const CallPage& page);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_ISOLATE_CALL_RECORD_H_
