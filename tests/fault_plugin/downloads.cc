// From buffers to host memory.
#include <cstring>

#include "tests/fault_plugin/buffers.h"
#include "tests/fault_plugin/plugin.h"

namespace fault {
namespace {

void ToHostBuffer(Plugin& plugin, PJRT_Buffer_ToHostBuffer_Args& args) {
  PJRT_Buffer& buffer = Live(args.src);
  const ArrayPtr array = ArrayOf(buffer);
  std::vector<int64_t> strides = HostStrides(buffer.shape, args.host_layout);
  const size_t size = HostExtent(buffer.shape, strides);
  if (args.dst == nullptr) {
    args.dst_size = size;
    return;
  }
  if (args.dst_size < size) {
    Invalid("PJRT_Buffer_ToHostBuffer: dst has " + std::to_string(args.dst_size) + " bytes, needed are " +
            std::to_string(size));
  }
  CompletionPtr done = Defer({buffer.ready}, plugin.async_us, [array, dst = args.dst, strides = std::move(strides)] {
    CopyToHost(*array->shape, *array->storage, dst, strides);
  });
  args.event = NewEvent(plugin, std::move(done));
}

void CheckRange(const Shape& shape, int64_t offset, int64_t size) {
  const int64_t total = static_cast<int64_t>(shape.device_bytes());
  if (offset < 0 || size < 0 || offset > total || size > total - offset) {
    Invalid("bytes " + std::to_string(offset) + " to " + std::to_string(offset) + " + " + std::to_string(size) +
            " are not within the " + std::to_string(total) + " of the buffer");
  }
}

void CopyRawToHost(Plugin& plugin, PJRT_Buffer_CopyRawToHost_Args& args) {
  PJRT_Buffer& buffer = Live(args.buffer);
  const ArrayPtr array = ArrayOf(buffer);
  CheckRange(buffer.shape, args.offset, args.transfer_size);
  Require(args.dst != nullptr || args.transfer_size == 0, "PJRT_Buffer_CopyRawToHost: dst is null");
  CompletionPtr done =
      Defer({buffer.ready}, plugin.async_us, [array, dst = args.dst, offset = args.offset, size = args.transfer_size] {
        if (size > 0) std::memcpy(dst, array->storage->data + offset, static_cast<size_t>(size));
      });
  args.event = NewEvent(plugin, std::move(done));
}

// A raw copy whose target is told later, through a callback that the caller gets.
struct FutureCopy : Counted<FaultKind::kCallback> {
  ArrayPtr array;
  CompletionPtr ready;
  int64_t offset, size;
  int64_t async_us;
  CompletionPtr done = std::make_shared<Completion>();
};

void FinishFutureCopy(PJRT_Buffer_CopyRawToHostFuture_Callback_Args* args) {
  const std::unique_ptr<FutureCopy> copy(static_cast<FutureCopy*>(args->callback_data));
  if (args->error_code != PJRT_Error_Code_OK) {
    copy->done->Complete(
        {args->error_code, std::string(View(args->error_message, args->error_message_size)), false, {}});
    return;
  }
  const CompletionPtr copied = Defer({copy->ready}, copy->async_us,
                                     [array = copy->array, dst = args->dst, offset = copy->offset, size = copy->size] {
                                       std::memcpy(dst, array->storage->data + offset, static_cast<size_t>(size));
                                     });
  if (copied == nullptr) {
    copy->done->Complete();
  } else {
    copied->Then([done = copy->done](const Failure& failure) { done->Complete(failure); });
  }
}

void CopyRawToHostFuture(Plugin& plugin, PJRT_Buffer_CopyRawToHostFuture_Args& args) {
  PJRT_Buffer& buffer = Live(args.buffer);
  ArrayPtr array = ArrayOf(buffer);
  CheckRange(buffer.shape, args.offset, args.transfer_size);
  auto* copy = new FutureCopy{{}, std::move(array), buffer.ready, args.offset, args.transfer_size, plugin.async_us};
  args.event = NewEvent(plugin, copy->done);
  args.callback_data = copy;
  args.future_ready_callback = &FinishFutureCopy;
}

}  // namespace

void AddDownloadSlots() { AddSlots<ToHostBuffer, CopyRawToHost, CopyRawToHostFuture>(); }

}  // namespace fault
