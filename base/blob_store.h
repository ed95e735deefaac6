// BlobStore: bytes kept on disk under keys, shared by threads, processes and runs. What a cache is made of.
//
//   CPPJRT_ASSIGN_OR_RETURN(BlobStore store, BlobStore::Open({.directory = "/var/cache/kernels", .max_bytes = 1 << 30}));
//   CPPJRT_ASSIGN_OR_RETURN(BlobStore::Made made, store.GetOrMake(Sha256Of(source), [&]() -> StatusOr<BlobStore::Blob> {
//     CPPJRT_ASSIGN_OR_RETURN(std::string code, Compile(source));
//     return BlobStore::Blob{std::move(code), "what `cache ls` shows"};
//   }));
//
// In the directory: `entries/HEX` for the key HEX, `scratch/` for files being written, `locks/HEX` while somebody makes HEX.
// An entry is written beside, made durable and renamed, so a reader sees all of one or nothing whatever is killed when; its
// checksum is looked at on every read, so that one that a crash of the machine cut is noticed and made anew. The form of a file is in docs/formats.md.
//
// Locks are those of the kernel (flock) and go with their process; a lock file that is left has no meaning.
#ifndef CPPJRT_BASE_BLOB_STORE_H_
#define CPPJRT_BASE_BLOB_STORE_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/sha256.h"
#include "cppjrt/status.h"

namespace cppjrt {

struct BlobStoreOptions {
  std::string directory;
  // What all entries may take together; beyond it those go that were used longest ago. 0: no bound. Looked at with the first
  // entry that is put, and when a 64th of it has been put since.
  int64_t max_bytes = 0;
  // Larger ones are neither written nor read.
  int64_t max_entry_bytes = int64_t{4} << 30;
  // Whether an entry survives a crash of the machine from when it was put. To wait for the disk takes milliseconds.
  bool durable = true;
  // How long to wait for another that makes the same entry; afterwards it is made here as well.
  std::chrono::milliseconds lock_timeout = std::chrono::minutes(10);
};

// Movable; thread-safe except for moves. Any number of stores, in any number of processes, may have one directory.
class BlobStore {
 public:
  using Key = Sha256Digest;

  // Text that `List` shows of an entry; bounded.
  static constexpr size_t kMaxLabel = 4096;

  struct Blob {
    std::string bytes;
    std::string label;
  };
  // What is needed to tell entries apart for people.
  struct Entry {
    std::string key;  // hexadecimal
    std::string label;
    int64_t bytes = 0;  // of the file
    std::chrono::system_clock::time_point last_used;
  };

  enum class Source {
    kFound,     // it was there
    kMade,      // it was not
    kReplaced,  // it was there and damaged, or `accept` refused it
  };
  struct Made {
    std::string bytes;
    Source source = Source::kMade;
    // Whether it is in the store now.
    bool kept = false;
    // What went wrong on the way and did not matter: a damaged entry, one that could not be written.
    Status problem;
  };

  // Makes the directory; removes what killed writers left.
  static StatusOr<BlobStore> Open(BlobStoreOptions options);

  // NOT_FOUND; DATA_LOSS if the entry is damaged, which removes it.
  StatusOr<std::string> Get(const Key& key) const;
  // Replaces what was there. Entries may then go as max_bytes says, never this one. RESOURCE_EXHAUSTED if it alone is beyond a
  // bound; INVALID_ARGUMENT for a label beyond kMaxLabel.
  Status Put(const Key& key, std::string_view bytes, std::string_view label = {}) const;
  // The entry, made if it is not there, by one caller at a time: others with the same key, in any process, wait and get what
  // it made. `accept`, if given, may refuse what was found (it does not load, say), which is then made anew. An error of
  // `make` is returned and nothing is kept; the next caller tries. An error of the store is a `problem`, no failure: what was
  // made is returned.
  StatusOr<Made> GetOrMake(const Key& key, const std::function<StatusOr<Blob>()>& make,
                           const std::function<Status(const std::string&)>& accept = {}) const;
  // OK also if it is not there.
  Status Remove(const Key& key) const;

  // By last use, newest first. What cannot be read is left out.
  std::vector<Entry> List() const;
  // Reads every entry; the damaged ones, with what is wrong, are removed if `remove`.
  std::vector<std::pair<Entry, Status>> Verify(bool remove) const;
  // Removes entries, those used longest ago first, until all others have at most `max_bytes` together; leftovers too. How many
  // entries went, and their bytes.
  std::pair<int64_t, int64_t> Collect(int64_t max_bytes) const;

  const BlobStoreOptions& options() const { return options_; }

 private:
  explicit BlobStore(BlobStoreOptions options)
      : options_(std::move(options)), unlooked_(std::make_shared<std::atomic<int64_t>>(options_.max_bytes)) {}
  std::string PathOf(const std::string& hex) const { return options_.directory + "/entries/" + hex; }
  StatusOr<std::string> Read(const std::string& hex) const;
  // Looks for the entry, and whether it is accepted; NOT_FOUND without a problem if it is not there.
  bool Find(const std::string& hex, const std::function<Status(const std::string&)>& accept, Made& made) const;
  std::pair<int64_t, int64_t> CollectExcept(int64_t max_bytes, std::string_view kept) const;

  BlobStoreOptions options_;
  std::shared_ptr<std::atomic<int64_t>> unlooked_;  // bytes put since somebody looked whether some must go
};

}  // namespace cppjrt

#endif  // CPPJRT_BASE_BLOB_STORE_H_
