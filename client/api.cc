#include "client/api.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "base/address_space.h"
#include "client/named_values.h"

namespace pjrt {
inline namespace v0 {
namespace detail {
namespace {

using ::cppjrt::AddressSpace;

// Longer chains and tables than this do not exist; the limits bound the work a damaged one can cause.
constexpr size_t kMaxExtensions = 256;
constexpr size_t kMaxTableSize = 1 << 16;

std::string VersionText(const ApiVersion& version) {
  return std::to_string(version.major_version) + "." + std::to_string(version.minor_version);
}

Status NotAPlugin(const std::string& name, const std::string& why) {
  return cppjrt::InvalidArgumentError(name + " is not a usable PJRT plugin: " + why);
}

Status CheckVersion(const std::string& name, const ApiVersion& version) {
  if (version.major_version != abi::kApiMajor) {
    return cppjrt::FailedPreconditionError(name + ": plugin reports PJRT C API " + VersionText(version) +
                                           "; this client speaks major version " + std::to_string(abi::kApiMajor) +
                                           " only; use a plugin or a client of the other's major version");
  }
  if (version.minor_version < abi::kFloorMinor) {
    return cppjrt::FailedPreconditionError(
        name + ": plugin reports PJRT C API " + VersionText(version) + "; this client needs 0." +
        std::to_string(abi::kFloorMinor) +
        " or later (slots moved at 0.57); use a plugin built after that or an older client");
  }
  return Status();
}

// The chain's nodes, each checked before it is read.
StatusOr<std::vector<const PJRT_Extension_Base*>> WalkExtensions(const PJRT_Extension_Base* start,
                                                                 const AddressSpace& memory, const std::string& name) {
  std::vector<const PJRT_Extension_Base*> nodes;
  for (const PJRT_Extension_Base* node = start; node != nullptr; node = node->next) {
    const std::string where = "extension " + std::to_string(nodes.size());
    if (reinterpret_cast<uintptr_t>(node) % alignof(PJRT_Extension_Base) != 0 ||
        !memory.Readable(node, sizeof(PJRT_Extension_Base))) {
      return NotAPlugin(name, where + " of its chain points to memory that cannot be read");
    }
    if (std::find(nodes.begin(), nodes.end(), node) != nodes.end()) {
      return NotAPlugin(name,
                        "its extension chain runs in a circle after " + std::to_string(nodes.size()) + " extensions");
    }
    if (nodes.size() == kMaxExtensions) {
      return NotAPlugin(name,
                        "its extension chain does not end after " + std::to_string(kMaxExtensions) + " extensions");
    }
    if (node->struct_size < sizeof(PJRT_Extension_Base) || !memory.Readable(node, node->struct_size)) {
      return NotAPlugin(
          name, where + " of its chain claims an impossible size of " + std::to_string(node->struct_size) + " bytes");
    }
    nodes.push_back(node);
  }
  return nodes;
}

thread_local int plugin_callback_depth = 0;

}  // namespace

PluginCallbackScope::PluginCallbackScope() { ++plugin_callback_depth; }
PluginCallbackScope::~PluginCallbackScope() { --plugin_callback_depth; }
bool PluginCallbackScope::Active() { return plugin_callback_depth > 0; }

StatusOr<std::shared_ptr<Api>> Api::Make(const PJRT_Api* table, std::string name) {
  StartTraceFromEnvironment();
  if (table == nullptr) return NotAPlugin(name, "GetPjrtApi returned null");
  const AddressSpace memory = AddressSpace::Snapshot();
  if (reinterpret_cast<uintptr_t>(table) % alignof(PJRT_Api) != 0 || !memory.Readable(table, abi::kTableStart)) {
    return NotAPlugin(name, "GetPjrtApi returned an address that cannot be read");
  }
  const size_t table_size = table->struct_size;
  if (table_size == 0) return NotAPlugin(name, "its function table is empty (struct_size 0)");
  if (table_size < abi::kTableStart || table_size > kMaxTableSize) {
    return NotAPlugin(name, "its function table claims an impossible size of " + std::to_string(table_size) + " bytes");
  }
  const ApiVersion version{table->pjrt_api_version.major_version, table->pjrt_api_version.minor_version};
  CPPJRT_RETURN_IF_ERROR(CheckVersion(name, version));

  const size_t num_slots = std::min<size_t>((table_size - abi::kTableStart) / sizeof(void*), abi::kSlotCount);
  const auto floor_slots = static_cast<size_t>(abi::SlotsAtMinor(abi::kFloorMinor));
  if (num_slots < floor_slots) {
    return NotAPlugin(name, "its function table is truncated: " + std::to_string(num_slots) +
                                " functions, PJRT C API 0." + std::to_string(abi::kFloorMinor) + " has " +
                                std::to_string(floor_slots));
  }
  const size_t used = abi::kTableStart + num_slots * sizeof(void*);
  if (!memory.Readable(table, used))
    return NotAPlugin(name, "its function table reaches into memory that cannot be read");

  std::shared_ptr<Api> api(new Api());
  api->name_ = std::move(name);
  api->version_ = version;
  api->num_slots_ = num_slots;
  std::memcpy(&api->table_, table, used);
  for (size_t i = 0; i < num_slots; ++i) {
    // Arguments of a slot that were laid out otherwise then cannot be given to an older plugin.
    if (version.minor_version < abi::kSlots[i].usable_minor) api->ClearSlot(static_cast<abi::Slot>(i));
    const void* address = api->SlotAddress(static_cast<abi::Slot>(i));
    if (address != nullptr && !memory.Executable(reinterpret_cast<uintptr_t>(address))) {
      return NotAPlugin(api->name_, std::string(abi::kSlots[i].name) + " points to memory that holds no code");
    }
  }
  for (abi::Slot slot : {abi::Slot::Error_Destroy, abi::Slot::Error_Message, abi::Slot::Error_GetCode}) {
    if (!api->HasSlot(slot)) {
      return NotAPlugin(api->name_,
                        "it has no " + std::string(abi::InfoOf(slot).name) + ", so its errors cannot be read");
    }
  }
  for (size_t i = 0; i < abi::kStructCount; ++i) {
    api->sizes_[i] = abi::StructSize(static_cast<abi::Struct>(i), version.minor_version);
  }
  CPPJRT_ASSIGN_OR_RETURN(api->extension_nodes_, WalkExtensions(table->extension_start, memory, api->name_));
  for (const PJRT_Extension_Base* node : api->extension_nodes_) {
    const std::string_view known = abi::ExtensionName(static_cast<int>(node->type));
    api->extensions_.push_back(
        {static_cast<int>(node->type), known.empty() ? "unknown" : std::string(known), node->struct_size});
  }
  return api;
}

Status Api::Initialize() {
  if (Has<PJRT_Plugin_Initialize_Args>()) {
    PJRT_Plugin_Initialize_Args args{};
    CPPJRT_RETURN_IF_ERROR(Call(args).WithContext(name_));
  }
  PJRT_Plugin_Attributes_Args args{};
  // A plugin need not have attributes; what it says wrongly is as good as nothing said.
  if (!Has<PJRT_Plugin_Attributes_Args>() || !Call(args).ok()) return Status();
  if (StatusOr<NamedValues> values = FromNamedValues(args.attributes, args.num_attributes); values.ok()) {
    attributes_ = *std::move(values);
  }
  return Status();
}

const void* Api::code_address() const {
  for (int slot = 0; slot < abi::kSlotCount; ++slot) {
    if (const void* address = SlotAddress(static_cast<abi::Slot>(slot))) return address;
  }
  return nullptr;
}

const void* Api::SlotAddress(abi::Slot slot) const {
  const void* address = nullptr;
  std::memcpy(&address, reinterpret_cast<const char*>(&table_) + abi::InfoOf(slot).offset, sizeof address);
  return address;
}

void Api::ClearSlot(abi::Slot slot) {
  std::memset(reinterpret_cast<char*>(&table_) + abi::InfoOf(slot).offset, 0, sizeof(void*));
}

Status Api::MissingSlot(abi::Slot slot) const {
  const abi::SlotInfo& info = abi::InfoOf(slot);
  std::string message = std::string(info.name) + ": plugin " + name_ + " (PJRT C API " + VersionText(version_) +
                        ") does not have this function";
  const int since = std::max<int>(info.since_minor, info.usable_minor);
  if (version_.minor_version < since) message += ", which came with 0." + std::to_string(since);
  return cppjrt::UnimplementedError(std::move(message));
}

Status Api::Thrown(abi::Slot slot, std::string_view what) const {
  return cppjrt::InternalError(std::string(abi::InfoOf(slot).name) + ": plugin " + name_ +
                               " threw across the C boundary: " + std::string(what));
}

void Api::ReadPayloads(PJRT_Error* error, Status::Payloads& payloads) const {
  if (!Has<PJRT_Error_ForEachPayload_Args>()) return;
  PJRT_Error_ForEachPayload_Args args{};
  args.error = error;
  args.user_arg = &payloads;
  args.visitor = [](const char* key, size_t key_size, const char* value, size_t value_size, void* user_arg) {
    if (key == nullptr || (value == nullptr && value_size != 0)) return;
    static_cast<Status::Payloads*>(user_arg)->insert_or_assign(
        std::string(key, key_size), value == nullptr ? std::string() : std::string(value, value_size));
  };
  args.struct_size = size<PJRT_Error_ForEachPayload_Args>();
  if (PJRT_Error* nested = table_.PJRT_Error_ForEachPayload(&args); nested != nullptr) {
    Destroy(PJRT_Error_Destroy_Args{.struct_size = 0, .extension_start = nullptr, .error = nested});
  }
}

Status Api::TakeError(PJRT_Error* error) const {
  PJRT_Error_Message_Args message{};
  message.error = error;
  message.struct_size = size<PJRT_Error_Message_Args>();
  table_.PJRT_Error_Message(&message);
  std::string text =
      message.message == nullptr ? "the plugin gave no message" : std::string(message.message, message.message_size);
  text.erase(text.find_last_not_of(" \n") + 1);  // some end their messages as lines

  PJRT_Error_GetCode_Args code{};
  code.error = error;
  code.struct_size = size<PJRT_Error_GetCode_Args>();
  code.code = PJRT_Error_Code_UNKNOWN;
  if (PJRT_Error* nested = table_.PJRT_Error_GetCode(&code); nested != nullptr) {
    Destroy(PJRT_Error_Destroy_Args{.struct_size = 0, .extension_start = nullptr, .error = nested});
    code.code = PJRT_Error_Code_UNKNOWN;
  }
  const int number = static_cast<int>(code.code);
  // An error object means failure whatever code it carries.
  const StatusCode known = number >= 1 && number <= 16 ? static_cast<StatusCode>(number) : StatusCode::kUnknown;

  Status::Payloads payloads;
  ReadPayloads(error, payloads);
  Destroy(PJRT_Error_Destroy_Args{.struct_size = 0, .extension_start = nullptr, .error = error});
  return Status(known, std::move(text), std::move(payloads));
}

Status Api::TakeError(PJRT_Error* error, abi::Slot slot) const {
  return TakeError(error).WithContext(abi::InfoOf(slot).name);
}

const PJRT_Extension_Base* Api::FindExtension(int type, size_t min_size) const {
  for (const PJRT_Extension_Base* node : extension_nodes_) {
    if (static_cast<int>(node->type) == type) return node->struct_size >= min_size ? node : nullptr;
  }
  return nullptr;
}

}  // namespace detail
}  // namespace v0
}  // namespace pjrt
