// Profiler (1): recording what the plugin does, as an XSpace for TensorBoard and Perfetto.
#ifndef PJRT_EXTENSIONS_PROFILER_H_
#define PJRT_EXTENSIONS_PROFILER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "pjrt/extensions/extension.h"
#include "pjrt/status.h"

struct PLUGIN_Profiler;

namespace pjrt {
inline namespace v0 {

class ProfilerSession;

class ProfilerExtension : public Extension {
 public:
  static constexpr int kType = 1;
  explicit ProfilerExtension(Extension extension) : Extension(std::move(extension)) {}

  // `options` is a serialized tensorflow.ProfileOptions; "" for the defaults. UNIMPLEMENTED if the plugin's table is null.
  StatusOr<ProfilerSession> Create(std::string_view options = "") const;
};

// Move-only; not thread-safe. Create, Start, work, Stop, Collect.
class ProfilerSession {
 public:
  ProfilerSession(ProfilerSession&& other) noexcept
      : extension_(other.extension_), raw_(std::exchange(other.raw_, nullptr)) {}
  ProfilerSession& operator=(ProfilerSession&&) = delete;
  ~ProfilerSession();

  Status Start();
  Status Stop();
  // What was recorded: a serialized XSpace.
  StatusOr<std::string> Collect();

 private:
  friend class ProfilerExtension;
  ProfilerSession(ProfilerExtension extension, PLUGIN_Profiler* raw) : extension_(std::move(extension)), raw_(raw) {}
  ProfilerExtension extension_;
  PLUGIN_Profiler* raw_;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_EXTENSIONS_PROFILER_H_
