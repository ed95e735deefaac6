// Completion: something that will be done, or will fail, once.
//
//   CompletionRef done = MakeRef<Completion>();
//   done->Then([](const Status& status) { … });     // here if it is done already, else where it is completed
//   done->Complete();                               // or Complete(error); only the first call counts
//
// A null CompletionRef stands for "done, without an error": the common case costs nothing.
#ifndef CPPJRT_CPU_RUNTIME_COMPLETION_H_
#define CPPJRT_CPU_RUNTIME_COMPLETION_H_

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <span>
#include <vector>

#include "cppjrt/status.h"
#include "cpu/runtime/fork.h"
#include "cpu/runtime/ref.h"

namespace cppjrt::cpu {

// Thread-safe.
class Completion : public RefCounted<Completion> {
 public:
  using Callback = std::function<void(const Status&)>;

  bool done() const { return done_.load(std::memory_order_acquire); }
  // Done without an error.
  bool ok() const { return done() && status_.ok(); }
  // REQUIRES: done().
  const Status& status() const { return status_; }

  // False if it was complete before. Callbacks run on this thread before the outermost Complete of the thread returns:
  // a callback that completes something else does not run its callbacks inside itself, so chains of any length need no
  // stack.
  bool Complete(Status status = {});
  // Blocks until it is done and returns its status. FAILED_PRECONDITION in a forked child if it was not done before the
  // fork: the threads that would complete it are not there.
  Status Wait() const;
  void Then(Callback callback);

 private:
  std::atomic<bool> done_ = false;
  const uint32_t generation_ = ForkGeneration();
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  Status status_;
  std::vector<Callback> callbacks_;
};

using CompletionRef = Ref<Completion>;

inline bool IsDone(const CompletionRef& completion) { return completion == nullptr || completion->done(); }
inline bool IsOk(const CompletionRef& completion) { return completion == nullptr || completion->ok(); }
// One that is done with that error.
CompletionRef Failed(Status error);

// Calls `then` once all are done, with the first error found, in the order of the span. Here if they are done already.
void WhenAll(std::span<const CompletionRef> all, Completion::Callback then);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_RUNTIME_COMPLETION_H_
