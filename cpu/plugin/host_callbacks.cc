#include "cpu/plugin/host_callbacks.h"

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/interrupt.h"
#include "cpu/plugin/entry.h"
#include "cpu/plugin/event.h"
#include "cpu/plugin/handle.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::ExpectedTensor;
using stablehlo::ProcessId;
using stablehlo::RuntimeValue;
using stablehlo::Tensor;

// What one recv op waits for. Shared by the op and the stream that the callback fills.
struct Received {
  explicit Received(size_t size) : bytes(size) {}

  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::byte> bytes;
  size_t filled = 0;
  bool ended = false;  // the stream was destroyed
};

}  // namespace
}  // namespace cppjrt::cpu

// What a receive callback fills.
struct PJRT_CopyToDeviceStream {
  std::shared_ptr<cppjrt::cpu::Received> received;

  ~PJRT_CopyToDeviceStream() {
    const std::lock_guard lock(received->mutex);
    received->ended = true;
    received->changed.notify_all();
  }
};

namespace cppjrt::cpu {
namespace {

using Streams = Handles<PJRT_CopyToDeviceStream>;

// Any number of bytes may come at once.
constexpr int64_t kGranule = 1;

PJRT_Error* CallbackError(PJRT_Error_Code code, const char* message, size_t message_size) {
  Status status = MakeStatus(code, message, message_size);
  return NewError(status.ok() ? UnknownError("a callback made an error of code OK") : std::move(status));
}

void DeleteChunk(void* data, void*) { ::operator delete(data); }

class CallbackHost : public stablehlo::Host {
 public:
  // The callbacks of each row, copied: the caller's lists are good during the call only.
  struct Row {
    std::vector<PJRT_SendCallbackInfo> sends;
    std::vector<PJRT_RecvCallbackInfo> receives;
  };
  CallbackHost(std::vector<Row> rows, int64_t num_partitions)
      : rows_(std::move(rows)), num_partitions_(num_partitions) {}

  Status Send(ProcessId process, int64_t channel, std::span<const RuntimeValue> values) override {
    const std::vector<PJRT_SendCallbackInfo>& sends = RowOf(process).sends;
    const auto info = std::find_if(sends.begin(), sends.end(), [&](const auto& s) { return s.channel_id == channel; });
    if (info == sends.end() || info->send_callback == nullptr) {
      return InvalidArgumentError("the program sends on channel " + std::to_string(channel) +
                                  ", for which no callback was given");
    }
    for (const RuntimeValue& value : values) {
      if (value.is_tensor()) CPPJRT_RETURN_IF_ERROR(SendOne(*info, value.tensor()));
    }
    return OkStatus();
  }

  StatusOr<std::vector<RuntimeValue>> Recv(ProcessId process, int64_t channel,
                                           std::span<const ExpectedTensor> expected) override {
    const std::vector<PJRT_RecvCallbackInfo>& receives = RowOf(process).receives;
    const auto info =
        std::find_if(receives.begin(), receives.end(), [&](const auto& r) { return r.channel_id == channel; });
    if (info == receives.end() || info->recv_callback == nullptr) {
      return InvalidArgumentError("the program receives on channel " + std::to_string(channel) +
                                  ", for which no callback was given");
    }
    std::vector<RuntimeValue> values;
    for (const ExpectedTensor& tensor : expected) {
      CPPJRT_ASSIGN_OR_RETURN(Tensor received, ReceiveOne(*info, tensor));
      values.emplace_back(std::move(received));
    }
    return values;
  }

 private:
  const Row& RowOf(ProcessId process) const {
    const auto row = static_cast<size_t>(process.replica * num_partitions_ + process.partition);
    return rows_[std::min(row, rows_.size() - 1)];
  }

  // The callback gets memory of its own, which it frees.
  static Status SendOne(const PJRT_SendCallbackInfo& info, const Tensor& tensor) {
    const auto bytes = tensor.bytes();
    PJRT_Chunk chunk = {::operator new(std::max<size_t>(1, bytes.size())), bytes.size(), &DeleteChunk, nullptr};
    std::memcpy(chunk.data, bytes.data(), bytes.size());
    PJRT_CallbackError make_error = &CallbackError;
    const InterruptScope uninterrupted(nullptr);
    PJRT_Error* error = info.send_callback(&chunk, &make_error, bytes.size(), true, info.user_arg);
    const Status status = StatusOfError(error);
    DeleteError(error);
    return status;
  }

  static StatusOr<Tensor> ReceiveOne(const PJRT_RecvCallbackInfo& info, const ExpectedTensor& expected) {
    CPPJRT_ASSIGN_OR_RETURN(Tensor tensor,
                            Tensor::Allocate(expected.type, expected.dims, stablehlo::MemoryAllocator::Heap()));
    auto received = std::make_shared<Received>(static_cast<size_t>(tensor.num_bytes()));
    Interrupt* const interrupt = CurrentInterrupt();
    {
      const InterruptScope uninterrupted(nullptr);
      info.recv_callback(Streams::New(received), info.user_arg);
    }
    const WakeOnInterrupt wake(interrupt, [&] {
      const std::lock_guard lock(received->mutex);
      received->changed.notify_all();
    });
    const auto whole = [&] { return received->filled == received->bytes.size(); };
    std::unique_lock lock(received->mutex);
    received->changed.wait(lock, [&] { return received->ended || whole() || Interrupted(); });
    if (!whole() && Interrupted()) return interrupt->status();
    if (received->filled < received->bytes.size()) {
      return DataLossError("the receive callback gave " + std::to_string(received->filled) + " of " +
                           std::to_string(received->bytes.size()) + " bytes");
    }
    std::memcpy(tensor.mutable_bytes(), received->bytes.data(), received->bytes.size());
    return tensor;
  }

  const std::vector<Row> rows_;
  const int64_t num_partitions_;
};

Status Check(const PJRT_CopyToDeviceStream* stream) { return Streams::Check(stream, "stream"); }

}  // namespace

StatusOr<std::unique_ptr<stablehlo::Host>> MakeHost(const PJRT_ExecuteOptions& options, size_t num_rows,
                                                    const CompileOptions& compile_options) {
  std::unique_ptr<stablehlo::Host> host;
  if (options.num_send_ops == 0 && options.num_recv_ops == 0) return host;
  CPPJRT_REQUIRE(options.num_send_ops == 0 || options.send_callbacks != nullptr, "send_callbacks is null");
  CPPJRT_REQUIRE(options.num_recv_ops == 0 || options.recv_callbacks != nullptr, "recv_callbacks is null");
  std::vector<CallbackHost::Row> rows(num_rows);
  for (size_t i = 0; i < num_rows; ++i) {
    if (options.num_send_ops > 0) {
      CPPJRT_REQUIRE(options.send_callbacks[i] != nullptr, "a row of send_callbacks is null");
      rows[i].sends.assign(options.send_callbacks[i], options.send_callbacks[i] + options.num_send_ops);
    }
    if (options.num_recv_ops > 0) {
      CPPJRT_REQUIRE(options.recv_callbacks[i] != nullptr, "a row of recv_callbacks is null");
      rows[i].receives.assign(options.recv_callbacks[i], options.recv_callbacks[i] + options.num_recv_ops);
    }
  }
  host = std::make_unique<CallbackHost>(std::move(rows), compile_options.num_partitions);
  return host;
}

Status Serve(PJRT_CopyToDeviceStream_Destroy_Args& args) { return Streams::Delete(args.stream, "stream"); }

// The chunk's data is the stream's from here on, also if it is refused.
Status Serve(PJRT_CopyToDeviceStream_AddChunk_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.stream));
  CPPJRT_REQUIRE(args.chunk != nullptr, "chunk is null");
  const PJRT_Chunk chunk = *args.chunk;
  Status status;
  {
    Received& received = *args.stream->received;
    const std::lock_guard lock(received.mutex);
    const size_t left = received.bytes.size() - received.filled;
    if (chunk.size > left) {
      status = InvalidArgumentError("a chunk of " + std::to_string(chunk.size) + " bytes, but " + std::to_string(left) +
                                    " of " + std::to_string(received.bytes.size()) + " are left");
    } else if (chunk.data == nullptr && chunk.size > 0) {
      status = InvalidArgumentError("the chunk's data is null");
    } else {
      if (chunk.size > 0) std::memcpy(received.bytes.data() + received.filled, chunk.data, chunk.size);
      received.filled += chunk.size;
      received.changed.notify_all();
    }
  }
  if (chunk.deleter != nullptr) chunk.deleter(chunk.data, chunk.deleter_arg);
  if (status.ok()) args.transfer_complete = NewEvent(nullptr);
  return status;
}

Status Serve(PJRT_CopyToDeviceStream_TotalBytes_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.stream));
  args.total_bytes = static_cast<int64_t>(args.stream->received->bytes.size());
  return OkStatus();
}

Status Serve(PJRT_CopyToDeviceStream_GranuleSize_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.stream));
  args.granule_size_in_bytes = kGranule;
  return OkStatus();
}

Status Serve(PJRT_CopyToDeviceStream_CurrentBytes_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.stream));
  const std::lock_guard lock(args.stream->received->mutex);
  args.current_bytes = static_cast<int64_t>(args.stream->received->filled);
  return OkStatus();
}

}  // namespace cppjrt::cpu
