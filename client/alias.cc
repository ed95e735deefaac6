#include "pjrt/alias.h"

#include <utility>

#include "client/api.h"
#include "client/array_checks.h"
#include "client/client_state.h"
#include "client/memory_layout.h"
#include "pjrt/client.h"

namespace pjrt {
inline namespace v0 {

StatusOr<AliasBuffer> Client::CreateAlias(ElementType type, std::span<const int64_t> dims, const Memory& memory,
                                          const Layout* layout) const {
  CPPJRT_RETURN_IF_ERROR(detail::CheckShape("CreateAlias", state_->plugin, type, dims));
  CPPJRT_RETURN_IF_ERROR(detail::CheckLayout("CreateAlias", layout, dims.size()));
  if (state_->Find(memory.raw()) == nullptr) {
    return cppjrt::InvalidArgumentError("CreateAlias: the memory is not of this client");
  }
  // An alias that nobody can fulfill would never be ready.
  if (state_->api.Has<PJRT_Client_CreateAliasBuffer_Args>() &&
      !state_->api.Has<PJRT_Client_FulfillAliasBuffer_Args>()) {
    PJRT_Client_FulfillAliasBuffer_Args none{};
    return state_->api.Call(none);
  }
  // XLA wants a layout here.
  const Layout row_major = RowMajorLayout(dims.size());
  detail::MemoryLayoutArgument shape_layout(state_->api, layout != nullptr ? layout : &row_major);
  PJRT_Client_CreateAliasBuffer_Args args{};
  args.client = state_->raw;
  args.memory = memory.raw();
  args.shape_dims = dims.data();
  args.shape_num_dims = dims.size();
  args.shape_element_type = static_cast<PJRT_Buffer_Type>(type);
  args.shape_layout = shape_layout.get();
  CPPJRT_RETURN_IF_ERROR(state_->api.Call(args));
  AliasBuffer alias{Buffer(state_, args.alias_buffer), AliasPromise(state_, args.fulfill_alias_buffer_cb)};
  if (args.alias_buffer == nullptr || args.fulfill_alias_buffer_cb == nullptr) {
    return cppjrt::InternalError("PJRT_Client_CreateAliasBuffer returned no buffer or no way to fulfill it");
  }
  return alias;
}

AliasPromise& AliasPromise::operator=(AliasPromise&& other) noexcept {
  if (this != &other) {
    Cancel();
    client_ = std::move(other.client_);
    raw_ = std::exchange(other.raw_, nullptr);
  }
  return *this;
}

AliasPromise::~AliasPromise() { Cancel(); }

void AliasPromise::Cancel() noexcept {
  if (raw_ == nullptr) return;
  static_cast<void>(Fail(cppjrt::CancelledError("the promise of the alias buffer was destroyed unused")).ok());
}

Status AliasPromise::Finish(PJRT_Buffer* contents, const Status& outcome) {
  PJRT_Client_FulfillAliasBuffer_Args args{};
  args.client = client_->raw;
  args.buffer = contents;
  args.status_code = static_cast<PJRT_Error_Code>(outcome.code());
  args.error_message = outcome.message().data();
  args.error_message_size = outcome.message().size();
  // Used up by the call, whatever comes of it.
  args.fulfill_alias_buffer_cb = std::exchange(raw_, nullptr);
  return client_->api.Call(args);
}

Status AliasPromise::Fulfill(Buffer&& contents) {
  if (raw_ == nullptr) return cppjrt::FailedPreconditionError("the promise of the alias buffer was used before");
  if (!contents.valid()) return cppjrt::InvalidArgumentError("Fulfill: the buffer is empty");
  if (contents.client_state() != client_) {
    return cppjrt::InvalidArgumentError("Fulfill: the buffer belongs to another client");
  }
  const Buffer taken = std::move(contents);  // the handle is still ours to destroy
  return Finish(taken.raw(), Status());
}

Status AliasPromise::Fail(const Status& error) {
  if (raw_ == nullptr) return cppjrt::FailedPreconditionError("the promise of the alias buffer was used before");
  if (error.ok()) return cppjrt::InvalidArgumentError("Fail: the error is OK");
  // XLA's plugins make the alias the error and then return the same error.
  Status status = Finish(nullptr, error);
  const bool echo = status.code() == error.code() && status.message().ends_with(error.message());
  return echo ? Status() : status;
}

}  // namespace v0
}  // namespace pjrt
