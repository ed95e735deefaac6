// Host transfers: the two ends, on the host, of a program's send and receive operations.
//
//   auto transfers = std::make_shared<HostTransfers>();
//   transfers->sends.push_back({.channel_id = 1, .handler = [&](size_t row, const SentChunk& chunk) { return Take(chunk); }});
//   transfers->receives.push_back({.channel_id = 2, .handler = [&](size_t row, CopyToDeviceStream stream) {
//     static_cast<void>(stream.AddChunk(NextBatch()));
//   }});
//   executable.Execute({&argument}, {.host_transfers = transfers});
#ifndef PJRT_HOST_TRANSFERS_H_
#define PJRT_HOST_TRANSFERS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "pjrt/event.h"
#include "pjrt/status.h"

struct PJRT_CopyToDeviceStream;

namespace pjrt {
inline namespace v0 {

namespace detail {
struct ClientState;
}  // namespace detail

// Data on its way into a running program. Move-only; thread-safe except for moves. Keeps its client alive. Destroying it ends
// the stream; pieces under way still arrive.
class CopyToDeviceStream {
 public:
  CopyToDeviceStream(CopyToDeviceStream&& other) noexcept
      : client_(std::move(other.client_)), raw_(std::exchange(other.raw_, nullptr)) {}
  CopyToDeviceStream& operator=(CopyToDeviceStream&& other) noexcept;
  ~CopyToDeviceStream() { Release(); }

  // Sends the next piece, ready when it has been copied. Its size must be a multiple of granule_size() and must not exceed
  // what is missing from total_bytes(): INVALID_ARGUMENT, before the plugin sees it.
  Event AddChunk(std::vector<std::byte> data) const;
  StatusOr<int64_t> total_bytes() const;
  StatusOr<int64_t> granule_size() const;
  // Bytes added so far.
  StatusOr<int64_t> current_bytes() const;

  PJRT_CopyToDeviceStream* raw() const { return raw_; }
  // For this library: takes over `raw`.
  CopyToDeviceStream(std::shared_ptr<const detail::ClientState> client, PJRT_CopyToDeviceStream* raw)
      : client_(std::move(client)), raw_(raw) {}

 private:
  void Release() noexcept;

  std::shared_ptr<const detail::ClientState> client_;
  PJRT_CopyToDeviceStream* raw_ = nullptr;
};

// A piece of what a program sends. Valid during the call.
struct SentChunk {
  std::span<const std::byte> data;
  // Of all pieces together.
  size_t total_size = 0;
  // The last piece.
  bool done = false;
};

// What the program sends on a channel. `row` is the device's place among LoadedExecutable::devices() (0 for an execution on
// one device). Called from the plugin's threads, for several rows at once; an error, or what it throws, fails the execution.
struct SendChannel {
  int64_t channel_id = 0;
  std::function<Status(size_t row, const SentChunk& chunk)> handler;
};

// What the program receives on a channel. The stream may be kept and filled later. What the handler throws is lost, and the
// stream ends.
struct ReceiveChannel {
  int64_t channel_id = 0;
  std::function<void(size_t row, CopyToDeviceStream stream)> handler;
};

// For ExecuteOptions::host_transfers; kept alive until the execution is over.
struct HostTransfers {
  std::vector<SendChannel> sends;
  std::vector<ReceiveChannel> receives;
  // Data is in row-major order whatever the layout on the device (API 0.108; older plugins give the device's).
  bool row_major = true;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_HOST_TRANSFERS_H_
