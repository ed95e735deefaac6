// Alias buffers: buffers that stand for another's contents before these exist.
//
//   CPPJRT_ASSIGN_OR_RETURN(AliasBuffer alias, client.CreateAlias(ElementType::kF32, dims, memory));
//   queue.Execute({&alias.buffer});                              // waits inside the plugin
//   CPPJRT_RETURN_IF_ERROR(alias.promise.Fulfill(std::move(contents)));
#ifndef PJRT_ALIAS_H_
#define PJRT_ALIAS_H_

#include <memory>
#include <utility>

#include "pjrt/buffer.h"
#include "pjrt/status.h"

struct PJRT_FulfillAliasBufferCallback;

namespace pjrt {
inline namespace v0 {

// The end that decides what an alias buffer is. Move-only; not thread-safe. It can be used once, FAILED_PRECONDITION
// afterwards; destroyed unused, it makes the alias CANCELLED, so nobody waits for ever. Keeps the client alive.
class AliasPromise {
 public:
  AliasPromise(AliasPromise&& other) noexcept
      : client_(std::move(other.client_)), raw_(std::exchange(other.raw_, nullptr)) {}
  AliasPromise& operator=(AliasPromise&& other) noexcept;
  ~AliasPromise();

  // The alias is `contents` from now on, which is taken over; an error of `contents` is the alias' error. Type, shape and
  // layout must be those of the alias: the plugin's error otherwise, which the alias gets as well or never becomes ready,
  // as the plugin likes. INVALID_ARGUMENT for an empty buffer or another client's; the promise can then be used again.
  Status Fulfill(Buffer&& contents);
  // The alias is this error. INVALID_ARGUMENT if it is OK.
  Status Fail(const Status& error);

  // For this library: takes over `raw`.
  AliasPromise(std::shared_ptr<const detail::ClientState> client, PJRT_FulfillAliasBufferCallback* raw)
      : client_(std::move(client)), raw_(raw) {}

 private:
  Status Finish(PJRT_Buffer* contents, const Status& outcome);
  void Cancel() noexcept;

  std::shared_ptr<const detail::ClientState> client_;
  PJRT_FulfillAliasBufferCallback* raw_ = nullptr;
};

// Made by Client::CreateAlias.
struct AliasBuffer {
  Buffer buffer;
  AliasPromise promise;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_ALIAS_H_
