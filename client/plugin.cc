// Loading: from a path to a checked, initialized function table.
#include "pjrt/plugin.h"

#include <dlfcn.h>
#include <elf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "client/api.h"
#include "pjrt/discovery.h"

namespace pjrt {
inline namespace v0 {
namespace {

#if defined(__x86_64__)
constexpr int kMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr int kMachine = EM_AARCH64;
#else
constexpr int kMachine = EM_NONE;
#endif

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

// The dynamic linker maps a truncated library and dies of SIGBUS when it touches the missing part, so what can be known from
// the headers is checked first: a 64-bit ELF library for this machine whose segments lie within the file.
Status CheckLibraryFile(const std::string& path) {
  struct stat info = {};
  if (stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode)) {  // opening a pipe would wait for its other end
    return cppjrt::InvalidArgumentError(path + " is not a file");
  }
  std::unique_ptr<std::FILE, FileCloser> file(std::fopen(path.c_str(), "rbe"));
  if (file == nullptr) {
    const std::string why = path + ": " + std::strerror(errno);
    return errno == ENOENT || errno == ENOTDIR ? cppjrt::NotFoundError("no plugin at " + why)
                                               : cppjrt::InvalidArgumentError("cannot open plugin " + why);
  }
  Elf64_Ehdr header{};
  if (std::fread(&header, sizeof header, 1, file.get()) != 1 || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) {
    return cppjrt::InvalidArgumentError(path + " is not a shared library");
  }
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_type != ET_DYN ||
      (kMachine != EM_NONE && header.e_machine != kMachine)) {
    return cppjrt::InvalidArgumentError(path + " is not a shared library for this machine");
  }
  if (std::fseek(file.get(), 0, SEEK_END) != 0) return cppjrt::InvalidArgumentError("cannot seek in " + path);
  const auto file_size = static_cast<uint64_t>(std::ftell(file.get()));
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment{};
    if (header.e_phoff > file_size ||
        std::fseek(file.get(), static_cast<long>(header.e_phoff + i * sizeof segment), SEEK_SET) != 0 ||
        std::fread(&segment, sizeof segment, 1, file.get()) != 1 ||
        (segment.p_type == PT_LOAD &&
         (segment.p_offset > file_size || segment.p_filesz > file_size - segment.p_offset))) {
      return cppjrt::InvalidArgumentError(path + " is truncated (" + std::to_string(file_size) + " bytes)");
    }
  }
  return Status();
}

std::string CanonicalPath(const std::string& path) {
  char resolved[PATH_MAX];
  return realpath(path.c_str(), resolved) != nullptr ? std::string(resolved) : path;
}

StatusOr<const PJRT_Api*> GetTable(const std::string& path) {
  CPPJRT_RETURN_IF_ERROR(CheckLibraryFile(path));
  // RTLD_LOCAL: two plugins bring the same symbols (LLVM, protobuf) in different versions.
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* why = dlerror();
    return cppjrt::InvalidArgumentError("cannot load plugin " + path + ": " + (why == nullptr ? "unknown error" : why));
  }
  void* symbol = dlsym(library, "GetPjrtApi");
  if (symbol == nullptr) {
    return cppjrt::InvalidArgumentError(path + " is not a PJRT plugin: it does not export GetPjrtApi");
  }
  const PJRT_Api* (*get_api)() = nullptr;
  std::memcpy(&get_api, &symbol, sizeof symbol);
  try {
    return get_api();
  } catch (...) {
    return cppjrt::InternalError(path + ": GetPjrtApi threw an exception");
  }
}

// One plugin per file. Loading holds the lock, so that two threads do not initialize a plugin twice.
struct Registry {
  std::mutex mutex;
  std::map<std::string, Plugin> plugins;
};

Registry& TheRegistry() {
  // Never destroyed: handles in other static objects may outlive it.
  static Registry* const registry = new Registry();
  return *registry;
}

std::optional<StableHloVersion> VersionAttribute(const NamedValues& attributes, std::string_view name) {
  const auto found = attributes.find(name);
  if (found == attributes.end()) return std::nullopt;
  const auto* list = std::get_if<std::vector<int64_t>>(&found->second);
  if (list == nullptr || list->size() != 3) return std::nullopt;
  return StableHloVersion{(*list)[0], (*list)[1], (*list)[2]};
}

}  // namespace

StatusOr<Plugin> Plugin::Load(const std::string& path) {
  const std::string canonical = CanonicalPath(path);
  Registry& registry = TheRegistry();
  std::lock_guard<std::mutex> lock(registry.mutex);
  if (const auto found = registry.plugins.find(canonical); found != registry.plugins.end()) return found->second;
  CPPJRT_ASSIGN_OR_RETURN(const PJRT_Api* table, GetTable(canonical));
  CPPJRT_ASSIGN_OR_RETURN(Plugin plugin, FromApi(table, canonical));
  return registry.plugins.emplace(canonical, std::move(plugin)).first->second;
}

StatusOr<Plugin> Plugin::Find(std::string_view name_or_path) {
  CPPJRT_ASSIGN_OR_RETURN(PluginCandidate candidate, FindPlugin(name_or_path));
  return Load(candidate.path);
}

StatusOr<Plugin> Plugin::FromApi(const PJRT_Api* api, std::string name) {
  CPPJRT_ASSIGN_OR_RETURN(std::shared_ptr<detail::Api> checked, detail::Api::Make(api, std::move(name)));
  CPPJRT_RETURN_IF_ERROR(checked->Initialize());
  return Plugin(std::move(checked));
}

const std::string& Plugin::name() const { return api_->name(); }
ApiVersion Plugin::api_version() const { return api_->version(); }
size_t Plugin::num_slots() const { return api_->num_slots(); }

bool Plugin::HasSlot(std::string_view name) const {
  for (size_t i = 0; i < abi::kSlotCount; ++i) {
    if (abi::kSlots[i].name == name) return api_->HasSlot(static_cast<abi::Slot>(i));
  }
  return false;
}

const std::vector<ExtensionInfo>& Plugin::extensions() const { return api_->extensions(); }

const PJRT_Extension_Base* Plugin::FindExtension(int type, size_t min_size) const {
  return api_->FindExtension(type, min_size);
}

const NamedValues& Plugin::attributes() const { return api_->attributes(); }

std::optional<StableHloRange> Plugin::stablehlo_range() const {
  const auto minimum = VersionAttribute(attributes(), "stablehlo_minimum_version");
  const auto current = VersionAttribute(attributes(), "stablehlo_current_version");
  if (!minimum.has_value() || !current.has_value()) return std::nullopt;
  return StableHloRange{*minimum, *current};
}

std::string ToString(const StableHloVersion& version) {
  return std::to_string(version[0]) + "." + std::to_string(version[1]) + "." + std::to_string(version[2]);
}

}  // namespace v0
}  // namespace pjrt
