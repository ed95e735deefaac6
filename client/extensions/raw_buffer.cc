#include "pjrt/extensions/raw_buffer.h"

#include "client/client_state.h"
#include "client/extensions/extension_call.h"
#include "pjrt/abi/pjrt_c_api_raw_buffer_extension.h"

namespace pjrt {
inline namespace v0 {
namespace {

const PJRT_RawBuffer_Extension* Table(const Extension& extension) {
  return detail::TableOf<PJRT_RawBuffer_Extension>(extension);
}

}  // namespace

StatusOr<RawBuffer> RawBufferExtension::Alias(const Buffer& buffer) const {
  if (!buffer.valid()) return cppjrt::FailedPreconditionError("Alias: the buffer is empty");
  PJRT_RawBuffer_CreateRawAliasOfBuffer_Args args{};
  args.buffer = buffer.raw();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), PJRT_RawBuffer_CreateRawAliasOfBuffer, args));
  if (args.raw_buffer == nullptr) return cppjrt::InternalError("the plugin returned no raw buffer");
  return RawBuffer(*this, buffer.client_state(), args.raw_buffer);
}

RawBuffer::~RawBuffer() {
  if (raw_ == nullptr) return;
  PJRT_RawBuffer_Destroy_Args args{};
  args.buffer = raw_;
  static_cast<void>(PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), PJRT_RawBuffer_Destroy, args).ok());
}

StatusOr<size_t> RawBuffer::OnDeviceSize() const {
  PJRT_RawBuffer_GetOnDeviceSizeInBytes_Args args{};
  args.buffer = raw_;
  CPPJRT_RETURN_IF_ERROR(
      PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), PJRT_RawBuffer_GetOnDeviceSizeInBytes, args));
  return args.on_device_size_in_bytes;
}

StatusOr<Memory> RawBuffer::memory() const {
  PJRT_RawBuffer_GetMemorySpace_Args args{};
  args.buffer = raw_;
  CPPJRT_RETURN_IF_ERROR(
      PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), PJRT_RawBuffer_GetMemorySpace, args));
  const detail::MemoryState* memory = client_->Find(args.memory_space);
  if (memory == nullptr) return cppjrt::InternalError("the raw buffer is in a memory that is not the client's");
  return Memory(client_, memory);
}

StatusOr<void*> RawBuffer::HostPointer() const {
  PJRT_RawBuffer_GetHostPointer_Args args{};
  args.buffer = raw_;
  CPPJRT_RETURN_IF_ERROR(
      PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), PJRT_RawBuffer_GetHostPointer, args));
  return args.host_pointer;
}

Status RawBuffer::CheckRange(size_t size, int64_t offset) const {
  CPPJRT_ASSIGN_OR_RETURN(const size_t total, OnDeviceSize());
  if (offset >= 0 && static_cast<size_t>(offset) <= total && size <= total - static_cast<size_t>(offset)) {
    return Status();
  }
  return cppjrt::OutOfRangeError(std::to_string(size) + " bytes at " + std::to_string(offset) + " do not fit the " +
                                 std::to_string(total) + " of the raw buffer");
}

Event RawBuffer::CopyFromHost(std::span<const std::byte> src, int64_t offset) const {
  if (Status status = CheckRange(src.size(), offset); !status.ok()) return Event(status);
  PJRT_RawBuffer_CopyRawHostToDevice_Args args{};
  args.buffer = raw_;
  args.src = src.data();
  args.offset = offset;
  args.transfer_size = static_cast<int64_t>(src.size());
  const Status status =
      PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), PJRT_RawBuffer_CopyRawHostToDevice, args);
  return status.ok() ? Event(&client_->api, args.event, client_) : Event(status);
}

Event RawBuffer::CopyToHost(std::span<std::byte> dst, int64_t offset) const {
  if (Status status = CheckRange(dst.size(), offset); !status.ok()) return Event(status);
  PJRT_RawBuffer_CopyRawDeviceToHost_Args args{};
  args.buffer = raw_;
  args.dst = dst.data();
  args.offset = offset;
  args.transfer_size = static_cast<int64_t>(dst.size());
  const Status status =
      PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), PJRT_RawBuffer_CopyRawDeviceToHost, args);
  return status.ok() ? Event(&client_->api, args.event, client_) : Event(status);
}

}  // namespace v0
}  // namespace pjrt
