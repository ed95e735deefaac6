// RawBuffer (8): the bytes of a buffer, to be read and written while it stays one.
#ifndef PJRT_EXTENSIONS_RAW_BUFFER_H_
#define PJRT_EXTENSIONS_RAW_BUFFER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "pjrt/buffer.h"
#include "pjrt/extensions/extension.h"
#include "pjrt/status.h"

struct PJRT_RawBuffer;

namespace pjrt {
inline namespace v0 {

class RawBuffer;

class RawBufferExtension : public Extension {
 public:
  static constexpr int kType = 8;
  explicit RawBufferExtension(Extension extension) : Extension(std::move(extension)) {}

  // Another name of the buffer's memory.
  StatusOr<RawBuffer> Alias(const Buffer& buffer) const;
};

// Move-only; keeps its client alive.
class RawBuffer {
 public:
  RawBuffer(RawBuffer&& other) noexcept
      : extension_(other.extension_), client_(std::move(other.client_)), raw_(std::exchange(other.raw_, nullptr)) {}
  RawBuffer& operator=(RawBuffer&&) = delete;
  ~RawBuffer();

  StatusOr<size_t> OnDeviceSize() const;
  StatusOr<Memory> memory() const;
  // Null if the memory is not visible to the host.
  StatusOr<void*> HostPointer() const;
  // Start a copy of a range; the host memory must stay until the event is ready. OUT_OF_RANGE if it does not fit.
  Event CopyFromHost(std::span<const std::byte> src, int64_t offset) const;
  Event CopyToHost(std::span<std::byte> dst, int64_t offset) const;

 private:
  friend class RawBufferExtension;
  RawBuffer(RawBufferExtension extension, std::shared_ptr<const detail::ClientState> client, PJRT_RawBuffer* raw)
      : extension_(std::move(extension)), client_(std::move(client)), raw_(raw) {}
  Status CheckRange(size_t size, int64_t offset) const;
  RawBufferExtension extension_;
  std::shared_ptr<const detail::ClientState> client_;
  PJRT_RawBuffer* raw_;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_EXTENSIONS_RAW_BUFFER_H_
