#include "cpu/plugin/client.h"

#include <algorithm>

#include "cpu/plugin/buffer.h"
#include "cpu/plugin/entry.h"
#include "cpu/plugin/running.h"

PJRT_Client::PJRT_Client(const cppjrt::cpu::ClientOptions& what)
    : options(what),
      seeds(what.Seed()),
      memory(what.memory_limit),
      work({.num_threads = what.Threads(), .max_inflight = what.max_inflight}),
      code_cache(cppjrt::cpu::OpenCodeCache(what)),
      topology(what.num_devices, what.process_id),
      deadline_ms(what.Deadline()) {
  topology.of_client = true;
  int index = 0;
  for (PJRT_DeviceDescription& description : topology.devices) {
    PJRT_Device& device = devices.emplace_back(*this, description, index++);
    device_pointers.push_back(&device);
    for (const auto& m : device.memories) memory_pointers.push_back(m.get());
  }
  cppjrt::cpu::AddClient(*this);
}

PJRT_Client::~PJRT_Client() { cppjrt::cpu::RemoveClient(*this); }

namespace cppjrt::cpu {
namespace {

// Destroyed clients that are kept so that late uses of their devices and memories are found out.
class Graveyard {
 public:
  void Bury(Ref<PJRT_Client> client) {
    Ref<PJRT_Client> oldest;
    const std::lock_guard lock(mutex_);
    clients_.push_back(std::move(client));
    if (clients_.size() <= kMost) return;
    oldest = std::move(clients_.front());
    clients_.pop_front();
  }
  static Graveyard& Get() {
    static auto* const graveyard = new Graveyard;
    return *graveyard;
  }

 private:
  static constexpr size_t kMost = 64;
  std::mutex mutex_;
  std::deque<Ref<PJRT_Client>> clients_;
};

}  // namespace

std::shared_ptr<const BlobStore> OpenCodeCache(const ClientOptions& options) {
  constexpr int64_t kMaxBytes = int64_t{1} << 30;
  const std::string folder = options.CodeCacheFolder();
  if (folder.empty()) return nullptr;
  StatusOr<BlobStore> store = BlobStore::Open({.directory = folder, .max_bytes = kMaxBytes, .durable = false});
  return store.ok() ? std::make_shared<const BlobStore>(std::move(*store)) : nullptr;
}

Status CheckLives(const PJRT_Client& client) {
  if (client.destroyed.load(std::memory_order_relaxed)) [[unlikely]] {
    return FailedPreconditionError("the client, or the one this belongs to, was destroyed before");
  }
  if (client.generation != ForkGeneration()) [[unlikely]] {
    return FailedPreconditionError("the client was made in the parent process; a forked child must make its own");
  }
  return OkStatus();
}

Status Check(const PJRT_Client* client) {
  CPPJRT_REQUIRE(client != nullptr, "client is null");
  return CheckLives(*client);
}

Status Check(const PJRT_Device* device) {
  CPPJRT_REQUIRE(device != nullptr, "device is null");
  return CheckLives(device->client);
}

StatusOr<Memory*> Placement(PJRT_Client& client, PJRT_Device* device, PJRT_Memory* memory) {
  CPPJRT_REQUIRE(!client.devices.empty(), "the client has no devices");
  // Known ones only: a handle of another client or plugin is not looked into.
  if (memory != nullptr) {
    const auto& all = client.memory_pointers;
    CPPJRT_REQUIRE(std::find(all.begin(), all.end(), memory) != all.end(), "memory is none of the client's");
    return &MemoryOf(memory);
  }
  if (device == nullptr) return &client.devices[0].default_memory();
  const auto& all = client.device_pointers;
  CPPJRT_REQUIRE(std::find(all.begin(), all.end(), device) != all.end(), "device is none of the client's");
  return &device->default_memory();
}

StatusOr<PJRT_Device*> DeviceById(PJRT_Client& client, int64_t id) {
  const int64_t index = id - client.options.process_id * kDevicesPerProcess;
  if (index < 0 || index >= static_cast<int64_t>(client.device_pointers.size())) {
    return InvalidArgumentError("no matching device found for device_id " + std::to_string(id) + "; the client has " +
                                std::to_string(client.device_pointers.size()) + ", from " +
                                std::to_string(client.options.process_id * kDevicesPerProcess));
  }
  return client.device_pointers[static_cast<size_t>(index)];
}

Status Serve(PJRT_Client_Create_Args& args) {
  CPPJRT_ASSIGN_OR_RETURN(const ClientOptions options, ClientOptions::Parse(args.create_options, args.num_options));
  // One process is all there is so far, so that nothing has to be asked of the others through the key-value callbacks.
  auto client = std::make_unique<PJRT_Client>(options);
  client->Retain();  // the caller's share
  args.client = client.release();
  return OkStatus();
}

Status Serve(PJRT_Client_Destroy_Args& args) {
  CPPJRT_REQUIRE(args.client != nullptr, "client is null");
  PJRT_Client& client = *args.client;
  if (client.destroyed.exchange(true)) return FailedPreconditionError("the client was destroyed before");
  if (client.generation != ForkGeneration()) return OkStatus();  // its threads are the parent's: nothing to stop
  Ref<PJRT_Client> last(&client);
  client.Release();
  CancelLaunches(client, CancelledError("the client was destroyed"));
  client.work.Shutdown();
  client.memory.Trim();
  Graveyard::Get().Bury(std::move(last));
  return OkStatus();
}

Status Serve(PJRT_Client_PlatformName_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.client));
  args.platform_name = kPlatformName.data();
  args.platform_name_size = kPlatformName.size();
  return OkStatus();
}

Status Serve(PJRT_Client_PlatformVersion_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.client));
  args.platform_version = kPlatformVersion.data();
  args.platform_version_size = kPlatformVersion.size();
  return OkStatus();
}

Status Serve(PJRT_Client_ProcessIndex_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.client));
  args.process_index = static_cast<int>(args.client->options.process_id);
  return OkStatus();
}

Status Serve(PJRT_Client_TopologyDescription_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.client));
  args.topology = &args.client->topology;
  return OkStatus();
}

Status Serve(PJRT_Client_Devices_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.client));
  args.devices = args.client->device_pointers.data();
  args.num_devices = args.client->device_pointers.size();
  return OkStatus();
}

Status Serve(PJRT_Client_AddressableDevices_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.client));
  args.addressable_devices = args.client->device_pointers.data();
  args.num_addressable_devices = args.client->device_pointers.size();
  return OkStatus();
}

Status Serve(PJRT_Client_LookupDevice_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.client));
  CPPJRT_ASSIGN_OR_RETURN(args.device, DeviceById(*args.client, args.id));
  return OkStatus();
}

Status Serve(PJRT_Client_LookupAddressableDevice_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.client));
  const auto& devices = args.client->device_pointers;
  const int id = args.local_hardware_id;
  if (id < 0 || static_cast<size_t>(id) >= devices.size()) {
    return InvalidArgumentError("no device has local_hardware_id " + std::to_string(id) + "; the client has " +
                                std::to_string(devices.size()));
  }
  args.addressable_device = devices[static_cast<size_t>(id)];
  return OkStatus();
}

Status Serve(PJRT_Client_AddressableMemories_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.client));
  args.addressable_memories = args.client->memory_pointers.data();
  args.num_addressable_memories = args.client->memory_pointers.size();
  return OkStatus();
}

Status Serve(PJRT_Client_DefaultDeviceAssignment_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.client));
  CPPJRT_REQUIRE(args.num_replicas > 0 && args.num_partitions > 0,
                 "num_replicas and num_partitions must be at least 1");
  const auto count = static_cast<uint64_t>(args.num_replicas) * static_cast<uint64_t>(args.num_partitions);
  const auto& devices = args.client->device_pointers;
  if (count > devices.size()) {
    return InvalidArgumentError(std::to_string(args.num_replicas) + " replicas of " +
                                std::to_string(args.num_partitions) + " partitions need " + std::to_string(count) +
                                " devices, the client has " + std::to_string(devices.size()));
  }
  CPPJRT_REQUIRE(args.default_assignment != nullptr && args.default_assignment_size >= count,
                 "default_assignment has no room for " + std::to_string(count) + " ids");
  for (size_t i = 0; i < count; ++i) args.default_assignment[i] = devices[i]->description.id;
  return OkStatus();
}

// What is told of other processes has no effect while there are none.
Status Serve(PJRT_Client_UpdateGlobalProcessInfo_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.client));
  CPPJRT_REQUIRE(args.process_infos != nullptr || args.num_process_infos == 0, "process_infos is null");
  return OkStatus();
}

// Every host address can be copied from at full speed: what is mapped is only kept book of, so that mistakes are found.
Status Serve(PJRT_Client_DmaMap_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.client));
  CPPJRT_REQUIRE(args.data != nullptr, "data is null");
  CPPJRT_REQUIRE(args.size > 0, "size is 0");
  const auto start = reinterpret_cast<uintptr_t>(args.data);
  CPPJRT_REQUIRE(start + args.size > start, "the memory to map goes around the end of the address space");
  const std::lock_guard lock(args.client->mutex);
  auto& maps = args.client->dma_maps;
  const auto next = maps.lower_bound(args.data);
  const bool meets_next = next != maps.end() && reinterpret_cast<uintptr_t>(next->first) < start + args.size;
  const bool meets_previous =
      next != maps.begin() && reinterpret_cast<uintptr_t>(std::prev(next)->first) + std::prev(next)->second > start;
  if (meets_next || meets_previous) return AlreadyExistsError("the memory, or a part of it, is mapped already");
  maps.emplace(args.data, args.size);
  return OkStatus();
}

Status Serve(PJRT_Client_DmaUnmap_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.client));
  const std::lock_guard lock(args.client->mutex);
  if (args.client->dma_maps.erase(args.data) == 0) return NotFoundError("no memory is mapped at this address");
  return OkStatus();
}

}  // namespace cppjrt::cpu
