#include "pjrt/host_transfers.h"

#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "client/api.h"
#include "client/guard.h"
#include "client/host_transfer_run.h"

namespace pjrt {
inline namespace v0 {
namespace detail {

HostTransferRun::HostTransferRun(std::shared_ptr<const ClientState> client,
                                 std::shared_ptr<const HostTransfers> transfers, size_t num_rows)
    : client_(std::move(client)), transfers_(std::move(transfers)) {
  const size_t num_sends = transfers_->sends.size();
  const size_t num_receives = transfers_->receives.size();
  // Reserved, for the C structs point to the elements.
  send_places_.reserve(num_rows * num_sends);
  receive_places_.reserve(num_rows * num_receives);
  sends_.reserve(num_rows * num_sends);
  receives_.reserve(num_rows * num_receives);
  for (size_t row = 0; row < num_rows; ++row) {
    for (size_t i = 0; i < num_sends; ++i) {
      send_places_.push_back({this, i, row});
      sends_.push_back({transfers_->sends[i].channel_id, &send_places_.back(), &HostTransferRun::Send});
    }
    for (size_t i = 0; i < num_receives; ++i) {
      receive_places_.push_back({this, i, row});
      receives_.push_back({transfers_->receives[i].channel_id, &receive_places_.back(), &HostTransferRun::Receive});
    }
    send_rows_.push_back(sends_.data() + row * num_sends);
    receive_rows_.push_back(receives_.data() + row * num_receives);
  }
}

void HostTransferRun::Fill(PJRT_ExecuteOptions& options) {
  options.num_send_ops = transfers_->sends.size();
  options.num_recv_ops = transfers_->receives.size();
  options.send_callbacks = options.num_send_ops == 0 ? nullptr : send_rows_.data();
  options.recv_callbacks = options.num_recv_ops == 0 ? nullptr : receive_rows_.data();
  options.use_major_to_minor_data_layout_for_callbacks = transfers_->row_major;
}

PJRT_Error* HostTransferRun::Send(PJRT_Chunk* chunk, PJRT_CallbackError* make_error, size_t total_size, bool done,
                                  void* user_arg) {
  PluginCallbackScope scope;
  const Place& place = *static_cast<const Place*>(user_arg);
  const SendChannel& channel = place.run->transfers_->sends[place.channel];
  const SentChunk piece{{static_cast<const std::byte*>(chunk->data), chunk->size}, total_size, done};
  const Status status =
      Guarded("the send handler", [&] { return channel.handler ? channel.handler(place.row, piece) : Status(); });
  // The piece is the callee's.
  if (chunk->deleter != nullptr) chunk->deleter(chunk->data, chunk->deleter_arg);
  if (status.ok()) return nullptr;
  return (*make_error)(static_cast<PJRT_Error_Code>(status.code()), status.message().data(), status.message().size());
}

void HostTransferRun::Receive(PJRT_CopyToDeviceStream* stream, void* user_arg) {
  PluginCallbackScope scope;
  const Place& place = *static_cast<const Place*>(user_arg);
  const ReceiveChannel& channel = place.run->transfers_->receives[place.channel];
  CopyToDeviceStream owned(place.run->client_, stream);
  Swallow([&] {
    if (channel.handler) channel.handler(place.row, std::move(owned));
  });
}

namespace {

// Pieces that plugins hold. A plugin that fails may or may not have released the piece, so it gets a number, not an address:
// the second to release a piece finds nothing.
class Pieces {
 public:
  // The key and the data, which stays where it is.
  std::pair<uintptr_t, std::span<std::byte>> Add(std::vector<std::byte> data) {
    std::lock_guard<std::mutex> lock(mutex_);
    const uintptr_t key = ++last_key_;
    std::vector<std::byte>& kept = pieces_[key] = std::move(data);
    return {key, kept};
  }
  void Release(uintptr_t key) {
    std::vector<std::byte> dropped;  // freed outside the lock
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = pieces_.find(key);
    if (found == pieces_.end()) return;
    dropped = std::move(found->second);
    pieces_.erase(found);
  }

 private:
  std::mutex mutex_;
  uintptr_t last_key_ = 0;                              // guarded by mutex_
  std::map<uintptr_t, std::vector<std::byte>> pieces_;  // guarded by mutex_
};

Pieces& ThePieces() {
  static Pieces* const pieces = new Pieces();  // never destroyed: plugins' threads may outlive static objects
  return *pieces;
}

}  // namespace
}  // namespace detail

CopyToDeviceStream& CopyToDeviceStream::operator=(CopyToDeviceStream&& other) noexcept {
  if (this != &other) {
    Release();
    client_ = std::move(other.client_);
    raw_ = std::exchange(other.raw_, nullptr);
  }
  return *this;
}

void CopyToDeviceStream::Release() noexcept {
  if (raw_ == nullptr) return;
  PJRT_CopyToDeviceStream_Destroy_Args args{};
  args.stream = std::exchange(raw_, nullptr);
  client_->api.Destroy(args);
  client_.reset();
}

Event CopyToDeviceStream::AddChunk(std::vector<std::byte> data) const {
  StatusOr<int64_t> total = total_bytes();
  if (!total.ok()) return Event(total.status());
  StatusOr<int64_t> current = current_bytes();
  if (!current.ok()) return Event(current.status());
  StatusOr<int64_t> granule = granule_size();
  if (!granule.ok()) return Event(granule.status());
  const auto size = static_cast<int64_t>(data.size());
  if (size > *total - *current || (*granule > 1 && size % *granule != 0)) {
    return Event(cppjrt::InvalidArgumentError("AddChunk: " + std::to_string(size) + " bytes after " +
                                              std::to_string(*current) + " of " + std::to_string(*total) +
                                              ", in granules of " + std::to_string(*granule)));
  }
  const auto [key, kept] = detail::ThePieces().Add(std::move(data));
  PJRT_Chunk chunk{};
  chunk.data = kept.data();
  chunk.size = kept.size();
  chunk.deleter_arg = reinterpret_cast<void*>(key);
  chunk.deleter = [](void* /*data*/, void* arg) { detail::ThePieces().Release(reinterpret_cast<uintptr_t>(arg)); };
  PJRT_CopyToDeviceStream_AddChunk_Args args{};
  args.stream = raw_;
  args.chunk = &chunk;
  if (Status status = client_->api.Call(args); !status.ok()) {
    detail::ThePieces().Release(key);
    return Event(status);
  }
  return Event(&client_->api, args.transfer_complete, client_);
}

// Calls the slot of Args on this stream.
#define PJRT_CALL_ON_STREAM(Args, args)                                                            \
  if (raw_ == nullptr) return cppjrt::FailedPreconditionError("the stream is empty (moved from)"); \
  Args args{};                                                                                     \
  args.stream = raw_;                                                                              \
  CPPJRT_RETURN_IF_ERROR(client_->api.Call(args))

StatusOr<int64_t> CopyToDeviceStream::total_bytes() const {
  PJRT_CALL_ON_STREAM(PJRT_CopyToDeviceStream_TotalBytes_Args, args);
  return args.total_bytes;
}

StatusOr<int64_t> CopyToDeviceStream::granule_size() const {
  PJRT_CALL_ON_STREAM(PJRT_CopyToDeviceStream_GranuleSize_Args, args);
  return args.granule_size_in_bytes;
}

StatusOr<int64_t> CopyToDeviceStream::current_bytes() const {
  PJRT_CALL_ON_STREAM(PJRT_CopyToDeviceStream_CurrentBytes_Args, args);
  return args.current_bytes;
}

#undef PJRT_CALL_ON_STREAM

}  // namespace v0
}  // namespace pjrt
