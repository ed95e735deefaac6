// Completion: something that will be done or will fail. PJRT_Event: a handle of one.
#ifndef CPPJRT_TESTS_FAULT_PLUGIN_EVENTS_H_
#define CPPJRT_TESTS_FAULT_PLUGIN_EVENTS_H_

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "tests/fault_plugin/counts.h"
#include "tests/fault_plugin/errors.h"

namespace fault {

struct Plugin;

// Thread-safe. A failure of code OK is success.
class Completion {
 public:
  bool done() const { return done_.load(std::memory_order_acquire); }
  // Done without a failure.
  bool ok() const { return done() && failure_.code == PJRT_Error_Code_OK; }
  // REQUIRES: done().
  const Failure& failure() const { return failure_; }

  // False if it was complete before. Callbacks run here.
  bool Complete(Failure failure = {});
  void Wait();
  // Calls `callback` once complete: here, or on the thread that completes it.
  void Then(std::function<void(const Failure&)> callback);

 private:
  std::atomic<bool> done_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  Failure failure_;
  std::vector<std::function<void(const Failure&)>> callbacks_;
};

// Null: done, without failure. That is the common case and costs nothing.
using CompletionPtr = std::shared_ptr<Completion>;

inline bool IsOk(const CompletionPtr& completion) { return completion == nullptr || completion->ok(); }

CompletionPtr Failed(Failure failure);

// Does `work` when all of `after` are complete and then `delay_us` has passed; at once if there is nothing to wait for.
// The result completes after the work, or with the failure of what it waited for (then the work is not done) or of the
// work.
CompletionPtr Defer(const std::vector<CompletionPtr>& after, int64_t delay_us, std::function<void()> work);

// A new handle, to be given away.
PJRT_Event* NewEvent(const Plugin& plugin, CompletionPtr completion);
// REQUIRES: not null.
void DestroyEvent(PJRT_Event* event);

}  // namespace fault

struct PJRT_Event {
  fault::CompletionPtr completion;
  bool settable = false;  // from PJRT_Event_Create
};

#endif  // CPPJRT_TESTS_FAULT_PLUGIN_EVENTS_H_
