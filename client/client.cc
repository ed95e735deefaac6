#include "pjrt/client.h"

#include <algorithm>
#include <cstring>
#include <thread>
#include <utility>

#include "client/api.h"
#include "client/c_text.h"
#include "client/client_state.h"
#include "client/guard.h"
#include "client/memory_layout.h"
#include "client/named_values.h"

namespace pjrt {
inline namespace v0 {
namespace detail {
namespace {

// Key-value store callbacks: the plugin calls these C functions with the store as `user_arg`. Each turns the store's Status
// into the plugin's own error object through the factory the plugin passes along.

PJRT_Error* ToCallbackError(const Status& status, PJRT_CallbackError* make_error) {
  return (*make_error)(static_cast<PJRT_Error_Code>(status.code()), status.message().data(), status.message().size());
}

// `read` gives the value.
template <class Args, class Read>
PJRT_Error* ReturnValue(Args* args, Read read) {
  PluginCallbackScope scope;
  StatusOr<std::string> value = cppjrt::InternalError("the key-value store gave nothing");
  const Status thrown =
      Guarded("the key-value store", [&] { value = read(*static_cast<KeyValueStore*>(args->user_arg)); });
  if (!thrown.ok()) value = thrown;
  if (!value.ok()) return ToCallbackError(value.status(), args->callback_error);
  args->value = new char[value->size()];
  std::memcpy(args->value, value->data(), value->size());
  args->value_size = value->size();
  args->value_deleter_callback = [](char* data) { delete[] data; };
  return nullptr;
}

PJRT_Error* KeyValueGet(PJRT_KeyValueGetCallback_Args* args) {
  return ReturnValue(args, [args](KeyValueStore& store) {
    return store.Get({args->key, args->key_size}, std::chrono::milliseconds(args->timeout_in_ms));
  });
}

PJRT_Error* KeyValueTryGet(PJRT_KeyValueTryGetCallback_Args* args) {
  return ReturnValue(args, [args](KeyValueStore& store) { return store.TryGet({args->key, args->key_size}); });
}

PJRT_Error* KeyValuePut(PJRT_KeyValuePutCallback_Args* args) {
  PluginCallbackScope scope;
  const Status status = Guarded("the key-value store", [&] {
    return static_cast<KeyValueStore*>(args->user_arg)
        ->Put({args->key, args->key_size}, {args->value, args->value_size});
  });
  return status.ok() ? nullptr : ToCallbackError(status, args->callback_error);
}

template <class T>
Status CheckArray(T* const* array, size_t count, const char* what) {
  if (array == nullptr && count != 0) return cppjrt::InternalError(std::string("the plugin gave no array of ") + what);
  for (size_t i = 0; i < count; ++i) {
    if (array[i] == nullptr) return cppjrt::InternalError(std::string("the plugin gave a null among its ") + what);
  }
  return Status();
}

Status CreatePluginClient(const ClientOptions& options, ClientState& state) {
  const std::vector<PJRT_NamedValue> create_options = ToNamedValues(state.api, options.create_options);
  PJRT_Client_Create_Args args{};
  args.create_options = create_options.data();
  args.num_options = create_options.size();
  if (options.key_value_store != nullptr) {
    state.key_value_store = options.key_value_store;
    args.kv_get_callback = KeyValueGet;
    args.kv_get_user_arg = options.key_value_store.get();
    args.kv_put_callback = KeyValuePut;
    args.kv_put_user_arg = options.key_value_store.get();
    args.kv_try_get_callback = KeyValueTryGet;
    args.kv_try_get_user_arg = options.key_value_store.get();
  }
  CPPJRT_RETURN_IF_ERROR(state.api.Call(args));
  if (args.client == nullptr) return cppjrt::InternalError("PJRT_Client_Create returned no client");
  state.raw = args.client;
  return Status();
}

Status ReadPlatform(ClientState& state) {
  PJRT_Client_PlatformName_Args name{};
  name.client = state.raw;
  CPPJRT_RETURN_IF_ERROR(state.api.Call(name));
  state.platform_name = Text(name.platform_name, name.platform_name_size);
  PJRT_Client_PlatformVersion_Args version{};
  version.client = state.raw;
  if (state.api.Call(version).ok())
    state.platform_version = Text(version.platform_version, version.platform_version_size);
  PJRT_Client_ProcessIndex_Args process{};
  process.client = state.raw;
  if (state.api.Call(process).ok()) state.process_index = process.process_index;
  return Status();
}

Status ReadDevices(ClientState& state) {
  PJRT_Client_Devices_Args args{};
  args.client = state.raw;
  CPPJRT_RETURN_IF_ERROR(state.api.Call(args));
  CPPJRT_RETURN_IF_ERROR(CheckArray(args.devices, args.num_devices, "devices"));
  for (size_t i = 0; i < args.num_devices; ++i) {
    auto device = std::make_unique<DeviceState>();
    device->raw = args.devices[i];
    PJRT_Device_GetDescription_Args description{};
    description.device = device->raw;
    CPPJRT_RETURN_IF_ERROR(state.api.Call(description));
    CPPJRT_ASSIGN_OR_RETURN(device->description, ReadDescription(state.api, description.device_description));
    PJRT_Device_IsAddressable_Args addressable{};
    addressable.device = device->raw;
    CPPJRT_RETURN_IF_ERROR(state.api.Call(addressable));
    device->addressable = addressable.is_addressable;
    PJRT_Device_LocalHardwareId_Args hardware{};
    hardware.device = device->raw;
    if (device->addressable && state.api.Call(hardware).ok()) device->local_hardware_id = hardware.local_hardware_id;
    state.device_of[device->raw] = device.get();
    state.devices.push_back(std::move(device));
  }
  return Status();
}

// The addressable devices in the plugin's own order. A plugin that does not give a list, or another than
// PJRT_Device_IsAddressable says, leaves them in the order of all devices.
void ReadAddressableDevices(ClientState& state) {
  for (const auto& device : state.devices) {
    if (device->addressable) state.addressable_devices.push_back(device.get());
  }
  PJRT_Client_AddressableDevices_Args args{};
  args.client = state.raw;
  if (!state.api.Call(args).ok() || args.num_addressable_devices != state.addressable_devices.size()) return;
  std::vector<const DeviceState*> ordered;
  for (size_t i = 0; i < args.num_addressable_devices; ++i) {
    const DeviceState* device = args.addressable_devices == nullptr ? nullptr : state.Find(args.addressable_devices[i]);
    const bool known =
        device != nullptr && device->addressable && std::find(ordered.begin(), ordered.end(), device) == ordered.end();
    if (!known) return;
    ordered.push_back(device);
  }
  state.addressable_devices = std::move(ordered);
}

MemoryState ReadMemory(const Api& api, PJRT_Memory* raw) {
  MemoryState memory;
  memory.raw = raw;
  PJRT_Memory_Id_Args id{};
  id.memory = raw;
  if (api.Call(id).ok()) memory.id = id.id;
  PJRT_Memory_Kind_Args kind{};
  kind.memory = raw;
  if (api.Call(kind).ok()) memory.kind = Text(kind.kind, kind.kind_size);
  PJRT_Memory_Kind_Id_Args kind_id{};
  kind_id.memory = raw;
  if (api.Call(kind_id).ok()) memory.kind_id = kind_id.kind_id;
  PJRT_Memory_ToString_Args text{};
  text.memory = raw;
  if (api.Call(text).ok()) memory.text = Text(text.to_string, text.to_string_size);
  PJRT_Memory_DebugString_Args debug{};
  debug.memory = raw;
  if (api.Call(debug).ok()) memory.debug_text = Text(debug.debug_string, debug.debug_string_size);
  return memory;
}

// Memories are optional: a plugin without them has devices whose memories are empty.
Status ReadMemories(ClientState& state) {
  PJRT_Client_AddressableMemories_Args args{};
  args.client = state.raw;
  if (!state.api.Call(args).ok()) return Status();
  CPPJRT_RETURN_IF_ERROR(CheckArray(args.addressable_memories, args.num_addressable_memories, "memories"));
  for (size_t i = 0; i < args.num_addressable_memories; ++i) {
    auto memory = std::make_unique<MemoryState>(ReadMemory(state.api, args.addressable_memories[i]));
    state.memory_of[memory->raw] = memory.get();
    PJRT_Memory_AddressableByDevices_Args users{};
    users.memory = memory->raw;
    if (state.api.Call(users).ok()) {
      CPPJRT_RETURN_IF_ERROR(CheckArray(users.devices, users.num_devices, "devices of a memory"));
      for (size_t k = 0; k < users.num_devices; ++k) {
        if (const DeviceState* device = state.Find(users.devices[k])) memory->devices.push_back(device);
      }
    }
    state.memories.push_back(std::move(memory));
  }
  for (const auto& device : state.devices) {
    PJRT_Device_AddressableMemories_Args own{};
    own.device = device->raw;
    if (!device->addressable || !state.api.Call(own).ok()) continue;
    CPPJRT_RETURN_IF_ERROR(CheckArray(own.memories, own.num_memories, "memories of a device"));
    for (size_t k = 0; k < own.num_memories; ++k) {
      if (const MemoryState* memory = state.Find(own.memories[k])) device->memories.push_back(memory);
    }
  }
  return Status();
}

// Destroying a client may join the plugin's threads, which must not happen on one of them.
void DestroyState(ClientState* state) {
  if (PluginCallbackScope::Active()) {
    std::thread([state] { delete state; }).detach();
  } else {
    delete state;
  }
}

}  // namespace

ClientState::~ClientState() {
  if (raw == nullptr) return;
  PJRT_Client_Destroy_Args args{};
  args.client = raw;
  api.Destroy(args);
}

const DeviceState* ClientState::Find(const PJRT_Device* device) const {
  const auto found = device_of.find(device);
  return found == device_of.end() ? nullptr : found->second;
}

const MemoryState* ClientState::Find(const PJRT_Memory* memory) const {
  const auto found = memory_of.find(memory);
  return found == memory_of.end() ? nullptr : found->second;
}

PJRT_Program ToProgram(const Api& api, const Program& program) {
  PJRT_Program out = api.New<PJRT_Program>();
  out.code =
      const_cast<char*>(program.code.data());  // NOLINT: the C API's field is not const, but plugins only read it
  out.code_size = program.code.size();
  out.format = program.format.data();
  out.format_size = program.format.size();
  return out;
}

Status ExplainCompileError(Status error, const Plugin& plugin, const Program& program) {
  const auto version = ArtifactVersion(program.code);
  const auto range = plugin.stablehlo_range();
  // A missing custom call or too little memory has nothing to do with versions.
  const bool elsewhere = error.code() == StatusCode::kNotFound || error.code() == StatusCode::kResourceExhausted;
  if (error.ok() || elsewhere || !version.has_value() || !range.has_value()) return error;
  std::string remedy;
  if (*version > range->current) {
    remedy = "export it again for " + ToString(range->current) + " or older, or use a plugin that reads " +
             ToString(*version);
  } else if (*version < range->minimum) {
    remedy = "export it again for " + ToString(range->minimum) + " or newer, or use an older plugin";
  } else {
    return error;
  }
  // Behind the plugin's own words, for it may have another reason.
  return Status(error.code(),
                std::string(error.message()) + "\nthe program is a StableHLO " + ToString(*version) +
                    " artifact, the plugin reads " + ToString(range->minimum) + " to " + ToString(range->current) +
                    ": if that is why, " + remedy,
                error.payloads());
}

}  // namespace detail

using detail::ClientState;

StatusOr<Client> Client::Create(const Plugin& plugin, const ClientOptions& options) {
  std::shared_ptr<ClientState> state(new ClientState(plugin), detail::DestroyState);
  CPPJRT_RETURN_IF_ERROR(detail::CreatePluginClient(options, *state));
  CPPJRT_RETURN_IF_ERROR(detail::ReadPlatform(*state));
  CPPJRT_RETURN_IF_ERROR(detail::ReadDevices(*state));
  detail::ReadAddressableDevices(*state);
  CPPJRT_RETURN_IF_ERROR(detail::ReadMemories(*state));
  return Client(std::move(state));
}

Client::Client(std::shared_ptr<const ClientState> state) : state_(std::move(state)) {
  for (const auto& device : state_->devices) devices_.emplace_back(state_, device.get());
  for (const detail::DeviceState* device : state_->addressable_devices)
    addressable_devices_.emplace_back(state_, device);
  for (const auto& memory : state_->memories) memories_.emplace_back(state_, memory.get());
}

const Plugin& Client::plugin() const { return state_->plugin; }
const std::string& Client::platform_name() const { return state_->platform_name; }
const std::string& Client::platform_version() const { return state_->platform_version; }
int Client::process_index() const { return state_->process_index; }
PJRT_Client* Client::raw() const { return state_->raw; }

StatusOr<Device> Client::LookupDevice(int id) const {
  const auto has_id = [id](const Device& device) { return device.id() == id; };
  if (const auto found = std::find_if(devices_.begin(), devices_.end(), has_id); found != devices_.end()) {
    PJRT_Client_LookupDevice_Args args{};
    args.client = state_->raw;
    args.id = id;
    const Status status = state_->api.Call(args);
    if (status.code() == StatusCode::kUnimplemented) return *found;
    CPPJRT_RETURN_IF_ERROR(status);
    const detail::DeviceState* device = state_->Find(args.device);
    if (device == nullptr) return cppjrt::InternalError("the plugin found a device that is not among its devices");
    return Device(state_, device);
  }
  std::string known;
  for (const Device& device : devices_) known += (known.empty() ? "" : ", ") + std::to_string(device.id());
  return cppjrt::NotFoundError("no device with id " + std::to_string(id) + "; the client has " +
                               (known.empty() ? "none" : known));
}

StatusOr<Device> Client::LookupAddressableDevice(int local_hardware_id) const {
  PJRT_Client_LookupAddressableDevice_Args args{};
  args.client = state_->raw;
  args.local_hardware_id = local_hardware_id;
  CPPJRT_RETURN_IF_ERROR(state_->api.Call(args));
  const detail::DeviceState* device = state_->Find(args.addressable_device);
  if (device == nullptr) return cppjrt::InternalError("the plugin found a device that is not among its devices");
  return Device(state_, device);
}

StatusOr<DeviceAssignment> Client::DefaultDeviceAssignment(int num_replicas, int num_partitions) const {
  if (num_replicas < 1 || num_partitions < 1) {
    return cppjrt::InvalidArgumentError("a device assignment needs at least one replica and one partition");
  }
  const size_t count = static_cast<size_t>(num_replicas) * static_cast<size_t>(num_partitions);
  if (count > devices_.size()) {
    return cppjrt::InvalidArgumentError("a device assignment of " + std::to_string(num_replicas) + " replicas x " +
                                        std::to_string(num_partitions) + " partitions needs " + std::to_string(count) +
                                        " devices, the client has " + std::to_string(devices_.size()));
  }
  std::vector<int> ids(count);
  PJRT_Client_DefaultDeviceAssignment_Args args{};
  args.client = state_->raw;
  args.num_replicas = num_replicas;
  args.num_partitions = num_partitions;
  args.default_assignment_size = ids.size();
  args.default_assignment = ids.data();
  CPPJRT_RETURN_IF_ERROR(state_->api.Call(args));
  return DeviceAssignment{num_replicas, num_partitions, {ids.begin(), ids.end()}};
}

StatusOr<Topology> Client::topology() const {
  PJRT_Client_TopologyDescription_Args args{};
  args.client = state_->raw;
  CPPJRT_RETURN_IF_ERROR(state_->api.Call(args));
  if (args.topology == nullptr) return cppjrt::InternalError("the plugin returned no topology");
  return Topology(state_->plugin, args.topology, /*owned=*/false, state_);
}

}  // namespace v0
}  // namespace pjrt
