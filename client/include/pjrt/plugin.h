// Plugin: a loaded PJRT plugin, checked and ready to make clients.
#ifndef PJRT_PLUGIN_H_
#define PJRT_PLUGIN_H_

#include <array>
#include <compare>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pjrt/status.h"
#include "pjrt/value.h"

struct PJRT_Api;
struct PJRT_Extension_Base;

namespace pjrt {
inline namespace v0 {

namespace detail {
class Api;
}  // namespace detail

// Version of the PJRT C API. This library speaks to 0.57 and later.
struct ApiVersion {
  int major_version = 0;
  int minor_version = 0;

  friend auto operator<=>(const ApiVersion&, const ApiVersion&) = default;
};

// One link of a plugin's extension chain.
struct ExtensionInfo {
  int type = 0;
  // "Layouts", "FFI"; "unknown" for a type that came after the API this library was made from.
  std::string name;
  // What the plugin says its struct has, in bytes. Entries beyond it do not exist.
  size_t struct_size = 0;
};

// Three numbers of a StableHLO (VHLO) version, such as 1.20.0.
using StableHloVersion = std::array<int64_t, 3>;

// The versions of portable artifacts a plugin says it reads.
struct StableHloRange {
  StableHloVersion minimum;
  StableHloVersion current;
};

// A cheap, copyable handle; all copies name the same plugin. Thread-safe. A plugin library stays loaded until the process
// ends: handlers registered with it and threads it started could not survive unloading.
class Plugin {
 public:
  // Loads the library at `path`, checks that it is a plugin this client can drive, and initializes it. The same file loaded
  // twice is one plugin. Never crashes on a file that is not a plugin:
  //   NOT_FOUND            no such file
  //   INVALID_ARGUMENT     not a complete shared library for this machine, does not load, no GetPjrtApi, a table that is
  //                        null, truncated or points nowhere, a damaged extension chain
  //   FAILED_PRECONDITION  another major version, or older than 0.57
  // and whatever the plugin's own initialization returns.
  static StatusOr<Plugin> Load(const std::string& path);

  // Finds a plugin by name or path as FindPlugin in discovery.h does ("" is the default one), then loads it.
  static StatusOr<Plugin> Find(std::string_view name_or_path = "");

  // A plugin that is already in the process. `api` must outlive every use. Errors as Load.
  static StatusOr<Plugin> FromApi(const PJRT_Api* api, std::string name);

  // Path of the library, or the name given to FromApi.
  const std::string& name() const;
  ApiVersion api_version() const;

  // Slots of the function table the plugin has: at most 138, the number this library knows.
  size_t num_slots() const;
  // Whether the plugin has the function, named as in the C API ("PJRT_Client_Create"). False for an unknown name.
  bool HasSlot(std::string_view name) const;

  // The extension chain in the plugin's order, unknown types included.
  const std::vector<ExtensionInfo>& extensions() const;
  // The first extension of `type` (PJRT_Extension_Type) with at least `min_size` bytes; null if the plugin has none.
  const PJRT_Extension_Base* FindExtension(int type, size_t min_size) const;

  // What the plugin says of itself ("xla_version", "stablehlo_current_version", …), read once at load. Empty if it says
  // nothing.
  const NamedValues& attributes() const;
  // From the attributes; nothing if the plugin does not say.
  std::optional<StableHloRange> stablehlo_range() const;

  // For this library.
  const detail::Api& api() const { return *api_; }
  const std::shared_ptr<const detail::Api>& shared_api() const { return api_; }

 private:
  explicit Plugin(std::shared_ptr<const detail::Api> api) : api_(std::move(api)) {}
  std::shared_ptr<const detail::Api> api_;
};

// "1.20.0".
std::string ToString(const StableHloVersion& version);

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_PLUGIN_H_
