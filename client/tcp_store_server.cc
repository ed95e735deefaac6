// The server: one thread, one poll. A connection is in one of four states:
//
//   kHello     the client has to say magic and secret, within kHelloTime
//   kRequest   a request's head and body are collected, the body within kBodyTime
//   kWaiting   a get waits for its key or its time; nothing is read meanwhile, only that the client is gone is noticed
//   kReply     an answer goes out
//
// A head is looked at before anything of its size is set aside, so a client holds at most one value and 64 KB beside it.
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <list>
#include <map>
#include <thread>
#include <utility>
#include <vector>

#include "client/socket.h"
#include "client/tcp_store_wire.h"
#include "pjrt/tcp_store.h"

namespace pjrt {
inline namespace v0 {
namespace {

using namespace detail;  // NOLINT: this file is about its names
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::chrono::seconds kHelloTime(10);
constexpr std::chrono::seconds kBodyTime(60);
constexpr milliseconds kLongest = std::chrono::hours(24 * 365);
// What is read at a time.
constexpr size_t kPiece = size_t{64} << 10;

enum class State { kHello, kRequest, kWaiting, kReply };

struct Connection {
  Socket socket;
  State state = State::kHello;
  std::string input;
  std::string output;
  size_t sent = 0;
  bool close_after_reply = false;
  std::string key;                      // kWaiting
  Deadline deadline = Deadline::max();  // of the state; max() for none
};

// Compares all of it, so that the time does not tell how much was right.
bool SameSecret(std::string_view a, std::string_view b) {
  unsigned char different = a.size() == b.size() ? 0 : 1;
  for (size_t i = 0; i < a.size() && i < b.size(); ++i) different |= static_cast<unsigned char>(a[i] ^ b[i]);
  return different == 0;
}

class Server : public TcpStoreServer {
 public:
  Server(Socket listener, Socket wake, TcpStoreServerOptions options)
      : listener_(std::move(listener)), wake_(std::move(wake)), options_(std::move(options)), port_(PortOf(listener_)) {
    thread_ = std::thread([this] { Serve(); });
  }
  ~Server() override {
    const uint64_t one = 1;
    static_cast<void>(write(wake_.descriptor(), &one, sizeof one) == sizeof one);
    thread_.join();
  }
  int port() const override { return port_; }

 private:
  void Serve() {
    while (true) {
      std::vector<pollfd> polls = {{wake_.descriptor(), POLLIN, 0}, {listener_.descriptor(), POLLIN, 0}};
      Deadline next = steady_clock::now() + std::chrono::hours(1);
      for (const Connection& one : connections_) {
        // While it waits, only the end of the connection matters.
        const short events = one.state == State::kReply ? POLLOUT : one.state == State::kWaiting ? POLLRDHUP : POLLIN;
        polls.push_back({one.socket.descriptor(), events, 0});
        next = std::min(next, one.deadline);
      }
      const auto left = std::chrono::ceil<milliseconds>(next - steady_clock::now()).count();
      if (poll(polls.data(), polls.size(), static_cast<int>(std::max<int64_t>(left, 0))) < 0 && errno != EINTR) return;
      if (polls[0].revents != 0) return;
      ServeConnections(polls);
      if (polls[1].revents != 0) Accept();
    }
  }

  void ServeConnections(const std::vector<pollfd>& polls) {
    size_t i = 2;
    for (auto it = connections_.begin(); it != connections_.end() && i < polls.size(); ++i) {
      const bool keep = (polls[i].revents == 0 || Advance(*it, polls[i].revents)) && CheckDeadline(*it);
      it = keep ? std::next(it) : connections_.erase(it);
    }
  }

  void Accept() {
    while (true) {
      Socket socket(accept4(listener_.descriptor(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
      if (!socket.valid()) {
        // Out of descriptors: whoever waits stays in the queue, and asking again at once would not help.
        if (errno == EMFILE || errno == ENFILE) std::this_thread::sleep_for(milliseconds(10));
        return;
      }
      if (connections_.size() >= options_.max_connections) continue;  // closed at once; the client tries again
      Connection& made = connections_.emplace_back();
      made.socket = std::move(socket);
      made.deadline = steady_clock::now() + kHelloTime;
    }
  }

  // False: the connection is over.
  bool Advance(Connection& one, short events) {
    if ((events & (POLLERR | POLLNVAL)) != 0) return false;
    if (one.state == State::kWaiting) return (events & (POLLRDHUP | POLLHUP)) == 0;
    if (one.state == State::kReply) return Send(one) && ProcessAll(one);
    return Receive(one);
  }

  // A client need not wait for one reply before it sends the next request.
  bool ProcessAll(Connection& one) {
    for (size_t before = 0; !one.input.empty() && one.input.size() != before;) {
      before = one.input.size();
      if (!Process(one)) return false;
    }
    return true;
  }

  bool CheckDeadline(Connection& one) {
    if (steady_clock::now() < one.deadline) return true;
    if (one.state != State::kWaiting) return false;
    Reply(one, StatusCode::kDeadlineExceeded, "the key did not come in time");
    return Send(one);
  }

  bool Receive(Connection& one) {
    std::array<char, kPiece> piece;
    const ssize_t got = recv(one.socket.descriptor(), piece.data(), piece.size(), 0);
    if (got == 0) return false;
    if (got < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
    one.input.append(piece.data(), static_cast<size_t>(got));
    return ProcessAll(one);
  }

  bool Process(Connection& one) {
    if (one.state == State::kHello) return ProcessHello(one);
    return one.state != State::kRequest || ProcessRequest(one);  // else it is busy
  }

  bool ProcessHello(Connection& one) {
    const std::string_view input = one.input;
    const size_t shown = std::min(input.size(), kTcpStoreMagic.size());
    if (input.substr(0, shown) != kTcpStoreMagic.substr(0, shown)) return false;  // something else talks to us
    if (input.size() < kTcpStoreHelloBytes) return true;
    const uint64_t size = ReadInt(input.data() + 8, 4);
    if (size > kTcpStoreMaxSecret) return false;
    if (input.size() < kTcpStoreHelloBytes + size) return true;
    if (SameSecret(input.substr(kTcpStoreHelloBytes, size), options_.secret)) {
      Reply(one, StatusCode::kOk, "");
    } else {
      one.close_after_reply = true;
      Reply(one, StatusCode::kPermissionDenied, "this store is another job's: the secret is not its own");
    }
    one.input.erase(0, kTcpStoreHelloBytes + size);
    return Send(one);
  }

  bool ProcessRequest(Connection& one) {
    if (one.input.size() < kTcpStoreRequestBytes) return true;
    const auto request = static_cast<TcpStoreRequest>(one.input[0]);
    const uint64_t key_size = ReadInt(one.input.data() + 1, 4);
    const uint64_t number = ReadInt(one.input.data() + 5, 8);
    const uint64_t value_size = request == TcpStoreRequest::kPut ? number : 0;
    if (key_size == 0 || key_size > options_.max_key_bytes || value_size > options_.max_value_bytes) {
      one.close_after_reply = true;  // what follows is not read
      Reply(one, StatusCode::kInvalidArgument,
            "a key of " + std::to_string(key_size) + " and a value of " + std::to_string(value_size) +
                " bytes; this store takes 1 to " + std::to_string(options_.max_key_bytes) + " and at most " +
                std::to_string(options_.max_value_bytes));
      return Send(one);
    }
    if (one.input.size() < kTcpStoreRequestBytes + key_size + value_size) {
      if (one.deadline == Deadline::max()) one.deadline = steady_clock::now() + kBodyTime;
      return true;
    }
    std::string key = one.input.substr(kTcpStoreRequestBytes, key_size);
    std::string value = one.input.substr(kTcpStoreRequestBytes + key_size, value_size);
    one.input.erase(0, kTcpStoreRequestBytes + key_size + value_size);
    one.deadline = Deadline::max();
    return Answer(one, request, std::move(key), std::move(value), number);
  }

  bool Answer(Connection& one, TcpStoreRequest request, std::string key, std::string value, uint64_t number) {
    switch (request) {
      case TcpStoreRequest::kPut:
        Put(one, std::move(key), std::move(value));
        return Send(one);
      case TcpStoreRequest::kGet:
      case TcpStoreRequest::kTryGet:
        if (const auto found = values_.find(key); found != values_.end()) {
          Reply(one, StatusCode::kOk, found->second);
        } else if (request == TcpStoreRequest::kGet && number > 0) {
          one.state = State::kWaiting;
          one.key = std::move(key);
          const auto wait = milliseconds(std::min<uint64_t>(number, static_cast<uint64_t>(kLongest.count())));
          one.deadline = steady_clock::now() + wait;
          return true;
        } else if (request == TcpStoreRequest::kGet) {
          Reply(one, StatusCode::kDeadlineExceeded, "the key did not come in time");
        } else {
          Reply(one, StatusCode::kNotFound, "no such key in the store");
        }
        return Send(one);
    }
    return false;  // no request of ours
  }

  void Put(Connection& one, std::string key, std::string value) {
    const auto old = values_.find(key);
    const size_t freed = old == values_.end() ? 0 : old->first.size() + old->second.size();
    const size_t needed = key.size() + value.size();
    if (total_ - freed + needed > options_.max_total_bytes) {
      Reply(one, StatusCode::kResourceExhausted,
            "the store holds " + std::to_string(total_) + " bytes, at most " +
                std::to_string(options_.max_total_bytes) + " are allowed");
      return;
    }
    total_ = total_ - freed + needed;
    const auto stored = values_.insert_or_assign(std::move(key), std::move(value)).first;
    Reply(one, StatusCode::kOk, "");
    for (Connection& waiting : connections_) {
      if (waiting.state != State::kWaiting || waiting.key != stored->first) continue;
      // It goes out with the next poll; here a connection must not end, as the list is being gone through.
      Reply(waiting, StatusCode::kOk, stored->second);
    }
  }

  void Reply(Connection& one, StatusCode code, std::string_view text) {
    one.output.assign(1, static_cast<char>(code));
    AppendInt(one.output, text.size(), 8);
    one.output += text;
    one.sent = 0;
    one.state = State::kReply;
    one.deadline = steady_clock::now() + kBodyTime;
  }

  bool Send(Connection& one) {
    while (one.sent < one.output.size()) {
      const ssize_t sent =
          send(one.socket.descriptor(), one.output.data() + one.sent, one.output.size() - one.sent, MSG_NOSIGNAL);
      if (sent < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
      one.sent += static_cast<size_t>(sent);
    }
    one.output = {};
    one.state = State::kRequest;
    one.deadline = Deadline::max();
    return !one.close_after_reply;
  }

  const Socket listener_;
  const Socket wake_;
  const TcpStoreServerOptions options_;
  const int port_;
  // Used by the thread only.
  std::list<Connection> connections_;
  std::map<std::string, std::string, std::less<>> values_;
  size_t total_ = 0;
  std::thread thread_;
};

}  // namespace

StatusOr<std::unique_ptr<TcpStoreServer>> TcpStoreServer::Start(const TcpStoreServerOptions& options) {
  CPPJRT_ASSIGN_OR_RETURN(Socket listener, ListenOn(options.address, options.port));
  Socket wake(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!wake.valid()) return cppjrt::UnavailableError("cannot make an eventfd");
  return std::unique_ptr<TcpStoreServer>(new Server(std::move(listener), std::move(wake), options));
}

}  // namespace v0
}  // namespace pjrt
