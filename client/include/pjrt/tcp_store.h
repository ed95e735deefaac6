// A key-value store over TCP: one process serves, the others connect. For jobs without a shared directory.
//
//   // process 0
//   CPPJRT_ASSIGN_OR_RETURN(auto server, TcpStoreServer::Start({.address = "0.0.0.0", .port = 7777, .secret = job}));
//   // every process, 0 as well
//   CPPJRT_ASSIGN_OR_RETURN(options.key_value_store, TcpStore::Connect("host0:7777", {.secret = job}));
//
// The format, all integers little-endian:
//
//   on connecting   client: "PJRTKV01", u32 length, secret               server: a reply
//   put             client: u8 1, u32 key length, u64 value length, key, value
//   get             client: u8 2, u32 key length, u64 milliseconds, key
//   try get         client: u8 3, u32 key length, u64 0, key
//   reply           server: u8 status code, u64 length, value or message
//
// A connection carries one request at a time; a get that waits holds its connection. What is sent is not encrypted; the secret
// keeps strangers' jobs apart, not attackers on the network.
#ifndef PJRT_TCP_STORE_H_
#define PJRT_TCP_STORE_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "pjrt/key_value_store.h"
#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {

struct TcpStoreServerOptions {
  // Where to listen: an address of this machine, or "0.0.0.0" or "::" for all of them.
  std::string address = "127.0.0.1";
  // 0: any that is free.
  int port = 0;
  // What clients must say; empty for none.
  std::string secret = {};
  // Bounds on what clients can make the server hold. A request beyond them is answered with INVALID_ARGUMENT or
  // RESOURCE_EXHAUSTED.
  size_t max_key_bytes = size_t{64} << 10;
  size_t max_value_bytes = size_t{64} << 20;
  size_t max_total_bytes = size_t{1} << 30;
  size_t max_connections = 4096;
};

// Serves from a thread of its own until it is destroyed. Clients that wait are then cut off.
class TcpStoreServer {
 public:
  // UNAVAILABLE with the system's words if the address cannot be listened on.
  static StatusOr<std::unique_ptr<TcpStoreServer>> Start(const TcpStoreServerOptions& options = {});
  virtual ~TcpStoreServer() = default;
  TcpStoreServer(const TcpStoreServer&) = delete;
  TcpStoreServer& operator=(const TcpStoreServer&) = delete;

  virtual int port() const = 0;

 protected:
  TcpStoreServer() = default;
};

struct TcpStoreOptions {
  std::string secret = {};
  // How long to try to connect: the server may start later than its clients.
  std::chrono::milliseconds connect_timeout = std::chrono::seconds(60);
  // How long a reply may take beyond what a get waits.
  std::chrono::milliseconds reply_timeout = std::chrono::seconds(30);
};

// Thread-safe; calls of several threads go over connections of their own.
class TcpStore : public KeyValueStore {
 public:
  // "host:port", "[::1]:port". INVALID_ARGUMENT for other texts, DEADLINE_EXCEEDED if nobody answers, PERMISSION_DENIED for
  // another secret.
  static StatusOr<std::shared_ptr<TcpStore>> Connect(std::string_view address, const TcpStoreOptions& options = {});
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_TCP_STORE_H_
