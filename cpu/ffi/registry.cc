#include "cpu/ffi/registry.h"

#include <cctype>
#include <mutex>

#include "cpu/ffi/api.h"
#include "cpu/ffi/call.h"

namespace cppjrt::cpu {
namespace {

constexpr int64_t kTypedApiVersion = 4;

// "Host" and "cpu" are one platform; case does not count.
std::string CanonicalPlatform(std::string_view platform) {
  std::string text(platform);
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text == "host" ? "cpu" : text;
}

// Asks a handler what it was built with.
StatusOr<XLA_FFI_Metadata> AskMetadata(XLA_FFI_Handler* handler) {
  XLA_FFI_Metadata metadata = {};
  metadata.struct_size = sizeof(XLA_FFI_Metadata);
  metadata.api_version.struct_size = XLA_FFI_Api_Version_STRUCT_SIZE;
  XLA_FFI_Metadata_Extension extension = {};
  extension.extension_base = {XLA_FFI_Metadata_Extension_STRUCT_SIZE, XLA_FFI_Extension_Metadata, nullptr};
  extension.metadata = &metadata;
  XLA_FFI_CallFrame frame = {};
  frame.struct_size = offsetof(XLA_FFI_CallFrame, future);
  frame.extension_start = &extension.extension_base;
  frame.api = FfiApi();
  frame.args.struct_size = XLA_FFI_Args_STRUCT_SIZE;
  frame.rets.struct_size = XLA_FFI_Rets_STRUCT_SIZE;
  frame.attrs.struct_size = XLA_FFI_Attrs_STRUCT_SIZE;
  if (Status status = TakeError(handler(&frame)); !status.ok()) {
    return status.WithContext("the handler does not tell what FFI it was built with");
  }
  return metadata;
}

Status CheckVersion(const XLA_FFI_Metadata& metadata) {
  const int major = metadata.api_version.major_version;
  const int minor = metadata.api_version.minor_version;
  if (major == XLA_FFI_API_MAJOR && minor >= 1 && minor <= FfiRegistry::kMinorVersion) return OkStatus();
  return FailedPreconditionError("the handler was built with XLA FFI " + std::to_string(major) + "." +
                                 std::to_string(minor) + "; this plugin runs those of 0.1 to 0." +
                                 std::to_string(FfiRegistry::kMinorVersion));
}

}  // namespace

FfiRegistry& FfiRegistry::Global() {
  static auto* const registry = new FfiRegistry;  // handlers may run while the process ends
  return *registry;
}

Status FfiRegistry::Register(std::string_view name, std::string_view platform, const FfiBundle& bundle,
                             XLA_FFI_Handler_Traits traits) {
  if (name.empty()) return InvalidArgumentError("a handler needs a name");
  if (bundle.execute == nullptr)
    return InvalidArgumentError("handler '" + std::string(name) + "' has no execute stage");
  StatusOr<XLA_FFI_Metadata> metadata = AskMetadata(bundle.execute);
  if (!metadata.ok()) return metadata.status().WithContext("handler '" + std::string(name) + "'");
  CPPJRT_RETURN_IF_ERROR(CheckVersion(*metadata).WithContext("handler '" + std::string(name) + "'"));
  FfiHandler handler = {bundle, traits | metadata->traits, metadata->api_version.minor_version,
                        metadata->state_type_id.type_id};
  const std::unique_lock lock(mutex_);
  const auto [it, is_new] = handlers_.try_emplace({CanonicalPlatform(platform), std::string(name)}, handler);
  if (is_new || it->second.bundle == bundle) return OkStatus();
  return AlreadyExistsError("custom_call target '" + std::string(name) + "' has another handler already");
}

StatusOr<int64_t> FfiRegistry::RegisterType(std::string_view name, int64_t id, FfiDeleter deleter) {
  if (name.empty()) return InvalidArgumentError("a type needs a name");
  const std::unique_lock lock(mutex_);
  for (auto& [known, type] : types_) {
    if (type.name != name) continue;
    if (id != 0 && id != known) {
      return AlreadyExistsError("type '" + std::string(name) + "' has id " + std::to_string(known) + ", asked for " +
                                std::to_string(id));
    }
    if (type.deleter == nullptr) type.deleter = deleter;
    return known;
  }
  if (id != 0 && types_.contains(id)) {
    return AlreadyExistsError("type id " + std::to_string(id) + " belongs to '" + types_[id].name + "'");
  }
  while (id == 0) {
    if (!types_.contains(next_type_id_)) id = next_type_id_;
    ++next_type_id_;
  }
  types_[id] = {std::string(name), deleter};
  return id;
}

FfiDeleter FfiRegistry::DeleterOf(int64_t type_id) const {
  const std::shared_lock lock(mutex_);
  const auto it = types_.find(type_id);
  return it == types_.end() ? nullptr : it->second.deleter;
}

bool FfiRegistry::Has(std::string_view target, int64_t api_version) const {
  if (api_version != kTypedApiVersion) return false;
  const std::shared_lock lock(mutex_);
  return handlers_.contains({"cpu", std::string(target)});
}

StatusOr<stablehlo::Kernel> FfiRegistry::Prepare(std::string_view target, const stablehlo::OpRef& op) const {
  const std::string name(target);
  FfiHandler handler;
  {
    const std::shared_lock lock(mutex_);
    const auto it = handlers_.find({"cpu", name});
    if (it == handlers_.end()) return NotFoundError("no handler '" + name + "' is registered");
    handler = it->second;
  }
  CPPJRT_ASSIGN_OR_RETURN(std::shared_ptr<const FfiCall> ffi_call, FfiCall::Make(*this, name, handler, op));
  return stablehlo::Kernel([ffi_call = std::move(ffi_call)](stablehlo::Call& call) { return ffi_call->Run(call); });
}

std::vector<std::string> FfiRegistry::Names() const {
  const std::shared_lock lock(mutex_);
  std::vector<std::string> names;
  for (const auto& [key, handler] : handlers_) {
    if (key.first == "cpu") names.push_back(key.second);
  }
  return names;
}

}  // namespace cppjrt::cpu
