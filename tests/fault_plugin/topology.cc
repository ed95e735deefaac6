#include <charconv>
#include <cstring>

#include "tests/fault_plugin/client.h"
#include "tests/fault_plugin/plugin.h"
#include "tests/fault_plugin/serialized.h"
#include "tests/fault_plugin/wire.h"

PJRT_TopologyDescription::PJRT_TopologyDescription(std::string topology_name, int64_t num_devices,
                                                   const fault::NamedValues& options)
    : name(std::move(topology_name)) {
  attributes.AddInt("num_devices", num_devices);
  for (size_t i = 0; i < options.size(); ++i) {
    const PJRT_NamedValue& option = options.data()[i];
    if (fault::View(option.name, option.name_size) != "num_devices") attributes.Add(option);
  }
  for (int i = 0; i < num_devices; ++i) device_pointers.push_back(&devices.emplace_back(i, options));
}

namespace fault {
namespace {

// One that the caller owns; a client's is part of the client.
struct OwnTopology : PJRT_TopologyDescription, Counted<FaultKind::kTopology> {
  using PJRT_TopologyDescription::PJRT_TopologyDescription;
};

std::mutex g_owned_mutex;
std::map<const PJRT_TopologyDescription*, std::unique_ptr<OwnTopology>> g_owned;

constexpr std::string_view kPrefix = "fault:";
constexpr int64_t kMostDevices = 100000;

// "fault:N", or "" for one device.
int64_t DevicesOf(std::string_view name) {
  if (name.empty()) return 1;
  int64_t count = 0;
  if (name.starts_with(kPrefix)) {
    const std::string_view number = name.substr(kPrefix.size());
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), count);
    if (error == std::errc() && end == number.data() + number.size() && count >= 1 && count <= kMostDevices)
      return count;
  }
  Invalid("Invalid topology name " + Quote(name) + ", expected fault:N with N from 1 to 100000");
}

PJRT_TopologyDescription* NewTopology(std::string_view name, const NamedValues& options) {
  const int64_t count = DevicesOf(name);
  auto topology = std::make_unique<OwnTopology>(std::string(kPrefix) + std::to_string(count), count, options);
  PJRT_TopologyDescription* handle = topology.get();
  std::lock_guard lock(g_owned_mutex);
  g_owned.emplace(handle, std::move(topology));
  return handle;
}

template <class T>
T& Of(T* topology) {
  return Ref(topology, "topology is null");
}

void Create(Plugin&, PJRT_TopologyDescription_Create_Args& args) {
  NamedValues options;
  for (size_t i = 0; i < args.num_options; ++i) options.Add(args.create_options[i]);
  args.topology = NewTopology(View(args.topology_name, args.topology_name_size), options);
}

void Destroy(Plugin&, PJRT_TopologyDescription_Destroy_Args& args) {
  std::lock_guard lock(g_owned_mutex);
  if (g_owned.erase(&Of(args.topology)) == 0) {
    Violation("PJRT_TopologyDescription_Destroy: the topology belongs to a client or was destroyed before");
  }
}

void PlatformName(Plugin&, PJRT_TopologyDescription_PlatformName_Args& args) {
  Of(args.topology);
  args.platform_name = kPlatformName;
  args.platform_name_size = std::strlen(kPlatformName);
}

void PlatformVersion(Plugin&, PJRT_TopologyDescription_PlatformVersion_Args& args) {
  Of(args.topology);
  args.platform_version = kPlatformVersion;
  args.platform_version_size = std::strlen(kPlatformVersion);
}

void GetDeviceDescriptions(Plugin&, PJRT_TopologyDescription_GetDeviceDescriptions_Args& args) {
  const PJRT_TopologyDescription& topology = Of(args.topology);
  args.descriptions = topology.device_pointers.data();
  args.num_descriptions = topology.device_pointers.size();
}

void Attributes(Plugin&, PJRT_TopologyDescription_Attributes_Args& args) {
  const NamedValues& attributes = Of(args.topology).attributes;
  args.attributes = attributes.data();
  args.num_attributes = attributes.size();
}

// Serialized form: "fault topology " and the name.
constexpr std::string_view kMagic = "fault topology ";

void Serialize(Plugin&, PJRT_TopologyDescription_Serialize_Args& args) {
  GiveSerialized(std::string(kMagic) + Of(args.topology).name, &args.serialized_bytes, &args.serialized_bytes_size,
                 &args.serialized_topology, &args.serialized_topology_deleter);
}

void Deserialize(Plugin&, PJRT_TopologyDescription_Deserialize_Args& args) {
  const std::string_view bytes = View(args.serialized_topology, args.serialized_topology_size);
  Require(bytes.starts_with(kMagic), "the bytes are no serialized topology of the fault plugin");
  args.topology = NewTopology(bytes.substr(kMagic.size()), {});
}

void Fingerprint(Plugin&, PJRT_TopologyDescription_Fingerprint_Args& args) {
  args.fingerprint = 0xfa017000 + Of(args.topology).devices.size();
}

// xla.PrimitiveType of each PJRT_Buffer_Type; the two count differently from BF16 on. 0: XLA has none.
constexpr int kPrimitiveTypes[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 16, 15, 18, 19,
                                   20, 23, 24, 25, 21, 22, 17, 26, 27, 28, 29, 33, 32, 30, 31, 0,  0};

// xla.ShapeProto: element_type 2, dimensions 3, layout 5 (minor_to_major 1).
std::string ShapeProto(const Shape& shape) {
  std::string layout, message;
  WritePacked(&layout, 1, shape.minor_to_major);
  WriteInt(&message, 2, kPrimitiveTypes[shape.type]);
  WritePacked(&message, 3, shape.dims);
  WriteBytes(&message, 5, layout);
  return message;
}

// The deleter of this one gets the bytes and nothing else, so they are the object.
void DeleteShape(const char* bytes) {
  delete[] bytes;
  Count(FaultKind::kSerialized, -1);
}

void MakeCanonicalShape(Plugin&, PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace_Args& args) {
  Of(args.topology);
  Require(args.memory_space_kind_id >= 0 && args.memory_space_kind_id < kMemoriesPerDevice,
          "memory_space_kind_id is none of the topology's");
  const std::string bytes = ShapeProto(MakeShape(args.element_type, args.dims, args.num_dims, args.layout));
  auto copy = std::make_unique<char[]>(bytes.size());
  std::memcpy(copy.get(), bytes.data(), bytes.size());
  Count(FaultKind::kSerialized, 1);
  args.serialized_shape = copy.release();
  args.serialized_shape_size = bytes.size();
  args.serialized_shape_deleter = &DeleteShape;
}

void GetMemorySpaceKindIds(Plugin&, PJRT_TopologyDescription_GetMemorySpaceKindIds_Args& args) {
  static constexpr int kKindIds[kMemoriesPerDevice] = {0, 1};
  Of(args.topology);
  args.memory_space_kind_ids = kKindIds;
  args.num_memory_space_kind_ids = kMemoriesPerDevice;
}

}  // namespace

void AddTopologySlots() {
  AddSlots<Create, Destroy, PlatformName, PlatformVersion, GetDeviceDescriptions, Attributes, Serialize, Deserialize,
           Fingerprint, MakeCanonicalShape, GetMemorySpaceKindIds>();
}

}  // namespace fault
