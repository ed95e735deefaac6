#include "pjrt/compile_cache.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "base/blob_store.h"
#include "base/sha256.h"
#include "client/plugin_identity.h"

namespace pjrt {
inline namespace v0 {
namespace detail {

struct CompileCacheState {
  CompileCacheOptions options;
  cppjrt::BlobStore executables;
  // Hashes of plugin files.
  cppjrt::BlobStore plugins;
};

}  // namespace detail

namespace {

using cppjrt::BlobStore;
using cppjrt::Sha256;

// Raised when the meaning of a key changes.
constexpr std::string_view kKeyVersion = "cppjrt executable 1";
constexpr std::string_view kVariables[] = {"XLA_FLAGS", "TF_XLA_FLAGS", "LIBTPU_INIT_ARGS", "CPPJRT_NUM_THREADS"};
constexpr std::string_view kVariablePrefix = "CPPJRT_CPU_";
constexpr int64_t kMaxPluginBytes = 1 << 20;

bool IsRelevant(std::string_view name, const std::vector<std::string>& more) {
  return name.starts_with(kVariablePrefix) ||
         std::find(std::begin(kVariables), std::end(kVariables), name) != std::end(kVariables) ||
         std::find(more.begin(), more.end(), name) != more.end();
}

// "NAME=VALUE" of those that are set, sorted.
std::vector<std::string_view> RelevantEnvironment(const std::vector<std::string>& more) {
  std::vector<std::string_view> result;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    if (IsRelevant(text.substr(0, text.find('=')), more)) result.push_back(text);
  }
  std::sort(result.begin(), result.end());
  return result;
}

StatusOr<BlobStore::Key> MakeKey(const detail::CompileCacheState& state, const Client& client, const Program& program,
                                 const CompileOptions& options) {
  CPPJRT_ASSIGN_OR_RETURN(const std::string serialized, options.Serialize());
  const Plugin& plugin = client.plugin();
  const ApiVersion version = plugin.api_version();
  Sha256 hash;
  hash.UpdatePart(kKeyVersion);
  hash.UpdatePart(program.format);
  hash.UpdatePart(program.code);
  hash.UpdatePart(serialized);
  hash.UpdatePart(client.platform_name());
  hash.UpdatePart(client.platform_version());
  hash.UpdatePart(std::to_string(version.major_version) + "." + std::to_string(version.minor_version));
  hash.UpdatePart(detail::CanonicalText(plugin.attributes()));
  hash.UpdatePart(detail::PluginFileHash(plugin, &state.plugins));
  hash.UpdatePart(std::to_string(client.process_index()));
  hash.UpdatePart(detail::DevicesText(client));
  hash.UpdatePart(detail::HostText(client.platform_name()));
  const std::vector<std::string_view> environment = RelevantEnvironment(state.options.environment);
  hash.UpdatePart(std::to_string(environment.size()));
  for (const std::string_view variable : environment) hash.UpdatePart(variable);
  hash.UpdatePart(state.options.salt);
  return hash.Finish();
}

std::string LabelOf(const Client& client, const LoadedExecutable& executable) {
  const ApiVersion version = client.plugin().api_version();
  const std::string kind = executable.devices().empty() ? "no device" : executable.devices()[0].kind();
  return executable.name() + ", " + client.platform_name() + " (" + std::to_string(executable.devices().size()) +
         " x " + kind + "), C API " + std::to_string(version.major_version) + "." +
         std::to_string(version.minor_version);
}

CacheReport::Outcome OutcomeOf(const BlobStore::Made& made) {
  if (made.source == BlobStore::Source::kFound) return CacheReport::Outcome::kHit;
  return made.source == BlobStore::Source::kMade ? CacheReport::Outcome::kMiss : CacheReport::Outcome::kReplaced;
}

CompileCache::Entry ToEntry(BlobStore::Entry entry, Status status) {
  return {std::move(entry.key), std::move(entry.label), entry.bytes, entry.last_used, std::move(status)};
}

}  // namespace

const char* ToString(CacheReport::Outcome outcome) {
  switch (outcome) {
    case CacheReport::Outcome::kHit:
      return "hit";
    case CacheReport::Outcome::kMiss:
      return "miss";
    case CacheReport::Outcome::kReplaced:
      return "replaced";
    case CacheReport::Outcome::kNotKept:
      return "not kept";
  }
  return "unknown";
}

StatusOr<std::string> DefaultCacheDirectory() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  if (const std::string own = variable("CPPJRT_CACHE_DIR"); !own.empty()) return own;
  // A relative one is to be ignored, says the XDG base directory specification.
  if (const std::string caches = variable("XDG_CACHE_HOME"); caches.starts_with('/'))
    return caches + "/cppjrt/executables";
  if (const std::string home = variable("HOME"); !home.empty()) return home + "/.cache/cppjrt/executables";
  return cppjrt::FailedPreconditionError(
      "no directory for the compile cache: set CPPJRT_CACHE_DIR, XDG_CACHE_HOME or HOME");
}

StatusOr<CompileCache> CompileCache::Open(CompileCacheOptions options) {
  if (options.directory.empty()) {
    CPPJRT_ASSIGN_OR_RETURN(options.directory, DefaultCacheDirectory());
  }
  CPPJRT_ASSIGN_OR_RETURN(BlobStore executables, BlobStore::Open({.directory = options.directory,
                                                                  .max_bytes = options.max_bytes,
                                                                  .lock_timeout = options.lock_timeout}));
  CPPJRT_ASSIGN_OR_RETURN(BlobStore plugins,
                          BlobStore::Open({.directory = options.directory + "/plugins", .max_bytes = kMaxPluginBytes}));
  return CompileCache(std::make_shared<const detail::CompileCacheState>(
      detail::CompileCacheState{std::move(options), std::move(executables), std::move(plugins)}));
}

const CompileCacheOptions& CompileCache::options() const { return state_->options; }

StatusOr<std::string> CompileCache::KeyOf(const Client& client, const Program& program,
                                          const CompileOptions& options) const {
  CPPJRT_ASSIGN_OR_RETURN(const BlobStore::Key key, MakeKey(*state_, client, program, options));
  return cppjrt::ToHex(key);
}

StatusOr<LoadedExecutable> CompileCache::Compile(const Client& client, const Program& program,
                                                 const CompileOptions& options, CacheReport* report) const {
  CPPJRT_ASSIGN_OR_RETURN(const BlobStore::Key key, MakeKey(*state_, client, program, options));
  std::optional<LoadedExecutable> executable;
  const auto make = [&]() -> StatusOr<BlobStore::Blob> {
    CPPJRT_ASSIGN_OR_RETURN(executable, client.Compile(program, options));
    CPPJRT_ASSIGN_OR_RETURN(std::string bytes, executable->executable().Serialize());
    return BlobStore::Blob{std::move(bytes), LabelOf(client, *executable)};
  };
  const auto load = [&](const std::string& bytes) -> Status {
    CPPJRT_ASSIGN_OR_RETURN(executable, client.Deserialize(bytes));
    return Status();
  };
  const StatusOr<BlobStore::Made> made = state_->executables.GetOrMake(key, make, load);
  if (!executable.has_value()) return made.status();
  if (report != nullptr) {
    report->key = cppjrt::ToHex(key);
    report->outcome = made.ok() ? OutcomeOf(*made) : CacheReport::Outcome::kNotKept;
    report->problem = made.ok() ? made->problem : made.status();
    if (made.ok() && made->source != BlobStore::Source::kFound && !made->kept) {
      report->outcome = CacheReport::Outcome::kNotKept;
    }
  }
  return *std::move(executable);
}

std::vector<CompileCache::Entry> CompileCache::List() const {
  std::vector<Entry> result;
  for (BlobStore::Entry& entry : state_->executables.List()) result.push_back(ToEntry(std::move(entry), Status()));
  return result;
}

std::vector<CompileCache::Entry> CompileCache::Verify(bool remove) const {
  std::vector<Entry> result;
  for (auto& [entry, status] : state_->executables.Verify(remove)) {
    result.push_back(ToEntry(std::move(entry), std::move(status)));
  }
  return result;
}

CompileCache::Removed CompileCache::Collect(int64_t max_bytes) const {
  const auto [entries, bytes] = state_->executables.Collect(max_bytes);
  return {entries, bytes};
}

}  // namespace v0
}  // namespace pjrt
