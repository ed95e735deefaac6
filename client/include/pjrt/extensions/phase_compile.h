// PhaseCompile (9): running the compiler one phase at a time.
#ifndef PJRT_EXTENSIONS_PHASE_COMPILE_H_
#define PJRT_EXTENSIONS_PHASE_COMPILE_H_

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pjrt/compile_options.h"
#include "pjrt/extensions/extension.h"
#include "pjrt/status.h"
#include "pjrt/topology.h"

struct PJRT_PhaseCompiler;

namespace pjrt {
inline namespace v0 {

class PhaseCompiler;

class PhaseCompileExtension : public Extension {
 public:
  static constexpr int kType = 9;
  explicit PhaseCompileExtension(Extension extension) : Extension(std::move(extension)) {}

  // UNIMPLEMENTED on XLA CPU, whose entries are null.
  StatusOr<PhaseCompiler> GetCompiler() const;
};

// Move-only.
class PhaseCompiler {
 public:
  PhaseCompiler(PhaseCompiler&& other) noexcept
      : extension_(other.extension_), raw_(std::exchange(other.raw_, nullptr)) {}
  PhaseCompiler& operator=(PhaseCompiler&&) = delete;
  ~PhaseCompiler();

  // In the order they run.
  StatusOr<std::vector<std::string>> PhaseNames() const;
  // Runs some phases on serialized partial programs, for a topology; the programs that come out.
  StatusOr<std::vector<std::string>> RunPhases(std::span<const std::string> programs,
                                               std::span<const std::string> phases, const CompileOptions& options,
                                               const Topology& topology) const;

 private:
  friend class PhaseCompileExtension;
  PhaseCompiler(PhaseCompileExtension extension, const PJRT_PhaseCompiler* raw)
      : extension_(std::move(extension)), raw_(raw) {}
  StatusOr<std::vector<std::string>> TakeBuffers(const char** buffers, const size_t* sizes, size_t count) const;

  PhaseCompileExtension extension_;
  const PJRT_PhaseCompiler* raw_;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_EXTENSIONS_PHASE_COMPILE_H_
