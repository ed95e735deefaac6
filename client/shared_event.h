// The part of an event that outlives its handle: see event.cc.
#ifndef CPPJRT_CLIENT_SHARED_EVENT_H_
#define CPPJRT_CLIENT_SHARED_EVENT_H_

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "pjrt/abi/pjrt_c_api.h"
#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {
namespace detail {

class Api;

// Reference-counted; made with one reference. With a C object (`raw`) the plugin knows the outcome; without one it is kept
// here and Set by a Promise.
class SharedEvent {
 public:
  SharedEvent(const Api* api, PJRT_Event* raw, std::shared_ptr<const void> owner)
      : api_(api), raw_(raw), owner_(std::move(owner)) {}
  SharedEvent(const SharedEvent&) = delete;
  SharedEvent& operator=(const SharedEvent&) = delete;

  void Ref() { references_.fetch_add(1, std::memory_order_relaxed); }
  void Unref() {
    if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }
  // Leaves the C object to somebody else.
  void Disown() { raw_ = nullptr; }
  PJRT_Event* raw() const { return raw_; }

  bool IsReady() const;
  Status Await();
  std::optional<Status> Poll();
  // Nothing if it was not ready in time.
  std::optional<Status> AwaitByCallback(std::optional<std::chrono::nanoseconds> timeout);
  void OnReady(std::function<void(const Status&)> callback);
  Status Set(Status status);

  // The same for a C object nobody shares yet.
  static bool IsReady(const Api& api, PJRT_Event* raw);
  static std::optional<Status> Await(const Api& api, PJRT_Event* raw);
  static std::optional<Status> Poll(const Api& api, PJRT_Event* raw);

 private:
  ~SharedEvent();

  std::atomic<int> references_ = 1;
  std::atomic<bool> set_ = false;
  const Api* api_;
  PJRT_Event* raw_;
  std::shared_ptr<const void> owner_;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Status> outcome_;                              // guarded by mutex_
  std::vector<std::function<void(const Status&)>> callbacks_;  // guarded by mutex_
};

}  // namespace detail
}  // namespace v0
}  // namespace pjrt

#endif  // CPPJRT_CLIENT_SHARED_EVENT_H_
