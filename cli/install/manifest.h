// What is known about an installed plugin, kept beside it as ROOT/NAME/manifest.json:
//
//   { "name": "tpu", "package": "libtpu", "version": "0.0.52", "wheel": "libtpu-….whl", "wheel_sha256": "f5e2…",
//     "plugin": "libtpu.so", "plugin_sha256": "…", "plugin_bytes": 467479448, "installed_at": "2026-01-31T12:00:00Z",
//     "environment": {"TPU_SKIP_MDS_QUERY": "1"} }
#ifndef CPPJRT_CLI_INSTALL_MANIFEST_H_
#define CPPJRT_CLI_INSTALL_MANIFEST_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "cppjrt/status.h"

namespace cppjrt::install {

struct Manifest {
  std::string name;
  std::string package;
  std::string version;
  std::string wheel;  // file name
  std::string wheel_sha256;
  std::string plugin;  // relative to the directory of the manifest
  std::string plugin_sha256;
  int64_t plugin_bytes = 0;
  std::string installed_at;  // UTC, ISO 8601
  // Variables to set before the plugin is loaded.
  std::map<std::string, std::string> environment;
};

std::string ToJson(const Manifest& manifest);
// INVALID_ARGUMENT saying what is missing or wrong; `plugin` must be a relative path that stays inside.
StatusOr<Manifest> ParseManifest(std::string_view json);

// The manifest in `directory`. NOT_FOUND if there is none.
StatusOr<Manifest> ReadManifest(const std::string& directory);
Status WriteManifest(const Manifest& manifest, const std::string& directory);

}  // namespace cppjrt::install

#endif  // CPPJRT_CLI_INSTALL_MANIFEST_H_
