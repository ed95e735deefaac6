#include "cpu/plugin/topology.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "base/protobuf_wire.h"
#include "cpu/executable/fingerprint.h"
#include "cpu/plugin/client_options.h"
#include "cpu/plugin/entry.h"
#include "cpu/plugin/handle.h"
#include "cpu/plugin/serialized_bytes.h"
#include "cpu/plugin/shape.h"

PJRT_TopologyDescription::PJRT_TopologyDescription(int64_t num_devices, int64_t process) : process_index(process) {
  for (int64_t i = 0; i < num_devices; ++i) {
    const int id = static_cast<int>(process * cppjrt::cpu::kDevicesPerProcess + i);
    device_pointers.push_back(&devices.emplace_back(id, static_cast<int>(process)));
  }
}

namespace cppjrt::cpu {
namespace {

using Topologies = Handles<PJRT_TopologyDescription>;

// Serialized form: "cppjrt topology\n", then a message with the number of devices and the process.
constexpr std::string_view kMagic = "cppjrt topology\n";
constexpr int kDevicesField = 1;
constexpr int kProcessField = 2;

std::string Serialized(const PJRT_TopologyDescription& topology) {
  WireWriter message;
  message.Int(kDevicesField, static_cast<int64_t>(topology.devices.size()));
  message.Int(kProcessField, topology.process_index);
  return std::string(kMagic) + message.str();
}

// "cpu:4", "4", or "" for the default.
StatusOr<int64_t> DevicesOf(std::string_view name) {
  if (name.empty()) return ClientOptions().num_devices;
  std::string_view number = name.starts_with("cpu:") ? name.substr(4) : name;
  int64_t count = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), count);
  const bool good = error == std::errc() && end == number.data() + number.size() && count >= 1 && count <= kMostDevices;
  if (good) return count;
  return InvalidArgumentError("unknown topology '" + std::string(name) + "'; known are cpu:N with N from 1 to " +
                              std::to_string(kMostDevices) + ", and an empty name");
}

}  // namespace

Status Check(const PJRT_TopologyDescription* topology) {
  CPPJRT_REQUIRE(topology != nullptr, "topology is null");
  return topology->of_client ? OkStatus() : Topologies::Check(topology, "topology");
}

Status Serve(PJRT_TopologyDescription_Create_Args& args) {
  CPPJRT_ASSIGN_OR_RETURN(int64_t devices, DevicesOf(View(args.topology_name, args.topology_name_size)));
  CPPJRT_ASSIGN_OR_RETURN(const ClientOptions options, ClientOptions::Parse(args.create_options, args.num_options));
  if (args.topology_name_size == 0) devices = options.num_devices;
  args.topology = Topologies::New(devices, options.process_id);
  args.topology->settings = options.settings;
  return OkStatus();
}

Status Serve(PJRT_TopologyDescription_Destroy_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.topology));
  CPPJRT_REQUIRE(!args.topology->of_client, "the topology belongs to its client, which destroys it");
  return Topologies::Delete(args.topology, "topology");
}

Status Serve(PJRT_TopologyDescription_PlatformName_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.topology));
  args.platform_name = kPlatformName.data();
  args.platform_name_size = kPlatformName.size();
  return OkStatus();
}

Status Serve(PJRT_TopologyDescription_PlatformVersion_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.topology));
  args.platform_version = kPlatformVersion.data();
  args.platform_version_size = kPlatformVersion.size();
  return OkStatus();
}

Status Serve(PJRT_TopologyDescription_GetDeviceDescriptions_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.topology));
  args.descriptions = args.topology->device_pointers.data();
  args.num_descriptions = args.topology->device_pointers.size();
  return OkStatus();
}

Status Serve(PJRT_TopologyDescription_Attributes_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.topology));
  args.attributes = args.topology->attributes.data();
  args.num_attributes = args.topology->attributes.size();
  return OkStatus();
}

Status Serve(PJRT_TopologyDescription_Serialize_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.topology));
  GiveBytes(Serialized(*args.topology), args.serialized_bytes, args.serialized_bytes_size, args.serialized_topology,
            args.serialized_topology_deleter);
  return OkStatus();
}

Status Serve(PJRT_TopologyDescription_Deserialize_Args& args) {
  const std::string_view bytes = View(args.serialized_topology, args.serialized_topology_size);
  CPPJRT_REQUIRE(bytes.starts_with(kMagic), "the bytes are no serialized topology of this plugin");
  int64_t devices = -1;
  int64_t process = 0;
  WireReader reader(bytes.substr(kMagic.size()));
  while (reader.Next()) {
    if (reader.field() == kDevicesField) devices = reader.integer();
    if (reader.field() == kProcessField) process = reader.integer();
  }
  if (!reader.ok() || devices < 0 || devices > kMostDevices || process < 0 || process > (1 << 19)) {
    return DataLossError("the serialized topology is damaged");
  }
  args.topology = Topologies::New(devices, process);
  return OkStatus();
}

Status Serve(PJRT_TopologyDescription_Fingerprint_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.topology));
  args.fingerprint = Fingerprint({Serialized(*args.topology)}).low();
  return OkStatus();
}

// All memories hold arrays in the same form.
Status Serve(PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.topology));
  const bool known =
      std::find(std::begin(kKindIds), std::end(kKindIds), args.memory_space_kind_id) != std::end(kKindIds);
  CPPJRT_REQUIRE(known, "memory_space_kind_id is none of the topology's");
  CPPJRT_ASSIGN_OR_RETURN(const Ref<BufferShape> shape,
                          MakeShape(args.element_type, args.dims, args.num_dims, args.layout));
  const std::string bytes = ShapeProto(*shape);
  // The deleter gets the bytes and nothing else.
  char* copy = new char[bytes.size()];
  std::memcpy(copy, bytes.data(), bytes.size());
  args.serialized_shape = copy;
  args.serialized_shape_size = bytes.size();
  args.serialized_shape_deleter = [](const char* owned) { delete[] owned; };
  return OkStatus();
}

Status Serve(PJRT_TopologyDescription_GetMemorySpaceKindIds_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.topology));
  args.memory_space_kind_ids = kKindIds;
  args.num_memory_space_kind_ids = kNumMemoryKinds;
  return OkStatus();
}

}  // namespace cppjrt::cpu
