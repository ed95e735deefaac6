// Discovery is a list of places (kPlaces, below), each a function that adds what it finds to a Findings. FindPlugin
// runs them one after another and stops as soon as the answer is certain; FindPlugins runs them all.
//
// Files are recognised by name only. Extension modules of Python (x.cpython-311-….so, x.abi3.so) lie beside plugins in
// some packages and are never taken for one.
#include "pjrt/discovery.h"

#include <dirent.h>
#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <set>
#include <utility>

namespace pjrt {
inline namespace v0 {
namespace {

using ::cppjrt::InvalidArgumentError;
using ::cppjrt::NotFoundError;
using Strings = std::vector<std::string>;

// ---- File system: plain calls that report failure as absence. ----

bool IsFile(const std::string& path) {
  struct stat info;
  return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

bool IsDirectory(const std::string& path) {
  struct stat info;
  return ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

// Without links, "." and ".."; empty if the path does not exist.
std::string Canonical(const std::string& path) {
  char* resolved = ::realpath(path.c_str(), nullptr);
  if (resolved == nullptr) return {};
  std::string result = resolved;
  std::free(resolved);
  return result;
}

std::string Absolute(const std::string& path) {
  if (path.starts_with('/')) return path;
  char directory[PATH_MAX];
  if (::getcwd(directory, sizeof directory) == nullptr) return path;
  return std::string(directory) + "/" + path;
}

// Names in `directory` except hidden ones, sorted.
Strings List(const std::string& directory) {
  Strings names;
  DIR* stream = ::opendir(directory.c_str());
  if (stream == nullptr) return names;
  while (const dirent* entry = ::readdir(stream)) {
    if (entry->d_name[0] != '.') names.emplace_back(entry->d_name);
  }
  ::closedir(stream);
  std::sort(names.begin(), names.end());
  return names;
}

std::string Parent(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

std::string BaseName(std::string_view path) { return std::string(path.substr(path.rfind('/') + 1)); }

// Nonempty parts of `text` between `separator`s.
Strings Split(std::string_view text, char separator) {
  Strings parts;
  while (!text.empty()) {
    const size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

// ---- Names. ----

bool IsSharedLibraryName(std::string_view file) {
  return file.ends_with(".so") || file.find(".so.") != std::string_view::npos;
}

bool IsPath(std::string_view text) { return text.find('/') != std::string_view::npos || IsSharedLibraryName(text); }

bool IsPythonExtension(std::string_view file) {
  return file.find(".cpython-") != std::string_view::npos || file.find(".abi3.") != std::string_view::npos;
}

bool IsPluginFileName(std::string_view file) {
  if (!IsSharedLibraryName(file) || IsPythonExtension(file)) return false;
  const bool pjrt = file.find("pjrt") != std::string_view::npos;
  const bool plugin = file.find("plugin") != std::string_view::npos;
  return file.starts_with("libpjrt_") || (pjrt && plugin) || (file.starts_with("xla_") && (pjrt || plugin)) ||
         file == "libtpu.so";
}

// "cpu" of libpjrt_cpu.so and pjrt_c_api_cpu_plugin.so, "cuda" of xla_cuda_plugin.so, "tpu" of libtpu.so.
std::string NameOfFile(std::string_view path) {
  const std::string file = BaseName(path);
  std::string_view name = std::string_view(file).substr(0, file.find(".so"));
  for (std::string_view prefix : {"lib", "pjrt_c_api_", "pjrt_plugin_", "pjrt_", "xla_"}) {
    if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  }
  for (std::string_view suffix : {"_plugin", "_pjrt"}) {
    if (name.ends_with(suffix)) name.remove_suffix(suffix.size());
  }
  std::string result(name.empty() ? std::string_view(file) : name);
  std::replace(result.begin(), result.end(), '_', '-');
  return result;
}

// Lower case, '_' as '-'.
std::string Fold(std::string_view name) {
  std::string folded(name);
  for (char& c : folded) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '_') c = '-';
  }
  return folded;
}

// The files of `directory` that look like plugins; if none does, all its shared libraries.
Strings PluginFiles(const std::string& directory) {
  Strings likely;
  Strings others;
  for (const std::string& file : List(directory)) {
    if (!IsSharedLibraryName(file) || IsPythonExtension(file)) continue;
    if (!IsFile(directory + "/" + file)) continue;
    (IsPluginFileName(file) ? likely : others).push_back(directory + "/" + file);
  }
  return likely.empty() ? others : likely;
}

// ---- What the places see and fill. ----

class Findings {
 public:
  void Add(std::string name, const std::string& path, std::string source) {
    std::string canonical = Canonical(path);
    if (canonical.empty() || !seen_.insert(std::move(canonical)).second) return;
    candidates_.push_back({std::move(name), Absolute(path), std::move(source), {}});
  }
  // False if `path` is no file.
  bool AddIfFile(std::string name, const std::string& path, std::string source) {
    if (!IsFile(path)) return false;
    Add(std::move(name), path, std::move(source));
    return true;
  }
  void AddUnusable(std::string name, std::string path, std::string source, std::string note) {
    candidates_.push_back({std::move(name), std::move(path), std::move(source), std::move(note)});
  }
  // The file an environment variable names: usable, or unusable with the reason.
  void AddNamed(std::string name, const std::string& path, std::string source) {
    if (AddIfFile(name, path, source)) return;
    AddUnusable(std::move(name), path, std::move(source),
                IsDirectory(path) ? "is a directory, not a shared library" : "does not exist");
  }

  const std::vector<PluginCandidate>& candidates() const { return candidates_; }
  std::vector<PluginCandidate> Take() { return std::move(candidates_); }

 private:
  std::vector<PluginCandidate> candidates_;
  std::set<std::string> seen_;  // canonical paths
};

class Surroundings {
 public:
  explicit Surroundings(const DiscoveryOptions& options)
      : options_(options), home_(options.home ? *options.home : std::string(Env("HOME"))) {}

  const DiscoveryOptions& options() const { return options_; }
  const std::string& home() const { return home_; }

  // Empty if unset.
  std::string_view Env(const char* name) const {
    const char* value = options_.getenv ? options_.getenv(name) : ProcessEnvironment(name);
    return value == nullptr ? std::string_view() : std::string_view(value);
  }
  std::string System(std::string_view path) const { return options_.system_root + std::string(path); }

  std::string PluginDirectory() const {
    if (std::string_view directory = Env("CPPJRT_PLUGIN_DIR"); !directory.empty()) return std::string(directory);
    return home_.empty() ? std::string() : home_ + "/.local/lib/cppjrt";
  }
  std::string Executable() const { return options_.executable ? *options_.executable : Canonical("/proc/self/exe"); }
  std::string Library() const {
    if (options_.library) return *options_.library;
    Dl_info info;
    if (::dladdr(&kHere, &info) == 0 || info.dli_fname == nullptr) return {};
    return Canonical(info.dli_fname);
  }
  // With a leading "~" spelled out.
  std::string ExpandHome(std::string_view path) const {
    return path.starts_with("~/") && !home_.empty() ? home_ + std::string(path.substr(1)) : std::string(path);
  }
  // With the home as "~", for people.
  std::string AbbreviateHome(const std::string& path) const {
    return !home_.empty() && path.starts_with(home_ + "/") ? "~" + path.substr(home_.size()) : path;
  }

 private:
  static constexpr char kHere = 0;  // an address inside this library

  static const char* ProcessEnvironment(const char* name) {
#if defined(__linux__)
    return ::secure_getenv(name);
#else
    return std::getenv(name);
#endif
  }

  const DiscoveryOptions& options_;
  std::string home_;
};

// ---- Place 1: environment. ----

// The same options in a world where CPPJRT_PLUGIN is not set.
DiscoveryOptions WithoutOwnVariable(const Surroundings& around) {
  DiscoveryOptions options = around.options();
  options.getenv = [&around](const char* name) {
    return std::strcmp(name, "CPPJRT_PLUGIN") == 0 ? nullptr : around.Env(name).data();
  };
  return options;
}

void AddOwnVariable(const Surroundings& around, Findings& findings) {
  const std::string value = around.ExpandHome(around.Env("CPPJRT_PLUGIN"));
  const std::string source = "environment CPPJRT_PLUGIN";
  if (value.empty()) return;
  if (IsPath(value)) return findings.AddNamed(NameOfFile(value), value, source);
  StatusOr<PluginCandidate> named = FindPlugin(value, WithoutOwnVariable(around));
  if (!named.ok()) {
    const bool ambiguous = named.status().code() == StatusCode::kInvalidArgument;
    return findings.AddUnusable(value, value, source, ambiguous ? "fits several plugins" : "is no plugin found here");
  }
  findings.Add(named->name, named->path, source + ", " + named->source);
}

// Directories may be absent, as in PATH; only a variable of which nothing exists is a mistake. Its unusable entries
// come after the usable ones, so that they do not stand for the default.
void AddLibraryPath(const Surroundings& around, Findings& findings) {
  const std::string source = "environment PJRT_PLUGIN_LIBRARY_PATH";
  Strings missing;
  for (const std::string& entry : Split(around.Env("PJRT_PLUGIN_LIBRARY_PATH"), ':')) {
    if (findings.AddIfFile(NameOfFile(entry), entry, source)) continue;
    if (!IsDirectory(entry)) missing.push_back(entry);
    for (const std::string& file : PluginFiles(entry)) {
      if (IsPluginFileName(BaseName(file))) findings.Add(NameOfFile(file), file, source);
    }
  }
  for (const std::string& entry : missing) findings.AddUnusable(NameOfFile(entry), entry, source, "does not exist");
}

void AddNamesAndPaths(const Surroundings& around, Findings& findings) {
  const std::string source = "environment PJRT_NAMES_AND_LIBRARY_PATHS";
  for (const std::string& entry : Split(around.Env("PJRT_NAMES_AND_LIBRARY_PATHS"), ',')) {
    const size_t colon = entry.find(':');
    if (colon == std::string::npos) {
      findings.AddUnusable(entry, entry, source, "is not of the form name:path");
    } else {
      findings.AddNamed(entry.substr(0, colon), entry.substr(colon + 1), source);
    }
  }
}

void AddFromEnvironment(const Surroundings& around, Findings& findings) {
  AddOwnVariable(around, findings);
  AddLibraryPath(around, findings);
  AddNamesAndPaths(around, findings);
}

// ---- Place 2: built with cppjrt. ----

void AddOwnBuild(const Surroundings& around, Findings& findings) {
  for (const std::string& program : {around.Executable(), around.Library()}) {
    if (program.empty()) continue;
    for (const char* directory : {"", "/../lib", "/../lib/cppjrt", "/cppjrt"}) {
      const std::string file = Parent(program) + directory + "/libpjrt_cpu.so";
      if (IsFile(file)) findings.Add("cpu", Canonical(file), "built with cppjrt");
    }
  }
}

// ---- Place 3: installed by `pjrt plugin install`. ----

// The plugin in ROOT/NAME, or empty. plugin.so is the installer's link to the file that counts.
std::string InstalledFile(const std::string& directory) {
  if (const std::string link = directory + "/plugin.so"; IsFile(link)) return Canonical(link);
  if (const Strings files = PluginFiles(directory); !files.empty()) return files.front();
  for (const std::string& inner : List(directory)) {
    if (const Strings files = PluginFiles(directory + "/" + inner); !files.empty()) return files.front();
  }
  return {};
}

void AddInstalled(const Surroundings& around, Findings& findings) {
  const std::string root = around.PluginDirectory();
  if (root.empty()) return;
  Strings names = List(root);
  // The first one found is the default, so it had better be one that runs on any machine.
  const auto rank = [](const std::string& name) { return std::pair(name.find("cpu") == std::string::npos, name); };
  std::sort(names.begin(), names.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  for (const std::string& name : names) {
    const std::string file = InstalledFile(root + "/" + name);
    if (!file.empty()) findings.Add(name, file, "installed in " + around.AbbreviateHome(root));
  }
}

// ---- Place 4: Python packages. ----

// A list of directories in which each real directory stands once.
class Directories {
 public:
  void Add(const std::string& directory) {
    std::string canonical = Canonical(directory);
    if (!canonical.empty() && seen_.insert(std::move(canonical)).second) list_.push_back(directory);
  }
  const Strings& list() const { return list_; }

 private:
  Strings list_;
  std::set<std::string> seen_;
};

// The minor version of "python3.11", -1 of anything else.
int PythonMinor(const std::string& name) {
  if (!name.starts_with("python3.")) return -1;
  return std::atoi(name.c_str() + std::strlen("python3."));
}

// The package directories under PREFIX/lib, newest Python first.
void AddPackagesOfPrefix(const std::string& prefix, Directories& sites) {
  if (prefix.empty()) return;
  for (const char* lib : {"/lib", "/lib64"}) {
    Strings versions = List(prefix + lib);
    std::erase_if(versions, [](const std::string& name) { return !name.starts_with("python3"); });
    std::sort(versions.begin(), versions.end(), [](const std::string& a, const std::string& b) {
      return std::pair(PythonMinor(b), a) < std::pair(PythonMinor(a), b);
    });
    for (const std::string& version : versions) {
      sites.Add(prefix + lib + "/" + version + "/site-packages");
      sites.Add(prefix + lib + "/" + version + "/dist-packages");
    }
  }
}

void AddPackagesOfPyenv(const std::string& root, Directories& sites) {
  for (const std::string& version : List(root + "/versions")) AddPackagesOfPrefix(root + "/versions/" + version, sites);
}

// The first python3 on PATH: its prefix as spelled (a virtual environment) and with links resolved. A shim of pyenv is
// a script that stands for all versions.
void AddPackagesOfPathPython(const Surroundings& around, Directories& sites) {
  for (const std::string& directory : Split(around.Env("PATH"), ':')) {
    for (const char* program : {"/python3", "/python"}) {
      const std::string python = directory + program;
      if (!IsFile(python) || ::access(python.c_str(), X_OK) != 0) continue;
      const std::string bin = Parent(Canonical(python));
      if (BaseName(bin) == "shims") return AddPackagesOfPyenv(Parent(bin), sites);
      AddPackagesOfPrefix(Parent(directory), sites);
      AddPackagesOfPrefix(Parent(bin), sites);
      return;
    }
  }
}

Strings SitePackages(const Surroundings& around) {
  Directories sites;
  AddPackagesOfPrefix(std::string(around.Env("VIRTUAL_ENV")), sites);
  AddPackagesOfPrefix(std::string(around.Env("CONDA_PREFIX")), sites);
  for (const std::string& directory : Split(around.Env("PYTHONPATH"), ':')) sites.Add(directory);
  AddPackagesOfPrefix(std::string(around.Env("PYTHONUSERBASE")), sites);
  if (!around.home().empty()) AddPackagesOfPrefix(around.home() + "/.local", sites);
  AddPackagesOfPathPython(around, sites);
  AddPackagesOfPrefix(around.System("/usr/local"), sites);
  AddPackagesOfPrefix(around.System("/usr"), sites);
  if (std::string_view pyenv = around.Env("PYENV_ROOT"); !pyenv.empty()) AddPackagesOfPyenv(std::string(pyenv), sites);
  if (!around.home().empty()) AddPackagesOfPyenv(around.home() + "/.pyenv", sites);
  return sites.list();
}

// Packages outside jax_plugins and xla_plugins that hold a plugin, under the name it goes by here.
constexpr struct {
  const char* package;
  const char* name;
} kKnownPackages[] = {
    {"lammps_jax_pjrt_cpu", "xla-cpu"},
    {"fastatomstruct_xla_cpu", "fastatomstruct-xla-cpu"},
};

// "cuda13" of jax_plugins/xla_cuda13; packages of xla_plugins keep their whole name.
std::string NameOfPackage(std::string_view name_space, std::string_view package) {
  if (name_space == "jax_plugins" && package.starts_with("xla_")) package.remove_prefix(4);
  return Fold(package);
}

void AddPackage(const std::string& site, const std::string& package, const std::string& name, Findings& findings) {
  for (const std::string& file : PluginFiles(site + "/" + package)) {
    findings.Add(name, file, "Python package " + package);
  }
}

void AddPythonPackages(const Surroundings& around, Findings& findings) {
  for (const std::string& site : SitePackages(around)) {
    for (const char* name_space : {"jax_plugins", "xla_plugins"}) {
      for (const std::string& package : List(site + "/" + name_space)) {
        AddPackage(site, std::string(name_space) + "/" + package, NameOfPackage(name_space, package), findings);
      }
    }
    for (const auto& known : kKnownPackages) AddPackage(site, known.package, known.name, findings);
  }
}

// ---- Place 5: libtpu. ----

void AddLibtpu(const Surroundings& around, Findings& findings) {
  if (const std::string_view path = around.Env("TPU_LIBRARY_PATH"); !path.empty()) {
    findings.AddNamed("tpu", std::string(path), "environment TPU_LIBRARY_PATH");
  }
  for (const std::string& site : SitePackages(around)) findings.AddIfFile("tpu", site + "/libtpu/libtpu.so", "libtpu");
  for (const char* directory : {"/lib", "/usr/lib"}) {
    findings.AddIfFile("tpu", around.System(directory) + "/libtpu.so", "libtpu");
  }
  if (!around.home().empty()) findings.AddIfFile("tpu", around.home() + "/lib/libtpu.so", "libtpu");
}

// ---- Place 6: library directories. ----

void AddLibraries(const Surroundings& around, Findings& findings) {
  Strings directories = {around.System("/usr/local/lib"), around.System("/usr/lib")};
  if (!around.home().empty()) directories.insert(directories.begin(), around.home() + "/lib");
  for (const std::string& directory : directories) {
    for (const char* file : {"/libpjrt_c_api_cpu_plugin.so", "/pjrt_c_api_cpu_plugin.so"}) {
      findings.AddIfFile("cpu", directory + file, "library in " + around.AbbreviateHome(directory));
    }
  }
  for (const std::string& directory : Split(around.Env("LD_LIBRARY_PATH"), ':')) {
    for (const std::string& file : PluginFiles(directory)) {
      if (IsPluginFileName(BaseName(file))) findings.Add(NameOfFile(file), file, "LD_LIBRARY_PATH");
    }
  }
}

using Place = void (*)(const Surroundings&, Findings&);
constexpr Place kPlaces[] = {AddFromEnvironment, AddOwnBuild, AddInstalled, AddPythonPackages, AddLibtpu, AddLibraries};

// ---- Choosing one. ----

constexpr char kHowToInstall[] = "`pjrt plugin install NAME` installs one, `pjrt plugin list` shows what there is";

Strings DistinctNames(const std::vector<PluginCandidate>& candidates) {
  Strings names;
  for (const PluginCandidate& candidate : candidates) {
    if (std::find(names.begin(), names.end(), candidate.name) == names.end()) names.push_back(candidate.name);
  }
  return names;
}

std::string Join(const Strings& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

StatusOr<PluginCandidate> Usable(const PluginCandidate& candidate) {
  if (candidate.usable()) return candidate;
  return NotFoundError(candidate.source + " names " + candidate.path + ", which " + candidate.note +
                       "; correct the variable or unset it");
}

StatusOr<PluginCandidate> FindPath(std::string_view text, const Surroundings& around) {
  const std::string path = around.ExpandHome(text);
  if (IsFile(path)) return PluginCandidate{NameOfFile(path), Absolute(path), "path", {}};
  if (IsDirectory(path)) {
    return InvalidArgumentError(path + " is a directory; name the plugin's shared library in it");
  }
  struct stat info;
  if (::stat(path.c_str(), &info) == 0) return InvalidArgumentError(path + " is not a regular file");
  return NotFoundError("no plugin at " + path + ": " + std::strerror(errno));
}

StatusOr<PluginCandidate> FindDefault(const Surroundings& around) {
  Findings findings;
  for (Place place : kPlaces) {
    place(around, findings);
    if (!findings.candidates().empty()) return Usable(findings.candidates().front());
  }
  return NotFoundError(std::string("no plugin found on this machine; ") + kHowToInstall +
                       ", and CPPJRT_PLUGIN may name one by path");
}

// The usable candidates for which `fits` holds of the folded name.
template <typename Predicate>
std::vector<PluginCandidate> Select(const std::vector<PluginCandidate>& candidates, Predicate fits) {
  std::vector<PluginCandidate> selected;
  for (const PluginCandidate& candidate : candidates) {
    if (candidate.usable() && fits(Fold(candidate.name))) selected.push_back(candidate);
  }
  return selected;
}

StatusOr<PluginCandidate> FindSimilar(const std::string& name, const std::vector<PluginCandidate>& candidates) {
  const std::string folded = Fold(name);
  std::vector<PluginCandidate> fitting = Select(candidates, [&](const std::string& n) { return n == folded; });
  if (fitting.empty()) fitting = Select(candidates, [&](const std::string& n) { return n.starts_with(folded); });
  const Strings names = DistinctNames(fitting);
  if (names.size() == 1) return fitting.front();
  if (names.size() > 1) {
    return InvalidArgumentError("plugin name \"" + name + "\" fits several: " + Join(names) + "; write one in full");
  }
  const std::string known = Join(DistinctNames(candidates));
  return NotFoundError("no plugin named \"" + name + "\" here (" +
                       (known.empty() ? "none is installed" : "known: " + known) + "); " + kHowToInstall);
}

StatusOr<PluginCandidate> FindName(const std::string& name, const Surroundings& around) {
  Findings findings;
  for (Place place : kPlaces) {
    place(around, findings);
    for (const PluginCandidate& candidate : findings.candidates()) {
      if (candidate.name == name) return Usable(candidate);
    }
  }
  return FindSimilar(name, findings.candidates());
}

}  // namespace

std::string PluginDirectory(const DiscoveryOptions& options) { return Surroundings(options).PluginDirectory(); }

std::vector<PluginCandidate> FindPlugins(const DiscoveryOptions& options) {
  const Surroundings around(options);
  Findings findings;
  for (Place place : kPlaces) place(around, findings);
  return findings.Take();
}

StatusOr<PluginCandidate> FindPlugin(std::string_view name_or_path, const DiscoveryOptions& options) {
  const Surroundings around(options);
  if (name_or_path.empty()) return FindDefault(around);
  if (IsPath(name_or_path)) return FindPath(name_or_path, around);
  return FindName(std::string(name_or_path), around);
}

}  // namespace v0
}  // namespace pjrt
