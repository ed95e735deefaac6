// Event: something that will have happened, or will have failed. Promise: the other end of an event.
#ifndef PJRT_EVENT_H_
#define PJRT_EVENT_H_

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "pjrt/status.h"

struct PJRT_Event;

namespace pjrt {
inline namespace v0 {

class Plugin;

namespace detail {
class Api;
class SharedEvent;
}  // namespace detail

// The outcome of work in flight: a transfer, an execution. Move-only; all const methods may be called from any thread and
// at the same time, also while another thread completes the event. Destroying a pending event neither cancels nor waits for
// the work. An event keeps what it belongs to (client, plugin) alive.
//
// A default-made event is complete and OK, so a call that had nothing to wait for can return one.
class Event {
 public:
  Event() = default;
  // Already complete with `status`.
  explicit Event(Status status) : complete_(std::move(status)) {}
  Event(Event&& other) noexcept { Take(other); }
  Event& operator=(Event&& other) noexcept;
  ~Event() { Release(); }

  // True once the work is done or has failed. Does not block.
  bool IsReady() const;

  // The outcome if it is known, without blocking.
  std::optional<Status> Poll() const;

  // Blocks until the work is done; the work's error if it failed. May be called any number of times.
  Status Await() const;

  // As Await, but DEADLINE_EXCEEDED if the work is not done after `timeout`. The event stays usable.
  Status AwaitFor(std::chrono::nanoseconds timeout) const;

  // Calls `callback` exactly once with the outcome: before this returns if the event is complete, otherwise from whichever
  // thread completes it (often a plugin's worker: be short, do not wait for other work; what it throws is lost). It runs even if
  // this Event is destroyed before. If the plugin cannot take a callback, it is called with that error.
  void OnReady(std::function<void(const Status&)> callback) const;

  // As OnReady; the result completes with what `next` returns, INTERNAL if it throws. `next` gets errors, too, and passes on
  // what it does not handle:
  //   copied.Then([&](const Status& status) { return status.ok() ? Check(values) : status; })
  Event Then(std::function<Status(const Status&)> next) const;

  // For this library: takes over `raw` (null: complete and OK). `owner` stays alive until the event is gone.
  Event(const detail::Api* api, PJRT_Event* raw, std::shared_ptr<const void> owner)
      : api_(api), raw_(raw), owner_(std::move(owner)) {}
  // The C object, borrowed; null if this event has none.
  PJRT_Event* raw() const;

 private:
  friend class Promise;
  // The part that outlives this handle, made when first needed; from then on it owns `raw_`.
  detail::SharedEvent& Share() const;
  void Take(Event& other) noexcept;
  void Release() noexcept;

  const detail::Api* api_ = nullptr;
  PJRT_Event* raw_ = nullptr;
  std::shared_ptr<const void> owner_;
  mutable std::atomic<detail::SharedEvent*> shared_ = nullptr;
  Status complete_;
};

// Completes an event. Move-only; thread-safe except for moves. A promise destroyed without being set completes its event
// with CANCELLED, so nobody waits for ever.
class Promise {
 public:
  // A promise of this process alone; works with every plugin.
  Promise();
  // A promise whose event is an object of the plugin (PJRT_Event_Create, API 0.89). UNIMPLEMENTED if it has none.
  static StatusOr<Promise> Create(const Plugin& plugin);
  Promise(Promise&& other) noexcept : shared_(std::exchange(other.shared_, nullptr)) {}
  Promise& operator=(Promise&& other) noexcept;
  ~Promise();

  // A new handle of the event. Any number may exist.
  Event event() const;

  // Completes the event and runs its callbacks. FAILED_PRECONDITION if it was set before.
  Status Set(Status status);

 private:
  explicit Promise(detail::SharedEvent* shared) : shared_(shared) {}
  detail::SharedEvent* shared_;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_EVENT_H_
