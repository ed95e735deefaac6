// TransferManager: buffers that are filled piece by piece while the program that needs them may be queued already.
//
//   const std::array<ArrayShape, 1> shapes = {{{ElementType::kF32, {1024, 1024}, {}}}};
//   CPPJRT_ASSIGN_OR_RETURN(TransferManager manager, client.CreateTransferManager(shapes, memory));
//   CPPJRT_ASSIGN_OR_RETURN(Buffer weights, manager.RetrieveBuffer(0));   // usable at once
//   Event first = manager.TransferData(0, first_half, 0, /*last=*/false);
//   Event second = manager.TransferData(0, second_half, 2 << 20, /*last=*/true);
#ifndef PJRT_TRANSFER_MANAGER_H_
#define PJRT_TRANSFER_MANAGER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "pjrt/buffer.h"
#include "pjrt/device.h"
#include "pjrt/event.h"
#include "pjrt/status.h"
#include "pjrt/value.h"

struct PJRT_AsyncHostToDeviceTransferManager;

namespace pjrt {
inline namespace v0 {

namespace detail {
struct TransferState;
}  // namespace detail

// Made by Client::CreateTransferManager (API 0.60). Move-only; thread-safe except for moves: pieces may be sent from several
// threads. Keeps its client alive. Destroying it makes buffers whose data never came an error.
//
// Buffers are named by their index among the shapes it was made from; another index is OUT_OF_RANGE. What a plugin would
// abort on is refused here: a piece after the last one and a second error are FAILED_PRECONDITION, a piece that does not fit
// is OUT_OF_RANGE. Every method returns the plugin's own error otherwise, and UNIMPLEMENTED, naming the version, where the
// plugin has no such function.
class TransferManager {
 public:
  TransferManager(TransferManager&&) noexcept;
  TransferManager& operator=(TransferManager&&) noexcept;
  ~TransferManager();

  // What the plugin says it has (API 0.62).
  StatusOr<size_t> buffer_count() const;
  // Bytes on the device (API 0.62).
  StatusOr<size_t> buffer_size(size_t index) const;
  // Where the buffers are (API 0.62).
  StatusOr<Device> device() const;

  // The buffer; ready when its data has come. Each can be taken once, FAILED_PRECONDITION afterwards.
  StatusOr<Buffer> RetrieveBuffer(size_t index) const;

  // Starts copying `data` to byte `offset` of the array as it lies on the device. `data` must stay until the event is ready.
  // The buffer is complete after the piece that is `last` and all pieces before.
  Event TransferData(size_t index, std::span<const std::byte> data, int64_t offset, bool last) const;
  // The whole buffer at once, from a dense host array in row-major order, or in the order of `layout` (API 0.83).
  // INVALID_ARGUMENT for strides and for another type or shape than the buffer's.
  Event TransferLiteral(size_t index, const HostArray& array, const Layout* layout = nullptr) const;

  // Makes the buffer an error instead of sending (the rest of) its data. INVALID_ARGUMENT if `error` is OK.
  Status SetBufferError(size_t index, const Status& error) const;
  // Named values that a plugin may show in its traces; all go as text (API 0.62).
  Status AddMetadata(const NamedValues& metadata) const;

  PJRT_AsyncHostToDeviceTransferManager* raw() const;
  explicit TransferManager(std::unique_ptr<detail::TransferState> state);

 private:
  std::unique_ptr<detail::TransferState> state_;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_TRANSFER_MANAGER_H_
