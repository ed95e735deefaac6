#include "pjrt/extensions/multi_slice.h"

#include "client/c_text.h"
#include "client/extensions/extension_call.h"
#include "pjrt/abi/pjrt_c_api_multi_slice_extension.h"

namespace pjrt {
inline namespace v0 {
namespace {

const PJRT_MultiSlice_Extension* Table(const Extension& extension) {
  return detail::TableOf<PJRT_MultiSlice_Extension>(extension);
}

}  // namespace

MultiSliceConfig MultiSliceExtension::Own(PJRT_MultiSlice_Config* raw) const { return MultiSliceConfig(*this, raw); }

MultiSliceConfig::~MultiSliceConfig() {
  if (raw_ == nullptr) return;
  PJRT_MultiSlice_Config_Destroy_Args args{};
  args.config = raw_;
  static_cast<void>(PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), config_destroy, args).ok());
}

StatusOr<int32_t> MultiSliceConfig::num_slices() const {
  PJRT_MultiSlice_Config_NumSlices_Args args{};
  args.config = raw_;
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), config_num_slices, args));
  return args.num_slices;
}

StatusOr<int32_t> MultiSliceConfig::slice_id() const {
  PJRT_MultiSlice_Config_SliceId_Args args{};
  args.config = raw_;
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), config_slice_id, args));
  return args.slice_id;
}

StatusOr<std::map<int32_t, int32_t>> MultiSliceConfig::num_devices_per_slice() const {
  PJRT_MultiSlice_Config_NumDevicesPerSlice_Args args{};
  args.config = raw_;
  CPPJRT_RETURN_IF_ERROR(
      PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), config_num_devices_per_slice, args));
  if (args.num_devices_per_slice_map != 0 && (args.slice_ids == nullptr || args.num_devices == nullptr)) {
    return cppjrt::InternalError("the plugin gave no arrays of slices and devices");
  }
  std::map<int32_t, int32_t> counts;
  for (size_t i = 0; i < args.num_devices_per_slice_map; ++i) counts[args.slice_ids[i]] = args.num_devices[i];
  if (args.devices_per_slice_map_deleter != nullptr) args.devices_per_slice_map_deleter(args.devices_per_slice_map);
  return counts;
}

StatusOr<std::string> MultiSliceConfig::Serialize() const {
  PJRT_MultiSlice_Config_Serialize_Args args{};
  args.config = raw_;
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), config_serialize, args));
  std::string bytes = detail::Text(args.serialized, args.size);
  if (args.serialized_config_deleter != nullptr) args.serialized_config_deleter(args.serialized_config);
  return bytes;
}

}  // namespace v0
}  // namespace pjrt
