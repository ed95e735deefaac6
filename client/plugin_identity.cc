#include "client/plugin_identity.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ctime>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "base/files.h"
#include "base/host_cpu.h"
#include "base/sha256.h"
#include "client/api.h"
#include "pjrt/topology.h"

namespace pjrt {
inline namespace v0 {
namespace detail {
namespace {

using cppjrt::FileDescriptor;
using cppjrt::Sha256;
using cppjrt::Sha256Digest;

constexpr size_t kHexDigits = 64;
// A file changed so lately may change again without its times telling.
constexpr time_t kSettled = 3;

// The file that the plugin's code was loaded from.
FileDescriptor OpenLibrary(const Plugin& plugin) {
  std::vector<std::string> paths;
  if (plugin.name().find('/') != std::string::npos) paths.push_back(plugin.name());
  Dl_info info{};
  if (dladdr(plugin.api().code_address(), &info) != 0 && info.dli_fname != nullptr) paths.emplace_back(info.dli_fname);
  paths.emplace_back("/proc/self/exe");  // linked into the program, whose name may be relative
  for (const std::string& path : paths) {
    FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.valid()) return file;
  }
  return FileDescriptor();
}

// Names the contents without reading them.
Sha256Digest StampOf(const struct stat& info) {
  Sha256 hash;
  for (const int64_t number :
       {static_cast<int64_t>(info.st_dev), static_cast<int64_t>(info.st_ino), static_cast<int64_t>(info.st_size),
        static_cast<int64_t>(info.st_mtim.tv_sec), static_cast<int64_t>(info.st_mtim.tv_nsec),
        static_cast<int64_t>(info.st_ctim.tv_sec), static_cast<int64_t>(info.st_ctim.tv_nsec)}) {
    hash.UpdatePart(std::to_string(number));
  }
  return hash.Finish();
}

std::string HashOf(int descriptor) {
  Sha256 hash;
  std::string piece(1 << 20, '\0');
  for (ssize_t count = 0; (count = read(descriptor, piece.data(), piece.size())) != 0;) {
    if (count < 0) return "";
    hash.Update(std::string_view(piece).substr(0, static_cast<size_t>(count)));
  }
  return cppjrt::ToHex(hash.Finish());
}

// What was found out in this process.
class Remembered {
 public:
  static std::optional<std::string> Find(const Sha256Digest& stamp) {
    const std::lock_guard<std::mutex> lock(Mutex());
    const auto found = Hashes().find(stamp);
    return found == Hashes().end() ? std::nullopt : std::optional(found->second);
  }
  static void Add(const Sha256Digest& stamp, const std::string& hash) {
    const std::lock_guard<std::mutex> lock(Mutex());
    Hashes()[stamp] = hash;
  }

 private:
  // Never destroyed: other threads may still ask while the process ends.
  static std::mutex& Mutex() {
    static std::mutex* const mutex = new std::mutex();
    return *mutex;
  }
  static std::map<Sha256Digest, std::string>& Hashes() {
    static auto* const hashes = new std::map<Sha256Digest, std::string>();
    return *hashes;
  }
};

void Append(std::string& text, std::string_view part) {
  text += std::to_string(part.size()) + ":" + std::string(part) + ";";
}

void AppendDescription(std::string& text, const DeviceDescription& device) {
  Append(text, std::to_string(device.id) + "@" + std::to_string(device.process_index));
  Append(text, device.kind);
  Append(text, CanonicalText(device.attributes));
}

}  // namespace

std::string PluginFileHash(const Plugin& plugin, const cppjrt::BlobStore* memory) {
  const FileDescriptor file = OpenLibrary(plugin);
  struct stat info{};
  if (!file.valid() || fstat(file.get(), &info) != 0) return "";
  const Sha256Digest stamp = StampOf(info);
  if (auto known = Remembered::Find(stamp)) return *known;
  const bool settled = time(nullptr) - std::max(info.st_mtim.tv_sec, info.st_ctim.tv_sec) > kSettled;
  std::string hash;
  if (memory != nullptr && settled) {
    if (StatusOr<std::string> kept = memory->Get(stamp); kept.ok() && kept->size() == kHexDigits)
      hash = *std::move(kept);
  }
  if (hash.empty()) {
    hash = HashOf(file.get());
    // One that is not kept is found out again.
    if (memory != nullptr && settled && !hash.empty()) static_cast<void>(memory->Put(stamp, hash, plugin.name()).ok());
  }
  if (!hash.empty() && settled) Remembered::Add(stamp, hash);
  return hash;
}

std::string CanonicalText(const NamedValues& values) {
  std::string text;
  for (const auto& [name, value] : values) {
    Append(text, name);
    Append(text, std::to_string(value.index()) + " " + ToString(value));
  }
  return text;
}

std::string DevicesText(const Client& client) {
  std::string text;
  for (const Device& device : client.devices()) AppendDescription(text, device.description());
  const StatusOr<Topology> topology = client.topology();
  if (!topology.ok()) return text;
  if (const auto attributes = topology->attributes(); attributes.ok()) Append(text, CanonicalText(*attributes));
  if (const auto print = topology->fingerprint(); print.ok()) Append(text, std::to_string(*print));
  return text;
}

std::string HostText(const std::string& platform_name) {
  return platform_name == "cpu" ? cppjrt::HostCpuIdentity() : std::string();
}

}  // namespace detail
}  // namespace v0
}  // namespace pjrt
