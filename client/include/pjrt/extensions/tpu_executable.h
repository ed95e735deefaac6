// TpuExecutable (17): what a serialized TPU executable holds. Messages go in and come out serialized.
#ifndef PJRT_EXTENSIONS_TPU_EXECUTABLE_H_
#define PJRT_EXTENSIONS_TPU_EXECUTABLE_H_

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "pjrt/extensions/extension.h"
#include "pjrt/status.h"
#include "pjrt/value.h"

namespace pjrt {
inline namespace v0 {

// `executable` is what Executable::Serialize gave.
class TpuExecutableExtension : public Extension {
 public:
  static constexpr int kType = 17;
  explicit TpuExecutableExtension(Extension extension) : Extension(std::move(extension)) {}

  StatusOr<std::string> TargetArguments(std::string_view executable) const;
  // xla.HloModuleProtoWithConfig.
  StatusOr<std::string> HloModuleWithConfig(std::string_view executable) const;
  // xla.CompiledMemoryStatsProto.
  StatusOr<std::string> CompiledMemoryStats(std::string_view executable) const;
  // Cost analysis of HLO modules for the target that TargetArguments told.
  StatusOr<NamedValues> CostAnalysis(std::string_view target_arguments, std::span<const std::string> hlo_modules) const;
  // The environments, completed for TPU.
  StatusOr<std::string> SetCompilationEnvironment(std::string_view environments) const;
  StatusOr<std::string> CompilationEnvironmentField(std::string_view environments, std::string_view field) const;
  // Whether a serialized status says that running again would fail again.
  StatusOr<bool> IsPredeterminedError(std::string_view serialized_status) const;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_EXTENSIONS_TPU_EXECUTABLE_H_
