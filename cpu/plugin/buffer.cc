// What buffers tell of themselves, and their end.
#include "cpu/plugin/buffer.h"

#include <mutex>

#include "cpu/plugin/entry.h"
#include "cpu/plugin/event.h"
#include "pjrt/abi/tables.h"

namespace cppjrt::cpu {
namespace {

Status Deleted() { return InvalidArgumentError("the buffer was deleted or donated before"); }

// A share of bytes that are there, waiting for them if they are not.
StatusOr<Ref<Storage>> ReadyStorage(PJRT_Buffer& buffer) {
  CPPJRT_ASSIGN_OR_RETURN(Ref<Storage> storage, StorageOf(buffer));
  if (storage->ready != nullptr) CPPJRT_RETURN_IF_ERROR(storage->ready->Wait());
  return storage;
}

}  // namespace

StatusOr<Ref<Storage>> StorageOf(PJRT_Buffer& buffer) {
  const std::lock_guard lock(buffer.lock);
  if (buffer.storage == nullptr) [[unlikely]]
    return Deleted();
  return buffer.storage;
}

StatusOr<Ref<Storage>> TakeStorage(PJRT_Buffer& buffer) {
  const std::lock_guard lock(buffer.lock);
  if (buffer.storage == nullptr) return Deleted();
  return std::exchange(buffer.storage, nullptr);
}

Status Serve(PJRT_Buffer_Destroy_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Buffers::Check(args.buffer, "buffer"));
  // A forked child cannot free the parent's memory: a thread that it has not may hold the locks.
  if (args.buffer->client->generation != ForkGeneration()) return OkStatus();
  return Buffers::Delete(args.buffer, "buffer");
}

Status Serve(PJRT_Buffer_ElementType_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.buffer));
  args.type = args.buffer->shape->type;
  return OkStatus();
}

Status Serve(PJRT_Buffer_Dimensions_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.buffer));
  args.dims = args.buffer->shape->format.dims.data();
  args.num_dims = args.buffer->shape->format.dims.size();
  return OkStatus();
}

// Buffers have the extents that were computed: nothing is padded to a bound.
Status Serve(PJRT_Buffer_UnpaddedDimensions_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.buffer));
  args.unpadded_dims = args.buffer->shape->format.dims.data();
  args.num_dims = args.buffer->shape->format.dims.size();
  return OkStatus();
}

Status Serve(PJRT_Buffer_DynamicDimensionIndices_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.buffer));
  args.dynamic_dim_indices = nullptr;
  args.num_dynamic_dims = 0;
  return OkStatus();
}

Status Serve(PJRT_Buffer_GetMemoryLayout_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.buffer));
  const Dims& order = args.buffer->shape->minor_to_major;
  args.layout = {};
  args.layout.struct_size = PJRT_Buffer_MemoryLayout_STRUCT_SIZE;
  args.layout.type = PJRT_Buffer_MemoryLayout_Type_Tiled;
  args.layout.tiled.struct_size = PJRT_Buffer_MemoryLayout_Tiled_STRUCT_SIZE;
  args.layout.tiled.minor_to_major = order.data();
  args.layout.tiled.minor_to_major_size = order.size();
  return OkStatus();
}

Status Serve(PJRT_Buffer_OnDeviceSizeInBytes_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.buffer));
  args.on_device_size_in_bytes = static_cast<size_t>(args.buffer->shape->device_bytes);
  return OkStatus();
}

Status Serve(PJRT_Buffer_Device_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.buffer));
  args.device = &args.buffer->memory.device;
  return OkStatus();
}

Status Serve(PJRT_Buffer_Memory_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.buffer));
  args.memory = &args.buffer->memory;
  return OkStatus();
}

Status Serve(PJRT_Buffer_Delete_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.buffer));
  // Again is no error. What is let go may call back: not under the lock.
  static_cast<void>(TakeStorage(*args.buffer).ok());
  return OkStatus();
}

Status Serve(PJRT_Buffer_IsDeleted_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.buffer));
  const std::lock_guard lock(args.buffer->lock);
  args.is_deleted = args.buffer->storage == nullptr;
  return OkStatus();
}

Status Serve(PJRT_Buffer_IsOnCpu_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.buffer));
  args.is_on_cpu = true;
  return OkStatus();
}

Status Serve(PJRT_Buffer_ReadyEvent_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.buffer));
  CPPJRT_ASSIGN_OR_RETURN(const Ref<Storage> storage, StorageOf(*args.buffer));
  args.event = NewEvent(storage->ready);
  return OkStatus();
}

Status Serve(PJRT_Buffer_UnsafePointer_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.buffer));
  CPPJRT_ASSIGN_OR_RETURN(const Ref<Storage> storage, ReadyStorage(*args.buffer));
  args.buffer_pointer = reinterpret_cast<uintptr_t>(storage->block->data());
  return OkStatus();
}

Status Serve(PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.buffer));
  CPPJRT_ASSIGN_OR_RETURN(const Ref<Storage> storage, ReadyStorage(*args.buffer));
  args.device_memory_ptr = storage->block->data();
  return OkStatus();
}

// The bytes stay where they are while there are references: a program that the buffer is donated to does not write to
// them.
Status Serve(PJRT_Buffer_IncreaseExternalReferenceCount_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.buffer));
  CPPJRT_ASSIGN_OR_RETURN(Ref<Storage> storage, StorageOf(*args.buffer));
  const std::lock_guard lock(args.buffer->lock);
  args.buffer->external_references.push_back(std::move(storage));
  return OkStatus();
}

Status Serve(PJRT_Buffer_DecreaseExternalReferenceCount_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.buffer));
  Ref<Storage> dropped;
  const std::lock_guard lock(args.buffer->lock);
  CPPJRT_REQUIRE(!args.buffer->external_references.empty(), "the buffer has no external references");
  dropped = std::move(args.buffer->external_references.back());
  args.buffer->external_references.pop_back();
  return OkStatus();
}

}  // namespace cppjrt::cpu
