// New buffers: from the host, uninitialized, of an error, as a view of foreign memory.
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "cpu/plugin/buffer.h"
#include "cpu/plugin/entry.h"
#include "cpu/plugin/event.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::MemoryBlock;

struct Upload {
  Memory* memory;
  Ref<BufferShape> shape;
  const std::byte* data;
  Dims strides;
  PJRT_HostBufferSemantics semantics;
};

StatusOr<Upload> ReadUpload(const PJRT_Client_BufferFromHostBuffer_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.client));
  Upload upload = {nullptr, nullptr, static_cast<const std::byte*>(args.data), {}, args.host_buffer_semantics};
  CPPJRT_ASSIGN_OR_RETURN(upload.memory, Placement(*args.client, args.device, args.memory));
  CPPJRT_ASSIGN_OR_RETURN(upload.shape, MakeShape(args.type, args.dims, args.num_dims, args.device_layout));
  const ArrayFormat& format = upload.shape->format;
  CPPJRT_REQUIRE(args.data != nullptr || format.num_elements() == 0, "data is null");
  CPPJRT_REQUIRE(args.host_buffer_semantics >= PJRT_HostBufferSemantics_kImmutableOnlyDuringCall &&
                     args.host_buffer_semantics <= PJRT_HostBufferSemantics_kMutableZeroCopy,
                 "host_buffer_semantics is a value that does not exist");
  if (args.num_byte_strides == 0) {
    upload.strides = DenseStrides(format.dims, format.width, {});
    return upload;
  }
  CPPJRT_REQUIRE(args.byte_strides != nullptr && args.num_byte_strides == args.num_dims,
                 "there are " + std::to_string(args.num_byte_strides) + " byte_strides for " +
                     std::to_string(args.num_dims) + " dimensions");
  upload.strides = Dims(std::span(args.byte_strides, args.num_byte_strides));
  return upload;
}

bool IsAligned(const void* data) {
  return reinterpret_cast<uintptr_t>(data) % stablehlo::MemoryAllocator::kAlignment == 0;
}

// Whether the host's memory can be the buffer's.
bool CanAlias(const Upload& upload) {
  const bool allowed = upload.semantics == PJRT_HostBufferSemantics_kImmutableZeroCopy ||
                       upload.semantics == PJRT_HostBufferSemantics_kMutableZeroCopy;
  const ArrayFormat& format = upload.shape->format;
  return allowed && upload.shape->device_bytes > 0 && format.plain() && !format.packed() && IsAligned(upload.data) &&
         IsDenseInDeviceOrder(format, upload.strides);
}

// `done` completes when nothing uses the host's memory any more.
PJRT_Buffer* Alias(const Upload& upload, const CompletionRef& done) {
  const bool writable = upload.semantics == PJRT_HostBufferSemantics_kMutableZeroCopy;
  MemoryBlock* block =
      MemoryBlock::Wrap(const_cast<std::byte*>(upload.data), static_cast<size_t>(upload.shape->device_bytes), writable,
                        [done] { done->Complete(); });
  return Buffers::New(*upload.memory, upload.shape, MakeRef<Storage>(upload.memory->client, block));
}

// Copies now, or on the client's threads if the caller lets the data stay until then.
StatusOr<PJRT_Buffer*> Copy(const Upload& upload, CompletionRef* done) {
  PJRT_Client& client = upload.memory->client;
  CPPJRT_ASSIGN_OR_RETURN(MemoryBlock * block, AllocateBlock(*upload.memory, upload.shape->device_bytes));
  const int64_t bytes = upload.shape->format.host_bytes();
  if (upload.semantics == PJRT_HostBufferSemantics_kImmutableOnlyDuringCall || bytes < kWorthAThread) {
    Ref<Storage> storage = MakeRef<Storage>(client, block);
    const std::shared_ptr<ThreadPool> pool = bytes < kWorthAThread ? nullptr : client.work.pool();
    CopyFromHost(upload.shape->format, upload.data, upload.strides, block->data(), pool.get());
    return Buffers::New(*upload.memory, upload.shape, std::move(storage));
  }
  const Ref<Storage> target = MakeRef<Storage>(client, block);
  *done = RunCopy(client, bytes,
                  [target, shape = upload.shape, data = upload.data, strides = upload.strides](ThreadPool* pool) {
                    CopyFromHost(shape->format, data, strides, target->block->data(), pool);
                    return OkStatus();
                  });
  block->Retain();
  return Buffers::New(*upload.memory, upload.shape, MakeRef<Storage>(client, block, *done));
}

}  // namespace

Status Serve(PJRT_Client_BufferFromHostBuffer_Args& args) {
  CPPJRT_ASSIGN_OR_RETURN(const Upload upload, ReadUpload(args));
  CompletionRef done;
  if (CanAlias(upload)) {
    done = MakeRef<Completion>();
    args.buffer = Alias(upload, done);
  } else {
    CPPJRT_ASSIGN_OR_RETURN(args.buffer, Copy(upload, &done));
  }
  args.done_with_host_buffer = NewEvent(std::move(done));
  return OkStatus();
}

Status Serve(PJRT_Client_CreateUninitializedBuffer_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.client));
  CPPJRT_ASSIGN_OR_RETURN(Memory * memory, Placement(*args.client, args.device, args.memory));
  CPPJRT_ASSIGN_OR_RETURN(Ref<BufferShape> shape,
                          MakeShape(args.shape_element_type, args.shape_dims, args.shape_num_dims, args.shape_layout));
  CPPJRT_ASSIGN_OR_RETURN(MemoryBlock * block, AllocateBlock(*memory, shape->device_bytes));
  args.buffer = Buffers::New(*memory, std::move(shape), MakeRef<Storage>(*args.client, block));
  return OkStatus();
}

Status Serve(PJRT_Client_CreateErrorBuffer_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.client));
  CPPJRT_REQUIRE(args.error_code != PJRT_Error_Code_OK, "error_code is OK");
  CPPJRT_REQUIRE(args.payload != nullptr || args.num_payload == 0, "payload is null");
  CPPJRT_ASSIGN_OR_RETURN(Memory * memory, Placement(*args.client, nullptr, args.memory));
  CPPJRT_ASSIGN_OR_RETURN(Ref<BufferShape> shape,
                          MakeShape(args.shape_element_type, args.shape_dims, args.shape_num_dims, args.shape_layout));
  const CompletionRef failed =
      Failed(MakeStatus(args.error_code, args.error_message, args.error_message_size, args.payload, args.num_payload));
  args.buffer = Buffers::New(*memory, std::move(shape), MakeRef<Storage>(*args.client, nullptr, failed));
  return OkStatus();
}

namespace {

Status Misaligned(const void* data) {
  const auto offset = reinterpret_cast<uintptr_t>(data) % stablehlo::MemoryAllocator::kAlignment;
  return InvalidArgumentError("a view of memory needs an address that is a multiple of " +
                              std::to_string(stablehlo::MemoryAllocator::kAlignment) + ", device_buffer_ptr is " +
                              std::to_string(offset) +
                              " bytes above one; copy the memory to such an address, upload it "
                              "(PJRT_Client_BufferFromHostBuffer), or create the "
                              "client with copy_unaligned_views=true");
}

}  // namespace

// Programs read the foreign memory and never write it.
Status Serve(PJRT_Client_CreateViewOfDeviceBuffer_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.client));
  CPPJRT_ASSIGN_OR_RETURN(Memory * memory, Placement(*args.client, args.device, args.memory));
  CPPJRT_ASSIGN_OR_RETURN(Ref<BufferShape> shape, MakeShape(args.element_type, args.dims, args.num_dims, args.layout));
  CPPJRT_REQUIRE(args.device_buffer_ptr != nullptr || shape->device_bytes == 0, "device_buffer_ptr is null");
  const bool aligned = IsAligned(args.device_buffer_ptr);
  if (!aligned && !args.client->options.copy_unaligned_views) return Misaligned(args.device_buffer_ptr);
  const auto tell = [callback = args.on_delete_callback, data = args.device_buffer_ptr,
                     user_arg = args.on_delete_callback_arg] {
    if (callback != nullptr) callback(data, user_arg);
  };
  MemoryBlock* block = nullptr;
  if (aligned) {
    block = MemoryBlock::Wrap(args.device_buffer_ptr, static_cast<size_t>(shape->device_bytes), false, tell);
  } else {
    CPPJRT_ASSIGN_OR_RETURN(block, AllocateBlock(*memory, shape->device_bytes));
    std::memcpy(block->data(), args.device_buffer_ptr, static_cast<size_t>(shape->device_bytes));
  }
  args.buffer = Buffers::New(*memory, std::move(shape), MakeRef<Storage>(*args.client, block));
  if (!aligned) tell();
  return OkStatus();
}

}  // namespace cppjrt::cpu
