// The memory behind buffers, without shape or type.
#include <cstring>
#include <string>
#include <utility>

#include "cpu/plugin/buffer.h"
#include "cpu/plugin/entry.h"
#include "cpu/plugin/event.h"
#include "cpu/plugin/extensions/extensions.h"
#include "cpu/runtime/strided_copy.h"
#include "pjrt/abi/pjrt_c_api_raw_buffer_extension.h"

namespace cppjrt::cpu {
namespace {

extern const PJRT_RawBuffer_FunctionTable* const g_raw_table;

// A range of a storage's bytes. Shared by count.
struct RawBuffer : PJRT_RawBuffer, RefCounted<RawBuffer> {
  RawBuffer(Ref<Storage> what, Memory& where, int64_t first, int64_t count)
      : PJRT_RawBuffer{g_raw_table}, storage(std::move(what)), memory(where), offset(first), size(count) {}

  std::byte* data() const { return storage->block->data() + offset; }

  const Ref<Storage> storage;
  Memory& memory;
  const int64_t offset;
  const int64_t size;
};

Status CheckRaw(const PJRT_RawBuffer* buffer) {
  CPPJRT_REQUIRE(buffer != nullptr && buffer->vtable == g_raw_table, "raw buffer is null or none of this plugin");
  return CheckLives(*static_cast<const RawBuffer*>(buffer)->storage->client);
}

RawBuffer& Of(PJRT_RawBuffer* buffer) { return static_cast<RawBuffer&>(*buffer); }
const RawBuffer& Of(const PJRT_RawBuffer* buffer) { return static_cast<const RawBuffer&>(*buffer); }

Status CheckRange(const RawBuffer& buffer, int64_t offset, int64_t size) {
  if (offset >= 0 && size >= 0 && offset <= buffer.size && size <= buffer.size - offset) return OkStatus();
  return InvalidArgumentError(std::to_string(size) + " bytes at offset " + std::to_string(offset) +
                              " are not within the " + std::to_string(buffer.size) + " of the raw buffer");
}

StatusOr<CompletionRef> ToHost(RawBuffer& buffer, void* dst, int64_t offset, int64_t size) {
  CPPJRT_RETURN_IF_ERROR(CheckRange(buffer, offset, size));
  CPPJRT_REQUIRE(dst != nullptr || size == 0, "dst is null");
  return WhenReady(buffer.storage, size,
                   [dst, at = buffer.offset + offset, size](const std::byte* data, ThreadPool* pool) {
                     ParallelCopy(data + at, static_cast<std::byte*>(dst), size, pool);
                     return OkStatus();
                   });
}

StatusOr<CompletionRef> ToDevice(RawBuffer& buffer, const void* src, int64_t offset, int64_t size) {
  CPPJRT_RETURN_IF_ERROR(CheckRange(buffer, offset, size));
  CPPJRT_REQUIRE(src != nullptr || size == 0, "src is null");
  if (IsDone(buffer.storage->ready) && IsOk(buffer.storage->ready) && !buffer.storage->block->writable()) {
    return FailedPreconditionError("the memory behind the raw buffer is foreign and may only be read");
  }
  const Ref<Storage> storage = buffer.storage;
  return WhenReady(storage, size,
                   [storage, src, at = buffer.offset + offset, size](const std::byte*, ThreadPool* pool) {
                     ParallelCopy(static_cast<const std::byte*>(src), storage->block->data() + at, size, pool);
                     return OkStatus();
                   });
}

// --- functions of the extension

Status CreateAlias(PJRT_RawBuffer_CreateRawAliasOfBuffer_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.buffer));
  CPPJRT_ASSIGN_OR_RETURN(Ref<Storage> storage, StorageOf(*args.buffer));
  auto* raw = new RawBuffer(std::move(storage), args.buffer->memory, 0, args.buffer->shape->device_bytes);
  raw->Retain();
  args.raw_buffer = raw;
  return OkStatus();
}

Status Destroy(PJRT_RawBuffer_Destroy_Args& args) {
  CPPJRT_REQUIRE(args.buffer != nullptr && args.buffer->vtable == g_raw_table,
                 "raw buffer is null or none of this plugin");
  Of(args.buffer).Release();
  return OkStatus();
}

Status HostPointer(PJRT_RawBuffer_GetHostPointer_Args& args) {
  CPPJRT_RETURN_IF_ERROR(CheckRaw(args.buffer));
  RawBuffer& raw = Of(args.buffer);
  if (raw.storage->ready != nullptr) CPPJRT_RETURN_IF_ERROR(raw.storage->ready->Wait());
  args.host_pointer = raw.data();
  return OkStatus();
}

Status Size(PJRT_RawBuffer_GetOnDeviceSizeInBytes_Args& args) {
  CPPJRT_RETURN_IF_ERROR(CheckRaw(args.buffer));
  args.on_device_size_in_bytes = static_cast<size_t>(Of(args.buffer).size);
  return OkStatus();
}

Status MemorySpace(PJRT_RawBuffer_GetMemorySpace_Args& args) {
  CPPJRT_RETURN_IF_ERROR(CheckRaw(args.buffer));
  args.memory_space = &Of(args.buffer).memory;
  return OkStatus();
}

Status CopyToHostSlot(PJRT_RawBuffer_CopyRawDeviceToHost_Args& args) {
  CPPJRT_RETURN_IF_ERROR(CheckRaw(args.buffer));
  CPPJRT_ASSIGN_OR_RETURN(CompletionRef done, ToHost(Of(args.buffer), args.dst, args.offset, args.transfer_size));
  args.event = NewEvent(std::move(done));
  return OkStatus();
}

Status CopyToDeviceSlot(PJRT_RawBuffer_CopyRawHostToDevice_Args& args) {
  CPPJRT_RETURN_IF_ERROR(CheckRaw(args.buffer));
  CPPJRT_ASSIGN_OR_RETURN(CompletionRef done, ToDevice(Of(args.buffer), args.src, args.offset, args.transfer_size));
  args.event = NewEvent(std::move(done));
  return OkStatus();
}

// --- functions of the raw buffer itself. Device events are those of XLA's runtime; who has none of them uses the
// extension's functions above.

PJRT_Error* NoDeviceEvents() {
  return NewError(UnimplementedError(
      "device events: use the functions of the RawBuffer extension, whose events are those of the C API"));
}

constexpr PJRT_RawBuffer_FunctionTable kRawTable = {
    .struct_size = sizeof(PJRT_RawBuffer_FunctionTable),
    .instance_size = sizeof(RawBuffer),
    .extension_start = nullptr,
    .inc_ref = [](PJRT_RawBuffer* raw) { Of(raw).Retain(); },
    .dec_ref = [](PJRT_RawBuffer* raw) { Of(raw).Release(); },
    .get_on_device_size_in_bytes = [](const PJRT_RawBuffer* raw) { return static_cast<size_t>(Of(raw).size); },
    .get_memory_space = [](const PJRT_RawBuffer* raw) -> PJRT_Memory* { return &Of(raw).memory; },
    .get_host_pointer = [](const PJRT_RawBuffer* raw) -> void* {
      return IsOk(Of(raw).storage->ready) ? Of(raw).data() : nullptr;
    },
    .copy_raw_host_to_device_and_return_event = [](PJRT_RawBuffer*, const void*, int64_t, int64_t,
                                                   PJRT_DeviceEventVector*,
                                                   PJRT_DeviceEvent*) { return NoDeviceEvents(); },
    .copy_raw_device_to_host_and_return_event = [](PJRT_RawBuffer*, void*, int64_t, int64_t, PJRT_DeviceEventVector*,
                                                   PJRT_DeviceEvent*) { return NoDeviceEvents(); },
    .opaque_device_memory_data_pointer = [](const PJRT_RawBuffer* raw) -> void* {
      return IsOk(Of(raw).storage->ready) ? Of(raw).data() : nullptr;
    },
    .make_allocation_ready_event = [](PJRT_RawBuffer*, PJRT_DeviceEvent*) { return NoDeviceEvents(); },
    .get_raw_buffer_async_value = [](PJRT_RawBuffer*, PJRT_DeviceEvent*) { return NoDeviceEvents(); },
    .is_mutable =
        [](const PJRT_RawBuffer* raw) { return IsOk(Of(raw).storage->ready) && Of(raw).storage->block->writable(); },
    .slice = [](PJRT_RawBuffer* raw, int64_t offset, int64_t size, PJRT_RawBuffer** out) -> PJRT_Error* {
      RawBuffer& whole = Of(raw);
      if (Status status = CheckRange(whole, offset, size); !status.ok()) return NewError(std::move(status));
      auto* part = new RawBuffer(whole.storage, whole.memory, whole.offset + offset, size);
      part->Retain();
      *out = part;
      return nullptr;
    },
    .schedule_copy_to =
        [](PJRT_RawBuffer*, PJRT_DeviceEventVector*, PJRT_RawBuffer*, PJRT_DeviceEventPromise* definition,
           PJRT_DeviceEventPromise* usage, void (*done)(PJRT_Error*, void*), void* user_arg) {
          for (PJRT_DeviceEventPromise* promise : {definition, usage}) {
            if (promise != nullptr) promise->vtable->set_error(promise, NoDeviceEvents());
          }
          if (done != nullptr) done(NoDeviceEvents(), user_arg);
        },
};
const PJRT_RawBuffer_FunctionTable* const g_raw_table = &kRawTable;

}  // namespace

PJRT_Extension_Base& RawBufferExtension() {
  static PJRT_RawBuffer_Extension extension = {
      .base = {PJRT_RawBuffer_Extension_STRUCT_SIZE, PJRT_Extension_Type_RawBuffer, nullptr},
      .PJRT_RawBuffer_CreateRawAliasOfBuffer = &Entry<PJRT_RawBuffer_CreateRawAliasOfBuffer_Args, &CreateAlias>::Call,
      .PJRT_RawBuffer_Destroy = &Entry<PJRT_RawBuffer_Destroy_Args, &Destroy>::Call,
      .PJRT_RawBuffer_GetOnDeviceSizeInBytes = &Entry<PJRT_RawBuffer_GetOnDeviceSizeInBytes_Args, &Size>::Call,
      .PJRT_RawBuffer_GetMemorySpace = &Entry<PJRT_RawBuffer_GetMemorySpace_Args, &MemorySpace>::Call,
      .PJRT_RawBuffer_CopyRawHostToDevice = &Entry<PJRT_RawBuffer_CopyRawHostToDevice_Args, &CopyToDeviceSlot>::Call,
      .PJRT_RawBuffer_CopyRawDeviceToHost = &Entry<PJRT_RawBuffer_CopyRawDeviceToHost_Args, &CopyToHostSlot>::Call,
      .PJRT_RawBuffer_GetHostPointer = &Entry<PJRT_RawBuffer_GetHostPointer_Args, &HostPointer>::Call,
  };
  return extension.base;
}

}  // namespace cppjrt::cpu
