// The client side. A call takes a connection that is idle, or opens one, and gives it back when the reply has been read; after
// an error it is dropped.
#include "pjrt/tcp_store.h"

#include <algorithm>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "client/socket.h"
#include "client/tcp_store_wire.h"

namespace pjrt {
inline namespace v0 {
namespace {

using namespace detail;  // NOLINT: this file is about its names
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kLongest = std::chrono::hours(24 * 365);
constexpr milliseconds kPause(50);
// Replies that claim more are not read.
constexpr uint64_t kMaxReply = uint64_t{1} << 32;

Deadline After(milliseconds timeout) { return steady_clock::now() + std::clamp(timeout, milliseconds(0), kLongest); }

class ConnectedStore : public TcpStore {
 public:
  ConnectedStore(HostPort address, TcpStoreOptions options)
      : address_(std::move(address)), options_(std::move(options)) {}

  // Tries until the options' timeout.
  Status ConnectFirst() {
    const Deadline deadline = After(options_.connect_timeout);
    while (true) {
      StatusOr<Socket> socket = Open(deadline);
      if (socket.ok()) {
        GiveBack(*std::move(socket));
        return Status();
      }
      if (socket.status().code() != StatusCode::kUnavailable) return socket.status();
      if (steady_clock::now() + kPause >= deadline) {
        return cppjrt::DeadlineExceededError(std::string(socket.status().message()));
      }
      std::this_thread::sleep_for(kPause);
    }
  }

  StatusOr<std::string> Get(std::string_view key, milliseconds timeout) override {
    timeout = std::clamp(timeout, milliseconds(0), kLongest);
    return Call(TcpStoreRequest::kGet, key, static_cast<uint64_t>(timeout.count()), {}, timeout);
  }
  StatusOr<std::string> TryGet(std::string_view key) override {
    return Call(TcpStoreRequest::kTryGet, key, 0, {}, milliseconds(0));
  }
  Status Put(std::string_view key, std::string_view value) override {
    return Call(TcpStoreRequest::kPut, key, value.size(), value, milliseconds(0)).status();
  }

 private:
  static StatusOr<std::string> ReadReply(const Socket& socket, Deadline deadline) {
    char head[kTcpStoreReplyBytes];
    CPPJRT_RETURN_IF_ERROR(socket.Read(head, sizeof head, deadline));
    const uint64_t size = ReadInt(head + 1, 8);
    if (size > kMaxReply) return cppjrt::UnavailableError("what answers is no store of this kind");
    std::string text(size, '\0');
    CPPJRT_RETURN_IF_ERROR(socket.Read(text.data(), text.size(), deadline));
    if (head[0] == 0) return text;
    return Status(static_cast<StatusCode>(head[0]), text, {{kAnswered, ""}});
  }

  StatusOr<Socket> Open(Deadline deadline) const {
    CPPJRT_ASSIGN_OR_RETURN(Socket socket, ConnectTo(address_, deadline));
    std::string hello(kTcpStoreMagic);
    AppendInt(hello, options_.secret.size(), 4);
    hello += options_.secret;
    CPPJRT_RETURN_IF_ERROR(socket.Write(hello, deadline));
    CPPJRT_RETURN_IF_ERROR(ReadReply(socket, std::min(deadline, After(options_.reply_timeout))).status());
    return socket;
  }

  StatusOr<std::string> Call(TcpStoreRequest request, std::string_view key, uint64_t number, std::string_view value,
                             milliseconds wait) {
    std::string message(1, static_cast<char>(request));
    AppendInt(message, key.size(), 4);
    AppendInt(message, number, 8);
    message += key;
    message += value;
    const Deadline deadline = After(std::min(wait + options_.reply_timeout, kLongest));
    bool reused = false;
    StatusOr<Socket> socket = Take(deadline, reused);
    CPPJRT_RETURN_IF_ERROR(socket.status());
    StatusOr<std::string> answer = Exchange(*socket, message, deadline);
    // An old connection may have been cut; all requests may be made twice.
    if (reused && answer.status().code() == StatusCode::kUnavailable && !Answered(answer.status())) {
      socket = Open(deadline);
      CPPJRT_RETURN_IF_ERROR(socket.status());
      answer = Exchange(*socket, message, deadline);
    }
    if (!answer.ok() && !Answered(answer.status())) return answer;
    GiveBack(*std::move(socket));
    if (answer.ok()) return answer;
    return Status(answer.status().code(), std::string(answer.status().message()));
  }

  static StatusOr<std::string> Exchange(const Socket& socket, std::string_view message, Deadline deadline) {
    CPPJRT_RETURN_IF_ERROR(socket.Write(message, deadline));
    return ReadReply(socket, deadline);
  }

  // Marks errors that are the server's answer: the connection is as good as before.
  static constexpr const char* kAnswered = "answered";
  static bool Answered(const Status& status) { return status.payloads().contains(kAnswered); }

  StatusOr<Socket> Take(Deadline deadline, bool& reused) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!idle_.empty()) {
        Socket socket = std::move(idle_.back());
        idle_.pop_back();
        reused = true;
        return socket;
      }
    }
    return Open(deadline);
  }
  void GiveBack(Socket socket) {
    const std::lock_guard<std::mutex> lock(mutex_);
    idle_.push_back(std::move(socket));
  }

  const HostPort address_;
  const TcpStoreOptions options_;
  std::mutex mutex_;
  std::vector<Socket> idle_;  // guarded by mutex_
};

}  // namespace

StatusOr<std::shared_ptr<TcpStore>> TcpStore::Connect(std::string_view address, const TcpStoreOptions& options) {
  CPPJRT_ASSIGN_OR_RETURN(HostPort parsed, ParseAddress(address));
  if (options.secret.size() > kTcpStoreMaxSecret) {
    return cppjrt::InvalidArgumentError("the secret has " + std::to_string(options.secret.size()) + " bytes, at most " +
                                        std::to_string(kTcpStoreMaxSecret) + " are possible");
  }
  auto store = std::make_shared<ConnectedStore>(std::move(parsed), options);
  CPPJRT_RETURN_IF_ERROR(store->ConnectFirst());
  return std::shared_ptr<TcpStore>(std::move(store));
}

}  // namespace v0
}  // namespace pjrt
