// MultiSlice (22): questions to a configuration of several slices, which the Megascale extension makes.
#ifndef PJRT_EXTENSIONS_MULTI_SLICE_H_
#define PJRT_EXTENSIONS_MULTI_SLICE_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "pjrt/extensions/extension.h"
#include "pjrt/status.h"

struct PJRT_MultiSlice_Config;

namespace pjrt {
inline namespace v0 {

class MultiSliceConfig;

class MultiSliceExtension : public Extension {
 public:
  static constexpr int kType = 22;
  explicit MultiSliceExtension(Extension extension) : Extension(std::move(extension)) {}

  // Takes over a configuration that another extension made.
  MultiSliceConfig Own(PJRT_MultiSlice_Config* raw) const;
};

// Move-only; thread-safe except for moves.
class MultiSliceConfig {
 public:
  MultiSliceConfig(MultiSliceConfig&& other) noexcept
      : extension_(other.extension_), raw_(std::exchange(other.raw_, nullptr)) {}  // NOLINT: as ExecuteContext
  MultiSliceConfig& operator=(MultiSliceConfig&&) = delete;
  ~MultiSliceConfig();

  StatusOr<int32_t> num_slices() const;
  // The slice that this process is in.
  StatusOr<int32_t> slice_id() const;
  // By slice.
  StatusOr<std::map<int32_t, int32_t>> num_devices_per_slice() const;
  // For CompileOptions::multi_slice_config.
  StatusOr<std::string> Serialize() const;

  PJRT_MultiSlice_Config* raw() const { return raw_; }

 private:
  friend class MultiSliceExtension;
  MultiSliceConfig(MultiSliceExtension extension, PJRT_MultiSlice_Config* raw)
      : extension_(std::move(extension)), raw_(raw) {}
  MultiSliceExtension extension_;
  PJRT_MultiSlice_Config* raw_;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_EXTENSIONS_MULTI_SLICE_H_
