// Clients, devices and memories.
//
// All that is made from a client holds a share in it, so that devices, memories and memory itself are there as long as
// anything that refers to them. A destroyed client lets go of its threads and kept memory; what it is made of stays for
// a while even if nothing refers to it, so that a device or memory that is used too late is an error and not a crash.
#ifndef CPPJRT_CPU_PLUGIN_CLIENT_H_
#define CPPJRT_CPU_PLUGIN_CLIENT_H_

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/blob_store.h"
#include "cppjrt/status.h"
#include "cpu/plugin/client_options.h"
#include "cpu/plugin/seed_sequence.h"
#include "cpu/plugin/topology.h"
#include "cpu/runtime/fork.h"
#include "cpu/runtime/memory_pool.h"
#include "cpu/runtime/ref.h"
#include "cpu/runtime/timer.h"
#include "cpu/runtime/work_queue.h"
#include "pjrt/abi/pjrt_c_api.h"
#include "pjrt/abi/pjrt_c_api_callback_extension.h"

namespace cppjrt::cpu {

struct Launch;

// A memory of a device. Each counts what is in it; all draw from the client's pool.
struct Memory : PJRT_Memory {
  Memory(PJRT_Client& owner, PJRT_Device& of_device, size_t kind_index);
  ~Memory();

  const MemoryKind& kind() const { return kKinds[kind_index]; }

  PJRT_Client& client;
  PJRT_Device& device;
  PJRT_Device* const devices[1];
  const size_t kind_index;
  const int id;
  const std::string debug_string;
  const std::string to_string;
  MemoryAccount account;

  struct UserData {
    void* data;
    void (*destroy)(void*);
  };
  std::mutex mutex;
  std::map<const void*, UserData> user_data;
};

}  // namespace cppjrt::cpu

struct PJRT_Device {
  PJRT_Device(PJRT_Client& owner, PJRT_DeviceDescription& what, int index);

  cppjrt::cpu::Memory& default_memory() { return *memories[0]; }
  // Null if it has none of that kind.
  cppjrt::cpu::Memory* MemoryOfKind(std::string_view kind);

  PJRT_Client& client;
  PJRT_DeviceDescription& description;
  const int local_hardware_id;
  std::unique_ptr<cppjrt::cpu::Memory> memories[cppjrt::cpu::kNumMemoryKinds];
  PJRT_Memory* memory_pointers[cppjrt::cpu::kNumMemoryKinds];

  std::mutex mutex;
  std::vector<cppjrt::cpu::Launch*> launches;  // under way, for those who end them (running.h)
  std::vector<PJRT_AsyncTrackingEvent*> tracking_events;
};

struct PJRT_Client : cppjrt::cpu::RefCounted<PJRT_Client> {
  explicit PJRT_Client(const cppjrt::cpu::ClientOptions& what);
  ~PJRT_Client();

  const cppjrt::cpu::ClientOptions options;
  const uint32_t generation = cppjrt::cpu::ForkGeneration();
  std::atomic<bool> destroyed = false;
  // A seed for each execution, in the order of the calls: stablehlo.rng draws anew in each.
  cppjrt::cpu::SeedSequence seeds;
  cppjrt::cpu::MemoryPool memory;
  cppjrt::cpu::WorkQueue work;
  // Null if there is none, or its folder cannot be used.
  const std::shared_ptr<const cppjrt::BlobStore> code_cache;
  PJRT_TopologyDescription topology;
  std::deque<PJRT_Device> devices;
  std::vector<PJRT_Device*> device_pointers;
  std::vector<PJRT_Memory*> memory_pointers;
  cppjrt::cpu::Timer timer;  // deadlines
  const int64_t deadline_ms;

  std::mutex mutex;  // guards what follows
  std::map<void*, size_t> dma_maps;
  struct Callback {
    PJRT_Callback_Type type;
    PJRT_Callback_Function* function;
    void* user_arg;
  };
  std::vector<Callback> callbacks;
};

namespace cppjrt::cpu {

// The store of object code that the options ask for; null if there is none, or its folder cannot be used: programs are
// compiled without one then.
std::shared_ptr<const BlobStore> OpenCodeCache(const ClientOptions& options);

// OK if the client, or what it belongs to, may be used: it is not null, not destroyed, and of this process.
Status CheckLives(const PJRT_Client& client);
Status Check(const PJRT_Client* client);
Status Check(const PJRT_Device* device);
Status Check(const PJRT_Memory* memory);

inline Memory& MemoryOf(PJRT_Memory* memory) { return static_cast<Memory&>(*memory); }

// Where new arrays go: the memory if it is given, else the device's default, else the first device's.
StatusOr<Memory*> Placement(PJRT_Client& client, PJRT_Device* device, PJRT_Memory* memory);
// The device of a global id. INVALID_ARGUMENT if there is none.
StatusOr<PJRT_Device*> DeviceById(PJRT_Client& client, int64_t id);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLUGIN_CLIENT_H_
