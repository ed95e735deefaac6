// Clients, devices, memories, topologies.
//
// A destroyed client is kept as a corpse for a while (only the last 1024 of them), with its devices, memories and
// topology: a caller who still uses one of them gets FAILED_PRECONDITION and a violation is counted, where a real
// plugin crashes.
#ifndef CPPJRT_TESTS_FAULT_PLUGIN_CLIENT_H_
#define CPPJRT_TESTS_FAULT_PLUGIN_CLIENT_H_

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "tests/fault_plugin/arrays.h"
#include "tests/fault_plugin/counts.h"
#include "tests/fault_plugin/errors.h"
#include "tests/fault_plugin/named_values.h"

namespace fault {

inline constexpr char kPlatformName[] = "fault";
inline constexpr char kPlatformVersion[] = "fault plugin of the cppjrt tests";
inline constexpr int kMemoriesPerDevice = 2;
inline constexpr const char* kMemoryKinds[kMemoriesPerDevice] = {"device", "pinned_host"};
inline constexpr int64_t kMemoryLimit = int64_t{16} << 30;

struct Memory : PJRT_Memory {
  Memory(PJRT_Client& owner, PJRT_Device& of_device, int kind);
  ~Memory();

  PJRT_Client& client;
  PJRT_Device& device;
  PJRT_Device* const devices[1];
  const int kind_id;
  const int id;
  const std::string debug_string, to_string;
  const std::shared_ptr<MemoryUse> use = std::make_shared<MemoryUse>();

  struct UserData {
    void* data;
    void (*destroy)(void*);
  };
  std::mutex mutex;
  std::map<const void*, UserData> user_data;
};

}  // namespace fault

struct PJRT_DeviceDescription {
  PJRT_DeviceDescription(int number, const fault::NamedValues& options);

  const int id;
  const std::string debug_string, to_string;
  fault::NamedValues attributes;
};

struct PJRT_TopologyDescription {
  PJRT_TopologyDescription(std::string topology_name, int64_t num_devices, const fault::NamedValues& options);

  const std::string name;
  std::deque<PJRT_DeviceDescription> devices;
  std::vector<PJRT_DeviceDescription*> device_pointers;
  fault::NamedValues attributes;
};

struct PJRT_Device {
  PJRT_Device(PJRT_Client& owner, PJRT_DeviceDescription& what);

  PJRT_Client& client;
  PJRT_DeviceDescription& description;
  fault::Memory memories[fault::kMemoriesPerDevice];
  PJRT_Memory* const memory_pointers[fault::kMemoriesPerDevice];
};

struct PJRT_Client {
  PJRT_Client(int64_t num_devices, const fault::NamedValues& options);

  std::atomic<bool> destroyed = false;
  PJRT_TopologyDescription topology;
  std::deque<PJRT_Device> devices;
  std::vector<PJRT_Device*> device_pointers;
  std::vector<PJRT_Memory*> memory_pointers;
  std::mutex mutex;
  std::map<void*, size_t> dma_maps;
};

namespace fault {

// The object, if it is one and its client lives.
PJRT_Client& Live(PJRT_Client* client);
PJRT_Device& Live(PJRT_Device* device);
Memory& Live(PJRT_Memory* memory);

// Where new arrays go: the memory if it is given, else the device's default, else the first device's.
Memory& Placement(PJRT_Client& client, PJRT_Device* device, PJRT_Memory* memory);

}  // namespace fault

#endif  // CPPJRT_TESTS_FAULT_PLUGIN_CLIENT_H_
