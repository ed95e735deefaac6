#include "pjrt/extensions/megascale.h"

#include <memory>

#include "client/c_text.h"
#include "client/extensions/extension_call.h"
#include "pjrt/abi/pjrt_c_api_megascale_extension.h"

namespace pjrt {
inline namespace v0 {
namespace {

const PJRT_Megascale_Extension* Table(const Extension& extension) {
  return detail::TableOf<PJRT_Megascale_Extension>(extension);
}

Status Nothing(const char* what) { return cppjrt::InternalError(std::string("the plugin returned no ") + what); }

// Texts as the C API takes them; points into the texts.
struct TextArray {
  explicit TextArray(std::span<const std::string> texts) {
    for (const std::string& text : texts) {
      data.push_back(text.data());
      sizes.push_back(text.size());
    }
  }
  std::vector<const char*> data;
  std::vector<size_t> sizes;
};

}  // namespace

// --- the extension

StatusOr<MegascaleContext> MegascaleExtension::CreateContext(const Client& client) const {
  PJRT_Megascale_CreateClientContextFromPjRtClient_Args args{};
  args.client = client.raw();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), create_client_context_from_pjrt_client, args));
  if (args.client_context == nullptr) return Nothing("context");
  return MegascaleContext(*this, args.client_context);
}

StatusOr<MegascaleContext> MegascaleExtension::CreateDefaultContext() const {
  PJRT_Megascale_CreateDefaultClientContext_Args args{};
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), create_default_client_context, args));
  if (args.client_context == nullptr) return Nothing("context");
  return MegascaleContext(*this, args.client_context);
}

StatusOr<MultiSliceConfig> MegascaleExtension::CreateAotConfig(const Topology& topology, int32_t num_slices) const {
  CPPJRT_ASSIGN_OR_RETURN(const auto multi_slice, GetExtension<MultiSliceExtension>(plugin()));
  PJRT_Megascale_CreateAoTConfig_Args args{};
  args.topology = topology.raw();
  args.num_slices = num_slices;
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), create_aot_config, args));
  if (args.multi_slice_config == nullptr) return Nothing("configuration of several slices");
  return multi_slice.Own(args.multi_slice_config);
}

StatusOr<int64_t> MegascaleExtension::MegascaleId(SliceDevice device) const {
  PJRT_Megascale_DeviceId_To_MegascaleId_Args args{};
  args.slice_id = device.slice_id;
  args.per_slice_device_id = device.device_id;
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), device_id_to_megascale_id, args));
  return args.megascale_id;
}

StatusOr<SliceDevice> MegascaleExtension::DeviceOfMegascaleId(int64_t id) const {
  PJRT_Megascale_MegascaleId_To_DeviceId_Args args{};
  args.megascale_id = id;
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), megascale_id_to_device_id, args));
  return SliceDevice{args.slice_id, args.per_slice_device_id};
}

Status MegascaleExtension::RegisterErrorHandler(std::string_view name,
                                                std::function<void(std::string_view)> handler) const {
  using Handler = std::function<void(std::string_view)>;
  auto owned = std::make_unique<Handler>(std::move(handler));
  PJRT_Megascale_RegisterErrorHandler_Args args{};
  args.handler_name = name.data();
  args.handler_name_size = name.size();
  args.handler = [](const char* error, size_t size, void* user_data) {
    detail::PluginCallbackScope scope;
    detail::Swallow([&] { (*static_cast<Handler*>(user_data))(detail::Text(error, size)); });
  };
  args.user_data = owned.get();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), register_megascale_error_handler, args));
  static_cast<void>(owned.release());  // a call may be under way at any time
  return Status();
}

Status MegascaleExtension::UnregisterErrorHandler(std::string_view name) const {
  PJRT_Megascale_UnregisterErrorHandler_Args args{};
  args.handler_name = name.data();
  args.handler_name_size = name.size();
  return PJRT_CALL_EXTENSION(plugin(), Table(*this), unregister_megascale_error_handler, args);
}

StatusOr<MegascaleErrors> MegascaleExtension::CreateErrors(std::string_view app_type) const {
  PJRT_Megascale_ErrorAggregator_Create_Args args{};
  args.app_type = app_type.data();
  args.app_type_size = app_type.size();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), error_aggregator_create, args));
  if (args.aggregator == nullptr) return Nothing("error aggregator");
  return MegascaleErrors(*this, args.aggregator);
}

StatusOr<std::vector<std::string>> MegascaleExtension::InterfaceAddresses(const InterfaceQuery& query) const {
  const TextArray prefixes(query.prefixes);
  PJRT_Megascale_GetInterfaceAddressesHelper_Args args{};
  args.megascale_port_name = query.port_name.data();
  args.megascale_port_name_size = query.port_name.size();
  args.megascale_port = query.port;
  args.interface_prefixes = const_cast<const char**>(prefixes.data.data());
  args.interface_prefixes_sizes = prefixes.sizes.data();
  args.num_interface_prefixes = prefixes.data.size();
  args.use_all_interfaces = query.use_all_interfaces;
  args.limit_to_process_numa_local_interfaces = query.limit_to_process_numa_local_interfaces;
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), get_interface_addresses_helper, args));
  std::vector<std::string> addresses;
  for (size_t i = 0; args.serialized_addresses != nullptr && i < args.num_addresses; ++i) {
    addresses.push_back(detail::Text(args.serialized_addresses[i], args.serialized_addresses_sizes[i]));
  }
  if (args.addresses_deleter != nullptr) args.addresses_deleter(args.addresses);
  return addresses;
}

StatusOr<MegascaleError> MegascaleExtension::GetOrCreateRuntimeError(const RuntimeErrorQuery& query) const {
  PJRT_Megascale_GetOrCreateRuntimeError_Args args{};
  args.error_type = query.error_type;
  args.start_time_nanos = query.start_time_nanos;
  args.status_code = static_cast<int32_t>(query.status.code());
  args.status_message = query.status.message().data();
  args.status_message_size = query.status.message().size();
  args.launch_id = query.launch_id;
  args.has_unrecoverable_error_type = query.unrecoverable_error_type.has_value();
  args.unrecoverable_error_type = query.unrecoverable_error_type.value_or(0);
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), Table(*this), get_or_create_runtime_error, args));
  MegascaleError error{detail::Text(args.serialized_error, args.serialized_error_size), args.is_new_error};
  if (args.error_deleter != nullptr) args.error_deleter(args.error);
  return error;
}

// --- contexts

MegascaleContext::~MegascaleContext() {
  if (raw_ == nullptr) return;
  PJRT_Megascale_DeleteClientContext_Args args{};
  args.client_context = raw_;
  static_cast<void>(PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), delete_client_context, args).ok());
}

Status MegascaleContext::Initialize() const {
  PJRT_Megascale_ClientContext_Initialize_Args args{};
  args.client_context = raw_;
  return PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), client_context_initialize, args);
}

Status MegascaleContext::UnblockPendingWork(int32_t launch_id, std::chrono::milliseconds expire_after) const {
  PJRT_Megascale_ClientContext_UnblockPendingWork_Args args{};
  args.client_context = raw_;
  args.launch_id = launch_id;
  args.expire_after_ms = expire_after.count();
  return PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), client_context_unblock_pending_work, args);
}

StatusOr<int32_t> MegascaleContext::port() const {
  PJRT_Megascale_ClientContext_MegascalePort_Args args{};
  args.client_context = raw_;
  CPPJRT_RETURN_IF_ERROR(
      PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), client_context_megascale_port, args));
  return args.port;
}

StatusOr<MultiSliceConfig> MegascaleContext::CreateConfig(const Topology& topology,
                                                          const MultiSliceOptions& options) const {
  CPPJRT_ASSIGN_OR_RETURN(const auto multi_slice, GetExtension<MultiSliceExtension>(extension_.plugin()));
  PJRT_Megascale_CreateMultiSliceConfig_Args args{};
  args.topology = topology.raw();
  args.num_slices = options.num_slices;
  args.local_slice_id = options.local_slice_id;
  args.local_host_id = options.local_host_id;
  args.endpoint_addresses = options.endpoint_addresses.data();
  args.endpoint_addresses_size = static_cast<int32_t>(options.endpoint_addresses.size());
  args.dcn_topology = options.dcn_topology.data();
  args.dcn_topology_size = static_cast<int32_t>(options.dcn_topology.size());
  args.client_context = raw_;
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), create_multi_slice_config, args));
  if (args.multi_slice_config == nullptr) return Nothing("configuration of several slices");
  return multi_slice.Own(args.multi_slice_config);
}

StatusOr<Collectives> MegascaleContext::CreateCollectives(const MegascaleProcesses& processes,
                                                          std::string_view dcn_topology) const {
  if (processes.addresses.size() != processes.slice_indexes.size() ||
      processes.addresses.size() != processes.per_slice_indexes.size()) {
    return cppjrt::InvalidArgumentError("CreateCollectives: " + std::to_string(processes.addresses.size()) +
                                        " addresses, " + std::to_string(processes.slice_indexes.size()) +
                                        " slice indexes and " + std::to_string(processes.per_slice_indexes.size()) +
                                        " indexes in a slice; give one of each for each process");
  }
  CPPJRT_ASSIGN_OR_RETURN(const auto collectives, GetExtension<CollectivesExtension>(extension_.plugin()));
  TextArray addresses(processes.addresses);
  std::vector<int32_t> slices = processes.slice_indexes;
  std::vector<int32_t> per_slice = processes.per_slice_indexes;
  PJRT_Megascale_ProcessesInfo info{};
  info.addresses = addresses.data.data();
  info.address_sizes = addresses.sizes.data();
  info.num_addresses = addresses.data.size();
  info.slice_indexes = slices.data();
  info.num_slice_indexes = slices.size();
  info.per_slice_indexes = per_slice.data();
  info.num_per_slice_indexes = per_slice.size();
  info.num_devices_per_process = processes.num_devices_per_process;
  PJRT_Megascale_CreateMegascaleCollectives_Args args{};
  args.client_context = raw_;
  args.processes_info = &info;
  args.dcn_topology = dcn_topology.data();
  args.dcn_topology_size = dcn_topology.size();
  CPPJRT_RETURN_IF_ERROR(
      PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), create_megascale_collectives, args));
  if (args.collectives == nullptr) return Nothing("collectives");
  return collectives.Own(args.collectives);
}

// --- errors of workers

MegascaleErrors::~MegascaleErrors() {
  if (raw_ == nullptr) return;
  PJRT_Megascale_ErrorAggregator_Delete_Args args{};
  args.aggregator = raw_;
  static_cast<void>(PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), error_aggregator_delete, args).ok());
}

Status MegascaleErrors::Add(std::string_view worker_id, std::string_view serialized_error) const {
  PJRT_Megascale_ErrorAggregator_AddError_Args args{};
  args.aggregator = raw_;
  args.worker_id = worker_id.data();
  args.worker_id_size = worker_id.size();
  args.serialized_error = serialized_error.data();
  args.serialized_error_size = serialized_error.size();
  return PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), error_aggregator_add_error, args);
}

StatusOr<size_t> MegascaleErrors::size() const {
  PJRT_Megascale_ErrorAggregator_Size_Args args{};
  args.aggregator = raw_;
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), error_aggregator_size, args));
  return args.size;
}

StatusOr<bool> MegascaleErrors::active() const {
  PJRT_Megascale_ErrorAggregator_Active_Args args{};
  args.aggregator = raw_;
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), error_aggregator_active, args));
  return args.active;
}

StatusOr<MegascaleErrorDigest> MegascaleErrors::ProcessAndShutdown() const {
  PJRT_Megascale_ErrorAggregator_ProcessAndShutdown_Args args{};
  args.aggregator = raw_;
  CPPJRT_RETURN_IF_ERROR(
      PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), error_aggregator_process_and_shutdown, args));
  if (args.digest == nullptr) return Nothing("digest of errors");
  return MegascaleErrorDigest(extension_, args.digest);
}

Status MegascaleErrors::Log(const MegascaleErrorDigest& digest) const {
  PJRT_Megascale_ErrorAggregator_LogErrorDigest_Args args{};
  args.aggregator = raw_;
  args.digest = digest.raw_;
  return PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), error_aggregator_log_error_digest, args);
}

MegascaleErrorDigest::~MegascaleErrorDigest() {
  if (raw_ == nullptr) return;
  PJRT_Megascale_ErrorDigest_Delete_Args args{};
  args.digest = raw_;
  static_cast<void>(PJRT_CALL_EXTENSION(extension_.plugin(), Table(extension_), error_digest_delete, args).ok());
}

}  // namespace v0
}  // namespace pjrt
