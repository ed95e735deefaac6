// The plugins that tests run on: real ones in $CPPJRT_TEST_PLUGINS/NAME/plugin.so, where `./dev test` installs them
// (default ~/.local/lib/cppjrt). A test whose plugin is not there is skipped.
#ifndef CPPJRT_TESTS_CLIENT_PLUGINS_H_
#define CPPJRT_TESTS_CLIENT_PLUGINS_H_

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "pjrt/pjrt.h"
#include "tests/status_matchers.h"

namespace pjrt {

// The value; an error ends the test as a failure.
template <typename T>
T Get(StatusOr<T> result) {
  if (!result.ok()) throw std::runtime_error(result.status().ToString());
  return std::move(result).value();
}
inline void Check(const Status& status) {
  if (!status.ok()) throw std::runtime_error(status.ToString());
}

// Ours, as it was built.
inline constexpr char kOurPlugin[] = "cppjrt";

inline std::string InstalledPath(const std::string& name) {
#if defined(CPPJRT_CPU_PLUGIN)
  if (name == kOurPlugin) return CPPJRT_CPU_PLUGIN;
#endif
  const char* folder = std::getenv("CPPJRT_TEST_PLUGINS");
  const char* home = std::getenv("HOME");
  const std::string root = folder != nullptr ? folder : std::string(home == nullptr ? "" : home) + "/.local/lib/cppjrt";
  return root + "/" + name + "/plugin.so";
}

// Why the real plugin `name` cannot be used here; empty if it can.
inline std::string WhyNot(const std::string& name) {
#if defined(CPPJRT_CPU_PLUGIN)
  if (name == kOurPlugin) return "";
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return "real plugins do not run under sanitizers";
#endif
  if (std::getenv("CPPJRT_SANITIZED") != nullptr) return "CPPJRT_SANITIZED is set";
  if (!std::filesystem::exists(InstalledPath(name))) return "no " + InstalledPath(name);
  return "";
}

}  // namespace pjrt

#endif  // CPPJRT_TESTS_CLIENT_PLUGINS_H_
