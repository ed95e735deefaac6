#include "pjrt/extensions/executable_metadata.h"

#include "client/c_text.h"
#include "client/extensions/extension_call.h"
#include "pjrt/abi/executable_metadata_extension.h"

namespace pjrt {
inline namespace v0 {

StatusOr<std::string> ExecutableMetadataExtension::OfExecutable(const Executable& executable) const {
  const auto* table = detail::TableOf<PJRT_ExecutableMetadata_Extension>(*this);
  if (executable.raw() == nullptr) return cppjrt::FailedPreconditionError("OfExecutable: the executable is empty");
  PJRT_ExecutableMetadata_GetExecutableMetadata_Args args{};
  args.executable = executable.raw();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), table, get_executable_metadata, args));
  if (args.metadata == nullptr) return cppjrt::InternalError("the plugin returned no metadata of the executable");
  std::string text = detail::Text(args.metadata->serialized_metadata, args.metadata->serialized_metadata_size);
  PJRT_ExecutableMetadata_DestroySerializedMetadata_Args destroy{};
  destroy.metadata = args.metadata;
  static_cast<void>(PJRT_CALL_EXTENSION(plugin(), table, destroy_serialized_metadata, destroy).ok());
  return text;
}

}  // namespace v0
}  // namespace pjrt
