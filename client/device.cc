#include "pjrt/device.h"

#include <utility>

#include "client/api.h"
#include "client/c_text.h"
#include "client/client_state.h"
#include "client/named_values.h"

namespace pjrt {
inline namespace v0 {
namespace detail {
namespace {

// A default-made handle behaves as a device or memory of which nothing is known.
const DeviceState kNoDevice;
const MemoryState kNoMemory;

}  // namespace

StatusOr<DeviceDescription> ReadDescription(const Api& api, PJRT_DeviceDescription* raw) {
  if (raw == nullptr) return cppjrt::InternalError("the plugin gave no device description");
  DeviceDescription result;
  PJRT_DeviceDescription_Id_Args id{};
  id.device_description = raw;
  CPPJRT_RETURN_IF_ERROR(api.Call(id));
  result.id = id.id;
  PJRT_DeviceDescription_ProcessIndex_Args process{};
  process.device_description = raw;
  CPPJRT_RETURN_IF_ERROR(api.Call(process));
  result.process_index = process.process_index;
  PJRT_DeviceDescription_Kind_Args kind{};
  kind.device_description = raw;
  CPPJRT_RETURN_IF_ERROR(api.Call(kind));
  result.kind = Text(kind.device_kind, kind.device_kind_size);
  PJRT_DeviceDescription_ToString_Args text{};
  text.device_description = raw;
  if (api.Call(text).ok()) result.text = Text(text.to_string, text.to_string_size);
  PJRT_DeviceDescription_DebugString_Args debug{};
  debug.device_description = raw;
  if (api.Call(debug).ok()) result.debug_text = Text(debug.debug_string, debug.debug_string_size);
  PJRT_DeviceDescription_Attributes_Args attributes{};
  attributes.device_description = raw;
  if (api.Call(attributes).ok()) {
    CPPJRT_ASSIGN_OR_RETURN(result.attributes, FromNamedValues(attributes.attributes, attributes.num_attributes));
  }
  return result;
}

}  // namespace detail

const DeviceDescription& Device::description() const {
  return state_ == nullptr ? detail::kNoDevice.description : state_->description;
}
bool Device::addressable() const { return state_ != nullptr && state_->addressable; }
int Device::local_hardware_id() const { return state_ == nullptr ? -1 : state_->local_hardware_id; }
PJRT_Device* Device::raw() const { return state_ == nullptr ? nullptr : state_->raw; }

std::vector<Memory> Device::memories() const {
  std::vector<Memory> result;
  if (state_ == nullptr) return result;
  for (const detail::MemoryState* memory : state_->memories) result.emplace_back(client_, memory);
  return result;
}

StatusOr<Memory> Device::default_memory() const {
  if (state_ == nullptr) return cppjrt::FailedPreconditionError("default_memory of no device");
  PJRT_Device_DefaultMemory_Args args{};
  args.device = state_->raw;
  CPPJRT_RETURN_IF_ERROR(client_->api.Call(args));
  const detail::MemoryState* memory = client_->Find(args.memory);
  if (memory == nullptr)
    return cppjrt::InternalError("the plugin named a default memory that is not among its memories");
  return Memory(client_, memory);
}

StatusOr<NamedValues> Device::attributes() const {
  if (state_ == nullptr) return cppjrt::FailedPreconditionError("attributes of no device");
  PJRT_Device_GetAttributes_Args args{};
  args.device = state_->raw;
  CPPJRT_RETURN_IF_ERROR(client_->api.Call(args));
  StatusOr<NamedValues> result = detail::FromNamedValues(args.attributes, args.num_attributes);
  if (args.attributes_deleter != nullptr) args.attributes_deleter(args.device_attributes);
  return result;
}

StatusOr<MemoryStats> Device::memory_stats() const {
  if (state_ == nullptr) return cppjrt::FailedPreconditionError("memory_stats of no device");
  PJRT_Device_MemoryStats_Args args{};
  args.device = state_->raw;
  CPPJRT_RETURN_IF_ERROR(client_->api.Call(args));
  MemoryStats stats;
  stats.bytes_in_use = args.bytes_in_use;
  // A figure counts if the plugin says it set it, and if its version has the field at all.
#define PJRT_TAKE_STAT(field)                                                                          \
  if (PJRT_KNOWS(client_->api, PJRT_Device_MemoryStats_Args, field##_is_set) && args.field##_is_set) { \
    stats.field = args.field;                                                                          \
  }
  PJRT_TAKE_STAT(peak_bytes_in_use)
  PJRT_TAKE_STAT(num_allocs)
  PJRT_TAKE_STAT(largest_alloc_size)
  PJRT_TAKE_STAT(bytes_limit)
  PJRT_TAKE_STAT(bytes_reserved)
  PJRT_TAKE_STAT(peak_bytes_reserved)
  PJRT_TAKE_STAT(bytes_reservable_limit)
  PJRT_TAKE_STAT(largest_free_block_bytes)
  PJRT_TAKE_STAT(pool_bytes)
  PJRT_TAKE_STAT(peak_pool_bytes)
  PJRT_TAKE_STAT(peak_allocated_bytes)
#undef PJRT_TAKE_STAT
  return stats;
}

Status Device::ClearMemoryStats() const {
  if (state_ == nullptr) return cppjrt::FailedPreconditionError("ClearMemoryStats of no device");
  PJRT_Device_ClearMemoryStats_Args args{};
  args.device = state_->raw;
  return client_->api.Call(args);
}

int Memory::id() const { return state_ == nullptr ? -1 : state_->id; }
int Memory::kind_id() const { return state_ == nullptr ? -1 : state_->kind_id; }
const std::string& Memory::kind() const { return (state_ == nullptr ? detail::kNoMemory : *state_).kind; }
const std::string& Memory::text() const { return (state_ == nullptr ? detail::kNoMemory : *state_).text; }
const std::string& Memory::debug_text() const { return (state_ == nullptr ? detail::kNoMemory : *state_).debug_text; }
PJRT_Memory* Memory::raw() const { return state_ == nullptr ? nullptr : state_->raw; }

std::vector<Device> Memory::devices() const {
  std::vector<Device> result;
  if (state_ == nullptr) return result;
  for (const detail::DeviceState* device : state_->devices) result.emplace_back(client_, device);
  return result;
}

}  // namespace v0
}  // namespace pjrt
