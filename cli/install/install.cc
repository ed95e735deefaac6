#include "cli/install/install.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <system_error>

#include "cli/install/files.h"
#include "cli/install/pip.h"
#include "cli/install/sha256.h"
#include "cli/install/wheel.h"

namespace cppjrt::install {
namespace {

namespace fs = std::filesystem;
using Step = Progress::Step;

std::string BaseName(std::string_view path) { return std::string(path.substr(path.rfind('/') + 1)); }

bool Exists(const std::string& path) {
  struct stat info;
  return ::lstat(path.c_str(), &info) == 0;
}

std::string Now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc = {};
  ::gmtime_r(&now, &utc);
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", utc);
}

// "A=1 B=2" as a map.
std::map<std::string, std::string> Variables(std::string_view words) {
  std::map<std::string, std::string> variables;
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find(' '));
    const size_t equals = std::min(word.find('='), word.size());
    variables[std::string(word.substr(0, equals))] = word.substr(std::min(equals + 1, word.size()));
    words.remove_prefix(std::min(word.size() + 1, words.size()));
  }
  return variables;
}

// Why the plugin of `manifest` is not the file that was installed, or empty. Size only.
std::string ProblemSeen(const Manifest& manifest, const std::string& plugin) {
  struct stat info;
  if (::stat(plugin.c_str(), &info) != 0) return plugin + " is gone";
  if (info.st_size == manifest.plugin_bytes) return {};
  return fmt::format("{} has {} bytes and should have {}", plugin, static_cast<int64_t>(info.st_size),
                     manifest.plugin_bytes);
}

// One run of Install. The steps of Run() in order; members are what they hand on.
class Installation {
 public:
  Installation(const CatalogEntry& entry, const InstallOptions& options)
      : entry_(entry),
        options_(options),
        version_(options.version.empty() ? std::string(entry.version) : options.version),
        directory_(options.root + "/" + std::string(entry.name)) {}

  StatusOr<InstallResult> Run() {
    CPPJRT_ASSIGN_OR_RETURN(const FileDescriptor lock, Lock());
    RemoveLeftovers(options_.root);
    CPPJRT_RETURN_IF_ERROR(ReadPresent());
    CPPJRT_ASSIGN_OR_RETURN(const bool intact, IsPresentIntact());
    if (intact && !options_.force) return Result(present_, Outcome::kAlreadyInstalled);
    CPPJRT_ASSIGN_OR_RETURN(const TemporaryDirectory temporary, TemporaryDirectory::Create(options_.root));
    CPPJRT_RETURN_IF_ERROR(Download(temporary.path()));
    CPPJRT_RETURN_IF_ERROR(CheckWheel());
    const std::string fresh = temporary.path() + "/fresh";
    CPPJRT_RETURN_IF_ERROR(Extract(fresh));
    CPPJRT_RETURN_IF_ERROR(ReplaceDirectory(fresh, directory_));
    return Result(fresh_, outcome_);
  }

 private:
  bool Report(Step step, int64_t done = 0, int64_t total = 0) const {
    return !options_.progress || options_.progress({step, done, total});
  }

  StatusOr<FileDescriptor> Lock() const {
    return LockRoot(options_.root, [this] { return Report(Step::kWaiting); });
  }

  // A directory of this name that we did not make is not ours to replace; one whose manifest is damaged is.
  Status ReadPresent() {
    if (!Exists(directory_)) return OkStatus();
    StatusOr<Manifest> manifest = ReadManifest(directory_);
    if (manifest.ok()) {
      present_ = std::move(manifest).value();
      has_present_ = true;
      return OkStatus();
    }
    if (manifest.status().code() == StatusCode::kInvalidArgument) {
      damage_ = std::string(manifest.status().message());
      outcome_ = Outcome::kRepaired;
      return OkStatus();
    }
    return FailedPreconditionError(fmt::format("{} was not created by this installer ({}); move it away first",
                                               directory_, manifest.status().message()));
  }

  // Also decides what replacing it will be called.
  StatusOr<bool> IsPresentIntact() {
    if (!has_present_) return false;
    const std::string plugin = directory_ + "/" + present_.plugin;
    outcome_ = Outcome::kReplaced;
    damage_ = ProblemSeen(present_, plugin);
    if (damage_.empty()) {
      Report(Step::kChecking);
      StatusOr<std::string> hash = Sha256OfFile(plugin, [this] { return !Report(Step::kChecking); });
      if (!hash.ok() && hash.status().code() == StatusCode::kCancelled) return hash.status();
      if (!hash.ok()) damage_ = std::string(hash.status().message());
      if (hash.ok() && *hash != present_.plugin_sha256) {
        damage_ = fmt::format("{} has SHA-256 {} and should have {}", plugin, *hash, present_.plugin_sha256);
      }
    }
    if (!damage_.empty() && IsSameVersion(present_.version)) outcome_ = Outcome::kRepaired;
    return damage_.empty() && IsSameVersion(present_.version);
  }

  bool IsSameVersion(std::string_view version) const { return version == version_; }

  Status Download(const std::string& directory) {
    DownloadOptions download;
    download.version = version_;
    download.pip = options_.pip;
    download.progress = [this](int64_t done, int64_t total) { return Report(Step::kDownloading, done, total); };
    CPPJRT_ASSIGN_OR_RETURN(wheel_, DownloadWheel(entry_, directory, download));
    CPPJRT_ASSIGN_OR_RETURN(wheel_sha256_, Sha256OfFile(wheel_, [this] { return !Report(Step::kChecking); }));
    return OkStatus();
  }

  // Compares the wheel with what this version is known to be.
  Status CheckWheel() const {
    if (options_.force) return OkStatus();
    if (BaseName(wheel_) == entry_.wheel && wheel_sha256_ != entry_.wheel_sha256) {
      return WrongHash("the catalog of this program", entry_.wheel_sha256);
    }
    const bool same_version = has_present_ && VersionOfWheel(BaseName(wheel_)) == present_.version;
    if (same_version && wheel_sha256_ != present_.wheel_sha256) {
      return WrongHash("the installation of " + present_.installed_at, present_.wheel_sha256);
    }
    return OkStatus();
  }

  Status WrongHash(std::string_view who, std::string_view recorded) const {
    return DataLossError(
        fmt::format("{} has SHA-256 {}, but {} has {} for this version; it was damaged on the way or replaced at its "
                    "source, --force installs it nevertheless",
                    BaseName(wheel_), wheel_sha256_, who, recorded));
  }

  // Makes the complete new directory, manifest and link included.
  Status Extract(const std::string& fresh) {
    std::error_code error;
    fs::create_directory(fresh, error);
    if (error) return ErrnoError("cannot create " + fresh, error.value());
    ExtractOptions extract;
    extract.progress = [this](int64_t done, int64_t total) { return Report(Step::kExtracting, done, total); };
    CPPJRT_ASSIGN_OR_RETURN(const Extracted extracted, ExtractPlugin(wheel_, entry_.file, fresh, extract));
    fresh_ = MakeManifest(extracted);
    CPPJRT_RETURN_IF_ERROR(WriteManifest(fresh_, fresh));
    if (fresh_.plugin == "plugin.so") return OkStatus();
    const std::string link = fresh + "/plugin.so";
    return ::symlink(fresh_.plugin.c_str(), link.c_str()) == 0 ? OkStatus() : ErrnoError("cannot create " + link);
  }

  Manifest MakeManifest(const Extracted& extracted) const {
    Manifest manifest;
    manifest.name = entry_.name;
    manifest.package = entry_.package;
    manifest.version = VersionOfWheel(BaseName(wheel_));
    manifest.wheel = BaseName(wheel_);
    manifest.wheel_sha256 = wheel_sha256_;
    manifest.plugin = BaseName(entry_.file);
    manifest.plugin_sha256 = extracted.plugin_sha256;
    manifest.plugin_bytes = extracted.plugin_bytes;
    manifest.installed_at = Now();
    manifest.environment = Variables(entry_.environment);
    return manifest;
  }

  InstallResult Result(const Manifest& manifest, Outcome outcome) const {
    InstallResult result{manifest, directory_, directory_ + "/" + manifest.plugin, outcome, {}};
    if (outcome == Outcome::kAlreadyInstalled) return result;
    if (!damage_.empty()) result.note = "was damaged: " + damage_;
    if (damage_.empty() && outcome == Outcome::kReplaced) result.note = "replaces version " + present_.version;
    return result;
  }

  const CatalogEntry& entry_;
  const InstallOptions& options_;
  const std::string version_;  // wanted; may be "newest"
  const std::string directory_;

  bool has_present_ = false;
  Manifest present_;
  std::string damage_;  // what is wrong with the present one
  Outcome outcome_ = Outcome::kInstalled;

  std::string wheel_;  // path
  std::string wheel_sha256_;
  Manifest fresh_;
};

std::string Names(const std::vector<InstalledPlugin>& plugins) {
  std::string names;
  for (const InstalledPlugin& plugin : plugins) names += (names.empty() ? "" : ", ") + plugin.manifest.name;
  return names.empty() ? "none" : names;
}

// What `name` is called on disk: itself if that is there, else as the catalog knows it.
std::string DirectoryName(std::string_view name, const std::string& root) {
  if (Exists(root + "/" + std::string(name))) return std::string(name);
  StatusOr<CatalogEntry> entry = FindInCatalog(name);
  return std::string(entry.ok() ? entry->name : name);
}

bool IsPlainName(std::string_view name) {
  return !name.empty() && !name.starts_with('.') && name.find('/') == std::string_view::npos;
}

}  // namespace

std::string_view StepName(Progress::Step step) {
  switch (step) {
    case Step::kWaiting:
      return "waiting for another installation";
    case Step::kChecking:
      return "checking";
    case Step::kDownloading:
      return "downloading";
    case Step::kExtracting:
      return "extracting";
  }
  return {};
}

StatusOr<InstallResult> Install(std::string_view name, const InstallOptions& options) {
  if (options.root.empty()) return InvalidArgumentError("no directory to install into; set HOME or CPPJRT_PLUGIN_DIR");
  CPPJRT_ASSIGN_OR_RETURN(const CatalogEntry entry, FindInCatalog(name, options.catalog));
  return Installation(entry, options).Run();
}

std::vector<InstalledPlugin> Installed(const std::string& root) {
  std::vector<InstalledPlugin> plugins;
  std::error_code error;
  for (fs::directory_iterator entry(root, error), end; !error && entry != end; entry.increment(error)) {
    const std::string directory = entry->path().string();
    const std::string name = BaseName(directory);
    if (name.starts_with('.')) continue;
    StatusOr<Manifest> manifest = ReadManifest(directory);
    if (manifest.ok()) {
      const std::string plugin = directory + "/" + manifest->plugin;
      plugins.push_back({*manifest, directory, plugin, ProblemSeen(*manifest, plugin)});
    } else if (manifest.status().code() != StatusCode::kNotFound) {
      plugins.push_back({{}, directory, {}, std::string(manifest.status().message())});
    }
    if (!plugins.empty() && plugins.back().directory == directory) plugins.back().manifest.name = name;
  }
  const auto by_name = [](const InstalledPlugin& a, const InstalledPlugin& b) {
    return a.manifest.name < b.manifest.name;
  };
  std::sort(plugins.begin(), plugins.end(), by_name);
  return plugins;
}

Status Remove(std::string_view name, const std::string& root, const std::function<bool()>& waiting) {
  const std::string directory_name = DirectoryName(name, root);
  const std::string directory = root + "/" + directory_name;
  if (!IsPlainName(directory_name) || !Exists(directory)) {
    return NotFoundError(
        fmt::format("no plugin \"{}\" is installed in {}; installed: {}", name, root, Names(Installed(root))));
  }
  CPPJRT_ASSIGN_OR_RETURN(const FileDescriptor lock, LockRoot(root, waiting));
  if (ReadManifest(directory).status().code() == StatusCode::kNotFound) {
    return FailedPreconditionError(directory + " was not created by this installer; remove it by hand");
  }
  CPPJRT_ASSIGN_OR_RETURN(const TemporaryDirectory temporary, TemporaryDirectory::Create(root));
  const std::string target = temporary.path() + "/removed";
  return ::rename(directory.c_str(), target.c_str()) == 0 ? OkStatus() : ErrnoError("cannot remove " + directory);
}

}  // namespace cppjrt::install
