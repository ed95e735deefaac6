// CompileCache: compiled programs kept on disk, for every thread, process and run that compiles the same again.
//
//   CPPJRT_ASSIGN_OR_RETURN(CompileCache cache, CompileCache::Open());
//   CPPJRT_ASSIGN_OR_RETURN(LoadedExecutable model, cache.Compile(client, program, options));
//
// "The same" is: program and its format, compile options, platform and its version, the plugin (its file, attributes and C API
// version, wherever it lies), devices and topology, the processor if the code runs on it, and the environment that compilers
// read. All of it goes into the entry's key, a SHA-256 of its parts with their lengths.
//
// The directory holds code that will be run: only those who may run code as you should be able to write to it.
#ifndef PJRT_COMPILE_CACHE_H_
#define PJRT_COMPILE_CACHE_H_

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pjrt/client.h"
#include "pjrt/compile_options.h"
#include "pjrt/executable.h"
#include "pjrt/program.h"
#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {

namespace detail {
struct CompileCacheState;
}  // namespace detail

struct CompileCacheOptions {
  // Empty: DefaultCacheDirectory().
  std::string directory = {};
  // Beyond it, what was used longest ago goes.
  int64_t max_bytes = int64_t{4} << 30;
  // How long to wait for another process that compiles the same; afterwards it is compiled here as well.
  std::chrono::milliseconds lock_timeout = std::chrono::minutes(10);
  // Parts of the key besides what is named above: variables of the environment that the plugin's compiler reads (known are
  // XLA_FLAGS, TF_XLA_FLAGS, LIBTPU_INIT_ARGS, CPPJRT_NUM_THREADS and every CPPJRT_CPU_…), and any text.
  std::vector<std::string> environment = {};
  std::string salt = {};
};

// $CPPJRT_CACHE_DIR, else cppjrt/executables in $XDG_CACHE_HOME or ~/.cache. FAILED_PRECONDITION if there is no home.
StatusOr<std::string> DefaultCacheDirectory();

// What one Compile did.
struct CacheReport {
  enum class Outcome {
    kHit,       // loaded from the cache
    kMiss,      // compiled, and kept
    kReplaced,  // what was kept was damaged or the plugin refused it: compiled, and kept
    kNotKept,   // compiled; the plugin cannot serialize, or the directory cannot be written
  };
  Outcome outcome = Outcome::kMiss;
  // Why it was replaced or not kept, or who was not waited for; OK if all went well.
  Status problem;
  std::string key;
};
// "hit", "miss", "replaced", "not kept".
const char* ToString(CacheReport::Outcome outcome);

// A cheap, copyable handle; thread-safe. Of threads and processes that compile the same at the same time one does, the
// others wait for it and load what it made. An entry is there whole or not at all, whatever is killed when, and is checked
// before it is used.
class CompileCache {
 public:
  // Makes the directory if it is not there.
  static StatusOr<CompileCache> Open(CompileCacheOptions options = {});

  // As Client::Compile, with the same errors. What is wrong with the cache is never an error: the program is compiled, and
  // `report`, if given, tells.
  StatusOr<LoadedExecutable> Compile(const Client& client, const Program& program, const CompileOptions& options = {},
                                     CacheReport* report = nullptr) const;

  // The key of such an entry, 64 hexadecimal digits. INVALID_ARGUMENT for options that cannot be serialized.
  StatusOr<std::string> KeyOf(const Client& client, const Program& program, const CompileOptions& options = {}) const;

  struct Entry {
    std::string key;
    // Name of the program, platform, kind and number of devices, plugin version.
    std::string label;
    int64_t bytes = 0;
    std::chrono::system_clock::time_point last_used;
    // From Verify: what is wrong with it.
    Status status;
  };
  // By last use, newest first.
  std::vector<Entry> List() const;
  // The same after reading each; damaged ones are removed if `remove`.
  std::vector<Entry> Verify(bool remove) const;

  struct Removed {
    int64_t entries = 0;
    int64_t bytes = 0;
  };
  // Removes entries, those used longest ago first, until at most `max_bytes` are left, and what killed processes left behind.
  Removed Collect(int64_t max_bytes) const;
  Removed Clear() const { return Collect(0); }

  const CompileCacheOptions& options() const;

 private:
  explicit CompileCache(std::shared_ptr<const detail::CompileCacheState> state) : state_(std::move(state)) {}
  std::shared_ptr<const detail::CompileCacheState> state_;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_COMPILE_CACHE_H_
