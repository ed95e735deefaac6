// Sockets of the TCP store: owned descriptors, addresses, and reading and writing until a deadline.
#ifndef CPPJRT_CLIENT_SOCKET_H_
#define CPPJRT_CLIENT_SOCKET_H_

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {
namespace detail {

using Deadline = std::chrono::steady_clock::time_point;

class Socket {
 public:
  Socket() = default;
  explicit Socket(int descriptor) : descriptor_(descriptor) {}
  Socket(Socket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Socket& operator=(Socket&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~Socket();

  bool valid() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }

  // All of it. UNAVAILABLE if the other side is gone, DEADLINE_EXCEEDED.
  Status Write(std::string_view bytes, Deadline deadline) const;
  // Exactly `size` bytes into `out`.
  Status Read(char* out, size_t size, Deadline deadline) const;

 private:
  // Until the socket is ready for `events` of poll.
  Status Wait(short events, Deadline deadline) const;
  int descriptor_ = -1;
};

struct HostPort {
  std::string host;
  std::string port;
};
// INVALID_ARGUMENT unless it is "host:port" or "[v6]:port" with a port from 1 to 65535.
StatusOr<HostPort> ParseAddress(std::string_view text);

// One attempt; UNAVAILABLE with the system's words.
StatusOr<Socket> ConnectTo(const HostPort& address, Deadline deadline);
// Port 0: any. UNAVAILABLE with the system's words.
StatusOr<Socket> ListenOn(const std::string& address, int port);
// Of a listening socket.
int PortOf(const Socket& socket);

// Little-endian integers of the wire format.
void AppendInt(std::string& out, uint64_t value, int bytes);
uint64_t ReadInt(const char* in, int bytes);

}  // namespace detail
}  // namespace v0
}  // namespace pjrt

#endif  // CPPJRT_CLIENT_SOCKET_H_
