// Devices and memories of a client, and the descriptions of devices in a topology.
#ifndef PJRT_DEVICE_H_
#define PJRT_DEVICE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pjrt/status.h"
#include "pjrt/tracking_event.h"
#include "pjrt/value.h"

struct PJRT_Device;
struct PJRT_Memory;

namespace pjrt {
inline namespace v0 {

namespace detail {
struct ClientState;
struct DeviceState;
struct MemoryState;
}  // namespace detail

class Memory;

// What is known of a device without having it: the fields of PJRT_DeviceDescription.
struct DeviceDescription {
  // Unique among all devices of all processes.
  int id = -1;
  int process_index = 0;
  // "cpu", "NVIDIA H100 80GB HBM3", "TPU v4".
  std::string kind;
  // Short text for people, "CpuDevice(id=0)".
  std::string text;
  // The same with more detail.
  std::string debug_text;
  // Whatever the vendor adds: "coords", "core_on_chip", "compute_capability", …
  NamedValues attributes;
};

// Allocator figures in bytes (counts where the name says so); a figure the plugin does not report is empty.
struct MemoryStats {
  int64_t bytes_in_use = 0;
  std::optional<int64_t> peak_bytes_in_use;
  std::optional<int64_t> num_allocs;
  std::optional<int64_t> largest_alloc_size;
  std::optional<int64_t> bytes_limit;
  std::optional<int64_t> bytes_reserved;
  std::optional<int64_t> peak_bytes_reserved;
  std::optional<int64_t> bytes_reservable_limit;
  std::optional<int64_t> largest_free_block_bytes;
  std::optional<int64_t> pool_bytes;
  std::optional<int64_t> peak_pool_bytes;
  std::optional<int64_t> peak_allocated_bytes;
};

// A device of a client. A cheap, copyable handle that keeps the client alive; thread-safe. The plain properties were read
// when the client was made and cannot fail.
class Device {
 public:
  Device() = default;

  bool valid() const { return state_ != nullptr; }
  int id() const { return description().id; }
  const std::string& kind() const { return description().kind; }
  const DeviceDescription& description() const;
  // Whether this process can put data on it and run programs there.
  bool addressable() const;
  // The vendor's number of the device on this host; -1 if it has none.
  int local_hardware_id() const;
  // The memories this device can use, default first if the plugin orders them so; empty if not addressable.
  std::vector<Memory> memories() const;
  // UNIMPLEMENTED or the plugin's error if it has no default.
  StatusOr<Memory> default_memory() const;

  // Live attributes (API 0.92), as opposed to those of the description.
  StatusOr<NamedValues> attributes() const;
  // UNIMPLEMENTED if the plugin keeps no statistics (XLA CPU does not).
  StatusOr<MemoryStats> memory_stats() const;
  // Resets the peaks (API 0.106).
  Status ClearMemoryStats() const;
  // Makes the run with this launch id, if it has not finished, fail with `error` (API 0.85; payloads from 0.100 on). False if
  // there is no such run. INVALID_ARGUMENT if the error is OK.
  StatusOr<bool> PoisonExecution(int32_t launch_id, const Status& error) const;
  // Marks work on the device that the plugin does not see, until the result is destroyed (API 0.86).
  StatusOr<AsyncTrackingEvent> CreateAsyncTrackingEvent(std::string_view description) const;

  PJRT_Device* raw() const;
  const std::shared_ptr<const detail::ClientState>& client_state() const { return client_; }
  friend bool operator==(const Device& a, const Device& b) { return a.state_ == b.state_; }

  Device(std::shared_ptr<const detail::ClientState> client, const detail::DeviceState* state)
      : client_(std::move(client)), state_(state) {}

 private:
  std::shared_ptr<const detail::ClientState> client_;
  const detail::DeviceState* state_ = nullptr;
};

// A memory space attached to devices: "device", "pinned_host", "unpinned_host", … Handle as Device.
class Memory {
 public:
  Memory() = default;

  bool valid() const { return state_ != nullptr; }
  int id() const;
  const std::string& kind() const;
  // Number of the kind in the plugin's own scheme (API 0.48); -1 if it has none.
  int kind_id() const;
  const std::string& text() const;
  const std::string& debug_text() const;
  std::vector<Device> devices() const;

  PJRT_Memory* raw() const;
  friend bool operator==(const Memory& a, const Memory& b) { return a.state_ == b.state_; }

  Memory(std::shared_ptr<const detail::ClientState> client, const detail::MemoryState* state)
      : client_(std::move(client)), state_(state) {}

 private:
  std::shared_ptr<const detail::ClientState> client_;
  const detail::MemoryState* state_ = nullptr;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_DEVICE_H_
