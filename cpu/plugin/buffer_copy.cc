// Copies of buffers: to the host, to other memories, under another shape.
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "cpu/plugin/buffer.h"
#include "cpu/plugin/entry.h"
#include "cpu/plugin/event.h"
#include "cpu/runtime/strided_copy.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::MemoryBlock;

Status CheckRange(const BufferShape& shape, int64_t offset, int64_t size) {
  const int64_t total = shape.device_bytes;
  if (offset >= 0 && size >= 0 && offset <= total && size <= total - offset) return OkStatus();
  return InvalidArgumentError(std::to_string(size) + " bytes at offset " + std::to_string(offset) +
                              " are not within the " + std::to_string(total) + " of the buffer");
}

CompletionRef CopyRange(const Ref<Storage>& storage, void* dst, int64_t offset, int64_t size) {
  return WhenReady(storage, size, [dst, offset, size](const std::byte* data, ThreadPool* pool) {
    ParallelCopy(data + offset, static_cast<std::byte*>(dst), size, pool);
    return OkStatus();
  });
}

// A raw copy whose target is told later.
struct FutureCopy {
  Ref<Storage> storage;
  int64_t offset;
  int64_t size;
  CompletionRef done;
};

void FinishFutureCopy(PJRT_Buffer_CopyRawToHostFuture_Callback_Args* args) {
  if (args == nullptr || args->callback_data == nullptr) return;
  const std::unique_ptr<FutureCopy> copy(static_cast<FutureCopy*>(args->callback_data));
  Status status = MakeStatus(args->error_code, args->error_message, args->error_message_size);
  if (status.ok() && args->dst == nullptr && copy->size > 0) status = InvalidArgumentError("dst is null");
  if (!status.ok()) {
    copy->done->Complete(std::move(status));
    return;
  }
  const CompletionRef copied = CopyRange(std::exchange(copy->storage, nullptr), args->dst, copy->offset, copy->size);
  if (copied == nullptr) {
    copy->done->Complete();
  } else {
    copied->Then([done = copy->done](const Status& result) { done->Complete(result); });
  }
}

StatusOr<PJRT_Buffer*> CopyTo(PJRT_Buffer& source, Memory& target) {
  CPPJRT_ASSIGN_OR_RETURN(const Ref<Storage> from, StorageOf(source));
  const int64_t bytes = source.shape->device_bytes;
  CPPJRT_ASSIGN_OR_RETURN(MemoryBlock * block, AllocateBlock(target, bytes));
  block->Retain();
  const Ref<Storage> filled = MakeRef<Storage>(target.client, block);
  CompletionRef done = WhenReady(from, bytes, [filled, bytes](const std::byte* data, ThreadPool* pool) {
    ParallelCopy(data, filled->block->data(), bytes, pool);
    return OkStatus();
  });
  return Buffers::New(target, source.shape, MakeRef<Storage>(target.client, block, std::move(done)));
}

}  // namespace

Status Serve(PJRT_Buffer_ToHostBuffer_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.src));
  CPPJRT_ASSIGN_OR_RETURN(const Ref<Storage> storage, StorageOf(*args.src));
  const Ref<BufferShape>& shape = args.src->shape;
  CPPJRT_ASSIGN_OR_RETURN(Dims strides, HostStrides(*shape, args.host_layout));
  CPPJRT_ASSIGN_OR_RETURN(const int64_t size, HostExtent(*shape, strides));
  if (args.dst == nullptr) {
    args.dst_size = static_cast<size_t>(size);
    args.event = nullptr;
    return OkStatus();
  }
  if (args.dst_size < static_cast<size_t>(size)) {
    return InvalidArgumentError("dst has room for " + std::to_string(args.dst_size) + " bytes, " + shape->ToString() +
                                " needs " + std::to_string(size));
  }
  args.event = NewEvent(
      WhenReady(storage, size,
                [shape, dst = static_cast<std::byte*>(args.dst), strides](const std::byte* data, ThreadPool* pool) {
                  CopyToHost(shape->format, data, dst, strides, pool);
                  return OkStatus();
                }));
  return OkStatus();
}

Status Serve(PJRT_Buffer_CopyRawToHost_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.buffer));
  CPPJRT_ASSIGN_OR_RETURN(const Ref<Storage> storage, StorageOf(*args.buffer));
  CPPJRT_RETURN_IF_ERROR(CheckRange(*args.buffer->shape, args.offset, args.transfer_size));
  CPPJRT_REQUIRE(args.dst != nullptr || args.transfer_size == 0, "dst is null");
  args.event = NewEvent(CopyRange(storage, args.dst, args.offset, args.transfer_size));
  return OkStatus();
}

Status Serve(PJRT_Buffer_CopyRawToHostFuture_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.buffer));
  CPPJRT_ASSIGN_OR_RETURN(Ref<Storage> storage, StorageOf(*args.buffer));
  CPPJRT_RETURN_IF_ERROR(CheckRange(*args.buffer->shape, args.offset, args.transfer_size));
  CompletionRef done = MakeRef<Completion>();
  args.callback_data = new FutureCopy{std::move(storage), args.offset, args.transfer_size, done};
  args.future_ready_callback = &FinishFutureCopy;
  args.event = NewEvent(std::move(done));
  return OkStatus();
}

Status Serve(PJRT_Buffer_CopyToDevice_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.buffer));
  CPPJRT_REQUIRE(args.dst_device != nullptr, "dst_device is null");
  CPPJRT_ASSIGN_OR_RETURN(Memory * target, Placement(*args.buffer->client, args.dst_device, nullptr));
  CPPJRT_ASSIGN_OR_RETURN(args.dst_buffer, CopyTo(*args.buffer, *target));
  return OkStatus();
}

Status Serve(PJRT_Buffer_CopyToMemory_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.buffer));
  CPPJRT_REQUIRE(args.dst_memory != nullptr, "dst_memory is null");
  CPPJRT_ASSIGN_OR_RETURN(Memory * target, Placement(*args.buffer->client, nullptr, args.dst_memory));
  CPPJRT_ASSIGN_OR_RETURN(args.dst_buffer, CopyTo(*args.buffer, *target));
  return OkStatus();
}

// The source is given up: its bytes get another shape.
Status Serve(PJRT_Buffer_Bitcast_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.buffer));
  CPPJRT_ASSIGN_OR_RETURN(Ref<BufferShape> shape,
                          MakeShape(args.element_type, args.dims, args.num_dims, args.device_layout));
  if (shape->device_bytes != args.buffer->shape->device_bytes) {
    return InvalidArgumentError(shape->ToString() + " has " + std::to_string(shape->device_bytes) + " bytes, " +
                                args.buffer->shape->ToString() + " has " +
                                std::to_string(args.buffer->shape->device_bytes));
  }
  CPPJRT_ASSIGN_OR_RETURN(Ref<Storage> storage, TakeStorage(*args.buffer));
  args.out_buffer = Buffers::New(args.buffer->memory, std::move(shape), std::move(storage));
  return OkStatus();
}

}  // namespace cppjrt::cpu
