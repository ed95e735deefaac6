#include "tests/fault_plugin/client.h"

#include <cstring>

#include "tests/fault_plugin/plugin.h"

PJRT_Client::PJRT_Client(int64_t num_devices, const fault::NamedValues& options)
    : topology("fault:" + std::to_string(num_devices), num_devices, options) {
  for (PJRT_DeviceDescription& description : topology.devices) {
    PJRT_Device& device = devices.emplace_back(*this, description);
    device_pointers.push_back(&device);
    for (fault::Memory& memory : device.memories) memory_pointers.push_back(&memory);
  }
}

namespace fault {
namespace {

constexpr size_t kCorpses = 1024;
constexpr int64_t kMostDevices = 100000;

std::mutex g_corpses_mutex;
std::deque<std::unique_ptr<PJRT_Client>> g_corpses;

void CheckLives(const PJRT_Client& client) {
  if (client.destroyed.load(std::memory_order_relaxed)) [[unlikely]] {
    Violation("the client was destroyed before this use of it or of something that belongs to it");
  }
}

}  // namespace

PJRT_Client& Live(PJRT_Client* client) {
  CheckLives(Ref(client, "client is null"));
  return *client;
}

PJRT_Device& Live(PJRT_Device* device) {
  CheckLives(Ref(device, "device is null").client);
  return *device;
}

Memory& Live(PJRT_Memory* memory) {
  auto& live = static_cast<Memory&>(Ref(memory, "memory is null"));
  CheckLives(live.client);
  return live;
}

Memory& Placement(PJRT_Client& client, PJRT_Device* device, PJRT_Memory* memory) {
  Memory& place =
      memory != nullptr ? Live(memory) : Live(device != nullptr ? device : client.device_pointers.at(0)).memories[0];
  Require(&place.client == &client, "the device or memory belongs to another client");
  return place;
}

namespace {

// --- create options

struct OptionRule {
  std::string_view name;
  PJRT_NamedValue_Type type;
};

// Only num_devices has an effect; the others are there to be echoed.
constexpr OptionRule kOptions[] = {
    {"num_devices", PJRT_NamedValue_kInt64}, {"string_option", PJRT_NamedValue_kString},
    {"int64", PJRT_NamedValue_kInt64},       {"int_list", PJRT_NamedValue_kInt64List},
    {"float", PJRT_NamedValue_kFloat},       {"bool", PJRT_NamedValue_kBool},
};

void CheckOption(const PJRT_NamedValue& value) {
  const std::string_view name = View(value.name, value.name_size);
  for (const OptionRule& rule : kOptions) {
    if (rule.name != name) continue;
    if (rule.type == value.type) return;
    Invalid("option " + Quote(name) + " has type " + std::to_string(value.type) + ", expected " +
            std::to_string(rule.type));
  }
  Invalid("Unexpected option name passed to PJRT_Client_Create: " + std::string(name));
}

void ReadOptions(const PJRT_Client_Create_Args& args, NamedValues* options) {
  Require(args.create_options != nullptr || args.num_options == 0, "create_options is null");
  for (size_t i = 0; i < args.num_options; ++i) {
    CheckOption(args.create_options[i]);
    options->Add(args.create_options[i]);
  }
}

int64_t NumDevices(const Plugin& plugin, const NamedValues& options) {
  const PJRT_NamedValue* option = options.Find("num_devices");
  const int64_t count =
      option != nullptr ? option->int64_value : plugin.default_devices.load(std::memory_order_relaxed);
  if (count < 1 || count > kMostDevices) Invalid("num_devices is " + std::to_string(count) + ", expected 1 to 100000");
  return count;
}

// --- key-value store: what a distributed client does with it, in short

constexpr std::string_view kKey = "fault/num_devices";

PJRT_Error* CallbackError(PJRT_Error_Code code, const char* message, size_t size) {
  return new Error({code, std::string(View(message, size)), false, {}});
}

void ThrowError(PJRT_Error* error) {
  if (error == nullptr) return;
  const Failure failure = static_cast<Error*>(error)->failure;
  delete static_cast<Error*>(error);
  throw failure;
}

template <class Args>
Args KeyArgs(void* user_arg, PJRT_CallbackError* callback_error) {
  Args args = {};
  args.struct_size = pjrt::abi::StructSize<Args>(pjrt::abi::kApiMinor);
  args.key = kKey.data();
  args.key_size = kKey.size();
  args.callback_error = callback_error;
  args.user_arg = user_arg;
  return args;
}

// Calls a getter and puts what it gives into `options` as `name`.
template <class Args, class Getter>
void Get(Getter getter, Args args, std::string_view name, NamedValues* options) {
  ThrowError(getter(&args));
  options->AddString(name, View(args.value, args.value_size));
  if (args.value_deleter_callback != nullptr) args.value_deleter_callback(args.value);
}

void UseKeyValueStore(const PJRT_Client_Create_Args& args, int64_t num_devices, NamedValues* options) {
  PJRT_CallbackError callback_error = &CallbackError;
  if (args.kv_put_callback != nullptr) {
    const std::string value = std::to_string(num_devices);
    auto put = KeyArgs<PJRT_KeyValuePutCallback_Args>(args.kv_put_user_arg, &callback_error);
    put.value = value.data();
    put.value_size = value.size();
    ThrowError(args.kv_put_callback(&put));
  }
  if (args.kv_get_callback != nullptr) {
    auto get = KeyArgs<PJRT_KeyValueGetCallback_Args>(args.kv_get_user_arg, &callback_error);
    get.timeout_in_ms = 1000;
    Get(args.kv_get_callback, get, "kv_get", options);
  }
  if (args.kv_try_get_callback != nullptr) {
    Get(args.kv_try_get_callback, KeyArgs<PJRT_KeyValueTryGetCallback_Args>(args.kv_try_get_user_arg, &callback_error),
        "kv_try_get", options);
  }
}

// --- plugin

void Initialize(Plugin&, PJRT_Plugin_Initialize_Args&) {}

// Puts the plugin's own attributes and a client's options together.
void SetAttributes(Plugin& plugin, const NamedValues* options) {
  auto attributes = std::make_unique<NamedValues>();
  attributes->AddInt("xla_version", 2);
  attributes->AddInts("stablehlo_current_version", {1, 10, 0});
  attributes->AddInts("stablehlo_minimum_version", {0, 9, 0});
  if (options != nullptr) attributes->AddAll(*options);
  std::lock_guard lock(plugin.mutex);
  // Callers may hold the former ones; clients without options would only pile up copies.
  if (plugin.attributes.empty() || options == nullptr || options->size() > 0) {
    plugin.attributes.push_back(std::move(attributes));
  }
}

void Attributes(Plugin& plugin, PJRT_Plugin_Attributes_Args& args) {
  bool none;
  {
    std::lock_guard lock(plugin.mutex);
    none = plugin.attributes.empty();
  }
  if (none) SetAttributes(plugin, nullptr);
  std::lock_guard lock(plugin.mutex);
  args.attributes = plugin.attributes.back()->data();
  args.num_attributes = plugin.attributes.back()->size();
}

// --- client

void Create(Plugin& plugin, PJRT_Client_Create_Args& args) {
  NamedValues options;
  ReadOptions(args, &options);
  const int64_t num_devices = NumDevices(plugin, options);
  UseKeyValueStore(args, num_devices, &options);
  auto client = std::make_unique<PJRT_Client>(num_devices, options);
  SetAttributes(plugin, &options);
  Count(FaultKind::kClient, 1);
  args.client = client.release();
}

void Destroy(Plugin&, PJRT_Client_Destroy_Args& args) {
  PJRT_Client& client = Ref(args.client, "client is null");
  if (client.destroyed.exchange(true)) Violation("PJRT_Client_Destroy: the client was destroyed before");
  Count(FaultKind::kClient, -1);
  std::unique_ptr<PJRT_Client> rotten;
  std::lock_guard lock(g_corpses_mutex);
  g_corpses.emplace_back(&client);
  if (g_corpses.size() <= kCorpses) return;
  rotten = std::move(g_corpses.front());
  g_corpses.pop_front();
}

void PlatformName(Plugin&, PJRT_Client_PlatformName_Args& args) {
  Live(args.client);
  args.platform_name = kPlatformName;
  args.platform_name_size = std::strlen(kPlatformName);
}

void ProcessIndex(Plugin&, PJRT_Client_ProcessIndex_Args& args) {
  Live(args.client);
  args.process_index = 0;
}

void PlatformVersion(Plugin&, PJRT_Client_PlatformVersion_Args& args) {
  Live(args.client);
  args.platform_version = kPlatformVersion;
  args.platform_version_size = std::strlen(kPlatformVersion);
}

void TopologyDescription(Plugin&, PJRT_Client_TopologyDescription_Args& args) {
  args.topology = &Live(args.client).topology;
}

void Devices(Plugin&, PJRT_Client_Devices_Args& args) {
  PJRT_Client& client = Live(args.client);
  args.devices = client.device_pointers.data();
  args.num_devices = client.device_pointers.size();
}

void AddressableDevices(Plugin&, PJRT_Client_AddressableDevices_Args& args) {
  PJRT_Client& client = Live(args.client);
  args.addressable_devices = client.device_pointers.data();
  args.num_addressable_devices = client.device_pointers.size();
}

PJRT_Device* Lookup(PJRT_Client& client, int id) {
  if (id < 0 || static_cast<size_t>(id) >= client.device_pointers.size()) {
    Invalid("No matching device found for device_id " + std::to_string(id));
  }
  return client.device_pointers[static_cast<size_t>(id)];
}

void LookupDevice(Plugin&, PJRT_Client_LookupDevice_Args& args) { args.device = Lookup(Live(args.client), args.id); }

void LookupAddressableDevice(Plugin&, PJRT_Client_LookupAddressableDevice_Args& args) {
  args.addressable_device = Lookup(Live(args.client), args.local_hardware_id);
}

void AddressableMemories(Plugin&, PJRT_Client_AddressableMemories_Args& args) {
  PJRT_Client& client = Live(args.client);
  args.addressable_memories = client.memory_pointers.data();
  args.num_addressable_memories = client.memory_pointers.size();
}

void UpdateGlobalProcessInfo(Plugin&, PJRT_Client_UpdateGlobalProcessInfo_Args& args) {
  Live(args.client);
  Require(args.process_infos != nullptr || args.num_process_infos == 0, "process_infos is null");
}

void DefaultDeviceAssignment(Plugin&, PJRT_Client_DefaultDeviceAssignment_Args& args) {
  PJRT_Client& client = Live(args.client);
  Require(args.num_replicas > 0 && args.num_partitions > 0, "num_replicas and num_partitions must be at least 1");
  const size_t count = static_cast<size_t>(args.num_replicas) * static_cast<size_t>(args.num_partitions);
  Require(count <= client.device_pointers.size(), "there are not enough devices for an assignment");
  Require(args.default_assignment != nullptr && args.default_assignment_size >= count,
          "default_assignment is too small for the assignment");
  for (size_t i = 0; i < count; ++i) args.default_assignment[i] = static_cast<int>(i);
}

void DmaMap(Plugin&, PJRT_Client_DmaMap_Args& args) {
  PJRT_Client& client = Live(args.client);
  Require(args.data != nullptr, "PJRT_Client_DmaMap: data is null");
  std::lock_guard lock(client.mutex);
  if (!client.dma_maps.emplace(args.data, args.size).second) {
    Fail(PJRT_Error_Code_ALREADY_EXISTS, "PJRT_Client_DmaMap: the memory is mapped already");
  }
}

void DmaUnmap(Plugin&, PJRT_Client_DmaUnmap_Args& args) {
  PJRT_Client& client = Live(args.client);
  std::lock_guard lock(client.mutex);
  if (client.dma_maps.erase(args.data) == 0) {
    Fail(PJRT_Error_Code_NOT_FOUND, "PJRT_Client_DmaUnmap: the memory is not mapped");
  }
}

}  // namespace

void AddClientSlots() {
  AddSlots<Initialize, Attributes, Create, Destroy, PlatformName, ProcessIndex, PlatformVersion, TopologyDescription,
           Devices, AddressableDevices, LookupDevice, LookupAddressableDevice, AddressableMemories,
           UpdateGlobalProcessInfo, DefaultDeviceAssignment, DmaMap, DmaUnmap>();
}

}  // namespace fault
