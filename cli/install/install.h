// Installing, listing and removing plugins below a root directory (the client's pjrt::PluginDirectory()):
//
//   ROOT/NAME/manifest.json    what it is and where it came from, see manifest.h
//   ROOT/NAME/plugin.so        a relative link to the plugin; this is what discovery looks for
//   ROOT/NAME/libtpu.so, …     the files of the wheel's package
//   ROOT/.lock, ROOT/.tmp-…    one change at a time; what an interrupted one left, removed by the next
//
// An installation appears in one step or not at all. The first installation of a version is trusted (checked against
// the catalog where that knows the wheel); another wheel of the same version later is refused unless forced.
#ifndef CPPJRT_CLI_INSTALL_INSTALL_H_
#define CPPJRT_CLI_INSTALL_INSTALL_H_

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/install/catalog.h"
#include "cli/install/manifest.h"
#include "cppjrt/status.h"

namespace cppjrt::install {

// What is being done, for a progress line.
struct Progress {
  enum class Step { kWaiting, kChecking, kDownloading, kExtracting };
  Step step = Step::kWaiting;
  int64_t done = 0;   // bytes
  int64_t total = 0;  // bytes; 0 if not known
};

// "waiting for another installation", "checking", "downloading", "extracting".
std::string_view StepName(Progress::Step step);

struct InstallOptions {
  // Created if need be. REQUIRES: not empty.
  std::string root;
  // Empty: the catalog's. "newest": what pip finds newest.
  std::string version;
  // Install again even if intact, and accept a wheel with another hash than recorded.
  bool force = false;
  // Called some times a second; false cancels. May be empty.
  std::function<bool(const Progress&)> progress;
  // How to start pip, see DownloadOptions.
  std::vector<std::string> pip;
  std::span<const CatalogEntry> catalog = Catalog();
};

enum class Outcome {
  kInstalled,         // was not there
  kAlreadyInstalled,  // nothing done: the same version is there and its plugin has the recorded hash
  kReplaced,          // another version was there, or the same and `force`
  kRepaired,          // the same version was there but damaged
};

struct InstallResult {
  Manifest manifest;
  // Absolute if the root is.
  std::string directory;
  std::string plugin;
  Outcome outcome = Outcome::kInstalled;
  // What was replaced or damaged, one sentence, else empty.
  std::string note;
};

// Installs the plugin the catalog knows as `name`. "Already installed" is decided by hashing the plugin (about two
// seconds for the largest), because a second install is what people try when a plugin misbehaves.
//   NOT_FOUND: name not in the catalog, no such version, or the wheel lacks the plugin.
//   DATA_LOSS: the wheel is damaged or unsafe, or its hash is not the one recorded for this version or known to the
//     catalog; what was installed stays.
//   FAILED_PRECONDITION: no pip, or ROOT/NAME was not created by this installer.
//   UNAVAILABLE: no network.   RESOURCE_EXHAUSTED: no space.   PERMISSION_DENIED.   CANCELLED.
StatusOr<InstallResult> Install(std::string_view name, const InstallOptions& options);

struct InstalledPlugin {
  Manifest manifest;  // only the name if `problem` says the manifest cannot be read
  std::string directory;
  std::string plugin;
  // Why it will not load: the plugin is gone or has another size. Empty if none is seen; hashes are not computed.
  std::string problem;
};

// Everything installed in `root`, by name. Directories without a manifest are not ours and are left out.
std::vector<InstalledPlugin> Installed(const std::string& root);

// Removes an installed plugin, by its name or an alias of the catalog. NOT_FOUND with the installed names;
// FAILED_PRECONDITION if ROOT/NAME has no manifest; CANCELLED when `waiting` for another change gives false.
Status Remove(std::string_view name, const std::string& root, const std::function<bool()>& waiting = {});

}  // namespace cppjrt::install

#endif  // CPPJRT_CLI_INSTALL_INSTALL_H_
