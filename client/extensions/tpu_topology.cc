#include "pjrt/extensions/tpu_topology.h"

#include <algorithm>
#include <array>

#include "client/c_text.h"
#include "client/extensions/extension_call.h"
#include "pjrt/abi/pjrt_c_api_tpu_topology_extension.h"

namespace pjrt {
inline namespace v0 {
namespace {

// Dimensions of a TPU's mesh, and characters of a strategy's name, are far fewer.
constexpr size_t kMaxDims = 16;
constexpr size_t kMaxText = 1024;
constexpr size_t kMaxSlices = 4096;

const PJRT_TpuTopology_Extension* Table(const Extension& extension) {
  return detail::TableOf<PJRT_TpuTopology_Extension>(extension);
}

// Arguments that ask about a topology.
template <class Args>
Args About(const Topology& topology) {
  Args args{};
  args.topology = topology.raw();
  return args;
}

// The first `count` of what the plugin was given room for.
StatusOr<std::vector<int32_t>> Filled(std::vector<int32_t> room, size_t count) {
  if (count > room.size()) {
    return cppjrt::InternalError("the plugin says it wrote " + std::to_string(count) + " numbers where " +
                                 std::to_string(room.size()) + " fit");
  }
  room.resize(count);
  return room;
}

TpuSlice FromSlice(const PJRT_TpuTopology_SliceConfig& config) {
  const size_t rank = std::min<size_t>(config.dim_size, std::size(config.dimensions));
  TpuSlice slice;
  slice.dimensions.assign(config.dimensions, config.dimensions + rank);
  slice.wrap.assign(config.wrap, config.wrap + rank);
  slice.twist = config.twist;
  return slice;
}

}  // namespace

// Asks the entry for one output.
#define PJRT_TPU_ASK(entry, Args, field)                                            \
  auto args = About<Args>(topology);                                                \
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), entry, args)); \
  return args.field

StatusOr<int32_t> TpuTopologyExtension::ProcessCount(const Topology& topology) const {
  PJRT_TPU_ASK(process_count, PJRT_TpuTopology_ProcessCount_Args, process_count);
}
StatusOr<int32_t> TpuTopologyExtension::ChipsPerProcess(const Topology& topology) const {
  PJRT_TPU_ASK(chips_per_process, PJRT_TpuTopology_ChipsPerProcess_Args, chips_per_process);
}
StatusOr<int32_t> TpuTopologyExtension::CoresPerChip(const Topology& topology) const {
  PJRT_TPU_ASK(core_count_per_chip, PJRT_TpuTopology_CoreCountPerChip_Args, core_count_of_default_type_per_chip);
}
StatusOr<int32_t> TpuTopologyExtension::ChipCount(const Topology& topology) const {
  PJRT_TPU_ASK(chip_count, PJRT_TpuTopology_ChipCount_Args, chip_count);
}
StatusOr<int32_t> TpuTopologyExtension::CoreCount(const Topology& topology) const {
  PJRT_TPU_ASK(core_count, PJRT_TpuTopology_CoreCount_Args, core_count_of_default_type);
}
StatusOr<int32_t> TpuTopologyExtension::CoresPerProcess(const Topology& topology) const {
  PJRT_TPU_ASK(core_count_per_process, PJRT_TpuTopology_CoreCountPerProcess_Args,
               core_count_of_default_type_per_process);
}
StatusOr<int32_t> TpuTopologyExtension::DeviceCount(const Topology& topology) const {
  PJRT_TPU_ASK(logical_device_count, PJRT_TpuTopology_LogiDeviceCount_Args, logical_device_count_of_default_type);
}
StatusOr<int32_t> TpuTopologyExtension::DevicesPerProcess(const Topology& topology) const {
  PJRT_TPU_ASK(logical_device_count_per_process, PJRT_TpuTopology_LogiDeviceCountPerProcess_Args,
               logical_device_count_of_default_type_per_process);
}
StatusOr<int32_t> TpuTopologyExtension::DevicesPerChip(const Topology& topology) const {
  PJRT_TPU_ASK(logical_device_count_per_chip, PJRT_TpuTopology_LogiDeviceCountPerChip_Args,
               logical_device_count_of_default_type_per_chip);
}
StatusOr<bool> TpuTopologyExtension::IsSubslice(const Topology& topology) const {
  PJRT_TPU_ASK(is_subslice_topology, PJRT_TpuTopology_IsSubsliceTopology_Args, is_subslice_topology);
}
StatusOr<bool> TpuTopologyExtension::HasEnhancedBarrier(const Topology& topology) const {
  PJRT_TPU_ASK(is_enhanced_barrier_enabled, PJRT_TpuTopology_IsEnhancedBarrierEnabled_Args,
               is_enhanced_barrier_enabled);
}
StatusOr<bool> TpuTopologyExtension::HasLimitedConnectivity(const Topology& topology) const {
  PJRT_TPU_ASK(has_limited_ici_connectivity, PJRT_TpuTopology_HasLimitedIciConnectivity_Args,
               has_limited_ici_connectivity);
}

StatusOr<bool> TpuTopologyExtension::IsReachable(const Topology& topology, int32_t source_chip,
                                                 int32_t destination_chip) const {
  auto args = About<PJRT_TpuTopology_IsReachableOverLimitedIci_Args>(topology);
  args.source_chip_id = source_chip;
  args.dest_chip_id = destination_chip;
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), is_reachable_over_limited_ici, args));
  return args.is_reachable_over_limited_ici;
}

StatusOr<std::vector<int32_t>> TpuTopologyExtension::ProcessIds(const Topology& topology) const {
  CPPJRT_ASSIGN_OR_RETURN(const int32_t count, ProcessCount(topology));
  std::vector<int32_t> ids(static_cast<size_t>(std::max(count, 0)));
  auto args = About<PJRT_TpuTopology_ProcessIds_Args>(topology);
  args.max_process_ids = count;
  args.process_ids = ids.data();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), process_ids, args));
  return Filled(std::move(ids), args.num_process_ids);
}

StatusOr<std::vector<int32_t>> TpuTopologyExtension::DeviceIdsOnProcess(const Topology& topology,
                                                                        int32_t process_id) const {
  CPPJRT_ASSIGN_OR_RETURN(const int32_t count, DevicesPerProcess(topology));
  std::vector<int32_t> ids(static_cast<size_t>(std::max(count, 0)));
  auto args = About<PJRT_TpuTopology_LogiDeviceIdsOnProcess_Args>(topology);
  args.process_id = process_id;
  args.max_logical_device_ids = count;
  args.logical_device_of_default_type_ids = ids.data();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), logical_device_ids_on_process, args));
  return Filled(std::move(ids), args.num_logical_device_ids);
}

StatusOr<TpuPlace> TpuTopologyExtension::PlaceOfChip(const Topology& topology, int32_t chip_id) const {
  auto args = About<PJRT_TpuTopology_ProcIdAndIdxOnProcForChip_Args>(topology);
  args.chip_id = chip_id;
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), proc_id_and_idx_on_proc_for_chip, args));
  return TpuPlace{args.process_id, args.index_on_process};
}

StatusOr<TpuPlace> TpuTopologyExtension::PlaceOfDevice(const Topology& topology, int32_t device_id) const {
  auto args = About<PJRT_TpuTopology_ProcIdAndIdxOnProcForLogiDevice_Args>(topology);
  args.device_id = device_id;
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), proc_id_and_idx_on_proc_for_logi_device, args));
  return TpuPlace{args.process_id, args.index_on_process};
}

StatusOr<std::vector<int32_t>> TpuTopologyExtension::ProcessCoordinates(const Topology& topology,
                                                                        int32_t process_id) const {
  std::vector<int32_t> room(kMaxDims);
  auto args = About<PJRT_TpuTopology_ProcessCoordFromId_Args>(topology);
  args.process_id = process_id;
  args.coords_max_dims = room.size();
  args.coords = room.data();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), process_coord_from_id, args));
  return Filled(std::move(room), args.coords_num_dims);
}

StatusOr<int32_t> TpuTopologyExtension::ChipAt(const Topology& topology, std::span<const int32_t> coordinates) const {
  auto args = About<PJRT_TpuTopology_ChipIdFromCoord_Args>(topology);
  args.coords = coordinates.data();
  args.coords_num_dims = coordinates.size();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), chip_id_from_coord, args));
  return args.chip_id;
}

StatusOr<int32_t> TpuTopologyExtension::DeviceAt(const Topology& topology, std::span<const int32_t> chip,
                                                 int32_t index_on_chip) const {
  auto args = About<PJRT_TpuTopology_LogiDeviceIdFromChipCoordAndIdx_Args>(topology);
  args.chip_coords = chip.data();
  args.chip_coords_num_dims = chip.size();
  args.logical_device_index_on_chip = index_on_chip;
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), logical_device_id_from_chip_coord_and_idx, args));
  return args.logical_device_of_default_type_id;
}

StatusOr<TpuDevicePlace> TpuTopologyExtension::ChipOfDevice(const Topology& topology, int32_t device_id) const {
  std::vector<int32_t> room(kMaxDims);
  auto args = About<PJRT_TpuTopology_ChipCoordAndIdxForLogiDevice_Args>(topology);
  args.device_id = device_id;
  args.chip_coords_max_dims = room.size();
  args.chip_coords = room.data();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), chip_coord_and_idx_for_logi_device, args));
  CPPJRT_ASSIGN_OR_RETURN(std::vector<int32_t> chip, Filled(std::move(room), args.chip_coords_num_dims));
  return TpuDevicePlace{std::move(chip), args.device_index_on_chip};
}

// Asks the entry for bounds.
#define PJRT_TPU_BOUNDS(entry, Args, prefix)                                        \
  std::vector<int32_t> room(kMaxDims);                                              \
  auto args = About<Args>(topology);                                                \
  args.prefix##_max_dims = room.size();                                             \
  args.prefix = room.data();                                                        \
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), entry, args)); \
  return Filled(std::move(room), args.prefix##_num_dims)

StatusOr<std::vector<int32_t>> TpuTopologyExtension::ChipsPerProcessBounds(const Topology& topology) const {
  PJRT_TPU_BOUNDS(chips_per_process_bounds, PJRT_TpuTopology_ChipsPerProcessBounds_Args, chip_per_process_bounds);
}
StatusOr<std::vector<int32_t>> TpuTopologyExtension::ChipBounds(const Topology& topology) const {
  PJRT_TPU_BOUNDS(chip_bounds, PJRT_TpuTopology_ChipBounds_Args, chip_bounds);
}
StatusOr<std::vector<int32_t>> TpuTopologyExtension::ProcessBounds(const Topology& topology) const {
  PJRT_TPU_BOUNDS(process_bounds, PJRT_TpuTopology_ProcessBounds_Args, process_bounds);
}

StatusOr<std::string> TpuTopologyExtension::RoutingStrategy(const Topology& topology) const {
  std::string room(kMaxText, '\0');
  auto args = About<PJRT_TpuTopology_GetRoutingStrategy_Args>(topology);
  args.routing_strategy = room.data();
  args.routing_strategy_len = room.size();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), get_routing_strategy, args));
  room.resize(std::min(args.routing_strategy_len, room.size()));
  room.resize(std::min(room.find('\0'), room.size()));  // where the length was left as given
  return room;
}

StatusOr<Topology> TpuTopologyExtension::Subslice(const Topology& topology, std::span<const int32_t> chips_per_host,
                                                  std::span<const int32_t> hosts) const {
  auto args = About<PJRT_TpuTopology_Subslice_Args>(topology);
  args.chips_per_host_bounds = chips_per_host.data();
  args.chips_per_host_bounds_num_dims = chips_per_host.size();
  args.host_bounds = hosts.data();
  args.host_bounds_num_dims = hosts.size();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), subslice, args));
  if (args.subslice_topology == nullptr) return cppjrt::InternalError("the plugin returned no subslice");
  return Topology(plugin(), args.subslice_topology, true, nullptr);
}

StatusOr<Topology> TpuTopologyExtension::ReplaceHostBounds(const Topology& topology,
                                                           std::span<const int32_t> hosts) const {
  auto args = About<PJRT_TpuTopology_ReplaceHostBounds_Args>(topology);
  args.host_bounds = hosts.data();
  args.host_bounds_dim_num = hosts.size();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), replace_host_bounds, args));
  if (args.new_topology == nullptr) return cppjrt::InternalError("the plugin returned no topology");
  return Topology(plugin(), args.new_topology, true, nullptr);
}

StatusOr<int32_t> TpuTopologyExtension::SubsliceDeviceId(const Topology& whole, const Topology& subslice,
                                                         std::span<const int32_t> origin, int32_t device_id) const {
  PJRT_TpuTopology_SubsliceDeviceIdFromFullDeviceId_Args args{};
  args.client_topology = whole.raw();
  args.subslice_topology = subslice.raw();
  args.subslice_origin = origin.data();
  args.subslice_origin_dim_num = origin.size();
  args.full_device_id = device_id;
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), subslice_device_id_from_full_device_id, args));
  return args.subslice_device_id;
}

StatusOr<TpuSlice> TpuTopologyExtension::Slice(std::string_view platform, std::string_view slice) const {
  PJRT_TpuTopology_SliceConfig config{};
  PJRT_TpuTopology_GetSliceConfig_Args args{};
  args.platform_type_name = platform.data();
  args.platform_type_name_len = platform.size();
  args.slice_name = slice.data();
  args.slice_name_len = slice.size();
  args.slice_config = &config;
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), get_slice_config, args));
  return FromSlice(config);
}

StatusOr<std::vector<TpuSlice>> TpuTopologyExtension::Slices(std::string_view platform) const {
  std::vector<PJRT_TpuTopology_SliceConfig> configs(kMaxSlices);
  PJRT_TpuTopology_GetSliceConfigs_Args args{};
  args.platform_type_name = platform.data();
  args.platform_type_name_len = platform.size();
  args.slice_configs = configs.data();
  args.max_slice_configs = configs.size();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), get_slice_configs, args));
  std::vector<TpuSlice> slices;
  for (size_t i = 0; i < std::min(args.num_slice_configs, configs.size()); ++i) slices.push_back(FromSlice(configs[i]));
  return slices;
}

StatusOr<TpuPlatform> TpuTopologyExtension::DefaultPlatform(std::string_view platform) const {
  PJRT_TpuTopology_GetDefaultPlatformConfig_Args args{};
  args.platform_type_name = platform.data();
  args.platform_type_name_len = platform.size();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), get_default_platform_config, args));
  return TpuPlatform{args.num_chips_per_tray, args.num_trays};
}

}  // namespace v0
}  // namespace pjrt
