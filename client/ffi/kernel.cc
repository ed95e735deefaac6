#include "pjrt/ffi/kernel.h"

#include <mutex>
#include <set>
#include <string>
#include <tuple>

#include "client/ffi/registration.h"
#include "pjrt/extensions/ffi.h"

namespace pjrt {
inline namespace v0 {
namespace ffi {
namespace {

// The four functions of a kernel, by stage.
constexpr size_t kStages = 4;
struct Bundle {
  Slot slots[kStages];
};

const Function& FunctionOf(const Kernel& kernel, Stage stage) {
  switch (stage) {
    case Stage::kInstantiate:
      return kernel.instantiate;
    case Stage::kPrepare:
      return kernel.prepare;
    case Stage::kInitialize:
      return kernel.initialize;
    default:
      return kernel.execute;
  }
}

bool OnlyExecutes(const Kernel& kernel) { return !kernel.instantiate && !kernel.prepare && !kernel.initialize; }

// What was registered, as XLA keeps the first of a name without a word. Guarded by names_mutex.
std::mutex names_mutex;
std::set<std::tuple<const void*, std::string, std::string>>& Names() {
  static auto* const names = new std::set<std::tuple<const void*, std::string, std::string>>();
  return *names;
}

Status Fill(const Plugin& plugin, const Kernel& kernel, const Function& function, Registration& registration) {
  registration.function = function;
  if (kernel.command_buffer_compatible) registration.traits = XLA_FFI_HANDLER_TRAITS_COMMAND_BUFFER_COMPATIBLE;
  for (const TypeUse& type : function.types) {
    CPPJRT_ASSIGN_OR_RETURN(const int64_t id, TypeIdOf(plugin, type));
    registration.types.emplace_back(type.key, id);
  }
  return Status();
}

void GiveBackAll(const Bundle& bundle) {
  for (const Slot& slot : bundle.slots) {
    if (slot.registration != nullptr) GiveBack(slot);
  }
}

StatusOr<Bundle> MakeBundle(const Plugin& plugin, const Kernel& kernel) {
  Bundle bundle;
  for (size_t i = 0; i < kStages; ++i) {
    const Function& function = FunctionOf(kernel, static_cast<Stage>(i));
    if (!function) continue;
    StatusOr<Slot> slot = TakeSlot();
    if (slot.ok()) bundle.slots[i] = *slot;
    const Status status = slot.ok() ? Fill(plugin, kernel, function, *bundle.slots[i].registration) : slot.status();
    if (!status.ok()) {
      GiveBackAll(bundle);
      return status;
    }
  }
  return bundle;
}

// Through the plugin's extension, which takes only what runs in the execute stage.
Status RegisterExecute(const Plugin& plugin, std::string_view target, std::string_view platform, const Kernel& kernel,
                       const Slot& slot) {
  CPPJRT_ASSIGN_OR_RETURN(const FfiExtension extension, GetExtension<FfiExtension>(plugin));
  return extension.RegisterHandler(target, reinterpret_cast<void*>(slot.handler), platform,
                                   kernel.command_buffer_compatible);
}

// An error that a function of the table returned, taken over.
Status TakeError(const XLA_FFI_Api& api, XLA_FFI_Error* error) {
  if (error == nullptr) return Status();
  XLA_FFI_Error_GetMessage_Args message{};
  message.struct_size = XLA_FFI_Error_GetMessage_Args_STRUCT_SIZE;
  message.error = error;
  api.XLA_FFI_Error_GetMessage(&message);
  const std::string text = message.message == nullptr ? "no message" : message.message;
  XLA_FFI_Error_Destroy_Args destroy{};
  destroy.struct_size = XLA_FFI_Error_Destroy_Args_STRUCT_SIZE;
  destroy.error = error;
  api.XLA_FFI_Error_Destroy(&destroy);
  return cppjrt::InternalError(text);
}

// Through the table that handlers are given, which takes all stages.
Status RegisterStages(const XLA_FFI_Api& api, std::string_view target, std::string_view platform, const Bundle& bundle,
                      XLA_FFI_Handler_Traits traits) {
  XLA_FFI_Handler_Register_Args args{};
  args.struct_size = XLA_FFI_Handler_Register_Args_STRUCT_SIZE;
  args.name = {target.data(), target.size()};
  args.platform = {platform.data(), platform.size()};
  args.bundle = {bundle.slots[0].handler, bundle.slots[1].handler, bundle.slots[2].handler, bundle.slots[3].handler};
  args.traits = traits;
  return TakeError(api, api.XLA_FFI_Handler_Register(&args)).WithContext("XLA_FFI_Handler_Register");
}

Status CheckAsked(const Plugin& plugin, std::string_view target, const Bundle& bundle) {
  if (bundle.slots[static_cast<size_t>(Stage::kExecute)].registration->asked.load() != nullptr) return Status();
  return cppjrt::FailedPreconditionError("plugin " + plugin.name() + " took the kernel " + std::string(target) +
                                         " without asking what it is, so programs will not find it");
}

Status TwiceError(std::string_view target, const std::string& platform) {
  return cppjrt::AlreadyExistsError("a kernel " + std::string(target) + " is registered for " + platform +
                                    " already; a plugin keeps the first one");
}

}  // namespace

std::string PlatformOf(const Plugin& plugin) {
  if (plugin.attributes().contains("rocm_version")) return "ROCM";
  const bool is_cuda =
      plugin.attributes().contains("cuda_version") || plugin.FindExtension(0 /* Gpu_Custom_Call */, 0) != nullptr;
  return is_cuda ? "CUDA" : "Host";
}

StatusOr<FfiVersion> VersionOf(const Plugin& plugin) {
  CPPJRT_ASSIGN_OR_RETURN(const XLA_FFI_Api* const api, ApiOf(plugin));
  return VersionOf(*api);
}

Status Register(const Plugin& plugin, std::string_view target, const Kernel& kernel, std::string_view platform) {
  if (target.empty() || !kernel.execute) {
    return cppjrt::InvalidArgumentError("Register: a kernel needs a name and a function to execute");
  }
  const std::string where = platform.empty() ? PlatformOf(plugin) : std::string(platform);
  CPPJRT_ASSIGN_OR_RETURN(const XLA_FFI_Api* const api, ApiOf(plugin));
  if (api->api_version.major_version != XLA_FFI_API_MAJOR || api->api_version.minor_version < 1) {
    return cppjrt::FailedPreconditionError(
        "plugin " + plugin.name() + " speaks version " + std::to_string(api->api_version.major_version) + "." +
        std::to_string(api->api_version.minor_version) + " of the FFI; kernels of this library are of 0.1 to 0." +
        std::to_string(XLA_FFI_API_MINOR));
  }
  std::lock_guard<std::mutex> lock(names_mutex);
  std::tuple<const void*, std::string, std::string> name(&plugin.api(), where, std::string(target));
  if (Names().contains(name)) return TwiceError(target, where);
  CPPJRT_ASSIGN_OR_RETURN(const Bundle bundle, MakeBundle(plugin, kernel));
  const Slot& execute = bundle.slots[static_cast<size_t>(Stage::kExecute)];
  const Status status = OnlyExecutes(kernel)
                            ? RegisterExecute(plugin, target, where, kernel, execute)
                            : RegisterStages(*api, target, where, bundle, execute.registration->traits);
  // The slots stay taken: who knows what a plugin that failed has kept.
  CPPJRT_RETURN_IF_ERROR(status);
  Names().insert(std::move(name));
  return CheckAsked(plugin, target, bundle);
}

Status RegisterRaw(const Plugin& plugin, std::string_view target, const RawKernel& kernel, std::string_view platform) {
  if (target.empty() || kernel.execute == nullptr) {
    return cppjrt::InvalidArgumentError("RegisterRaw: a kernel needs a name and a handler to execute");
  }
  const std::string where = platform.empty() ? PlatformOf(plugin) : std::string(platform);
  std::lock_guard<std::mutex> lock(names_mutex);
  std::tuple<const void*, std::string, std::string> name(&plugin.api(), where, std::string(target));
  if (Names().contains(name)) return TwiceError(target, where);
  if (kernel.instantiate == nullptr && kernel.prepare == nullptr && kernel.initialize == nullptr) {
    CPPJRT_ASSIGN_OR_RETURN(const FfiExtension extension, GetExtension<FfiExtension>(plugin));
    const bool recorded = (kernel.traits & XLA_FFI_HANDLER_TRAITS_COMMAND_BUFFER_COMPATIBLE) != 0;
    CPPJRT_RETURN_IF_ERROR(extension.RegisterHandler(target, kernel.execute, where, recorded));
  } else {
    CPPJRT_ASSIGN_OR_RETURN(const XLA_FFI_Api* const api, ApiOf(plugin));
    Bundle bundle;
    void* const handlers[kStages] = {kernel.instantiate, kernel.prepare, kernel.initialize, kernel.execute};
    for (size_t i = 0; i < kStages; ++i) bundle.slots[i].handler = reinterpret_cast<XLA_FFI_Handler*>(handlers[i]);
    CPPJRT_RETURN_IF_ERROR(RegisterStages(*api, target, where, bundle, kernel.traits));
  }
  Names().insert(std::move(name));
  return Status();
}

namespace detail {

Status AddUserData(const Plugin& plugin, const ExecuteContext& context, const TypeUse& type, void* data) {
  CPPJRT_ASSIGN_OR_RETURN(const FfiExtension extension, GetExtension<FfiExtension>(plugin));
  CPPJRT_ASSIGN_OR_RETURN(const int64_t id, TypeIdOf(plugin, type));
  return extension.AddUserData(context, id, data);
}

}  // namespace detail

}  // namespace ffi
}  // namespace v0
}  // namespace pjrt
