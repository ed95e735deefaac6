// Devices, their descriptions and their memories.
#include <cstring>

#include "tests/fault_plugin/client.h"
#include "tests/fault_plugin/plugin.h"

PJRT_DeviceDescription::PJRT_DeviceDescription(int number, const fault::NamedValues& options)
    : id(number),
      debug_string("fault:" + std::to_string(number)),
      to_string("FaultDevice(id=" + std::to_string(number) + ")") {
  attributes.AddInts("coords", {number, 0, 0});
  attributes.AddAll(options);
}

PJRT_Device::PJRT_Device(PJRT_Client& owner, PJRT_DeviceDescription& what)
    : client(owner),
      description(what),
      memories{{owner, *this, 0}, {owner, *this, 1}},
      memory_pointers{&memories[0], &memories[1]} {}

namespace fault {
namespace {

void* GetUserData(PJRT_Memory* raw, const void* key) {
  auto& memory = static_cast<Memory&>(*raw);
  std::lock_guard lock(memory.mutex);
  const auto found = memory.user_data.find(key);
  return found == memory.user_data.end() ? nullptr : found->second.data;
}

void SetUserData(PJRT_Memory* raw, const void* key, void* data, void (*destroy)(void*)) {
  auto& memory = static_cast<Memory&>(*raw);
  Memory::UserData old = {data, destroy};
  {
    std::lock_guard lock(memory.mutex);
    std::swap(memory.user_data[key], old);
  }
  if (old.destroy != nullptr) old.destroy(old.data);
}

constexpr PJRT_Memory_FunctionTable kMemoryTable = {
    .struct_size = sizeof(PJRT_Memory_FunctionTable),
    .extension_start = nullptr,
    .instance_struct_size = sizeof(Memory),
    .get_user_data = &GetUserData,
    .set_user_data = &SetUserData,
};

std::string MemoryName(int device, int kind) {
  return std::string(kMemoryKinds[kind]) + " of fault:" + std::to_string(device);
}

}  // namespace

Memory::Memory(PJRT_Client& owner, PJRT_Device& of_device, int kind)
    : PJRT_Memory{&kMemoryTable},
      client(owner),
      device(of_device),
      devices{&of_device},
      kind_id(kind),
      id(of_device.description.id * kMemoriesPerDevice + kind),
      debug_string("FaultMemory(" + MemoryName(of_device.description.id, kind) + ")"),
      to_string(MemoryName(of_device.description.id, kind)) {}

Memory::~Memory() {
  for (const auto& [key, value] : user_data) {
    if (value.destroy != nullptr) value.destroy(value.data);
  }
}

namespace {

// --- descriptions

PJRT_DeviceDescription& Of(PJRT_DeviceDescription* description) {
  return Ref(description, "device description is null");
}

void DescriptionId(Plugin&, PJRT_DeviceDescription_Id_Args& args) { args.id = Of(args.device_description).id; }

void DescriptionProcessIndex(Plugin&, PJRT_DeviceDescription_ProcessIndex_Args& args) {
  Of(args.device_description);
  args.process_index = 0;
}

void DescriptionAttributes(Plugin&, PJRT_DeviceDescription_Attributes_Args& args) {
  const NamedValues& attributes = Of(args.device_description).attributes;
  args.attributes = attributes.data();
  args.num_attributes = attributes.size();
}

void DescriptionKind(Plugin&, PJRT_DeviceDescription_Kind_Args& args) {
  Of(args.device_description);
  args.device_kind = kPlatformName;
  args.device_kind_size = std::strlen(kPlatformName);
}

void DescriptionDebugString(Plugin&, PJRT_DeviceDescription_DebugString_Args& args) {
  const std::string& text = Of(args.device_description).debug_string;
  args.debug_string = text.c_str();
  args.debug_string_size = text.size();
}

void DescriptionToString(Plugin&, PJRT_DeviceDescription_ToString_Args& args) {
  const std::string& text = Of(args.device_description).to_string;
  args.to_string = text.c_str();
  args.to_string_size = text.size();
}

// --- devices

void GetDescription(Plugin&, PJRT_Device_GetDescription_Args& args) {
  args.device_description = &Live(args.device).description;
}

void IsAddressable(Plugin&, PJRT_Device_IsAddressable_Args& args) {
  Live(args.device);
  args.is_addressable = true;
}

void LocalHardwareId(Plugin&, PJRT_Device_LocalHardwareId_Args& args) {
  args.local_hardware_id = Live(args.device).description.id;
}

void AddressableMemories(Plugin&, PJRT_Device_AddressableMemories_Args& args) {
  args.memories = Live(args.device).memory_pointers;
  args.num_memories = kMemoriesPerDevice;
}

void DefaultMemory(Plugin&, PJRT_Device_DefaultMemory_Args& args) { args.memory = &Live(args.device).memories[0]; }

void MemoryStats(Plugin&, PJRT_Device_MemoryStats_Args& args) {
  const MemoryUse& use = *Live(args.device).memories[0].use;
  args.bytes_in_use = use.bytes.load(std::memory_order_relaxed);
  args.peak_bytes_in_use = use.peak_bytes.load(std::memory_order_relaxed);
  args.num_allocs = use.allocations.load(std::memory_order_relaxed);
  args.largest_alloc_size = use.largest.load(std::memory_order_relaxed);
  args.bytes_limit = kMemoryLimit;
  args.peak_bytes_in_use_is_set = args.num_allocs_is_set = args.largest_alloc_size_is_set = args.bytes_limit_is_set =
      true;
  args.bytes_reserved_is_set = args.peak_bytes_reserved_is_set = args.bytes_reservable_limit_is_set = false;
  args.largest_free_block_bytes_is_set = args.pool_bytes_is_set = args.peak_pool_bytes_is_set = false;
  args.peak_allocated_bytes = args.peak_bytes_in_use;
  args.peak_allocated_bytes_is_set = true;
}

void ClearMemoryStats(Plugin&, PJRT_Device_ClearMemoryStats_Args& args) {
  MemoryUse& use = *Live(args.device).memories[0].use;
  use.peak_bytes = use.bytes.load();
  use.allocations = 0;
  use.largest = 0;
}

void PoisonExecution(Plugin&, PJRT_Device_PoisonExecution_Args& args) {
  Live(args.device);
  Require(args.error_code != PJRT_Error_Code_OK, "PJRT_Device_PoisonExecution: the error code is OK");
  // Executions are over before anyone can ask for this.
  args.poisoned = false;
}

}  // namespace
}  // namespace fault

struct PJRT_Device_Attributes : fault::Counted<FaultKind::kSerialized> {
  fault::NamedValues values;
};

struct PJRT_AsyncTrackingEvent : fault::Counted<FaultKind::kTrackingEvent> {
  std::string description;
};

struct PJRT_ExecuteContext : fault::Counted<FaultKind::kExecuteContext> {};

namespace fault {
namespace {

// Attributes that may change: the echoed options and how much memory is in use.
void GetAttributes(Plugin&, PJRT_Device_GetAttributes_Args& args) {
  PJRT_Device& device = Live(args.device);
  auto attributes = std::make_unique<PJRT_Device_Attributes>();
  attributes->values.AddAll(device.description.attributes);
  attributes->values.AddInt("bytes_in_use", device.memories[0].use->bytes.load());
  args.attributes = attributes->values.data();
  args.num_attributes = attributes->values.size();
  args.attributes_deleter = [](PJRT_Device_Attributes* owned) { delete owned; };
  args.device_attributes = attributes.release();
}

void CreateAsyncTrackingEvent(Plugin&, PJRT_Device_CreateAsyncTrackingEvent_Args& args) {
  Live(args.device);
  args.event = new PJRT_AsyncTrackingEvent{{}, std::string(View(args.description, args.description_size))};
}

void DestroyTrackingEvent(Plugin&, PJRT_AsyncTrackingEvent_Destroy_Args& args) {
  delete &Ref(args.event, "tracking event is null");
}

void CreateContext(Plugin&, PJRT_ExecuteContext_Create_Args& args) { args.context = new PJRT_ExecuteContext; }

void DestroyContext(Plugin&, PJRT_ExecuteContext_Destroy_Args& args) { delete &Ref(args.context, "context is null"); }

// --- memories

void MemoryId(Plugin&, PJRT_Memory_Id_Args& args) { args.id = Live(args.memory).id; }

void MemoryKind(Plugin&, PJRT_Memory_Kind_Args& args) {
  args.kind = kMemoryKinds[Live(args.memory).kind_id];
  args.kind_size = std::strlen(args.kind);
}

void MemoryKindId(Plugin&, PJRT_Memory_Kind_Id_Args& args) { args.kind_id = Live(args.memory).kind_id; }

void MemoryDebugString(Plugin&, PJRT_Memory_DebugString_Args& args) {
  const std::string& text = Live(args.memory).debug_string;
  args.debug_string = text.c_str();
  args.debug_string_size = text.size();
}

void MemoryToString(Plugin&, PJRT_Memory_ToString_Args& args) {
  const std::string& text = Live(args.memory).to_string;
  args.to_string = text.c_str();
  args.to_string_size = text.size();
}

void MemoryDevices(Plugin&, PJRT_Memory_AddressableByDevices_Args& args) {
  args.devices = Live(args.memory).devices;
  args.num_devices = 1;
}

}  // namespace

void AddDeviceSlots() {
  AddSlots<DescriptionId, DescriptionProcessIndex, DescriptionAttributes, DescriptionKind, DescriptionDebugString,
           DescriptionToString>();
  AddSlots<GetDescription, IsAddressable, LocalHardwareId, AddressableMemories, DefaultMemory, MemoryStats,
           ClearMemoryStats, PoisonExecution, GetAttributes, CreateAsyncTrackingEvent, DestroyTrackingEvent>();
  AddSlots<MemoryId, MemoryKind, MemoryKindId, MemoryDebugString, MemoryToString, MemoryDevices>();
  AddSlots<CreateContext, DestroyContext>();
}

}  // namespace fault
