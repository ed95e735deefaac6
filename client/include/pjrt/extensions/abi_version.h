// AbiVersion (20): whether a compiled executable fits a runtime, before it is loaded.
#ifndef PJRT_EXTENSIONS_ABI_VERSION_H_
#define PJRT_EXTENSIONS_ABI_VERSION_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "pjrt/client.h"
#include "pjrt/executable.h"
#include "pjrt/extensions/extension.h"
#include "pjrt/status.h"

struct PJRT_RuntimeAbiVersion;
struct PJRT_ExecutableAbiVersion;

namespace pjrt {
inline namespace v0 {

class RuntimeAbiVersion;
class ExecutableAbiVersion;

class AbiVersionExtension : public Extension {
 public:
  static constexpr int kType = 20;
  explicit AbiVersionExtension(Extension extension) : Extension(std::move(extension)) {}

  StatusOr<RuntimeAbiVersion> OfClient(const Client& client) const;
  StatusOr<ExecutableAbiVersion> OfExecutable(const Executable& executable) const;
  // From the bytes that Serialize gave, kept beside an executable.
  StatusOr<RuntimeAbiVersion> RuntimeFromBytes(std::string_view bytes) const;
  StatusOr<ExecutableAbiVersion> ExecutableFromBytes(std::string_view bytes) const;
};

// Move-only; thread-safe except for moves.
class ExecutableAbiVersion {
 public:
  ExecutableAbiVersion(ExecutableAbiVersion&& other) noexcept
      : extension_(other.extension_), raw_(std::exchange(other.raw_, nullptr)) {}
  ExecutableAbiVersion& operator=(ExecutableAbiVersion&&) = delete;
  ~ExecutableAbiVersion();

  StatusOr<std::string> Serialize() const;
  StatusOr<uint64_t> platform_id() const;
  PJRT_ExecutableAbiVersion* raw() const { return raw_; }

 private:
  friend class AbiVersionExtension;
  ExecutableAbiVersion(AbiVersionExtension extension, PJRT_ExecutableAbiVersion* raw)
      : extension_(std::move(extension)), raw_(raw) {}
  AbiVersionExtension extension_;
  PJRT_ExecutableAbiVersion* raw_;
};

// Move-only; thread-safe except for moves.
class RuntimeAbiVersion {
 public:
  RuntimeAbiVersion(RuntimeAbiVersion&& other) noexcept
      : extension_(other.extension_), raw_(std::exchange(other.raw_, nullptr)) {}
  RuntimeAbiVersion& operator=(RuntimeAbiVersion&&) = delete;
  ~RuntimeAbiVersion();

  StatusOr<std::string> Serialize() const;
  StatusOr<uint64_t> platform_id() const;
  // OK if what was compiled by `other`, or is `executable`, runs here; else the plugin's reason.
  Status CheckCompatible(const RuntimeAbiVersion& other) const;
  Status CheckCompatible(const ExecutableAbiVersion& executable) const;

 private:
  friend class AbiVersionExtension;
  RuntimeAbiVersion(AbiVersionExtension extension, PJRT_RuntimeAbiVersion* raw)
      : extension_(std::move(extension)), raw_(raw) {}
  AbiVersionExtension extension_;
  PJRT_RuntimeAbiVersion* raw_;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_EXTENSIONS_ABI_VERSION_H_
