// TpuTopology (16): the geometry of TPU topologies: chips, the cores on them, the processes that hold them.
#ifndef PJRT_EXTENSIONS_TPU_TOPOLOGY_H_
#define PJRT_EXTENSIONS_TPU_TOPOLOGY_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pjrt/extensions/extension.h"
#include "pjrt/status.h"
#include "pjrt/topology.h"

namespace pjrt {
inline namespace v0 {

// The shape of a slice; `wrap`: which dimensions are rings.
struct TpuSlice {
  std::vector<int32_t> dimensions;
  std::vector<bool> wrap;
  bool twist = false;
};

struct TpuPlatform {
  int64_t chips_per_tray = 0;
  int64_t trays = 0;
};

// A process, and the number of a chip or device among its own.
struct TpuPlace {
  int32_t process_id = 0;
  int32_t index = 0;
};

// Where a device is: its chip's coordinates, and its number on the chip.
struct TpuDevicePlace {
  std::vector<int32_t> chip;
  int32_t index_on_chip = 0;
};

// "Device" is a logical device of the chip's default kind, as the plugin's devices are.
class TpuTopologyExtension : public Extension {
 public:
  static constexpr int kType = 16;
  explicit TpuTopologyExtension(Extension extension) : Extension(std::move(extension)) {}

  StatusOr<int32_t> ProcessCount(const Topology& topology) const;
  StatusOr<int32_t> ChipsPerProcess(const Topology& topology) const;
  StatusOr<int32_t> CoresPerChip(const Topology& topology) const;
  StatusOr<int32_t> ChipCount(const Topology& topology) const;
  StatusOr<int32_t> CoreCount(const Topology& topology) const;
  StatusOr<int32_t> CoresPerProcess(const Topology& topology) const;
  StatusOr<int32_t> DeviceCount(const Topology& topology) const;
  StatusOr<int32_t> DevicesPerProcess(const Topology& topology) const;
  StatusOr<int32_t> DevicesPerChip(const Topology& topology) const;
  StatusOr<bool> IsSubslice(const Topology& topology) const;
  StatusOr<bool> HasEnhancedBarrier(const Topology& topology) const;
  StatusOr<bool> HasLimitedConnectivity(const Topology& topology) const;
  StatusOr<bool> IsReachable(const Topology& topology, int32_t source_chip, int32_t destination_chip) const;

  StatusOr<std::vector<int32_t>> ProcessIds(const Topology& topology) const;
  StatusOr<std::vector<int32_t>> DeviceIdsOnProcess(const Topology& topology, int32_t process_id) const;
  StatusOr<TpuPlace> PlaceOfChip(const Topology& topology, int32_t chip_id) const;
  StatusOr<TpuPlace> PlaceOfDevice(const Topology& topology, int32_t device_id) const;
  StatusOr<std::vector<int32_t>> ProcessCoordinates(const Topology& topology, int32_t process_id) const;
  StatusOr<int32_t> ChipAt(const Topology& topology, std::span<const int32_t> coordinates) const;
  StatusOr<int32_t> DeviceAt(const Topology& topology, std::span<const int32_t> chip, int32_t index_on_chip) const;
  StatusOr<TpuDevicePlace> ChipOfDevice(const Topology& topology, int32_t device_id) const;
  StatusOr<std::vector<int32_t>> ChipsPerProcessBounds(const Topology& topology) const;
  StatusOr<std::vector<int32_t>> ChipBounds(const Topology& topology) const;
  StatusOr<std::vector<int32_t>> ProcessBounds(const Topology& topology) const;
  StatusOr<std::string> RoutingStrategy(const Topology& topology) const;

  // A part of the topology, with other bounds; the whole with other bounds of hosts.
  StatusOr<Topology> Subslice(const Topology& topology, std::span<const int32_t> chips_per_host,
                              std::span<const int32_t> hosts) const;
  StatusOr<Topology> ReplaceHostBounds(const Topology& topology, std::span<const int32_t> hosts) const;
  // The number in the subslice, which starts at `origin`, of a device of the whole.
  StatusOr<int32_t> SubsliceDeviceId(const Topology& whole, const Topology& subslice, std::span<const int32_t> origin,
                                     int32_t device_id) const;

  // By name of the platform ("tpu_v5e" …) and of the slice ("2x2"), without a topology.
  StatusOr<TpuSlice> Slice(std::string_view platform, std::string_view slice) const;
  StatusOr<std::vector<TpuSlice>> Slices(std::string_view platform) const;
  StatusOr<TpuPlatform> DefaultPlatform(std::string_view platform) const;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_EXTENSIONS_TPU_TOPOLOGY_H_
