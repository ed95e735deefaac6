// What programs with `fault.send` and `fault.receive` do: the first argument goes to the host in two pieces, the first output
// comes from it through a stream.
#include "tests/fault_plugin/host_transfers.h"

#include <cstring>
#include <mutex>

#include "tests/fault_plugin/plugin.h"

namespace fault {

// Where the data of a receive operation lands.
struct Landing {
  ArrayPtr array;
  CompletionPtr ready = std::make_shared<Completion>();
  std::mutex mutex;
  size_t added = 0;  // guarded by mutex
};

}  // namespace fault

struct PJRT_CopyToDeviceStream : fault::Counted<FaultKind::kStream> {
  std::shared_ptr<fault::Landing> landing;
};

namespace fault {
namespace {

constexpr int64_t kGranule = 4;

PJRT_Error* MakeError(PJRT_Error_Code code, const char* message, size_t size) {
  return new Error({code, std::string(View(message, size)), false, {}});
}

template <class Info>
const Info& ChannelOf(Info** rows, size_t row, size_t count, int64_t channel) {
  for (size_t i = 0; rows != nullptr && i < count; ++i) {
    if (rows[row][i].channel_id == channel) return rows[row][i];
  }
  Invalid("no host transfer was given for channel " + std::to_string(channel));
}

void SendPiece(const PJRT_SendCallbackInfo& info, const Storage& storage, size_t begin, size_t end) {
  auto* copy = new std::byte[end - begin + 1];
  Count(FaultKind::kCallback, 1);
  std::memcpy(copy, storage.data + begin, end - begin);
  PJRT_Chunk chunk{copy, end - begin,
                   [](void* data, void*) {
                     delete[] static_cast<std::byte*>(data);
                     Count(FaultKind::kCallback, -1);
                   },
                   nullptr};
  PJRT_CallbackError make_error = &MakeError;
  PJRT_Error* error = info.send_callback(&chunk, &make_error, storage.size, end == storage.size, info.user_arg);
  if (error == nullptr) return;
  const Failure failure = static_cast<Error*>(error)->failure;
  delete static_cast<Error*>(error);
  throw failure;
}

}  // namespace

CompletionPtr SendToHost(const PJRT_ExecuteOptions& options, size_t row, int64_t channel, ArrayPtr array,
                         const CompletionPtr& after) {
  const PJRT_SendCallbackInfo info = ChannelOf(options.send_callbacks, row, options.num_send_ops, channel);
  return Defer({after}, 0, [info, array = std::move(array)] {
    const size_t half = array->storage->size / 2;
    SendPiece(info, *array->storage, 0, half);
    SendPiece(info, *array->storage, half, array->storage->size);
  });
}

CompletionPtr ReceiveFromHost(const PJRT_ExecuteOptions& options, size_t row, int64_t channel, const ArrayPtr& array,
                              const CompletionPtr& after) {
  const PJRT_RecvCallbackInfo info = ChannelOf(options.recv_callbacks, row, options.num_recv_ops, channel);
  auto landing = std::make_shared<Landing>();
  landing->array = array;
  CompletionPtr asked = Defer(
      {after}, 0, [info, landing] { info.recv_callback(new PJRT_CopyToDeviceStream{{}, landing}, info.user_arg); });
  if (asked != nullptr) {
    asked->Then([landing](const Failure& failure) {
      if (failure.code != PJRT_Error_Code_OK) landing->ready->Complete(failure);
    });
  }
  return landing->ready;
}

namespace {

Landing& LandingOf(PJRT_CopyToDeviceStream* stream) { return *Ref(stream, "stream is null").landing; }

void Destroy(Plugin&, PJRT_CopyToDeviceStream_Destroy_Args& args) {
  const std::unique_ptr<PJRT_CopyToDeviceStream> stream(&Ref(args.stream, "stream is null"));
  Landing& landing = *stream->landing;
  std::unique_lock lock(landing.mutex);
  if (landing.added == landing.array->storage->size) return;
  lock.unlock();
  landing.ready->Complete({PJRT_Error_Code_CANCELLED, "the stream was destroyed before all had come", false, {}});
}

// The piece is the stream's, also if it does not fit.
void AddChunk(Plugin& plugin, PJRT_CopyToDeviceStream_AddChunk_Args& args) {
  const std::shared_ptr<Landing> landing = Ref(args.stream, "stream is null").landing;
  PJRT_Chunk& chunk = Ref(args.chunk, "chunk is null");
  const std::shared_ptr<void> data(chunk.data, [chunk](void* bytes) { chunk.deleter(bytes, chunk.deleter_arg); });
  std::unique_lock lock(landing->mutex);
  const size_t offset = landing->added;
  Require(chunk.size % kGranule == 0 && chunk.size <= landing->array->storage->size - offset,
          "AddChunk: the piece does not fit");
  landing->added += chunk.size;
  const bool last = landing->added == landing->array->storage->size;
  lock.unlock();
  CompletionPtr done = Defer({}, plugin.async_us, [landing, data, offset, size = chunk.size, last] {
    std::memcpy(landing->array->storage->data + offset, data.get(), size);
    if (last) landing->ready->Complete();
  });
  args.transfer_complete = NewEvent(plugin, std::move(done));
}

void TotalBytes(Plugin&, PJRT_CopyToDeviceStream_TotalBytes_Args& args) {
  args.total_bytes = static_cast<int64_t>(LandingOf(args.stream).array->storage->size);
}

void GranuleSize(Plugin&, PJRT_CopyToDeviceStream_GranuleSize_Args& args) {
  LandingOf(args.stream);
  args.granule_size_in_bytes = kGranule;
}

void CurrentBytes(Plugin&, PJRT_CopyToDeviceStream_CurrentBytes_Args& args) {
  Landing& landing = LandingOf(args.stream);
  std::lock_guard lock(landing.mutex);
  args.current_bytes = static_cast<int64_t>(landing.added);
}

}  // namespace

void AddHostTransferSlots() { AddSlots<Destroy, AddChunk, TotalBytes, GranuleSize, CurrentBytes>(); }

}  // namespace fault
