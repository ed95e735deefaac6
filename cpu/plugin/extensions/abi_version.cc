// Whether a serialized executable can be loaded here, told before it is: what counts is the version of our format, as
// programs are compiled anew for the machine at hand.
#include <string>
#include <utility>

#include "base/protobuf_wire.h"
#include "cpu/executable/fingerprint.h"
#include "cpu/executable/serialized.h"
#include "cpu/plugin/client.h"
#include "cpu/plugin/entry.h"
#include "cpu/plugin/executable.h"
#include "cpu/plugin/extensions/extensions.h"
#include "cpu/plugin/handle.h"
#include "cpu/plugin/serialized_bytes.h"
#include "pjrt/abi/pjrt_c_api_abi_version_extension.h"

struct PJRT_RuntimeAbiVersion {
  uint64_t platform = 0;
  int64_t format = 0;  // the newest that it loads
};
struct PJRT_ExecutableAbiVersion {
  uint64_t platform = 0;
  int64_t format = 0;
};

namespace cppjrt::cpu {
namespace {

using Runtimes = Handles<PJRT_RuntimeAbiVersion>;
using Programs = Handles<PJRT_ExecutableAbiVersion>;

uint64_t Platform() { return Fingerprint({kPlatformVersion.substr(0, kPlatformVersion.find(' '))}).low(); }

// As a message: platform 1, version 2 (ours: a decimal number).
constexpr int kPlatformField = 1;
constexpr int kVersionField = 2;

template <class Version>
std::string Write(const Version& version) {
  WireWriter message;
  message.Varint(kPlatformField, version.platform);
  message.Bytes(kVersionField, std::to_string(version.format));
  return message.str();
}

template <class Version>
StatusOr<Version> Read(std::string_view bytes) {
  Version version;
  std::string_view format;
  WireReader reader(bytes);
  while (reader.Next()) {
    if (reader.field() == kPlatformField) version.platform = reader.number();
    if (reader.field() == kVersionField) format = reader.bytes();
  }
  if (!reader.ok() || format.empty() || format.size() > 9)
    return InvalidArgumentError("the bytes are no ABI version of this plugin");
  for (const char c : format) {
    if (c < '0' || c > '9') return InvalidArgumentError("the bytes are no ABI version of this plugin");
    version.format = version.format * 10 + (c - '0');
  }
  return version;
}

Status Compatible(uint64_t platform, int64_t newest, uint64_t other_platform, int64_t format) {
  if (platform != other_platform) return FailedPreconditionError("it is for another platform");
  if (format <= newest) return OkStatus();
  return FailedPreconditionError("it has format version " + std::to_string(format) + ", this runtime loads up to " +
                                 std::to_string(newest));
}

Status OfClient(PJRT_Client_RuntimeAbiVersion_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.client));
  args.abi_version = Runtimes::New(Platform(), static_cast<int64_t>(kFormatVersion));
  return OkStatus();
}

Status OfExecutable(PJRT_Executable_GetAbiVersion_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.executable));
  args.abi_version = Programs::New(Platform(), static_cast<int64_t>(kFormatVersion));
  return OkStatus();
}

Status DestroyRuntime(PJRT_RuntimeAbiVersion_Destroy_Args& args) {
  return Runtimes::Delete(args.abi_version, "ABI version");
}
Status DestroyProgram(PJRT_ExecutableAbiVersion_Destroy_Args& args) {
  return Programs::Delete(args.abi_version, "ABI version");
}

Status FitsRuntime(PJRT_RuntimeAbiVersion_IsCompatibleWithRuntime_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Runtimes::Check(args.abi_version, "ABI version"));
  CPPJRT_RETURN_IF_ERROR(Runtimes::Check(args.other_abi_version, "other ABI version"));
  return Compatible(args.abi_version->platform, args.abi_version->format, args.other_abi_version->platform,
                    args.other_abi_version->format);
}

Status FitsProgram(PJRT_RuntimeAbiVersion_IsCompatibleWithExecutable_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Runtimes::Check(args.abi_version, "ABI version"));
  CPPJRT_RETURN_IF_ERROR(Programs::Check(args.executable_abi_version, "ABI version of the executable"));
  return Compatible(args.abi_version->platform, args.abi_version->format, args.executable_abi_version->platform,
                    args.executable_abi_version->format);
}

Status WriteRuntime(PJRT_RuntimeAbiVersion_ToProto_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Runtimes::Check(args.abi_version, "ABI version"));
  GiveBytes(Write(*args.abi_version), args.serialized_proto, args.serialized_proto_size, args.serialized_proto_holder,
            args.serialized_proto_deleter);
  return OkStatus();
}

Status WriteProgram(PJRT_ExecutableAbiVersion_ToProto_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Programs::Check(args.abi_version, "ABI version"));
  GiveBytes(Write(*args.abi_version), args.serialized_proto, args.serialized_proto_size, args.serialized_proto_holder,
            args.serialized_proto_deleter);
  return OkStatus();
}

Status PlatformOfRuntime(PJRT_RuntimeAbiVersion_PlatformId_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Runtimes::Check(args.abi_version, "ABI version"));
  args.platform_id = args.abi_version->platform;
  return OkStatus();
}

Status PlatformOfProgram(PJRT_ExecutableAbiVersion_PlatformId_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Programs::Check(args.abi_version, "ABI version"));
  args.platform_id = args.abi_version->platform;
  return OkStatus();
}

Status ReadRuntime(PJRT_RuntimeAbiVersion_FromProto_Args& args) {
  CPPJRT_ASSIGN_OR_RETURN(const auto version,
                          Read<PJRT_RuntimeAbiVersion>(View(args.serialized_proto, args.serialized_proto_size)));
  args.abi_version = Runtimes::New(version);
  return OkStatus();
}

Status ReadProgram(PJRT_ExecutableAbiVersion_FromProto_Args& args) {
  CPPJRT_ASSIGN_OR_RETURN(const auto version,
                          Read<PJRT_ExecutableAbiVersion>(View(args.serialized_proto, args.serialized_proto_size)));
  args.abi_version = Programs::New(version);
  return OkStatus();
}

}  // namespace

PJRT_Extension_Base& AbiVersionExtension() {
  static PJRT_AbiVersion_Extension extension = {
      .base = {PJRT_AbiVersion_Extension_STRUCT_SIZE, PJRT_Extension_Type_AbiVersion, nullptr},
      .client_runtime_abi_version = &Entry<PJRT_Client_RuntimeAbiVersion_Args, &OfClient>::Call,
      .executable_get_abi_version = &Entry<PJRT_Executable_GetAbiVersion_Args, &OfExecutable>::Call,
      .runtime_abi_version_destroy = &Entry<PJRT_RuntimeAbiVersion_Destroy_Args, &DestroyRuntime>::Call,
      .runtime_abi_version_is_compatible_with_runtime =
          &Entry<PJRT_RuntimeAbiVersion_IsCompatibleWithRuntime_Args, &FitsRuntime>::Call,
      .runtime_abi_version_is_compatible_with_executable =
          &Entry<PJRT_RuntimeAbiVersion_IsCompatibleWithExecutable_Args, &FitsProgram>::Call,
      .runtime_abi_version_to_proto = &Entry<PJRT_RuntimeAbiVersion_ToProto_Args, &WriteRuntime>::Call,
      .runtime_abi_version_platform_id = &Entry<PJRT_RuntimeAbiVersion_PlatformId_Args, &PlatformOfRuntime>::Call,
      .executable_abi_version_destroy = &Entry<PJRT_ExecutableAbiVersion_Destroy_Args, &DestroyProgram>::Call,
      .executable_abi_version_to_proto = &Entry<PJRT_ExecutableAbiVersion_ToProto_Args, &WriteProgram>::Call,
      .executable_abi_version_platform_id = &Entry<PJRT_ExecutableAbiVersion_PlatformId_Args, &PlatformOfProgram>::Call,
      .runtime_abi_version_from_proto = &Entry<PJRT_RuntimeAbiVersion_FromProto_Args, &ReadRuntime>::Call,
      .executable_abi_version_from_proto = &Entry<PJRT_ExecutableAbiVersion_FromProto_Args, &ReadProgram>::Call,
  };
  return extension.base;
}

}  // namespace cppjrt::cpu
