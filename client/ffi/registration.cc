// XLA calls a handler with nothing of the caller's, so that one C function cannot serve two kernels. There is a fixed number of C
// functions, each of which knows the index of its registration; they are made by a template and cost some 20 KB of code.
#include "client/ffi/registration.h"

#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>

#include "client/guard.h"
#include "pjrt/extensions/ffi.h"

namespace pjrt {
inline namespace v0 {
namespace ffi {
namespace {

// What this library was made from: a handler may not claim more than its plugin has, and need not claim more.
constexpr FfiVersion kOurs{XLA_FFI_API_MAJOR, XLA_FFI_API_MINOR};

std::mutex mutex;
// Never freed: plugins keep the C functions.
std::array<std::atomic<Registration*>, kMaxFunctions> registrations;
size_t num_taken = 0;            // guarded by mutex
std::vector<size_t> given_back;  // guarded by mutex

// --- a call

XLA_FFI_Error* ToError(const XLA_FFI_Api& api, const Status& status) {
  if (status.ok()) return nullptr;
  const std::string message(status.message());
  XLA_FFI_Error_Create_Args args{};
  args.struct_size = XLA_FFI_Error_Create_Args_STRUCT_SIZE;
  args.message = message.c_str();
  args.errc = static_cast<XLA_FFI_Error_Code>(status.code());
  return api.XLA_FFI_Error_Create(&args);
}

// Answers a question for metadata; false if the frame is a call.
bool AnswerMetadata(const XLA_FFI_CallFrame& frame, Registration& registration) {
  for (const XLA_FFI_Extension_Base* node = frame.extension_start; node != nullptr; node = node->next) {
    if (node->type != XLA_FFI_Extension_Metadata) continue;
    XLA_FFI_Metadata* metadata = reinterpret_cast<const XLA_FFI_Metadata_Extension*>(node)->metadata;
    FfiVersion version = kOurs;
    if (frame.api != nullptr) {
      version.minor_version = std::min(version.minor_version, frame.api->api_version.minor_version);
      registration.asked.store(frame.api, std::memory_order_release);
    }
    metadata->api_version.major_version = version.major_version;
    metadata->api_version.minor_version = version.minor_version;
    metadata->traits = registration.traits;
    return true;
  }
  return false;
}

XLA_FFI_Error* Handle(size_t index, XLA_FFI_CallFrame* raw) {
  Registration& registration = *registrations[index].load(std::memory_order_acquire);
  if (AnswerMetadata(*raw, registration)) return nullptr;
  const Frame frame(raw, &registration);
  const Status status = ::pjrt::detail::Guarded("the kernel", [&] { return registration.function.call(frame); });
  return ToError(*raw->api, status);
}

template <size_t index>
XLA_FFI_Error* Handler(XLA_FFI_CallFrame* frame) {
  return Handle(index, frame);
}

template <size_t... index>
constexpr std::array<XLA_FFI_Handler*, sizeof...(index)> MakeHandlers(std::index_sequence<index...>) {
  return {&Handler<index>...};
}
constexpr auto kHandlers = MakeHandlers(std::make_index_sequence<kMaxFunctions>());

// --- what plugins know already

struct PluginFacts {
  const XLA_FFI_Api* api = nullptr;
  std::map<const void*, int64_t> types;
};

// By the plugin's checked table, which lives for ever. Guarded by facts_mutex.
std::mutex facts_mutex;
std::map<const void*, PluginFacts>& Facts() {
  static auto* const facts = new std::map<const void*, PluginFacts>();
  return *facts;
}

constexpr char kProbeTarget[] = "cppjrt.probe";

}  // namespace

StatusOr<Slot> TakeSlot() {
  std::lock_guard<std::mutex> lock(mutex);
  size_t index = num_taken;
  if (!given_back.empty()) {
    index = given_back.back();
    given_back.pop_back();
  } else if (num_taken == kMaxFunctions) {
    return cppjrt::ResourceExhaustedError("this process has registered " + std::to_string(kMaxFunctions) +
                                          " functions of kernels, and there are no more C functions for them");
  } else {
    ++num_taken;
  }
  auto* const made = new Registration();
  registrations[index].store(made, std::memory_order_release);
  return Slot{kHandlers[index], made};
}

void GiveBack(const Slot& slot) {
  std::lock_guard<std::mutex> lock(mutex);
  for (size_t i = 0; i < num_taken; ++i) {
    if (registrations[i].load() != slot.registration) continue;
    registrations[i].store(nullptr);
    delete slot.registration;
    given_back.push_back(i);
    return;
  }
}

FfiVersion VersionOf(const XLA_FFI_Api& api) { return {api.api_version.major_version, api.api_version.minor_version}; }

StatusOr<const XLA_FFI_Api*> ApiOf(const Plugin& plugin) {
  std::lock_guard<std::mutex> lock(facts_mutex);
  PluginFacts& facts = Facts()[&plugin.api()];
  if (facts.api != nullptr) return facts.api;
  CPPJRT_ASSIGN_OR_RETURN(const FfiExtension extension, GetExtension<FfiExtension>(plugin));
  CPPJRT_ASSIGN_OR_RETURN(const Slot slot, TakeSlot());
  slot.registration->function.call = [](const Frame&) { return cppjrt::UnimplementedError("this is no kernel"); };
  const Status status =
      extension.RegisterHandler(kProbeTarget, reinterpret_cast<void*>(slot.handler), PlatformOf(plugin));
  facts.api = slot.registration->asked.load(std::memory_order_acquire);
  CPPJRT_RETURN_IF_ERROR(status);
  if (facts.api != nullptr) return facts.api;
  return cppjrt::FailedPreconditionError("plugin " + plugin.name() +
                                         " did not ask a handler what it is, so it speaks no FFI that is known here");
}

StatusOr<int64_t> TypeIdOf(const Plugin& plugin, const TypeUse& type) {
  std::lock_guard<std::mutex> lock(facts_mutex);
  PluginFacts& facts = Facts()[&plugin.api()];
  if (const auto known = facts.types.find(type.key); known != facts.types.end()) return known->second;
  CPPJRT_ASSIGN_OR_RETURN(const FfiExtension extension, GetExtension<FfiExtension>(plugin));
  // Two libraries of one process may have types of one name.
  const std::string name = type.name + "@" + std::to_string(reinterpret_cast<uintptr_t>(type.key));
  FfiTypeInfo info;
  info.deleter = type.deleter;
  CPPJRT_ASSIGN_OR_RETURN(const int64_t id, extension.RegisterType(name, info));
  facts.types.emplace(type.key, id);
  return id;
}

}  // namespace ffi
}  // namespace v0
}  // namespace pjrt
