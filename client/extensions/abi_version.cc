#include "pjrt/extensions/abi_version.h"

#include "client/c_text.h"
#include "client/extensions/extension_call.h"
#include "pjrt/abi/pjrt_c_api_abi_version_extension.h"

namespace pjrt {
inline namespace v0 {
namespace {

const PJRT_AbiVersion_Extension* Table(const Extension& extension) {
  return detail::TableOf<PJRT_AbiVersion_Extension>(extension);
}

// The bytes of a ToProto call, released.
template <class Args>
std::string TakeBytes(const Args& args) {
  std::string bytes = detail::Text(args.serialized_proto, args.serialized_proto_size);
  if (args.serialized_proto_deleter != nullptr) args.serialized_proto_deleter(args.serialized_proto_holder);
  return bytes;
}

Status None() { return cppjrt::InternalError("the plugin returned no ABI version"); }

}  // namespace

StatusOr<RuntimeAbiVersion> AbiVersionExtension::OfClient(const Client& client) const {
  PJRT_Client_RuntimeAbiVersion_Args args{};
  args.client = client.raw();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), client_runtime_abi_version, args));
  if (args.abi_version == nullptr) return None();
  return RuntimeAbiVersion(*this, args.abi_version);
}

StatusOr<ExecutableAbiVersion> AbiVersionExtension::OfExecutable(const Executable& executable) const {
  PJRT_Executable_GetAbiVersion_Args args{};
  args.executable = executable.raw();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), executable_get_abi_version, args));
  if (args.abi_version == nullptr) return None();
  return ExecutableAbiVersion(*this, args.abi_version);
}

StatusOr<RuntimeAbiVersion> AbiVersionExtension::RuntimeFromBytes(std::string_view bytes) const {
  PJRT_RuntimeAbiVersion_FromProto_Args args{};
  args.serialized_proto = bytes.data();
  args.serialized_proto_size = bytes.size();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), runtime_abi_version_from_proto, args));
  if (args.abi_version == nullptr) return None();
  return RuntimeAbiVersion(*this, args.abi_version);
}

StatusOr<ExecutableAbiVersion> AbiVersionExtension::ExecutableFromBytes(std::string_view bytes) const {
  PJRT_ExecutableAbiVersion_FromProto_Args args{};
  args.serialized_proto = bytes.data();
  args.serialized_proto_size = bytes.size();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), executable_abi_version_from_proto, args));
  if (args.abi_version == nullptr) return None();
  return ExecutableAbiVersion(*this, args.abi_version);
}

ExecutableAbiVersion::~ExecutableAbiVersion() {
  if (raw_ == nullptr) return;
  PJRT_ExecutableAbiVersion_Destroy_Args args{};
  args.abi_version = raw_;
  static_cast<void>(
      PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), executable_abi_version_destroy, args).ok());
}

StatusOr<std::string> ExecutableAbiVersion::Serialize() const {
  PJRT_ExecutableAbiVersion_ToProto_Args args{};
  args.abi_version = raw_;
  CPPJRT_RETURN_IF_ERROR(
      PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), executable_abi_version_to_proto, args));
  return TakeBytes(args);
}

StatusOr<uint64_t> ExecutableAbiVersion::platform_id() const {
  PJRT_ExecutableAbiVersion_PlatformId_Args args{};
  args.abi_version = raw_;
  CPPJRT_RETURN_IF_ERROR(
      PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), executable_abi_version_platform_id, args));
  return args.platform_id;
}

RuntimeAbiVersion::~RuntimeAbiVersion() {
  if (raw_ == nullptr) return;
  PJRT_RuntimeAbiVersion_Destroy_Args args{};
  args.abi_version = raw_;
  static_cast<void>(
      PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), runtime_abi_version_destroy, args).ok());
}

StatusOr<std::string> RuntimeAbiVersion::Serialize() const {
  PJRT_RuntimeAbiVersion_ToProto_Args args{};
  args.abi_version = raw_;
  CPPJRT_RETURN_IF_ERROR(
      PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), runtime_abi_version_to_proto, args));
  return TakeBytes(args);
}

StatusOr<uint64_t> RuntimeAbiVersion::platform_id() const {
  PJRT_RuntimeAbiVersion_PlatformId_Args args{};
  args.abi_version = raw_;
  CPPJRT_RETURN_IF_ERROR(
      PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), runtime_abi_version_platform_id, args));
  return args.platform_id;
}

Status RuntimeAbiVersion::CheckCompatible(const RuntimeAbiVersion& other) const {
  PJRT_RuntimeAbiVersion_IsCompatibleWithRuntime_Args args{};
  args.abi_version = raw_;
  args.other_abi_version = other.raw_;
  return PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), runtime_abi_version_is_compatible_with_runtime,
                             args);
}

Status RuntimeAbiVersion::CheckCompatible(const ExecutableAbiVersion& executable) const {
  PJRT_RuntimeAbiVersion_IsCompatibleWithExecutable_Args args{};
  args.abi_version = raw_;
  args.executable_abi_version = executable.raw();
  return PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), runtime_abi_version_is_compatible_with_executable,
                             args);
}

}  // namespace v0
}  // namespace pjrt
