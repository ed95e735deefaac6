#include "stablehlo/bytecode/writer.h"

#include <optional>

#include "stablehlo/bytecode/artifact_writer.h"
#include "stablehlo/bytecode/mixed_dialects.h"

namespace cppjrt::stablehlo {

StatusOr<std::string> WriteArtifact(Module& module, Version target, const WriteArtifactOptions& options) {
  if (target < kOldestVersion || target > kNewestVersion) {
    return InvalidArgumentError("cannot write VHLO " + target.ToString() + ", only " + kOldestVersion.ToString() +
                                " to " + kNewestVersion.ToString());
  }
  if (!module.root()) return InvalidArgumentError("the module is empty");
  std::optional<Module> mixed = bytecode::CopyWithCasts(module);
  return bytecode::ArtifactWriter(mixed ? &*mixed : &module, target, options.with_locations).Write();
}

}  // namespace cppjrt::stablehlo
