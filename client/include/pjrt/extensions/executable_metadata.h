// ExecutableMetadata (13): what a plugin's compiler says of an executable.
#ifndef PJRT_EXTENSIONS_EXECUTABLE_METADATA_H_
#define PJRT_EXTENSIONS_EXECUTABLE_METADATA_H_

#include <string>
#include <utility>

#include "pjrt/executable.h"
#include "pjrt/extensions/extension.h"
#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {

class ExecutableMetadataExtension : public Extension {
 public:
  static constexpr int kType = 13;
  explicit ExecutableMetadataExtension(Extension extension) : Extension(std::move(extension)) {}

  // A serialized message of the plugin's (TPU: fingerprint and the backend's own part).
  StatusOr<std::string> OfExecutable(const Executable& executable) const;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_EXTENSIONS_EXECUTABLE_METADATA_H_
