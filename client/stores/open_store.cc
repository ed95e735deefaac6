#include "pjrt/open_store.h"

#include <charconv>
#include <cstdlib>

#include "pjrt/tcp_store.h"

namespace pjrt {
inline namespace v0 {
namespace {

// "redis://[:PASSWORD@]HOST[:PORT][/PREFIX]", without what is before HOST's "//".
StatusOr<RedisStoreOptions> ParseRedis(std::string_view rest) {
  RedisStoreOptions options;
  if (const size_t slash = rest.find('/'); slash != rest.npos) {
    if (slash + 1 < rest.size()) options.prefix = rest.substr(slash + 1);
    rest = rest.substr(0, slash);
  }
  if (const size_t at = rest.rfind('@'); at != rest.npos) {
    if (!rest.starts_with(':')) {
      return cppjrt::InvalidArgumentError(
          "a Redis store is redis://[:PASSWORD@]HOST[:PORT][/PREFIX]; user names are not known");
    }
    options.password = rest.substr(1, at - 1);
    rest = rest.substr(at + 1);
  }
  if (const size_t colon = rest.rfind(':'); colon != rest.npos) {
    const std::string_view port = rest.substr(colon + 1);
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), options.port);
    if (error != std::errc() || end != port.data() + port.size() || options.port < 1 || options.port > 65535) {
      return cppjrt::InvalidArgumentError("'" + std::string(port) + "' is no port of a Redis server");
    }
    rest = rest.substr(0, colon);
  }
  if (!rest.empty()) options.host = rest;
  return options;
}

// A store whose server lives as long as it does.
class ServedStore : public KeyValueStore {
 public:
  ServedStore(std::unique_ptr<TcpStoreServer> server, std::shared_ptr<KeyValueStore> store)
      : server_(std::move(server)), store_(std::move(store)) {}
  StatusOr<std::string> Get(std::string_view key, std::chrono::milliseconds timeout) override {
    return store_->Get(key, timeout);
  }
  StatusOr<std::string> TryGet(std::string_view key) override { return store_->TryGet(key); }
  Status Put(std::string_view key, std::string_view value) override { return store_->Put(key, value); }

 private:
  std::unique_ptr<TcpStoreServer> server_;
  std::shared_ptr<KeyValueStore> store_;
};

// "HOST:PORT", with brackets around an address of IPv6.
Status ReadListenAddress(std::string_view text, TcpStoreServerOptions& options) {
  const size_t colon = text.rfind(':');
  const std::string_view port = colon == text.npos ? std::string_view() : text.substr(colon + 1);
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), options.port);
  if (error != std::errc() || end != port.data() + port.size() || options.port < 1 || options.port > 65535) {
    return cppjrt::InvalidArgumentError("'" + std::string(text) + "' is no address such as host:7777 or [::1]:7777");
  }
  std::string_view host = text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  options.address = host;
  return Status();
}

// Whether `name` begins with `start`, which is then taken off.
bool Take(std::string_view& name, std::string_view start) {
  if (!name.starts_with(start)) return false;
  name.remove_prefix(start.size());
  return true;
}

}  // namespace

StatusOr<std::shared_ptr<KeyValueStore>> OpenKeyValueStore(std::string_view name) {
  std::string_view rest = name;
  if (name == "memory:") return std::shared_ptr<KeyValueStore>(std::make_shared<InMemoryStore>());
  if (name == "pmix:") return OpenPmixStore();
  if (Take(rest, "dir:") && !rest.empty()) {
    CPPJRT_ASSIGN_OR_RETURN(std::shared_ptr<DirectoryStore> store, DirectoryStore::Open(std::string(rest)));
    return std::shared_ptr<KeyValueStore>(std::move(store));
  }
  if (Take(rest, "tcp://")) {
    TcpStoreOptions options;
    if (const char* secret = std::getenv("PJRT_STORE_SECRET")) options.secret = secret;
    CPPJRT_ASSIGN_OR_RETURN(std::shared_ptr<TcpStore> store, TcpStore::Connect(rest, options));
    return std::shared_ptr<KeyValueStore>(std::move(store));
  }
  if (Take(rest, "redis://")) {
    CPPJRT_ASSIGN_OR_RETURN(const RedisStoreOptions options, ParseRedis(rest));
    return OpenRedisStore(options);
  }
  return cppjrt::InvalidArgumentError("'" + std::string(name) +
                                      "' is no store; stores are memory:, dir:PATH, tcp://HOST:PORT, "
                                      "redis://[:PASSWORD@]HOST[:PORT][/PREFIX] and pmix:");
}

StatusOr<std::shared_ptr<KeyValueStore>> OpenJobStore(std::string_view name, int process) {
  constexpr std::string_view kTcp = "tcp://";
  if (process != 0 || !name.starts_with(kTcp)) return OpenKeyValueStore(name);
  TcpStoreServerOptions options;
  CPPJRT_RETURN_IF_ERROR(ReadListenAddress(name.substr(kTcp.size()), options));
  if (const char* secret = std::getenv("PJRT_STORE_SECRET")) options.secret = secret;
  CPPJRT_ASSIGN_OR_RETURN(std::unique_ptr<TcpStoreServer> server, TcpStoreServer::Start(options));
  CPPJRT_ASSIGN_OR_RETURN(std::shared_ptr<KeyValueStore> store, OpenKeyValueStore(name));
  return std::shared_ptr<KeyValueStore>(std::make_shared<ServedStore>(std::move(server), std::move(store)));
}

#if !CPPJRT_HAVE_HIREDIS
StatusOr<std::shared_ptr<KeyValueStore>> OpenRedisStore(const RedisStoreOptions&) {
  return cppjrt::UnimplementedError("this library was built without Redis (hiredis was not found)");
}
#endif

#if !CPPJRT_HAVE_PMIX
StatusOr<std::shared_ptr<KeyValueStore>> OpenPmixStore() {
  return cppjrt::UnimplementedError("this library was built without PMIx (libpmix was not found)");
}
#endif

}  // namespace v0
}  // namespace pjrt
