#include "client/socket.h"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <memory>

namespace pjrt {
inline namespace v0 {
namespace detail {
namespace {

Status SystemError(const std::string& what, int error) {
  return cppjrt::UnavailableError("cannot " + what + ": " + std::strerror(error));
}

int MillisecondsUntil(Deadline deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
  return static_cast<int>(std::clamp<int64_t>(left, 0, 1 << 30));
}

struct AddressDeleter {
  void operator()(addrinfo* list) const { freeaddrinfo(list); }
};
using Addresses = std::unique_ptr<addrinfo, AddressDeleter>;

StatusOr<Addresses> Resolve(const std::string& host, const std::string& port, int flags) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = flags;
  addrinfo* list = nullptr;
  const int error = getaddrinfo(host.c_str(), port.c_str(), &hints, &list);
  if (error != 0) return cppjrt::UnavailableError("cannot find the address " + host + ": " + gai_strerror(error));
  return Addresses(list);
}

Socket OpenSocket(const addrinfo& address) {
  Socket socket(::socket(address.ai_family, address.ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, address.ai_protocol));
  const int on = 1;
  if (socket.valid()) setsockopt(socket.descriptor(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return socket;
}

// 0, or what the system says.
int FinishConnect(const Socket& socket, const addrinfo& address, Deadline deadline) {
  if (connect(socket.descriptor(), address.ai_addr, address.ai_addrlen) == 0) return 0;
  if (errno != EINPROGRESS) return errno;
  pollfd poll_for{socket.descriptor(), POLLOUT, 0};
  int ready = 0;
  do {
    ready = poll(&poll_for, 1, MillisecondsUntil(deadline));
  } while (ready < 0 && errno == EINTR);
  if (ready == 0) return ETIMEDOUT;
  int error = 0;
  socklen_t size = sizeof error;
  return getsockopt(socket.descriptor(), SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno;
}

}  // namespace

Socket::~Socket() {
  if (descriptor_ >= 0) close(descriptor_);
}

Status Socket::Wait(short events, Deadline deadline) const {
  pollfd poll_for{descriptor_, events, 0};
  const int ready = poll(&poll_for, 1, MillisecondsUntil(deadline));
  if (ready > 0 || (ready < 0 && errno == EINTR)) return Status();
  return ready == 0 ? cppjrt::DeadlineExceededError("the store did not answer in time") : SystemError("wait", errno);
}

Status Socket::Write(std::string_view bytes, Deadline deadline) const {
  while (!bytes.empty()) {
    const ssize_t sent = send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
      bytes.remove_prefix(static_cast<size_t>(sent));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      CPPJRT_RETURN_IF_ERROR(Wait(POLLOUT, deadline));
    } else if (errno != EINTR) {
      return SystemError("send to the store", errno);
    }
  }
  return Status();
}

Status Socket::Read(char* out, size_t size, Deadline deadline) const {
  while (size > 0) {
    const ssize_t got = recv(descriptor_, out, size, 0);
    if (got > 0) {
      out += got;
      size -= static_cast<size_t>(got);
    } else if (got == 0) {
      return cppjrt::UnavailableError("the store closed the connection");
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      CPPJRT_RETURN_IF_ERROR(Wait(POLLIN, deadline));
    } else if (errno != EINTR) {
      return SystemError("read from the store", errno);
    }
  }
  return Status();
}

StatusOr<HostPort> ParseAddress(std::string_view text) {
  const auto wrong = [&] {
    return cppjrt::InvalidArgumentError("'" + std::string(text) + "' is no address such as host:7777 or [::1]:7777");
  };
  const size_t colon = text.rfind(':');
  if (colon == text.npos || colon == 0) return wrong();
  std::string_view host = text.substr(0, colon);
  const std::string_view port = text.substr(colon + 1);
  int number = 0;
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), number);
  if (error != std::errc() || end != port.data() + port.size() || number < 1 || number > 65535) return wrong();
  if (host.starts_with('[') && host.ends_with(']')) {
    host = host.substr(1, host.size() - 2);
  } else if (host.find(':') != host.npos) {
    return wrong();
  }
  if (host.empty()) return wrong();
  return HostPort{std::string(host), std::string(port)};
}

StatusOr<Socket> ConnectTo(const HostPort& address, Deadline deadline) {
  CPPJRT_ASSIGN_OR_RETURN(const Addresses addresses, Resolve(address.host, address.port, 0));
  int error = 0;
  for (const addrinfo* one = addresses.get(); one != nullptr; one = one->ai_next) {
    Socket socket = OpenSocket(*one);
    error = socket.valid() ? FinishConnect(socket, *one, deadline) : errno;
    if (error == 0) return socket;
  }
  return SystemError("connect to " + address.host + ":" + address.port, error);
}

StatusOr<Socket> ListenOn(const std::string& address, int port) {
  CPPJRT_ASSIGN_OR_RETURN(const Addresses addresses, Resolve(address, std::to_string(port), AI_PASSIVE));
  Socket socket = OpenSocket(*addresses);
  const int on = 1;
  if (socket.valid() && setsockopt(socket.descriptor(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
      bind(socket.descriptor(), addresses->ai_addr, addresses->ai_addrlen) == 0 &&
      listen(socket.descriptor(), SOMAXCONN) == 0) {
    return socket;
  }
  return SystemError("listen on " + address + ":" + std::to_string(port), errno);
}

int PortOf(const Socket& socket) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (getsockname(socket.descriptor(), reinterpret_cast<sockaddr*>(&address), &size) != 0) return 0;
  if (address.ss_family == AF_INET6) {
    sockaddr_in6 v6{};
    std::memcpy(&v6, &address, sizeof v6);
    return ntohs(v6.sin6_port);
  }
  sockaddr_in v4{};
  std::memcpy(&v4, &address, sizeof v4);
  return ntohs(v4.sin_port);
}

void AppendInt(std::string& out, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 255);
}

uint64_t ReadInt(const char* in, int bytes) {
  uint64_t value = 0;
  for (int i = 0; i < bytes; ++i) value |= uint64_t{static_cast<unsigned char>(in[i])} << (8 * i);
  return value;
}

}  // namespace detail
}  // namespace v0
}  // namespace pjrt
