// Interrupt: ends a computation that is under way.
//
//   Interrupt interrupt;                                    // one for each execution
//   const InterruptScope scope(&interrupt);                 // this thread now works for it
//   while (…) {
//     if (Interrupted()) return interrupt.status();         // a safepoint: one load
//     …
//   }
//   interrupt.Request(CancelledError("…"));                 // from any thread; the first request counts
//
// ThreadPool::ParallelFor hands the scope on to the threads that help, and does not begin any more pieces once there is a
// request. A request is never taken back, so a loop whose pieces were skipped is followed by loops whose pieces are all
// skipped: what comes after such a loop may read garbage but must not use it as an address.
#ifndef CPPJRT_BASE_INTERRUPT_H_
#define CPPJRT_BASE_INTERRUPT_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>

#include "cppjrt/status.h"

namespace cppjrt {

// Thread-safe.
class Interrupt {
 public:
  Interrupt() = default;
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  // Asks the computation to end with this error; false if it was asked before. REQUIRES: `why` is not OK.
  bool Request(Status why);
  bool requested() const { return flag_.load(std::memory_order_relaxed) != 0; }
  // OK while there is no request.
  Status status() const;
  // For generated code: 0 until there is a request.
  const uint8_t* flag() const { return reinterpret_cast<const uint8_t*>(&flag_); }

 private:
  friend class WakeOnInterrupt;
  static_assert(sizeof(std::atomic<uint8_t>) == 1);

  std::atomic<uint8_t> flag_ = 0;
  mutable std::mutex mutex_;  // guards why_
  Status why_;
  std::mutex wakes_mutex_;  // guards wakes_, and is held while they are called
  std::list<std::function<void()>> wakes_;
};

// While it lives, `wake` is called when a request comes, on the thread that makes it; at once if there is one already. For
// waits: `wake` ends the wait, and may take the lock of the wait, which must not be held where this is made or destroyed.
class WakeOnInterrupt {
 public:
  // `interrupt` may be null.
  WakeOnInterrupt(Interrupt* interrupt, std::function<void()> wake);
  ~WakeOnInterrupt();
  WakeOnInterrupt(const WakeOnInterrupt&) = delete;
  WakeOnInterrupt& operator=(const WakeOnInterrupt&) = delete;

 private:
  Interrupt* const interrupt_;
  std::list<std::function<void()>>::iterator place_;
};

namespace internal {
inline constinit thread_local Interrupt* t_interrupt = nullptr;
}  // namespace internal

// What this thread works for; null: nothing that can be interrupted.
inline Interrupt* CurrentInterrupt() { return internal::t_interrupt; }
// Whether the current computation is to end.
inline bool Interrupted() { return internal::t_interrupt != nullptr && internal::t_interrupt->requested(); }

class InterruptScope {
 public:
  // Null: what this thread does in the scope runs to its end.
  explicit InterruptScope(Interrupt* interrupt) : outer_(internal::t_interrupt) { internal::t_interrupt = interrupt; }
  ~InterruptScope() { internal::t_interrupt = outer_; }
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;

 private:
  Interrupt* const outer_;
};

}  // namespace cppjrt

#endif  // CPPJRT_BASE_INTERRUPT_H_
