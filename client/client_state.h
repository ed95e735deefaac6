// What a Client and everything made by it share. See client.cc for how it is filled and destroyed.
#ifndef CPPJRT_CLIENT_CLIENT_STATE_H_
#define CPPJRT_CLIENT_CLIENT_STATE_H_

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "client/api.h"
#include "pjrt/abi/pjrt_c_api.h"
#include "pjrt/client.h"
#include "pjrt/device.h"

namespace pjrt {
inline namespace v0 {
namespace detail {

struct DeviceState {
  PJRT_Device* raw = nullptr;
  DeviceDescription description;
  bool addressable = false;
  int local_hardware_id = -1;
  std::vector<const MemoryState*> memories;
};

struct MemoryState {
  PJRT_Memory* raw = nullptr;
  int id = -1;
  int kind_id = -1;
  std::string kind;
  std::string text;
  std::string debug_text;
  std::vector<const DeviceState*> devices;
};

// The answer to a question about the plugin that is asked at most once: see upload.cc.
struct LayoutProbe {
  std::once_flag once;
  bool honored = false;
};

// Immutable once Client::Create has filled it; the last owner destroys the plugin's client.
struct ClientState {
  explicit ClientState(Plugin p) : plugin(std::move(p)), api(plugin.api()) {}
  ~ClientState();
  ClientState(const ClientState&) = delete;
  ClientState& operator=(const ClientState&) = delete;

  const DeviceState* Find(const PJRT_Device* device) const;
  const MemoryState* Find(const PJRT_Memory* memory) const;

  Plugin plugin;
  const Api& api;
  PJRT_Client* raw = nullptr;
  std::shared_ptr<KeyValueStore> key_value_store;
  std::string platform_name;
  std::string platform_version;
  int process_index = 0;
  // Fixed addresses: other objects point to elements.
  std::vector<std::unique_ptr<DeviceState>> devices;
  std::vector<const DeviceState*> addressable_devices;
  std::vector<std::unique_ptr<MemoryState>> memories;
  std::unordered_map<const PJRT_Device*, const DeviceState*> device_of;
  std::unordered_map<const PJRT_Memory*, const MemoryState*> memory_of;
  mutable LayoutProbe layout_probe;
};

// Reads what a description says; used for clients and topologies.
StatusOr<DeviceDescription> ReadDescription(const Api& api, PJRT_DeviceDescription* raw);

// Serializes nothing: hands `program` to the C API.
PJRT_Program ToProgram(const Api& api, const Program& program);

// Adds to a compile error what versions the plugin reads when that may be the reason.
Status ExplainCompileError(Status error, const Plugin& plugin, const Program& program);

}  // namespace detail
}  // namespace v0
}  // namespace pjrt

#endif  // CPPJRT_CLIENT_CLIENT_STATE_H_
