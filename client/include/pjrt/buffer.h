// Buffer: an array on a device.
#ifndef PJRT_BUFFER_H_
#define PJRT_BUFFER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "pjrt/device.h"
#include "pjrt/element_type.h"
#include "pjrt/event.h"
#include "pjrt/layout.h"
#include "pjrt/program.h"
#include "pjrt/raw_copy.h"
#include "pjrt/status.h"

struct PJRT_Buffer;

namespace pjrt {
inline namespace v0 {

namespace detail {
struct ClientState;
}  // namespace detail

// An array on a device. Move-only; keeps its client alive; thread-safe except for moves. A default-made or moved-from
// buffer is empty (valid() is false) and every call on it is FAILED_PRECONDITION.
//
// The array may still be on its way (an upload, the result of an execution): everything that needs its values waits for
// them inside the plugin. Errors of that work surface on ReadyEvent and on every copy out.
class Buffer {
 public:
  Buffer() = default;
  Buffer(Buffer&& other) noexcept : client_(std::move(other.client_)), raw_(std::exchange(other.raw_, nullptr)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    if (this != &other) {
      Release();
      client_ = std::move(other.client_);
      raw_ = std::exchange(other.raw_, nullptr);
    }
    return *this;
  }
  ~Buffer() { Release(); }

  bool valid() const { return raw_ != nullptr; }

  StatusOr<ElementType> element_type() const;
  StatusOr<std::vector<int64_t>> dimensions() const;
  StatusOr<ArrayShape> shape() const;
  // Sizes without the padding of dynamic dimensions, and which dimensions are dynamic.
  StatusOr<std::vector<int64_t>> unpadded_dimensions() const;
  StatusOr<std::vector<size_t>> dynamic_dimension_indices() const;
  // On the device.
  StatusOr<Layout> layout() const;
  // Bytes on the device: sub-byte types are packed there, tiles are padded.
  StatusOr<int64_t> OnDeviceSize() const;
  StatusOr<Device> device() const;
  StatusOr<Memory> memory() const;
  StatusOr<bool> IsOnCpu() const;

  // Completes when the values are there, with the error if they will never be.
  Event ReadyEvent() const;

  // Starts copying the values to `dst` in row-major order, one element in HostBytesPerElement bytes, whatever the layout on
  // the device; ready when the copy is done. `dst` must stay valid until then.
  // INVALID_ARGUMENT if `dst` is smaller than the array; FAILED_PRECONDITION if the buffer was donated or deleted.
  Event CopyToHost(std::span<std::byte> dst) const;
  // Copies and waits.
  StatusOr<std::vector<std::byte>> ToHost() const;
  // Copies and waits. INVALID_ARGUMENT if T is not as wide as the element type on the host.
  template <typename T>
  StatusOr<std::vector<T>> ToVector() const;
  // Starts copying `dst.size()` bytes from `offset` of the array as it lies on the device (API 0.56).
  Event CopyRawToHost(std::span<std::byte> dst, int64_t offset) const;
  // The same with a destination that is told later, see raw_copy.h (API 0.84). INVALID_ARGUMENT for a negative range.
  StatusOr<DeferredCopy> CopyRawToHostFuture(int64_t offset, int64_t size) const;

  // A copy on another device, or in another memory, of the same client.
  StatusOr<Buffer> CopyToDevice(const Device& device) const;
  StatusOr<Buffer> CopyToMemory(const Memory& memory) const;

  // The same bytes as another type and shape of equal size (API 0.98). Takes this buffer over: it is empty afterwards, also
  // if the call fails after reaching the plugin.
  StatusOr<Buffer> Bitcast(ElementType type, std::span<const int64_t> dims, const Layout* layout = nullptr) &&;

  // The same array, ready when `dependency` is as well, or with its error (API 0.88): whoever uses the result waits for work
  // outside the plugin. Takes this buffer over, as Bitcast does.
  StatusOr<Buffer> DonateWithControlDependency(const Event& dependency) &&;

  // Frees the device memory now; the handle stays and IsDeleted().
  Status Delete() const;
  // Deleted, or taken over by an execution (donated).
  StatusOr<bool> IsDeleted() const;

  // Address on the device; the plugin gives no guarantee how long it holds, unless a reference is held (below).
  StatusOr<uintptr_t> UnsafePointer() const;
  StatusOr<void*> DeviceMemoryPointer() const;
  // While at least one reference is held the plugin may not move or reuse the memory. Calls must balance.
  Status IncreaseExternalReferenceCount() const;
  Status DecreaseExternalReferenceCount() const;

  PJRT_Buffer* raw() const { return raw_; }
  const std::shared_ptr<const detail::ClientState>& client_state() const { return client_; }
  // For this library: takes over `raw`.
  Buffer(std::shared_ptr<const detail::ClientState> client, PJRT_Buffer* raw) : client_(std::move(client)), raw_(raw) {}

 private:
  void Release() noexcept;
  // FAILED_PRECONDITION if empty.
  Status CheckValid() const;
  // FAILED_PRECONDITION if empty, deleted or donated.
  Status CheckPresent() const;
  // A buffer the plugin made, INTERNAL if it made none.
  StatusOr<Buffer> Wrap(PJRT_Buffer* made, const char* function) const;
  Event CopyToHostAs(std::span<std::byte> dst, const Layout* host_layout) const;
  Event CopyToHostTransposing(std::span<std::byte> dst, const ArrayShape& array,
                              const std::vector<int64_t>& minor_to_major) const;

  std::shared_ptr<const detail::ClientState> client_;
  PJRT_Buffer* raw_ = nullptr;
};

// An array in host memory, described where it lies.
struct HostArray {
  const void* data = nullptr;
  ElementType type = ElementType::kInvalid;
  std::span<const int64_t> dims = {};
  // Bytes between neighbours along each dimension; empty means dense row-major.
  std::span<const int64_t> byte_strides = {};
};

// What the plugin may do with host memory, and until when it must not change.
enum class HostBufferSemantics : int {
  // Read during the call only.
  kImmutableOnlyDuringCall = 0,
  // Read until `done_with_host_buffer` is ready.
  kImmutableUntilTransferCompletes = 1,
  // The buffer may use the host memory itself, never writing to it; it must stay until the buffer is destroyed.
  kImmutableZeroCopy = 2,
  // The same, and the program may write to it.
  kMutableZeroCopy = 3,
};

struct UploadOptions {
  HostBufferSemantics semantics = HostBufferSemantics::kImmutableOnlyDuringCall;
  // Where to put it; the client's first addressable device if neither is set. Setting both is INVALID_ARGUMENT.
  const Device* device = nullptr;
  const Memory* memory = nullptr;
  // Null: the device's default.
  const Layout* device_layout = nullptr;
  // If set, receives the event after which the host memory is no longer read.
  Event* done_with_host_buffer = nullptr;
};

template <typename T>
StatusOr<std::vector<T>> Buffer::ToVector() const {
  static_assert(std::is_trivially_copyable_v<T>);
  static_assert(!std::is_same_v<T, bool>, "std::vector<bool> is not an array; use uint8_t");
  CPPJRT_ASSIGN_OR_RETURN(ArrayShape array, shape());
  if (HostBytesPerElement(array.type) != static_cast<int64_t>(sizeof(T))) {
    return cppjrt::InvalidArgumentError("ToVector: elements of " + ToString(array) + " have " +
                                        std::to_string(HostBytesPerElement(array.type)) + " bytes, T has " +
                                        std::to_string(sizeof(T)));
  }
  CPPJRT_ASSIGN_OR_RETURN(int64_t count, NumElements(array.dims));
  std::vector<T> values(static_cast<size_t>(count));
  CPPJRT_RETURN_IF_ERROR(CopyToHost(std::as_writable_bytes(std::span(values))).Await());
  return values;
}

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_BUFFER_H_
