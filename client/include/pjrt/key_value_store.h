// Key-value stores: where the processes of a distributed client find each other.
//
//   ClientOptions options;
//   CPPJRT_ASSIGN_OR_RETURN(options.key_value_store, DirectoryStore::Open("/shared/job-17"));
//   CPPJRT_ASSIGN_OR_RETURN(Client client, Client::Create(plugin, options));
#ifndef PJRT_KEY_VALUE_STORE_H_
#define PJRT_KEY_VALUE_STORE_H_

#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {

// The plugin calls it from its own threads, while the client is being created and as long as it lives; implementations must
// be thread-safe. What they throw becomes INTERNAL.
class KeyValueStore {
 public:
  virtual ~KeyValueStore() = default;
  // Waits for the key up to `timeout`; NOT_FOUND or DEADLINE_EXCEEDED if it does not come.
  virtual StatusOr<std::string> Get(std::string_view key, std::chrono::milliseconds timeout) = 0;
  // NOT_FOUND at once if the key is not there.
  virtual StatusOr<std::string> TryGet(std::string_view key) = 0;
  // Replaces what was there.
  virtual Status Put(std::string_view key, std::string_view value) = 0;
};

// A store that can only be asked, not wait: Get asks again and again, at first after 1 ms, later every 20 ms. Implement TryGet and Put.
class PolledStore : public KeyValueStore {
 public:
  StatusOr<std::string> Get(std::string_view key, std::chrono::milliseconds timeout) override;
};

// Of one process: several clients in it, and tests.
class InMemoryStore : public KeyValueStore {
 public:
  // DEADLINE_EXCEEDED if the key does not come.
  StatusOr<std::string> Get(std::string_view key, std::chrono::milliseconds timeout) override;
  StatusOr<std::string> TryGet(std::string_view key) override;
  Status Put(std::string_view key, std::string_view value) override;

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, std::string, std::less<>> values_;  // guarded by mutex_
};

// Of all processes that see a directory, on one machine or on a shared file system: one file per key, written whole and then
// renamed, so that a reader sees all of a value or nothing. Use a new directory for each job: what lies in it counts.
//
// The name of a file is the key in hexadecimal digits, cut into directories of 200 digits, so keys may be of any length up to
// a few thousand bytes and of any bytes. A key may not be empty: INVALID_ARGUMENT. Errors of the file system are returned with
// the path.
class DirectoryStore : public PolledStore {
 public:
  // Makes the directory if it is not there.
  static StatusOr<std::shared_ptr<DirectoryStore>> Open(std::string directory);

  StatusOr<std::string> TryGet(std::string_view key) override;
  Status Put(std::string_view key, std::string_view value) override;

 private:
  explicit DirectoryStore(std::string directory) : directory_(std::move(directory)) {}
  StatusOr<std::string> PathOf(std::string_view key) const;
  std::string directory_;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_KEY_VALUE_STORE_H_
