// Devices: their descriptions, statistics, and what marks and stops work on them.
#include <algorithm>
#include <string>

#include "cpu/plugin/client.h"
#include "cpu/plugin/entry.h"
#include "cpu/plugin/handle.h"
#include "cpu/plugin/running.h"

PJRT_DeviceDescription::PJRT_DeviceDescription(int number, int process)
    : id(number),
      process_index(process),
      debug_string("cpu:" + std::to_string(number)),
      to_string("CpuDevice(id=" + std::to_string(number) + ")") {}

PJRT_Device::PJRT_Device(PJRT_Client& owner, PJRT_DeviceDescription& what, int index)
    : client(owner), description(what), local_hardware_id(index) {
  for (size_t i = 0; i < cppjrt::cpu::kNumMemoryKinds; ++i) {
    memories[i] = std::make_unique<cppjrt::cpu::Memory>(owner, *this, i);
    memory_pointers[i] = memories[i].get();
  }
}

cppjrt::cpu::Memory* PJRT_Device::MemoryOfKind(std::string_view kind) {
  for (const auto& memory : memories) {
    if (memory->kind().name == kind) return memory.get();
  }
  return nullptr;
}

// Attributes as they were when asked for.
struct PJRT_Device_Attributes {
  cppjrt::cpu::NamedValues values;
};

struct PJRT_AsyncTrackingEvent {
  cppjrt::cpu::Ref<PJRT_Client> client;
  PJRT_Device* device;
  std::string description;
};

namespace cppjrt::cpu {
namespace {

using TrackingEvents = Handles<PJRT_AsyncTrackingEvent>;

Status CheckDescription(const PJRT_DeviceDescription* description) {
  CPPJRT_REQUIRE(description != nullptr, "device_description is null");
  return OkStatus();
}

}  // namespace

Status Serve(PJRT_DeviceDescription_Id_Args& args) {
  CPPJRT_RETURN_IF_ERROR(CheckDescription(args.device_description));
  args.id = args.device_description->id;
  return OkStatus();
}

Status Serve(PJRT_DeviceDescription_ProcessIndex_Args& args) {
  CPPJRT_RETURN_IF_ERROR(CheckDescription(args.device_description));
  args.process_index = args.device_description->process_index;
  return OkStatus();
}

Status Serve(PJRT_DeviceDescription_Attributes_Args& args) {
  CPPJRT_RETURN_IF_ERROR(CheckDescription(args.device_description));
  args.attributes = args.device_description->attributes.data();
  args.num_attributes = args.device_description->attributes.size();
  return OkStatus();
}

Status Serve(PJRT_DeviceDescription_Kind_Args& args) {
  CPPJRT_RETURN_IF_ERROR(CheckDescription(args.device_description));
  args.device_kind = kDeviceKind.data();
  args.device_kind_size = kDeviceKind.size();
  return OkStatus();
}

Status Serve(PJRT_DeviceDescription_DebugString_Args& args) {
  CPPJRT_RETURN_IF_ERROR(CheckDescription(args.device_description));
  args.debug_string = args.device_description->debug_string.c_str();
  args.debug_string_size = args.device_description->debug_string.size();
  return OkStatus();
}

Status Serve(PJRT_DeviceDescription_ToString_Args& args) {
  CPPJRT_RETURN_IF_ERROR(CheckDescription(args.device_description));
  args.to_string = args.device_description->to_string.c_str();
  args.to_string_size = args.device_description->to_string.size();
  return OkStatus();
}

Status Serve(PJRT_Device_GetDescription_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.device));
  args.device_description = &args.device->description;
  return OkStatus();
}

Status Serve(PJRT_Device_IsAddressable_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.device));
  args.is_addressable = true;
  return OkStatus();
}

Status Serve(PJRT_Device_LocalHardwareId_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.device));
  args.local_hardware_id = args.device->local_hardware_id;
  return OkStatus();
}

Status Serve(PJRT_Device_AddressableMemories_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.device));
  args.memories = args.device->memory_pointers;
  args.num_memories = kNumMemoryKinds;
  return OkStatus();
}

Status Serve(PJRT_Device_DefaultMemory_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.device));
  args.memory = &args.device->default_memory();
  return OkStatus();
}

// The device's default memory; the limit and the pool are shared by all devices.
Status Serve(PJRT_Device_MemoryStats_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.device));
  const MemoryStats stats = args.device->default_memory().account.stats();
  const MemoryPool& pool = args.device->client.memory;
  args.bytes_in_use = stats.bytes_in_use;
  args.peak_bytes_in_use = stats.peak_bytes;
  args.num_allocs = stats.allocations;
  args.largest_alloc_size = stats.largest_allocation;
  args.bytes_limit = pool.limit();
  // What each of the devices can have when all take as much, as arrays with a shard on every device do.
  args.bytes_reservable_limit = pool.limit() / static_cast<int64_t>(args.device->client.device_pointers.size());
  args.pool_bytes = pool.bytes_held();
  args.peak_pool_bytes = pool.peak_bytes_held();
  args.peak_allocated_bytes = stats.peak_bytes;
  args.peak_bytes_in_use_is_set = args.num_allocs_is_set = args.largest_alloc_size_is_set = true;
  args.bytes_limit_is_set = args.pool_bytes_is_set = args.peak_pool_bytes_is_set = true;
  args.peak_allocated_bytes_is_set = args.bytes_reservable_limit_is_set = true;
  // Nothing is reserved ahead, and there is no block of the system that could not be had.
  args.bytes_reserved_is_set = args.peak_bytes_reserved_is_set = false;
  args.largest_free_block_bytes_is_set = false;
  return OkStatus();
}

Status Serve(PJRT_Device_ClearMemoryStats_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.device));
  args.device->default_memory().account.ClearStats();
  return OkStatus();
}

// The program ends at its next safepoint. Its results fail when it has, or soon without it.
Status Serve(PJRT_Device_PoisonExecution_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.device));
  CPPJRT_REQUIRE(args.error_code != PJRT_Error_Code_OK, "error_code is OK");
  const Status error =
      MakeStatus(args.error_code, args.error_message, args.error_message_size, args.payload, args.num_payload);
  args.poisoned = PoisonLaunches(*args.device, args.launch_id, error);
  return OkStatus();
}

// There are none that change.
Status Serve(PJRT_Device_GetAttributes_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.device));
  auto attributes = std::make_unique<PJRT_Device_Attributes>();
  args.attributes = attributes->values.data();
  args.num_attributes = attributes->values.size();
  args.attributes_deleter = [](PJRT_Device_Attributes* owned) { delete owned; };
  args.device_attributes = attributes.release();
  return OkStatus();
}

Status Serve(PJRT_Device_CreateAsyncTrackingEvent_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.device));
  const std::string_view description = View(args.description, args.description_size);
  args.event = TrackingEvents::New(Ref<PJRT_Client>(&args.device->client), args.device, std::string(description));
  const std::lock_guard lock(args.device->mutex);
  args.device->tracking_events.push_back(args.event);
  return OkStatus();
}

Status Serve(PJRT_AsyncTrackingEvent_Destroy_Args& args) {
  CPPJRT_RETURN_IF_ERROR(TrackingEvents::Check(args.event, "tracking event"));
  {
    const std::lock_guard lock(args.event->device->mutex);
    std::erase(args.event->device->tracking_events, args.event);
  }
  return TrackingEvents::Delete(args.event, "tracking event");
}

}  // namespace cppjrt::cpu
