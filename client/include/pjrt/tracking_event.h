// AsyncTrackingEvent: tells a device of work that its plugin does not see.
#ifndef PJRT_TRACKING_EVENT_H_
#define PJRT_TRACKING_EVENT_H_

#include <memory>
#include <utility>

struct PJRT_AsyncTrackingEvent;

namespace pjrt {
inline namespace v0 {

namespace detail {
struct ClientState;
}  // namespace detail

// Made by Device::CreateAsyncTrackingEvent (API 0.86). The work is over when it is destroyed. Move-only. Keeps its client
// alive. A plugin may track nothing (XLA CPU): then valid() is false, and destroying it does nothing.
class AsyncTrackingEvent {
 public:
  AsyncTrackingEvent(AsyncTrackingEvent&& other) noexcept
      : client_(std::move(other.client_)), raw_(std::exchange(other.raw_, nullptr)) {}
  AsyncTrackingEvent& operator=(AsyncTrackingEvent&& other) noexcept;
  ~AsyncTrackingEvent() { Release(); }

  bool valid() const { return raw_ != nullptr; }

  // For this library: takes over `raw`.
  AsyncTrackingEvent(std::shared_ptr<const detail::ClientState> client, PJRT_AsyncTrackingEvent* raw)
      : client_(std::move(client)), raw_(raw) {}

 private:
  void Release() noexcept;

  std::shared_ptr<const detail::ClientState> client_;
  PJRT_AsyncTrackingEvent* raw_ = nullptr;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_TRACKING_EVENT_H_
