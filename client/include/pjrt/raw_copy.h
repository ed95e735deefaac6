// A copy to host memory whose destination is told later: the plugin may prepare while the memory is still being found.
#ifndef PJRT_RAW_COPY_H_
#define PJRT_RAW_COPY_H_

#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "pjrt/event.h"
#include "pjrt/status.h"

struct PJRT_Buffer_CopyRawToHostFuture_Callback_Args;

namespace pjrt {
inline namespace v0 {

namespace detail {
struct ClientState;
}  // namespace detail

// Says where a copy goes. Move-only; not thread-safe. It can be used once, FAILED_PRECONDITION afterwards; destroyed unused,
// it makes the copy CANCELLED.
class HostDestination {
 public:
  using Callback = void (*)(PJRT_Buffer_CopyRawToHostFuture_Callback_Args*);

  HostDestination(HostDestination&& other) noexcept
      : client_(std::move(other.client_)),
        callback_(std::exchange(other.callback_, nullptr)),
        data_(other.data_),
        size_(other.size_) {}
  HostDestination& operator=(HostDestination&& other) noexcept;
  ~HostDestination();

  // Starts the copy. `dst` must stay until the copy's event is ready. INVALID_ARGUMENT if it is smaller than what is copied;
  // the destination can then be set again.
  Status Set(std::span<std::byte> dst);
  // Ends the copy with this error. INVALID_ARGUMENT if it is OK.
  Status Fail(const Status& error);

  // For this library: `callback` is to be called once with `data`.
  HostDestination(std::shared_ptr<const detail::ClientState> client, Callback callback, void* data, size_t size)
      : client_(std::move(client)), callback_(callback), data_(data), size_(size) {}

 private:
  void Finish(void* dst, const Status& outcome);
  void Cancel() noexcept;

  std::shared_ptr<const detail::ClientState> client_;
  Callback callback_ = nullptr;
  void* data_ = nullptr;
  size_t size_ = 0;
};

// Made by Buffer::CopyRawToHostFuture.
struct DeferredCopy {
  // Ready when the bytes are at the destination.
  Event done;
  HostDestination destination;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_RAW_COPY_H_
