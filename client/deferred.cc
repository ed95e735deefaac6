// Work of a buffer that goes on when something outside the plugin has happened: a raw copy whose destination comes later,
// and donation that waits for an event.
#include <memory>
#include <utility>

#include "client/api.h"
#include "client/client_state.h"
#include "pjrt/buffer.h"
#include "pjrt/raw_copy.h"

namespace pjrt {
inline namespace v0 {

StatusOr<DeferredCopy> Buffer::CopyRawToHostFuture(int64_t offset, int64_t size) const {
  CPPJRT_RETURN_IF_ERROR(CheckPresent());
  if (offset < 0 || size < 0) {
    return cppjrt::InvalidArgumentError("CopyRawToHostFuture: " + std::to_string(size) + " bytes at " +
                                        std::to_string(offset));
  }
  PJRT_Buffer_CopyRawToHostFuture_Args args{};
  args.buffer = raw_;
  args.offset = offset;
  args.transfer_size = size;
  CPPJRT_RETURN_IF_ERROR(client_->api.Call(args));
  Event done(&client_->api, args.event, client_);
  if (args.future_ready_callback == nullptr) {
    return cppjrt::InternalError("PJRT_Buffer_CopyRawToHostFuture returned no callback");
  }
  return DeferredCopy{std::move(done), HostDestination(client_, args.future_ready_callback, args.callback_data,
                                                       static_cast<size_t>(size))};
}

HostDestination& HostDestination::operator=(HostDestination&& other) noexcept {
  if (this != &other) {
    Cancel();
    client_ = std::move(other.client_);
    callback_ = std::exchange(other.callback_, nullptr);
    data_ = other.data_;
    size_ = other.size_;
  }
  return *this;
}

HostDestination::~HostDestination() { Cancel(); }

void HostDestination::Cancel() noexcept {
  if (callback_ == nullptr) return;
  Finish(nullptr, cppjrt::CancelledError("the destination of the copy was destroyed unset"));
}

void HostDestination::Finish(void* dst, const Status& outcome) {
  PJRT_Buffer_CopyRawToHostFuture_Callback_Args args =
      client_->api.New<PJRT_Buffer_CopyRawToHostFuture_Callback_Args>();
  args.callback_data = data_;
  args.error_code = static_cast<PJRT_Error_Code>(outcome.code());
  args.error_message = outcome.message().data();
  args.error_message_size = outcome.message().size();
  args.dst = dst;
  std::exchange(callback_, nullptr)(&args);
}

Status HostDestination::Set(std::span<std::byte> dst) {
  if (callback_ == nullptr) return cppjrt::FailedPreconditionError("the destination of the copy was told before");
  if (dst.size() < size_) {
    return cppjrt::InvalidArgumentError("the copy has " + std::to_string(size_) + " bytes, the destination " +
                                        std::to_string(dst.size()));
  }
  static std::byte nothing{};
  Finish(dst.empty() ? &nothing : dst.data(), Status());
  return Status();
}

Status HostDestination::Fail(const Status& error) {
  if (callback_ == nullptr) return cppjrt::FailedPreconditionError("the destination of the copy was told before");
  if (error.ok()) return cppjrt::InvalidArgumentError("Fail: the error is OK");
  Finish(nullptr, error);
  return Status();
}

StatusOr<Buffer> Buffer::DonateWithControlDependency(const Event& dependency) && {
  using CallbackArgs = PJRT_Buffer_DonateWithControlDependency_Callback_Args;
  CPPJRT_RETURN_IF_ERROR(CheckPresent());
  if (!client_->api.Has<PJRT_Buffer_DonateWithControlDependency_Args>()) {
    PJRT_Buffer_DonateWithControlDependency_Args none{};
    return client_->api.Call(none);
  }
  PJRT_Buffer_DonateWithControlDependency_Args args{};
  args.buffer = raw_;
  const Buffer source = std::move(*this);  // destroyed at the end, whatever the plugin did with it
  CPPJRT_RETURN_IF_ERROR(source.client_->api.Call(args));
  StatusOr<Buffer> result = source.Wrap(args.out_buffer, "PJRT_Buffer_DonateWithControlDependency");
  if (args.dependency_ready_callback == nullptr) {
    return cppjrt::InternalError("PJRT_Buffer_DonateWithControlDependency returned no callback");
  }
  dependency.OnReady([client = source.client_, ready = args.dependency_ready_callback,
                      data = args.callback_data](const Status& outcome) {
    CallbackArgs told = client->api.New<CallbackArgs>();
    told.callback_data = data;
    told.error_code = static_cast<PJRT_Error_Code>(outcome.code());
    told.error_message = outcome.message().data();
    told.error_message_size = outcome.message().size();
    ready(&told);
  });
  return result;
}

}  // namespace v0
}  // namespace pjrt
