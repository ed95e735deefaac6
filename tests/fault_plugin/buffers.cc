// Buffers: what they are, their end, and copies on the device.
#include "tests/fault_plugin/buffers.h"

#include <cstring>

#include "tests/fault_plugin/plugin.h"

namespace fault {
namespace {

[[noreturn]] void FailDeleted() { Invalid("Buffer has been deleted or donated."); }

// Deletes; null if it was deleted before. The former array goes where its last reference goes: not under the lock.
ArrayPtr Release(PJRT_Buffer& buffer) {
  // The shape is still asked for.
  auto empty = std::make_shared<Array>();
  std::lock_guard lock(buffer.lock);
  if (buffer.deleted) return nullptr;
  buffer.deleted = true;
  empty->shape = buffer.array->shape;
  return std::exchange(buffer.array, std::move(empty));
}

}  // namespace

ArrayPtr ArrayOf(PJRT_Buffer& buffer) {
  std::lock_guard lock(buffer.lock);
  if (buffer.deleted) [[unlikely]]
    FailDeleted();
  return buffer.array;
}

ArrayPtr TakeArray(PJRT_Buffer& buffer) {
  ArrayPtr array = Release(buffer);
  if (array == nullptr) FailDeleted();
  return array;
}

ArrayPtr NewArray(Shape shape, const Memory& memory) {
  const size_t size = shape.device_bytes();
  auto storage = std::make_shared<Storage>(size, memory.use);
  return std::make_shared<Array>(Array{std::make_shared<const Shape>(std::move(shape)), std::move(storage)});
}

const Storage& ReadyStorage(PJRT_Buffer& buffer) {
  const ArrayPtr array = ArrayOf(buffer);
  if (buffer.ready != nullptr && !buffer.ready->done()) {
    Fail(PJRT_Error_Code_FAILED_PRECONDITION, "the buffer is not ready; await its ready event first");
  }
  if (!IsOk(buffer.ready)) throw buffer.ready->failure();
  return *array->storage;
}

namespace {

void Destroy(Plugin&, PJRT_Buffer_Destroy_Args& args) { delete &Ref(args.buffer, "buffer is null"); }

void ElementType(Plugin&, PJRT_Buffer_ElementType_Args& args) { args.type = Live(args.buffer).shape.type; }

void Dimensions(Plugin&, PJRT_Buffer_Dimensions_Args& args) {
  const Shape& shape = Live(args.buffer).shape;
  args.dims = shape.dims.data();
  args.num_dims = shape.dims.size();
}

void UnpaddedDimensions(Plugin&, PJRT_Buffer_UnpaddedDimensions_Args& args) {
  const Shape& shape = Live(args.buffer).shape;
  args.unpadded_dims = shape.dims.data();
  args.num_dims = shape.dims.size();
}

void DynamicDimensionIndices(Plugin&, PJRT_Buffer_DynamicDimensionIndices_Args& args) {
  Live(args.buffer);
  args.dynamic_dim_indices = nullptr;
  args.num_dynamic_dims = 0;
}

void GetMemoryLayout(Plugin& plugin, PJRT_Buffer_GetMemoryLayout_Args& args) {
  const Shape& shape = Live(args.buffer).shape;
  const int minor = plugin.minor.load(std::memory_order_relaxed);
  args.layout = {};
  args.layout.struct_size = pjrt::abi::StructSize<PJRT_Buffer_MemoryLayout>(minor);
  args.layout.type = PJRT_Buffer_MemoryLayout_Type_Tiled;
  args.layout.tiled.struct_size = pjrt::abi::StructSize<PJRT_Buffer_MemoryLayout_Tiled>(minor);
  args.layout.tiled.minor_to_major = shape.minor_to_major.data();
  args.layout.tiled.minor_to_major_size = shape.minor_to_major.size();
}

void OnDeviceSize(Plugin&, PJRT_Buffer_OnDeviceSizeInBytes_Args& args) {
  args.on_device_size_in_bytes = Live(args.buffer).shape.device_bytes();
}

void Device(Plugin&, PJRT_Buffer_Device_Args& args) { args.device = &Live(args.buffer).memory.device; }

void MemoryOf(Plugin&, PJRT_Buffer_Memory_Args& args) { args.memory = &Live(args.buffer).memory; }

void Delete(Plugin&, PJRT_Buffer_Delete_Args& args) { Release(Live(args.buffer)); }

void IsDeleted(Plugin&, PJRT_Buffer_IsDeleted_Args& args) {
  PJRT_Buffer& buffer = Live(args.buffer);
  std::lock_guard lock(buffer.lock);
  args.is_deleted = buffer.deleted;
}

void IsOnCpu(Plugin&, PJRT_Buffer_IsOnCpu_Args& args) {
  Live(args.buffer);
  args.is_on_cpu = true;
}

void ReadyEvent(Plugin& plugin, PJRT_Buffer_ReadyEvent_Args& args) {
  PJRT_Buffer& buffer = Live(args.buffer);
  ArrayOf(buffer);
  args.event = NewEvent(plugin, buffer.ready);
}

void UnsafePointer(Plugin&, PJRT_Buffer_UnsafePointer_Args& args) {
  args.buffer_pointer = reinterpret_cast<uintptr_t>(ReadyStorage(Live(args.buffer)).data);
}

void OpaquePointer(Plugin&, PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args& args) {
  args.device_memory_ptr = ReadyStorage(Live(args.buffer)).data;
}

void IncreaseReferences(Plugin&, PJRT_Buffer_IncreaseExternalReferenceCount_Args& args) {
  PJRT_Buffer& buffer = Live(args.buffer);
  ArrayOf(buffer);
  buffer.external_references.fetch_add(1);
}

void DecreaseReferences(Plugin&, PJRT_Buffer_DecreaseExternalReferenceCount_Args& args) {
  std::atomic<int>& references = Live(args.buffer).external_references;
  if (references.fetch_sub(1) > 0) return;
  references.fetch_add(1);
  Invalid("PJRT_Buffer_DecreaseExternalReferenceCount: there are no external references");
}

// --- copies

PJRT_Buffer* CopyTo(const Plugin& plugin, PJRT_Buffer& source, Memory& target) {
  Require(&source.memory.client == &target.client, "the target of the copy belongs to another client");
  ArrayPtr from = ArrayOf(source);
  ArrayPtr to = NewArray(source.shape, target);
  CompletionPtr ready = Defer({source.ready}, plugin.async_us,
                              [from, to] { std::memcpy(to->storage->data, from->storage->data, to->storage->size); });
  return new PJRT_Buffer(target, std::move(to), std::move(ready));
}

void CopyToDevice(Plugin& plugin, PJRT_Buffer_CopyToDevice_Args& args) {
  args.dst_buffer = CopyTo(plugin, Live(args.buffer), Live(args.dst_device).memories[0]);
}

void CopyToMemory(Plugin& plugin, PJRT_Buffer_CopyToMemory_Args& args) {
  args.dst_buffer = CopyTo(plugin, Live(args.buffer), Live(args.dst_memory));
}

// The source is consumed: its bytes get another shape.
void Bitcast(Plugin&, PJRT_Buffer_Bitcast_Args& args) {
  PJRT_Buffer& source = Live(args.buffer);
  Shape shape = MakeShape(args.element_type, args.dims, args.num_dims, args.device_layout);
  if (shape.device_bytes() != source.shape.device_bytes()) {
    Invalid("PJRT_Buffer_Bitcast: the new shape has " + std::to_string(shape.device_bytes()) + " bytes, the buffer " +
            std::to_string(source.shape.device_bytes()));
  }
  if (source.ready != nullptr) source.ready->Wait();
  ArrayPtr from = TakeArray(source);
  auto to = std::make_shared<Array>(Array{std::make_shared<const Shape>(std::move(shape)), from->storage});
  args.out_buffer = new PJRT_Buffer(source.memory, std::move(to), source.ready);
}

}  // namespace

void AddBufferSlots() {
  AddSlots<Destroy, ElementType, Dimensions, UnpaddedDimensions, DynamicDimensionIndices, GetMemoryLayout, OnDeviceSize,
           Device, MemoryOf, Delete, IsDeleted, IsOnCpu, ReadyEvent, UnsafePointer, OpaquePointer, IncreaseReferences,
           DecreaseReferences, CopyToDevice, CopyToMemory, Bitcast>();
}

}  // namespace fault
