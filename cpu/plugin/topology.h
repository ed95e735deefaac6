// Topologies: devices as descriptions, present or not; and what all our devices are.
#ifndef CPPJRT_CPU_PLUGIN_TOPOLOGY_H_
#define CPPJRT_CPU_PLUGIN_TOPOLOGY_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cppjrt/status.h"
#include "cpu/executable/settings.h"
#include "cpu/plugin/named_values.h"
#include "pjrt/abi/pjrt_c_api.h"

namespace cppjrt::cpu {

// JAX and others choose rules by this name: it must be that of XLA's CPU plugin.
inline constexpr std::string_view kPlatformName = "cpu";
inline constexpr std::string_view kPlatformVersion = "cppjrt " CPPJRT_VERSION;
inline constexpr std::string_view kDeviceKind = "cpu";
// Ids of a process's devices begin at its number times this.
inline constexpr int kDevicesPerProcess = 2048;
inline constexpr int64_t kMostDevices = 65536;

// Kinds and their numbers are XLA's, so that programs and clients may name either.
struct MemoryKind {
  std::string_view name;
  int id;
  std::string_view debug_name;
  std::string_view short_name;
};
inline constexpr size_t kNumMemoryKinds = 3;
inline constexpr MemoryKind kKinds[kNumMemoryKinds] = {
    {"device", 42097224, "CpuDeviceMemory", "CPU_DEVICE_"},
    {"pinned_host", 1756073601, "PinnedHostMemory", "PINNED_HOST_"},
    {"unpinned_host", -272058569, "UnpinnedHostMemorySpace", "UNPINNED_HOST_"},
};
inline constexpr int kKindIds[kNumMemoryKinds] = {kKinds[0].id, kKinds[1].id, kKinds[2].id};

}  // namespace cppjrt::cpu

struct PJRT_DeviceDescription {
  PJRT_DeviceDescription(int number, int process);

  const int id;
  const int process_index;
  const std::string debug_string;
  const std::string to_string;
  cppjrt::cpu::NamedValues attributes;
};

struct PJRT_TopologyDescription {
  PJRT_TopologyDescription(int64_t num_devices, int64_t process);

  const int64_t process_index;
  std::deque<PJRT_DeviceDescription> devices;
  std::vector<PJRT_DeviceDescription*> device_pointers;
  cppjrt::cpu::NamedValues attributes;
  bool of_client = false;  // not the caller's to destroy
  // Its create options, for compilations without a client.
  std::vector<cppjrt::cpu::Settings::Option> settings;
};

namespace cppjrt::cpu {

// Not null and not destroyed.
Status Check(const PJRT_TopologyDescription* topology);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLUGIN_TOPOLOGY_H_
