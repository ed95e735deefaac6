#include "pjrt/topology.h"

#include <utility>

#include "client/api.h"
#include "client/array_checks.h"
#include "client/c_text.h"
#include "client/client_state.h"
#include "client/memory_layout.h"
#include "client/named_values.h"
#include "pjrt/executable.h"

namespace pjrt {
inline namespace v0 {
Topology::Topology(Plugin plugin, PJRT_TopologyDescription* raw, bool owned, std::shared_ptr<const void> owner)
    : plugin_(std::move(plugin)), raw_(raw), owned_(owned), owner_(std::move(owner)) {}

Topology::Topology(Topology&& other) noexcept
    : plugin_(std::move(other.plugin_)),
      raw_(std::exchange(other.raw_, nullptr)),
      owned_(other.owned_),
      owner_(std::move(other.owner_)) {}

Topology& Topology::operator=(Topology&& other) noexcept {
  if (this != &other) {
    Release();
    plugin_ = other.plugin_;
    raw_ = std::exchange(other.raw_, nullptr);
    owned_ = other.owned_;
    owner_ = std::move(other.owner_);
  }
  return *this;
}

Topology::~Topology() { Release(); }

void Topology::Release() noexcept {
  if (raw_ != nullptr && owned_) {
    PJRT_TopologyDescription_Destroy_Args args{};
    args.topology = raw_;
    plugin_.api().Destroy(args);
  }
  raw_ = nullptr;
  owner_.reset();
}

StatusOr<Topology> Topology::Create(const Plugin& plugin, std::string_view name, const NamedValues& options) {
  const std::vector<PJRT_NamedValue> create_options = detail::ToNamedValues(plugin.api(), options);
  PJRT_TopologyDescription_Create_Args args{};
  args.topology_name = name.data();
  args.topology_name_size = name.size();
  args.create_options = create_options.data();
  args.num_options = create_options.size();
  CPPJRT_RETURN_IF_ERROR(plugin.api().Call(args));
  if (args.topology == nullptr) return cppjrt::InternalError("the plugin returned no topology");
  return Topology(plugin, args.topology, /*owned=*/true, nullptr);
}

StatusOr<Topology> Topology::Deserialize(const Plugin& plugin, std::string_view bytes) {
  PJRT_TopologyDescription_Deserialize_Args args{};
  args.serialized_topology = bytes.data();
  args.serialized_topology_size = bytes.size();
  CPPJRT_RETURN_IF_ERROR(plugin.api().Call(args));
  if (args.topology == nullptr) return cppjrt::InternalError("the plugin returned no topology");
  return Topology(plugin, args.topology, /*owned=*/true, nullptr);
}

// Calls the slot of Args on this topology.
#define PJRT_CALL_ON_TOPOLOGY(Args, args)                                                            \
  if (raw_ == nullptr) return cppjrt::FailedPreconditionError("the topology is empty (moved from)"); \
  Args args{};                                                                                       \
  args.topology = raw_;                                                                              \
  CPPJRT_RETURN_IF_ERROR(plugin_.api().Call(args))

StatusOr<std::string> Topology::platform_name() const {
  PJRT_CALL_ON_TOPOLOGY(PJRT_TopologyDescription_PlatformName_Args, args);
  return detail::Text(args.platform_name, args.platform_name_size);
}

StatusOr<std::string> Topology::platform_version() const {
  PJRT_CALL_ON_TOPOLOGY(PJRT_TopologyDescription_PlatformVersion_Args, args);
  return detail::Text(args.platform_version, args.platform_version_size);
}

StatusOr<std::vector<DeviceDescription>> Topology::devices() const {
  PJRT_CALL_ON_TOPOLOGY(PJRT_TopologyDescription_GetDeviceDescriptions_Args, args);
  std::vector<DeviceDescription> result;
  for (size_t i = 0; i < args.num_descriptions; ++i) {
    CPPJRT_ASSIGN_OR_RETURN(DeviceDescription description,
                            detail::ReadDescription(plugin_.api(), args.descriptions[i]));
    result.push_back(std::move(description));
  }
  return result;
}

StatusOr<NamedValues> Topology::attributes() const {
  PJRT_CALL_ON_TOPOLOGY(PJRT_TopologyDescription_Attributes_Args, args);
  return detail::FromNamedValues(args.attributes, args.num_attributes);
}

StatusOr<uint64_t> Topology::fingerprint() const {
  PJRT_CALL_ON_TOPOLOGY(PJRT_TopologyDescription_Fingerprint_Args, args);
  return args.fingerprint;
}

StatusOr<std::vector<int>> Topology::memory_space_kind_ids() const {
  PJRT_CALL_ON_TOPOLOGY(PJRT_TopologyDescription_GetMemorySpaceKindIds_Args, args);
  return std::vector<int>(args.memory_space_kind_ids, args.memory_space_kind_ids + args.num_memory_space_kind_ids);
}

StatusOr<std::string> Topology::Serialize() const {
  PJRT_CALL_ON_TOPOLOGY(PJRT_TopologyDescription_Serialize_Args, args);
  std::string bytes = detail::Text(args.serialized_bytes, args.serialized_bytes_size);
  if (args.serialized_topology_deleter != nullptr) args.serialized_topology_deleter(args.serialized_topology);
  return bytes;
}

#undef PJRT_CALL_ON_TOPOLOGY

StatusOr<std::string> Topology::MakeCanonicalShape(int memory_space_kind_id, ElementType type,
                                                   std::span<const int64_t> dims, const Layout* layout) const {
  if (raw_ == nullptr) return cppjrt::FailedPreconditionError("the topology is empty (moved from)");
  CPPJRT_RETURN_IF_ERROR(detail::CheckShape("MakeCanonicalShape", plugin_, type, dims));
  CPPJRT_RETURN_IF_ERROR(detail::CheckLayout("MakeCanonicalShape", layout, dims.size()));
  detail::MemoryLayoutArgument wish(plugin_.api(), layout);
  PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace_Args args{};
  args.topology = raw_;
  args.memory_space_kind_id = memory_space_kind_id;
  args.dims = dims.data();
  args.num_dims = dims.size();
  args.element_type = static_cast<PJRT_Buffer_Type>(type);
  args.layout = wish.get();
  CPPJRT_RETURN_IF_ERROR(plugin_.api().Call(args));
  std::string shape = detail::Text(args.serialized_shape, args.serialized_shape_size);
  if (args.serialized_shape_deleter != nullptr) args.serialized_shape_deleter(args.serialized_shape);
  return shape;
}

StatusOr<Executable> Topology::Compile(const Program& program, const CompileOptions& options) const {
  if (raw_ == nullptr) return cppjrt::FailedPreconditionError("the topology is empty (moved from)");
  CPPJRT_ASSIGN_OR_RETURN(std::string serialized, options.Serialize());
  const PJRT_Program code = detail::ToProgram(plugin_.api(), program);
  PJRT_Compile_Args args{};
  args.topology = raw_;
  args.program = &code;
  args.compile_options = serialized.data();
  args.compile_options_size = serialized.size();
  CPPJRT_RETURN_IF_ERROR(detail::ExplainCompileError(plugin_.api().Call(args), plugin_, program));
  if (args.executable == nullptr) return cppjrt::InternalError("the plugin returned no executable");
  return Executable(&plugin_.api(), args.executable, plugin_.shared_api());
}

}  // namespace v0
}  // namespace pjrt
